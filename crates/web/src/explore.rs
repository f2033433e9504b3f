//! Any position looked into: the best line, curves by competence, a chart under a man.

use std::collections::BTreeMap;

use endgame::chart::{Cell, Chart, Which};
use endgame::conversion::is_conversion;
use endgame::rules::{Position, Square};
use endgame::tables::Tables;
use player::agents::Turn;
use player::agents::predator::curves::{Curve, best_intervals};
use player::agents::predator::{Aim, Candidates};
use player::{Competence, Model};
use serde::Serialize;
use value::{ChoiceSource, Metric, Outcome};

use crate::errors::{Answer, Failure};
use crate::response::Value;

/// Best play by both sides.
#[derive(Clone, Debug, Serialize)]
pub struct LineAnswer {
    /// The moves.
    pub moves: Vec<LineMove>,
    /// `mate`, `conversion` or `draw`.
    pub end: &'static str,
}

/// A best move, and how many there were.
#[derive(Clone, Debug, Serialize)]
pub struct LineMove {
    /// The move.
    pub uci: String,
    /// The move.
    pub san: String,
    /// Where it leads.
    pub fen_after: String,
    /// For the mover.
    pub value: Value,
    /// How many moves are as good.
    pub optimal_choices: usize,
}

/// Lines are no longer than this, whatever the tables say.
const LONGEST: usize = 1_000;

/// Follows best play to the goal, the first of equals by name.
pub fn line(tables: &Tables, start: &Position) -> Answer<LineAnswer> {
    let mut moves = Vec::new();
    let mut at = start.clone();
    while moves.len() < LONGEST {
        if tables.outcome(&at)? == Outcome::Draw {
            return Ok(LineAnswer { moves, end: "draw" });
        }
        let mut choices = tables.choices(&at)?;
        choices.sort_by_cached_key(|choice| (std::cmp::Reverse(choice.value), at.uci(choice.play)));
        let Some(best) = choices.first().copied() else {
            return Ok(LineAnswer { moves, end: "mate" });
        };
        let after = at.after(best.play);
        moves.push(LineMove {
            uci: at.uci(best.play),
            san: at.san(best.play),
            fen_after: after.fen(),
            value: best.value.into(),
            optimal_choices: choices.iter().filter(|other| other.value == best.value).count(),
        });
        if is_conversion(Metric::Dtc, best.play) && !after.is_checkmate() {
            return Ok(LineAnswer { moves, end: "conversion" });
        }
        at = after;
    }
    Ok(LineAnswer { moves, end: "conversion" })
}

/// What to expect of each option, by the opponent's competence.
#[derive(Clone, Debug, Serialize)]
pub struct CurvesAnswer {
    /// Moves that keep the value.
    pub options: Vec<OptionAnswer>,
    /// Which of them is best against whom.
    pub reigns: Vec<BestIntervalAnswer>,
}

/// One option.
#[derive(Clone, Debug, Serialize)]
pub struct OptionAnswer {
    /// The move.
    pub uci: String,
    /// The move.
    pub san: String,
    /// For the mover.
    pub value: Value,
    /// Competence, and the expected depth after the reply; nothing where nobody ever wins.
    pub points: Vec<(f64, f64)>,
}

/// A stretch of competences against which one option is best.
#[derive(Clone, Debug, Serialize)]
pub struct BestIntervalAnswer {
    /// From.
    pub from: f64,
    /// To.
    pub to: f64,
    /// The option.
    pub san: String,
}

/// Competences of one curve at most.
const MOST_POINTS: f64 = 500.0;

/// The curves of a position from one competence to another.
pub fn curves(
    tables: &Tables,
    at: &Position,
    from: f64,
    to: f64,
    step: f64,
) -> Answer<CurvesAnswer> {
    let sound = [from, to, step].iter().all(|number| number.is_finite());
    if !sound
        || step <= 0.0
        || to < from
        || (to - from) / step > MOST_POINTS
        || from.abs().max(to.abs()) > 1e4
    {
        return Err(Failure::bad(format!(
            "competences go from one number to a greater one in at most {MOST_POINTS} steps, as in from=0&to=50&step=1"
        )));
    }
    let choices = tables.choices(at)?;
    let turn = Turn { source: tables, at, choices: &choices };
    let candidates = Candidates::Preserving.among(&choices);
    let curves = Curve::of(&Model::default(), &turn, &candidates)?;
    let steps = ((to - from) / step + 1e-9).floor() as usize;
    let option = |curve: &Curve| {
        let point = |number: usize| {
            let c = from + number as f64 * step;
            let depth = curve.at(Competence::new(c).ok()?).depth()?;
            Some((c, depth))
        };
        let play = choices[curve.choice].play;
        OptionAnswer {
            uci: at.uci(play),
            san: at.san(play),
            value: curve.value.into(),
            points: (0..=steps).filter_map(point).collect(),
        }
    };
    let options: Vec<OptionAnswer> = curves.iter().map(option).collect();
    let reigns = best_intervals(&curves, Aim::default(), from, to, step.max((to - from) / 100.0));
    let reign = |reign: player::agents::predator::curves::BestInterval| BestIntervalAnswer {
        from: reign.from,
        to: reign.to,
        san: options[reign.curve].san.clone(),
    };
    let reigns = reigns.into_iter().map(reign).collect();
    Ok(CurvesAnswer { options, reigns })
}

/// What a position would be worth with one man on every other square.
#[derive(Clone, Debug, Serialize)]
pub struct ChartAnswer {
    /// The man and where it stands: `Qa5`.
    pub piece: String,
    /// By square.
    pub squares: BTreeMap<String, SquareAnswer>,
}

/// One square.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum SquareAnswer {
    /// `illegal` or `occupied`.
    Word(&'static str),
    /// For the side to move.
    Worth(Value),
}

/// The longest name of a man looked at.
const LONGEST_MAN: usize = 8;

/// The chart of a man.
pub fn chart(tables: &Tables, position: &Position, word: &str) -> Answer<ChartAnswer> {
    let short: String = word.chars().take(LONGEST_MAN).collect();
    let which: Which = short.parse()?;
    let worth = |moved: &Position| Ok::<_, Failure>(tables.outcome(moved)?);
    let chart = Chart::of(position, which, position.turn(), worth)?;
    let answer = |square: Square| match chart.at(square) {
        Cell::Man(_) => SquareAnswer::Word("occupied"),
        Cell::Illegal => SquareAnswer::Word("illegal"),
        Cell::Value(outcome) => SquareAnswer::Worth(outcome.into()),
    };
    Ok(ChartAnswer {
        piece: format!("{}{}", chart.man.char(), chart.home),
        squares: Square::ALL.map(|square| (square.to_string(), answer(square))).into(),
    })
}
