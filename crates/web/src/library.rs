//! The tables of the workbench: what is missing is solved by a job.

use std::sync::Arc;

use endgame::material::{MOST_MEN_LISTED, Material};
use endgame::progress::Monitor;
use endgame::rules::Position;
use endgame::solve::SolveError;
use endgame::store::Store;
use endgame::table::Table;
use endgame::tables::{Tables, TablesError};
use study::background_tables::{BackgroundTables, SMALL_MEN};
use study::other_games::{AnyEndgame, AnyGame, GameError, GameName, GameTables, Watch};
use study::practice::Sources;
use value::Metric;

use crate::errors::{Answer, chain};
use crate::jobs::{Ended, Job, Jobs, Queue};

pub(crate) struct Library {
    tables: Arc<BackgroundTables>,
    /// Of the games that are not chess.
    others: Arc<GameTables>,
    /// Bytes for everything.
    memory: usize,
    pub(crate) jobs: Jobs,
}

impl Library {
    /// Tables in this folder, within so many bytes of memory. What is read whole to answer takes a third
    /// of them at most; solving takes what is left when it begins.
    pub(crate) fn new(store: Store, memory: usize) -> Library {
        let warned = Watch::new(|_| true).warning(|problem| tracing::warn!("{problem}"));
        let others = GameTables::in_folder(store.folder().to_owned(), memory / 4);
        let others = others.watched_by(warned);
        let tables = Tables::new(Metric::Dtc)
            .with_store(store)
            .with_notices(Arc::new(|notice| tracing::warn!("{notice}")))
            .with_memory_budget(memory / 3);
        let tables = Arc::new(BackgroundTables::new(tables, memory));
        Library { tables, others: Arc::new(others), memory, jobs: Jobs::default() }
    }

    /// The tables of a game that is not chess; ask them only for what is [`ready`](Library::need_other).
    pub(crate) fn other(&self, game: GameName) -> &AnyGame {
        self.others.of(game)
    }

    /// The tables of all games.
    pub(crate) fn sources(&self) -> Sources<'_> {
        Sources { chess: self.tables(), others: &self.others }
    }

    /// Makes sure that an endgame of another game can be looked up, as [`need`](Library::need) does for chess.
    pub(crate) async fn need_other(&self, game: GameName, endgame: &AnyEndgame) -> Answer<()> {
        if endgame.men() > game.most_men() {
            let (men, most) = (endgame.men(), game.most_men());
            return Err(GameError::TooManyMen { game: game.word(), men, most }.into());
        }
        if endgame.men() < 2 || self.other(game).is_ready(endgame) {
            return Ok(());
        }
        let (job, what) = (self.solve_other(game, endgame), format!("{endgame} of {game}"));
        job.done(&what, "the solving was cancelled: ask again").await
    }

    /// The same for a position that was kept, of chess if no game is named.
    pub(crate) async fn need_of_position(&self, game: Option<GameName>, text: &str) -> Answer<()> {
        match game {
            None => self.need(&Position::from_fen(text)?.material()).await,
            Some(game) => self.need_other(game, &game.read(text)?.endgame()).await,
        }
    }

    /// Starts to solve an endgame of another game, or finds the job that does.
    pub(crate) fn solve_other(&self, game: GameName, endgame: &AnyEndgame) -> Arc<Job> {
        let (others, endgame) = (Arc::clone(&self.others), endgame.normalized());
        self.jobs.start(format!("solve {endgame} of {game}"), Queue::Solving, move |job| match job
            .heard(|watch| others.of(game).load_heard(&endgame, watch))
        {
            Ok(()) => Ok(()),
            Err(error) if error.is_stopped() => Err(Ended::Cancelled),
            Err(error) => Err(Ended::Failed(chain(&error))),
        })
    }

    /// What answers; ask it only for what is [`ready`](Library::need).
    pub(crate) fn tables(&self) -> &Arc<Tables> {
        self.tables.tables()
    }

    /// Bytes that heavy work other than solving may take.
    pub(crate) fn budget(&self) -> usize {
        self.memory / 3 * 2
    }

    /// Gives memory back to the system that nobody needs at the moment: tables of many men are read
    /// from their files when they are asked for again.
    pub(crate) fn rest(&self) {
        self.tables.shrink();
    }

    /// Whether positions of this endgame and all their moves can be looked up.
    pub(crate) fn is_ready(&self, material: &Material) -> bool {
        self.tables.has_all(material)
    }

    /// Makes sure that an endgame can be looked up; whoever would wait too long is told which job to
    /// wait for.
    pub(crate) async fn need(&self, material: &Material) -> Answer<()> {
        if material.men() > MOST_MEN_LISTED {
            let men = material.men();
            return Err(TablesError::TooManyMen { material: *material, men }.into());
        }
        if self.is_ready(material) {
            return Ok(());
        }
        let (job, what) = (self.solve(material), material.normalized().to_string());
        job.done(&what, "the solving was cancelled: ask again").await
    }

    /// Starts to solve an endgame, or finds the job that does; larger ones are solved one at a time.
    pub(crate) fn solve(&self, material: &Material) -> Arc<Job> {
        let material = material.normalized();
        let tables = Arc::clone(&self.tables);
        let is_small = material.men() <= SMALL_MEN;
        let queue = if is_small { Queue::None } else { Queue::Solving };
        self.jobs.start(format!("solve {material}"), queue, move |job| {
            match job.watched(|monitor| tables.prepare(&material, monitor)) {
                Ok(()) => {
                    tracing::info!(endgame = %material, "solved");
                    Ok(())
                }
                Err(TablesError::Solve(SolveError::Stopped { .. })) => Err(Ended::Cancelled),
                Err(error) => Err(Ended::Failed(chain(&error))),
            }
        })
    }

    /// Solves the small ones of these endgames that are missing, for a job that does more than that.
    pub(crate) fn solve_small(&self, endgames: &[Material], job: &Job) {
        let missing = endgames.iter().filter(|one| one.men() <= SMALL_MEN && !self.is_ready(one));
        for material in missing {
            if let Err(error) = job.watched(|monitor| self.tables.prepare(material, monitor)) {
                tracing::warn!("{}", chain(&error));
            }
        }
    }

    /// A whole table in memory, which must be there or solved before; blocks while it is read.
    pub(crate) fn table(&self, material: &Material) -> Result<Arc<Table>, TablesError> {
        self.tables().table(material, &Monitor::NONE)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::jobs::State;
    use endgame::rules::Position;
    use study::background_tables::IDLE_MEMORY;

    const LONG: Duration = Duration::from_secs(600);

    /// The disk is a cache: where nothing can be written, tables are made and asked in memory.
    #[tokio::test]
    async fn without_a_folder_tables_stay_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let blocked = folder.path().join("blocked");
        std::fs::write(&blocked, b"a file where the folder should be").unwrap();
        let library = Library::new(Store::new(&blocked), 1 << 30);
        let position = Position::from_fen("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1").unwrap();
        let material = position.material();
        assert_eq!(library.solve(&material).wait(LONG).await, State::Done);
        assert!(library.is_ready(&material) && library.need(&material).await.is_ok());
        let value = library.tables().outcome(&position).unwrap();
        assert_eq!(value, value::Outcome::Win(value::Depth(31)));
        library.rest();
        assert!(library.is_ready(&material), "what cannot be read back stays");
    }

    #[tokio::test]
    async fn what_can_be_read_back_does_not_stay_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::new(Store::new(folder.path()), 1 << 30);
        let material: Material = "KBBKN".parse().unwrap();
        assert_eq!(library.solve(&material).wait(LONG).await, State::Done);
        assert!(library.tables().bytes_in_memory() <= IDLE_MEMORY);
        library.table(&material).unwrap();
        assert!(library.tables().bytes_in_memory() > 100_000_000);
        library.rest();
        assert!(library.tables().bytes_in_memory() <= IDLE_MEMORY && library.is_ready(&material));
    }
}
