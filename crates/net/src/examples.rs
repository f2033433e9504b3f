//! Positions of an endgame with what they are worth to White, as a network sees them.

use endgame::index::{Index, Slot};
use endgame::material::Material;
use endgame::rules::Color;
use endgame::table::Table;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use value::Outcome;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::features::FeatureSet;

/// Who wins with best play, the side named first in the endgame's name being White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WhiteResult {
    /// White is mated or loses by force.
    Loss,
    /// Neither wins.
    Draw,
    /// White wins by force.
    Win,
}

impl WhiteResult {
    /// The result of an outcome that belongs to the side to move.
    pub fn of(outcome: Outcome, turn: Color) -> WhiteResult {
        let sign = if turn == Color::White { outcome.sign() } else { -outcome.sign() };
        match sign {
            1 => WhiteResult::Win,
            0 => WhiteResult::Draw,
            _ => WhiteResult::Loss,
        }
    }

    /// The result for the side to move: 1, 0 or -1.
    pub fn sign_for(self, turn: Color) -> i8 {
        let white = self as i8 - 1;
        if turn == Color::White { white } else { -white }
    }
}

/// Which positions to learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sample {
    /// Every one.
    All,
    /// About so many, drawn at random with this seed.
    About {
        /// How many are wanted.
        count: usize,
        /// The seed of the random generator.
        seed: u64,
    },
}

/// Positions with inputs and results.
#[derive(Clone, Debug)]
pub struct Examples {
    /// The endgame, the side named first being White.
    pub material: Material,
    /// What the inputs are.
    pub features: FeatureSet,
    /// The positions, White to move first, by number.
    pub slots: Vec<Slot>,
    /// What each is worth.
    pub results: Vec<WhiteResult>,
    /// All inputs, position by position.
    pub inputs: Vec<i8>,
    /// How many outputs a network needs: one to tell White's wins, and one more for Black's if there are any.
    pub outputs: usize,
    /// How many positions of the endgame each of these stands for: 1 unless a sample was taken.
    pub scale: f64,
}

/// Calls a function with every number of an endgame that belongs to a legal position, White to move first.
///
/// It asks the rules, not a table: a reader of a network's file has none.
pub fn for_each_position(index: &Index, mut then: impl FnMut(Slot)) {
    for turn in [Color::White, Color::Black] {
        for index_number in 0..index.len() {
            let slot = Slot { turn, index: index_number };
            if index.decode(slot).is_some() {
                then(slot);
            }
        }
    }
}

impl Examples {
    /// Positions of a table.
    pub fn of(table: &Table, sample: Sample) -> Examples {
        let (material, index) = (table.material(), table.index());
        let features = FeatureSet::of(&material);
        let mut examples = Examples {
            material,
            features,
            slots: Vec::new(),
            results: Vec::new(),
            inputs: Vec::new(),
            outputs: 1 + usize::from(table.deepest(Color::Black).is_some()),
            scale: 1.0,
        };
        let share = match sample {
            Sample::All => 1.0,
            Sample::About { count, .. } => (count as f64 / (2 * index.len()) as f64).min(1.0),
        };
        let seed = if let Sample::About { seed, .. } = sample { seed } else { 0 };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for turn in [Color::White, Color::Black] {
            for number in 0..index.len() {
                if share < 1.0 && rng.random::<f64>() >= share {
                    continue;
                }
                let slot = Slot { turn, index: number };
                let Some(outcome) = table.outcome_at(slot) else { continue };
                let Some(men) = index.men(number) else { continue };
                examples.slots.push(slot);
                examples.results.push(WhiteResult::of(outcome, turn));
                examples.features.write(&men, turn, &mut examples.inputs);
            }
        }
        examples.scale = 1.0 / share;
        examples
    }

    /// A share of the positions drawn at random, and the others. Mirror images of one position stay together.
    pub fn split(self, index: &Index, share: f64, seed: u64) -> [Examples; 2] {
        let width = self.features.len();
        let empty = || Examples {
            features: self.features.clone(),
            slots: Vec::new(),
            results: Vec::new(),
            inputs: Vec::new(),
            ..self
        };
        let mut parts = [empty(), empty()];
        for (at, &slot) in self.slots.iter().enumerate() {
            // The number that all mirror images share.
            let position = index.decode(slot);
            let known = position.and_then(|position| index.encode(&position)).unwrap_or(slot);
            let key = (known.index as u64) << 1 | u64::from(known.turn == Color::Black);
            let drawn = xxh3_64_with_seed(&key.to_le_bytes(), seed) as f64 / 2f64.powi(64);
            let part = &mut parts[usize::from(drawn >= share)];
            part.slots.push(slot);
            part.results.push(self.results[at]);
            part.inputs.extend_from_slice(&self.inputs[at * width..(at + 1) * width]);
        }
        parts
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The inputs of a position.
    pub fn inputs_of(&self, at: usize) -> &[i8] {
        let width = self.features.len();
        &self.inputs[at * width..(at + 1) * width]
    }
}

/// Inputs and results of some positions, wherever they come from.
#[derive(Clone, Copy, Debug)]
pub struct Labelled<'a> {
    /// All inputs, position by position, each from -32 to 31.
    pub inputs: &'a [i8],
    /// How many inputs a position has.
    pub width: usize,
    /// What each position is worth.
    pub results: &'a [WhiteResult],
    /// How many outputs tell the results: 2 if Black wins too.
    pub outputs: usize,
    /// How many positions each of these stands for.
    pub scale: f64,
}

impl<'a> Labelled<'a> {
    /// These inputs and results, each position standing for itself.
    pub fn new(inputs: &'a [i8], width: usize, results: &'a [WhiteResult]) -> Labelled<'a> {
        let outputs = 1 + usize::from(results.contains(&WhiteResult::Loss));
        Labelled { inputs, width, results, outputs, scale: 1.0 }
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// The inputs of a position.
    pub fn inputs_of(&self, at: usize) -> &'a [i8] {
        &self.inputs[at * self.width..(at + 1) * self.width]
    }

    /// The inputs, input by input.
    pub(crate) fn columns(&self) -> Vec<Vec<i8>> {
        let column = |input| self.inputs.iter().skip(input).step_by(self.width).copied().collect();
        (0..self.width).map(column).collect()
    }
}

impl<'a> From<&'a Examples> for Labelled<'a> {
    fn from(examples: &'a Examples) -> Labelled<'a> {
        let &Examples { ref inputs, ref results, ref features, outputs, scale, .. } = examples;
        Labelled { inputs, width: features.len(), results, outputs, scale }
    }
}
