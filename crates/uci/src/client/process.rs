//! One engine at the other end of two pipes: lines out, lines in, and nobody waits for ever.

use std::collections::VecDeque;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use super::{EngineError, Launch};
use crate::message::{Command, Reply};
use crate::pipe;

/// Bundles of lines an engine may be ahead of us before it has to wait.
const BACKLOG: usize = 1_000;
/// How often the stop sign is looked at.
const GLANCE: Duration = Duration::from_millis(5);
/// How long an engine that was told to stop or quit may take.
const GRACE: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    stdin: ChildStdin,
    bundles: Receiver<Vec<String>>,
    /// Lines that have come and were not looked at yet.
    lines: VecDeque<String>,
    pub(super) name: String,
    silence: Duration,
    longest: Duration,
}

impl Process {
    pub(super) fn start(launch: &Launch) -> Result<Process, EngineError> {
        let failed = |source| EngineError::Start { path: launch.path.clone(), source };
        let mut child = std::process::Command::new(&launch.path)
            .args(&launch.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            unreachable!("both were asked for");
        };
        let (sender, bundles) = sync_channel(BACKLOG);
        std::thread::spawn(move || bundle(stdout, &sender));
        let name = launch.path.display().to_string();
        let Launch { silence, longest, .. } = *launch;
        let lines = VecDeque::new();
        Ok(Process { child, stdin, bundles, lines, name, silence, longest })
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn say(&mut self, command: &Command) -> Result<(), EngineError> {
        writeln!(self.stdin, "{command}")
            .and_then(|()| self.stdin.flush())
            .map_err(|_| EngineError::Died { name: self.name.clone() })
    }

    /// The next line, within so long.
    pub(super) fn hear(&mut self, patience: Duration) -> Result<Reply, EngineError> {
        loop {
            if let Some(line) = self.lines.pop_front() {
                return Ok(Reply::parse(&line));
            }
            let bundle = self.bundles.recv_timeout(patience).map_err(|error| {
                let name = self.name.clone();
                match error {
                    RecvTimeoutError::Timeout => {
                        EngineError::Hung { name, seconds: patience.as_secs() }
                    }
                    RecvTimeoutError::Disconnected => EngineError::Died { name },
                }
            })?;
            self.lines.extend(bundle);
        }
    }

    /// The next line while the engine works; says `stop` when `halt` says so, and then does not wait
    /// long.
    pub(super) fn hear_search(
        &mut self,
        vigil: &mut Vigil,
        halt: &dyn Fn() -> bool,
    ) -> Result<Reply, EngineError> {
        let heard = Instant::now();
        loop {
            if vigil.told.is_none() && halt() {
                self.say(&Command::Stop)?;
                vigil.told = Some(Instant::now());
            }
            let [silent, told, all] = [Some(heard), vigil.told, Some(vigil.began)]
                .map(|since| since.map(|at| at.elapsed()));
            let limits = [(silent, self.silence), (told, GRACE), (all, self.longest)];
            let over = limits.iter().find(|(since, most)| since.is_some_and(|since| since > *most));
            if let Some((_, most)) = over {
                let (name, seconds) = (self.name.clone(), most.as_secs());
                return Err(EngineError::Hung { name, seconds });
            }
            match self.hear(GLANCE) {
                Err(EngineError::Hung { .. }) => (),
                heard => return heard,
            }
        }
    }
}

/// Hands lines on in bundles: an engine at work says much that can wait a moment, and waking up for
/// each line of it is dearer than reading it. What it says to be answered goes at once.
fn bundle(from: ChildStdout, to: &SyncSender<Vec<String>>) {
    let mut held = Vec::new();
    let mut sent = Instant::now();
    pipe::read(BufReader::new(from), |line| {
        let can_wait = line.starts_with("info ") && sent.elapsed() < GLANCE;
        held.push(line);
        if can_wait {
            return true;
        }
        sent = Instant::now();
        to.send(std::mem::take(&mut held)).is_ok()
    });
    // It has ended: nobody may be listening any more.
    let _ = to.send(held);
}

/// What is known of work under way.
pub(super) struct Vigil {
    began: Instant,
    /// When it was told to stop.
    told: Option<Instant>,
}

impl Vigil {
    pub(super) fn begin() -> Vigil {
        Vigil { began: Instant::now(), told: None }
    }
}

impl Drop for Process {
    /// Asks it to leave, then makes it.
    fn drop(&mut self) {
        let asked = self.say(&Command::Quit).is_ok();
        let deadline = Instant::now() + Duration::from_millis(if asked { 300 } else { 0 });
        while Instant::now() < deadline {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            std::thread::sleep(GLANCE);
        }
        // It may have ended by itself meanwhile: then there is nobody to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
