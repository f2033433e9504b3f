//! The protocol as GUIs use it.

use endgame::rules::Board;
use engine::message::{Kind, Reply};
use uci::options::Options;

use crate::gui::Gui;

const KQKR: &str = "position fen K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";

/// The part of a line after a word.
fn after<'a>(line: &'a str, word: &str) -> &'a str {
    line.split_once(&format!(" {word} ")).unwrap_or_else(|| panic!("no {word} in {line}")).1
}

#[test]
fn it_says_who_it_is_and_what_can_be_set() {
    let gui = Gui::new();
    gui.say("uci");
    let lines = gui.until("uciok");
    assert!(lines[0].starts_with("id name Fallible") && lines[1].starts_with("id author"));
    let mut names = Vec::new();
    for line in &lines[2..lines.len() - 1] {
        let Reply::Setting(setting) = Reply::parse(line) else { panic!("{line}") };
        assert_eq!(setting.to_string(), *line);
        match setting.kind {
            Kind::Spin { default, min, max } => assert!((min..=max).contains(&default), "{line}"),
            Kind::Combo { default, vars } => assert!(vars.contains(&default), "{line}"),
            _ => (),
        }
        names.push(setting.name);
    }
    for name in [
        "Agent",
        "Competence",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Kappa",
        "Horizon",
        "Metric",
        "PreserveValue",
        "Seed",
        "Risk",
        "Tables",
        "SyzygyPath",
        "Engine",
        "EngineDepth",
        "MultiPV",
        "UCI_ShowWDL",
        "UCI_AnalyseMode",
        "UCI_Opponent",
        "Move Overhead",
    ] {
        assert!(names.iter().any(|known| known == name), "no option {name}");
    }
    gui.say("quit");
    assert_eq!(gui.hang_up(), Vec::<String>::new());
}

/// A five-man endgame takes seconds to solve: meanwhile the engine answers, and `stop` gets a move.
#[test]
fn solving_blocks_nobody() {
    let gui = Gui::new();
    gui.say("position fen 8/8/8/3k4/8/1q6/6P1/KQ6 w - - 0 1");
    gui.say("go infinite");
    assert_eq!(gui.sync(), Vec::<String>::new());
    let board = Board::from_fen("8/8/8/3k4/8/1q6/6P1/KQ6 w - - 0 1").unwrap();
    assert!(board.read_uci(&gui.play("stop")).is_some());
    gui.say("quit");
    assert_eq!(gui.hang_up(), Vec::<String>::new());
}

#[test]
fn a_table_move_with_all_that_is_known() {
    let gui = Gui::new();
    for line in [
        "setoption name Metric value dtm",
        "setoption name uci_showwdl value true",
        "setoption name Agent value infallible",
        KQKR,
    ] {
        gui.say(line);
    }
    let lines = gui.go("go movetime 60000");
    // KQKR is won in 35 from here, to mate (Haworth 2003 counts 31 to conversion).
    assert!(lines[0].contains(" score mate 35 wdl 1000 0 0 "), "{lines:?}");
    assert!(
        lines[1].starts_with("info string probability ") && lines[1].contains("depth conceded 0")
    );
    assert!(lines[1].contains("opponent not seen yet"), "{lines:?}");
    let play = after(&lines[2], "ponder");
    assert_eq!(after(&lines[0], "pv").split(' ').nth(1), Some(play));
    gui.say("setoption name Metric value dtc");
    let lines = gui.go("go");
    assert!(lines[0].contains(" score cp 9700 "), "{lines:?}");
    // Lost by the other side, told from its side.
    gui.say("position fen K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1 moves a8b7");
    let lines = gui.go("go");
    assert!(lines[0].contains(" score cp -9"), "{lines:?}");
    assert!(lines[0].contains(" wdl 0 0 1000 "), "{lines:?}");
    assert!(lines[1].contains("opponent: apparent competence"), "{lines:?}");
    // With three men depth to mate is at hand, whatever is played by.
    for (fen, score) in [
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", " score mate 1 "),
        ("7k/R7/6K1/8/8/8/8/8 b - - 0 1", " score mate -1 "),
        ("8/8/8/8/3k4/8/1r6/K7 w - - 0 1", " score cp 0 "),
    ] {
        gui.say(&format!("position fen {fen}"));
        let lines = gui.go("go");
        assert!(lines[0].contains(score), "{fen}: {lines:?}");
    }
}

#[test]
fn one_bestmove_for_each_go() {
    let gui = Gui::new();
    gui.say("position startpos");
    gui.say("go infinite");
    assert_eq!(gui.sync(), Vec::<String>::new());
    assert_eq!(gui.go("stop").iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    gui.say("stop");
    gui.say("go ponder wtime 100 btime 100");
    assert!(gui.sync().iter().all(|line| !line.starts_with("bestmove")));
    gui.go("ponderhit");
    // The second question ends the first: both are answered.
    gui.say("go infinite");
    gui.say("go depth 1");
    gui.until("bestmove");
    gui.until("bestmove");
    assert_eq!(gui.sync(), Vec::<String>::new());
    // Mated, stalemated: there is no move, and that is the answer.
    gui.say("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(gui.go("go"), ["info depth 0 score mate 0", "bestmove (none)"]);
    gui.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(gui.go("go"), ["info depth 0 score cp 0", "bestmove (none)"]);
    gui.say("go infinite");
    gui.say("quit");
    let rest = gui.hang_up();
    assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{rest:?}");
}

#[test]
fn the_gui_may_name_moves_and_ask_for_lines() {
    let gui = Gui::new();
    gui.say("position fen 8/8/8/2k5/8/8/3QK3/5r2 w - - 0 1");
    for _ in 0..5 {
        assert_eq!(gui.play("go searchmoves d2a5"), "d2a5");
    }
    gui.say("setoption name MultiPV value 3");
    let lines = gui.go("go");
    let scores: Vec<i32> = lines[..3]
        .iter()
        .enumerate()
        .map(|(place, line)| {
            assert!(line.contains(&format!(" multipv {} ", place + 1)), "{line}");
            after(line, "cp").split(' ').next().unwrap().parse().unwrap()
        })
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    // Outside the tables too.
    gui.say("position startpos");
    let lines = gui.go("go depth 2");
    assert!(lines[2].contains(" multipv 3 ") && lines[2].contains(" depth 2 "), "{lines:?}");
    gui.say("setoption name UCI_AnalyseMode value true");
    gui.say("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    let lines = gui.go("go depth 3");
    assert!(lines[0].contains(" score mate 1 ") && lines[0].ends_with(" pv a1a8"), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "bestmove a1a8");
}

#[test]
fn every_way_to_say_go() {
    let gui = Gui::new();
    let number = |lines: &[String], word: &str| -> u64 {
        after(&lines[0], word).split(' ').next().unwrap().parse().unwrap()
    };
    gui.say("setoption name EngineDepth value 60");
    gui.say("position startpos moves e2e4");
    assert_eq!(number(&gui.go("go depth 2"), "depth"), 2);
    let lines = gui.go("go nodes 3000");
    assert!((1..=3000).contains(&number(&lines, "nodes")), "{lines:?}");
    assert!(gui.go("go nodes 1")[0].starts_with("info depth 0 "));
    for clock in [
        "go movetime 200",
        "go wtime 5000 btime 5000",
        "go wtime 1000 btime 1000 winc 100 binc 100 movestogo 5",
        "go btime 0",
        "go wtime -10 btime -10",
        "go movetime 0",
    ] {
        assert_eq!(gui.go(clock).iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    }
    gui.say("setoption name EngineDepth value 1");
    gui.say("setoption name Agent value infallible");
    gui.say("position fen 7k/8/R7/1R6/2p4p/2P4P/8/K7 w - - 0 1");
    assert!(gui.go("go")[0].contains(" score cp "));
    assert!(gui.go("go mate 2")[0].contains(" score mate 2 "));
    assert!(gui.go("go depth 3")[0].contains(" score mate 2 "));
    gui.say("go ponder");
    assert!(gui.sync().iter().all(|line| !line.starts_with("bestmove")));
    gui.go("stop");
    assert_eq!(gui.sync(), Vec::<String>::new());
}

/// More and more queens: captures alone could go on for ever.
#[test]
fn stop_is_heard_in_any_position() {
    let gui = Gui::new();
    gui.say("position fen qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1");
    gui.go("go movetime 50");
    gui.say("go infinite");
    gui.go("stop");
}

#[test]
fn debug_says_more() {
    let gui = Gui::new();
    gui.say("position startpos");
    assert_eq!(gui.go("go depth 1").len(), 3);
    gui.say("debug on");
    gui.say("nonsense");
    assert_eq!(gui.sync(), ["info string that is no command of the protocol"]);
    let lines = gui.go("go depth 1");
    assert_eq!(lines[0], "info string seed 1");
    assert!(lines[3].ends_with(" us spent on values"), "{lines:?}");
    gui.say("debug off");
    assert_eq!(gui.go("go depth 1").len(), 3);
}

/// Rook and king, the third repetition at hand: who is winning does not let it happen, and it is
/// said to be a draw; who is losing takes it.
#[test]
fn repetition_and_fifty_moves_come_from_the_moves() {
    let gui = Gui::new();
    let fen = "8/8/8/8/3k4/8/8/R3K3 b - - 0 1";
    let shuffle = "d4e4 a1a2 e4d4 a2a1 d4e4 a1a2 e4d4";
    gui.say(&format!("position fen {fen} moves {shuffle}"));
    let lines = gui.go("go searchmoves a2a1");
    assert!(lines[0].contains(" score cp 0 "), "{lines:?}");
    assert!(lines[1].contains("value conceded"), "{lines:?}");
    for seed in 1..20 {
        gui.say(&format!("setoption name Seed value {seed}"));
        gui.say("setoption name Competence value 0");
        assert_ne!(gui.play("go"), "a2a1");
    }
    gui.say("setoption name Agent value infallible");
    gui.say(&format!("position fen {fen} moves {shuffle} a2a3 d4e4 a3a2"));
    assert_eq!(gui.play("go"), "e4d4", "the loser repeats");
    gui.say("position fen 7k/8/5K2/8/8/8/8/R7 w - - 99 120");
    let lines = gui.go("go");
    assert!(lines[0].contains(" score cp 0 "), "{lines:?}");
}

#[test]
fn odd_lines_change_nothing() {
    let gui = Gui::new();
    for (line, answer) in [
        ("position fen nonsense w - - 0 1", "info string 'nonsense w - - 0 1' is not a FEN"),
        ("position startpos moves e2e4 e2e4", "info string the move e2e4 is not legal"),
        ("setoption name Kappa value 0", "info string Kappa cannot be '0'"),
        ("setoption name Competence value 10001", "info string Competence cannot be '10001'"),
        (
            "setoption name Agent value wizard",
            "info string Agent cannot be 'wizard': choose player",
        ),
        ("setoption name Hush value 16", "info string there is no option Hush"),
        ("setoption name SyzygyPath value /dev/null/nowhere", ""),
    ] {
        gui.say(line);
        let said = gui.sync();
        assert_eq!(said.is_empty(), answer.is_empty(), "{line}: {said:?}");
        assert!(said.iter().all(|said| said.starts_with(answer)), "{line}: {said:?}");
    }
    // Black to move: the game stopped before the illegal move.
    gui.say("position startpos moves e2e4 e2e4");
    let play = gui.play("go depth 1");
    assert!(play.chars().nth(1) == Some('7') || play.chars().nth(1) == Some('8'), "{play}");
}

/// A rating is a competence: the greatest errs less than the least.
#[test]
fn ratings_limit_strength() {
    let gui = Gui::new();
    gui.say("setoption name UCI_LimitStrength value true");
    gui.say("position fen 8/8/8/2k5/8/8/3QK3/5r2 w - - 0 1");
    let mut conceded = [0.0; 2];
    let scale = Options::default().calibration;
    for (place, elo) in [scale.min(), scale.max()].into_iter().enumerate() {
        gui.say(&format!("setoption name UCI_Elo value {elo}"));
        for seed in 1..=50 {
            gui.say(&format!("setoption name Seed value {seed}"));
            let lines = gui.go("go");
            let cp: f64 = after(&lines[0], "cp").split(' ').next().unwrap().parse().unwrap();
            conceded[place] += 10_000.0 - cp;
        }
    }
    assert!(conceded[0] > 1.5 * conceded[1], "{conceded:?}");
    drop(Gui::with(Options::default()).hang_up());
}
