//! The positions that must be worth the same as another: its mirror images.

use crate::rules::{Color, Piece, Position, Square};

const REVERSE_FILES: u8 = 1;
const REVERSE_RANKS: u8 = 2;
const SWAP_FILES_WITH_RANKS: u8 = 4;
const EXCHANGE_COLORS: u8 = 8;

/// The images of a position other than itself: files reversed, the other symmetries of the board if
/// there are no pawns, and each of these with colours exchanged (and ranks reversed). A usable right
/// to capture en passant goes with it.
pub fn images(position: &Position) -> Vec<Position> {
    let has_pawns = position.material().pawns() > 0;
    (1..16)
        .filter(|symmetry| !has_pawns || symmetry & (REVERSE_RANKS | SWAP_FILES_WITH_RANKS) == 0)
        .map(|symmetry| image(position, symmetry))
        .collect()
}

fn image(position: &Position, symmetry: u8) -> Position {
    let has = |part: u8| symmetry & part != 0;
    let color = |color: Color| if has(EXCHANGE_COLORS) { color.other() } else { color };
    let square = |mut square: Square| {
        if has(REVERSE_FILES) {
            square = square.flip_horizontal();
        }
        if has(REVERSE_RANKS) != has(EXCHANGE_COLORS) {
            square = square.flip_vertical();
        }
        if has(SWAP_FILES_WITH_RANKS) {
            square = square.flip_diagonal();
        }
        square
    };
    let men = position.men().into_iter();
    let men = men.map(|(at, man)| (square(at), Piece { color: color(man.color), ..man }));
    let plain = Position::from_men(men, color(position.turn()))
        .expect("the image of a legal position is legal");
    let passing = position.legal_moves().into_iter().find(|play| play.is_en_passant());
    match passing.map(|play| square(play.to())) {
        None => plain,
        Some(to) => plain
            .with_en_passant()
            .into_iter()
            .find(|image| image.legal_moves().iter().any(|p| p.is_en_passant() && p.to() == to))
            .expect("the image of a right to capture en passant is one too"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_keep_the_right_to_capture_en_passant() {
        let position = Position::from_fen("8/8/8/8/k2Pp3/8/8/4K3 b - d3 0 1").unwrap();
        let fens: Vec<String> = images(&position).iter().map(|image| image.fen()).collect();
        assert_eq!(
            fens,
            [
                "8/8/8/8/3pP2k/8/8/3K4 b - e3 0 1",
                "4k3/8/8/K2pP3/8/8/8/8 w - d6 0 1",
                "3k4/8/8/3Pp2K/8/8/8/8 w - e6 0 1",
            ]
        );
    }
}
