//! Drawn captures and promotions after which somebody may still win: the game goes on.

use std::sync::Arc;

use endgame::bitboards::Step;
use endgame::index::Slot;
use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::successors::{Successors, WalkError};
use endgame::table::Table;
use player::markov::Seat;

use super::ExactError;
use super::graph::{PositionGraph, at};
use super::odds::{Odds, Pairing};
use crate::markov::Chain;

/// A drawn move that leaves an endgame in which somebody may still win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    /// Which of its bucket's positions it leaves.
    pub(super) row: u32,
    /// Which endgame it leads into, among those of its graph.
    pub(super) beyond: u16,
    /// The number there.
    pub(super) number: u32,
}

/// An endgame that a game may go on in, and whose wins are counted there, a colour of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Beyond {
    pub(super) material: Material,
    pub(super) attacker: Color,
}

/// The ways out of an endgame.
pub(super) struct Exits<'a> {
    successors: &'a Successors<'a>,
    /// The attacker's colour here.
    attacker: Color,
    /// As the men are called here.
    endgames: Vec<(Material, Arc<Table>)>,
}

impl<'a> Exits<'a> {
    /// The endgames one move can lead into, dead ones left out.
    pub(super) fn open(chain: &Chain<'a>, monitor: &Monitor<'_>) -> Result<Exits<'a>, ExactError> {
        let successors = chain.successors();
        let mut endgames = Vec::new();
        for material in successors.table().material().converts_into() {
            if material == Material::KINGS {
                continue;
            }
            let table = successors.tables().table(&material, monitor).map_err(WalkError::from)?;
            if Color::ALL.iter().any(|&color| table.deepest(color).is_some()) {
                endgames.push((material, table.clone()));
                if material.flipped() != material {
                    endgames.push((material.flipped(), table));
                }
            }
        }
        Ok(Exits { successors, attacker: chain.attacker(), endgames })
    }

    /// Whether a move out of this endgame can decide the game.
    pub(super) fn decide(&self) -> bool {
        !self.endgames.is_empty()
    }

    /// The endgames, each in the colours of its table.
    pub(super) fn beyond(&self) -> Vec<Beyond> {
        let own = |&(material, ref table): &(Material, Arc<Table>)| {
            let same = material == table.material();
            let attacker = if same { self.attacker } else { self.attacker.other() };
            Beyond { material: table.material(), attacker }
        };
        self.endgames.iter().map(own).collect()
    }

    /// Where a drawn capture or promotion leads; none if nobody can win there.
    pub(super) fn of(&self, seat: Seat, number: usize, step: Step, row: u32) -> Option<Exit> {
        let mover = match seat {
            Seat::Attacker => self.attacker,
            Seat::Defender => self.attacker.other(),
        };
        let men = self.successors.men(number).after(mover, step);
        let material = men.material();
        let beyond = self.endgames.iter().position(|(known, _)| *known == material)?;
        let position = Position::from_men(men.pieces(), mover.other()).ok()?;
        let Slot { index, .. } = self.endgames[beyond].1.index().encode(&position)?;
        Some(Exit { row, beyond: beyond as u16, number: index as u32 })
    }
}

/// A smaller endgame that a game may go on in.
#[derive(Debug)]
pub(super) struct Smaller {
    pub(super) endgame: Beyond,
    pub(super) graph: PositionGraph,
    pub(super) odds: [Odds; 2],
}

/// Every endgame that a graph's drawn captures and promotions lead into, and so on from there,
/// within so many bytes.
pub(super) fn smaller(
    chain: &Chain<'_>,
    root: &PositionGraph,
    pairing: &Pairing,
    mut budget: usize,
    monitor: &Monitor<'_>,
) -> Result<Vec<Smaller>, ExactError> {
    let mut asked = root.left_for();
    let mut found: Vec<Smaller> = Vec::new();
    while let Some(&endgame) = asked.get(found.len()) {
        let tables = chain.successors().tables();
        let successors =
            Successors::of(tables, &endgame.material, monitor).map_err(WalkError::from)?;
        let chain = Chain::all(&successors, endgame.attacker);
        let graph = PositionGraph::build(&chain, pairing, budget, monitor)?;
        budget = budget.saturating_sub(graph.bytes());
        for next in graph.left_for() {
            if !asked.contains(&next) {
                asked.push(next);
            }
        }
        let odds = |seat| Odds::of(&graph, pairing, seat, chain.extent());
        let odds = [odds(Seat::Attacker)?, odds(Seat::Defender)?];
        found.push(Smaller { endgame, graph, odds });
    }
    Ok(found)
}

/// A drawn move that leaves an endgame, and how likely it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The place it leaves.
    pub(super) from: usize,
    /// Which of the smaller endgames it leads into, and the other player's place there.
    pub(super) to: (usize, usize),
    /// How likely.
    pub(super) chance: f64,
}

/// One player's drawn moves out of a graph.
pub(super) fn ways(
    graph: &PositionGraph,
    odds: &[Odds; 2],
    seat: Seat,
    smaller: &[Smaller],
) -> Vec<Way> {
    let other = if seat == Seat::Attacker { Seat::Defender } else { Seat::Attacker };
    let own = &odds[at(seat)];
    let mut ways = Vec::new();
    let mut first = 0;
    for bucket in graph.sides[at(seat)].buckets.iter().flatten() {
        for exit in &bucket.exits {
            let endgame = graph.beyond[usize::from(exit.beyond)];
            let member = smaller.iter().position(|smaller| smaller.endgame == endgame);
            let Some(member) = member else { continue };
            let place = smaller[member].graph.place(other, exit.number as usize);
            let from = first + exit.row as usize;
            let chance = own.share[from] * own.drawn;
            ways.extend(place.map(|place| Way { from, to: (member, place), chance }));
        }
        first += bucket.ends.len();
    }
    ways
}
