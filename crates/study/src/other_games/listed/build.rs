//! Listing the moves of an endgame: its places first, then what lies beyond them.

use std::collections::HashMap;

use endgame::rules::Color;
use games::codec::{code, decoded};
use games::{AnyEndgame, AnyGame, AnyMove, AnyPlaces, AnyPosition, GameError};
use player::markov::Seat;
use rayon::prelude::*;
use value::{Choice, ChoiceSource, Depth, Extent, Outcome};

use super::{Follow, Leads, ListError, ListedMoves, NOWHERE, SEATS, at};

/// Bytes for a move, and for a position with the vectors of a solver.
const PER_MOVE: usize = 5 + 12;
const PER_POSITION: usize = 16 + 9 * 8;
/// Moves of a position, about.
const USUAL_MOVES: usize = 12;
/// Positions worked on between two reports.
const STRETCH: usize = 1 << 14;

/// A position still to be listed.
enum Open {
    Place(usize),
    Other(AnyPosition),
}

/// The moves of one position as they were found.
struct Found {
    extent: Extent,
    moves: Vec<(u8, Child)>,
}

enum Child {
    Over,
    Place(usize),
    Other(AnyPosition),
}

impl ListedMoves {
    /// Lists the moves of an endgame seen by an attacker; `asked` is followed too, if it has no place there.
    pub fn of(
        game: &AnyGame,
        endgame: &AnyEndgame,
        attacker: Color,
        is_wins_only: bool,
        asked: Option<&AnyPosition>,
        follow: &Follow<'_>,
    ) -> Result<ListedMoves, ListError> {
        game.load(endgame)?;
        let deepest =
            |color| Ok::<Depth, GameError>(game.deepest(endgame, color)?.unwrap_or_default());
        let extent =
            Extent { deepest_win: deepest(attacker)?, deepest_loss: deepest(attacker.other())? };
        let places = AnyPlaces::of(endgame);
        let mut listed = ListedMoves {
            endgame: *endgame,
            attacker,
            is_wins_only,
            extent,
            sides: Default::default(),
            rows: [vec![NOWHERE; places.len()], vec![NOWHERE; places.len()]],
            others: HashMap::new(),
            places,
            extents: Vec::new(),
        };
        listed.number(game, follow)?;
        let positions: usize = listed.sides.iter().map(|side| side.values.len()).sum();
        let needed = positions * (PER_POSITION + USUAL_MOVES * PER_MOVE);
        if needed > follow.budget {
            let (needed, budget) =
                (endgame::tables::Size(needed), endgame::tables::Size(follow.budget));
            return Err(ListError::Memory { endgame: *endgame, needed, budget });
        }
        listed.list(game, asked, follow)?;
        listed.find_alive();
        Ok(listed)
    }

    /// Gives every position of the endgame that is followed its row.
    fn number(&mut self, game: &AnyGame, follow: &Follow<'_>) -> Result<(), ListError> {
        let len = self.places.len();
        for seat in SEATS {
            let turn = self.color(seat);
            for from in (0..len).step_by(STRETCH) {
                follow.tell(at(seat) * len + from, 6 * len)?;
                let one = |place: usize| {
                    let at = self.places.position(place, turn)?;
                    let worth = match game.value(&at) {
                        Ok(value) => value,
                        Err(error) => return Some(Err(error)),
                    };
                    let wanted = self.follows(seat, worth);
                    wanted.then(|| Ok((place, code(worth), self.places.boards(&at) as u8)))
                };
                let range = from..(from + STRETCH).min(len);
                let found: Vec<(usize, u8, u8)> =
                    range.into_par_iter().filter_map(one).collect::<Result<_, GameError>>()?;
                let side = &mut self.sides[at(seat)];
                for (place, value, boards) in found {
                    self.rows[at(seat)][place] = side.values.len() as u32;
                    side.values.push(value);
                    side.boards.push(boards);
                }
            }
        }
        Ok(())
    }

    /// Lists the moves of every row, and of the positions beyond that they lead to.
    fn list(
        &mut self,
        game: &AnyGame,
        asked: Option<&AnyPosition>,
        follow: &Follow<'_>,
    ) -> Result<(), ListError> {
        let mut open: [Vec<Open>; 2] = self.rows.each_ref().map(|rows| {
            let followed = rows.iter().enumerate().filter(|(_, row)| **row != NOWHERE);
            followed.map(|(place, _)| Open::Place(place)).collect()
        });
        let total: usize = open.iter().map(Vec::len).sum();
        let mut done = 0;
        if let Some(asked) = asked
            && self.row(asked).is_none()
            && self.follows(self.seat(asked), game.value(asked)?)
        {
            self.add(game, asked.clone(), &mut open)?;
        }
        while open.iter().any(|open| !open.is_empty()) {
            for seat in SEATS {
                let now = std::mem::take(&mut open[at(seat)]);
                for stretch in now.chunks(STRETCH) {
                    follow.tell(total / 2 + done, total / 2 + total)?;
                    done = (done + stretch.len()).min(total);
                    let turn = self.color(seat);
                    let look = |open: &Open| match open {
                        Open::Place(place) => {
                            let at = self.places.position(*place, turn);
                            self.look(game, seat, &at.expect("it had a position before"))
                        }
                        Open::Other(at) => self.look(game, seat, at),
                    };
                    let found: Vec<Found> =
                        stretch.par_iter().map(look).collect::<Result<_, ListError>>()?;
                    for Found { extent, moves } in found {
                        self.keep(game, seat, extent, moves, &mut open)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The moves of a position that are followed.
    fn look(&self, game: &AnyGame, seat: Seat, here: &AnyPosition) -> Result<Found, ListError> {
        let choices = game.choices(here)?;
        let extent = choices.extent();
        let best = choices.best();
        // An attacker who follows wins alone never gives one away; his opponent has nothing to give.
        let kept = |choice: &&Choice<AnyMove>| {
            !self.is_wins_only || best.is_some_and(|best| best.sign() == choice.value.sign())
        };
        let moves = choices.iter().filter(kept).map(|choice| {
            let child = match seat.sees(choice.value) {
                Outcome::Win(Depth(0)) | Outcome::Loss(Depth(0)) => Child::Over,
                _ => {
                    let next = here.after(&choice.play);
                    match (next.endgame() == self.endgame)
                        .then(|| self.places.place(&next))
                        .flatten()
                    {
                        Some(place) => Child::Place(place),
                        None => Child::Other(next),
                    }
                }
            };
            (code(choice.value), child)
        });
        Ok(Found { extent, moves: moves.collect() })
    }

    /// Keeps the moves of the next row, and opens what they lead to.
    fn keep(
        &mut self,
        game: &AnyGame,
        seat: Seat,
        extent: Extent,
        moves: Vec<(u8, Child)>,
        open: &mut [Vec<Open>; 2],
    ) -> Result<(), ListError> {
        let other = 1 - at(seat);
        let extent = match self.extents.iter().position(|known| *known == extent) {
            Some(known) => known,
            None => {
                self.extents.push(extent);
                self.extents.len() - 1
            }
        };
        let mut targets = Vec::with_capacity(moves.len());
        for (worth, child) in moves {
            let to = match child {
                Child::Over => NOWHERE,
                Child::Place(place) => self.rows[other][place],
                Child::Other(next) => match self.others.get(&next) {
                    Some(&row) => row,
                    None => self.add(game, next, open)?,
                },
            };
            targets.push((worth, to));
        }
        let side = &mut self.sides[at(seat)];
        side.extents.push(extent as u16);
        for (worth, to) in targets {
            side.worth.push(worth);
            side.to.push(to);
        }
        side.last.push(side.to.len());
        Ok(())
    }

    /// Gives a position without a place a row, and opens it.
    fn add(
        &mut self,
        game: &AnyGame,
        next: AnyPosition,
        open: &mut [Vec<Open>; 2],
    ) -> Result<u32, ListError> {
        let seat = self.seat(&next);
        let value = game.value(&next)?;
        let side = &mut self.sides[at(seat)];
        let row = side.values.len() as u32;
        side.values.push(code(value));
        side.boards.push(0);
        self.others.insert(next.clone(), row);
        open[at(seat)].push(Open::Other(next));
        Ok(row)
    }

    /// Which draws somebody may still win: backwards from those with a move that decides.
    fn find_alive(&mut self) {
        for side in &mut self.sides {
            let decided = |value: &u8| decoded(*value) != Outcome::Draw;
            side.alive = side.values.iter().map(decided).collect();
        }
        loop {
            let mut grown = false;
            for seat in SEATS {
                let [own, others] = [at(seat), 1 - at(seat)];
                let lively: Vec<usize> = (0..self.sides[own].alive.len())
                    .into_par_iter()
                    .filter(|&row| {
                        !self.sides[own].alive[row]
                            && self.moves_of(seat, row).any(|(worth, leads)| match leads {
                                _ if worth != Outcome::Draw => true,
                                Leads::To(to) => self.sides[others].alive[to],
                                Leads::Over => false,
                            })
                    })
                    .collect();
                grown |= !lively.is_empty();
                lively.into_iter().for_each(|row| self.sides[own].alive[row] = true);
            }
            if !grown {
                return;
            }
        }
    }
}
