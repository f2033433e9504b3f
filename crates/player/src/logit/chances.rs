//! How good a forecast of events is: its losses, its order, and whether what it calls 30 % happens
//! in 30 of 100.

use serde::{Deserialize, Serialize};

/// How well some events were foreseen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChanceScore {
    /// Minus the mean logarithm of the probability given to what came about, in nats.
    pub log_loss: f64,
    /// The mean square of what was missing to certainty: Brier's score.
    pub brier: f64,
    /// How often an event that happened was thought likelier than one that did not, ties counting a
    /// half; null if all happened or none.
    pub auc: Option<f64>,
}

/// What is thought impossible is taken for this likely.
const LEAST: f64 = 1e-9;

impl ChanceScore {
    /// The score of these probabilities, one for each event.
    pub fn of(probabilities: &[f64], happened: &[bool]) -> ChanceScore {
        let count = happened.len().max(1) as f64;
        let (mut log_loss, mut brier) = (0.0, 0.0);
        for (&probability, &happened) in probabilities.iter().zip(happened) {
            let given = if happened { probability } else { 1.0 - probability };
            log_loss -= given.max(LEAST).ln();
            brier += (1.0 - given).powi(2);
        }
        let auc = area_under_curve(probabilities, happened);
        ChanceScore { log_loss: log_loss / count, brier: brier / count, auc }
    }
}

/// The places of events, the least likely first.
fn by_probability(probabilities: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..probabilities.len()).collect();
    places.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    places
}

/// By ranks (Mann and Whitney), those of ties averaged.
fn area_under_curve(probabilities: &[f64], happened: &[bool]) -> Option<f64> {
    let places = by_probability(probabilities);
    let positive = happened.iter().filter(|&&happened| happened).count();
    let negative = happened.len() - positive;
    if positive == 0 || negative == 0 {
        return None;
    }
    let mut ranks = 0.0;
    let mut done = 0usize;
    for alike in places.chunk_by(|&a, &b| probabilities[a] == probabilities[b]) {
        let rank = done as f64 + (alike.len() as f64 + 1.0) / 2.0;
        ranks += rank * alike.iter().filter(|&&at| happened[at]).count() as f64;
        done += alike.len();
    }
    let (positive, negative) = (positive as f64, negative as f64);
    Some((ranks - positive * (positive + 1.0) / 2.0) / (positive * negative))
}

/// Events that were thought about equally likely, and how many of them happened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CalibrationBin {
    /// How many events.
    pub count: usize,
    /// The least probability among them.
    pub from: f64,
    /// The greatest.
    pub to: f64,
    /// Their mean probability.
    pub foreseen: f64,
    /// The share that happened.
    pub happened: f64,
    /// The standard error of that share, each event standing alone.
    pub standard_error: f64,
}

/// So many bins of equally many events, the least likely first.
pub fn calibration_table(
    probabilities: &[f64],
    happened: &[bool],
    bins: usize,
) -> Vec<CalibrationBin> {
    let places = by_probability(probabilities);
    let size = places.len().div_ceil(bins.max(1)).max(1);
    let bin = |places: &[usize]| {
        let count = places.len() as f64;
        let share = places.iter().filter(|&&at| happened[at]).count() as f64 / count;
        CalibrationBin {
            count: places.len(),
            from: probabilities[places[0]],
            to: probabilities[places[places.len() - 1]],
            foreseen: places.iter().map(|&at| probabilities[at]).sum::<f64>() / count,
            happened: share,
            standard_error: (share * (1.0 - share) / count).sqrt(),
        }
    };
    places.chunks(size).map(bin).collect()
}

/// A forecast used as Jansen 1992, section 1.4, uses one: an error is predicted or it is not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PredictionErrors {
    /// `p`: how often it happens.
    pub rate: f64,
    /// It is predicted from this probability on.
    pub threshold: f64,
    /// `ε0`: the share of what happened that was not predicted.
    pub missed: f64,
    /// `ε1`: the share of what did not happen that was predicted.
    pub imagined: f64,
}

impl PredictionErrors {
    /// At the threshold where both errors are as equal as can be; none if all happened or none.
    pub fn balanced(probabilities: &[f64], happened: &[bool]) -> Option<PredictionErrors> {
        let places = by_probability(probabilities);
        let positive = happened.iter().filter(|&&happened| happened).count() as f64;
        let negative = happened.len() as f64 - positive;
        if positive == 0.0 || negative == 0.0 {
            return None;
        }
        // Below the threshold so far: what happened is missed, what did not is told right.
        let (mut missed, mut told) = (0.0, 0.0);
        let mut best: Option<PredictionErrors> = None;
        for alike in places.chunk_by(|&a, &b| probabilities[a] == probabilities[b]) {
            let found = PredictionErrors {
                rate: positive / (positive + negative),
                threshold: probabilities[alike[0]],
                missed: missed / positive,
                imagined: 1.0 - told / negative,
            };
            let gap = |errors: &PredictionErrors| (errors.missed - errors.imagined).abs();
            if best.is_none_or(|best| gap(&found) < gap(&best)) {
                best = Some(found);
            }
            let here = alike.iter().filter(|&&at| happened[at]).count() as f64;
            missed += here;
            told += alike.len() as f64 - here;
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HAPPENED: [bool; 5] = [false, true, false, true, true];

    #[test]
    fn a_forecast_is_scored_by_hand() {
        let score = ChanceScore::of(&[0.1, 0.4, 0.4, 0.8, 0.9], &HAPPENED);
        let log_loss = -(0.9f64.ln() + 0.4f64.ln() + 0.6f64.ln() + 0.8f64.ln() + 0.9f64.ln()) / 5.0;
        assert!((score.log_loss - log_loss).abs() < 1e-12);
        assert!((score.brier - (0.01 + 0.36 + 0.16 + 0.04 + 0.01) / 5.0).abs() < 1e-12);
        // Of six pairs, five in order and one tied.
        assert!((score.auc.unwrap() - 5.5 / 6.0).abs() < 1e-12);
        assert_eq!(ChanceScore::of(&[0.5], &[true]).auc, None);
        assert!(ChanceScore::of(&[0.0], &[true]).log_loss < 21.0);
    }

    #[test]
    fn bins_are_equal_and_in_order() {
        let table = calibration_table(&[0.9, 0.1, 0.4, 0.8, 0.4], &HAPPENED, 2);
        assert_eq!(table.iter().map(|bin| bin.count).collect::<Vec<_>>(), [3, 2]);
        assert_eq!((table[0].from, table[0].to, table[1].to), (0.1, 0.4, 0.9));
        assert!((table[0].happened - 2.0 / 3.0).abs() < 1e-12);
        assert!((table[0].foreseen - 0.3).abs() < 1e-12);
    }

    #[test]
    fn both_errors_are_balanced() {
        let errors = PredictionErrors::balanced(&[0.1, 0.4, 0.5, 0.8, 0.9], &HAPPENED).unwrap();
        assert_eq!((errors.threshold, errors.rate), (0.5, 0.6));
        assert!((errors.missed - 1.0 / 3.0).abs() < 1e-12 && (errors.imagined - 0.5).abs() < 1e-12);
        assert_eq!(PredictionErrors::balanced(&[0.5], &[true]), None);
    }

    proptest! {
        /// The area is the share of pairs in the right order, counted one by one.
        #[test]
        fn the_area_counts_pairs(seen in prop::collection::vec((0..6u8, any::<bool>()), 2..40)) {
            let probabilities: Vec<f64> = seen.iter().map(|(p, _)| f64::from(*p) / 6.0).collect();
            let happened: Vec<bool> = seen.iter().map(|(_, happened)| *happened).collect();
            let (mut right, mut pairs) = (0.0, 0.0);
            for (a, of_a) in &seen {
                for (b, of_b) in &seen {
                    if *of_a && !*of_b {
                        pairs += 1.0;
                        right += if a > b { 1.0 } else if a == b { 0.5 } else { 0.0 };
                    }
                }
            }
            match ChanceScore::of(&probabilities, &happened).auc {
                Some(auc) => prop_assert!((auc - right / pairs).abs() < 1e-9),
                None => prop_assert_eq!(pairs, 0.0),
            }
        }
    }
}
