//! What an agent at the tables knows of the game so far: whose side it is on, what the opponent has
//! shown, what either has given away.

use std::sync::Arc;

use endgame::rules::{Color, Move, Position};
use endgame::tables::Tables;
use player::agents::{Agent, Analyser, Turn};
use player::spec::AgentSpec;
use player::{Model, MoveFilter};
use study::background_tables::TableQueue;
use value::{ChoiceError, ChoiceSource, Choices};

use super::Task;
use crate::game::Game;
use crate::options::Options;

/// An agent in the middle of a game.
pub(super) struct AgentState {
    /// What the agent was made from.
    made_from: String,
    table_queue: Arc<TableQueue>,
    side: Color,
    /// The game as far as the agent has seen it.
    seen: Game,
    /// The move it chose in the last position it saw, if it was asked.
    chosen: Option<Move>,
    pub(super) agent: Box<dyn Agent<Tables>>,
    /// Who watches the opponent for us.
    pub(super) watcher: Analyser,
    /// Depth given away by us and by the opponent.
    pub(super) conceded: [u32; 2],
}

impl AgentState {
    /// The agent takes up a game and is shown everything played in it.
    pub(super) fn new(task: &Task, spec: &AgentSpec) -> Result<AgentState, ChoiceError> {
        let options = &task.options;
        let belief = options.opponent.prior(&options.calibration);
        let mut state = AgentState {
            made_from: made_from(task, spec),
            table_queue: Arc::clone(&task.table_queue),
            side: task.game.board().turn(),
            seen: task.game.rewound(),
            chosen: None,
            agent: spec.instantiate(&study::weights::named).map_err(ChoiceError::new)?.agent(),
            watcher: Analyser { model: watching(options), belief },
            conceded: [0; 2],
        };
        state.catch_up(&task.game)?;
        Ok(state)
    }

    /// Whether this state belongs to a game: the same agent, side and tables, and the moves it
    /// knows of were made, its own last one too.
    pub(super) fn goes_on_with(&self, task: &Task, spec: &AgentSpec) -> bool {
        let game = &task.game;
        let kept = || match self.chosen {
            None => true,
            Some(play) => game.ply() > self.seen.ply() && game.step(self.seen.ply()).1 == play,
        };
        self.side == game.board().turn()
            && Arc::ptr_eq(&self.table_queue, &task.table_queue)
            && self.made_from == made_from(task, spec)
            && game.continues(&self.seen)
            && kept()
    }

    /// Hears of what was played since.
    pub(super) fn catch_up(&mut self, game: &Game) -> Result<(), ChoiceError> {
        let table_queue = Arc::clone(&self.table_queue);
        for ply in self.seen.ply()..game.ply() {
            let chosen = self.chosen.take();
            let (board, play) = game.step(ply);
            let known = table_queue.covers(board);
            let Some(at) = known.filter(|at| table_queue.is_ready(&at.material())) else {
                continue;
            };
            let choices = choices(&table_queue, game, ply, &at)?;
            let Some(played) = choices.find(&play) else { continue };
            let turn = Turn { source: table_queue.tables(), at: &at, choices: &choices };
            let ours = board.turn() == self.side;
            self.conceded[usize::from(!ours)] += u32::from(choices.conceded(played).unwrap_or(0));
            if !ours {
                self.agent.opponent_moved(&turn, played)?;
                self.watcher.observe(&choices, played);
            } else if chosen != Some(play) {
                self.agent.moved(&turn, played)?;
            }
        }
        self.seen = game.clone();
        Ok(())
    }

    /// Remembers what the agent chose.
    pub(super) fn chose(&mut self, play: Move) {
        self.chosen = Some(play);
    }
}

/// By which players the opponent is judged: whatever we preserve ourselves, he may give away.
fn watching(options: &Options) -> Model {
    let Model { preference, mut filter } = options.words().model();
    filter.concede = MoveFilter::judging_people().concede;
    Model { preference, filter }
}

fn made_from(task: &Task, spec: &AgentSpec) -> String {
    format!("{spec} {:?} {:?}", task.options.words(), task.options.opponent)
}

/// Every move of a position of the game with its value, a draw by rule being a draw.
pub(super) fn choices(
    table_queue: &TableQueue,
    game: &Game,
    ply: usize,
    at: &Position,
) -> Result<Choices<Move>, ChoiceError> {
    Ok(game.ruled(ply, table_queue.tables().choices(at)?))
}
