//! Expectation at the opponent's turns, the best move at our own, the belief learning on the way.

use value::{Choice, ChoiceError, ChoiceSource, Choices, Extent, Plies, Value};

use super::live_draws::Draws;
use super::memory::{Finding, Question};
use super::{Advice, Aim, Expectation, MoveScore, Predator};
use crate::agents::Turn;
use crate::distribution::LikelihoodTable;

/// Looks at every candidate so many plies deep; none if that takes more positions than allowed.
pub(super) fn look<S>(
    predator: &Predator,
    turn: &Turn<'_, S>,
    candidates: &[usize],
    plies: Plies,
    nodes: usize,
    draws: &Draws,
) -> Result<Option<Advice<S::Value>>, ChoiceError>
where
    S: ChoiceSource + ?Sized,
{
    let belief = predator.analyser.belief.probabilities();
    let best = turn.choices.best().unwrap_or(S::Value::DRAW);
    let extent = predator.extent_with_draw(turn.choices.extent(), best);
    let source = turn.source;
    let mut search = Search { predator, source, draws, extent, nodes: 0, most: nodes };
    let mut options = Vec::with_capacity(candidates.len());
    for &choice in candidates {
        let Choice { play, value, .. } = &turn.choices[choice];
        let Some(expectation) = search.after_our_move(turn.at, play, *value, &belief, plies.0)?
        else {
            return Ok(None);
        };
        options.push(MoveScore { choice, value: *value, expectation, pressure: None });
    }
    Ok(Some(Advice { options, plies, nodes: search.nodes, aim: predator.aim }))
}

struct Search<'a, S: ?Sized> {
    predator: &'a Predator,
    source: &'a S,
    draws: &'a Draws,
    /// How deep the endgame goes for us where the search began, as the aim counts it.
    extent: Extent,
    nodes: usize,
    most: usize,
}

/// Whether the winner needs no further move: nothing is left to gain or lose.
fn is_over(value: impl Value) -> bool {
    value.depth().is_some_and(|depth| depth.0 == 0)
}

impl<S: ChoiceSource + ?Sized> Search<'_, S> {
    /// What to expect once we have made a move; none when the nodes are used up.
    fn after_our_move(
        &mut self,
        at: &S::Position,
        play: &S::Move,
        value: S::Value,
        belief: &[f64],
        plies: u16,
    ) -> Result<Option<Expectation>, ChoiceError> {
        if is_over(value) {
            return Ok(Some(Expectation::certain(value, self.extent)));
        }
        let next = self.source.after(at, play);
        let question = self.question(&next, belief, plies);
        let known = question.as_ref().zip(self.predator.memory.as_ref());
        if let Some(Finding { expectation, nodes }) = known.and_then(|(q, m)| m.recall(q)) {
            self.nodes = self.nodes.saturating_add(nodes);
            return Ok((self.nodes <= self.most).then_some(expectation));
        }
        let before = self.nodes;
        let Some(expectation) = self.at_his_turn(&next, value, belief, plies)? else {
            return Ok(None);
        };
        if let Some((question, memory)) = question.zip(self.predator.memory.as_ref()) {
            memory.keep(question, Finding { expectation, nodes: self.nodes - before });
        }
        Ok(Some(expectation))
    }

    /// The name of a question to the memory: where nothing is learned, the answer is the position's.
    fn question(&self, next: &S::Position, belief: &[f64], plies: u16) -> Option<Question> {
        if belief.len() != 1 || self.predator.memory.is_none() {
            return None;
        }
        let position = self.source.key(next)?;
        Some(Question { position, plies: Plies(plies), extent: self.extent })
    }

    /// What to expect when the opponent is to move, in a position of this value for us.
    fn at_his_turn(
        &mut self,
        next: &S::Position,
        value: S::Value,
        belief: &[f64],
        plies: u16,
    ) -> Result<Option<Expectation>, ChoiceError> {
        if !self.count() {
            return Ok(None);
        }
        let replies = self.source.choices(next)?;
        if replies.is_empty() {
            return Ok(Some(Expectation::certain(value, self.extent)));
        }
        // His endgame is the one on the board now: our move may have been a conversion.
        let forecast = self.forecast(&replies, belief);
        let followed = forecast.likeliest(self.predator.cover);
        let mut expected = Expectation::default();
        for (number, reply) in replies.iter().enumerate() {
            let probability = forecast.probabilities[number];
            if probability == 0.0 {
                continue;
            }
            let ours = reply.value.flipped();
            let plies = if followed[number] { plies } else { 2 };
            let aims_at_score = matches!(self.predator.aim, Aim::Press | Aim::Score);
            let weighs_draws = aims_at_score && ours.is_drawn();
            if is_over(ours) || plies <= 2 && !weighs_draws {
                expected.add(probability, Expectation::certain(ours, self.extent));
                continue;
            }
            let learned = forecast.learned(number, belief);
            let position = self.source.after(next, &reply.play);
            let found = if plies <= 2 {
                Some(self.live_draw(&position, &learned)?)
            } else {
                self.at_our_turn(&position, ours, &learned, plies - 2)?
            };
            let Some(found) = found else { return Ok(None) };
            expected.add(probability, found);
        }
        Ok(Some(expected.after_move(value)))
    }

    /// How likely each reply is under a belief.
    fn forecast(&self, replies: &Choices<S::Move, S::Value>, belief: &[f64]) -> Forecast {
        let analyser = &self.predator.analyser;
        let distribution = analyser.model.distribution(replies);
        let grid = analyser.belief.grid();
        if belief.len() == 1 {
            return Forecast {
                probabilities: distribution.probabilities(grid.at(0)),
                likelihoods: None,
            };
        }
        let likelihoods = distribution.probabilities_on(grid);
        let likely = |number| likelihoods.of(number).iter().zip(belief).map(|(l, b)| l * b).sum();
        let probabilities = (0..replies.len()).map(likely).collect();
        Forecast { probabilities, likelihoods: Some(likelihoods) }
    }

    /// What a drawn position is worth in which we are to move: the chance that the opponent, as he
    /// is believed to be, errs later.
    fn live_draw(&self, at: &S::Position, belief: &[f64]) -> Result<Expectation, ChoiceError> {
        let analyser = &self.predator.analyser;
        let Some(endgame) = self.draws.at(&analyser.model, self.source, at)? else {
            return Ok(Expectation::certain(S::Value::DRAW, self.extent));
        };
        let competences = analyser.belief.grid().competences();
        let chance = belief.iter().zip(competences).map(|(b, c)| b * endgame.chance(c)).sum();
        Ok(Expectation::drawn::<S::Value>(chance, self.extent))
    }

    /// What to expect when we are to move in a position of this value for us.
    fn at_our_turn(
        &mut self,
        at: &S::Position,
        value: S::Value,
        belief: &[f64],
        plies: u16,
    ) -> Result<Option<Expectation>, ChoiceError> {
        if !self.count() {
            return Ok(None);
        }
        let choices = self.source.unweighed(at)?;
        let mut best: Option<Expectation> = None;
        for number in self.predator.candidates.among(&choices) {
            let Choice { play, value, .. } = &choices[number];
            let Some(found) = self.after_our_move(at, play, *value, belief, plies)? else {
                return Ok(None);
            };
            if best.is_none_or(|best| self.predator.aim.compare(found, best).is_gt()) {
                best = Some(found);
            }
        }
        // Without a move it is over as it stands.
        Ok(Some(best.unwrap_or_else(|| Expectation::certain(value, self.extent))))
    }

    /// One position more; whether it may be looked at.
    fn count(&mut self) -> bool {
        if self.nodes >= self.most {
            return false;
        }
        self.nodes += 1;
        true
    }
}

/// What the opponent is expected to reply.
struct Forecast {
    probabilities: Vec<f64>,
    /// By competence, where that is not known.
    likelihoods: Option<LikelihoodTable>,
}

impl Forecast {
    /// Which replies make up this share of the chances, the likeliest first, equal ones together.
    fn likeliest(&self, share: f64) -> Vec<bool> {
        if share >= 1.0 {
            return vec![true; self.probabilities.len()];
        }
        let mut falling = self.probabilities.clone();
        falling.sort_by(|a, b| b.total_cmp(a));
        let mut covered = 0.0;
        let least = falling.into_iter().find(|probability| {
            covered += probability;
            covered >= share
        });
        self.probabilities.iter().map(|&probability| Some(probability) >= least).collect()
    }

    /// What is believed once a reply was seen.
    fn learned(&self, reply: usize, belief: &[f64]) -> Vec<f64> {
        let Some(likelihoods) = &self.likelihoods else { return belief.to_vec() };
        let probability = self.probabilities[reply];
        likelihoods.of(reply).iter().zip(belief).map(|(l, b)| l * b / probability).collect()
    }
}
