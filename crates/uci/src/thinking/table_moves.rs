//! A move in the tables: the agent chooses by their values.

use std::sync::Arc;
use std::time::Instant;

use endgame::material::Material;
use endgame::rules::{Move, Position};
use endgame::tables::Tables;
use engine::message::Reply;
use study::background_tables::TableQueue;
use study::described::Described;
use study::game::ChoiceSet;
use value::{ChoiceError, ChoiceSource, Choices, Metric, Outcome};

use super::participant::Participant;
use super::{ChosenMove, Say, Task, lines, no_choice};

/// The agent of the game under way and the tables it plays from, once it has moved in them.
#[derive(Default)]
pub(super) struct TableMoves {
    participant: Option<(Arc<TableQueue>, Participant<Tables>)>,
    /// Depth to mate, beside the tables that are played from, once it has been asked for.
    mates: Option<(Arc<TableQueue>, Tables)>,
}

/// Endgames of so many men are solved for depth to mate in a moment; larger ones are asked if they are there.
const SOLVED_AT_ONCE: usize = 3;

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
        let mut us = self.participant(task)?;
        let tables = task.table_queue.tables();
        let all = task.game.ruled(task.game.ply(), tables.choices(at)?);
        let mut asked = ChoiceSet { at: at.clone(), choices: all.clone() };
        let is_asked = task.is_asked();
        asked.choices.retain(|choice| is_asked(choice.play));
        if let Some(risk) = options.risk {
            within_risk(&mut asked.choices, risk);
        }
        let turn = asked.turn(tables);
        let (chosen, probability) = if options.analyse {
            (*lines::best_first(turn.choices).first().ok_or_else(no_choice)?, None)
        } else {
            let odds = us.state.agent().odds(&turn);
            let chosen = us.state.choose(&turn, &mut task.chance())?;
            (chosen, odds.map(|odds| odds[chosen]))
        };
        let play = turn.choices[chosen].play;
        let metric = tables.metric_at(at).map_err(ChoiceError::new)?;
        let mates = self.mates(task, at);
        let mut ponder = None;
        for (place, number) in lines::shown(options, turn.choices, chosen).into_iter().enumerate() {
            let choice = turn.choices[number];
            let line = lines::expected(tables, at, choice.play)?;
            if number == chosen {
                ponder = line.get(1).cloned();
            }
            let mate = mates.as_ref().and_then(|all| Some(all[all.find(&choice.play)?].value));
            let mate = mate.filter(|mate| mate.sign() == choice.value.sign());
            let score = match mate {
                Some(mate) => lines::score(mate, Metric::Dtm),
                None => lines::score(choice.value, metric),
            };
            let wdl = options.show_wdl.then(|| lines::certain(choice.value));
            let mut info = lines::info(1, place, score, wdl, line, began);
            info.nodes = Some(all.len() as u64);
            info.tbhits = Some(all.len() as u64);
            say(Reply::Info(Box::new(info)));
        }
        let number = all.find(&play).ok_or_else(no_choice)?;
        say(Reply::remark(remark(&us, &all, number, probability)));
        self.participant = Some((Arc::clone(&task.table_queue), us));
        Ok(ChosenMove { play, ponder })
    }

    /// The choices in depth to mate, where that is at hand and another metric plays.
    fn mates(&mut self, task: &Task, at: &Position) -> Option<Choices<Move>> {
        let queue = &task.table_queue;
        if queue.tables().metric() == Metric::Dtm {
            return None;
        }
        self.mates.take_if(|(of, _)| !Arc::ptr_eq(of, queue));
        let (_, tables) = self.mates.get_or_insert_with(|| {
            let tables = Tables::new(Metric::Dtm);
            let store = queue.tables().store().cloned();
            (Arc::clone(queue), store.into_iter().fold(tables, Tables::with_store))
        });
        let is_at_hand = |material: &Material| {
            *material == Material::KINGS || material.men() <= SOLVED_AT_ONCE || tables.has(material)
        };
        let material = at.material().normalized();
        let at_hand = is_at_hand(&material) && material.converts_into().iter().all(is_at_hand);
        at_hand.then(|| tables.list_choices(at).ok())?
    }

    /// The agent, who has seen the game so far as the tables know it.
    fn participant(&mut self, task: &Task) -> Result<Participant<Tables>, ChoiceError> {
        let (options, game, queue) = (&task.options, &task.game, &task.table_queue);
        let spec = options.spec().map_err(ChoiceError::new)?;
        let settings = format!("{spec} {:?} {:?}", options.words(), options.opponent);
        let kept = self.participant.take().filter(|(tables, kept)| {
            Arc::ptr_eq(tables, queue) && kept.can_continue(&settings, game)
        });
        let mut us = match kept {
            Some((_, kept)) => kept,
            None => {
                let agent =
                    spec.instantiate(&study::weights::named).map_err(ChoiceError::new)?.agent();
                let belief = options.opponent.prior(&options.calibration);
                Participant::new(settings, agent, options.words().model(), belief, game)
            }
        };
        us.catch_up(queue.tables(), game, |ply| {
            let known = queue.covers(game.step(ply).0);
            let ready = known.filter(|at| queue.is_ready(&at.material()));
            let set = |at: Position| {
                let choices = game.ruled(ply, queue.tables().choices(&at)?);
                Ok(ChoiceSet { at, choices })
            };
            ready.map(set).transpose()
        })?;
        Ok(us)
    }
}

/// Leaves out moves that keep the value and give away more depth than this.
pub(super) fn within_risk<M>(choices: &mut Choices<M>, risk: u16) {
    let costs: Vec<Option<u16>> = (0..choices.len()).map(|at| choices.conceded(at)).collect();
    let mut costs = costs.into_iter();
    choices.retain(|_| costs.next().flatten().is_none_or(|cost| cost <= risk));
}

/// What a person would like to know of the move and of the opponent.
pub(super) fn remark<B, S>(
    us: &Participant<S, B>,
    choices: &Choices<B::Move>,
    played: usize,
    probability: Option<f64>,
) -> String
where
    B: Described,
    S: ChoiceSource<Move = B::Move>,
{
    let mut said = match (choices.conceded(played), choices[played].value) {
        (Some(depth), Outcome::Win(_) | Outcome::Loss(_)) => format!("depth conceded {depth}"),
        (Some(_), Outcome::Draw) => "draw kept".to_owned(),
        (None, _) => "value conceded".to_owned(),
    };
    if let Some(probability) = probability {
        said = format!("probability {probability:.4}, {said}");
    }
    let [ours, theirs] = us.conceded;
    let belief = &us.opponent.belief;
    said.push_str(&format!(" ({ours} before); {}", lines::opponent(belief)));
    if belief.moves() > 0 {
        said.push_str(&format!(", depth conceded {theirs}"));
    }
    said
}
