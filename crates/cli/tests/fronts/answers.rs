//! What the commands answer, against numbers that were checked elsewhere, and in which shape.

use serde_json::{Value, json};

use crate::desk::{Desk, fallible, ran};

/// One of the two deepest wins of KQKR, White to move: the papers' first position.
const DEEPEST: &str = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";

/// The names of an object's fields, in their order.
fn fields(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            '"' if depth == 1 && matches!(text[..at].chars().last(), Some('{' | ',')) => {
                names.push(text[at + 1..].split('"').next().unwrap().to_owned());
            }
            _ => (),
        }
    }
    names
}

#[test]
fn probe_lists_every_move_best_first() {
    let desk = Desk::new();
    let text = desk.text(&["probe", DEEPEST, "--json"]);
    assert_eq!(fields(&text)[..4], ["schema", "fen", "metric", "value"]);
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["fen"], DEEPEST);
    assert_eq!(answer["metric"], "dtc");
    assert_eq!(answer["value"], json!({"outcome": "win", "depth": 31}));
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    assert_eq!(
        moves[0],
        json!({"uci": "a8a7", "san": "Ka7", "value": {"outcome": "win", "depth": 30}, "optimal": true})
    );
    assert_eq!(moves.iter().filter(|m| m["optimal"] == true).count(), 2);
    let last = json!({"uci": "a5d8", "san": "Qd8+", "value": {"outcome": "loss", "depth": 1}, "optimal": false});
    assert_eq!(moves[2], last);
}

#[test]
fn probe_answers_in_words_too() {
    let desk = Desk::new();
    let words: Vec<&str> = ["probe"].into_iter().chain(DEEPEST.split(' ')).collect();
    let text = desk.text(&words);
    assert_eq!(text, desk.text(&["probe", DEEPEST]));
    assert!(text.contains("White to move: win in 31"));
    assert!(text.contains("winner's moves to conversion"));
    let first = text.lines().find(|line| line.starts_with('*')).unwrap();
    assert!(first.contains("Ka7") && first.contains("win in 30"), "{first}");
    let mate = desk.text(&["probe", "7k/6Q1/6K1/8/8/8/8/8 b"]);
    assert!(mate.contains("loss in 0") && mate.contains("checkmate"), "{mate}");
    let kings = desk.text(&["probe", "7k/8/6K1/8/8/8/8/8 b"]);
    assert!(kings.contains("draw"), "{kings}");
}

#[test]
fn stats_counts_what_is_known() {
    let desk = Desk::new();
    let text = desk.text(&["stats", "KRK", "--json"]);
    assert_eq!(fields(&text), ["schema", "material", "metric", "count", "white", "black"]);
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["material"], "KRK");
    assert_eq!(answer["count"], "classes");
    let known =
        [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
    let by_depth: Vec<Value> = known.iter().enumerate().map(|(d, n)| json!([d, n])).collect();
    assert_eq!(answer["black"], json!({"wins": [], "draws": 2796, "losses": by_depth}));
    assert_eq!(answer["white"]["losses"], json!([]));
    assert_eq!(answer["white"]["wins"][15], json!([16, 121]));
}

#[test]
fn stats_answers_in_the_users_colours() {
    let desk = Desk::new();
    let (usual, swapped) = (desk.json(&["stats", "KQKR"]), desk.json(&["stats", "KRKQ"]));
    assert_eq!(usual["white"], swapped["black"]);
    assert_eq!(usual["black"], swapped["white"]);
    assert_eq!(swapped["material"], "KRKQ");
    let boards = desk.json(&["stats", "KQKR", "--count", "boards"]);
    let wins = boards["white"]["wins"].as_array().unwrap();
    let sum: u64 = wins.iter().map(|pair| pair[1].as_u64().unwrap()).sum();
    assert_eq!(sum, 8_863_768);
    let text = desk.text(&["stats", "KQKR"]);
    for part in [
        "1,108,111",
        "8,963",
        "2,142",
        "386,313",
        "78,518",
        "883,075",
        "31, White to move: 2 classes",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
}

#[test]
fn stats_draws() {
    let desk = Desk::new();
    let file = desk.path("kqkr.svg");
    desk.text(&["stats", "KQKR", "--plot", file.to_str().unwrap()]);
    let svg = std::fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("KQKR") && svg.contains("White to move, White wins: 31, 2<"));
}

#[test]
fn solve_prints_what_it_made() {
    let desk = Desk::new();
    let text = desk.text(&["solve", "KQKR"]);
    for part in ["1,108,111", "31 / 2", "CPU", "memory", "winner's moves to conversion"] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let answer = desk.json(&["solve", "KQKR", "KQK"]);
    assert_eq!(answer["endgames"][0]["material"], "KQKR");
    assert_eq!(answer["endgames"][0]["cached"], true);
    assert_eq!(answer["endgames"][0]["white"]["wins"], 1_108_111);
    assert_eq!(answer["endgames"][0]["black"]["deepest_loss"], 31);
    assert_eq!(desk.json(&["solve", "--men", "3"])["endgames"].as_array().unwrap().len(), 5);
}

#[test]
fn find_gives_positions_of_the_depth() {
    let desk = Desk::new();
    let deepest = desk.text(&["find", "KQKR", "--depth", "31", "--side", "white"]);
    assert_eq!(deepest.lines().count(), 2);
    for fen in deepest.lines() {
        assert_eq!(desk.json(&["probe", fen])["value"], json!({"outcome": "win", "depth": 31}));
    }
    let find = |seed| {
        desk.text(
            &["find", "KQKR", "--depth", "20", "--side", "black", "--result", "loss"]
                .into_iter()
                .chain(["--count", "5", "--seed", seed])
                .collect::<Vec<_>>(),
        )
    };
    let found = find("1");
    assert_eq!(found, find("1"));
    assert_ne!(found, find("2"));
    assert_eq!(found.lines().count(), 5);
    for fen in found.lines() {
        let value = &desk.json(&["probe", fen])["value"];
        assert_eq!(*value, json!({"outcome": "loss", "depth": 20}), "{fen}");
    }
    let weaker = desk.text(&["find", "KRKQ", "--depth", "31", "--side", "black"]);
    assert_eq!(weaker.lines().count(), 2);
    assert!(weaker.lines().all(|fen| fen.contains(" b ") && fen.contains('R')), "{weaker}");
}

#[test]
fn find_knows_only_moves_and_zugzwang() {
    let desk = Desk::new();
    let only = desk.text(&["find", "KQKR", "--depth", "25", "--only-move", "--seed", "3"]);
    for fen in only.lines() {
        let moves = desk.json(&["probe", fen])["moves"].clone();
        let wins = moves.as_array().unwrap().iter().filter(|m| m["value"]["outcome"] == "win");
        assert_eq!(wins.count(), 1, "{fen}");
    }
    assert!(only.lines().count() > 0);
    let squeezed = desk.text(&["find", "KPK", "--zugzwang", "--side", "black", "--result", "loss"]);
    assert!(squeezed.lines().count() > 0);
    for fen in squeezed.lines() {
        let depth = |fen: &str| desk.json(&["probe", fen])["value"]["depth"].as_u64();
        let passed = depth(&fen.replace(" b ", " w "));
        assert!(passed.is_none() || passed > depth(fen), "{fen}");
    }
}

#[test]
fn a_line_ends_where_the_metric_says() {
    let desk = Desk::new();
    let answer = desk.json(&["line", DEEPEST]);
    assert_eq!(answer["end"], "conversion");
    let line = answer["line"].as_array().unwrap();
    assert_eq!(line.len(), 61);
    assert_eq!(line[0]["san"], "Ka7");
    assert_eq!((&line[0]["optimal"], &line[0]["legal"]), (&json!(2), &json!(3)));
    assert_eq!(line[60]["value"], json!({"outcome": "win", "depth": 0}));
    let on = desk.json(&["line", DEEPEST, "--to-mate"]);
    assert_eq!(on["end"], "mate");
    assert!(on["line"].as_array().unwrap().len() > 61);
    let mate = desk.json(&["line", DEEPEST, "--metric", "dtm"]);
    assert_eq!(mate["end"], "mate");
    let depth = mate["value"]["depth"].as_u64().unwrap() as usize;
    assert_eq!(mate["line"].as_array().unwrap().len(), 2 * depth - 1);
    assert_eq!(
        desk.text(&["line", DEEPEST, "--seed", "4"]),
        desk.text(&["line", DEEPEST, "--seed", "4"])
    );
    assert!(desk.text(&["line", DEEPEST]).contains("  1.  Ka7"));
    assert_eq!(desk.json(&["line", "8/8/8/8/8/2k5/8/K7 w"])["end"], "draw");
}

#[test]
fn verify_agrees_by_both_judges() {
    let desk = Desk::new();
    for words in [&["verify", "KQK", "KPK"][..], &["verify", "KRK", "--judge", "graph"]] {
        let text = desk.text(words);
        assert!(text.contains("agree"), "{text}");
    }
    let answer = desk.json(&["verify", "KQK"]);
    assert_eq!(answer["endgames"][0]["wrong"], 0);
    let all = 18_081 + 2_896 + 25_160;
    assert_eq!(answer["endgames"][0]["checked"], all);
    // A sample says how many it looked at, and one in how many that is.
    let answer = desk.json(&["verify", "KQK", "--sample", "1000"]);
    assert_eq!(answer["endgames"][0]["every"], all / 1000);
    let checked = answer["endgames"][0]["checked"].as_u64().unwrap();
    assert!((800..1200).contains(&checked), "{checked}");
    let text = desk.text(&["verify", "KQK", "--sample", "1000"]);
    assert!(text.contains(" positions, one in 46, ") && text.contains(" a second: "), "{text}");
}

/// Seven men, with the four-man files only: the missing file is named.
#[test]
fn syzygy_files_answer_past_what_is_solved() {
    let Some(folder) = real_data::syzygy() else { return };
    let folder = folder.to_str().expect("a name in UTF-8");
    let desk = Desk::new();
    let ours = desk.json(&["probe", DEEPEST]);
    assert_eq!(desk.json(&["probe", DEEPEST, "--syzygy", folder]), ours);
    let seven = "8/2k5/8/8/2K5/2P1R3/8/2r1b2N w";
    let ran = desk.run(&["probe", seven, "--syzygy", folder]);
    assert_eq!((ran.code, ran.err.lines().count()), (1, 1), "{}", ran.err);
    assert!(ran.err.contains(".rtbw is not in"), "{}", ran.err);
}

/// If an answer is meant to change, so is `tests/signature`; CONTRIBUTING.md says how.
#[test]
fn the_signature_is_the_pinned_one() {
    assert_eq!(ran(fallible().arg("signature")).out, include_str!("../../../../tests/signature"));
}

#[test]
fn the_tour_shows_real_answers() {
    let desk = Desk::new();
    // Nobody is at a terminal: the tour, where there would be the workbench.
    let mut alone = fallible();
    let ran = ran(alone.env("XDG_CACHE_HOME", desk.tables()).env_remove("FALLIBLE_SERVE"));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for part in [
        "$ fallible solve KQKR",
        "1,108,111",
        "win in 31",
        "Kb7",
        "Re4",
        "97.1959",
        "100 games",
        "fallible --help",
    ] {
        assert!(ran.out.contains(part), "no {part} in {}", ran.out);
    }
}
