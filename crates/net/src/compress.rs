//! Weights moved one at a time until weights and exceptions together take fewest bits.
//!
//! A trained network is rounded to whole numbers, which spoils some verdicts. Then every weight in turn is tried one
//! greater, one less, and at zero; what shortens the file is kept. The length is that of the file itself: the weights by
//! their code, the exceptions by how sure the network was. What every unit says for every position is kept, so that a trial
//! takes one pass over one unit.

use crate::examples::Examples;
use crate::integer::{CLASSES, IntegerNetwork, MOST, THRESHOLD_UNIT, exception_model, sureness};
use crate::relu::target;
use crate::weight_code;

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

/// A trial that costs this many bits more for the weight alone is not made.
const HOPELESS: f64 = 14.0;

/// The least gain, in bits.
const GAIN: f64 = 0.05;

/// Moves weights for at most so many passes; `watch` hears of every pass and may stop by saying no.
pub fn compress(
    examples: &Examples,
    network: IntegerNetwork,
    sweeps: usize,
    mut watch: impl FnMut(Sweep) -> bool,
) -> IntegerNetwork {
    let mut search = Search::new(examples, network);
    for sweep in 0..sweeps {
        let changes = search.sweep();
        let (weight_bits, exception_bits) = (search.weight_bits, search.exception_bits);
        let told = Sweep { done: sweep + 1, total: sweeps, changes, weight_bits, exception_bits };
        if !watch(told) || changes == 0 {
            break;
        }
    }
    search.network
}

struct Search<'a> {
    examples: &'a Examples,
    network: IntegerNetwork,
    /// Inputs, input by input.
    columns: Vec<Vec<i8>>,
    /// What each unit of the two hidden layers and each output sums up to, unit by unit, before it is rectified.
    sums: [Vec<Vec<i32>>; 3],
    /// 0 and 1 for what each output should say of each position, 2 where it is not asked.
    targets: Vec<Vec<u8>>,
    class_of: Vec<u8>,
    weight_bits: f64,
    exception_bits: f64,
    /// How much the sum of a unit changes, how much the unit itself, and the outputs that follow: room for a trial.
    changed: Vec<i32>,
    rectified: Vec<i32>,
    outputs: Vec<Vec<i32>>,
}

/// Outputs are looked up by their multiples of 128, from -512 to 511.
const LOOKED_UP: i32 = 512;

impl<'a> Search<'a> {
    fn new(examples: &'a Examples, network: IntegerNetwork) -> Search<'a> {
        let (width, count) = (examples.features.len(), examples.len());
        let columns = (0..width)
            .map(|input| examples.inputs.iter().skip(input).step_by(width).copied().collect())
            .collect();
        let outputs = network.topology.outputs;
        let asked = |output| {
            let of = examples
                .results
                .iter()
                .map(move |&result| target(output, result).map_or(2, u8::from));
            of.collect()
        };
        let class_of =
            (-LOOKED_UP..LOOKED_UP).map(|at| sureness(i64::from(at) << 7) as u8).collect();
        let targets = (0..outputs).map(asked).collect();
        let mut search = Search {
            examples,
            columns,
            sums: [Vec::new(), Vec::new(), Vec::new()],
            targets,
            class_of,
            weight_bits: 0.0,
            exception_bits: 0.0,
            changed: vec![0; count],
            rectified: vec![0; count],
            outputs: vec![vec![0; count]; outputs],
            network,
        };
        search.weight_bits = weight_code::bits(&mut search.network);
        search.sum_up();
        search.exception_bits = search.bits_of(&search.sums[2]);
        search
    }

    /// All sums anew.
    fn sum_up(&mut self) {
        let (layers, offsets) = (self.network.topology.layers(), self.network.topology.offsets());
        for layer in 0..3 {
            let (from, to) = (layers[layer], layers[layer + 1]);
            let mut sums = Vec::with_capacity(to);
            for unit in 0..to {
                let weight = |row: usize| self.network.weights[offsets[layer] + row * to + unit];
                let mut sum =
                    vec![weight(from) * THRESHOLD_UNIT[layer] as i32; self.examples.len()];
                for row in 0..from {
                    match (weight(row), layer) {
                        (0, _) => (),
                        (weight, 0) => {
                            add(&mut sum, &self.columns[row], |input| weight * i32::from(input))
                        }
                        (weight, _) => {
                            add(&mut sum, &self.sums[layer - 1][row], |below| weight * below.max(0))
                        }
                    }
                }
                sums.push(sum);
            }
            self.sums[layer] = sums;
        }
    }

    /// What the exceptions take with these outputs, in bits.
    fn bits_of(&self, outputs: &[Vec<i32>]) -> f64 {
        let mut bits = 0.0;
        for (outputs, targets) in outputs.iter().zip(&self.targets) {
            let mut counts = [[0u32; 3]; CLASSES];
            for (&output, &target) in outputs.iter().zip(targets) {
                let at = ((output >> 7) + LOOKED_UP).clamp(0, 2 * LOOKED_UP - 1);
                counts[usize::from(self.class_of[at as usize])][usize::from(target)] += 1;
            }
            for (class, &[no, yes, _]) in counts.iter().enumerate() {
                let (right, wrong) = if class < CLASSES / 2 { (no, yes) } else { (yes, no) };
                let [right, wrong] =
                    [right, wrong].map(|count| f64::from(count) * self.examples.scale);
                bits += exception_model(class).code_length(right, wrong);
            }
        }
        bits
    }

    /// Tries every weight; tells how many were changed.
    fn sweep(&mut self) -> usize {
        let mut changes = 0;
        for at in 0..self.network.weights.len() {
            let before = self.network.weights[at];
            for to in [before - 1, before + 1, 0] {
                if to.abs() <= MOST && to != self.network.weights[at] && self.trial(at, to) {
                    changes += 1;
                }
            }
        }
        changes
    }

    /// Tries another value of one weight and keeps it if that saves bits.
    fn trial(&mut self, at: usize, to: i32) -> bool {
        let before = self.network.weights[at];
        let mut moved = self.network.clone();
        moved.weights[at] = to;
        let weight_bits = weight_code::bits(&mut moved);
        if moved.weights[at] != to || weight_bits > self.weight_bits + HOPELESS {
            return false;
        }
        let (layers, offsets) = (self.network.topology.layers(), self.network.topology.offsets());
        let layer = (0..3).rfind(|&layer| offsets[layer] <= at).unwrap_or(0);
        let width = layers[layer + 1];
        let (row, unit) = ((at - offsets[layer]) / width, (at - offsets[layer]) % width);
        self.change(layer, row, to - before);
        self.follow(layer, unit);
        let exception_bits = self.bits_of(&self.outputs);
        if weight_bits + exception_bits > self.weight_bits + self.exception_bits - GAIN {
            return false;
        }
        self.keep(layer, unit, exception_bits);
        self.network = moved;
        self.weight_bits = weight_bits;
        true
    }

    /// How much the sum of a unit changes.
    fn change(&mut self, layer: usize, row: usize, by: i32) {
        if row == self.network.topology.layers()[layer] {
            self.changed.fill(by * THRESHOLD_UNIT[layer] as i32);
        } else if layer == 0 {
            let new = self.columns[row].iter().map(|&input| by * i32::from(input));
            self.changed.iter_mut().zip(new).for_each(|(changed, new)| *changed = new);
        } else {
            let new = self.sums[layer - 1][row].iter().map(|&below| by * below.max(0));
            self.changed.iter_mut().zip(new).for_each(|(changed, new)| *changed = new);
        }
    }

    /// The outputs that follow when the sum of a unit changes so.
    fn follow(&mut self, layer: usize, unit: usize) {
        let (layers, offsets) = (self.network.topology.layers(), self.network.topology.offsets());
        for (room, sums) in self.outputs.iter_mut().zip(&self.sums[2]) {
            room.copy_from_slice(sums);
        }
        if layer == 2 {
            add(&mut self.outputs[unit], &self.changed, |changed| changed);
            return;
        }
        let sums = self.changed.iter().zip(&self.sums[layer][unit]);
        for (rectified, (&changed, &sum)) in self.rectified.iter_mut().zip(sums) {
            *rectified = (sum + changed).max(0) - sum.max(0);
        }
        let third =
            |row: usize, output: usize| self.network.weights[offsets[2] + row * layers[3] + output];
        if layer == 1 {
            for (output, room) in self.outputs.iter_mut().enumerate() {
                let weight = third(unit, output);
                add(room, &self.rectified, |changed| weight.wrapping_mul(changed));
            }
            return;
        }
        for above in 0..layers[2] {
            let weight = self.network.weights[offsets[1] + unit * layers[2] + above];
            for (output, room) in self.outputs.iter_mut().enumerate() {
                let further = third(above, output);
                if weight == 0 || further == 0 {
                    continue;
                }
                let changed = self.rectified.iter().zip(&self.sums[1][above]);
                for (room, (&changed, &sum)) in room.iter_mut().zip(changed) {
                    let by = (sum + weight * changed).max(0) - sum.max(0);
                    *room = room.wrapping_add(further.wrapping_mul(by));
                }
            }
        }
    }

    /// Makes a trial's sums the sums.
    fn keep(&mut self, layer: usize, unit: usize, exception_bits: f64) {
        let (layers, offsets) = (self.network.topology.layers(), self.network.topology.offsets());
        std::mem::swap(&mut self.outputs, &mut self.sums[2]);
        self.exception_bits = exception_bits;
        if layer < 2 {
            add(&mut self.sums[layer][unit], &self.changed, |changed| changed);
        }
        if layer == 0 {
            for above in 0..layers[2] {
                let weight = self.network.weights[offsets[1] + unit * layers[2] + above];
                add(&mut self.sums[1][above], &self.rectified, |changed| weight * changed);
            }
        }
    }
}

fn add<T: Copy>(sums: &mut [i32], terms: &[T], of: impl Fn(T) -> i32) {
    sums.iter_mut().zip(terms).for_each(|(sum, &term)| *sum = sum.wrapping_add(of(term)));
}
