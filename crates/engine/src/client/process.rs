//! Lines to and from one engine process, with deadlines.

use std::collections::VecDeque;
use std::io::{BufReader, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use super::program::{Program, Programs};
use super::{EngineError, Launch};
use crate::evaluator::Limits;
use crate::message::{Command, Reply};
use crate::pipe;

/// How many bundles of lines are queued before the engine has to wait.
const BACKLOG: usize = 100;
/// The largest bundle, in bytes: an engine that prints while we do not read takes little memory.
const BUNDLE: usize = 1 << 14;
/// The longest line we keep, in bytes: longer than any list of moves.
const LONGEST_LINE: u64 = 1 << 16;
/// How often the limits are polled.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// How long lines are collected in one bundle.
const GATHERING: Duration = Duration::from_millis(5);
/// How long an engine that was told to stop may take before it counts as hanging.
pub(super) const GRACE: Duration = Duration::from_secs(2);
/// How long an engine that was told to quit may take.
const FAREWELL: Duration = Duration::from_millis(300);

#[derive(Debug)]
pub(super) struct Process {
    program: Arc<Program>,
    stdin: ChildStdin,
    bundles: Receiver<Vec<String>>,
    /// Lines that were received and not read yet.
    lines: VecDeque<String>,
    pub(super) name: String,
    pub(super) silence: Duration,
    longest: Duration,
    /// Whether it hangs or has ended: it is sent nothing more.
    failed: bool,
}

impl Process {
    pub(super) fn start(launch: &Launch, programs: &Programs) -> Result<Process, EngineError> {
        let failed = |source| EngineError::Start { path: launch.path.clone(), source };
        let (program, stdin, stdout) = programs.start(launch).map_err(failed)?;
        let (sender, bundles) = sync_channel(BACKLOG);
        std::thread::spawn(move || bundle(stdout, &sender));
        let name = launch.path.display().to_string();
        let Launch { silence, longest, .. } = *launch;
        let lines = VecDeque::new();
        Ok(Process { program, stdin, bundles, lines, name, silence, longest, failed: false })
    }

    pub(super) fn program(&self) -> &Arc<Program> {
        &self.program
    }

    pub(super) fn say(&mut self, command: &Command) -> Result<(), EngineError> {
        let said = writeln!(self.stdin, "{command}").and_then(|()| self.stdin.flush());
        said.map_err(|_| self.died())
    }

    fn died(&mut self) -> EngineError {
        self.failed = true;
        EngineError::Died { name: self.name.clone() }
    }

    /// Marks it as hanging: it will be killed without `quit`.
    pub(super) fn hung(&mut self, patience: Duration) -> EngineError {
        self.failed = true;
        EngineError::Hung { name: self.name.clone(), seconds: patience.as_secs() }
    }

    /// The next line, if one comes within so long.
    pub(super) fn hear(&mut self, patience: Duration) -> Result<Option<Reply>, EngineError> {
        loop {
            if let Some(line) = self.lines.pop_front() {
                return Ok(Some(Reply::parse(&line)));
            }
            match self.bundles.recv_timeout(patience) {
                Ok(bundle) => self.lines.extend(bundle),
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
            }
        }
    }

    /// The next line of a search. Sends `stop` when told to halt, and then waits [`GRACE`] at most;
    /// does not wait when told to leave.
    pub(super) fn hear_search(
        &mut self,
        watchdog: &mut Watchdog,
        limits: &Limits<'_>,
    ) -> Result<Reply, EngineError> {
        loop {
            if watchdog.told.is_none() && (limits.halt)() {
                self.say(&Command::Stop)?;
                watchdog.told = Some(Instant::now());
            }
            if (limits.leave)() {
                return Err(EngineError::Late { name: self.name.clone() });
            }
            let [silent, told, idle] =
                [Some(watchdog.heard), watchdog.told, Some(watchdog.progress)]
                    .map(|since| since.map(|at| at.elapsed()));
            let limits = [(silent, self.silence), (told, GRACE), (idle, self.longest)];
            let over = limits.iter().find(|(since, most)| since.is_some_and(|since| since > *most));
            if let Some((_, most)) = over {
                return Err(self.hung(*most));
            }
            match self.hear(POLL_INTERVAL)? {
                // Lines outside the protocol are no sign of life.
                None | Some(Reply::Other) => (),
                Some(reply) => {
                    watchdog.heard = Instant::now();
                    return Ok(reply);
                }
            }
        }
    }
}

/// Sends lines on in bundles: an engine prints many `info` lines, and waking up for each costs more
/// than reading it. Any other line is sent on at once.
fn bundle(from: ChildStdout, to: &SyncSender<Vec<String>>) {
    let (mut held, mut bytes) = (Vec::new(), 0);
    let mut sent = Instant::now();
    pipe::read(BufReader::new(from), LONGEST_LINE, |line| {
        bytes += line.len();
        let can_wait = line.starts_with("info ") && bytes < BUNDLE && sent.elapsed() < GATHERING;
        held.push(line);
        if can_wait {
            return true;
        }
        (sent, bytes) = (Instant::now(), 0);
        to.send(std::mem::take(&mut held)).is_ok()
    });
    // It has ended; the receiver may be gone.
    let _ = to.send(held);
}

/// When a search last showed signs of life.
pub(super) struct Watchdog {
    /// When it last sent a line.
    heard: Instant,
    /// When it last sent a new score.
    progress: Instant,
    /// When it was told to stop.
    told: Option<Instant>,
}

impl Watchdog {
    pub(super) fn begin() -> Watchdog {
        let now = Instant::now();
        Watchdog { heard: now, progress: now, told: None }
    }

    /// A new score has come.
    pub(super) fn advance(&mut self) {
        self.progress = Instant::now();
    }
}

impl Drop for Process {
    /// Sends `quit`, unless it has failed, and kills it if it does not obey.
    fn drop(&mut self) {
        if !self.failed && self.say(&Command::Quit).is_ok() {
            let deadline = Instant::now() + FAREWELL;
            while Instant::now() < deadline && !self.program.has_ended() {
                std::thread::sleep(POLL_INTERVAL);
            }
        }
        self.program.end();
    }
}
