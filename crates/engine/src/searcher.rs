//! A small searcher of our own: fixed depth, alpha-beta, quiescence; the same answer every time.
//!
//! It is used outside the tables where no engine is given, so that whole games can always be played
//! and `E_p(c)` tried without another process. No hash table, no clock, no randomness, no
//! speculative pruning: the score of a move is the minimax value of the full tree to depth `p`,
//! with quiescence.

use std::cmp::Reverse;

use endgame::rules::{Board, Move, Role};
use value::Plies;

use crate::client::EngineError;
use crate::evaluator::{Evaluation, Evaluator, Limits, Method};
use crate::score::Score;
use crate::static_evaluation::{evaluate, worth};

/// The value of a mate, less the plies to it; greater than every evaluation.
const MATE: i32 = 1_000_000;
const INFINITY: i32 = MATE + 1;
/// The greatest depth of the search.
const MOST_PLIES: usize = 64;
/// How many positions are searched between two polls of the limits.
const POLL_NODES: u64 = 256;
/// How many are searched before the first poll: a millisecond or less, and enough to see hanging
/// pieces in most positions.
const MIN_NODES: u64 = 4 * POLL_NODES;

/// The searcher; it keeps nothing from one position to the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Searcher;

/// The search was stopped.
struct Halted;

impl Evaluator for Searcher {
    /// Iterative deepening, so that a complete depth is always at hand. Depth 0, the static
    /// evaluation after each move, is never interrupted: quiescence alone may take for ever with
    /// many queens.
    fn evaluate(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
    ) -> Result<Evaluation, EngineError> {
        let mut search = Search { nodes: 0, limits, killers: [None; MOST_PLIES + 1] };
        let (scores, lines) = at_first_sight(at, moves);
        let method = Method::Children;
        let mut found = Evaluation { scores, lines, depth: Plies(0), nodes: 0, method };
        for depth in 1..=limits.depth.0.clamp(1, MOST_PLIES as u16) {
            let Ok((scores, lines)) = search.all(at, moves, depth) else { break };
            found = Evaluation { scores, lines, depth: Plies(depth), ..found };
        }
        Ok(Evaluation { nodes: search.nodes, ..found })
    }

    fn name(&self) -> &str {
        "our own searcher"
    }
}

struct Search<'a> {
    nodes: u64,
    limits: &'a Limits<'a>,
    /// Killer moves: the last quiet move that caused a cutoff, by ply.
    killers: [Option<Move>; MOST_PLIES + 1],
}

type Values = (Vec<Score>, Vec<Vec<String>>);

impl Search<'_> {
    /// The score and the line of every move, each with a full window: all must be exact.
    fn all(&mut self, at: &Board, moves: &[Move], depth: u16) -> Result<Values, Halted> {
        let mut values = (Vec::with_capacity(moves.len()), Vec::with_capacity(moves.len()));
        for &play in moves {
            let mut line = Vec::new();
            let next = at.after(play);
            let value =
                -self.search(&next, i32::from(depth) - 1, -INFINITY, INFINITY, 1, &mut line)?;
            line.push(play);
            line.reverse();
            values.0.push(score(value));
            values.1.push(written(at, &line));
        }
        Ok(values)
    }

    /// The value of a position for the side to move; `line` gets the principal variation, last move
    /// first.
    fn search(
        &mut self,
        at: &Board,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        line: &mut Vec<Move>,
    ) -> Result<i32, Halted> {
        if depth <= 0 || ply >= MOST_PLIES {
            return self.quiescence(at, alpha, beta, ply);
        }
        self.count()?;
        let mut moves = at.legal_moves();
        if moves.is_empty() {
            return Ok(if at.is_check() { ply as i32 - MATE } else { 0 });
        }
        if at.halfmove_clock() >= 100 || at.is_insufficient_material() {
            return Ok(0);
        }
        let killer = self.killers[ply];
        moves.sort_by_key(|&play| Reverse(ordering_score(play, killer)));
        let mut best = -INFINITY;
        for play in moves {
            let mut after = Vec::new();
            let next = at.after(play);
            let value = -self.search(&next, depth - 1, -beta, -alpha, ply + 1, &mut after)?;
            if value > best {
                best = value;
                after.push(play);
                *line = after;
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                if !is_noisy(play) {
                    self.killers[ply] = Some(play);
                }
                break;
            }
        }
        Ok(best)
    }

    /// Quiescence search: captures, promotions and evasions of check; the side to move may stand
    /// pat.
    fn quiescence(
        &mut self,
        at: &Board,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, Halted> {
        self.count()?;
        let mut moves = at.legal_moves();
        let check = at.is_check();
        if moves.is_empty() {
            return Ok(if check { ply as i32 - MATE } else { 0 });
        }
        if at.halfmove_clock() >= 100 || at.is_insufficient_material() {
            return Ok(0);
        }
        let mut best = -INFINITY;
        if !check {
            best = evaluate(at);
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
            moves.retain(|&play| is_noisy(play));
        }
        moves.sort_by_key(|&play| Reverse(ordering_score(play, None)));
        for play in moves {
            let value = -self.quiescence(&at.after(play), -beta, -alpha, ply + 1)?;
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn count(&mut self) -> Result<(), Halted> {
        self.nodes += 1;
        let spent = self.limits.nodes.is_some_and(|most| self.nodes >= most);
        let due = self.nodes >= MIN_NODES && self.nodes.is_multiple_of(POLL_NODES);
        let asked = || due && (self.limits.halt)();
        if spent || asked() { Err(Halted) } else { Ok(()) }
    }
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

fn is_noisy(play: Move) -> bool {
    play.is_capture() || play.is_promotion()
}

/// Move ordering: the most valuable victim by the least valuable attacker, then the killer move.
fn ordering_score(play: Move, killer: Option<Move>) -> i32 {
    let catch = play.capture().map_or(0, |role| 10 * worth(role) + 1000 - worth(play.role()) / 10);
    let crown = play.promotion().map_or(0, |role| if role == Role::Queen { 9000 } else { 0 });
    catch + crown + i32::from(Some(play) == killer)
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

    /// Alpha-beta only saves time: plain minimax to the same depth has the same values.
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
        for fen in [
            "8/5k2/3p4/1p1P1p2/1P3P2/8/4K3/5N2 w - - 0 1",
            "r3k3/1p3p2/8/3q4/8/2N2P2/5P2/R3K3 b - - 0 1",
            "8/P6k/8/8/8/2n5/6PP/7K w - - 0 1",
        ] {
            let board = Board::from_fen(fen).unwrap();
            for (play, found, line) in values(fen, 3) {
                let play = board.read_uci(&play).unwrap();
                assert_eq!(found, score(-minimax(&board.after(play), 2, 1)), "{fen} {line:?}");
                assert_eq!(line[0], board.uci(play));
            }
        }
    }

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
