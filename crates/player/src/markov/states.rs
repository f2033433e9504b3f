//! The states of an endgame, numbered as in the papers.

use value::{Depth, Extent, Outcome};

/// The states seen by the attacker: wins 0 to the deepest, then the draw, then losses from the
/// deepest to 0. Higher numbers are less attractive.
///
/// Or the wins alone, for an attacker who never concedes the win. Or with one state more, next to the
/// draw: the dead draw, in which nobody can win any more and which is never left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateSpace {
    deepest_win: Depth,
    deepest_loss: Option<Depth>,
    dead_draws_apart: bool,
}

impl StateSpace {
    /// The wins alone.
    pub fn wins(deepest_win: Depth) -> StateSpace {
        StateSpace { deepest_win, deepest_loss: None, dead_draws_apart: false }
    }

    /// Wins, draw and losses of an attacker whose endgame goes so deep, all draws in one state as
    /// in the papers.
    pub fn all(extent: Extent) -> StateSpace {
        let Extent { deepest_win, deepest_loss } = extent;
        StateSpace { deepest_win, deepest_loss: Some(deepest_loss), dead_draws_apart: false }
    }

    /// The same with a state of their own for dead draws; wins alone stay as they are.
    #[must_use]
    pub fn with_dead_draws_apart(self) -> StateSpace {
        StateSpace { dead_draws_apart: self.deepest_loss.is_some(), ..self }
    }

    /// The papers' `ns`: how many states there are.
    pub fn len(self) -> usize {
        let wins = usize::from(self.deepest_win.0) + 1;
        let draws = 1 + usize::from(self.dead_draws_apart);
        wins + self.deepest_loss.map_or(0, |deepest| usize::from(deepest.0) + 1 + draws)
    }

    /// The number of the dead draw; none if it has no state of its own.
    pub fn dead_draw(self) -> Option<usize> {
        self.dead_draws_apart.then_some(usize::from(self.deepest_win.0) + 2)
    }

    /// Never: the win that needs no move is always there.
    pub fn is_empty(self) -> bool {
        false
    }

    /// The papers' `n_W`.
    pub fn deepest_win(self) -> Depth {
        self.deepest_win
    }

    /// The papers' `n_L`; 0 if losses are left out.
    pub fn deepest_loss(self) -> Depth {
        self.deepest_loss.unwrap_or_default()
    }

    /// Whether draws and losses are left out.
    pub fn is_wins_only(self) -> bool {
        self.deepest_loss.is_none()
    }

    /// The number of the state in which the attacker's outcome is this, of a draw the live one; none
    /// if it is left out.
    #[inline]
    pub fn number(self, outcome: Outcome) -> Option<usize> {
        match (outcome, self.deepest_loss) {
            (Outcome::Win(depth), _) if depth <= self.deepest_win => Some(usize::from(depth.0)),
            (Outcome::Draw, Some(_)) => Some(usize::from(self.deepest_win.0) + 1),
            (Outcome::Loss(depth), Some(deepest)) if depth <= deepest => {
                Some(self.len() - 1 - usize::from(depth.0))
            }
            _ => None,
        }
    }

    /// The attacker's outcome in a state.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn outcome(self, state: usize) -> Outcome {
        assert!(state < self.len(), "state {state} of {}", self.len());
        let wins = usize::from(self.deepest_win.0) + 1;
        match state {
            state if state < wins => Outcome::Win(Depth(state as u16)),
            state if state == wins || Some(state) == self.dead_draw() => Outcome::Draw,
            state => Outcome::Loss(Depth((self.len() - 1 - state) as u16)),
        }
    }

    /// The name of a state: `win in 3`, `draw`, `dead draw`.
    pub fn name(self, state: usize) -> String {
        match self.dead_draw() {
            Some(dead) if dead == state => "dead draw".to_owned(),
            _ => self.outcome(state).to_string(),
        }
    }

    /// Every state's outcome, in order.
    pub fn outcomes(self) -> impl Iterator<Item = Outcome> {
        (0..self.len()).map(move |state| self.outcome(state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Section 2 of Andrist & Haworth 2005: 37 states in KQKR.
    #[test]
    fn kqkr_has_37_states() {
        let extent = Extent { deepest_win: Depth(31), deepest_loss: Depth(3) };
        let space = StateSpace::all(extent);
        assert_eq!(space.len(), 37);
        assert_eq!(space.outcome(32), Outcome::Draw);
        assert_eq!(space.outcome(33), Outcome::Loss(Depth(3)));
        assert_eq!(space.outcome(36), Outcome::Loss(Depth(0)));
        for (state, outcome) in space.outcomes().enumerate() {
            assert_eq!(space.number(outcome), Some(state));
        }
        let wins = StateSpace::wins(Depth(31));
        assert_eq!((wins.len(), wins.number(Outcome::Draw)), (32, None));
        assert_eq!(wins.number(Outcome::Win(Depth(32))), None);
    }

    #[test]
    fn dead_draws_stand_beside_the_live_ones() {
        let extent = Extent { deepest_win: Depth(31), deepest_loss: Depth(3) };
        let space = StateSpace::all(extent).with_dead_draws_apart();
        assert_eq!((space.len(), space.dead_draw()), (38, Some(33)));
        let names = [31, 32, 33, 34, 37].map(|state| space.name(state));
        assert_eq!(names, ["win in 31", "draw", "dead draw", "loss in 3", "loss in 0"]);
        assert_eq!(space.outcome(33), Outcome::Draw);
        for (state, outcome) in space.outcomes().enumerate().filter(|&(state, _)| state != 33) {
            assert_eq!(space.number(outcome), Some(state));
        }
        let wins = StateSpace::wins(Depth(31));
        assert_eq!(wins.with_dead_draws_apart(), wins);
    }
}
