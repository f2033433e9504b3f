//! Many games: packed, from standard input, outside the tables, unreadable, hostile.

use std::fs;
use std::io::Write;

use serde_json::{Value, json};

use crate::desk::{Desk, Ran, fallible, ran};

const GAMES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/games/browne-belle.pgn");
const FEN: &str = "8/8/6Q1/2K5/5r2/4k3/8/8 b";

const OPENING: &str = "[White \"C\"]\n[Black \"D\"]\n\n1. e4 e5 *\n\n";
const ROOK: &str = "[White \"A\"]\n[Black \"B\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n1. Kf2 Kd7 2. Rh7+ *\n\n";

/// The text packed three ways, under names that say nothing.
fn packed(desk: &Desk, text: &[u8]) -> Vec<String> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text).unwrap();
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    bzip2.write_all(text).unwrap();
    let all = [gzip.finish().unwrap(), zstd::encode_all(text, 3).unwrap(), bzip2.finish().unwrap()];
    let write = |(at, bytes): (usize, Vec<u8>)| {
        let file = desk.path(&format!("games{at}.pgn"));
        fs::write(&file, bytes).unwrap();
        file.to_str().unwrap().to_owned()
    };
    all.into_iter().enumerate().map(write).collect()
}

fn piped(desk: &Desk, words: &[&str], input: &[u8]) -> Ran {
    let mut command = fallible();
    command.args(words).arg("--tables").arg(desk.tables()).write_stdin(input);
    ran(&mut command)
}

#[test]
fn packed_games_and_standard_input_say_the_same() {
    let desk = Desk::new();
    let text = fs::read(GAMES).unwrap();
    let players = |answer: &Value| answer["players"].clone();
    let plain = players(&desk.json(&["assess", GAMES, "--brief"]));
    let learned = desk.json(&["learn", GAMES])["terms"].clone();
    let advised = desk.json(&["advise", FEN, "--belief", GAMES])["belief"].clone();
    for file in packed(&desk, &text) {
        assert_eq!(players(&desk.json(&["assess", &file, "--brief"])), plain);
        assert_eq!(desk.json(&["learn", &file])["terms"], learned);
        assert_eq!(desk.json(&["advise", FEN, "--belief", &file])["belief"], advised);
        let bytes = fs::read(&file).unwrap();
        for input in [&bytes, &text] {
            let Ran { code, out, err } = piped(&desk, &["assess", "-", "--brief", "--json"], input);
            assert_eq!((code, err.as_str()), (0, ""));
            assert_eq!(players(&serde_json::from_str(&out).unwrap()), plain);
        }
        let Ran { code, out, .. } = piped(&desk, &["learn", "-", "--json"], &bytes);
        assert_eq!(
            (code, serde_json::from_str::<Value>(&out).unwrap()["terms"].clone()),
            (0, learned.clone())
        );
        let Ran { code, out, .. } =
            piped(&desk, &["advise", FEN, "--belief", "-", "--json"], &bytes);
        assert_eq!(
            (code, serde_json::from_str::<Value>(&out).unwrap()["belief"].clone()),
            (0, advised.clone())
        );
    }
}

#[test]
fn games_outside_the_tables_are_counted() {
    let desk = Desk::new();
    let [file, out] = ["games.pgn", "out.pgn"].map(|name| desk.path(name));
    let [name, annotated] = [&file, &out].map(|path| path.to_str().unwrap());
    fs::write(&file, [OPENING, ROOK, OPENING].concat()).unwrap();
    let answer = desk.json(&["assess", name, "--annotate", annotated]);
    for (field, count) in
        [("games_judged", 1), ("games_outside_tables", 2), ("games_unreadable", 0)]
    {
        assert_eq!(answer[field], count, "{field}");
    }
    assert_eq!((&answer["games"][0]["index"], &answer["not_assessed"]), (&json!(2), &json!([])));
    let text = desk.text(&["assess", name, "--brief"]);
    assert!(text.contains("2 games without a position of the tables, left out"), "{text}");
    // All three are written back, in their order.
    let written = fs::read_to_string(&out).unwrap();
    let players: Vec<&str> = written.matches("[White \"C\"]").collect();
    assert_eq!((players.len(), written.matches("Fallible, DTC").count()), (2, 1));

    fs::write(&file, OPENING.repeat(3)).unwrap();
    let answer = desk.json(&["assess", name]);
    assert_eq!((&answer["games_outside_tables"], &answer["games"]), (&json!(3), &json!([])));
    // His games say nothing of him, and that is what is said.
    let Ran { code, err, .. } = desk.run(&["advise", FEN, "--belief", name]);
    assert_eq!((code, err.lines().count()), (2, 1), "{err}");
    assert!(err.contains("within the tables"), "{err}");
}

#[test]
fn unreadable_games_do_not_stop_the_rest() {
    let desk = Desk::new();
    let file = desk.path("games.pgn");
    let name = file.to_str().unwrap();
    let broken = ROOK.replace("2. Rh7+", "2. Rg7+");
    fs::write(&file, format!("{ROOK}{}{OPENING}{ROOK}", broken.repeat(30))).unwrap();
    let Ran { code, out, err } = desk.run(&["assess", name, "--json"]);
    assert_eq!((code, err.lines().count()), (1, 12), "{err}");
    for part in ["game 2 (A - B, line 7), move 2. Rg7+", "and 20 more", "30 of 33 games could not"]
    {
        assert!(err.contains(part), "no {part} in {err}");
    }
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&answer["games_judged"], &answer["games_unreadable"]), (&json!(2), &json!(30)));
    assert_eq!(answer["not_assessed"][0]["line"], 7);
    // An opponent's games teach what they can.
    let Ran { code, err, .. } =
        desk.run(&["advise", "4k3/8/8/8/8/8/8/4K2R w", "--belief", name, "--opponent", "B"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("30 of 33 games could not be read"), "{err}");

    for text in ["Dear Sir,\nthank you for your letter.\n", "\u{1}\u{2}\0\0\n\n\u{3}"] {
        fs::write(&file, text).unwrap();
        let Ran { code, err, .. } = desk.run(&["assess", name]);
        assert_eq!((code, err.lines().count()), (1, 1), "{err}");
        assert!(err.contains("this is no PGN"), "{err}");
    }
    let zip = b"PK\x03\x04 and so on";
    let Ran { code, err, .. } = piped(&desk, &["assess", "-"], zip);
    assert_eq!((code, err.lines().count()), (2, 1), "{err}");
    assert!(err.contains("a zip archive"), "{err}");
}

/// A packed file cut short: what it holds is judged, and it is said that the rest is missing.
#[test]
fn a_file_cut_short_is_said() {
    let desk = Desk::new();
    for file in packed(&desk, ROOK.repeat(20_000).as_bytes()) {
        let whole = fs::read(&file).unwrap();
        fs::write(&file, &whole[..whole.len() / 2]).unwrap();
        let Ran { code, err, .. } = desk.run(&["assess", &file, "--brief"]);
        assert_eq!((code, err.lines().count()), (1, 1), "{err}");
        assert!(err.contains("cannot be read any further"), "{err}");
    }
}

/// Names that would steer a terminal, or are no XML, reach neither.
#[test]
fn control_characters_are_shown_not_obeyed() {
    let desk = Desk::new();
    let names = ["games.pgn", "out.pgn", "a.svg", "b.svg", "c.svg"].map(|name| desk.path(name));
    let names = names.each_ref().map(|path| path.to_str().unwrap());
    let hostile = "\x1b[31mRed\x07\u{9b}2J\u{202e}\x01";
    let game = ROOK.replace("\"A\"", &format!("\"{hostile}\""));
    let broken = game.replace("2. Rh7+", "2. R\x1bg7+");
    fs::write(names[0], [&game, &broken, &game.replace("4k3", "\x1bk3")].map(|it| &**it).concat())
        .unwrap();
    let files = ["--annotate", names[1], "--plot", names[2], "--depth-plot", names[3]];
    let words = [&["assess", names[0], "--quality", "--trajectory-plot", names[4]], &files[..]];
    let Ran { out, err, .. } = desk.run(&words.concat());
    let steers = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
    for said in [&out, &err, &desk.run(&["assess", names[0], "--json"]).out] {
        assert!(!said.contains(steers), "{said:?}");
        assert!(said.contains("[31mRed"), "{said:?}");
    }
    for file in &names[1..] {
        let text = fs::read_to_string(file).unwrap();
        let wrong = |c: char| c.is_control() && c != '\n' && c < '\u{80}' && c != '\x7f';
        assert!(!text.contains(wrong) && text.contains("[31mRed"), "{file}: {text:?}");
    }
}
