//! The order of drawn moves for whoever presses: [`Aim::Press`](super::Aim::Press).
//!
//! To the tables all drawn moves are equal. To somebody who wants to win they are not; the first difference decides:
//!
//! ```text
//! life      for how many of our moves, as far as is looked, no reply that holds leaves a draw we cannot win
//! fresh     a position of this game is not gone back to
//! chance    that this opponent, as he is believed to be, lets the draw go with his reply or later
//! holding   how few of his replies hold
//! ```
//!
//! Two plies are looked at for every move, two more for the likeliest. There we make the move that is best by the same
//! order, and the belief has learned from the reply.
//!
//! - `task`: what the opponent is faced with after one of our moves
//! - `in_game`: the order in a game, with where it has been

mod in_game;
mod task;

use std::cmp::Ordering;

use value::{ChoiceError, ChoiceSource, Value};

use self::task::{Task, Tasks};
use super::Predator;
use super::live_draws::{DrawnEndgame, Draws};
use crate::agents::Turn;
use crate::belief::Belief;
use crate::competence::Competence;
use crate::reference::Model;

pub use self::in_game::Been;
pub(in crate::agents) use self::in_game::DrawnMove;
pub(super) use self::task::Task as DrawnTask;

/// What a drawing move promises to whoever presses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pressure {
    /// For how many of our moves no reply that holds leaves a draw we cannot win: 0, 1, or 2 for two and more.
    pub life: u8,
    /// The chance that the opponent lets the draw go.
    pub chance: f64,
    /// How many of his replies hold.
    pub holding: u32,
}

impl Pressure {
    /// Which is better for us; rounding decides nothing.
    pub fn compare(&self, other: &Pressure) -> Ordering {
        self.key().cmp(&other.key())
    }

    fn key(&self) -> (u8, i64, std::cmp::Reverse<u32>) {
        (self.life, (self.chance * 1e9).round() as i64, std::cmp::Reverse(self.holding))
    }
}

/// Whether the side to move has something to win in the endgame of a position: of opponents who move at random, one in a
/// hundred at least lets a draw of it go within fifty moves.
pub fn something_to_win<S>(source: &S, at: &S::Position) -> Result<bool, ChoiceError>
where
    S: ChoiceSource + ?Sized,
{
    let Some(sample) = source.drawn_sample(at)? else { return Ok(false) };
    Ok(!DrawnEndgame::of(&Model::judging_people(), source, sample)?.is_dead())
}

/// Competences that stand for a belief over more of them, closer together where players differ more.
const KNOTS: usize = 8;

/// Moves that are looked at further, and those that promise as much as the last of them.
const FURTHER: usize = 6;

/// The order of these drawn moves, as far as so many positions allow; `looks_further` says whether four plies are
/// looked at, or two.
pub(super) fn look<S>(
    predator: &Predator,
    turn: &Turn<'_, S>,
    candidates: &[usize],
    draws: &Draws,
    (looks_further, nodes): (bool, usize),
) -> Result<Vec<Pressure>, ChoiceError>
where
    S: ChoiceSource + ?Sized,
{
    let (competences, belief) = condensed(&predator.analyser.belief);
    let known = (draws, predator.memory.as_deref());
    let tasks = Tasks::new(turn.source, &predator.analyser.model, &competences, known);
    let mut faced = Vec::with_capacity(candidates.len());
    for &choice in candidates {
        let next = turn.source.after(turn.at, &turn.choices[choice].play);
        faced.push((tasks.at(&next)?, next));
    }
    let mut found: Vec<Pressure> = faced.iter().map(|(task, _)| task.pressure(&belief)).collect();
    if looks_further {
        let work = |at: usize| found[at].holding as usize * candidates.len();
        for at in worth_a_look(&found, work, nodes) {
            found[at] = further(&tasks, &faced[at], &belief)?;
        }
    }
    Ok(found)
}

/// The moves to look at further: the best, those that promise as much together, as long as the work for all is not more
/// than so many positions. It does not depend on the order of the list.
fn worth_a_look(found: &[Pressure], work: impl Fn(usize) -> usize, most: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..found.len()).filter(|&at| found[at].life > 0).collect();
    order.sort_by(|&a, &b| found[b].compare(&found[a]));
    let (mut taken, mut total) = (0, 0);
    for group in order.chunk_by(|&a, &b| found[a].compare(&found[b]).is_eq()) {
        total += group.iter().map(|&at| work(at)).sum::<usize>();
        if taken >= FURTHER || total > most {
            break;
        }
        taken += group.len();
    }
    order.truncate(taken);
    order
}

impl Task {
    /// The chances by competence that the draw is let go.
    fn chances(&self) -> impl Iterator<Item = f64> + '_ {
        self.errs.iter().zip(&self.later).map(|(errs, later)| errs + later)
    }

    fn pressure(&self, belief: &[f64]) -> Pressure {
        let chance = self.chances().zip(belief).map(|(chance, b)| chance * b).sum();
        Pressure { life: u8::from(!self.is_refuted), chance, holding: self.holding }
    }
}

/// A move looked at four plies deep.
fn further<S>(
    tasks: &Tasks<'_, S>,
    (task, next): &(std::sync::Arc<Task>, S::Position),
    belief: &[f64],
) -> Result<Pressure, ChoiceError>
where
    S: ChoiceSource + ?Sized,
{
    let replies = tasks.source.choices(next)?;
    let distribution = tasks.model.distribution(&replies);
    let odds: Vec<Vec<f64>> =
        tasks.competences.iter().map(|&c| distribution.probabilities(c)).collect();
    let mut found = task.pressure(belief);
    let mut chances = task.errs.clone();
    found.life = 2;
    for (number, reply) in replies.iter().enumerate().filter(|(_, reply)| reply.value.is_drawn()) {
        let learned: Vec<f64> =
            belief.iter().zip(&odds).map(|(b, odds)| b * odds[number]).collect();
        let at = tasks.source.after(next, &reply.play);
        let best = best_of_ours(tasks, &at, &learned)?;
        let life = best.as_ref().map_or(0, |(pressure, _)| pressure.life);
        found.life = found.life.min(1 + life);
        if let Some((_, task)) = best {
            let later = chances.iter_mut().zip(task.chances()).zip(&odds);
            later.for_each(|((chance, later), odds)| *chance += odds[number] * later);
        }
    }
    found.chance = chances.iter().zip(belief).map(|(chance, b)| chance * b).sum();
    Ok(found)
}

/// Our best move in a drawn position, and what the opponent is then faced with; none if there is nothing to win.
fn best_of_ours<S>(
    tasks: &Tasks<'_, S>,
    at: &S::Position,
    belief: &[f64],
) -> Result<Option<(Pressure, std::sync::Arc<Task>)>, ChoiceError>
where
    S: ChoiceSource + ?Sized,
{
    if tasks.later(at)?.is_none() {
        return Ok(None);
    }
    let choices = tasks.source.unweighed(at)?;
    let total: f64 = belief.iter().sum();
    let belief: Vec<f64> =
        belief.iter().map(|share| share / total.max(f64::MIN_POSITIVE)).collect();
    let mut best: Option<(Pressure, std::sync::Arc<Task>)> = None;
    for choice in choices.iter().filter(|choice| choice.value.is_drawn()) {
        let task = tasks.at(&tasks.source.after(at, &choice.play))?;
        let pressure = task.pressure(&belief);
        if best.as_ref().is_none_or(|(best, _)| pressure.compare(best).is_gt()) {
            best = Some((pressure, task));
        }
    }
    Ok(best)
}

/// A belief as a few competences with their shares of it.
fn condensed(belief: &Belief) -> (Vec<Competence>, Vec<f64>) {
    let (grid, shares) = (belief.grid(), belief.probabilities());
    if grid.len() <= KNOTS {
        return (grid.competences().collect(), shares);
    }
    let [least, greatest] = [0, grid.len() - 1].map(|at| grid.at(at).get());
    let knot = |at: usize| least + (greatest - least) * (at as f64 / (KNOTS - 1) as f64).powi(2);
    let knots: Vec<f64> = (0..KNOTS).map(knot).collect();
    let mut condensed = vec![0.0; KNOTS];
    for (c, share) in grid.competences().map(Competence::get).zip(shares) {
        // Between two knots a competence counts for both, the nearer the more.
        let above = knots.iter().position(|&knot| knot >= c).unwrap_or(KNOTS - 1).max(1);
        let part = ((c - knots[above - 1]) / (knots[above] - knots[above - 1])).clamp(0.0, 1.0);
        condensed[above - 1] += share * (1.0 - part);
        condensed[above] += share * part;
    }
    let competence = |c: f64| Competence::new(c).unwrap_or(Competence::RANDOM);
    (knots.into_iter().map(competence).collect(), condensed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_belief_keeps_its_mean_and_its_mass() {
        let uniform = Belief::uniform("0(1)50".parse().expect("a grid"));
        let normal = Belief::normal("-5(0.5)40".parse().expect("a grid"), 12.0, 3.0);
        for belief in [uniform, normal.expect("inside")] {
            let (competences, shares) = condensed(&belief);
            let mean: f64 = competences.iter().zip(&shares).map(|(c, share)| c.get() * share).sum();
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!((mean - belief.mean()).abs() < 1e-9, "{mean} {}", belief.mean());
        }
        let (competences, shares) = condensed(&Belief::certain(20.0).expect("a number"));
        assert_eq!((competences.len(), shares), (1, vec![1.0]));
    }

    #[test]
    fn life_comes_before_chance_and_chance_before_replies() {
        let of = |life, chance, holding| Pressure { life, chance, holding };
        let falling = [of(2, 0.1, 9), of(1, 0.9, 1), of(1, 0.8, 1), of(1, 0.8, 2), of(0, 1.0, 1)];
        for pair in falling.windows(2) {
            assert!(pair[0].compare(&pair[1]).is_gt(), "{pair:?}");
        }
        assert!(of(1, 0.5, 3).compare(&of(1, 0.5 + 1e-15, 3)).is_eq());
    }

    #[test]
    fn equals_are_looked_at_together_or_not_at_all() {
        let of = |life, chance| Pressure { life, chance, holding: 2 };
        let found = [of(1, 0.2), of(0, 0.9), of(1, 0.5), of(1, 0.2), of(1, 0.1)];
        let looked = |most| {
            let mut looked = worth_a_look(&found, |_| 10, most);
            looked.sort_unstable();
            looked
        };
        assert_eq!(looked(9), Vec::<usize>::new());
        assert_eq!(looked(10), [2]);
        assert_eq!(looked(29), [2]);
        assert_eq!(looked(30), [0, 2, 3]);
        assert_eq!(looked(1_000), [0, 2, 3, 4]);
    }
}
