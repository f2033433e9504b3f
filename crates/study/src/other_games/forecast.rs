//! Every position of an endgame of another game predicted at once, for one winner and one competence: the loser never errs.

use std::sync::Arc;

use endgame::outcome_histogram::Count;
use endgame::rules::Color;
use games::{AnyEndgame, AnyGame, AnyPosition};
use player::markov::{Length, Seat};
use player::{Competence, Model};

use super::chain::GameChain;
use super::listed::{Follow, ListError, ListedMoves, SEATS, at};
use super::predict::GameExact;
use crate::exact::{End, ExactError};
use crate::prediction::finite;
use crate::schema::{CompetenceForecast, Forecast, Forecasts};

/// Moves looked ahead.
const MOVES: usize = 50;

/// Everything predicted of one endgame, one winner and one competence.
pub struct GameOutlook {
    listed: Arc<ListedMoves>,
    competence: Competence,
    /// By depth.
    markov: Vec<Forecast>,
    /// By player and row: length and chance. Half the accuracy is plenty to look at, and half the memory.
    exact: [Vec<[f32; 2]>; 2],
    /// With the winner to move, the moves that suffice half of the time; 0 for more than are looked ahead.
    medians: Vec<u8>,
}

impl GameOutlook {
    /// The moves that a forecast is made of: the wins of one colour.
    pub fn moves(
        game: &AnyGame,
        endgame: &AnyEndgame,
        attacker: Color,
        follow: &Follow<'_>,
    ) -> Result<ListedMoves, ListError> {
        ListedMoves::of(game, endgame, attacker, true, None, follow)
    }

    /// Works everything out for a competence; `step` may stop it.
    pub fn of(
        listed: Arc<ListedMoves>,
        competence: Competence,
        mut step: impl FnMut() -> Result<(), ExactError>,
    ) -> Result<GameOutlook, ExactError> {
        let model = Model::default();
        let chain = GameChain::new(&listed, false);
        let matrix = chain.matrices(Seat::Attacker, &model, &[competence], Count::Boards);
        let matrix = matrix.into_iter().next().expect("one competence, one matrix");
        let within = matrix.win_within(MOVES as u64);
        let forecast = |state: usize| {
            let length = Length::from(&matrix, state);
            Forecast {
                expected_length: finite(length.mean),
                win_within_50: within[state],
                median: length.median,
            }
        };
        let states = usize::from(chain.space().deepest_win().0) + 1;
        let markov = (0..states).map(forecast).collect();
        let exact = GameExact::new(&listed, &model, [competence, Competence::INFALLIBLE]);
        let mut medians = vec![0u8; listed.len(Seat::Attacker)];
        let mut chances = SEATS.map(|seat| vec![0f32; listed.len(seat)]);
        let mut done = 0u8;
        exact.ended_within(End::Won, MOVES, |values| {
            for (median, &chance) in medians.iter_mut().zip(values[0]) {
                if *median == 0 && chance >= 0.5 {
                    *median = done;
                }
            }
            if usize::from(done) == MOVES {
                for (all, values) in chances.iter_mut().zip(values) {
                    all.iter_mut().zip(values).for_each(|(one, &value)| *one = value as f32);
                }
            }
            done += 1;
        });
        step()?;
        let lengths = match exact.lengths(|_| step()) {
            Ok(lengths) => Some(lengths),
            Err(error @ (ExactError::Stopped | ExactError::Walk(_))) => return Err(error),
            Err(_) => None,
        };
        let length = |seat: Seat, row: usize| {
            lengths.as_ref().map_or(f32::INFINITY, |lengths| lengths.at(seat, row) as f32)
        };
        let exact = SEATS.map(|seat| {
            let of = |row: usize| [length(seat, row), chances[at(seat)][row]];
            (0..listed.len(seat)).map(of).collect()
        });
        Ok(GameOutlook { listed, competence, markov, exact, medians })
    }

    /// What is predicted of a position that the attacker wins in so many moves.
    pub fn forecasts(&self, position: &AnyPosition, depth: u16) -> Forecasts {
        let row = self.listed.row(position);
        let seat = self.listed.seat(position);
        let exact = row.map(|row| {
            let [length, chance] = self.exact[at(seat)][row];
            let median = (seat == Seat::Attacker).then(|| self.medians[row]);
            Forecast {
                expected_length: length.is_finite().then_some(f64::from(length)),
                win_within_50: f64::from(chance),
                median: median.filter(|&median| median > 0).map(u64::from),
            }
        });
        let over = || "the win is already there: ask about an earlier position".to_owned();
        Forecasts {
            competence: self.competence.get(),
            markov: self.markov.get(usize::from(depth)).copied(),
            markov_note: None,
            exact_note: exact.is_none().then(over),
            exact,
            played_out: None,
        }
    }
}

/// Competences an endgame is tried with.
const TRIED: [f64; 8] = [5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0];

/// What it takes players of several competences to win from the deepest position of the side named first, or of the other if that one
/// never wins, by the Markov model; none where nobody wins.
pub fn by_competence(
    game: &AnyGame,
    endgame: &AnyEndgame,
    follow: &Follow<'_>,
) -> Result<Option<Vec<CompetenceForecast>>, ListError> {
    let mut winner = None;
    for color in Color::ALL {
        if winner.is_none() && game.deepest(endgame, color)?.is_some_and(|depth| depth.0 > 0) {
            winner = Some(color);
        }
    }
    let Some(winner) = winner else { return Ok(None) };
    let listed = GameOutlook::moves(game, endgame, winner, follow)?;
    let chain = GameChain::new(&listed, false);
    let competences: Vec<Competence> =
        TRIED.iter().filter_map(|&c| Competence::new(c).ok()).collect();
    let found = chain.matrices(Seat::Attacker, &Model::default(), &competences, Count::Boards);
    let deepest = usize::from(chain.space().deepest_win().0);
    let forecasts = found.into_iter().zip(TRIED).map(|(matrix, competence)| CompetenceForecast {
        competence,
        expected_length: Some(matrix.expected_length()[deepest]).filter(|length| *length < 1e9),
        win_within_50: matrix.win_within(MOVES as u64)[deepest],
    });
    Ok(Some(forecasts.collect()))
}
