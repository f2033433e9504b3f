//! A game under the 50-move rule, played out: both players see the clock, and it goes on after every zeroing move.
//!
//! Between two zeroing moves (captures and pawn moves) the men and the pawns stay where they are: a *phase*. Within a
//! phase the clock grows with every half-move, so that nothing comes back and no equations have to be solved:
//!
//! ```text
//! F(x, h) = Σ P[move at clock h] F(after, h + 1)       or F(after, 0) after a zeroing move
//! ```
//!
//! What a player sees at clock `h` is what DTZ50 says there: a win or a loss that comes too late is a draw.
//!
//! - `phases`: the phases that a game may go through, the last ones first; `rows`: the moves of one of them
//! - `backward`: what follows from each position of a phase with a fresh clock, for those a game may come into
//! - `forward`: the phase of the position asked about, half-move by half-move

mod backward;
mod forward;
mod phases;
mod rows;

use endgame::progress::{Monitor, Progress};
use endgame::rules::{Color, Position};
use endgame::successors::WalkError;
use endgame::tables::{Size, Tables};
use player::Competence;
use player::reference::ReferencePlayer;
use value::Metric;

use crate::exact::Ties;
use crate::prediction::Question;
use crate::schema::RulePrediction;
use phases::Phases;

/// The most men for whom games are played out; one more without pawns.
const MOST_MEN: usize = 3;

/// Bytes for one number of the endgame asked about, both sides to move.
const PER_NUMBER: usize = 700;

/// Why games are not played out under the rule.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum RuleError {
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error("games under the 50-move rule are played out in dtz50: choose --metric dtz50")]
    Metric,
    #[error(
        "games under the 50-move rule are played out for three men, and for four without pawns"
    )]
    TooMany,
    #[error(
        "games under the 50-move rule are played out without weights and with --ties uniform: leave --weights or --ties out"
    )]
    Settings,
    #[error(
        "playing out games of {material} under the 50-move rule needs about {needed} of memory and may use {budget}: allow more with --memory"
    )]
    Memory { material: endgame::material::Material, needed: Size, budget: Size },
}

/// What becomes of a game.
#[derive(Clone, Debug, Default)]
struct Fate {
    /// Won, drawn and lost, for the attacker.
    ends: [f64; 3],
    /// The attacker's moves until then: their mean, and that of their square.
    length: f64,
    square: f64,
    /// The same ends within 0, 1, 2 ... of the attacker's moves; empty if nobody asked.
    within: [Vec<f64>; 3],
}

/// Plays the game out from a position with the clock it has, for each competence that the attacker, a colour of the
/// position, may have.
pub fn under_rule(
    tables: &Tables,
    position: &Position,
    attacker: Color,
    question: &Question,
    monitor: &Monitor<'_>,
) -> Result<RulePrediction, RuleError> {
    let material = position.material();
    if tables.metric() != Metric::Dtz50 {
        return Err(RuleError::Metric);
    }
    if material.men() > MOST_MEN + usize::from(material.pawns() == 0) {
        return Err(RuleError::TooMany);
    }
    if question.ties != Ties::Uniform {
        return Err(RuleError::Settings);
    }
    let index = endgame::index::Index::new(&material);
    let needed = Size(index.len() * PER_NUMBER);
    if needed.0 > question.budget {
        return Err(RuleError::Memory { material, needed, budget: Size(question.budget) });
    }
    let mut sum = Fate::default();
    let mut is_within = true;
    for &(competence, p) in &question.attacker {
        let player =
            |competence: Competence| ReferencePlayer { competence, model: question.model.clone() };
        let players = [player(competence), player(question.defender)];
        let phases = Phases::new(tables, position, attacker, players, monitor)?;
        let fate = phases.fate(question.most_moves(), monitor)?;
        is_within &= !fate.within[0].is_empty();
        sum.add(p, &fate);
    }
    let variance = sum.square - sum.length * sum.length;
    let mut within = std::collections::BTreeMap::new();
    for (name, known) in ["win", "draw", "lose"].into_iter().zip(&sum.within) {
        for &moves in question.moves.iter().filter(|_| is_within) {
            within.insert(format!("{name}_within_{moves}"), known[moves].clamp(0.0, 1.0));
        }
    }
    let [won, drawn, lost] = sum.ends;
    Ok(RulePrediction {
        won,
        drawn,
        lost,
        expected_length: sum.length,
        deviation: variance.max(0.0).sqrt(),
        within,
    })
}

impl Fate {
    /// Adds another one with its probability.
    fn add(&mut self, p: f64, other: &Fate) {
        self.ends.iter_mut().zip(other.ends).for_each(|(sum, one)| *sum += p * one);
        self.length += p * other.length;
        self.square += p * other.square;
        for (sum, one) in self.within.iter_mut().zip(&other.within) {
            sum.resize(one.len().max(sum.len()), 0.0);
            sum.iter_mut().zip(one).for_each(|(sum, one)| *sum += p * one);
        }
    }
}

/// One more phase is done; stops if asked to.
fn step(
    material: endgame::material::Material,
    (done, total): (usize, usize),
    monitor: &Monitor<'_>,
) -> Result<(), RuleError> {
    if monitor.stopped() {
        return Err(WalkError::Stopped(material).into());
    }
    (monitor.report)(Progress { material, done, total });
    Ok(())
}
