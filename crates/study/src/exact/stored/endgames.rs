//! The endgames that a game can pass through, and a row for each of their positions.

use std::sync::Arc;

use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position, Role};
use endgame::successors::{Successors, WalkError};
use endgame::table::Table;
use player::markov::Seat;
use value::Metric;

use super::super::ExactError;
use super::super::exits::{Beyond, Exits};
use super::super::players::{at, squares};
use super::SEATS;
use super::dead_draws::DeadDraws;
use super::move_chances::chain;
use super::rows::Target;
use crate::markov::Chain;

/// No row.
pub(in crate::exact) const NOWHERE: u32 = u32::MAX;

/// The positions of one endgame.
pub(super) struct Endgame {
    pub(super) beyond: Beyond,
    pub(super) table: Arc<Table>,
    /// By number, the attacker to move and the defender to move; [`NOWHERE`] where the game is over or not
    /// followed. Images of a position have its row.
    pub(super) rows: [Vec<u32>; 2],
}

/// Every endgame, each after all that it leads into.
pub(super) struct Endgames {
    pub(super) all: Vec<Endgame>,
    /// How many positions each player has.
    positions: [usize; 2],
    is_wins_only: bool,
}

/// An endgame that is open.
pub(in crate::exact) type Opened<'t> = (Beyond, Successors<'t>);

/// Opens all endgames that one leads into where the game goes on there, each after all that it leads into; the
/// last is the one asked for.
pub(in crate::exact) fn open<'t>(
    chain: &Chain<'t>,
    monitor: &Monitor<'_>,
) -> Result<Vec<Opened<'t>>, ExactError> {
    let tables = chain.successors().tables();
    let own = chain.successors().table();
    let mut asked = vec![Beyond { material: own.material(), attacker: chain.attacker() }];
    let (mut at_endgame, mut opened) = (0, Vec::new());
    while let Some(&endgame) = asked.get(at_endgame) {
        let successors =
            Successors::of(tables, &endgame.material, monitor).map_err(WalkError::from)?;
        // Where a decisive capture ends the count and no draw is followed, nothing goes on.
        if !chain.space().is_wins_only() || own.metric() == Metric::Dtm {
            let exits = Exits::open(&Chain::all(&successors, endgame.attacker), monitor)?;
            for next in exits.beyond() {
                if !asked.contains(&next) {
                    asked.push(next);
                }
            }
        }
        opened.push((endgame, successors));
        at_endgame += 1;
    }
    opened.sort_by_key(|(endgame, _)| (endgame.material.men(), pawns(&endgame.material)));
    Ok(opened)
}

impl Endgames {
    /// Numbers the positions of endgames that are open.
    pub(super) fn of<'t>(
        chain: &Chain<'t>,
        opened: Vec<Opened<'t>>,
        monitor: &Monitor<'_>,
    ) -> Result<(Endgames, Vec<Successors<'t>>), ExactError> {
        let is_wins_only = chain.space().is_wins_only();
        let mut endgames = Endgames { all: Vec::new(), positions: [0, 0], is_wins_only };
        for (endgame, successors) in &opened {
            endgames.number(*endgame, successors, monitor)?;
        }
        Ok((endgames, opened.into_iter().map(|(_, successors)| successors).collect()))
    }

    /// Gives every position of an endgame its row.
    fn number(
        &mut self,
        beyond: Beyond,
        successors: &Successors<'_>,
        monitor: &Monitor<'_>,
    ) -> Result<(), ExactError> {
        let tables = successors.tables();
        let table = tables.table(&beyond.material, monitor).map_err(WalkError::from)?;
        let chain = chain(self.is_wins_only, beyond, successors);
        let dead = match self.is_wins_only {
            true => DeadDraws::default(),
            false => {
                let alive = |beyond: Beyond, seat: Seat, number: usize| {
                    let target = self.find(beyond).map(|one| one.target(seat, number));
                    matches!(target, Some(Target::Position(_)))
                };
                DeadDraws::of(successors, beyond, &alive, monitor)?
            }
        };
        let index = table.index();
        let mut rows = [vec![NOWHERE; index.len()], vec![NOWHERE; index.len()]];
        for seat in SEATS {
            let Some(chain) = &chain else { continue };
            let turn = chain.color(seat);
            let followed: Vec<bool> = (0..=255)
                .map(|code| table.codec().outcome(code, turn))
                .map(|outcome| outcome.is_some_and(|outcome| chain.follows(seat, outcome)))
                .collect();
            let (codes, rows) = (table.codes(turn), &mut rows[at(seat)]);
            let wanted = |number: usize| {
                followed[usize::from(codes[number])] && !dead.contains(turn, number)
            };
            let mut images = Vec::new();
            for cell in 0..index.cells() {
                let counted = index.class_mask(cell).representatives;
                for place in squares(!0).filter(|place| wanted(cell * 64 + place)) {
                    if counted >> place & 1 == 1 {
                        rows[cell * 64 + place] = self.positions[at(seat)] as u32;
                        self.positions[at(seat)] += 1;
                    } else {
                        images.push(cell * 64 + place);
                    }
                }
            }
            for number in images {
                rows[number] = rows[index.representative(number)];
            }
        }
        self.all.push(Endgame { beyond, table, rows });
        Ok(())
    }

    /// The endgame asked for.
    pub(super) fn root(&self) -> &Endgame {
        self.all.last().expect("one was asked for")
    }

    pub(super) fn positions(&self) -> [usize; 2] {
        self.positions
    }

    /// Numbers of all tables together.
    pub(super) fn numbers(&self) -> usize {
        self.all.iter().map(|endgame| endgame.table.index().len()).sum()
    }

    /// About how many moves there are, from a sample.
    pub(super) fn moves(&self, all: &[Successors<'_>]) -> Result<usize, WalkError> {
        const ONE_IN: usize = 499;
        let (mut found, mut moves) = (Vec::new(), 0);
        for (endgame, successors) in self.all.iter().zip(all) {
            for seat in SEATS {
                let turn = color(endgame.beyond, seat);
                let rows = endgame.rows[at(seat)].iter().enumerate().step_by(ONE_IN);
                for (number, _) in rows.filter(|&(_, &row)| row != NOWHERE) {
                    successors.list(turn, number, &mut found)?;
                    moves += found.len();
                }
            }
        }
        Ok(moves * ONE_IN)
    }

    /// Where a position stands, the attacker having this colour on its board: the game is drawn where
    /// nobody can win any more.
    pub(super) fn locate(&self, position: &Position, attacker: Color) -> Target {
        let material = position.material();
        let beyond =
            Beyond { material: material.normalized(), attacker: material.table_color(attacker) };
        let Some(endgame) = self.find(beyond) else { return DRAWN };
        let seat = if position.turn() == attacker { Seat::Attacker } else { Seat::Defender };
        match endgame.table.index().encode(position) {
            Some(slot) => endgame.target(seat, slot.index),
            None => DRAWN,
        }
    }

    pub(super) fn find(&self, beyond: Beyond) -> Option<&Endgame> {
        self.all.iter().find(|endgame| endgame.beyond == beyond)
    }
}

const DRAWN: Target = Target::End(1);

impl Endgame {
    /// Where a position with a number stands.
    pub(super) fn target(&self, seat: Seat, number: usize) -> Target {
        match self.rows[at(seat)][number] {
            NOWHERE => DRAWN,
            row => Target::Position(row),
        }
    }
}

/// The colour of a player in the table of an endgame.
pub(in crate::exact) fn color(beyond: Beyond, seat: Seat) -> Color {
    match seat {
        Seat::Attacker => beyond.attacker,
        Seat::Defender => beyond.attacker.other(),
    }
}

fn pawns(material: &Material) -> usize {
    Color::ALL.iter().map(|&color| material.army(color).count(Role::Pawn)).sum()
}
