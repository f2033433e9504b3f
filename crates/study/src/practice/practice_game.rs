//! A practice game of the workbench: a session with a name, a version and a memory of what was told.

use endgame::rules::{Color, Position};
use player::{Belief, CompetenceGrid};
use value::{ChoiceSource, Outcome};

use super::ending::{HOLD_MOVES, Terms, moves_by};
use super::goal::Goal;
use super::practised::PracticePosition;
use super::recorded::{GameRow, MoveRow, RecordedGame};
use super::session::{Session, Step};
use super::{PracticeError, opponents};
use crate::assess::MoveAssessment;
use crate::described::TablePosition;
use crate::game::ChoiceSet;
use crate::schema::{BoardPosition, practice as schema};

/// What a game begins with.
#[derive(Clone, Debug)]
pub struct PracticeSetup<P = Position> {
    /// Where.
    pub start: P,
    /// Your colour.
    pub you: Color,
    /// What for.
    pub goal: Goal,
    /// Whether a conversion does not end it.
    pub to_mate: bool,
    /// Whether the opponent is not told.
    pub surprise: bool,
    /// The opponent, in the language of agents.
    pub opponent: String,
    /// The seed of the random generator.
    pub seed: u64,
    /// The game it branched off.
    pub parent: Option<String>,
}

/// A game and everything that was played in it.
pub struct PracticeGame<P: PracticePosition = Position> {
    row: GameRow,
    session: Session<P>,
}

impl<P: PracticePosition> PracticeGame<P> {
    /// A new game with the opponent's first move, if the opponent begins; `seen` is what opponents
    /// know of you from other games.
    pub fn begin(
        source: &P::Source,
        id: String,
        started: i64,
        setup: PracticeSetup<P>,
        seen: &Belief,
    ) -> Result<PracticeGame<P>, PracticeError> {
        let PracticeSetup { start, you, goal, to_mate, surprise, opponent, seed, parent } = setup;
        if start.is_over() {
            return Err(PracticeError::OverAtStart);
        }
        let row = GameRow {
            id,
            started,
            game: P::game(source),
            material: start.endgame_of(Color::White).to_string(),
            you,
            start_fen: start.text(),
            goal,
            to_mate,
            surprise,
            opponent,
            seed,
            depth: start.value(source)?.depth().map(|depth| depth.0),
            // A move made again says nothing new.
            furthest: usize::from(parent.is_some()),
            parent,
            seen: seen.log_likelihood(),
            version: 1,
            over: None,
        };
        let mut game = PracticeGame { session: session(&row, start)?, row };
        if !game.session.is_persons_turn() {
            game.session.reply(source)?;
            game.row.furthest += 1;
        }
        Ok(game)
    }

    /// A game from a history, its moves judged again.
    pub fn resume(
        source: &P::Source,
        recorded: RecordedGame,
    ) -> Result<PracticeGame<P>, PracticeError> {
        let RecordedGame { game: row, moves } = recorded;
        let mut session = session(&row, P::read(source, &row.start_fen)?)?;
        for (at, made) in moves.iter().enumerate() {
            let play = session.position().read_move(&made.uci).ok();
            let Some(play) = play.filter(|_| made.ply == at + 1) else {
                return Err(PracticeError::Damaged { id: row.id, ply: made.ply });
            };
            session.over = None;
            let step = session.make(source, play)?;
            step.counts = made.counts && step.by_person;
        }
        session.over = row.over;
        Ok(PracticeGame { row, session })
    }

    /// What is kept of it.
    pub fn row(&self) -> &GameRow {
        &self.row
    }

    /// The game as it is played.
    pub fn session(&self) -> &Session<P> {
        &self.session
    }

    /// Takes over how many plies were reached or told elsewhere.
    pub fn told_elsewhere(&mut self, furthest: usize) {
        self.row.furthest = self.row.furthest.max(furthest);
    }

    /// A best move is to be told: whether that is news that must be kept before it is. The next move
    /// then says nothing of your competence.
    pub fn tell(&mut self) -> bool {
        let told = self.session.steps().len() + 1;
        let news = self.session.over().is_none() && told > self.row.furthest;
        if news {
            self.row.furthest = told;
        }
        news
    }

    /// Your move and the reply.
    pub fn play(&mut self, source: &P::Source, text: &str) -> Result<(), PracticeError> {
        self.session.still_on()?;
        if !self.session.is_persons_turn() {
            return Err(PracticeError::NotYourMove);
        }
        let play = self.session.position().read_move(text)?;
        let counts = self.session.steps().len() >= self.row.furthest;
        self.session.make(source, play)?.counts = counts;
        if self.session.over().is_none() {
            self.session.reply(source)?;
        }
        self.changed();
        Ok(())
    }

    /// Takes your last move back, and what came after it; gives how many plies are left. A game that is
    /// over stays as it was: from its moments other games branch off.
    pub fn take_back(&mut self) -> Result<usize, PracticeError> {
        self.session.still_on()?;
        let left = self.session.take_back()?;
        self.changed();
        Ok(left)
    }

    /// Gives up.
    pub fn resign(&mut self) -> Result<(), PracticeError> {
        self.session.resign()?;
        self.changed();
        Ok(())
    }

    fn changed(&mut self) {
        self.row.version += 1;
        self.row.furthest = self.row.furthest.max(self.session.steps().len());
        self.row.over = self.session.over();
    }

    /// The moves from a ply on, counted from 0, as they are kept.
    pub fn rows_from(&self, first: usize) -> Vec<MoveRow> {
        let row = |Step { judged, by_person, counts, likelihood }: &Step<P>| MoveRow {
            ply: judged.ply,
            uci: judged.position.code(&judged.play),
            by_you: *by_person,
            counts: *counts,
            depth: judged.before.depth().map(|depth| depth.0),
            conceded: judged.conceded(),
            value_conceded: judged.value_conceded(),
            likelihood: likelihood.clone(),
        };
        self.session.steps().iter().skip(first).map(row).collect()
    }

    /// The same opponent and colour from a position of this game on.
    pub fn branch(
        &self,
        source: &P::Source,
        ply: usize,
        seed: u64,
    ) -> Result<PracticeSetup<P>, PracticeError> {
        let game = self.session.game();
        let board = game.board_at(ply).ok_or(PracticeError::NoSuchPly { ply, last: game.ply() })?;
        let (start, you) = (P::of_board(board), self.row.you);
        Ok(PracticeSetup {
            goal: Goal::at(source, &start, you)?,
            start,
            you,
            to_mate: self.row.to_mate,
            surprise: self.row.told_opponent().is_none(),
            opponent: self.row.opponent.clone(),
            seed,
            parent: Some(self.row.id.clone()),
        })
    }

    /// A best move here and why it is one.
    pub fn hint(&self, source: &P::Source) -> Result<schema::Hint, PracticeError> {
        self.session.still_on()?;
        let set = ChoiceSet::of(source, self.session.position())?;
        let best = *set.choices.optimal().last().ok_or(PracticeError::Illegal)?;
        let number = self.session.move_number();
        let best =
            MoveAssessment::new(self.session.steps().len() + 1, number, set.at, &set.choices, best);
        let held = match best.after {
            Outcome::Win(depth) if depth.0 == 0 => "reaches the goal at once".to_owned(),
            Outcome::Win(depth) => format!("leaves a win in {depth}"),
            Outcome::Draw => "holds the draw".to_owned(),
            Outcome::Loss(depth) => format!("puts the loss off for {depth} moves"),
        };
        let others = match (best.keeping, best.optimal.len(), best.legal) {
            (_, _, 1) => "it is the only legal move",
            (1, _, _) => "every other move gives that away",
            (_, 1, _) => "no other move is as good",
            _ => "it is one of the best moves",
        };
        let san = best.san();
        let why = format!("{san} {held}: {others}.");
        Ok(schema::Hint { uci: best.position.code(&best.play), san, why })
    }

    /// The opponent, unless that is still a secret.
    pub fn opponent(&self) -> Option<schema::Opponent> {
        self.row
            .told_opponent()
            .map(|spec| schema::Opponent { name: opponents::name(spec), spec: spec.to_owned() })
    }

    /// How it stands; what moves were worth and which are best only if `reveal`.
    pub fn state(&self, source: &P::Source, reveal: bool) -> Result<schema::Game, PracticeError> {
        let (row, session, here) = (&self.row, &self.session, self.session.position());
        let over = session.over();
        let (mut best, mut value) = (None, None);
        if reveal {
            let outcome = here.value(source)?;
            value = Some(if session.is_persons_turn() { outcome } else { outcome.flipped() });
            best = Some(if over.is_none() { best_moves(source, &here)? } else { Vec::new() });
        }
        let start = P::of_board(&session.game().boards()[0]);
        let left = HOLD_MOVES.saturating_sub(moves_by(session.game(), row.you));
        Ok(schema::Game {
            id: row.id.clone(),
            version: row.version,
            game: row.game_word(),
            fen: here.text(),
            start_fen: row.start_fen.clone(),
            you: row.you.into(),
            material: row.material.clone(),
            name: start.facts().name,
            goal: row.goal.word().into(),
            to_mate: row.to_mate,
            opponent: self.opponent(),
            moves: session.steps().iter().map(|step| played(step, reveal)).collect(),
            moves_left: 101u32.saturating_sub(P::clock(session.game())) / 2,
            hold_left: (row.goal == Goal::Hold).then_some(left),
            over: over.map(|over| schema::GameResult {
                result: over.result().into(),
                reason: over.reason.word().into(),
                reached: over.reached(row.you, row.goal),
                sentence: over.sentence(row.you),
            }),
            best,
            depth: value.and_then(Outcome::depth).map(|depth| depth.0),
            value: value.map(Into::into),
            parent: row.parent.clone(),
            position: BoardPosition::of(&here, over.is_none()),
        })
    }
}

/// The names of the best moves, in the order of the tables.
fn best_moves<P: PracticePosition>(
    source: &P::Source,
    here: &P,
) -> Result<Vec<String>, PracticeError> {
    let choices = source.choices(here)?;
    Ok(choices.optimal().into_iter().map(|at| here.name(&choices[at].play)).collect())
}

fn played<P: TablePosition>(step: &Step<P>, reveal: bool) -> schema::PlayedMove {
    let Step { judged, by_person, counts, .. } = step;
    schema::PlayedMove {
        ply: judged.ply,
        uci: judged.position.code(&judged.play),
        san: judged.san(),
        fen_after: judged.position.next(&judged.play).text(),
        by: if *by_person { "you" } else { "opponent" }.into(),
        counts: *counts,
        value_before: reveal.then(|| judged.before.into()),
        value_after: reveal.then(|| judged.after.into()),
        conceded: judged.conceded().filter(|_| reveal),
        optimal: reveal.then(|| judged.is_optimal()),
        only_move: reveal.then_some(judged.keeping == 1),
    }
}

/// A session before its first move, against an opponent who has seen you before.
fn session<P: PracticePosition>(row: &GameRow, start: P) -> Result<Session<P>, PracticeError> {
    let mut seen = Belief::uniform(CompetenceGrid::default());
    if row.seen.iter().any(|&log| log != 0.0) {
        observe(&mut seen, &row.seen);
    }
    let opponent = opponents::read(row.game, &row.opponent)?.having_seen(&seen);
    let terms = Terms::Practice { goal: row.goal, to_mate: row.to_mate };
    Ok(Session::new(start, row.you, terms, opponent, row.seed)?)
}

/// Lets a belief learn from a move of a history; one on another grid teaches nothing.
pub fn observe(belief: &mut Belief, log_likelihoods: &[f64]) -> bool {
    log_likelihoods.len() == belief.grid().len() && belief.observe(log_likelihoods)
}
