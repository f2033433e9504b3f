//! How much memory it takes to make a table, known before anything is begun.

use std::collections::HashSet;

use super::{Size, Tables, TablesError};
use crate::index::Index;
use crate::material::Material;
use crate::solve;

/// Bytes of a whole table.
fn whole(material: &Material) -> usize {
    2 * Index::new(material).len()
}

impl Tables {
    /// About how many bytes it takes to solve an endgame, what it needs first included, at the time
    /// when they are most. Fewer where smaller tables are stored, or can be.
    pub(super) fn memory_to_make(&self, material: &Material, writable: bool) -> usize {
        let needed = material.with_all_it_needs();
        let stored: HashSet<Material> =
            needed.iter().copied().filter(|one| self.is_stored(one)).collect();
        let (mut most, mut staying) = (0, 0);
        for needed in needed {
            if needed != *material && stored.contains(&needed) {
                continue;
            }
            let there = needed != *material && self.cache().whole(&needed).is_some();
            if !there {
                let read: usize = needed
                    .converts_into()
                    .into_iter()
                    .filter(|child| *child != Material::KINGS)
                    .filter(|child| writable || stored.contains(child))
                    .map(|child| match solve::side_read(&needed, &child) {
                        Some(_) => whole(&child) / 2,
                        None => whole(&child),
                    })
                    .sum();
                most = most.max(staying + read + solve::memory_needed(&needed));
            }
            // What is not stored stays in memory until the last one is made.
            if !writable {
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
