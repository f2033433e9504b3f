//! What is known of a position before a move is thought of, and of a move once it is tried.

use endgame::bitboards::Bitboards;
use endgame::heuristics::Facts;
use endgame::rules::{Color, Move, Position, Role};

use crate::people::{LastMoves, Standing};

/// A position as its mover sees it.
pub(crate) struct Scene<'a> {
    /// The position.
    pub(super) at: &'a Position,
    pub(super) men: Bitboards,
    pub(super) mover: Color,
    pub(super) standing: Standing,
    pub(super) last: LastMoves,
    /// The mover's strength.
    pub(super) units: f64,
    pub(super) in_check: bool,
    /// The logarithm of the share of the moves that keep the value.
    pub(super) ln_keeping: f64,
    pub(super) has_pawns: bool,
    /// The opponent's bishops, if all stand on squares of one colour: whether those are the light ones.
    pub(super) bishops: Option<bool>,
}

/// A1 and all squares of its colour.
const DARK: u64 = 0xaa55_aa55_aa55_aa55;

impl<'a> Scene<'a> {
    /// A position whose moves have these facts, before a mover of this strength.
    pub(crate) fn new(
        at: &'a Position,
        facts: &[Facts],
        standing: Standing,
        last: LastMoves,
        units: f64,
    ) -> Scene<'a> {
        let men = Bitboards::in_position(at);
        let mover = at.turn();
        let keeping = facts.iter().filter(|one| !one.fatal()).count();
        let pawns = Color::ALL.map(|color| men.get(Role::Pawn.of(color)));
        let bishops = men.get(Role::Bishop.of(mover.other()));
        let one_color = bishops != 0 && (bishops & DARK == 0 || bishops & !DARK == 0);
        Scene {
            at,
            mover,
            standing,
            last,
            units,
            in_check: at.is_check(),
            ln_keeping: (keeping.max(1) as f64 / facts.len().max(1) as f64).ln(),
            has_pawns: pawns != [0, 0],
            bishops: one_color.then_some(bishops & DARK == 0),
            men,
        }
    }

    /// A square as the mover sees it: his first rank is the first.
    pub(super) fn oriented(&self, square: u8) -> u8 {
        if self.mover == Color::White { square } else { square ^ 56 }
    }
}

/// A move that is tried.
pub(super) struct Tried<'a> {
    pub(super) facts: &'a Facts,
    /// The man that stands there after the move.
    pub(super) role: Role,
    pub(super) from: u8,
    pub(super) to: u8,
    /// The men after it.
    pub(super) men: &'a Bitboards,
    /// The opponent's replies with his king, and all.
    pub(super) king_replies: usize,
    pub(super) replies: usize,
}

impl<'a> Tried<'a> {
    pub(super) fn new(scene: &Scene<'_>, play: Move, facts: &'a Facts) -> Tried<'a> {
        let replies = scene.at.after(play).legal_moves();
        let by_king = replies.iter().filter(|reply| reply.role() == Role::King);
        Tried {
            facts,
            role: facts.step.promotes.unwrap_or(facts.role),
            from: facts.step.from,
            to: facts.step.to,
            men: &facts.after,
            king_replies: by_king.count(),
            replies: replies.len(),
        }
    }
}

/// The place of a role in blocks of six.
pub(super) fn of(role: Role) -> usize {
    role as usize - 1
}

/// Whether a square is a light one.
pub(super) fn is_light(square: u8) -> bool {
    DARK >> square & 1 == 0
}

/// Files and ranks between two squares.
pub(super) fn apart(a: u8, b: u8) -> (usize, usize) {
    let apart = |a: u8, b: u8| usize::from(a.abs_diff(b));
    (apart(a & 7, b & 7), apart(a >> 3, b >> 3))
}

/// Whether a man may be taken with profit, as it looks at once: he is attacked, and nobody defends him or the
/// attacker is worth less.
pub(super) fn is_loose(men: &Bitboards, color: Color, square: u8) -> bool {
    let occupied = men.occupied();
    let attackers = men.attackers(color.other(), square, occupied);
    let Some(role) = men.role_at(color, square).filter(|_| attackers != 0) else { return false };
    let defended = men.attackers(color, square, occupied) & !(1 << square) != 0;
    let is_less = |one: &Role| worth(*one) < worth(role);
    let cheaper = Role::ALL.iter().filter(|one| is_less(one));
    let by_less = cheaper.fold(0, |all, one| all | men.get(one.of(color.other()))) & attackers;
    !defended || by_less != 0
}

/// The usual worth of a man; a king takes nothing that is defended.
fn worth(role: Role) -> u32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}
