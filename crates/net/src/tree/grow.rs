//! Questions chosen by what the whole subtree would take.

use crate::bit_coder::BitModel;
use crate::examples::Labelled;

use super::code::commonest;
use super::{Growth, Node, divided};

/// About what a question takes, in bits: which input, which threshold, that it is one.
const QUESTION: f64 = 7.5;
/// About what an answer takes, in bits.
const ANSWER: f64 = 1.2;
/// About what it takes to say that results are told one by one, in bits.
const TOLD: f64 = 2.5;

/// Values of an input are counted from here.
const LEAST: i8 = -32;

/// Questions are looked for among the inputs, column by column.
struct Grower<'a> {
    examples: &'a Labelled<'a>,
    columns: Vec<Vec<i8>>,
    breadth: usize,
    question: f64,
}

#[derive(Clone, Copy)]
struct Question {
    gain: f64,
    input: usize,
    threshold: i8,
}

/// The root of a tree.
pub(super) fn root(examples: &Labelled<'_>, growth: Growth) -> Node {
    let grower = Grower {
        examples,
        columns: examples.columns(),
        breadth: growth.breadth.max(1),
        question: QUESTION + f64::from(growth.worth),
    };
    grower.careful((0..examples.len() as u32).collect())
}

fn entropy(counts: [u32; 3]) -> f64 {
    let all = f64::from(counts.iter().sum::<u32>());
    let of = |&count: &u32| match count {
        0 => 0.0,
        count => -f64::from(count) * (f64::from(count) / all).log2(),
    };
    counts.iter().map(of).sum()
}

impl Grower<'_> {
    fn counts(&self, members: &[u32]) -> [u32; 3] {
        let mut counts = [0; 3];
        members.iter().for_each(|&at| counts[self.examples.results[at as usize] as usize] += 1);
        counts
    }

    /// What it takes to ask nothing more, in bits.
    fn without_questions(&self, counts: [u32; 3]) -> f64 {
        let all: u32 = counts.iter().sum();
        if counts.contains(&all) {
            return ANSWER;
        }
        let [losses, draws, wins] = counts.map(f64::from);
        let told = BitModel::EVEN.code_length(losses + draws, wins);
        let of_rest = if counts[0] > 0 { BitModel::EVEN.code_length(draws, losses) } else { 0.0 };
        TOLD + told + of_rest
    }

    /// The questions that gain most, the best first.
    fn questions(&self, members: &[u32], counts: [u32; 3], most: usize) -> Vec<Question> {
        let before = entropy(counts);
        let mut found: Vec<Question> = Vec::new();
        let mut seen = [[0u32; 3]; 64];
        for (input, column) in self.columns.iter().enumerate() {
            let (mut least, mut greatest) = (63, 0);
            for &at in members {
                let value = (column[at as usize] - LEAST) as usize;
                (least, greatest) = (least.min(value), greatest.max(value));
                seen[value][self.examples.results[at as usize] as usize] += 1;
            }
            let mut best: Option<Question> = None;
            let mut below = [0u32; 3];
            for (value, seen) in seen.iter().enumerate().take(greatest).skip(least) {
                if *seen == [0; 3] {
                    continue;
                }
                below.iter_mut().zip(seen).for_each(|(below, seen)| *below += seen);
                let above = std::array::from_fn(|result| counts[result] - below[result]);
                let gain = before - entropy(below) - entropy(above);
                if best.is_none_or(|best| gain > best.gain) {
                    best = Some(Question { gain, input, threshold: value as i8 + LEAST });
                }
            }
            seen[least..=greatest].fill([0; 3]);
            found.extend(best);
        }
        // Among equals the first input.
        found.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        found.truncate(most);
        found
    }

    /// About what the subtree takes if each question is the one that gains most, in bits.
    fn greedy(&self, members: &[u32]) -> f64 {
        let counts = self.counts(members);
        let bare = self.without_questions(counts);
        if bare <= self.question + 2.0 * ANSWER {
            return bare;
        }
        let Some(best) = self.questions(members, counts, 1).first().copied() else { return bare };
        let sides = divided(self.examples, members, best.input, best.threshold);
        bare.min(self.question + self.greedy(&sides[0]) + self.greedy(&sides[1]))
    }

    /// The subtree, each question being the best of a few by what would follow.
    fn careful(&self, members: Vec<u32>) -> Node {
        self.grown(&members).1
    }

    fn grown(&self, members: &[u32]) -> (f64, Node) {
        let counts = self.counts(members);
        let bare = self.without_questions(counts);
        let result = commonest(self.examples.results, members);
        let is_pure = counts.contains(&(members.len() as u32));
        let leaf = || if is_pure { Node::Answer(result) } else { Node::Told(result) };
        if bare <= self.question + 2.0 * ANSWER {
            return (bare, leaf());
        }
        let divide = |question: &Question| {
            divided(self.examples, members, question.input, question.threshold)
        };
        let questions = self.questions(members, counts, self.breadth);
        let cost = |question: &Question| match self.breadth {
            1 => -question.gain,
            _ => divide(question).iter().map(|side| self.greedy(side)).sum(),
        };
        let costed = questions.iter().map(|question| (cost(question), question));
        let Some((_, best)) = costed.min_by(|a, b| a.0.total_cmp(&b.0)) else {
            return (bare, leaf());
        };
        let [yes, no] = divide(best).map(|side| self.grown(&side));
        let asked = self.question + yes.0 + no.0;
        if asked >= bare {
            return (bare, leaf());
        }
        let branches = Box::new([yes.1, no.1]);
        (asked, Node::Split { input: best.input, threshold: best.threshold, branches })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::WhiteResult;

    /// Half and half of eight is eight bits; all of one kind none.
    #[test]
    fn entropy_by_hand() {
        assert!((entropy([0, 4, 4]) - 8.0).abs() < 1e-12);
        assert_eq!(entropy([0, 9, 0]), 0.0);
        assert_eq!(
            commonest(&[WhiteResult::Win, WhiteResult::Win, WhiteResult::Draw], &[0, 1, 2]),
            WhiteResult::Win
        );
    }
}
