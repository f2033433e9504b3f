//! Counterexamples to a rule: positions where every move that conforms to it is bad.

use endgame::heuristics::{Facts, Rule, Sweep, facts};
use endgame::rules::Position;
use endgame::tables::Tables;
use value::{ChoiceError, ChoiceSource, Outcome};

/// What a move gives away against the best; the value is more than any depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Conceded {
    Depth(u32),
    Value,
}

impl Conceded {
    pub(super) fn by(facts: &Facts) -> Conceded {
        let depth = |outcome: Outcome| outcome.depth().map_or(0, |depth| u32::from(depth.0));
        match facts.fatal() {
            true => Conceded::Value,
            false => Conceded::Depth(depth(facts.value).abs_diff(depth(facts.best))),
        }
    }

    fn depth(self) -> Option<u32> {
        match self {
            Conceded::Depth(depth) => Some(depth),
            Conceded::Value => None,
        }
    }
}

/// A position where even the best move that conforms to a rule concedes much.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterexample {
    /// The position.
    pub position: Position,
    /// Moves conceded by the best move that conforms; none if each gives the value away.
    pub conceded: Option<u32>,
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
            Some(Counterexample { position, conceded: conceded.depth() })
        });
        decoded.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_are_kept_whatever_the_order() {
        use Conceded::{Depth, Value};
        let seen =
            [(Depth(3), 7), (Value, 2), (Depth(1), 1), (Value, 1), (Depth(4), 5), (Value, 3)];
        let mut forward = Worst::default();
        let mut backward = Worst::default();
        for (conceded, number) in seen {
            forward.offer(conceded, number, 3);
        }
        assert_eq!(forward.0, [(Value, 1), (Value, 2), (Value, 3)]);
        // Numbers come in order within a walk; a later one as bad does not push an earlier out.
        for (conceded, number) in [(Depth(9), 1), (Depth(4), 2), (Depth(9), 4), (Depth(9), 5)] {
            backward.offer(conceded, number, 2);
        }
        assert_eq!(backward.0, [(Depth(9), 1), (Depth(9), 4)]);
    }
}
