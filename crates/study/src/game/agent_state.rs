//! An agent in the middle of a game: what it has seen of it, and how it hears of the rest.

use endgame::rules::{Board, Color};
use player::agents::{Agent, Turn};
use rand::Rng;
use value::{ChoiceError, ChoiceSource};

use super::{ChoiceSet, GameRecord};
use crate::described::Described;

/// An agent with its memory of one game. Agents cannot unlearn: where moves were taken back, or
/// another game begins, [`AgentState::can_continue`] says no and a new one is made.
pub struct AgentState<S: ChoiceSource + ?Sized, B: Described = Board> {
    agent: Box<dyn Agent<S>>,
    side: Color,
    /// The game as far as the agent has seen it.
    seen: GameRecord<B>,
    /// The move it chose on the last board it saw, if it was asked.
    chosen: Option<B::Move>,
}

impl<B: Described, S: ChoiceSource<Move = B::Move> + ?Sized> AgentState<S, B> {
    /// An agent that plays this side and has seen nothing of the game but its start.
    pub fn new(agent: Box<dyn Agent<S>>, side: Color, game: &GameRecord<B>) -> AgentState<S, B> {
        AgentState { agent, side, seen: game.rewound(), chosen: None }
    }

    /// The agent itself.
    pub fn agent(&self) -> &dyn Agent<S> {
        &*self.agent
    }

    /// The side it plays.
    pub fn side(&self) -> Color {
        self.side
    }

    /// Whether the moves it has seen are those of this game, its own last choice included.
    pub fn can_continue(&self, game: &GameRecord<B>) -> bool {
        let seen = self.seen.ply();
        let as_chosen = |play: &B::Move| game.ply() > seen && game.step(seen).1 == *play;
        game.continues(&self.seen) && self.chosen.as_ref().is_none_or(as_chosen)
    }

    /// Hears of the moves made since. `choices` gives what could be played before a half-move,
    /// counted from 0, or none where the source knows nothing; `observe` hears of every move that
    /// the agent hears of, and of its own.
    pub fn catch_up(
        &mut self,
        source: &S,
        game: &GameRecord<B>,
        mut choices: impl FnMut(
            usize,
        ) -> Result<
            Option<ChoiceSet<S::Position, S::Value, B::Move>>,
            ChoiceError,
        >,
        mut observe: impl FnMut(&Turn<'_, S>, usize),
    ) -> Result<(), ChoiceError> {
        for ply in self.seen.ply()..game.ply() {
            let chosen = self.chosen.take();
            let (board, play) = game.step(ply);
            if let Some(set) = choices(ply)?
                && let Some(played) = set.find(&play)
            {
                let turn = set.turn(source);
                if board.turn() != self.side {
                    self.agent.opponent_moved(&turn, played)?;
                } else if chosen.as_ref() != Some(&play) {
                    self.agent.moved(&turn, played)?;
                }
                observe(&turn, played);
            }
            self.seen.push(play);
        }
        Ok(())
    }

    /// Chooses a move on the board that it has caught up with: its number among the choices.
    pub fn choose(&mut self, turn: &Turn<'_, S>, rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        let chosen = self.agent.choose(turn, rng)?;
        self.chosen = Some(turn.choices[chosen].play.clone());
        Ok(chosen)
    }
}
