//! Which tables are worth reading whole while games are judged, in bounded memory.

use std::collections::{HashMap, HashSet};

use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::tables::{Tables, TablesError};

/// Positions from which on a table is worth reading whole.
const MANY: usize = 100;

/// Bytes of tables that are read whole; the rest is read block by block.
const WHOLE: usize = 192 << 20;

/// What was asked so far, and what came of it.
#[derive(Debug, Default)]
pub(super) struct TablePreload {
    asked: HashMap<Material, usize>,
    /// Endgames whose table is solved, and read whole if there was room.
    ready: HashSet<Material>,
    /// Bytes of the tables read whole.
    whole: usize,
}

impl TablePreload {
    /// Counts what is asked and makes ready what is asked often, smaller endgames first. What does
    /// not fit is left as it is.
    pub(super) fn prepare(
        &mut self,
        tables: &Tables,
        asked: impl Iterator<Item = Material>,
        monitor: &Monitor<'_>,
    ) -> Result<(), TablesError> {
        for material in asked {
            *self.asked.entry(material).or_default() += 1;
        }
        let often = self.asked.iter().filter(|(_, times)| **times >= MANY);
        let often = often.map(|(material, _)| *material);
        let mut often: Vec<Material> = often.filter(|it| !self.ready.contains(it)).collect();
        often.sort_by_key(|material| (material.men(), material.to_string()));
        for material in often {
            self.ready.insert(material);
            match self.make_ready(tables, &material, monitor) {
                Ok(()) | Err(TablesError::Memory { .. }) => (),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn make_ready(
        &mut self,
        tables: &Tables,
        material: &Material,
        monitor: &Monitor<'_>,
    ) -> Result<(), TablesError> {
        let Some(store) = tables.store() else { return tables.table(material, monitor).map(drop) };
        let stored = || store.open(material, tables.metric()).ok().flatten();
        if stored().is_none() {
            tables.solve(material, monitor)?;
        }
        // A table that could not be written is in memory or nowhere.
        let bytes = stored().map_or(0, |stored| stored.bytes_in_memory());
        if bytes <= WHOLE - self.whole {
            self.whole += bytes;
            tables.table(material, monitor)?;
        }
        Ok(())
    }
}
