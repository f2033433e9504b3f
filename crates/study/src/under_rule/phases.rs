//! The phases a game may go through: the endgames it may come into, and the placements of their pawns.

use std::ops::Range;

use endgame::index::Slot;
use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position, Role};
use endgame::successors::{Successors, WalkError};
use endgame::tables::Tables;
use player::reference::ReferencePlayer;
use value::{Extent, Outcome};

use super::backward::Fresh;
use super::rows::Rows;
use super::{Fate, RuleError, step};

/// An endgame that the game may come into.
pub(super) struct Endgame<'t> {
    pub(super) material: Material,
    /// A colour of its table.
    pub(super) attacker: Color,
    pub(super) successors: Successors<'t>,
}

impl Endgame<'_> {
    /// How deep the values go that a side of the table chooses by.
    pub(super) fn extent(&self, turn: Color) -> Extent {
        crate::markov::extent(&self.successors, turn)
    }

    /// What the table says of a position, for the side to move.
    pub(super) fn outcome(&self, turn: Color, number: usize) -> Option<Outcome> {
        let table = self.successors.table();
        table.codec().outcome(table.codes(turn)[number], turn)
    }

    /// How far the pawns of a placement have come, all together.
    fn advance(&self, numbers: &Range<usize>) -> u32 {
        let men = self.successors.men(numbers.start);
        let ranks = |color: Color| {
            let rank = |square: u8| {
                u32::from(if color == Color::White { square / 8 } else { 7 - square / 8 })
            };
            let mut squares = men.get(Role::Pawn.of(color));
            std::iter::from_fn(move || {
                let square = squares.trailing_zeros();
                squares &= squares.wrapping_sub(1);
                (square < 64).then_some(square as u8)
            })
            .map(rank)
            .sum::<u32>()
        };
        Color::ALL.into_iter().map(ranks).sum()
    }
}

/// Every phase of a game, and who plays it.
pub(super) struct Phases<'t> {
    /// Those that others come into first; the one asked about is the last.
    pub(super) endgames: Vec<Endgame<'t>>,
    /// The attacker and the defender.
    pub(super) players: [ReferencePlayer; 2],
    /// The position asked about.
    pub(super) slot: Slot,
    pub(super) clock: u32,
}

impl<'t> Phases<'t> {
    pub(super) fn new(
        tables: &'t Tables,
        position: &Position,
        attacker: Color,
        players: [ReferencePlayer; 2],
        monitor: &Monitor<'_>,
    ) -> Result<Phases<'t>, RuleError> {
        let root = position.material();
        // As the men are called where they stand: the attacker keeps his colour.
        let mut found = vec![root];
        let mut at = 0;
        while let Some(&material) = found.get(at) {
            for smaller in material.converts_into().into_iter().flat_map(|one| [one, one.flipped()])
            {
                let fits =
                    Color::ALL.into_iter().all(|color| smaller.may_come_from(&material, color));
                if smaller != Material::KINGS && fits && !found.contains(&smaller) {
                    found.push(smaller);
                }
            }
            at += 1;
        }
        found.sort_by_key(|material| (material.men(), material.pawns(), *material == root));
        let mut endgames = Vec::new();
        for material in found {
            let successors =
                Successors::of(tables, &material.normalized(), monitor).map_err(WalkError::from)?;
            let table = successors.table();
            if material != root && Color::ALL.into_iter().all(|side| table.deepest(side).is_none())
            {
                // Men that cannot mate: the game is over there.
                continue;
            }
            let attacker = material.table_color(attacker);
            let material = material.normalized();
            let known = |one: &Endgame<'_>| one.material == material && one.attacker == attacker;
            if !endgames.iter().any(known) {
                endgames.push(Endgame { material, attacker, successors });
            }
        }
        let index = endgames.last().expect("the root").successors.table().index();
        let slot = index.encode(position).expect("a position of the endgame");
        let slot = Slot { index: index.representative(slot.index), ..slot };
        Ok(Phases { endgames, players, slot, clock: position.halfmove_clock() })
    }

    /// What becomes of the game, and within how many moves, if that can be had.
    pub(super) fn fate(&self, moves: usize, monitor: &Monitor<'_>) -> Result<Fate, RuleError> {
        let (root, smaller) = self.endgames.split_last().expect("the root");
        let phases = |endgame: &Endgame<'_>| {
            let mut all: Vec<(u32, Range<usize>)> = endgame
                .successors
                .table()
                .index()
                .pawn_placements()
                .map(|numbers| (endgame.advance(&numbers), numbers))
                .collect();
            all.sort_by_key(|(advance, _)| std::cmp::Reverse(*advance));
            all
        };
        let own = phases(root);
        let at = own.iter().position(|(_, numbers)| numbers.contains(&self.slot.index));
        let (advance, numbers) = own[at.expect("every number has pawns somewhere")].clone();
        let later: Vec<_> = own.into_iter().filter(|one| one.0 > advance).collect();
        let total = smaller.iter().map(|one| phases(one).len()).sum::<usize>() + later.len() + 1;
        let lasting: usize = smaller.iter().map(|one| one.successors.table().index().len()).sum();
        let lasting = lasting + later.iter().map(|(_, numbers)| numbers.len()).sum::<usize>();
        let mut fresh = Fresh::new(&self.endgames, Fresh::moves_known(moves, lasting));
        let mut done = 0;
        for (at, endgame) in smaller.iter().enumerate() {
            for (_, numbers) in phases(endgame) {
                step(root.material, (done, total), monitor)?;
                fresh.settle(self, at, numbers)?;
                done += 1;
            }
        }
        for (_, numbers) in later {
            step(root.material, (done, total), monitor)?;
            fresh.settle(self, smaller.len(), numbers)?;
            done += 1;
        }
        step(root.material, (done, total), monitor)?;
        let rows = Rows::new(self, smaller.len(), numbers)?;
        Ok(self.forward(rows, &fresh, moves))
    }
}
