//! A UCI engine in a process of its own: it evaluates every legal move of a position at a fixed
//! depth.
//!
//! Engines give the same scores twice only with one thread and a cleared hash table, so every
//! search begins with both. [`SupervisedEngine`] restarts an engine that dies, hangs or sends
//! nonsense.
//!
//! - `launch`: how it is started; `error`: why it gives no scores
//! - [`program`]: a child process that is sure to end
//! - `process`: lines to and from one engine, with deadlines
//! - `multipv_table`: its scores of every move, depth by depth
//! - [`best_move`]: the move it plays
//! - [`supervised`]: an engine that is restarted when it fails

pub mod best_move;
mod error;
mod launch;
mod multipv_table;
mod process;
pub mod program;
pub mod supervised;

use std::time::{Duration, Instant};

use endgame::rules::{Board, Move};
use value::Plies;

pub use best_move::MoveLimits;
pub use error::EngineError;
pub use launch::Launch;
pub use program::Programs;
pub use supervised::SupervisedEngine;

use crate::evaluator::{Evaluation, Limits, Method};
use crate::message::{Command, Go, Info, Kind, OptionLine, Reply, Start};
use crate::score::Score;
use multipv_table::MultiPvTable;
use process::{GRACE, Process, Watchdog};

/// The most legal moves of any position: an engine with so many lines scores every move.
const MOST_MOVES: i64 = 218;
/// The most options we keep: ten times as many as any engine has.
const MOST_SETTINGS: usize = 1000;
/// The longest engine name we keep, in characters.
const LONGEST_NAME: usize = 80;

/// A running engine with one thread and its options set; it ends when dropped.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    settings: Vec<OptionLine>,
    method: Option<Method>,
    /// The `MultiPV` it is set to.
    multipv: usize,
    /// The `UCI_Chess960` it is set to.
    chess960: bool,
    /// A reply that we stopped waiting for and that must be read before the next command, and since
    /// when it is due.
    owed: Option<(Owed, Instant)>,
}

/// A reply that is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owed {
    Ready,
    Move,
}

impl Engine {
    /// Starts an engine and sets its options: `Threads` to 1 before anything else.
    pub fn start(launch: &Launch) -> Result<Engine, EngineError> {
        Engine::greet(Process::start(launch, &Programs::default())?, launch)
    }

    /// The handshake with a process that has been started.
    fn greet(mut process: Process, launch: &Launch) -> Result<Engine, EngineError> {
        let mut settings = Vec::new();
        let no_handshake = || EngineError::NoHandshake { path: launch.path.clone() };
        process.say(&Command::Uci).map_err(|_| no_handshake())?;
        // The whole of it, however much the program has to say that is nothing to us.
        let deadline = Instant::now() + launch.handshake;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let heard = process.hear(left).map_err(|_| no_handshake())?;
            if left.is_zero() || settings.len() > MOST_SETTINGS {
                process.hung(launch.handshake);
                return Err(no_handshake());
            }
            match heard {
                Some(Reply::Name(name)) => {
                    process.name = name.chars().take(LONGEST_NAME).collect();
                }
                Some(Reply::Setting(line)) => settings.push(line),
                Some(Reply::UciOk) => break,
                _ => (),
            }
        }
        let method = launch.method;
        let mut engine =
            Engine { process, settings, method, multipv: 1, chess960: false, owed: None };
        engine.set("Threads", "1")?;
        for (name, value) in &launch.options {
            // Some engines die of a value they cannot have.
            engine.check_value(name, value)?;
            engine.set(name, value)?;
        }
        engine.ready(&Limits::plies(Plies(0)))?;
        Ok(engine)
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.process.name
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.process.program().id()
    }

    /// The options it offers.
    pub fn settings(&self) -> &[OptionLine] {
        &self.settings
    }

    /// Sets an option if the engine has it; says whether it does.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, EngineError> {
        let Some(line) = self.setting(name) else { return Ok(false) };
        let value = (line.kind != Kind::Button).then(|| value.to_owned());
        let name = line.name.clone();
        self.process.say(&Command::SetOption { name, value })?;
        Ok(true)
    }

    /// Whether it has all these options.
    pub fn check_options(&self, options: &[(String, String)]) -> Result<(), EngineError> {
        let has = |name: &str| self.setting(name).is_some();
        let Some((option, _)) = options.iter().find(|(name, _)| !has(name)) else { return Ok(()) };
        let known: Vec<&str> = self.settings.iter().map(|line| &*line.name).collect();
        Err(EngineError::NoOption {
            name: self.name().to_owned(),
            option: option.clone(),
            known: known.join(", "),
        })
    }

    /// Whether an option, if it has it, can have this value.
    fn check_value(&self, option: &str, value: &str) -> Result<(), EngineError> {
        let read = self.setting(option).map_or(Ok(()), |line| line.kind.read(value).map(|_| ()));
        read.map_err(|expected| EngineError::OptionValue {
            name: self.name().to_owned(),
            option: option.to_owned(),
            value: value.to_owned(),
            expected,
        })
    }

    /// The option of this name, however it is spelled.
    fn setting(&self, name: &str) -> Option<&OptionLine> {
        self.settings.iter().find(|line| line.name.eq_ignore_ascii_case(name))
    }

    /// Sends `isready` and waits for `readyok`, within the limits.
    fn ready(&mut self, limits: &Limits<'_>) -> Result<(), EngineError> {
        self.process.say(&Command::IsReady)?;
        let mut watchdog = Watchdog::begin();
        let began = Instant::now();
        while self.hear(&mut watchdog, limits, Owed::Ready)? != Reply::ReadyOk {
            // Whatever else it says: this is answered at once, or not at all.
            if began.elapsed() > self.process.silence {
                return Err(self.process.hung(self.process.silence));
            }
        }
        Ok(())
    }

    /// The next line of a reply; if we leave before it comes, it stays owed.
    fn hear(
        &mut self,
        watchdog: &mut Watchdog,
        limits: &Limits<'_>,
        owed: Owed,
    ) -> Result<Reply, EngineError> {
        let heard = self.process.hear_search(watchdog, limits);
        if matches!(heard, Err(EngineError::Late { .. })) {
            self.owed = Some((owed, Instant::now()));
        }
        heard
    }

    /// Reads the reply that is still owed, without waiting for it.
    fn settle(&mut self, limits: &Limits<'_>) -> Result<(), EngineError> {
        let Some((owed, since)) = self.owed else { return Ok(()) };
        while !(limits.leave)() {
            match (self.process.hear(Duration::ZERO)?, owed) {
                (Some(Reply::ReadyOk), Owed::Ready)
                | (Some(Reply::BestMove { .. }), Owed::Move) => {
                    self.owed = None;
                    return Ok(());
                }
                (Some(_), _) => (),
                (None, _) if since.elapsed() > GRACE => return Err(self.process.hung(GRACE)),
                (None, _) => break,
            }
        }
        Err(EngineError::Late { name: self.name().to_owned() })
    }

    /// How it scores the moves of every position.
    pub fn method(&self) -> Method {
        let keeps_all = self.settings.iter().any(|line| match line.kind {
            Kind::Spin { max, .. } => line.name == "MultiPV" && max >= MOST_MOVES,
            _ => false,
        });
        self.method.unwrap_or(if keeps_all { Method::MultiPv } else { Method::Children })
    }

    /// Evaluates these legal moves of a position; the hash table is cleared before each search.
    pub fn evaluate(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
    ) -> Result<Evaluation, EngineError> {
        self.deepen(at, moves, limits, &mut |_| ())
    }

    /// The same; every depth that all moves have reached is reported, as far as the engine tells in
    /// time: with a line for each move, not with a search after each.
    pub fn deepen(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Evaluation),
    ) -> Result<Evaluation, EngineError> {
        let (table, nodes) = self.fill(at, moves, limits, report)?;
        let missing = self.missing(&table, at, moves);
        table.deepest_common(nodes, self.method()).ok_or(missing)
    }

    /// Evaluates these legal moves at several depths by one search to the deepest: each evaluation
    /// is what a search of its own depth would have given, since both begin with a cleared hash
    /// table and pass through the same iterations.
    pub fn evaluate_depths(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
        depths: &[Plies],
    ) -> Result<Vec<Evaluation>, EngineError> {
        let depth = depths.iter().copied().max().unwrap_or(limits.depth);
        let (table, _) = self.fill(at, moves, &Limits { depth, ..*limits }, &mut |_| ())?;
        let method = self.method();
        let all = depths.iter().map(|depth| table.at_depth(depth.0, method)).collect();
        Option::ok_or_else(all, || self.missing(&table, at, moves))
    }

    /// One search, or one after each move: what it says, and how many positions it has seen.
    fn fill(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Evaluation),
    ) -> Result<(MultiPvTable, u64), EngineError> {
        let mut table = MultiPvTable::new(moves.len());
        self.settle(limits)?;
        self.castle_as(at)?;
        let nodes = match self.method() {
            Method::MultiPv => self.by_lines(at, moves, limits, &mut table, report)?,
            Method::Children => self.by_children(at, moves, limits, &mut table)?,
        };
        Ok((table, nodes))
    }

    /// Tells the engine how castling is written here, if that has changed.
    fn castle_as(&mut self, at: &Board) -> Result<(), EngineError> {
        if at.is_chess960() != self.chess960 {
            self.set("UCI_Chess960", if at.is_chess960() { "true" } else { "false" })?;
            self.chess960 = at.is_chess960();
        }
        Ok(())
    }

    fn missing(&self, table: &MultiPvTable, at: &Board, moves: &[Move]) -> EngineError {
        EngineError::MissingScores {
            name: self.name().to_owned(),
            missing: table.missing(),
            moves: moves.len(),
            fen: at.fen(),
        }
    }

    fn by_lines(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
        table: &mut MultiPvTable,
        report: &mut dyn FnMut(&Evaluation),
    ) -> Result<u64, EngineError> {
        self.keep_lines(at.legal_moves().len())?;
        let mut reported = 0;
        let written: Vec<String> = moves.iter().map(|&play| at.uci(play)).collect();
        self.search(at, limits.depth.0, limits, |info, score| {
            let first = info.pv.first();
            let known = first.and_then(|first| written.iter().position(|play| play == first));
            known.is_some_and(|place| {
                let depth = info.depth.unwrap_or(0).min(limits.depth.0);
                let is_new = table.record(place, depth, score, info.pv, info.nodes.unwrap_or(0));
                if let Some(depth) = table.depth().filter(|&depth| depth > reported)
                    && let Some(found) = table.at_depth(depth, Method::MultiPv)
                {
                    reported = depth;
                    report(&found);
                }
                is_new
            })
        })
    }

    fn by_children(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
        table: &mut MultiPvTable,
    ) -> Result<u64, EngineError> {
        self.keep_lines(1)?;
        let mut nodes: u64 = 0;
        // A search after the move is a ply shorter; no engine searches less than one.
        let depth = limits.depth.0.saturating_sub(1).max(1);
        for (place, &play) in moves.iter().enumerate() {
            let next = at.after(play);
            let first = at.uci(play);
            if next.legal_moves().is_empty() {
                // The game is over whatever the depth.
                let score = if next.is_check() { Score::Mate(0) } else { Score::DRAW };
                for depth in 1..=depth {
                    table.record(place, depth + 1, score.before_move(), vec![first.clone()], 0);
                }
                continue;
            }
            let searched = self.search(&next, depth, limits, |info, score| {
                let is_first = info.multipv.unwrap_or(1) <= 1;
                is_first && {
                    let nodes = info.nodes.unwrap_or(0);
                    let line = std::iter::once(first.clone()).chain(info.pv).collect();
                    let depth = info.depth.unwrap_or(0).min(depth).saturating_add(1);
                    table.record(place, depth, score.before_move(), line, nodes)
                }
            })?;
            nodes = nodes.saturating_add(searched);
        }
        Ok(nodes)
    }

    /// Sets `MultiPV`.
    fn keep_lines(&mut self, lines: usize) -> Result<(), EngineError> {
        if self.multipv != lines {
            self.set("MultiPV", &lines.to_string())?;
            self.multipv = lines;
        }
        Ok(())
    }

    /// One search with a cleared hash table; the number of nodes. `watch` gets every exact score and
    /// returns whether it is new.
    fn search(
        &mut self,
        at: &Board,
        depth: u16,
        limits: &Limits<'_>,
        mut watch: impl FnMut(Info, Score) -> bool,
    ) -> Result<u64, EngineError> {
        self.process.say(&Command::NewGame)?;
        self.ready(limits)?;
        self.process.say(&Command::Position { start: Start::Fen(at.fen()), moves: Vec::new() })?;
        let go = Go { depth: Some(depth), nodes: limits.nodes, ..Go::default() };
        self.process.say(&Command::Go(Box::new(go)))?;
        let mut nodes = 0;
        let mut watchdog = Watchdog::begin();
        loop {
            match self.hear(&mut watchdog, limits, Owed::Move)? {
                Reply::Info(info) => {
                    nodes = info.nodes.unwrap_or(nodes);
                    if let (Some(score), false) = (info.score, info.is_bound)
                        && watch(*info, score)
                    {
                        watchdog.advance();
                    }
                }
                Reply::BestMove { .. } => return Ok(nodes),
                _ => (),
            }
        }
    }
}
