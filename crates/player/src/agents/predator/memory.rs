//! What a predator has found out already: positions met again are not searched again.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use value::{Extent, Plies};

use super::Expectation;
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
    /// How the opponent plays drawn endgames.
    pub(super) draws: Draws,
}

/// Locks: so many threads rarely wait for the same one.
const SHARDS: usize = 64;

/// Findings kept in one shard, what comes later is not: all of them take about 300 MB when full, and
/// are more than KQKR has positions.
const MOST: usize = (1 << 21) / SHARDS;

impl Default for Memory {
    fn default() -> Memory {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Memory { shards, draws: Draws::default() }
    }
}

impl Memory {
    fn shard(&self, question: &Question) -> &Mutex<HashMap<Question, Finding>> {
        let mixed = question.position.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58;
        &self.shards[mixed as usize % SHARDS]
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
