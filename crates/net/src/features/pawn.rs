//! King and pawn against king, as the books speak of it.

use endgame::rules::{Color, Piece, Role, Square};

use super::{FLAG, Place, distance, place};

/// What each input says. Files and ranks count from 0; the pawn stands on the files a to d.
pub(super) const NAMES: [&str; 52] = [
    "black to move",
    "file of wK",
    "rank of wK",
    "file of bK",
    "rank of bK",
    "file of P",
    "rank of P",
    "rook's pawn",
    "P on its first rank",
    "P on the 6th or 7th",
    "P on the 7th",
    "moves of P to queen",
    "files wK to P",
    "files bK to P",
    "wK right of P",
    "bK right of P",
    "wK above P",
    "bK above P",
    "files wK to bK",
    "ranks wK to bK",
    "wK above bK",
    "wK right of bK",
    "bK to queening square",
    "wK to queening square",
    "bK to P",
    "wK to P",
    "bK to square ahead",
    "wK to square ahead",
    "bK to second square ahead",
    "wK to second square ahead",
    "wK to key square",
    "bK to key square",
    "bK late for the square",
    "wK farther from P",
    "wK farther from square ahead",
    "wK farther from queening square",
    "wK farther from key square",
    "kings an even way apart",
    "even way apart, black to move",
    "odd files between kings",
    "odd ranks between kings",
    "direct opposition",
    "direct opposition, black to move",
    "sideways opposition",
    "sideways opposition, black to move",
    "kings on one side of P",
    "wK before P",
    "bK before P",
    "P can be taken",
    "P can be taken, black to move",
    "bK on the last rank",
    "wK on the 6th, bK on the 8th",
];

/// The squares from which the king leads the pawn home: two ranks ahead, from the fifth rank on also one.
fn key_squares(pawn: Place) -> impl Iterator<Item = Place> + Clone {
    let ranks = pawn.1 + 1..=(pawn.1 + 2).min(7);
    ranks
        .filter(move |&rank| rank == pawn.1 + 2 || pawn.1 >= 4)
        .flat_map(move |rank| (pawn.0 - 1..=pawn.0 + 1).map(move |file| (file, rank)))
        .filter(|square| square.0 >= 0)
}

/// Where the men stand, turned so that the pawn is on the files a to d.
pub(crate) fn places(men: &[(Square, Piece)]) -> [Place; 3] {
    let mut found = [(0, 0); 3];
    for &(square, man) in men {
        let at = match (man.role, man.color) {
            (Role::Pawn, _) => 2,
            (_, Color::White) => 0,
            (_, Color::Black) => 1,
        };
        found[at] = place(square);
    }
    if found[2].0 > 3 {
        found = found.map(|(file, rank)| (7 - file, rank));
    }
    found
}

pub(super) fn write(men: &[(Square, Piece)], turn: Color, inputs: &mut Vec<i8>) {
    let [white, black, pawn] = places(men);
    let black_moves = i8::from(turn == Color::Black);
    let to_move = FLAG * black_moves;
    let moves = 7 - pawn.1 - i8::from(pawn.1 == 1);
    let queening = (pawn.0, 7);
    let ahead = (pawn.0, pawn.1 + 1);
    let second = (pawn.0, (pawn.1 + 2).min(7));
    let nearest =
        |king: Place| key_squares(pawn).map(|square| distance(king, square)).min().unwrap_or(0);
    let (files, ranks) = ((white.0 - black.0).abs(), (white.1 - black.1).abs());
    let flag = |holds: bool| if holds { FLAG } else { 0 };
    let even = flag(files % 2 == 0 && ranks % 2 == 0);
    let direct = flag(files == 0 && ranks == 2);
    let sideways = flag(files == 2 && ranks == 0);
    let loose = flag(distance(black, pawn) == 1 && distance(white, pawn) > 1);
    let farther = |square: Place| distance(white, square) - distance(black, square);
    inputs.extend([
        to_move,
        white.0,
        white.1,
        black.0,
        black.1,
        pawn.0,
        pawn.1,
        flag(pawn.0 == 0),
        flag(pawn.1 == 1),
        flag(pawn.1 >= 5),
        flag(pawn.1 == 6),
        moves,
        (white.0 - pawn.0).abs(),
        (black.0 - pawn.0).abs(),
        white.0 - pawn.0,
        black.0 - pawn.0,
        white.1 - pawn.1,
        black.1 - pawn.1,
        files,
        ranks,
        white.1 - black.1,
        white.0 - black.0,
        distance(black, queening),
        distance(white, queening),
        distance(black, pawn),
        distance(white, pawn),
        distance(black, ahead),
        distance(white, ahead),
        distance(black, second),
        distance(white, second),
        nearest(white),
        nearest(black),
        distance(black, queening) - moves - black_moves,
        farther(pawn),
        farther(ahead),
        farther(queening),
        nearest(white) - nearest(black),
        even,
        even * black_moves,
        FLAG * (files % 2),
        FLAG * (ranks % 2),
        direct,
        direct * black_moves,
        sideways,
        sideways * black_moves,
        FLAG * (white.0 - pawn.0).signum() * (black.0 - pawn.0).signum(),
        flag(white.0 == pawn.0 && white.1 > pawn.1),
        flag(black.0 == pawn.0 && black.1 > pawn.1),
        loose,
        loose * black_moves,
        flag(black.1 == 7),
        flag(white.1 == 5 && black.1 == 7),
    ]);
}
