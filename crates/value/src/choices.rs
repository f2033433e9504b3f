//! The narrow waist: the choices of one position, on the scale their values are measured on.

use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use crate::{Choice, Extent, Outcome, Value};

/// Every move of a position with its value and weight, in the order of the source; empty when the game
/// is over.
///
/// It reads like a slice of [`Choice`]. A move is named by its place in the list.
#[derive(Clone, Debug)]
pub struct Choices<M, V = Outcome> {
    list: Vec<Choice<M, V>>,
    extent: Extent,
    /// What the best move is worth, once somebody has asked: everybody does.
    best: OnceLock<Option<V>>,
}

impl<M: PartialEq, V: PartialEq> PartialEq for Choices<M, V> {
    fn eq(&self, other: &Choices<M, V>) -> bool {
        self.list == other.list && self.extent == other.extent
    }
}

impl<M, V> Choices<M, V> {
    /// These choices, in an endgame whose wins and losses go so deep for the mover.
    /// [`Extent::default`] where values have no depths, or there is no move.
    pub fn new(list: Vec<Choice<M, V>>, extent: Extent) -> Choices<M, V> {
        Choices { list, extent, best: OnceLock::new() }
    }

    /// How deep wins and losses go here, for the mover: what a draw is measured against.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// Keeps only some moves; the scale stays.
    pub fn retain(&mut self, keeps: impl FnMut(&Choice<M, V>) -> bool) {
        self.best.take();
        self.list.retain(keeps);
    }

    /// The place of a move.
    pub fn find(&self, play: &M) -> Option<usize>
    where
        M: PartialEq,
    {
        self.list.iter().position(|choice| choice.play == *play)
    }
}

impl<M, V: Value> Choices<M, V> {
    /// What each move is worth to the mover.
    pub fn values(&self) -> impl ExactSizeIterator<Item = V> {
        self.list.iter().map(|choice| choice.value)
    }

    /// What the best move is worth; none if there is no move.
    pub fn best(&self) -> Option<V> {
        *self.best.get_or_init(|| self.values().max())
    }

    /// The places of the best moves.
    pub fn optimal(&self) -> Vec<usize> {
        self.places(self.best())
    }

    /// The places of the worst moves.
    pub fn worst(&self) -> Vec<usize> {
        self.places(self.values().min())
    }

    fn places(&self, of: Option<V>) -> Vec<usize> {
        self.values()
            .enumerate()
            .filter(|&(_, value)| Some(value) == of)
            .map(|(at, _)| at)
            .collect()
    }

    /// Whether no move is better.
    pub fn is_optimal(&self, at: usize) -> bool {
        Some(self.list[at].value) == self.best()
    }

    /// Whether a move keeps the result: a win stays won, a draw drawn.
    pub fn keeps_value(&self, at: usize) -> bool {
        self.best().is_some_and(|best| best.sign() == self.list[at].value.sign())
    }
}

impl<M> Choices<M, Outcome> {
    /// The depth that a move concedes against the best one; none if it gives away the result.
    pub fn conceded(&self, at: usize) -> Option<u16> {
        self.list[at].value.conceded(self.best()?)
    }
}

impl<M, V> Deref for Choices<M, V> {
    type Target = [Choice<M, V>];

    fn deref(&self) -> &[Choice<M, V>] {
        &self.list
    }
}

impl<M, V> DerefMut for Choices<M, V> {
    fn deref_mut(&mut self) -> &mut [Choice<M, V>] {
        self.best.take();
        &mut self.list
    }
}

impl<M, V> IntoIterator for Choices<M, V> {
    type Item = Choice<M, V>;
    type IntoIter = std::vec::IntoIter<Choice<M, V>>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a, M, V> IntoIterator for &'a Choices<M, V> {
    type Item = &'a Choice<M, V>;
    type IntoIter = std::slice::Iter<'a, Choice<M, V>>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Depth;

    const EXTENT: Extent = Extent { deepest_win: Depth(31), deepest_loss: Depth(3) };

    fn choices(values: &[Outcome]) -> Choices<usize> {
        let numbered = values.iter().enumerate().map(|(play, &value)| Choice::new(play, value));
        Choices::new(numbered.collect(), EXTENT)
    }

    #[test]
    fn a_won_position_by_hand() {
        let win = |depth| Outcome::Win(Depth(depth));
        let mut won = choices(&[win(7), win(4), Outcome::Draw, win(4)]);
        assert_eq!(won.best(), Some(win(4)));
        assert_eq!((won.optimal(), won.worst()), (vec![1, 3], vec![2]));
        assert_eq!([0, 1, 2].map(|at| won.conceded(at)), [Some(3), Some(0), None]);
        assert_eq!([0, 1, 2].map(|at| won.keeps_value(at)), [true, true, false]);
        assert_eq!([0, 1, 2].map(|at| won.is_optimal(at)), [false, true, false]);
        assert_eq!((won.find(&2), won.find(&9)), (Some(2), None));
        won.retain(|choice| choice.play != 1);
        assert_eq!((won.optimal(), won.extent()), (vec![2], EXTENT));
    }

    /// The longer loss is the better one: a shorter one concedes the difference.
    #[test]
    fn a_lost_position_by_hand() {
        let loss = |depth| Outcome::Loss(Depth(depth));
        let lost = choices(&[loss(1), loss(3)]);
        assert_eq!([0, 1].map(|at| lost.conceded(at)), [Some(2), Some(0)]);
        assert!(lost.keeps_value(0) && !lost.is_optimal(0));
    }

    #[test]
    fn what_is_best_is_asked_anew_when_a_value_has_changed() {
        let mut drawn = choices(&[Outcome::Draw, Outcome::Draw]);
        assert_eq!(drawn.best(), Some(Outcome::Draw));
        drawn[1].value = Outcome::Win(Depth(2));
        assert_eq!((drawn.best(), drawn.optimal()), (Some(Outcome::Win(Depth(2))), vec![1]));
    }

    #[test]
    fn without_a_move_nothing_is_best() {
        let over = choices(&[]);
        assert_eq!((over.best(), over.optimal(), over.is_empty()), (None, Vec::new(), true));
    }
}
