//! Which men are on the board: KQKR, KBBKN, and the list of all we solve.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use crate::rules::{Color, Piece, Position, Role};

/// The most men the solver takes, kings included.
pub const MOST_MEN: usize = 6;

/// The most men `solve --men` takes: beyond five a table is asked for by name.
pub const MOST_MEN_LISTED: usize = 5;

/// The men other than kings, strongest first: the order of the letters in a name.
pub const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// One side's men beside its king, as a count for each of [`ROLES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Army([u8; 5]);

impl Army {
    /// How many men of this role; the king is not counted.
    pub fn count(&self, role: Role) -> usize {
        ROLES.iter().position(|&r| r == role).map_or(0, |slot| usize::from(self.0[slot]))
    }

    /// How many men beside the king.
    pub fn len(&self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// A king alone.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The men beside the king, strongest first, one entry for each man.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        ROLES
            .into_iter()
            .zip(self.0)
            .flat_map(|(role, n)| std::iter::repeat_n(role, usize::from(n)))
    }

    /// Greater with more men, then with stronger men: the greater side is named before the other.
    fn strength(&self) -> (usize, [u8; 5]) {
        (self.len(), self.0)
    }

    /// The same men with one more of a role.
    #[must_use]
    pub fn with(mut self, role: Role) -> Army {
        if let Some(slot) = ROLES.iter().position(|&r| r == role) {
            self.0[slot] += 1;
        }
        self
    }

    /// The same men with one fewer of a role; none if there was none.
    #[must_use]
    pub fn without(mut self, role: Role) -> Option<Army> {
        let slot = ROLES.iter().position(|&r| r == role)?;
        self.0[slot] = self.0[slot].checked_sub(1)?;
        Some(self)
    }
}

/// The men on the board, by colour: White's are named first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    /// White's men beside the king.
    pub white: Army,
    /// Black's men beside the king.
    pub black: Army,
}

impl Hash for Material {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.number());
    }
}

impl Material {
    /// Two bare kings.
    pub const KINGS: Material = Material { white: Army([0; 5]), black: Army([0; 5]) };

    /// The men of which there are so many of each colour and role.
    pub(crate) fn of(count: impl Fn(Color, Role) -> u8) -> Material {
        let army = |color| Army(ROLES.map(|role| count(color, role)));
        Material { white: army(Color::White), black: army(Color::Black) }
    }

    /// A number of its own for every endgame with at most seven men of a kind: three bits each.
    pub(crate) fn number(&self) -> u64 {
        let counts = self.white.0.into_iter().chain(self.black.0);
        counts.fold(0, |number, count| number << 3 | u64::from(count))
    }

    /// One side's men.
    pub fn army(&self, color: Color) -> Army {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// Every man but the kings, White's first, the strongest of each side first.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Piece> + use<> {
        let armies = [(Color::White, self.white), (Color::Black, self.black)].into_iter();
        armies.flat_map(|(color, army)| army.roles().map(move |role| role.of(color)))
    }

    /// All men, kings included.
    pub fn men(&self) -> usize {
        2 + self.white.len() + self.black.len()
    }

    /// All pawns.
    pub fn pawns(&self) -> usize {
        self.white.count(Role::Pawn) + self.black.count(Role::Pawn)
    }

    /// White and Black exchanged.
    #[must_use]
    pub fn flipped(&self) -> Material {
        Material { white: self.black, black: self.white }
    }

    /// The name under which the table is made: White has more men, or as many and stronger ones.
    #[must_use]
    pub fn normalized(&self) -> Material {
        if self.is_normalized() { *self } else { self.flipped() }
    }

    /// Whether White is the side named first in the table's name.
    pub fn is_normalized(&self) -> bool {
        self.white.strength() >= self.black.strength()
    }

    /// The table's colour for one of this name's, and back: the table has the stronger side White.
    pub fn table_color(&self, color: Color) -> Color {
        if self.is_normalized() { color } else { color.other() }
    }

    /// A position of the table in the colours of this name.
    pub fn in_these_colors(&self, position: &Position) -> Position {
        if self.is_normalized() { position.clone() } else { position.colours_exchanged() }
    }

    /// Every endgame with this many men, kings included, in a fixed order: 5 of three, 30 of four,
    /// 110 of five.
    pub fn all_with(men: usize) -> Vec<Material> {
        let others = men.saturating_sub(2);
        let mut all = Vec::new();
        for weaker in 0..=others / 2 {
            for white in armies(others - weaker, &ROLES) {
                let named =
                    armies(weaker, &ROLES).into_iter().map(|black| Material { white, black });
                all.extend(named.filter(Material::is_normalized));
            }
        }
        all
    }

    /// The normalized endgames one move can lead into: a capture, a promotion, or both at once.
    pub fn converts_into(&self) -> Vec<Material> {
        let mut found = Vec::new();
        for flip in [false, true] {
            let mover = if flip { self.flipped() } else { *self };
            let mut grown = vec![mover.white];
            if let Some(rest) = mover.white.without(Role::Pawn) {
                grown.extend(PROMOTIONS.map(|role| rest.with(role)));
            }
            let mut shrunk = vec![mover.black];
            shrunk.extend(ROLES.into_iter().filter_map(|role| mover.black.without(role)));
            for &white in &grown {
                for &black in &shrunk {
                    let child = Material { white, black }.normalized();
                    if child != self.normalized() && !found.contains(&child) {
                        found.push(child);
                    }
                }
            }
        }
        found
    }

    /// Whether the men of one side may be left of those it has in another endgame, some of its pawns having become others.
    pub fn may_come_from(&self, before: &Material, color: Color) -> bool {
        let (left, before) = (self.army(color), before.army(color));
        let gone = before.count(Role::Pawn).checked_sub(left.count(Role::Pawn));
        let more = |role: Role| left.count(role).saturating_sub(before.count(role));
        let others = Role::ALL.into_iter().filter(|&role| role != Role::Pawn && role != Role::King);
        gone.is_some_and(|gone| others.map(more).sum::<usize>() <= gone)
    }

    /// Everything that must be solved before this, and this last: fewer men first, then fewer pawns.
    pub fn with_all_it_needs(&self) -> Vec<Material> {
        let mut all = vec![self.normalized()];
        let mut next = 0;
        while next < all.len() {
            for child in all[next].converts_into() {
                if child != Material::KINGS && !all.contains(&child) {
                    all.push(child);
                }
            }
            next += 1;
        }
        all.sort_by_key(|m| (m.men(), m.pawns(), m.to_string()));
        all
    }
}

/// Every army of so many men of these roles, those with most of the first role first.
fn armies(men: usize, roles: &[Role]) -> Vec<Army> {
    if men == 0 {
        return vec![Army::default()];
    }
    let with = |first: usize| {
        armies(men - 1, &roles[first..]).into_iter().map(move |army| army.with(roles[first]))
    };
    (0..roles.len()).flat_map(with).collect()
}

/// What a pawn may become, the likeliest first.
pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = String::from("K");
        name.extend(self.white.roles().map(Role::upper_char));
        name.push('K');
        name.extend(self.black.roles().map(Role::upper_char));
        f.pad(&name)
    }
}

/// Why a name is not an endgame of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum MaterialError {
    #[error("'{name}': '{letter}' is no chessman: use K, Q, R, B, N and P, as in KQKR")]
    UnknownLetter { name: String, letter: char },
    #[error(
        "'{name}' has {kings} king(s): name White's king and men, then Black's, as in KQKR (each side has one K, and it comes first)"
    )]
    Kings { name: String, kings: usize },
    #[error(
        "{name} has {men} men: the solver takes at most {MOST_MEN}; for up to 7 men probe a position with --syzygy DIR"
    )]
    TooManyMen { name: String, men: usize },
    #[error("{0} is two bare kings: always a draw, nothing to solve; add a man, as in KQK")]
    BareKings(String),
    #[error("{0}: six-man endgames are solved only without pawns; name one such as KRBKNN")]
    SixWithPawns(String),
}

impl FromStr for Material {
    type Err = MaterialError;

    /// Reads `KQKR`, `kqkr` or `KQvKR`, either colour stronger.
    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let name = text.trim().to_ascii_uppercase().replacen('V', "", 1);
        let mut armies: Vec<Army> = Vec::new();
        let kings = name.chars().filter(|&c| c == 'K').count();
        let wrong_kings = || MaterialError::Kings { name: text.to_owned(), kings };
        for letter in name.chars() {
            let role = Role::from_char(letter)
                .ok_or(MaterialError::UnknownLetter { name: text.to_owned(), letter })?;
            if role == Role::King {
                armies.push(Army::default());
            } else {
                let army = armies.last_mut().ok_or_else(wrong_kings)?;
                *army = army.with(role);
            }
        }
        let &[white, black] = armies.as_slice() else { return Err(wrong_kings()) };
        let material = Material { white, black };
        let name = text.to_owned();
        match material.men() {
            2 => Err(MaterialError::BareKings(name)),
            men if men > MOST_MEN => Err(MaterialError::TooManyMen { name, men }),
            MOST_MEN if material.pawns() > 0 => Err(MaterialError::SixWithPawns(name)),
            _ => Ok(material),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weaker_side_may_be_named_first() {
        let position = Position::from_fen("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1").unwrap();
        let seen = |name: &str| name.parse::<Material>().unwrap().in_these_colors(&position).fen();
        assert_eq!(seen("KQKR"), position.fen());
        assert_eq!(seen("KRKQ"), "8/8/8/8/q7/5K2/8/k3R3 b - - 0 1");
        let weaker: Material = "KRKQ".parse().unwrap();
        assert_eq!(weaker.table_color(Color::White), Color::Black);
    }

    #[test]
    fn there_are_145_endgames_of_three_to_five_men() {
        assert_eq!([3, 4, 5].map(|men| Material::all_with(men).len()), [5, 30, 110]);
        for material in (3..=5).flat_map(Material::all_with) {
            assert_eq!(material.to_string().parse(), Ok(material));
            assert!(material.is_normalized());
            assert_eq!(material.flipped().normalized(), material);
        }
    }

    #[test]
    fn a_pawn_can_become_anything_even_while_capturing() {
        let kpkr: Material = "KPKR".parse().unwrap();
        let children: Vec<String> = kpkr.converts_into().iter().map(Material::to_string).collect();
        for child in ["KQKR", "KRKR", "KRKB", "KRKN", "KPK", "KQK", "KRK", "KBK", "KNK"] {
            assert!(children.contains(&child.to_owned()), "{child} missing from {children:?}");
        }
        assert_eq!(children.len(), 9);
    }

    #[test]
    fn what_is_needed_comes_before_what_needs_it() {
        for material in (3..=5).flat_map(Material::all_with) {
            let order = material.with_all_it_needs();
            assert_eq!(order.last(), Some(&material));
            for (at, needed) in order.iter().enumerate() {
                for child in needed.converts_into() {
                    assert!(child == Material::KINGS || order[..at].contains(&child));
                }
            }
        }
    }

    #[test]
    fn bad_names_are_refused_with_the_reason() {
        let refuse = |name: &str| name.parse::<Material>().unwrap_err();
        assert!(matches!(refuse("KXKR"), MaterialError::UnknownLetter { letter: 'X', .. }));
        assert!(matches!(refuse("QR"), MaterialError::Kings { kings: 0, .. }));
        assert!(matches!(refuse("KKK"), MaterialError::Kings { kings: 3, .. }));
        assert!(matches!(refuse("KQRBNKQ"), MaterialError::TooManyMen { men: 7, .. }));
        assert!(matches!(refuse("KK"), MaterialError::BareKings(..)));
        assert!(matches!(refuse("KRPKRP"), MaterialError::SixWithPawns(..)));
        assert!(matches!(refuse("Kö"), MaterialError::UnknownLetter { .. }));
    }
}
