//! The tables that judge positions with few men in commands about whole games.

use corpus::Decision;
use corpus::exact_zone::{ExactTables, JudgedByTables, judge};
use endgame::material::Material;
use study::background_tables::SMALL_MEN;
use value::Metric;

use crate::options::{MemoryOption, StoreOption};

/// Where tables are kept, and how much memory they may take.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct ExactZoneTables {
    #[command(flatten)]
    kept: StoreOption,

    #[command(flatten)]
    memory: MemoryOption,
}

impl ExactZoneTables {
    /// Asks the tables: up to four men they are made, with five they are asked if they are at hand.
    pub(crate) fn ask<T>(&self, ask: impl FnOnce(&ExactTables<'_>) -> T) -> T {
        let tables = endgame::tables::Tables::new(Metric::Dtc);
        let tables = tables.with_memory_budget(self.memory.budget());
        let store = self.kept.store_if_any();
        let tables = store.into_iter().fold(tables, |all, one| all.with_store(one));
        let ready = |material: &Material| {
            material.men() <= SMALL_MEN
                || tables.has(material)
                    && material.converts_into().iter().all(|one| tables.has(one))
        };
        ask(&ExactTables { tables: &tables, ready: &ready })
    }

    /// Lets the tables judge decisions with few men.
    pub(crate) fn judge(&self, decisions: &mut [Decision]) -> JudgedByTables {
        self.ask(|exact| judge(decisions, exact))
    }
}
