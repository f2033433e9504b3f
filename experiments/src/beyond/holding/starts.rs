//! Drawn positions that are hard to hold, the presser to move.

use endgame::rules::Position;
use endgame::tables::Tables;
use study::practice::fair_start::is_fair;
use value::{ChoiceError, ChoiceSource};

use super::dead::Dead;

/// Positions to look at for one that is taken: the hardest fifth, after those that are unfair.
pub(super) const LOOKED_AT: usize = 10;
const TAKEN: usize = 5;

/// So many of these drawn positions with White to move: fair ones ([`is_fair`]), in which White has a
/// move that no reply that holds refutes; of these the fifth in which the hardest such move leaves the least share of
/// replies that hold, in their order.
pub(super) fn starts(
    tables: &Tables,
    dead: &Dead,
    found: Vec<Position>,
    count: usize,
) -> Result<Vec<Position>, ChoiceError> {
    let mut fair: Vec<(u32, Position)> = Vec::new();
    for position in found {
        if is_fair(tables, &position)?
            && let Some(hardness) = hardness(tables, dead, &position)?
        {
            fair.push((hardness, position));
        }
    }
    let mut hardest: Vec<u32> = fair.iter().map(|(hardness, _)| *hardness).collect();
    hardest.sort_unstable();
    let bound = hardest.get(hardest.len() - hardest.len() / TAKEN).copied().unwrap_or(u32::MAX);
    let hard = fair.into_iter().filter(|(hardness, _)| *hardness >= bound);
    Ok(hard.map(|(_, position)| position).take(count).collect())
}

/// The greatest number of thousandths of replies that lose after a drawing move that no reply refutes; none if there is no
/// such move.
fn hardness(tables: &Tables, dead: &Dead, at: &Position) -> Result<Option<u32>, ChoiceError> {
    let mut hardest = None;
    for choice in tables.choices(at)?.iter().filter(|choice| choice.value.sign() == 0) {
        let next = at.after(choice.play);
        let replies = tables.choices(&next)?;
        let mut is_refuted = replies.is_empty();
        for reply in replies.iter().filter(|reply| reply.value.sign() == 0) {
            let changes_men = reply.play.is_capture() || reply.play.is_promotion();
            is_refuted =
                is_refuted || changes_men && dead.is_dead(tables, &next.after(reply.play))?;
        }
        if !is_refuted {
            let losing = replies.values().filter(|value| value.sign() < 0).count();
            hardest = hardest.max(Some(1000 * losing as u32 / replies.len() as u32));
        }
    }
    Ok(hardest)
}
