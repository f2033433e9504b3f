//! Tables that answer while others are being solved.
//!
//! What answers never solves: a table that is missing is made by a job with tables of its own, which
//! leaves it in the folder for us to read. So a long solve keeps nobody waiting but those who need it.

use std::sync::Arc;
use std::time::Duration;

use endgame::material::{MOST_MEN_LISTED, Material};
use endgame::rules::Position;
use endgame::solve::{SolveError, Watch};
use endgame::store::Store;
use endgame::table::Table;
use endgame::tables::{Tables, TablesError};
use value::Metric;

use crate::errors::{Answer, Failure, chain};
use crate::jobs::{Ended, Job, Jobs, State};

/// The tables of the workbench.
pub struct Library {
    answering: Arc<Tables>,
    store: Store,
    solving_budget: usize,
    jobs: Arc<Jobs>,
}

/// How long a request waits for a table before it is told to come back.
const PATIENCE: Duration = Duration::from_millis(1_000);

/// Endgames with more men are solved one at a time.
const QUICK_MEN: usize = 4;

impl Library {
    /// Tables in this folder, within so many bytes of memory.
    pub fn new(store: Store, memory: usize, jobs: Arc<Jobs>) -> Library {
        let answering = Tables::new(Metric::Dtc).with_store(store.clone());
        let answering = Arc::new(answering.with_memory_budget(memory / 3));
        Library { answering, store, solving_budget: memory / 3 * 2, jobs }
    }

    /// What answers; ask it only for what is [`ready`](Library::need).
    pub fn tables(&self) -> &Arc<Tables> {
        &self.answering
    }

    /// Bytes that solving and other heavy work may take.
    pub fn budget(&self) -> usize {
        self.solving_budget
    }

    /// All jobs.
    pub fn jobs(&self) -> &Arc<Jobs> {
        &self.jobs
    }

    /// Whether positions of this endgame and all their moves can be looked up.
    pub fn is_ready(&self, material: &Material) -> bool {
        let there =
            |material: &Material| *material == Material::KINGS || self.answering.has(material);
        there(material) && material.converts_into().iter().all(there)
    }

    /// Makes sure that an endgame can be looked up; whoever would wait too long is told which job to
    /// wait for.
    pub async fn need(&self, material: &Material) -> Answer<()> {
        if material.men() > MOST_MEN_LISTED {
            let men = material.men();
            return Err(TablesError::TooManyMen { material: *material, men }.into());
        }
        if self.is_ready(material) {
            return Ok(());
        }
        let job = self.solve(material);
        match job.wait(PATIENCE).await {
            State::Done => Ok(()),
            State::Running(_) => {
                Err(Failure::Solving { job: job.id, what: material.normalized().to_string() })
            }
            State::Cancelled => Err(Failure::conflict("the solving was cancelled: ask again")),
            State::Failed(sentence) => {
                Err(Failure::Said(axum::http::StatusCode::INTERNAL_SERVER_ERROR, sentence.into()))
            }
        }
    }

    /// The same for a position.
    pub async fn need_for(&self, position: &Position) -> Answer<()> {
        self.need(&position.material()).await
    }

    /// Starts to solve an endgame, or finds the job that does.
    pub fn solve(&self, material: &Material) -> Arc<Job> {
        let material = material.normalized();
        let (store, budget) = (self.store.clone(), self.solving_budget);
        let heavy = material.men() > QUICK_MEN;
        self.jobs.start(format!("solve {material}"), heavy, move |job| {
            let tables = Tables::new(Metric::Dtc).with_store(store).with_memory_budget(budget);
            let needed = material.with_all_it_needs();
            job.watched(|watch| needed.iter().try_for_each(|one| make(&tables, one, watch)))
        })
    }

    /// A whole table in memory, which must be there or solved before; blocks while it is read.
    pub fn table(&self, material: &Material) -> Result<Arc<Table>, TablesError> {
        self.answering.table(material, &Watch::NOBODY)
    }
}

/// Makes one endgame whose smaller ones are there, unless it is there itself.
fn make(tables: &Tables, material: &Material, watch: &Watch<'_>) -> Result<(), Ended> {
    if tables.has(material) {
        return Ok(());
    }
    match tables.solve(material, watch) {
        Ok(_) => Ok(()),
        Err(TablesError::Solve(SolveError::Stopped { .. })) => Err(Ended::Cancelled),
        Err(error) => Err(Ended::Failed(chain(&error))),
    }
}
