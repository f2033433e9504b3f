//! What becomes of the positions that fall: their depths go into the table's lines.
//!
//! Where a pawn slice is small, what falls is written into the table's lines at once: they stay in the
//! cache. Where it is large, each such line would come from memory and go back there; so the events are
//! packed into few bytes, and at the end all are replayed into the table, a king slice at a time.

use std::sync::Arc;

use super::chunk_pool::ChunkPool;
use super::legal::BySide;
use super::pawn_slice::PawnSlice;
use super::record::Record;
use crate::codec::DRAW;
use crate::line::{Line, replace};

/// Positions of one word that fell together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) places: u64,
    pub(super) word: u32,
    /// What they are worth; in a [`DepthBuckets`](super::depth_buckets::DepthBuckets) the depth.
    pub(super) code: u8,
}

/// Where the logs of one winner's pass leave what fell.
pub(super) enum Destination<'p> {
    /// In records, on chunks of this pool.
    Records(Arc<ChunkPool<'p>>),
    /// In the lines of the pawn slice by side to move, in which every legal position is a draw at first.
    Lines(BySide<&'p mut [Line]>),
}

impl<'p> Destination<'p> {
    /// An empty log for each part of a pawn slice, by side to move.
    pub(super) fn logs(self, slice: &PawnSlice<'_>) -> BySide<Vec<Log<'p>>> {
        match self {
            Destination::Records(pool) => [(); 2]
                .map(|()| (0..slice.parts()).map(|_| Log::Record(Record::new(&pool))).collect()),
            Destination::Lines(lines) => lines
                .map(|lines| lines.chunks_mut(slice.words_per_part()).map(Log::Lines).collect()),
        }
    }
}

/// What fell in a part of a pawn slice with one side to move.
pub(super) enum Log<'p> {
    /// Written into these lines at once.
    Lines(&'p mut [Line]),
    /// To be replayed into the lines.
    Record(Record<'p>),
}

impl Log<'_> {
    /// Notes an event of the step at work; all of a step are put away together.
    #[inline(always)]
    pub(super) fn note(&mut self, event: Event) {
        if let Log::Lines(lines) = self {
            replace(&mut lines[event.word as usize], event.places, DRAW, event.code);
        }
    }

    /// Puts away the events of a step, all worth the same, each of which was noted.
    pub(super) fn put_away(&mut self, events: &[Event]) {
        if let Log::Record(record) = self {
            record.write(events);
        }
    }

    /// Writes the codes over draws, if that was not done at once.
    #[inline(always)]
    pub(super) fn replay(&self, lines: &mut [Line]) {
        if let Log::Record(record) = self {
            record.replay(lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::chunk_pool::CHUNK;
    use super::super::random::random_words;
    use super::*;

    /// Notes random events in a log; says what the lines must be in the end.
    fn fill(log: &mut Log<'_>) -> Vec<Line> {
        let mut next = random_words();
        let mut noted = vec![[DRAW; 64]; 500];
        let mut free = vec![!0u64; 500];
        for round in 1..40u8 {
            let code = DRAW.wrapping_add(round);
            let mut fell = Vec::new();
            for _ in 0..next() % 60 {
                let word = (next() % 500) as u32;
                let many = next() & next() & next();
                let one = |set: u64| set & set.wrapping_neg();
                let some = [many, one(many), one(many) | one(next())][(next() % 3) as usize];
                let places = some & free[word as usize];
                free[word as usize] &= !places;
                if places != 0 {
                    let event = Event { places, word, code };
                    log.note(event);
                    fell.push(event);
                    for place in (0..64).filter(|place| places >> place & 1 == 1) {
                        noted[word as usize][place] = code;
                    }
                }
            }
            log.put_away(&fell);
        }
        noted
    }

    /// What is replayed is what was noted, however it was packed.
    #[test]
    fn a_log_is_replayed_as_it_was_noted() {
        let mut block = vec![0; 3 * CHUNK];
        let pool = Arc::new(ChunkPool::new(&mut block));
        let mut log = Log::Record(Record::new(&pool));
        let noted = fill(&mut log);
        let mut lines = vec![[DRAW; 64]; 500];
        log.replay(&mut lines);
        assert!(lines == noted);
        let Log::Record(record) = &log else { unreachable!() };
        assert!(record.chunks() > 3, "some chunks are not of the block");
    }

    #[test]
    fn what_is_written_at_once_is_not_replayed() {
        let mut lines = vec![[DRAW; 64]; 500];
        let mut log = Log::Lines(&mut lines);
        let noted = fill(&mut log);
        let mut others = [[DRAW; 64]; 1];
        log.replay(&mut others);
        drop(log);
        assert!(lines == noted && others == [[DRAW; 64]; 1]);
    }
}
