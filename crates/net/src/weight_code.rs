//! How the weights of a network in whole numbers become bits.
//!
//! The layers go from the last to the first. Of each input of a layer one bit tells whether it is used at all; of each
//! weight of a used input, whether it is zero, its sign, and its size in unary. Nothing is written of the weights into a
//! unit that the next layer does not use.

use crate::bit_coder::{BitDecoder, BitEncoder, BitModel};
use crate::integer::{IntegerNetwork, SIZES, nearest_size};
use crate::relu::Topology;

/// The kinds of bits of one layer.
const KINDS: usize = 3 + SIZES.len();
const USED: usize = 0;
const NONZERO: usize = 1;
const NEGATIVE: usize = 2;
const LARGER: usize = 3;

/// Whoever takes the bits in their order: an encoder, a decoder, or a counter of them.
trait Bits {
    /// The bit of this kind that comes next: the given one, or the one that was read.
    fn bit(&mut self, layer: usize, kind: usize, bit: bool) -> bool;
}

/// Walks over all weights; a reader fills them in.
fn walk(topology: &Topology, weights: &mut [i32], bits: &mut impl Bits) {
    let (offsets, layers) = (topology.offsets(), topology.layers());
    let mut alive = vec![true; layers[3]];
    for layer in (0..3).rev() {
        let (from, to) = (layers[layer], layers[layer + 1]);
        let mut used_below = vec![false; from];
        for row in 0..=from {
            let weights = &mut weights[offsets[layer] + row * to..][..to];
            for (weight, _) in weights.iter_mut().zip(&alive).filter(|(_, alive)| !**alive) {
                *weight = 0;
            }
            let used = bits.bit(layer, USED, weights.iter().any(|&weight| weight != 0));
            if row < from {
                used_below[row] = used;
            }
            if used {
                for (weight, _) in weights.iter_mut().zip(&alive).filter(|(_, alive)| **alive) {
                    *weight = one(layer, *weight, bits);
                }
            }
        }
        alive = used_below;
    }
}

fn one(layer: usize, weight: i32, bits: &mut impl Bits) -> i32 {
    if !bits.bit(layer, NONZERO, weight != 0) {
        return 0;
    }
    let negative = bits.bit(layer, NEGATIVE, weight < 0);
    let wanted = nearest_size(weight as f32);
    let mut size = 1;
    while size < SIZES.len() - 1 && bits.bit(layer, LARGER + size, wanted > size) {
        size += 1;
    }
    if negative { -SIZES[size] } else { SIZES[size] }
}

struct Writer<'a> {
    models: [[BitModel; KINDS]; 3],
    encoder: &'a mut BitEncoder,
}

impl Bits for Writer<'_> {
    fn bit(&mut self, layer: usize, kind: usize, bit: bool) -> bool {
        self.encoder.encode(bit, &mut self.models[layer][kind]);
        bit
    }
}

struct Reader<'a, 'b> {
    models: [[BitModel; KINDS]; 3],
    decoder: &'a mut BitDecoder<'b>,
}

impl Bits for Reader<'_, '_> {
    fn bit(&mut self, layer: usize, kind: usize, _: bool) -> bool {
        self.decoder.decode(&mut self.models[layer][kind])
    }
}

#[derive(Default)]
struct Counter {
    counts: [[[u32; 2]; KINDS]; 3],
}

impl Bits for Counter {
    fn bit(&mut self, layer: usize, kind: usize, bit: bool) -> bool {
        self.counts[layer][kind][usize::from(bit)] += 1;
        bit
    }
}

const FRESH: [[BitModel; KINDS]; 3] = [[BitModel::EVEN; KINDS]; 3];

/// Writes the weights.
pub(crate) fn write(network: &IntegerNetwork, encoder: &mut BitEncoder) {
    let mut weights = network.weights.clone();
    walk(&network.topology, &mut weights, &mut Writer { models: FRESH, encoder });
}

/// How many bytes the weights of a network take by themselves.
pub fn bytes(network: &IntegerNetwork) -> usize {
    let mut encoder = BitEncoder::default();
    write(network, &mut encoder);
    encoder.finish().len()
}

/// Reads the weights of a network with these layers.
pub(crate) fn read(topology: Topology, decoder: &mut BitDecoder<'_>) -> IntegerNetwork {
    let mut weights = vec![0; topology.weights()];
    walk(&topology, &mut weights, &mut Reader { models: FRESH, decoder });
    IntegerNetwork { topology, weights }
}

/// How many bits the weights take. Weights into units that are not used become zero: they would not be written.
pub(crate) fn bits(network: &mut IntegerNetwork) -> f64 {
    let mut counter = Counter::default();
    walk(&network.topology, &mut network.weights, &mut counter);
    let all = counter.counts.iter().flatten();
    all.map(|&[zeros, ones]| BitModel::EVEN.code_length(f64::from(zeros), f64::from(ones))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Weights come back, all that matter, and take about as many bytes as foretold.
        #[test]
        fn weights_come_back(weights in prop::collection::vec(prop_oneof![5 => Just(0), 3 => -4..5i32, 1 => Just(-96), 1 => Just(24)], 8 * 5 + 6 * 4 + 5 * 2)) {
            let topology = Topology { inputs: 7, hidden: [5, 4], outputs: 2 };
            let mut network = IntegerNetwork { topology, weights };
            let foretold = bits(&mut network) / 8.0;
            let mut encoder = BitEncoder::default();
            write(&network, &mut encoder);
            let bytes = encoder.finish();
            prop_assert!((bytes.len() as f64 - foretold).abs() < 3.0);
            prop_assert_eq!(read(topology, &mut BitDecoder::new(&bytes)), network);
        }
    }
}
