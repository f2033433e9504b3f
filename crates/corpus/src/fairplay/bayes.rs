//! Own profile against assistance: the Bayes factor, decision after decision.
//!
//! Assisted with probability `a`, a move is one of the engine's first with `a + (1 - a) p`, `p` being the
//! own profile's probability. All shares `a` are alike before anything is seen, and all ratings of the
//! profile have their weights under both hypotheses. Only whether the player agrees is used, not which of
//! several equal moves was chosen.

use super::expectation::{Expected, NODES, node_weights};

/// Shares of assistance thought possible: the middles of so many equal parts of 0 to 1.
const SHARES: usize = 20;

/// The likelihoods of both hypotheses so far.
#[derive(Clone, Debug)]
pub struct BayesFactor {
    own: [f64; NODES],
    assisted: [[f64; SHARES]; NODES],
    dispersion: f64,
}

impl BayesFactor {
    /// Before anything is seen; decisions count for a `dispersion`-th of what they would count if each
    /// stood alone.
    pub fn new(dispersion: f64) -> BayesFactor {
        BayesFactor {
            own: [0.0; NODES],
            assisted: [[0.0; SHARES]; NODES],
            dispersion: dispersion.max(1.0),
        }
    }

    /// Sees a decision.
    pub fn observe(&mut self, one: &Expected) {
        for ((p, own), assisted) in one.agreement.iter().zip(&mut self.own).zip(&mut self.assisted)
        {
            *own += log_chance(*p, 0.0, one.agreed) / self.dispersion;
            for (at, log) in assisted.iter_mut().enumerate() {
                *log += log_chance(*p, share(at), one.agreed) / self.dispersion;
            }
        }
    }

    /// The natural logarithm of the Bayes factor in favour of assistance.
    pub fn log(&self) -> f64 {
        let weights = node_weights();
        let own = log_sum(self.own.iter().zip(weights).map(|(log, weight)| log + weight.ln()));
        log_sum(self.joint()) - own
    }

    /// The mean share of assisted moves, if there are any.
    pub fn mean_share(&self) -> f64 {
        let total = log_sum(self.joint());
        let shares = (0..NODES * SHARES).map(|at| share(at % SHARES));
        self.joint().zip(shares).map(|(log, share)| (log - total).exp() * share).sum()
    }

    /// The logarithm of likelihood and prior of each rating and share.
    fn joint(&self) -> impl Iterator<Item = f64> + Clone {
        let weights = node_weights().map(|weight| (weight / SHARES as f64).ln());
        self.assisted
            .iter()
            .zip(weights)
            .flat_map(|(logs, prior)| logs.iter().map(move |log| log + prior))
    }
}

fn share(at: usize) -> f64 {
    (at as f64 + 0.5) / SHARES as f64
}

/// The logarithm of the chance of agreement, or of its lack, with a share of assistance.
pub fn log_chance(p: f64, share: f64, agreed: bool) -> f64 {
    let agrees = share + (1.0 - share) * p;
    if agreed { agrees.ln() } else { ((1.0 - share) * (1.0 - p)).ln() }
}

/// `ln Σ exp(x)`.
fn log_sum(logs: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = logs.clone().fold(f64::NEG_INFINITY, f64::max);
    most + logs.map(|log| (log - most).exp()).sum::<f64>().ln()
}
