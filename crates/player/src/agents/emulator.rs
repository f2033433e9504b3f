//! The Emulator: a practice partner who shows one competence as steadily as it can.

use rand::Rng;
use value::{ChoiceError, ChoiceSource, Choices, Value};

use super::{Agent, Analyser, Ties, Turn, equal_odds};
use crate::belief::Belief;
use crate::competence::Competence;
use crate::distribution::MoveDistribution;
use crate::grid::CompetenceGrid;
use crate::reference::Model;

/// `E_c`: makes the move after which a reference Analyser, who thought `x = 0(1)2c` equally likely
/// at the start, finds its competence nearest to `c` (Andrist & Haworth 2005, section 3.4).
#[derive(Clone, Debug)]
pub struct Emulator {
    competence: f64,
    analyser: Analyser,
}

/// A competence nobody can emulate.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("an emulator shows a competence from 1 to 100000, and {0} is not")]
pub struct NotEmulated(pub Competence);

impl Emulator {
    /// An emulator of this competence, at least 1.
    pub fn new(competence: Competence, model: Model) -> Result<Emulator, NotEmulated> {
        let c = competence.get();
        let grid = CompetenceGrid::new(0.0, 1.0, 2.0 * c);
        match grid {
            Ok(grid) if (1.0..=1e5).contains(&c) => Ok(Emulator {
                competence: c,
                analyser: Analyser { model, belief: Belief::uniform(grid) },
            }),
            _ => Err(NotEmulated(competence)),
        }
    }

    /// What its reference Analyser thinks of it.
    pub fn shown(&self) -> &Belief {
        &self.analyser.belief
    }

    /// The moves that would show its competence best, all of them as well: it takes any, the heavier
    /// the likelier.
    pub fn nearest<M, V: Value>(&self, choices: &Choices<M, V>) -> Vec<usize> {
        let distribution = self.analyser.model.distribution(choices);
        let mut nearest = f64::INFINITY;
        let mut equal: Vec<usize> = Vec::new();
        let mut judged: Vec<(V, f64)> = Vec::new();
        for at in (0..distribution.len()).filter(|&at| distribution.allows(at)) {
            let value = choices[at].value;
            // Moves to one state show the same competence.
            let known = judged.iter().find(|(judged, _)| *judged == value);
            let distance = match known {
                Some(&(_, distance)) => distance,
                None => {
                    let mut seen = self.analyser.belief.clone();
                    seen.observe(&distribution.log_probabilities_on(seen.grid(), at));
                    let distance = (seen.mean() - self.competence).abs();
                    judged.push((value, distance));
                    distance
                }
            };
            if distance < nearest - 1e-12 {
                (nearest, equal) = (distance, vec![at]);
            } else if distance <= nearest + 1e-12 {
                equal.push(at);
            }
        }
        equal
    }

    /// Makes a move: its reference Analyser sees it.
    pub fn show<M, V: Value>(&mut self, choices: &Choices<M, V>, played: usize) {
        self.analyser.observe(choices, played);
    }
}

impl<S: ChoiceSource + ?Sized> Agent<S> for Emulator {
    fn choose(&mut self, turn: &Turn<'_, S>, mut rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        let equal = self.nearest(turn.choices);
        let weight = |&at: &usize| turn.choices[at].weight;
        let weighs_the_same = equal.windows(2).all(|pair| weight(&pair[0]) == weight(&pair[1]));
        let chosen = if weighs_the_same {
            Ties::Uniform.pick(&equal, rng).unwrap_or(0)
        } else {
            let distribution =
                MoveDistribution::new(vec![0.0; equal.len()], equal.iter().map(weight).collect());
            equal[distribution.sample(Competence::RANDOM, &mut rng)]
        };
        self.show(turn.choices, chosen);
        Ok(chosen)
    }

    fn moved(&mut self, turn: &Turn<'_, S>, played: usize) -> Result<(), ChoiceError> {
        self.show(turn.choices, played);
        Ok(())
    }

    fn odds(&self, turn: &Turn<'_, S>) -> Option<Vec<f64>> {
        let nearest = self.nearest(turn.choices);
        Some(equal_odds(turn.choices.len(), &nearest))
    }

    fn new_game(&mut self) {
        self.analyser.belief = Belief::uniform(*self.analyser.belief.grid());
    }
}
