//! What all games of a program came to, and by how much that is better than the first program's.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::{End, Exchange, Round, Score};
use crate::summary_statistics::SummaryStatistics;

/// A figure of a program, and its difference from the first program's, game by game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figure {
    /// The program's own figure.
    pub mean: f64,
    /// Its standard error.
    pub se: f64,
    /// By how much it is above the first program's.
    pub over_first: f64,
    /// The standard error of that: the games are paired.
    pub over_first_se: f64,
}

/// What a program achieved against an opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Standing {
    /// Games that count.
    pub games: usize,
    /// The moves of the program that were answered while it was losing.
    pub moves: usize,
    /// Moves of depth the opponent gave up, per move: Jansen's `d_H`.
    pub opponent_error: Figure,
    /// Moves of depth the program gave up, per move: `d_C`.
    pub own_error: Figure,
    /// The difference: `Net`.
    pub net: Figure,
    /// The share of games that were not lost.
    pub saved: Figure,
    /// The opponent's moves, in all games.
    pub length: Figure,
    /// The opponent's moves in the games he won; none if he won none.
    pub length_of_lost: Option<f64>,
    /// Replies that gave away the win itself, in all games.
    pub blunders: usize,
}

impl Round {
    /// The standing of a program, by its place in the list.
    pub fn standing(&self, program: usize) -> Standing {
        self.standing_where(program, |_| true, |_| true)
    }

    /// The games of several rounds with the same programs, as if the opponents were one.
    pub fn together(rounds: &[Round]) -> Option<Round> {
        let (first, others) = rounds.split_first()?;
        let mut all = first.clone();
        for round in others {
            all.opponent = format!("{}, {}", all.opponent, round.opponent);
            for (scores, more) in all.scores.iter_mut().zip(&round.scores) {
                scores.extend_from_slice(more);
            }
        }
        Some(all)
    }

    /// The standing in the games that started so deep.
    pub fn standing_from(&self, program: usize, depths: &RangeInclusive<u16>) -> Standing {
        let started = |score: &Score| score.depth().is_some_and(|depth| depths.contains(&depth.0));
        self.standing_where(program, started, |_| true)
    }

    /// The same for the moves made where the position was so deep; what concerns whole games is
    /// that of all games.
    pub fn standing_at(&self, program: usize, depths: &RangeInclusive<u16>) -> Standing {
        self.standing_where(program, |_| true, |exchange| depths.contains(&exchange.depth.0))
    }

    fn standing_where(
        &self,
        program: usize,
        game: impl Fn(&Score) -> bool,
        exchange: impl Fn(&Exchange) -> bool,
    ) -> Standing {
        // The games of all programs start from the same positions: what is left out is left out
        // everywhere.
        let kept: Vec<usize> =
            (0..self.scores[0].len()).filter(|&at| game(&self.scores[0][at])).collect();
        let sums = |program: usize| -> Vec<Sums> {
            kept.iter().map(|&at| Sums::of(&self.scores[program][at], &exchange)).collect()
        };
        let (ours, first) = (sums(program), sums(0));
        type Number = fn(&Sums) -> f64;
        let per = |y: Number, x: Number| figure(&ratios(&ours, x, y), &ratios(&first, x, y));
        let (moves, games): (Number, Number) = (|sums| sums.moves, |_| 1.0);
        let lost: Vec<f64> =
            ours.iter().filter(|sums| sums.saved == 0.0).map(|sums| sums.length).collect();
        Standing {
            games: ours.len(),
            moves: ours.iter().map(|sums| sums.moves).sum::<f64>() as usize,
            opponent_error: per(moves, |sums| sums.won_back),
            own_error: per(moves, |sums| sums.given),
            net: per(moves, |sums| sums.won_back - sums.given),
            saved: per(games, |sums| sums.saved),
            length: per(games, |sums| sums.length),
            length_of_lost: SummaryStatistics::of(&lost).map(|tally| tally.mean),
            blunders: ours.iter().map(|sums| sums.blunders).sum(),
        }
    }
}

/// One game added up.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    moves: f64,
    given: f64,
    won_back: f64,
    saved: f64,
    length: f64,
    blunders: usize,
}

impl Sums {
    fn of(score: &Score, counts: impl Fn(&Exchange) -> bool) -> Sums {
        let mut sums = Sums {
            saved: f64::from(u8::from(score.end != End::Lost)),
            length: score.length as f64,
            ..Sums::default()
        };
        for exchange in score.exchanges.iter().filter(|exchange| counts(exchange)) {
            let Some(won_back) = exchange.won_back else {
                sums.blunders += 1;
                continue;
            };
            sums.moves += 1.0;
            sums.given += f64::from(exchange.given);
            sums.won_back += f64::from(won_back);
        }
        sums
    }
}

/// `Σ x / Σ y` over games, and how much each game pulls at it: `(x - ratio y) / mean(y)`.
struct Ratio {
    ratio: f64,
    pulls: Vec<f64>,
}

fn ratios(games: &[Sums], x: impl Fn(&Sums) -> f64, y: impl Fn(&Sums) -> f64) -> Ratio {
    let total: f64 = games.iter().map(&y).sum();
    if total == 0.0 {
        return Ratio { ratio: 0.0, pulls: vec![0.0; games.len()] };
    }
    let ratio = games.iter().map(&x).sum::<f64>() / total;
    let mean = total / games.len() as f64;
    Ratio { ratio, pulls: games.iter().map(|sums| (x(sums) - ratio * y(sums)) / mean).collect() }
}

/// A ratio beside another of the same games; errors to first order.
fn figure(ours: &Ratio, first: &Ratio) -> Figure {
    let se = |pulls: &[f64]| SummaryStatistics::of(pulls).map_or(0.0, |tally| tally.se);
    let apart: Vec<f64> = ours.pulls.iter().zip(&first.pulls).map(|(a, b)| a - b).collect();
    Figure {
        mean: ours.ratio,
        se: se(&ours.pulls),
        over_first: ours.ratio - first.ratio,
        over_first_se: se(&apart),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Depth;

    fn score(exchanges: &[(u16, u16)], end: End) -> Score {
        let exchange =
            |&(given, won_back)| Exchange { depth: Depth(12), given, won_back: Some(won_back) };
        let exchanges: Vec<Exchange> = exchanges.iter().map(exchange).collect();
        Score { length: exchanges.len(), exchanges, end }
    }

    fn round() -> Round {
        Round {
            opponent: "him".into(),
            programs: vec!["first".into(), "second".into()],
            scores: vec![
                vec![score(&[(0, 1), (0, 0)], End::Lost), score(&[(0, 2)], End::Lost)],
                vec![score(&[(1, 3), (0, 1), (0, 0)], End::Drawn), score(&[(0, 2)], End::Lost)],
            ],
        }
    }

    #[test]
    fn figures_are_per_move_and_per_game() {
        let round = round();
        let (first, second) = (round.standing(0), round.standing(1));
        assert_eq!((first.moves, second.moves), (3, 4));
        assert!((first.opponent_error.mean - 1.0).abs() < 1e-12);
        assert!((second.opponent_error.mean - 1.5).abs() < 1e-12);
        assert!((second.own_error.mean - 0.25).abs() < 1e-12);
        assert!((second.net.over_first - 0.25).abs() < 1e-12);
        assert_eq!((second.saved.mean, second.saved.over_first), (0.5, 0.5));
        assert_eq!((second.length.mean, second.length_of_lost), (2.0, Some(1.0)));
        assert_eq!((first.net.over_first, first.net.over_first_se), (0.0, 0.0));
    }

    /// The error of a ratio, by the formula written out for these two games.
    #[test]
    fn errors_are_those_of_paired_ratios() {
        let second = round().standing(1);
        // Pulls of the second: (4 - 1.5*3)/2, (2 - 1.5)/2; of the first: (1 - 2)/1.5, (2 - 1)/1.5.
        let (a, b): ([f64; 2], [f64; 2]) = ([-0.25, 0.25], [-2.0 / 3.0, 2.0 / 3.0]);
        let se = |x: [f64; 2]| (x[0] - x[1]).abs() / 2.0;
        assert!((second.opponent_error.se - se(a)).abs() < 1e-12);
        let apart = [a[0] - b[0], a[1] - b[1]];
        assert!((second.opponent_error.over_first_se - se(apart)).abs() < 1e-12);
    }

    #[test]
    fn depths_can_be_looked_at_alone() {
        let round = round();
        assert_eq!(round.standing_at(1, &(13..=20)).moves, 0);
        assert_eq!(round.standing_at(1, &(10..=12)).moves, 4);
        assert_eq!(round.standing_from(1, &(13..=20)).games, 0);
    }
}
