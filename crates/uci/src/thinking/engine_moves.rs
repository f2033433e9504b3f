//! A move where no table helps: `E_p(c)` of the engine behind us, or of our own searcher.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use endgame::rules::{Board, Move};
use engine::client::{EngineError, Launch, Programs, SupervisedEngine};
use engine::evaluator::{Evaluation, Evaluator, Limits};
use engine::message::{Go, Reply};
use engine::score::Score;
use engine::searcher::Searcher;
use engine::stopped_down::choices;
use player::spec::Skill;
use player::{Belief, Competence};
use value::{Choice, Choices, Extent, Plies};

use super::lines;
use super::opponent_model::OpponentModel;
use super::{ChosenMove, Say, Task};
use crate::options::{OWN_DEPTH, Options};
use crate::stopped_down;

/// Positions remembered before all are forgotten.
const MEMORY: usize = 4096;
/// The part of our time and nodes that judging the opponent's last move may take.
const JUDGING: f64 = 0.4;
/// The part of our time that an engine may take to start.
const STARTING: f64 = 0.5;
/// In less than this no engine is asked anything.
const SHORTEST: Duration = Duration::from_millis(20);
/// How long an engine may take to say who it is, and to say anything where no clock runs.
const HANDSHAKE: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(20);
/// How long it may take where no clock runs for the next value of a move.
const LONGEST: Duration = Duration::from_secs(180);

/// The engine behind us and what it said.
#[derive(Default)]
pub(super) struct EngineMoves {
    /// None if none was named, and after its first failure.
    engine: Option<SupervisedEngine>,
    /// Where engines are started.
    programs: Programs,
    /// Whether it was said of this move that the engine does not value it.
    excused: bool,
    /// Valued to the full depth, by FEN and depth.
    valued: HashMap<(String, Plies), Evaluation>,
    /// Of either side, as whoever plays both sides has two opponents.
    opponents: [Option<OpponentModel>; 2],
    /// How long engine and searcher have worked for this move, and on how many positions.
    working: Duration,
    nodes: u64,
}

/// What one evaluation may take.
struct Share {
    depth: Plies,
    nodes: Option<u64>,
    /// The part of our time that may have passed when it ends.
    time: f64,
}

impl EngineMoves {
    /// Nobody yet; engines are started among these programs.
    pub(super) fn new(programs: Programs) -> EngineMoves {
        EngineMoves { programs, ..EngineMoves::default() }
    }

    /// Chooses a move by its values; there is at least one.
    pub(super) fn think(&mut self, task: &Task, began: Instant, say: Say<'_>) -> ChosenMove {
        (self.working, self.nodes, self.excused) = (Duration::ZERO, 0, false);
        let (options, game) = (&task.options, &task.game);
        let depth = self.depth(&task.go, options);
        let belief = self.opponent(task, depth, say);
        let moves = game.board().legal_moves();
        let nodes = task.go.nodes.map(|most| most.saturating_sub(self.nodes).max(1));
        let share = Share { depth, nodes, time: 1.0 };
        let evaluation = self.evaluate(task, game.board(), &moves, &share, say);
        let choices = game.ruled(game.ply(), choices(&moves, &evaluation));
        let is_asked = task.is_asked();
        let pairs = choices.into_iter().zip(&evaluation.lines);
        let (choices, lines): (Vec<Choice<Move, Score>>, Vec<&Vec<String>>) =
            pairs.filter(|(choice, _)| is_asked(choice.play)).unzip();
        let choices = Choices::new(choices, Extent::default());
        let distribution = stopped_down::distribution(&choices, options.kappa, options.horizon);
        let competence = competence(options, &belief);
        let chosen = match options.analyse {
            true => lines::best_first(&choices)[0],
            false => distribution.sample(competence, &mut task.chance()),
        };
        for (place, number) in lines::shown(options, &choices, chosen).into_iter().enumerate() {
            let value = choices[number].value;
            let wdl = options.show_wdl.then(|| value.win_draw_loss());
            let line = lines::playable(game.board(), lines[number]);
            let mut info = lines::info(evaluation.depth.0, place, value, wdl, line, began);
            info.nodes = Some(self.nodes);
            let micros = self.working.as_micros();
            info.nps = (u128::from(self.nodes) * 1_000_000)
                .checked_div(micros)
                .and_then(|nps| u64::try_from(nps).ok());
            say(Reply::Info(Box::new(info)));
        }
        let probability = match options.analyse {
            true => String::new(),
            false => format!("probability {:.4}, ", distribution.probabilities(competence)[chosen]),
        };
        let best = choices.iter().map(|choice| choice.value.pawns()).fold(f64::MIN, f64::max);
        let given = best - choices[chosen].value.pawns();
        let (method, depth) = (evaluation.method.word(), evaluation.depth);
        say(Reply::remark(format!(
            "{probability}{given:.2} pawns conceded; {}; depth {depth} by {method}",
            lines::opponent(&belief),
        )));
        if task.debug {
            let [working, all] = [self.working, began.elapsed()].map(|time| time.as_micros());
            say(Reply::remark(format!("{working} of {all} us spent on values")));
        }
        let ponder = lines::playable(game.board(), lines[chosen]).into_iter().nth(1);
        ChosenMove { play: choices[chosen].play, ponder }
    }

    /// What the opponent's moves outside the tables say of him: the last one is valued now, earlier
    /// ones count if they were valued in their time.
    fn opponent(&mut self, task: &Task, depth: Plies, say: Say<'_>) -> Belief {
        let (options, game) = (&task.options, &task.game);
        let us = game.board().turn().fold_wb(0, 1);
        let mut model = match self.opponents[us].take() {
            Some(model) if model.goes_on_with(task, depth) => model,
            _ => OpponentModel::begin(task, depth),
        };
        if options.analyse {
            return model.belief;
        }
        let nodes = task.go.nodes.map(|most| (most as f64 * JUDGING) as u64);
        let share = Share { depth, nodes, time: JUDGING };
        let mut done = game.ply();
        for ply in model.news(game) {
            let (board, play) = game.step(ply);
            let is_last = ply + 1 == game.ply();
            let known = is_last || self.valued.contains_key(&(board.fen(), depth));
            if !known || task.table_queue.covers(board).is_some() {
                continue;
            }
            // Perhaps there is more time when we are asked again.
            if task.control.is_over_after(JUDGING) {
                done = ply;
                continue;
            }
            let moves = board.legal_moves();
            let evaluation = self.evaluate(task, board, &moves, &share, say);
            if evaluation.depth < depth {
                done = ply;
                continue;
            }
            let choices = game.ruled(ply, choices(&moves, &evaluation));
            let distribution = stopped_down::distribution(&choices, options.kappa, options.horizon);
            if let Some(played) = moves.iter().position(|&legal| legal == play) {
                model.observe(&distribution, played);
            }
        }
        model.has_seen(game, done);
        let belief = model.belief.clone();
        self.opponents[us] = Some(model);
        belief
    }

    /// Every move of a position valued: by the engine behind us, or by our own searcher if there is
    /// none or it fails.
    fn evaluate(
        &mut self,
        task: &Task,
        board: &Board,
        moves: &[Move],
        share: &Share,
        say: Say<'_>,
    ) -> Evaluation {
        let key = (board.fen(), share.depth);
        if let Some(known) = self.valued.get(&key) {
            return known.clone();
        }
        let began = Instant::now();
        let evaluation = self.ask(task, board, moves, share, say).unwrap_or_else(|| {
            // What was meant for an engine would take our own searcher for ever.
            let named = !task.options.engine.is_empty();
            let depth = if named { share.depth.min(OWN_DEPTH) } else { share.depth };
            let halt = || task.control.is_over_after(share.time);
            let limits = Limits { depth, nodes: share.nodes, halt: &halt, leave: &halt };
            Searcher.evaluate(board, moves, &limits).expect("our own searcher always answers")
        });
        self.working += began.elapsed();
        self.nodes = self.nodes.saturating_add(evaluation.nodes);
        if evaluation.depth >= share.depth {
            if self.valued.len() >= MEMORY {
                self.valued.clear();
            }
            self.valued.insert(key, evaluation.clone());
        }
        evaluation
    }

    /// What the engine behind us says; none if there is none, or no time for it, or if it fails, and
    /// then a remark says so. One that fails is given up.
    fn ask(
        &mut self,
        task: &Task,
        board: &Board,
        moves: &[Move],
        share: &Share,
        say: Say<'_>,
    ) -> Option<Evaluation> {
        let engine = self.engine.as_mut()?;
        let control = &task.control;
        let halt = || control.is_nearly_over_after(share.time);
        let leave = || control.is_late_after(share.time);
        if !control.leaves_after(share.time, SHORTEST) {
            return None;
        }
        let limits = Limits { depth: share.depth, nodes: share.nodes, halt: &halt, leave: &leave };
        let started = engine.engine(&|| control.is_over_after(STARTING * share.time)).map(|_| ());
        match started.and_then(|()| engine.evaluate(board, moves, &limits)) {
            Ok(evaluation) => return Some(evaluation),
            // Whoever was told to stop has not failed.
            Err(EngineError::MissingScores { .. }) if share.nodes.is_some() || halt() => (),
            Err(error @ (EngineError::Starting { .. } | EngineError::Late { .. })) => {
                if !std::mem::replace(&mut self.excused, true) {
                    say(Reply::remark(format!("{error}; this move is searched by ourselves")));
                }
            }
            Err(error) => {
                self.engine = None;
                say(Reply::remark(format!(
                    "{error}; it is given up, and moves are searched by ourselves, {OWN_DEPTH} \
                     plies deep at most, until Engine is set again"
                )));
            }
        }
        None
    }

    /// Puts an engine behind us and has it start, or none if the path is empty.
    pub(super) fn engage(&mut self, path: &str) {
        self.forget();
        if let Some(before) = self.engine.take() {
            // It may take its time to leave, but not ours.
            std::thread::spawn(move || drop(before));
        }
        self.engine = (!path.is_empty()).then(|| {
            let launch = Launch {
                handshake: HANDSHAKE,
                silence: SILENCE,
                longest: LONGEST,
                ..Launch::new(path)
            };
            SupervisedEngine::new(launch).among(self.programs.clone()).with_tries(1)
        });
        if let Some(engine) = &mut self.engine {
            engine.begin();
        }
    }

    /// Values are worked out afresh.
    pub(super) fn forget(&mut self) {
        self.valued.clear();
        self.opponents = [None, None];
    }

    /// The `p` of `E_p`: as set, or as this `go` wants it; a mate in `n` shows after `2n - 1` plies.
    /// Without the engine that it was set for, no deeper than suits our own searcher.
    fn depth(&self, go: &Go, options: &Options) -> Plies {
        let mate = || go.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
        let asked =
            go.depth.or_else(|| mate().map(|plies| u16::try_from(plies).unwrap_or(u16::MAX)));
        let depth = asked.map_or(options.depth(), |plies| Plies(plies.max(1)));
        let given_up = self.engine.is_none() && !options.engine.is_empty();
        if given_up { depth.min(OWN_DEPTH) } else { depth }
    }
}

/// How well the agent plays where there are only values.
fn competence(options: &Options, opponent: &Belief) -> Competence {
    let skill = options.spec().map_or(Skill::Constant(Competence::INFALLIBLE), |spec| spec.skill());
    match skill {
        Skill::Constant(competence) => competence,
        Skill::AboveOpponent(offset) => {
            Competence::new(opponent.mean()).unwrap_or(Competence::RANDOM).plus(offset)
        }
    }
}
