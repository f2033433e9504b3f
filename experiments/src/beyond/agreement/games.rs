//! Exact lengths against games played at random, in endgames of five men.

use endgame::find::Worth;
use endgame::material::Material;
use endgame::outcome_histogram::Count;
use endgame::rules::{Color, Position, color_name};
use endgame::successors::Successors;
use player::markov::Seat;
use player::{Competence, Model};
use study::exact::{Exact, Pairing, Ties};
use study::markov::Chain;

use super::stored::is_known;
use crate::chains::competence;
use crate::games::contest;
use crate::report::figure;
use crate::{ExperimentError, Lab, Report};

/// Bytes for the sweeps over one endgame.
const BUDGET: usize = 4 << 30;
/// Positions that games start from.
const STARTS: usize = 50;
/// Games of an endgame.
const GAMES: usize = 4_000;
/// No game takes so many moves.
const LONGEST: usize = 100_000;

/// An endgame, who attacks there, and how well both play; infinite for the infallible defender.
type Contest = (&'static str, Color, f64, f64);

/// Three against two and four against one, with pawns and without, White or Black the attacker, the defender infallible or
/// not. Competences are such that games are short.
const CONTESTS: [Contest; 10] = [
    ("KBBKN", Color::White, 50.0, f64::INFINITY),
    ("KRRKR", Color::White, 20.0, f64::INFINITY),
    ("KQQKQ", Color::White, 20.0, 10.0),
    ("KRRKB", Color::White, 15.0, f64::INFINITY),
    ("KNNKQ", Color::Black, 40.0, f64::INFINITY),
    ("KNNKR", Color::Black, 40.0, 20.0),
    ("KBBNK", Color::White, 15.0, f64::INFINITY),
    ("KNNNK", Color::White, 25.0, f64::INFINITY),
    ("KRRRK", Color::White, 6.0, f64::INFINITY),
    ("KPPPK", Color::White, 15.0, 5.0),
];
const SMALL: [Contest; 1] = [("KRKN", Color::White, 12.0, 6.0)];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    let (mut greatest, mut compared) = (0.0f64, 0);
    for contest in lab.at_scale(&CONTESTS[..], &SMALL) {
        lab.check()?;
        match play(lab, report, *contest) {
            Ok(z) => {
                greatest = if z.abs() > greatest || z.is_nan() { z.abs() } else { greatest };
                compared += 1;
            }
            Err(ExperimentError::Exact(why)) if is_known(&why) => {
                report.notes.push(format!("No games of {}: {why}.", contest.0));
            }
            Err(error) => return Err(error),
        }
    }
    report.compare(
        format!("games of {compared} endgames: greatest difference in standard errors"),
        greatest,
    );
    Ok(())
}

/// Plays games of an endgame beside the exact answer; by how many standard errors they differ.
fn play(
    lab: &Lab<'_>,
    report: &mut Report,
    (name, attacker, c, opponent): Contest,
) -> Result<f64, ExperimentError> {
    let material: Material = name.parse()?;
    let starts = lab.positions(&material, attacker, Worth::Win, 5, STARTS)?;
    let exact = exact_lengths(lab, &material, attacker, [c, opponent], &starts)?;
    let other = match opponent.is_finite() {
        true => format!("player:{opponent}"),
        false => "infallible".to_owned(),
    };
    let mut agents = [format!("player:{c}"), other];
    if attacker == Color::Black {
        agents.reverse();
    }
    let games = lab.games(GAMES);
    let to_play = contest([&agents[0], &agents[1]], starts, games, LONGEST);
    let played = to_play.play(lab.tables, lab.stop(), || ())?;
    let mut lengths = Vec::with_capacity(games);
    for (number, game) in played.iter().enumerate() {
        let length = game.record.length().map_or(f64::NAN, |length| length as f64);
        lengths.push((length, exact[number % exact.len()]));
    }
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| lengths.iter().map(of).sum::<f64>() / games as f64;
    let (other, expected) = (mean(&|game| game.0), mean(&|game| game.1));
    let apart = other - expected;
    let square = mean(&|game| (game.0 - game.1 - apart).powi(2));
    let error = (square / (games - 1) as f64).sqrt();
    let z = apart / error;
    let (color, c, opponent) = (color_name(attacker), figure(c), competence(opponent));
    let words: [&dyn std::fmt::Display; 7] =
        [&"games", &name, &color, &c, &opponent, &"never", &games];
    let figures = [Some(expected), Some(other), Some(error), Some(z), None, None];
    report.grid.figures(&words, figures);
    Ok(z)
}

/// The expected length from each of these positions, the attacker to move.
fn exact_lengths(
    lab: &Lab<'_>,
    material: &Material,
    attacker: Color,
    competences: [f64; 2],
    starts: &[Position],
) -> Result<Vec<f64>, ExperimentError> {
    let successors = Successors::of(lab.tables, material, &lab.monitor)?;
    let chain = Chain::wins(&successors, attacker).expect("this side wins somewhere");
    let [attack, defend]: [Competence; 2] = competences.map(competence);
    let model = Model::papers();
    let matrix = |seat, c: Competence| {
        let made = chain.matrices(seat, &model, &[c], Count::Boards, &lab.monitor);
        made.map(|mut made| made.remove(0))
    };
    let matrices = [matrix(Seat::Attacker, attack)?, matrix(Seat::Defender, defend)?];
    let pairing =
        Pairing { model: model.clone(), attacker: attack, defender: defend, ties: Ties::Uniform };
    let exact = Exact::new(chain, pairing, matrices, BUDGET, &lab.monitor)?;
    let lengths = exact.lengths(&lab.monitor)?;
    let length = |start: &Position| {
        let slot = successors.table().index().encode(start);
        let place = slot.and_then(|slot| exact.place(Seat::Attacker, slot.index));
        lengths.attacker[place.expect("a won position of the endgame")]
    };
    Ok(starts.iter().map(length).collect())
}
