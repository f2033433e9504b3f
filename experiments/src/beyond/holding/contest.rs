//! Games from drawn positions: how long they live, and who wins.

use std::sync::atomic::{AtomicBool, Ordering};

use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::agents::Agent;
use player::simulate::{self, End, Rules};
use player::spec::AgentFactory;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use study::game::{DrawReferee, DrawRules};
use study::matches::MatchError;
use value::ChoiceError;

use super::best_holder::BestHolder;
use super::dead::Dead;

/// What a game came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// The presser's moves before the draw was dead; none if it never was.
    pub(super) died_after: Option<usize>,
    /// Whether the presser won.
    pub(super) won: bool,
}

/// Who holds.
pub(super) enum Holder<'a> {
    /// As well as can be.
    Best,
    /// An agent.
    Agent(&'a AgentFactory<Tables>),
}

/// A game from each start, one stream of chance for each; White presses and moves first, all draws of chess are called.
pub(super) fn play(
    (tables, stop): (&Tables, &AtomicBool),
    dead: &Dead,
    starts: &[Position],
    presser: &AgentFactory<Tables>,
    holder: &Holder<'_>,
    moves: usize,
) -> Result<Vec<Outcome>, MatchError> {
    let game = |number: usize| {
        if stop.load(Ordering::Relaxed) {
            return Err(MatchError::Stopped);
        }
        let mut rng = ChaCha8Rng::seed_from_u64(2026);
        rng.set_stream(number as u64);
        let black: Box<dyn Agent<Tables>> = match holder {
            // Copies live as long as the game.
            Holder::Best => Box::new(BestHolder { dead: dead.clone() }),
            Holder::Agent(factory) => factory.agent(),
        };
        let mut agents = [presser.agent(), black];
        let rules = Rules { move_limit: moves, stop_at_goal: true };
        let mut referee = DrawReferee::new(DrawRules::ALL);
        let start = &starts[number];
        let record = simulate::play(
            tables,
            start,
            &mut agents,
            rules,
            &mut referee,
            &mut rng,
            |_, _, _| (),
        )?;
        let plays: Vec<_> = record.steps.iter().map(|step| step.play).collect();
        let died = first_dead(tables, dead, start, &plays)?;
        let by_rule = matches!(record.end, End::Drawn(_) | End::Stalemate);
        let died_after = died.or_else(|| by_rule.then_some(plays.len().div_ceil(2)));
        Ok(Outcome { died_after, won: record.end == End::Won(0) })
    };
    (0..starts.len()).into_par_iter().map(game).collect()
}

/// The presser's moves before a drawn position in which he, to move, has nothing to win.
fn first_dead(
    tables: &Tables,
    dead: &Dead,
    start: &Position,
    plays: &[endgame::rules::Move],
) -> Result<Option<usize>, ChoiceError> {
    let mut at = start.clone();
    for (ply, &play) in plays.iter().enumerate() {
        at = at.after(play);
        let drawn = || tables.outcome(&at).map_err(ChoiceError::new).map(|value| value.sign() == 0);
        if at.turn() == Color::White
            && at.ending().is_none()
            && drawn()?
            && dead.is_dead(tables, &at)?
        {
            return Ok(Some((ply + 1).div_ceil(2)));
        }
    }
    Ok(None)
}
