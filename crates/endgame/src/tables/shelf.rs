//! The tables in memory, and no more of them than the budget allows.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::material::Material;
use crate::rules::Position;
use crate::store::StoredTable;
use crate::table::Table;

/// Whole tables, oldest first, and open table files.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    whole: HashMap<Material, Arc<Table>>,
    /// The whole tables in the order in which they came.
    order: Vec<Material>,
    opened: HashMap<Material, Arc<StoredTable>>,
}

fn bytes_of(table: &Table) -> usize {
    2 * table.index().len()
}

impl Shelf {
    pub(super) fn whole(&self, material: &Material) -> Option<Arc<Table>> {
        self.whole.get(material).cloned()
    }

    /// The table in memory of a position's men, and whether its colours are exchanged there.
    pub(super) fn whole_of(&self, position: &Position) -> Option<(Arc<Table>, bool)> {
        let material = position.material();
        let table = self.whole(&material.normalized())?;
        Some((table, !material.is_normalized()))
    }

    pub(super) fn opened(&self, material: &Material) -> Option<Arc<StoredTable>> {
        self.opened.get(material).cloned()
    }

    pub(super) fn put(&mut self, table: Table) -> Arc<Table> {
        let table = Arc::new(table);
        let material = table.material();
        if self.whole.insert(material, Arc::clone(&table)).is_none() {
            self.order.push(material);
        }
        self.opened.remove(&material);
        table
    }

    pub(super) fn put_opened(&mut self, stored: StoredTable) -> Arc<StoredTable> {
        let stored = Arc::new(stored);
        self.opened.insert(stored.material(), Arc::clone(&stored));
        stored
    }

    pub(super) fn forget_opened(&mut self, material: &Material) {
        self.opened.remove(material);
    }

    fn bytes(&self) -> usize {
        self.whole.values().map(|table| bytes_of(table)).sum()
    }

    /// Drops the oldest tables that nobody holds until so many bytes more fit; says how many bytes
    /// are held then, and whether they fit.
    pub(super) fn make_room(&mut self, needed: usize, budget: usize) -> Result<usize, usize> {
        let fits = |held: usize| held.checked_add(needed).is_some_and(|sum| sum <= budget);
        let mut held = self.bytes();
        let whole = &mut self.whole;
        self.order.retain(|material| {
            if fits(held) || Arc::strong_count(&whole[material]) > 1 {
                return true;
            }
            if let Some(table) = whole.remove(material) {
                held -= bytes_of(&table);
            }
            false
        });
        if fits(held) { Ok(held) } else { Err(held) }
    }
}

/// So many bytes, for people: `1.3 GB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(pub usize);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0 as f64;
        let text = match self.0 {
            0..1_000_000 => format!("{:.1} kB", bytes / 1e3),
            1_000_000..1_000_000_000 => format!("{:.1} MB", bytes / 1e6),
            _ => format!("{:.1} GB", bytes / 1e9),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::made_up_table;

    #[test]
    fn the_oldest_table_that_nobody_holds_goes_first() {
        let mut shelf = Shelf::default();
        let materials = ["KQK", "KRK", "KBK"].map(|name| {
            let table = shelf.put(made_up_table(name));
            table.material()
        });
        let size = shelf.bytes() / 3;
        let held = shelf.whole(&materials[0]);
        shelf.make_room(size, 3 * size).unwrap();
        let there = materials.map(|material| shelf.whole(&material).is_some());
        assert_eq!(there, [true, false, true]);
        assert_eq!(shelf.make_room(3 * size, 3 * size), Err(size));
        drop(held);
        shelf.make_room(3 * size, 3 * size).unwrap();
        assert_eq!(shelf.bytes(), 0);
    }

    #[test]
    fn sizes_read_well() {
        assert_eq!(Size(81_920).to_string(), "81.9 kB");
        assert_eq!(Size(4 << 30).to_string(), "4.3 GB");
    }
}
