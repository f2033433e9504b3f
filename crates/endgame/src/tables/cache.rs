//! The tables in memory, and no more of them than the budget allows.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use crate::material::Material;
use crate::rules::Position;
use crate::store::StoredTable;
use crate::table::Table;

/// Whole tables, oldest first, and open table files.
#[derive(Debug, Default)]
pub(super) struct TableCache {
    whole: HashMap<Material, Arc<Table>, BuildHasherDefault<MaterialHasher>>,
    /// The whole tables in the order in which they came.
    order: Vec<Material>,
    /// Those that somebody asked for as a whole; the others were needed on the way.
    asked: HashSet<Material>,
    opened: HashMap<Material, Arc<StoredTable>>,
}

/// For the one number that an endgame is: every list of choices asks for its table.
#[derive(Debug, Default)]
struct MaterialHasher(u64);

impl Hasher for MaterialHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    /// Multiplied, so that the highest bits depend on all of the number.
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }
}

impl TableCache {
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

    /// Lets go of a table.
    pub(super) fn remove(&mut self, material: &Material) {
        self.whole.remove(material);
        self.order.retain(|kept| kept != material);
        self.asked.remove(material);
    }

    /// Somebody wants this table as a whole, and may want it again.
    pub(super) fn ask_for(&mut self, material: Material) {
        self.asked.insert(material);
    }

    /// Drops the tables that nobody holds or asked for and that can be had again without solving.
    pub(super) fn drop_unasked(&mut self, is_stored: impl Fn(&Material) -> bool) {
        let (whole, asked) = (&mut self.whole, &self.asked);
        self.order.retain(|material| {
            let held = Arc::strong_count(&whole[material]) > 1;
            let stays = held || asked.contains(material) || !is_stored(material);
            if !stays {
                whole.remove(material);
            }
            stays
        });
    }

    /// Drops tables that may go and that nobody holds, the largest first, until no more than so many
    /// bytes are left.
    pub(super) fn shrink(&mut self, bytes: usize, may_go: impl Fn(&Material) -> bool) {
        let mut by_size = self.order.clone();
        by_size
            .sort_by_key(|material| std::cmp::Reverse(self.whole[material].index().table_bytes()));
        for material in by_size {
            if self.bytes() <= bytes {
                return;
            }
            if Arc::strong_count(&self.whole[&material]) == 1 && may_go(&material) {
                self.remove(&material);
            }
        }
    }

    pub(super) fn put_opened(&mut self, stored: StoredTable) -> Arc<StoredTable> {
        let stored = Arc::new(stored);
        self.opened.insert(stored.material(), Arc::clone(&stored));
        stored
    }

    pub(super) fn forget_opened(&mut self, material: &Material) {
        self.opened.remove(material);
    }

    /// Bytes of the whole tables.
    pub(super) fn bytes(&self) -> usize {
        self.whole.values().map(|table| table.index().table_bytes()).sum()
    }

    /// Drops the oldest tables that nobody holds until so many bytes more fit; says how many bytes
    /// are held then, and whether they fit.
    pub(super) fn make_room(&mut self, needed: usize, budget: usize) -> Result<usize, usize> {
        let fits = |held: usize| held.checked_add(needed).is_some_and(|sum| sum <= budget);
        let mut held = self.bytes();
        let (whole, asked) = (&mut self.whole, &mut self.asked);
        self.order.retain(|material| {
            if fits(held) || Arc::strong_count(&whole[material]) > 1 {
                return true;
            }
            if let Some(table) = whole.remove(material) {
                held -= table.index().table_bytes();
            }
            asked.remove(material);
            false
        });
        if fits(held) { Ok(held) } else { Err(held) }
    }
}

/// So many bytes, for people: `1.3 GB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(pub usize);

impl Size {
    /// At least so many bytes as `--memory` takes them, in whole units: `300MiB`, `5GiB`.
    pub fn as_option(self) -> String {
        let mebibytes = self.0.div_ceil(1 << 20);
        if mebibytes <= 2048 {
            format!("{mebibytes}MiB")
        } else {
            format!("{}GiB", mebibytes.div_ceil(1024))
        }
    }
}

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
        let mut cache = TableCache::default();
        let materials = ["KQK", "KRK", "KBK"].map(|name| cache.put(made_up_table(name)).material());
        let size = cache.bytes() / 3;
        let held = cache.whole(&materials[0]);
        cache.make_room(size, 3 * size).unwrap();
        let there = materials.map(|material| cache.whole(&material).is_some());
        assert_eq!(there, [true, false, true]);
        assert_eq!(cache.make_room(3 * size, 3 * size), Err(size));
        drop(held);
        cache.make_room(3 * size, 3 * size).unwrap();
        assert_eq!(cache.bytes(), 0);
    }

    #[test]
    fn what_was_not_asked_for_goes_if_it_can_be_read_back() {
        let mut cache = TableCache::default();
        let [a, b, c, d] =
            ["KQK", "KRK", "KBK", "KNK"].map(|name| cache.put(made_up_table(name)).material());
        cache.ask_for(a);
        let held = cache.whole(&b);
        cache.drop_unasked(|material| *material != c);
        let there = [a, b, c, d].map(|material| cache.whole(&material).is_some());
        assert_eq!(there, [true, true, true, false], "asked for, held, not stored, neither");
        cache.shrink(0, |_| true);
        let there = [a, b, c].map(|material| cache.whole(&material).is_some());
        assert_eq!(there, [false, true, false], "only what is held");
        drop(held);
        cache.put(made_up_table("KQKR"));
        let small = cache.whole(&b).unwrap().index().table_bytes();
        cache.shrink(small, |_| false);
        assert!(cache.bytes() > small, "it may not go");
        cache.shrink(small, |_| true);
        assert!(cache.whole(&b).is_some() && cache.bytes() == small, "the largest go first");
    }

    #[test]
    fn sizes_read_well() {
        assert_eq!(Size(81_920).to_string(), "81.9 kB");
        assert_eq!(Size(4 << 30).to_string(), "4.3 GB");
        assert_eq!(Size(300 << 20).as_option(), "300MiB");
        assert_eq!(Size((4 << 30) + 1).as_option(), "5GiB");
    }
}
