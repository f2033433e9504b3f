//! A small searcher of our own: fixed depth, alpha-beta, quiescence; the same answer every time.
//!
//! It is used outside the tables where no engine is given, so that whole games can always be played
//! and `E_p(c)` tried without another process. No clock, no randomness, no threads: the score of a
//! move depends on the position after it and on the depth alone. Every move has a tree of its own,
//! with its own transposition table, so neither other moves nor earlier positions have a say; every
//! score is exact, not a bound.
//!
//! - `search`: alpha-beta in one tree, with the reductions that make it selective
//! - `ordering`: which move comes first; `transposition`: what is known of positions

mod ordering;
mod search;
mod transposition;

use endgame::rules::{Board, Move};
use value::Plies;

use crate::client::EngineError;
use crate::evaluator::{Evaluation, Evaluator, Limits, Method};
use crate::score::Score;
use crate::static_evaluation::evaluate;
use search::{Budget, Halted, Selectivity, Tree};

/// The value of a mate, less the plies to it; greater than every evaluation.
const MATE: i32 = 1_000_000;
/// Values beyond this are mates.
const MATE_BOUND: i32 = MATE - 1_000;
const INFINITY: i32 = MATE + 1;
/// The greatest depth of the search.
const MOST_PLIES: usize = 64;
/// The most entries of a tree's transposition table, as a power of two, where there are many trees
/// and where there are few.
const MOST_TABLE_BITS: [u32; 2] = [13, 16];
/// From this many legal moves on there are many trees.
const MANY_MOVES: usize = 80;

/// Raised whenever the same search of the same position gives another score: values that were kept
/// under another version are not mixed with these.
pub const VERSION: &str = "searcher 2";

/// The searcher; it keeps nothing from one position to the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Searcher;

impl Evaluator for Searcher {
    fn evaluate(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
    ) -> Result<Evaluation, EngineError> {
        self.deepen(at, moves, limits, &mut |_| ())
    }

    /// Iterative deepening, so that a complete depth is always at hand. Depth 0, the static
    /// evaluation after each move, is never interrupted: quiescence alone may take for ever with
    /// many queens.
    fn deepen(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Evaluation),
    ) -> Result<Evaluation, EngineError> {
        Ok(deepen(at, moves, limits, Selectivity::Usual, report))
    }

    /// One search to the deepest passes through the others.
    fn evaluate_depths(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
        depths: &[Plies],
    ) -> Result<Vec<Evaluation>, EngineError> {
        let depth = depths.iter().copied().max().unwrap_or(limits.depth);
        let mut passed: Vec<Evaluation> = Vec::new();
        let mut report = |found: &Evaluation| passed.push(found.clone());
        let last = self.deepen(at, moves, &Limits { depth, ..*limits }, &mut report)?;
        let at_depth = |depth: &Plies| {
            let found = passed.iter().find(|found| found.depth == (*depth).max(Plies(1)));
            found.unwrap_or(&last).clone()
        };
        Ok(depths.iter().map(at_depth).collect())
    }

    fn name(&self) -> &str {
        "our own searcher"
    }
}

type Values = (Vec<Score>, Vec<Vec<String>>);

fn deepen(
    at: &Board,
    moves: &[Move],
    limits: &Limits<'_>,
    selectivity: Selectivity,
    report: &mut dyn FnMut(&Evaluation),
) -> Evaluation {
    let mut budget = Budget { nodes: 0, limits };
    let (scores, lines) = at_first_sight(at, moves);
    let method = Method::Children;
    let mut found = Evaluation { scores, lines, depth: Plies(0), nodes: 0, method };
    let most_bits = MOST_TABLE_BITS[usize::from(at.count_legal_moves() < MANY_MOVES)];
    let mut trees: Vec<(Board, Tree)> =
        moves.iter().map(|&play| (at.after(play), Tree::default())).collect();
    for depth in 1..=limits.depth.0.clamp(1, MOST_PLIES as u16) {
        let bits = (2 * u32::from(depth) + 2).min(most_bits);
        let mut iterate = |(&play, (board, tree)): (&Move, &mut (Board, Tree))| {
            let depth = i32::from(depth) - 1;
            let (value, mut line) =
                tree.iterate(board.as_chess(), depth, bits, selectivity, &mut budget)?;
            line.push(play);
            line.reverse();
            Ok((score(-value), written(at, &line)))
        };
        let values: Result<Values, Halted> =
            moves.iter().zip(&mut trees).map(&mut iterate).collect();
        let nodes = budget.nodes;
        let Ok((scores, lines)) = values else { break };
        found = Evaluation { scores, lines, depth: Plies(depth), nodes, method };
        report(&found);
    }
    Evaluation { nodes: budget.nodes, ..found }
}

/// The static evaluation after every move.
fn at_first_sight(at: &Board, moves: &[Move]) -> Values {
    let look = |&play: &Move| {
        let next = at.after(play);
        let value = match (next.legal_moves().is_empty(), next.is_check()) {
            (true, true) => MATE - 1,
            (true, false) => 0,
            (false, _) => -evaluate(&next),
        };
        (score(value), vec![at.uci(play)])
    };
    moves.iter().map(look).unzip()
}

fn score(value: i32) -> Score {
    let plies = MATE - value.abs();
    if plies > 2 * MOST_PLIES as i32 + 256 {
        return Score::Centipawns(value);
    }
    // Plies from the root: the winner's move is the last.
    if value > 0 { Score::Mate((plies + 1) / 2) } else { Score::Mate(-(plies / 2)) }
}

fn written(at: &Board, line: &[Move]) -> Vec<String> {
    let mut board = at.clone();
    let write = |&play: &Move| {
        let text = board.uci(play);
        board.play(play);
        text
    };
    line.iter().map(write).collect()
}

#[cfg(test)]
mod tests {
    use super::search::MIN_NODES;
    use super::*;

    fn values(fen: &str, depth: u16) -> Vec<(String, Score, Vec<String>)> {
        let board = Board::from_fen(fen).unwrap();
        let moves = board.legal_moves();
        let limits = Limits::plies(Plies(depth));
        let found = Searcher.evaluate(&board, &moves, &limits).unwrap();
        assert_eq!(found.depth, Plies(depth));
        assert_eq!(Searcher.evaluate(&board, &moves, &limits).unwrap(), found, "twice the same");
        let named = moves.iter().map(|&play| board.uci(play)).zip(found.scores).zip(found.lines);
        named.map(|((play, score), line)| (play, score, line)).collect()
    }

    fn best(fen: &str, depth: u16) -> (String, Score) {
        let all = values(fen, depth);
        let (play, score, _) = all.into_iter().max_by_key(|(_, score, _)| *score).unwrap();
        (play, score)
    }

    #[test]
    fn mates_are_found_and_counted() {
        assert_eq!(
            best("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 2),
            ("a1a8".to_owned(), Score::Mate(1))
        );
        // Two rooks against a king: a ladder of two moves.
        assert_eq!(best("7k/8/R7/1R6/8/8/8/K7 w - - 0 1", 4).1, Score::Mate(2));
        assert_eq!(best("7k/R7/8/8/8/8/1R6/K7 b - - 0 1", 3).1, Score::Mate(-1));
    }

    #[test]
    fn a_hanging_queen_is_taken_and_a_guarded_one_not_lost() {
        assert_eq!(best("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", 1).0, "d1d8");
        let (_, score) = best("r3k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1", 2);
        assert!(score > Score::Centipawns(-300), "{score}");
    }

    /// Without selectivity, tables, orders and windows only save time: plain minimax to the same depth
    /// has the same values.
    #[test]
    fn nothing_is_lost_by_cutting() {
        fn minimax(at: &Board, depth: u32, ply: i32) -> i32 {
            let moves = at.legal_moves();
            if moves.is_empty() {
                return if at.is_check() { ply - MATE } else { 0 };
            }
            if at.halfmove_clock() >= 100 || at.is_insufficient_material() {
                return 0;
            }
            let check = at.is_check();
            let content = if depth == 0 && !check { evaluate(at) } else { -INFINITY };
            let noisy =
                |play: &&Move| depth > 0 || check || play.is_capture() || play.is_promotion();
            let tried = moves.iter().filter(noisy);
            let tried =
                tried.map(|&play| -minimax(&at.after(play), depth.saturating_sub(1), ply + 1));
            tried.fold(content, i32::max)
        }
        for (fen, depth) in [
            ("8/5k2/3p4/1p1P1p2/1P3P2/8/4K3/5N2 w - - 0 1", 4),
            ("8/5k2/3p4/1p1P1p2/1P3P2/8/4K3/5N2 w - - 97 90", 4),
            ("r3k3/1p3p2/8/3q4/8/2N2P2/5P2/R3K3 b - - 0 1", 3),
            ("8/P6k/8/8/8/2n5/6PP/7K w - - 0 1", 4),
            ("7k/8/R7/1R6/8/8/8/K7 w - - 0 1", 4),
            ("8/k7/8/1p1p4/pP1P4/P7/K7/8 b - b3 0 1", 5),
        ] {
            let board = Board::from_fen(fen).unwrap();
            let moves = board.legal_moves();
            let limits = Limits::plies(Plies(depth));
            let found = deepen(&board, &moves, &limits, Selectivity::None, &mut |_| ());
            for (at, &play) in moves.iter().enumerate() {
                let plain = score(-minimax(&board.after(play), u32::from(depth) - 1, 1));
                assert_eq!(found.scores[at], plain, "{fen} {:?}", found.lines[at]);
                assert_eq!(found.lines[at][0], board.uci(play));
            }
        }
    }

    const MIDDLE_GAME: &str =
        "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQR1K1 w - - 0 8";

    /// The score of a move is its own: other moves, their order, other positions and greater depths
    /// change nothing.
    #[test]
    fn a_score_depends_on_the_position_and_the_depth_alone() {
        let board = Board::from_fen(MIDDLE_GAME).unwrap();
        let moves = board.legal_moves();
        let limits = Limits::plies(Plies(4));
        let all = Searcher.evaluate(&board, &moves, &limits).unwrap();
        let mut turned = moves.clone();
        turned.reverse();
        let back = Searcher.evaluate(&board, &turned, &limits).unwrap();
        for (at, &play) in moves.iter().enumerate() {
            let alone = Searcher.evaluate(&board, &[play], &limits).unwrap();
            assert_eq!((alone.scores[0], &alone.lines[0]), (all.scores[at], &all.lines[at]));
            assert_eq!(back.scores[moves.len() - 1 - at], all.scores[at]);
        }
        let deeper = Limits::plies(Plies(5));
        let depths = [Plies(4), Plies(5), Plies(1)];
        let found = Searcher.evaluate_depths(&board, &moves, &deeper, &depths).unwrap();
        assert_eq!(found.iter().map(|one| one.depth).collect::<Vec<_>>(), depths);
        assert_eq!((&found[0].scores, &found[0].lines), (&all.scores, &all.lines));
    }

    /// Every depth is reported once, in order, and the last is the answer.
    #[test]
    fn depths_are_reported_as_they_are_reached() {
        let board = Board::from_fen(MIDDLE_GAME).unwrap();
        let mut depths = Vec::new();
        let limits = Limits::plies(Plies(3));
        let mut report = |found: &Evaluation| depths.push(found.clone());
        let last = Searcher.deepen(&board, &board.legal_moves(), &limits, &mut report).unwrap();
        assert_eq!(depths.iter().map(|one| one.depth.0).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(depths.last(), Some(&last));
    }

    /// What selectivity might overlook: the first of Reinfeld's Win at Chess (1945), 6 plies deep.
    #[test]
    fn combinations_are_found() {
        let found = |(fen, key): &(&str, &str)| {
            let board = Board::from_fen(&format!("{fen} - - 0 1")).unwrap();
            let (best, _) = best(&board.fen(), 6);
            best == board.uci(board.read_san(key).unwrap())
        };
        let missed: Vec<&str> =
            COMBINATIONS.iter().filter(|one| !found(one)).map(|one| one.1).collect();
        assert_eq!(missed, [""; 0]);
    }

    const COMBINATIONS: [(&str, &str); 16] = [
        ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w", "Qg6"),
        ("5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w", "Rg3"),
        ("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w", "Qxh7+"),
        ("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b", "Qc4+"),
        ("7k/p7/1R5K/6r1/6p1/6P1/8/8 w", "Rb7"),
        ("rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b", "Ne3"),
        ("r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w", "Rf7"),
        ("3q1rk1/p4pp1/2pb3p/3p4/6Pr/1PNQ4/P1PB1PP1/4RRK1 b", "Bh2+"),
        ("2br2k1/2q3rn/p2NppQ1/2p1P3/Pp5R/4P3/1P3PPP/3R2K1 w", "Rxh7"),
        ("4k1r1/2p3r1/1pR1p3/3pP2p/3P2qP/P4N2/1PQ4P/5R1K b", "Qxf3+"),
        ("5rk1/pp4p1/2n1p2p/2Npq3/2p5/6P1/P3P1BP/R4Q1K w", "Qxf8+"),
        ("r2rb1k1/pp1q1p1p/2n1p1p1/2bp4/5P2/PP1BPR1Q/1BPN2PP/R5K1 w", "Qxh7+"),
        ("1R6/1brk2p1/4p2p/p1P1Pp2/P7/6P1/1P4P1/2R3K1 w", "Rxb7"),
        ("r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w", "Nc3"),
        ("1k5r/pppbn1pp/4q1r1/1P3p2/2NPp3/1QP5/P4PPP/R1B1R1K1 w", "Ne5"),
        ("r1b2rk1/ppbn1ppp/4p3/1QP4q/3P4/N4N2/5PPP/R1B2RK1 w", "c6"),
    ];

    #[test]
    fn stop_leaves_the_last_whole_depth() {
        let board = Board::default();
        let moves = board.legal_moves();
        let limits = Limits { nodes: Some(5_000), ..Limits::plies(Plies(9)) };
        let found = Searcher.evaluate(&board, &moves, &limits).unwrap();
        assert!(found.depth >= Plies(1) && found.depth < Plies(9) && found.nodes <= 5_000);
        for (nodes, least) in [(Some(1), Plies(0)), (None, Plies(1))] {
            let now = Limits { depth: Plies(60), nodes, halt: &|| true, leave: &|| false };
            let found = Searcher.evaluate(&board, &moves, &now).unwrap();
            assert_eq!(found.scores.len(), 20);
            assert!(found.depth >= least && found.nodes <= MIN_NODES, "{found:?}");
        }
    }

    /// The captures of thirty queens take practically for ever.
    #[test]
    fn stop_is_heard_among_captures() {
        let fen = "qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1";
        let board = Board::from_fen(fen).unwrap();
        let asked = std::cell::Cell::new(0);
        let halt = || asked.replace(asked.get() + 1) > 3;
        let limits = Limits { depth: Plies(2), nodes: None, halt: &halt, leave: &|| false };
        let moves = board.legal_moves();
        let found = Searcher.evaluate(&board, &moves, &limits).unwrap();
        assert_eq!((found.scores.len(), found.depth), (moves.len(), Plies(0)));
    }
}
