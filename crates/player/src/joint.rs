//! What an observer thinks of a competence and of the players' `κ` together.

use crate::belief::Belief;
use crate::competence::Competence;
use crate::preference::DepthOffset;

/// A [`Belief`] for each `κ` thought possible, all equally likely before the first move.
///
/// Haworth 2003 fixes `κ` and infers `c`; a greater `κ` blurs and so asks for a greater `c`
/// (Andrist & Haworth 2005, section 4.1). Here the moves say what they can about both.
#[derive(Clone, Debug, PartialEq)]
pub struct JointBelief {
    offsets: Vec<DepthOffset>,
    beliefs: Vec<Belief>,
}

impl JointBelief {
    /// The same prior of the competence for each of these `κ`, numbers above zero: then the same
    /// moves are possible under all of them. The limit `0+` is left out.
    ///
    /// # Panics
    /// If no `κ` is left.
    pub fn new(mut offsets: Vec<DepthOffset>, prior: &Belief) -> JointBelief {
        offsets.retain(|&offset| offset != DepthOffset::VANISHING);
        assert!(!offsets.is_empty(), "some kappa is thought possible");
        let beliefs = vec![prior.clone(); offsets.len()];
        JointBelief { offsets, beliefs }
    }

    /// The `κ` thought possible.
    pub fn offsets(&self) -> &[DepthOffset] {
        &self.offsets
    }

    /// Learns from a move with these log-likelihoods, for each `κ` a value at each competence.
    ///
    /// A move that is impossible everywhere teaches nothing, and the answer is false.
    pub fn observe(&mut self, log_likelihoods: &[Vec<f64>]) -> bool {
        debug_assert_eq!(log_likelihoods.len(), self.offsets.len());
        let each = self.beliefs.iter_mut().zip(log_likelihoods);
        each.fold(false, |learned, (belief, logs)| belief.observe(logs) || learned)
    }

    /// Learns all that another belief over the same `κ` and grid has learned.
    pub fn merge(&mut self, other: &JointBelief) -> bool {
        debug_assert_eq!(self.offsets, other.offsets);
        let each = self.beliefs.iter_mut().zip(&other.beliefs);
        each.fold(false, |learned, (belief, other)| belief.merge(other) || learned)
    }

    /// How many moves were observed.
    pub fn moves(&self) -> usize {
        self.beliefs[0].moves()
    }

    /// The probability of each `κ`, whatever the competence.
    pub fn offset_probabilities(&self) -> Vec<f64> {
        let logs: Vec<f64> = self.beliefs.iter().map(Belief::log_evidence).collect();
        let greatest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares: Vec<f64> = logs.iter().map(|log| (log - greatest).exp()).collect();
        let total: f64 = shares.iter().sum();
        shares.into_iter().map(|share| share / total).collect()
    }

    /// The probability of each competence of the grid, whatever the `κ`.
    pub fn competence_probabilities(&self) -> Vec<f64> {
        let mut sum = vec![0.0; self.beliefs[0].grid().len()];
        for (share, belief) in self.offset_probabilities().into_iter().zip(&self.beliefs) {
            for (total, p) in sum.iter_mut().zip(belief.probabilities()) {
                *total += share * p;
            }
        }
        sum
    }

    /// Mean and standard deviation of the competence.
    pub fn competence(&self) -> (f64, f64) {
        let competences = self.beliefs[0].grid().competences().map(Competence::get);
        moments(&competences.collect::<Vec<_>>(), &self.competence_probabilities())
    }

    /// Mean and standard deviation of `κ`.
    pub fn offset(&self) -> (f64, f64) {
        let offsets: Vec<f64> = self.offsets.iter().map(|offset| offset.get()).collect();
        moments(&offsets, &self.offset_probabilities())
    }

    /// The most probable pair; the least of several.
    pub fn mode(&self) -> (Competence, DepthOffset) {
        let height = |number: usize| {
            let belief = &self.beliefs[number];
            let top = belief.probabilities().into_iter().fold(0.0, f64::max);
            belief.log_evidence() + top.ln()
        };
        let higher = |best, number| if height(number) > height(best) { number } else { best };
        let best = (1..self.beliefs.len()).fold(0, higher);
        (self.beliefs[best].mode(), self.offsets[best])
    }
}

fn moments(values: &[f64], probabilities: &[f64]) -> (f64, f64) {
    let weighed = || values.iter().zip(probabilities);
    let mean: f64 = weighed().map(|(x, p)| x * p).sum();
    let variance: f64 = weighed().map(|(x, p)| p * (x - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CompetenceGrid;

    fn offsets(values: &[f64]) -> Vec<DepthOffset> {
        values.iter().map(|&kappa| DepthOffset::new(kappa).unwrap()).collect()
    }

    /// Two competences, two `κ`: Bayes by hand.
    #[test]
    fn four_possibilities_by_hand() {
        let grid: CompetenceGrid = "0(10)10".parse().unwrap();
        let mut joint = JointBelief::new(offsets(&[0.5, 1.0]), &Belief::uniform(grid));
        let table = [[0.1f64, 0.2], [0.3, 0.4]];
        let logs: Vec<Vec<f64>> =
            table.iter().map(|row| row.iter().map(|p| p.ln()).collect()).collect();
        assert!(joint.observe(&logs));
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        close(joint.offset_probabilities()[1], 0.7);
        close(joint.competence_probabilities()[0], 0.4);
        close(joint.competence().0, 6.0);
        close(joint.offset().0, 0.85);
        assert_eq!((joint.mode().0.get(), joint.mode().1), (10.0, DepthOffset::ONE));
        let impossible = vec![vec![f64::NEG_INFINITY; 2]; 2];
        let before = joint.clone();
        assert!(!joint.observe(&impossible));
        assert_eq!(joint, before);
        let mut again = JointBelief::new(offsets(&[0.5, 1.0]), &Belief::uniform(grid));
        assert!(again.merge(&joint));
        assert_eq!((again.moves(), again), (1, joint));
    }
}
