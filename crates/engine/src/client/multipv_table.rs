//! The scores an engine has sent for every move, by depth.
//!
//! An engine that is stopped has searched some moves deeper than others. Only scores of the same
//! depth can be compared, so the deepest depth that all moves have reached counts.

use std::collections::BTreeMap;

use value::Plies;

use crate::evaluator::{Evaluation, Method};
use crate::score::Score;

/// For each move the scores and lines, by depth.
#[derive(Debug)]
pub(super) struct MultiPvTable {
    moves: Vec<BTreeMap<u16, (Score, Vec<String>)>>,
}

impl MultiPvTable {
    pub(super) fn new(moves: usize) -> MultiPvTable {
        MultiPvTable { moves: vec![BTreeMap::new(); moves] }
    }

    /// Records the score of a move; the last one for a depth counts. Returns whether it is the
    /// first.
    pub(super) fn record(
        &mut self,
        place: usize,
        depth: u16,
        score: Score,
        line: Vec<String>,
    ) -> bool {
        self.moves[place].insert(depth, (score, line)).is_none()
    }

    /// How many moves have no score at all.
    pub(super) fn missing(&self) -> usize {
        self.moves.iter().filter(|heard| heard.is_empty()).count()
    }

    /// Every move at the deepest depth that all have reached; none while one has no score.
    ///
    /// Where an engine skips that depth for some move, its previous score counts.
    pub(super) fn deepest_common(self, nodes: u64, method: Method) -> Option<Evaluation> {
        let reached = self.moves.iter().map(|heard| heard.last_key_value().map(|(&at, _)| at));
        let depth = reached.min().flatten()?;
        let (mut scores, mut lines) = (Vec::new(), Vec::new());
        for mut heard in self.moves {
            let deeper = heard.split_off(&depth.saturating_add(1));
            let (score, line) = heard.into_values().last().or(deeper.into_values().next())?;
            scores.push(score);
            lines.push(line);
        }
        Some(Evaluation { scores, lines, depth: Plies(depth), nodes, method })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_compared_at_the_same_depth() {
        let mut table = MultiPvTable::new(2);
        let cp = Score::Centipawns;
        table.record(0, 1, cp(10), vec![]);
        assert_eq!(table.missing(), 1);
        table.record(1, 1, cp(20), vec![]);
        table.record(0, 2, cp(-90), vec![]);
        let found = table.deepest_common(7, Method::MultiPv).unwrap();
        assert_eq!((found.scores, found.depth), (vec![cp(10), cp(20)], Plies(1)));
        assert!(MultiPvTable::new(1).deepest_common(0, Method::MultiPv).is_none());
    }
}
