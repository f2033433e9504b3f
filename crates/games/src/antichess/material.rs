//! Which men are on the board, and what such an endgame is called.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Color, Role};

/// The most men that are solved.
pub const MOST_MEN: usize = 4;

/// The order of men in a table: the first is the one that symmetry turns into a corner, the last the one whose squares
/// are the bits of a word. Pawns allow the least symmetry, and sliders move cheapest along the bits.
const TABLE_ORDER: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::King, Role::Bishop, Role::Rook, Role::Queen];

/// The order of men in names, as in chess.
const NAME_ORDER: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// What men are called, in the order of names.
pub(crate) const NAMES: [(Role, &str); 6] = [
    (Role::King, "king"),
    (Role::Queen, "queen"),
    (Role::Rook, "rook"),
    (Role::Bishop, "bishop"),
    (Role::Knight, "knight"),
    (Role::Pawn, "pawn"),
];

/// A man of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Man {
    pub(crate) color: Color,
    pub(crate) role: Role,
}

/// The men of both sides: `KQvR`. Kings are men like others, so there may be any number of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// Men of each role in the order of [`NAME_ORDER`], White's first.
    counts: [[u8; 6]; 2],
}

/// A text that names no antichess endgame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not an antichess endgame: give each side at least one man and both together at most {MOST_MEN}, as in KQvR or NvPP"
)]
pub struct UnknownMaterial(pub String);

impl Material {
    /// Counts the men of each colour and role.
    pub fn of(count: impl Fn(Color, Role) -> usize) -> Material {
        let side = |color| NAME_ORDER.map(|role| u8::try_from(count(color, role)).unwrap_or(64));
        Material { counts: [side(Color::White), side(Color::Black)] }
    }

    /// How many men a side has.
    pub fn men_of(&self, color: Color) -> usize {
        self.counts[usize::from(color.is_black())].iter().map(|&n| usize::from(n)).sum()
    }

    /// How many men there are.
    pub fn men(&self) -> usize {
        self.men_of(Color::White) + self.men_of(Color::Black)
    }

    /// Whether there is a pawn.
    pub fn has_pawns(&self) -> bool {
        self.counts.iter().any(|side| side[5] > 0)
    }

    /// The same men in the other colours.
    #[must_use]
    pub fn swapped(&self) -> Material {
        Material { counts: [self.counts[1], self.counts[0]] }
    }

    /// The colours in which a table is kept: the side with more men, or the more valuable ones, is White.
    #[must_use]
    pub fn normalized(&self) -> Material {
        let rank = |color| (self.men_of(color), self.counts[usize::from(color == Color::Black)]);
        if rank(Color::White) >= rank(Color::Black) { *self } else { self.swapped() }
    }

    /// The men in the order of a table.
    pub(crate) fn table_men(&self) -> Vec<Man> {
        let mut men = Vec::new();
        for role in TABLE_ORDER {
            for color in Color::ALL {
                for _ in 0..self.count(color, role) {
                    men.push(Man { color, role });
                }
            }
        }
        men
    }

    /// How many men of a colour and a role.
    pub fn count(&self, color: Color, role: Role) -> usize {
        let place =
            NAME_ORDER.iter().position(|&known| known == role).expect("all roles are there");
        usize::from(self.counts[usize::from(color.is_black())][place])
    }

    /// How many pawns there are.
    pub(crate) fn pawns(&self) -> usize {
        Color::ALL.iter().map(|&color| self.count(color, Role::Pawn)).sum()
    }

    /// A number that no other men have: 3 bits for each colour and role. None has more than 7 of a kind where it is used.
    pub(crate) fn number(&self) -> u64 {
        self.counts.iter().flatten().fold(0, |number, &n| number << 3 | u64::from(n.min(7)))
    }

    /// The men after one man has gone, if its side has another, or after one pawn has become one of these.
    pub(crate) fn after_one_move(&self, promotions: &[Role]) -> Vec<Material> {
        let mut all = Vec::new();
        for side in 0..2 {
            for role in (0..6).filter(|&role| self.counts[side][role] > 0) {
                let mut less = *self;
                less.counts[side][role] -= 1;
                if less.men_of(Color::ALL[side]) > 0 {
                    all.push(less);
                }
                for promoted in promotions.iter().filter(|_| role == 5) {
                    let mut more = less;
                    let place = NAME_ORDER.iter().position(|known| known == promoted);
                    more.counts[side][place.expect("all roles are there")] += 1;
                    all.push(more);
                }
            }
        }
        all
    }

    /// The orders of like men that are the same board.
    pub(crate) fn orders_of_like_men(&self) -> u64 {
        let factorial = |n: u8| (1..=u64::from(n)).product::<u64>();
        self.counts.iter().flatten().map(|&n| factorial(n)).product()
    }

    /// Every endgame of so many men, in the colours of its table; endgames come after those they are promoted into.
    pub fn all(men: usize) -> Vec<Material> {
        let mut all = Vec::new();
        for white in 1..men {
            for (w, b) in sides(white)
                .into_iter()
                .flat_map(|w| sides(men - white).into_iter().map(move |b| (w, b)))
            {
                let material = Material { counts: [w, b] };
                if material.normalized() == material {
                    all.push(material);
                }
            }
        }
        all.sort_by_key(|material| (material.counts[0][5] + material.counts[1][5], *material));
        all
    }
}

/// Every choice of so many men of one side.
fn sides(men: usize) -> Vec<[u8; 6]> {
    fn add(from: usize, left: usize, so_far: [u8; 6], all: &mut Vec<[u8; 6]>) {
        if left == 0 {
            all.push(so_far);
            return;
        }
        for role in from..6 {
            let mut next = so_far;
            next[role] += 1;
            add(role, left - 1, next, all);
        }
    }
    let mut all = Vec::new();
    add(0, men, [0; 6], &mut all);
    all
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |counts: &[u8; 6]| -> String {
            let named = counts.iter().zip(NAME_ORDER);
            named.map(|(&n, role)| role.upper_char().to_string().repeat(usize::from(n))).collect()
        };
        f.pad(&format!("{}v{}", side(&self.counts[0]), side(&self.counts[1])))
    }
}

impl FromStr for Material {
    type Err = UnknownMaterial;

    /// Reads `KQvR`; the men of a side in any order.
    fn from_str(text: &str) -> Result<Material, UnknownMaterial> {
        let unknown = || UnknownMaterial(text.to_owned());
        let (white, black) = text.split_once(['v', 'V']).ok_or_else(unknown)?;
        let side = |text: &str| -> Option<[u8; 6]> {
            let mut counts = [0u8; 6];
            for letter in text.chars() {
                let role = Role::from_char(letter)?;
                let place = NAME_ORDER.iter().position(|&known| known == role)?;
                counts[place] = counts[place].checked_add(1)?;
            }
            Some(counts)
        };
        let counts = [side(white).ok_or_else(unknown)?, side(black).ok_or_else(unknown)?];
        let material = Material { counts };
        let fits = material.men() <= MOST_MEN
            && Color::ALL.iter().all(|&color| material.men_of(color) > 0);
        fits.then_some(material).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 6 kinds of men: n of them in C(n + 5, n) ways; unordered pairs of sides where both have as many.
    #[test]
    fn the_endgames_are_counted() {
        assert_eq!([2, 3, 4].map(|men| Material::all(men).len()), [21, 126, 231 + 336]);
    }

    #[test]
    fn names_are_read_back() {
        for material in Material::all(3) {
            assert_eq!(material.to_string().parse(), Ok(material));
            assert_eq!(material.swapped().normalized(), material);
        }
        let queen: Material = "rvQk".parse().unwrap();
        assert_eq!(
            (queen.to_string().as_str(), queen.normalized().to_string().as_str()),
            ("RvKQ", "KQvR")
        );
        for wrong in ["", "KQR", "Kv", "KKKvKK", "KvX", "v"] {
            assert!(wrong.parse::<Material>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_promoted_into_comes_first() {
        let pawns =
            |m: &Material| m.count(Color::White, Role::Pawn) + m.count(Color::Black, Role::Pawn);
        assert!(Material::all(4).iter().map(pawns).is_sorted());
    }
}
