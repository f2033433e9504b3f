//! The exact answer beside the Markov model: lengths and chances position by position.
//!
//! The Markov matrix lumps all positions of one depth together. Here nothing is lumped: the expected
//! length and the chance to win within so many moves are those of each position.
//!
//! ```text
//! attacker to move   L(x) = 1 + Σ P[move] V(after)         P by the attacker's competence
//! defender to move   V(y) = Σ P[reply] L(after)            P by the defender's; infallible: the
//!                                                          deepest replies, by the rule for ties
//! ```
//!
//! With draws followed, a capture or a promotion that draws does not end the game as long as somebody
//! may win the smaller endgame: the chance to win goes on there.
//!
//! Nothing is stored about single moves: those of 64 positions at once are a few lines, made anew for chances, and listed
//! once for lengths ([`endgame::quiet_moves`]).
//!
//! - `players`: where the players stand; `odds`: how likely their moves are
//! - `exits`: drawn moves into smaller endgames
//! - `sweep`: one player's values from the other's; `replies`: an infallible defender's, listed
//! - `ties`: what an infallible defender does among equals; `first`: the first of them; `foresight`: the defender as a Predator who looks so many plies ahead
//! - `lengths`: a linear system, `swept`, solved by `refined` with `bicgstab`; `within`: so many moves, one after the other
//! - `spread`: the positions of each depth, taken together
//! - `stored`: the moves kept after all, where sweeps do not follow: rights to capture en passant, weights, the
//!   count that goes on after a capture, lengths of games that end either way
//! - `phased`: the same for more men, one placement of the pawns of one endgame after the other

mod bicgstab;
mod exits;
mod first;
mod foresight;
mod lengths;
mod odds;
mod phased;
mod players;
mod refined;
mod replies;
mod spread;
pub(crate) mod stored;
mod sweep;
mod swept;
mod ties;
mod within;

pub use lengths::Lengths;
pub use phased::{Phased, PhasedAnswer, PhasedQuestion};
pub use players::Pairing;
pub use spread::{Spread, spreads};
pub use stored::{MOST_COMPETENCES_STORED, MOST_MEN_STORED, StoredLengths, StoredMoves};
pub use ties::{Ties, TiesError};
pub use within::Within;

use endgame::material::Material;
use endgame::progress::{Monitor, Progress};
use endgame::rules::{Color, Role};
use endgame::successors::WalkError;
use player::Competence;
use player::markov::{Seat, TransitionMatrix};

use crate::markov::Chain;
use exits::{Beyond, Followed};
use players::at;

/// A share of a length that may be wrong at most: what may be wrong by more says nothing.
const MOST_WRONG: f64 = 0.1;

/// Two players in an endgame, position by position.
pub struct Exact<'a> {
    chain: Chain<'a>,
    pairing: Pairing,
    /// The lumped matrices of the attacker and the defender.
    matrices: [TransitionMatrix; 2],
    root: Followed,
    /// Where the game goes on after a drawn capture or promotion.
    smaller: Vec<(Beyond, Followed)>,
    /// What an infallible defender goes by among its deepest replies, by the attacker's numbers, and
    /// whether it wants the least.
    settled: Option<(Vec<f64>, bool)>,
}

impl<'a> Exact<'a> {
    /// Follows the moves of two players, their lumped matrices being known, within so many bytes.
    pub fn new(
        chain: Chain<'a>,
        pairing: Pairing,
        matrices: [TransitionMatrix; 2],
        mut budget: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Exact<'a>, ExactError> {
        let root = Followed::new(&chain, &pairing, &mut budget, monitor)?;
        let smaller = exits::smaller(&chain, &root, &pairing, &mut budget, monitor)?;
        Ok(Exact { chain, pairing, matrices, root, smaller, settled: None })
    }

    /// Whether so many bytes are enough to follow the moves of two players in this endgame, those after it left out.
    pub fn fits(
        chain: &Chain<'_>,
        pairing: &Pairing,
        budget: usize,
        monitor: &Monitor<'_>,
    ) -> Result<(), ExactError> {
        players::Player::fit(chain, pairing, budget, monitor)
    }

    /// From now on an infallible defender who breaks ties by length takes the reply it found best:
    /// [`deviations`](Exact::deviations) and [`within`](Exact::within) are then those of that play.
    pub fn settle_ties(&mut self, lengths: &Lengths) -> Result<(), ExactError> {
        if let Some(least) = self.by_length() {
            self.settled = Some((lengths.attacker.clone(), least));
            self.pairing.ties = Ties::Uniform;
        }
        Ok(())
    }

    /// Whether an infallible defender wants the least length, if it goes by length.
    fn by_length(&self) -> Option<bool> {
        match self.pairing.ties {
            _ if self.pairing.defender != Competence::INFALLIBLE => None,
            Ties::Uniform | Ties::First | Ties::Predator(_) => None,
            Ties::Hardest => Some(false),
            Ties::Easiest => Some(true),
        }
    }

    /// Where a position of the table is found among the values of the player to move; none if it is
    /// not followed.
    pub fn place(&self, seat: Seat, number: usize) -> Option<usize> {
        let player = &self.root.players[at(seat)];
        player.wanted[usize::from(player.codes()[number])].then_some(number)
    }

    /// One more step is done; stops if asked to.
    fn step(&self, done: usize, total: usize, monitor: &Monitor<'_>) -> Result<(), ExactError> {
        let material = self.chain.successors().table().material();
        if monitor.stopped() {
            return Err(WalkError::Stopped(material).into());
        }
        (monitor.report)(Progress { material, done, total });
        Ok(())
    }
}

/// How a game ends, for the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// He wins.
    Won,
    /// Drawn for good: nobody can win any more, whatever is played.
    Drawn,
    /// He loses.
    Lost,
}

impl End {
    /// All of them.
    pub const ALL: [End; 3] = [End::Won, End::Drawn, End::Lost];

    /// Its place in lists of ends.
    fn place(self) -> usize {
        self as usize
    }
}

/// Whether both sides have pawns, so that one may capture another en passant.
fn has_pawns_of_both(material: &Material) -> bool {
    Color::ALL.iter().all(|&color| material.army(color).count(Role::Pawn) > 0)
}

/// Why there is no exact answer.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ExactError {
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error("stopped")]
    Stopped,
    #[error(
        "{material} has pawns of both sides, and rights to capture en passant are followed by fallible predict alone: ask it"
    )]
    EnPassant { material: Material },
    #[error(
        "DTM counts on after a capture or a promotion that decides {material}, which is followed by fallible predict alone: ask it, or choose --metric dtc"
    )]
    Metric { material: Material },
    #[error(
        "the moves of all phases are stored at once for up to {MOST_MEN_STORED} men, and {material} has more: follow it phase by phase"
    )]
    TooManyMen { material: Material },
    #[error(
        "all phases of such a game at once need more memory than may be used, and one after the other takes minutes: ask for it with --exact"
    )]
    Phases,
    #[error(
        "--ties looks ahead to the win, and here wins may be given away: leave --ties or --concede all out"
    )]
    Ties,
    #[error(
        "--ties is followed where all moves weigh the same, one side has pawns at most, and the count ends with the endgame: leave --ties out"
    )]
    StoredTies,
    #[error("competence {competence} is too sharp for numbers: take less, or inf")]
    TooSharp { competence: Competence },
    #[error(
        "{material} position by position needs about {needed} of memory and may use {budget}: allow more with --memory"
    )]
    Memory { material: Material, needed: endgame::tables::Size, budget: endgame::tables::Size },
    #[error(
        "how long games last that may end either way is worked out over stored moves, and for more than {MOST_COMPETENCES_STORED} competences that takes minutes: ask for it with --exact"
    )]
    EitherWay,
    #[error("such a player may never win: there is no expected length; take a greater competence")]
    Endless,
    #[error(
        "no solution after {sweeps} sweeps (the equations miss by {residual:.1e}): take a greater competence"
    )]
    Unsettled { sweeps: usize, residual: f64 },
}
