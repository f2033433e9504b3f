//! Scores and principal variations for the GUI.

use std::time::Instant;

use endgame::rules::{Board, Move, Position};
use endgame::tables::Tables;
use engine::message::Info;
use engine::score::Score;
use player::Belief;
use study::best_line::{LineTies, Until, best_line};
use value::{Choice, ChoiceError, Metric, Outcome};

use crate::options::Options;

/// The score of an immediate win in the tables, in centipawns.
const WON: i32 = 10_000;
/// What each further move to the goal costs, in centipawns.
const STEP: i32 = 10;
/// The longest line from the tables, in half-moves.
const FORESIGHT: usize = 12;
/// The longest line from an engine, in half-moves.
const LONGEST: usize = 64;

/// A table value on a GUI's scale, for the mover, the move being made.
///
/// Mate only where depth is depth to mate. Otherwise `10000 - 10 d` centipawns for a win that needs
/// `d` moves more after this one to its metric's goal (no less than 5000), the negative for a loss,
/// 0 for a draw.
pub(super) fn score(value: Outcome, metric: Metric) -> Score {
    let near = |depth: u16| WON - STEP * i32::from(depth.min(500));
    match (value, metric) {
        (Outcome::Draw, _) => Score::DRAW,
        (Outcome::Win(depth), Metric::Dtm) => Score::Mate(i32::from(depth.0) + 1),
        (Outcome::Loss(depth), Metric::Dtm) => Score::Mate(-i32::from(depth.0)),
        (Outcome::Win(depth), _) => Score::Centipawns(near(depth.0)),
        (Outcome::Loss(depth), _) => Score::Centipawns(-near(depth.0)),
    }
}

/// Wins, draws and losses in a thousand games of best play.
pub(super) fn certain(value: Outcome) -> [u16; 3] {
    match value {
        Outcome::Win(_) => [1000, 0, 0],
        Outcome::Draw => [0, 1000, 0],
        Outcome::Loss(_) => [0, 0, 1000],
    }
}

/// A move and best play after it, until the count starts anew; what was on the board before is not
/// looked at.
pub(super) fn expected(
    tables: &Tables,
    at: &Position,
    play: Move,
) -> Result<Vec<String>, ChoiceError> {
    let mut line = vec![at.uci(play)];
    if !play.is_zeroing() {
        let until = Until::Plies(FORESIGHT - 1);
        let (steps, _) = best_line(tables, &at.after(play), until, LineTies::FirstListed)?;
        line.extend(steps.iter().map(|step| step.before.uci(step.play)));
    }
    Ok(line)
}

/// A line as far as its moves are legal: engines make mistakes.
pub(super) fn playable(at: &Board, line: &[String]) -> Vec<String> {
    let made = line.iter().take(LONGEST).scan(at.clone(), |at, text| {
        let play = at.read_uci(text)?;
        let uci = at.uci(play);
        *at = at.after(play);
        Some(uci)
    });
    made.collect()
}

/// An `info` line; `place` counts lines from 0.
pub(super) fn info(
    depth: u16,
    place: usize,
    score: Score,
    wdl: Option<[u16; 3]>,
    line: Vec<String>,
    began: Instant,
) -> Info {
    Info {
        depth: Some(depth),
        seldepth: u16::try_from(line.len()).ok().map(|len| len.max(depth)),
        multipv: u16::try_from(place + 1).ok(),
        score: Some(score),
        wdl,
        time: u64::try_from(began.elapsed().as_millis()).ok(),
        pv: line,
        ..Info::default()
    }
}

/// The places of the choices, the best first; equal ones keep their order.
pub(super) fn best_first<M, V: Ord + Copy>(choices: &[Choice<M, V>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..choices.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(choices[at].value));
    order
}

/// The choices to show: the move played if only one line is shown, otherwise the best first.
pub(super) fn shown<M, V: Ord + Copy>(
    options: &Options,
    choices: &[Choice<M, V>],
    chosen: usize,
) -> Vec<usize> {
    match (options.multipv, options.analyse) {
        (1, false) => vec![chosen],
        (most, _) => best_first(choices).into_iter().take(most).collect(),
    }
}

pub(super) fn opponent(belief: &Belief) -> String {
    let (mean, sd, moves) = (belief.mean(), belief.sd(), belief.moves());
    let s = if moves == 1 { "" } else { "s" };
    match moves {
        0 => "opponent not seen yet".to_owned(),
        _ => format!("opponent: apparent competence {mean:.2} (sd {sd:.2}) after {moves} move{s}"),
    }
}
