//! One engine at the other end of two pipes: lines out, lines in, and nobody waits for ever.

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

/// Bundles of lines an engine may be ahead of us before it has to wait.
const BACKLOG: usize = 100;
/// Bytes of lines that fill a bundle: whatever an engine says while nobody listens, it takes little
/// memory.
const BUNDLE: usize = 1 << 14;
/// Bytes of one line that are kept: more than any list of moves takes.
const LONGEST_LINE: u64 = 1 << 16;
/// How often the limits are polled.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// How long what an engine says may wait for more.
const GATHERING: Duration = Duration::from_millis(5);
/// How long an engine that was told to stop may take before it counts as hanging.
pub(super) const GRACE: Duration = Duration::from_secs(2);
/// How long one that was told to quit may take.
const FAREWELL: Duration = Duration::from_millis(300);

#[derive(Debug)]
pub(super) struct Process {
    program: Arc<Program>,
    stdin: ChildStdin,
    bundles: Receiver<Vec<String>>,
    /// Lines that have come and were not looked at yet.
    lines: VecDeque<String>,
    pub(super) name: String,
    pub(super) silence: Duration,
    longest: Duration,
    /// Whether it is past asking: it hangs, or has ended.
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

    /// It is past asking: it will be ended without another word.
    pub(super) fn hung(&mut self, patience: Duration) -> EngineError {
        self.failed = true;
        EngineError::Hung { name: self.name.clone(), seconds: patience.as_secs() }
    }

    /// The next line if there is one within so long.
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

    /// The next line while the engine works; says `stop` when told to halt and then does not wait
    /// long, and not at all when told to leave.
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
                // What is not of the protocol is no sign of life.
                None | Some(Reply::Other) => (),
                Some(reply) => {
                    watchdog.heard = Instant::now();
                    return Ok(reply);
                }
            }
        }
    }
}

/// Hands lines on in bundles: an engine at work says much that can wait a moment, and waking up for
/// each line of it is dearer than reading it. What it says to be answered goes at once.
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
    // It has ended: nobody may be listening any more.
    let _ = to.send(held);
}

/// What is known of work under way.
pub(super) struct Watchdog {
    /// When it last said something.
    heard: Instant,
    /// When it last came further.
    progress: Instant,
    /// When it was told to stop.
    told: Option<Instant>,
}

impl Watchdog {
    pub(super) fn begin() -> Watchdog {
        let now = Instant::now();
        Watchdog { heard: now, progress: now, told: None }
    }

    /// The work has come further.
    pub(super) fn advance(&mut self) {
        self.progress = Instant::now();
    }
}

impl Drop for Process {
    /// Asks it to leave, then makes it; one that has failed is not asked.
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
