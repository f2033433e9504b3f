//! What tests of several files share: the states of KQKR, and moves to some of them.

use proptest::prelude::*;
use value::{Choice, Choices, Depth, Extent, Outcome};

pub(crate) const KQKR: Extent = Extent { deepest_win: Depth(31), deepest_loss: Depth(3) };

/// Any state of KQKR.
pub(crate) fn outcomes() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        (0..=31u16).prop_map(|d| Outcome::Win(Depth(d))),
        Just(Outcome::Draw),
        (0..=3u16).prop_map(|d| Outcome::Loss(Depth(d))),
    ]
}

/// A move to each of these.
pub(crate) fn moves_to(outcomes: &[Outcome]) -> Choices<()> {
    let list = outcomes.iter().map(|&value| Choice::new((), value)).collect();
    Choices::new(list, KQKR)
}
