//! What an observer thinks of a player's competence: a probability for each value of a grid.

use crate::competence::Competence;
use crate::distribution::LEAST_LIKELIHOOD;
use crate::grid::CompetenceGrid;

/// Prior and likelihood over a grid of competences, in logs.
///
/// A move multiplies each probability by its likelihood (Andrist & Haworth 2005, section 3.2); in
/// logs that is a sum, so the order of moves and games does not matter.
#[derive(Clone, Debug, PartialEq)]
pub struct Belief {
    grid: CompetenceGrid,
    log_prior: Vec<f64>,
    log_likelihood: Vec<f64>,
    /// Likelihoods seen since, multiplied: a logarithm a move would be most of the work.
    pending: Vec<f64>,
    moves: usize,
}

/// A prior that is none.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum PriorError {
    #[error(
        "a prior of zeros leaves nothing to believe: give some competence a probability above 0"
    )]
    Zeros,
    #[error("{0} is no probability: a prior holds numbers from 0 upwards")]
    NotAProbability(f64),
    #[error("the prior has {given} probabilities for the {needed} competences of the grid {grid}")]
    Length { given: usize, needed: usize, grid: CompetenceGrid },
    #[error(
        "a normal prior about {mean:e} with standard deviation {sd:e} leaves nothing on the grid {grid}: bring it nearer, or make it wider"
    )]
    Beyond { mean: f64, sd: f64, grid: CompetenceGrid },
    #[error("a normal prior needs a standard deviation above 0, and {0} is not")]
    Width(f64),
}

impl Belief {
    /// Knowing nothing: every competence as likely as any other.
    pub fn uniform(grid: CompetenceGrid) -> Belief {
        let each = -(grid.len() as f64).ln();
        Belief {
            grid,
            log_prior: vec![each; grid.len()],
            log_likelihood: vec![0.0; grid.len()],
            pending: vec![1.0; grid.len()],
            moves: 0,
        }
    }

    /// A guess with a spread, cut off at the ends of the grid.
    pub fn normal(grid: CompetenceGrid, mean: f64, sd: f64) -> Result<Belief, PriorError> {
        if !(sd > 0.0 && sd.is_finite() && mean.is_finite()) {
            return Err(PriorError::Width(sd));
        }
        let log = |c: Competence| -0.5 * ((c.get() - mean) / sd).powi(2);
        let logs: Vec<f64> = grid.competences().map(log).collect();
        if logs.iter().all(|log| !log.is_finite()) {
            return Err(PriorError::Beyond { mean, sd, grid });
        }
        Ok(Belief::with_log_prior(grid, logs))
    }

    /// Any probabilities, not necessarily adding up to one.
    pub fn with_prior(grid: CompetenceGrid, prior: &[f64]) -> Result<Belief, PriorError> {
        if prior.len() != grid.len() {
            return Err(PriorError::Length { given: prior.len(), needed: grid.len(), grid });
        }
        if let Some(&wrong) = prior.iter().find(|p| !(**p >= 0.0 && p.is_finite())) {
            return Err(PriorError::NotAProbability(wrong));
        }
        if prior.iter().all(|&p| p == 0.0) {
            return Err(PriorError::Zeros);
        }
        Ok(Belief::with_log_prior(grid, prior.iter().map(|p| p.ln()).collect()))
    }

    /// Certainty: this competence and no other.
    pub fn certain(competence: f64) -> Result<Belief, crate::grid::GridError> {
        Ok(Belief::uniform(CompetenceGrid::single(competence)?))
    }

    fn with_log_prior(grid: CompetenceGrid, mut log_prior: Vec<f64>) -> Belief {
        let total = log_sum(log_prior.iter().copied());
        log_prior.iter_mut().for_each(|log| *log -= total);
        Belief { log_prior, ..Belief::uniform(grid) }
    }

    /// What was learned so far as the prior of what comes next.
    #[must_use]
    pub fn as_prior(&self) -> Belief {
        Belief::with_log_prior(self.grid, self.log_posterior())
    }

    /// The competences thought possible.
    pub fn grid(&self) -> &CompetenceGrid {
        &self.grid
    }

    /// How many moves were observed.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// The same as [`observe`](Belief::observe) for likelihoods that are zero or no less than
    /// 1e-100, quicker.
    pub(crate) fn observe_likelihoods(&mut self, likelihoods: &[f64]) -> bool {
        debug_assert_eq!(likelihoods.len(), self.grid.len());
        let known = self.log_prior.iter().zip(&self.log_likelihood);
        let known = known.zip(&self.pending).map(|((a, b), p)| (a + b).is_finite() && *p > 0.0);
        if !known.zip(likelihoods).any(|(known, likelihood)| known && *likelihood > 0.0) {
            return false;
        }
        let factors = self.pending.iter_mut().zip(likelihoods);
        factors.for_each(|(product, likelihood)| *product *= likelihood);
        // The least above zero of each fourth: four are compared at a time.
        let mut least = [1.0f64; 4];
        for four in self.pending.chunks(4) {
            for (least, &product) in least.iter_mut().zip(four) {
                let positive = if product > 0.0 { product } else { 1.0 };
                *least = if positive < *least { positive } else { *least };
            }
        }
        // One more factor must not underflow.
        if least.iter().any(|&least| least < LEAST_LIKELIHOOD) {
            self.settle();
        }
        self.moves += 1;
        true
    }

    /// Turns what is pending into logarithms.
    fn settle(&mut self) {
        self.log_likelihood = self.log_likelihood();
        self.pending.fill(1.0);
    }

    /// Learns from a move with this log-likelihood at each competence.
    ///
    /// A move that no competence makes teaches nothing: it is not counted, and the answer is false.
    pub fn observe(&mut self, log_likelihoods: &[f64]) -> bool {
        debug_assert_eq!(log_likelihoods.len(), self.grid.len());
        self.settle();
        let known = self.log_prior.iter().zip(&self.log_likelihood);
        let mut together = known.zip(log_likelihoods).map(|((a, b), log)| a + b + log);
        if !together.any(f64::is_finite) {
            return false;
        }
        for (sum, log) in self.log_likelihood.iter_mut().zip(log_likelihoods) {
            *sum += log;
        }
        self.moves += 1;
        true
    }

    /// Learns all that another belief on the same grid has learned; its prior is not looked at.
    ///
    /// Moves that leave no competence possible teach nothing, and the answer is false.
    pub fn merge(&mut self, other: &Belief) -> bool {
        self.observe_all(&other.log_likelihood(), other.moves)
    }

    /// Learns from so many moves at once, given the log-likelihood of all of them at each competence.
    ///
    /// Moves that leave no competence possible, or are told of another grid, teach nothing, and the
    /// answer is false.
    pub fn observe_all(&mut self, log_likelihoods: &[f64], moves: usize) -> bool {
        let before = self.moves;
        let learned =
            moves == 0 || log_likelihoods.len() == self.grid.len() && self.observe(log_likelihoods);
        if learned {
            self.moves = before + moves;
        }
        learned
    }

    /// The logarithm of the probability of each competence before any move was seen.
    pub fn log_prior(&self) -> &[f64] {
        &self.log_prior
    }

    /// The log-likelihood of all observed moves at each competence: what another belief on the
    /// same grid can learn from in one go.
    pub fn log_likelihood(&self) -> Vec<f64> {
        let pairs = self.log_likelihood.iter().zip(&self.pending);
        pairs.map(|(log, pending)| log + pending.ln()).collect()
    }

    fn log_posterior(&self) -> Vec<f64> {
        let logs: Vec<f64> =
            self.log_prior.iter().zip(self.log_likelihood()).map(|(a, b)| a + b).collect();
        let total = log_sum(logs.iter().copied());
        logs.into_iter().map(|log| log - total).collect()
    }

    /// The probability of each competence.
    pub fn probabilities(&self) -> Vec<f64> {
        self.log_posterior().into_iter().map(f64::exp).collect()
    }

    /// `E[c]`: the apparent competence.
    pub fn mean(&self) -> f64 {
        self.moment(|c| c)
    }

    /// The standard deviation.
    pub fn sd(&self) -> f64 {
        let mean = self.mean();
        self.moment(|c| (c - mean).powi(2)).sqrt()
    }

    fn moment(&self, of: impl Fn(f64) -> f64) -> f64 {
        let terms = self.grid.competences().zip(self.probabilities());
        terms.map(|(c, p)| p * of(c.get())).sum()
    }

    /// The most probable competence; the least of several.
    pub fn mode(&self) -> Competence {
        self.grid.at(first_greatest(&self.log_posterior()))
    }

    /// The competence under which the observed moves are likeliest, whatever the prior.
    pub fn maximum_likelihood(&self) -> Competence {
        self.grid.at(first_greatest(&self.log_likelihood()))
    }

    /// The logarithm of the probability of all observed moves under the prior.
    pub fn log_evidence(&self) -> f64 {
        let likelihood = self.log_likelihood();
        log_sum(self.log_prior.iter().zip(&likelihood).map(|(a, b)| a + b))
    }

    /// The interval that leaves out the same probability at either end: with mass 0.95, a fortieth
    /// below and a fortieth above. Each value of the grid stands for the cell around it.
    pub fn interval(&self, mass: f64) -> (f64, f64) {
        let tail = (1.0 - mass) / 2.0;
        (self.quantile(tail), self.quantile(1.0 - tail))
    }

    /// A grid a hundred times as fine about the mean, if the interval is no wider than one cell: the
    /// probability within a cell is spread evenly, so that such an interval shows the grid and not
    /// what was learned.
    pub fn finer_grid(&self, mass: f64) -> Option<CompetenceGrid> {
        let (low, high) = self.interval(mass);
        let step = self.grid.step();
        let [first, last] = [0, self.grid.len() - 1].map(|at| self.grid.at(at).get());
        let mode = self.mode().get();
        // At an end of the grid it is not its step that is wrong.
        if mode == first || mode == last || high - low > step {
            return None;
        }
        // A decimal fraction: as it is written, so it is read.
        let finer = 10f64.powf((step / 100.0).log10().round());
        let on_grid = |c: f64| (c / step).round() * step;
        let least = on_grid(self.mean() - step).max(first);
        CompetenceGrid::new(least, finer, on_grid(self.mean() + step).min(last)).ok()
    }

    fn quantile(&self, share: f64) -> f64 {
        let half = self.grid.step() / 2.0;
        let [first, last] = [0, self.grid.len() - 1].map(|at| self.grid.at(at).get());
        let mut below = 0.0;
        for (c, p) in self.grid.competences().zip(self.probabilities()) {
            if p > 0.0 && below + p >= share {
                let into = ((share - below) / p).clamp(0.0, 1.0);
                return (c.get() - half + into * 2.0 * half).clamp(first, last);
            }
            below += p;
        }
        last
    }
}

fn first_greatest(logs: &[f64]) -> usize {
    (1..logs.len()).fold(0, |best, at| if logs[at] > logs[best] { at } else { best })
}

/// `ln Σ exp`, without overflow.
fn log_sum(logs: impl Iterator<Item = f64> + Clone) -> f64 {
    let greatest = logs.clone().fold(f64::NEG_INFINITY, f64::max);
    if greatest.is_finite() {
        greatest + logs.map(|log| (log - greatest).exp()).sum::<f64>().ln()
    } else {
        greatest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn grid() -> CompetenceGrid {
        CompetenceGrid::default()
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }

    #[test]
    fn knowing_nothing_is_in_the_middle() {
        let belief = Belief::uniform(grid());
        close(belief.mean(), 25.0);
        close(belief.sd(), (50.0f64 * 52.0 / 12.0).sqrt());
        close(belief.log_evidence(), 0.0);
        let (low, high) = belief.interval(0.9);
        close(low, -0.5 + 0.05 * 51.0);
        close(high, 50.5 - 0.05 * 51.0);
    }

    /// A belief in one value alone has no deviation, and an interval that is that value's cell.
    #[test]
    fn a_cell_is_called_a_cell() {
        let at = |known: usize| {
            let prior: Vec<f64> = (0..51).map(|c| f64::from(u8::from(c == known))).collect();
            Belief::with_prior(grid(), &prior).unwrap()
        };
        let sure = at(6);
        close(sure.sd(), 0.0);
        close(sure.interval(0.95).0, 5.525);
        assert_eq!(sure.finer_grid(0.95).unwrap().to_string(), "5(0.01)7");
        assert_eq!((at(0).finer_grid(0.95), at(50).finer_grid(0.95)), (None, None));
        assert_eq!(Belief::uniform(grid()).finer_grid(0.95), None);
        assert_eq!(Belief::certain(6.0).unwrap().finer_grid(0.95), None);
    }

    #[test]
    fn priors_are_checked() {
        assert_eq!(Belief::with_prior(grid(), &[0.0; 51]), Err(PriorError::Zeros));
        assert!(matches!(Belief::with_prior(grid(), &[1.0; 3]), Err(PriorError::Length { .. })));
        let negative = Belief::with_prior(grid(), &[-1.0; 51]);
        assert_eq!(negative, Err(PriorError::NotAProbability(-1.0)));
        assert!(Belief::normal(grid(), 20.0, 0.0).is_err());
        let normal = Belief::normal(grid(), 20.0, 3.0).unwrap();
        close(normal.mean(), 20.0);
        assert!((normal.sd() - 3.0).abs() < 1e-6);
        assert_eq!(normal.mode().get(), 20.0);
    }

    #[test]
    fn an_impossible_move_teaches_nothing() {
        let mut belief = Belief::uniform(grid());
        assert!(!belief.observe(&[f64::NEG_INFINITY; 51]));
        assert_eq!(belief, Belief::uniform(grid()));
    }

    proptest! {
        /// Likelihoods and their logarithms teach the same, however many.
        #[test]
        fn likelihoods_are_logarithms(
            moves in prop::collection::vec(prop::collection::vec(1e-90..1.0f64, 51), 1..20),
        ) {
            let [mut quick, mut plain] = [Belief::uniform(grid()), Belief::uniform(grid())];
            for likelihoods in &moves {
                quick.observe_likelihoods(likelihoods);
                let logs: Vec<f64> = likelihoods.iter().map(|l| l.ln()).collect();
                plain.observe(&logs);
            }
            prop_assert_eq!(quick.moves(), plain.moves());
            prop_assert!((quick.mean() - plain.mean()).abs() < 1e-9);
            prop_assert!((quick.log_evidence() - plain.log_evidence()).abs() < 1e-8);
        }

        /// Moves may come in any order, and in two sittings.
        #[test]
        fn order_does_not_matter(
            a in prop::collection::vec(-5.0..0.0f64, 51),
            b in prop::collection::vec(-5.0..0.0f64, 51),
        ) {
            let after = |first: &[f64], then: &[f64]| {
                let mut belief = Belief::uniform(grid());
                belief.observe(first);
                let mut next = belief.as_prior();
                next.observe(then);
                let mut other = Belief::normal(grid(), 3.0, 1.0).unwrap();
                other.observe(then);
                assert!(belief.merge(&other) && belief.moves() == 2);
                (belief.mean(), next.mean(), belief.log_evidence())
            };
            let (forward, in_two, evidence) = after(&a, &b);
            let (backward, ..) = after(&b, &a);
            prop_assert!((forward - backward).abs() < 1e-9);
            prop_assert!((forward - in_two).abs() < 1e-9);
            prop_assert!(evidence <= 1e-12);
        }
    }
}
