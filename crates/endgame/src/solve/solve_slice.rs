//! One pawn slice from beginning to end, and the memory it works in.

use std::sync::Arc;

use value::{Depth, Metric};

use super::chunk_pool::ChunkPool;
use super::initial_positions::{SideSets, initial_positions};
use super::known_tables::KnownTables;
use super::legal::BySide;
use super::log::Destination;
use super::pawn_slice::PawnSlice;
use super::retrograde::{self, Clock, Task, Unfinished};
use super::write_depths::{write_depths, write_draws};
use super::zeroing_moves::zeroing_moves;
use crate::index::Index;
use crate::memory::Bytes;
use crate::progress::Monitor;
use crate::rules::Color;

/// Bytes of a pawn slice, both sides to move, up to which depths are written as soon as they are known:
/// a processor's last cache holds about as many. One of five men with a pawn takes 30 MB.
const FEW_BYTES: usize = 32 << 20;

/// What the pawn slices of an endgame need besides their bytes.
pub(super) enum Workspace<'p> {
    /// The sets of each live in the room of its bytes until these are written, from records.
    Records(Arc<ChunkPool<'p>>),
    /// Depths are written at once: the sets have room of their own.
    Sets,
}

impl<'p> Workspace<'p> {
    /// One in a block of as many bytes as [`room_for_logs`] says.
    pub(super) fn new(index: &Index, block: &'p mut [u8]) -> Workspace<'p> {
        if is_small(index) {
            return Workspace::Sets;
        }
        Workspace::Records(Arc::new(ChunkPool::new(bytemuck::cast_slice_mut(block))))
    }
}

/// Bytes of a pawn slice with one side to move.
fn bytes_of_side(index: &Index) -> usize {
    index.cells_per_placement() * 64
}

fn is_small(index: &Index) -> bool {
    2 * bytes_of_side(index) <= FEW_BYTES
}

/// How many pawn slices are worked on at the same time.
fn at_work(index: &Index) -> usize {
    rayon::current_num_threads().min(index.placements().len())
}

/// About how many bytes a solve works in besides the table's.
pub(super) fn room_for_work(index: &Index) -> usize {
    // Sets take half a byte a position.
    let sets = if is_small(index) { bytes_of_side(index) * at_work(index) } else { 0 };
    sets + room_for_logs(index)
}

/// About how many bytes the logs of the pawn slices at work take: 4 or 12 for each word and round in which
/// something falls, up to two bytes a position. None where depths are written at once.
pub(super) fn room_for_logs(index: &Index) -> usize {
    if is_small(index) { 0 } else { 2 * bytes_of_side(index) * at_work(index) }
}

/// Solves one pawn slice into its bytes; returns the deepest win of White and of Black.
pub(super) fn solve_slice(
    slice: &PawnSlice<'_>,
    (metric, clock): (Metric, Clock),
    known: &KnownTables<'_>,
    workspace: &Workspace<'_>,
    mut codes: BySide<&mut [u8]>,
    monitor: &Monitor<'_>,
) -> Result<[Option<Depth>; 2], Unfinished> {
    let (material, men) = (slice.index.material(), slice.index.seats());
    let zeroing_moves = zeroing_moves(material, men, slice.pawns, metric, known);
    let task = Task { slice, zeroing_moves: &zeroing_moves, clock };
    let cells = slice.index.cells_per_placement();
    let deepest = match workspace {
        Workspace::Records(pool) => {
            let mut sets = codes.each_mut().map(|codes| SideSets::within(codes, cells));
            let mut timed = initial_positions(slice, &zeroing_moves, metric, &mut sets);
            let mut pass = |winner| {
                let destination = Destination::Records(Arc::clone(pool));
                retrograde::pass(task, winner, destination, &mut sets, &mut timed, monitor)
            };
            let (white, black) = (pass(Color::White)?, pass(Color::Black)?);
            write_depths(slice, codes, [white.logs, black.logs]);
            [white.deepest, black.deepest]
        }
        Workspace::Sets => {
            let bytes = bytes_of_side(slice.index) / 2;
            let mut room = [Bytes::uncleared(bytes)?, Bytes::uncleared(bytes)?];
            let mut sets = room.each_mut().map(|room| SideSets::within(room, cells));
            let mut timed = initial_positions(slice, &zeroing_moves, metric, &mut sets);
            let mut lines = codes.map(|codes| codes.as_chunks_mut::<64>().0);
            for (lines, sets) in lines.iter_mut().zip(&sets) {
                write_draws(slice, lines, sets.unwon);
            }
            let mut pass = |winner| {
                let destination = Destination::Lines(lines.each_mut().map(|lines| &mut **lines));
                retrograde::pass(task, winner, destination, &mut sets, &mut timed, monitor)
                    .map(|won| won.deepest)
            };
            [pass(Color::White)?, pass(Color::Black)?]
        }
    };
    Ok(deepest.map(|deepest| deepest.map(|depth| Depth(depth.into()))))
}
