//! Any text as a FEN: refused with a sentence, or a position whose moves can be written and read.
#![no_main]

use endgame::material::MOST_MEN_LISTED;
use endgame::rules::{Board, Position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Board::from_fen(text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(board) => {
            assert_eq!(Board::from_fen(&board.fen()).as_ref(), Ok(&board), "its own FEN");
            for play in board.legal_moves() {
                assert_eq!(board.read_uci(&board.uci(play)), Some(play));
                assert_eq!(board.read_san(&board.san(play)), Ok(play));
                let next = board.after(play);
                assert_eq!(next.turn(), board.turn().other());
                assert!(
                    Board::from_fen(&next.fen()).is_ok(),
                    "{} after {}",
                    next.fen(),
                    board.uci(play)
                );
            }
        }
    }
    if let Ok(position) = Position::from_fen(text) {
        assert_eq!(Position::from_fen(&position.fen()).as_ref(), Ok(&position), "its own FEN");
        let material = position.material();
        if (3..=MOST_MEN_LISTED).contains(&material.men()) {
            assert_eq!(material.to_string().parse().ok(), Some(material));
        }
        assert_eq!(position.colours_exchanged().colours_exchanged().fen(), position.fen());
        for play in position.legal_moves() {
            let _ = (position.san(play), position.after(play).without_en_passant());
        }
    }
});
