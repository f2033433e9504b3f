//! How long a win will take: by the Markov model, and exactly.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use endgame::index::Index;
use endgame::material::Material;
use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::successors::{Successors, WalkError};
use player::markov::{Length, Seat, TransitionMatrix};
use player::simulate::Rules;
use player::spec::AgentSpec;
use player::{Belief, Competence, CompetenceGrid, Model};
use serde::Serialize;
use study::exact::{Exact, ExactError, Pairing};
use study::game::DrawRules;
use study::markov::Chain;
use study::matches::{Match, MatchError};
use value::Outcome;

use crate::endgames::CompetenceAnswer;
use crate::errors::{Answer, chain};
use crate::jobs::{Ended, Job, Step};
use crate::library::Library;

/// What is predicted of a position.
#[derive(Clone, Debug, Serialize)]
pub struct PredictAnswer {
    /// The winner's competence; the loser never errs.
    pub c: f64,
    /// All positions of one depth lumped together.
    pub markov: Option<Forecast>,
    /// Why not.
    pub markov_note: Option<String>,
    /// Position by position.
    pub exact: Option<Forecast>,
    /// Why not.
    pub exact_note: Option<String>,
    /// Games played out from the position, where it is not worked out exactly.
    pub played_out: Option<PlayedOut>,
}

/// What many games from one position say.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PlayedOut {
    /// How many.
    pub games: usize,
    /// The standard error of the chance.
    pub chance_error: f64,
    /// What came out.
    #[serde(flatten)]
    pub forecast: Forecast,
}

/// How a win goes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// The winner's moves, on average.
    pub expected_length: Option<f64>,
    /// The chance to be through in 50.
    pub chance_within_50: f64,
    /// The number of moves that suffices half of the time.
    pub median: Option<u64>,
}

/// Everything predicted of one endgame, one winner and one competence.
pub struct Outlook {
    material: Material,
    attacker: Color,
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

/// Moves looked ahead.
const MOVES: usize = 50;

/// Endgames with more men are not followed position by position: games are played out instead.
pub const MOST_MEN: usize = 4;

/// Games played out, and moves of one of them at most.
const GAMES: usize = 300;
const LONGEST_GAME: usize = 200;

fn stopped(error: &WalkError) -> bool {
    matches!(error, WalkError::Stopped { .. })
}

fn ended(error: &WalkError) -> Ended {
    if stopped(error) { Ended::Cancelled } else { Ended::Failed(chain(error)) }
}

/// The winner's matrix in an endgame where the loser never errs: depth changes with the winner's
/// moves alone.
fn matrices(
    walked: &Chain<'_>,
    competences: &[Competence],
    monitor: &Monitor<'_>,
) -> Result<Vec<TransitionMatrix>, WalkError> {
    walked.matrices(Seat::Attacker, &Model::default(), competences, Count::Boards, monitor)
}

/// Who wins a position, a colour of the table; none in a draw.
pub fn attacker(position: &Position, value: Outcome) -> Option<Color> {
    let winner = match value.sign() {
        0 => return None,
        1 => position.turn(),
        _ => position.turn().other(),
    };
    Some(if position.material().is_normalized() { winner } else { winner.other() })
}

impl Outlook {
    /// Works everything out; the endgame must be ready.
    pub fn of(
        library: &Library,
        material: &Material,
        attacker: Color,
        competence: Competence,
        job: &Job,
    ) -> Result<Arc<Outlook>, Ended> {
        let material = material.normalized();
        job.watched(|monitor| {
            let successors = Successors::of(library.tables(), &material, monitor)
                .map_err(|error| Ended::Failed(chain(&error)))?;
            let walked = Chain::wins(&successors, attacker)
                .ok_or_else(|| Ended::Failed(format!("nobody wins {material} that way")))?;
            let matrix = matrices(&walked, &[competence], monitor).map_err(|e| ended(&e))?.remove(0);
            let within = matrix.win_within(MOVES as u64);
            let forecast = |state: usize| {
                let length = Length::from(&matrix, state).filter(|length| length.mean.is_finite());
                Forecast {
                    expected_length: length.map(|length| length.mean),
                    chance_within_50: within[state],
                    median: length.and_then(|length| length.median),
                }
            };
            let states = usize::from(walked.space().deepest_win().0) + 1;
            let markov = (0..states).map(forecast).collect();
            let exact = if material.men() > MOST_MEN {
                Err(format!(
                    "position by position is worked out for up to {MOST_MEN} men: beyond, {GAMES} games are played out"
                ))
            } else {
                match ExactOutlook::of(library, &walked, matrix, competence, monitor) {
                    Err(ExactError::Walk(error)) => return Err(ended(&error)),
                    Err(error) => Err(error.to_string()),
                    Ok(exact) => Ok(exact),
                }
            };
            Ok(Arc::new(Outlook { material, attacker, markov, exact }))
        })
    }

    /// What is predicted of a position of this value.
    pub fn answer(&self, position: &Position, value: Outcome, c: f64) -> Answer<PredictAnswer> {
        let depth = value.depth().map_or(0, |depth| usize::from(depth.0));
        let seat = usize::from(value.sign() < 0);
        let number = Index::new(&self.material).encode(position).map(|slot| slot.index);
        let exact = match (&self.exact, number) {
            (Ok(exact), Some(number)) => exact.forecast(seat, number),
            _ => None,
        };
        let over = || "the win is already there: ask about an earlier position".to_owned();
        debug_assert_eq!(attacker(position, value), Some(self.attacker));
        Ok(PredictAnswer {
            c,
            markov: self.markov.get(depth).copied(),
            markov_note: None,
            exact_note: match &self.exact {
                Err(note) => Some(note.clone()),
                Ok(_) => exact.is_none().then(over),
            },
            exact,
            played_out: None,
        })
    }
}

impl PlayedOut {
    /// Plays games of a winner of this competence against the infallible player.
    pub fn of(
        library: &Library,
        position: &Position,
        value: Outcome,
        competence: Competence,
        job: &Job,
    ) -> Result<PlayedOut, Ended> {
        let failed = |error: &dyn std::error::Error| Ended::Failed(chain(error));
        let fallible = format!("player:{}", competence.get());
        let names = [fallible.as_str(), "infallible"].map(str::parse::<AgentSpec>);
        let [Ok(winner), Ok(loser)] = names else {
            return Err(Ended::Failed(format!("nobody plays with competence {competence}")));
        };
        let white_wins = (position.turn() == Color::White) == (value.sign() > 0);
        let to_play = Match {
            agents: if white_wins { [winner, loser] } else { [loser, winner] },
            starts: vec![position.clone()],
            games: GAMES,
            seed: 1,
            rules: Rules { move_limit: LONGEST_GAME, stop_at_goal: true },
            draws: DrawRules::NONE,
            model: Model::default(),
            prior: Belief::uniform(CompetenceGrid::default()),
            move_prior: None,
        };
        let done = AtomicUsize::new(0);
        let told = || {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            job.report(Step { done, total: GAMES, what: "games played out".to_owned() });
        };
        let games = match to_play.play(library.tables(), job.stop_flag(), told) {
            Ok(games) => games,
            Err(MatchError::Stopped) => return Err(Ended::Cancelled),
            Err(error) => return Err(failed(&error)),
        };
        Ok(PlayedOut::told(games.iter().map(|game| game.record.length()).collect()))
    }

    /// The winner's moves in each game; none if it was not over in time.
    fn told(mut lengths: Vec<Option<usize>>) -> PlayedOut {
        let games = lengths.len();
        let share = |count: usize| count as f64 / games as f64;
        let chance = share(lengths.iter().flatten().filter(|&&length| length <= MOVES).count());
        let all: Option<Vec<usize>> = lengths.iter().copied().collect();
        lengths.sort_by_key(|length| length.unwrap_or(usize::MAX));
        PlayedOut {
            games,
            chance_error: (chance * (1.0 - chance) / games as f64).sqrt(),
            forecast: Forecast {
                expected_length: all.map(|all| all.iter().sum::<usize>() as f64 / games as f64),
                chance_within_50: chance,
                median: lengths[(games - 1) / 2].map(|length| length as u64),
            },
        }
    }
}

impl ExactOutlook {
    fn of(
        library: &Library,
        walked: &Chain<'_>,
        matrix: TransitionMatrix,
        competence: Competence,
        monitor: &Monitor<'_>,
    ) -> Result<ExactOutlook, ExactError> {
        let pairing = Pairing::against_infallible(Model::default(), competence);
        let identity = TransitionMatrix::identity(walked.space());
        let budget = library.budget();
        let exact = Exact::new(*walked, pairing, [matrix, identity], budget, monitor)?;
        let lengths = match exact.lengths(monitor) {
            Ok(lengths) => Some(lengths),
            Err(ExactError::Endless | ExactError::Unsettled { .. }) => None,
            Err(error) => return Err(error),
        };
        let numbers = walked.successors().table().index().len();
        let place = |seat, number| exact.graph().place(seat, number);
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
            chance_within_50: f64::from(chance),
            median: median.map(u64::from),
        })
    }
}

/// Competences an endgame is tried with.
const TRIED: [f64; 8] = [5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0];

/// What it takes players of several competences to win from the deepest position, by the Markov
/// model; none where nobody wins.
pub fn by_competence(
    library: &Library,
    material: &Material,
    job: &Job,
) -> Result<Option<Vec<CompetenceAnswer>>, Ended> {
    job.watched(|monitor| {
        let successors = Successors::of(library.tables(), &material.normalized(), monitor)
            .map_err(|error| Ended::Failed(chain(&error)))?;
        let white = Chain::wins(&successors, Color::White);
        let Some(walked) = white.or_else(|| Chain::wins(&successors, Color::Black)) else {
            return Ok(None);
        };
        let competences: Vec<Competence> =
            TRIED.iter().filter_map(|&c| Competence::new(c).ok()).collect();
        let found = matrices(&walked, &competences, monitor).map_err(|error| ended(&error))?;
        let deepest = usize::from(walked.space().deepest_win().0);
        let answer = |(matrix, c): (TransitionMatrix, f64)| CompetenceAnswer {
            c,
            expected_length: matrix
                .expected_length()
                .map(|lengths| lengths[deepest])
                .filter(|length| length.is_finite() && *length < 1e9),
            chance_within_50: matrix.win_within(MOVES as u64)[deepest],
        };
        Ok(Some(found.into_iter().zip(TRIED).map(answer).collect()))
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use endgame::store::Store;

    use super::*;
    use crate::jobs::{Jobs, State};

    /// Beyond four men games stand in for the exact answer: where both can be had, they agree.
    #[tokio::test]
    async fn games_played_out_agree_with_the_exact_answer() {
        let folder = tempfile::TempDir::new().unwrap();
        let jobs = Arc::new(Jobs::default());
        let library = Library::new(Store::new(folder.path()), 1 << 30, Arc::clone(&jobs));
        let position = Position::from_fen("8/8/8/3k4/8/8/8/KR6 w - - 0 1").unwrap();
        let material = position.material();
        let solved = library.solve(&material).wait(Duration::from_secs(600)).await;
        assert_eq!(solved, State::Done);
        let value = library.tables().outcome(&position).unwrap();
        let c = Competence::new(12.0).unwrap();
        let (tell, told) = std::sync::mpsc::channel();
        let job = jobs.start("both ways".to_owned(), false, move |job| {
            let outlook = Outlook::of(&library, &material, Color::White, c, job)?;
            let exact = outlook.answer(&position, value, c.get()).unwrap().exact;
            let played = PlayedOut::of(&library, &position, value, c, job)?;
            tell.send((exact.unwrap(), played)).unwrap();
            Ok(())
        });
        assert_eq!(job.wait(Duration::from_secs(600)).await, State::Done);
        let (exact, played) = told.recv().unwrap();
        let apart = (exact.chance_within_50 - played.forecast.chance_within_50).abs();
        assert!(apart < 4.0 * played.chance_error, "{exact:?} {played:?}");
        let lengths = (exact.expected_length.unwrap(), played.forecast.expected_length.unwrap());
        assert!((lengths.0 / lengths.1 - 1.0).abs() < 0.1, "{lengths:?}");
    }

    #[test]
    fn games_are_counted_as_they_ended() {
        let told = PlayedOut::told(vec![Some(60), Some(40), Some(30), Some(50)]);
        assert_eq!((told.games, told.forecast.chance_within_50), (4, 0.75));
        assert_eq!((told.forecast.expected_length, told.forecast.median), (Some(45.0), Some(40)));
        let told = PlayedOut::told(vec![None, None, Some(30)]);
        assert_eq!((told.forecast.expected_length, told.forecast.median), (None, None));
    }
}
