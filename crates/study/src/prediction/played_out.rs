//! Games played out from a position, where it is not followed exactly.

use std::sync::atomic::{AtomicUsize, Ordering};

use endgame::progress::{Monitor, Progress};
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::simulate::Rules;
use player::spec::AgentSpec;
use player::{Belief, Competence, CompetenceGrid, Model};
use value::Outcome;

use super::outlook::{ForecastError, MOVES};
use crate::game::DrawRules;
use crate::matches::Match;
use crate::schema::{Forecast, PlayedOut};

/// Games played out.
pub(super) const GAMES: usize = 300;

/// Moves of one of them at most.
const LONGEST_GAME: usize = 200;

/// Plays games of a winner of this competence against the infallible player.
pub fn played_out(
    tables: &Tables,
    position: &Position,
    value: Outcome,
    competence: Competence,
    monitor: &Monitor<'_>,
) -> Result<PlayedOut, ForecastError> {
    let winner: AgentSpec = format!("player:{}", competence.get()).parse()?;
    let loser: AgentSpec = "infallible".parse()?;
    let white_wins = (position.turn() == Color::White) == (value.sign() > 0);
    let to_play = Match {
        agents: if white_wins { [&winner, &loser] } else { [&loser, &winner] }.map(Into::into),
        starts: vec![position.clone()],
        games: GAMES,
        seed: 1,
        rules: Rules { move_limit: LONGEST_GAME, stop_at_goal: true },
        draws: DrawRules::NONE,
        model: Model::default(),
        prior: Belief::uniform(CompetenceGrid::default()),
        move_prior: None,
    };
    let (done, material) = (AtomicUsize::new(0), position.material());
    let report = || {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        (monitor.report)(Progress { material, done, total: GAMES });
    };
    let games = to_play.play(tables, monitor.stop, report)?;
    Ok(summary(games.iter().map(|game| game.record.length()).collect()))
}

/// From the winner's moves in each game; none if it was not over in time.
fn summary(mut lengths: Vec<Option<usize>>) -> PlayedOut {
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
            win_within_50: chance,
            median: lengths[(games - 1) / 2].map(|length| length as u64),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prediction::Outlook;

    /// Beyond four men games stand in for the exact answer: where both can be had, they agree.
    #[test]
    fn games_played_out_agree_with_the_exact_answer() {
        let tables = Tables::new(value::Metric::Dtc);
        let position = Position::from_fen("8/8/8/3k4/8/8/8/KR6 w - - 0 1").unwrap();
        let value = tables.outcome(&position).unwrap();
        let c = Competence::new(12.0).unwrap();
        let material = position.material();
        let outlook =
            Outlook::of(&tables, &material, Color::White, c, 1 << 30, &Monitor::NONE).unwrap();
        let exact = outlook.forecasts(&position, value).exact.unwrap();
        let played = played_out(&tables, &position, value, c, &Monitor::NONE).unwrap();
        let apart = (exact.win_within_50 - played.forecast.win_within_50).abs();
        assert!(apart < 4.0 * played.chance_error, "{exact:?} {played:?}");
        let lengths = (exact.expected_length.unwrap(), played.forecast.expected_length.unwrap());
        assert!((lengths.0 / lengths.1 - 1.0).abs() < 0.1, "{lengths:?}");
    }

    #[test]
    fn games_are_counted_as_they_ended() {
        let all_won = summary(vec![Some(60), Some(40), Some(30), Some(50)]);
        assert_eq!((all_won.games, all_won.forecast.win_within_50), (4, 0.75));
        assert_eq!(
            (all_won.forecast.expected_length, all_won.forecast.median),
            (Some(45.0), Some(40))
        );
        let unfinished = summary(vec![None, None, Some(30)]);
        assert_eq!((unfinished.forecast.expected_length, unfinished.forecast.median), (None, None));
    }
}
