//! The rating that moves in endgames speak for.
//!
//! ```text
//! ln P[r | moves] = ln P[r] + (1 / D) Σ ln P[move | r]        r in steps of 50
//! ```
//!
//! `D`, the dispersion, says how many moves count for one: moves of one game are alike, and the model is no person. It was
//! measured on games held out, so that four intervals of five hold the rating.

use std::collections::BTreeMap;

use endgame::heuristics::LastMove;
use endgame::progress::Monitor;
use endgame::rules::{Color, Move, Position};
use endgame::tables::Tables;
use value::ChoiceError;

use super::{LastMoves, PeopleModel, units};
use crate::assess::Assessment;
use crate::pgn::Game;
use crate::schema::people::{PeopleRating, PlayerRatings};

/// Ratings that are thought of.
const LEAST: u16 = 600;
const MOST: u16 = 2800;
const STEP: u16 = 50;
/// What is thought of a player before any move.
const MEAN: f64 = 1700.0;
const SD: f64 = 450.0;
/// The probability that an interval holds the rating.
const MASS: f64 = 0.8;
/// An interval wider than this spans most of the scale.
const WIDEST: u16 = 900;

/// What is thought of a player's rating.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingBelief {
    /// The log-likelihood of each rating.
    logs: Vec<f64>,
    /// Moves seen.
    pub moves: usize,
}

impl Default for RatingBelief {
    fn default() -> RatingBelief {
        RatingBelief { logs: vec![0.0; ratings().count()], moves: 0 }
    }
}

fn ratings() -> impl Iterator<Item = u16> {
    (LEAST..=MOST).step_by(usize::from(STEP))
}

impl RatingBelief {
    /// A move is seen: the logarithm of its probability for each strength.
    pub fn observe(&mut self, log_likelihood: impl Fn(f64) -> f64) {
        let told = ratings().map(|rating| log_likelihood(units(f64::from(rating))));
        self.logs.iter_mut().zip(told).for_each(|(log, told)| *log += told);
        self.moves += 1;
    }

    /// What was seen elsewhere is put together with it.
    pub fn join(&mut self, other: &RatingBelief) {
        self.logs.iter_mut().zip(&other.logs).for_each(|(log, other)| *log += other);
        self.moves += other.moves;
    }

    /// How likely each rating is, so many moves counting for one.
    fn probabilities(&self, dispersion: f64) -> Vec<f64> {
        let prior = |rating: u16| -((f64::from(rating) - MEAN) / SD).powi(2) / 2.0;
        let logs: Vec<f64> = ratings()
            .zip(&self.logs)
            .map(|(rating, log)| prior(rating) + log / dispersion)
            .collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let odds: Vec<f64> = logs.iter().map(|log| (log - most).exp()).collect();
        let total: f64 = odds.iter().sum();
        odds.into_iter().map(|odds| odds / total).collect()
    }

    /// The mean, and the interval that holds the rating four times of five.
    pub fn interval(&self, dispersion: f64) -> (f64, u16, u16) {
        let chances = self.probabilities(dispersion);
        let mean = ratings().zip(&chances).map(|(rating, chance)| f64::from(rating) * chance).sum();
        let below = |share: f64| {
            let mut sum = 0.0;
            let reached = ratings().zip(&chances).find(|(_, chance)| {
                sum += **chance;
                sum >= share
            });
            reached.map_or(MOST, |(rating, _)| rating)
        };
        (mean, below((1.0 - MASS) / 2.0), below(1.0 - (1.0 - MASS) / 2.0))
    }

    /// In words and numbers, of an endgame or of all.
    pub fn told(&self, endgame: Option<String>, dispersion: f64) -> PeopleRating {
        let (mean, low, high) = self.interval(dispersion);
        let enough = self.moves > 0 && high - low <= WIDEST;
        let rating = (mean / f64::from(STEP)).round() as u16 * STEP;
        let text = match (enough, self.moves) {
            (true, _) => format!("about {rating} ({low} to {high})"),
            (false, 0) => "no moves to judge yet".to_owned(),
            (false, _) => "not enough moves yet".to_owned(),
        };
        PeopleRating {
            endgame,
            moves: self.moves,
            rating: enough.then_some(rating),
            low,
            high,
            text,
            scale: "Lichess".into(),
        }
    }
}

/// A move with the position it was made in, as a game has them.
pub type Made<'a> = (&'a Position, Move);

/// What the moves of one line say of both players, by endgame; moves without a choice say nothing.
pub fn beliefs<'a>(
    tables: &Tables,
    model: &PeopleModel,
    line: impl IntoIterator<Item = Made<'a>>,
) -> Result<BTreeMap<(bool, String), RatingBelief>, ChoiceError> {
    let mut found: BTreeMap<(bool, String), RatingBelief> = BTreeMap::new();
    let all = line.into_iter().map(|made| (made, true));
    each((tables, model), all, |at, log_likelihood| {
        let key = (at.turn() == Color::Black, at.material().normalized().to_string());
        found.entry(key).or_default().observe(log_likelihood);
    })?;
    Ok(found)
}

/// What some moves of a line say of whoever made them: those that count.
pub fn belief<'a>(
    tables: &Tables,
    model: &PeopleModel,
    line: impl IntoIterator<Item = (Made<'a>, bool)>,
) -> Result<RatingBelief, ChoiceError> {
    let mut belief = RatingBelief::default();
    each((tables, model), line, |_, log_likelihood| belief.observe(log_likelihood))?;
    Ok(belief)
}

/// Tells how likely each strength makes each move of a line that counts; the others are only remembered.
fn each<'a>(
    (tables, model): (&Tables, &PeopleModel),
    line: impl IntoIterator<Item = (Made<'a>, bool)>,
    mut tell: impl FnMut(&Position, &dyn Fn(f64) -> f64),
) -> Result<(), ChoiceError> {
    let mut last = LastMoves::default();
    for ((at, played), counts) in line {
        let plays = if counts { at.legal_moves() } else { Vec::new() };
        if plays.len() > 1
            && let Some(place) = plays.iter().position(|play| *play == played)
        {
            let chances = model.chances(tables, at, &plays, last)?;
            tell(at, &|units| chances.log_likelihood(place, units));
        }
        last = last.then(LastMove::new(played, at.after(played).is_check()));
    }
    Ok(())
}

/// The ratings that both players' moves in endgames of up to five men speak for: White's first.
pub fn of_game(
    tables: &Tables,
    game: &Game,
    monitor: &Monitor<'_>,
) -> Result<[PlayerRatings; 2], ChoiceError> {
    let few = game.replay().filter(|(board, _)| (3..=5).contains(&board.count_men()));
    let line: Vec<(Position, Move)> =
        few.filter_map(|(board, played)| Some((board.position()?, played.play))).collect();
    for (at, _) in &line {
        tables.table(&at.material().normalized(), monitor).map_err(ChoiceError::new)?;
    }
    of_line(tables, line.iter().map(|(at, play)| (at, *play)))
}

/// The same of an assessment, whose tables are known.
pub fn of_assessment(
    tables: &Tables,
    assessment: &Assessment,
) -> Result<[PlayerRatings; 2], ChoiceError> {
    let few = assessment.moves.iter().filter(|judged| judged.position.count_men() <= 5);
    of_line(tables, few.map(|judged| (&judged.position, judged.play)))
}

fn of_line<'a>(
    tables: &Tables,
    line: impl IntoIterator<Item = Made<'a>>,
) -> Result<[PlayerRatings; 2], ChoiceError> {
    let found = beliefs(tables, PeopleModel::built_in(), line)?;
    Ok([Color::White, Color::Black].map(|color| of_player(color, &found)))
}

/// What was found of one player, in words and numbers.
fn of_player(color: Color, found: &BTreeMap<(bool, String), RatingBelief>) -> PlayerRatings {
    let dispersion = PeopleModel::built_in().dispersion;
    let own = found.iter().filter(|((black, _), _)| *black == (color == Color::Black));
    let mut overall = RatingBelief::default();
    let mut endgames = Vec::new();
    for ((_, endgame), belief) in own {
        overall.join(belief);
        endgames.push(belief.told(Some(endgame.clone()), dispersion));
    }
    PlayerRatings { player: color.into(), overall: overall.told(None, dispersion), endgames }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_good_moves_speak_for_a_high_rating_and_few_for_none() {
        let mut belief = RatingBelief::default();
        assert_eq!(belief.told(None, 2.0).text, "no moves to judge yet");
        belief.observe(|units| 0.1 * units);
        let told = belief.told(Some("KQKR".to_owned()), 2.0);
        assert_eq!((told.text.as_str(), told.rating), ("not enough moves yet", None));
        for _ in 0..400 {
            // The most likely strength is 1: a rating of 2200.
            belief.observe(|units| -0.1 * (units - 1.0).powi(2));
        }
        let told = belief.told(None, 2.0);
        let rating = told.rating.expect("enough moves");
        assert!((2100..=2250).contains(&rating) && told.low < rating && rating < told.high);
        assert_eq!(told.text, format!("about {rating} ({} to {})", told.low, told.high));
    }
}
