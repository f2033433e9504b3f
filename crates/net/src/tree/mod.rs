//! Rule induction: a decision tree over a network's inputs, and what it takes to write it down.
//!
//! A reader of the file knows every position of the endgame, as the reader of a network does. So nothing needs to be written
//! that follows from the positions that come to a node: which inputs differ among them, which thresholds divide them. Where few
//! positions come, telling their results may be shorter than another question.
//!
//! - `grow`: questions chosen by what the whole subtree would take
//! - `code`: how a tree becomes bits, and bits a tree

mod code;
mod grow;

use crate::examples::{Labelled, WhiteResult};

/// A question or an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    /// Whether an input is at most a threshold: the tree for yes, the tree for no.
    Split { input: usize, threshold: i8, branches: Box<[Node; 2]> },
    /// All positions have this result.
    Answer(WhiteResult),
    /// Each position's result is told, in their order; the commonest stands for the rest.
    Told(WhiteResult),
}

/// A binary decision tree: each question is whether one input is at most a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    root: Node,
}

/// How carefully to grow a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// How many of the questions that gain most are tried, each with the subtrees it leads to.
    pub breadth: usize,
    /// What one question more must be worth, in bits, for the subtree to be kept: 0 makes the shortest file, more a smaller tree
    /// that is right less often.
    pub worth: u32,
}

impl Tree {
    /// Grows a tree in which every example is right: by a question, or because its result is told.
    pub fn grow(examples: &Labelled<'_>, growth: Growth) -> Tree {
        Tree { root: grow::root(examples, growth) }
    }

    /// The answer for a position; where results are told one by one, the commonest.
    pub fn answer(&self, inputs: &[i8]) -> WhiteResult {
        let mut node = &self.root;
        loop {
            match node {
                Node::Answer(result) | Node::Told(result) => return *result,
                Node::Split { input, threshold, branches } => {
                    node = &branches[usize::from(inputs[*input] > *threshold)];
                }
            }
        }
    }

    /// How many examples the questions alone get wrong.
    pub fn wrong(&self, examples: &Labelled<'_>) -> usize {
        (0..examples.len())
            .filter(|&at| self.answer(examples.inputs_of(at)) != examples.results[at])
            .count()
    }

    /// How many questions it asks.
    pub fn questions(&self) -> usize {
        fn count(node: &Node) -> usize {
            match node {
                Node::Split { branches, .. } => 1 + branches.iter().map(count).sum::<usize>(),
                Node::Answer(_) | Node::Told(_) => 0,
            }
        }
        count(&self.root)
    }

    /// The tree and whatever results it tells, as bytes.
    pub fn pack(&self, examples: &Labelled<'_>) -> Vec<u8> {
        code::write(&self.root, examples)
    }

    /// How many bytes the questions and answers alone take, the results that are told left out: a tree that may err.
    pub fn questions_bytes(&self, examples: &Labelled<'_>) -> usize {
        fn hushed(node: &Node) -> Node {
            match node {
                Node::Split { input, threshold, branches } => {
                    let branches = Box::new([hushed(&branches[0]), hushed(&branches[1])]);
                    Node::Split { input: *input, threshold: *threshold, branches }
                }
                Node::Answer(result) | Node::Told(result) => Node::Answer(*result),
            }
        }
        let answers: Vec<WhiteResult> =
            (0..examples.len()).map(|at| self.answer(examples.inputs_of(at))).collect();
        code::write(&hushed(&self.root), &Labelled { results: &answers, ..*examples }).len()
    }

    /// Reads a tree; the results of the examples are those that the bytes tell.
    pub fn unpack(bytes: &[u8], inputs: &Labelled<'_>) -> (Tree, Vec<WhiteResult>) {
        let (root, results) = code::read(bytes, inputs);
        (Tree { root }, results)
    }
}

/// The members on either side of a question, in their order.
fn divided(examples: &Labelled<'_>, members: &[u32], input: usize, threshold: i8) -> [Vec<u32>; 2] {
    let (mut no, mut yes) = (Vec::new(), Vec::new());
    for &at in members {
        let side =
            if examples.inputs_of(at as usize)[input] > threshold { &mut no } else { &mut yes };
        side.push(at);
    }
    [yes, no]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Results that a few questions tell, but for some that none does.
    fn results(inputs: &[i8], noise: &[usize]) -> Vec<WhiteResult> {
        let of = |row: &[i8]| match row {
            [a, b, _] if *a > 2 && *b <= 1 => WhiteResult::Win,
            [_, b, c] if *b == *c => WhiteResult::Loss,
            _ => WhiteResult::Draw,
        };
        let mut results: Vec<WhiteResult> = inputs.chunks_exact(3).map(of).collect();
        for &at in noise {
            let length = results.len();
            results[at % length] = WhiteResult::Win;
        }
        results
    }

    proptest! {
        /// The bytes alone, with the inputs, tell every result.
        #[test]
        fn results_come_back(
            inputs in prop::collection::vec(0..6i8, 300),
            noise in prop::collection::vec(0..100usize, 0..9),
            breadth in 1..4usize,
        ) {
            let results = results(&inputs, &noise);
            let examples = Labelled::new(&inputs, 3, &results);
            let tree = Tree::grow(&examples, Growth { breadth, worth: 0 });
            let bytes = tree.pack(&examples);
            let blank = vec![WhiteResult::Draw; results.len()];
            let unseen = Labelled { results: &blank, ..examples };
            let (read, told) = Tree::unpack(&bytes, &unseen);
            prop_assert_eq!(told, results);
            prop_assert_eq!(read.questions(), tree.questions());
        }
    }

    /// One question is enough: it is found, and nothing else is asked.
    #[test]
    fn the_question_is_found() {
        let inputs: Vec<i8> = (0..200).flat_map(|at| [at as i8 % 7, at as i8 % 5]).collect();
        let results: Vec<WhiteResult> = inputs
            .chunks_exact(2)
            .map(|row| if row[1] > 2 { WhiteResult::Win } else { WhiteResult::Draw })
            .collect();
        let examples = Labelled::new(&inputs, 2, &results);
        let tree = Tree::grow(&examples, Growth { breadth: 2, worth: 0 });
        assert_eq!((tree.questions(), tree.wrong(&examples)), (1, 0));
        assert_eq!(tree.answer(&[6, 3]), WhiteResult::Win);
        assert_eq!(tree.answer(&[0, 2]), WhiteResult::Draw);
    }
}
