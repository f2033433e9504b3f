//! Every position of an endgame predicted at once, for one winner and one competence: the loser never
//! errs.

use endgame::index::Index;
use endgame::material::Material;
use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::successors::{Successors, WalkError};
use endgame::tables::{Tables, TablesError};
use player::markov::{Length, Seat, TransitionMatrix};
use player::spec::SpecError;
use player::{Competence, Model};
use value::Outcome;

use super::finite;
use super::played_out::GAMES;
use crate::exact::{Exact, ExactError, Pairing};
use crate::markov::Chain;
use crate::matches::MatchError;
use crate::schema::{CompetenceForecast, Forecast, Forecasts};

/// Moves looked ahead.
pub(super) const MOVES: usize = 50;

/// Endgames with more men are not followed position by position: games are played out instead.
pub const MOST_MEN: usize = 4;

/// Why there is no forecast.
#[derive(Debug, thiserror::Error)]
pub enum ForecastError {
    /// A table is missing.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The walk over the positions ended early.
    #[error(transparent)]
    Walk(#[from] WalkError),
    /// The games ended early.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// Nobody plays like this.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// The side asked about never wins.
    #[error("nobody wins {material} that way: ask about the other side")]
    NeverWon {
        /// The endgame.
        material: Material,
    },
}

impl ForecastError {
    /// Whether somebody asked it to stop.
    pub fn is_stopped(&self) -> bool {
        matches!(
            self,
            ForecastError::Walk(WalkError::Stopped(_)) | ForecastError::Match(MatchError::Stopped)
        )
    }
}

/// Everything predicted of one endgame, one winner and one competence.
pub struct Outlook {
    material: Material,
    attacker: Color,
    competence: Competence,
    /// By depth.
    markov: Vec<Forecast>,
    exact: Result<ExactOutlook, String>,
}

/// By the numbers of the table: length and chance, winner to move and loser to move. Half the
/// accuracy is plenty to look at, and half the memory.
struct ExactOutlook {
    sides: [Vec<[f32; 2]>; 2],
    medians: Vec<u8>,
}

impl Outlook {
    /// Works everything out within so many bytes; the attacker is a colour of the table.
    pub fn of(
        tables: &Tables,
        material: &Material,
        attacker: Color,
        competence: Competence,
        budget: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Outlook, ForecastError> {
        let material = material.normalized();
        let successors = Successors::of(tables, &material, monitor)?;
        let chain = Chain::wins(&successors, attacker);
        let chain = chain.ok_or(ForecastError::NeverWon { material })?;
        let matrix = matrices(&chain, &[competence], monitor)?.remove(0);
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
        let exact = if material.men() > MOST_MEN {
            Err(format!(
                "position by position is worked out for up to {MOST_MEN} men: beyond, {GAMES} games are played out"
            ))
        } else {
            match ExactOutlook::of(&chain, matrix, competence, budget, monitor) {
                Err(ExactError::Walk(error)) => return Err(error.into()),
                Err(error) => Err(error.to_string()),
                Ok(exact) => Ok(exact),
            }
        };
        Ok(Outlook { material, attacker, competence, markov, exact })
    }

    /// What is predicted of a position of this value, the games played out left open.
    pub fn forecasts(&self, position: &Position, value: Outcome) -> Forecasts {
        let depth = value.depth().map_or(0, |depth| usize::from(depth.0));
        let seat = usize::from(value.sign() < 0);
        let number = Index::new(&self.material).encode(position).map(|slot| slot.index);
        let exact = match (&self.exact, number) {
            (Ok(exact), Some(number)) => exact.forecast(seat, number),
            _ => None,
        };
        let over = || "the win is already there: ask about an earlier position".to_owned();
        debug_assert_eq!(winner_in_table(position, value), Some(self.attacker));
        Forecasts {
            competence: self.competence.get(),
            markov: self.markov.get(depth).copied(),
            markov_note: None,
            exact_note: match &self.exact {
                Err(note) => Some(note.clone()),
                Ok(_) => exact.is_none().then(over),
            },
            exact,
            played_out: None,
        }
    }
}

/// The winner's matrices in an endgame where the loser never errs: depth changes with the winner's
/// moves alone.
fn matrices(
    chain: &Chain<'_>,
    competences: &[Competence],
    monitor: &Monitor<'_>,
) -> Result<Vec<TransitionMatrix>, WalkError> {
    chain.matrices(Seat::Attacker, &Model::default(), competences, Count::Boards, monitor)
}

/// Who wins a position, as a colour of the table; none in a draw.
pub fn winner_in_table(position: &Position, value: Outcome) -> Option<Color> {
    let winner = match value.sign() {
        0 => return None,
        1 => position.turn(),
        _ => position.turn().other(),
    };
    Some(position.material().table_color(winner))
}

impl ExactOutlook {
    fn of(
        chain: &Chain<'_>,
        matrix: TransitionMatrix,
        competence: Competence,
        budget: usize,
        monitor: &Monitor<'_>,
    ) -> Result<ExactOutlook, ExactError> {
        let pairing = Pairing::against_infallible(Model::default(), competence);
        let identity = TransitionMatrix::identity(chain.space());
        let exact = Exact::new(*chain, pairing, [matrix, identity], budget, monitor)?;
        let lengths = match exact.lengths(monitor) {
            Ok(lengths) => Some(lengths),
            Err(ExactError::Endless | ExactError::Unsettled { .. }) => None,
            Err(error) => return Err(error),
        };
        let numbers = chain.successors().table().index().len();
        let place = |seat, number| exact.place(seat, number);
        let places: Vec<Option<usize>> = (0..numbers).map(|n| place(Seat::Attacker, n)).collect();
        let mut medians = vec![0u8; numbers];
        let mut done = 0;
        let within = exact.within(MOVES, monitor, |chance| {
            done += 1;
            for (median, place) in medians.iter_mut().zip(&places) {
                if let Some(place) = place
                    && *median == 0
                    && chance(*place) >= 0.5
                {
                    *median = done;
                }
            }
        })?;
        let side = |seat, chances: &[f64], lengths: Option<&[f64]>| {
            (0..numbers)
                .map(|number| match place(seat, number) {
                    None => [f32::NAN; 2],
                    Some(at) => {
                        [lengths.map_or(f32::INFINITY, |all| all[at] as f32), chances[at] as f32]
                    }
                })
                .collect()
        };
        let attack = lengths.as_ref().map(|lengths| lengths.attacker.as_slice());
        let defend = lengths.as_ref().map(|lengths| lengths.defender.as_slice());
        let sides = [
            side(Seat::Attacker, &within.attacker, attack),
            side(Seat::Defender, &within.defender, defend),
        ];
        Ok(ExactOutlook { sides, medians })
    }

    fn forecast(&self, seat: usize, number: usize) -> Option<Forecast> {
        let [length, chance] = self.sides[seat].get(number).copied()?;
        if chance.is_nan() {
            return None;
        }
        let median = (seat == 0).then(|| self.medians[number]).filter(|&median| median > 0);
        Some(Forecast {
            expected_length: length.is_finite().then_some(f64::from(length)),
            win_within_50: f64::from(chance),
            median: median.map(u64::from),
        })
    }
}

/// Competences an endgame is tried with.
const TRIED: [f64; 8] = [5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0];

/// What it takes players of several competences to win from the deepest position, by the Markov
/// model; none where nobody wins.
pub fn by_competence(
    tables: &Tables,
    material: &Material,
    monitor: &Monitor<'_>,
) -> Result<Option<Vec<CompetenceForecast>>, ForecastError> {
    let successors = Successors::of(tables, &material.normalized(), monitor)?;
    let white = Chain::wins(&successors, Color::White);
    let Some(chain) = white.or_else(|| Chain::wins(&successors, Color::Black)) else {
        return Ok(None);
    };
    let competences: Vec<Competence> =
        TRIED.iter().filter_map(|&c| Competence::new(c).ok()).collect();
    let found = matrices(&chain, &competences, monitor)?;
    let deepest = usize::from(chain.space().deepest_win().0);
    let forecast = |(matrix, competence): (TransitionMatrix, f64)| CompetenceForecast {
        competence,
        expected_length: Some(matrix.expected_length()[deepest]).filter(|length| *length < 1e9),
        win_within_50: matrix.win_within(MOVES as u64)[deepest],
    };
    Ok(Some(found.into_iter().zip(TRIED).map(forecast).collect()))
}
