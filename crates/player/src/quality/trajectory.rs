//! The depth of a won position move by move, and what it says of the play.
//!
//! ```text
//! Q1 = M if won, 2N + 1 - M if the win in N moves slipped away with move M    Q5 = (D_0 - D_M) / M
//! Q2 = D_0 - Q1                                                               Q6 = total conceded / M
//! Q3 = M + D_M - D_0                                                          Q7 = mistakes / M
//! Q4 = Q3 / M                                                                 Q8 = total / mistakes
//! ```
//!
//! Jansen 1992, section 6.1.1. `Q1` to `Q5` see the difference between both players, `Q6` to `Q8` one.

use serde::{Deserialize, Serialize};

use super::Errors;

/// One move of the winner, the reply, and the depth they led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullMove {
    /// What the winner conceded: Jansen's `ε_W`.
    pub conceded: u16,
    /// What the loser conceded; none if he did not move any more.
    pub reply: Option<u16>,
    /// `D_i`: the depth then, winner to move.
    pub depth: u16,
}

/// The way of one game through the depths of one endgame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trajectory {
    /// `D_0`: the depth before the winner's first move.
    pub start: u16,
    /// The moves that kept the win.
    pub moves: Vec<FullMove>,
    /// Whether the win was given away after them.
    pub given_away: bool,
}

/// Where a game can be won in time: the polygon of Jansen's figure 6.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSpace {
    /// `N`: moves the winner may make, 50 by the rules.
    pub moves_allowed: u16,
    /// The greatest depth of the endgame.
    pub deepest: u16,
}

impl GameSpace {
    /// Its corners for a game that starts this deep: `(0, D_0)`, `(1, D_max)`, `(N - D_max, D_max)`,
    /// `(N, 0)`, `(D_0, 0)`, and back to the first.
    pub fn outline(&self, start: u16) -> Vec<(f64, f64)> {
        let [allowed, deepest, start] = [self.moves_allowed, self.deepest, start].map(f64::from);
        let last = (allowed - deepest).max(1.0);
        let shoulder = deepest.min(allowed - 1.0);
        let corners = [(0.0, start), (1.0, shoulder), (last, shoulder), (allowed, 0.0)];
        corners.into_iter().chain([(start.min(allowed), 0.0), (0.0, start)]).collect()
    }
}

/// `Q1` to `Q8` of one game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// Moves to the win, or `2N + 1` less the move with which a win in time slipped away; none if
    /// the game was broken off before either.
    pub q1: Option<i64>,
    /// `D_0 - Q1`.
    pub q2: Option<i64>,
    /// Net error: `M + D_M - D_0`.
    pub q3: i64,
    /// Net error a move.
    pub q4: f64,
    /// Progress a move.
    pub q5: f64,
    /// `d`: error a move.
    pub q6: f64,
    /// `p`: probability of a mistake.
    pub q7: f64,
    /// `δ`: size of a mistake; none without one.
    pub q8: Option<f64>,
    /// `Q5` of a game played to the win: Michie and Bratko's path efficiency.
    pub path_efficiency: Option<f64>,
}

impl Trajectory {
    /// `D_M`: the depth at the end.
    pub fn end(&self) -> u16 {
        self.moves.last().map_or(self.start, |step| step.depth)
    }

    /// Whether the goal was reached.
    pub fn is_won(&self) -> bool {
        !self.moves.is_empty() && self.end() == 0 && !self.given_away
    }

    /// The number of the move after which the game could not be won any more in so many moves, even
    /// with best play: the least `i` with `i + D_i > N`.
    pub fn crossing(&self, moves_allowed: u16) -> Option<usize> {
        let too_late = |(at, step): (usize, &FullMove)| {
            at + 1 + usize::from(step.depth) > usize::from(moves_allowed)
        };
        self.moves.iter().enumerate().position(too_late).map(|at| at + 1)
    }

    /// The part within the space of games that can be won in time, the move that leaves it included.
    #[must_use]
    pub fn within(&self, moves_allowed: u16) -> Trajectory {
        match self.crossing(moves_allowed) {
            None => self.clone(),
            Some(last) => Trajectory {
                start: self.start,
                moves: self.moves[..last].to_vec(),
                given_away: false,
            },
        }
    }

    /// The winner's mistakes.
    pub fn winner(&self) -> Errors {
        let mut errors = Errors::default();
        self.moves.iter().for_each(|step| errors.add(Some(step.conceded)));
        errors.fatal = u64::from(self.given_away);
        errors
    }

    /// Every measure; none of a game without a move.
    pub fn measures(&self, moves_allowed: u16) -> Option<Measures> {
        let errors = self.winner();
        let made = i64::try_from(self.moves.len()).ok()?;
        let (start, end) = (i64::from(self.start), i64::from(self.end()));
        let q1 = match self.crossing(moves_allowed) {
            Some(slipped) => Some(2 * i64::from(moves_allowed) + 1 - i64::try_from(slipped).ok()?),
            None => self.is_won().then_some(made),
        };
        let q3 = made + end - start;
        let q5 = (start - end) as f64 / made as f64;
        Some(Measures {
            q1,
            q2: q1.map(|q1| start - q1),
            q3,
            q4: q3 as f64 / made as f64,
            q5,
            q6: errors.average()?,
            q7: errors.probability()?,
            q8: errors.magnitude(),
            path_efficiency: self.is_won().then_some(q5),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A game from depth 31 against best play with these mistakes: (move, moves conceded).
    fn against_best_play(moves: usize, mistakes: &[(usize, u16)]) -> Trajectory {
        let mut depth = 31;
        let step = |number: usize| {
            let conceded =
                mistakes.iter().find(|(at, _)| *at == number).map_or(0, |(_, size)| *size);
            depth = depth - 1 + conceded;
            FullMove { conceded, reply: Some(0), depth }
        };
        Trajectory { start: 31, moves: (1..=moves).map(step).collect(), given_away: false }
    }

    /// Browne's concessions as in Haworth 2003, appendix B.
    fn browne(game: usize) -> Trajectory {
        let first =
            [(6, 1), (17, 3), (18, 2), (19, 1), (20, 1), (21, 2), (22, 1), (26, 2), (31, 1)];
        let rest = [(32, 4), (33, 2), (40, 3), (41, 2), (42, 2)];
        let second =
            [(6, 1), (16, 1), (17, 3), (19, 3), (26, 1), (27, 2), (28, 2), (30, 1), (32, 1)];
        let end = [(33, 1), (35, 2), (44, 1)];
        match game {
            1 => against_best_play(45, &[&first[..], &rest[..]].concat()),
            _ => against_best_play(50, &[&second[..], &end[..]].concat()),
        }
    }

    fn two(number: f64) -> f64 {
        (number * 100.0).round() / 100.0
    }

    /// Section 6.1.2: 33 moves within the game space; the printed 12 and 23 of all 45 are those of
    /// the first 40.
    #[test]
    fn browne_first_game() {
        let game = browne(1);
        let all = game.winner();
        assert_eq!((all.moves, all.mistakes, all.total), (45, 14, 27));
        let first_40 = Trajectory { moves: game.moves[..40].to_vec(), ..game.clone() }.winner();
        assert_eq!((first_40.mistakes, first_40.total), (12, 23));
        assert_eq!(game.crossing(50), Some(33));
        let within = game.within(50);
        let inside = within.winner();
        assert_eq!((inside.moves, inside.mistakes, inside.total), (33, 11, 20));
        let measures = within.measures(50).unwrap();
        assert_eq!([measures.q7, measures.q8.unwrap(), measures.q6].map(two), [0.33, 1.82, 0.61]);
        assert_eq!(game.measures(50).unwrap().q1, Some(101 - 33));
        assert_eq!((game.end(), game.measures(50).unwrap().q3), (13, 27));
    }

    #[test]
    fn browne_second_game() {
        let game = browne(2);
        let measures = game.measures(50).unwrap();
        assert_eq!((game.winner().mistakes, game.winner().total), (12, 19));
        assert_eq!([measures.q7, measures.q8.unwrap(), measures.q6].map(two), [0.24, 1.58, 0.38]);
        assert_eq!((measures.q1, measures.q2, measures.q3), (Some(50), Some(-19), 19));
        assert_eq!(measures.path_efficiency, Some(0.62));
        assert_eq!(game.within(50), game);
    }

    /// "Draws yield values from 51 through 81."
    #[test]
    fn the_scale_of_draws() {
        let stuck = Trajectory {
            start: 31,
            moves: vec![FullMove { conceded: 1, reply: Some(0), depth: 31 }; 50],
            given_away: false,
        };
        assert_eq!(stuck.measures(50).unwrap().q1, Some(81));
        let mut late = against_best_play(50, &[(1, 19)]);
        late.start = 50;
        late.moves.iter_mut().enumerate().for_each(|(at, step)| step.depth = 50 - at as u16);
        late.moves[..49].iter_mut().for_each(|step| step.depth -= 1);
        assert_eq!(late.measures(50).unwrap().q1, Some(51));
    }

    #[test]
    fn the_game_space_of_the_figure() {
        let space = GameSpace { moves_allowed: 50, deepest: 31 };
        let corners =
            [(0.0, 14.0), (1.0, 31.0), (19.0, 31.0), (50.0, 0.0), (14.0, 0.0), (0.0, 14.0)];
        assert_eq!(space.outline(14), corners);
    }

    #[test]
    fn no_move_no_measure() {
        assert_eq!(Trajectory { start: 9, ..Trajectory::default() }.measures(50), None);
    }

    proptest! {
        /// With best replies `Q6` is `Q4`; with others the difference is what the loser conceded.
        #[test]
        fn net_error_is_the_difference(moves in prop::collection::vec((0..4u16, 0..3u16), 1..60)) {
            let mut depth = 200u16;
            let steps = moves.iter().map(|&(conceded, reply)| {
                depth = depth - 1 + conceded - reply;
                FullMove { conceded, reply: Some(reply), depth }
            });
            let game = Trajectory { start: 200, moves: steps.collect(), given_away: false };
            let measures = game.measures(50).unwrap();
            let mut loser = Errors::default();
            moves.iter().for_each(|&(_, reply)| loser.add(Some(reply)));
            let net = game.winner().net(&loser).unwrap();
            prop_assert!((measures.q4 - net).abs() < 1e-12);
            prop_assert!((measures.q4 + measures.q5 - 1.0).abs() < 1e-12);
        }
    }
}
