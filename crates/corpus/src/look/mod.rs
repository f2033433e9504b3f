//! What a move looks like to somebody who has not calculated: which man goes where, what it takes,
//! answers, attacks and leaves hanging.
//!
//! Engine scores say how well a move is, not whether anybody looks at it. These features say what
//! people look at, for a conditional logit ([`weights`], learned by [`train`]); no engine and no
//! network is needed for them.
//!
//! - `place`, `capture`, `history`, `threat`, `king`, `pawn`: the features themselves
//! - `exchange`: who wins what where men are exchanged; `view`: what is seen before any move

mod capture;
mod exchange;
mod history;
mod king;
mod pawn;
mod place;
mod template;
mod threat;
pub mod train;
mod view;
pub mod weights;

use shakmaty::{Chess, Move};

use template::Features;
use view::{Tried, View};

/// The moves before a position that its mover remembers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// The opponent's last move.
    pub answered: Option<Move>,
    /// The mover's own move before that.
    pub continued: Option<Move>,
}

/// The features that hold of each move, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    numbers: Vec<u16>,
    ends: Vec<u32>,
}

impl Looks {
    /// What these moves of a position look like.
    pub fn of(at: &Chess, moves: &[Move], before: &Before) -> Looks {
        let view = View::new(at, before);
        let mut looks = Looks::default();
        for &play in moves {
            looks.numbers.extend(of_move(&view, play).0);
            looks.ends.push(looks.numbers.len() as u32);
        }
        looks
    }

    /// How many moves.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The features of a move, each at most once, rising.
    pub fn features(&self, of: usize) -> &[u16] {
        let start = if of == 0 { 0 } else { self.ends[of - 1] };
        &self.numbers[start as usize..self.ends[of] as usize]
    }
}

/// How many features there are.
pub fn count() -> u16 {
    let start = Chess::default();
    let view = View::new(&start, &Before::default());
    let play = Move::Normal {
        role: shakmaty::Role::Pawn,
        from: shakmaty::Square::E2,
        capture: None,
        to: shakmaty::Square::E4,
        promotion: None,
    };
    of_move(&view, play).1
}

/// The features of one move, and how many numbers there are.
fn of_move(view: &View<'_>, play: Move) -> (Vec<u16>, u16) {
    let tried = Tried::new(view, play);
    let mut features = Features::default();
    place::put(view, &tried, &mut features);
    capture::put(view, &tried, &mut features);
    history::put(view, &tried, &mut features);
    threat::put(view, &tried, &mut features);
    king::put(view, &tried, &mut features);
    pawn::put(view, &tried, &mut features);
    features.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use shakmaty::Position as _;

    /// The game of the same moves with the colours exchanged.
    fn mirrored(play: Move) -> Move {
        let flip = |square: shakmaty::Square| square.flip_vertical();
        match play {
            Move::Normal { role, from, capture, to, promotion } => {
                Move::Normal { role, from: flip(from), capture, to: flip(to), promotion }
            }
            Move::EnPassant { from, to } => Move::EnPassant { from: flip(from), to: flip(to) },
            Move::Castle { king, rook } => Move::Castle { king: flip(king), rook: flip(rook) },
            Move::Put { .. } => unreachable!("nothing is dropped in chess"),
        }
    }

    /// The same position with the colours exchanged.
    fn exchanged(at: &Chess) -> Chess {
        let setup = at.to_setup(shakmaty::EnPassantMode::Always);
        let mut board = setup.board.clone();
        board.flip_vertical();
        board.swap_colors();
        let setup = shakmaty::Setup {
            board,
            turn: !setup.turn,
            castling_rights: setup.castling_rights.flip_vertical(),
            ep_square: setup.ep_square.map(shakmaty::Square::flip_vertical),
            ..setup
        };
        setup.position(shakmaty::CastlingMode::Standard).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Along games of random moves: features are below their count and rise, and the colours
        /// are alike.
        #[test]
        fn features_are_numbered_and_blind_to_colour(choices in prop::collection::vec(any::<u16>(), 1..120)) {
            let mut at = Chess::default();
            let mut before = Before::default();
            for choice in choices {
                let moves: Vec<Move> = at.legal_moves().into_iter().collect();
                if moves.is_empty() {
                    break;
                }
                let looks = Looks::of(&at, &moves, &before);
                for of in 0..looks.len() {
                    prop_assert!(looks.features(of).is_sorted_by(|a, b| a < b));
                    prop_assert!(looks.features(of).iter().all(|&feature| feature < count()));
                }
                let there = Before {
                    answered: before.answered.map(mirrored),
                    continued: before.continued.map(mirrored),
                };
                let same: Vec<Move> = moves.iter().map(|&play| mirrored(play)).collect();
                prop_assert_eq!(&Looks::of(&exchanged(&at), &same, &there), &looks);
                let play = moves[usize::from(choice) % moves.len()];
                before = Before { answered: Some(play), continued: before.answered };
                at.play_unchecked(play);
            }
        }
    }
}
