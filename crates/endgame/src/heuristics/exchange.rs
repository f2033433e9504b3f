//! What is won by capturing on a square when both sides go on capturing there with the least man.

use crate::bitboards::Bitboards;
use crate::rules::{Color, Role};

/// What a man is worth in an exchange; a king can capture, but not be captured.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 1000,
    }
}

/// Whether a colour's man on a square is attacked and insufficiently defended: the other side, to
/// move, would win something by capturing there. Pins are not looked at.
pub(crate) fn hangs(men: &Bitboards, color: Color, square: u8) -> bool {
    let Some(role) = men.role_at(color, square) else { return false };
    role != Role::King && gain(men, color.other(), square, role, men.occupied()) > 0
}

/// What a side gains at best by capturing the man on a square, or nothing by leaving it.
fn gain(men: &Bitboards, side: Color, square: u8, victim: Role, occupied: u64) -> i32 {
    let attackers = men.attackers(side, square, occupied) & !(1 << square);
    let least = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King]
        .into_iter()
        .find_map(|role| match men.get(role.of(side)) & attackers {
            0 => None,
            set => Some((role, set & set.wrapping_neg())),
        });
    let Some((role, from)) = least else { return 0 };
    let left = occupied & !from;
    if role == Role::King && men.attackers(side.other(), square, left) & !(1 << square) != 0 {
        return 0;
    }
    (worth(victim) - gain(men, side.other(), square, role, left)).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Square};

    fn hanging(fen: &str, square: Square) -> bool {
        let position = Position::from_fen(fen).unwrap();
        let men = Bitboards::in_position(&position);
        let color = Color::ALL.into_iter().find(|&c| men.role_at(c, square as u8).is_some());
        hangs(&men, color.unwrap(), square as u8)
    }

    #[test]
    fn a_man_hangs_when_taking_him_pays() {
        // The queen attacks a bare rook; then one that his king defends.
        assert!(hanging("8/8/8/r6Q/8/8/2k5/7K b - - 0 1", Square::A5));
        assert!(!hanging("8/8/1k6/r6Q/8/8/8/7K b - - 0 1", Square::A5));
        // Queen and king against king: two capture, one captures back.
        assert!(hanging("8/8/1k6/r6Q/1K6/8/8/8 b - - 0 1", Square::A5));
        // A rook attacks a queen that her king defends.
        assert!(hanging("8/8/8/r6Q/6K1/8/1k6/8 w - - 0 1", Square::H5));
        // A king does not capture what is defended.
        assert!(!hanging("8/8/8/8/5k2/1K6/r6r/8 w - - 0 1", Square::A2));
        assert!(hanging("8/8/8/8/5k2/1K6/r7/8 w - - 0 1", Square::A2));
    }
}
