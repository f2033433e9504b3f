//! Best play by both sides from a position.

use std::collections::HashSet;

use games::{AnyGame, AnyPosition};
use rand::RngExt;
use value::{ChoiceError, ChoiceSource, Outcome};

use crate::best_line::{LineEnd, LineStep, LineTies};

/// Follows best play from a position: to the goal of the metric, or to the end of the game.
pub fn best_line(
    game: &AnyGame,
    start: &AnyPosition,
    to_the_end: bool,
    mut ties: LineTies<'_>,
) -> Result<(Vec<LineStep<AnyPosition>>, LineEnd), ChoiceError> {
    let (mut steps, mut seen) = (Vec::new(), HashSet::new());
    let mut at = start.clone();
    loop {
        let choices = game.choices(&at)?;
        let Some(value) = choices.best() else { return Ok((steps, LineEnd::Over)) };
        if value == Outcome::Draw {
            return Ok((steps, LineEnd::Draw));
        }
        if !seen.insert(at.clone()) {
            return Ok((steps, LineEnd::Repetition));
        }
        let mut optimal = choices.optimal();
        if !matches!(ties, LineTies::FirstListed) {
            optimal.sort_by_cached_key(|&number| at.code(&choices[number].play));
        }
        let chosen = match &mut ties {
            LineTies::Random(rng) => optimal[rng.random_range(0..optimal.len())],
            LineTies::FirstListed | LineTies::FirstNamed => optimal[0],
        };
        let play = choices[chosen].play.clone();
        let over = !to_the_end && game.ends_count(&at, &play);
        let next = at.after(&play);
        let (optimal, legal) = (optimal.len(), choices.len());
        steps.push(LineStep {
            before: std::mem::replace(&mut at, next),
            play,
            value,
            optimal,
            legal,
        });
        if over {
            let ended = game.name().ended(&at).is_some();
            return Ok((steps, if ended { LineEnd::Over } else { LineEnd::Conversion }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::GameName;
    use value::{Depth, Metric};

    #[test]
    fn a_line_goes_to_its_goal_and_on() {
        let game = AnyGame::open(GameName::Checkers, Metric::Dtc).unwrap();
        let start = GameName::Checkers.read("W:WK14,K15:BK4").unwrap();
        let line = |to_the_end| best_line(&game, &start, to_the_end, LineTies::FirstNamed).unwrap();
        let (goal, end) = line(false);
        assert_eq!(end, LineEnd::Over);
        let Outcome::Win(Depth(depth)) = game.value(&start).unwrap() else { panic!("won") };
        assert_eq!(goal.len(), 2 * usize::from(depth) - 1);
        assert_eq!(line(true).0, goal);
        let drawn = GameName::Checkers.read("W:WK1:BK32").unwrap();
        let (steps, end) = best_line(&game, &drawn, true, LineTies::FirstListed).unwrap();
        assert_eq!((steps.len(), end), (0, LineEnd::Draw));
    }

    #[test]
    fn a_game_of_antichess_goes_on_through_captures() {
        let game = AnyGame::open(GameName::Antichess, Metric::Dtc).unwrap();
        let start = GameName::Antichess.read("8/8/8/8/8/5k2/8/R6K w").unwrap();
        let value = game.value(&start).unwrap();
        let (steps, end) = best_line(&game, &start, true, LineTies::FirstNamed).unwrap();
        match value {
            Outcome::Draw => assert!(steps.is_empty() && end == LineEnd::Draw),
            _ => assert!(end == LineEnd::Over && !steps.is_empty()),
        }
    }
}
