//! Any bytes as a PGN file: each game is read or refused with a sentence, and what was read is written so that it is read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use study::pgn::{Games, write};

fuzz_target!(|bytes: &[u8]| {
    for game in Games::new("fuzz.pgn", bytes) {
        match game {
            Err(error) => assert!(error.to_string().starts_with("fuzz.pgn, game ")),
            Ok(game) => {
                let text = write::game(&game);
                let again: Vec<_> = Games::new("again.pgn", text.as_bytes()).collect();
                assert_eq!(again.len(), 1, "{text}");
                let again = again[0].as_ref().unwrap_or_else(|error| panic!("{error}:\n{text}"));
                let moves = |game: &study::pgn::Game| {
                    game.replay().map(|(board, played)| board.uci(played.play)).collect::<Vec<_>>()
                };
                assert_eq!(
                    (moves(again), again.start.fen(), &again.result),
                    (moves(&game), game.start.fen(), &game.result),
                    "{text}"
                );
            }
        }
    }
});
