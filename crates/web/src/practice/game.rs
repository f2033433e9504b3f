//! One practice game: moves made, answered, judged and taken back.

use axum::http::StatusCode;
use endgame::rules::{Board, Color, Move, Position};
use endgame::tables::Tables;
use player::{Belief, CompetenceGrid, Model};
use study::assess::MoveAssessment;
use study::practice::opposite::{Opposite, Seen};
use study::schema::{BoardFacts, BoardMove, BoardPosition};
use value::{ChoiceSource, Choices};

use super::ending::{HOLD_MOVES, Over, Reason, Referee, placement};
use super::setup::Setup;
use super::start::Goal;
use crate::agents;
use crate::errors::Failure;
use crate::history::{GameRow, MoveRow};
use crate::position::read_move;
use crate::response::{GameAnswer, OpponentAnswer, PlayedAnswer, color_word};
use study::endgame_names::plain_name;

/// A move that was made.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it was worth.
    pub judged: MoveAssessment,
    /// Whether you made it.
    pub by_you: bool,
    /// Whether it says something of your competence: made without help, and for the first time.
    pub counts: bool,
    /// Its log-likelihood at each competence of the usual grid.
    pub likelihood: Vec<f64>,
}

/// A game and everything that was played in it.
pub struct Practice {
    row: GameRow,
    you: Color,
    goal: Goal,
    /// Where it began, and where each move led.
    positions: Vec<Position>,
    steps: Vec<Step>,
    over: Option<Over>,
    opposite: Opposite,
    /// Whether a change of it could not be kept: the history knows how it stands.
    void: bool,
}

impl Practice {
    /// Sits down to a new game.
    pub fn begin(id: String, started: i64, setup: Setup) -> Result<Practice, Failure> {
        let again = setup.parent.is_some();
        let row = GameRow {
            id,
            started,
            material: setup.start.material().to_string(),
            you: color_word(setup.you).to_owned(),
            start_fen: setup.start.fen(),
            goal: setup.goal.word().to_owned(),
            to_mate: setup.to_mate,
            surprise: setup.surprise,
            opponent: setup.opponent,
            seed: setup.seed,
            depth: setup.depth,
            parent: setup.parent,
            seen: setup.seen.log_likelihood(),
            version: 1,
            // A move made again says nothing new.
            furthest: if again { 1 + usize::from(setup.start.turn() != setup.you) } else { 0 },
            over: None,
        };
        if let Some(over) = BoardFacts::of(&setup.start).over {
            return Err(Failure::bad(format!(
                "the game is over here ({over}): choose a position with something to play for"
            )));
        }
        Practice::seated(row, setup.start, setup.you, setup.goal)
    }

    fn seated(row: GameRow, start: Position, you: Color, goal: Goal) -> Result<Practice, Failure> {
        let opposite = opposite(&row)?;
        let (positions, steps) = (vec![start], Vec::new());
        Ok(Practice { row, you, goal, positions, steps, over: None, opposite, void: false })
    }

    /// A game from the history, its moves judged again.
    pub fn resume(row: GameRow, moves: &[MoveRow], tables: &Tables) -> Result<Practice, Failure> {
        let start = Position::from_fen(&row.start_fen)?;
        let you = if row.you == "white" { Color::White } else { Color::Black };
        let goal = Goal::named(&row.goal).unwrap_or(Goal::Win);
        let over = row.over.as_ref().and_then(|(result, reason, _)| {
            let winner = match result.as_str() {
                "1-0" => Some(Color::White),
                "0-1" => Some(Color::Black),
                _ => None,
            };
            Some(Over { reason: Reason::named(reason)?, winner })
        });
        let mut game = Practice::seated(row, start, you, goal)?;
        for (at, kept) in moves.iter().enumerate() {
            let play = read_move(game.here(), &kept.uci).ok().filter(|_| kept.ply == at + 1);
            let play = play.ok_or_else(|| damaged(&game.row.id, kept))?;
            game.make(tables, play, kept.counts)?;
        }
        game.over = over;
        Ok(game)
    }

    /// What is kept of it.
    pub fn row(&self) -> &GameRow {
        &self.row
    }

    /// Whether a change of it could not be kept, so that it must be read again from the history.
    pub fn is_void(&self) -> bool {
        self.void
    }

    /// Says that a change could not be kept.
    pub fn set_void(&mut self) {
        self.void = true;
    }

    /// Takes over how many plies were reached or told elsewhere.
    pub fn told_elsewhere(&mut self, furthest: usize) {
        self.row.furthest = self.row.furthest.max(furthest);
    }

    /// Where it stands.
    pub fn here(&self) -> &Position {
        self.positions.last().expect("a game begins somewhere")
    }

    /// The position after so many plies.
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        self.positions.get(ply)
    }

    /// The moves.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Your colour.
    pub fn you(&self) -> Color {
        self.you
    }

    /// What for.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// How it ended.
    pub fn over(&self) -> Option<Over> {
        self.over
    }

    /// Who sits opposite, unless that is a secret still.
    pub fn opponent(&self) -> Option<OpponentAnswer> {
        let told = !self.row.surprise || self.over.is_some();
        told.then(|| OpponentAnswer {
            name: agents::name(&self.row.opponent),
            spec: self.row.opponent.clone(),
        })
    }

    /// Your move and the reply; what is to be kept of them.
    pub fn play(&mut self, tables: &Tables, uci: &str) -> Result<Vec<MoveRow>, Failure> {
        self.still_on()?;
        if self.here().turn() != self.you {
            return Err(Failure::conflict("it is not your move: wait for the opponent"));
        }
        let play = read_move(self.here(), uci)?;
        let first = self.steps.len();
        let counts = first >= self.row.furthest;
        self.make(tables, play, counts)?;
        if self.over.is_none() {
            self.reply(tables)?;
        }
        self.changed();
        Ok(self.rows_from(first))
    }

    /// The opponent's first move, where the opponent begins.
    pub fn open(&mut self, tables: &Tables) -> Result<Vec<MoveRow>, Failure> {
        if self.here().turn() != self.you {
            self.reply(tables)?;
            self.row.furthest = self.row.furthest.max(self.steps.len());
        }
        Ok(self.rows_from(0))
    }

    fn reply(&mut self, tables: &Tables) -> Result<(), Failure> {
        let here = self.here().clone();
        let seen = Seen::at(tables, &here)?;
        let tried = self.untried(&here, &seen).unwrap_or_else(|| seen.clone());
        let chosen = self.opposite.answers(tables, &here, &tried, self.steps.len())?;
        let chosen = seen.place(tried.choices[chosen].play).unwrap_or(chosen);
        self.add(here, &seen, chosen, false);
        Ok(())
    }

    /// Who wants more than a draw does not go back to where it was, if another move holds as well.
    fn untried(&self, here: &Position, seen: &Seen) -> Option<Seen> {
        let been: Vec<String> = match self.goal {
            Goal::Hold => self.positions.iter().map(placement).collect(),
            Goal::Win | Goal::Resist => return None,
        };
        seen.without(|play| been.contains(&placement(&here.after(play))))
    }

    /// Makes a move of either side.
    fn make(&mut self, tables: &Tables, play: Move, counts: bool) -> Result<(), Failure> {
        let here = self.here().clone();
        let seen = Seen::at(tables, &here)?;
        let chosen = seen.place(play).ok_or_else(|| Failure::bad("that is no legal move here"))?;
        if here.turn() == self.you {
            self.opposite.sees(tables, &here, &seen, chosen)?;
        }
        self.add(here, &seen, chosen, counts);
        Ok(())
    }

    fn add(&mut self, here: Position, seen: &Seen, chosen: usize, counts: bool) {
        let by_you = here.turn() == self.you;
        let number = Board::from(here.clone()).move_number();
        let distribution = Model::judging_people().distribution(&seen.choices);
        let likelihood = distribution.log_probabilities_on(&CompetenceGrid::default(), chosen);
        let judged = MoveAssessment::new(self.steps.len() + 1, number, here, &seen.choices, chosen);
        let after = judged.position.after(judged.play);
        let made = self.moves_of_yours() + usize::from(by_you);
        let (goal, you, to_mate) = (self.goal, self.you, self.row.to_mate);
        let referee = Referee { goal, you, to_mate, before: &self.positions };
        self.over = referee.call(&judged, &after, made);
        self.steps.push(Step { judged, by_you, counts: counts && by_you, likelihood });
        self.positions.push(after);
    }

    fn moves_of_yours(&self) -> usize {
        self.steps.iter().filter(|step| step.by_you).count()
    }

    /// Takes your last move back, and what came after it; says from which ply on.
    pub fn take_back(&mut self, tables: &Tables) -> Result<usize, Failure> {
        let Some(last) = self.steps.iter().rposition(|step| step.by_you) else {
            return Err(Failure::conflict("there is no move of yours to take back"));
        };
        self.steps.truncate(last);
        self.positions.truncate(last + 1);
        self.over = None;
        // Agents cannot unlearn: a new one sees the moves that are left.
        let mut opposite = opposite(&self.row)?;
        for step in self.steps.iter().filter(|step| step.by_you) {
            let at = &step.judged.position;
            let seen = Seen::at(tables, at)?;
            if let Some(chosen) = seen.place(step.judged.play) {
                opposite.sees(tables, at, &seen, chosen)?;
            }
        }
        self.opposite = opposite;
        self.changed();
        Ok(last + 1)
    }

    /// Gives up.
    pub fn resign(&mut self) -> Result<(), Failure> {
        self.still_on()?;
        self.over = Some(Over { reason: Reason::Resigned, winner: Some(self.you.other()) });
        self.changed();
        Ok(())
    }

    /// Tells a best move: the next one then says nothing of your competence.
    pub fn hint(&mut self, tables: &Tables) -> Result<(Position, MoveAssessment), Failure> {
        self.still_on()?;
        let here = self.here().clone();
        let Seen { choices, .. } = Seen::at(tables, &here)?;
        let best = (0..choices.len()).max_by_key(|&at| choices[at].value);
        let best = best.ok_or_else(|| Failure::conflict("there is no move here"))?;
        self.tell();
        let number = Board::from(here.clone()).move_number();
        Ok((here.clone(), MoveAssessment::new(self.steps.len() + 1, number, here, &choices, best)))
    }

    /// The move to come is told: it will say nothing of your competence.
    fn tell(&mut self) {
        self.row.furthest = self.row.furthest.max(self.steps.len() + 1);
    }

    fn still_on(&self) -> Result<(), Failure> {
        match self.over {
            None => Ok(()),
            Some(over) => Err(Failure::conflict(format!(
                "this game is over ({}): start another one, or take back your last move",
                over.reason.word()
            ))),
        }
    }

    fn changed(&mut self) {
        self.row.version += 1;
        self.row.furthest = self.row.furthest.max(self.steps.len());
        self.row.over = self.over.map(|over| {
            let reached = over.reached(self.you, self.goal);
            (over.result().to_owned(), over.reason.word().to_owned(), reached)
        });
    }

    fn rows_from(&self, first: usize) -> Vec<MoveRow> {
        let row = |step: &Step| MoveRow {
            ply: step.judged.ply,
            uci: step.judged.position.uci(step.judged.play),
            by_you: step.by_you,
            counts: step.counts,
            depth: step.judged.before.depth().map(|depth| depth.0),
            conceded: step.judged.conceded(),
            value_conceded: step.judged.value_conceded(),
            likelihood: step.by_you.then(|| step.likelihood.clone()),
        };
        self.steps[first..].iter().map(row).collect()
    }

    /// How it stands; what moves were worth and which are best only if that is to be shown.
    pub fn answer(&mut self, tables: &Tables, reveal: bool) -> Result<GameAnswer, Failure> {
        if reveal && self.over.is_none() {
            self.tell();
        }
        let here = self.here();
        let material = self.positions[0].material();
        let on = self.over.is_none();
        let (mut best, mut value) = (None, None);
        if reveal {
            let outcome = tables.outcome(here)?;
            let own = if here.turn() == self.you { outcome } else { outcome.flipped() };
            value = Some(own);
            let best_moves = |choices: Choices<Move>| {
                choices.optimal().into_iter().map(|at| here.san(choices[at].play)).collect()
            };
            let names = if on { best_moves(tables.choices(here)?) } else { Vec::new() };
            best = Some(names);
        }
        let left = HOLD_MOVES.saturating_sub(self.moves_of_yours());
        Ok(GameAnswer {
            id: self.row.id.clone(),
            version: self.row.version,
            fen: here.fen(),
            start_fen: self.row.start_fen.clone(),
            you: color_word(self.you),
            material: material.to_string(),
            name: plain_name(&material),
            goal: self.goal.word(),
            to_mate: self.row.to_mate,
            opponent: self.opponent(),
            moves: (0..self.steps.len()).map(|at| self.played(at, reveal)).collect(),
            moves_left: 101u32.saturating_sub(here.halfmove_clock()) / 2,
            hold_left: (self.goal == Goal::Hold).then_some(left),
            over: self.over.map(|over| over.answer(self.you, self.goal)),
            best,
            depth: value.and_then(value::Outcome::depth).map(|depth| depth.0),
            value: value.map(Into::into),
            parent: self.row.parent.clone(),
            position: BoardPosition::of(here, on),
        })
    }

    fn played(&self, at: usize, reveal: bool) -> PlayedAnswer {
        let Step { judged, by_you, counts, .. } = &self.steps[at];
        let name = BoardMove::of(&judged.position, judged.play);
        PlayedAnswer {
            ply: judged.ply,
            uci: name.uci,
            san: name.san,
            fen_after: self.positions[at + 1].fen(),
            by: if *by_you { "you" } else { "opponent" },
            counts: *counts,
            value_before: reveal.then(|| judged.before.into()),
            value_after: reveal.then(|| judged.after.into()),
            conceded: judged.conceded().filter(|_| reveal),
            optimal: reveal.then(|| judged.is_optimal()),
            only_move: reveal.then_some(judged.keeping == 1),
        }
    }
}

/// A game of the history with a move that cannot be made.
fn damaged(id: &str, kept: &MoveRow) -> Failure {
    Failure::Said(
        StatusCode::INTERNAL_SERVER_ERROR,
        format!(
            "the history of practice game {id} is damaged at ply {}: export your games to get the moves before it, and start a new one",
            kept.ply
        )
        .into(),
    )
}

/// The opponent of a game, who has seen you before.
fn opposite(row: &GameRow) -> Result<Opposite, Failure> {
    let mut seen = Belief::uniform(CompetenceGrid::default());
    if row.seen.iter().any(|&log| log != 0.0) {
        crate::history::observe(&mut seen, &row.seen);
    }
    let spec = agents::read(&row.opponent)?.having_seen(&seen);
    Ok(Opposite::new(&spec, row.seed)?)
}
