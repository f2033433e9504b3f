//! A binary decision diagram of KPK, and what it takes to write it down.
//!
//! The variables are the bits of the squares: six for each king, two for the pawn's file, three for its rank, one for the side
//! to move. Where no legal position is, the diagram may say anything: functions that agree wherever both are asked become one.

use std::collections::HashMap;
use std::fmt;

use endgame::rules::Color;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::bit_coder::{BitDecoder, BitEncoder, BitModel, BitStream, choose};
use crate::features::Place;
use crate::kpk::Kpk;

/// How many variables.
pub const VARIABLES: usize = 18;

/// In which order the variables are asked, the first first: white king's file 0 to 2 and rank 3 to 5, least bit first, black
/// king's 6 to 11, pawn's file 12 and 13 and rank 14 to 16, side to move 17.
pub type Order = [usize; VARIABLES];

/// What the bits of the kings' squares say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// Files and ranks.
    Absolute,
    /// How far each king is from the pawn, files and ranks modulo 8.
    FromPawn,
    /// How far the white king is from the pawn, and the black king from the white one, modulo 8.
    Chain,
}

impl Coding {
    /// All of them.
    pub const ALL: [Coding; 3] = [Coding::Absolute, Coding::FromPawn, Coding::Chain];

    /// In words.
    fn words(self) -> &'static str {
        match self {
            Coding::Absolute => "squares",
            Coding::FromPawn => "kings as seen from the pawn",
            Coding::Chain => "the white king as seen from the pawn, the black from the white",
        }
    }

    /// The 18 bits of a position.
    fn bits(self, [white, black, pawn]: [Place; 3], turn: Color) -> usize {
        let from = |a: Place, b: Place| ((a.0 - b.0) & 7, (a.1 - b.1) & 7);
        let [white, black] = match self {
            Coding::Absolute => [white, black],
            Coding::FromPawn => [from(white, pawn), from(black, pawn)],
            Coding::Chain => [from(white, pawn), from(black, white)],
        };
        white.0 as usize
            | (white.1 as usize) << 3
            | (black.0 as usize) << 6
            | (black.1 as usize) << 9
            | (pawn.0 as usize) << 12
            | (pawn.1 as usize) << 14
            | usize::from(turn == Color::Black) << 17
    }
}

impl fmt::Display for Coding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// Where a branch leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Branch {
    /// To an answer.
    Answer(bool),
    /// To a node by its number.
    Node(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    /// Which variable it asks for, by its place in the order.
    level: usize,
    branches: [Branch; 2],
}

/// A reduced ordered diagram; the root is the first node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    coding: Coding,
    order: Order,
    nodes: Vec<Node>,
}

/// A function of the variables not yet asked: what it says, and where it is asked, 64 assignments to a word.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Function {
    says: Vec<u64>,
    asked: Vec<u64>,
}

impl Function {
    fn agrees(&self, other: &Function) -> bool {
        let words = self.says.iter().zip(&self.asked).zip(other.says.iter().zip(&other.asked));
        words.into_iter().all(|((a, asked_a), (b, asked_b))| (a ^ b) & asked_a & asked_b == 0)
    }

    /// In how many places both are asked.
    fn common(&self, other: &Function) -> u32 {
        self.asked.iter().zip(&other.asked).map(|(a, b)| (a & b).count_ones()).sum()
    }

    fn merge(&mut self, other: &Function) {
        for at in 0..self.says.len() {
            self.says[at] |= other.says[at];
            self.asked[at] |= other.asked[at];
        }
    }

    /// The functions that remain when the next variable is known, of so many assignments together.
    fn divided(&self, size: usize) -> [Function; 2] {
        let half = size / 2;
        [0, 1].map(|side| {
            let part = |words: &[u64]| match half {
                64.. => words[side * half / 64..(side + 1) * half / 64].to_vec(),
                _ => vec![words[0] >> (side * half) & ((1 << half) - 1)],
            };
            Function { says: part(&self.says), asked: part(&self.asked) }
        })
    }
}

/// Every position of KPK in bits, to be asked in any order.
pub struct Truth {
    coding: Coding,
    /// The bits of each position, and whether it is won.
    positions: Vec<(usize, bool)>,
}

impl Truth {
    /// What is true in KPK.
    pub fn of(kpk: &Kpk, coding: Coding) -> Truth {
        let all = kpk.white_to_move.iter().chain(&kpk.black_to_move);
        let bits =
            all.map(|position| (coding.bits(position.men, position.turn), position.is_won()));
        Truth { coding, positions: bits.collect() }
    }

    fn function(&self, order: &Order) -> Function {
        let words = 1 << (VARIABLES - 6);
        let mut function = Function { says: vec![0; words], asked: vec![0; words] };
        // Six bits of a position at a time, turned as the order has them.
        let turned: Vec<[usize; 64]> = (0..3)
            .map(|part| {
                std::array::from_fn(|bits| {
                    let places = order.iter().enumerate().filter(|(_, bit)| *bit / 6 == part);
                    places.fold(0, |number, (place, bit)| {
                        number | (bits >> (bit % 6) & 1) << (VARIABLES - 1 - place)
                    })
                })
            })
            .collect();
        for &(bits, is_won) in &self.positions {
            let number = turned[0][bits & 63] | turned[1][bits >> 6 & 63] | turned[2][bits >> 12];
            function.asked[number / 64] |= 1 << (number % 64);
            function.says[number / 64] |= u64::from(is_won) << (number % 64);
        }
        function
    }

    /// A diagram that is right on every position, the variables being asked in this order.
    pub fn diagram(&self, order: &Order) -> Diagram {
        // Functions at each level, and who points at them.
        let mut nodes: Vec<Node> = Vec::new();
        let mut level_functions = vec![(self.function(order), Vec::<(usize, usize)>::new())];
        let mut answers: Vec<((usize, usize), bool)> = Vec::new();
        for level in 0..VARIABLES {
            let size = 1 << (VARIABLES - level);
            let mut below = Merged::default();
            for (function, pointers) in level_functions {
                let [no, yes] = function.divided(size);
                if no.agrees(&yes) {
                    let mut either = no;
                    either.merge(&yes);
                    below.add(either, &pointers);
                    continue;
                }
                let number = nodes.len();
                let unknown = Branch::Answer(false);
                nodes.push(Node { level, branches: [unknown; 2] });
                point(&mut nodes, &pointers, Branch::Node(number));
                below.add(no, &[(number, 0)]);
                below.add(yes, &[(number, 1)]);
            }
            level_functions = below.functions;
        }
        for (function, pointers) in level_functions {
            answers.extend(pointers.iter().map(|&pointer| (pointer, function.says[0] & 1 == 1)));
        }
        for (pointer, answer) in answers {
            point(&mut nodes, &[pointer], Branch::Answer(answer));
        }
        Diagram { coding: self.coding, order: *order, nodes }
    }

    /// Looks for a good order: variables are moved to other places as long as that saves nodes, from a random order. `go_on`
    /// is asked now and then.
    pub fn search(&self, from: Order, go_on: impl Fn() -> bool) -> (Order, usize) {
        let mut best = (from, self.diagram(&from).nodes.len());
        let mut since = 0;
        while since < VARIABLES {
            for variable in 0..VARIABLES {
                let mut is_better = false;
                for place in 0..VARIABLES {
                    if !go_on() {
                        return best;
                    }
                    let order = moved(&best.0, variable, place);
                    let nodes = self.diagram(&order).nodes.len();
                    if nodes < best.1 {
                        best = (order, nodes);
                        is_better = true;
                    }
                }
                since = if is_better { 0 } else { since + 1 };
            }
        }
        best
    }
}

/// A random order.
pub fn random_order(seed: u64) -> Order {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut order: Order = std::array::from_fn(|at| at);
    for at in (1..VARIABLES).rev() {
        order.swap(at, rng.random_range(0..=at));
    }
    order
}

/// The order with a variable in another place.
fn moved(order: &Order, variable: usize, place: usize) -> Order {
    let mut rest: Vec<usize> = order.iter().copied().filter(|&other| other != variable).collect();
    rest.insert(place, variable);
    std::array::from_fn(|at| rest[at])
}

fn point(nodes: &mut [Node], pointers: &[(usize, usize)], to: Branch) {
    for &(node, side) in pointers {
        nodes[node].branches[side] = to;
    }
}

/// Functions of one level, those that agree made one.
#[derive(Default)]
struct Merged {
    functions: Vec<(Function, Vec<(usize, usize)>)>,
    same: HashMap<Function, usize>,
}

impl Merged {
    /// Joins the function that agrees in most places, or stands by itself.
    fn add(&mut self, function: Function, pointers: &[(usize, usize)]) {
        let known =
            self.same.get(&function).copied().filter(|&at| self.functions[at].0.agrees(&function));
        let fit = known.or_else(|| {
            let agreeing =
                self.functions.iter().enumerate().filter(|(_, (other, _))| other.agrees(&function));
            agreeing.max_by_key(|(_, (other, _))| other.common(&function)).map(|(at, _)| at)
        });
        let at = fit.unwrap_or(self.functions.len());
        match fit {
            Some(at) => self.functions[at].0.merge(&function),
            None => self.functions.push((function.clone(), Vec::new())),
        }
        self.same.insert(function, at);
        self.functions[at].1.extend_from_slice(pointers);
    }
}

impl Diagram {
    /// How many nodes ask for a variable.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// In which order variables are asked.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// Whether a position is won.
    pub fn answer(&self, men: [Place; 3], turn: Color) -> bool {
        let bits = self.coding.bits(men, turn);
        let mut at = 0;
        loop {
            let Some(node) = self.nodes.get(at) else { return true };
            match node.branches[bits >> self.order[node.level] & 1] {
                Branch::Answer(answer) => return answer,
                Branch::Node(next) => at = next,
            }
        }
    }

    /// The diagram as bytes, the order of the variables not counted.
    ///
    /// Level by level, of every node both branches: whether it is an answer and which; or a node that nobody has named yet,
    /// and how many levels below; or which of those named already.
    pub fn pack(&self) -> Vec<u8> {
        let mut encoder = BitEncoder::default();
        walk(&mut encoder, Some(&self.nodes));
        encoder.finish()
    }

    /// Reads what [`Diagram::pack`] has written.
    pub fn unpack(bytes: &[u8], coding: Coding, order: Order) -> Diagram {
        Diagram { coding, order, nodes: walk(&mut BitDecoder::new(bytes), None) }
    }
}

/// The models of one level's bits.
#[derive(Clone, Copy)]
struct Models {
    is_answer: BitModel,
    answer: BitModel,
    is_new: BitModel,
    is_further: [BitModel; VARIABLES],
}

/// Walks over the nodes in the order in which they are named; a reader makes them.
fn walk(bits: &mut impl BitStream, given: Option<&[Node]>) -> Vec<Node> {
    let even = BitModel::EVEN;
    let fresh =
        Models { is_answer: even, answer: even, is_new: even, is_further: [even; VARIABLES] };
    let mut models = [fresh; VARIABLES];
    let unknown = [Branch::Answer(false); 2];
    // The nodes as they are named here, and their numbers where they are given.
    let mut named = vec![Node { level: 0, branches: unknown }];
    let mut given_numbers = vec![0usize];
    if let Some(first) = given.and_then(|given| given.first()) {
        named[0].level = first.level;
    }
    for level in 0..VARIABLES {
        let here: Vec<usize> = (0..named.len()).filter(|&at| named[at].level == level).collect();
        for at in here {
            for side in 0..2 {
                let wanted = given.map(|given| given[given_numbers[at]].branches[side]);
                let models = &mut models[level];
                let answer =
                    if let Some(Branch::Answer(answer)) = wanted { Some(answer) } else { None };
                if bits.bit(answer.is_some(), &mut models.is_answer) {
                    let answer = bits.bit(answer == Some(true), &mut models.answer);
                    named[at].branches[side] = Branch::Answer(answer);
                    continue;
                }
                let number =
                    if let Some(Branch::Node(number)) = wanted { Some(number) } else { None };
                let known =
                    number.and_then(|number| given_numbers.iter().position(|&of| of == number));
                if bits.bit(known.is_none(), &mut models.is_new) {
                    let to = number.and_then(|number| given.map(|given| given[number].level));
                    let mut next = level + 1;
                    while next + 1 < VARIABLES
                        && bits.bit(to.is_some_and(|to| to > next), &mut models.is_further[next])
                    {
                        next += 1;
                    }
                    named[at].branches[side] = Branch::Node(named.len());
                    given_numbers.extend(number);
                    named.push(Node { level: next, branches: unknown });
                    continue;
                }
                let below: Vec<usize> =
                    (0..named.len()).filter(|&other| named[other].level > level).collect();
                let mut even = vec![BitModel::EVEN; named.len().next_power_of_two()];
                let chosen = choose(bits, &below, known.unwrap_or(0), &mut even);
                named[at].branches[side] = Branch::Node(chosen);
            }
        }
    }
    named
}
