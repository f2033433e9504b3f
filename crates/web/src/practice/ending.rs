//! When a practice game is over, and who has won it.

use endgame::rules::{Color, Position};
use study::assess::MoveAssessment;
use value::{Depth, Outcome};

use super::start::Goal;
use crate::response::OverAnswer;

/// Moves of yours after which a draw counts as held.
pub const HOLD_MOVES: usize = 25;

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Mate.
    Checkmate,
    /// A capture or promotion that decides: the goal of the tables' depth.
    Conversion,
    /// No move and no check.
    Stalemate,
    /// Too few men to mate.
    Insufficient,
    /// Fifty moves without a capture or a pawn move.
    FiftyMoves,
    /// The same position for the third time.
    Repetition,
    /// The draw was held long enough.
    Held,
    /// You gave up.
    Resigned,
}

impl Reason {
    const ALL: [Reason; 8] = [
        Reason::Checkmate,
        Reason::Conversion,
        Reason::Stalemate,
        Reason::Insufficient,
        Reason::FiftyMoves,
        Reason::Repetition,
        Reason::Held,
        Reason::Resigned,
    ];

    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Conversion => "conversion",
            Reason::Stalemate => "stalemate",
            Reason::Insufficient => "insufficient",
            Reason::FiftyMoves => "fifty-moves",
            Reason::Repetition => "repetition",
            Reason::Held => "held",
            Reason::Resigned => "resigned",
        }
    }

    /// The reason of this name.
    pub fn named(word: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.word() == word)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    /// Why.
    pub reason: Reason,
    /// Who has won, if anybody.
    pub winner: Option<Color>,
}

impl Over {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// Whether you reached what you set out for: a win, at least a draw, or more than the lost game.
    pub fn reached(self, you: Color, goal: Goal) -> bool {
        match goal {
            Goal::Win => self.winner == Some(you),
            Goal::Hold | Goal::Resist => self.winner != Some(you.other()),
        }
    }

    /// For the player of a colour.
    pub fn answer(self, you: Color, goal: Goal) -> OverAnswer {
        OverAnswer {
            result: self.result(),
            reason: self.reason.word(),
            reached: self.reached(you, goal),
            sentence: self.sentence(you),
        }
    }

    fn sentence(self, you: Color) -> String {
        let won = self.winner == Some(you);
        let said = match self.reason {
            Reason::Checkmate if won => "You have won by checkmate.",
            Reason::Checkmate => "You are checkmated.",
            Reason::Conversion if won => "You have won: this capture or promotion decides.",
            Reason::Conversion => "You have lost: this capture or promotion decides.",
            Reason::Stalemate => "Stalemate: a draw.",
            Reason::Insufficient => "A draw: nobody has the men to mate.",
            Reason::FiftyMoves => "A draw by the fifty-move rule.",
            Reason::Repetition => "A draw: the same position for the third time.",
            Reason::Held => "You have held the draw.",
            Reason::Resigned => "You have resigned.",
        };
        said.to_owned()
    }
}

/// What ends a game, apart from mate and the tables' goal.
#[derive(Clone, Copy, Debug)]
pub struct Referee<'a> {
    /// What you set out for.
    pub goal: Goal,
    /// Your colour.
    pub you: Color,
    /// Whether a conversion does not end the game.
    pub to_mate: bool,
    /// Every position of the game before this, the first one first.
    pub before: &'a [Position],
}

impl Referee<'_> {
    /// Whether the game is over after this move, which led here; `made` moves of yours before and
    /// with it.
    pub fn call(&self, judged: &MoveAssessment, here: &Position, made: usize) -> Option<Over> {
        let mover = judged.mover();
        let drawn = |reason| Some(Over { reason, winner: None });
        if here.is_checkmate() {
            return Some(Over { reason: Reason::Checkmate, winner: Some(mover) });
        }
        let won = |winner| Some(Over { reason: Reason::Conversion, winner: Some(winner) });
        match judged.after {
            Outcome::Win(Depth(0)) if !self.to_mate => return won(mover),
            Outcome::Loss(Depth(0)) if !self.to_mate => return won(mover.other()),
            _ => (),
        }
        if here.is_stalemate() {
            return drawn(Reason::Stalemate);
        }
        if here.is_insufficient_material() {
            return drawn(Reason::Insufficient);
        }
        if here.halfmove_clock() >= 100 {
            return drawn(Reason::FiftyMoves);
        }
        if self.seen_before(here) >= 2 {
            return drawn(Reason::Repetition);
        }
        let held = self.goal == Goal::Hold && made >= HOLD_MOVES && here.turn() == self.you;
        // For you: what the opponent's move is worth to it, seen from the other side.
        if held && judged.after.sign() <= 0 {
            return drawn(Reason::Held);
        }
        None
    }

    /// How often a position occurred before, since the last capture or pawn move.
    fn seen_before(&self, here: &Position) -> usize {
        let key = placement(here);
        let since = here.halfmove_clock() as usize;
        self.before.iter().rev().take(since).filter(|position| placement(position) == key).count()
    }
}

/// A position without its counters.
pub fn placement(position: &Position) -> String {
    let fen = position.fen();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}
