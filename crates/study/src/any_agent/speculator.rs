//! Speculative play without tables: the move that gains most from an opponent who searches less deep.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use endgame::rules::Board;
use endgame::tables::Tables;
use engine::client::EngineError;
use engine::evaluator::Evaluator;
use player::agents::{Agent, Turn};
use player::{Competence, Model};
use rand::{Rng, RngExt};
use value::{ChoiceError, Plies};

use super::engine_player::EnginePool;
use super::engine_spec::{EngineSpec, number, once, setting};
use crate::speculative_search::{
    SearchSettings, SpeculativeSearchError, USUAL_RISK, evaluator, look_at_moves, usual_depths,
};

/// Expectations this close are the same, in pawns.
const CLOSE: f64 = 1e-9;

/// Who is expected, who scores the moves, and who has scored some before and is idle.
pub(super) struct Speculators {
    settings: SearchSettings,
    /// None: our own searcher.
    engine: Option<String>,
    idle: Mutex<Vec<Box<dyn Evaluator>>>,
    stop: Arc<AtomicBool>,
}

impl Speculators {
    /// Reads what follows `speculator:`.
    pub(super) fn read(rest: &str) -> Result<Speculators, String> {
        let mut words = rest.split(',').map(str::trim).filter(|word| !word.is_empty());
        let hint = "say how competent the opponent is, as in speculator:10";
        let first = words.next().ok_or(hint)?;
        let competence: Competence = first.parse().map_err(|error| format!("{error}; {hint}"))?;
        let (mut engine, mut shallow, mut deep, mut risk) = (None, None, None, None);
        for word in words {
            let (key, value) = setting(word)?;
            match key {
                "engine" if value.is_empty() => {
                    return Err("name a program, as in engine=stockfish".into());
                }
                "engine" => once(key, &mut engine, value.to_owned())?,
                "shallow" => once(key, &mut shallow, Plies(number(word, value, 1, 60)?))?,
                "deep" => once(key, &mut deep, Plies(number(word, value, 2, 60)?))?,
                "risk" => once(key, &mut risk, pawns(word, value)?)?,
                _ => return Err(format!("it has no setting '{word}'")),
            }
        }
        let usual = usual_depths(engine.is_some());
        let (shallow, deep) = (shallow.unwrap_or(usual[0]), deep.unwrap_or(usual[1]));
        if shallow >= deep {
            return Err(format!(
                "shallow={shallow} and deep={deep}: the opponent must search less deep than we do, as in shallow=2,deep=8"
            ));
        }
        let risk = risk.unwrap_or(USUAL_RISK);
        let settings = SearchSettings { shallow, deep, competence, model: Model::papers(), risk };
        let (idle, stop) = (Mutex::default(), Arc::default());
        Ok(Speculators { settings, engine, idle, stop })
    }

    /// The same, who stop thinking once this is set.
    pub(super) fn stopped_by(&self, stop: &Arc<AtomicBool>) -> Speculators {
        Speculators {
            settings: self.settings.clone(),
            engine: self.engine.clone(),
            idle: Mutex::default(),
            stop: Arc::clone(stop),
        }
    }

    /// Starts the engine, if there is one, and lets it go: what is missing is missed before the first game.
    pub(super) fn prepare(&self) -> Result<(), EngineError> {
        match &self.engine {
            None => Ok(()),
            Some(program) => EnginePool::new(EngineSpec::of(program)).prepare(),
        }
    }
}

fn pawns(word: &str, text: &str) -> Result<f64, String> {
    let pawns = text.parse().ok().filter(|pawns| (0.0..=1000.0).contains(pawns));
    pawns.ok_or_else(|| format!("{word}: give pawns from 0 to 1000, as in risk=0.5"))
}

impl std::fmt::Debug for Speculators {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Speculators").field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// One that speculates in one game.
pub(super) struct Speculator(pub(super) Arc<Speculators>);

impl Agent<Tables> for Speculator {
    fn choose(&mut self, turn: &Turn<'_, Tables>, rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        let Speculator(all) = self;
        let idle = || all.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let mut scores = taken.unwrap_or_else(|| evaluator(all.engine.as_deref()));
        let board = Board::from(turn.at.clone());
        let found = look_at_moves(&mut *scores, &board, &all.settings, &all.stop, |_| ());
        idle().push(scores);
        let found = found.map_err(|error| match error {
            SpeculativeSearchError::Engine(error) => ChoiceError::new(error),
            other => ChoiceError::new(other),
        })?;
        let first = &found[0];
        let as_good = found.iter().take_while(|one| {
            first.told.expected - one.told.expected < CLOSE && first.score == one.score
        });
        let as_good: Vec<&str> = as_good.map(|one| one.told.uci.as_str()).collect();
        let play = as_good[rng.random_range(0..as_good.len())];
        let chosen = turn.choices.iter().position(|choice| board.uci(choice.play) == play);
        Ok(chosen.expect("a legal move is among the choices"))
    }
}
