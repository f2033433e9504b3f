//! A network for an endgame, with its exceptions: right on every position, unless it was left to err.

use endgame::index::{Index, Slot};
use endgame::material::Material;
use endgame::rules::{Color, Position};
use endgame::table::Table;

use crate::bit_coder::{BitDecoder, BitEncoder, BitModel};
use crate::examples::{WhiteResult, for_each_position};
use crate::features::FeatureSet;
use crate::integer::{CLASSES, IntegerNetwork, Runner, UNIT, exception_model, sureness};
use crate::train::target;

/// A network for an endgame; most know where they are wrong.
#[derive(Clone, Debug)]
pub struct EndgameNetwork {
    index: Index,
    features: FeatureSet,
    network: IntegerNetwork,
    runner: Runner,
    exceptions: Option<Exceptions>,
    /// How many positions the endgame has, both sides to move.
    positions: usize,
}

/// The positions that a network misjudges, with White and with Black to move, by number, and what they are worth.
#[derive(Clone, Debug, Default)]
struct Exceptions([Vec<(u32, WhiteResult)>; 2]);

impl Exceptions {
    fn of(&self, slot: Slot) -> Option<WhiteResult> {
        let of_turn = &self.0[usize::from(slot.turn == Color::Black)];
        let at = of_turn.binary_search_by_key(&(slot.index as u32), |&(index, _)| index).ok()?;
        Some(of_turn[at].1)
    }

    /// Adds one; numbers come in their order.
    fn push(&mut self, slot: Slot, truth: WhiteResult) {
        self.0[usize::from(slot.turn == Color::Black)].push((slot.index as u32, truth));
    }
}

/// What a table and a network say of every position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// Positions compared, both sides to move.
    pub positions: usize,
    /// Where they differ.
    pub wrong: usize,
    /// Where the network alone, without its exceptions, differs.
    pub wrong_alone: usize,
}

/// One model for each output and class of sureness.
fn models() -> [[BitModel; CLASSES]; 2] {
    let of_class = std::array::from_fn(exception_model);
    [of_class, of_class]
}

impl EndgameNetwork {
    /// A network that is left to err.
    pub fn alone(material: &Material, network: IntegerNetwork) -> EndgameNetwork {
        let index = Index::new(material);
        let features = FeatureSet::of(&index.material());
        let runner = network.runner();
        EndgameNetwork { index, features, network, runner, exceptions: None, positions: 0 }
    }

    /// The same made exact: every position of a table where it is wrong becomes an exception.
    pub fn exact(table: &Table, network: IntegerNetwork) -> EndgameNetwork {
        let mut exact = EndgameNetwork::alone(&table.material(), network);
        let (mut exceptions, mut inputs) = (Exceptions::default(), Vec::new());
        let index = exact.index.clone();
        for_each_position(&index, |slot| {
            exact.positions += 1;
            let Some(outcome) = table.outcome_at(slot) else { return };
            let truth = WhiteResult::of(outcome, slot.turn);
            if exact.said(slot, &mut inputs) != truth {
                exceptions.push(slot, truth);
            }
        });
        exact.exceptions = Some(exceptions);
        exact
    }

    /// The endgame, the side named first being White.
    pub fn material(&self) -> Material {
        self.index.material()
    }

    /// How its positions are numbered.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// What the network sees of a position.
    pub fn features(&self) -> &FeatureSet {
        &self.features
    }

    /// What it goes by.
    pub fn network(&self) -> &IntegerNetwork {
        &self.network
    }

    /// Whether it knows where it is wrong.
    pub fn is_exact(&self) -> bool {
        self.exceptions.is_some()
    }

    /// How many positions the endgame has, both sides to move; 0 if that was never counted, the network being left to err.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// How many positions the network alone misjudges, as far as it knows.
    pub fn exceptions(&self) -> usize {
        self.exceptions.iter().flat_map(|exceptions| &exceptions.0).map(Vec::len).sum()
    }

    /// The positions the network alone misjudges, as far as it knows, White to move first, by number.
    pub fn exception_slots(&self) -> Vec<Slot> {
        let sides = self
            .exceptions
            .iter()
            .flat_map(|exceptions| [Color::White, Color::Black].into_iter().zip(&exceptions.0));
        let slots = sides.flat_map(|(turn, of_turn)| {
            of_turn.iter().map(move |&(index, _)| Slot { turn, index: index as usize })
        });
        slots.collect()
    }

    fn write_inputs(&self, slot: Slot, inputs: &mut Vec<i8>) {
        inputs.clear();
        if let Some(men) = self.index.men(slot.index) {
            self.features.write(&men, slot.turn, inputs);
        }
    }

    /// What the network alone says.
    fn said(&self, slot: Slot, inputs: &mut Vec<i8>) -> WhiteResult {
        self.write_inputs(slot, inputs);
        self.runner.verdict(inputs)
    }

    /// What a position by its number is worth: exactly, if the network knows where it is wrong.
    pub fn result_at(&self, slot: Slot, inputs: &mut Vec<i8>) -> WhiteResult {
        let exception = self.exceptions.as_ref().and_then(|exceptions| exceptions.of(slot));
        exception.unwrap_or_else(|| self.said(slot, inputs))
    }

    /// The outputs of the network alone for a position by its number: see [`EndgameNetwork::logits`].
    pub fn logits_at(&self, slot: Slot, inputs: &mut Vec<i8>) -> [f64; 2] {
        self.write_inputs(slot, inputs);
        let [win, loss] = self.runner.outputs(inputs).map(|output| f64::from(output) / UNIT as f64);
        let may_lose = self.network.topology.outputs == 2;
        [win, if may_lose { loss } else { f64::NEG_INFINITY }]
    }

    /// What a position is worth to the side to move, 1, 0 or -1; none for other material.
    pub fn probe(&self, position: &Position) -> Option<i8> {
        let slot = self.index.encode(position)?;
        Some(self.result_at(slot, &mut Vec::new()).sign_for(slot.turn))
    }

    /// What the network alone holds a position for, for the side to move; none for other material.
    pub fn guess(&self, position: &Position) -> Option<i8> {
        let slot = self.index.encode(position)?;
        Some(self.said(slot, &mut Vec::new()).sign_for(slot.turn))
    }

    /// The outputs of the network alone, as logits: that White wins, and that Black wins if White does not.
    ///
    /// White is the side named first in the endgame's name. Where Black never wins, the second is negative infinity.
    pub fn logits(&self, position: &Position) -> Option<[f64; 2]> {
        let slot = self.index.encode(position)?;
        Some(self.logits_at(slot, &mut Vec::new()))
    }

    /// Compares every position with a table.
    pub fn verify(&self, table: &Table) -> Verification {
        let mut all = Verification::default();
        let mut inputs = Vec::new();
        for turn in [Color::White, Color::Black] {
            for index in 0..self.index.len() {
                let slot = Slot { turn, index };
                let Some(outcome) = table.outcome_at(slot) else { continue };
                let truth = WhiteResult::of(outcome, turn);
                let alone = self.said(slot, &mut inputs);
                let exception = self.exceptions.as_ref().and_then(|exceptions| exceptions.of(slot));
                all.positions += 1;
                all.wrong += usize::from(exception.unwrap_or(alone) != truth);
                all.wrong_alone += usize::from(alone != truth);
            }
        }
        all
    }

    /// Writes the exceptions: for each output it is asked, a bit that is one where the network is wrong.
    pub(crate) fn write_exceptions(&self, encoder: &mut BitEncoder) {
        let Some(exceptions) = &self.exceptions else { return };
        let (mut models, mut inputs) = (models(), Vec::new());
        for_each_position(&self.index, |slot| {
            self.write_inputs(slot, &mut inputs);
            let outputs = self.runner.outputs(&inputs);
            let truth = exceptions.of(slot).unwrap_or_else(|| self.runner.verdict_of(outputs));
            for output in 0..self.network.topology.outputs {
                let Some(target) = target(output, truth) else { continue };
                let wrong = (outputs[output] >= 0) != target;
                encoder.encode(wrong, &mut models[output][sureness(outputs[output])]);
            }
        });
    }

    /// Reads the exceptions of a network.
    pub(crate) fn read_exceptions(mut self, decoder: &mut BitDecoder<'_>) -> EndgameNetwork {
        let (mut models, mut inputs) = (models(), Vec::new());
        let mut exceptions = Exceptions::default();
        let index = self.index.clone();
        for_each_position(&index, |slot| {
            self.positions += 1;
            self.write_inputs(slot, &mut inputs);
            let outputs = self.runner.outputs(&inputs);
            let mut ask = |output: usize| {
                let wrong = decoder.decode(&mut models[output][sureness(outputs[output])]);
                (outputs[output] >= 0) != wrong
            };
            let truth = match (ask(0), self.network.topology.outputs) {
                (true, _) => WhiteResult::Win,
                (false, 2) if ask(1) => WhiteResult::Loss,
                _ => WhiteResult::Draw,
            };
            if truth != self.runner.verdict_of(outputs) {
                exceptions.push(slot, truth);
            }
        });
        self.exceptions = Some(exceptions);
        self
    }
}
