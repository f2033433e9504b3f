//! The engine's side of the protocol: reads commands, writes replies, and never blocks the GUI.
//!
//! ```text
//! reader thread --lines--> the session --tasks--> worker thread
//!                             ^                     |
//!                             +------- replies -----+
//! ```
//!
//! Only the session writes. The worker searches and sees `stop` in the `Control` of its task.
//! Each `go` gets exactly one `bestmove`, whatever happens.

use std::collections::VecDeque;
use std::hash::{BuildHasher, Hasher};
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

use endgame::rules::Board;
use engine::client::Programs;
use engine::message::{Command, Go, Reply, Start};
use engine::pipe;
use study::background_tables::TableQueue;
use study::game::GameRecord;
use study::other_games::background::GameQueue;
use study::other_games::{AnyPosition, GameName};

use crate::control::Control;
use crate::options::{Effect, Options};
use crate::thinking::{Task, Thinker, VariantTask};

/// How often we poll whether the process was told to end.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long the worker may take to end.
const GRACE: Duration = Duration::from_secs(2);
/// How many lines are queued before the GUI has to wait.
const BACKLOG: usize = 1000;
/// The longest line we keep, in bytes: ten times a game of ten thousand moves.
const LONGEST_LINE: u64 = 1 << 20;

enum Event {
    Line(String),
    /// The GUI has gone.
    End,
    Said(Reply),
    /// A task is done, with this reply.
    Answered(Reply),
    /// The worker has ended.
    Left,
}

enum Work {
    Think(Box<Task>),
    ThinkVariant(Box<VariantTask>),
    /// Use this engine from now on.
    Engage(String),
    Forget,
}

/// Runs the engine of this `id name`, with these options before the GUI sets any, until `quit`, the
/// end of the input, or `interrupted`.
pub fn run(
    name: &str,
    initial: &Options,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    interrupted: &dyn Fn() -> bool,
) -> std::io::Result<()> {
    let (sender, events) = sync_channel(BACKLOG);
    let (work, tasks) = channel();
    let reader = sender.clone();
    std::thread::spawn(move || {
        pipe::read(input, LONGEST_LINE, |line| reader.send(Event::Line(line)).is_ok());
        let _ = reader.send(Event::End);
    });
    let programs = Programs::default();
    let started = programs.clone();
    std::thread::spawn(move || worker(&tasks, &sender, &started));
    let mut session = Session {
        name,
        initial,
        options: initial.clone(),
        table_queue: None,
        game: GameRecord::default(),
        variant: None,
        told: None,
        seed: fresh_seed(),
        debug: false,
        waiting: VecDeque::new(),
        work: Some(work),
        output,
    };
    session.order(Work::Engage(initial.engine.clone()));
    let result = session.listen(&events, interrupted);
    // No engine outlives us.
    programs.end();
    result
}

struct Session<'a> {
    name: &'a str,
    initial: &'a Options,
    options: Options,
    /// Opened when first needed; none after the options that name the tables have changed.
    table_queue: Option<Arc<TableQueue>>,
    game: GameRecord,
    /// The game and its tables, if it is one of another kind.
    variant: Option<(GameRecord<AnyPosition>, Arc<GameQueue>)>,
    /// The game as the GUI sent it, so that only new moves have to be parsed.
    told: Option<(Start, Vec<String>)>,
    /// The seed of this game, unless the options set one.
    seed: u64,
    debug: bool,
    /// Tasks without a `bestmove`, the current one first.
    waiting: VecDeque<Arc<Control>>,
    /// None once we are about to end.
    work: Option<Sender<Work>>,
    output: &'a mut dyn Write,
}

impl Session<'_> {
    fn listen(
        &mut self,
        events: &Receiver<Event>,
        interrupted: &dyn Fn() -> bool,
    ) -> std::io::Result<()> {
        self.say(&Reply::remark(format!("{}: a UCI engine; type uci, or quit", self.name)))?;
        // When to end without the worker.
        let mut deadline: Option<Instant> = None;
        loop {
            let mut leaving = false;
            match events.recv_timeout(POLL_INTERVAL) {
                Ok(Event::Line(line)) => leaving = self.work.is_some() && self.hear(&line)?,
                Ok(Event::End) => leaving = true,
                Ok(Event::Said(reply)) => self.say(&reply)?,
                Ok(Event::Answered(reply)) => {
                    // Why a table was not used is said before the move.
                    self.tell_remarks()?;
                    self.waiting.pop_front();
                    self.say(&reply)?;
                    // Nothing is solved in the opponent's time.
                    if self.waiting.is_empty() {
                        self.table_queue.iter().for_each(|queue| queue.pause());
                    }
                }
                Ok(Event::Left) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => (),
            }
            self.tell_remarks()?;
            if deadline.is_none() && (leaving || interrupted()) {
                // Pending searches are answered with what they have found.
                self.waiting.iter().for_each(|control| control.leave());
                self.table_queue.iter().for_each(|queue| queue.stop());
                self.work = None;
                deadline = Some(Instant::now() + GRACE);
            }
            if deadline.is_some_and(|time| Instant::now() > time) {
                return Ok(());
            }
        }
    }

    fn stop(&self) {
        self.waiting.iter().for_each(|control| control.stop());
        self.table_queue.iter().for_each(|queue| queue.stop());
    }

    fn tell_remarks(&mut self) -> std::io::Result<()> {
        let remarks = self.table_queue.as_ref().map_or_else(Vec::new, |queue| queue.take_remarks());
        remarks.into_iter().try_for_each(|remark| self.say(&Reply::remark(remark)))
    }

    /// Carries out a command; returns whether it is `quit`.
    fn hear(&mut self, line: &str) -> std::io::Result<bool> {
        match Command::parse(line) {
            Command::Uci => {
                self.say(&Reply::Name(self.name.to_owned()))?;
                self.say(&Reply::Author("the Fallible project".to_owned()))?;
                for line in self.initial.lines() {
                    self.say(&Reply::Setting(line))?;
                }
                self.say(&Reply::UciOk)?;
            }
            Command::IsReady => self.say(&Reply::ReadyOk)?,
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => self.set(&name, value.as_deref())?,
            Command::NewGame => {
                (self.game, self.told) = (GameRecord::default(), None);
                self.variant = None;
                self.seed = fresh_seed();
                self.table_queue.iter().for_each(|queue| queue.clear());
            }
            Command::Position { start, moves } => self.set_up(&start, &moves)?,
            Command::Go(go) => self.go(*go)?,
            Command::Stop => self.stop(),
            Command::PonderHit => self.waiting.iter().for_each(|control| control.ponderhit()),
            Command::Quit => return Ok(true),
            Command::Unknown if self.debug && !line.trim().is_empty() => {
                self.say(&Reply::remark("that is no command of the protocol"))?;
            }
            Command::Unknown => (),
        }
        Ok(false)
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> std::io::Result<()> {
        match self.options.set(name, value) {
            Ok(Effect::Set) => (),
            // The same words may mean another position.
            Ok(Effect::OtherRules) => (self.told, self.variant) = (None, None),
            Ok(Effect::OtherTables) => {
                (self.told, self.variant) = (None, None);
                self.table_queue.take().iter().for_each(|queue| queue.clear());
            }
            Ok(Effect::OtherEngine) => self.order(Work::Engage(self.options.engine.clone())),
            Ok(Effect::Forget) => self.order(Work::Forget),
            Err(error) => self.say(&Reply::remark(error.to_string()))?,
        }
        Ok(())
    }

    /// The game of a variant that is set up, from its start if none is.
    fn variant(&mut self, name: GameName) -> &mut (GameRecord<AnyPosition>, Arc<GameQueue>) {
        self.variant.get_or_insert_with(|| {
            let queue = Arc::new(self.options.open_variant(name));
            (GameRecord::from(name.start()), queue)
        })
    }

    fn set_up_variant(
        &mut self,
        name: GameName,
        start: &Start,
        moves: &[String],
    ) -> std::io::Result<()> {
        let known =
            self.told.take().filter(|(began, made)| began == start && moves.starts_with(made));
        let fresh = known.is_none().then(|| match start {
            Start::Initial => Ok(name.start()),
            Start::Fen(fen) => name.read(fen),
        });
        let record = &mut self.variant(name).0;
        match fresh {
            None => (),
            Some(Ok(start)) => *record = GameRecord::from(start),
            Some(Err(error)) => {
                return self.say(&Reply::remark(format!("{error}; the board stays as it was")));
            }
        }
        let mut problem = None;
        for text in &moves[record.ply().min(moves.len())..] {
            match record.board().read_move(text) {
                Ok(play) => record.push(play),
                Err(why) => {
                    problem = Some(format!("the move {text} {why}: the game ends before it"));
                    break;
                }
            }
        }
        match problem {
            None => self.told = Some((start.clone(), moves.to_vec())),
            Some(problem) => self.say(&Reply::remark(problem))?,
        }
        let (record, queue) = self.variant(name);
        let here = record.board();
        if queue.covers(here) {
            queue.prefetch(&here.endgame());
        }
        Ok(())
    }

    fn set_up(&mut self, start: &Start, moves: &[String]) -> std::io::Result<()> {
        if let Some(name) = self.options.variant {
            return self.set_up_variant(name, start, moves);
        }
        let known =
            self.told.take().filter(|(began, made)| began == start && moves.starts_with(made));
        if known.is_none() {
            let started = match start {
                Start::Initial if self.options.chess960 => {
                    Board::from_chess960_fen(&Board::default().fen()).map(GameRecord::from)
                }
                Start::Initial => Ok(GameRecord::default()),
                Start::Fen(fen) if self.options.chess960 => {
                    Board::from_chess960_fen(fen).map(GameRecord::from)
                }
                Start::Fen(fen) => GameRecord::from_fen(fen),
            };
            self.game = match started {
                Ok(game) => game,
                Err(error) => {
                    return self.say(&Reply::remark(format!("{error}; the board stays as it was")));
                }
            };
        }
        match self.game.push_uci(&moves[self.game.ply()..]) {
            Ok(()) => self.told = Some((start.clone(), moves.to_vec())),
            Err(error) => self.say(&Reply::remark(error.to_string()))?,
        }
        // Tables that will be needed are prefetched.
        let table_queue = self.table_queue()?;
        if let Some(position) = table_queue.covers(self.game.board()) {
            table_queue.prefetch(&position.material());
        }
        Ok(())
    }

    fn go(&mut self, go: Go) -> std::io::Result<()> {
        // Earlier searches come first, but those that would wait for the GUI are stopped.
        self.waiting.iter().filter(|control| control.holds()).for_each(|control| control.stop());
        let turn = match self.options.variant {
            None => self.game.board().turn(),
            Some(name) => self.variant(name).0.board().turn(),
        };
        let side = turn.fold_wb(0, 1);
        let allowance = go.allowance(side, self.options.overhead);
        let control = Arc::new(Control::new(allowance, go.ponder, go.infinite));
        self.waiting.push_back(Arc::clone(&control));
        let seed = if self.options.seed == 0 { self.seed } else { self.options.seed };
        if self.debug {
            self.say(&Reply::remark(format!("seed {seed}")))?;
        }
        if let Some(name) = self.options.variant {
            let (record, queue) = self.variant(name).clone();
            let options = self.options.clone();
            let task = VariantTask { record, queue, go, options, control, seed };
            self.order(Work::ThinkVariant(Box::new(task)));
            return Ok(());
        }
        let table_queue = self.table_queue()?;
        table_queue.resume();
        let (game, options, debug) = (self.game.clone(), self.options.clone(), self.debug);
        let task = Task { game, go, options, control, table_queue, seed, debug };
        self.order(Work::Think(Box::new(task)));
        Ok(())
    }

    fn table_queue(&mut self) -> std::io::Result<Arc<TableQueue>> {
        if let Some(table_queue) = &self.table_queue {
            return Ok(Arc::clone(table_queue));
        }
        let mut opened = self.options.open_tables();
        if let Err(error) = &opened {
            self.say(&Reply::remark(format!("{error}; playing without Syzygy files")))?;
            self.options.syzygy.clear();
            opened = self.options.open_tables();
        }
        let table_queue = Arc::new(opened.map_err(std::io::Error::other)?);
        Ok(Arc::clone(self.table_queue.insert(table_queue)))
    }

    fn order(&self, work: Work) {
        if let Some(worker) = &self.work {
            // The worker ends only after the channel is closed.
            let _ = worker.send(work);
        }
    }

    fn say(&mut self, reply: &Reply) -> std::io::Result<()> {
        writeln!(self.output, "{reply}")?;
        self.output.flush()
    }
}

/// What is said of a move that nobody thought about.
const FAILED: &str = "thinking failed: this is the first legal move; please tell us";

/// Runs until the channel is closed; one reply for each task, even if thinking panics.
fn worker(tasks: &Receiver<Work>, events: &SyncSender<Event>, programs: &Programs) {
    let mut thinker = Thinker::new(programs.clone());
    let say = |reply| {
        let _ = events.send(Event::Said(reply));
    };
    while let Ok(work) = tasks.recv() {
        let task = match work {
            Work::Think(task) => task,
            Work::ThinkVariant(task) => {
                let thought = catch_unwind(AssertUnwindSafe(|| thinker.think_variant(&task, &say)));
                let answer = thought.unwrap_or_else(|_| {
                    thinker = Thinker::new(programs.clone());
                    say(Reply::remark(FAILED));
                    let here = task.record.board();
                    let play = here.legal_moves().first().map(|play| here.code(play));
                    Reply::BestMove { play, ponder: None }
                });
                task.control.hold();
                let _ = events.send(Event::Answered(answer));
                continue;
            }
            Work::Engage(path) => {
                thinker.engine_moves.engage(&path);
                continue;
            }
            Work::Forget => {
                thinker.engine_moves.forget();
                continue;
            }
        };
        let thought = catch_unwind(AssertUnwindSafe(|| thinker.think(&task, &say)));
        let answer = thought.unwrap_or_else(|_| {
            thinker = Thinker::new(programs.clone());
            say(Reply::remark(FAILED));
            let board = task.game.board();
            let play = board.legal_moves().first().map(|&play| board.uci(play));
            Reply::BestMove { play, ponder: None }
        });
        task.control.hold();
        let _ = events.send(Event::Answered(answer));
    }
    drop(thinker);
    let _ = events.send(Event::Left);
}

/// A random seed within the range of the option; never 0.
fn fresh_seed() -> u64 {
    let entropy = std::hash::RandomState::new().build_hasher().finish();
    (entropy & 0x7fff_ffff).max(1)
}
