//! How much memory it takes to make a table, known before anything is begun.

use std::collections::HashSet;

use super::{Size, Tables, TablesError};
use crate::index::Index;
use crate::material::Material;
use crate::solve;

/// Bytes of a whole table.
fn whole(material: &Material) -> usize {
    Index::new(material).table_bytes()
}

impl Tables {
    /// About how many bytes it takes to solve an endgame, what it needs first included, at the time
    /// when they are most. Fewer where smaller tables are stored, or can be.
    pub(super) fn memory_to_make(&self, material: &Material, writable: bool) -> usize {
        let needed = material.with_all_it_needs();
        let stored: HashSet<Material> =
            needed.iter().copied().filter(|one| self.is_stored(one)).collect();
        let of_promoted = solve::room_for_extracts(&Index::new(material), self.metric);
        let (mut most, mut staying) = (0, 0);
        for needed in needed {
            if needed != *material && stored.contains(&needed) {
                continue;
            }
            let there = needed != *material && self.cache().whole(&needed).is_some();
            if !there {
                let children = needed.converts_into().into_iter();
                let read = children
                    .filter(|child| *child != Material::KINGS)
                    .filter(|child| writable || stored.contains(child));
                // Bytes that stay while it is solved, and the most that are only looked through before.
                let (mut kept, mut dropped) = (0, 0);
                for child in read {
                    match solve::side_read(&needed, &child) {
                        None => kept += whole(&child),
                        Some(_) if solve::extracts_are_enough(&needed, &child, self.metric) => {
                            dropped = dropped.max(whole(&child) / 2);
                        }
                        Some(_) => kept += whole(&child) / 2,
                    }
                }
                let extracts = solve::room_for_extracts(&Index::new(&needed), self.metric);
                let solving = solve::memory_needed(&needed, self.metric);
                // What was made of others before it, if it is let go too, is there meanwhile.
                let beside = if self.lets_go(material, &needed) { of_promoted } else { 0 };
                most = most.max(staying + kept + beside + solving.max(extracts + dropped));
            }
            // What is not stored stays in memory until the last one is made.
            if !writable && !self.lets_go(material, &needed) {
                staying += whole(&needed);
            }
        }
        most
    }

    /// Refuses what cannot be made within the budget.
    pub(super) fn check_memory(
        &self,
        material: &Material,
        writable: bool,
    ) -> Result<(), TablesError> {
        let needed = self.memory_to_make(material, writable);
        if needed > self.budget {
            let (needed, budget) = (Size(needed), Size(self.budget));
            return Err(TablesError::Memory { material: *material, needed, budget });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use value::Metric;

    use super::*;
    use crate::store::Store;

    /// Where nothing is stored, what pawns promote into need not be there all at once.
    #[test]
    fn promoted_tables_are_let_go() {
        let material: Material = "KQPKQ".parse().unwrap();
        let [all, last] = [Tables::new(Metric::Dtc), Tables::new(Metric::Dtc).keeping_the_last()]
            .map(|tables| tables.with_threads(2).memory_to_make(&material, false));
        assert!(last < 1 << 30 && all > 3 << 29, "{last} {all}");
    }

    /// Each stands for others like it: two pawns against one, a man and two pawns, pawns that promote
    /// into tables without pawns.
    #[test]
    fn no_endgame_of_five_men_needs_three_gibibytes() {
        let folder = tempfile::tempdir().unwrap();
        for metric in [Metric::Dtc, Metric::Dtm] {
            let tables = Tables::new(metric).with_threads(2).with_store(Store::new(folder.path()));
            for name in ["KPPKP", "KQPKP", "KPPKQ", "KNPPK", "KQRKP", "KBPKN"] {
                let needed = tables.memory_to_make(&name.parse().unwrap(), true);
                assert!((200 << 20..3 << 30).contains(&needed), "{name} {metric}: {needed}");
            }
        }
    }
}
