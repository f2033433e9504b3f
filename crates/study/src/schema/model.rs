//! The player model behind a number, and what is believed of a player: written and read back.

use player::belief::PriorError;
use player::grid::GridError;
use player::spec::ModelWords;
use player::{MoveFilter, PowerLaw};
use serde::{Deserialize, Serialize};

use super::{Number, Word};

/// Everything about reference players but their competence: what a number depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// `κ`: how much a move counts beside the depth, in moves; `0+` for the limit.
    pub kappa: Number,
    /// Which values a player may give away: `never`, `draws` or `all`.
    pub concede: Word,
    /// Whether a lost position is entered only if nothing else is left.
    pub avoid_losses: bool,
    /// Wins and losses within so many moves are seen; none if none are.
    pub horizon: Option<u16>,
    /// A draw is as good as a win in so many moves; none for one past the deepest.
    pub draw_as_win: Option<u16>,
    /// A draw is as good as a loss in so many moves; none for one past the deepest.
    pub draw_as_loss: Option<u16>,
    /// The name of the move weights; none if all moves weigh the same.
    pub weights: Option<String>,
}

impl Model {
    /// The model with this preference, these rules and these weights.
    pub fn new(preference: &PowerLaw, filter: &MoveFilter, weights: Option<&str>) -> Model {
        Model {
            kappa: preference.depth_offset.into(),
            concede: filter.concede.word().into(),
            avoid_losses: filter.avoid_losses,
            horizon: filter.horizon.map(|depth| depth.0),
            draw_as_win: preference.draw_as_win.map(|depth| depth.0),
            draw_as_loss: preference.draw_as_loss.map(|depth| depth.0),
            weights: weights.map(str::to_owned),
        }
    }
}

impl From<&ModelWords> for Model {
    fn from(words: &ModelWords) -> Model {
        Model::new(&words.preference, &words.filter, words.weights.as_deref())
    }
}

/// A mean with its standard deviation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moments {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
}

impl From<&player::Belief> for Moments {
    fn from(belief: &player::Belief) -> Moments {
        Moments { mean: belief.mean(), sd: belief.sd() }
    }
}

/// A belief in full: what was learned in one run goes on in the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Belief {
    /// The competences thought possible: `0(1)50`.
    pub grid: String,
    /// Moves learned from.
    pub moves: usize,
    /// The logarithm of each competence's probability before the first move; null where it is 0.
    pub log_prior: Vec<Option<f64>>,
    /// The logarithm of the probability of all observed moves at each competence; null where it is 0.
    pub log_likelihood: Vec<Option<f64>>,
}

impl From<&player::Belief> for Belief {
    fn from(belief: &player::Belief) -> Belief {
        let finite =
            |logs: Vec<f64>| logs.into_iter().map(|log| log.is_finite().then_some(log)).collect();
        Belief {
            grid: belief.grid().to_string(),
            moves: belief.moves(),
            log_prior: finite(belief.log_prior().to_vec()),
            log_likelihood: finite(belief.log_likelihood()),
        }
    }
}

/// A record that is no belief.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum BeliefError {
    #[error(transparent)]
    Grid(#[from] GridError),
    #[error(transparent)]
    Prior(#[from] PriorError),
    #[error(
        "the {moves} moves of this belief leave no competence possible: write it anew from the games"
    )]
    Impossible { moves: usize },
}

impl TryFrom<&Belief> for player::Belief {
    type Error = BeliefError;

    fn try_from(record: &Belief) -> Result<player::Belief, BeliefError> {
        let grid = record.grid.parse()?;
        let logs = |logs: &[Option<f64>]| -> Vec<f64> {
            logs.iter().map(|log| log.unwrap_or(f64::NEG_INFINITY)).collect()
        };
        let prior: Vec<f64> = logs(&record.log_prior).into_iter().map(f64::exp).collect();
        let mut belief = player::Belief::with_prior(grid, &prior)?;
        let likelihood = logs(&record.log_likelihood);
        if !belief.observe_all(&likelihood, record.moves) {
            return Err(BeliefError::Impossible { moves: record.moves });
        }
        Ok(belief)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_belief_goes_on_where_it_was_left() {
        let grid = "0(5)20".parse().unwrap();
        let mut belief = player::Belief::with_prior(grid, &[0.0, 1.0, 2.0, 3.0, 4.0]).unwrap();
        belief.observe(&[-1.0, -0.5, -0.25, f64::NEG_INFINITY, -2.0]);
        belief.observe(&[-1.0, -1.5, -0.75, -1.0, -0.1]);
        let json = serde_json::to_string(&Belief::from(&belief)).unwrap();
        let record: Belief = serde_json::from_str(&json).unwrap();
        let read = player::Belief::try_from(&record).unwrap();
        assert_eq!((read.grid(), read.moves()), (belief.grid(), 2));
        let pairs = read.probabilities().into_iter().zip(belief.probabilities());
        assert!(pairs.map(|(a, b)| (a - b).abs()).all(|apart| apart < 1e-12), "{json}");
        assert!((read.log_evidence() - belief.log_evidence()).abs() < 1e-12);
    }

    #[test]
    fn what_is_no_belief_is_refused() {
        let record = Belief::from(&player::Belief::uniform("0(5)20".parse().unwrap()));
        let refused = |record: Belief| player::Belief::try_from(&record).unwrap_err();
        refused(Belief { grid: "20".into(), ..record.clone() });
        let short = Belief { log_prior: vec![Some(0.0)], ..record.clone() };
        assert!(matches!(refused(short), BeliefError::Prior(PriorError::Length { .. })));
        let impossible = Belief { log_likelihood: vec![None; 5], moves: 3, ..record.clone() };
        assert_eq!(refused(impossible), BeliefError::Impossible { moves: 3 });
        let short = Belief { log_likelihood: vec![Some(0.0)], moves: 3, ..record };
        assert_eq!(refused(short), BeliefError::Impossible { moves: 3 });
    }
}
