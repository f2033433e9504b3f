//! Endgames of checkers, solved on demand through [`Graph`]: DTC, where captures and crownings end the count.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use graph::{Graph, Node};
use value::{Choice, ChoiceError, ChoiceSource, Choices, Depth, Extent, Metric, Outcome};

use super::places::Places;
use super::rules::{Move, Position};
use super::slice::Slice;
use crate::codec::{code, decoded, deepest};
use crate::error::GameError;
use crate::kept::Kept;
use crate::store::{Disk, FileName};
use crate::watch::{Listen, Watch, tell};

/// The most men and kings that are solved.
pub const MOST_MEN: usize = 4;

/// One endgame: a byte for each position, White to move and Black to move.
#[derive(Debug)]
pub struct Table {
    places: Places,
    codes: [Vec<u8>; 2],
    /// The deepest win of White and of Black, whoever moves.
    deepest: [Option<Depth>; 2],
}

impl Table {
    fn new(places: Places, codes: [Vec<u8>; 2]) -> Table {
        let of = |winner: usize| {
            let turns = [0, 1].map(|turn| deepest(&codes[turn], turn == winner));
            turns.into_iter().flatten().max()
        };
        Table { deepest: [of(0), of(1)], places, codes }
    }

    fn outcome(&self, at: &Position) -> Outcome {
        decoded(self.codes[at.turn][self.places.place(at)])
    }

    /// Counts positions by outcome, for White to move (0) or Black (1).
    pub fn counts(&self, turn: usize) -> BTreeMap<Outcome, u64> {
        let mut by_code = [0u64; 256];
        self.codes[turn].iter().for_each(|&code| by_code[usize::from(code)] += 1);
        let counted = by_code.iter().enumerate().filter(|(_, n)| **n > 0);
        counted.map(|(code, &n)| (decoded(code as u8), n)).collect()
    }

    /// The deepest win of White (0) or Black (1), whoever moves; none if it never wins.
    pub fn deepest(&self, winner: usize) -> Option<Depth> {
        self.deepest[winner]
    }

    /// The deepest win, or loss, of a side to move; none if there is none.
    pub fn deepest_of(&self, turn: usize, wins: bool) -> Option<Depth> {
        deepest(&self.codes[turn], wins)
    }

    /// The [places](Places) of an outcome for a side to move.
    pub fn places(&self, turn: usize, outcome: Outcome) -> Vec<usize> {
        let (codes, wanted) = (&self.codes[turn], code(outcome));
        (0..codes.len()).filter(|&place| codes[place] == wanted).collect()
    }

    fn bytes(&self) -> usize {
        self.codes.iter().map(Vec::len).sum()
    }
}

/// Every endgame of at most four men and kings, kept in memory and, in a folder, on disk.
#[derive(Debug, Default)]
pub struct Tables {
    tables: Kept<Slice, Table>,
    disk: Disk,
}

impl Tables {
    /// Nothing is solved yet.
    pub fn new() -> Tables {
        Tables::default()
    }

    /// Keeps tables in this folder.
    #[must_use]
    pub fn in_folder(self, folder: PathBuf) -> Tables {
        Tables { disk: self.disk.in_folder(folder), ..self }
    }

    /// Tells somebody how far it is.
    #[must_use]
    pub fn watched_by(self, watch: Watch) -> Tables {
        Tables { disk: self.disk.watched_by(watch), ..self }
    }

    /// Keeps so many bytes of tables in memory, those asked for last.
    #[must_use]
    pub fn within(self, bytes: usize) -> Tables {
        Tables { tables: self.tables.within(bytes), ..self }
    }

    /// Whether a table is in memory or has a file.
    pub fn is_ready(&self, slice: &Slice) -> bool {
        self.tables.get(slice).is_some() || self.disk.holds(&file(slice))
    }

    /// What a position is worth to the side to move.
    pub fn outcome(&self, at: &Position) -> Result<Outcome, GameError> {
        let men = at.men();
        if men > MOST_MEN {
            return Err(GameError::TooManyMen { game: "checkers", men, most: MOST_MEN });
        }
        if at.sides[at.turn] == 0 {
            return Ok(Outcome::Loss(Depth(0)));
        }
        if at.sides[1 - at.turn] == 0 {
            return Ok(Outcome::Win(Depth(0)));
        }
        Ok(self.table(&Slice::of(at))?.outcome(at))
    }

    /// The same if the table is in memory.
    pub fn known(&self, at: &Position) -> Option<Outcome> {
        let alone = at.sides.contains(&0);
        let table = (at.men() <= MOST_MEN && !alone).then(|| self.tables.get(&Slice::of(at)));
        Some(table.flatten()?.outcome(at))
    }

    /// A table: from memory, from its file, or solved now.
    pub fn table(&self, slice: &Slice) -> Result<Arc<Table>, GameError> {
        self.table_heard(slice, &|progress| self.disk.watch.listen(progress))
    }

    /// The same with somebody else who hears how far it is.
    pub fn table_heard(&self, slice: &Slice, listen: &Listen<'_>) -> Result<Arc<Table>, GameError> {
        if let Some(table) = self.tables.get(slice) {
            return Ok(table);
        }
        let table = Arc::new(self.make(slice, listen)?);
        self.tables.keep(*slice, Arc::clone(&table), table.bytes());
        Ok(table)
    }

    /// Makes a table and all it needs, for the folder, which has to take it.
    pub fn solve(&self, slice: &Slice) -> Result<(), GameError> {
        self.table(slice)?;
        self.disk.all_written()
    }

    fn make(&self, slice: &Slice, listen: &Listen<'_>) -> Result<Table, GameError> {
        let places = Places::of(slice);
        let (name, len) = (file(slice), places.len());
        if let Some(codes) = self.disk.read(&name, len) {
            return Ok(Table::new(places, codes));
        }
        let needed = needed_by(slice);
        for (done, one) in needed.iter().enumerate() {
            tell(listen, one, done, needed.len() + 1)?;
            // What it needs itself came before.
            self.table_heard(one, &|_| true)?;
        }
        tell(listen, slice, needed.len(), needed.len() + 1)?;
        let table = self.solved(places)?;
        if self.disk.folder.is_some() {
            self.disk.write(&name, &table.codes.concat());
        }
        Ok(table)
    }

    fn solved(&self, places: Places) -> Result<Table, GameError> {
        let len = places.len();
        let node = |at: &Position| Node((at.turn * len + places.place(at)) as u32);
        let mut game = Graph::new();
        for number in 0..2 * len {
            let at = places.position(number % len, number / len);
            let moves = at.legal_moves();
            if moves.is_empty() {
                game.add_lost();
                continue;
            }
            let (mut within, mut leaving) = (Vec::new(), Vec::new());
            for play in &moves {
                let after = at.after(play);
                match at.ends_count(play) {
                    true => leaving.push(self.leaving(&after)?),
                    false => within.push(node(&after)),
                }
            }
            game.add(within, leaving);
        }
        let solution = game.solve();
        let codes = [0, 1].map(|turn| {
            let outcomes =
                (0..len).map(|place| solution.outcome(Node((turn * len + place) as u32)));
            outcomes.map(code).collect()
        });
        Ok(Table::new(places, codes))
    }

    /// What a move that ends the count is worth to who made it; no more men than before are on the board.
    fn leaving(&self, after: &Position) -> Result<Outcome, GameError> {
        Ok(match self.outcome(after)?.flipped() {
            Outcome::Win(_) => Outcome::Win(Depth(0)),
            Outcome::Loss(_) => Outcome::Loss(Depth(0)),
            Outcome::Draw => Outcome::Draw,
        })
    }

    fn list(&self, at: &Position) -> Result<Choices<Move>, GameError> {
        // A position of too many men is refused, whatever its moves lead to.
        self.outcome(at)?;
        let moves = at.legal_moves();
        if moves.is_empty() || at.sides[1 - at.turn] == 0 {
            return Ok(Choices::new(Vec::new(), Extent::default()));
        }
        let mut list = Vec::new();
        for play in moves {
            let after = at.after(&play);
            let value = match at.ends_count(&play) {
                true => self.leaving(&after)?,
                false => self.outcome(&after)?.flipped(),
            };
            list.push(Choice::new(play, value));
        }
        let table = self.table(&Slice::of(at))?;
        let deepest = |winner: usize| table.deepest(winner).unwrap_or_default();
        let extent = Extent { deepest_win: deepest(at.turn), deepest_loss: deepest(1 - at.turn) };
        Ok(Choices::new(list, extent))
    }
}

fn file(slice: &Slice) -> FileName {
    FileName { game: "checkers", endgame: slice.to_string(), metric: Metric::Dtc.word() }
}

/// What can come out of an endgame by captures and crownings, each after what it needs itself.
fn needed_by(slice: &Slice) -> Vec<Slice> {
    let mut found: Vec<Slice> = Vec::new();
    let mut open = vec![*slice];
    while let Some(one) = open.pop() {
        for next in one.after_one_move() {
            if !found.contains(&next) {
                found.push(next);
                open.push(next);
            }
        }
    }
    // Fewer pieces first, then fewer men to crown.
    found.sort_by_key(|slice| (slice.pieces(), slice.men[0] + slice.men[1], *slice));
    found
}

impl ChoiceSource for Tables {
    type Position = Position;
    type Move = Move;
    type Value = Outcome;

    fn choices(&self, at: &Position) -> Result<Choices<Move>, ChoiceError> {
        self.list(at).map_err(ChoiceError::new)
    }

    fn after(&self, at: &Position, play: &Move) -> Position {
        at.after(play)
    }

    fn endgame(&self, at: &Position) -> Option<u64> {
        Some(Slice::of(at).number() << 1 | at.turn as u64)
    }

    fn key(&self, at: &Position) -> Option<u64> {
        let slice = Slice::of(at);
        // 12 bits for the men, 20 for a place of them, one for the turn.
        let place = (at.men() <= MOST_MEN).then(|| Places::of(&slice).place(at) as u64)?;
        Some((slice.number() << 20 | place) << 1 | at.turn as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(tables: &Tables, text: &str) -> Outcome {
        tables.outcome(&text.parse().unwrap()).unwrap()
    }

    #[test]
    fn small_endgames_by_hand() {
        let tables = Tables::new();
        // Shut in: no move, and a man that must be taken.
        assert_eq!(value(&tables, "B:W16:B12,K32"), Outcome::Win(Depth(1)));
        assert_eq!(value(&tables, "W:W18:B15"), Outcome::Win(Depth(1)));
        // Two kings beat one unless it holds the double corner (Payne 1756).
        assert_eq!(value(&tables, "W:WK14,K15:BK4").sign(), 1);
        assert_eq!(value(&tables, "W:WK1:BK32"), Outcome::Draw);
        assert!(tables.outcome(&"W:W21,22,23:B1,2".parse().unwrap()).is_err());
    }

    #[test]
    fn a_position_is_worth_its_best_move() {
        let folder = tempfile::tempdir().unwrap();
        let tables = Tables::new().in_folder(folder.path().to_owned());
        for slice in Slice::all(2, false).into_iter().chain(["KKvM".parse().unwrap()]) {
            let places = Places::of(&slice);
            for place in 0..places.len() {
                for turn in 0..2 {
                    let at = places.position(place, turn);
                    let (value, choices) =
                        (tables.outcome(&at).unwrap(), tables.choices(&at).unwrap());
                    match choices.best() {
                        Some(best) => assert_eq!(value, best.before_move(), "{at}"),
                        None => assert_eq!(value, Outcome::Loss(Depth(0)), "{at}"),
                    }
                }
            }
            // From its file it says the same.
            let again = Tables::new().in_folder(folder.path().to_owned());
            assert!(again.is_ready(&slice));
            let (table, read) = (tables.table(&slice).unwrap(), again.table(&slice).unwrap());
            assert_eq!(table.codes, read.codes);
        }
    }
}
