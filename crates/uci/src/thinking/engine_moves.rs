//! A move outside the tables: the agent chooses by the scores of an engine, or of our own searcher.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use endgame::rules::{Board, Move};
use engine::client::{EngineError, Launch, Programs, SupervisedEngine};
use engine::evaluator::{Evaluation, Evaluator, Limits};
use engine::message::{Go, Reply};
use engine::score::Score;
use engine::searcher::Searcher;
use engine::stopped_down::{StoppedDown, choices};
use player::agents::Agent;
use player::{Competence, ReferencePlayer};
use rand::RngExt;
use study::game::ChoiceSet;
use value::{Choices, Plies};

use super::participant::Participant;
use super::{ChosenMove, Say, Task, lines};
use crate::options::{OWN_DEPTH, Options};

/// The most cached evaluations; then all are dropped.
const MEMORY: usize = 4096;
/// The part of our time and nodes for evaluating the opponent's last move.
const JUDGING: f64 = 0.4;
/// The part of our time for starting an engine.
const STARTING: f64 = 0.5;
/// With less time than this no engine is used.
const SHORTEST: Duration = Duration::from_millis(20);
/// How long an engine may take for its handshake, and between two lines where no clock runs.
const HANDSHAKE: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(20);
/// How long it may take for the next score where no clock runs.
const LONGEST: Duration = Duration::from_secs(180);

/// The greatest depth where the GUI sets no other.
const DEEPEST: Plies = Plies(60);
/// Half-moves that belong to the opening, where the best moves are as good as each other.
const OPENING: usize = 10;

/// The engine, its evaluations, and our agents.
#[derive(Default)]
pub(crate) struct EngineMoves {
    /// None if none was named, and after its first failure.
    engine: Option<SupervisedEngine>,
    programs: Programs,
    /// Whether a remark has said that this move is not scored by the engine.
    excused: bool,
    /// Evaluations of full depth, by FEN and depth.
    valued: HashMap<(String, Plies), Evaluation>,
    /// One for each side: who plays both sides has two opponents.
    participants: [Option<Participant<StoppedDown<Searcher>>>; 2],
    /// Time and positions that engine and searcher have spent on this move.
    working: Duration,
    nodes: u64,
}

/// The limits of one evaluation.
struct Share {
    depth: Plies,
    nodes: Option<u64>,
    /// The part of our time after which it ends.
    time: f64,
}

impl EngineMoves {
    /// No engine yet; this owner will have its process.
    pub(super) fn new(programs: Programs) -> EngineMoves {
        EngineMoves { programs, ..EngineMoves::default() }
    }

    /// Chooses a move by its score; there is at least one legal move.
    pub(super) fn think(&mut self, task: &Task, began: Instant, say: Say<'_>) -> ChosenMove {
        (self.working, self.nodes, self.excused) = (Duration::ZERO, 0, false);
        let (options, game) = (&task.options, &task.game);
        let board = game.board();
        let depth = self.depth(&task.go, options);
        let source = StoppedDown::new(Searcher, depth);
        let mut us = self.participant(task, &source, say);
        let moves = board.legal_moves();
        let nodes = task.go.nodes.map(|most| most.saturating_sub(self.nodes).max(1));
        let share = Share { depth, nodes, time: 1.0 };
        let evaluation = self.evaluate(task, board, &moves, &share, say);
        let deepest = self.search_on(task, &moves, &evaluation, began, say);
        // Who plays the best move takes the deepest values; who errs is `E_p(c)`, with a fixed `p`.
        let is_best = options.spec().is_ok_and(|spec| spec.is_infallible());
        let evaluation = if options.analyse || is_best { &deepest } else { &evaluation };
        let mut choices = game.ruled(game.ply(), choices(&moves, evaluation));
        let is_asked = task.is_asked();
        let (_, lines): (Vec<Move>, Vec<&Vec<String>>) =
            moves.iter().zip(&evaluation.lines).filter(|(play, _)| is_asked(**play)).unzip();
        choices.retain(|choice| is_asked(choice.play));
        let set = ChoiceSet { at: board.clone(), choices };
        let turn = set.turn(&source);
        let (chosen, probability) = if options.analyse {
            (lines::best_first(turn.choices)[0], String::new())
        } else {
            let odds = us.state.agent().odds(&turn);
            let chosen = us.state.choose(&turn, &mut task.chance());
            // Agents without search do not fail; if one did, the best move would do.
            let chosen = chosen.unwrap_or_else(|_| lines::best_first(turn.choices)[0]);
            let chosen = match is_best {
                true => opening_move(task, turn.choices).unwrap_or(chosen),
                false => chosen,
            };
            let said = |odds: Vec<f64>| format!("probability {:.4}, ", odds[chosen]);
            (chosen, odds.map_or_else(String::new, said))
        };
        for (place, number) in lines::shown(options, turn.choices, chosen).into_iter().enumerate() {
            let value = turn.choices[number].value;
            let wdl = options.show_wdl.then(|| value.win_draw_loss());
            let line = lines::playable(board, lines[number]);
            let mut info = lines::info(evaluation.depth.0, place, value, wdl, line, began);
            info.nodes = Some(self.nodes);
            info.nps = (u128::from(self.nodes) * 1_000_000)
                .checked_div(self.working.as_micros())
                .and_then(|nps| u64::try_from(nps).ok());
            say(Reply::Info(Box::new(info)));
        }
        let best = turn.choices.best().unwrap_or(Score::DRAW).pawns();
        let conceded = best - turn.choices[chosen].value.pawns();
        let (method, depth) = (evaluation.method.word(), evaluation.depth);
        say(Reply::remark(format!(
            "{probability}{conceded:.2} pawns conceded; {}; depth {depth} by {method}",
            lines::opponent(&us.opponent.belief),
        )));
        if task.debug {
            let [working, all] = [self.working, began.elapsed()].map(|time| time.as_micros());
            say(Reply::remark(format!("{working} of {all} us spent on values")));
        }
        let ponder = lines::playable(board, lines[chosen]).into_iter().nth(1);
        let play = turn.choices[chosen].play;
        self.participants[board.turn().fold_wb(0, 1)] = Some(us);
        ChosenMove { play, ponder }
    }

    /// The agent, who has seen the game so far outside the tables: the opponent's last move is
    /// evaluated now, earlier moves count if they were evaluated in their time.
    fn participant(
        &mut self,
        task: &Task,
        source: &StoppedDown<Searcher>,
        say: Say<'_>,
    ) -> Participant<StoppedDown<Searcher>> {
        let (options, game, depth) = (&task.options, &task.game, source.depth());
        let (spec, model) = (options.spec(), options.engine_model());
        let belief = options.opponent.prior(&options.calibration);
        let agent = spec.as_ref().map(ToString::to_string);
        let known = (&options.opponent, &options.calibration);
        let settings = format!("{depth} {} {agent:?} {model:?} {known:?}", options.engine);
        let kept = self.participants[game.board().turn().fold_wb(0, 1)].take();
        let kept = kept.filter(|kept| kept.can_continue(&settings, game));
        let mut us = kept.unwrap_or_else(|| {
            let best = ReferencePlayer { competence: Competence::INFALLIBLE, model: model.clone() };
            let agent = spec.map_or_else(
                |_| Box::new(best) as Box<dyn Agent<StoppedDown<Searcher>>>,
                |spec| spec.without_search(&model, &belief),
            );
            Participant::new(settings, agent, model, belief, game)
        });
        if options.analyse {
            return us;
        }
        let nodes = task.go.nodes.map(|most| (most as f64 * JUDGING) as u64);
        let share = Share { depth, nodes, time: JUDGING };
        let caught_up = us.catch_up(source, game, |ply| {
            let board = game.step(ply).0;
            let is_last = ply + 1 == game.ply();
            let known = is_last || self.valued.contains_key(&(board.fen(), depth));
            let is_late = task.control.is_over_after(JUDGING);
            if !known || is_late || task.table_queue.covers(board).is_some() {
                return Ok(None);
            }
            let moves = board.legal_moves();
            let evaluation = self.evaluate(task, board, &moves, &share, say);
            if evaluation.depth < depth {
                return Ok(None);
            }
            let choices = game.ruled(ply, choices(&moves, &evaluation));
            Ok(Some(ChoiceSet { at: board.clone(), choices }))
        });
        if let Err(error) = caught_up {
            say(Reply::remark(error.to_string()));
        }
        us
    }

    /// Evaluates every move of a position: by the engine, or by our own searcher if there is none
    /// or it fails.
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
            // A depth that suits an engine would take our own searcher far too long.
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

    /// The engine's evaluation; none if there is no engine, no time for it, or if it fails. An
    /// engine that fails is given up with a remark.
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
            // An engine that was told to stop has not failed.
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

    /// Goes on searching where the GUI wants that, `infinite`, for a time, or until the opponent has
    /// moved, without a depth: every depth that is reached is shown. Returns the deepest values.
    fn search_on(
        &mut self,
        task: &Task,
        moves: &[Move],
        sofar: &Evaluation,
        began: Instant,
        say: Say<'_>,
    ) -> Evaluation {
        let Task { go, control, .. } = task;
        let is_endless = go.infinite || go.movetime.is_some() || go.ponder;
        if !is_endless || go.depth.is_some() || go.mate.is_some() || go.nodes.is_some() {
            return sofar.clone();
        }
        // A fallible player chooses by its own depth, which it has reached; the infallible one has had the
        // opponent's time.
        let hit = || go.ponder && go.movetime.is_none() && !control.holds();
        let halt = || hit() || control.is_over_after(1.0);
        let nearly = || hit() || control.is_nearly_over_after(1.0);
        let leave = || control.is_late_after(1.0);
        let board = task.game.board();
        let before = self.nodes;
        let mut report = |found: &Evaluation| show(task, moves, found, before, began, say);
        let started = Instant::now();
        let mut limits = Limits { depth: DEEPEST, nodes: None, halt: &nearly, leave: &leave };
        let asked = self.engine.as_mut().filter(|_| control.leaves_after(1.0, SHORTEST));
        let found = match asked {
            Some(engine) => engine.deepen(board, moves, &limits, &mut report),
            None => {
                (limits.halt, limits.leave) = (&halt, &halt);
                Searcher.deepen(board, moves, &limits, &mut report)
            }
        };
        self.working += started.elapsed();
        // An engine that fails here is found out by the next `go`.
        let found = found.ok().filter(|found| found.depth >= sofar.depth);
        let found = found.unwrap_or_else(|| sofar.clone());
        self.nodes = self.nodes.saturating_add(found.nodes);
        found
    }

    /// Starts this engine in the background; none if the command is empty.
    pub(crate) fn engage(&mut self, path: &str) {
        self.forget();
        if let Some(before) = self.engine.take() {
            // It may take its time to end, but not ours.
            std::thread::spawn(move || drop(before));
        }
        self.engine = (!path.is_empty()).then(|| {
            let (handshake, silence, longest) = (HANDSHAKE, SILENCE, LONGEST);
            let launch = Launch::from_command(path);
            let launch = Launch { handshake, silence, longest, ..launch };
            let engine = SupervisedEngine::new(launch).among(self.programs.clone());
            let mut engine = engine.with_tries(1);
            engine.begin();
            engine
        });
    }

    pub(crate) fn forget(&mut self) {
        self.valued.clear();
        self.participants = [None, None];
    }

    /// The `p` of `E_p`: that of this `go`, or the option's; a mate in `n` needs `2n - 1` plies.
    /// After an engine was given up, no more than our own searcher's default.
    fn depth(&self, go: &Go, options: &Options) -> Plies {
        let mate = go.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
        let asked = go.depth.or(mate.map(|plies| u16::try_from(plies).unwrap_or(u16::MAX)));
        let depth = asked.map_or(options.depth(), |plies| Plies(plies.max(1)));
        let given_up = self.engine.is_none() && !options.engine.is_empty();
        if given_up { depth.min(OWN_DEPTH) } else { depth }
    }
}

/// Shows the best lines at a depth that all moves have reached.
fn show(
    task: &Task,
    moves: &[Move],
    found: &Evaluation,
    before: u64,
    began: Instant,
    say: Say<'_>,
) {
    let options = &task.options;
    let board = task.game.board();
    let all = choices(moves, found);
    let is_asked = task.is_asked();
    let asked = lines::best_first(&all).into_iter().filter(|&at| is_asked(all[at].play));
    for (place, number) in asked.take(options.multipv).enumerate() {
        let value = all[number].value;
        let wdl = options.show_wdl.then(|| value.win_draw_loss());
        let line = lines::playable(board, &found.lines[number]);
        let mut info = lines::info(found.depth.0, place, value, wdl, line, began);
        let nodes = before.saturating_add(found.nodes);
        info.nodes = Some(nodes);
        info.nps = (u128::from(nodes) * 1_000_000)
            .checked_div(began.elapsed().as_micros())
            .and_then(|nps| u64::try_from(nps).ok());
        say(Reply::Info(Box::new(info)));
    }
}

/// In the opening of a game, one of the moves that are nearly as good as the best, by chance.
fn opening_move(task: &Task, choices: &Choices<Move, Score>) -> Option<usize> {
    let game = &task.game;
    if game.ply() >= OPENING || !game.boards()[0].is_start() || task.options.variety == 0 {
        return None;
    }
    let least = choices.best()?.pawns() - f64::from(task.options.variety) / 100.0;
    let good: Vec<usize> =
        (0..choices.len()).filter(|&at| choices[at].value.pawns() >= least - 1e-9).collect();
    good.get(task.chance().random_range(0..good.len())).copied()
}
