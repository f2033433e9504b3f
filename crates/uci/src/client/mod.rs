//! Other people's engines, driven: every legal move of a position valued at a fixed depth.
//!
//! Engines repeat themselves only with one thread and a cleared hash, so both are seen to before
//! every position. An engine that dies, hangs or talks nonsense costs time and never an answer:
//! [`Steady`] starts it again.
//!
//! - `process`: one engine at the other end of two pipes, with deadlines
//! - [`steady`]: the same engine, started again when it fails

mod process;
pub mod steady;

use std::path::PathBuf;
use std::time::Duration;

use endgame::rules::{Board, Move};
use value::Plies;

pub use steady::Steady;

use crate::message::{Command, Go, Info, Kind, OptionLine, Reply, Start};
use crate::score::Score;
use crate::valuer::{Limits, Method, Valuation};
use process::{Process, Vigil};

/// How to start an engine, and how long to wait for it.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program.
    pub path: PathBuf,
    /// What it is started with.
    pub arguments: Vec<String>,
    /// Options to set, where the engine has them.
    pub options: Vec<(String, String)>,
    /// How to value moves; none for one search with a line for each move where the engine keeps so
    /// many lines, and one search after each move where it does not.
    pub method: Option<Method>,
    /// For the handshake, which may come late on a busy machine.
    pub handshake: Duration,
    /// For anything else: an engine silent for so long hangs.
    pub silence: Duration,
    /// For one search, however much the engine talks.
    pub longest: Duration,
}

impl Launch {
    /// This program, started plainly and waited for with patience.
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

/// What goes wrong with an engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// It cannot be started.
    #[error("cannot start the engine {path} ({source}): give the path of a UCI engine")]
    Start {
        /// The program.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// It does not know the protocol, or is too slow to say so.
    #[error("{path} did not say uciok: give the path of a UCI engine")]
    NoHandshake {
        /// The program.
        path: PathBuf,
    },
    /// It ended.
    #[error("the engine {name} ended in the middle of its work: start it by hand to see why")]
    Died {
        /// What it calls itself.
        name: String,
    },
    /// It says nothing.
    #[error(
        "the engine {name} has been silent for {seconds} s: give it less depth, or another engine"
    )]
    Hung {
        /// What it calls itself.
        name: String,
        /// How long we waited.
        seconds: u64,
    },
    /// It moved without valuing everything.
    #[error(
        "the engine {name} gave no value to {missing} of {moves} moves in {fen}: value them move by move, or take another engine"
    )]
    Unvalued {
        /// What it calls itself.
        name: String,
        /// How many moves have no value.
        missing: usize,
        /// How many there are.
        moves: usize,
        /// Where.
        fen: String,
    },
}

/// A running engine, one thread, its options set; it ends when dropped.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    settings: Vec<OptionLine>,
    method: Option<Method>,
    /// Lines it keeps at the moment.
    multipv: usize,
}

/// A move, its value and the line expected, as far as the engine has come.
type Valued = Option<(Score, Vec<String>, u16)>;

impl Engine {
    /// Starts an engine and sets its options: `Threads` to 1 before anything else.
    pub fn start(launch: &Launch) -> Result<Engine, EngineError> {
        let mut process = Process::start(launch)?;
        let mut settings = Vec::new();
        process.say(&Command::Uci)?;
        let handshake = |process: &mut Process, settings: &mut Vec<OptionLine>| loop {
            match process.hear(launch.handshake)? {
                Reply::Name(name) => process.name = name,
                Reply::Setting(line) => settings.push(line),
                Reply::UciOk => return Ok::<(), EngineError>(()),
                _ => (),
            }
        };
        handshake(&mut process, &mut settings)
            .map_err(|_| EngineError::NoHandshake { path: launch.path.clone() })?;
        let mut engine = Engine { process, settings, method: launch.method, multipv: 1 };
        engine.set("Threads", "1")?;
        for (name, value) in &launch.options {
            engine.set(name, value)?;
        }
        engine.ready()?;
        Ok(engine)
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.process.name
    }

    /// What it lets be set.
    pub fn settings(&self) -> &[OptionLine] {
        &self.settings
    }

    /// Sets an option if the engine has it; says whether it does.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, EngineError> {
        let line = self.settings.iter().find(|line| line.name.eq_ignore_ascii_case(name));
        let Some(line) = line else { return Ok(false) };
        let value = (line.kind != Kind::Button).then(|| value.to_owned());
        let name = line.name.clone();
        self.process.say(&Command::SetOption { name, value })?;
        Ok(true)
    }

    /// Waits until the engine has done what it was told.
    pub fn ready(&mut self) -> Result<(), EngineError> {
        self.process.say(&Command::IsReady)?;
        let silence = self.process.silence;
        while self.process.hear(silence)? != Reply::ReadyOk {}
        Ok(())
    }

    /// How it values a position with so many moves.
    pub fn method(&self, moves: usize) -> Method {
        let most = self.settings.iter().find_map(|line| match line.kind {
            Kind::Spin { max, .. } if line.name == "MultiPV" => Some(max),
            _ => None,
        });
        let keeps_all = most.is_some_and(|most| usize::try_from(most).unwrap_or(0) >= moves);
        self.method.unwrap_or(if keeps_all { Method::MultiPv } else { Method::Children })
    }

    /// Values these legal moves of a position, hash cleared before each search.
    pub fn value(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
    ) -> Result<Valuation, EngineError> {
        let legal = at.legal_moves().len();
        match self.method(legal) {
            Method::MultiPv => self.by_lines(at, moves, legal, limits),
            Method::Children => self.by_children(at, moves, limits),
        }
    }

    fn by_lines(
        &mut self,
        at: &Board,
        moves: &[Move],
        legal: usize,
        limits: &Limits<'_>,
    ) -> Result<Valuation, EngineError> {
        if self.multipv != legal {
            self.set("MultiPV", &legal.to_string())?;
            self.multipv = legal;
        }
        let written: Vec<String> = moves.iter().map(|&play| at.uci(play)).collect();
        let mut found: Vec<Valued> = vec![None; moves.len()];
        let nodes = self.search(at, limits.depth.0, limits, |info| {
            let (Some(score), Some(first)) = (info.score, info.pv.first()) else { return };
            let known = written.iter().position(|play| play == first);
            if let Some(place) = known.filter(|_| !info.is_bound) {
                found[place] = Some((score, info.pv.clone(), info.depth.unwrap_or(0)));
            }
        })?;
        let missing = found.iter().filter(|valued| valued.is_none()).count();
        if missing > 0 {
            let (name, fen) = (self.name().to_owned(), at.fen());
            return Err(EngineError::Unvalued { name, missing, moves: moves.len(), fen });
        }
        let found = found.into_iter().flatten();
        Ok(gathered(found, nodes, Method::MultiPv))
    }

    fn by_children(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
    ) -> Result<Valuation, EngineError> {
        let mut found = Vec::with_capacity(moves.len());
        let mut nodes = 0;
        // A search after the move is a ply shorter; no engine searches less than one.
        let depth = limits.depth.0.saturating_sub(1).max(1);
        for &play in moves {
            let next = at.after(play);
            let mut line = vec![at.uci(play)];
            let over = next.legal_moves().is_empty();
            let mut last: Valued = over.then(|| {
                let score = if next.is_check() { Score::Mate(0) } else { Score::DRAW };
                (score, Vec::new(), depth)
            });
            if !over {
                nodes += self.search(&next, depth, limits, |info| {
                    if let (Some(score), false, 0 | 1) =
                        (info.score, info.is_bound, info.multipv.unwrap_or(1))
                    {
                        last = Some((score, info.pv.clone(), info.depth.unwrap_or(0)));
                    }
                })?;
            }
            let Some((score, rest, reached)) = last else {
                let (name, fen) = (self.name().to_owned(), at.fen());
                let missing = moves.len() - found.len();
                return Err(EngineError::Unvalued { name, missing, moves: moves.len(), fen });
            };
            line.extend(rest);
            found.push((score.before_move(), line, reached + 1));
        }
        Ok(gathered(found.into_iter(), nodes, Method::Children))
    }

    /// One search with a cleared hash; says how many positions it looked at.
    fn search(
        &mut self,
        at: &Board,
        depth: u16,
        limits: &Limits<'_>,
        mut watch: impl FnMut(&Info),
    ) -> Result<u64, EngineError> {
        self.process.say(&Command::NewGame)?;
        self.ready()?;
        self.process.say(&Command::Position { start: Start::Fen(at.fen()), moves: Vec::new() })?;
        let go = Go { depth: Some(depth), nodes: limits.nodes, ..Go::default() };
        self.process.say(&Command::Go(Box::new(go)))?;
        let mut nodes = 0;
        let mut vigil = Vigil::begin();
        loop {
            match self.process.hear_search(&mut vigil, limits.halt)? {
                Reply::Info(info) => {
                    nodes = info.nodes.unwrap_or(nodes);
                    watch(&info);
                }
                Reply::BestMove { .. } => return Ok(nodes),
                _ => (),
            }
        }
    }
}

fn gathered(
    found: impl Iterator<Item = (Score, Vec<String>, u16)>,
    nodes: u64,
    method: Method,
) -> Valuation {
    let (mut scores, mut lines, mut least) = (Vec::new(), Vec::new(), u16::MAX);
    for (score, line, depth) in found {
        scores.push(score);
        lines.push(line);
        least = least.min(depth);
    }
    Valuation { scores, lines, depth: Plies(least), nodes, method }
}
