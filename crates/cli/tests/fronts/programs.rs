//! Weights and tournaments, as a user meets them.

use crate::desk::Desk;

const BROWNE: &str = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";

#[test]
fn moves_are_weighed() {
    let desk = Desk::new();
    let answer = desk.json(&["choices", BROWNE, "-c", "0", "--weights", "hp1"]);
    let moves = answer["moves"].as_array().unwrap();
    let kept = || moves.iter().filter(|m| m["probability"].as_f64().unwrap() > 0.0);
    let total: f64 = kept().map(|m| m["weight"].as_f64().unwrap()).sum();
    for m in kept() {
        let share = m["weight"].as_f64().unwrap() / total;
        assert!((m["probability"].as_f64().unwrap() - share).abs() < 1e-12);
    }
    let text = desk.text(&["choices", BROWNE, "--weights", "hp0"]);
    assert!(text.contains("competence 20") && text.contains("weights hp0"), "{text}");
    let advice = desk.json(&[
        "advise",
        "8/8/r7/2Q2k2/8/4K3/8/8 b",
        "--belief",
        "0",
        "--weights",
        "hp0",
        "--among",
        "within:4",
        "--plies",
        "4",
        "--aim",
        "depth",
    ]);
    assert_eq!(advice["choice"], "Kf6");
}

/// A weight is its move's, whatever the order in which moves are shown.
#[test]
fn checks_weigh_what_the_file_says_of_checks() {
    let desk = Desk::new();
    let file = desk.path("checks.json");
    let weights = r#"{"kind": "fallible weights", "version": 1, "name": "checks", "terms": [
        {"rule": "check", "coefficient": 1.0}, {"rule": "capture", "coefficient": -2.0}]}"#;
    std::fs::write(&file, weights).unwrap();
    let file = file.to_str().unwrap();
    for fen in [BROWNE, "8/8/6Q1/2K5/5r2/4k3/8/8 b", "8/1P6/k7/8/2K5/8/1r6/8 w"] {
        let answer = desk.json(&["choices", fen, "-c", "3", "--weights", file, "--concede", "all"]);
        for m in answer["moves"].as_array().unwrap() {
            let san = m["san"].as_str().unwrap();
            let check = f64::from(u8::from(san.ends_with(['+', '#'])));
            let capture = f64::from(u8::from(san.contains('x')));
            let expected = (check - 2.0 * capture).exp();
            let weight = m["weight"].as_f64().unwrap();
            assert!((weight - expected).abs() < 1e-12, "{fen} {san}: {weight} {expected}");
        }
    }
}

#[test]
fn programs_are_compared() {
    let desk = Desk::new();
    let (csv, svg) = (desk.path("s.csv"), desk.path("s.svg"));
    let words = [
        "tournament",
        "--programs",
        "infallible,fewest,predator:15,risk=1",
        "--opponents",
        "player:15,emulator:15",
        "--from",
        "KQKR",
        "--depth",
        "12..14",
        "--games",
        "6",
    ];
    let files = ["--csv", csv.to_str().unwrap(), "--plot", svg.to_str().unwrap()];
    let answer = desk.json(&[&words[..], &files].concat());
    assert_eq!(answer["rounds"].as_array().unwrap().len(), 2);
    let programs = answer["rounds"][0]["programs"].as_array().unwrap();
    assert_eq!(programs[2]["program"], "predator:15,risk=1");
    assert_eq!(programs[0]["own_error"]["mean"], 0.0);
    assert_eq!(programs[0]["games"], 6);
    assert_eq!(programs[0]["by_starting_depth"].as_array().unwrap().len(), 3);
    assert_eq!(std::fs::read_to_string(csv).unwrap().lines().count(), 7);
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
    let again = desk.json(&[&words[..], &["--threads", "1"]].concat());
    assert_eq!(again, answer);
    assert!(desk.text(&words).contains("net over first"));
}

#[test]
fn what_cannot_be_played_is_refused() {
    let desk = Desk::new();
    let refused = |words: &[&str], reason: &str| {
        let ran = desk.run(words);
        assert_ne!(ran.code, 0, "{words:?}");
        assert!(ran.err.contains(reason) && ran.err.trim().lines().count() == 1, "{}", ran.err);
        assert_eq!(ran.out, "");
    };
    refused(&["choices", BROWNE, "--weights", "nobody"], "there are no weights 'nobody'");
    let game = |white| ["match", "--white", white, "--black", "infallible", "--from", BROWNE];
    refused(&game("player:20,weights=nobody"), "no weights 'nobody'");
    refused(&game("player:weights=hp1"), "bring no competence");
    refused(&game("probimax:20,risk=much"), "'much' is no risk");
    let tournament = |depth, from| {
        let head = ["tournament", "--programs", "infallible", "--opponents", "random"];
        [&head[..], &["--from", from, "--depth", depth]].concat()
    };
    refused(&tournament("18..12", "KQKR"), "give a depth from 1");
    refused(&tournament("40", "KQK"), "no loss in 40");
    let won = tournament("3", BROWNE);
    refused(&won[..won.len() - 2], "a program starts where it loses");
}
