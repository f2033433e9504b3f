//! Measures how strong `E_p(c)` over our own searcher is: plays games, and prints a line for each.
//!
//! ```text
//! cargo run --release -p engine --example measure_elo -- SEED ROUNDS [DEPTH] >> games.csv
//! python tests/fit_elo.py games.csv > crates/study/data/engine_scale.json
//! ```
//!
//! Against Stockfish limited to known ratings (`UCI_LimitStrength`; 8 plies, more than it looks at
//! then), and between neighbours where Stockfish cannot be that weak. Every opening is played with both
//! colours. A line is `competence,opponent,score,depth`; an opponent `sf1350` is Stockfish.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a program of its own")]

use endgame::rules::{Board, Move};
use engine::client::{Engine, Launch, MoveLimits};
use engine::evaluator::{Evaluator, Limits};
use engine::score::Score;
use engine::searcher::Searcher;
use value::Plies;

const MOST_PLIES: usize = 300;
const PAIRINGS: [(f64, Opponent); 14] = [
    (2.0, Opponent::Own(4.0)),
    (4.0, Opponent::Own(7.0)),
    (7.0, Opponent::Own(11.0)),
    (7.0, Opponent::Stockfish(1350)),
    (11.0, Opponent::Stockfish(1350)),
    (16.0, Opponent::Stockfish(1350)),
    (24.0, Opponent::Stockfish(1350)),
    (40.0, Opponent::Stockfish(1350)),
    (16.0, Opponent::Stockfish(1600)),
    (24.0, Opponent::Stockfish(1600)),
    (40.0, Opponent::Stockfish(1600)),
    (100.0, Opponent::Stockfish(1600)),
    (40.0, Opponent::Stockfish(1850)),
    (100.0, Opponent::Stockfish(1850)),
];
const OPENINGS: [&str; 16] = [
    "e4 e5 Nf3 Nc6 Bb5 a6",
    "e4 e5 Nf3 Nc6 Bc4 Bc5",
    "e4 c5 Nf3 d6 d4 cxd4",
    "e4 c5 Nc3 Nc6 g3 g6",
    "e4 e6 d4 d5 Nc3 Nf6",
    "e4 c6 d4 d5 e5 Bf5",
    "e4 d6 d4 Nf6 Nc3 g6",
    "e4 d5 exd5 Qxd5 Nc3 Qa5",
    "d4 d5 c4 e6 Nc3 Nf6",
    "d4 d5 c4 c6 Nf3 Nf6",
    "d4 Nf6 c4 g6 Nc3 Bg7",
    "d4 Nf6 c4 e6 Nc3 Bb4",
    "d4 f5 g3 Nf6 Bg2 e6",
    "c4 e5 Nc3 Nf6 Nf3 Nc6",
    "Nf3 d5 g3 Nf6 Bg2 c6",
    "d4 d5 Nf3 Nf6 Bf4 e6",
];

#[derive(Clone, Copy)]
enum Opponent {
    /// `E_p(c)` at another competence.
    Own(f64),
    /// Stockfish at a rating.
    Stockfish(u32),
}

/// Splitmix64: enough for games.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn main() {
    let mut words = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (seed, rounds) = (words.next().unwrap_or(1), words.next().unwrap_or(10));
    let depth = Plies(words.next().map_or(4, |depth| depth as u16));
    let mut chance = Chance(seed);
    let mut stockfish = Engine::start(&Launch::new("/usr/games/stockfish")).expect("Stockfish");
    for _ in 0..rounds {
        for (c, opponent) in PAIRINGS {
            let opening = OPENINGS[(chance.next() % OPENINGS.len() as u64) as usize];
            for white in [true, false] {
                let mut ours = |board: &Board, c: f64| own_move(board, c, depth, &mut chance);
                let result = game(opening, |start, moves, board, white_moves| match opponent {
                    _ if white_moves == white => ours(board, c),
                    Opponent::Own(other) => ours(board, other),
                    Opponent::Stockfish(elo) => limited(&mut stockfish, elo, start, moves),
                });
                let score = if white { result } else { 1.0 - result };
                let name = match opponent {
                    Opponent::Own(other) => other.to_string(),
                    Opponent::Stockfish(elo) => format!("sf{elo}"),
                };
                println!("{c},{name},{score},{depth}");
            }
        }
    }
}

/// White's score; who is asked gets the start, the moves, the board, and whether White moves.
fn game(opening: &str, mut ask: impl FnMut(&Board, &[Move], &Board, bool) -> Move) -> f64 {
    let start = Board::default();
    let (mut boards, mut moves) = (vec![start.clone()], Vec::new());
    for san in opening.split(' ') {
        let board = boards.last().expect("the start").clone();
        let play = board.read_san(san).expect("a legal opening");
        moves.push(play);
        boards.push(board.after(play));
    }
    loop {
        let board = boards.last().expect("the start").clone();
        let white_moves = board.turn().fold_wb(true, false);
        if board.is_checkmate() {
            return if white_moves { 0.0 } else { 1.0 };
        }
        let repeated = boards.iter().filter(|before| **before == board).count() >= 3;
        let is_drawn = board.ending().is_some() || board.halfmove_clock() >= 100 || repeated;
        if is_drawn || moves.len() >= MOST_PLIES {
            return 0.5;
        }
        let play = ask(&start, &moves, &board, white_moves);
        moves.push(play);
        boards.push(board.after(play));
    }
}

/// The choice of `E_p(c)`: probability as `(|v_1| + |v_1 - v_j| + 1)^-c`.
fn own_move(board: &Board, c: f64, depth: Plies, chance: &mut Chance) -> Move {
    let moves = board.legal_moves();
    let found = Searcher.evaluate(board, &moves, &Limits::plies(depth)).expect("it answers");
    let best = found.scores.iter().copied().max().map_or(0.0, Score::pawns);
    let log = |score: &Score| -c * (best.abs() + best - score.pawns() + 1.0).ln();
    let logs: Vec<f64> = found.scores.iter().map(log).collect();
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logs.iter().map(|log| (log - most).exp()).collect();
    let mut left = chance.unit() * weights.iter().sum::<f64>();
    for (play, weight) in moves.iter().zip(&weights) {
        left -= weight;
        if left <= 0.0 {
            return *play;
        }
    }
    moves[moves.len() - 1]
}

fn limited(engine: &mut Engine, elo: u32, start: &Board, moves: &[Move]) -> Move {
    engine.set("UCI_LimitStrength", "true").expect("Stockfish");
    engine.set("UCI_Elo", &elo.to_string()).expect("Stockfish");
    let limits = MoveLimits { depth: Some(Plies(8)), ..MoveLimits::default() };
    engine.best_move(start, moves, &limits, &|| false).expect("a move")
}
