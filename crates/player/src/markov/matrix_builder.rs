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
/// Weights that stay in that range when they multiply such a power.
const SAFE_WEIGHTS: std::ops::RangeInclusive<f64> = 1e-100..=1e100;

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
    /// Whether these preferences are all that matters, whatever moves a position has.
    preferences_say_all: bool,
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
            preferences_say_all: false,
        };
        players.tabulate();
        let strikes_none =
            space.is_wins_only() || players.model.filter.concede == Concede::Anything;
        players.preferences_say_all =
            players.preferences.is_some() && players.certain.is_none() && strikes_none;
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
    fn probabilities(&self, reached: &[u16], weights: &[f64], competence: Competence) -> Vec<f64> {
        let choice = |(at, &state): (usize, &u16)| Choice {
            weight: weights.get(at).copied().unwrap_or(1.0),
            ..Choice::new((), self.seat.sees(self.space.outcome(usize::from(state))))
        };
        let list = reached.iter().enumerate().map(choice).collect();
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
    /// What each of these moves weighs; empty if all weigh the same.
    weights: Vec<f64>,
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
            weights: Vec::new(),
        }
    }

    /// Counts a position of a state, so many times, with the states its moves lead to. A position
    /// without moves stays where it is.
    #[inline]
    pub fn add(&mut self, from: usize, times: f64, moves: impl Iterator<Item = usize>) {
        self.reached.clear();
        self.reached.extend(moves.map(|state| state as u16));
        self.weights.clear();
        self.count::<false>(from, times);
    }

    /// The same with the states in a list. Compiled into a caller's code for wide vectors it uses them.
    #[inline(always)]
    pub fn add_list(&mut self, from: usize, times: f64, reached: &[u16]) {
        let players = self.players;
        let (blocks, len) = (players.blocks(), players.space.len());
        let preferences = players.preferences.as_deref().unwrap_or_default();
        let row = &mut self.sums[from * len * blocks..(from + 1) * len * blocks];
        let is_added = players.preferences_say_all
            && !reached.is_empty()
            && match blocks {
                1 => add_blocks::<1>(preferences, row, times, reached),
                2 => add_blocks::<2>(preferences, row, times, reached),
                3 => add_blocks::<3>(preferences, row, times, reached),
                4 => add_blocks::<4>(preferences, row, times, reached),
                _ => false,
            };
        if is_added {
            self.counted[from] += times;
        } else {
            self.add(from, times, reached.iter().map(|&state| usize::from(state)));
        }
    }

    /// The same with what each move weighs, `v_m`.
    pub fn add_weighted(
        &mut self,
        from: usize,
        times: f64,
        moves: impl Iterator<Item = (usize, f64)>,
    ) {
        self.reached.clear();
        self.weights.clear();
        for (state, weight) in moves {
            self.reached.push(state as u16);
            self.weights.push(weight);
        }
        self.count::<true>(from, times);
    }

    #[inline]
    fn count<const WEIGHTED: bool>(&mut self, from: usize, times: f64) {
        if self.reached.is_empty() {
            self.reached.push(from as u16);
            self.weights.resize(usize::from(WEIGHTED), 1.0);
        }
        self.counted[from] += times;
        if !self.add_tabulated::<WEIGHTED>(from, times) {
            self.add_defined(from, times);
        }
    }

    /// Leaves only some moves.
    #[inline]
    fn keep<const WEIGHTED: bool>(&mut self, keeps: impl Fn(u16) -> bool) {
        if WEIGHTED {
            let mut kept = self.reached.iter().map(|&state| keeps(state));
            self.weights.retain(|_| kept.next().unwrap_or(false));
        }
        self.reached.retain(|&state| keeps(state));
    }

    fn add_tabulated<const WEIGHTED: bool>(&mut self, from: usize, times: f64) -> bool {
        let players = self.players;
        let Some(preferences) = &players.preferences else { return false };
        // A move of no weight may decide what the rules strike out: that is for the definition.
        if WEIGHTED && !self.weights.iter().all(|weight| SAFE_WEIGHTS.contains(weight)) {
            return false;
        }
        if !players.space.is_wins_only() && players.model.filter.concede != Concede::Anything {
            let best = self.reached.iter().map(|&state| players.sign(state)).max().unwrap_or(0);
            if best > 0 || players.model.filter.concede == Concede::Never {
                self.keep::<WEIGHTED>(|state| players.sign(state) == best);
            }
        }
        if let Some(certain) = players.certain.filter(|certain| self.reached.contains(certain)) {
            self.keep::<WEIGHTED>(|state| state == certain);
        }
        let (blocks, len) = (players.blocks(), players.space.len());
        let row = &mut self.sums[from * len * blocks..(from + 1) * len * blocks];
        let weight = |at: usize| if WEIGHTED { self.weights[at] } else { 1.0 };
        for block in 0..blocks {
            let place = |&state: &u16| usize::from(state) * blocks + block;
            let mut total = [0.0; LANES];
            for (at, place) in self.reached.iter().map(place).enumerate() {
                for (total, preference) in total.iter_mut().zip(&preferences[place]) {
                    *total += preference * weight(at);
                }
            }
            if total[0] <= 0.0 {
                return false;
            }
            let share = total.map(|total| times / total);
            for (at, place) in self.reached.iter().map(place).enumerate() {
                // Spelt out, so that the compiler takes two lanes at once.
                let ([a, b, c, d], [e, f, g, h]) =
                    (preferences[place], share.map(|s| s * weight(at)));
                let sum = &mut row[place];
                *sum = [sum[0] + a * e, sum[1] + b * f, sum[2] + c * g, sum[3] + d * h];
            }
        }
        true
    }

    fn add_defined(&mut self, from: usize, times: f64) {
        let players = self.players;
        let (blocks, len) = (players.blocks(), players.space.len());
        for (at, &competence) in players.competences.iter().enumerate() {
            let probabilities = players.probabilities(&self.reached, &self.weights, competence);
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

/// Adds a position's moves for so many blocks of competences at once, in the order in which
/// [`MatrixBuilder::add`] does; nothing, if nobody prefers any of the states reached.
#[inline(always)]
fn add_blocks<const BLOCKS: usize>(
    preferences: &[Lanes],
    row: &mut [Lanes],
    times: f64,
    reached: &[u16],
) -> bool {
    let (preferences, row) = (preferences.as_chunks::<BLOCKS>().0, row.as_chunks_mut::<BLOCKS>().0);
    // Copied, added and stored whole, so that the compiler takes many lanes at once.
    let mut total = [[0.0; LANES]; BLOCKS];
    for &state in reached {
        let preferences = preferences[usize::from(state)];
        for (total, preference) in total.iter_mut().zip(preferences) {
            for lane in 0..LANES {
                total[lane] += preference[lane];
            }
        }
    }
    if total[0][0] <= 0.0 {
        return false;
    }
    let mut share = total;
    share.iter_mut().flatten().for_each(|total| *total = times / *total);
    for &state in reached {
        let preferences = preferences[usize::from(state)];
        let mut sums = row[usize::from(state)];
        for ((sum, preference), share) in sums.iter_mut().zip(preferences).zip(share) {
            for lane in 0..LANES {
                sum[lane] += preference[lane] * share[lane];
            }
        }
        row[usize::from(state)] = sums;
    }
    true
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
        /// The tabulated preferences say what the definition says, whatever moves weigh.
        #[test]
        fn quick_and_plain_agree(
            moves in prop::collection::vec((0..16usize, 0.01..9.0f64), 1..20),
            weighted in 0..3u8,
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
            let plain = Players {
                preferences: None,
                preferences_say_all: false,
                ..players.clone()
            };
            let from = 4;
            let matrices = [&players, &plain].map(|players| {
                let mut matrix_builder = MatrixBuilder::new(players);
                // A weight of zero leaves the quick way.
                let weigh = |(at, &(state, weight)): (usize, &(usize, f64))| {
                    (state, if weighted == 2 && at % 3 == 0 { 0.0 } else { weight })
                };
                match weighted {
                    0 => matrix_builder.add(from, 3.0, moves.iter().map(|&(state, _)| state)),
                    _ => matrix_builder.add_weighted(from, 3.0, moves.iter().enumerate().map(weigh)),
                }
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

    /// By hand: two moves to depth 4 of weight 1 and 3 beside one to depth 7 of weight 2, `c` = 1.
    #[test]
    fn weights_multiply_preferences() {
        let one = [Competence::new(1.0).unwrap()];
        let players = Players::new(
            StateSpace::wins(Depth(9)),
            EXTENT,
            Seat::Attacker,
            Model::default(),
            &one,
        );
        let mut matrix_builder = MatrixBuilder::new(&players);
        matrix_builder.add_weighted(5, 2.0, [(4, 1.0), (7, 2.0), (4, 3.0)].into_iter());
        let row = &matrix_builder.matrices()[0];
        let (near, far) = (4.0 / 5.0, 2.0 / 8.0);
        assert!((row[(5, 4)] - near / (near + far)).abs() < 1e-12);
        assert!((row[(5, 7)] - far / (near + far)).abs() < 1e-12);
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
