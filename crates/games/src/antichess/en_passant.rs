//! Double steps of pawns that can be taken en passant: the other side must capture, so that they are decided by smaller endgames.

use std::collections::HashMap;

use shakmaty::{Color, Role, Square};

use super::lane::{ahead, rank_of};
use super::layout::{Fixed, Layout};
use super::material::Man;
use super::replies::{Leaving, Solved};
use super::rules::Position;
use super::table::View;

/// What the double steps of each side and word are worth, where there are any.
pub(crate) fn double_steps(
    layout: &Layout,
    solved: &Solved<'_>,
) -> HashMap<(usize, usize), Leaving> {
    let mut all = HashMap::new();
    let has_pawns = |color| layout.men.contains(&Man { color, role: Role::Pawn });
    if !Color::ALL.iter().all(|&color| has_pawns(color)) {
        return all;
    }
    for word in 0..layout.words() {
        let Some(fixed) = layout.placement(word) else { continue };
        for (side, turn) in Color::ALL.into_iter().enumerate() {
            let mut steps = Leaving::default();
            for (pawn, man) in layout.men.iter().enumerate() {
                if *man == (Man { color: turn, role: Role::Pawn }) {
                    add_steps(layout, solved, &fixed, pawn, &mut steps);
                }
            }
            if steps.any != 0 {
                all.insert((side, word), steps);
            }
        }
    }
    all
}

/// Adds the double steps of one pawn.
fn add_steps(
    layout: &Layout,
    solved: &Solved<'_>,
    fixed: &Fixed,
    pawn: usize,
    steps: &mut Leaving,
) {
    let color = layout.men[pawn].color;
    let (occupied, free) = (layout.occupied(fixed), layout.free(fixed));
    let last = layout.fixed();
    let mut bits = match pawn == last {
        true => free,
        // Most pawns stand elsewhere.
        false if rank_of(color, fixed[pawn]) != 1 => 0,
        false => {
            let once = ahead(color, fixed[pawn]);
            let path = 1u64 << once | 1 << ahead(color, once);
            let answered = layout.answered_en_passant(fixed, color, ahead(color, once));
            if occupied & path == 0 { free & !path & answered } else { 0 }
        }
    };
    while bits != 0 {
        let bit = bits.trailing_zeros() as u8;
        bits &= bits - 1;
        let from = if pawn == last { bit } else { fixed[pawn] };
        if rank_of(color, from) != 1 {
            continue;
        }
        let once = ahead(color, from);
        let to = ahead(color, once);
        if pawn == last {
            let answered = layout.answered_en_passant(fixed, color, to) == !0;
            if !answered || occupied & (1 << once | 1 << to) != 0 {
                continue;
            }
        }
        let men = layout.men.iter().enumerate().map(|(number, man)| {
            let stood = if number == last { bit } else { fixed[number] };
            let square = if number == pawn { to } else { stood };
            (Square::new(u32::from(square)), man.role.of(man.color))
        });
        let passed = Some(Square::new(u32::from(once)));
        let after = Position::from_men(men, color.other(), passed).expect("a pawn has just passed");
        let theirs =
            after.legal_moves().into_iter().map(|play| -sign(solved, &after.after(play))).max();
        let theirs = theirs.expect("a pawn can be taken en passant");
        let here = |holds: bool| if holds { 1u64 << bit } else { 0 };
        steps.add(1 << bit, here(theirs < 0), here(theirs <= 0));
    }
}

/// What a position is worth to the side to move: 1, 0 or -1.
pub(crate) fn sign(solved: &Solved<'_>, position: &Position) -> i8 {
    let material = position.material();
    let turn = position.turn();
    if material.men_of(turn) == 0 {
        return 1;
    }
    if material.men_of(turn.other()) == 0 {
        return -1;
    }
    let (men, squares) = men_of(position);
    View::new(solved(&material.normalized()), &men).sign(&squares, turn)
}

/// The men of a position and their squares.
pub(crate) fn men_of(position: &Position) -> (Vec<Man>, Vec<u8>) {
    let man = |(square, piece): (Square, shakmaty::Piece)| {
        (Man { color: piece.color, role: piece.role }, square.to_u32() as u8)
    };
    position.men().into_iter().map(man).unzip()
}
