//! The shape of a random game: how many positions of each depth, and its class.

use value::{Depth, Outcome};

use super::game::{RandomGame, Side};

/// What a game is for White. Jansen 1992, section 3.3.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// No position with Black to move is lost: White wins where it wins at once, and nowhere else.
    TrivialDraw,
    /// Some are, but fewer than half of those that are not terminal.
    InterestingDraw,
    /// At least half of them are.
    TotalWin,
}

impl Class {
    /// The class of a game in which so many of Black's positions that are not terminal are lost.
    pub fn of(lost: u64, positions: u64) -> Class {
        match lost {
            0 => Class::TrivialDraw,
            _ if 2 * lost < positions => Class::InterestingDraw,
            _ => Class::TotalWin,
        }
    }

    /// `total win`, `interesting draw` or `trivial draw`.
    pub fn name(self) -> &'static str {
        match self {
            Class::TrivialDraw => "trivial draw",
            Class::InterestingDraw => "interesting draw",
            Class::TotalWin => "total win",
        }
    }
}

/// How many positions of each depth a game has, in winner's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// White to move and won, by depth; the terminal wins are at depth 1, nothing at 0.
    pub white_won: Vec<u32>,
    /// Black to move and lost, by depth.
    pub black_lost: Vec<u32>,
    /// White to move and lost: only where White may be left without a move.
    pub white_lost: u32,
    /// Black to move and won.
    pub black_won: u32,
    /// White to move, drawn.
    pub white_drawn: u32,
    /// Black to move, drawn; terminal draws included.
    pub black_drawn: u32,
    /// Positions with the same number for both sides where whoever moves would rather pass: Black to
    /// move loses in fewer plies than White to move wins, if White to move wins at all.
    pub zugzwangs: u32,
    /// The class.
    pub class: Class,
}

impl Shape {
    /// Counts the positions of a game.
    pub fn of(game: &RandomGame) -> Shape {
        let mut shape = Shape {
            white_won: Vec::new(),
            black_lost: Vec::new(),
            white_lost: 0,
            black_won: 0,
            white_drawn: 0,
            black_drawn: 0,
            zugzwangs: 0,
            class: Class::TrivialDraw,
        };
        for node in game.positions(Side::White) {
            match game.outcome(node) {
                Outcome::Win(depth) => count(&mut shape.white_won, depth),
                Outcome::Draw => shape.white_drawn += 1,
                Outcome::Loss(_) => shape.white_lost += 1,
            }
        }
        for node in game.positions(Side::Black) {
            match game.outcome(node) {
                Outcome::Loss(depth) => count(&mut shape.black_lost, depth),
                Outcome::Draw => shape.black_drawn += 1,
                Outcome::Win(_) => shape.black_won += 1,
            }
        }
        shape.zugzwangs = zugzwangs(game).count() as u32;
        let parameters = game.parameters();
        let positions = u64::from(parameters.black - parameters.terminal_draws);
        shape.class = Class::of(shape.lost().into(), positions);
        shape
    }

    /// White's positions that are won, the terminal ones included.
    pub fn won(&self) -> u32 {
        self.white_won.iter().sum()
    }

    /// Black's positions that are lost.
    pub fn lost(&self) -> u32 {
        self.black_lost.iter().sum()
    }

    /// The depth of the deepest win or loss, in White's moves; 0 if there is none.
    pub fn deepest(&self) -> Depth {
        let longest = self.white_won.len().max(self.black_lost.len());
        // A depth fits 16 bits.
        Depth(longest.saturating_sub(1) as u16)
    }
}

fn count(by_depth: &mut Vec<u32>, Depth(depth): Depth) {
    let at = usize::from(depth);
    if by_depth.len() <= at {
        by_depth.resize(at + 1, 0);
    }
    by_depth[at] += 1;
}

/// The numbers of the positions in which neither side wants to move, in White's view: with Black to
/// move White wins sooner than with White to move, or wins only so. Jansen 1992, sections 3.1.3 and 9.1.3.
pub fn zugzwangs(game: &RandomGame) -> impl Iterator<Item = u32> {
    let pairs = game.parameters().white.min(game.parameters().black);
    (0..pairs).filter(|&number| {
        let white = game.position(Side::White, number);
        let black = game.position(Side::Black, number);
        if game.outcome(black).sign() >= 0 {
            return false;
        }
        let won = game.outcome(white).sign() > 0;
        !won || game.plies(black) < game.plies(white)
    })
}
