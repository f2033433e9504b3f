//! The positions of a phase that others come into: what is kept of it, and how long.

use endgame::bitboards::Bitboards;
use endgame::rules::{Color, Piece, Role};
use player::markov::Seat;

use super::super::players::at;
use super::super::stored::SEATS;
use super::super::stored::endgames::color;
use super::Phased;
use super::building::Moves;
use super::known::IMAGE;

/// Positions with a player to move that captures and promotions of larger endgames lead to.
pub(super) enum Entrance {
    All,
    /// Those with such a man on such a square; none if there is no such man.
    With(Vec<(Piece, u64)>),
}

impl Entrance {
    pub(super) fn admits(&self, men: impl Fn() -> Bitboards) -> bool {
        match self {
            Entrance::All => true,
            Entrance::With(promoted) if promoted.is_empty() => false,
            Entrance::With(promoted) => {
                let men = men();
                promoted.iter().any(|&(man, squares)| men.get(man) & squares != 0)
            }
        }
    }
}

impl Phased<'_> {
    /// Whether pawn moves lead into a phase, a player to move then, once the phases up to another one are solved.
    pub(super) fn is_pushed_into(&self, phase: usize, solved: usize, seat: Seat) -> bool {
        let beyond = self.phases.endgames[self.phases.all[phase].endgame].beyond;
        let has_pawns = |color: Color| beyond.material.army(color).count(Role::Pawn) > 0;
        let mover = color(beyond, SEATS[1 - at(seat)]);
        // Behind a right to capture en passant either player may be to move.
        (has_pawns(mover) || Color::ALL.into_iter().all(has_pawns))
            && self.phases.asked_until[phase] > solved
    }

    /// The positions of a phase that captures and promotions of larger endgames lead to.
    pub(super) fn entrance(&self, phase: usize, seat: Seat) -> Entrance {
        let at_endgame = self.phases.all[phase].endgame;
        let endgame = &self.phases.endgames[at_endgame];
        if endgame.entered.by_capture {
            return Entrance::All;
        }
        let mover = color(endgame.beyond, SEATS[1 - at(seat)]);
        let squares = self.phases.promotion_squares(at_endgame, mover);
        let promoted = endgame.entered.by_promotion.iter().filter(|(color, _)| *color == mover);
        Entrance::With(promoted.map(|&(color, role)| (role.of(color), squares)).collect())
    }

    /// Says of the numbers of a phase, less the first one, which positions are come into with a player to move.
    pub(super) fn entered(&self, phase: usize, seat: Seat) -> impl Fn(usize) -> bool + '_ {
        let here = &self.phases.all[phase];
        let endgame = &self.phases.endgames[here.endgame];
        let entrance = self.entrance(phase, seat);
        move |number| entrance.admits(|| endgame.successors.men(here.numbers.start + number))
    }

    /// Forgets what no phase asks for any more that comes after this one.
    pub(super) fn forget(&mut self, solved: usize) {
        for phase in 0..=solved {
            if self.phases.asked_until[phase] != solved {
                continue;
            }
            let Some(mut known) = self.known[phase].take() else { continue };
            let entered = SEATS.map(|seat| self.entered(phase, seat));
            known.keep(|seat, number| entered[at(seat)](number));
            drop(entered);
            self.known[phase] = Some(known);
        }
    }

    /// A state for each row of a phase: positions that are worth the same are alike.
    pub(super) fn states(&self, phase: usize, moves: &Moves) -> [Vec<u32>; 2] {
        let here = &self.phases.all[phase];
        let endgame = &self.phases.endgames[here.endgame];
        SEATS.map(|seat| {
            let side = at(seat);
            let codes = endgame.successors.table().codes(color(endgame.beyond, seat));
            // A position with a right to capture en passant comes last, and is alike to none.
            let mut states = vec![256; moves.rows[side].len()];
            let rows = moves.numbered[side].iter().zip(&codes[here.numbers.clone()]);
            for (&row, &code) in rows.filter(|(row, _)| **row < IMAGE) {
                states[row as usize] = u32::from(code);
            }
            states
        })
    }
}
