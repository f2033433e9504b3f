//! The scores an engine has sent for every move, by depth.
//!
//! An engine that is stopped has searched some moves deeper than others. Only scores of the same
//! depth can be compared, so the deepest depth that all moves have reached counts.

use std::collections::BTreeMap;

use value::Plies;

use crate::evaluator::{Evaluation, Method};
use crate::score::Score;

/// What an engine has sent for a move at one depth.
#[derive(Clone, Debug)]
struct Heard {
    score: Score,
    line: Vec<String>,
    /// Positions of the search so far.
    nodes: u64,
}

/// For each move the scores and lines, by depth.
#[derive(Debug)]
pub(super) struct MultiPvTable {
    moves: Vec<BTreeMap<u16, Heard>>,
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
        nodes: u64,
    ) -> bool {
        self.moves[place].insert(depth, Heard { score, line, nodes }).is_none()
    }

    /// The deepest depth that all moves have reached; none while one has no score.
    pub(super) fn depth(&self) -> Option<u16> {
        let reached = self.moves.iter().map(|heard| heard.last_key_value().map(|(&at, _)| at));
        reached.min().flatten()
    }

    /// How many moves have no score at all.
    pub(super) fn missing(&self) -> usize {
        self.moves.iter().filter(|heard| heard.is_empty()).count()
    }

    /// Every move at the deepest depth that all have reached; none while one has no score.
    ///
    /// Where an engine skips that depth for some move, its previous score counts.
    pub(super) fn deepest_common(self, nodes: u64, method: Method) -> Option<Evaluation> {
        let depth = self.depth()?;
        let (mut scores, mut lines) = (Vec::new(), Vec::new());
        for mut heard in self.moves {
            let deeper = heard.split_off(&depth.saturating_add(1));
            let last = heard.into_values().last().or(deeper.into_values().next())?;
            let Heard { score, line, .. } = last;
            scores.push(score);
            lines.push(line);
        }
        Some(Evaluation { scores, lines, depth: Plies(depth), nodes, method })
    }
}

impl MultiPvTable {
    /// Every move as a search of this depth would have left it: iterative deepening passes through
    /// all depths on its way. None if a move has no score at all.
    ///
    /// Where an engine skips the depth for some move, its previous score counts.
    pub(super) fn at_depth(&self, depth: u16, method: Method) -> Option<Evaluation> {
        let last = |heard: &BTreeMap<u16, Heard>| {
            let (_, last) = heard.range(..=depth).next_back().or(heard.first_key_value())?;
            Some(last.clone())
        };
        let heard: Option<Vec<Heard>> = self.moves.iter().map(last).collect();
        let heard = heard?;
        let nodes = heard.iter().map(|heard| heard.nodes);
        let nodes = match method {
            Method::MultiPv => nodes.max().unwrap_or(0),
            Method::Children => nodes.fold(0, u64::saturating_add),
        };
        let (scores, lines) = heard.into_iter().map(|heard| (heard.score, heard.line)).unzip();
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
        table.record(0, 1, cp(10), vec![], 5);
        assert_eq!(table.missing(), 1);
        table.record(1, 1, cp(20), vec![], 5);
        table.record(0, 2, cp(-90), vec![], 5);
        let found = table.deepest_common(7, Method::MultiPv).unwrap();
        assert_eq!((found.scores, found.depth), (vec![cp(10), cp(20)], Plies(1)));
        assert!(MultiPvTable::new(1).deepest_common(0, Method::MultiPv).is_none());
    }

    #[test]
    fn a_deep_search_has_passed_through_the_shallow_ones() {
        let cp = Score::Centipawns;
        let mut table = MultiPvTable::new(2);
        for (place, depth, score, nodes) in
            [(0, 1, 10, 3), (1, 1, 20, 4), (0, 2, 11, 8), (1, 3, 21, 9)]
        {
            table.record(place, depth, cp(score), vec![], nodes);
        }
        let at =
            |depth, method| table.at_depth(depth, method).map(|found| (found.scores, found.nodes));
        assert_eq!(at(1, Method::MultiPv), Some((vec![cp(10), cp(20)], 4)));
        assert_eq!(at(2, Method::MultiPv), Some((vec![cp(11), cp(20)], 8)));
        assert_eq!(at(3, Method::Children), Some((vec![cp(11), cp(21)], 17)));
        assert!(MultiPvTable::new(1).at_depth(1, Method::MultiPv).is_none());
    }
}
