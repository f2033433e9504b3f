//! Moves that leave an endgame: captures and promotions, looked up in the tables of what they lead to.

use std::sync::Arc;

use shakmaty::attacks::between;
use shakmaty::{Color, Role, Square};

use super::lane::{ahead, attacked, rank_of};
use super::layout::{Fixed, Layout, PAWN_SQUARES};
use super::material::{Man, Material};
use super::table::{Table, View, material_of};

/// What a pawn may become.
pub(crate) const PROMOTIONS: [Role; 5] =
    [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King];

const LAST_RANKS: u64 = !PAWN_SQUARES;

/// Who has solved what an endgame leads to.
pub(crate) type Solved<'a> = dyn Fn(&Material) -> Arc<Table> + 'a;

/// What a kind of move leads to: for each placement of some men a word over the squares of one more.
#[derive(Debug)]
struct Results {
    /// The move wins.
    wins: Vec<u64>,
    /// The move does not lose.
    holds: Vec<u64>,
}

impl Results {
    /// Of a move of `mover` after which these men stand on the board, the last of them along the word, and one of them, a
    /// pawn that was promoted, may be any piece; `allowed` says where a man can stand then. None if nobody is left of the other side:
    /// it has won.
    fn new(
        solved: &Solved<'_>,
        men: &[Man],
        promoted: Option<usize>,
        mover: Color,
    ) -> Option<Results> {
        if men.iter().all(|man| man.color == mover) {
            return None;
        }
        let roles: &[Role] = if promoted.is_some() { &PROMOTIONS } else { &[Role::Pawn] };
        let views = roles.iter().map(|&role| {
            let mut men = men.to_vec();
            if let Some(number) = promoted {
                men[number].role = role;
            }
            View::new(solved(&material_of(&men).normalized()), &men)
        });
        let views: Vec<View> = views.collect();
        let others = men.len() - 1;
        let possible = |number: usize| match (promoted == Some(number), men[number].role) {
            (true, _) => LAST_RANKS,
            (false, Role::Pawn) => PAWN_SQUARES,
            _ => !0,
        };
        let possible: Vec<u64> = (0..others).map(possible).collect();
        let mut results =
            Results { wins: vec![0; 1 << (6 * others)], holds: vec![0; 1 << (6 * others)] };
        let mut squares = vec![0u8; others];
        for place in 0..results.wins.len() {
            let (mut rest, mut occupied, mut fits) = (place, 0u64, true);
            for number in (0..others).rev() {
                squares[number] = (rest & 63) as u8;
                rest >>= 6;
                let bit = 1u64 << squares[number];
                fits &= occupied & bit == 0 && possible[number] & bit != 0;
                occupied |= bit;
            }
            if !fits {
                continue;
            }
            for view in &views {
                let (won, lost) = view.words(&squares, mover.other());
                results.wins[place] |= lost;
                results.holds[place] |= !won;
            }
        }
        Some(results)
    }
}

/// The number of a placement of some men.
fn place(squares: impl Iterator<Item = u8>) -> usize {
    squares.fold(0, |place, square| place << 6 | usize::from(square))
}

/// For the squares of the last man: where there is such a move at all, where one wins, where one does not lose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Leaving {
    pub(crate) any: u64,
    pub(crate) wins: u64,
    pub(crate) holds: u64,
}

impl Leaving {
    pub(crate) fn add(&mut self, moves: u64, wins: u64, holds: u64) {
        self.any |= moves;
        self.wins |= moves & wins;
        self.holds |= moves & holds;
    }
}

/// One man takes another.
#[derive(Debug)]
struct Capture {
    taker: usize,
    taken: usize,
    /// None if nobody is left.
    plain: Option<Results>,
    /// Where the taker is a pawn that arrives on the last rank.
    promoting: Option<Results>,
}

/// A pawn is promoted without a capture.
#[derive(Debug)]
struct Promotion {
    pawn: usize,
    results: Results,
}

/// Every move that leaves an endgame, for both sides.
#[derive(Debug)]
pub(crate) struct Replies {
    captures: Vec<Capture>,
    promotions: Vec<Promotion>,
}

impl Replies {
    pub(crate) fn new(layout: &Layout, solved: &Solved<'_>) -> Replies {
        let men = &layout.men;
        let last = layout.fixed();
        let (mut captures, mut promotions) = (Vec::new(), Vec::new());
        for (taker, man) in men.iter().enumerate() {
            for taken in (0..men.len()).filter(|&taken| men[taken].color != man.color) {
                // The last man stays along the word, unless it is taken: then the taker does.
                let lane = if taken == last { taker } else { last };
                let order: Vec<usize> =
                    (0..men.len()).filter(|&n| n != taken && n != lane).chain([lane]).collect();
                let left: Vec<Man> = order.iter().map(|&n| men[n]).collect();
                let own = order.iter().position(|&n| n == taker);
                let plain = Results::new(solved, &left, None, man.color);
                let pawn = man.role == Role::Pawn;
                let promoting = pawn.then(|| Results::new(solved, &left, own, man.color)).flatten();
                captures.push(Capture { taker, taken, plain, promoting });
            }
            if man.role == Role::Pawn {
                let lane = if taker == last { 0 } else { last };
                let order: Vec<usize> =
                    (0..men.len()).filter(|&n| n != lane).chain([lane]).collect();
                let left: Vec<Man> = order.iter().map(|&n| men[n]).collect();
                let own = order.iter().position(|&n| n == taker);
                let results = Results::new(solved, &left, own, man.color);
                let results = results.expect("nobody was taken");
                promotions.push(Promotion { pawn: taker, results });
            }
        }
        Replies { captures, promotions }
    }

    /// The captures of a side, en passant aside.
    #[inline]
    pub(crate) fn captures(&self, layout: &Layout, fixed: &Fixed, side: Color) -> Leaving {
        let mut all = Leaving::default();
        let (last, occupied, free) = (layout.fixed(), layout.occupied(fixed), layout.free(fixed));
        for capture in &self.captures {
            let Capture { taker, taken, .. } = *capture;
            let man = layout.men[taker];
            if man.color != side {
                continue;
            }
            // The squares of the men that neither take nor are taken nor stand along the word; the taker where it arrives.
            let others = |arrives: u8| {
                let men = (0..last).filter(move |&n| n != taken && (n != taker || taken != last));
                place(men.map(move |n| if n == taker { arrives } else { fixed[n] }))
            };
            if taken == last {
                let moves = attacked(man, fixed[taker], occupied) & free;
                if moves == 0 {
                    continue;
                }
                for (on, results) in
                    [(PAWN_SQUARES, &capture.plain), (LAST_RANKS, &capture.promoting)]
                {
                    let moves = if man.role == Role::Pawn { moves & on } else { moves };
                    let results = if man.role == Role::Pawn { results } else { &capture.plain };
                    let found = results.as_ref().map(|r| (r.wins[others(0)], r.holds[others(0)]));
                    let (wins, holds) = found.unwrap_or_default();
                    all.add(moves, wins, holds);
                }
                continue;
            }
            let to = fixed[taken];
            let promotes = man.role == Role::Pawn && rank_of(man.color, to) == 7;
            let results = if promotes { &capture.promoting } else { &capture.plain };
            let found = results.as_ref().map(|r| (r.wins[others(to)], r.holds[others(to)]));
            let (wins, holds) = found.unwrap_or_default();
            if taker == last {
                let backwards = if man.role == Role::Pawn { man.color.other() } else { man.color };
                let moves = attacked(Man { color: backwards, ..man }, to, occupied) & free;
                let bit = |word: u64| 0u64.wrapping_sub(word >> to & 1);
                all.add(moves, bit(wins), bit(holds));
            } else {
                let from = fixed[taker];
                if attacked(man, from, occupied) >> to & 1 == 1 {
                    let path = between(Square::new(u32::from(from)), Square::new(u32::from(to))).0;
                    all.add(free & !path, wins, holds);
                }
            }
        }
        all
    }

    /// The promotions of a side that take nothing.
    #[inline]
    pub(crate) fn promotions(&self, layout: &Layout, fixed: &Fixed, side: Color) -> Leaving {
        let mut all = Leaving::default();
        let (last, occupied, free) = (layout.fixed(), layout.occupied(fixed), layout.free(fixed));
        for Promotion { pawn, results } in &self.promotions {
            let color = layout.men[*pawn].color;
            if color != side {
                continue;
            }
            if *pawn < last {
                let to = ahead(color, fixed[*pawn]);
                if rank_of(color, to) != 7 || occupied >> to & 1 == 1 {
                    continue;
                }
                let at = place((0..last).map(|n| if n == *pawn { to } else { fixed[n] }));
                all.add(free & !(1 << to), results.wins[at], results.holds[at]);
                continue;
            }
            let mut from = free & if color == Color::White { 0xff << 48 } else { 0xff << 8 };
            while from != 0 {
                let square = from.trailing_zeros() as u8;
                from &= from - 1;
                let to = ahead(color, square);
                if occupied >> to & 1 == 0 {
                    let at = place((1..last).map(|n| fixed[n]).chain([to]));
                    let bit = |word: u64| (word >> fixed[0] & 1) << square;
                    all.add(1 << square, bit(results.wins[at]), bit(results.holds[at]));
                }
            }
        }
        all
    }
}
