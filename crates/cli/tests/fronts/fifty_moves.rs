//! The 50-move rule in every front: the half-move clock of a FEN in DTZ50, and the depth by the rule.

use serde_json::json;

use crate::desk::{Desk, Ran};
use crate::uci::until_bestmove;

const ROOK: &str = "8/8/8/3k4/8/8/8/R3K3 w";

fn at(clock: u32) -> String {
    format!("{ROOK} - - {clock} 90")
}

#[test]
fn the_clock_of_a_position_is_told() {
    let desk = Desk::new();
    let probe = |clock, metric: &str| desk.json(&["probe", &at(clock), "--metric", metric]);
    let late = json!({"halfmoves": 74, "moves_left": 13, "in_time": false});
    let [by_rule, by_depth] = ["dtz50", "dtc"].map(|metric| probe(74, metric));
    assert_eq!((&by_rule["value"]["outcome"], &by_rule["clock"]), (&json!("draw"), &late));
    assert_eq!((&by_depth["value"]["outcome"], &by_depth["clock"]), (&json!("win"), &late));
    let in_time = probe(73, "dtz50");
    let winning =
        in_time["moves"].as_array().unwrap().iter().filter(|one| one["value"]["outcome"] == "win");
    assert_eq!(winning.count(), 2);
    assert!(probe(0, "dtz50")["clock"].is_null());
    let text = desk.text(&["choices", &at(74), "-c", "5"]);
    assert!(text.contains("the win comes too late") && text.contains("--metric dtz50"), "{text}");
    for command in ["choices", "advise"] {
        let answer = desk.json(&[command, &at(73), "--metric", "dtz50"]);
        assert_eq!(answer["clock"]["in_time"], true, "{command}");
    }
    let line = desk.json(&["line", &at(73), "--metric", "dtz50"]);
    assert_eq!((&line["end"], line["line"].as_array().unwrap().len()), (&json!("mate"), 27));
    assert_eq!(desk.json(&["line", &at(74), "--metric", "dtz50"])["end"], "draw");
}

#[test]
fn games_in_dtz50_are_played_by_the_rule() {
    let desk = Desk::new();
    let play = |metric: &str| {
        let from = at(65);
        let agents = ["--white", "player:4", "--black", "infallible"];
        let words =
            [&["match", "--from", &from, "--games", "30", "--to-mate"][..], &agents].concat();
        desk.json(&[&words[..], &["--fifty", "--metric", metric]].concat())
    };
    assert_eq!(play("dtz50")["results"]["white"], 30);
    assert!(play("dtc")["results"]["white"].as_u64().unwrap() < 30);
}

/// Of two moves that win with a fresh clock the engine makes the one in time; past the rule, where nobody has claimed the
/// draw, it goes on playing.
#[test]
fn the_engine_looks_at_the_clock() {
    let best = |clock| {
        let options = "setoption name Metric value dtz50\nsetoption name Competence value 0";
        let out = until_bestmove(&format!("{options}\nposition fen {}\ngo depth 1\n", at(clock)));
        let best = out.lines().find_map(|line| line.strip_prefix("bestmove "));
        best.unwrap_or_default().to_owned()
    };
    let in_time = best(73);
    assert!(["a1a5", "e1e2"].iter().any(|play| in_time.starts_with(play)), "{in_time}");
    let late = best(101);
    assert!(late.starts_with("a1") || late.starts_with("e1"), "{late}");
}

#[test]
fn the_depth_by_the_rule_is_told() {
    let desk = Desk::new();
    let pawn = "8/8/6k1/8/8/1P4K1/8/8 w";
    let answer = desk.json(&["probe", "--dtr", pawn]);
    assert_eq!((&answer["metric"], &answer["value"]["depth"]), (&json!("dtr"), &json!(10)));
    assert!(desk.text(&["probe", "--dtr", pawn]).contains("win in 10"));
    let stats = desk.json(&["stats", "--dtr", "KPK"]);
    assert_eq!(stats["metric"], "dtr");
    assert_eq!(stats["white"]["wins"].as_array().unwrap().last(), Some(&json!([10, 8])));
    let Ran { code, err, .. } = desk.run(&["stats", "--dtr", "KQPKP"]);
    assert!(code == 2 && err.contains("at most 4, five without pawns"), "{code} {err}");
    let Ran { code, err, .. } = desk.run(&["probe", "--dtr", "8/8/8/3k4/8/8/8/3K4 w"]);
    assert!(code == 2 && err.contains("bare kings"), "{code} {err}");
}
