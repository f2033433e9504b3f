//! The moves of one phase, and how likely they are at any clock.

use std::ops::Range;

use endgame::bitboards::Step;
use endgame::rules::{Color, DRAWN_AT, Position, Role};
use endgame::successors::{Destination, Successor, WalkError};
use player::reference::ReferencePlayer;
use rayon::prelude::*;
use value::{Choice, Choices, Depth, Extent, Outcome};

use super::RuleError;
use super::phases::{Endgame, Phases};

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum To {
    /// To a row of the same phase, the other side to move.
    Row(u32),
    /// Into another phase with a fresh clock: which endgame, and the number there.
    Fresh(u16, u32),
    /// To the end of the game: men that cannot mate.
    Drawn,
}

/// A legal move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) to: To,
    /// To the mover, with a fresh clock.
    value: Outcome,
    /// Half-moves that its win or loss takes after it until the clock is set back, or mate; 0 after a move that
    /// sets it back itself.
    plies: u8,
}

/// A position of the phase.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) number: u32,
    /// None where the game is over.
    pub(super) moves: Box<[Move]>,
    /// How the game is over: 0 won, 1 drawn, 2 lost by the attacker.
    pub(super) over: Option<usize>,
    /// How likely the moves are.
    pub(super) chances: Vec<f64>,
    /// The clocks at which they are as likely as that; none to begin with.
    known: Option<(u32, u32)>,
}

/// The positions of a phase, by the player to move, the attacker first.
pub(super) struct Rows {
    pub(super) sides: [Vec<Row>; 2],
    /// By number less the first of the phase.
    pub(super) places: [Vec<u32>; 2],
    pub(super) first: usize,
    extents: [Extent; 2],
}

const NOWHERE: u32 = u32::MAX;

/// The colour, in its table, of the attacker (0) or the defender (1).
pub(super) fn color(endgame: &Endgame<'_>, side: usize) -> Color {
    if side == 0 { endgame.attacker } else { endgame.attacker.other() }
}

impl Rows {
    /// Lists the moves of all positions with these numbers of an endgame.
    pub(super) fn new(
        phases: &Phases<'_>,
        at: usize,
        numbers: Range<usize>,
    ) -> Result<Rows, RuleError> {
        let endgame = &phases.endgames[at];
        let index = endgame.successors.table().index();
        let counted =
            |number: usize| index.class_mask(number / 64).representatives >> (number % 64) & 1 == 1;
        let wanted: Vec<usize> = numbers.clone().into_par_iter().filter(|&n| counted(n)).collect();
        let mut places = [vec![NOWHERE; numbers.len()], vec![NOWHERE; numbers.len()]];
        let mut own: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
        for side in 0..2 {
            let turn = color(endgame, side);
            for &number in wanted.iter().filter(|&&n| endgame.outcome(turn, n).is_some()) {
                places[side][number - numbers.start] = own[side].len() as u32;
                own[side].push(number);
            }
        }
        let lister = Lister { phases, endgame, first: numbers.start, places: &places };
        let list = |side: usize| -> Result<Vec<Row>, RuleError> {
            let rows = own[side]
                .par_iter()
                .map_init(Vec::new, |found, &number| lister.row(side, number, found));
            rows.collect()
        };
        let sides = [list(0)?, list(1)?];
        let extents = [0, 1].map(|side| endgame.extent(color(endgame, side)));
        let mut rows = Rows { sides, places, first: numbers.start, extents };
        rows.count_plies(endgame);
        Ok(rows)
    }

    /// The row of a number.
    pub(super) fn place(&self, side: usize, number: usize) -> usize {
        self.places[side][number - self.first] as usize
    }

    /// Finds out how many half-moves every win and loss takes: the shallow ones first.
    fn count_plies(&mut self, endgame: &Endgame<'_>) {
        let values = [0, 1].map(|side| -> Vec<Outcome> {
            let turn = color(endgame, side);
            let value = |row: &Row| endgame.outcome(turn, row.number as usize);
            self.sides[side].iter().map(|row| value(row).unwrap_or(Outcome::Draw)).collect()
        });
        let mut plies = self.sides.each_ref().map(|rows| vec![0u8; rows.len()]);
        for half in 0..=2 * u32::from(u8::MAX) {
            // Mated, won in 1, lost in 1, won in 2 ...
            let depth = Depth(half.div_ceil(2) as u16);
            let wanted = if half % 2 == 1 { Outcome::Win(depth) } else { Outcome::Loss(depth) };
            for side in 0..2 {
                let known = &plies[1 - side];
                let found: Vec<(usize, u8)> = (0..values[side].len())
                    .into_par_iter()
                    .filter(|&at| values[side][at] == wanted)
                    .map(|at| (at, self.sides[side][at].plies(wanted, known)))
                    .collect();
                found.into_iter().for_each(|(at, count)| plies[side][at] = count);
            }
        }
        let [attacker, defender] = &plies;
        for (rows, known) in self.sides.iter_mut().zip([defender, attacker]) {
            rows.par_iter_mut().flat_map_iter(|row| row.moves.iter_mut()).for_each(|play| {
                if let To::Row(to) = play.to {
                    play.plies = known[to as usize];
                }
            });
        }
    }

    /// Makes the chances of a row those at a clock.
    pub(super) fn at_clock(row: &mut Row, player: &ReferencePlayer, extent: Extent, clock: u32) {
        if row.known.is_some_and(|(first, last)| (first..=last).contains(&clock)) {
            return;
        }
        let (mut first, mut last) = (0, DRAWN_AT);
        let mut seen = |play: &Move| {
            if play.value == Outcome::Draw || !matches!(play.to, To::Row(_)) {
                return play.value;
            }
            // The move itself takes a half-move, and the hundredth is in time.
            match DRAWN_AT.checked_sub(1 + u32::from(play.plies)) {
                Some(latest) if clock <= latest => {
                    last = last.min(latest);
                    play.value
                }
                latest => {
                    first = first.max(latest.map_or(0, |latest| latest + 1));
                    Outcome::Draw
                }
            }
        };
        let list: Vec<Choice<()>> =
            row.moves.iter().map(|play| Choice::new((), seen(play))).collect();
        let prospect = player.prospect(&Choices::new(list, extent));
        row.chances = prospect.move_probabilities().to_vec();
        row.known = Some((first, last));
    }

    pub(super) fn extent(&self, side: usize) -> Extent {
        self.extents[side]
    }
}

impl Row {
    /// Half-moves until the clock is set back, or mate, those after each move being known.
    fn plies(&self, value: Outcome, known: &[u8]) -> u8 {
        let each = |play: &Move| match play.to {
            To::Row(to) => known[to as usize].saturating_add(1),
            To::Fresh(..) | To::Drawn => 1,
        };
        let moves = self.moves.iter();
        match value {
            // The winner's moves that are a move nearer, or set the clock back.
            Outcome::Win(Depth(depth)) => moves
                .filter(|play| matches!(play.value, Outcome::Win(after) if after.0 < depth))
                .map(each)
                .min()
                .unwrap_or(u8::MAX),
            _ => moves.map(each).max().unwrap_or(0),
        }
    }
}

/// Lists moves.
struct Lister<'l, 't> {
    phases: &'l Phases<'t>,
    endgame: &'l Endgame<'t>,
    first: usize,
    places: &'l [Vec<u32>; 2],
}

impl Lister<'_, '_> {
    fn row(
        &self,
        side: usize,
        number: usize,
        found: &mut Vec<Successor>,
    ) -> Result<Row, RuleError> {
        let turn = color(self.endgame, side);
        let successors = &self.endgame.successors;
        successors.list(turn, number, found).map_err(WalkError::from)?;
        let value = self.endgame.outcome(turn, number);
        let over = match value {
            _ if !found.is_empty() => None,
            Some(Outcome::Loss(_)) => Some(if side == 0 { 2 } else { 0 }),
            _ => Some(1),
        };
        let mut moves = Vec::with_capacity(found.len());
        for play in &*found {
            moves.push(Move { to: self.to(side, number, play), value: play.value, plies: 0 });
        }
        let number = number as u32;
        Ok(Row { number, moves: moves.into(), over, chances: Vec::new(), known: None })
    }

    fn to(&self, side: usize, number: usize, play: &Successor) -> To {
        let turn = color(self.endgame, side);
        let men = self.endgame.successors.men(number);
        let index = self.endgame.successors.table().index();
        match play.to {
            Destination::Here(to) | Destination::WithRight(to) => {
                let to = index.representative(to);
                if men.role_at(turn, play.step.from) == Some(Role::Pawn) {
                    let at =
                        self.phases.endgames.iter().position(|one| std::ptr::eq(one, self.endgame));
                    return To::Fresh(at.unwrap_or_default() as u16, to as u32);
                }
                To::Row(self.places[1 - side][to - self.first])
            }
            Destination::Elsewhere => self.elsewhere(turn, number, play.step),
        }
    }

    /// Where a capture or a promotion leads.
    fn elsewhere(&self, turn: Color, number: usize, step: Step) -> To {
        let men = self.endgame.successors.men(number).after(turn, step);
        let position = Position::from_men(men.pieces(), turn.other());
        let position = position.expect("a legal move leads to a legal position");
        if position.is_insufficient_material() {
            return To::Drawn;
        }
        let material = position.material();
        let attacker = material.table_color(self.endgame.attacker);
        let known =
            |one: &Endgame<'_>| one.material == material.normalized() && one.attacker == attacker;
        let at = self.phases.endgames.iter().position(known);
        let at = at.expect("every endgame that can be come into is known");
        let index = self.phases.endgames[at].successors.table().index();
        let slot = index.encode(&position).expect("a position of that endgame");
        To::Fresh(at as u16, index.representative(slot.index) as u32)
    }
}
