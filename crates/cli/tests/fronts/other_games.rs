//! Antichess and checkers on the command line: every command that takes `--game`, and what it says of what it cannot do.

use serde_json::{Value, json};

use crate::desk::{Desk, Ran, fallible, ran};

/// Of antichess, won for White: the rook cannot be kept.
const ROOK: &str = "8/8/8/2k5/8/8/5R2/8 w - - 0 1";
/// Of checkers, won for White in two moves.
const KINGS: &str = "W:WK14,K15:BK4";

/// A question with its game.
fn of<'w>(game: &'w str, words: &[&'w str]) -> Vec<&'w str> {
    [words, &["--game", game]].concat()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// The answer has the fields of chess, and the best move's value is one less than the position's.
#[test]
fn probing_says_the_same_things_of_every_game() {
    let desk = Desk::new();
    let fields = |answer: &Value| answer.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let chess = desk.json(&["probe", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"]);
    for (game, position) in [("antichess", ROOK), ("suicide", ROOK), ("checkers", KINGS)] {
        let told = desk.json(&of(game, &["probe", position]));
        assert_eq!(fields(&told), fields(&chess), "{game}");
        assert_eq!((&told["fen"], &told["value"]["outcome"]), (&json!(position), &json!("win")));
        let best = told["moves"].as_array().unwrap().iter().find(|one| one["optimal"] == true);
        let (depth, after) = (number(&told["value"]["depth"]), &best.unwrap()["value"]["depth"]);
        assert_eq!(number(after), depth - 1, "{game}");
        let text = desk.text(&of(game, &["probe", position]));
        assert!(text.contains(&format!("White to move: win in {depth}")), "{text}");
        // Best play takes as long.
        let line = desk.json(&of(game, &["line", position]));
        let halves = line["line"].as_array().unwrap().len() as u64;
        assert_eq!(halves.div_ceil(2), depth, "{line}");
    }
}

#[test]
fn counts_add_up_to_the_boards_and_positions_are_found_of_each_depth() {
    let desk = Desk::new();
    for (game, endgame, boards) in
        [("antichess", "KvR", 64 * 63), ("checkers", "KKvK", 32 * 31 / 2 * 30)]
    {
        desk.text(&of(game, &["solve", endgame]));
        let told = desk.json(&of(game, &["stats", endgame]));
        for side in ["white", "black"] {
            let sum = |what: &str| -> u64 {
                told[side][what].as_array().unwrap().iter().map(|pair| number(&pair[1])).sum()
            };
            assert_eq!(
                sum("wins") + sum("losses") + number(&told[side]["draws"]),
                boards,
                "{game}"
            );
        }
        let deepest = |side: &str| told[side]["wins"].as_array().unwrap().last().cloned();
        let side = if game == "checkers" { "white" } else { "black" };
        let depth = deepest(side).unwrap()[0].to_string();
        let found = desk
            .text(&of(game, &["find", endgame, "--side", side, "--depth", &depth, "--count", "3"]));
        assert_eq!(found.lines().count(), 3, "{found}");
        for position in found.lines() {
            let value = &desk.json(&of(game, &["probe", position]))["value"];
            assert_eq!(
                (&value["outcome"], value["depth"].to_string()),
                (&json!("win"), depth.clone())
            );
        }
    }
    assert!(
        desk.files().iter().any(|file| file.ends_with("checkers/KKvK.dtc")),
        "{:?}",
        desk.files()
    );
}

/// Games are written, read again and judged: who never errs conceded nothing, and the loser's competence is that of the agent.
#[test]
fn matches_are_played_written_and_judged() {
    let desk = Desk::new();
    for (game, from, tag) in
        [("antichess", "RvK", "[Variant \"Antichess\"]"), ("checkers", "KKvK", "[GameType \"21\"]")]
    {
        let file = desk.path(game);
        let file = file.to_str().unwrap();
        let words = [
            "match",
            "--white",
            "player:12",
            "--black",
            "infallible",
            "--from",
            from,
            "--games",
            "30",
            "--pgn",
            file,
        ];
        let told = desk.json(&of(game, &words));
        assert_eq!(
            told,
            desk.json(&of(game, &[&words[..], &["--threads", "1"]].concat())),
            "any number of threads"
        );
        assert!(std::fs::read_to_string(file).unwrap().contains(tag));
        let judged = desk.json(&of(game, &["assess", file, "--brief"]));
        assert_eq!((number(&judged["games_judged"]), number(&judged["games_unreadable"])), (30, 0));
        let players = judged["players"].as_array().unwrap();
        let [white, black] = ["player:12", "infallible"]
            .map(|name| players.iter().find(|one| one["name"] == name).unwrap());
        assert_eq!(
            (&black["conceded"], &white["competence"]["mean"].is_number()),
            (&json!(0), &true)
        );
        let (low, high) = (&white["competence"]["low"], &white["competence"]["high"]);
        assert!(low.as_f64().unwrap() < 13.0 && high.as_f64().unwrap() > 11.0, "{white}");
        // Black begins games of checkers: White to move is its second half of a move.
        let text = desk.text(&of(game, &["assess", file]));
        let first = text.lines().nth(2).unwrap().split_whitespace().next().unwrap().to_owned();
        assert_eq!(first, if game == "checkers" { "1..." } else { "1." }, "{text}");
        // Of the other game it cannot be.
        let other = if game == "checkers" { "antichess" } else { "checkers" };
        let Ran { code, err, .. } = desk.run(&of(other, &["assess", file]));
        assert!(code == 1 && err.contains("game 1"), "{err}");
    }
    let told = desk.json(&of(
        "checkers",
        &[
            "tournament",
            "--programs",
            "infallible,random",
            "--opponents",
            "player:10",
            "--from",
            "KKvK",
            "--depth",
            "8",
            "--games",
            "10",
        ],
    ));
    assert_eq!(told["rounds"][0]["programs"].as_array().unwrap().len(), 2, "{told}");
}

/// A player who never errs needs as many moves as a win is deep; a fallible one more. Chances of moves add up to one.
#[test]
fn predictions_and_choices_are_those_of_the_model() {
    let desk = Desk::new();
    for (game, endgame, position) in [("antichess", "RvK", ROOK), ("checkers", "KKvK", KINGS)] {
        let depth = number(&desk.json(&of(game, &["probe", position]))["value"]["depth"]) as f64;
        for (c, least, most) in [("inf", depth, depth), ("5", depth, 1e6)] {
            let told = desk.json(&of(game, &["predict", position, "-c", c]));
            for model in ["markov", "exact"] {
                let length =
                    told[model]["expected_length"].as_f64().unwrap_or_else(|| panic!("{told}"));
                assert!(
                    (least - 1e-6..=most + 1e-6).contains(&length),
                    "{game} {c} {model}: {length}"
                );
            }
        }
        let chain = desk.json(&of(game, &["markov", endgame, "-c", "inf"]));
        assert_eq!(chain["material"], endgame);
        let told = desk.json(&of(game, &["choices", position, "-c", "10"]));
        let sum: f64 = told["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["probability"].as_f64().unwrap())
            .sum();
        assert!((sum - 1.0).abs() < 1e-9, "{told}");
    }
    let advice = desk.text(&of("checkers", &["advise", "B:WK12,K28:BK9", "--belief", "10"]));
    assert!(advice.contains("looked 2 plies ahead"), "{advice}");
}

#[test]
fn a_win_is_practised_with_moves_typed() {
    let desk = Desk::new();
    let file = desk.path("record.json");
    let words = of(
        "checkers",
        &["practice", "KKvK", "--depth", "1", "--seed", "3", "--record", file.to_str().unwrap()],
    );
    let mut command = fallible();
    command.args(&words).arg("--tables").arg(desk.tables());
    let Ran { code, out, .. } = ran(command.write_stdin("nonsense\nquit\n"));
    assert!(code == 0 && out.contains("write a move as in 11-15"), "{out}");
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let position = kept["start"].as_str().unwrap();
    let probed = desk.json(&of("checkers", &["probe", position]));
    let best = probed["moves"][0]["san"].as_str().unwrap();
    let mut command = fallible();
    command.args(&words).arg("--tables").arg(desk.tables());
    let Ran { code, out, err } = ran(command.write_stdin(format!("{best}\n")));
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("won"), "{out}");
}

#[test]
fn what_cannot_be_is_said_in_a_sentence() {
    for (words, told) in [
        (&["probe", "x", "--game", "go"][..], "choose chess, antichess, suicide or checkers"),
        (&["survey", "KQvR", "--game", "antichess"], "`fallible survey` knows no --game antichess"),
        (&["theory", "--branching", "4", "--game", "checkers"], "knows no --game checkers"),
        (&["uci", "--game", "suicide"], "sets UCI_Variant"),
        (&["probe", ROOK, "--game", "checkers"], "a position of a chess board"),
        (&["probe", KINGS, "--game", "antichess"], "is not a FEN"),
        (&["probe", "W:W1:BK9", "--game", "checkers"], "would be a king"),
        (&["probe", "W:WK1,K2,K3:BK9,K10", "--game", "checkers"], "take 1 off"),
        (&["stats", "KQKR", "--game", "antichess"], "is not an antichess endgame"),
        (&["stats", "KKvK", "--game", "checkers", "--metric", "dtz"], "checkers has no DTZ"),
        (
            &["find", "KKvK", "--game", "checkers", "--depth", "99", "--no-cache"],
            "the deepest is 17",
        ),
        (
            &[
                "match",
                "--white",
                "hp2",
                "--black",
                "infallible",
                "--from",
                "KKvK",
                "--game",
                "checkers",
            ],
            "rules about chess",
        ),
        (
            &[
                "match",
                "--white",
                "engine:x",
                "--black",
                "infallible",
                "--from",
                "KKvK",
                "--game",
                "checkers",
            ],
            "engines",
        ),
        (
            &[
                "match", "--white", "random", "--black", "random", "--from", "KKvX", "--game",
                "checkers",
            ],
            "is not an endgame of checkers",
        ),
        (
            &["probe", ROOK, "--game", "antichess", "--syzygy", "x"],
            "unexpected argument '--syzygy'",
        ),
    ] {
        let Ran { code, err, out } = ran(fallible().args(words));
        assert!(
            code == 2 && out.is_empty() && err.starts_with("fallible: "),
            "{words:?}: {code} {err}"
        );
        assert!(err.contains(told) && err.lines().count() == 1, "{words:?}: {err}");
    }
}
