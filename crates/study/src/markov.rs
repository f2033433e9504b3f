//! The Markov chain of a chess endgame: its tables' positions averaged by state.

use endgame::heuristics::{Sweep, Weights, WeightsError};
use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::rules::Color;
use endgame::successors::{Destination, Numbered, Successor, Successors, Sum, Visited, WalkError};
use player::Competence;
use player::markov::{MatrixBuilder, Players, Seat, StateSpace, TransitionMatrix};
use player::reference::Model;
use value::{ChoiceError, Depth, Extent, Outcome};

use crate::live_draws::LiveDraws;

/// An endgame seen by one side, the attacker, and the states that are followed.
#[derive(Clone, Copy)]
pub struct Chain<'a> {
    successors: &'a Successors<'a>,
    attacker: Color,
    space: StateSpace,
    /// Which draws are live, where the dead ones have a state of their own.
    live: Option<&'a LiveDraws>,
    /// Whose moves are weighed, and how.
    weights: Option<(Seat, &'a Weights)>,
}

/// Weights that speak of a man whom the player who goes by them does not see in this endgame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the weights '{weights}' speak of {letter}, and whoever goes by them sees none in {material}: give weights for this endgame, such as hp1"
)]
pub struct OtherEndgame {
    /// What they are called.
    pub weights: String,
    /// The man, a capital for the mover's.
    pub letter: char,
    /// White's men first.
    pub material: String,
}

impl<'a> Chain<'a> {
    /// The wins alone, for an attacker who never concedes the win; none if it never wins.
    ///
    /// The attacker is a colour of the table: White is the side named first there.
    pub fn wins(successors: &'a Successors<'a>, attacker: Color) -> Option<Chain<'a>> {
        let deepest = successors.table().deepest(attacker)?;
        Some(Chain {
            successors,
            attacker,
            space: StateSpace::wins(deepest),
            live: None,
            weights: None,
        })
    }

    /// Wins, draws and losses, all draws being one state as in the papers: whoever has given his men
    /// away finds himself in an average draw, men included.
    pub fn all(successors: &'a Successors<'a>, attacker: Color) -> Chain<'a> {
        let space = StateSpace::all(extent(successors, attacker));
        Chain { successors, attacker, space, live: None, weights: None }
    }

    /// Wins, draws and losses, dead draws being a state of their own that is never left: stalemate,
    /// positions that nobody can win any more, and every drawn capture or promotion.
    pub fn with_dead_draws_apart(
        successors: &'a Successors<'a>,
        attacker: Color,
        live: &'a LiveDraws,
    ) -> Chain<'a> {
        let space = StateSpace::all(extent(successors, attacker)).with_dead_draws_apart();
        Chain { successors, attacker, space, live: Some(live), weights: None }
    }

    /// The same with the moves of one player weighed by rules, `v_m`.
    pub fn weighed(self, seat: Seat, weights: &'a Weights) -> Result<Chain<'a>, OtherEndgame> {
        let material = self.successors.table().material();
        let missing = weights
            .terms
            .iter()
            .find_map(|(rule, _)| rule.missing_man(&material, self.color(seat)));
        match missing {
            None => Ok(Chain { weights: Some((seat, weights)), ..self }),
            Some((letter, _)) => Err(OtherEndgame {
                weights: weights.name.clone(),
                letter,
                material: material.to_string(),
            }),
        }
    }

    /// What the moves of a player weigh; none if all weigh the same.
    pub fn weights(&self, seat: Seat) -> Option<&'a Weights> {
        self.weights.filter(|(weighed, _)| *weighed == seat).map(|(_, weights)| weights)
    }

    /// Whether anybody's moves are weighed.
    pub fn is_weighed(&self) -> bool {
        self.weights.is_some()
    }

    /// The states followed.
    pub fn space(&self) -> StateSpace {
        self.space
    }

    /// The positions walked over.
    pub fn successors(&self) -> &'a Successors<'a> {
        self.successors
    }

    /// Whose wins they are, a colour of the table.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// How deep the attacker's wins and losses go.
    pub fn extent(&self) -> Extent {
        extent(self.successors, self.attacker)
    }

    /// The colour of a player.
    pub fn color(&self, seat: Seat) -> Color {
        match seat {
            Seat::Attacker => self.attacker,
            Seat::Defender => self.attacker.other(),
        }
    }

    /// The states of a player's outcomes, looked up.
    pub fn states(&self, seat: Seat) -> States {
        let state = |outcome: Outcome| {
            let state = self.space.number(outcome).or_else(|| match outcome {
                Outcome::Win(_) => self.space.number(Outcome::Win(self.space.deepest_win())),
                Outcome::Loss(_) => self.space.number(Outcome::Loss(self.extent().deepest_loss)),
                Outcome::Draw => None,
            });
            state.map_or(LEFT_OUT, |state| state as u16)
        };
        let mut states = [LEFT_OUT; 3 * DEPTHS];
        for depth in 0..DEPTHS {
            for outcome in [Outcome::Win(Depth(depth as u16)), Outcome::Loss(Depth(depth as u16))] {
                states[key(outcome)] = state(seat.sees(outcome));
            }
        }
        states[key(Outcome::Draw)] = state(Outcome::Draw);
        States(Box::new(states))
    }

    /// Whether the positions of this worth to the player who moves are followed on: not left out,
    /// and not over.
    pub fn follows(&self, seat: Seat, outcome: Outcome) -> bool {
        let outcome = seat.sees(outcome);
        let over = matches!(outcome, Outcome::Win(Depth(0)) | Outcome::Loss(Depth(0)));
        !over && self.space.number(outcome).is_some()
    }

    /// Whether a drawn position with this player to move is a dead draw, and those have a state of
    /// their own.
    pub fn is_dead(&self, seat: Seat, number: usize) -> bool {
        self.live.is_some_and(|live| !live.contains(self.color(seat), number))
    }

    /// The state a player's move leads to; none if it is left out.
    #[inline]
    fn reached(&self, seat: Seat, play: &Successor, states: &States) -> Option<usize> {
        match (self.live, play.to) {
            (Some(live), Destination::Here(number)) if play.value == Outcome::Draw => {
                match live.contains(self.color(seat).other(), number) {
                    true => states.of(play.value),
                    false => self.space.dead_draw(),
                }
            }
            (Some(_), Destination::Elsewhere) if play.value == Outcome::Draw => {
                self.space.dead_draw()
            }
            _ => states.of(play.value),
        }
    }

    /// `M_c` of one player for each competence, in one pass over the positions.
    pub fn matrices(
        &self,
        seat: Seat,
        model: &Model,
        competences: &[Competence],
        count: Count,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<TransitionMatrix>, WalkError> {
        let infallible = |c: &Competence| *c == Competence::INFALLIBLE;
        let weights = self.weights.filter(|(weighed, _)| *weighed == seat).map(|(_, all)| all);
        let best = self.space.is_wins_only() && competences.iter().all(infallible);
        if seat == Seat::Defender && best && weights.is_none() {
            // Depth is counted in the attacker's moves: the best defence never changes it.
            return Ok(vec![TransitionMatrix::identity(self.space); competences.len()]);
        }
        let players = Players::new(self.space, self.extent(), seat, model.clone(), competences);
        let sums = match weights {
            Some(weights) => self.weighed_sums(seat, weights, &players, count, monitor)?,
            None => self.sums(seat, &players, count, monitor)?,
        };
        let start = MatrixBuilder::new(&players);
        Ok(sums.iter().fold(start, MatrixBuilder::plus).matrices())
    }

    /// The state of a position that is followed, and how often it counts.
    #[inline]
    fn counted(
        &self,
        seat: Seat,
        visited: &Visited<'_>,
        states: &States,
        count: Count,
    ) -> Option<(usize, f64)> {
        if visited.outcome == Outcome::Draw && self.is_dead(seat, visited.number) {
            return None;
        }
        Some((states.of(visited.outcome)?, times(count, visited.boards)))
    }

    fn sums<'p>(
        &self,
        seat: Seat,
        players: &'p Players,
        count: Count,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<MatrixBuilder<'p>>, WalkError> {
        let states = self.states(seat);
        if self.live.is_none() {
            let sums = self.successors.walk_numbers(
                self.color(seat),
                |outcome| self.follows(seat, outcome),
                |value| states.of(value).map(|state| state as u16),
                || Sums { builder: MatrixBuilder::new(players), states: &states, count },
                monitor,
            )?;
            return Ok(sums.into_iter().map(|sums| sums.builder).collect());
        }
        self.successors.walk(
            self.color(seat),
            |outcome| self.follows(seat, outcome),
            || MatrixBuilder::new(players),
            |sums, visited| {
                let Some((from, times)) = self.counted(seat, &visited, &states, count) else {
                    return;
                };
                let moves = visited.successors.iter();
                sums.add(from, times, moves.filter_map(|play| self.reached(seat, play, &states)));
            },
            monitor,
        )
    }

    /// The same with moves weighed by their facts.
    fn weighed_sums<'p>(
        &self,
        seat: Seat,
        weights: &Weights,
        players: &'p Players,
        count: Count,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<MatrixBuilder<'p>>, WalkError> {
        let index = self.successors.table().index();
        let cells = |numbers: std::ops::Range<usize>| numbers.start / 64..numbers.end / 64;
        // The replies of all positions are charted first: not of a whole table that is large.
        let stretches: Vec<std::ops::Range<usize>> = match index.len() > MOST_CHARTED {
            true => index.pawn_placements().map(cells).collect(),
            false => std::iter::once(0..index.cells()).collect(),
        };
        let mut all = Vec::new();
        for cells in stretches {
            let sweep = Sweep::over_cells(self.successors, self.color(seat), cells, monitor)?;
            self.weighed_sums_of(&sweep, (seat, weights), players, count, &mut all, monitor)?;
        }
        Ok(all)
    }

    fn weighed_sums_of<'p>(
        &self,
        sweep: &Sweep<'_, '_>,
        (seat, weights): (Seat, &Weights),
        players: &'p Players,
        count: Count,
        all: &mut Vec<MatrixBuilder<'p>>,
        monitor: &Monitor<'_>,
    ) -> Result<(), WalkError> {
        let states = self.states(seat);
        let walked = sweep.walk(
            |outcome| self.follows(seat, outcome),
            || (MatrixBuilder::new(players), None),
            |(sums, infinite), visited, facts| {
                let Some((from, times)) = self.counted(seat, &visited, &states, count) else {
                    return;
                };
                let weigh = |(play, facts)| {
                    Some((self.reached(seat, play, &states)?, weights.weight(facts)))
                };
                let moves = visited.successors.iter().zip(facts).filter_map(weigh);
                if moves.clone().all(|(_, weight)| weight.is_finite()) {
                    sums.add_weighted(from, times, moves);
                } else {
                    *infinite = Some(visited.number);
                }
            },
            monitor,
        )?;
        for (sums, infinite) in walked {
            if let Some(position) = infinite.and_then(|number| sweep.position(number)) {
                let error = WeightsError::Infinite(position.fen());
                return Err(WalkError::Choices(ChoiceError::new(error)));
            }
            all.push(sums);
        }
        Ok(())
    }
}

/// Numbers of a table whose replies are charted all at once.
const MOST_CHARTED: usize = 1 << 27;

/// How often a position counts whose class has so many boards.
#[inline(always)]
fn times(count: Count, boards: u32) -> f64 {
    match count {
        Count::Boards => f64::from(boards),
        Count::Classes => 1.0,
    }
}

/// Where players go from positions whose moves are states: all draws are one.
struct Sums<'p, 's> {
    builder: MatrixBuilder<'p>,
    states: &'s States,
    count: Count,
}

impl Sum for Sums<'_, '_> {
    #[inline(always)]
    fn add(&mut self, position: Numbered<'_>) {
        if let Some(from) = self.states.of(position.outcome) {
            let times = times(self.count, position.boards);
            self.builder.add_list(from, times, position.numbers);
        }
    }
}

/// The number of each state by what it is worth to one player.
///
/// In a metric that counts on after a capture, a move can lead deeper than any position of the
/// endgame itself: it counts as the deepest.
#[derive(Clone, Debug)]
pub struct States(Box<[u16; 3 * DEPTHS]>);

/// Depths a table can hold.
const DEPTHS: usize = 256;
const LEFT_OUT: u16 = u16::MAX;

impl States {
    /// The state of a position or a move; none if it is left out.
    #[inline(always)]
    pub fn of(&self, outcome: Outcome) -> Option<usize> {
        let state = self.0[key(outcome)];
        (state != LEFT_OUT).then_some(usize::from(state))
    }
}

#[inline(always)]
fn key(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Win(Depth(depth)) => usize::from(depth) % DEPTHS,
        Outcome::Draw => DEPTHS,
        Outcome::Loss(Depth(depth)) => 2 * DEPTHS + usize::from(depth) % DEPTHS,
    }
}

pub(crate) fn extent(successors: &Successors<'_>, attacker: Color) -> Extent {
    let deepest = |color| successors.table().deepest(color).unwrap_or_default();
    Extent { deepest_win: deepest(attacker), deepest_loss: deepest(attacker.other()) }
}
