//! How a tree becomes bits.
//!
//! ```text
//! node    is it a question?  by the number of positions that come there
//! question   which of the inputs that differ; which of the thresholds that divide
//! answer     do all have one result?  which; or the result of each
//! ```

use crate::bit_coder::{BitDecoder, BitEncoder, BitModel, BitStream, choose};
use crate::examples::{Labelled, WhiteResult};

use super::{Node, divided};

/// Numbers of positions are told apart by their doublings.
const SIZES: usize = 33;

/// Thresholds and values are shifted by this, to lie between 0 and 63.
const SHIFT: i8 = 32;

struct Models {
    is_question: [BitModel; SIZES],
    is_pure: [BitModel; SIZES],
    input: Vec<BitModel>,
    threshold: Vec<[BitModel; 64]>,
    answer: [[BitModel; 2]; 3],
}

impl Models {
    fn new(width: usize) -> Models {
        Models {
            is_question: [BitModel::EVEN; SIZES],
            is_pure: [BitModel::EVEN; SIZES],
            input: vec![BitModel::EVEN; width.next_power_of_two()],
            threshold: vec![[BitModel::EVEN; 64]; width],
            answer: [[BitModel::EVEN; 2]; 3],
        }
    }
}

fn size_class(count: usize) -> usize {
    count.max(1).ilog2() as usize
}

/// The distinct values of an input among some positions, shifted, sorted.
fn values(examples: &Labelled<'_>, members: &[u32], input: usize) -> Vec<usize> {
    let mut set = 0u64;
    for &at in members {
        set |= 1 << (examples.inputs_of(at as usize)[input] + SHIFT);
    }
    (0..64).filter(|value| set >> value & 1 == 1).collect()
}

fn result(
    bits: &mut impl BitStream,
    outputs: usize,
    wanted: WhiteResult,
    models: &mut [BitModel; 2],
) -> WhiteResult {
    if bits.bit(wanted == WhiteResult::Win, &mut models[0]) {
        WhiteResult::Win
    } else if outputs == 2 && bits.bit(wanted == WhiteResult::Loss, &mut models[1]) {
        WhiteResult::Loss
    } else {
        WhiteResult::Draw
    }
}

/// Walks over the nodes; a reader has none, and fills in results.
struct Walk<'a, B> {
    bits: B,
    models: Models,
    examples: &'a Labelled<'a>,
    outputs: usize,
    results: Vec<WhiteResult>,
}

impl<B: BitStream> Walk<'_, B> {
    /// `side` is which branch of a question this is, 2 at the root.
    fn node(&mut self, node: Option<&Node>, members: &[u32], side: usize) -> Node {
        let class = size_class(members.len());
        let is_question = matches!(node, Some(Node::Split { .. }));
        if self.bits.bit(is_question, &mut self.models.is_question[class]) {
            return self.question(node, members);
        }
        let is_pure = matches!(node, Some(Node::Answer(_)));
        if self.bits.bit(is_pure, &mut self.models.is_pure[class]) {
            let wanted = self.results[members.first().map_or(0, |&at| at as usize)];
            let models = &mut self.models.answer[side];
            let told = result(&mut self.bits, self.outputs, wanted, models);
            members.iter().for_each(|&at| self.results[at as usize] = told);
            return Node::Answer(told);
        }
        let mut models = [BitModel::EVEN; 2];
        for &at in members {
            let wanted = self.results[at as usize];
            self.results[at as usize] = result(&mut self.bits, self.outputs, wanted, &mut models);
        }
        Node::Told(commonest(&self.results, members))
    }

    fn question(&mut self, node: Option<&Node>, members: &[u32]) -> Node {
        let (wanted_input, wanted_threshold, branches) = match node {
            Some(Node::Split { input, threshold, branches }) => {
                (*input, *threshold, Some(branches))
            }
            _ => (0, 0, None),
        };
        let differing: Vec<usize> = (0..self.examples.width)
            .filter(|&input| values(self.examples, members, input).len() > 1)
            .collect();
        let input = choose(&mut self.bits, &differing, wanted_input, &mut self.models.input);
        let mut thresholds = values(self.examples, members, input);
        thresholds.pop();
        let wanted = (wanted_threshold + SHIFT) as usize;
        let models = &mut self.models.threshold[input];
        let threshold = choose(&mut self.bits, &thresholds, wanted, models) as i8 - SHIFT;
        let sides = divided(self.examples, members, input, threshold);
        let of = |side: usize| branches.map(|branches| &branches[side]);
        let yes = self.node(of(0), &sides[0], 0);
        let no = self.node(of(1), &sides[1], 1);
        Node::Split { input, threshold, branches: Box::new([yes, no]) }
    }
}

/// The commonest result; the better for White of two.
pub(super) fn commonest(results: &[WhiteResult], members: &[u32]) -> WhiteResult {
    let mut counts = [0; 3];
    members.iter().for_each(|&at| counts[results[at as usize] as usize] += 1);
    let all = [WhiteResult::Loss, WhiteResult::Draw, WhiteResult::Win];
    all.into_iter().max_by_key(|&result| counts[result as usize]).unwrap_or(WhiteResult::Draw)
}

fn walk<'a, B: BitStream>(
    bits: B,
    examples: &'a Labelled<'a>,
    node: Option<&Node>,
) -> (Node, Walk<'a, B>) {
    let members: Vec<u32> = (0..examples.len() as u32).collect();
    let models = Models::new(examples.width);
    let mut walk = Walk {
        bits,
        models,
        examples,
        outputs: examples.outputs,
        results: examples.results.to_vec(),
    };
    let root = walk.node(node, &members, 2);
    (root, walk)
}

/// A tree with the results it tells.
pub(super) fn write(root: &Node, examples: &Labelled<'_>) -> Vec<u8> {
    let (_, walk) = walk(BitEncoder::default(), examples, Some(root));
    walk.bits.finish()
}

/// The same read; the results given are not looked at.
pub(super) fn read(bytes: &[u8], inputs: &Labelled<'_>) -> (Node, Vec<WhiteResult>) {
    let (root, walk) = walk(BitDecoder::new(bytes), inputs, None);
    (root, walk.results)
}
