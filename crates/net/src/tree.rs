//! Rule induction: a decision tree over a network's inputs, and what it takes to write it down.

use crate::bit_coder::{BitEncoder, BitModel};
use crate::examples::{Examples, WhiteResult};

/// A question or an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    /// Whether an input is at most a threshold: the tree for yes, the tree for no.
    Split {
        input: usize,
        threshold: i8,
        branches: Box<[Node; 2]>,
    },
    Leaf(WhiteResult),
}

/// A binary decision tree: each question is whether one input is at most a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    root: Node,
    leaves: usize,
}

/// What a tree takes on disk, written by the coder of the networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeSize {
    /// Leaves.
    pub leaves: usize,
    /// Bytes of questions and answers.
    pub bytes: usize,
}

fn entropy(counts: [usize; 3]) -> f64 {
    let all = counts.iter().sum::<usize>() as f64;
    counts
        .iter()
        .filter(|&&count| count > 0)
        .map(|&count| -(count as f64) * (count as f64 / all).log2())
        .sum()
}

impl Tree {
    /// Grows a tree until every leaf is right, or there are this many leaves: the leaf with most to gain is divided first, by
    /// the question that gains most.
    pub fn grow(examples: &Examples, most_leaves: usize) -> Tree {
        let all: Vec<u32> = (0..examples.len() as u32).collect();
        let mut grown = Grown { examples, nodes: vec![Growing::new(examples, all)], leaves: 1 };
        while grown.leaves < most_leaves && grown.divide() {}
        Tree { root: grown.node(0), leaves: grown.leaves }
    }

    /// The answer for a position.
    pub fn answer(&self, inputs: &[i8]) -> WhiteResult {
        let mut node = &self.root;
        loop {
            match node {
                Node::Leaf(result) => return *result,
                Node::Split { input, threshold, branches } => {
                    node = &branches[usize::from(inputs[*input] > *threshold)];
                }
            }
        }
    }

    /// How many examples it gets wrong.
    pub fn wrong(&self, examples: &Examples) -> usize {
        (0..examples.len())
            .filter(|&at| self.answer(examples.inputs_of(at)) != examples.results[at])
            .count()
    }

    /// How many leaves it has.
    pub fn leaves(&self) -> usize {
        self.leaves
    }

    /// What it takes to write it: depth first, a bit for leaf or question, the input by adaptive bits (which input, six bits
    /// as a tree of models), the threshold (five bits within the input's models), and the answer.
    pub fn size(&self) -> TreeSize {
        let mut writer = TreeWriter {
            encoder: BitEncoder::default(),
            is_leaf: [BitModel::EVEN; 24],
            input: vec![BitModel::EVEN; 256],
            threshold: vec![BitModel::EVEN; 256 * 32],
            answer: [BitModel::EVEN; 6],
        };
        writer.write(&self.root, 0, 0);
        TreeSize { leaves: self.leaves, bytes: writer.encoder.finish().len() }
    }
}

struct TreeWriter {
    encoder: BitEncoder,
    /// By depth.
    is_leaf: [BitModel; 24],
    input: Vec<BitModel>,
    threshold: Vec<BitModel>,
    /// By which branch of the parent it is.
    answer: [BitModel; 6],
}

impl TreeWriter {
    fn write(&mut self, node: &Node, depth: usize, branch: usize) {
        let model = &mut self.is_leaf[depth.min(23)];
        match node {
            Node::Leaf(result) => {
                self.encoder.encode(true, model);
                let [is_win, is_loss] =
                    [WhiteResult::Win, WhiteResult::Loss].map(|of| *result == of);
                self.encoder.encode(is_win, &mut self.answer[branch]);
                if !is_win {
                    self.encoder.encode(is_loss, &mut self.answer[branch + 3]);
                }
            }
            Node::Split { input, threshold, branches } => {
                self.encoder.encode(false, model);
                bits(&mut self.encoder, *input, 7, &mut self.input);
                let of_input = &mut self.threshold[input * 32..][..32];
                bits(&mut self.encoder, (*threshold + 8).clamp(0, 31) as usize, 5, of_input);
                self.write(&branches[0], depth + 1, 1);
                self.write(&branches[1], depth + 1, 2);
            }
        }
    }
}

/// A number bit by bit, each with the model of the bits before it.
fn bits(encoder: &mut BitEncoder, number: usize, width: u32, models: &mut [BitModel]) {
    let mut node = 1;
    for bit in (0..width).rev() {
        let bit = number >> bit & 1 == 1;
        encoder.encode(bit, &mut models[node]);
        node = node * 2 + usize::from(bit);
    }
}

struct Grown<'a> {
    examples: &'a Examples,
    nodes: Vec<Growing>,
    leaves: usize,
}

struct Growing {
    members: Vec<u32>,
    /// The majority.
    result: WhiteResult,
    /// The best question, with what it gains in bits.
    question: Option<(f64, usize, i8)>,
    children: Option<[usize; 2]>,
}

impl Growing {
    fn new(examples: &Examples, members: Vec<u32>) -> Growing {
        let mut counts = [0usize; 3];
        members.iter().for_each(|&at| counts[examples.results[at as usize] as usize] += 1);
        let most = (0..3).max_by_key(|&result| counts[result]).unwrap_or(1);
        let result = [WhiteResult::Loss, WhiteResult::Draw, WhiteResult::Win][most];
        let is_pure = counts[most] == members.len();
        let question = if is_pure { None } else { best_question(examples, &members, counts) };
        Growing { members, result, question, children: None }
    }
}

/// The question that gains most bits among these positions.
fn best_question(
    examples: &Examples,
    members: &[u32],
    counts: [usize; 3],
) -> Option<(f64, usize, i8)> {
    let before = entropy(counts);
    let width = examples.features.len();
    let mut best: Option<(f64, usize, i8)> = None;
    let mut seen = vec![[[0u32; 3]; 64]; width];
    for &at in members {
        let at = at as usize;
        let result = examples.results[at] as usize;
        for (seen, &input) in seen.iter_mut().zip(examples.inputs_of(at)) {
            seen[(input + 32) as usize][result] += 1;
        }
    }
    for (input, seen) in seen.iter().enumerate() {
        let mut below = [0usize; 3];
        for (value, counted) in seen.iter().enumerate() {
            (0..3).for_each(|result| below[result] += counted[result] as usize);
            let under: usize = below.iter().sum();
            if counted.iter().all(|&count| count == 0) || under == members.len() {
                continue;
            }
            let above = std::array::from_fn(|result| counts[result] - below[result]);
            let gain = before - entropy(below) - entropy(above);
            // Where no question gains, any that divides is good enough: what follows may gain.
            if best.is_none_or(|(most, ..)| gain > most) {
                best = Some((gain, input, value as i8 - 32));
            }
        }
    }
    best
}

impl Grown<'_> {
    /// Divides the leaf with most to gain; false if every leaf is pure or cannot be divided.
    fn divide(&mut self) -> bool {
        let gains = self.nodes.iter().enumerate().filter(|(_, node)| node.children.is_none());
        let gains = gains.filter_map(|(at, node)| Some((node.question?, at)));
        let Some(((_, input, threshold), at)) = gains.max_by(|a, b| a.0.0.total_cmp(&b.0.0)) else {
            return false;
        };
        let members = std::mem::take(&mut self.nodes[at].members);
        let (under, above): (Vec<u32>, Vec<u32>) = members
            .into_iter()
            .partition(|&member| self.examples.inputs_of(member as usize)[input] <= threshold);
        let first = self.nodes.len();
        self.nodes.push(Growing::new(self.examples, under));
        self.nodes.push(Growing::new(self.examples, above));
        self.nodes[at].children = Some([first, first + 1]);
        self.leaves += 1;
        true
    }

    fn node(&self, at: usize) -> Node {
        let node = &self.nodes[at];
        match (node.children, node.question) {
            (Some([yes, no]), Some((_, input, threshold))) => Node::Split {
                input,
                threshold,
                branches: Box::new([self.node(yes), self.node(no)]),
            },
            _ => Node::Leaf(node.result),
        }
    }
}
