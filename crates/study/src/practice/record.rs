//! A game of a person against a program, as it is kept.

use serde::{Deserialize, Serialize};

use super::ending::Reason;
use super::goal::Goal;

/// The format that this version writes and reads.
pub const FORMAT: u32 = 1;

/// Who made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The person, who wins if all goes well.
    Person,
    /// The program.
    Program,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The goal of the metric was reached: mate, or a winning conversion.
    Won,
    /// The win was given away.
    Drawn,
    /// More than the win was given away.
    Lost,
    /// As many moves were made as are allowed without a capture or a pawn move.
    MoveLimit,
    /// The person gave up.
    GivenUp,
    /// The draw was held to the end, or until nothing was left to win.
    Held,
    /// The draw was given away.
    NotHeld,
}

impl End {
    /// The end of a game with this goal for this reason; `won` says whether the person did, none in a draw.
    pub(super) fn of(goal: Goal, reason: Reason, won: Option<bool>) -> End {
        match (reason, won) {
            (Reason::Resigned, _) => End::GivenUp,
            (_, None) if goal == Goal::Hold => End::Held,
            (_, Some(false)) if goal == Goal::Hold => End::NotHeld,
            (Reason::MoveLimit, _) => End::MoveLimit,
            (_, Some(true)) => End::Won,
            (_, Some(false)) => End::Lost,
            (_, None) => End::Drawn,
        }
    }

    /// In words.
    pub fn said(self) -> &'static str {
        match self {
            End::Won => "won",
            End::Drawn => "drawn: the win was given away",
            End::Lost => "lost: more than the win was given away",
            End::MoveLimit => "drawn by the limit of moves",
            End::GivenUp => "given up",
            End::Held => "held",
            End::NotHeld => "lost: the draw was given away",
        }
    }
}

/// One move with what it was worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedMove {
    /// Who made it.
    pub by: By,
    /// The move as people write it.
    pub san: String,
    /// The move as engines do.
    pub uci: String,
    /// The depth before it.
    pub depth: u16,
    /// The moves of depth conceded; none if the win itself was.
    pub conceded: Option<u16>,
}

/// A game so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// [`FORMAT`].
    pub format: u32,
    /// `antichess`, `suicide` or `checkers`; left out for chess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What the person sets out for; left out for a win.
    #[serde(default, skip_serializing_if = "Goal::is_win")]
    pub goal: Goal,
    /// Who plays.
    pub player: String,
    /// The endgame.
    pub endgame: String,
    /// What depths count.
    pub metric: String,
    /// The seed of the random generator.
    pub seed: u64,
    /// The programs of which one plays.
    pub programs: Vec<String>,
    /// Moves the person may make without a capture or a pawn move.
    pub moves_allowed: u16,
    /// The greatest depth of the endgame.
    pub deepest: u16,
    /// Where the game began.
    pub start: String,
    /// How deep that was; 0 for a draw.
    pub depth: u16,
    /// The moves, the person's first.
    pub moves: Vec<RecordedMove>,
    /// How it ended; none while it goes on.
    pub end: Option<End>,
    /// The program that played; named only when the game is over.
    pub program: Option<String>,
}

impl Record {
    /// The moves of one side.
    pub fn moves_by(&self, by: By) -> impl Iterator<Item = &RecordedMove> {
        self.moves.iter().filter(move |made| made.by == by)
    }
}
