//! What the opponent is faced with after one of our moves in a drawn position.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use value::{ChoiceError, ChoiceSource, Value};

use crate::agents::predator::live_draws::Draws;
use crate::agents::predator::memory::Memory;
use crate::competence::Competence;
use crate::reference::Model;

/// A drawn position with the opponent to move, as much of it as the order of drawn moves looks at.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::agents::predator) struct Task {
    /// The chance that he turns the draw into a loss with this reply, by competence.
    pub(super) errs: Vec<f64>,
    /// The chance that he does so later, having held it now.
    pub(super) later: Vec<f64>,
    /// How many replies hold.
    pub(super) holding: u32,
    /// Whether one of them leaves a draw that we cannot win, or there is no reply.
    pub(super) is_refuted: bool,
}

/// The chances that a draw is still lost, by competence; none in an endgame we cannot win.
type Later = Option<Arc<[f64]>>;

/// Who works out tasks, and remembers them.
pub(super) struct Tasks<'a, S: ?Sized> {
    pub(super) source: &'a S,
    pub(super) model: &'a Model,
    pub(super) competences: &'a [Competence],
    draws: &'a Draws,
    memory: Option<&'a Memory>,
    endgames: RefCell<HashMap<u64, Later>>,
    here: RefCell<HashMap<u64, Arc<Task>>>,
}

impl<'a, S: ChoiceSource + ?Sized> Tasks<'a, S> {
    pub(super) fn new(
        source: &'a S,
        model: &'a Model,
        competences: &'a [Competence],
        (draws, memory): (&'a Draws, Option<&'a Memory>),
    ) -> Tasks<'a, S> {
        let (endgames, here) = (RefCell::default(), RefCell::default());
        Tasks { source, model, competences, draws, memory, endgames, here }
    }

    /// The task of a position with the opponent to move.
    pub(super) fn at(&self, next: &S::Position) -> Result<Arc<Task>, ChoiceError> {
        let Some(key) = self.source.key(next) else { return Ok(Arc::new(self.face(next)?)) };
        if let Some(known) = self.here.borrow().get(&key) {
            return Ok(Arc::clone(known));
        }
        let task = match self.memory.and_then(|memory| memory.task(key)) {
            Some(known) => known,
            None => {
                let task = Arc::new(self.face(next)?);
                if let Some(memory) = self.memory {
                    memory.keep_task(key, &task);
                }
                task
            }
        };
        self.here.borrow_mut().insert(key, Arc::clone(&task));
        Ok(task)
    }

    fn face(&self, next: &S::Position) -> Result<Task, ChoiceError> {
        let replies = self.source.choices(next)?;
        let none = || vec![0.0; self.competences.len()];
        let mut task =
            Task { errs: none(), later: none(), holding: 0, is_refuted: replies.is_empty() };
        let distribution = self.model.distribution(&replies);
        let each = self.competences.iter().map(|&c| distribution.probabilities(c));
        let odds: Vec<Vec<f64>> = each.collect();
        for (number, reply) in replies.iter().enumerate() {
            if reply.value.sign() < 0 {
                task.errs.iter_mut().zip(&odds).for_each(|(errs, odds)| *errs += odds[number]);
            } else if reply.value.is_drawn() {
                task.holding += 1;
                match self.later(&self.source.after(next, &reply.play))? {
                    None => task.is_refuted = true,
                    Some(chances) => {
                        let later = task.later.iter_mut().zip(chances.iter()).zip(&odds);
                        later.for_each(|((later, chance), odds)| *later += odds[number] * chance);
                    }
                }
            }
        }
        Ok(task)
    }

    /// The chances that a draw with us to move is still lost; none where we have nothing to win.
    pub(super) fn later(&self, at: &S::Position) -> Result<Later, ChoiceError> {
        let Some(endgame) = self.source.endgame(at) else { return Ok(None) };
        if let Some(known) = self.endgames.borrow().get(&endgame) {
            return Ok(known.clone());
        }
        let found = self.draws.at(self.model, self.source, at)?;
        let live = found.filter(|endgame| !endgame.is_dead());
        let chances = live.map(|endgame| {
            self.competences.iter().map(|&c| endgame.chance(c)).collect::<Arc<[f64]>>()
        });
        self.endgames.borrow_mut().insert(endgame, chances.clone());
        Ok(chances)
    }
}
