//! What came of a run, as the schema has it.

use study::schema::evaluation::{EvaluatedGames, EvaluationReport};

use super::game_stream::GameCounts;
use super::plan::{Outcome, Plan, Totals};
use super::reference_engine::ReferenceEngine;

use crate::select::Refusal;

impl Outcome {
    /// As told to the outside; without a plan, nothing was valued.
    pub fn report(&self, plan: Option<&Plan>) -> EvaluationReport {
        let Outcome { games, totals } = self;
        let Totals { decisions, positions, valued, known, failed, decided, rows, .. } = *totals;
        let processes = plan.map_or(0, |plan| plan.processes);
        let engines = plan.map_or(&[][..], |plan| &plan.engines);
        EvaluationReport {
            games: games.report(),
            decisions,
            positions,
            duplicates: decisions - positions,
            valued,
            known,
            failed,
            decided,
            rows,
            engines: engines.iter().map(ReferenceEngine::to_string).collect(),
            depths: plan.map_or_else(Vec::new, |plan| plan.depths.clone()),
            processes,
            seconds: totals.time.as_secs_f64(),
            engine_seconds: totals.engine_time.as_secs_f64(),
            engine_share: totals.engine_share(processes),
            file: plan.map(|plan| plan.out.display().to_string()),
        }
    }
}

impl GameCounts {
    fn report(&self) -> EvaluatedGames {
        let reasons = Refusal::ALL.iter().zip(self.refused).filter(|(_, count)| *count > 0);
        EvaluatedGames {
            read: self.read,
            kept: self.kept,
            unreadable: self.unreadable,
            refused: reasons.map(|(reason, count)| (reason.word().to_owned(), count)).collect(),
        }
    }
}
