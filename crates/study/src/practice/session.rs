//! A person against an agent: moves made, answered, judged and taken back.
//!
//! The seed decides everything that the agent leaves to chance, half-move by half-move: the same
//! moves get the same answers, whoever asks and when, after any interruption.

use endgame::rules::{Color, Position};
use player::spec::{AgentSpec, SpecError};
use player::{CompetenceGrid, Model};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use value::{ChoiceError, ChoiceSource, Outcome};

use super::PracticeError;
use super::ending::{Over, Reason, Terms};
use super::goal::Goal;
pub use super::practised::NotAMove;
use super::practised::PracticePosition;
use crate::assess::MoveAssessment;
use crate::described::Described;
use crate::game::{AgentState, ChoiceSet, GameRecord};

/// The legal move that a text means in a position, in either notation.
pub fn read_move<P: PracticePosition>(position: &P, text: &str) -> Result<P::Move, NotAMove> {
    position.read_move(text)
}

/// The chance of a game: stream 0 is for what comes before it, then one stream for each half-move, so
/// that a game gone on with goes on as it would have.
pub fn chance(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(stream);
    rng
}

/// A move that was made.
#[derive(Clone, Debug)]
pub struct Step<P: Described = Position> {
    /// What it was worth.
    pub judged: MoveAssessment<P>,
    /// Whether the person made it.
    pub by_person: bool,
    /// Whether it says something of the person's competence: made without help, for the first time.
    pub counts: bool,
    /// Of the person's moves: the log-likelihood at each competence of the usual grid.
    pub likelihood: Option<Vec<f64>>,
}

/// A game of a person against an agent.
pub struct Session<P: PracticePosition = Position> {
    game: GameRecord<P::Board>,
    person: Color,
    terms: Terms,
    opponent: AgentSpec,
    seed: u64,
    agent: AgentState<P::Source, P::Board>,
    steps: Vec<Step<P>>,
    pub(super) over: Option<Over>,
}

impl<P: PracticePosition> Session<P> {
    /// A game before its first move.
    pub fn new(
        start: P,
        person: Color,
        terms: Terms,
        opponent: AgentSpec,
        seed: u64,
    ) -> Result<Session<P>, SpecError> {
        let game = GameRecord::from(P::Board::from(start));
        let opponent = match terms.goal() {
            Goal::Hold => opponent.pressing(),
            Goal::Win | Goal::Resist => opponent,
        };
        let agent = agent::<P>(&opponent, person, &game)?;
        let (steps, over) = (Vec::new(), None);
        Ok(Session { game, person, terms, opponent, seed, agent, steps, over })
    }

    /// The moves and the boards between them.
    pub fn game(&self) -> &GameRecord<P::Board> {
        &self.game
    }

    /// The moves with what they were worth.
    pub fn steps(&self) -> &[Step<P>] {
        &self.steps
    }

    /// The person's colour.
    pub fn person(&self) -> Color {
        self.person
    }

    /// How it ended; none while it goes on.
    pub fn over(&self) -> Option<Over> {
        self.over
    }

    /// Where it stands.
    pub fn position(&self) -> P {
        P::of_board(self.game.board())
    }

    /// Whether the person is to move.
    pub fn is_persons_turn(&self) -> bool {
        self.game.board().turn() == self.person
    }

    /// Fails with a sentence if the game is over.
    pub fn still_on(&self) -> Result<(), PracticeError> {
        self.over.map_or(Ok(()), |over| Err(PracticeError::Over(over.reason)))
    }

    /// Either side makes a legal move.
    pub fn make(
        &mut self,
        source: &P::Source,
        play: P::Move,
    ) -> Result<&mut Step<P>, PracticeError> {
        self.still_on()?;
        let set = ChoiceSet::of(source, self.position())?;
        let played = set.find(&play).ok_or(PracticeError::Illegal)?;
        let by_person = self.is_persons_turn();
        let likelihood = by_person.then(|| {
            let distribution = Model::judging_people().distribution(&set.choices);
            distribution.log_probabilities_on(&CompetenceGrid::default(), played)
        });
        let (ply, number) = (self.game.ply() + 1, self.move_number());
        let judged = MoveAssessment::new(ply, number, set.at, &set.choices, played);
        self.game.push(play);
        self.over = self.terms.over(source, &self.game, &judged, self.person)?;
        self.steps.push(Step { judged, by_person, counts: by_person, likelihood });
        Ok(self.steps.last_mut().expect("a move was made"))
    }

    /// The agent makes its move.
    pub fn reply(&mut self, source: &P::Source) -> Result<&Step<P>, PracticeError> {
        self.still_on()?;
        if self.is_persons_turn() {
            return Err(PracticeError::NotYourMove);
        }
        let (game, terms, person) = (&self.game, self.terms, self.person);
        let presses = self.opponent.presses();
        let offered = |ply| offered::<P>(source, game, ply, (terms, person, presses));
        self.agent.catch_up(source, game, |ply| offered(ply).map(Some), |_, _| ())?;
        let set = offered(game.ply())?;
        let mut rng = chance(self.seed, 1 + game.ply() as u64);
        let chosen = self.agent.choose(&set.turn(source), &mut rng)?;
        Ok(self.make(source, set.choices[chosen].play.clone())?)
    }

    /// The number of the next move: as the board has it, or counted from the start of the game.
    pub fn move_number(&self) -> u32 {
        let counted = || 1 + self.game.ply() as u32 / 2;
        self.game.board().move_number().unwrap_or_else(counted)
    }

    /// Takes the person's last move back, and what came after it; gives how many half-moves are left.
    pub fn take_back(&mut self) -> Result<usize, PracticeError> {
        let last = self.steps.iter().rposition(|step| step.by_person);
        let last = last.ok_or(PracticeError::NothingToTakeBack)?;
        self.steps.truncate(last);
        self.game.take_back_to(last);
        self.over = None;
        // Agents cannot unlearn: a new one hears of the moves that are left.
        self.agent = agent::<P>(&self.opponent, self.person, &self.game)?;
        Ok(last)
    }

    /// The person gives up.
    pub fn resign(&mut self) -> Result<(), PracticeError> {
        self.still_on()?;
        self.over = Some(Over { reason: Reason::Resigned, winner: Some(self.person.other()) });
        Ok(())
    }
}

/// The opponent of a person, who has seen nothing of the game yet.
fn agent<P: PracticePosition>(
    spec: &AgentSpec,
    person: Color,
    game: &GameRecord<P::Board>,
) -> Result<AgentState<P::Source, P::Board>, SpecError> {
    Ok(AgentState::new(P::instantiate(spec)?.agent(), person.other(), game))
}

/// A position of the source with its choices.
type Offered<P> = ChoiceSet<P, Outcome, <P as Described>::Move>;

/// What a side may choose from after so many half-moves. An agent against somebody who holds a draw
/// does not go back to where the game was, if another move is as good; one that presses sees to that itself, where the
/// source tells endgames apart.
fn offered<P: PracticePosition>(
    source: &P::Source,
    game: &GameRecord<P::Board>,
    ply: usize,
    (terms, person, presses): (Terms, Color, bool),
) -> Result<Offered<P>, ChoiceError> {
    let been = &game.boards()[..=ply];
    let board = &game.boards()[ply];
    let set = ChoiceSet::of(source, P::of_board(board))?;
    let remembers = presses && source.endgame(&set.at).is_some();
    if terms.goal() != Goal::Hold || board.turn() == person || remembers {
        return Ok(set);
    }
    let mut fresh = set.clone();
    fresh.choices.retain(|choice| !been.contains(&board.next(&choice.play)));
    Ok(if fresh.choices.best() == set.choices.best() { fresh } else { set })
}
