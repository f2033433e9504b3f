//! A UCI engine in a process of its own: it evaluates every legal move of a position at a fixed
//! depth.
//!
//! Engines give the same scores twice only with one thread and a cleared hash table, so every
//! search begins with both. [`SupervisedEngine`] restarts an engine that dies, hangs or sends
//! nonsense.
//!
//! - [`program`]: a child process that is sure to end
//! - `process`: lines to and from one engine, with deadlines
//! - `multipv_table`: its scores of every move, depth by depth
//! - [`best_move`]: the move it plays
//! - [`supervised`]: an engine that is restarted when it fails

pub mod best_move;
mod multipv_table;
mod process;
pub mod program;
pub mod supervised;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use endgame::rules::{Board, Move};
use value::Plies;

pub use best_move::MoveLimits;
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

/// How to start an engine, and how long to wait for it.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Path of the program.
    pub path: PathBuf,
    /// Its command-line arguments.
    pub arguments: Vec<String>,
    /// UCI options to set, where the engine has them.
    pub options: Vec<(String, String)>,
    /// How to score moves. None: [`Method::MultiPv`] if the engine can keep a line for every move
    /// of any position, [`Method::Children`] otherwise.
    pub method: Option<Method>,
    /// How long the handshake may take.
    pub handshake: Duration,
    /// An engine that is silent for so long hangs.
    pub silence: Duration,
    /// The longest time between two new scores, however much the engine prints.
    pub longest: Duration,
}

impl Launch {
    /// A program with its arguments, as one line: words are parted by spaces, and quotes of either
    /// kind hold together what has spaces itself. A file of that whole name is the program.
    pub fn from_command(line: &str) -> Launch {
        if Path::new(line).is_file() {
            return Launch::new(line);
        }
        let mut words: Vec<String> = Vec::new();
        let (mut quote, mut within) = (None, false);
        for letter in line.chars() {
            if quote.is_none() && letter.is_whitespace() {
                within = false;
                continue;
            }
            if !std::mem::replace(&mut within, true) {
                words.push(String::new());
            }
            match (letter, quote) {
                ('"' | '\'', None) => quote = Some(letter),
                (_, Some(mark)) if letter == mark => quote = None,
                _ => words.last_mut().expect("the word has begun").push(letter),
            }
        }
        let mut words = words.into_iter();
        let path = words.next().unwrap_or_default();
        Launch { arguments: words.collect(), ..Launch::new(path) }
    }

    /// This program without arguments or options, with long deadlines.
    pub fn new(path: impl Into<PathBuf>) -> Launch {
        Launch {
            path: path.into(),
            arguments: Vec::new(),
            options: Vec::new(),
            method: None,
            handshake: Duration::from_secs(30),
            silence: Duration::from_secs(60),
            longest: Duration::from_secs(600),
        }
    }
}

/// Why an engine gives no scores.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum EngineError {
    #[error("cannot start the engine {path} ({source}): give the path of a UCI engine")]
    Start { path: PathBuf, source: std::io::Error },
    #[error("{path} did not say uciok: give the path of a UCI engine")]
    NoHandshake { path: PathBuf },
    #[error("the engine {name} ended in the middle of its work: start it by hand to see why")]
    Died { name: String },
    #[error(
        "the engine {name} has been silent for {seconds} s: give it less depth, or another engine"
    )]
    Hung { name: String, seconds: u64 },
    #[error("the engine {path} is still starting: ask again")]
    Starting { path: PathBuf },
    #[error("the engine {name} has not answered in time: ask again, or give it more time")]
    Late { name: String },
    #[error(
        "the engine {name} gave no value to {missing} of {moves} moves in {fen}: value them move by move, or take another engine"
    )]
    MissingScores { name: String, missing: usize, moves: usize, fen: String },
    #[error(
        "the engine {name} answered {text}, which is no legal move in {fen}: take another engine"
    )]
    IllegalMove { name: String, text: String, fen: String },
    #[error("the engine {name} has no option '{option}': it has {known}")]
    NoOption { name: String, option: String, known: String },
    #[error("the option {option} of the engine {name} cannot be '{value}': {expected}")]
    OptionValue { name: String, option: String, value: String, expected: String },
}

impl EngineError {
    /// Whether what was asked for cannot be had: there is no such engine, or it has no such option.
    pub fn is_wrong_request(&self) -> bool {
        use EngineError::{NoHandshake, NoOption, OptionValue, Start};
        matches!(self, NoHandshake { .. } | NoOption { .. } | OptionValue { .. } | Start { .. })
    }

    /// Whether it would answer the same if it were started and asked again.
    fn is_final(&self) -> bool {
        use EngineError::{IllegalMove, Late, MissingScores};
        matches!(self, IllegalMove { .. } | Late { .. } | MissingScores { .. })
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_a_program_with_arguments() {
        let read = |line| {
            let Launch { path, arguments, .. } = Launch::from_command(line);
            (path.to_string_lossy().into_owned(), arguments.join("|"))
        };
        let of = |path: &str, arguments: &str| (path.to_owned(), arguments.to_owned());
        assert_eq!(read("stockfish"), of("stockfish", ""));
        assert_eq!(read(" stockfish  --a b "), of("stockfish", "--a|b"));
        assert_eq!(
            read("\"/my engines/e\" 'one two' it\"'\"s"),
            of("/my engines/e", "one two|it's")
        );
        assert_eq!(read("e \"\""), of("e", ""));
        assert_eq!(Launch::from_command("e \"\"").arguments, [""]);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("an engine");
        std::fs::write(&file, "").unwrap();
        let file = file.to_str().unwrap();
        assert_eq!(read(file), of(file, ""), "a file of that name");
    }
}
