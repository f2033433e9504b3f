//! The chances that pressing has, as weights of moves: what the agent `presser:C` goes by.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use endgame::draw_depth::{DrawDepthError, DrawDepthTable};
use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::{Color, Move, Position};
use endgame::successors::Successors;
use endgame::tables::{Tables, TablesError};
use player::filter::MoveFilter;
use player::preference::PowerLaw;
use player::spec::PressedOpponent;
use player::{Competence, Model, MovePrior};
use value::{Choice, ChoiceError, Outcome};

use super::hardest::MOVES;
use super::pressing::{Holder, Holding, Pressing, PressingError};

/// Why a presser does not know what to do.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum UnknownChances {
    #[error(transparent)]
    Pressing(#[from] PressingError),
    #[error(transparent)]
    Depths(#[from] DrawDepthError),
    #[error(transparent)]
    Tables(#[from] TablesError),
    #[error("cannot start a thread to look ahead ({0}): close other programs")]
    Thread(String),
}

/// What is known of an endgame, one colour of its table holding something.
struct Chart {
    chances: Pressing,
    /// In a drawn endgame: how deep its draws are.
    depths: Option<DrawDepthTable>,
}

/// Weighs a move by the chance that an opponent of this competence fails after it.
pub struct PressingPrior {
    competence: Competence,
    model: Model,
    known: Mutex<HashMap<(Material, Color, Holding), Arc<Chart>>>,
}

impl std::fmt::Debug for PressingPrior {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PressingPrior")
            .field("competence", &self.competence)
            .finish_non_exhaustive()
    }
}

/// What a draw forced at once adds to a chance: enough to decide between equal ones, and no more.
const NEARER_DRAW: f64 = 1e-9;

impl PressingPrior {
    /// Against this opponent.
    pub fn new(opponent: PressedOpponent) -> PressingPrior {
        let PressedOpponent { competence, kappa, concede } = opponent;
        let preference = PowerLaw { depth_offset: kappa, ..PowerLaw::default() };
        let model = Model::new(preference, MoveFilter { concede, ..MoveFilter::default() });
        PressingPrior { competence, model, known: Mutex::default() }
    }

    fn chart(
        &self,
        tables: &Tables,
        material: Material,
        color: Color,
        holding: Holding,
    ) -> Result<Arc<Chart>, UnknownChances> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(chart) = known.get(&(material, color, holding)) {
            return Ok(Arc::clone(chart));
        }
        let holder =
            Holder { color, holding, competence: self.competence, model: self.model.clone() };
        let work = || -> Result<Chart, UnknownChances> {
            let successors = Successors::of(tables, &material, &Monitor::NONE)?;
            let chances = Pressing::of(&successors, &holder, MOVES, &Monitor::NONE)?;
            let depths = match holding {
                Holding::Win => None,
                Holding::Draw => Some(DrawDepthTable::of(&successors, &Monitor::NONE)?),
            };
            Ok(Chart { chances, depths })
        };
        // On threads of its own: whoever plays other games meanwhile waits here, and must not be asked to help.
        let pool = rayon::ThreadPoolBuilder::new().build();
        let pool = pool.map_err(|error| UnknownChances::Thread(error.to_string()))?;
        let made = std::thread::scope(|scope| scope.spawn(|| pool.install(work)).join());
        let chart = Arc::new(made.map_err(|_| UnknownChances::Thread("it failed".to_owned()))??);
        known.insert((material, color, holding), Arc::clone(&chart));
        Ok(chart)
    }

    fn weigh(
        &self,
        tables: &Tables,
        at: &Position,
        choices: &mut [Choice<Move>],
    ) -> Result<(), UnknownChances> {
        let value = tables.outcome(at)?;
        let holding = match value.sign() {
            1 => return Ok(()),
            0 => Holding::Draw,
            _ => Holding::Win,
        };
        let material = at.material();
        if material.men() == 2 {
            return Ok(());
        }
        let own = material.table_color(at.turn());
        let chart = self.chart(tables, material.normalized(), own.other(), holding)?;
        let table = tables.table(&material, &Monitor::NONE)?;
        for choice in choices {
            choice.weight = 0.0;
            let after = at.after(choice.play);
            if choice.value.sign() != value.sign() {
                continue;
            }
            let is_conversion = choice.play.is_capture() || choice.play.is_promotion();
            if let Some(slot) = table.index().encode(&after).filter(|_| !is_conversion) {
                choice.weight = chart.chances.holder[slot.index];
            }
            if let (Some(depths), Outcome::Draw) = (&chart.depths, choice.value) {
                let both = depths.after(tables, &table, at, choice.play)?;
                let own = both.map(|both| both[usize::from(at.turn() == Color::Black)]);
                let forced = own.and_then(|own| own.depth());
                choice.weight += forced.map_or(0.0, |depth| NEARER_DRAW / f64::from(1 + depth.0));
            }
        }
        Ok(())
    }
}

impl MovePrior<Tables> for PressingPrior {
    fn set_weights(
        &self,
        tables: &Tables,
        at: &Position,
        choices: &mut [Choice<Move>],
    ) -> Result<(), ChoiceError> {
        self.weigh(tables, at, choices).map_err(ChoiceError::new)
    }
}
