//! Bad engines behind us: each `go` has its one answer in time, a failure is said once and the
//! engine not asked again, and when we have gone no process of theirs is left.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use endgame::rules::Board;
use tempfile::TempDir;

use crate::gui::Gui;

/// A program that notes its number and each search, and does as told at `uci`, `isready`, `go` and
/// `quit`.
struct Program {
    folder: TempDir,
    path: PathBuf,
}

const UCI: &str =
    "echo 'id name Bad'; echo 'option name MultiPV type spin default 1 min 1 max 1'; echo uciok";
const READY: &str = "echo readyok";
/// A value for whatever is searched, and no line.
const VALUE: &str = "echo 'info depth 9 score cp 5 nodes 1'; echo 'bestmove e2e4'";

impl Program {
    /// A shell script of these lines, run from its folder.
    fn script(lines: &str) -> Program {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("engine");
        let at = folder.path().display();
        let text = format!("#!/bin/sh\ncd '{at}' || exit\necho $$ >> pids\n{lines}\n");
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        Program { folder, path }
    }

    /// One that answers these four commands so.
    fn answering(uci: &str, ready: &str, go: &str, quit: &str) -> Program {
        Program::script(&format!(
            "while read -r line; do case \"$line\" in\nuci) {uci};;\nisready) {ready};;\n\
             go*) echo \"$line\" >> asked; {go};;\nquit) {quit};;\nesac; done\n{quit}"
        ))
    }

    fn lines(&self, name: &str) -> Vec<String> {
        let text = std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// How often it was started.
    fn starts(&self) -> usize {
        self.lines("pids").len()
    }

    /// How often it was told to search.
    fn searches(&self) -> usize {
        self.lines("asked").len()
    }

    /// Every process it noted that is still there.
    fn left(&self) -> Vec<String> {
        let noted = [self.lines("pids"), self.lines("children")].concat();
        let is_there = |id: &String| {
            let state = std::fs::read_to_string(format!("/proc/{id}/stat"));
            let kill = Command::new("kill").args(["-0", id]).output().unwrap().status.success();
            // Whoever inherits a grandchild may take a moment to bury it.
            kill && !state.is_ok_and(|state| state.contains(") Z "))
        };
        noted.into_iter().filter(is_there).collect()
    }
}

/// Our engine with this program behind it, at the initial position.
fn behind(path: &Path) -> Gui {
    let gui = Gui::new();
    gui.say(&format!("setoption name Engine value {}", path.display()));
    gui.say("position startpos moves e2e4");
    assert_eq!(gui.sync(), Vec::<String>::new());
    gui
}

/// The remarks of one answer that say so.
fn remarks(lines: &[String], words: &str) -> usize {
    let said = |line: &&String| line.starts_with("info string") && line.contains(words);
    lines.iter().filter(said).count()
}

/// Waits until something has come about.
fn until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_missing_engine_is_said_once_and_go_ends() {
    for go in ["go", "go depth 12", "go movetime 2000", "go nodes 5000"] {
        let gui = behind(Path::new("/no/such/engine"));
        let lines = gui.go(go);
        assert_eq!(remarks(&lines, "cannot start the engine /no/such/engine"), 1, "{lines:?}");
        assert_eq!(remarks(&lines, "it is given up"), 1, "{lines:?}");
        let again = gui.go(go);
        assert_eq!(remarks(&again, "engine"), 0, "{again:?}");
        // What suits our own searcher, not the depth that was meant for an engine.
        assert!(again[0].starts_with("info depth "), "{again:?}");
        let depth: u32 = again[0].split(' ').nth(2).unwrap().parse().unwrap();
        assert!(depth <= 4, "{again:?}");
        // Set again, it is tried again.
        gui.say("setoption name Engine value /no/such/engine");
        assert_eq!(remarks(&gui.go(go), "it is given up"), 1);
    }
}

#[test]
fn a_program_that_is_no_engine_is_mentioned_under_a_clock() {
    let ends = Program::script("echo hello");
    let gui = behind(&ends.path);
    let lines = [gui.go("go wtime 60000 btime 60000"), gui.go("go wtime 60000 btime 60000")];
    assert_eq!(remarks(&lines.concat(), "did not say uciok"), 1, "{lines:?}");
    assert_eq!(ends.starts(), 1);
    // It says back what it is told, and says nothing that an engine would.
    let echo = Program::script("exec cat");
    let gui = behind(&echo.path);
    let lines = gui.go("go movetime 300");
    assert_eq!(remarks(&lines, "is still starting"), 1, "{lines:?}");
    gui.say("quit");
    gui.hang_up();
    assert_eq!(echo.left(), Vec::<String>::new());
}

/// The shell's child outlives the shell unless both are ended.
#[test]
fn one_stuck_in_its_handshake_does_not_survive_us() {
    let asleep = "sleep 1000 & echo $! >> children; wait";
    let silent = Program::script(asleep);
    let unready = Program::answering(UCI, asleep, "", "exit");
    let talking = Program::script("yes nonsense & echo $! >> children; wait");
    for (program, last) in
        [(&silent, "quit"), (&unready, "quit"), (&talking, "quit"), (&silent, "")]
    {
        let gui = behind(&program.path);
        until("it sleeps", || program.lines("children").len() >= program.starts().max(1));
        let lines = gui.go("go movetime 200");
        assert_eq!(remarks(&lines, "is still starting"), 1, "{lines:?}");
        gui.say(last);
        gui.hang_up();
        until(&format!("left behind: {:?}", program.left()), || program.left().is_empty());
    }
}

/// It is told to stop and does not: the move comes from us when the time is over, the next ones
/// without asking it, and after a while it is given up.
#[test]
fn one_that_hangs_costs_one_move_and_not_the_game() {
    let hangs = Program::answering(UCI, READY, "while :; do sleep 1; done", "exit");
    let gui = behind(&hangs.path);
    let began = Instant::now();
    let first = gui.go("go movetime 1000");
    assert_eq!(remarks(&first, "has not answered in time"), 1, "{first:?}");
    let (mut late, mut given_up) = (0, 0);
    while given_up == 0 {
        let lines = gui.go("go movetime 1000");
        late += remarks(&lines, "has not answered in time");
        given_up = remarks(&lines, "it is given up");
        assert!(late + given_up > 0, "{lines:?}");
        std::thread::sleep(Duration::from_millis(200));
        assert!(began.elapsed() < Duration::from_secs(60), "it is given up in the end");
    }
    assert_eq!(remarks(&gui.go("go movetime 500"), "engine"), 0);
    assert_eq!((hangs.starts(), hangs.searches()), (1, 1), "asked once");
    assert_eq!(hangs.left(), Vec::<String>::new(), "gone as soon as it was given up");
}

/// `stop` is answered though the engine does not hear it.
#[test]
fn stop_does_not_wait_for_one_that_hangs() {
    let hangs = Program::answering(UCI, READY, "while :; do sleep 1; done", "exit");
    let gui = behind(&hangs.path);
    gui.say("go infinite");
    until("it searches", || hangs.searches() == 1);
    let lines = gui.go("stop");
    assert_eq!(remarks(&lines, "has not answered in time"), 1, "{lines:?}");
    gui.say("go infinite");
    gui.say("quit");
    gui.hang_up();
    assert_eq!(hangs.left(), Vec::<String>::new());
}

#[test]
fn one_that_dies_is_not_started_again() {
    let dies = Program::answering(UCI, READY, "echo 'info depth 1 score cp'; exit 3", "exit");
    let gui = behind(&dies.path);
    let lines = gui.go("go");
    assert_eq!(remarks(&lines, "ended in the middle of its work"), 1, "{lines:?}");
    assert_eq!(remarks(&lines, "it is given up"), 1, "{lines:?}");
    assert_eq!(remarks(&gui.go("go movetime 2000"), "engine"), 0);
    assert_eq!((dies.starts(), dies.searches()), (1, 1));
}

#[test]
fn one_that_talks_without_end_is_left_to_talk() {
    for line in ["info depth 1 currmove e2e4", "info depth 3 score cp 1 pv e7e5", "nonsense"] {
        let flood = format!("yes '{line}' & echo $! >> children; wait");
        let floods = Program::answering(UCI, READY, &flood, "exit");
        let gui = behind(&floods.path);
        for _ in 0..2 {
            let lines = gui.go("go movetime 600");
            assert_eq!(remarks(&lines, "has not answered in time"), 1, "{lines:?}");
        }
        assert_eq!(floods.searches(), 1);
        gui.say("quit");
        gui.hang_up();
        until("nobody talks", || floods.left().is_empty());
    }
}

/// The second move of its line cannot be made, so neither is shown, nor what follows.
#[test]
fn a_lying_line_is_cut_where_it_lies() {
    for (line, kept) in [
        ("e7e5 e7e5 d2d4", "pv {} e7e5"),
        ("e1e8 a1a1", "pv {}"),
        ("", "pv {}"),
        ("0000 e7e5", "pv {}"),
        ("e7e5q g8f6", "pv {}"),
    ] {
        let value = format!(
            "echo 'info depth 9 score cp 5 nodes 1 pv {line}'; echo 'bestmove e1e8 ponder a1a1'"
        );
        let liar = Program::answering(UCI, READY, &value, "exit");
        let gui = behind(&liar.path);
        gui.say("position startpos");
        for option in ["MultiPV value 20", "UCI_AnalyseMode value true", "EngineDepth value 2"] {
            gui.say(&format!("setoption name {option}"));
        }
        let lines = gui.go("go");
        assert_eq!(lines.len(), 22, "{lines:?}");
        for said in &lines[..20] {
            let (_, shown) = said.split_once(" pv ").unwrap();
            let first = shown.split(' ').next().unwrap();
            assert_eq!(format!("pv {shown}"), kept.replace("{}", first));
            assert!(Board::default().read_uci(first).is_some());
        }
        assert_eq!(lines[21].contains(" ponder e7e5"), kept.ends_with("e7e5"), "{lines:?}");
        assert_eq!(lines[21].contains(" ponder "), kept.ends_with("e7e5"), "{lines:?}");
    }
}

/// Numbers beyond all measure are only numbers.
#[test]
fn boasting_is_survived() {
    for value in ["cp -2147483648", "cp 2147483647", "mate -2147483648", "mate 2147483647"] {
        let boast = format!(
            "echo 'info depth 65535 score {value} nodes 18446744073709551615 pv e7e5'; echo 'bestmove'"
        );
        let boaster = Program::answering(UCI, READY, &boast, "exit");
        let gui = behind(&boaster.path);
        gui.say("position startpos");
        let lines = gui.go("go depth 2");
        assert_eq!(remarks(&lines, "thinking failed") + remarks(&lines, "engine"), 0, "{lines:?}");
        assert!(lines[0].contains(" depth 2 "), "{lines:?}");
    }
}

#[test]
fn one_that_does_not_leave_is_made_to() {
    let deaf = "trap '' TERM HUP INT; while :; do sleep 1; done";
    for last in ["quit", "", "setoption name Engine value <empty>"] {
        let stays = Program::answering(UCI, READY, VALUE, deaf);
        let gui = behind(&stays.path);
        assert!(gui.go("go depth 2")[0].contains(" depth 2 "));
        gui.say(last);
        if last.starts_with("setoption") {
            until("it has gone", || stays.left().is_empty());
        }
        gui.hang_up();
        assert_eq!((stays.starts(), stays.left()), (1, Vec::new()), "{last}");
    }
}

/// Nobody is asked a question that there is no time to answer.
#[test]
fn with_five_milliseconds_left_nobody_is_asked() {
    let good = Program::answering(UCI, READY, VALUE, "exit");
    let gui = behind(&good.path);
    gui.go("go depth 2");
    let before = good.searches();
    let lines = gui.go("go wtime 5 btime 5");
    assert_eq!(lines.last().unwrap().split(' ').next(), Some("bestmove"));
    assert_eq!(good.searches(), before, "{lines:?}");
    // Nor is the opponent's last move looked at, or ours for long.
    let alone = Gui::new();
    alone.say("setoption name EngineDepth value 60");
    alone.say("position startpos moves e2e4 e7e5 g1f3");
    let lines = alone.go("go wtime 5 btime 5");
    let nodes = lines[0].split_once(" nodes ").unwrap().1.split(' ').next().unwrap();
    assert!(nodes.parse::<u64>().unwrap() < 10_000, "{lines:?}");
}

/// The GUI has gone in the middle of a search that would take years.
#[test]
fn the_end_of_the_input_ends_the_search() {
    for go in ["go", "go depth 60", "go movetime 600000", "go wtime 60000000 btime 60000000"] {
        let gui = Gui::new();
        gui.say("setoption name EngineDepth value 60");
        gui.say("position startpos");
        gui.say(go);
        assert_eq!(gui.sync(), Vec::<String>::new());
        let (sender, ended) = std::sync::mpsc::channel();
        std::thread::spawn(move || sender.send(gui.hang_up()));
        let rest = ended.recv_timeout(Duration::from_secs(20)).expect("it has ended");
        assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{rest:?}");
    }
}
