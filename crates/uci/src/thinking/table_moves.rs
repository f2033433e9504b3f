//! A move where the tables know everything: the agent chooses, whoever it is.

use std::time::Instant;

use endgame::rules::{Move, Position};
use engine::message::Reply;
use player::agents::Turn;
use value::{ChoiceError, Choices, Outcome};

use super::agent_state::{AgentState, choices};
use super::lines;
use super::{ChosenMove, Say, Task, no_choice};

/// The agent of the game under way, if it has moved in the tables.
#[derive(Default)]
pub(super) struct TableMoves {
    state: Option<AgentState>,
}

impl TableMoves {
    /// Chooses a move in a position whose tables are ready.
    pub(super) fn think(
        &mut self,
        task: &Task,
        at: &Position,
        began: Instant,
        say: Say<'_>,
    ) -> Result<ChosenMove, ChoiceError> {
        let options = &task.options;
        let spec = options.spec().map_err(ChoiceError::new)?;
        let mut state = match self.state.take() {
            Some(mut state) if state.goes_on_with(task, &spec) => {
                state.catch_up(&task.game)?;
                state
            }
            _ => AgentState::new(task, &spec)?,
        };
        let tables = task.table_queue.tables();
        let all = choices(&task.table_queue, &task.game, task.game.ply(), at)?;
        let mut asked = all.clone();
        let is_asked = task.is_asked();
        asked.retain(|choice| is_asked(choice.play));
        if let Some(risk) = options.risk {
            within_risk(&mut asked, risk);
        }
        let turn = Turn { source: tables, at, choices: &asked };
        let odds = if options.analyse { None } else { state.agent.odds(&turn) };
        let chosen = if options.analyse {
            lines::best_first(&asked).into_iter().next().ok_or_else(no_choice)?
        } else {
            let chosen = state.agent.choose(&turn, &mut task.chance())?;
            state.chose(asked[chosen].play);
            chosen
        };
        let play = asked[chosen].play;
        let metric = tables.metric_at(at).map_err(ChoiceError::new)?;
        let mut ponder = None;
        for (place, number) in lines::shown(options, &asked, chosen).into_iter().enumerate() {
            let line = lines::expected(tables, at, asked[number].play)?;
            if number == chosen {
                ponder = line.get(1).cloned();
            }
            let value = asked[number].value;
            let score = lines::score(value, metric);
            let wdl = options.show_wdl.then(|| lines::certain(value));
            let mut info = lines::info(1, place, score, wdl, line, began);
            info.nodes = Some(all.len() as u64);
            info.tbhits = Some(all.len() as u64);
            say(Reply::Info(Box::new(info)));
        }
        let number = all.find(&play).ok_or_else(no_choice)?;
        let probability = odds.map(|odds| odds[chosen]);
        say(Reply::remark(remark(&state, &all, number, probability)));
        self.state = Some(state);
        Ok(ChosenMove { play, ponder })
    }
}

/// Leaves out moves that keep the value and give away more depth than this.
fn within_risk(choices: &mut Choices<Move>, risk: u16) {
    let Some(best) = choices.best() else { return };
    choices.retain(|choice| choice.value.conceded(best).is_none_or(|cost| cost <= risk));
}

/// What a person would like to know of the move and of the opponent.
fn remark(state: &AgentState, choices: &Choices<Move>, played: usize, odds: Option<f64>) -> String {
    let mut said = match (choices.conceded(played), choices[played].value) {
        (Some(depth), Outcome::Win(_) | Outcome::Loss(_)) => format!("depth conceded {depth}"),
        (Some(_), Outcome::Draw) => "draw kept".to_owned(),
        (None, _) => "value conceded".to_owned(),
    };
    if let Some(odds) = odds {
        said = format!("probability {odds:.4}, {said}");
    }
    let [ours, theirs] = state.conceded;
    let belief = &state.watcher.belief;
    said.push_str(&format!(" ({ours} before); {}", lines::opponent(belief)));
    if belief.moves() > 0 {
        said.push_str(&format!(", depth conceded {theirs}"));
    }
    said
}
