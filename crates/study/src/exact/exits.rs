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

use super::players::{Pairing, Player};
use super::{ExactError, has_pawns_of_both};
use crate::markov::Chain;

/// A drawn move that leaves an endgame in which somebody may still win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    /// The position it leaves.
    pub(super) from: u32,
    /// Which endgame it leads into, among those of its endgame.
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
            let comes = |after: Material| {
                let own = successors.table().material();
                Color::ALL.iter().all(|&color| after.may_come_from(&own, color)).then_some(after)
            };
            let oriented = [comes(material), comes(material.flipped())];
            let table = successors.tables().table(&material, monitor).map_err(WalkError::from)?;
            if Color::ALL.iter().any(|&color| table.deepest(color).is_some()) {
                for material in oriented.into_iter().flatten() {
                    if endgames.iter().all(|(known, _)| *known != material) {
                        endgames.push((material, table.clone()));
                    }
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
    pub(super) fn of(&self, seat: Seat, number: usize, step: Step) -> Option<Exit> {
        let mover = match seat {
            Seat::Attacker => self.attacker,
            Seat::Defender => self.attacker.other(),
        };
        let men = self.successors.men(number).after(mover, step);
        let material = men.material();
        let beyond = self.endgames.iter().position(|(known, _)| *known == material)?;
        let position = Position::from_men(men.pieces(), mover.other()).ok()?;
        let Slot { index, .. } = self.endgames[beyond].1.index().encode(&position)?;
        Some(Exit { from: number as u32, beyond: beyond as u16, number: index as u32 })
    }
}

/// An endgame that is followed: the one asked for, or one that the game may go on in.
pub(super) struct Followed {
    pub(super) players: [Player; 2],
    /// The endgames its exits lead into.
    pub(super) beyond: Vec<Beyond>,
}

impl Followed {
    /// Follows both players within so many bytes.
    pub(super) fn new(
        chain: &Chain<'_>,
        pairing: &Pairing,
        budget: &mut usize,
        monitor: &Monitor<'_>,
    ) -> Result<Followed, ExactError> {
        let material = chain.successors().table().material();
        if has_pawns_of_both(&material) {
            return Err(ExactError::EnPassant { material });
        }
        let exits = Exits::open(chain, monitor)?;
        if chain.successors().table().metric() == value::Metric::Dtm && exits.decide() {
            return Err(ExactError::Metric { material });
        }
        let players = Player::both(chain, pairing, &exits, budget, monitor)?;
        Ok(Followed { players, beyond: exits.beyond() })
    }

    /// The endgames that are left for by drawn moves.
    fn left_for(&self) -> Vec<Beyond> {
        let mut left = vec![false; self.beyond.len()];
        let exits = self.players.iter().flat_map(|player| player.exits.iter().flatten());
        exits.for_each(|exit| left[usize::from(exit.beyond)] = true);
        let endgames = self.beyond.iter().zip(left).filter(|&(_, left)| left);
        endgames.map(|(&endgame, _)| endgame).collect()
    }
}

/// Every endgame that the drawn captures and promotions of one lead into, and so on from there,
/// within so many bytes.
pub(super) fn smaller(
    chain: &Chain<'_>,
    root: &Followed,
    pairing: &Pairing,
    budget: &mut usize,
    monitor: &Monitor<'_>,
) -> Result<Vec<(Beyond, Followed)>, ExactError> {
    if chain.space().is_wins_only() {
        return Ok(Vec::new());
    }
    let mut asked = root.left_for();
    let mut found: Vec<(Beyond, Followed)> = Vec::new();
    while let Some(&endgame) = asked.get(found.len()) {
        let tables = chain.successors().tables();
        let successors =
            Successors::of(tables, &endgame.material, monitor).map_err(WalkError::from)?;
        let chain = Chain::all(&successors, endgame.attacker);
        let followed = Followed::new(&chain, pairing, budget, monitor)?;
        for next in followed.left_for() {
            if !asked.contains(&next) {
                asked.push(next);
            }
        }
        found.push((endgame, followed));
    }
    Ok(found)
}
