//! What any position is worth: en passant, bare kings and Syzygy included.

use std::sync::Arc;

use value::{Choice, ChoiceError, ChoiceSource, Choices, Depth, Extent, Metric, Outcome};

use super::clock::{is_in_time, plies_left};
use super::{Tables, TablesError};
use crate::codec::ILLEGAL;
use crate::conversion::{Kind, choice_value};
use crate::material::{MOST_MEN, MOST_MEN_LISTED, Material};
use crate::rules::{Color, Move, Position, Role};
use crate::store::{Store, StoreError, StoredTable};
use crate::syzygy::Syzygy;
use crate::table::Table;

/// Moves whose bytes are fetched side by side.
const SIDE_BY_SIDE: usize = 32;

/// Who knows what a position is worth.
pub(super) enum Source<'a> {
    /// Two bare kings: everybody.
    Rules,
    /// A table of ours.
    Ours,
    /// More men than we have tables for.
    Syzygy(&'a Syzygy),
}

impl Tables {
    /// What a position is worth to the side to move, in [`metric_at`](Tables::metric_at) it.
    ///
    /// A table that is not there yet is made first. Six men are not solved unasked: they are
    /// looked up in a table made before, or in the Syzygy files.
    ///
    /// In DTZ50 the position's half-move clock counts: a win that comes too late for it is a draw. In
    /// the other metrics it is not looked at ([`Tables::in_time`] does).
    pub fn outcome(&self, position: &Position) -> Result<Outcome, TablesError> {
        match self.source(&position.material())? {
            Source::Syzygy(syzygy) => Ok(syzygy.value(position)?.within(plies_left(position))),
            Source::Ours if self.metric == Metric::Dtz50 => {
                self.at_clock(position, self.outcome_with_en_passant(position)?)
            }
            Source::Ours => self.outcome_with_en_passant(position),
            Source::Rules => Ok(Outcome::Draw),
        }
    }

    /// The same with a half-move clock of 0, as the tables have it.
    pub fn fresh_outcome(&self, position: &Position) -> Result<Outcome, TablesError> {
        match self.source(&position.material())? {
            Source::Rules => Ok(Outcome::Draw),
            Source::Syzygy(syzygy) => Ok(syzygy.value(position)?.outcome),
            Source::Ours => self.outcome_with_en_passant(position),
        }
    }

    /// What the depths of a position and of its choices count: the tables' metric, and
    /// [`Metric::Dtz50`] where the Syzygy files answer.
    pub fn metric_at(&self, position: &Position) -> Result<Metric, TablesError> {
        Ok(match self.source(&position.material())? {
            Source::Syzygy(_) => Metric::Dtz50,
            Source::Rules | Source::Ours => self.metric,
        })
    }

    /// The table knows the position without its en passant right; the captures come on top. Where
    /// they are the only legal moves, what the table says (mate or stalemate) does not count.
    fn outcome_with_en_passant(&self, position: &Position) -> Result<Outcome, TablesError> {
        let (plain, can_capture) = position.without_en_passant();
        let mut best = None;
        if can_capture {
            for play in position.legal_moves().into_iter().filter(|play| play.is_en_passant()) {
                let after = self.fresh_outcome(&position.after(play))?;
                let value = choice_value(self.metric, play, after).before_move();
                best = best.max(Some(value));
            }
        }
        if best.is_none() || !plain.legal_moves().is_empty() {
            best = best.max(Some(self.look_up(&plain)?));
        }
        Ok(best.expect("a capture en passant, or the table's word"))
    }

    /// What our table says of a position.
    fn look_up(&self, position: &Position) -> Result<Outcome, TablesError> {
        let material = position.material().normalized();
        let outcome = self.ask(
            &material,
            |table| table.outcome(position),
            |stored| stored.outcome(position),
        )?;
        outcome.ok_or_else(|| TablesError::NoValue { material, fen: position.fen() })
    }

    /// Asks our table: the one in memory, or its file, or one made now.
    fn ask<T>(
        &self,
        material: &Material,
        table: impl Fn(&Table) -> T,
        file: impl Fn(&StoredTable) -> Result<T, StoreError>,
    ) -> Result<T, TablesError> {
        let kept = self.cache().whole(material);
        if let Some(kept) = kept {
            return Ok(table(&kept));
        }
        let made = match self.opened(material)?.map(|stored| file(&stored)) {
            Some(Ok(answer)) => return Ok(answer),
            Some(Err(StoreError::Memory(error))) => return Err(StoreError::Memory(error).into()),
            // Corrupt, or unreadable all of a sudden: whoever loads it says what is wrong.
            Some(Err(_)) => {
                self.cache_mut().forget_opened(material);
                self.provide(material, |_| false)?
            }
            None => {
                self.provide(material, |tables| matches!(tables.opened(material), Ok(Some(_))))?
            }
        };
        if let Some(made) = made {
            return Ok(table(&made));
        }
        let written = || file(&*self.opened(material).ok()??).ok();
        match written() {
            Some(answer) => Ok(answer),
            None => Ok(table(&*self.table(material, &self.monitor())?)),
        }
    }

    /// How deep wins and losses go among these men, for a colour. Syzygy files do not say: where
    /// they answer, this is the most that the 50-move rule leaves ([`Tables::knows_extent`]).
    pub fn extent_of(&self, material: &Material, mover: Color) -> Result<Extent, TablesError> {
        match self.source(material)? {
            Source::Rules => return Ok(Extent::default()),
            Source::Syzygy(_) => return Ok(Extent::FIFTY_MOVES),
            Source::Ours => (),
        }
        let mover = material.table_color(mover);
        self.ask(
            &material.normalized(),
            |table| extent(mover, |color| table.deepest(color)),
            |stored| Ok(extent(mover, |color| stored.deepest(color))),
        )
    }

    /// Whether [`Tables::extent_of`] these men is exact: it is not where Syzygy files answer.
    pub fn knows_extent(&self, material: &Material) -> Result<bool, TablesError> {
        Ok(!matches!(self.source(material)?, Source::Syzygy(_)))
    }

    /// The table's file, opened; none if it is missing, corrupt or cannot be read.
    pub(super) fn opened(
        &self,
        material: &Material,
    ) -> Result<Option<Arc<StoredTable>>, StoreError> {
        if let Some(stored) = self.cache().opened(material) {
            return Ok(Some(stored));
        }
        match self.open_file(material) {
            Ok(stored) => Ok(stored.map(|stored| self.cache_mut().put_opened(stored))),
            Err(StoreError::Memory(error)) => Err(StoreError::Memory(error)),
            Err(_) => Ok(None),
        }
    }

    /// Who answers for these men.
    pub(super) fn source(&self, material: &Material) -> Result<Source<'_>, TablesError> {
        let men = material.men();
        if *material == Material::KINGS {
            return Ok(Source::Rules);
        }
        if men <= MOST_MEN_LISTED || self.has(material) {
            return Ok(Source::Ours);
        }
        match &self.syzygy {
            Some(syzygy) => Ok(Source::Syzygy(syzygy)),
            None if self.solvable(material).is_ok() => {
                Err(TablesError::NotSolved(material.normalized()))
            }
            None => Err(TablesError::TooManyMen { material: *material, men }),
        }
    }

    /// Whether a table of this endgame was made before.
    pub fn has(&self, material: &Material) -> bool {
        let material = material.normalized();
        let cache = self.cache();
        let is_file = |store: &Store| store.path(&material, self.metric).exists();
        material.men() <= MOST_MEN
            && (cache.whole(&material).is_some()
                || cache.opened(&material).is_some()
                || self.store.as_ref().is_some_and(is_file))
    }

    /// What a legal move is worth to the mover, in [`metric_at`](Tables::metric_at) the position; the
    /// half-move clock counts as in [`Tables::outcome`].
    pub fn choice_value(&self, at: &Position, play: Move) -> Result<Outcome, TablesError> {
        let after = at.after(play);
        // One list, one metric: the Syzygy files answer for the smaller endgames too.
        let (metric, worth) = match self.source(&at.material())? {
            Source::Syzygy(syzygy) => {
                (Metric::Dtz50, syzygy.value(&after)?.within(plies_left(&after)))
            }
            Source::Rules | Source::Ours => (self.metric, self.outcome(&after)?),
        };
        // The rule has ended the game before the move.
        if metric == Metric::Dtz50 && plies_left(at) == 0 {
            return Ok(Outcome::Draw);
        }
        Ok(choice_value(metric, play, worth))
    }

    /// Every legal move with what it is worth to the mover: [`ChoiceSource::choices`] with the tables'
    /// own error.
    pub fn list_choices(&self, at: &Position) -> Result<Choices<Move>, TablesError> {
        let kept = self.cache().whole_of(at);
        let moves = at.moves();
        let mut list = Vec::with_capacity(moves.len());
        if let Some((table, flip)) = &kept {
            let canonical = table.index().canonical(at, *flip);
            let number = |play: &Move| match *play {
                // No capture, no pawn: the men stay, no right arises, and one table answers.
                Move::Normal { role, from, capture: None, to, promotion: None }
                    if role != Role::Pawn =>
                {
                    table.index().encode_after(&canonical, role, [from, to])
                }
                _ => None,
            };
            let next = if *flip { at.turn() } else { at.turn().other() };
            let after = table.codes(next);
            // Only a quiet move finds its code: the clock runs on.
            let left = plies_left(at).saturating_sub(1);
            let is_sure = |after: Outcome| {
                self.metric != Metric::Dtz50 || left > 0 && is_in_time(after, left) == Some(true)
            };
            // Numbers, then bytes, then values: the bytes of many moves are fetched side by side.
            for some in moves.chunks(SIDE_BY_SIDE) {
                let mut numbers = [usize::MAX; SIDE_BY_SIDE];
                for (at, play) in numbers.iter_mut().zip(some) {
                    *at = number(play).unwrap_or(usize::MAX);
                }
                let mut codes = [ILLEGAL; SIDE_BY_SIDE];
                for (code, &number) in codes.iter_mut().zip(&numbers[..some.len()]) {
                    *code = after.get(number).copied().unwrap_or(ILLEGAL);
                }
                for (&play, code) in some.iter().zip(codes) {
                    let value = match table.codec().outcome(code, next) {
                        Some(after) if is_sure(after) => Kind::Quiet.value(self.metric, after),
                        _ => self.choice_value(at, play)?,
                    };
                    list.push(Choice::new(play, value));
                }
            }
        } else {
            for play in moves {
                list.push(Choice::new(play, self.choice_value(at, play)?));
            }
        }
        let extent = match &kept {
            _ if list.is_empty() => Extent::default(),
            Some((table, flip)) => {
                let mover = if *flip { at.turn().other() } else { at.turn() };
                extent(mover, |color| table.deepest(color))
            }
            None => self.extent_of(&at.material(), at.turn())?,
        };
        Ok(Choices::new(list, extent))
    }
}

/// How deep a table goes for this side of it.
fn extent(mover: Color, deepest: impl Fn(Color) -> Option<Depth>) -> Extent {
    Extent {
        deepest_win: deepest(mover).unwrap_or_default(),
        deepest_loss: deepest(mover.other()).unwrap_or_default(),
    }
}

impl ChoiceSource for Tables {
    type Position = Position;
    type Move = Move;
    type Value = Outcome;

    fn choices(&self, at: &Position) -> Result<Choices<Move>, ChoiceError> {
        self.list_choices(at).map_err(ChoiceError::new)
    }

    fn after(&self, at: &Position, play: &Move) -> Position {
        at.after(*play)
    }

    fn endgame(&self, at: &Position) -> Option<u64> {
        Some(at.material().number() << 1 | u64::from(at.turn() == Color::Black))
    }

    fn drawn_sample(&self, at: &Position) -> Result<Option<Vec<Position>>, ChoiceError> {
        let material = at.material();
        let extent = self.extent_of(&material, at.turn()).map_err(ChoiceError::new)?;
        if extent.deepest_win == Depth(0) {
            return Ok(None);
        }
        let drawn = self.drawn_positions(&material, at.turn().other());
        Ok(Some(drawn.map_err(ChoiceError::new)?.to_vec()))
    }

    /// The men, the side to move and the number in the table: images under a symmetry of the board
    /// share it; in DTZ50 the half-move clock too. Only where the table is in memory and no capture en
    /// passant is possible.
    fn key(&self, at: &Position) -> Option<u64> {
        if at.has_en_passant() {
            return None;
        }
        let (table, _) = self.cache().whole_of(at)?;
        let slot = table.index().encode(at)?;
        let (clock, room) = match self.metric {
            Metric::Dtz50 => (u64::from(plies_left(at)), 26),
            _ => (0, 33),
        };
        let number = u64::try_from(slot.index).ok().filter(|number| *number < 1 << room)?;
        let number = clock << 26 | number;
        let turn = u64::from(slot.turn == Color::Black);
        Some(table.material().number() << 34 | turn << 33 | number)
    }
}
