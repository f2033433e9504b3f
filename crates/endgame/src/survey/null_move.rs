//! What a null move (passing) would be worth: threats where it costs, zugzwang where it gains.
//!
//! ```text
//! threat value = what the side that has just moved could get by moving again
//!                less what it gets after its opponent's best move
//! ```
//!
//! Jansen 1992, 6.2 (Zugzwang) and 9.1.3. Seen by the side to move: its best move less its pass, in
//! moves of depth. A negative threat value is *zugzwang*: whoever must move would rather not.

use std::collections::BTreeMap;

use value::{Depth, Outcome};

use super::pair_counts::best_after;

/// Positions of one depth by what passing would change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NullMoveCounts {
    /// The side to move is in check and cannot pass.
    pub in_check: u64,
    /// NullMoveCounts keeps the value: by the threat value, in moves.
    pub threats: BTreeMap<i32, u64>,
    /// NullMoveCounts would give the value away: the opponent threatens to win or to save himself.
    pub decisive_threats: u64,
    /// NullMoveCounts would gain a better value: the obligation to move decides the game.
    pub decisive_zugzwangs: u64,
}

/// What passing does to one position.
enum Pass {
    InCheck,
    Keeps(i32),
    Costs,
    Gains,
}

fn compare(outcome: Outcome, passed: Option<Outcome>) -> Pass {
    let Some(passed) = passed else { return Pass::InCheck };
    match passed.sign().cmp(&outcome.sign()) {
        std::cmp::Ordering::Less => return Pass::Costs,
        std::cmp::Ordering::Greater => return Pass::Gains,
        std::cmp::Ordering::Equal => (),
    }
    let (Some(Depth(best)), Some(Depth(after))) = (best_after(outcome), passed.depth()) else {
        return Pass::Keeps(0);
    };
    let deeper = i32::from(after) - i32::from(best);
    Pass::Keeps(if outcome.sign() > 0 { deeper } else { -deeper })
}

impl NullMoveCounts {
    pub(super) fn add(&mut self, outcome: Outcome, passed: Option<Outcome>, times: u64) {
        match compare(outcome, passed) {
            Pass::InCheck => self.in_check += times,
            Pass::Keeps(threat) => *self.threats.entry(threat).or_default() += times,
            Pass::Costs => self.decisive_threats += times,
            Pass::Gains => self.decisive_zugzwangs += times,
        }
    }

    pub(super) fn merge(&mut self, other: &NullMoveCounts) {
        self.in_check += other.in_check;
        self.decisive_threats += other.decisive_threats;
        self.decisive_zugzwangs += other.decisive_zugzwangs;
        for (&threat, &times) in &other.threats {
            *self.threats.entry(threat).or_default() += times;
        }
    }

    /// Whether a side to move would rather pass.
    pub(super) fn is_zugzwang(outcome: Option<Outcome>, passed: Option<Outcome>) -> bool {
        outcome.is_some_and(|outcome| match compare(outcome, passed) {
            Pass::Gains => true,
            Pass::Keeps(threat) => threat < 0,
            Pass::InCheck | Pass::Costs => false,
        })
    }

    /// Positions in which the side to move would rather pass, whatever it gains.
    pub fn zugzwangs(&self) -> u64 {
        self.decisive_zugzwangs + self.threats.range(..0).map(|(_, times)| times).sum::<u64>()
    }

    /// Positions in which the opponent threatens something.
    pub fn threatened(&self) -> u64 {
        self.decisive_threats + self.threats.range(1..).map(|(_, times)| times).sum::<u64>()
    }

    /// The mean threat value where passing keeps the value; none if it nowhere does.
    pub fn mean_threat(&self) -> Option<f64> {
        let positions: u64 = self.threats.values().sum();
        let sum: i64 = self.threats.iter().map(|(&threat, &n)| i64::from(threat) * n as i64).sum();
        (positions > 0).then(|| sum as f64 / positions as f64)
    }

    /// The most that an obligation to move costs, the value kept; none where it costs nothing.
    pub fn dearest_zugzwang(&self) -> Option<u16> {
        let (&threat, _) = self.threats.range(..0).next()?;
        Some(threat.unsigned_abs() as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_are_seen_by_the_side_to_move() {
        let (win, loss) = (|d| Outcome::Win(Depth(d)), |d| Outcome::Loss(Depth(d)));
        let mut null_move = NullMoveCounts::default();
        // A win in 10 leads to 9: passing into 12 costs three moves, into 7 it would gain two.
        null_move.add(win(10), Some(win(12)), 1);
        null_move.add(win(10), Some(win(7)), 1);
        null_move.add(win(10), Some(win(9)), 1);
        // A loss in 10: passing into 4 costs six, into 13 it would gain three.
        null_move.add(loss(10), Some(loss(4)), 1);
        null_move.add(loss(10), Some(loss(13)), 1);
        null_move.add(loss(10), Some(Outcome::Draw), 1);
        null_move.add(Outcome::Draw, Some(loss(2)), 1);
        null_move.add(loss(10), None, 1);
        let kept = [(-3, 1), (-2, 1), (0, 1), (3, 1), (6, 1)];
        assert_eq!(null_move.threats, BTreeMap::from(kept));
        assert_eq!((null_move.decisive_threats, null_move.decisive_zugzwangs), (1, 1));
        assert_eq!((null_move.zugzwangs(), null_move.threatened(), null_move.in_check), (3, 3, 1));
        assert_eq!(null_move.dearest_zugzwang(), Some(3));
        assert_eq!(null_move.mean_threat(), Some(0.8));
    }
}
