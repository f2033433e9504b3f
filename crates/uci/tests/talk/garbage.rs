//! Whatever comes in, the engine answers every `go` once and lives.

use engine::message::Command;
use proptest::prelude::*;
use uci::options::Options;
use value::Plies;

use crate::gui::Gui;

/// Words of the protocol in any order, numbers of any size, moves, and plain noise.
fn words() -> impl Strategy<Value = String> {
    let known = [
        "uci",
        "debug",
        "on",
        "isready",
        "setoption",
        "name",
        "value",
        "ucinewgame",
        "position",
        "fen",
        "startpos",
        "moves",
        "go",
        "searchmoves",
        "ponder",
        "wtime",
        "btime",
        "movestogo",
        "depth 1",
        "nodes",
        "mate",
        "movetime",
        "infinite",
        "stop",
        "ponderhit",
        "Agent",
        "predator",
        "imitator",
        "Competence",
        "Horizon",
        "Kappa",
        "0+",
        "Metric",
        "dtm",
        "MultiPV",
        "Risk",
        "UCI_Opponent",
        "Move Overhead",
        "Clear Hash",
        "true",
        "<empty>",
        "e2e4",
        "e7e5",
        "a7a8q",
        "8/8/8/8/8/2k5/8/K1q5 w - - 0 1",
        "8/P6k/8/8/8/8/8/K7 w - - 99 1",
        "\u{0}",
        "\r",
    ];
    prop_oneof![
        6 => prop::sample::select(known.to_vec()).prop_map(str::to_owned),
        1 => any::<i64>().prop_map(|number| number.to_string()),
        1 => "\\PC{0,12}",
        1 => "[a-h][1-8][a-h][1-8]",
    ]
}

/// Lines that begin as a GUI's do, more often than not.
fn lines() -> impl Strategy<Value = Vec<u8>> {
    let start = prop::sample::select(vec![
        "",
        "go ",
        "position startpos moves ",
        "position fen ",
        "setoption name ",
        "go depth 1 ",
        "position fen 8/8/8/8/8/2k5/8/K1q5 b - - 0 1 moves ",
    ]);
    let said = (start, prop::collection::vec(words(), 0..8))
        .prop_map(|(start, words)| (start.to_owned() + &words.join(" ")).into_bytes());
    prop_oneof![9 => said, 1 => prop::collection::vec(any::<u8>(), 0..40)]
}

/// Whether the engine leaves at this line.
fn is(line: &[u8], wanted: fn(&Command) -> bool) -> bool {
    line.split(|&byte| byte == b'\n')
        .any(|line| wanted(&Command::parse(&String::from_utf8_lossy(line))))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn nothing_breaks_it(lines in prop::collection::vec(lines(), 1..25)) {
        // Engines named by chance are not started, and files not written.
        let risky = |line: &&Vec<u8>| {
            let text = String::from_utf8_lossy(line).to_lowercase();
            !["engine", "tables", "syzygypath"].iter().any(|name| text.contains(name))
        };
        let lines: Vec<&Vec<u8>> = lines.iter().filter(risky).collect();
        let gui = Gui::with(Options { seed: 1, engine_depth: Some(Plies(1)), ..Options::default() });
        let mut asked = 0;
        for line in lines {
            if is(line, |command| *command == Command::Quit) {
                continue;
            }
            for part in line.split(|&byte| byte == b'\n') {
                asked += usize::from(is(part, |command| matches!(command, Command::Go(_))));
            }
            gui.raw([line, &b"\n"[..]].concat());
            // A depth nobody could reach in time, or a question that waits.
            gui.say("stop");
        }
        let rest = gui.hang_up();
        let answers = rest.iter().filter(|line| line.starts_with("bestmove")).count();
        prop_assert_eq!(answers, asked, "{:?}", rest);
        prop_assert!(rest.iter().all(|line| !line.contains("thinking failed")), "{:?}", rest);
    }
}
