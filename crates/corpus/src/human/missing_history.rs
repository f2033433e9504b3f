//! Decisions that do not know the moves before them, as those of JSON lines, are told by the games they
//! were taken in.

use std::collections::HashMap;

use crate::decision::Decision;
use crate::human::learn::game_key;
use crate::select::Candidate;

/// Decisions without the moves before them, by game and half-move.
pub struct MissingHistory<'a> {
    waiting: HashMap<(u64, u32), &'a mut Decision>,
}

impl<'a> MissingHistory<'a> {
    /// Those of these decisions that do not know the move they answer.
    pub fn new(decisions: &'a mut [Decision]) -> MissingHistory<'a> {
        let without = decisions.iter_mut().filter(|one| one.answered.is_none());
        let key = |one: &Decision| (game_key(&one.game.file, one.game.number), one.ply);
        MissingHistory { waiting: without.map(|one| (key(one), one)).collect() }
    }

    /// Tells the decision that was taken here, if it is one of these, what was played before.
    pub fn fill(&mut self, candidate: &Candidate) {
        let key = (game_key(&candidate.game.file, candidate.game.number), candidate.ply);
        if let Some(one) = self.waiting.get_mut(&key)
            && one.moves.get(one.played) == Some(&candidate.play)
        {
            one.answered = candidate.answered;
            one.continued = candidate.continued;
        }
    }
}
