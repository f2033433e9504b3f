//! The tables of antichess, solved when they are asked for.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use value::{Choice, ChoiceError, ChoiceSource, Choices, Depth, Extent, Metric, Outcome};

use super::en_passant::men_of;
use super::material::{MOST_MEN, Material};
use super::replies::PROMOTIONS;
use super::rules::{Color, Move, Position, Role, Rules};
use super::solve;
use super::table::{Table, View, decoded};
use crate::error::GameError;
use crate::store::{self, FileName};
use crate::watch::Watch;

/// Every endgame of at most four men, solved on demand, kept in memory and, in a folder, on disk.
#[derive(Debug)]
pub struct Tables {
    rules: Rules,
    metric: Metric,
    folder: Option<PathBuf>,
    watch: Watch,
    /// With depths.
    tables: Mutex<HashMap<Material, Arc<Table>>>,
    /// Results alone: what other endgames are solved with.
    results: Mutex<HashMap<Material, Arc<Table>>>,
}

impl Tables {
    /// Nothing is solved yet. Depths are in DTZ if that is asked for, else in DTC.
    pub fn new(rules: Rules, metric: Metric) -> Tables {
        let metric = if metric == Metric::Dtz { Metric::Dtz } else { Metric::Dtc };
        let (folder, watch) = (None, Watch::default());
        Tables { rules, metric, folder, watch, tables: Mutex::default(), results: Mutex::default() }
    }

    /// Keeps tables in this folder.
    #[must_use]
    pub fn in_folder(self, folder: PathBuf) -> Tables {
        Tables { folder: Some(folder), ..self }
    }

    /// Tells somebody how far it is.
    #[must_use]
    pub fn watched_by(self, watch: Watch) -> Tables {
        Tables { watch, ..self }
    }

    /// By which rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// What depths count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// A table, in the colours of [`Material::normalized`]: from memory, from its file, or solved now.
    pub fn table(&self, material: &Material) -> Result<Arc<Table>, GameError> {
        let material = material.normalized();
        if let Some(table) = locked(&self.tables).get(&material) {
            return Ok(Arc::clone(table));
        }
        let table = Arc::new(self.make(&material)?);
        locked(&self.tables).insert(material, Arc::clone(&table));
        Ok(table)
    }

    /// Makes a table and all it needs, and keeps only its results in memory: to fill the folder.
    pub fn solve(&self, material: &Material) -> Result<Table, GameError> {
        let material = material.normalized();
        let table = self.make(&material)?;
        locked(&self.results).entry(material).or_insert_with(|| Arc::new(table.without_depths()));
        Ok(table)
    }

    fn make(&self, material: &Material) -> Result<Table, GameError> {
        if let Some(table) = self.read(material, self.metric)? {
            return Ok(table);
        }
        let needed = needed_by(material);
        for (done, one) in needed.iter().enumerate() {
            self.watch.tell(one, done, needed.len() + 1)?;
            self.make_results(one)?;
        }
        self.watch.tell(material, needed.len(), needed.len() + 1)?;
        let solved = |material: &Material| self.known(material);
        let in_dtc = match self.metric {
            Metric::Dtz if material.has_pawns() => self.read(material, Metric::Dtc)?,
            _ => None,
        };
        let in_dtc = in_dtc.unwrap_or_else(|| solve::to_conversion(*material, self.rules, &solved));
        let table = match self.metric {
            Metric::Dtz if material.has_pawns() => solve::to_zeroing(&in_dtc, self.rules, &solved),
            _ => in_dtc,
        };
        self.write(&table, self.metric)?;
        Ok(table)
    }

    /// Sees to it that the results of an endgame are known; those it needs must be.
    fn make_results(&self, material: &Material) -> Result<(), GameError> {
        if locked(&self.results).contains_key(material) {
            return Ok(());
        }
        let kept = locked(&self.tables).get(material).map(|table| table.without_depths());
        let kept = match kept {
            Some(kept) => Some(kept),
            None => match self.read(material, Metric::Dtc)? {
                None if self.metric == Metric::Dtz => self.read(material, Metric::Dtz)?,
                found => found,
            },
        };
        let table = match kept {
            Some(table) => table,
            None => {
                let solved = |material: &Material| self.known(material);
                let table = solve::to_conversion(*material, self.rules, &solved);
                self.write(&table, Metric::Dtc)?;
                table
            }
        };
        locked(&self.results).insert(*material, Arc::new(table.without_depths()));
        Ok(())
    }

    fn known(&self, material: &Material) -> Arc<Table> {
        let results = locked(&self.results);
        Arc::clone(results.get(material).expect("what is needed was made before"))
    }

    fn file(&self, material: &Material, metric: Metric) -> FileName {
        FileName { game: self.rules.word(), endgame: material.to_string(), metric: metric.word() }
    }

    fn read(&self, material: &Material, metric: Metric) -> Result<Option<Table>, GameError> {
        let Some(folder) = &self.folder else { return Ok(None) };
        let name = self.file(material, metric);
        let Some(mut bytes) = store::read(folder, &name)? else { return Ok(None) };
        let half = bytes.len() / 2;
        let black = bytes.split_off(half);
        Ok(Some(Table::from_codes(*material, [bytes, black])))
    }

    fn write(&self, table: &Table, metric: Metric) -> Result<(), GameError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        store::write(folder, &self.file(&table.material, metric), &table.codes.concat())
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

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
        let (men, squares) = men_of(at);
        let view = View::new(self.table(&material).ok()?, &men);
        // 36 bits for the men, 24 for a place of them, one for the turn.
        let (word, bit) = view.place(squares.into_iter());
        let place = (word as u64) << 6 | u64::from(bit);
        Some((material.number() << 24 | place) << 1 | u64::from(at.turn().is_black()))
    }
}
