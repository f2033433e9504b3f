//! Endgames as people name them: "queen and pawn against rook", and KRKQ with the rook White.

use endgame::material::{Army, Material, ROLES};
use endgame::rules::{Color, Position, Role};

/// An endgame as somebody named it: White is the side named first. Tables are made with the stronger
/// side White; who asks about KRKQ is answered in these colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedEndgame(pub Material);

impl NamedEndgame {
    /// The table's colour for one of the user's, and back.
    pub fn in_table(self, color: Color) -> Color {
        if self.0.is_normalized() { color } else { color.other() }
    }

    /// A position of the table in the user's colours.
    pub fn seen(self, position: &Position) -> Position {
        if self.0.is_normalized() {
            return position.clone();
        }
        let men = position
            .men()
            .into_iter()
            .map(|(square, man)| (square.flip_vertical(), man.role.of(man.color.other())));
        Position::from_men(men, position.turn().other())
            .expect("a legal position with the colours exchanged is legal")
    }
}

/// What the men of an endgame are called, the side named first before the other.
pub fn plain_name(material: &Material) -> String {
    match (material.white.is_empty(), material.black.is_empty()) {
        (true, true) => "king against king".to_owned(),
        (false, true) => format!("{} against king", army(&material.white)),
        (true, false) => format!("king against {}", army(&material.black)),
        (false, false) => format!("{} against {}", army(&material.white), army(&material.black)),
    }
}

/// The men beside a king: "two bishops and knight".
fn army(men: &Army) -> String {
    let kinds: Vec<String> = ROLES
        .into_iter()
        .filter_map(|role| match men.count(role) {
            0 => None,
            1 => Some(role_name(role).to_owned()),
            2 => Some(format!("two {}s", role_name(role))),
            3 => Some(format!("three {}s", role_name(role))),
            count => Some(format!("{count} {}s", role_name(role))),
        })
        .collect();
    match kinds.split_last() {
        None => "king".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_weaker_side_may_be_named_first() {
        let position = Position::from_fen("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1").unwrap();
        let named = |name: &str| NamedEndgame(name.parse().unwrap());
        assert_eq!(named("KQKR").seen(&position), position);
        assert_eq!(named("KRKQ").seen(&position).fen(), "8/8/8/8/q7/5K2/8/k3R3 b - - 0 1");
        assert_eq!(named("KRKQ").in_table(Color::White), Color::Black);
    }

    fn name(of: &str) -> String {
        plain_name(&of.parse().unwrap())
    }

    #[test]
    fn names_are_those_people_use() {
        assert_eq!(name("KQKR"), "queen against rook");
        assert_eq!(name("KQPKR"), "queen and pawn against rook");
        assert_eq!(name("KBBKN"), "two bishops against knight");
        assert_eq!(name("KRK"), "rook against king");
        assert_eq!(name("KRBNK"), "rook, bishop and knight against king");
        assert_eq!(name("KPPPK"), "three pawns against king");
    }

    #[test]
    fn all_145_have_a_name_of_their_own() {
        let all = (3..=5).flat_map(Material::all_with).map(|material| plain_name(&material));
        assert_eq!(all.collect::<HashSet<_>>().len(), 145);
    }
}
