//! The Predictor: says how far a player will get, given what is believed of its competence.

use crate::belief::Belief;
use crate::competence::Competence;

/// Averages a prediction for each competence over a belief.
#[derive(Clone, Debug)]
pub struct Predictor<'a> {
    belief: &'a Belief,
}

/// What is expected of a player whose competence is not known for sure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The mean over the belief.
    pub mean: f64,
    /// The standard deviation that not knowing the competence alone brings.
    pub sd: f64,
}

/// Competences less likely than this are not asked about: a prediction for each is dear.
const NEGLIGIBLE: f64 = 1e-9;

impl<'a> Predictor<'a> {
    /// Advised by this belief.
    pub fn new(belief: &'a Belief) -> Predictor<'a> {
        Predictor { belief }
    }

    /// The competences worth a prediction, with their probabilities, which add up to one.
    pub fn competences(&self) -> Vec<(Competence, f64)> {
        let all = self.belief.grid().competences().zip(self.belief.probabilities());
        let likely: Vec<(Competence, f64)> = all.filter(|&(_, p)| p > NEGLIGIBLE).collect();
        let total: f64 = likely.iter().map(|(_, p)| p).sum();
        likely.into_iter().map(|(c, p)| (c, p / total)).collect()
    }

    /// The mean and spread of a quantity that is known for each competence.
    pub fn predict<E>(
        &self,
        mut of: impl FnMut(Competence) -> Result<f64, E>,
    ) -> Result<Prediction, E> {
        let (mut mean, mut square) = (0.0, 0.0);
        for (competence, p) in self.competences() {
            let quantity = of(competence)?;
            mean += p * quantity;
            square += p * quantity * quantity;
        }
        Ok(Prediction { mean, sd: (square - mean * mean).max(0.0).sqrt() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CompetenceGrid;

    #[test]
    fn a_certain_belief_predicts_as_its_competence_does() {
        let belief = Belief::certain(20.0).unwrap();
        let told = Predictor::new(&belief).predict(|c| Ok::<_, ()>(c.get() * 2.0));
        assert_eq!(told, Ok(Prediction { mean: 40.0, sd: 0.0 }));
    }

    #[test]
    fn doubt_widens_the_prediction() {
        let grid = CompetenceGrid::new(10.0, 20.0, 30.0).unwrap();
        let belief = Belief::uniform(grid);
        let told = Predictor::new(&belief).predict(|c| Ok::<_, ()>(c.get())).unwrap();
        assert!((told.mean - 20.0).abs() < 1e-9 && (told.sd - 10.0).abs() < 1e-9);
        assert_eq!(Predictor::new(&belief).predict(|_| Err("no")), Err("no"));
    }
}
