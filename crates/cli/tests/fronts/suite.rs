//! `fallible suite`: several engines look at one game.

use serde_json::Value;

use crate::desk::{Desk, Ran, fallible, ran};

const GAME: &str =
    "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n";

fn suite(desk: &Desk, words: &[&str]) -> Ran {
    std::fs::write(desk.path("game.pgn"), GAME).expect("written");
    let mut command = fallible();
    command.current_dir(desk.path("")).args(["suite", "game.pgn"]).args(words);
    ran(&mut command)
}

#[test]
fn one_game_in_text_json_and_one_plot() {
    let desk = Desk::new();
    let own = ["--engines", "own,/no/such/engine", "--depth", "1", "--from-ply", "1"];
    let Ran { code, out, err } = suite(&desk, &[&own[..], &["--plot", "s.svg"]].concat());
    assert_eq!((code, err.as_str()), (0, ""));
    for part in ["A - B  1-0", "#1 Qxf7#", "White: c", "Left out: /no/such/engine, cannot start"] {
        assert!(out.contains(part), "no {part} in {out}");
    }
    let drawn = std::fs::read_to_string(desk.path("s.svg")).expect("drawn");
    assert!(drawn.contains("Apparent competence of B"));
    let Ran { code, out, .. } = suite(&desk, &[&own[..], &["--json"]].concat());
    assert_eq!(code, 0);
    let said: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(said["positions"].as_array().expect("a list").len(), 7);
    assert_eq!(
        (&said["engines"][0]["asked"], &said["game"]["result"]),
        (&"own".into(), &"1-0".into())
    );
    assert_eq!(said["left_out"][0]["asked"], "/no/such/engine");
}

#[test]
fn what_cannot_be_looked_at_is_told() {
    let desk = Desk::new();
    for (words, sentence) in [
        (&["--game", "2"][..], "no game 2"),
        (&["--engines", "own"][..], "--from-ply 1"),
        (&["--engines", "/no/such/engine", "--from-ply", "1"][..], "no engine is left"),
    ] {
        let Ran { code, out, err } = suite(&desk, words);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(sentence), "{err}");
    }
}
