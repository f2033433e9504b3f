//! Expectation at the opponent's turns, the best move at our own, the belief learning on the way.

use value::{Choice, ChoiceError, ChoiceSource, Extent, Outcome, Plies};

use super::{Advice, Counsel, Expectation, Predator};
use crate::agents::Turn;

/// Looks at every candidate so many plies deep; none if that takes more positions than allowed.
pub(super) fn look<S>(
    predator: &Predator,
    turn: &Turn<'_, S>,
    candidates: &[usize],
    plies: Plies,
    nodes: usize,
) -> Result<Option<Advice>, ChoiceError>
where
    S: ChoiceSource<Value = Outcome> + ?Sized,
{
    let belief = predator.analyser.belief.probabilities();
    let mut search = Search { predator, source: turn.source, nodes: 0, most: nodes };
    let mut options = Vec::with_capacity(candidates.len());
    for &choice in candidates {
        let Choice { play, value, .. } = &turn.choices[choice];
        let Some(expectation) =
            search.after_our_move(turn.at, play, *value, turn.extent, &belief, plies.0)?
        else {
            return Ok(None);
        };
        options.push(Counsel { choice, value: *value, expectation });
    }
    Ok(Some(Advice { options, plies, nodes: search.nodes, aim: predator.aim }))
}

struct Search<'a, S: ?Sized> {
    predator: &'a Predator,
    source: &'a S,
    nodes: usize,
    most: usize,
}

/// Whether the winner needs no further move: nothing is left to gain or lose.
fn is_over(value: Outcome) -> bool {
    value.depth().is_some_and(|depth| depth.0 == 0)
}

impl<S: ChoiceSource<Value = Outcome> + ?Sized> Search<'_, S> {
    /// What to expect once we have made a move; none when the nodes are used up.
    fn after_our_move(
        &mut self,
        at: &S::Position,
        play: &S::Move,
        value: Outcome,
        extent: Extent,
        belief: &[f64],
        plies: u16,
    ) -> Result<Option<Expectation>, ChoiceError> {
        let certain = Expectation::certain(value, extent);
        if is_over(value) {
            return Ok(Some(certain));
        }
        let next = self.source.after(at, play);
        let Some(replies) = self.choices(&next)? else { return Ok(None) };
        if replies.is_empty() {
            return Ok(Some(certain));
        }
        let analyser = &self.predator.analyser;
        let wheel = analyser.model.wheel(&replies, extent.flipped());
        let spread = wheel.probabilities_on(analyser.belief.grid());
        let mut expected = Expectation::default();
        for (number, reply) in replies.iter().enumerate() {
            let likelihoods = spread.of(number);
            let probability: f64 = likelihoods.iter().zip(belief).map(|(l, b)| l * b).sum();
            if probability == 0.0 {
                continue;
            }
            let ours = reply.value.flipped();
            let leaf = Expectation::certain(ours, extent);
            let found = if plies <= 2 || is_over(ours) {
                leaf
            } else {
                let learned: Vec<f64> = likelihoods
                    .iter()
                    .zip(belief)
                    .map(|(likelihood, belief)| likelihood * belief / probability)
                    .collect();
                let position = self.source.after(&next, &reply.play);
                match self.at_our_turn(&position, leaf, extent, &learned, plies - 2)? {
                    Some(found) => found,
                    None => return Ok(None),
                }
            };
            expected.add(probability, found);
        }
        Ok(Some(expected))
    }

    /// What to expect when we are to move; what was expected before if there is no move.
    fn at_our_turn(
        &mut self,
        at: &S::Position,
        so_far: Expectation,
        extent: Extent,
        belief: &[f64],
        plies: u16,
    ) -> Result<Option<Expectation>, ChoiceError> {
        let Some(choices) = self.choices(at)? else { return Ok(None) };
        let mut best: Option<Expectation> = None;
        for number in self.predator.among.candidates(&choices) {
            let Choice { play, value, .. } = &choices[number];
            let Some(found) = self.after_our_move(at, play, *value, extent, belief, plies)? else {
                return Ok(None);
            };
            if best.is_none_or(|best| self.predator.aim.compare(found, best).is_gt()) {
                best = Some(found);
            }
        }
        Ok(Some(best.unwrap_or(so_far)))
    }

    fn choices(&mut self, at: &S::Position) -> Result<Option<Vec<Choice<S::Move>>>, ChoiceError> {
        if self.nodes >= self.most {
            return Ok(None);
        }
        self.nodes += 1;
        self.source.choices(at).map(Some)
    }
}
