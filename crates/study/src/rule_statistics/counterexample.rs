//! Counterexamples to a rule: positions where every move that conforms to it is bad.

use endgame::heuristics::{Rule, Sweep, facts};
use endgame::rules::Position;
use endgame::tables::Tables;
use value::{ChoiceError, ChoiceSource, Outcome};

/// The depth that a move concedes, or that it gives away the result: more than any depth.
pub(super) type Conceded = Result<u16, ResultLost>;

/// A win or a draw is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ResultLost;

/// A position where even the best move that conforms to a rule concedes much.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterexample {
    /// The position.
    pub position: Position,
    /// Moves conceded by the best move that conforms; none if each gives the value away.
    pub conceded: Option<u16>,
}

/// A move of such a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// In standard notation.
    pub san: String,
    /// Where it leads, for the mover.
    pub value: Outcome,
}

impl Counterexample {
    /// The moves that conform, the best first, and the optimal ones.
    pub fn moves(
        &self,
        tables: &Tables,
        rule: &Rule,
    ) -> Result<(Vec<Played>, Vec<Played>), ChoiceError> {
        let at = &self.position;
        let (mut conforming, mut optimal) = (Vec::new(), Vec::new());
        for (facts, choice) in facts(tables, at)?.iter().zip(tables.choices(at)?) {
            let played = Played { san: at.san(choice.play), value: choice.value };
            if rule.holds(facts) {
                conforming.push(played.clone());
            }
            if facts.optimal() {
                optimal.push(played);
            }
        }
        conforming.sort_by_key(|played| std::cmp::Reverse(played.value));
        Ok((conforming, optimal))
    }
}

/// The worst few seen so far, the worst first, by number where they are as bad.
#[derive(Clone, Debug, Default)]
pub(super) struct Worst(Vec<(Conceded, usize)>);

impl Worst {
    pub(super) fn offer(&mut self, conceded: Conceded, number: usize, keep: usize) {
        let key = |&(conceded, number): &(Conceded, usize)| (std::cmp::Reverse(conceded), number);
        if self.0.len() == keep && self.0.last().is_some_and(|last| last.0 >= conceded) {
            return;
        }
        let new = (conceded, number);
        let at = self.0.partition_point(|old| key(old) < key(&new));
        self.0.insert(at, new);
        self.0.truncate(keep);
    }

    pub(super) fn add(&mut self, other: Worst, keep: usize) {
        for (conceded, number) in other.0 {
            self.offer(conceded, number, keep);
        }
    }

    pub(super) fn counterexamples(self, sweep: &Sweep<'_, '_>) -> Vec<Counterexample> {
        let decoded = self.0.into_iter().filter_map(|(conceded, number)| {
            let position = sweep.position(number)?;
            Some(Counterexample { position, conceded: conceded.ok() })
        });
        decoded.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_are_kept_whatever_the_order() {
        let lost: Conceded = Err(ResultLost);
        let seen = [(Ok(3), 7), (lost, 2), (Ok(1), 1), (lost, 1), (Ok(400), 5), (lost, 3)];
        let mut forward = Worst::default();
        let mut backward = Worst::default();
        for (conceded, number) in seen {
            forward.offer(conceded, number, 3);
        }
        assert_eq!(forward.0, [(lost, 1), (lost, 2), (lost, 3)]);
        // Numbers come in order within a walk; a later one as bad does not push an earlier out.
        for (conceded, number) in [(Ok(9), 1), (Ok(4), 2), (Ok(9), 4), (Ok(9), 5)] {
            backward.offer(conceded, number, 2);
        }
        assert_eq!(backward.0, [(Ok(9), 1), (Ok(9), 4)]);
    }
}
