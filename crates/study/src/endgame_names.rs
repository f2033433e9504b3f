//! Plain names of endgames: "queen and pawn against rook".

use endgame::material::{Army, Material, ROLES};
use endgame::rules::Role;

/// What the men of an endgame are called, the side named first before the other.
pub fn plain_name(material: &Material) -> String {
    format!("{} against {}", army(&material.white), army(&material.black))
}

/// The men beside a king: "two bishops and knight"; "king" if there are none.
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
