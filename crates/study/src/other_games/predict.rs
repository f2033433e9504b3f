//! How long a win takes and how likely it is in an endgame of another game: by the Markov model, and exactly.
//!
//! ```text
//! attacker to move   L(x) = 1 + Σ P[move] V(after)         defender to move   V(y) = Σ P[reply] L(after)
//! ```

use endgame::outcome_histogram::Count;
use games::{AnyGame, AnyPosition};
use player::markov::{Seat, TransitionMatrix};
use player::{Competence, Concede, Model, ReferencePlayer};
use rayon::prelude::*;
use value::{Choice, Choices, Outcome};

use super::chain::GameChain;
use super::listed::{Leads, ListedMoves, SEATS, at};
use crate::exact::stored::coarse::{Coarse, counted_from_one};
use crate::exact::stored::endless::endless;
use crate::exact::stored::rows::{Rows, Target};
use crate::exact::stored::system::{Solved, System};
use crate::exact::{End, ExactError, MOST_COMPETENCES_STORED};
use crate::prediction::by_depth::within_by_depth;
use crate::prediction::{Chances, EndgameModel, Fallible, Followed, MarkovModel, Question, finite};
use crate::schema::{DepthPrediction, EndChance, LengthRange, Prediction, WinWithin};

/// Positions worked on by one thread at a time.
const STRETCH: usize = 1 << 12;

/// What the Markov model says of one or several players.
pub fn endgame_models(
    chain: &GameChain<'_>,
    model: &Model,
    players: (Fallible, &[crate::prediction::Competences]),
    count: Count,
) -> Vec<EndgameModel> {
    let matrices = |seat, competences: &[Competence]| -> Result<Vec<TransitionMatrix>, Never> {
        Ok(chain.matrices(seat, model, competences, count))
    };
    match EndgameModel::by(players, matrices) {
        Ok(models) => models,
        Err(never) => match never {},
    }
}

/// The Markov model of the players of a question.
pub fn markov_model(chain: &GameChain<'_>, question: &Question) -> MarkovModel {
    let matrices = |seat, competences: &[Competence]| -> Result<Vec<TransitionMatrix>, Never> {
        Ok(chain.matrices(seat, &question.model, competences, question.count))
    };
    match MarkovModel::by(question, matrices) {
        Ok(model) => model,
        Err(never) => match never {},
    }
}

/// Matrices over listed moves cannot fail.
enum Never {}

/// Two players, position by position.
pub struct GameExact<'a> {
    listed: &'a ListedMoves,
    chain: GameChain<'a>,
    rows: [Rows; 2],
}

/// The attacker's expected moves until the game is over, by player and row; infinite where it may never be.
#[derive(Clone, Debug)]
pub struct GameLengths {
    values: [Vec<f64>; 2],
    residual: f64,
    sweeps: usize,
}

impl GameLengths {
    /// The length from the position of a row.
    pub fn at(&self, seat: Seat, row: usize) -> f64 {
        self.values[at(seat)][row]
    }
}

impl<'a> GameExact<'a> {
    /// Gives every move its chance: the attacker has the first competence, the defender the second.
    pub fn new(
        listed: &'a ListedMoves,
        model: &Model,
        competences: [Competence; 2],
    ) -> GameExact<'a> {
        let mut model = model.clone();
        if listed.is_wins_only() {
            model.filter.concede = Concede::Never;
        }
        let rows = SEATS.map(|seat| {
            let player =
                ReferencePlayer { competence: competences[at(seat)], model: model.clone() };
            let stretches = listed.len(seat).div_ceil(STRETCH);
            let parts: Vec<Rows> = (0..stretches)
                .into_par_iter()
                .map(|stretch| {
                    let end = ((stretch + 1) * STRETCH).min(listed.len(seat));
                    let mut rows = Rows::default();
                    for row in stretch * STRETCH..end {
                        rows.push(moves(listed, &player, seat, row).into_iter());
                    }
                    rows
                })
                .collect();
            let mut all = Rows::default();
            parts.into_iter().for_each(|part| all.append(part, |to| to));
            all
        });
        GameExact { listed, chain: GameChain::new(listed, false), rows }
    }

    /// The expected length from every position.
    pub fn lengths(
        &self,
        mut step: impl FnMut(usize) -> Result<(), ExactError>,
    ) -> Result<GameLengths, ExactError> {
        let ends = |side: usize, row| self.rows[side].ends(row).iter().any(|&chance| chance > 0.0);
        let left_out = endless(&self.rows, &ends, &|_, _| false);
        self.solve(&left_out, |_| 1.0, &mut step)
    }

    /// The length from a position, and its standard deviation where it can be told.
    pub fn length_at(
        &self,
        lengths: &GameLengths,
        (seat, row): (Seat, usize),
        mut step: impl FnMut(usize) -> Result<(), ExactError>,
    ) -> Result<(f64, Option<f64>), ExactError> {
        let mean = lengths.values[at(seat)][row];
        if mean.is_infinite() {
            return Ok((mean, None));
        }
        // E[T^2] = 1 + 2 P E[T] + P E[T^2], and P E[T] = E[T] - 1.
        let left_out = lengths
            .values
            .each_ref()
            .map(|values| values.iter().map(|length| length.is_infinite()).collect::<Vec<bool>>());
        let attacker = &lengths.values[0];
        let squares = self.solve(&left_out, |row| 2.0 * attacker[row] - 1.0, &mut step)?;
        let variance = squares.values[at(seat)][row] - mean * mean;
        Ok((mean, Some(variance.max(0.0).sqrt())))
    }

    fn solve(
        &self,
        left_out: &[Vec<bool>; 2],
        adds: impl Fn(usize) -> f64 + Sync,
        step: &mut dyn FnMut(usize) -> Result<(), ExactError>,
    ) -> Result<GameLengths, ExactError> {
        let states = SEATS.map(|seat| {
            let of = |row| self.chain.state(seat, row) as u32 + 1;
            counted_from_one(&(0..self.listed.len(seat)).map(of).collect::<Vec<u32>>())
        });
        let leaves = |side: usize, row| self.rows[side].ends(row).iter().sum();
        let coarse = Coarse::of(&self.rows, states, left_out, leaves);
        let system = System::new(&self.rows, left_out, coarse);
        let Solved { values, residual, steps } = system.values([&adds, &|_| 0.0], step)?;
        Ok(GameLengths { values, residual, sweeps: 2 * steps })
    }

    /// The chance that the game has ended so after 0, 1, 2 ... moves of the attacker's: `each` hears of all positions of both players.
    pub fn ended_within(&self, end: End, moves: usize, mut each: impl FnMut([&[f64]; 2])) {
        let [attack, defence] = &self.rows;
        let mut attacker = vec![0.0; attack.len()];
        let mut defender = vec![0.0; defence.len()];
        let end = end as usize;
        for done in 0..=moves {
            if done > 0 {
                attack.means(&defender, &mut attacker, |row| attack.ends(row)[end]);
            }
            // A fallible defender may still lose with his reply to the last move.
            defence.means(&attacker, &mut defender, |row| defence.ends(row)[end]);
            each([&attacker, &defender]);
        }
    }
}

/// The moves of a row with their chances.
fn moves(
    listed: &ListedMoves,
    player: &ReferencePlayer,
    seat: Seat,
    row: usize,
) -> Vec<(Target, f64)> {
    let other = SEATS[1 - at(seat)];
    let found: Vec<(Outcome, Leads)> = listed.moves_of(seat, row).collect();
    if found.is_empty() || !listed.is_alive(seat, row) {
        // Nobody can win any more: drawn for good.
        return vec![(Target::End(End::Drawn as usize), 1.0)];
    }
    let list = found.iter().map(|&(worth, _)| Choice::new((), worth)).collect();
    let prospect = player.prospect(&Choices::new(list, listed.extent_of(seat, row)));
    let target = |&(worth, leads): &(Outcome, Leads)| match (leads, seat.sees(worth)) {
        (Leads::Over, outcome) if outcome.sign() > 0 => Target::End(End::Won as usize),
        (Leads::Over, outcome) if outcome.sign() < 0 => Target::End(End::Lost as usize),
        (Leads::To(to), _) if listed.is_alive(other, to) => Target::Position(to as u32),
        _ => Target::End(End::Drawn as usize),
    };
    found.iter().map(target).zip(prospect.move_probabilities().iter().copied()).collect()
}

/// One position: both answers, and what following every position took.
pub struct GamePredictor<'a> {
    listed: &'a ListedMoves,
    question: &'a Question,
    seat: Seat,
    row: usize,
    state: usize,
    markov: MarkovModel,
}

impl<'a> GamePredictor<'a> {
    /// Finds the position; none where the win is already there.
    pub fn new(
        listed: &'a ListedMoves,
        lump_draws: bool,
        question: &'a Question,
        position: &AnyPosition,
    ) -> Option<GamePredictor<'a>> {
        let row = listed.row(position)?;
        let seat = listed.seat(position);
        let chain = GameChain::new(listed, lump_draws);
        let (state, markov) = (chain.state(seat, row), markov_model(&chain, question));
        Some(GamePredictor { listed, question, seat, row, state, markov })
    }

    /// What the Markov model says, with the chances after 0, 1, 2 ... moves.
    pub fn by_markov(&self) -> (Prediction, Chances) {
        let moves = self.question.most_moves();
        let (length, deviation, chances) = self.markov.expected_from(self.seat, self.state, moves);
        (chances.told(&self.question.moves, Some(length), deviation), chances)
    }

    /// The exact answer with the same chances; none where there are too many competences.
    #[allow(clippy::type_complexity, reason = "an answer that may be missing, and why")]
    pub fn exactly(
        &self,
        mut step: impl FnMut(usize) -> Result<(), ExactError>,
    ) -> Result<(Option<(Prediction, Chances)>, Followed), ExactError> {
        let Question { model, attacker, defender, .. } = self.question;
        if let Some(too_many) = too_many(self.question) {
            return Ok((None, too_many));
        }
        let moves = self.question.most_moves();
        let ends: &[End] = if self.listed.is_wins_only() { &[End::Won] } else { &End::ALL };
        let mut sums = End::ALL.map(|_| vec![0.0; moves + 1]);
        let (mut length, mut square, mut known) = (0.0, 0.0, true);
        let mut followed = Followed::default();
        for &(c, p) in attacker {
            let exact = GameExact::new(self.listed, model, [c, *defender]);
            for &end in ends {
                let mut done = 0;
                exact.ended_within(end, moves, |values| {
                    sums[end as usize][done] += p * values[at(self.seat)][self.row];
                    done += 1;
                });
            }
            followed.positions = SEATS.iter().map(|&seat| self.listed.len(seat)).sum();
            let lengths = match exact.lengths(&mut step) {
                Ok(lengths) => lengths,
                Err(error) => {
                    followed.note = Some(unsolved(error)?);
                    known = false;
                    continue;
                }
            };
            followed.residual = Some(followed.residual.unwrap_or(0.0).max(lengths.residual));
            followed.sweeps = Some(followed.sweeps.unwrap_or(0) + lengths.sweeps);
            let (mean, deviation) = exact.length_at(&lengths, (self.seat, self.row), &mut step)?;
            length += p * mean;
            square += p * (deviation.unwrap_or(f64::NAN).powi(2) + mean * mean);
        }
        let chances = Chances::new(sums.map(Some));
        let length = known.then_some(length);
        let variance = length.map(|length| square - length * length).filter(|v| !v.is_nan());
        let deviation = variance.map(|variance| variance.max(0.0).sqrt());
        if !known {
            (followed.residual, followed.sweeps) = (None, None);
        }
        Ok((Some((chances.told(&self.question.moves, length, deviation), chances)), followed))
    }
}

/// Why an exact length is missing; what stops everything stays an error.
fn unsolved(error: ExactError) -> Result<String, ExactError> {
    match error {
        ExactError::Stopped | ExactError::Walk(_) => Err(error),
        error => Ok(error.to_string()),
    }
}

/// What is said where there are too many competences to follow each of them.
fn too_many(question: &Question) -> Option<Followed> {
    let patient = question.most_men > crate::prediction::MOST_MEN;
    (question.attacker.len() > MOST_COMPETENCES_STORED && !patient)
        .then(|| Followed::without(ExactError::EitherWay))
}

/// The attacker's wins with the attacker to move, depth by depth, as the Markov model and the exact one see them.
pub fn by_depth(
    game: &AnyGame,
    listed: &ListedMoves,
    lump_draws: bool,
    question: &Question,
    mut step: impl FnMut(usize) -> Result<(), ExactError>,
) -> Result<(Vec<DepthPrediction>, Followed), ExactError> {
    let chain = GameChain::new(listed, lump_draws);
    let markov = markov_model(&chain, question);
    let (expected, followed) = expected(listed, question, &mut step)?;
    let lengths = markov.full.expected_length();
    let by_markov = End::ALL.map(|end| within_by_depth(&markov.full, end, &question.moves));
    let rows_of = rows_by_depth(listed);
    let predicted = rows_of.into_iter().map(|(depth, rows)| {
        let mean = |values: &[f64]| {
            let times = |row: usize| listed.times(Seat::Attacker, row, question.count);
            let (sum, all) = rows.iter().fold((0.0, 0.0), |(sum, all), &row| {
                (sum + times(row) * values[row], all + times(row))
            });
            sum / all
        };
        let exact = expected.lengths.as_ref().map(|lengths| {
            let of = || rows.iter().map(|&row| lengths[row]);
            LengthRange {
                mean: mean(lengths),
                min: of().fold(f64::INFINITY, f64::min),
                max: of().fold(0.0, f64::max),
            }
        });
        let within = question.moves.iter().enumerate().map(|(number, &moves)| {
            let chance = |end: End| EndChance {
                markov: by_markov[end as usize].as_ref().map(|within| within[number][depth]),
                exact: expected.within[end as usize].as_ref().map(|within| mean(&within[number])),
            };
            let beside = |end| (!listed.is_wins_only()).then(|| chance(end));
            let won = chance(End::Won);
            WinWithin {
                moves,
                markov: won.markov.unwrap_or(0.0),
                exact: won.exact,
                drawn: beside(End::Drawn),
                lost: beside(End::Lost),
            }
        });
        DepthPrediction {
            depth,
            positions: rows.len() as u64,
            markov: finite(lengths[depth]),
            exact: exact.filter(|range| range.max.is_finite()),
            within: within.collect(),
        }
    });
    let predicted = predicted.collect();
    debug_assert!(game.is_ready(listed.endgame()));
    Ok((predicted, followed))
}

/// The rows of the endgame's own wins with the attacker to move, by depth.
fn rows_by_depth(listed: &ListedMoves) -> std::collections::BTreeMap<usize, Vec<usize>> {
    let mut all: std::collections::BTreeMap<usize, Vec<usize>> = Default::default();
    for row in 0..listed.len(Seat::Attacker) {
        if let Outcome::Win(depth) = listed.value(Seat::Attacker, row)
            && listed.times(Seat::Attacker, row, Count::Classes) > 0.0
        {
            all.entry(usize::from(depth.0)).or_default().push(row);
        }
    }
    all
}

/// What is expected of the attacker's positions, over all competences, by row.
struct Expected {
    /// None if they are missing for some competence.
    lengths: Option<Vec<f64>>,
    /// Chances of each end, for each number of moves asked for; none where they are not followed.
    within: [Option<Vec<Vec<f64>>>; 3],
}

fn expected(
    listed: &ListedMoves,
    question: &Question,
    step: &mut dyn FnMut(usize) -> Result<(), ExactError>,
) -> Result<(Expected, Followed), ExactError> {
    if let Some(too_many) = too_many(question) {
        return Ok((Expected { lengths: None, within: [None, None, None] }, too_many));
    }
    let rows = listed.len(Seat::Attacker);
    let mut lengths = Some(vec![0.0; rows]);
    let ends: &[End] = if listed.is_wins_only() { &[End::Won] } else { &End::ALL };
    let asked = || vec![vec![0.0; rows]; question.moves.len()];
    let mut within = End::ALL.map(|end| ends.contains(&end).then(asked));
    let mut followed = Followed::default();
    for &(c, p) in &question.attacker {
        let exact = GameExact::new(listed, &question.model, [c, question.defender]);
        for &end in ends {
            let (mut done, mut next) = (0, 0);
            let Some(sums) = &mut within[end as usize] else { continue };
            exact.ended_within(end, question.most_moves(), |[attacker, _]| {
                if question.moves.get(next) == Some(&done) {
                    sums[next].iter_mut().zip(attacker).for_each(|(sum, value)| *sum += p * value);
                    next += 1;
                }
                done += 1;
            });
        }
        followed.positions = SEATS.iter().map(|&seat| listed.len(seat)).sum();
        match exact.lengths(&mut *step) {
            Ok(found) => {
                followed.residual = Some(followed.residual.unwrap_or(0.0).max(found.residual));
                followed.sweeps = Some(followed.sweeps.unwrap_or(0) + found.sweeps);
                if let Some(lengths) = &mut lengths {
                    let both = lengths.iter_mut().zip(&found.values[0]);
                    both.for_each(|(sum, value)| *sum += p * value);
                }
            }
            Err(error) => {
                followed.note = Some(unsolved(error)?);
                lengths = None;
            }
        }
    }
    if lengths.is_none() {
        (followed.residual, followed.sweeps) = (None, None);
    }
    Ok((Expected { lengths, within }, followed))
}
