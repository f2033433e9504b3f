//! Moves within one endgame: neither captures nor promotions, nor a pawn's double step that can be taken en passant.

use shakmaty::attacks::between;
use shakmaty::{Color, Role, Square};

use super::lane::{ahead, attacked, behind, beside, into_set, pawn_into_set, rank_of};
use super::layout::{Fixed, Layout, mirrored};
use super::material::Man;

/// Whose moves are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Movers {
    /// Every man.
    All,
    /// All but the pawns: their moves end the count in DTZ.
    Pieces,
    /// The pawns.
    Pawns,
}

impl Movers {
    fn include(self, role: Role) -> bool {
        match self {
            Movers::All => true,
            Movers::Pieces => role != Role::Pawn,
            Movers::Pawns => role == Role::Pawn,
        }
    }
}

fn path(from: u8, to: u8) -> u64 {
    between(Square::new(u32::from(from)), Square::new(u32::from(to))).0
}

impl Layout {
    /// The men of a side, by number, that move.
    fn movers(&self, side: Color, movers: Movers) -> impl Iterator<Item = (usize, Man)> + '_ {
        let men = self.men.iter().copied().enumerate();
        men.filter(move |(_, man)| man.color == side && movers.include(man.role))
    }

    /// Squares of the last man for which a double step of a pawn of this colour to the target can be taken en passant.
    pub(crate) fn answered_en_passant(&self, fixed: &Fixed, color: Color, target: u8) -> u64 {
        let enemy = Man { color: color.other(), role: Role::Pawn };
        let near = beside(target);
        let pawns = self.men[..self.fixed()].iter().zip(fixed);
        if pawns.clone().any(|(man, square)| *man == enemy && near >> square & 1 == 1) {
            return !0;
        }
        if self.lane() == enemy { near } else { 0 }
    }

    /// The squares beside the fixed pawns of the other colour: where a double step of the last man can be taken.
    fn beside_enemy_pawns(&self, fixed: &Fixed, color: Color) -> u64 {
        let enemy = Man { color: color.other(), role: Role::Pawn };
        let pawns = self.men[..self.fixed()].iter().zip(fixed).filter(|(man, _)| **man == enemy);
        pawns.fold(0, |set, (_, &square)| set | beside(square))
    }

    /// The squares of the last man from which the side to move has a quiet move into a set of positions with the other side to
    /// move. `set` gives the words of that set; bits where men would share a square are not looked at.
    #[inline(always)]
    pub(crate) fn quiet_into(
        &self,
        fixed: &Fixed,
        side: Color,
        movers: Movers,
        set: impl Fn(usize) -> u64,
    ) -> u64 {
        let (free, last) = (self.free(fixed), self.fixed());
        let occupied = self.occupied(fixed);
        let mut found = 0;
        for (number, man) in self.movers(side, movers) {
            if number == last {
                let reachable = set(self.word(fixed).0) & free;
                found |= self.lane_into(fixed, man, reachable, !occupied);
                continue;
            }
            let from = fixed[number];
            let others = occupied & !(1 << from);
            let mut go = |to: u8, blocked: u64| {
                let mut next = *fixed;
                next[number] = to;
                let (word, mask) = self.word(&next);
                found |= mirrored(set(word), mask) & !(blocked | 1 << to);
            };
            if man.role == Role::Pawn {
                let once = ahead(man.color, from);
                if others >> once & 1 == 1 || rank_of(man.color, once) == 7 {
                    continue;
                }
                go(once, 0);
                let twice =
                    if rank_of(man.color, from) == 1 { ahead(man.color, once) } else { once };
                if twice != once && others >> twice & 1 == 0 {
                    go(twice, 1 << once | self.answered_en_passant(fixed, man.color, twice));
                }
                continue;
            }
            let mut targets = attacked(man, from, others) & !others;
            while targets != 0 {
                let to = targets.trailing_zeros() as u8;
                targets &= targets - 1;
                go(to, path(from, to));
            }
        }
        found & free
    }

    #[inline(always)]
    fn lane_into(&self, fixed: &Fixed, man: Man, set: u64, empty: u64) -> u64 {
        match man.role {
            Role::Pawn => {
                let twice = !self.beside_enemy_pawns(fixed, man.color);
                pawn_into_set(man.color, set, twice, empty)
            }
            role => into_set(role, set, empty),
        }
    }

    /// Every word from which a side that has just moved may have come into some positions of a word, with the squares of
    /// the last man there.
    #[inline(always)]
    pub(crate) fn quiet_out_of(
        &self,
        fixed: &Fixed,
        positions: u64,
        mover: Color,
        movers: Movers,
        mut each: impl FnMut(usize, u64),
    ) {
        let (last, occupied) = (self.fixed(), self.occupied(fixed));
        for (number, man) in self.movers(mover, movers) {
            if number == last {
                let from = self.lane_into(fixed, man, positions, !occupied) & self.free(fixed);
                each(self.word(fixed).0, from);
                continue;
            }
            let to = fixed[number];
            let others = occupied & !(1 << to);
            let mut come = |from: u8, blocked: u64| {
                let bits = positions & !(blocked | 1 << from);
                if bits != 0 {
                    let mut before = *fixed;
                    before[number] = from;
                    let (word, mask) = self.word(&before);
                    each(word, mirrored(bits, mask));
                }
            };
            if man.role == Role::Pawn {
                let once = behind(man.color, to);
                if rank_of(man.color, once) == 0 || others >> once & 1 == 1 {
                    continue;
                }
                come(once, 0);
                if rank_of(man.color, to) == 3 {
                    let twice = behind(man.color, once);
                    if others >> twice & 1 == 0 {
                        come(twice, 1 << once | self.answered_en_passant(fixed, man.color, to));
                    }
                }
                continue;
            }
            let mut origins = attacked(man, to, others) & !others;
            while origins != 0 {
                let from = origins.trailing_zeros() as u8;
                origins &= origins - 1;
                come(from, path(from, to));
            }
        }
    }
}
