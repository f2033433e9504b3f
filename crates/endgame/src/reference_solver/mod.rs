//! The reference solver: an endgame listed move by move as a [`Graph`] and solved by Jansen's Fig 2.2.
//!
//! It shares nothing with the fast solver but the rules of chess, and answers for it. Plain enough
//! to be checked by eye, quick enough for three and four men.
//!
//! Captures and pawn moves cannot be taken back, so an endgame is solved in *layers*, the pawns
//! nearest to promotion first. Inside a layer only men other than pawns move; every move out of it
//! leads to a position already solved and enters the graph with its value.

mod numbering;

use std::collections::HashMap;

use graph::{Graph, Node, Solution};
use rayon::prelude::*;
use value::{Metric, Outcome, Plies};

use crate::conversion::choice_value;
use crate::material::Material;
use crate::rules::{Color, Position};
use numbering::{MOST_MEN, Numbering};

/// The 50-move rule: moves by both sides without a capture or a pawn move before a draw is claimed.
const FIFTY_MOVES: Plies = Plies(100);

/// Positions listed at a time: enough for all cores, few enough to stay in memory.
const BATCH: usize = 1 << 16;

/// Solves small endgames for one metric and remembers them.
///
/// ```
/// use endgame::reference_solver::ReferenceSolver;
/// use endgame::rules::Position;
/// use value::{Depth, Metric, Outcome};
///
/// let mut reference = ReferenceSolver::new(Metric::Dtc);
/// reference.solve("KRK".parse()?)?;
/// let position = Position::from_fen("8/8/8/8/8/2k5/1r6/K7 w - - 0 1")?;
/// assert_eq!(reference.outcome(&position)?, Outcome::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ReferenceSolver {
    metric: Metric,
    solved: HashMap<Material, Endgame>,
}

/// A solved endgame: the outcomes in the order of the numbers.
struct Endgame {
    material: Material,
    numbering: Numbering,
    outcomes: Vec<Outcome>,
}

/// Why the reference solver has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ReferenceError {
    #[error("{0} has more men than the reference solver takes: give it at most {MOST_MEN}")]
    TooManyMen(Material),
    #[error("the reference solver has not solved {0}: call `solve` first")]
    NotSolved(Material),
}

/// The moves of one position, as a graph takes them.
struct Listing {
    successors: Vec<Node>,
    leaving: Option<Outcome>,
    is_check: bool,
}

impl ReferenceSolver {
    /// A solver for one metric that has solved nothing yet.
    pub fn new(metric: Metric) -> ReferenceSolver {
        ReferenceSolver { metric, solved: HashMap::new() }
    }

    /// What its depths count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Solves an endgame and all it can convert into.
    pub fn solve(&mut self, material: Material) -> Result<(), ReferenceError> {
        if material.men() > MOST_MEN {
            return Err(ReferenceError::TooManyMen(material));
        }
        for needed in material.with_all_it_needs() {
            if !self.solved.contains_key(&needed) {
                let endgame = self.solve_one(needed);
                self.solved.insert(needed, endgame);
            }
        }
        Ok(())
    }

    /// The value of a position of a solved endgame, either colour stronger, for the side to move.
    pub fn outcome(&self, position: &Position) -> Result<Outcome, ReferenceError> {
        let material = position.material();
        if material == Material::KINGS {
            return Ok(Outcome::Draw);
        }
        self.endgame(material).map(|endgame| endgame.outcome(position))
    }

    /// Every legal position of a solved endgame with its value, one of each set of mirror images,
    /// both sides to move, White the side named first.
    ///
    /// A position with a usable right to capture en passant comes on its own, beside the same
    /// position without it: published counts leave those out.
    pub fn positions(
        &self,
        material: Material,
    ) -> Result<impl ExactSizeIterator<Item = (Position, Outcome)> + '_, ReferenceError> {
        let Endgame { numbering, outcomes, .. } = self.endgame(material)?;
        let positions = (0..outcomes.len()).map(|number| numbering.position(number));
        Ok(positions.zip(outcomes.iter().copied()))
    }

    fn endgame(&self, material: Material) -> Result<&Endgame, ReferenceError> {
        let material = material.normalized();
        self.solved.get(&material).ok_or(ReferenceError::NotSolved(material))
    }

    fn solve_one(&self, material: Material) -> Endgame {
        let numbering = Numbering::of(material);
        let mut layers: Vec<Vec<usize>> = Vec::new();
        let mut nodes = Vec::with_capacity(numbering.len());
        for number in 0..numbering.len() {
            let steps = numbering.steps_to_promotion(number);
            if layers.len() <= steps {
                layers.resize(steps + 1, Vec::new());
            }
            // Numbers of positions were made from 32-bit keys.
            nodes.push(Node(layers[steps].len() as u32));
            layers[steps].push(number);
        }
        let outcomes = vec![Outcome::Draw; numbering.len()];
        let mut endgame = Endgame { material, numbering, outcomes };
        for layer in layers {
            let solution = self.solve_layer(&endgame, &layer, &nodes);
            for (at, number) in layer.into_iter().enumerate() {
                endgame.outcomes[number] = solution.outcome(Node(at as u32));
            }
        }
        endgame
    }

    fn solve_layer(&self, endgame: &Endgame, layer: &[usize], nodes: &[Node]) -> Solution {
        let mut graph = Graph::new();
        for batch in layer.chunks(BATCH) {
            let listings: Vec<Listing> = batch
                .par_iter()
                .map(|&number| self.list(endgame, &endgame.numbering.position(number), nodes))
                .collect();
            for listing in listings {
                let has_moves = !listing.successors.is_empty() || listing.leaving.is_some();
                match (has_moves, listing.is_check) {
                    (true, _) => graph.add(listing.successors, listing.leaving),
                    (false, true) => graph.add_lost(),
                    (false, false) => graph.add_drawn(),
                };
            }
        }
        match self.metric {
            Metric::Dtz50 => graph.solve_within(FIFTY_MOVES),
            Metric::Dtc | Metric::Dtm | Metric::Dtz => graph.solve(),
        }
    }

    /// The legal moves of a position, those that cannot be taken back by their value.
    fn list(&self, endgame: &Endgame, position: &Position, nodes: &[Node]) -> Listing {
        let mut successors = Vec::new();
        let mut leaving = None;
        for play in position.legal_moves() {
            let child = position.after(play);
            if play.is_zeroing() {
                let after = self.outcome_after(endgame, &child);
                leaving = leaving.max(Some(choice_value(self.metric, play, after)));
            } else {
                successors.push(nodes[endgame.numbering.number(&child, Color::White)]);
            }
        }
        Listing { successors, leaving, is_check: position.is_check() }
    }

    fn outcome_after(&self, endgame: &Endgame, child: &Position) -> Outcome {
        if child.material() == endgame.material {
            endgame.outcome(child)
        } else {
            self.outcome(child).expect("what an endgame converts into is solved before it")
        }
    }
}

impl Endgame {
    fn outcome(&self, position: &Position) -> Outcome {
        let white = if position.material() == self.material { Color::White } else { Color::Black };
        self.outcomes[self.numbering.number(position, white)]
    }
}
