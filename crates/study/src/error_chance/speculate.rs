//! Whether a mistake is worth making here, the predictor's own error deducted.
//!
//! After a move of ours that concedes `δ` the opponent is expected to give back
//!
//! ```text
//! g = (p - f) s + f max(N - d, 0)
//! ```
//!
//! with `p` the chance that he errs, `f` that he gives the value away, `s` the depth that other errors
//! concede, `d` the depth left to him and `N` the depth a draw stands for. A move gains
//! `(g - δ) - (g' - 0)` over the safest one, the optimal move with the greatest `g'`. Both sides of the
//! difference hang on the same coefficients; its standard error is that of the whole difference, and
//! so many of them are deducted as one wants to be sure of.

use endgame::rules::{Move, Position};
use endgame::tables::Tables;
use player::speculate::{NotAnOpponent, Opponent};
use value::{ChoiceError, ChoiceSource};

use super::observe::ErrorKind;
use super::predictor::{ErrorChance, ErrorPredictor, PredictorError};

/// What a move of ours is worth against this opponent.
#[derive(Clone, Debug)]
pub struct MoveGain {
    /// The move.
    pub play: Move,
    /// The depth it gives up.
    pub conceded: u16,
    /// How likely the opponent errs after it; none if another endgame comes of it, or nothing is
    /// left to decide.
    pub chance: Option<ErrorChance>,
    /// The depth he is expected to give back.
    pub returned: f64,
    /// What it gains over the safest move, as the chances stand.
    pub gain: f64,
    /// The standard error of that.
    pub gain_error: f64,
    /// The gain with the predictor's error deducted.
    pub sure_gain: f64,
}

/// Every move worth thinking of, the surest first.
#[derive(Clone, Debug)]
pub struct Speculation {
    /// The moves.
    pub moves: Vec<MoveGain>,
    /// The safest: optimal, and hardest to answer.
    pub safest: usize,
    /// The one that gains most for sure, if it concedes depth and gains anything.
    pub mistake: Option<usize>,
}

/// How a speculation is to be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Caution {
    /// The most depth that is given up.
    pub risk: u16,
    /// Standard errors of the gain deducted from it.
    pub doubt: f64,
    /// The depth a draw stands for.
    pub draw: u16,
}

impl Default for Caution {
    fn default() -> Caution {
        Caution { risk: 3, doubt: 1.0, draw: 50 }
    }
}

/// Why nothing is said of a position.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum SpeculationError {
    #[error(transparent)]
    Choices(#[from] ChoiceError),
    #[error(transparent)]
    Predictor(#[from] PredictorError),
    #[error(
        "after no move of {fen} is it the turn of {whose}, whose errors are foretold: give a position of that endgame"
    )]
    Elsewhere { fen: String, whose: String },
}

/// What a move is expected to bring back, and how that depends on the coefficients.
struct Return {
    expected: f64,
    /// The part that errors of depth bring, which hangs on their measured size.
    by_size: f64,
    /// Derivatives with respect to the coefficients of any error, and of fatal ones.
    gradients: [Vec<f64>; 2],
}

impl Return {
    fn of(chance: Option<&ErrorChance>, draw: u16) -> Return {
        let Some(ErrorChance { any, fatal, size, depth }) = chance else {
            return Return { expected: 0.0, by_size: 0.0, gradients: [Vec::new(), Vec::new()] };
        };
        let saved = f64::from(draw.saturating_sub(*depth));
        let kept = (any.probability - fatal.probability).max(0.0);
        let scaled = |gradient: &[f64], by: f64| gradient.iter().map(|x| x * by).collect();
        Return {
            expected: kept * size + fatal.probability * saved,
            by_size: kept * size,
            gradients: [scaled(&any.gradient, *size), scaled(&fatal.gradient, saved - size)],
        }
    }
}

impl Speculation {
    /// Looks at the moves of a position in which the predicted side's opponent is to move.
    pub fn new(
        predictor: &ErrorPredictor,
        tables: &Tables,
        position: &Position,
        caution: Caution,
    ) -> Result<Speculation, SpeculationError> {
        let choices = tables.choices(position)?;
        let best = choices.best();
        let mut found: Vec<(MoveGain, Return)> = Vec::new();
        for choice in choices.iter() {
            let conceded = best.and_then(|best| choice.value.conceded(best));
            let Some(conceded) = conceded.filter(|&moves| moves <= caution.risk) else { continue };
            let after = position.after(choice.play);
            let chance = match predictor.is_turn(tables, &after) {
                true => Some(predictor.chance(tables, &after)?),
                false => None,
            };
            let back = Return::of(chance.as_ref(), caution.draw);
            let returned = back.expected;
            let (gain, gain_error, sure_gain) = (0.0, 0.0, 0.0);
            let play = choice.play;
            let one = MoveGain { play, conceded, chance, returned, gain, gain_error, sure_gain };
            found.push((one, back));
        }
        if !found.iter().any(|(one, _)| one.chance.is_some()) {
            let (fen, whose) = (position.fen(), predictor.whose());
            return Err(SpeculationError::Elsewhere { fen, whose });
        }
        Ok(Speculation::compare(predictor, found, caution))
    }

    fn compare(
        predictor: &ErrorPredictor,
        mut found: Vec<(MoveGain, Return)>,
        caution: Caution,
    ) -> Speculation {
        // The safest comes first, so that it is compared with and ties go to it.
        let order = |one: &MoveGain| (one.conceded > 0, -one.returned);
        found.sort_by(|(a, _), (b, _)| order(a).partial_cmp(&order(b)).expect("finite numbers"));
        let safe = found[0].1.expected;
        let errors: Vec<f64> =
            found.iter().map(|(_, back)| gain_error(predictor, back, &found[0].1)).collect();
        let mut moves: Vec<MoveGain> = found.into_iter().map(|(one, _)| one).collect();
        for (one, error) in moves.iter_mut().zip(errors) {
            one.gain = one.returned - f64::from(one.conceded) - safe;
            one.gain_error = error;
            one.sure_gain = one.gain - caution.doubt * error;
        }
        moves[1..].sort_by(|a, b| b.sure_gain.total_cmp(&a.sure_gain));
        let mistake = moves.iter().position(|one| one.conceded > 0 && one.sure_gain > 0.0);
        Speculation { moves, safest: 0, mistake }
    }
}

/// The standard error of the difference of two returns.
fn gain_error(predictor: &ErrorPredictor, one: &Return, safe: &Return) -> f64 {
    let mut variance = 0.0;
    for kind in ErrorKind::ALL {
        let Some(known) = predictor.kind(kind) else { continue };
        let [a, b] = [one, safe].map(|back| &back.gradients[kind as usize]);
        let at = |gradient: &Vec<f64>, k: usize| gradient.get(k).copied().unwrap_or(0.0);
        let width = a.len().max(b.len());
        if width > 0 {
            let difference: Vec<f64> = (0..width).map(|k| at(a, k) - at(b, k)).collect();
            variance += known.variance(&difference);
        }
    }
    let size = predictor.size();
    if size.scale > 0.0 {
        variance += ((one.by_size - safe.by_size) * size.scale_error / size.scale).powi(2);
    }
    variance.sqrt()
}

/// Jansen's opponent with the predictor's measured errors: `p`, `ε0` and `ε1` of any error; none if
/// nothing was learned.
pub fn measured_opponent(predictor: &ErrorPredictor) -> Option<Result<Opponent, NotAnOpponent>> {
    let measured = predictor.kind(ErrorKind::Any)?.prediction;
    Some(Opponent::new(measured.rate, measured.missed, measured.imagined))
}
