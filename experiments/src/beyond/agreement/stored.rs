//! Sweeps against stored moves, position by position.

use endgame::material::Material;
use endgame::outcome_histogram::Count;
use endgame::rules::{Color, color_name};
use endgame::successors::Successors;
use player::filter::{Concede, MoveFilter};
use player::markov::Seat;
use player::preference::PowerLaw;
use player::{Competence, Model};
use study::exact::{End, Exact, ExactError, Pairing, StoredMoves, Ties};
use study::markov::Chain;

use crate::chains::competence;
use crate::report::figure;
use crate::{ExperimentError, Lab, Report};

/// Bytes for the moves or the sweeps of one endgame.
const BUDGET: usize = 3 << 30;
/// Moves after which chances are compared.
const MOVES: usize = 20;

/// Two players, and what they may give away.
#[derive(Clone, Copy)]
struct Players {
    attacker: f64,
    defender: Competence,
    concede: Concede,
}

/// What the two ways differ by at most.
#[derive(Default)]
struct Apart {
    compared: usize,
    lengths: Option<f64>,
    chances: f64,
}

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    let all = || [3, 4].into_iter().flat_map(Material::all_with).collect();
    let few =
        || ["KRK", "KPK", "KQKN", "KNKP"].map(|name| name.parse().expect("an endgame")).to_vec();
    let endgames: Vec<Material> = if lab.at_scale(true, false) { all() } else { few() };
    let infallible = Competence::INFALLIBLE;
    let players = [
        Players { attacker: 20.0, defender: infallible, concede: Concede::Never },
        Players { attacker: 15.0, defender: competence(6.0), concede: Concede::Never },
        Players { attacker: 8.0, defender: competence(4.0), concede: Concede::Anything },
    ];
    let (mut lengths, mut chances, mut positions, mut missing) = (0.0f64, 0.0f64, 0, Vec::new());
    for material in endgames {
        let successors = Successors::of(lab.tables, &material, &lab.monitor)?;
        for attacker in Color::ALL {
            for players in players {
                lab.check()?;
                let chain = match players.concede {
                    Concede::Never => Chain::wins(&successors, attacker),
                    _ => Chain::wins(&successors, attacker)
                        .map(|_| Chain::all(&successors, attacker)),
                };
                let Some(chain) = chain else { continue };
                let name =
                    format!("{material}, {}, c = {}", color_name(attacker), players.attacker);
                match apart(lab, chain, players) {
                    Ok(apart) => {
                        lengths = lengths.max(apart.lengths.unwrap_or(0.0));
                        chances = chances.max(apart.chances);
                        positions += apart.compared;
                        row(report, &material, attacker, players, &apart);
                    }
                    Err(ExperimentError::Exact(why)) if is_known(&why) => {
                        missing.push(format!("{name}: {why}"));
                    }
                    Err(error) => return Err(error),
                }
            }
        }
    }
    report.compare("lengths, sweeps and stored moves: greatest difference as a share", lengths);
    report.compare("chances, sweeps and stored moves: greatest difference as a share", chances);
    report.compare("positions compared", positions as f64);
    report.notes.extend(missing.into_iter().map(|why| format!("Not compared: {why}.")));
    Ok(())
}

/// Whether an answer is missing for a reason that is told.
pub(super) fn is_known(why: &ExactError) -> bool {
    use ExactError::{EnPassant, Endless, Memory, TooSharp, Unsettled};
    matches!(why, EnPassant { .. } | Memory { .. } | Endless | Unsettled { .. } | TooSharp { .. })
}

fn row(report: &mut Report, material: &Material, attacker: Color, players: Players, apart: &Apart) {
    let concede = if players.concede == Concede::Never { "never" } else { "all" };
    let (c, opponent) = (figure(players.attacker), players.defender.to_string());
    let color = color_name(attacker);
    let words: [&dyn std::fmt::Display; 7] =
        [&"stored moves", material, &color, &c, &opponent, &concede, &apart.compared];
    let figures = [None, None, None, None, apart.lengths, Some(apart.chances)];
    report.grid.figures(&words, figures);
}

/// Follows an endgame both ways.
fn apart(lab: &Lab<'_>, chain: Chain<'_>, players: Players) -> Result<Apart, ExperimentError> {
    let filter = MoveFilter { concede: players.concede, ..MoveFilter::default() };
    let model = Model::new(PowerLaw::default(), filter);
    let attacker = competence(players.attacker);
    let pairing = Pairing { model, attacker, defender: players.defender, ties: Ties::Uniform };
    let mut matrices = Vec::new();
    for seat in [Seat::Attacker, Seat::Defender] {
        let competences = [pairing.competence(seat)];
        let made =
            chain.matrices(seat, &pairing.model, &competences, Count::Boards, &lab.monitor)?;
        matrices.extend(made);
    }
    let matrices = matrices.try_into().expect("one for each player");
    let swept = Exact::new(chain, pairing.clone(), matrices, BUDGET, &lab.monitor)?;
    let stored = StoredMoves::new(chain, &pairing, None, BUDGET, &lab.monitor)?;
    let mut apart = Apart::default();
    let mut greatest = |ours: [&[f64]; 2], theirs: [&[f64]; 2]| {
        let mut greatest = 0.0f64;
        apart.compared = 0;
        for (seat, (ours, theirs)) in
            [Seat::Attacker, Seat::Defender].into_iter().zip(ours.into_iter().zip(theirs))
        {
            for (number, (&ours, &theirs)) in ours.iter().zip(theirs).enumerate() {
                if swept.place(seat, number).is_some() && stored.knows(seat, number) {
                    apart.compared += 1;
                    let share = (ours - theirs).abs() / ours.abs().max(theirs.abs());
                    // Both 0, or so small that their last digits are lost.
                    let same = ours == theirs || ours.abs().max(theirs.abs()) < f64::MIN_POSITIVE;
                    greatest = match same {
                        true => greatest,
                        false if share.is_nan() => f64::INFINITY,
                        false => greatest.max(share),
                    };
                }
            }
        }
        greatest
    };
    let is_wins_only = players.concede == Concede::Never;
    let ends: &[End] = if is_wins_only { &[End::Won] } else { &[End::Won, End::Lost] };
    let mut chances = 0.0f64;
    for &end in ends {
        let ours = swept.ended_within(end, MOVES, &lab.monitor, |_| ())?;
        let theirs = stored.ended_within(end, MOVES, &lab.monitor, |_| ())?;
        let sides =
            |within: &study::exact::Within| [within.attacker.clone(), within.defender.clone()];
        let (ours, theirs) = (sides(&ours), sides(&theirs));
        chances = chances.max(greatest([&ours[0], &ours[1]], [&theirs[0], &theirs[1]]));
    }
    let mut lengths = None;
    if is_wins_only {
        let ours = swept.lengths(&lab.monitor)?;
        let theirs = stored.by_number(&stored.lengths(&lab.monitor)?);
        lengths =
            Some(greatest([&ours.attacker, &ours.defender], [&theirs.attacker, &theirs.defender]));
    }
    Ok(Apart { lengths, chances, ..apart })
}
