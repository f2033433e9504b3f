//! The commands that predict: the figures of the papers from the command line.

use crate::desk::{Desk, Ran};
use serde_json::Value;

const BROWNE: &str = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";

fn json(desk: &Desk, words: &[&str]) -> Vec<Value> {
    let Ran { code, out, err } = desk.run(words);
    assert_eq!(code, 0, "{words:?} said {err}");
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn close(value: &Value, known: f64, spread: f64) {
    let value = value.as_f64().unwrap_or_else(|| panic!("{value} is no number"));
    assert!((value - known).abs() <= spread, "{value} is not {known}");
}

#[test]
fn the_markov_model_of_kqkr() {
    let desk = Desk::new();
    let csv = desk.path("matrix.csv");
    let csv_name = csv.to_str().unwrap().to_owned();
    let words = ["markov", "KQKR", "-c", "20,21", "--json", "--csv", &csv_name];
    let answers = json(&desk, &words);
    assert_eq!(answers.len(), 2);
    let one = &answers[0];
    for (key, known) in [("material", "KQKR"), ("average", "boards")] {
        assert_eq!(one[key], known);
    }
    close(&one["competence"], 20.0, 0.0);
    close(&one["kappa"], 1.0, 0.0);
    close(&one["condition"], 134.4, 0.05);
    close(&one["expected_length"][31][1], 97.1959, 5e-5);
    close(&one["expected_length"][31][0], 31.0, 0.0);
    close(&one["win_within_50"][31][1], 0.12669, 5e-6);
    close(&one["matrix"][20][19], 0.5953923766, 5e-11);
    close(&answers[1]["expected_length"][31][1], 83.7016, 5e-5);
    let csv = std::fs::read_to_string(csv).unwrap();
    assert_eq!(csv.lines().count(), 1 + 2 * 32);
    assert!(csv.starts_with("competence,from,win_in_0,win_in_1,"));
    let limit = json(&desk, &["markov", "KQKR", "-c", "20", "--kappa", "0+", "--json"]);
    close(&limit[0]["expected_length"][31][1], 84.7369, 5e-5);
    assert_eq!(limit[0]["kappa"], "0+");
    let all = json(&desk, &["markov", "KQKR", "--concede", "all", "--json"]);
    assert_eq!(all[0]["matrix"].as_array().unwrap().len(), 38);
    assert_eq!(
        (&all[0]["states"][32], &all[0]["states"][33]),
        (&"draw".into(), &"dead draw".into())
    );
    assert_eq!(all[0]["matrix"][33][33], 1.0);
    let lumped = json(&desk, &["markov", "KQKR", "--concede", "all", "--lump-draws", "--json"]);
    assert_eq!(lumped[0]["matrix"].as_array().unwrap().len(), 37);
    // Two fallible players who may give anything away (Theorem 6): every game ends, one way or other.
    let words = ["markov", "KRKN", "-c", "5", "--opponent", "3", "--concede", "all", "--json"];
    let both = &json(&desk, &[&words[..], &["--from", "draw", "--moves", "10,40"]].concat())[0];
    assert_eq!(both["from"], "draw");
    let states = both["steady_states"].as_array().unwrap();
    assert_eq!(states.len(), both["states"].as_array().unwrap().len());
    for state in states {
        let sum: f64 =
            ["won", "drawn", "lost", "never"].map(|e| state[e].as_f64().unwrap()).iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{state}");
    }
    let draw = &states[28];
    assert!(["won", "drawn", "lost"].iter().all(|e| draw[e].as_f64().unwrap() > 0.0), "{draw}");
    assert!(draw["expected_length"].as_f64().unwrap() > 1.0);
    let after = &both["after"];
    assert_eq!(after["moves"], 40);
    let chances = after["states"].as_array().unwrap();
    close(&chances.iter().map(|p| p.as_f64().unwrap()).sum::<f64>().into(), 1.0, 1e-12);
    assert_eq!((&after["won"], &after["lost"]), (&chances[0], &chances[chances.len() - 1]));
    assert!(both["win_within_10"].is_array() && both["win_within_40"].is_array());
    for draw in ["exactly", "states", "cumulative"] {
        let plot = desk.path("drawn.svg");
        let words = ["markov", "KQK", "-c", "4", "--from", "6", "--draw", draw, "--plot"];
        assert_eq!(desk.run(&[&words[..], &[plot.to_str().unwrap()]].concat()).code, 0);
        assert!(std::fs::read_to_string(plot).unwrap().contains("win in 6"), "{draw}");
    }
}

#[test]
fn both_predictions_of_a_position() {
    let desk = Desk::new();
    let plot = desk.path("chances.svg");
    let words = ["predict", BROWNE, "-c", "20", "--json", "--plot", plot.to_str().unwrap()];
    let one = &json(&desk, &words)[0];
    close(&one["markov"]["expected_length"], 97.1959, 5e-5);
    close(&one["markov"]["win_within_50"], 0.12669, 5e-6);
    close(&one["exact"]["expected_length"], 102.4252, 5e-5);
    close(&one["exact"]["deviation"], 49.733, 5e-4);
    close(&one["exact"]["win_within_50"], 0.057059, 5e-7);
    assert!(std::fs::read_to_string(plot).unwrap().contains("</svg>"));
    let Ran { code, out, .. } = desk.run(&["predict", "KRK", "-c", "10"]);
    assert_eq!(code, 0);
    assert!(out.contains("Markov") && out.lines().count() > 18, "{out}");
    let lost = &json(&desk, &["predict", "8/8/8/3k4/8/8/3Q4/3K4 b", "-c", "5", "--json"])[0];
    assert!(lost["exact"]["expected_length"].as_f64().unwrap() > 1.0);
}

#[test]
fn what_cannot_be_predicted() {
    let desk = Desk::new();
    let zeros = desk.path("zeros.json");
    std::fs::write(&zeros, "[0, 0, 0]").unwrap();
    let zeros = zeros.to_str().unwrap();
    let cases: [(&[&str], &str); 18] = [
        (&["predict", "KRK", "--belief", zeros, "--grid", "0(10)20"], "prior of zeros"),
        (&["predict", "KRK", "--belief", zeros], "3 probabilities for the 51"),
        (&["predict", "KRK", "--weights", "human"], "'human' speak of r"),
        (&["markov", "KQKR", "--side", "black", "--weights", "human"], "speak of r"),
        (&["predict", "8/8/3R4/4k3/8/8/8/1K6 w - - 101 99"], "stands at 101"),
        (&["predict", "KRK", "--distribution"], "one position"),
        (&["markov", "KRK", "--from", "17"], "the deepest is 16"),
        (&["markov", "KRK", "--belief", "uniform", "--player", "me"], "--player picks"),
        (&["predict", "8/8/8/3k4/8/8/8/K5B1 w", "--states", "wins"], "is drawn"),
        (&["predict", "7k/6Q1/6K1/8/8/8/8/8 b"], "game is over"),
        (&["predict", "KBK"], "never wins"),
        (&["markov", "KNK"], "White never wins KNK, and neither does Black"),
        (&["markov", "KKR"], "as in KRK"),
        (&["markov", "KQK", "-c", "NaN"], "no competence"),
        (&["markov", "KQK", "--kappa", "0"], "no kappa"),
        (&["markov", "KQK", "--side", "both"], "--opponent"),
        (&["predict", "KQK", "--moves", "0"], "--moves"),
        (&["predict", "KQK", "--ties", "predator=3"], "an even number"),
    ];
    for (words, part) in cases {
        let Ran { code, out, err } = desk.run(words);
        assert_eq!((code, out.as_str()), (2, ""), "{words:?} said {err}");
        assert_eq!(err.lines().count(), 1, "{words:?} said {err}");
        assert!(err.contains(part), "{words:?} said {err}");
    }
}

/// A fallible defender may let a win come sooner than it is deep. The truths by plain enumeration and,
/// of the first, by 4,000 games (64.7 %).
#[test]
fn a_fallible_opponent_is_beaten_sooner_than_it_is_deep() {
    let desk = Desk::new();
    let words = ["predict", BROWNE, "-c", "20", "--opponent", "10", "--moves", "30", "--json"];
    close(&json(&desk, &words)[0]["exact"]["win_within_30"], 0.647, 0.02);
    let rook = "8/8/3R4/4k3/8/8/8/1K6 w";
    let words = ["predict", rook, "-c", "10", "--opponent", "3", "--moves", "16", "--json"];
    close(&json(&desk, &words)[0]["exact"]["win_within_16"], 0.3360, 5e-5);
    let words = ["predict", rook, "-c", "4", "--opponent", "3", "--concede", "all", "--json"];
    let one = &json(&desk, &words)[0];
    close(&one["exact"]["win_within_50"], 0.2570, 5e-5);
    // Captured rooks stay captured: the model is near the truth, as the papers' is not.
    close(&one["markov"]["win_within_50"], 0.2570, 0.03);
    let lumped = [&words[..], &["--lump-draws"]].concat();
    close(&json(&desk, &lumped)[0]["markov"]["win_within_50"], 0.4448, 5e-5);
}

/// The Markov model answers alone, and the reason is told; JSON keeps its shape.
#[test]
fn half_an_answer_is_an_answer() {
    let desk = Desk::new();
    for (words, why) in [
        // Drawn, and through promotions all endgames of four men come up.
        (&["predict", "4k3/4p3/8/8/8/8/4P3/4K3 w", "-c", "5"][..], "--exact"),
        (
            &["predict", "8/8/3R4/4k3/8/8/8/1K6 w", "--weights", "hp1", "--ties", "hardest"],
            "leave --ties out",
        ),
        (&["predict", BROWNE, "--memory", "60MiB"], "--memory"),
        (&["predict", "8/8/3R4/4k3/8/8/8/1K6 w", "-c", "500"], "too sharp"),
    ] {
        let one = &json(&desk, &[words, &["--json"]].concat())[0];
        assert_eq!(one["exact"], Value::Null, "{words:?}");
        let note = one["exact_note"].as_str().unwrap();
        assert!(note.contains(why), "{words:?}: {note}");
        assert!(one["markov"]["win_within_50"].is_number(), "{words:?}");
        let Ran { code, out, .. } = desk.run(words);
        assert_eq!(code, 0);
        assert!(
            out.contains("Markov") && out.contains(&format!("no exact answer: {note}")),
            "{out}"
        );
    }
}

#[test]
fn the_rules_and_dtm_are_followed_where_they_can_be() {
    let desk = Desk::new();
    let rook = "8/8/3R4/4k3/8/8/8/1K6 w";
    let plain = &json(&desk, &["predict", rook, "-c", "10", "--json"])[0];
    let mate = &json(&desk, &["predict", rook, "-c", "10", "--metric", "dtm", "--json"])[0];
    let sees = ["predict", rook, "-c", "10", "--horizon", "3", "--avoid-losses", "--json"];
    let sees = &json(&desk, &sees)[0];
    for one in [mate, sees] {
        assert_eq!(one["exact_note"], Value::Null);
        assert!(one["exact"]["deviation"].is_number());
    }
    // In KRK a conversion never wins: both metrics are the same.
    let length = |one: &Value| one["exact"]["expected_length"].as_f64().unwrap();
    close(&mate["exact"]["expected_length"], length(plain), 1e-6);
    assert!(length(sees) < length(plain));
    let all = &json(&desk, &["predict", "KRK", "-c", "4", "--concede", "all", "--json"])[0];
    let within = &all["depths"][5]["within"][0];
    assert!(all["depths"][5]["exact"]["mean"].is_number());
    let sum: f64 = [&within["exact"], &within["drawn"]["exact"], &within["lost"]["exact"]]
        .map(|chance| chance.as_f64().unwrap())
        .iter()
        .sum();
    assert!(sum > 0.5 && sum <= 1.0 + 1e-12, "{within}");
    // The count goes on after a promotion, to mate.
    let pawn = "8/8/3k4/8/4K3/3P4/8/8 w";
    let words = ["predict", pawn, "-c", "12", "--opponent", "3", "--metric", "dtm", "--json"];
    close(&json(&desk, &words)[0]["exact"]["expected_length"], 18.1478, 5e-5);
    // 2,000 games of such a player last 57.8 moves, with a standard error of 0.7.
    let words = ["predict", "8/8/8/3k4/8/8/8/R3K3 w", "-c", "12", "--weights", "hp1", "--json"];
    close(&json(&desk, &words)[0]["exact"]["expected_length"], 58.1633, 5e-5);
    // A Predator is harder than any reply, and not the hardest.
    let ties = |ties: &str| {
        let words = ["predict", rook, "-c", "10", "--ties", ties, "--json"];
        length(&json(&desk, &words)[0])
    };
    let [any, hard, hardest, first] = ["uniform", "predator=4", "hardest", "first"].map(ties);
    assert!(any < hard && hard < hardest, "{any} {hard} {hardest}");
    assert!(first != any && first <= hardest, "{first} {any}");
    let two = &json(&desk, &["predict", "KRK", "-c", "12", "--moves", "30,20", "--json"])[0];
    let deepest = &two["depths"][15];
    assert_eq!((&deepest["depth"], &two["moves"]), (&16.into(), &serde_json::json!([20, 30])));
    let [mean, min, max] =
        ["mean", "min", "max"].map(|key| deepest["exact"][key].as_f64().unwrap());
    assert!(min < mean && mean < max);
    let [less, more] = [0, 1].map(|at| deepest["within"][at]["exact"].as_f64().unwrap());
    assert!(less < more && deepest["within"][0]["moves"] == 20);
}

#[test]
fn a_drawn_position_is_answered() {
    let desk = Desk::new();
    let hangs = "8/8/8/8/8/8/3kR3/K7 b";
    let won = |words: &[&str]| {
        let words = [&["predict"], words, &["-c", "3", "--json"]].concat();
        let one = json(&desk, &words).remove(0);
        assert_eq!(one["value"]["outcome"], "draw", "{words:?}");
        let within = |half: &str| one[half]["win_within_50"].as_f64().unwrap();
        (within("markov"), within("exact"))
    };
    assert_eq!(won(&["8/8/8/3k4/8/8/8/K5B1 w"]), (0.0, 0.0));
    // Black, to move, cannot win with a king alone.
    assert_eq!(won(&[hangs, "--opponent", "2"]), (0.0, 0.0));
    // Won, drawn for good and lost by move, with either side to move.
    let words =
        ["predict", "8/8/8/8/8/8/3kR3/K7 w", "-c", "3", "--opponent", "2", "--concede", "all"];
    for turn in ["w", "b"] {
        let fen = format!("8/8/8/3k4/8/8/8/K6R {turn}");
        let words = [&["predict", &fen], &words[2..], &["--distribution", "--json"]].concat();
        let one = &json(&desk, &words)[0];
        for (end, name) in [("win", ""), ("draw", "draw_"), ("lose", "loss_")] {
            let exactly = one["exact"][format!("{name}distribution")].as_array().unwrap();
            let sum: f64 = exactly.iter().map(|p| p.as_f64().unwrap()).sum();
            close(&one["exact"][format!("{end}_within_50")], sum, 1e-9);
        }
        assert!(one["exact"]["draw_within_50"].as_f64().unwrap() > 0.1);
    }
    let pawn = "8/8/3k4/8/3K4/3P4/8/8 w";
    assert_eq!(won(&[pawn]).1, 0.0);
    let (markov, exact) = won(&[pawn, "--opponent", "2"]);
    assert!(markov > 0.05 && exact > 0.05 && exact < 1.0, "{markov} {exact}");
    let Ran { code, out, .. } = desk.run(&["predict", pawn, "-c", "3"]);
    assert_eq!(code, 0);
    assert!(out.contains("--opponent"), "{out}");
}

#[test]
fn an_anchor_within_the_depths_is_named() {
    let desk = Desk::new();
    let commands: [&[&str]; 4] = [
        &["markov", "KRK", "--draw-as-win", "5"],
        &["predict", "8/8/3R4/4k3/8/8/8/1K6 w", "--draw-as-win", "5"],
        &["choices", "8/8/3R4/4k3/8/8/8/1K6 w", "--draw-as-win", "5"],
        &["advise", "8/8/3R4/4k3/8/8/8/1K6 w", "--belief", "20", "--draw-as-win", "5"],
    ];
    for words in commands {
        let Ran { code, err, .. } = desk.run(words);
        assert_eq!(code, 0, "{err}");
        assert!(err.contains("--draw-as-win 5") && err.contains("17 is taken"), "{words:?}: {err}");
        let past: Vec<&str> =
            words.iter().map(|&word| if word == "5" { "17" } else { word }).collect();
        assert_eq!(desk.run(&past).err, "", "{past:?}");
    }
    let one = &json(&desk, &["markov", "KRK", "--draw-as-win", "5", "--json"])[0];
    assert!(one["notes"][0].as_str().unwrap().contains("17 is taken"));
}

/// A belief is a mixture, whatever it comes from; an answer keeps it for the next question.
#[test]
fn a_belief_stands_in_for_a_competence() {
    let desk = Desk::new();
    let rook = "8/8/3R4/4k3/8/8/8/1K6 w";
    let won = |words: &[&str]| {
        let words = [&["predict", rook, "--moves", "20", "--json"], words].concat();
        let one = json(&desk, &words).remove(0);
        let half = |half: &str| one[half]["win_within_20"].as_f64().unwrap();
        (half("markov"), half("exact"), one)
    };
    let (five, fifteen) = (won(&["-c", "5"]), won(&["-c", "15"]));
    let mixed = won(&["--belief", "5(10)15", "--distribution"]);
    assert!((mixed.0 - (five.0 + fifteen.0) / 2.0).abs() < 1e-12);
    assert!((mixed.1 - (five.1 + fifteen.1) / 2.0).abs() < 1e-12);
    close(&mixed.2["competence"], 10.0, 1e-9);
    for (half, within) in [("markov", mixed.0), ("exact", mixed.1)] {
        let exactly = mixed.2[half]["distribution"].as_array().unwrap();
        assert_eq!(exactly.len(), 20);
        close(&exactly.iter().map(|p| p.as_f64().unwrap()).sum::<f64>().into(), within, 1e-12);
    }
    assert!(five.2["markov"]["distribution"].is_null() && five.2["belief"].is_null());
    let file = desk.path("answer.json");
    std::fs::write(&file, mixed.2.to_string()).unwrap();
    let again = won(&["--belief", file.to_str().unwrap()]);
    assert!((again.1 - mixed.1).abs() < 1e-12);

    let games = desk.path("games.pgn");
    let words = ["match", "--white", "player:12", "--black", "infallible", "--from", "KRK"];
    let written = [&words[..], &["--games", "3", "--seed", "1", "--pgn", games.to_str().unwrap()]];
    assert_eq!(desk.run(&written.concat()).code, 0);
    let learned = won(&["--belief", games.to_str().unwrap()]);
    assert!(learned.2["belief"]["moves"].as_u64().unwrap() > 20);
    close(&learned.2["competence"], 12.0, 4.0);
    let words = ["markov", "KRK", "--json", "--belief", games.to_str().unwrap()];
    let chain = &json(&desk, &words)[0];
    assert_eq!(chain["belief"], learned.2["belief"]);
    // People are judged, so wins may be given away.
    assert!(chain["states"].as_array().unwrap().iter().any(|state| state == "dead draw"));
    let nobody = [&words[..], &["--player", "nobody"]].concat();
    assert!(desk.run(&nobody).err.contains("no move of nobody as attacker"));
}

#[test]
fn moves_weigh_in_the_markov_model() {
    let desk = Desk::new();
    let human = &json(&desk, &["markov", "KQKR", "--weights", "human", "--json"])[0];
    close(&human["competence"], 1.4163, 1e-9);
    assert_eq!(human["weights"], "human");
    let plain = &json(&desk, &["markov", "KQKR", "-c", "1.4163", "--json"])[0];
    let length = |one: &Value| one["expected_length"][31][1].as_f64().unwrap();
    assert!(length(human) < 1e-3 * length(plain), "{} {}", length(human), length(plain));
    let one =
        &json(&desk, &["predict", "8/8/3R4/4k3/8/8/8/1K6 w", "--weights", "hp1", "--json"])[0];
    assert!(one["markov"]["win_within_50"].is_number() && one["exact_note"].is_null());
    assert!(one["exact"]["win_within_50"].is_number());
}

/// "Won from here, the clock at 37?"
#[test]
fn the_clock_of_a_position_counts() {
    let desk = Desk::new();
    let rook = "8/8/8/3k4/8/8/8/R3K3 w";
    let ask = |clock: &str, more: &[&str]| {
        let fen = format!("{rook} - - {clock} 60");
        json(
            &desk,
            &[&["predict", fen.as_str(), "-c", "12", "--moves", "32", "--json"], more].concat(),
        )
        .remove(0)
    };
    let one = ask("37", &[]);
    assert_eq!(
        one["clock"],
        serde_json::json!({"halfmoves": 37, "moves_left": 32, "in_time": true})
    );
    for half in ["markov", "exact"] {
        assert_eq!(one[half]["in_time"], one[half]["win_within_32"], "{half}");
    }
    let late = ask("80", &["--metric", "dtz50"]);
    assert_eq!(late["clock"]["in_time"], false);
    close(&late["exact"]["in_time"], 0.0, 0.0);
    // Both see that it is drawn: the rule ends the game after ten moves of White's, unless the rook is lost before.
    close(&late["under_rule"]["won"], 0.0, 0.0);
    close(&late["under_rule"]["drawn"], 1.0, 1e-12);
    assert!(late["under_rule"]["expected_length"].as_f64().unwrap() <= 10.0);
    assert!(one["under_rule"].is_null());
    assert!(ask("0", &[])["clock"].is_null());
    let mate = ask("37", &["--metric", "dtm"]);
    assert!(mate["clock"].is_null() && mate["notes"][0].as_str().unwrap().contains("dtz50"));
    let Ran { out, .. } = desk.run(&["predict", &format!("{rook} - - 37 60"), "-c", "12"]);
    assert!(out.contains("White has 32 moves left, and the win comes in time"), "{out}");
}
