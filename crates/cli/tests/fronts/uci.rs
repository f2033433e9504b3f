//! `fallible uci` as a chess program starts it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::desk::{Desk, Ran, fallible, ran};

/// What the engine says to these lines.
fn talk(words: &[&str], lines: &str) -> Ran {
    let desk = Desk::new();
    let mut command = fallible();
    command.arg("uci").args(words).arg("--tables").arg(desk.tables()).write_stdin(lines.to_owned());
    ran(&mut command)
}

/// What the engine says to these lines until it has chosen a move, its input left open.
pub(crate) fn until_bestmove(lines: &str) -> String {
    let desk = Desk::new();
    let mut engine = Command::new(env!("CARGO_BIN_EXE_fallible"))
        .args(["uci", "--tables"])
        .arg(desk.tables())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = engine.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    let mut said = String::new();
    for line in BufReader::new(engine.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        said.push_str(&line);
        said.push('\n');
        if line.starts_with("bestmove ") {
            break;
        }
    }
    drop(input);
    assert!(engine.wait().unwrap().success(), "{said}");
    said
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

/// A rating on the measured scale is set at once; one beyond it is refused with the limits.
#[test]
fn a_rating_is_on_the_measured_scale() {
    let Ran { out, .. } = talk(&["--elo", "1500"], "uci\nquit\n");
    assert!(out.contains("option name UCI_Elo type spin default 1500 min "), "{out}");
    assert!(out.contains("option name UCI_LimitStrength type check default true"), "{out}");
    let Ran { code, err, .. } = talk(&["--elo", "3000"], "uci\nquit\n");
    assert_eq!(code, 2);
    assert!(err.contains("have been measured; give one of those"), "{err}");
}

/// A scale of people's moves: its ratings are offered with its kappa and depth, to the engine it was measured with
/// alone, and only if it is of the law that the engine plays by.
#[test]
fn a_scale_of_calibrate_is_played_by() {
    let Some(decisions) = real_data::shared("whole_game_decisions.jsonl.gz") else { return };
    let desk = Desk::new();
    let [haworth, regan] = ["haworth", "regan"].map(|family| {
        let scale = desk.path(family);
        let words = ["--pool", "lichess", "--family", family, "--out"];
        let made = ran(fallible().arg("calibrate").arg(&decisions).args(words).arg(&scale));
        assert_eq!(made.code, 0, "{}", made.err);
        scale.to_str().unwrap().to_owned()
    });
    let engine = ["--option", "Engine=stockfish"];
    let Ran { out, .. } =
        talk(&[&["--scale", &haworth, "--elo", "1500"], &engine[..]].concat(), "uci\nquit\n");
    assert!(out.contains("option name UCI_Elo type spin default 1500 min 800 max 2800"), "{out}");
    assert!(out.contains("option name EngineDepth type spin default 8 "), "{out}");
    for (words, part) in [
        (&["--scale", &haworth][..], "name that engine, as in --option Engine=stockfish"),
        (&[&["--scale", &regan], &engine[..]].concat(), "calibrate --family haworth"),
        (&["--scale", "nowhere.json"], "name a scale that exists"),
    ] {
        let Ran { code, err, .. } = talk(words, "uci\nquit\n");
        assert!(code != 0 && err.contains(part), "{words:?}: {err}");
    }
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

/// The protocol's own names for memory and threads; a budget given at the start is the default.
#[test]
fn hash_and_threads_are_offered_by_the_book() {
    let Ran { out, .. } = talk(&["--memory", "300MiB"], "uci\nquit\n");
    assert!(out.contains("option name Hash type spin default 300 min 1 max "), "{out}");
    assert!(out.contains("option name Threads type spin default "), "{out}");
    // Too little for this endgame is said with what would do, and a move is played all the same.
    let lines = "setoption name Hash value 20\nsetoption name Threads value 1\n\
                 position fen 8/8/8/3k4/8/1n6/8/2BKB3 w - - 0 1\ngo\n";
    let out = until_bestmove(lines);
    assert!(out.contains("KBBKN needs about ") && out.contains("set Hash to "), "{out}");
    assert!(out.lines().last().unwrap().starts_with("bestmove "), "{out}");
}

/// What a table takes goes back to the system with the next game, and with `stop` what solving takes.
#[test]
#[cfg(target_os = "linux")]
fn memory_goes_back_to_the_system() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("fallible"))
        .args(["uci", "--no-cache", "--memory", "1GiB"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap()).lines();
    let status = format!("/proc/{}/status", child.id());
    // Resident memory in kilobytes.
    let resident = || -> u64 {
        let text = std::fs::read_to_string(&status).unwrap();
        let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    let falls_to = |limit: u64| {
        let tries = (0..1200).find(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            resident() <= limit
        });
        assert!(tries.is_some(), "{} kB are held, not {limit}", resident());
    };
    assert!(from.next().unwrap().unwrap().starts_with("info string Fallible"));
    let start = resident();
    writeln!(to, "position fen 8/8/8/3k4/8/1n6/8/2BKB3 w - - 0 1\ngo").unwrap();
    from.by_ref().map(Result::unwrap).find(|line| line.starts_with("bestmove")).unwrap();
    assert!(resident() > start + 100_000, "KBBKN takes 123 MB");
    writeln!(to, "ucinewgame").unwrap();
    falls_to(start + 80_000);
    // A larger one, given up on the way.
    writeln!(to, "position fen 8/8/8/3k4/8/1r6/8/2RKN3 w - - 0 1\ngo infinite").unwrap();
    let grown = (0..60_000).find(|_| {
        std::thread::sleep(std::time::Duration::from_millis(2));
        resident() > start + 200_000
    });
    assert!(grown.is_some(), "solving KRNKR takes 500 MB");
    writeln!(to, "stop").unwrap();
    from.by_ref().map(Result::unwrap).find(|line| line.starts_with("bestmove")).unwrap();
    falls_to(start + 120_000);
    writeln!(to, "quit").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
