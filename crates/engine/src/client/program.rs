//! A program that we started: it ends when we say so, and everything it started with it.
//!
//! Engines are often scripts that start the engine proper. So each gets a process group of its own,
//! and the group is ended as a whole.

use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::Launch;

/// The programs of one owner, who can end them from any thread, whoever waits for them.
#[derive(Clone, Debug, Default)]
pub struct Programs(Arc<Mutex<Started>>);

#[derive(Debug, Default)]
struct Started {
    /// Whether no other may start.
    closed: bool,
    running: Vec<Weak<Program>>,
}

/// A running program and the two ends of its pipes.
pub(super) type Piped = (Arc<Program>, ChildStdin, ChildStdout);

impl Programs {
    /// Ends all of them at once and lets no other start.
    pub fn end(&self) {
        let running = {
            let mut started = locked(&self.0);
            started.closed = true;
            std::mem::take(&mut started.running)
        };
        running.iter().filter_map(Weak::upgrade).for_each(|program| program.end());
    }

    pub(super) fn start(&self, launch: &Launch) -> std::io::Result<Piped> {
        let mut started = locked(&self.0);
        if started.closed {
            return Err(std::io::Error::other("we are leaving"));
        }
        let mut command = std::process::Command::new(&launch.path);
        command
            .args(&launch.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            unreachable!("both were asked for");
        };
        let program = Arc::new(Program { id: child.id(), child: Mutex::new(Some(child)) });
        started.running.retain(|known| known.strong_count() > 0);
        started.running.push(Arc::downgrade(&program));
        Ok((program, stdin, stdout))
    }
}

/// One of them; it ends with its last owner.
#[derive(Debug)]
pub(super) struct Program {
    id: u32,
    /// None once it has ended and nothing is left of it.
    child: Mutex<Option<Child>>,
}

impl Program {
    /// The number of its process.
    pub(super) fn id(&self) -> u32 {
        self.id
    }

    /// Whether it has ended by itself. It stays known to the system until [`end`](Program::end), so
    /// that its number cannot have become another's.
    #[cfg(unix)]
    pub(super) fn has_ended(&self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let child = locked(&self.child);
        let Some(process) = child.as_ref().map(rustix::process::Pid::from_child) else {
            return true;
        };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(process), options), Ok(None))
    }

    /// Whether it has ended by itself.
    #[cfg(not(unix))]
    pub(super) fn has_ended(&self) -> bool {
        locked(&self.child).as_mut().is_none_or(|child| !matches!(child.try_wait(), Ok(None)))
    }

    /// Ends it, and whatever else is in its group; nothing if that has been done.
    pub(super) fn end(&self) {
        let Some(mut child) = locked(&self.child).take() else { return };
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // Nobody may be left there: then there is nobody to end.
            let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
        }
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
