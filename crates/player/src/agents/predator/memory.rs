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
    /// Findings kept in one shard.
    most: usize,
    /// How the opponent plays drawn endgames.
    pub(super) draws: Draws,
}

/// Locks: so many threads rarely wait for the same one.
const SHARDS: usize = 64;

/// Findings kept unless told otherwise: about 300 MB when full, more than KQKR has positions.
const DEFAULT_FINDINGS: usize = 1 << 21;

impl Default for Memory {
    fn default() -> Memory {
        Memory::of(DEFAULT_FINDINGS)
    }
}

impl Memory {
    /// A memory for so many findings; what comes later is not kept.
    pub fn of(findings: usize) -> Memory {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Memory { shards, most: findings.div_ceil(SHARDS), draws: Draws::default() }
    }

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
        if shard.len() < self.most {
            shard.insert(question, finding);
        }
    }

    /// How many findings there are.
    pub fn len(&self) -> usize {
        let count = |shard: &Mutex<HashMap<Question, Finding>>| {
            shard.lock().unwrap_or_else(PoisonError::into_inner).len()
        };
        self.shards.iter().map(count).sum()
    }

    /// Whether nothing was found yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
