//! What moves weigh: the option of every command whose model looks at single moves.

use std::sync::Arc;

use clap::Args;
use endgame::tables::Tables;
use player::MovePrior;

use crate::failure::bad_input;

/// The weights of the players thought of.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Model")]
pub(crate) struct WeightsOption {
    /// What moves weigh to these players: hp0 or hp1 (Jansen's), human (learned in KQKR), or a file of weights
    #[arg(long, value_name = "NAME|FILE")]
    weights: Option<String>,
}

impl WeightsOption {
    /// Who weighs; nobody if nothing was named.
    pub(crate) fn move_prior(&self) -> anyhow::Result<Option<Arc<dyn MovePrior<Tables>>>> {
        let found = self.weights.as_deref().map(study::weights::named).transpose();
        found.map_err(|error| bad_input(format!("--weights: {error}")))
    }

    /// The name that was given.
    pub(crate) fn name(&self) -> Option<&str> {
        self.weights.as_deref()
    }

    /// For the end of a line about the model: `, weights hp1`.
    pub(crate) fn description(&self) -> String {
        self.name().map_or_else(String::new, |name| format!(", weights {name}"))
    }
}
