//! Long work on threads of its own: followed over a stream of events, and cancelled on request.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use endgame::progress::{Monitor, Progress};
use serde::Serialize;
use tokio::sync::watch;

/// The state of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Waiting or running.
    Running(Step),
    /// Finished.
    Done,
    /// Failed, with the reason.
    Failed(String),
    /// Cancelled before it was finished.
    Cancelled,
}

impl State {
    /// Whether the job has ended.
    pub fn is_over(&self) -> bool {
        !matches!(self, State::Running(_))
    }
}

/// The progress of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Steps done.
    pub done: usize,
    /// Steps in all; 0 while unknown.
    pub total: usize,
    /// What is being computed at the moment.
    pub what: String,
}

/// One piece of long work.
#[derive(Debug)]
pub struct Job {
    /// Its number, unique in this process.
    pub id: u64,
    /// What it computes. Two jobs with the same key never run at the same time.
    pub key: String,
    stop: AtomicBool,
    state: watch::Sender<State>,
}

/// Why a job ended without its result.
#[derive(Debug)]
pub enum Ended {
    /// It was cancelled.
    Cancelled,
    /// It failed, with the reason.
    Failed(String),
}

impl Job {
    /// Asks the job to stop.
    pub fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Set when the job was asked to stop.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether it was asked to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Follows the state from now on.
    pub fn follow(&self) -> watch::Receiver<State> {
        self.state.subscribe()
    }

    /// Reports progress.
    pub fn report(&self, step: Step) {
        self.state.send_replace(State::Running(step));
    }

    /// Lets a function watch and stop a solve for this job.
    pub fn watched<T>(&self, work: impl FnOnce(&Monitor<'_>) -> T) -> T {
        let report = |progress: Progress| {
            let Progress { material, done, total } = progress;
            self.report(Step { done, total, what: material.to_string() });
        };
        work(&Monitor { stop: &self.stop, report: &report })
    }

    /// Waits for the end for at most this long, and returns the state then.
    pub async fn wait(&self, at_most: Duration) -> State {
        let mut following = self.follow();
        // If the channel is closed or time is up, the present state is the answer.
        let _ = tokio::time::timeout(at_most, following.wait_for(State::is_over)).await;
        self.state.borrow().clone()
    }
}

/// All running jobs and the last ones that ended.
#[derive(Debug, Default)]
pub struct Jobs {
    next: AtomicU64,
    all: Mutex<BTreeMap<u64, Arc<Job>>>,
    /// Held while a heavy job runs: they run one at a time.
    heavy: Arc<Mutex<()>>,
}

/// The most jobs remembered; the oldest that have ended are forgotten first.
const REMEMBERED: usize = 200;

impl Jobs {
    /// Starts a job, or finds the running one with the same key. Heavy jobs run one at a time.
    pub fn start(
        &self,
        key: String,
        heavy: bool,
        work: impl FnOnce(&Job) -> Result<(), Ended> + Send + 'static,
    ) -> Arc<Job> {
        let mut all = self.lock();
        let same = |job: &&Arc<Job>| job.key == key && !job.state.borrow().is_over();
        if let Some(job) = all.values().find(same).filter(|job| !job.stopped()) {
            return Arc::clone(job);
        }
        let id = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        let waiting = Step { what: key.clone(), ..Step::default() };
        let state = watch::Sender::new(State::Running(waiting));
        let job = Arc::new(Job { id, key, stop: AtomicBool::new(false), state });
        all.insert(id, Arc::clone(&job));
        while all.len() > REMEMBERED
            && let Some(old) = all.iter().find(|(_, job)| job.state.borrow().is_over())
        {
            let old = *old.0;
            all.remove(&old);
        }
        drop(all);
        tracing::info!(job = id, "started: {}", job.key);
        let (working, turn) = (Arc::clone(&job), heavy.then(|| Arc::clone(&self.heavy)));
        std::thread::spawn(move || run(&working, turn, work));
        job
    }

    /// The job with this number.
    pub fn get(&self, id: u64) -> Option<Arc<Job>> {
        self.lock().get(&id).cloned()
    }

    /// Asks every job to stop.
    pub fn cancel_all(&self) {
        self.lock().values().for_each(|job| job.cancel());
    }

    // The map is never left half-changed, so a panic while it was locked does no harm.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Job>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn run(job: &Job, turn: Option<Arc<Mutex<()>>>, work: impl FnOnce(&Job) -> Result<(), Ended>) {
    let state = work_in_turn(job, turn, work);
    let Job { id, key, .. } = job;
    match &state {
        State::Failed(sentence) => tracing::error!(job = id, "failed: {key}: {sentence}"),
        State::Cancelled => tracing::info!(job = id, "cancelled: {key}"),
        State::Running(_) | State::Done => tracing::info!(job = id, "done: {key}"),
    }
    job.state.send_replace(state);
}

fn work_in_turn(
    job: &Job,
    turn: Option<Arc<Mutex<()>>>,
    work: impl FnOnce(&Job) -> Result<(), Ended>,
) -> State {
    let _turn = match &turn {
        None => None,
        Some(turn) => loop {
            match turn.try_lock() {
                Ok(held) => break Some(held),
                Err(std::sync::TryLockError::Poisoned(held)) => break Some(held.into_inner()),
                Err(std::sync::TryLockError::WouldBlock) if job.stopped() => {
                    return State::Cancelled;
                }
                Err(std::sync::TryLockError::WouldBlock) => {
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
        },
    };
    let worked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(job)));
    match worked {
        Ok(Ok(())) => State::Done,
        Ok(Err(Ended::Cancelled)) => State::Cancelled,
        Ok(Err(Ended::Failed(sentence))) => State::Failed(sentence),
        Err(_) => State::Failed("the work broke down: try again, and tell us".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_same_work_is_done_once_and_can_be_stopped() {
        let jobs = Jobs::default();
        let until_stopped = |job: &Job| {
            while !job.stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Err(Ended::Cancelled)
        };
        let first = jobs.start("KQKR".to_owned(), false, until_stopped);
        let second = jobs.start("KQKR".to_owned(), false, until_stopped);
        assert_eq!(first.id, second.id);
        assert!(!first.wait(Duration::from_millis(5)).await.is_over());
        first.cancel();
        assert_eq!(first.wait(Duration::from_secs(60)).await, State::Cancelled);
        assert!(jobs.get(first.id).is_some() && jobs.get(99).is_none());
    }

    #[tokio::test]
    async fn a_breakdown_is_a_failure() {
        let jobs = Jobs::default();
        let job = jobs.start("x".to_owned(), true, |_| panic!("on purpose"));
        assert!(matches!(job.wait(Duration::from_secs(60)).await, State::Failed(_)));
        let next = jobs.start("x".to_owned(), true, |_| Ok(()));
        assert_eq!(next.wait(Duration::from_secs(60)).await, State::Done);
    }
}
