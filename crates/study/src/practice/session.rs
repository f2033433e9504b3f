//! A game as it is played: the person's moves in, the program's out.
//!
//! The seed decides everything: which program plays, and what it does at each move, so that an
//! unfinished record is enough to go on, and nothing in it tells who plays.

use endgame::rules::{Board, Move, Position, PositionError, SanProblem};
use endgame::tables::{Tables, TablesError};
use player::spec::{AgentSpec, SpecError};
use rand::RngExt;
use value::{ChoiceError, Outcome};

use crate::assess::MoveAssessment;

use super::opposite::{Opposite, Seen, chance};
use super::record::{By, End, FORMAT, Kept, Record};

/// What a game is started with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Who plays.
    pub player: String,
    /// The endgame as it was asked for.
    pub endgame: String,
    /// The programs of which one plays.
    pub programs: Vec<AgentSpec>,
    /// A position that the side to move wins.
    pub start: Position,
    /// Of all chance.
    pub seed: u64,
    /// Moves the person may make without a capture or a pawn move.
    pub moves_allowed: u16,
}

/// Why a game cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum PracticeError {
    /// The tables cannot answer.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The tables cannot list moves.
    #[error(transparent)]
    Choices(#[from] ChoiceError),
    /// No program to play against.
    #[error("there is no program to play against: name at least one")]
    NoProgram,
    /// A start that is no win.
    #[error("{fen} is not won for the side to move: start from a won position")]
    NotWon {
        /// The position.
        fen: String,
    },
    /// A record of another version.
    #[error(
        "the record has format {found}, this version reads format {FORMAT}: start a new record"
    )]
    Format {
        /// What it says.
        found: u32,
    },
    /// A position of a record that is none.
    #[error("the record's start is no position: {0}")]
    Start(#[from] PositionError),
    /// A program of a record that nobody knows.
    #[error("the record names a program nobody knows: {0}")]
    Spec(#[from] SpecError),
    /// A move of a record that cannot be.
    #[error(
        "move {number} of the record, {san}, does not fit the game: the record was changed, start a new one"
    )]
    Spoilt {
        /// Which half-move, from 1.
        number: usize,
        /// As written.
        san: String,
    },
    /// A record counted in another metric.
    #[error("the record counts {found}, the tables {ours}: give --metric {found}")]
    Metric {
        /// The record's.
        found: String,
        /// The tables'.
        ours: String,
    },
    /// A game that is over.
    #[error("the game is over")]
    Over,
}

/// A text that is no move here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' {problem}: write a move as in Qd5+ or d1d5")]
pub struct NotAMove {
    text: String,
    problem: SanProblem,
}

/// The legal move that a text means in a position, in either notation.
pub fn read_move(position: &Position, text: &str) -> Result<Move, NotAMove> {
    let lower = text.to_ascii_lowercase();
    let by_uci = position.legal_moves().into_iter().find(|&play| position.uci(play) == lower);
    by_uci.map_or_else(
        || {
            Board::from(position.clone())
                .read_san(text)
                .map_err(|problem| NotAMove { text: text.to_owned(), problem })
        },
        Ok,
    )
}

/// A game that goes on.
pub struct Session<'t> {
    tables: &'t Tables,
    record: Record,
    program: AgentSpec,
    opposite: Opposite,
    position: Position,
}

impl<'t> Session<'t> {
    /// Starts a game.
    pub fn start(tables: &'t Tables, setup: Setup) -> Result<Session<'t>, PracticeError> {
        let Setup { player, endgame, programs, start, seed, moves_allowed } = setup;
        let Outcome::Win(depth) = tables.outcome(&start)? else {
            return Err(PracticeError::NotWon { fen: start.fen() });
        };
        let extent = tables.extent_of(&start.material(), start.turn())?;
        let record = Record {
            format: FORMAT,
            player,
            endgame,
            metric: tables.metric().word().to_owned(),
            seed,
            programs: programs.iter().map(ToString::to_string).collect(),
            moves_allowed,
            deepest: extent.deepest_win.0,
            start: start.fen(),
            depth: depth.0,
            moves: Vec::new(),
            end: None,
            program: None,
        };
        Session::with(tables, record, start, &programs)
    }

    fn with(
        tables: &'t Tables,
        record: Record,
        position: Position,
        programs: &[AgentSpec],
    ) -> Result<Session<'t>, PracticeError> {
        if programs.is_empty() {
            return Err(PracticeError::NoProgram);
        }
        let mut rng = chance(record.seed, 0);
        let program = programs[rng.random_range(0..programs.len())].clone();
        let opposite = Opposite::new(&program, record.seed)?;
        Ok(Session { tables, record, program, opposite, position })
    }

    /// Goes on with a record: plays its moves again, the program thinking as it did.
    pub fn resume(tables: &'t Tables, record: Record) -> Result<Session<'t>, PracticeError> {
        if record.format != FORMAT {
            return Err(PracticeError::Format { found: record.format });
        }
        let ours = tables.metric().word();
        if record.metric != ours {
            return Err(PracticeError::Metric { found: record.metric, ours: ours.to_owned() });
        }
        let programs = record.programs.iter().map(|text| text.parse());
        let programs = programs.collect::<Result<Vec<AgentSpec>, SpecError>>()?;
        let start = Position::from_fen(&record.start)?;
        let fresh = Record { moves: Vec::new(), end: None, program: None, ..record.clone() };
        let mut session = Session::with(tables, fresh, start, &programs)?;
        for (at, kept) in record.moves.iter().enumerate() {
            let spoilt = || PracticeError::Spoilt { number: at + 1, san: kept.san.clone() };
            if session.record.end.is_some() {
                return Err(spoilt());
            }
            match kept.by {
                By::Person if session.is_persons_turn() => {
                    let play = read_move(&session.position, &kept.uci).map_err(|_| spoilt())?;
                    session.person_moves(play)?;
                }
                By::Program if !session.is_persons_turn() => {
                    session.program_moves()?;
                }
                _ => return Err(spoilt()),
            }
            if session.record.moves.last() != Some(kept) {
                return Err(spoilt());
            }
        }
        if record.end == Some(End::GivenUp) {
            session.give_up();
        }
        Ok(session)
    }

    /// The game so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether the person is to move.
    pub fn is_persons_turn(&self) -> bool {
        self.record.moves.len().is_multiple_of(2)
    }

    /// The person makes a legal move.
    pub fn person_moves(&mut self, play: Move) -> Result<(), PracticeError> {
        if self.record.end.is_some() || !self.is_persons_turn() {
            return Err(PracticeError::Over);
        }
        let seen = Seen::at(self.tables, &self.position)?;
        let played = seen.place(play).expect("a legal move is among the choices");
        self.opposite.sees(self.tables, &self.position, &seen, played)?;
        self.make(By::Person, &seen, played);
        Ok(())
    }

    /// The program answers; gives its move.
    pub fn program_moves(&mut self) -> Result<&Kept, PracticeError> {
        if self.record.end.is_some() || self.is_persons_turn() {
            return Err(PracticeError::Over);
        }
        let seen = Seen::at(self.tables, &self.position)?;
        let half_moves = self.record.moves.len();
        let played = self.opposite.answers(self.tables, &self.position, &seen, half_moves)?;
        self.make(By::Program, &seen, played);
        self.record.moves.last().ok_or(PracticeError::Over)
    }

    /// The person gives up; a game that is over stays as it is.
    pub fn give_up(&mut self) {
        if self.record.end.is_none() {
            self.end(End::GivenUp);
        }
    }

    fn end(&mut self, end: End) {
        self.record.end = Some(end);
        self.record.program = Some(self.program.to_string());
    }

    fn make(&mut self, by: By, seen: &Seen, played: usize) {
        let (ply, position) = (self.record.moves.len() + 1, self.position.clone());
        let number = Board::from(position.clone()).move_number();
        let judged = MoveAssessment::new(ply, number, position, &seen.choices, played);
        self.record.moves.push(Kept {
            by,
            san: judged.san(),
            uci: self.position.uci(judged.play),
            depth: judged.before.depth().map_or(0, |depth| depth.0),
            conceded: judged.conceded(),
        });
        self.position = self.position.after(judged.play);
        let value = judged.after;
        let for_person = if by == By::Person { value } else { value.flipped() };
        match for_person {
            Outcome::Draw => self.end(End::Drawn),
            Outcome::Loss(_) => self.end(End::Lost),
            Outcome::Win(depth) if depth.0 == 0 => self.end(End::Won),
            Outcome::Win(_) => {
                if self.position.halfmove_clock() >= 2 * u32::from(self.record.moves_allowed) {
                    self.end(End::MoveLimit);
                }
            }
        }
    }
}
