//! When a game of a person against an agent is over, and who has won it.

use endgame::rules::Color;
use value::{ChoiceError, Depth};

use super::dead_draw::is_dead;
use super::goal::Goal;
use super::practised::PracticePosition;
use crate::assess::MoveAssessment;
use crate::described::Described;
use crate::game::{DrawRule, GameRecord};

/// Moves of the person after which a draw counts as held.
pub const HOLD_MOVES: usize = 25;

/// What ends a game, apart from mate and resignation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// Jansen's experiments: the person has a won game, and it is over when the win is converted or
    /// given away, or after so many moves without a capture or a pawn move.
    Experiment {
        /// Moves the person may make.
        moves_allowed: u16,
    },
    /// The workbench: until the game is decided, or drawn by a rule of chess.
    Practice {
        /// What the person set out for.
        goal: Goal,
        /// Whether a conversion does not end the game.
        to_mate: bool,
    },
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Mate.
    Checkmate,
    /// The goal of the metric: a capture or promotion that decides.
    Conversion,
    /// In antichess: the winner has lost all men.
    LostAll,
    /// In checkers: the winner has taken all men.
    TookAll,
    /// In antichess and checkers: the side to move has no move, which decides.
    NoMoves,
    /// A rule of chess.
    Drawn(DrawRule),
    /// The draw was held for [`HOLD_MOVES`].
    Held,
    /// What is left on the board cannot be won ([`dead_draw`](super::dead_draw)).
    DeadDraw,
    /// In an experiment: the win was given away.
    WinConceded,
    /// In an experiment: as many moves were made as are allowed.
    MoveLimit,
    /// The person gave up.
    Resigned,
}

impl Reason {
    const ALL: [Reason; 14] = [
        Reason::Checkmate,
        Reason::Conversion,
        Reason::LostAll,
        Reason::TookAll,
        Reason::NoMoves,
        Reason::Drawn(DrawRule::Stalemate),
        Reason::Drawn(DrawRule::InsufficientMaterial),
        Reason::Drawn(DrawRule::Repetition),
        Reason::Drawn(DrawRule::FiftyMoves),
        Reason::Held,
        Reason::DeadDraw,
        Reason::WinConceded,
        Reason::MoveLimit,
        Reason::Resigned,
    ];

    /// As answers and the history write it: `conversion`.
    pub fn word(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Conversion => "conversion",
            Reason::LostAll => "lost_all",
            Reason::TookAll => "took_all",
            Reason::NoMoves => "no_moves",
            Reason::Drawn(rule) => rule.word(),
            Reason::Held => "held",
            Reason::DeadDraw => "dead_draw",
            Reason::WinConceded => "win_conceded",
            Reason::MoveLimit => "move_limit",
            Reason::Resigned => "resigned",
        }
    }

    /// The reason of this name, older spellings of the history included.
    pub fn named(word: &str) -> Option<Reason> {
        let word = match word {
            "insufficient" => "insufficient_material",
            "fifty-moves" => "fifty_moves",
            word => word,
        };
        Reason::ALL.into_iter().find(|reason| reason.word() == word)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    /// Why.
    pub reason: Reason,
    /// Who has won; none in a draw.
    pub winner: Option<Color>,
}

impl Over {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(self) -> &'static str {
        self.winner.map_or("1/2-1/2", |winner| winner.fold_wb("1-0", "0-1"))
    }

    /// The end that was written as these two words; none if nobody knows such a reason.
    pub fn read(result: &str, reason: &str) -> Option<Over> {
        let reason = Reason::named(reason)?;
        let ends = [Some(Color::White), Some(Color::Black), None];
        ends.map(|winner| Over { reason, winner }).into_iter().find(|over| over.result() == result)
    }

    /// Whether the person reached the goal: a win, at least a draw, or more than the lost game.
    pub fn reached(self, person: Color, goal: Goal) -> bool {
        match goal {
            Goal::Win => self.winner == Some(person),
            Goal::Hold | Goal::Resist => self.winner != Some(person.other()),
        }
    }

    /// For the person, in a sentence.
    pub fn sentence(self, person: Color) -> String {
        let won = self.winner == Some(person);
        let said = match self.reason {
            Reason::Checkmate if won => "You have won by checkmate.",
            Reason::Checkmate => "You are checkmated.",
            Reason::Conversion if won => "You have won: this capture or promotion decides.",
            Reason::Conversion => "You have lost: this capture or promotion decides.",
            Reason::LostAll if won => "You have won: all your men are gone.",
            Reason::LostAll => "You have lost: the other side has got rid of all its men.",
            Reason::TookAll if won => "You have won: every man of the other side is taken.",
            Reason::TookAll => "You have lost: your last man is taken.",
            Reason::NoMoves if won => "You have won: there is no move left.",
            Reason::NoMoves => "You have lost: there is no move left.",
            Reason::Drawn(DrawRule::Stalemate) => "Stalemate: a draw.",
            Reason::Drawn(DrawRule::InsufficientMaterial) => "A draw: nobody has the men to mate.",
            Reason::Drawn(DrawRule::FiftyMoves) => "A draw by the fifty-move rule.",
            Reason::Drawn(DrawRule::Repetition) => "A draw: the same position for the third time.",
            Reason::Held => "You have held the draw.",
            Reason::DeadDraw => {
                "A draw: with what is left on the board there is nothing to win, so your opponent offers it."
            }
            Reason::WinConceded => "The win was given away.",
            Reason::MoveLimit => "A draw by the limit of moves.",
            Reason::Resigned => "You have resigned.",
        };
        said.to_owned()
    }
}

impl Terms {
    /// What the person set out for.
    pub fn goal(self) -> Goal {
        match self {
            Terms::Experiment { .. } => Goal::Win,
            Terms::Practice { goal, .. } => goal,
        }
    }

    /// Whether the game is over after its last move, which was judged.
    pub(super) fn over<P: PracticePosition>(
        self,
        source: &P::Source,
        game: &GameRecord<P::Board>,
        last: &MoveAssessment<P>,
        person: Color,
    ) -> Result<Option<Over>, ChoiceError> {
        let mover = last.mover();
        let end = |reason, winner| Ok(Some(Over { reason, winner }));
        let by_rule = P::ended(source, game);
        if let Some((reason, Some(winner))) = by_rule {
            return end(reason, Some(winner));
        }
        let to_mate = matches!(self, Terms::Practice { to_mate: true, .. });
        if last.after.depth() == Some(Depth(0)) && !to_mate {
            let winner = if last.after.sign() > 0 { mover } else { mover.other() };
            return end(Reason::Conversion, Some(winner));
        }
        let value = if mover == person { last.after } else { last.after.flipped() };
        match (self, by_rule) {
            (Terms::Experiment { moves_allowed }, _) => match value.sign() {
                0 => end(Reason::WinConceded, None),
                -1 => end(Reason::WinConceded, Some(person.other())),
                _ if P::clock(game) >= 2 * u32::from(moves_allowed) => end(Reason::MoveLimit, None),
                _ => Ok(None),
            },
            (Terms::Practice { .. }, Some((drawn, _))) => end(drawn, None),
            (Terms::Practice { goal, .. }, None) => {
                let long_enough = moves_by(game, person) >= HOLD_MOVES && mover != person;
                if goal == Goal::Hold && long_enough && value.sign() >= 0 {
                    return end(Reason::Held, None);
                }
                let here = P::of_board(game.board());
                if value.sign() == 0
                    && has_new_men::<P>(game)
                    && is_dead(source, &here, (goal, person))?
                {
                    return end(Reason::DeadDraw, None);
                }
                Ok(None)
            }
        }
    }
}

/// Whether the men are others than before the last move, or this is the first.
fn has_new_men<P: PracticePosition>(game: &GameRecord<P::Board>) -> bool {
    let men = |board| P::of_board(board).endgame_of(Color::White);
    match game.boards() {
        [.., before, here] if game.ply() > 1 => men(before) != men(here),
        _ => true,
    }
}

/// How many moves a side made.
pub(super) fn moves_by<B: Described>(game: &GameRecord<B>, side: Color) -> usize {
    (game.ply() + usize::from(game.boards()[0].turn() == side)) / 2
}
