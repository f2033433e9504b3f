//! Long work on threads of its own: followed over a stream of events, and cancelled on request.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

use endgame::progress::{Monitor, Progress};
use serde::Serialize;
use study::exact::ExactError;
use study::other_games::listed::Follow;
use study::other_games::{Listen, Progress as Making};
use tokio::sync::watch;

use crate::errors::{Answer, Failure};
use crate::lock::lock;

/// The state of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Waiting or running.
    Running(Step),
    Done,
    /// With the reason.
    Failed(String),
    Cancelled,
}

impl State {
    pub(crate) fn is_over(&self) -> bool {
        !matches!(self, State::Running(_))
    }
}

/// The progress of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Step {
    done: usize,
    /// Steps in all; 0 while unknown.
    total: usize,
    /// What is being computed at the moment.
    what: String,
}

/// One piece of long work.
#[derive(Debug)]
pub(crate) struct Job {
    /// Its number, unique in this process.
    pub(crate) id: u64,
    /// What it computes. Two jobs with the same key never run at the same time.
    key: String,
    queue: Queue,
    stop: AtomicBool,
    state: watch::Sender<State>,
}

/// Which jobs wait for each other: those of a queue run one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Queue {
    /// At once, beside all others.
    None,
    /// Large endgames that are solved; they go on when nobody follows them.
    Solving,
    /// Games that are reviewed; who does not follow one any more does not want it.
    Reviewing,
}

/// Why a job ended without its result: it was cancelled, or it failed for a reason.
#[derive(Debug)]
pub(crate) enum Ended {
    Cancelled,
    Failed(String),
}

/// How long a request waits for a job before it is told to come back.
const PATIENCE: Duration = Duration::from_millis(1_000);

impl Job {
    pub(crate) fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Raised when the job is cancelled.
    pub(crate) fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Says how far it is.
    pub(crate) fn tell(&self, done: usize, total: usize, what: &str) {
        let step = Step { done, total, what: what.to_owned() };
        self.state.send_replace(State::Running(step));
    }

    /// Somebody follows it no more: a review that nobody follows is cancelled.
    pub(crate) fn left(&self) {
        if self.queue == Queue::Reviewing && self.state.receiver_count() == 0 {
            self.cancel();
        }
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn follow(&self) -> watch::Receiver<State> {
        self.state.subscribe()
    }

    /// Lets a function watch and stop a solve for this job.
    pub(crate) fn watched<T>(&self, work: impl FnOnce(&Monitor<'_>) -> T) -> T {
        let report = |Progress { material, done, total }| {
            let step = Step { done, total, what: material.to_string() };
            self.state.send_replace(State::Running(step));
        };
        work(&Monitor { stop: &self.stop, report: &report })
    }

    /// The same for the tables of another game.
    pub(crate) fn heard<T>(&self, work: impl FnOnce(&Listen<'_>) -> T) -> T {
        work(&|Making { table, done, all }| {
            let step = Step { done: *done, total: *all, what: table.clone() };
            self.state.send_replace(State::Running(step));
            !self.stop.load(Ordering::Relaxed)
        })
    }

    /// The same for whoever follows every position of an endgame of another game, within so many bytes.
    pub(crate) fn following<T>(&self, budget: usize, work: impl FnOnce(&Follow<'_>) -> T) -> T {
        let report = |done, total| {
            let step = Step { done, total, what: "positions".to_owned() };
            self.state.send_replace(State::Running(step));
        };
        work(&Follow { stop: &self.stop, report: &report, budget })
    }

    /// Fails if the job is to stop.
    pub(crate) fn goes_on(&self) -> Result<(), ExactError> {
        if self.stop.load(Ordering::Relaxed) { Err(ExactError::Stopped) } else { Ok(()) }
    }

    /// Waits for the end for at most this long, and returns the state then.
    pub(crate) async fn wait(&self, at_most: Duration) -> State {
        let mut following = self.follow();
        // If the channel is closed or time is up, the present state is the answer.
        let _ = tokio::time::timeout(at_most, following.wait_for(State::is_over)).await;
        self.state.borrow().clone()
    }

    /// Waits for what a request needs; whoever would wait too long is told to wait for this job.
    pub(crate) async fn done(&self, what: &str, cancelled: &'static str) -> Answer<()> {
        match self.wait(PATIENCE).await {
            State::Done => Ok(()),
            State::Running(_) => Err(Failure::Solving { job: self.id, what: what.to_owned() }),
            State::Cancelled => Err(Failure::conflict(cancelled)),
            State::Failed(sentence) => Err(Failure::ours(sentence)),
        }
    }
}

/// All running jobs and the last ones that ended.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    next: AtomicU64,
    all: Mutex<BTreeMap<u64, Arc<Job>>>,
    /// Held while a job of the queue runs.
    solving: Arc<Mutex<()>>,
    reviewing: Arc<Mutex<()>>,
}

/// The most jobs remembered; the oldest that have ended are forgotten first.
const REMEMBERED: usize = 200;

impl Jobs {
    /// Starts a job, or finds the running one with the same key.
    pub(crate) fn start(
        &self,
        key: String,
        queue: Queue,
        work: impl FnOnce(&Job) -> Result<(), Ended> + Send + 'static,
    ) -> Arc<Job> {
        let mut all = lock(&self.all);
        let same = |job: &&Arc<Job>| job.key == key && !job.state.borrow().is_over();
        if let Some(job) = all.values().find(same).filter(|job| !job.stopped()) {
            return Arc::clone(job);
        }
        let id = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        let waiting = Step { what: key.clone(), ..Step::default() };
        let state = watch::Sender::new(State::Running(waiting));
        let job = Arc::new(Job { id, key, queue, stop: AtomicBool::new(false), state });
        all.insert(id, Arc::clone(&job));
        while all.len() > REMEMBERED
            && let Some(old) = all.iter().find(|(_, job)| job.state.borrow().is_over())
        {
            let old = *old.0;
            all.remove(&old);
        }
        drop(all);
        tracing::info!(job = id, "started: {}", job.key);
        let turn = match queue {
            Queue::None => None,
            Queue::Solving => Some(Arc::clone(&self.solving)),
            Queue::Reviewing => Some(Arc::clone(&self.reviewing)),
        };
        let working = Arc::clone(&job);
        std::thread::spawn(move || run(&working, turn, work));
        job
    }

    pub(crate) fn get(&self, id: u64) -> Option<Arc<Job>> {
        lock(&self.all).get(&id).cloned()
    }

    pub(crate) fn cancel_all(&self) {
        lock(&self.all).values().for_each(|job| job.cancel());
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
                Err(TryLockError::Poisoned(held)) => break Some(held.into_inner()),
                Err(TryLockError::WouldBlock) if job.stopped() => return State::Cancelled,
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
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
        let first = jobs.start("KQKR".to_owned(), Queue::None, until_stopped);
        let second = jobs.start("KQKR".to_owned(), Queue::None, until_stopped);
        assert_eq!(first.id, second.id);
        assert!(!first.wait(Duration::from_millis(5)).await.is_over());
        first.cancel();
        assert_eq!(first.wait(Duration::from_secs(60)).await, State::Cancelled);
        assert!(jobs.get(first.id).is_some() && jobs.get(99).is_none());
    }

    /// A review that nobody follows ends; a solve goes on.
    #[tokio::test]
    async fn what_nobody_follows_ends_if_it_is_a_review() {
        let jobs = Jobs::default();
        for (key, queue) in [("review", Queue::Reviewing), ("solve", Queue::Solving)] {
            let job = jobs.start(key.to_owned(), queue, |job: &Job| {
                while !job.stopped() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Err(Ended::Cancelled)
            });
            let (first, second) = (job.follow(), job.follow());
            drop(first);
            job.left();
            assert!(!job.stopped());
            drop(second);
            job.left();
            assert_eq!(job.stopped(), queue == Queue::Reviewing);
            job.cancel();
        }
    }

    #[tokio::test]
    async fn a_breakdown_is_a_failure() {
        let jobs = Jobs::default();
        let job = jobs.start("x".to_owned(), Queue::Solving, |_| panic!("on purpose"));
        assert!(matches!(job.wait(Duration::from_secs(60)).await, State::Failed(_)));
        let next = jobs.start("x".to_owned(), Queue::Solving, |_| Ok(()));
        assert_eq!(next.wait(Duration::from_secs(60)).await, State::Done);
    }
}
