//! Retrograde analysis of one endgame, 64 positions at a time.
//!
//! Captures are forced, so that a position with a capture is decided by the tables of fewer men. What is left is solved from
//! the decided positions backwards, as in `graph::retrograde`, a depth in winner's moves at a time:
//!
//! ```text
//! L_k     <- every move leads into W_0 .. W_k, and one into W_k       looked for before positions of W_k
//! W_(k+1) <- some move leads into L_k                                found from positions of L_k
//! ```
//!
//! A set of positions is a word for each placement of all men but the last (see `layout.rs`).

use std::collections::HashMap;

use shakmaty::Color;
use value::{Depth, Outcome};

use super::en_passant;
use super::layout::Layout;
use super::material::Material;
use super::quiet::Movers;
use super::replies::{Leaving, Replies, Solved};
use super::rules::Rules;
use super::table::Table;
use crate::codec::{DEEPEST, code};

/// A part of a word: a side to move, a word, and some of its positions.
type Part = (usize, usize, u64);

/// Positions of both sides to move, a bit each.
type Sets = [Vec<u64>; 2];

/// Solves an endgame in DTC. `solved` has every endgame that a capture or a promotion leads to.
pub(crate) fn to_conversion(material: Material, rules: Rules, solved: &Solved<'_>) -> Table {
    let layout = Layout::new(&material);
    let replies = Replies::new(&layout, solved);
    let double_steps = en_passant::double_steps(&layout, solved);
    let mut run = Run::new(&layout, Movers::All);
    let mut first = First::default();
    run.each_word(|run, side, word, fixed| {
        let turn = Color::ALL[side];
        let captures = replies.captures(&layout, fixed, turn);
        let quiet = layout.free(fixed) & !captures.any;
        let promotions = replies.promotions(&layout, fixed, turn);
        let steps = double_steps.get(&(side, word)).copied().unwrap_or_default();
        let within = layout.quiet_into(fixed, turn, Movers::All, |_| !0);
        let stuck = quiet & !(within | promotions.any | steps.any);
        first.add_stalemates(&layout, rules, (side, word, stuck));
        first.won_at_once.push((
            side,
            word,
            captures.wins | quiet & (promotions.wins | steps.wins),
        ));
        let only_leaving = quiet & promotions.any & !(promotions.holds | within | steps.any);
        first.lost_at_once.push((side, word, captures.any & !captures.holds | only_leaving));
        run.may_win[side][word] = quiet & !stuck & !only_leaving;
        run.may_lose[side][word] = run.may_win[side][word] & !(promotions.holds | steps.holds);
        // A double step that loses en passant loses a move later than a promotion would.
        run.not_at_once[side][word] = run.may_lose[side][word] & steps.any;
    });
    run.solve(first);
    run.table(material)
}

/// Solves an endgame in DTZ, where its results are known: pawn moves end the count, too.
pub(crate) fn to_zeroing(known: &Table, rules: Rules, solved: &Solved<'_>) -> Table {
    let layout = &known.layout;
    let replies = Replies::new(layout, solved);
    let double_steps: HashMap<(usize, usize), Leaving> = en_passant::double_steps(layout, solved);
    let mut run = Run::new(layout, Movers::Pieces);
    let mut first = First::default();
    run.each_word(|run, side, word, fixed| {
        let (turn, other) = (Color::ALL[side], 1 - side);
        let captures = replies.captures(layout, fixed, turn);
        let quiet = layout.free(fixed) & !captures.any;
        let promotions = replies.promotions(layout, fixed, turn);
        let steps = double_steps.get(&(side, word)).copied().unwrap_or_default();
        let pawns = layout.quiet_into(fixed, turn, Movers::Pawns, |_| !0);
        let pawns_win =
            layout.quiet_into(fixed, turn, Movers::Pawns, |word| known.lost[other][word]);
        let pieces = layout.quiet_into(fixed, turn, Movers::Pieces, |_| !0);
        let stuck = quiet & !(pawns | pieces | promotions.any | steps.any);
        first.add_stalemates(layout, rules, (side, word, stuck));
        let zeroing_wins = quiet & (promotions.wins | steps.wins | pawns_win);
        first.won_at_once.push((side, word, captures.wins | zeroing_wins));
        let (won, lost) =
            (known.won[side][word] & quiet & !stuck, known.lost[side][word] & quiet & !stuck);
        let only_zeroing = lost & !pieces;
        first.lost_at_once.push((side, word, captures.any & !captures.holds | only_zeroing));
        run.may_win[side][word] = won;
        run.may_lose[side][word] = lost & !only_zeroing;
    });
    run.solve(first);
    run.table(known.material)
}

/// What is known before the first step.
#[derive(Debug, Default)]
struct First {
    /// The side to move has won already.
    over_and_won: Vec<Part>,
    /// A move that ends the count wins.
    won_at_once: Vec<Part>,
    /// The side to move has lost, or every move ends the count and loses.
    lost_at_once: Vec<Part>,
}

impl First {
    fn add_stalemates(&mut self, layout: &Layout, rules: Rules, part: Part) {
        let turn = Color::ALL[part.0];
        let men = |color| layout.men.iter().filter(|man| man.color == color).count();
        match rules.stalemate(men(turn), men(turn.other())) {
            1 => self.over_and_won.push(part),
            -1 => self.lost_at_once.push(part),
            _ => (),
        }
    }
}

/// The sets of an endgame that is being solved.
struct Run<'a> {
    layout: &'a Layout,
    movers: Movers,
    won: Sets,
    lost: Sets,
    /// Not decided, and a move within the endgame may still win or lose.
    may_win: Sets,
    may_lose: Sets,
    /// Those of the latter that are no losses in 0.
    not_at_once: Sets,
    codes: [Vec<u8>; 2],
    /// Collected by one step.
    found: Sets,
    touched: Vec<(usize, usize)>,
}

impl<'a> Run<'a> {
    fn new(layout: &'a Layout, movers: Movers) -> Run<'a> {
        let sets = || [(); 2].map(|()| vec![0u64; layout.words()]);
        Run {
            layout,
            movers,
            won: sets(),
            lost: sets(),
            may_win: sets(),
            may_lose: sets(),
            not_at_once: sets(),
            codes: [(); 2].map(|()| vec![0; layout.words() << 6]),
            found: sets(),
            touched: Vec::new(),
        }
    }

    fn each_word(
        &mut self,
        mut each: impl FnMut(&mut Run<'a>, usize, usize, &super::layout::Fixed),
    ) {
        for word in 0..self.layout.words() {
            let Some(fixed) = self.layout.placement(word) else { continue };
            for side in 0..2 {
                each(self, side, word, &fixed);
            }
        }
    }

    fn solve(&mut self, first: First) {
        let First { over_and_won, mut won_at_once, mut lost_at_once } = first;
        let mut won = self.record(over_and_won, Outcome::Win(Depth(0)));
        for depth in (0..DEEPEST).map(Depth) {
            let mut candidates = self.before(&won);
            if depth.0 == 1 {
                let words = |side: usize| (0..self.layout.words()).map(move |word| (side, word));
                let late = (0..2).flat_map(words).map(|(s, w)| (s, w, self.not_at_once[s][w]));
                candidates.extend(late.filter(|part| part.2 != 0));
            }
            let beaten = candidates.into_iter().map(|part| self.beaten(part, depth)).collect();
            let mut lost = self.record(beaten, Outcome::Loss(depth));
            lost.extend(self.record(std::mem::take(&mut lost_at_once), Outcome::Loss(depth)));
            let next = Outcome::Win(depth.deeper());
            let winning = self.before(&lost).into_iter();
            let winning = winning.map(|(s, w, bits)| (s, w, bits & self.may_win[s][w])).collect();
            won = self.record(winning, next);
            won.extend(self.record(std::mem::take(&mut won_at_once), next));
            if won.is_empty() && depth.0 > 0 {
                return;
            }
        }
        unreachable!("no endgame of so few men is deeper than {DEEPEST} moves");
    }

    /// Those of some positions in which every move leads to a win of the other side.
    fn beaten(&self, (side, word, candidates): Part, depth: Depth) -> Part {
        let mut candidates = candidates & self.may_lose[side][word];
        if depth.0 == 0 {
            candidates &= !self.not_at_once[side][word];
        }
        if candidates == 0 {
            return (side, word, 0);
        }
        let fixed = self.layout.placement(word).expect("only possible placements are found");
        let not_won = |word: usize| !self.won[1 - side][word];
        let ways_out = self.layout.quiet_into(&fixed, Color::ALL[side], self.movers, not_won);
        (side, word, candidates & !ways_out)
    }

    /// Notes what was found, and returns what was not known before.
    fn record(&mut self, parts: Vec<Part>, outcome: Outcome) -> Vec<Part> {
        let mut new = Vec::with_capacity(parts.len());
        for (side, word, bits) in parts {
            let bits = bits & !(self.won[side][word] | self.lost[side][word]);
            if bits == 0 {
                continue;
            }
            let decided = if outcome.sign() > 0 { &mut self.won } else { &mut self.lost };
            decided[side][word] |= bits;
            self.may_win[side][word] &= !bits;
            self.may_lose[side][word] &= !bits;
            let mut rest = bits;
            while rest != 0 {
                self.codes[side][word << 6 | rest.trailing_zeros() as usize] = code(outcome);
                rest &= rest - 1;
            }
            new.push((side, word, bits));
        }
        new
    }

    /// The positions from which a move within the endgame leads to these.
    fn before(&mut self, parts: &[Part]) -> Vec<Part> {
        let Run { layout, movers, found, touched, .. } = self;
        for &(side, word, bits) in parts {
            let fixed = layout.placement(word).expect("only possible placements are found");
            layout.quiet_out_of(&fixed, bits, Color::ALL[1 - side], *movers, |word, bits| {
                let found = &mut found[1 - side][word];
                if *found == 0 && bits != 0 {
                    touched.push((1 - side, word));
                }
                *found |= bits;
            });
        }
        let found = &mut self.found;
        let parts = self.touched.drain(..);
        parts.map(|(side, word)| (side, word, std::mem::take(&mut found[side][word]))).collect()
    }

    fn table(self, material: Material) -> Table {
        let Run { layout, won, lost, codes, .. } = self;
        Table::new(material, layout.clone(), [won, lost], codes)
    }
}
