//! What a predator has found out already: positions met again are not searched again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use value::{Extent, Plies};

use super::Expectation;
use super::drawn_moves::DrawnTask;
use super::live_draws::Draws;

/// What a finding depends on, beside the predator and the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Question {
    /// The position, the opponent to move.
    pub(super) position: u64,
    pub(super) plies: Plies,
    /// Of the position searched from, as the aim sees it.
    pub(super) extent: Extent,
}

/// What was found, and at how many positions it took a look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Finding {
    pub(super) expectation: Expectation,
    pub(super) nodes: usize,
}

/// The findings of one predator about one source, shared by all its games.
///
/// Answers are the same with and without: a finding is remembered with the nodes it took.
#[derive(Debug)]
pub struct Memory {
    shards: Vec<Mutex<HashMap<Question, Finding>>>,
    /// What the opponent is faced with in drawn positions.
    tasks: Vec<Mutex<HashMap<u64, Arc<DrawnTask>>>>,
    /// How the opponent plays drawn endgames.
    pub(super) draws: Draws,
}

/// Locks: so many threads rarely wait for the same one.
const SHARDS: usize = 64;

/// Findings kept in one shard, what comes later is not: all of them take about 300 MB when full, and
/// are more than KQKR has positions.
const MOST: usize = (1 << 21) / SHARDS;

/// Tasks kept in one shard: all of them take about 250 MB when full.
const MOST_TASKS: usize = (1 << 20) / SHARDS;

fn shard_of(position: u64) -> usize {
    (position.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as usize % SHARDS
}

impl Default for Memory {
    fn default() -> Memory {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        let tasks = (0..SHARDS).map(|_| Mutex::default()).collect();
        Memory { shards, tasks, draws: Draws::default() }
    }
}

impl Memory {
    fn shard(&self, question: &Question) -> &Mutex<HashMap<Question, Finding>> {
        &self.shards[shard_of(question.position)]
    }

    pub(super) fn task(&self, position: u64) -> Option<Arc<DrawnTask>> {
        let shard = self.tasks[shard_of(position)].lock().unwrap_or_else(PoisonError::into_inner);
        shard.get(&position).cloned()
    }

    pub(super) fn keep_task(&self, position: u64, task: &Arc<DrawnTask>) {
        let mut shard =
            self.tasks[shard_of(position)].lock().unwrap_or_else(PoisonError::into_inner);
        if shard.len() < MOST_TASKS {
            shard.insert(position, Arc::clone(task));
        }
    }

    pub(super) fn recall(&self, question: &Question) -> Option<Finding> {
        let shard = self.shard(question).lock().unwrap_or_else(PoisonError::into_inner);
        shard.get(question).copied()
    }

    pub(super) fn keep(&self, question: Question, finding: Finding) {
        let mut shard = self.shard(&question).lock().unwrap_or_else(PoisonError::into_inner);
        if shard.len() < MOST {
            shard.insert(question, finding);
        }
    }

    /// Whether nothing was found yet.
    pub fn is_empty(&self) -> bool {
        let nothing = |shard: &Mutex<HashMap<Question, Finding>>| {
            shard.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
        };
        self.shards.iter().all(nothing)
    }
}
