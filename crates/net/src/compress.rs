//! Weights moved one at a time until weights and exceptions together take fewest bits.
//!
//! A trained network comes close to the shortest file, and no closer: training sees what results cost to foresee, not what
//! weights cost to write. So every weight is tried a size larger and smaller, at zero, and in the place of another input's; what
//! shortens the file is kept, at first also now and then what lengthens it a little (simulated annealing). The length is that of
//! the file itself: the weights by their code, the exceptions by how sure the network was.
//!
//! Most positions are so far from the border that few weights change what is said of them. A trial looks at the others first, and at
//! all of them only where those let it succeed.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::examples::Labelled;
use crate::integer::{
    CAPS, CLASSES, IntegerNetwork, SIZES, THRESHOLD_UNIT, UNIT, exception_model, nearest_size,
    sureness,
};
use crate::train::target;
use crate::weight_code;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompressSettings {
    /// Passes over all weights, at most.
    pub sweeps: usize,
    /// How many bits longer a file may become at first, on average, where a weight is moved; it falls to nothing.
    pub heat: f64,
    /// The seed of the random generator.
    pub seed: u64,
}

/// How far the search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// Passes over all weights done.
    pub done: usize,
    /// Passes in all, at most.
    pub total: usize,
    /// Weights changed in the last pass.
    pub changes: usize,
    /// The weights, in bits.
    pub weight_bits: f64,
    /// The exceptions, in bits.
    pub exception_bits: f64,
}

/// A trial that costs this many bits more for the weights alone is not made.
const HOPELESS: f64 = 14.0;

/// The least gain, in bits.
const GAIN: f64 = 0.01;

/// Positions whose outputs are all farther from the border than this many logits are looked at only where a trial seems to succeed.
const FAR: i64 = 5;

/// Moves weights for at most so many passes; `watch` hears of every pass and may stop by saying no.
///
/// The same network and seed, the same answer.
pub fn compress(
    examples: &Labelled<'_>,
    network: IntegerNetwork,
    settings: &CompressSettings,
    mut watch: impl FnMut(Sweep) -> bool,
) -> IntegerNetwork {
    if settings.sweeps == 0 {
        return network;
    }
    let mut search = Search::new(examples, network);
    let mut rng = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut best = (search.bits(), search.network.clone());
    for sweep in 0..settings.sweeps {
        // The last third of the passes goes downhill alone.
        let progress = 1.5 * sweep as f64 / settings.sweeps as f64;
        search.heat = settings.heat * (1.0 - progress).max(0.0);
        let changes = search.sweep(&mut rng);
        if search.bits() < best.0 {
            best = (search.bits(), search.network.clone());
        }
        let (weight_bits, exception_bits) = (search.weight_bits, search.exception_bits);
        let total = settings.sweeps;
        let told = Sweep { done: sweep + 1, total, changes, weight_bits, exception_bits };
        if !watch(told) || changes == 0 && search.heat == 0.0 {
            break;
        }
    }
    best.1
}

/// What the weights of a network, and its exceptions among these positions, take in bits.
pub fn bits(examples: &Labelled<'_>, network: IntegerNetwork) -> [f64; 2] {
    let search = Search::new(examples, network);
    [search.weight_bits, search.exception_bits]
}

/// What units say of some positions, before they are rectified: layer by layer, unit by unit.
#[derive(Clone)]
struct Sums {
    /// Inputs, input by input.
    columns: Vec<Vec<i8>>,
    layers: [Vec<Vec<i32>>; 3],
    /// 0 and 1 for what each output should say, 2 where it is not asked.
    targets: Vec<Vec<u8>>,
}

/// How many positions of each class of each output should say no, say yes, or are not asked.
type Counts = Vec<[[u32; 3]; CLASSES]>;

struct Search {
    network: IntegerNetwork,
    scale: f64,
    all: Sums,
    /// Positions near the border, and how the others are counted.
    near: Sums,
    far: Counts,
    class_of: Vec<u8>,
    weight_bits: f64,
    exception_bits: f64,
    heat: f64,
}

/// Outputs are looked up by their multiples of 128, from -512 to 511.
const LOOKED_UP: i32 = 512;

fn rectified(sum: i32, layer: usize) -> i32 {
    sum.clamp(0, CAPS[layer])
}

fn add<T: Copy>(sums: &mut [i32], terms: &[T], of: impl Fn(T) -> i32) {
    sums.iter_mut().zip(terms).for_each(|(sum, &term)| *sum = sum.wrapping_add(of(term)));
}

impl Sums {
    fn of(examples: &Labelled<'_>, network: &IntegerNetwork) -> Sums {
        let asked = |output| {
            let of = examples
                .results
                .iter()
                .map(move |&result| target(output, result).map_or(2, u8::from));
            of.collect()
        };
        let mut sums = Sums {
            columns: examples.columns(),
            layers: [Vec::new(), Vec::new(), Vec::new()],
            targets: (0..network.topology.outputs).map(asked).collect(),
        };
        sums.sum_up(network);
        sums
    }

    /// All sums anew.
    fn sum_up(&mut self, network: &IntegerNetwork) {
        for layer in 0..3 {
            let units = 0..network.topology.layers()[layer + 1];
            self.layers[layer] = units.map(|unit| self.summed(network, layer, unit)).collect();
        }
    }

    /// What a unit sums up, from the layer below.
    fn summed(&self, network: &IntegerNetwork, layer: usize, unit: usize) -> Vec<i32> {
        let (layers, offsets) = (network.topology.layers(), network.topology.offsets());
        let (from, to) = (layers[layer], layers[layer + 1]);
        let weight = |row: usize| network.weights[offsets[layer] + row * to + unit];
        let mut sum = vec![weight(from) * THRESHOLD_UNIT[layer] as i32; self.targets[0].len()];
        for row in 0..from {
            match (weight(row), layer) {
                (0, _) => (),
                (weight, 0) => add(&mut sum, &self.columns[row], |input| weight * i32::from(input)),
                (weight, _) => {
                    let below = &self.layers[layer - 1][row];
                    add(&mut sum, below, |below| weight * rectified(below, layer - 1));
                }
            }
        }
        sum
    }

    /// The same of some positions.
    fn of_some(&self, chosen: &[u32]) -> Sums {
        fn some<T: Copy>(all: &[Vec<T>], chosen: &[u32]) -> Vec<Vec<T>> {
            all.iter().map(|all| chosen.iter().map(|&at| all[at as usize]).collect()).collect()
        }
        Sums {
            columns: some(&self.columns, chosen),
            layers: self.layers.each_ref().map(|layer| some(layer, chosen)),
            targets: some(&self.targets, chosen),
        }
    }
}

/// New values of weights, all into units of one layer.
#[derive(Clone, Debug)]
struct Move {
    layer: usize,
    /// Row, unit, new value.
    changes: Vec<(usize, usize, i32)>,
}

/// The sums that a move changes: those of the layer it is about, and of the layers above.
#[derive(Default)]
struct Changed([Vec<(usize, Vec<i32>)>; 3]);

impl Changed {
    fn keep(self, sums: &mut Sums) {
        for (layer, changed) in self.0.into_iter().enumerate() {
            for (unit, changed) in changed {
                sums.layers[layer][unit] = changed;
            }
        }
    }
}

/// Counts added up, or taken away.
fn with(counts: &Counts, other: &Counts, of: fn(u32, u32) -> u32) -> Counts {
    let both = counts.iter().zip(other);
    both.map(|(counts, other)| {
        std::array::from_fn(|class| {
            std::array::from_fn(|target| of(counts[class][target], other[class][target]))
        })
    })
    .collect()
}

impl Search {
    fn new(examples: &Labelled<'_>, network: IntegerNetwork) -> Search {
        let class_of = (-LOOKED_UP..LOOKED_UP).map(|at| sureness(at << 7) as u8).collect();
        let all = Sums::of(examples, &network);
        let mut search = Search {
            near: all.clone(),
            all,
            far: Vec::new(),
            network,
            scale: examples.scale,
            class_of,
            weight_bits: 0.0,
            exception_bits: 0.0,
            heat: 0.0,
        };
        search.look_near();
        search
    }

    fn bits(&self) -> f64 {
        self.weight_bits + self.exception_bits
    }

    /// Sums up all positions, and finds those near the border, anew.
    fn look_near(&mut self) {
        self.all.sum_up(&self.network);
        let counts = self.counts(&self.all, &Changed::default());
        self.weight_bits = weight_code::bits(&mut self.network);
        self.exception_bits = self.exception_bits_of(&counts);
        let far = FAR * UNIT;
        let is_near = |at: &u32| {
            let at = *at as usize;
            self.all.layers[2].iter().zip(&self.all.targets).any(|(outputs, targets)| {
                let output = i64::from(outputs[at]);
                let is_wrong = targets[at] < 2 && (output >= 0) != (targets[at] == 1);
                output.abs() < far || is_wrong
            })
        };
        let count = self.all.targets[0].len() as u32;
        let (near, far): (Vec<u32>, Vec<u32>) = (0..count).partition(is_near);
        self.near = self.all.of_some(&near);
        self.far = self.counts(&self.all.of_some(&far), &Changed::default());
    }

    /// Positions by class, once a move is made.
    fn counts(&self, of: &Sums, changed: &Changed) -> Counts {
        let of_output = |(output, targets): (usize, &Vec<u8>)| {
            let new = changed.0[2].iter().find(|(unit, _)| *unit == output);
            let sums = new.map_or(&of.layers[2][output], |(_, sums)| sums);
            let mut counts = [[0u32; 3]; CLASSES];
            for (&sum, &target) in sums.iter().zip(targets) {
                let at = ((sum >> 7) + LOOKED_UP).clamp(0, 2 * LOOKED_UP - 1);
                counts[usize::from(self.class_of[at as usize])][usize::from(target)] += 1;
            }
            counts
        };
        of.targets.iter().enumerate().map(of_output).collect()
    }

    fn exception_bits_of(&self, counts: &Counts) -> f64 {
        let mut bits = 0.0;
        for counts in counts {
            for (class, &[no, yes, _]) in counts.iter().enumerate() {
                let (right, wrong) = if class < CLASSES / 2 { (no, yes) } else { (yes, no) };
                let [right, wrong] = [right, wrong].map(|count| f64::from(count) * self.scale);
                bits += exception_model(class).code_length(right, wrong);
            }
        }
        bits
    }

    fn place(&self, layer: usize, row: usize, unit: usize) -> usize {
        let (layers, offsets) = (self.network.topology.layers(), self.network.topology.offsets());
        offsets[layer] + row * layers[layer + 1] + unit
    }

    /// Tries every weight; tells how many were changed.
    fn sweep(&mut self, rng: &mut ChaCha8Rng) -> usize {
        let layers = self.network.topology.layers();
        let mut changes = 0;
        for layer in 0..3 {
            for row in 0..=layers[layer] {
                for unit in 0..layers[layer + 1] {
                    for change in self.moves(layer, row, unit, rng) {
                        changes += usize::from(self.trial(&change, rng));
                    }
                }
            }
        }
        self.look_near();
        changes
    }

    /// What is tried of a weight.
    fn moves(&self, layer: usize, row: usize, unit: usize, rng: &mut ChaCha8Rng) -> Vec<Move> {
        let rows = self.network.topology.layers()[layer];
        let now = self.network.weights[self.place(layer, row, unit)];
        let one = |to: i32| Move { layer, changes: vec![(row, unit, to)] };
        if now == 0 {
            let size = SIZES[rng.random_range(1..9)];
            return vec![one(size), one(-size)];
        }
        let mut moves = vec![one(beside(now, -1)), one(beside(now, 1)), one(0)];
        if row < rows {
            let other = rng.random_range(0..rows);
            if self.network.weights[self.place(layer, other, unit)] == 0 {
                moves.push(Move { layer, changes: vec![(row, unit, 0), (other, unit, now)] });
            }
        }
        moves
    }

    /// Tries a move and keeps it if that saves bits, or does not cost many.
    fn trial(&mut self, change: &Move, rng: &mut ChaCha8Rng) -> bool {
        let mut moved = self.network.clone();
        for &(row, unit, to) in &change.changes {
            moved.weights[self.place(change.layer, row, unit)] = to;
        }
        let weight_bits = weight_code::bits(&mut moved);
        let is_lost = change
            .changes
            .iter()
            .any(|&(row, unit, to)| moved.weights[self.place(change.layer, row, unit)] != to);
        let allowed = self.bits() - GAIN - self.heat * rng.random::<f64>().max(1e-12).ln();
        if is_lost || weight_bits > self.weight_bits + HOPELESS || moved == self.network {
            return false;
        }
        let seen = self.changed(&self.near, &moved, change);
        let near = self.counts(&self.near, &seen);
        let bits = self.exception_bits_of(&with(&near, &self.far, u32::wrapping_add));
        if weight_bits + bits > allowed {
            return false;
        }
        // What looks good near the border may throw far positions across it: all of them are asked.
        let seen_all = self.changed(&self.all, &moved, change);
        let all = self.counts(&self.all, &seen_all);
        let exception_bits = self.exception_bits_of(&all);
        if weight_bits + exception_bits > allowed {
            return false;
        }
        self.far = with(&all, &near, u32::wrapping_sub);
        let lost = moved.weights.iter().zip(&self.network.weights).filter(|(new, old)| new != old);
        let is_more = lost.count() > change.changes.len();
        self.network = moved;
        if is_more {
            // A unit that nobody uses any more has lost its weights.
            self.look_near();
            return true;
        }
        seen.keep(&mut self.near);
        seen_all.keep(&mut self.all);
        (self.weight_bits, self.exception_bits) = (weight_bits, exception_bits);
        true
    }

    /// The sums of some positions that a move changes.
    fn changed(&self, of: &Sums, moved: &IntegerNetwork, change: &Move) -> Changed {
        let layers = self.network.topology.layers();
        let mut changed = Changed::default();
        for &(row, unit, to) in &change.changes {
            let by = to - self.network.weights[self.place(change.layer, row, unit)];
            let here = &mut changed.0[change.layer];
            if here.iter().all(|(other, _)| *other != unit) {
                here.push((unit, of.layers[change.layer][unit].clone()));
            }
            let Some((_, sums)) = here.iter_mut().find(|(other, _)| *other == unit) else {
                continue;
            };
            match change.layer {
                layer if row == layers[layer] => {
                    let by = by * THRESHOLD_UNIT[layer] as i32;
                    sums.iter_mut().for_each(|sum| *sum += by);
                }
                0 => add(sums, &of.columns[row], |input| by * i32::from(input)),
                layer => {
                    add(sums, &of.layers[layer - 1][row], |below| by * rectified(below, layer - 1))
                }
            }
        }
        for layer in change.layer + 1..3 {
            let below = std::mem::take(&mut changed.0[layer - 1]);
            for unit in 0..layers[layer + 1] {
                let mut sums: Option<Vec<i32>> = None;
                for (row, new) in &below {
                    let weight = moved.weights[self.place(layer, *row, unit)];
                    if weight == 0 {
                        continue;
                    }
                    let sums = sums.get_or_insert_with(|| of.layers[layer][unit].clone());
                    let old = &of.layers[layer - 1][*row];
                    for (sum, (&new, &old)) in sums.iter_mut().zip(new.iter().zip(old)) {
                        *sum += weight * (rectified(new, layer - 1) - rectified(old, layer - 1));
                    }
                }
                changed.0[layer].extend(sums.map(|sums| (unit, sums)));
            }
            changed.0[layer - 1] = below;
        }
        changed
    }
}

/// The weight so many sizes above or below.
fn beside(weight: i32, steps: i32) -> i32 {
    let at = nearest_size(weight as f32) as i32 * weight.signum() + steps;
    let size = SIZES[(at.unsigned_abs() as usize).min(SIZES.len() - 1)];
    size * at.signum()
}
