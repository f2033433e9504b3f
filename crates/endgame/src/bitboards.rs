//! Men as sets of squares: which squares they attack, without asking the rules for a position.

use crate::index::{Symmetry, squares};
use crate::material::Material;
use crate::rules::{Color, Piece, Position, Role, Square, reach, side};

/// Men as sets of squares, by colour and role; bit 0 is a1, bit 63 is h8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bitboards([[u64; 6]; 2]);

/// A move as three words: from where, to where, and what a pawn becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The square left, 0 for a1 to 63 for h8.
    pub from: u8,
    /// The square reached.
    pub to: u8,
    /// What a pawn becomes on the last rank.
    pub promotes: Option<Role>,
}

impl Bitboards {
    #[inline]
    pub(crate) fn set(&mut self, man: Piece) -> &mut u64 {
        &mut self.0[side(man.color)][man.role as usize - 1]
    }

    /// The squares of the men of one colour and role.
    #[inline]
    pub fn get(&self, man: Piece) -> u64 {
        self.0[side(man.color)][man.role as usize - 1]
    }

    /// The squares of all men of a colour.
    #[inline]
    pub fn of(&self, color: Color) -> u64 {
        self.0[side(color)].iter().fold(0, |all, set| all | set)
    }

    /// The squares of all men.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.of(Color::White) | self.of(Color::Black)
    }

    /// The square of a colour's king.
    #[inline]
    pub fn king(&self, color: Color) -> u8 {
        self.get(Role::King.of(color)).trailing_zeros() as u8
    }

    /// The role of the man of a colour on a square.
    #[inline]
    pub fn role_at(&self, color: Color, square: u8) -> Option<Role> {
        Role::ALL.into_iter().find(|role| self.get(role.of(color)) >> square & 1 == 1)
    }

    /// The men of a position.
    pub fn in_position(position: &Position) -> Bitboards {
        let mut men = Bitboards::default();
        for color in Color::ALL {
            for role in Role::ALL {
                *men.set(role.of(color)) = position.squares(color, role);
            }
        }
        men
    }

    /// The men on a board that is turned.
    #[must_use]
    pub(crate) fn turned(mut self, symmetry: Symmetry) -> Bitboards {
        self.0.iter_mut().for_each(|sets| symmetry.set_all(sets));
        self
    }

    /// The men with their colours exchanged, on a board seen from the other side.
    #[must_use]
    pub(crate) fn colors_exchanged(self) -> Bitboards {
        let [white, black] = self.0.map(|sets| sets.map(u64::swap_bytes));
        Bitboards([black, white])
    }

    /// Which men they are.
    pub fn material(&self) -> Material {
        Material::of(|color, role| self.get(role.of(color)).count_ones() as u8)
    }

    /// Every man with its square.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Color::ALL.into_iter().flat_map(move |color| {
            Role::ALL.into_iter().flat_map(move |role| {
                let man = role.of(color);
                squares(self.get(man)).map(move |s| (Square::new(u32::from(s)), man))
            })
        })
    }

    /// The men after a move of a colour that is no capture en passant.
    #[must_use]
    #[inline]
    pub fn after(&self, mover: Color, step: Step) -> Bitboards {
        let mut left = *self;
        for set in &mut left.0[side(mover.other())] {
            *set &= !(1 << step.to);
        }
        if let Some(role) = self.role_at(mover, step.from) {
            *left.set(role.of(mover)) &= !(1 << step.from);
            *left.set(step.promotes.unwrap_or(role).of(mover)) |= 1 << step.to;
        }
        left
    }

    /// The men of a colour that attack a square, only these squares being occupied.
    #[inline]
    pub fn attackers(&self, color: Color, square: u8, occupied: u64) -> u64 {
        // A man attacks a square from where the same man of the other colour, standing there,
        // would attack him: only pawns tell the colours apart.
        Role::ALL.into_iter().fold(0, |found, role| {
            let men = self.get(role.of(color)) & occupied;
            match men {
                0 => found,
                men => found | reach(role.of(color.other()), square, occupied) & men,
            }
        })
    }

    /// Whether a colour's king is attacked.
    #[inline]
    pub fn in_check(&self, color: Color) -> bool {
        self.attackers(color.other(), self.king(color), self.occupied()) != 0
    }
}
