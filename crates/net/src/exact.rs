//! A network with its exceptions: right on every position of its endgame.

use std::collections::HashMap;

use endgame::index::{Index, Slot};
use endgame::material::Material;
use endgame::rules::{Color, Position};
use endgame::table::Table;

use crate::bit_coder::{BitDecoder, BitEncoder, BitModel};
use crate::examples::{WhiteResult, for_each_position};
use crate::features::FeatureSet;
use crate::integer::{CLASSES, IntegerNetwork, exception_model, sureness};
use crate::relu::target;

/// A network that knows where it is wrong.
#[derive(Clone, Debug)]
pub struct ExactNetwork {
    index: Index,
    features: FeatureSet,
    /// What it goes by.
    pub network: IntegerNetwork,
    /// The positions it misjudges, White to move first, and what they are worth.
    exceptions: HashMap<(bool, u32), WhiteResult>,
    /// How many positions the endgame has, both sides to move.
    positions: usize,
}

/// What a table and a network say of every position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// Positions compared, both sides to move.
    pub positions: usize,
    /// Where they differ.
    pub wrong: usize,
}

/// One model for each output and class of sureness.
fn models() -> [[BitModel; CLASSES]; 2] {
    let of_class = std::array::from_fn(exception_model);
    [of_class, of_class]
}

fn key(slot: Slot) -> (bool, u32) {
    (slot.turn == Color::Black, slot.index as u32)
}

impl ExactNetwork {
    /// Finds every position of a table where a network is wrong.
    pub fn of(table: &Table, network: IntegerNetwork) -> ExactNetwork {
        let index = table.index().clone();
        let mut exact = ExactNetwork {
            features: FeatureSet::of(&index.material()),
            index: index.clone(),
            network,
            exceptions: HashMap::new(),
            positions: 0,
        };
        let mut inputs = Vec::new();
        for_each_position(&index, |slot| {
            exact.positions += 1;
            let Some(outcome) = table.outcome_at(slot) else { return };
            let truth = WhiteResult::of(outcome, slot.turn);
            exact.write_inputs(slot, &mut inputs);
            if exact.network.verdict(&inputs) != truth {
                exact.exceptions.insert(key(slot), truth);
            }
        });
        exact
    }

    /// The endgame, the side named first being White.
    pub fn material(&self) -> Material {
        self.index.material()
    }

    /// How many positions the endgame has, both sides to move.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// How many positions the network alone misjudges.
    pub fn exceptions(&self) -> usize {
        self.exceptions.len()
    }

    /// The positions the network alone misjudges, by number.
    pub fn exception_slots(&self) -> Vec<Slot> {
        let turn = |black: bool| if black { Color::Black } else { Color::White };
        let mut slots: Vec<(bool, u32)> = self.exceptions.keys().copied().collect();
        slots.sort_unstable();
        slots
            .into_iter()
            .map(|(black, index)| Slot { turn: turn(black), index: index as usize })
            .collect()
    }

    fn write_inputs(&self, slot: Slot, inputs: &mut Vec<i8>) {
        inputs.clear();
        if let Some(men) = self.index.men(slot.index) {
            self.features.write(&men, slot.turn, inputs);
        }
    }

    /// The number of a position, and what the network sees of it; none for other material.
    fn seen(&self, position: &Position) -> Option<(Slot, Vec<i8>)> {
        let slot = self.index.encode(position)?;
        let mut inputs = Vec::new();
        self.write_inputs(slot, &mut inputs);
        Some((slot, inputs))
    }

    /// What a position is worth to the side to move, 1, 0 or -1; none for other material.
    pub fn probe(&self, position: &Position) -> Option<i8> {
        let (slot, inputs) = self.seen(position)?;
        let exception = self.exceptions.get(&key(slot)).copied();
        Some(exception.unwrap_or_else(|| self.network.verdict(&inputs)).sign_for(slot.turn))
    }

    /// What the network alone holds a position for, for the side to move; none for other material.
    pub fn guess(&self, position: &Position) -> Option<i8> {
        let (slot, inputs) = self.seen(position)?;
        Some(self.network.verdict(&inputs).sign_for(slot.turn))
    }

    /// The outputs of the network alone, as logits: that White wins, and that Black wins if White does not.
    ///
    /// White is the side named first in the endgame's name.
    pub fn logits(&self, position: &Position) -> Option<[f64; 2]> {
        let (_, inputs) = self.seen(position)?;
        Some(
            self.network.outputs(&inputs).map(|output| output as f64 / crate::integer::UNIT as f64),
        )
    }

    /// Compares every position with a table.
    pub fn verify(&self, table: &Table) -> Verification {
        let mut all = Verification::default();
        let mut inputs = Vec::new();
        for turn in [Color::White, Color::Black] {
            for index in 0..self.index.len() {
                let slot = Slot { turn, index };
                let Some(outcome) = table.outcome_at(slot) else { continue };
                self.write_inputs(slot, &mut inputs);
                let exception = self.exceptions.get(&key(slot)).copied();
                let ours = exception.unwrap_or_else(|| self.network.verdict(&inputs));
                all.positions += 1;
                all.wrong += usize::from(ours != WhiteResult::of(outcome, turn));
            }
        }
        all
    }

    /// Writes the exceptions: for each output it is asked, a bit that is one where the network is wrong.
    pub(crate) fn write_exceptions(&self, encoder: &mut BitEncoder) {
        let mut models = models();
        let mut inputs = Vec::new();
        for_each_position(&self.index, |slot| {
            self.write_inputs(slot, &mut inputs);
            let outputs = self.network.outputs(&inputs);
            let exception = self.exceptions.get(&key(slot)).copied();
            let truth = exception.unwrap_or_else(|| self.network.verdict(&inputs));
            for output in 0..self.network.topology.outputs {
                let Some(target) = target(output, truth) else { continue };
                let wrong = (outputs[output] >= 0) != target;
                encoder.encode(wrong, &mut models[output][sureness(outputs[output])]);
            }
        });
    }

    /// Reads the exceptions of a network.
    pub(crate) fn read_exceptions(
        material: &Material,
        network: IntegerNetwork,
        decoder: &mut BitDecoder<'_>,
    ) -> ExactNetwork {
        let (index, features) = (Index::new(material), FeatureSet::of(material));
        let mut exact = ExactNetwork {
            index: index.clone(),
            features,
            network,
            exceptions: HashMap::new(),
            positions: 0,
        };
        let (mut models, mut inputs) = (models(), Vec::new());
        for_each_position(&index, |slot| {
            exact.positions += 1;
            exact.write_inputs(slot, &mut inputs);
            let outputs = exact.network.outputs(&inputs);
            let mut ask = |output: usize| {
                let wrong = decoder.decode(&mut models[output][sureness(outputs[output])]);
                (outputs[output] >= 0) != wrong
            };
            let truth = match (ask(0), exact.network.topology.outputs) {
                (true, _) => WhiteResult::Win,
                (false, 2) if ask(1) => WhiteResult::Loss,
                _ => WhiteResult::Draw,
            };
            if truth != exact.network.verdict(&inputs) {
                exact.exceptions.insert(key(slot), truth);
            }
        });
        exact
    }
}
