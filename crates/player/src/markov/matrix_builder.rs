//! Positions in, matrices out: one pass serves many competences.

use value::{Choice, Choices, Depth, Extent, Outcome};

use super::matrix::TransitionMatrix;
use super::states::StateSpace;
use crate::competence::Competence;
use crate::filter::{Concede, MoveFilter};
use crate::reference::Model;

/// Who moves: whose wins the states count, or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The side whose wins have the low numbers.
    Attacker,
    /// The other side.
    Defender,
}

impl Seat {
    /// An outcome of the attacker's as this player sees it, and back.
    pub fn sees(self, outcome: Outcome) -> Outcome {
        match self {
            Seat::Attacker => outcome,
            Seat::Defender => outcome.flipped(),
        }
    }
}

/// Competences calculated side by side.
const LANES: usize = 4;
type Lanes = [f64; LANES];

/// Powers beyond this would leave the range of doubles: such players are asked one by one.
const SAFE_EXPONENT: f64 = 300.0;

/// What all matrix builders for one endgame share: the players, and their preference for each state.
#[derive(Clone, Debug)]
pub struct Players {
    space: StateSpace,
    seat: Seat,
    model: Model,
    /// As the mover sees it.
    extent: Extent,
    competences: Vec<Competence>,
    /// `S_c` by state, then by competence in blocks; none if it has no number.
    preferences: Option<Vec<Lanes>>,
    /// The state that is certain when it can be reached, in the limit of a vanishing `κ`.
    certain: Option<u16>,
}

impl Players {
    /// Players of one model and these competences, in the states of an attacker whose endgame goes
    /// so deep.
    pub fn new(
        space: StateSpace,
        extent: Extent,
        seat: Seat,
        model: Model,
        competences: &[Competence],
    ) -> Players {
        let extent = match seat {
            Seat::Attacker => extent,
            Seat::Defender => extent.flipped(),
        };
        let mut players = Players {
            space,
            seat,
            model,
            extent,
            competences: competences.to_vec(),
            preferences: None,
            certain: None,
        };
        players.tabulate();
        players
    }

    /// Works out the preferences for each state once, if every player's have numbers.
    fn tabulate(&mut self) {
        let cost =
            |outcome| self.model.preference.cost(self.seat.sees(outcome).into(), self.extent);
        let costs: Vec<f64> = self.space.outcomes().map(cost).collect();
        let finite = || costs.iter().copied().filter(|cost| cost.is_finite());
        let (low, high) = finite().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), cost| {
            (low.min(cost), high.max(cost))
        });
        let limit = costs.iter().any(|cost| !cost.is_finite());
        let numbered = |c: f64| {
            c.is_finite() && (c * (high - low)).abs() <= SAFE_EXPONENT && (c > 0.0 || !limit)
        };
        let plain = MoveFilter { concede: self.model.filter.concede, ..MoveFilter::default() };
        if self.model.filter != plain || !self.competences.iter().all(|c| numbered(c.get())) {
            return;
        }
        let middle = (low + high) / 2.0;
        let certain = costs.iter().position(|&cost| cost == f64::NEG_INFINITY);
        self.certain = certain.map(|state| state as u16);
        let blocks = self.competences.chunks(LANES);
        let preference = |cost: f64| {
            blocks.clone().map(move |block| {
                let c = |lane: usize| block.get(lane).map_or(1.0, |c| c.get());
                std::array::from_fn(|lane| match cost {
                    f64::INFINITY => 0.0,
                    f64::NEG_INFINITY => 1.0,
                    cost => (-c(lane) * (cost - middle)).exp(),
                })
            })
        };
        self.preferences = Some(costs.into_iter().flat_map(preference).collect());
    }

    fn blocks(&self) -> usize {
        self.competences.len().div_ceil(LANES)
    }

    /// Whether a state is won, drawn or lost for the mover.
    fn sign(&self, state: u16) -> i8 {
        self.seat.sees(self.space.outcome(usize::from(state))).sign()
    }

    /// What a player of any kind makes of the states its moves lead to: the definition.
    fn probabilities(&self, reached: &[u16], competence: Competence) -> Vec<f64> {
        let value = |&state: &u16| self.seat.sees(self.space.outcome(usize::from(state)));
        let list = reached.iter().map(|state| Choice::new((), value(state))).collect();
        self.model.distribution(&Choices::new(list, self.extent)).probabilities(competence)
    }
}

/// Sums up where players go from the positions of each state.
#[derive(Clone, Debug)]
pub struct MatrixBuilder<'p> {
    players: &'p Players,
    /// By state left, state reached, and competence in blocks.
    sums: Vec<Lanes>,
    /// How much was counted of each state.
    counted: Vec<f64>,
    /// The states reached from the position at hand, one for each move.
    reached: Vec<u16>,
}

impl<'p> MatrixBuilder<'p> {
    /// Nothing counted yet.
    pub fn new(players: &'p Players) -> MatrixBuilder<'p> {
        let len = players.space.len();
        MatrixBuilder {
            players,
            sums: vec![[0.0; LANES]; len * len * players.blocks()],
            counted: vec![0.0; len],
            reached: Vec::with_capacity(256),
        }
    }

    /// Counts a position of a state, so many times, with the states its moves lead to. A position
    /// without moves stays where it is.
    #[inline]
    pub fn add(&mut self, from: usize, times: f64, moves: impl Iterator<Item = usize>) {
        self.reached.clear();
        self.reached.extend(moves.map(|state| state as u16));
        if self.reached.is_empty() {
            self.reached.push(from as u16);
        }
        self.counted[from] += times;
        if !self.add_tabulated(from, times) {
            self.add_defined(from, times);
        }
    }

    fn add_tabulated(&mut self, from: usize, times: f64) -> bool {
        let players = self.players;
        let Some(preferences) = &players.preferences else { return false };
        if !players.space.is_wins_only() && players.model.filter.concede != Concede::Anything {
            let best = self.reached.iter().map(|&state| players.sign(state)).max().unwrap_or(0);
            if best > 0 || players.model.filter.concede == Concede::Never {
                self.reached.retain(|&state| players.sign(state) == best);
            }
        }
        if let Some(certain) = players.certain.filter(|certain| self.reached.contains(certain)) {
            self.reached.clear();
            self.reached.push(certain);
        }
        let (blocks, len) = (players.blocks(), players.space.len());
        let row = &mut self.sums[from * len * blocks..(from + 1) * len * blocks];
        for block in 0..blocks {
            let place = |&state: &u16| usize::from(state) * blocks + block;
            let mut total = [0.0; LANES];
            for at in self.reached.iter().map(place) {
                for (total, preference) in total.iter_mut().zip(&preferences[at]) {
                    *total += preference;
                }
            }
            if total[0] <= 0.0 {
                return false;
            }
            let share = total.map(|total| times / total);
            for at in self.reached.iter().map(place) {
                // Spelt out, so that the compiler takes two lanes at once.
                let ([a, b, c, d], [e, f, g, h]) = (preferences[at], share);
                let sum = &mut row[at];
                *sum = [sum[0] + a * e, sum[1] + b * f, sum[2] + c * g, sum[3] + d * h];
            }
        }
        true
    }

    fn add_defined(&mut self, from: usize, times: f64) {
        let players = self.players;
        let (blocks, len) = (players.blocks(), players.space.len());
        for (at, &competence) in players.competences.iter().enumerate() {
            let probabilities = players.probabilities(&self.reached, competence);
            for (&state, p) in self.reached.iter().zip(probabilities) {
                let place = from * len + usize::from(state);
                self.sums[place * blocks + at / LANES][at % LANES] += times * p;
            }
        }
    }

    /// Both counts together.
    #[must_use]
    pub fn plus(mut self, other: &MatrixBuilder<'_>) -> MatrixBuilder<'p> {
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            for lane in 0..LANES {
                sum[lane] += more[lane];
            }
        }
        self.counted.iter_mut().zip(&other.counted).for_each(|(sum, more)| *sum += more);
        self
    }

    /// How much was counted of each state.
    pub fn counted(&self) -> &[f64] {
        &self.counted
    }

    /// A matrix for each competence. States nobody was in are never left, nor are those in which
    /// the game is over.
    pub fn matrices(&self) -> Vec<TransitionMatrix> {
        let (space, blocks) = (self.players.space, self.players.blocks());
        let len = space.len();
        let over = |state| {
            matches!(space.outcome(state), Outcome::Win(Depth(0)) | Outcome::Loss(Depth(0)))
        };
        let matrix = |at: usize| {
            let mut rows = vec![0.0; len * len];
            for (from, row) in rows.chunks_mut(len).enumerate() {
                if over(from) || self.counted[from] == 0.0 {
                    row[from] = 1.0;
                    continue;
                }
                for (to, p) in row.iter_mut().enumerate() {
                    *p = self.sums[(from * len + to) * blocks + at / LANES][at % LANES];
                }
                let total: f64 = row.iter().sum();
                row.iter_mut().for_each(|p| *p /= total);
            }
            TransitionMatrix::new(space, rows)
        };
        (0..self.players.competences.len()).map(matrix).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preference::{DepthOffset, PowerLaw};
    use proptest::prelude::*;

    const EXTENT: Extent = Extent { deepest_win: Depth(9), deepest_loss: Depth(4) };

    fn competences() -> Vec<Competence> {
        [0.0, 1.5, 7.0, 20.0, 35.0].map(|c| Competence::new(c).unwrap()).to_vec()
    }

    proptest! {
        /// The tabulated preferences say what the definition says.
        #[test]
        fn quick_and_plain_agree(
            moves in prop::collection::vec(0..16usize, 1..20),
            concede in prop::sample::select(Concede::ALL.to_vec()),
            defends: bool,
            vanishing: bool,
        ) {
            let kappa = if vanishing { DepthOffset::VANISHING } else { DepthOffset::ONE };
            let seat = if defends { Seat::Defender } else { Seat::Attacker };
            let filter = MoveFilter { concede, ..MoveFilter::default() };
            let model = Model::new(PowerLaw::new(kappa), filter);
            let space = StateSpace::all(EXTENT);
            let asked = if vanishing { competences()[1..].to_vec() } else { competences() };
            let players = Players::new(space, EXTENT, seat, model, &asked);
            prop_assert!(players.preferences.is_some());
            let plain = Players { preferences: None, ..players.clone() };
            let from = 4;
            let matrices = [&players, &plain].map(|players| {
                let mut matrix_builder = MatrixBuilder::new(players);
                matrix_builder.add(from, 3.0, moves.iter().copied());
                matrix_builder.matrices()
            });
            let [quick, plain] = matrices;
            for (quick, plain) in quick.iter().zip(&plain) {
                for (a, b) in quick.row(from).iter().zip(plain.row(from)) {
                    prop_assert!((a - b).abs() < 1e-12, "{a} {b}");
                }
                let sum: f64 = quick.row(from).iter().sum();
                prop_assert!((sum - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn limits_are_asked_one_by_one() {
        let space = StateSpace::wins(Depth(9));
        let limits = [Competence::INFALLIBLE, Competence::ANTI_INFALLIBLE];
        let players = Players::new(space, EXTENT, Seat::Attacker, Model::default(), &limits);
        let mut matrix_builder = MatrixBuilder::new(&players);
        matrix_builder.add(5, 1.0, [4, 7, 4].into_iter());
        matrix_builder.add(5, 1.0, [6, 7].into_iter());
        let matrices = matrix_builder.matrices();
        assert_eq!((matrices[0][(5, 4)], matrices[0][(5, 6)]), (0.5, 0.5));
        assert_eq!(matrices[1][(5, 7)], 1.0);
    }
}
