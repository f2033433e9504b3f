//! Our agent in one game, and what the opponent has shown in it.

use std::cell::Cell;

use endgame::rules::Board;
use player::Belief;
use player::Model;
use player::agents::{Agent, Analyser};
use study::described::Described;
use study::game::{AgentState, ChoiceSet, GameRecord};
use value::{ChoiceError, ChoiceSource, Value};

/// An agent with its memory of one game, and an analyser of the opponent's moves.
pub(super) struct Participant<S, B = Board>
where
    B: Described,
    S: ChoiceSource<Move = B::Move>,
{
    /// The settings that agent and analyser depend on.
    settings: String,
    pub(super) state: AgentState<S, B>,
    pub(super) opponent: Analyser,
    /// What we and the opponent have conceded, in the source's unit; moves that gave away the
    /// result do not count.
    pub(super) conceded: [f64; 2],
}

impl<B: Described, S: ChoiceSource<Move = B::Move>> Participant<S, B> {
    /// The agent takes the side to move and has seen nothing of the game yet; the opponent is
    /// judged by this model, beginning with this belief.
    pub(super) fn new(
        settings: String,
        agent: Box<dyn Agent<S>>,
        model: Model,
        belief: Belief,
        game: &GameRecord<B>,
    ) -> Participant<S, B> {
        Participant {
            settings,
            state: AgentState::new(agent, game.board().turn(), game),
            opponent: Analyser { model, belief },
            conceded: [0.0; 2],
        }
    }

    /// Whether it plays the side to move under these settings, and what it has seen is part of this
    /// game.
    pub(super) fn can_continue(&self, settings: &str, game: &GameRecord<B>) -> bool {
        self.settings == settings
            && self.state.side() == game.board().turn()
            && self.state.can_continue(game)
    }

    /// Shows the agent and the analyser the moves made since. `choices` gives what could be played
    /// before a half-move, or none where the source cannot say.
    pub(super) fn catch_up(
        &mut self,
        source: &S,
        game: &GameRecord<B>,
        mut choices: impl FnMut(
            usize,
        ) -> Result<
            Option<ChoiceSet<S::Position, S::Value, B::Move>>,
            ChoiceError,
        >,
    ) -> Result<(), ChoiceError> {
        let (opponent, conceded) = (&mut self.opponent, &mut self.conceded);
        let (side, at) = (self.state.side(), Cell::new(0));
        let choices = |ply| {
            at.set(ply);
            choices(ply)
        };
        self.state.catch_up(source, game, choices, |turn, played| {
            let is_ours = game.step(at.get()).0.turn() == side;
            let best = turn.choices.best();
            let shortfall = best.and_then(|best| turn.choices[played].value.shortfall(best));
            conceded[usize::from(!is_ours)] += shortfall.unwrap_or(0.0);
            if !is_ours {
                opponent.observe(turn.choices, played);
            }
        })
    }
}
