//! Alpha-beta to a fixed depth in the tree after one move.
//!
//! Principal variation search with a transposition table. Selective: moves that are likely to be bad
//! are searched less deep (late move reductions), and nodes that are likely to lie outside the window
//! are left early (null move, futility). [`Selectivity::None`] leaves all that out: the value is then
//! the minimax value of the full tree, with quiescence.

use shakmaty::{Chess, Move, Position as _};

use super::ordering::{Experience, is_noisy, pick};
use super::transposition::{Bound, Known, ShortMove, TranspositionTable, key};
use super::{INFINITY, MATE, MATE_BOUND, MOST_PLIES};
use crate::evaluator::Limits;
use crate::static_evaluation::{evaluate_chess, worth};

/// How many positions are searched between two polls of the limits.
const POLL_NODES: u64 = 256;
/// How many are searched before the first poll: a millisecond or less, and enough to see hanging
/// pieces in most positions.
pub(super) const MIN_NODES: u64 = 4 * POLL_NODES;
/// How far the first window reaches on either side of the last iteration's value.
const WINDOW: i32 = 60;
/// What a quiet move gains at most for each ply left, in centipawns.
const FUTILITY: i32 = 110;

/// The search was stopped.
pub(super) struct Halted;

/// Whether doubtful moves and nodes are looked at less closely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Selectivity {
    Usual,
    #[cfg_attr(not(test), expect(dead_code, reason = "tests compare with plain minimax"))]
    None,
}

/// Counts positions, and says when to stop.
pub(super) struct Budget<'a> {
    pub(super) nodes: u64,
    pub(super) limits: &'a Limits<'a>,
}

impl Budget<'_> {
    fn count(&mut self) -> Result<(), Halted> {
        self.nodes += 1;
        let spent = self.limits.nodes.is_some_and(|most| self.nodes >= most);
        let due = self.nodes >= MIN_NODES && self.nodes.is_multiple_of(POLL_NODES);
        let asked = || due && (self.limits.halt)();
        if spent || asked() { Err(Halted) } else { Ok(()) }
    }
}

/// The tree after one move of the root, and what was learned in it. It shares nothing with the trees
/// after other moves, so that a value depends on the position and the depth alone.
#[derive(Debug, Default)]
pub(super) struct Tree {
    table: TranspositionTable,
    experience: Experience,
    /// The value of the last iteration.
    last: Option<i32>,
}

impl Tree {
    /// The next iteration: the value of the position for the side to move, one ply from the root,
    /// and its principal variation, last move first.
    pub(super) fn iterate(
        &mut self,
        at: &Chess,
        depth: i32,
        table_bits: u32,
        selectivity: Selectivity,
        budget: &mut Budget<'_>,
    ) -> Result<(i32, Vec<Move>), Halted> {
        self.table.grow(table_bits);
        let window = self.last.filter(|value| value.abs() < MATE_BOUND);
        let (low, high) =
            window.map_or((-INFINITY, INFINITY), |value| (value - WINDOW, value + WINDOW));
        let mut search = Search { tree: self, budget, selectivity, horizon: depth as usize };
        let mut line = Vec::new();
        let check = at.is_check();
        let node = Node { at, depth, ply: 1, check, may_pass: false };
        let mut value = search.search(&node, low, high, &mut line)?;
        if value <= low || value >= high {
            line.clear();
            value = search.search(&node, -INFINITY, INFINITY, &mut line)?;
        }
        self.last = Some(value);
        Ok((value, line))
    }
}

/// A position in the tree.
struct Node<'a> {
    at: &'a Chess,
    /// Plies left.
    depth: i32,
    /// Plies from the root.
    ply: usize,
    /// Whether the side to move is in check.
    check: bool,
    /// Whether a null move may be tried: not twice in a row.
    may_pass: bool,
}

struct Search<'a, 'b> {
    tree: &'a mut Tree,
    budget: &'a mut Budget<'b>,
    selectivity: Selectivity,
    horizon: usize,
}

impl Search<'_, '_> {
    /// The value of a position for the side to move; `line` gets the principal variation, last move
    /// first.
    fn search(
        &mut self,
        node: &Node<'_>,
        mut alpha: i32,
        beta: i32,
        line: &mut Vec<Move>,
    ) -> Result<i32, Halted> {
        let &Node { at, ply, check, .. } = node;
        // Checks are looked through, unless one follows the other for ever.
        let selective = self.selectivity == Selectivity::Usual;
        let extended = selective && check && ply <= self.horizon + 2;
        let depth = node.depth + i32::from(extended);
        if depth <= 0 || ply >= MOST_PLIES {
            return self.quiescence(at, alpha, beta, ply);
        }
        self.budget.count()?;
        let mut moves = at.legal_moves();
        if moves.is_empty() {
            return Ok(if check { ply as i32 - MATE } else { 0 });
        }
        if at.halfmoves() >= 100 || at.is_insufficient_material() {
            return Ok(0);
        }
        let is_narrow = beta - alpha == 1;
        let key = key(at);
        let known = self.tree.table.find(key);
        let same_depth = known.filter(|known| is_narrow && i32::from(known.depth) == depth);
        if let Some(value) = same_depth.and_then(|known| known.decided(ply, alpha, beta)) {
            return Ok(value);
        }
        let is_doubtful = selective && is_narrow && !check && beta.abs() < MATE_BOUND;
        let still = if is_doubtful { evaluate_chess(at) } else { 0 };
        if is_doubtful && let Some(value) = self.left_early(node, still, beta)? {
            return Ok(value);
        }
        let first = known.map_or(ShortMove::NONE, |known| known.play);
        let mut scores = self.tree.experience.scores(at, &moves, first, ply);
        let (before, mut best, mut best_play) = (alpha, -INFINITY, ShortMove::NONE);
        for tried in 0..moves.len() {
            let play = pick(&mut moves, &mut scores, tried);
            let mut next = at.clone();
            next.play_unchecked(play);
            let quiet = !is_noisy(play);
            let gives_check = next.is_check();
            let is_late = selective && tried > 0 && quiet && !check && !gives_check;
            if is_late && is_doubtful && depth <= 3 && still + FUTILITY * depth <= alpha {
                best = best.max(still + FUTILITY * depth);
                continue;
            }
            let child = Node {
                at: &next,
                depth: depth - 1,
                ply: ply + 1,
                check: gives_check,
                may_pass: true,
            };
            let reduction = if is_late && depth >= 3 { reduction(tried, is_narrow) } else { 0 };
            let mut after = Vec::new();
            let value = self.child(&child, tried == 0, reduction, (alpha, beta), &mut after)?;
            if value > best {
                best = value;
                best_play = ShortMove::new(play);
                if !is_narrow && value > alpha || line.is_empty() {
                    after.push(play);
                    *line = after;
                }
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                if quiet {
                    self.tree.experience.learn(play, at.turn(), ply, depth);
                }
                break;
            }
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > before => Bound::Exact,
            _ => Bound::Upper,
        };
        // The best of moves that are all too bad says nothing.
        let play = if bound == Bound::Upper { first } else { best_play };
        self.tree.table.keep(key, Known::new(best, ply, play, depth, bound));
        Ok(best)
    }

    /// The value after a move: the first with the window, others by a null window first, less deep if
    /// they come late.
    fn child(
        &mut self,
        child: &Node<'_>,
        is_first: bool,
        reduction: i32,
        (alpha, beta): (i32, i32),
        line: &mut Vec<Move>,
    ) -> Result<i32, Halted> {
        if is_first {
            return Ok(-self.search(child, -beta, -alpha, line)?);
        }
        if reduction > 0 {
            let less = Node { depth: child.depth - reduction, ..*child };
            let value = -self.search(&less, -alpha - 1, -alpha, line)?;
            line.clear();
            if value <= alpha {
                return Ok(value);
            }
        }
        let value = -self.search(child, -alpha - 1, -alpha, line)?;
        if value <= alpha || value >= beta || beta - alpha == 1 {
            return Ok(value);
        }
        line.clear();
        Ok(-self.search(child, -beta, -alpha, line)?)
    }

    /// The value of a node that need not be searched: so much better than the window that the other
    /// side would not let it come about, even if we passed.
    fn left_early(
        &mut self,
        node: &Node<'_>,
        still: i32,
        beta: i32,
    ) -> Result<Option<i32>, Halted> {
        let &Node { at, depth, ply, may_pass, .. } = node;
        if still < beta {
            return Ok(None);
        }
        if depth <= 3 && still - FUTILITY * depth >= beta {
            return Ok(Some(still));
        }
        // With pawns alone having to move may be what loses.
        if depth < 3 || !may_pass || !has_piece(at) {
            return Ok(None);
        }
        let Ok(passed) = at.clone().swap_turn() else { return Ok(None) };
        let less = depth - 3 - depth / 4;
        let passed = Node { at: &passed, depth: less, ply: ply + 1, check: false, may_pass: false };
        let value = -self.search(&passed, -beta, 1 - beta, &mut Vec::new())?;
        Ok((value >= beta).then_some(value.min(MATE_BOUND - 1)))
    }

    /// Quiescence search: captures, promotions and evasions of check; the side to move may stand
    /// pat.
    fn quiescence(
        &mut self,
        at: &Chess,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, Halted> {
        self.budget.count()?;
        let check = at.is_check();
        let is_drawn = at.halfmoves() >= 100 || at.is_insufficient_material();
        let still = if check { -INFINITY } else { evaluate_chess(at) };
        // Who has a piece to move is not stalemated, as a rule: most nodes end here.
        if still >= beta && !is_drawn && has_piece(at) {
            return Ok(still);
        }
        let mut moves = at.legal_moves();
        if moves.is_empty() {
            return Ok(if check { ply as i32 - MATE } else { 0 });
        }
        if is_drawn {
            return Ok(0);
        }
        if still >= beta {
            return Ok(still);
        }
        if !check {
            alpha = alpha.max(still);
            moves.retain(|&mut play| is_noisy(play));
        }
        let mut best = still;
        let mut scores = self.tree.experience.scores(at, &moves, ShortMove::NONE, MOST_PLIES);
        for tried in 0..moves.len() {
            let play = pick(&mut moves, &mut scores, tried);
            if !check && self.selectivity == Selectivity::Usual && is_futile(at, play, still, alpha)
            {
                continue;
            }
            let mut next = at.clone();
            next.play_unchecked(play);
            let value = -self.quiescence(&next, -beta, -alpha, ply + 1)?;
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}

/// Whether the side to move has more than its king and pawns.
fn has_piece(at: &Chess) -> bool {
    let pawns_and_kings = at.board().pawns() | at.board().kings();
    (at.board().by_color(at.turn()) & !pawns_and_kings).any()
}

/// How much less deep a late move is searched.
fn reduction(tried: usize, is_narrow: bool) -> i32 {
    let late = match tried {
        0..3 => 0,
        3..8 => 1,
        _ => 2,
    };
    (late - i32::from(!is_narrow)).max(0)
}

/// Whether a capture cannot bring the value up to the window (delta pruning), or loses a piece to a
/// pawn.
fn is_futile(at: &Chess, play: Move, still: i32, alpha: i32) -> bool {
    let Some(victim) = play.capture().filter(|_| !play.is_promotion()) else { return false };
    if still + worth(victim) + 150 <= alpha {
        return true;
    }
    let guards = shakmaty::attacks::pawn_attacks(at.turn(), play.to());
    let pawns = at.board().pawns() & at.board().by_color(!at.turn());
    worth(play.role()) > worth(victim) + 50 && (guards & pawns).any()
}
