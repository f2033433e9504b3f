//! A won game against a program the person does not know, and its record: Jansen 1992, section 7.2; or a drawn one to
//! hold.
//!
//! The seed decides which program plays and what it does at each move, so that an unfinished record
//! is enough to go on, and nothing in it tells who plays.

use endgame::rules::Position;
use player::spec::{AgentSpec, SpecError};
use rand::RngExt;
use value::{Depth, Outcome};

use super::ending::{Over, Terms};
use super::goal::Goal;
use super::practised::PracticePosition;
use super::record::{By, End, FORMAT, Record, RecordedMove};
use super::session::{Session, chance};
use super::{PracticeError, rating};
use crate::schema::people::PeopleRating;

/// What a game is started with.
#[derive(Clone, Debug)]
pub struct Setup<P = Position> {
    /// Who plays.
    pub player: String,
    /// The endgame as it was asked for.
    pub endgame: String,
    /// The programs of which one plays.
    pub programs: Vec<AgentSpec>,
    /// To win, or to hold.
    pub goal: Goal,
    /// A position that the side to move wins, or holds.
    pub start: P,
    /// The seed of the random generator.
    pub seed: u64,
    /// Moves the person may make without a capture or a pawn move.
    pub moves_allowed: u16,
}

/// A game and the record that is kept of it.
pub struct Experiment<'t, P: PracticePosition = Position> {
    source: &'t P::Source,
    record: Record,
    program: AgentSpec,
    session: Session<P>,
}

impl<'t, P: PracticePosition> Experiment<'t, P> {
    /// Starts a game.
    pub fn start(
        source: &'t P::Source,
        setup: Setup<P>,
    ) -> Result<Experiment<'t, P>, PracticeError> {
        let Setup { player, endgame, programs, goal, start, seed, moves_allowed } = setup;
        let depth = match (goal, start.value(source)?) {
            (Goal::Win, Outcome::Win(depth)) => depth,
            (Goal::Hold, Outcome::Draw) => Depth(0),
            (Goal::Hold, _) => return Err(PracticeError::NotDrawn(start.text())),
            _ => return Err(PracticeError::NotWon(start.text())),
        };
        let record = Record {
            format: FORMAT,
            game: P::game(source).map(|game| game.word().to_owned()),
            goal,
            player,
            endgame,
            metric: P::metric(source).word().to_owned(),
            seed,
            programs: programs.iter().map(ToString::to_string).collect(),
            moves_allowed,
            deepest: start.deepest_win(source),
            start: start.text(),
            depth: depth.0,
            moves: Vec::new(),
            end: None,
            program: None,
        };
        Experiment::with(source, record, start, &programs)
    }

    fn with(
        source: &'t P::Source,
        record: Record,
        start: P,
        programs: &[AgentSpec],
    ) -> Result<Experiment<'t, P>, PracticeError> {
        if programs.is_empty() {
            return Err(PracticeError::NoProgram);
        }
        let drawn = chance(record.seed, 0).random_range(0..programs.len());
        let program = programs[drawn].clone();
        let terms = match record.goal {
            Goal::Win | Goal::Resist => Terms::Experiment { moves_allowed: record.moves_allowed },
            Goal::Hold => Terms::Practice { goal: Goal::Hold, to_mate: false },
        };
        let person = start.turn();
        let session = Session::new(start, person, terms, program.clone(), record.seed)?;
        Ok(Experiment { source, record, program, session })
    }

    /// Goes on with a record: plays its moves again, the program thinking as it did.
    pub fn resume(
        source: &'t P::Source,
        record: Record,
    ) -> Result<Experiment<'t, P>, PracticeError> {
        if record.format != FORMAT {
            return Err(PracticeError::Format { found: record.format });
        }
        let game = P::game(source).map(|game| game.word().to_owned());
        if record.game != game {
            let word = |game: Option<String>| game.unwrap_or_else(|| "chess".to_owned());
            let (found, ours) = (word(record.game), word(game));
            return Err(PracticeError::RecordGame { found, ours });
        }
        let ours = P::metric(source).word();
        if record.metric != ours {
            return Err(PracticeError::Metric { found: record.metric, ours: ours.to_owned() });
        }
        let programs = record.programs.iter().map(|text| text.parse());
        let programs = programs.collect::<Result<Vec<AgentSpec>, SpecError>>();
        let programs = programs.map_err(PracticeError::RecordProgram)?;
        let start = P::read(source, &record.start)
            .map_err(|error| PracticeError::RecordStart(error.to_string()))?;
        let fresh = Record { moves: Vec::new(), end: None, program: None, ..record.clone() };
        let mut again = Experiment::with(source, fresh, start, &programs)?;
        for (at, made) in record.moves.iter().enumerate() {
            let spoilt = || PracticeError::Spoilt { number: at + 1, san: made.san.clone() };
            let persons = again.session.is_persons_turn();
            if again.record.end.is_some() || persons != (made.by == By::Person) {
                return Err(spoilt());
            }
            if persons {
                let at = again.session.position();
                again.person_moves(at.read_move(&made.uci).map_err(|_| spoilt())?)?;
            } else {
                again.program_moves()?;
            }
            if again.record.moves.last() != Some(made) {
                return Err(spoilt());
            }
        }
        if record.end == Some(End::GivenUp) {
            again.give_up();
        }
        Ok(again)
    }

    /// The game so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The game as it is played.
    pub fn session(&self) -> &Session<P> {
        &self.session
    }

    /// The rating that the person's moves speak for; none before a move, and in other games than chess.
    pub fn rating(&self) -> Option<PeopleRating> {
        rating::of_steps(self.source, self.session.steps())
    }

    /// The person makes a legal move.
    pub fn person_moves(&mut self, play: P::Move) -> Result<(), PracticeError> {
        if !self.session.is_persons_turn() {
            return Err(PracticeError::NotYourMove);
        }
        self.session.make(self.source, play)?;
        self.note();
        Ok(())
    }

    /// The program answers; gives its move.
    pub fn program_moves(&mut self) -> Result<&RecordedMove, PracticeError> {
        self.session.reply(self.source)?;
        self.note();
        Ok(self.record.moves.last().expect("the program has moved"))
    }

    /// The person gives up; a game that is over stays as it is.
    pub fn give_up(&mut self) {
        if self.session.resign().is_ok() {
            self.note_end();
        }
    }

    /// Writes the last move and the end, if it is there, into the record.
    fn note(&mut self) {
        if let Some(step) = self.session.steps().last() {
            let judged = &step.judged;
            self.record.moves.push(RecordedMove {
                by: if step.by_person { By::Person } else { By::Program },
                san: judged.san(),
                uci: judged.position.code(&judged.play),
                depth: judged.before.depth().map_or(0, |depth| depth.0),
                conceded: judged.conceded(),
            });
        }
        self.note_end();
    }

    fn note_end(&mut self) {
        if let Some(Over { reason, winner }) = self.session.over() {
            let won = winner.map(|winner| winner == self.session.person());
            self.record.end = Some(End::of(self.record.goal, reason, won));
            self.record.program = Some(self.program.to_string());
        }
    }
}
