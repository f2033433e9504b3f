//! Single players rated from a few of their games: how far off, and how often the interval holds the truth.

use std::collections::BTreeMap;

use corpus::human::{HumanModels, Seen};
use corpus::rating_belief::RatingBelief;
use corpus::{Decision, Pool};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::data;
use crate::{ExperimentError, Lab, Report};

/// Games that a rating is made from.
const SIZES: [usize; 4] = [1, 5, 10, 50];
/// Fewest players whose ratings can be told from each other.
const FEWEST: usize = 3;
/// The orders in which a player's games are put together.
const ORDERS: u64 = 20;
/// Resamples of players and of their games.
const SAMPLES: u64 = 200;

/// One game of a player.
#[derive(Clone)]
struct OneGame {
    belief: RatingBelief,
    rating: f64,
    /// The sum of the centipawns given away.
    lost: f64,
}

/// Games of one player put together.
struct Piece {
    player: usize,
    rating: f64,
    /// By the model: the mean, and the ends of the interval.
    model: [f64; 3],
    sd: f64,
    /// The logarithm of the average centipawn loss.
    loss: f64,
}

/// What pieces of one size come to.
#[derive(Clone, Copy, Debug, Default)]
struct Errors {
    constant: f64,
    centipawn_loss: f64,
    model: f64,
    width: f64,
    coverage: f64,
    sd_of_z: f64,
}

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Section 5: competence on the FIDE scale rates players. How far off is the rating of a single player from 1, 5, 10 and 50 of his games, and how often does its 95 % interval hold it?",
        "games of | pool | scores | games | players | constant | centipawn loss | model | error of the model's | width of the interval | 95 % holds | sd of z",
    );
    let Some(decisions) = data::decisions(lab, report)? else { return Ok(()) };
    for (file, own) in data::sets(&decisions) {
        lab.check()?;
        let rated: Vec<&Decision> =
            own.into_iter().filter(|one| one.rating().is_some_and(|elo| elo >= 500)).collect();
        let Some(first) = rated.first() else { continue };
        let pool = Pool::of(&first.game);
        let Some((record, players)) = players(&pool, &rated) else { continue };
        let scores = record.0.unwrap_or_else(|| "none".to_owned());
        for size in SIZES {
            let able = players.iter().filter(|games| games.len() >= size).count();
            if able < FEWEST {
                continue;
            }
            let samples = lab.at_scale(SAMPLES, 10);
            let found = errors(&pieces(&players, size, record.1, None));
            let spread: Vec<f64> = (0..samples)
                .map(|seed| errors(&pieces(&players, size, record.1, Some(seed))).model)
                .collect();
            let error = sd(&spread);
            report.grid.figures(
                &[&file, &pool, &scores, &size, &able],
                [
                    found.constant,
                    found.centipawn_loss,
                    found.model,
                    error,
                    found.width,
                    found.coverage,
                    found.sd_of_z,
                ],
            );
            let name = format!("{file}, {size} games: error");
            report.compare(name, found.model).error = error;
            report.compare(format!("{file}, {size} games: 95 % holds"), found.coverage);
        }
    }
    if report.grid.rows.is_empty() {
        report.grid.row(&[&"none", &"", &"", &"", &"", &"", &"", &"", &"", &"", &"", &""]);
        report.notes.push(format!(
            "SKIPPED: no file has {FEWEST} rated players: give whole games of players with --decisions FILE."
        ));
    }
    report.note(&[
        "A player's games are put together in twenty orders; the truth is the mean of the ratings his games carry. The model is the built-in one, with its interval as `fallible rate` tells it; its coefficients were fitted to other positions, some of them of the same games.",
        "Constant: the mean rating of the other players. Centipawn loss: a line through the logarithm of the average loss of the other players. Both are fitted to this very set and so know its ratings, which the model does not.",
        "The error of the model's is a standard deviation over resamples of players, and of each player's games, with replacement; sd of z is the root mean square of errors in standard deviations of the belief.",
        "A network's likelihood has no column: its probabilities are at hand for single decisions of many players only.",
    ]);
    Ok(())
}

/// The engine whose scores the model sees, and its dispersion.
type Judge = (Option<String>, f64);

/// The games of each player, as the built-in model sees them.
fn players(pool: &Pool, rated: &[&Decision]) -> Option<(Judge, Vec<Vec<OneGame>>)> {
    let models = HumanModels::built_in();
    let (record, model) = models.model(pool, rated.iter().copied())?;
    let mut players: BTreeMap<&str, BTreeMap<usize, Vec<&Decision>>> = BTreeMap::new();
    for &one in rated {
        players.entry(one.player()).or_default().entry(one.game.number).or_default().push(one);
    }
    let game = |decisions: &Vec<&Decision>| {
        let mut belief = RatingBelief::new(pool.clone());
        for decision in decisions {
            belief.observe(&model, &Seen::new(decision, pool, &models.weights, 0));
        }
        let lost = decisions.iter().map(|one| one.centipawn_loss()).sum();
        let rating = decisions[0].rating().map_or(0.0, f64::from);
        OneGame { belief, rating, lost }
    };
    let games = players.values().map(|games| games.values().map(game).collect()).collect();
    Some(((record.reference.clone(), record.dispersion), games))
}

/// Games put together by so many: each player's in several orders, or, with a seed, of players and games
/// drawn with replacement.
fn pieces(
    players: &[Vec<OneGame>],
    size: usize,
    dispersion: f64,
    resampled: Option<u64>,
) -> Vec<Piece> {
    let able: Vec<usize> = (0..players.len()).filter(|at| players[*at].len() >= size).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(resampled.unwrap_or(0));
    let mut all = Vec::new();
    match resampled {
        None => {
            for player in able {
                for _ in 0..ORDERS {
                    let mut games: Vec<&OneGame> = players[player].iter().collect();
                    games.shuffle(&mut rng);
                    let cut = games.chunks_exact(size);
                    all.extend(cut.map(|games| Piece::new(player, games, dispersion)));
                }
            }
        }
        Some(_) => {
            for drawn in 0..able.len() {
                let games = &players[able[rng.random_range(0..able.len())]];
                for _ in 0..games.len() / size {
                    let piece: Vec<&OneGame> =
                        (0..size).map(|_| &games[rng.random_range(0..games.len())]).collect();
                    // Drawn twice, a player is two.
                    all.push(Piece::new(drawn, &piece, dispersion));
                }
            }
        }
    }
    all
}

impl Piece {
    fn new(player: usize, games: &[&OneGame], dispersion: f64) -> Piece {
        let mut belief = games[0].belief.clone();
        games[1..].iter().for_each(|one| belief.join(&one.belief));
        let lost: f64 = games.iter().map(|one| one.lost).sum();
        let interval = belief.interval(dispersion);
        Piece {
            player,
            rating: games.iter().map(|one| one.rating).sum::<f64>() / games.len() as f64,
            model: [interval.mean, interval.low, interval.high],
            sd: interval.sd,
            loss: (5.0 + lost / belief.decisions().max(1) as f64).ln(),
        }
    }
}

/// The mean errors; every player counts alike, however many pieces he has.
fn errors(pieces: &[Piece]) -> Errors {
    let mut players: BTreeMap<usize, Vec<&Piece>> = BTreeMap::new();
    for piece in pieces {
        players.entry(piece.player).or_default().push(piece);
    }
    let mut all = Errors::default();
    for (player, own) in &players {
        let others: Vec<(f64, f64)> = pieces
            .iter()
            .filter(|piece| piece.player != *player)
            .map(|piece| (piece.loss, piece.rating))
            .collect();
        let (slope, x, y) = line(&others);
        let mean = |of: &dyn Fn(&Piece) -> f64| {
            own.iter().map(|piece| of(piece)).sum::<f64>() / own.len() as f64
        };
        let holds = |piece: &Piece| (piece.model[1]..=piece.model[2]).contains(&piece.rating);
        all.constant += mean(&|piece| (y - piece.rating).abs());
        all.centipawn_loss += mean(&|piece| (y + slope * (piece.loss - x) - piece.rating).abs());
        all.model += mean(&|piece| (piece.model[0] - piece.rating).abs());
        all.width += mean(&|piece| piece.model[2] - piece.model[1]);
        all.coverage += mean(&|piece| f64::from(u8::from(holds(piece))));
        all.sd_of_z += mean(&|piece| ((piece.model[0] - piece.rating) / piece.sd).powi(2));
    }
    let n = players.len().max(1) as f64;
    Errors {
        constant: all.constant / n,
        centipawn_loss: all.centipawn_loss / n,
        model: all.model / n,
        width: all.width / n,
        coverage: all.coverage / n,
        sd_of_z: (all.sd_of_z / n).sqrt(),
    }
}

/// The slope of the line through points, and the point of means on it.
fn line(points: &[(f64, f64)]) -> (f64, f64, f64) {
    let n = points.len().max(1) as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    let (x, y) = (x / n, y / n);
    let product = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let variance = product(&|point| (point.0 - x).powi(2));
    let both = product(&|point| (point.0 - x) * (point.1 - y));
    (if variance > 1e-12 { both / variance } else { 0.0 }, x, y)
}

fn sd(values: &[f64]) -> f64 {
    let n = values.len().max(2) as f64;
    let mean = values.iter().sum::<f64>() / n;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(player: usize, rating: f64, mean: f64, loss: f64) -> Piece {
        let model = [mean, mean - 196.0, mean + 196.0];
        Piece { player, rating, model, sd: 100.0, loss }
    }

    /// By hand: three players, one of them with two pieces.
    #[test]
    fn errors_count_players_alike_and_leave_each_out() {
        let pieces = [
            piece(0, 1000.0, 1100.0, 3.0),
            piece(0, 1000.0, 1300.0, 3.0),
            piece(1, 1500.0, 1500.0, 2.0),
            piece(2, 2000.0, 2000.0, 1.0),
        ];
        let found = errors(&pieces);
        assert!((found.model - 200.0 / 3.0).abs() < 1e-9);
        assert!((found.coverage - (0.5 + 1.0 + 1.0) / 3.0).abs() < 1e-9);
        assert!((found.width - 392.0).abs() < 1e-9);
        // Loss and rating lie on a line, so that it foretells every player left out.
        assert!(found.centipawn_loss < 1e-9, "{found:?}");
        // The means of the others: 1750, 4000 / 3, 3500 / 3.
        let constant = (750.0 + (1500.0 - 4000.0 / 3.0) + (2000.0 - 3500.0 / 3.0)) / 3.0;
        assert!((found.constant - constant).abs() < 1e-9);
        assert!((found.sd_of_z - (5.0f64 / 3.0).sqrt()).abs() < 1e-9);
    }
}
