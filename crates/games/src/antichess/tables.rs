//! The tables of antichess, solved when they are asked for.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use value::{Choice, ChoiceError, ChoiceSource, Choices, Depth, Extent, Metric, Outcome};

use super::en_passant::men_of;
use super::layout::Layout;
use super::material::{MOST_MEN, Material};
use super::places::Places;
use super::replies::PROMOTIONS;
use super::rules::{Color, Move, Position, Role, Rules};
use super::solve;
use super::table::{Table, View};
use crate::codec::decoded;
use crate::error::GameError;
use crate::kept::Kept;
use crate::store::{Disk, FileName};
use crate::watch::{Listen, Watch, tell};

/// Every endgame of at most four men, solved on demand, kept in memory and, in a folder, on disk.
#[derive(Debug)]
pub struct Tables {
    rules: Rules,
    metric: Metric,
    disk: Disk,
    /// With depths.
    tables: Kept<Material, Table>,
    /// Results alone: what other endgames are solved with.
    results: Kept<Material, Table>,
}

impl Tables {
    /// Nothing is solved yet. Depths are in DTZ if that is asked for, else in DTC.
    pub fn new(rules: Rules, metric: Metric) -> Tables {
        let metric = if metric == Metric::Dtz { Metric::Dtz } else { Metric::Dtc };
        let disk = Disk::default();
        Tables { rules, metric, disk, tables: Kept::default(), results: Kept::default() }
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

    /// Keeps so many bytes of tables in memory, those asked for last; what one endgame is solved with comes on top.
    #[must_use]
    pub fn within(self, bytes: usize) -> Tables {
        Tables { tables: self.tables.within(bytes), results: self.results.within(bytes), ..self }
    }

    /// By which rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// What depths count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Whether a table is in memory or has a file.
    pub fn is_ready(&self, material: &Material) -> bool {
        let material = material.normalized();
        self.tables.get(&material).is_some() || self.disk.holds(&self.file(&material, self.metric))
    }

    /// A table, in the colours of [`Material::normalized`]: from memory, from its file, or solved now.
    pub fn table(&self, material: &Material) -> Result<Arc<Table>, GameError> {
        self.table_heard(material, &|progress| self.disk.watch.listen(progress))
    }

    /// The same with somebody else who hears how far it is.
    pub fn table_heard(
        &self,
        material: &Material,
        listen: &Listen<'_>,
    ) -> Result<Arc<Table>, GameError> {
        let material = material.normalized();
        if let Some(table) = self.tables.get(&material) {
            return Ok(table);
        }
        let table = Arc::new(self.make(&material, listen)?);
        self.tables.keep(material, Arc::clone(&table), table.bytes());
        Ok(table)
    }

    /// Makes a table and all it needs, and keeps only its results in memory: to fill the folder, which has to take it.
    pub fn solve(&self, material: &Material) -> Result<Table, GameError> {
        let material = material.normalized();
        let table = self.make(&material, &|progress| self.disk.watch.listen(progress))?;
        self.disk.all_written()?;
        if self.results.get(&material).is_none() {
            let results = table.without_depths();
            let bytes = results.bytes();
            self.results.keep(material, Arc::new(results), bytes);
        }
        Ok(table)
    }

    fn make(&self, material: &Material, listen: &Listen<'_>) -> Result<Table, GameError> {
        if let Some(table) = self.read(material, self.metric) {
            return Ok(table);
        }
        let needed = needed_by(material);
        let mut known: HashMap<Material, Arc<Table>> = HashMap::new();
        for (done, one) in needed.iter().enumerate() {
            tell(listen, one, done, needed.len() + 1)?;
            let results = self.results_of(one, &known)?;
            known.insert(*one, results);
        }
        tell(listen, material, needed.len(), needed.len() + 1)?;
        let solved = |material: &Material| found(&known, material);
        let in_dtc = match self.metric {
            Metric::Dtz if material.has_pawns() => self.read(material, Metric::Dtc),
            _ => None,
        };
        let in_dtc = in_dtc.unwrap_or_else(|| solve::to_conversion(*material, self.rules, &solved));
        let table = match self.metric {
            Metric::Dtz if material.has_pawns() => solve::to_zeroing(&in_dtc, self.rules, &solved),
            _ => in_dtc,
        };
        self.write(&table, self.metric);
        Ok(table)
    }

    /// The results of an endgame; those it needs are known.
    fn results_of(
        &self,
        material: &Material,
        known: &HashMap<Material, Arc<Table>>,
    ) -> Result<Arc<Table>, GameError> {
        if let Some(results) = self.results.get(material) {
            return Ok(results);
        }
        let kept = match self.tables.get(material) {
            Some(table) => Some(table.without_depths()),
            None => match self.read(material, Metric::Dtc) {
                None if self.metric == Metric::Dtz => self.read(material, Metric::Dtz),
                found => found,
            },
        };
        let table = match kept {
            Some(table) => table,
            None => {
                let table = solve::to_conversion(*material, self.rules, &|one: &Material| {
                    found(known, one)
                });
                self.write(&table, Metric::Dtc);
                table
            }
        };
        let results = Arc::new(table.without_depths());
        self.results.keep(*material, Arc::clone(&results), results.bytes());
        Ok(results)
    }

    fn file(&self, material: &Material, metric: Metric) -> FileName {
        FileName { game: self.rules.word(), endgame: material.to_string(), metric: metric.word() }
    }

    fn read(&self, material: &Material, metric: Metric) -> Option<Table> {
        let places = Layout::new(material).words() << 6;
        let codes = self.disk.read(&self.file(material, metric), places)?;
        Some(Table::from_codes(*material, codes))
    }

    fn write(&self, table: &Table, metric: Metric) {
        if self.disk.folder.is_some() {
            self.disk.write(&self.file(&table.material, metric), &table.codes.concat());
        }
    }

    /// What a position is worth to the side to move.
    pub fn outcome(&self, at: &Position) -> Result<Outcome, GameError> {
        let (material, turn) = (at.material(), at.turn());
        if material.men() > MOST_MEN {
            let game = self.rules.word();
            return Err(GameError::TooManyMen { game, men: material.men(), most: MOST_MEN });
        }
        if material.men_of(turn) == 0 {
            return Ok(Outcome::Win(Depth(0)));
        }
        if material.men_of(turn.other()) == 0 {
            return Ok(Outcome::Loss(Depth(0)));
        }
        if at.has_en_passant() {
            let best = self.list(at)?.best().expect("a pawn can be taken en passant");
            return Ok(best.before_move());
        }
        let (men, squares) = men_of(at);
        let view = View::new(self.table(&material)?, &men);
        Ok(decoded(view.code(squares.into_iter(), turn)))
    }

    /// The same if the table is in memory, and no pawn can be taken en passant.
    pub fn known(&self, at: &Position) -> Option<Outcome> {
        let material = at.material();
        let alone = Color::ALL.iter().any(|&color| material.men_of(color) == 0);
        if material.men() > MOST_MEN || alone || at.has_en_passant() {
            return None;
        }
        let table = self.tables.get(&material.normalized())?;
        let (men, squares) = men_of(at);
        Some(decoded(View::new(table, &men).code(squares.into_iter(), at.turn())))
    }

    /// What ends the count of the metric.
    pub fn ends_count(&self, play: Move) -> bool {
        let pawn = play.role() == Role::Pawn && self.metric == Metric::Dtz;
        play.is_capture() || play.is_promotion() || pawn
    }

    fn list(&self, at: &Position) -> Result<Choices<Move>, GameError> {
        let list = at.legal_moves().into_iter().map(|play| {
            let after = self.outcome(&at.after(play))?.flipped();
            let value = match (self.ends_count(play), after) {
                (true, Outcome::Win(_)) => Outcome::Win(Depth(0)),
                (true, Outcome::Loss(_)) => Outcome::Loss(Depth(0)),
                _ => after,
            };
            Ok(Choice::new(play, value))
        });
        let list = list.collect::<Result<Vec<_>, GameError>>()?;
        let extent = if list.is_empty() { Extent::default() } else { self.extent(at)? };
        Ok(Choices::new(list, extent))
    }

    /// How deep wins and losses go among the men of a position, for the side to move.
    fn extent(&self, at: &Position) -> Result<Extent, GameError> {
        let material = at.material();
        let table = self.table(&material)?;
        let swapped = *table.material() != material;
        let mover = if swapped { at.turn().other() } else { at.turn() };
        let deepest = |color: Color| table.deepest(color).unwrap_or_default();
        Ok(Extent { deepest_win: deepest(mover), deepest_loss: deepest(mover.other()) })
    }
}

/// What can come out of an endgame by captures and promotions, each after what it needs itself.
fn needed_by(material: &Material) -> Vec<Material> {
    let mut found = BTreeSet::new();
    let mut open = vec![*material];
    while let Some(one) = open.pop() {
        for next in one.after_one_move(&PROMOTIONS) {
            let next = next.normalized();
            if found.insert((next.men(), next.pawns(), next)) {
                open.push(next);
            }
        }
    }
    found.into_iter().map(|(_, _, one)| one).collect()
}

/// The results of an endgame that was made before.
fn found(known: &HashMap<Material, Arc<Table>>, material: &Material) -> Arc<Table> {
    Arc::clone(known.get(material).expect("what is needed was made before"))
}

impl ChoiceSource for Tables {
    type Position = Position;
    type Move = Move;
    type Value = Outcome;

    fn choices(&self, at: &Position) -> Result<Choices<Move>, ChoiceError> {
        self.list(at).map_err(ChoiceError::new)
    }

    fn after(&self, at: &Position, play: &Move) -> Position {
        at.after(*play)
    }

    fn endgame(&self, at: &Position) -> Option<u64> {
        Some(at.material().number() << 1 | u64::from(at.turn().is_black()))
    }

    fn key(&self, at: &Position) -> Option<u64> {
        let material = at.material();
        let both = Color::ALL.iter().all(|&color| material.men_of(color) > 0);
        if material.men() > MOST_MEN || !both || at.has_en_passant() {
            return None;
        }
        // 36 bits for the men, 24 for a place of them, one for the turn.
        let place = Places::of(&material).place(at) as u64;
        Some((material.number() << 24 | place) << 1 | u64::from(at.turn().is_black()))
    }
}
