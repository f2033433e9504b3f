//! Moves to mate, against positions that others have collected: the longest mates of the endgames.

use endgame::material::Material;
use endgame::rules::Position;
use endgame::tables::Tables;
use value::{Depth, Metric, Outcome};

/// The positions of a file, each with its value; `dm` counts moves, of the side that is mated if negative.
fn positions(name: &str) -> Option<Vec<(Position, Outcome)>> {
    let text = std::fs::read_to_string(real_data::mates(name)?).expect("readable");
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let of_line = |line: &str| {
        let (fen, moves) = line.trim_end_matches(';').split_once(" dm ").expect("FEN dm N;");
        let moves: i16 = moves.parse().expect("a number");
        let depth = Depth(moves.unsigned_abs());
        let value = match moves.signum() {
            1 => Outcome::Win(depth),
            0 => Outcome::Draw,
            _ => Outcome::Loss(depth),
        };
        (Position::from_fen(&format!("{fen} 0 1")).expect("a position"), value)
    };
    Some(lines.map(of_line).collect())
}

/// Compares the positions of the endgames that are wanted.
fn agree(name: &str, wanted: impl Fn(&Material) -> bool) -> usize {
    let Some(positions) = positions(name) else { return usize::MAX };
    let tables = Tables::new(Metric::Dtm);
    let mut compared = 0;
    for (position, value) in positions.iter().filter(|(position, _)| wanted(&position.material())) {
        assert_eq!(tables.outcome(position).expect("solved"), *value, "{}", position.fen());
        compared += 1;
    }
    compared
}

#[test]
fn longest_mates_of_three_and_four_men_agree() {
    assert!(agree("endgame-dm-4.epd", |_| true) >= 48);
}

/// Those with at most one pawn: two need nearly all endgames of five men.
#[test]
#[ignore = "a minute: ./check runs it"]
fn longest_mates_of_five_men_agree() {
    assert!(agree("endgame-dm-5.epd", |material| material.pawns() < 2) >= 16);
}
