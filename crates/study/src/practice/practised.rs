//! A game that people practise: what a session asks beside the choices, of chess and of every other game.

use endgame::rules::{Board, Color, Position, SanProblem};
use endgame::tables::Tables;
use games::{AnyGame, AnyPosition, GameName, MoveProblem};
use player::spec::{AgentFactory, AgentSpec, SpecError};
use value::{ChoiceSource, Metric, Outcome};

use super::ending::Reason;
use super::session::Step;
use super::{PracticeError, rating};
use crate::described::{Described, TablePosition};
use crate::game::{DrawRule, GameOver, GameRecord};
use crate::other_games::draw_rules;
use crate::people::rating::RatingBelief;
use crate::weights;

/// A text that is no move here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' {problem}: write a move as in {example}")]
pub struct NotAMove {
    text: String,
    problem: String,
    example: &'static str,
}

/// A position that can be practised.
pub trait PracticePosition: TablePosition + Send + Sync + 'static {
    /// Who lists its choices.
    type Source: ChoiceSource<Position = Self, Move = Self::Move, Value = Outcome> + 'static;
    /// What a game is recorded on.
    type Board: Described<Move = Self::Move> + From<Self> + Send;

    /// Which game it is; none for chess.
    fn game(source: &Self::Source) -> Option<GameName>;

    /// What depths count.
    fn metric(source: &Self::Source) -> Metric;

    /// The position of a board of a game that began in the tables.
    fn of_board(board: &Self::Board) -> Self;

    /// Reads a position.
    fn read(source: &Self::Source, text: &str) -> Result<Self, PracticeError>;

    /// The legal move that a text means, in either notation.
    fn read_move(&self, text: &str) -> Result<Self::Move, NotAMove>;

    /// An agent made ready.
    fn instantiate(spec: &AgentSpec) -> Result<AgentFactory<Self::Source>, SpecError>;

    /// What it is worth to the side to move.
    fn value(&self, source: &Self::Source) -> Result<Outcome, PracticeError>;

    /// The greatest depth at which either side wins this endgame.
    fn deepest(&self, source: &Self::Source) -> u16;

    /// The greatest depth at which the side to move wins it.
    fn deepest_win(&self, source: &Self::Source) -> u16;

    /// Whether nobody can play from here.
    fn is_over(&self) -> bool;

    /// How a game is over by its rules alone, and who has won.
    fn ended(
        source: &Self::Source,
        game: &GameRecord<Self::Board>,
    ) -> Option<(Reason, Option<Color>)>;

    /// Half-moves since the last that cannot be taken back: a capture, or a move of a pawn or an uncrowned man.
    fn clock(game: &GameRecord<Self::Board>) -> u32;

    /// What the person's moves that count say of a rating; nothing in games where nobody's were learned from.
    fn rating_belief(_: &Self::Source, _: &[Step<Self>]) -> Option<RatingBelief> {
        None
    }
}

impl PracticePosition for Position {
    type Source = Tables;
    type Board = Board;

    fn game(_: &Tables) -> Option<GameName> {
        None
    }

    fn metric(tables: &Tables) -> Metric {
        tables.metric()
    }

    fn of_board(board: &Board) -> Position {
        board.position().expect("who began without castling rights has none")
    }

    fn read(_: &Tables, text: &str) -> Result<Position, PracticeError> {
        Ok(Position::from_fen(text)?)
    }

    fn read_move(&self, text: &str) -> Result<Self::Move, NotAMove> {
        let lower = text.to_ascii_lowercase();
        let by_uci = self.legal_moves().into_iter().find(|&play| self.uci(play) == lower);
        let by_san = || self.read_san(text);
        by_uci.map_or_else(by_san, Ok).map_err(|problem: SanProblem| NotAMove {
            text: text.to_owned(),
            problem: problem.to_string(),
            example: "Qd5+ or d1d5",
        })
    }

    fn instantiate(spec: &AgentSpec) -> Result<AgentFactory<Tables>, SpecError> {
        spec.instantiate(&weights::named)
    }

    fn value(&self, tables: &Tables) -> Result<Outcome, PracticeError> {
        Ok(tables.outcome(self)?)
    }

    fn deepest(&self, tables: &Tables) -> u16 {
        let extent = tables.extent_of(&self.material(), Board::turn(self)).unwrap_or_default();
        extent.deepest_win.0.max(extent.deepest_loss.0)
    }

    fn deepest_win(&self, tables: &Tables) -> u16 {
        let extent = tables.extent_of(&self.material(), Board::turn(self)).unwrap_or_default();
        extent.deepest_win.0
    }

    fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    fn ended(_: &Tables, game: &GameRecord) -> Option<(Reason, Option<Color>)> {
        Some(match game.over()? {
            GameOver::Checkmate => (Reason::Checkmate, Some(game.board().turn().other())),
            GameOver::Drawn(rule) => (Reason::Drawn(rule), None),
        })
    }

    fn clock(game: &GameRecord) -> u32 {
        game.board().halfmove_clock()
    }

    fn rating_belief(tables: &Tables, steps: &[Step]) -> Option<RatingBelief> {
        rating::belief_of_steps(tables, steps)
    }
}

impl PracticePosition for AnyPosition {
    type Source = AnyGame;
    type Board = AnyPosition;

    fn game(game: &AnyGame) -> Option<GameName> {
        Some(game.name())
    }

    fn metric(game: &AnyGame) -> Metric {
        game.metric()
    }

    fn of_board(board: &AnyPosition) -> AnyPosition {
        board.clone()
    }

    fn read(game: &AnyGame, text: &str) -> Result<AnyPosition, PracticeError> {
        Ok(game.name().read(text)?)
    }

    fn read_move(&self, text: &str) -> Result<Self::Move, NotAMove> {
        AnyPosition::read_move(self, text).map_err(|problem: MoveProblem| NotAMove {
            text: text.to_owned(),
            problem: problem.to_string(),
            example: match self {
                AnyPosition::Antichess(_) => "Qd5, exd8=K or e7d8k",
                AnyPosition::Checkers(_) => "11-15 or 15x24x31",
            },
        })
    }

    fn instantiate(spec: &AgentSpec) -> Result<AgentFactory<AnyGame>, SpecError> {
        spec.instantiate(&crate::other_games::no_weights)
    }

    fn value(&self, game: &AnyGame) -> Result<Outcome, PracticeError> {
        Ok(game.value(self)?)
    }

    fn deepest(&self, game: &AnyGame) -> u16 {
        let deepest = |color| game.deepest(&self.endgame(), color).ok().flatten();
        Color::ALL.into_iter().filter_map(deepest).max().unwrap_or_default().0
    }

    fn deepest_win(&self, game: &AnyGame) -> u16 {
        let deepest = game.deepest(&self.endgame(), self.turn()).ok().flatten();
        deepest.unwrap_or_default().0
    }

    fn is_over(&self) -> bool {
        self.facts().over.is_some()
    }

    fn ended(game: &AnyGame, record: &GameRecord<AnyPosition>) -> Option<(Reason, Option<Color>)> {
        let (here, turn) = (record.board(), record.board().turn());
        if let Some(sign) = game.name().ended(here) {
            let alone = [turn, turn.other()].into_iter().any(|color| here.men_of(color) == 0);
            let reason = match (sign, alone, game.name()) {
                (0, ..) => Reason::Drawn(DrawRule::Stalemate),
                (_, true, GameName::Checkers) => Reason::TookAll,
                (_, true, _) => Reason::LostAll,
                _ => Reason::NoMoves,
            };
            let winner = match sign {
                0 => None,
                1 => Some(turn),
                _ => Some(turn.other()),
            };
            return Some((reason, winner));
        }
        draw_rules::draw(record.boards()).map(|rule| (Reason::Drawn(rule), None))
    }

    fn clock(record: &GameRecord<AnyPosition>) -> u32 {
        draw_rules::clock(record.boards()) as u32
    }
}
