//! How fast our own searcher values every legal move of middle games, 6 plies deep. Each bench checks
//! its own answer.

#![allow(missing_docs, reason = "divan's macro makes undocumented functions")]

use divan::Bencher;
use endgame::rules::Board;
use engine::evaluator::{Evaluator, Limits};
use engine::searcher::Searcher;
use value::Plies;

fn main() {
    divan::main();
}

/// Middle games of master play: after an Italian, a Sicilian, a Queen's Gambit, a Ruy Lopez, a King's
/// Indian and an English opening.
const MIDDLE_GAMES: [&str; 6] = [
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQR1K1 w - - 0 8",
    "r1bqr1k1/pp2bppp/2nppn2/8/3NP3/2N1B3/PPPQBPPP/2KR3R w - - 5 11",
    "r1bq1rk1/pp1n1ppp/2pbpn2/3p4/2PP4/2NBPN2/PPQ2PPP/R1B2RK1 b - - 6 8",
    "r2q1rk1/1bp1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 w - - 1 11",
    "r1bq1rk1/pppnn1bp/3p4/3Ppp2/2P1P3/2N2P2/PP2B1PP/R1BQNRK1 w - f6 0 11",
    "r2q1rk1/pp2ppbp/2np1np1/8/2P1P1b1/2NBB3/PP1Q1PPP/R3K1NR b KQ - 4 9",
];

#[divan::bench(args = 0..MIDDLE_GAMES.len(), sample_count = 3)]
fn every_move_at_depth_6(bencher: Bencher<'_, '_>, which: usize) {
    let board = Board::from_fen(MIDDLE_GAMES[which]).expect("a position");
    let moves = board.legal_moves();
    bencher.bench_local(|| {
        let limits = Limits::plies(Plies(6));
        let found = Searcher.evaluate(&board, &moves, &limits).expect("it always answers");
        assert_eq!((found.depth, found.scores.len()), (Plies(6), moves.len()));
    });
}
