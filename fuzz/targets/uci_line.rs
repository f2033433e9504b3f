//! Any line between a chess program and an engine, either way: read, written and read again the same; options and games take what they
//! are told or say why not.
#![no_main]

use std::time::Duration;

use engine::message::{Command, Reply, Start};
use libfuzzer_sys::fuzz_target;
use study::game::GameRecord;
use uci::options::Options;

fuzz_target!(|text: &str| {
    let mut options = Options::default();
    let mut game = GameRecord::default();
    for line in text.lines() {
        let command = Command::parse(line);
        assert_eq!(Command::parse(&command.to_string()), command, "{line}");
        match &command {
            Command::SetOption { name, value } => {
                if let Err(error) = options.set(name, value.as_deref()) {
                    assert!(!error.to_string().is_empty());
                }
                assert!(options.spec().is_ok(), "{line}");
                let _ = (options.words(), options.depth());
                for line in options.lines() {
                    assert!(matches!(Reply::parse(&line.to_string()), Reply::Setting(_)), "{line}");
                }
            }
            Command::Position { start, moves } => {
                let started = match start {
                    Start::Initial => Ok(GameRecord::default()),
                    Start::Fen(fen) => GameRecord::from_fen(fen),
                };
                if let Ok(mut started) = started {
                    let _ = started.push_uci(moves);
                    assert!(started.ply() <= moves.len());
                    for play in started.board().legal_moves() {
                        let _ = started.draw_by(started.ply(), play);
                    }
                    game = started;
                }
            }
            Command::Go(go) => {
                for side in [0, 1] {
                    let _ = go.allowance(side, Duration::from_millis(30));
                }
                let _: Vec<_> =
                    go.searchmoves.iter().filter_map(|text| game.board().read_uci(text)).collect();
            }
            _ => (),
        }
        let reply = Reply::parse(line);
        assert_eq!(Reply::parse(&reply.to_string()), reply, "{line}");
        if let Reply::Info(info) = &reply
            && let Some(score) = info.score
        {
            let _ = score.before_move();
            assert!(score.pawns().is_finite());
            assert_eq!(score.win_draw_loss().iter().sum::<u16>(), 1000);
        }
    }
});
