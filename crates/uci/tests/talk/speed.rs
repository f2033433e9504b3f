//! How long a move takes: measured and told, never asserted.
//!
//! `cargo test --release -p uci --test talk -- --ignored --nocapture`

use std::time::Instant;

use crate::gui::Gui;

#[test]
#[ignore = "a measurement"]
fn a_table_move() {
    let gui = Gui::new();
    gui.say("position fen K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1");
    let began = Instant::now();
    gui.go("go");
    eprintln!("first move, KQKR solved on the way: {:.1} ms", began.elapsed().as_secs_f64() * 1e3);
    let mut moves: Vec<String> = Vec::new();
    let mut worst = 0.0f64;
    let all = Instant::now();
    for _ in 0..200 {
        let word = if moves.is_empty() { "" } else { " moves " };
        let fen = "position fen K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";
        gui.say(&format!("{fen}{word}{}", moves.join(" ")));
        let began = Instant::now();
        let play = gui.play("go");
        worst = worst.max(began.elapsed().as_secs_f64() * 1e3);
        if play == "(none)" {
            break;
        }
        moves.push(play);
    }
    let mean = all.elapsed().as_secs_f64() * 1e3 / moves.len() as f64;
    eprintln!("{} table moves: {mean:.3} ms each, the slowest {worst:.3} ms", moves.len());
}

/// With Stockfish behind us, or our own searcher without it.
#[test]
#[ignore = "a measurement"]
fn overhead_outside_the_tables() {
    let engine = "/usr/games/stockfish";
    for (engine, depth) in [(engine, 8), ("", 4)] {
        let gui = Gui::new();
        gui.say(&format!("setoption name Engine value {engine}"));
        gui.say(&format!("setoption name EngineDepth value {depth}"));
        let mut moves: Vec<String> = Vec::new();
        let (mut working, mut all) = (0.0, 0.0);
        for turn in 0..30 {
            let word = if moves.is_empty() { "" } else { " moves " };
            gui.say(&format!("position startpos{word}{}", moves.join(" ")));
            let lines = gui.go("go");
            let said = lines.iter().find(|line| line.contains(" us in search")).unwrap();
            let words: Vec<&str> = said.split(' ').collect();
            let at = words.iter().position(|word| *word == "of").unwrap();
            // The first move starts the engine.
            if turn > 0 {
                working += words[at - 1].parse::<f64>().unwrap();
                all += words[at + 1].parse::<f64>().unwrap();
            }
            moves.push(lines.last().unwrap().split(' ').nth(1).unwrap().to_owned());
        }
        let share = 100.0 * (all - working) / working;
        let name = if engine.is_empty() { "our own searcher" } else { engine };
        eprintln!(
            "{name}, depth {depth}: {:.1} ms a move in search, {share:.3} % more in all",
            working / 29e3
        );
    }
}
