//! When a mistake is worth making: the record and the plots of Jansen 1992, chapter 1.

use player::speculate::curves::{CUT, contour_line, section_of, surface_at};
use player::speculate::rules::easiest_opponent;
use player::speculate::{Advice, Case, NotAnOpponent, Opponent, Stakes};
use plot::{Plot, Series};
use serde::Serialize;

/// When a mistake is worth making against an opponent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpeculationRecord {
    /// How often MIN errs.
    pub p: f64,
    /// How often a mistake of MIN's is not predicted.
    pub epsilon0: f64,
    /// How often a correct move of MIN's is predicted to be a mistake.
    pub epsilon1: f64,
    /// The least ratio above which speculating pays; null if it never does.
    pub required: Option<f64>,
    /// How often both predictions call for it.
    pub chance_to_speculate: f64,
    /// The `p` of the opponent against whom least is needed.
    pub easiest_p: f64,
    /// What MIN does after either move, and how likely that is where speculating is predicted to pay.
    pub cases: [Case; 4],
    /// What to do, if the stakes are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<AdviceRecord>,
}

/// Whether to speculate for these stakes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AdviceRecord {
    /// What MIN's mistake costs MIN.
    pub delta_min: f64,
    /// What MAX's mistake costs MAX.
    pub delta_max: f64,
    /// The first over the second; none if it is infinite.
    pub ratio: Option<f64>,
    /// Null if both strategies come to the same.
    pub speculate: Option<bool>,
    /// The rule that decides.
    pub rule: String,
    /// Why, in a sentence.
    pub because: String,
    /// Expected, a move, beyond the best move.
    pub advantage: f64,
}

impl SpeculationRecord {
    /// What is to be said of an opponent, and of stakes if they are known.
    pub fn new(
        opponent: &Opponent,
        stakes: Option<Stakes>,
    ) -> Result<SpeculationRecord, NotAnOpponent> {
        let (epsilon0, epsilon1) = opponent.prediction_errors();
        let advice = stakes.map(|stakes| {
            let advice = Advice::on(opponent, stakes);
            AdviceRecord {
                delta_min: stakes.theirs(),
                delta_max: stakes.ours(),
                ratio: stakes.ratio().filter(|ratio| ratio.is_finite()),
                speculate: advice.speculate,
                rule: advice.decided_by.to_string(),
                because: advice.because,
                advantage: opponent.advantage(stakes),
            }
        });
        Ok(SpeculationRecord {
            p: opponent.error_probability(),
            epsilon0,
            epsilon1,
            required: opponent.required_ratio(),
            chance_to_speculate: opponent.chance_to_speculate(),
            easiest_p: easiest_opponent(epsilon0, epsilon1)?,
            cases: opponent.cases(),
            advice,
        })
    }
}

/// Figure 1.4: speculating pays to the left of a contour.
pub fn contours() -> Plot {
    let series = [1.2, 1.5, 2.0, 3.0, 5.0, 10.0]
        .map(|ratio| Series { name: format!("ratio {ratio}"), points: contour_line(ratio) });
    let note = "speculating pays to the left of the contour of delta-min / delta-max";
    let axes = [PREDICTION_ERROR, OPPONENT_ERROR];
    Plot::new("When is a mistake worth making?", note, axes, series.into())
}

const PREDICTION_ERROR: &str = "error of the prediction, epsilon";
const OPPONENT_ERROR: &str = "probability that the opponent errs, p";

/// The ratio that must be exceeded, drawn over one of the probabilities.
fn required(title: String, across: &str, series: Vec<Series>) -> Plot {
    let note = format!("the least delta-min / delta-max that pays, cut off at {CUT}");
    Plot::new(title, note, [across, "delta-min / delta-max"], series)
}

/// Figure 1.3, for any `p`.
pub fn section(p: f64) -> Plot {
    let title = format!("What must a mistake be worth when p = {p}?");
    let line = Series { name: format!("p = {p}"), points: section_of(p) };
    required(title, PREDICTION_ERROR, vec![line])
}

/// Figure 1.2 as sections over `p`.
pub fn surface() -> Plot {
    let series = [0.0, 0.1, 0.2, 0.3, 0.4, 0.45]
        .map(|epsilon| Series { name: format!("epsilon {epsilon}"), points: surface_at(epsilon) });
    required("The decision surface".to_owned(), OPPONENT_ERROR, series.into())
}
