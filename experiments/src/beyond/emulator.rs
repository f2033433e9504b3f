//! Is the Emulator the steadier partner, and what does it cost in variety?

use endgame::rules::Color;
use player::agents::{Analyser, Emulator};
use player::{Belief, CompetenceGrid, Model};
use plot::{Plot, Series};
use rayon::prelude::*;
use study::matches::{Match, PlayedGame};
use study::summary_statistics::SummaryStatistics;

use crate::chains::competence;
use crate::games::{contest, starts};
use crate::report::figure;
use crate::{ExperimentError, Lab, Report};

/// Competences, and how many moves a game may last: the weak never get to the end.
const PLAYERS: [(f64, usize); 4] = [(10.0, 100), (15.0, 100), (20.0, 1000), (25.0, 1000)];
const GAMES: usize = 200;
/// Where the spread is written down, and drawn for `DRAWN`.
const MARKS: [usize; 4] = [10, 20, 40, 80];
const DRAWN: f64 = 20.0;

/// What one game shows.
struct Shown {
    /// The apparent competence after each of White's moves.
    seen: Vec<f64>,
    /// The effective number of moves White chose among, at each turn.
    variety: Vec<f64>,
    won: bool,
}

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "A reference player's apparent competence wanders; the Emulator chooses its moves so that it does not, and has \
         fewer moves to choose from.",
        "c | player | quantity | games | mean | sd | se",
    );
    lab.load(&"KQKR".parse()?)?;
    let mut series = Vec::new();
    for &(c, limit) in lab.at_scale(&PLAYERS[..], &PLAYERS[2..3]) {
        for kind in ["player", "emulator"] {
            lab.check()?;
            let short = if kind == "player" { format!("R_{c}") } else { format!("E_{c}") };
            let games = play(lab, kind, c, limit)?;
            let shown = games
                .par_iter()
                .map(|game| watch(lab.tables, game, kind == "emulator", c))
                .collect::<Result<Vec<Shown>, _>>()?;
            let mut add = |quantity: &str, numbers: Vec<f64>| {
                let of = SummaryStatistics::of(&numbers)?;
                let moments = [of.mean, of.sd, of.se];
                report.grid.figures(&[&figure(c), &short, &quantity, &of.count], moments);
                Some(of)
            };
            let at = |mark: usize| shown.iter().filter_map(move |s| s.seen.get(mark - 1).copied());
            for mark in MARKS {
                add(&format!("apparent c after move {mark}"), at(mark).collect());
            }
            let ends = shown.iter().filter_map(|s| s.seen.last().copied()).collect();
            let end = add("apparent c at the end", ends);
            let variety = shown.iter().flat_map(|s| s.variety.iter().copied()).collect();
            let variety = add("effective number of moves", variety);
            let lengths: Vec<f64> = shown.iter().map(|s| s.seen.len() as f64).collect();
            let length = add(&format!("moves, {limit} at most"), lengths);
            let won = shown.iter().map(|s| f64::from(u8::from(s.won))).collect();
            add(&format!("won within {limit}"), won);
            if let (Some(end), Some(variety), Some(length)) = (end, variety, length) {
                let words = format!("{short}: sd of the apparent c at the end");
                report.compare(words, end.sd).error = end.sd / (2.0 * end.count as f64).sqrt();
                let words = format!("{short}: effective number of moves");
                report.compare(words, variety.mean).error = variety.se;
                let words = format!("{short}: moves ({limit} at most)");
                report.compare(words, length.mean).error = length.se;
            }
            if c == DRAWN {
                let spread =
                    |mark: usize| Some(SummaryStatistics::of(&at(mark).collect::<Vec<_>>())?.sd);
                let points = (1..=80).filter_map(|mark| Some((mark as f64, spread(mark)?)));
                series.push(Series { name: short, points: points.collect() });
            }
        }
    }
    report.draw(Plot::new(
        format!("KQKR: spread of the apparent competence, c = {DRAWN}"),
        "standard deviation over games, from depth 31, infallible defender; DTC, kappa 1",
        ["move", "sd of the apparent c"],
        series,
    ));
    report.note(&[
        "White plays from the two positions of table 1 in turn against the infallible defender (ties by chance) and never \
         concedes the win. The Analyser is the Emulator's reference Analyser: grid 0(1)2c, uniform prior, kappa 1.",
        "The effective number of moves is exp(entropy) of the choice at each of White's turns: of the distribution for R_c, of \
         equally near moves for E_c. Its mean is over turns, which are not independent: its standard error is a little \
         too small.",
        "Games of the weaker two are cut off after 100 moves: they would last hundreds or tens of thousands.",
    ]);
    Ok(())
}

fn reference(c: f64) -> Belief {
    Belief::uniform(CompetenceGrid::new(0.0, 1.0, 2.0 * c).expect("a finite grid"))
}

fn play(
    lab: &Lab<'_>,
    kind: &str,
    c: f64,
    move_limit: usize,
) -> Result<Vec<PlayedGame>, ExperimentError> {
    let agents = [&format!("{kind}:{c}"), "infallible"];
    let contest = contest(agents, starts(), lab.games(GAMES), move_limit);
    let contest = Match { prior: reference(c), ..contest };
    Ok(contest.play(lab.tables, lab.stop(), || ())?)
}

/// Goes through a game again, as the reference Analyser sees it.
fn watch(
    tables: &endgame::tables::Tables,
    game: &PlayedGame,
    emulated: bool,
    c: f64,
) -> Result<Shown, ExperimentError> {
    use value::ChoiceSource;
    let model = Model::papers();
    let mut analyser = Analyser { model: model.clone(), belief: reference(c) };
    let mut emulator = Emulator::new(competence(c), model.clone()).expect("a competence above 1");
    let mut shown = Shown { seen: Vec::new(), variety: Vec::new(), won: game.winner().is_some() };
    let mut at = game.start.clone();
    for step in &game.record.steps {
        if at.turn() == Color::White {
            let choices = tables.choices(&at)?;
            let played = choices.iter().position(|choice| choice.play == step.play);
            let played = played.expect("a legal move is a choice");
            shown.variety.push(if emulated {
                let equal = emulator.nearest(&choices).len();
                emulator.show(&choices, played);
                equal as f64
            } else {
                let distribution = model.distribution(&choices);
                let odds = distribution.probabilities(competence(c));
                let entropy: f64 = odds.iter().filter(|&&p| p > 0.0).map(|p| -p * p.ln()).sum();
                entropy.exp()
            });
            analyser.observe(&choices, played);
            shown.seen.push(analyser.belief.mean());
        }
        at = at.after(step.play);
    }
    Ok(shown)
}
