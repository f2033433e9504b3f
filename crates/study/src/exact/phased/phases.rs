//! The phases that a game may pass through: endgames, and the placements of their pawns.

use std::ops::Range;

use endgame::progress::Monitor;
use endgame::rules::{Color, Role};
use endgame::successors::Successors;
use player::markov::Seat;

use super::super::ExactError;
use super::super::exits::{Beyond, Exits};
use super::super::players::squares;
use super::super::stored::SEATS;
use super::super::stored::dead_draws::DeadDraws;
use super::super::stored::endgames::{self, color};
use super::super::stored::move_chances::chain;
use crate::markov::Chain;

/// An endgame that the game may come into.
pub(super) struct Endgame<'t> {
    pub(super) beyond: Beyond,
    pub(super) successors: Successors<'t>,
    pub(super) dead: DeadDraws,
    /// Whether a position is followed, by the player to move and by byte.
    followed: [Vec<bool>; 2],
    /// How others come into it.
    pub(super) entered: Entered,
    /// Numbers of one placement of the pawns.
    each: usize,
}

/// How larger endgames lead into one.
#[derive(Clone, Debug, Default)]
pub(super) struct Entered {
    /// By a capture: any position may come up.
    pub(super) by_capture: bool,
    /// By promotions to such men of a colour, in the colours of its table.
    pub(super) by_promotion: Vec<(Color, Role)>,
}

/// One placement of the pawns of an endgame.
#[derive(Clone, Debug)]
pub(super) struct Phase {
    pub(super) endgame: usize,
    /// Of the table.
    pub(super) numbers: Range<usize>,
    /// White's and Black's.
    pawns: [u64; 2],
}

/// Every phase, each after all that it leads into.
pub(super) struct Phases<'t> {
    pub(super) endgames: Vec<Endgame<'t>>,
    pub(super) all: Vec<Phase>,
    /// By endgame and placement.
    places: Vec<Vec<Option<usize>>>,
    /// Where the pawns stand to begin with, if the game begins in one phase.
    first: Option<[u64; 2]>,
    /// For each phase the last one that comes into it by moves of pawns; itself if none does.
    pub(super) asked_until: Vec<usize>,
}

impl<'t> Phases<'t> {
    /// Those that a game may pass through that begins in the phase of a number, or anywhere in the endgame.
    pub(super) fn new(
        chain: &Chain<'t>,
        start: Option<usize>,
        monitor: &Monitor<'_>,
    ) -> Result<Phases<'t>, ExactError> {
        let is_wins_only = chain.space().is_wins_only();
        let opened = endgames::open(chain, monitor)?;
        let mut endgames: Vec<Endgame<'t>> = Vec::new();
        for (beyond, successors) in opened {
            let dead = match is_wins_only {
                true => DeadDraws::default(),
                false => {
                    let alive = |beyond: Beyond, seat: Seat, number: usize| {
                        let known = endgames.iter().find(|one| one.beyond == beyond);
                        known.is_some_and(|one| one.follows(seat, number))
                    };
                    DeadDraws::of(&successors, beyond, &alive, monitor)?
                }
            };
            endgames.push(Endgame::new(is_wins_only, beyond, successors, dead));
        }
        let mut phases = Phases {
            endgames,
            all: Vec::new(),
            places: Vec::new(),
            first: None,
            asked_until: Vec::new(),
        };
        phases.find_entrances(monitor)?;
        phases.place(start);
        let many = phases.all.len();
        let last = |phase: usize| {
            (phase + 1..many).rev().find(|&from| phases.asks_for(from, phase)).unwrap_or(phase)
        };
        phases.asked_until = (0..many).map(last).collect();
        Ok(phases)
    }

    /// The endgame asked about.
    pub(super) fn root(&self) -> &Endgame<'t> {
        self.endgames.last().expect("one was asked for")
    }

    /// The phase of a number; none if the game cannot come there.
    pub(super) fn at(&self, endgame: usize, number: usize) -> Option<usize> {
        self.places[endgame][number / self.endgames[endgame].each]
    }

    /// Whether positions of one phase are asked for while the rows of another are made: those a pawn's move away, and
    /// behind a right to capture en passant those of a few more.
    fn asks_for(&self, from: usize, to: usize) -> bool {
        let (from, to) = (&self.all[from], &self.all[to]);
        let both = from.pawns.iter().all(|&pawns| pawns != 0);
        let ahead = advance(to.pawns).saturating_sub(advance(from.pawns));
        let leads = |then: [u64; 2]| {
            (0..2).all(|color| may_become(from.pawns[color], then[color], color, 0))
        };
        from.endgame == to.endgame
            && (1..=if both { 5 } else { 2 }).contains(&ahead)
            && (leads(to.pawns) || leads(mirrored(to.pawns)))
    }

    /// Finds out by which moves each endgame is come into.
    fn find_entrances(&mut self, monitor: &Monitor<'_>) -> Result<(), ExactError> {
        for from in 0..self.endgames.len() {
            let Endgame { beyond, successors, .. } = &self.endgames[from];
            let (men, attacker) = (beyond.material, beyond.attacker);
            let exits = Exits::open(&Chain::all(successors, attacker), monitor)?;
            for to in exits.beyond() {
                let Some(into) = self.endgames.iter_mut().find(|one| one.beyond == to) else {
                    continue;
                };
                if to.material.men() < men.men() {
                    into.entered.by_capture = true;
                    continue;
                }
                // The colours of its table: others than here if the attacker's is another.
                for color in Color::ALL {
                    let here = if to.attacker == attacker { color } else { color.other() };
                    let more = |role: &Role| {
                        to.material.army(color).count(*role) > men.army(here).count(*role)
                    };
                    let promoted = Role::ALL.into_iter().filter(more).map(|role| (color, role));
                    into.entered.by_promotion.extend(promoted);
                }
            }
        }
        Ok(())
    }

    /// What each side of the endgame asked about can have captured when the game comes into another one.
    fn captures(&self, endgame: &Endgame<'_>) -> [usize; 2] {
        let Beyond { material, attacker } = self.root().beyond;
        let flipped = endgame.beyond.attacker != attacker;
        Color::ALL.map(|color| {
            let other = color.other();
            let then = endgame.beyond.material.army(if flipped { color } else { other });
            material.army(other).len().saturating_sub(then.len())
        })
    }

    /// The squares on which pawns of a colour of an endgame's table may have been promoted, as the board may be turned
    /// there.
    pub(super) fn promotion_squares(&self, endgame: usize, color: Color) -> u64 {
        let endgame = &self.endgames[endgame];
        let flipped = endgame.beyond.attacker != self.root().beyond.attacker;
        let own = usize::from((color == Color::Black) != flipped);
        let captures = self.captures(endgame)[own];
        let files = |pawns: u64| -> u64 {
            let near =
                |file: usize| squares(pawns).any(|from| (from % 8).abs_diff(file) <= captures);
            (0..8).filter(|&file| near(file)).fold(0, |set, file| set | 1 << file)
        };
        let files = self.first.map_or(0xff, |first| files(first[own]));
        let last = if color == Color::White { files << 56 } else { files };
        let sideways = |set: u64| set | set.reverse_bits().swap_bytes();
        match endgame.beyond.material.pawns() {
            0 => {
                let transposed =
                    |set: u64| squares(set).fold(0, |set, at| set | 1u64 << (at % 8 * 8 + at / 8));
                let all = sideways(last | last.swap_bytes());
                all | transposed(all)
            }
            _ => sideways(last),
        }
    }

    /// Lists the placements that the game can come into, those with pawns farthest forward first.
    fn place(&mut self, start: Option<usize>) {
        let attacker = self.root().beyond.attacker;
        let first = start.map(|number| self.root().pawns(number));
        self.first = first;
        for (at, endgame) in self.endgames.iter().enumerate() {
            let flipped = endgame.beyond.attacker != attacker;
            let captures = self.captures(endgame);
            let placements = endgame.successors.table().index().pawn_placements();
            let mut found = Vec::new();
            let mut many = 0;
            for (place, numbers) in placements.enumerate() {
                many = place + 1;
                let pawns = endgame.pawns(numbers.start);
                let seen = if flipped { pawns_flipped(pawns) } else { pawns };
                let comes = |first: [u64; 2]| {
                    [seen, mirrored(seen)].iter().any(|then| {
                        (0..2).all(|color| {
                            may_become(first[color], then[color], color, captures[color])
                        })
                    })
                };
                if first.is_none_or(comes) {
                    found.push((advance(pawns), place, Phase { endgame: at, numbers, pawns }));
                }
            }
            // Of a placement and its image the one that has the classes comes last: a position is asked about there.
            found.sort_by_key(|&(advance, place, _)| std::cmp::Reverse((advance, place)));
            let mut places = vec![None; many];
            for (_, place, phase) in found {
                places[place] = Some(self.all.len());
                self.all.push(phase);
            }
            self.places.push(places);
        }
    }
}

impl<'t> Endgame<'t> {
    fn new(
        is_wins_only: bool,
        beyond: Beyond,
        successors: Successors<'t>,
        dead: DeadDraws,
    ) -> Endgame<'t> {
        let table = successors.table();
        let followed = SEATS.map(|seat| {
            let turn = color(beyond, seat);
            let chain = chain(is_wins_only, beyond, &successors);
            let follows = |outcome| chain.is_some_and(|chain| chain.follows(seat, outcome));
            (0..=255).map(|code| table.codec().outcome(code, turn).is_some_and(follows)).collect()
        });
        let placement = table.index().pawn_placements().next();
        let each = placement.map_or(1, |numbers| numbers.len());
        let entered = Entered::default();
        Endgame { beyond, successors, dead, followed, entered, each }
    }

    /// Whether the game goes on from a position, this player to move.
    pub(super) fn follows(&self, seat: Seat, number: usize) -> bool {
        let turn = color(self.beyond, seat);
        let code = self.successors.table().codes(turn)[number];
        self.followed[usize::from(seat == Seat::Defender)][usize::from(code)]
            && !self.dead.contains(turn, number)
    }

    /// The pawns of a number, White's and Black's.
    fn pawns(&self, number: usize) -> [u64; 2] {
        let men = self.successors.men(number);
        Color::ALL.map(|color| men.get(Role::Pawn.of(color)))
    }
}

/// As the board looks in a mirror that exchanges its left and right.
fn mirrored(pawns: [u64; 2]) -> [u64; 2] {
    pawns.map(|set| set.reverse_bits().swap_bytes())
}

/// As it looks with the colours exchanged.
fn pawns_flipped([white, black]: [u64; 2]) -> [u64; 2] {
    [black.swap_bytes(), white.swap_bytes()]
}

/// How many ranks a pawn has gone, counted from its side of the board.
fn gone(square: usize, color: usize) -> usize {
    if color == 0 { square / 8 } else { 7 - square / 8 }
}

/// How far all pawns have come.
fn advance(pawns: [u64; 2]) -> usize {
    (0..2).flat_map(|color| squares(pawns[color]).map(move |square| gone(square, color))).sum()
}

/// Whether pawns of a colour may come to stand so, its side having captured at most so many men: each goes forward, and a
/// file aside with a capture.
fn may_become(before: u64, after: u64, color: usize, captures: usize) -> bool {
    let Some(to) = squares(after).next() else { return true };
    squares(before).any(|from| {
        let aside = (from % 8).abs_diff(to % 8);
        let forward = gone(to, color).checked_sub(gone(from, color));
        forward.is_some_and(|forward| aside <= forward.min(captures))
            && may_become(before & !(1 << from), after & !(1 << to), color, captures - aside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &[usize]) -> u64 {
        squares.iter().fold(0, |set, square| set | 1 << square)
    }

    /// Squares are counted from a1, rank by rank.
    #[test]
    fn pawns_go_forward_and_aside_only_with_captures() {
        let (a2, a4, b3, h7) = (8, 24, 17, 55);
        assert!(may_become(set(&[a2]), set(&[a4]), 0, 0));
        assert!(!may_become(set(&[a4]), set(&[a2]), 0, 0));
        assert!(may_become(set(&[a4]), set(&[a2]), 1, 0));
        assert!(!may_become(set(&[a2]), set(&[b3]), 0, 0));
        assert!(may_become(set(&[a2]), set(&[b3]), 0, 1));
        // Two pawns, one of them gone; and two that cannot both have come from one.
        assert!(may_become(set(&[a2, h7]), set(&[h7]), 0, 0));
        assert!(!may_become(set(&[a2]), set(&[a4, h7]), 0, 9));
        assert_eq!(mirrored([set(&[a2]), set(&[b3])]), [set(&[15]), set(&[22])]);
        assert_eq!(pawns_flipped([set(&[a2]), 0]), [0, set(&[48])]);
        assert_eq!(advance([set(&[a2, a4]), set(&[h7])]), 1 + 3 + 1);
    }
}
