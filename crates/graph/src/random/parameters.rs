//! The parameters of a class of random games, and which of them are impossible.

use crate::branching::Branching;

/// How the moves of a random game are drawn. Jansen 1992, section 3.1.2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moves {
    /// Each position's moves lead to a random subset of the other side's positions, whatever the others'.
    #[default]
    Independent,
    /// Conserved flow: as many moves lead to each position of a side as to any other, by a random
    /// permutation. Two moves of a position may lead to the same one.
    Conserved,
}

/// What is fixed in a class of random games.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// `N_W`: positions with White to move, terminal ones included.
    pub white: u32,
    /// `N_B`: positions with Black to move.
    pub black: u32,
    /// `b_W`: White's moves in a position.
    pub white_branching: Branching,
    /// `b_B`: Black's.
    pub black_branching: Branching,
    /// `t_0`: White's positions that are won at once, by one move that ends the game.
    pub terminal_wins: u32,
    /// `t_+`: Black's positions where the game is over and drawn.
    pub terminal_draws: u32,
    /// How moves are drawn.
    pub moves: Moves,
}

/// Parameters of which there is no game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Impossible {
    /// A side without positions.
    #[error("a game needs positions of both sides: give at least 1 for each")]
    NoPositions,
    /// More positions or moves than a graph can have.
    #[error(
        "a game of {0} moves is too large: a graph has fewer than 2^32 moves, so give fewer positions or moves"
    )]
    TooLarge(u64),
    /// `t_0 > N_W`.
    #[error(
        "{wins} terminal wins cannot be among {white} positions with White to move: give at most {white}"
    )]
    TooManyWins {
        /// `t_0`.
        wins: u32,
        /// `N_W`.
        white: u32,
    },
    /// `t_+ > N_B`.
    #[error(
        "{draws} terminal draws cannot be among {black} positions with Black to move: give at most {black}"
    )]
    TooManyDraws {
        /// `t_+`.
        draws: u32,
        /// `N_B`.
        black: u32,
    },
    /// Moves to different positions, more of them than there are positions.
    #[error(
        "{moves} moves of {mover} cannot lead to different positions when {other} has {positions}: give at most {positions}, or conserve the flow"
    )]
    TooManyMoves {
        /// Moves of a position.
        moves: u32,
        /// Whose.
        mover: &'static str,
        /// The other side.
        other: &'static str,
        /// The other side's positions.
        positions: u32,
    },
    /// Conserved flow that does not come out even.
    #[error(
        "the flow cannot be conserved: {moves} moves of {mover} in all do not share out evenly among {positions} positions of {other}; make the first a multiple of the second"
    )]
    OddFlow {
        /// All moves of a side.
        moves: u64,
        /// Whose.
        mover: &'static str,
        /// The other side.
        other: &'static str,
        /// The other side's positions.
        positions: u32,
    },
    /// A win of 65,536 plies or more.
    #[error(
        "a win in this game takes 65,536 plies or more, too deep to be counted: give more moves, more terminal wins or fewer positions"
    )]
    TooDeep,
    /// Conserved flow and a distribution of branching factors.
    #[error(
        "the flow cannot be conserved when the branching factor varies: give a fixed one, or draw moves independently"
    )]
    VaryingFlow,
}

impl Parameters {
    /// Games with `n` positions for each side and `b` moves each, drawn independently.
    pub fn even(n: u32, branching: Branching, terminal_wins: u32) -> Parameters {
        Parameters {
            white: n,
            black: n,
            white_branching: branching.clone(),
            black_branching: branching,
            terminal_wins,
            terminal_draws: 0,
            moves: Moves::Independent,
        }
    }

    /// The same class, with conserved flow.
    #[must_use]
    pub fn conserved(mut self) -> Parameters {
        self.moves = Moves::Conserved;
        self
    }

    /// `t_0 / N_W`: Jansen's alpha, the share of White's positions that are terminal wins.
    pub fn share_of_wins(&self) -> f64 {
        f64::from(self.terminal_wins) / f64::from(self.white)
    }

    /// `t_+ / N_B`: the share of Black's positions that are terminal draws.
    pub fn share_of_draws(&self) -> f64 {
        f64::from(self.terminal_draws) / f64::from(self.black)
    }

    /// The moves of all positions together, on average.
    pub fn expected_moves(&self) -> f64 {
        f64::from(self.white) * self.white_branching.mean()
            + f64::from(self.black) * self.black_branching.mean()
    }

    /// About so many bytes are taken while a game of this class is made and solved.
    pub fn bytes(&self) -> u64 {
        // A move stands in the list of successors and in that of predecessors; a position has its place in both, what
        // lies beside its moves, what was found of it, and how many moves are still open.
        const OF_A_MOVE: f64 = 2.0 * 4.0;
        const OF_A_POSITION: f64 = 3.0 * 4.0 + 6.0 + 4.0 + 4.0;
        let positions = f64::from(self.white) + f64::from(self.black);
        (OF_A_MOVE * self.expected_moves() + OF_A_POSITION * positions) as u64
    }

    /// Whether there is such a game.
    pub fn check(&self) -> Result<(), Impossible> {
        let &Parameters { white, black, terminal_wins, terminal_draws, .. } = self;
        if white == 0 || black == 0 {
            return Err(Impossible::NoPositions);
        }
        if terminal_wins > white {
            return Err(Impossible::TooManyWins { wins: terminal_wins, white });
        }
        if terminal_draws > black {
            return Err(Impossible::TooManyDraws { draws: terminal_draws, black });
        }
        let expected = self.expected_moves();
        let nodes = f64::from(white) + f64::from(black) + 1.0;
        if expected.max(nodes) > 0.9 * f64::from(u32::MAX) {
            return Err(Impossible::TooLarge(expected as u64));
        }
        self.check_side(("White", white, &self.white_branching), ("Black", black))?;
        self.check_side(("Black", black, &self.black_branching), ("White", white))
    }

    fn check_side(
        &self,
        (mover, from, branching): (&'static str, u32, &Branching),
        (other, positions): (&'static str, u32),
    ) -> Result<(), Impossible> {
        match self.moves {
            Moves::Independent => match branching.most() {
                Some(moves) if moves > positions => {
                    Err(Impossible::TooManyMoves { moves, mover, other, positions })
                }
                _ => Ok(()),
            },
            Moves::Conserved => {
                let each = branching.as_fixed().ok_or(Impossible::VaryingFlow)?;
                let moves = u64::from(from) * u64::from(each);
                let even = moves % u64::from(positions) == 0;
                if even {
                    Ok(())
                } else {
                    Err(Impossible::OddFlow { moves, mover, other, positions })
                }
            }
        }
    }
}
