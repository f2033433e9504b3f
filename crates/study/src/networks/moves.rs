//! Every position of an endgame with its moves, and a search of some plies over any evaluation of them.

use endgame::index::{Index, Slot};
use endgame::material::Material;
use endgame::progress::{Monitor, Progress};
use endgame::rules::{Color, Position};
use endgame::tables::{Tables, TablesError};
use rayon::prelude::*;
use value::Outcome;

/// A move: what it is worth to the mover, and which position of the other side it leads to; none if it leaves the endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// For the mover, as the tables have it.
    pub value: Outcome,
    /// The place among the positions of the other side.
    pub to: Option<u32>,
}

/// The positions with one side to move, by place, in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// Their numbers in the table.
    pub numbers: Vec<u32>,
    /// What each is worth to the side to move.
    pub outcomes: Vec<Outcome>,
    /// Where the moves of each begin; one more than there are positions.
    starts: Vec<u32>,
    steps: Vec<Step>,
}

impl Side {
    /// How many positions.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The moves of a position; none in mate and stalemate.
    pub fn steps(&self, place: usize) -> &[Step] {
        &self.steps[self.range(place)]
    }

    /// Which of all the moves are a position's.
    pub fn range(&self, place: usize) -> std::ops::Range<usize> {
        self.starts[place] as usize..self.starts[place + 1] as usize
    }

    /// How many moves all positions have together.
    pub fn moves(&self) -> usize {
        self.steps.len()
    }
}

/// Every position of an endgame with its moves.
#[derive(Clone, Debug)]
pub struct MoveGraph {
    index: Index,
    sides: [Side; 2],
}

/// A number for each position, White to move and Black to move, by place: as White sees it.
pub type Evaluation = [Vec<f32>; 2];

/// No position.
const NOWHERE: u32 = u32::MAX;

/// Numbers looked at between two looks at the flag to stop.
const AT_ONCE: usize = 1 << 12;

impl MoveGraph {
    /// The most men of an endgame that is laid out whole.
    pub const MOST_MEN: usize = 3;

    /// Lays out an endgame; the side named first in the table is White.
    pub fn of(
        tables: &Tables,
        material: &Material,
        monitor: &Monitor<'_>,
    ) -> Result<Option<MoveGraph>, TablesError> {
        let table = tables.table(material, monitor)?;
        let index = table.index().clone();
        let len = index.len();
        let mut places = [vec![NOWHERE; len], vec![NOWHERE; len]];
        for (turn, places) in Color::ALL.into_iter().zip(&mut places) {
            let legal = (0..len).filter(|&index| table.outcome_at(Slot { turn, index }).is_some());
            for (place, number) in legal.enumerate() {
                places[number] = place as u32;
            }
        }
        let mut sides = [Side::default(), Side::default()];
        for (at, turn) in Color::ALL.into_iter().enumerate() {
            let side = &mut sides[at];
            side.starts.push(0);
            for first in (0..len).step_by(AT_ONCE) {
                if monitor.stopped() {
                    return Ok(None);
                }
                let total = 2 * len;
                (monitor.report)(Progress { material: *material, done: at * len + first, total });
                let listed: Result<Vec<_>, TablesError> = (first..len.min(first + AT_ONCE))
                    .into_par_iter()
                    .filter(|&number| places[at][number] != NOWHERE)
                    .map(|number| {
                        let position = index.decode(Slot { turn, index: number });
                        let position = position.expect("the table knows its worth");
                        let steps = steps(tables, &index, &position, &places[1 - at])?;
                        let outcome = table.outcome_at(Slot { turn, index: number });
                        Ok((number, outcome.expect("it has a place"), steps))
                    })
                    .collect();
                for (number, outcome, steps) in listed? {
                    side.numbers.push(number as u32);
                    side.outcomes.push(outcome);
                    side.steps.extend(steps);
                    side.starts.push(side.steps.len() as u32);
                }
            }
        }
        Ok(Some(MoveGraph { index, sides }))
    }

    /// The endgame, the side named first being White.
    pub fn material(&self) -> Material {
        self.index.material()
    }

    /// The positions with this side to move.
    pub fn side(&self, turn: Color) -> &Side {
        &self.sides[at(turn)]
    }

    /// A position by its place.
    pub fn slot(&self, turn: Color, place: usize) -> Slot {
        Slot { turn, index: self.side(turn).numbers[place] as usize }
    }

    /// The same on a board.
    pub fn position(&self, turn: Color, place: usize) -> Position {
        self.index.decode(self.slot(turn, place)).expect("only legal positions have a place")
    }

    /// A number for each position.
    pub fn evaluate(&self, value: impl Fn(Slot) -> f32 + Sync) -> Evaluation {
        Color::ALL.map(|turn| {
            let places = 0..self.side(turn).len();
            places.into_par_iter().map(|place| value(self.slot(turn, place))).collect()
        })
    }

    /// What a search of so many plies makes of an evaluation: 0 plies leave it as it is. Moves that leave the endgame, mates and
    /// stalemates count as they are: 1 if White wins, -1 if Black does, or 0. So the evaluation should lie between -1 and 1.
    pub fn search(&self, evaluation: &Evaluation, plies: usize) -> Evaluation {
        let mut values = evaluation.clone();
        for _ in 0..plies {
            let next = Color::ALL.map(|turn| {
                let places = 0..self.side(turn).len();
                places.into_par_iter().map(|place| self.best(turn, place, &values)).collect()
            });
            values = next;
        }
        values
    }

    /// The value of the best move, as White sees it.
    fn best(&self, turn: Color, place: usize, values: &Evaluation) -> f32 {
        let side = self.side(turn);
        let sign = if turn == Color::White { 1.0 } else { -1.0 };
        let of = |step: &Step| match step.to {
            Some(to) => sign * values[1 - at(turn)][to as usize],
            None => f32::from(step.value.sign()),
        };
        let best = side.steps(place).iter().map(of).reduce(f32::max);
        sign * best.unwrap_or_else(|| f32::from(side.outcomes[place].sign()))
    }
}

/// 0 for White, 1 for Black.
pub(crate) fn at(turn: Color) -> usize {
    usize::from(turn == Color::Black)
}

fn steps(
    tables: &Tables,
    index: &Index,
    position: &Position,
    places: &[u32],
) -> Result<Vec<Step>, TablesError> {
    let choices = tables.list_choices(position)?;
    let step = |choice: &value::Choice<_, Outcome>| {
        let slot = index.encode(&position.after(choice.play));
        let to = slot.map(|slot| places[slot.index]).filter(|&place| place != NOWHERE);
        Step { value: choice.value, to }
    };
    Ok(choices.iter().map(step).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Metric;

    fn kpk() -> (Tables, MoveGraph) {
        let tables = Tables::new(Metric::Dtc);
        let material: Material = "KPK".parse().expect("a name");
        let graph = MoveGraph::of(&tables, &material, &Monitor::NONE).expect("solved");
        (tables, graph.expect("nobody stops"))
    }

    /// Knowing nothing but what ends the game, a search of `2 d - 1` plies finds just the wins of depth `d` and less.
    #[test]
    fn a_blind_search_finds_the_wins_of_its_depth() {
        let (_, graph) = kpk();
        let blind = graph.evaluate(|_| 0.0);
        for depth in [1u16, 3, 6] {
            let found = graph.search(&blind, usize::from(2 * depth - 1));
            let side = graph.side(Color::White);
            for (place, &value) in found[0].iter().enumerate() {
                let wins = side.outcomes[place].depth().is_some_and(|of| of.0 <= depth);
                assert_eq!(value == 1.0, wins, "{}", graph.position(Color::White, place).fen());
            }
        }
    }

    /// The truth stays the truth, however far one looks; a position's moves are worth what the table says of it.
    #[test]
    fn the_truth_is_a_fixed_point() {
        let (tables, graph) = kpk();
        let material = graph.material();
        let table = tables.table(&material, &Monitor::NONE).expect("solved");
        let truth = graph.evaluate(|slot| {
            let outcome = table.outcome_at(slot).expect("a position");
            let sign = f32::from(outcome.sign());
            if slot.turn == Color::White { sign } else { -sign }
        });
        assert_eq!(graph.search(&truth, 1), truth);
        assert_eq!((truth[0].len(), truth[1].len()), (81_664, 84_012));
        assert_eq!(truth[0].iter().filter(|&&value| value == 1.0).count(), 62_480);
    }
}
