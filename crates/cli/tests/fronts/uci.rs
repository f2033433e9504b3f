//! `fallible uci` as a chess program starts it.

use crate::desk::{Desk, Ran, fallible, ran};

/// What the engine says to these lines.
fn talk(words: &[&str], lines: &str) -> Ran {
    let desk = Desk::new();
    let mut command = fallible();
    command.arg("uci").args(words).arg("--tables").arg(desk.tables()).write_stdin(lines.to_owned());
    ran(&mut command)
}

#[test]
fn a_game_is_begun_over_pipes() {
    let lines = "uci\nisready\nposition startpos moves e2e4\ngo depth 2\nquit\n";
    let Ran { code, out, err } = talk(&["--option", "Seed=3"], lines);
    assert_eq!((code, err.as_str()), (0, ""));
    for part in ["id name Fallible", "option name Competence type spin", "uciok", "readyok"] {
        assert!(out.contains(part), "{out}");
    }
    assert_eq!(out.matches("bestmove ").count(), 1, "{out}");
}

/// Nobody says quit: the end of the input is enough, and every question has its answer, though not
/// one that would take years.
#[test]
fn the_end_of_the_input_is_the_end() {
    for go in ["go", "go infinite", "go depth 60", "go movetime 3600000", "go depth 60\ngo ponder"]
    {
        let lines = format!("position startpos moves e2e4\n{go}\n");
        let Ran { code, out, err } = talk(&["--option", "EngineDepth=60"], &lines);
        assert_eq!((code, err.as_str()), (0, ""), "{go}");
        assert_eq!(out.matches("bestmove ").count(), go.matches("go").count(), "{go}: {out}");
        assert_eq!(out.lines().last().unwrap().split(' ').next(), Some("bestmove"), "{out}");
    }
    let lines = "position fen K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1\ngo\n";
    let Ran { code, out, .. } = talk(&["--agent", "infallible"], lines);
    assert_eq!((code, out.matches("bestmove ").count()), (0, 1), "{out}");
}

/// Ratings come from a calibration when there is one.
#[test]
fn a_calibration_makes_the_scale() {
    let Ran { out, .. } = talk(&["--rating", "800=3", "--rating=2400=25"], "uci\nquit\n");
    assert!(out.contains("option name UCI_Elo type spin default 1600 min 800 max 2400"), "{out}");
}

#[test]
fn described_agents_are_offered_and_mistakes_refused() {
    let Ran { out, .. } = talk(&["--agent", "predator:20,plies=4"], "uci\nquit\n");
    assert!(out.contains("combo default predator:20,plies=4 var player"), "{out}");
    for (words, part) in [
        (["--agent", "wizard"], "there is no 'wizard'"),
        (["--option", "Seed"], "give a name and a value"),
        (["--option", "Seed=many"], "give a number from 0"),
        (["--option", "Sead=1"], "there is no option Sead"),
        (["--rating", "1400"], "as in 1400=9"),
        (["--rating", "1400=9"], "two ratings or more"),
    ] {
        let Ran { code, out, err } = talk(&words, "uci\nquit\n");
        assert_eq!((code, out.as_str()), (2, ""), "{words:?}");
        assert!(err.contains(part), "{err}");
    }
}
