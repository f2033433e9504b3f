//! A child process that ends when we say so, together with everything it started.
//!
//! Engines are often scripts that start the real engine. So each gets a process group of its own,
//! and the whole group is killed.

use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::Launch;

/// The child processes of one owner, who can end them from any thread.
#[derive(Clone, Debug, Default)]
pub struct Programs(Arc<Mutex<Started>>);

#[derive(Debug, Default)]
struct Started {
    /// Whether no more may start.
    closed: bool,
    running: Vec<Weak<Program>>,
}

/// A running program with its standard input and output.
pub(super) type Piped = (Arc<Program>, ChildStdin, ChildStdout);

impl Programs {
    /// Ends all of them, and lets no more start.
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

/// A child process; it ends when the last reference is dropped.
#[derive(Debug)]
pub(super) struct Program {
    id: u32,
    /// None once it has been killed and waited for.
    child: Mutex<Option<Child>>,
}

impl Program {
    /// The process id.
    pub(super) fn id(&self) -> u32 {
        self.id
    }

    /// Whether it has ended by itself. It stays a zombie until [`end`](Program::end), so that its
    /// id cannot belong to another process.
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

    /// Kills it and everything in its group, once.
    pub(super) fn end(&self) {
        let Some(mut child) = locked(&self.child).take() else { return };
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // Fails if the group is empty.
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
