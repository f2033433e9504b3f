//! Games in, a file of valued decisions out.

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use endgame::rules::Board;
use engine::client::EngineError;
use study::pgn::source::STANDARD_INPUT;
use xxhash_rust::xxh3::xxh3_64;

use super::game_stream::{GameCounts, GameStream};
use super::journal::{Journal, Valued};
use super::plan::{EvaluateError, GIVE_UP, HUNG, Outcome, Plan, Progress, Totals};
use super::reference_engine::ReferenceEngine;
use super::worker::{Done, Job, work};
use crate::decision::Reference;
use crate::select::{Candidate, Filters};
use crate::store::{Search, Writer};

/// Decisions that wait for their values, at most: while one takes long, the others go on.
const QUEUE: usize = 4096;

/// Positions handed out and not yet valued, for each worker.
const AHEAD: usize = 4;

/// Failures kept with their sentence; more are only counted.
const KEPT: usize = 10;

/// How often progress is told and the stop flag looked at.
const POLL: Duration = Duration::from_millis(200);

/// Reads the games without asking an engine: what passes, and how many different positions.
pub fn count(
    files: &[PathBuf],
    filters: &Filters,
    stop: &AtomicBool,
    mut tell: impl FnMut(&GameStream<'_>),
) -> Result<Outcome, EvaluateError> {
    let began = Instant::now();
    let mut stream = GameStream::new(files, filters);
    let (mut seen, mut decisions) = (HashSet::new(), 0);
    while let Some(found) = stream.next_game()?
        && !stop.load(Ordering::Relaxed)
    {
        decisions += found.len();
        seen.extend(found.iter().map(|candidate| xxh3_64(candidate.fen.as_bytes())));
        if stream.counts().read.is_multiple_of(256) {
            tell(&stream);
        }
    }
    let positions = seen.len();
    let totals = Totals { decisions, positions, time: began.elapsed(), ..Totals::default() };
    Ok(Outcome { games: stream.into_counts(), totals })
}

/// Values every legal move of every candidate and writes the file.
///
/// Positions that an engine cannot value are left out and told in the totals; the journal is then
/// kept, so that the same call tries those again. Without a single row there is no file.
pub fn evaluate(
    plan: &Plan,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Progress),
) -> Result<Outcome, EvaluateError> {
    let began = Instant::now();
    let beside = || {
        let mut name = plan.out.clone().into_os_string();
        name.push(".journal");
        PathBuf::from(name)
    };
    let path = plan.journal.clone().unwrap_or_else(beside);
    if plan.out.exists() && !plan.force && !(plan.journal.is_none() && path.exists()) {
        return Err(EvaluateError::Exists { path: plan.out.clone() });
    }
    let total = match expected(plan, stop, tell)? {
        Some((0, games)) if !stop.load(Ordering::Relaxed) => {
            let totals = Totals { time: began.elapsed(), ..Totals::default() };
            return Ok(Outcome { games, totals });
        }
        found => found.map(|(total, _)| total),
    };
    let journal = Journal::open(&path)?;
    let writer = Writer::create(&plan.out, &about(plan))?;
    // Workers are also ended when something fails.
    let leave = AtomicBool::new(false);
    let (jobs, taken) = channel::<Job>();
    let (sender, done) = channel::<Done>();
    let taken = Mutex::new(taken);
    std::thread::scope(|scope| {
        for worker in 0..plan.processes {
            let (sender, taken, leave) = (sender.clone(), &taken, &leave);
            std::thread::Builder::new()
                .spawn_scoped(scope, move || {
                    work(&plan.engines, &plan.depths, taken, &sender, leave);
                })
                .map_err(|error| EvaluateError::Threads(worker + 1, error))?;
        }
        drop(sender);
        let mut run = Run::new(plan, journal, writer, total, jobs);
        run.totals.damaged = run.journal.damaged();
        let result = run.all(&done, stop, tell);
        let stopped = stop.load(Ordering::Relaxed);
        leave.store(stopped || result.is_err(), Ordering::Relaxed);
        run.finish(result, began, stopped)
    })
}

/// What is kept with the file.
fn about(plan: &Plan) -> Vec<(String, String)> {
    let engines: Vec<String> = plan.engines.iter().map(ToString::to_string).collect();
    let depths: Vec<String> = plan.depths.iter().map(ToString::to_string).collect();
    vec![
        ("fallible.filters".to_owned(), plan.filters.describe()),
        ("fallible.engines".to_owned(), engines.join(", ")),
        ("fallible.depths".to_owned(), depths.join(",")),
    ]
}

/// How many decisions there will be, and of which games; none if standard input is read, which can be
/// read once.
fn expected(
    plan: &Plan,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Progress),
) -> Result<Option<(usize, GameCounts)>, EvaluateError> {
    if plan.files.iter().any(|file| file.as_os_str() == STANDARD_INPUT) {
        return Ok(None);
    }
    let mut stream = GameStream::new(&plan.files, &plan.filters);
    let mut total = 0;
    while let Some(found) = stream.next_game()?
        && !stop.load(Ordering::Relaxed)
    {
        total += found.len();
        let games = stream.counts().read;
        if games.is_multiple_of(1024) {
            tell(Progress { games, ..Progress::default() });
        }
    }
    Ok(Some((total, stream.into_counts())))
}

/// A run under way.
struct Run<'a> {
    plan: &'a Plan,
    stream: GameStream<'a>,
    exhausted: bool,
    journal: Journal,
    writer: Writer,
    jobs: Option<Sender<Job>>,
    /// Names of the engines in the journal, and with each depth in the file.
    keys: Vec<u64>,
    references: Vec<Vec<Arc<Reference>>>,
    /// Decisions in the order of the games.
    queue: VecDeque<Candidate>,
    /// Positions handed out and not yet back.
    pending: HashSet<(usize, String)>,
    /// Failures in a row, by engine.
    row: Vec<usize>,
    seen: HashSet<u64>,
    totals: Totals,
    expected: Option<usize>,
    /// When the first position was handed out, and how many decisions were done then.
    since: Option<(Instant, usize)>,
    written: usize,
}

impl<'a> Run<'a> {
    fn new(
        plan: &'a Plan,
        journal: Journal,
        writer: Writer,
        expected: Option<usize>,
        jobs: Sender<Job>,
    ) -> Run<'a> {
        let key = |engine: &ReferenceEngine| {
            xxh3_64(format!("{:?} {:?}", engine.reference(0), plan.depths).as_bytes())
        };
        let references = |engine: &ReferenceEngine| {
            plan.depths.iter().map(|&depth| Arc::new(engine.reference(depth))).collect()
        };
        Run {
            plan,
            stream: GameStream::new(&plan.files, &plan.filters),
            exhausted: false,
            journal,
            writer,
            jobs: Some(jobs),
            keys: plan.engines.iter().map(key).collect(),
            references: plan.engines.iter().map(references).collect(),
            queue: VecDeque::new(),
            pending: HashSet::new(),
            row: vec![0; plan.engines.len()],
            seen: HashSet::new(),
            totals: Totals::default(),
            expected,
            since: None,
            written: 0,
        }
    }

    fn all(
        &mut self,
        done: &Receiver<Done>,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<(), EvaluateError> {
        let mut told = Instant::now();
        loop {
            self.fill(stop)?;
            self.drain()?;
            if told.elapsed() >= POLL {
                told = Instant::now();
                tell(self.progress());
            }
            if stop.load(Ordering::Relaxed) || self.exhausted && self.queue.is_empty() {
                return Ok(());
            }
            // Nothing to wait for: there is room for more games.
            if self.pending.is_empty() {
                continue;
            }
            match done.recv_timeout(POLL) {
                Ok(done) => self.take(done)?,
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    /// Reads games until enough positions are handed out.
    fn fill(&mut self, stop: &AtomicBool) -> Result<(), EvaluateError> {
        let most = AHEAD * self.plan.processes;
        while !self.exhausted
            && self.pending.len() < most
            && self.queue.len() < QUEUE
            && !stop.load(Ordering::Relaxed)
        {
            let Some(found) = self.stream.next_game()? else {
                self.exhausted = true;
                break;
            };
            for candidate in found {
                self.admit(candidate);
            }
            // Decisions that are known need not wait for others to be found.
            if self.pending.is_empty() {
                self.drain()?;
            }
        }
        Ok(())
    }

    fn admit(&mut self, candidate: Candidate) {
        self.totals.decisions += 1;
        if self.seen.insert(xxh3_64(candidate.fen.as_bytes())) {
            self.totals.positions += 1;
            for engine in 0..self.keys.len() {
                let fen = &candidate.fen;
                if self.journal.knows(self.keys[engine], fen) {
                    self.totals.known += 1;
                    continue;
                }
                let done = self.totals.decisions - self.queue.len();
                self.since.get_or_insert_with(|| (Instant::now(), done));
                self.pending.insert((engine, fen.clone()));
                if let Some(jobs) = &self.jobs {
                    // Fails if all workers have broken down; then nothing comes back either.
                    let _ = jobs.send(Job { engine, fen: fen.clone() });
                }
            }
        }
        self.queue.push_back(candidate);
    }

    /// Takes what a worker has found.
    fn take(&mut self, done: Done) -> Result<(), EvaluateError> {
        let Done { engine, fen, values, took } = done;
        self.totals.engine_time += took;
        let place = (engine, fen);
        self.pending.remove(&place);
        let (engine, fen) = place;
        match values {
            None => (),
            Some(Ok(values)) => {
                self.row[engine] = 0;
                self.totals.valued += 1;
                self.journal.append(self.keys[engine], &fen, &values)?;
            }
            Some(Err(source)) => {
                // Who hangs takes minutes to fail.
                let hung = matches!(source, EngineError::Hung { .. });
                self.row[engine] += if hung { HUNG } else { 1 };
                self.totals.failed += 1;
                if self.row[engine] >= GIVE_UP || source.is_wrong_request() {
                    let engine = self.plan.engines[engine].to_string();
                    return Err(EvaluateError::Engine { engine, fen, source: Box::new(source) });
                }
                if self.totals.failures.len() < KEPT {
                    self.totals.failures.push(format!("{fen} is left out: {source}"));
                }
            }
        }
        Ok(())
    }

    /// Writes the decisions that have all their values, in order.
    fn drain(&mut self) -> Result<(), EvaluateError> {
        while let Some(first) = self.queue.front() {
            let waits = |engine: &usize| self.pending.contains(&(*engine, first.fen.clone()));
            if (0..self.keys.len()).any(|engine| waits(&engine)) {
                break;
            }
            let Some(candidate) = self.queue.pop_front() else { break };
            self.written += 1;
            for engine in 0..self.keys.len() {
                if let Some(values) = self.journal.get(self.keys[engine], &candidate.fen)? {
                    self.write(&candidate, engine, values)?;
                }
            }
        }
        Ok(())
    }

    fn write(
        &mut self,
        candidate: &Candidate,
        engine: usize,
        values: Vec<Valued>,
    ) -> Result<(), EvaluateError> {
        let deepest = values.iter().max_by_key(|valued| valued.depth);
        let best = deepest.and_then(|valued| valued.scores.iter().max().copied());
        if best.is_some_and(|best| self.plan.filters.is_decided(best)) {
            self.totals.decided += 1;
            return Ok(());
        }
        let Ok(board) = Board::from_either_fen(&candidate.fen) else { return Ok(()) };
        let moves = board.legal_moves();
        for (Valued { scores, lines, nodes, .. }, reference) in
            values.into_iter().zip(&self.references[engine])
        {
            if let Some(decision) = candidate.decided(&board, &moves, scores, reference) {
                self.writer.push(&decision, Some(Search { lines: &lines, nodes }))?;
            }
        }
        Ok(())
    }

    fn progress(&self) -> Progress {
        let left = self.since.zip(self.expected).and_then(|((since, before), total)| {
            let done = self.written.saturating_sub(before);
            let rest = total.saturating_sub(self.written) as f64 / done as f64;
            Duration::try_from_secs_f64(since.elapsed().as_secs_f64() * rest).ok()
        });
        Progress {
            games: self.stream.counts().read,
            decisions: self.written,
            total: self.expected,
            valued: self.totals.valued,
            left,
        }
    }

    /// Ends the workers, and the file if all went well.
    fn finish(
        mut self,
        result: Result<(), EvaluateError>,
        began: Instant,
        stopped: bool,
    ) -> Result<Outcome, EvaluateError> {
        self.jobs = None;
        self.journal.sync()?;
        result?;
        let path = self.journal.path().to_owned();
        if stopped {
            return Err(EvaluateError::Stopped { known: self.journal.len(), path });
        }
        if self.writer.rows() > 0 {
            self.totals.rows = self.writer.finish()?;
        }
        if self.plan.journal.is_none() && self.totals.failed == 0 {
            // The values are in the file; what stays behind does no harm.
            let _ = self.journal.remove();
        }
        self.totals.time = began.elapsed();
        Ok(Outcome { games: self.stream.into_counts(), totals: self.totals })
    }
}
