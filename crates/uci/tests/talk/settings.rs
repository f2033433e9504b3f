//! Every option does what it says.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use endgame::rules::Board;
use tempfile::TempDir;

use crate::gui::Gui;

/// Won for White, 21 moves or so from the goal, with moves of every quality.
const KQKR: &str = "position fen 8/8/8/2k5/8/8/3QK3/5r2 w - - 0 1";

fn with(settings: &[&str]) -> Gui {
    let gui = Gui::new();
    settings.iter().for_each(|setting| set(&gui, setting));
    gui
}

/// `Name = value`.
fn set(gui: &Gui, setting: &str) {
    let (name, value) = setting.split_once(" = ").unwrap();
    gui.say(&format!("setoption name {name} value {value}"));
    assert_eq!(gui.sync(), Vec::<String>::new(), "{setting}");
}

/// The number after a word in the lines of one answer.
fn number(lines: &[String], word: &str) -> f64 {
    let mut words = lines.iter().flat_map(|line| line.split([' ', ',', ';']));
    words.find(|&known| known == word).unwrap_or_else(|| panic!("no {word}: {lines:?}"));
    words.next().unwrap().parse().unwrap()
}

/// The mean centipawns of the moves chosen with many seeds.
fn mean_score(gui: &Gui) -> f64 {
    let score = |seed: u32| {
        set(gui, &format!("Seed = {seed}"));
        number(&gui.go("go"), "cp")
    };
    (1..=60).map(score).sum::<f64>() / 60.0
}

#[test]
fn agent_and_competence() {
    let gui = with(&["Agent = infallible", "PreserveValue = nothing"]);
    gui.say(KQKR);
    let best = mean_score(&gui);
    let mut last = f64::INFINITY;
    for setting in [
        "Agent = infallible",
        "Agent = player",
        "Competence = 500",
        "Agent = random",
        "Agent = anti-infallible",
    ] {
        set(&gui, setting);
        let mean = mean_score(&gui);
        let falls = mean < last || setting == "Agent = player" && mean <= last;
        assert!(falls, "{setting}: {mean} after {last}");
        last = mean;
    }
    let worst = last;
    for (competence, expected) in [(10_000, best), (-10_000, worst)] {
        set(&gui, "Agent = player");
        set(&gui, &format!("Competence = {competence}"));
        assert_eq!(mean_score(&gui), expected, "{competence}");
    }
    for agent in ["emulator", "imitator", "predator"] {
        set(&gui, &format!("Agent = {agent}"));
        let mean = mean_score(&gui);
        assert!((worst..=best).contains(&mean), "{agent}: {mean}");
    }
}

#[test]
fn elo_counts_only_with_limited_strength() {
    let gui = with(&["Competence = 10000"]);
    gui.say(KQKR);
    let best = mean_score(&gui);
    let least = uci::options::Options::default().calibration.min();
    set(&gui, &format!("UCI_Elo = {least}"));
    assert_eq!(mean_score(&gui), best);
    set(&gui, "UCI_LimitStrength = true");
    assert!(mean_score(&gui) < best);
}

#[test]
fn kappa_blurs() {
    let gui = with(&["Competence = 500", "Kappa = 0+"]);
    gui.say(KQKR);
    let sharp = mean_score(&gui);
    set(&gui, "Kappa = 1000");
    assert!(mean_score(&gui) < sharp - 10.0);
    // Outside the tables too.
    gui.say("position startpos");
    set(&gui, "EngineDepth = 1");
    let blurred = mean_score(&gui);
    set(&gui, "Kappa = 0.01");
    assert!(mean_score(&gui) > blurred);
}

#[test]
fn horizon_sees_what_is_near() {
    for fen in ["6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1"] {
        let gui = with(&["Competence = 0", "EngineDepth = 2"]);
        gui.say(&format!("position fen {fen}"));
        let board = Board::from_fen(fen).unwrap();
        let mates = || {
            let mates = |seed: &u32| {
                set(&gui, &format!("Seed = {seed}"));
                board.after(board.read_uci(&gui.play("go")).unwrap()).is_checkmate()
            };
            (1..=20).filter(mates).count()
        };
        assert!(mates() < 10, "{fen}");
        set(&gui, "Horizon = 1");
        assert_eq!(mates(), 20, "{fen}");
    }
}

#[test]
fn value_is_preserved_as_told() {
    let gui = with(&["Competence = -10000"]);
    for (fen, word, least, most) in [
        ("8/8/8/2k5/8/8/3QK3/5r2 w - - 0 1", "wins", 5000.0, 10_000.0),
        ("8/8/8/2k5/8/8/3QK3/5r2 w - - 0 1", "nothing", -10_000.0, 0.0),
        ("8/8/4k3/8/4PK2/8/8/8 b - - 0 1", "wins", -10_000.0, -5000.0),
        ("8/8/4k3/8/4PK2/8/8/8 b - - 0 1", "everything", 0.0, 0.0),
    ] {
        set(&gui, &format!("PreserveValue = {word}"));
        gui.say(&format!("position fen {fen}"));
        let lines = gui.go("go");
        // With three men depth to mate is at hand.
        let is_mate = lines.iter().any(|line| line.contains(" score mate "));
        let score = match is_mate {
            true => number(&lines, "mate").signum() * 10_000.0,
            false => number(&lines, "cp"),
        };
        assert!((least..=most).contains(&score), "{fen} {word}: {score}");
    }
}

#[test]
fn risk_bounds_what_is_conceded() {
    let gui = with(&["Competence = -10000"]);
    gui.say(KQKR);
    assert!(number(&gui.go("go"), "conceded") > 2.0);
    for risk in [0, 2] {
        set(&gui, &format!("Risk = {risk}"));
        assert!(number(&gui.go("go"), "conceded") <= f64::from(risk));
    }
}

#[test]
fn tables_are_kept_where_told() {
    let folder = TempDir::new().unwrap();
    let files = || std::fs::read_dir(folder.path()).unwrap().count();
    let gui = with(&["Tables = <empty>"]);
    gui.say(KQKR);
    gui.go("go");
    assert_eq!(files(), 0);
    set(&gui, &format!("Tables = {}", folder.path().display()));
    gui.say(KQKR);
    gui.go("go");
    assert!(files() > 0);
}

#[test]
fn syzygy_files_that_are_not_there_are_said_to_be_missing() {
    let gui = with(&["SyzygyPath = /no/such/folder"]);
    gui.say(KQKR);
    let said = gui.sync();
    assert!(said[0].contains("playing without Syzygy files"), "{said:?}");
    gui.go("go");
}

/// A program without arguments, as the option wants it, that starts the fake engine.
fn program(folder: &Path) -> String {
    let fake = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/fake_engine.py");
    let program = folder.join("my engine");
    let state = folder.join("state");
    let script =
        format!("#!/bin/sh\nexec python3 '{}' good '{}'\n", fake.display(), state.display());
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    program.display().to_string()
}

#[test]
fn an_engine_stands_behind_us() {
    let folder = TempDir::new().unwrap();
    let gui = with(&["EngineDepth = 3", "UCI_AnalyseMode = true", "MultiPV = 20"]);
    set(&gui, &format!("Engine = {}", program(folder.path())));
    gui.say("position startpos");
    let lines = gui.go("go");
    assert!(lines[20].ends_with("depth 3 by children"), "{lines:?}");
    // The fake engine's value of a position is a sum over the bytes of the line that set it up.
    let board = Board::default();
    for line in &lines[..20] {
        let play = line.split_once(" pv ").unwrap().1.split(' ').next().unwrap();
        let fen = board.after(board.read_uci(play).unwrap()).fen();
        let sum: u32 = format!("position fen {fen}").bytes().map(u32::from).sum();
        assert_eq!(number(std::slice::from_ref(line), "cp"), 200.0 - f64::from(sum % 401));
    }
    set(&gui, "Engine = /no/such/engine");
    let lines = gui.go("go");
    assert!(lines[0].contains("cannot start the engine /no/such/engine"), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    set(&gui, "Engine = <empty>");
    assert!(gui.go("go")[0].starts_with("info depth 3 "));
}

#[test]
fn depth_memory_and_overhead_outside_the_tables() {
    let gui = with(&["EngineDepth = 3"]);
    gui.say("position startpos");
    let first = gui.go("go");
    assert_eq!(number(&first, "depth"), 3.0);
    assert!(number(&first, "nodes") > 100.0);
    // Known by now, until told to forget.
    assert_eq!(number(&gui.go("go"), "nodes"), 0.0);
    gui.say("setoption name Clear Hash");
    assert_eq!(number(&gui.go("go"), "nodes"), number(&first, "nodes"));
    set(&gui, "EngineDepth = 0");
    assert_eq!(number(&gui.go("go"), "depth"), 4.0, "as deep as suits our own searcher");
    // Sixty plies would take for ever: the overhead leaves no time at all.
    set(&gui, "EngineDepth = 60");
    set(&gui, "Move Overhead = 10000");
    assert!(number(&gui.go("go movetime 9000"), "depth") < 5.0);
}

#[test]
fn chances_are_shown_when_asked_for() {
    for position in ["position startpos", KQKR] {
        let gui = with(&["EngineDepth = 1"]);
        gui.say(position);
        assert!(!gui.go("go")[0].contains(" wdl "));
        set(&gui, "UCI_ShowWDL = true");
        let line = &gui.go("go")[0];
        let chances = line.split_once(" wdl ").unwrap().1.split(' ').take(3);
        assert_eq!(chances.map(|n| n.parse::<u32>().unwrap()).sum::<u32>(), 1000, "{line}");
    }
}

#[test]
fn analysis_says_what_is_best() {
    for position in ["position startpos", KQKR] {
        let gui = with(&["EngineDepth = 2", "Competence = -1000", "UCI_AnalyseMode = true"]);
        gui.say(position);
        let best = gui.play("go");
        set(&gui, "MultiPV = 2");
        let lines = gui.go("go");
        assert!(lines[0].contains(&format!(" pv {best}")), "{lines:?}");
        assert!(!lines[2].contains("probability"), "{lines:?}");
    }
}

#[test]
fn a_rating_tells_of_the_opponent() {
    for start in ["startpos", "fen 8/8/8/2k5/8/8/3QK3/5r2 w - - 0 1"] {
        let gui = with(&["EngineDepth = 2", "Agent = infallible"]);
        gui.say(&format!("position {start}"));
        let good = gui.play("go");
        gui.say(&format!("position {start} moves {good}"));
        let [strong, weak] = ["GM 2800 human Some One", "none 400 human A B"].map(|opponent| {
            set(&gui, &format!("UCI_Opponent = {opponent}"));
            number(&gui.go("go"), "competence")
        });
        assert!(strong > weak + 10.0, "{strong} {weak}");
    }
}

/// Nothing to set, but the protocol wants it offered.
#[test]
fn pondering_is_offered() {
    with(&["Ponder = true", "Ponder = false"]).hang_up();
}
