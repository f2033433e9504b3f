//! The Predictor: says how far a player will get, given what is believed of its competence.

use crate::belief::Belief;
use crate::competence::Competence;

/// Whose predictions are means over a belief: the player has one competence, and nobody knows which.
#[derive(Clone, Debug)]
pub struct Predictor<'a> {
    belief: &'a Belief,
}

/// Competences less likely than this are not asked about: a prediction for each is dear.
const NEGLIGIBLE: f64 = 1e-9;

impl<'a> Predictor<'a> {
    /// Advised by this belief.
    pub fn new(belief: &'a Belief) -> Predictor<'a> {
        Predictor { belief }
    }

    /// The competences worth a prediction, with their probabilities, which add up to one: the parts
    /// of a [`Mixture`](crate::markov::Mixture).
    pub fn competences(&self) -> Vec<(Competence, f64)> {
        let all = self.belief.grid().competences().zip(self.belief.probabilities());
        let likely: Vec<(Competence, f64)> = all.filter(|&(_, p)| p > NEGLIGIBLE).collect();
        let total: f64 = likely.iter().map(|(_, p)| p).sum();
        likely.into_iter().map(|(c, p)| (c, p / total)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CompetenceGrid;

    #[test]
    fn what_is_all_but_impossible_is_left_out() {
        let told = |belief: &Belief| Predictor::new(belief).competences();
        let twenty = Competence::new(20.0).unwrap();
        assert_eq!(told(&Belief::certain(20.0).unwrap()), [(twenty, 1.0)]);
        let grid = CompetenceGrid::new(10.0, 10.0, 30.0).unwrap();
        let belief = Belief::with_prior(grid, &[1e-12, 1.0, 3.0]).unwrap();
        let likely = told(&belief);
        assert_eq!(likely.len(), 2);
        assert_eq!(likely[0].0, twenty);
        assert!(
            (likely[0].1 - 0.25).abs() < 1e-9 && (likely[0].1 + likely[1].1 - 1.0).abs() < 1e-12
        );
    }
}
