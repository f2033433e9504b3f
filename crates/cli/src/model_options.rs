//! Which players are thought of: the model's options, shared by every command that plays or judges.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use endgame::tables::Tables;
use player::spec::ModelWords;
use player::{
    Belief, CompetenceGrid, Concede, DepthOffset, Model, MoveFilter, MovePrior, PowerLaw,
};
use study::weights::ByRules;
use value::{Depth, Extent};

use crate::failure::{BadInput, bad_input};
use crate::options::number_or;

/// What reference players prefer and which moves they never make.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Model")]
pub(crate) struct ModelOptions {
    /// How much a move counts beside the depth: a number above 0, or 0+ for the limit in which a
    /// win at hand is never missed
    #[arg(long, value_name = "KAPPA", default_value = "1", allow_hyphen_values = true)]
    kappa: DepthOffset,

    /// Which values a player may give away: never (none), draws (a draw but no win), all (any)
    // Commands that judge people have another default: see `JUDGING_PEOPLE`.
    #[arg(long, value_name = "WHAT", default_value = "draws")]
    concede: Option<Concede>,

    /// A lost position is entered only if nothing else is left
    #[arg(long)]
    avoid_losses: bool,

    /// Wins and losses within so many moves are seen: the one played best, the other avoided
    #[arg(long, value_name = "MOVES", value_parser = number_or("horizon", 1u16..=u16::MAX, MOVES))]
    horizon: Option<u16>,

    /// A draw is as good as a win in so many moves; never better than the deepest win [default: one
    /// more than the deepest]
    #[arg(long, value_name = "MOVES")]
    draw_as_win: Option<u16>,

    /// A draw is as good as a loss in so many moves; never worse than the deepest loss [default: one
    /// more than the deepest]
    #[arg(long, value_name = "MOVES")]
    draw_as_loss: Option<u16>,
}

const MOVES: &str = "give a number of moves from 1 to 65535";

/// The default of `--concede` where people are judged, as in [`Model::judging_people`].
pub(crate) const JUDGING_PEOPLE: &str = "all";

impl ModelOptions {
    /// The same with the default for judging people where `--concede` has none of its own.
    pub(crate) fn judging_people(&self) -> ModelOptions {
        let default = MoveFilter::judging_people().concede;
        ModelOptions { concede: self.concede.or(Some(default)), ..self.clone() }
    }

    /// Everything about the players but their competence.
    pub(crate) fn model(&self) -> Model {
        self.words(CompetenceGrid::default(), None).model()
    }

    /// The same with another `κ`.
    pub(crate) fn model_with(&self, kappa: DepthOffset) -> Model {
        ModelOptions { kappa, ..self.clone() }.model()
    }

    /// What was asked of draws and cannot be: a sentence each, for players whose wins and losses go
    /// so deep.
    pub(crate) fn draw_notes(&self, extents: &[Extent]) -> Vec<String> {
        let sentence = |option: &str, asked: Option<u16>, deepest: Depth, what: &str| {
            let asked = asked.filter(|&asked| asked <= deepest.0)?;
            let least = deepest.deeper();
            Some(format!(
                "--{option} {asked} would put a draw before the deepest {what}, {deepest}: {least} is taken"
            ))
        };
        let each = extents.iter().flat_map(|extent| {
            let win = sentence("draw-as-win", self.draw_as_win, extent.deepest_win, "win");
            let loss = sentence("draw-as-loss", self.draw_as_loss, extent.deepest_loss, "loss");
            win.into_iter().chain(loss)
        });
        let mut said = HashSet::new();
        each.filter(|one| said.insert(one.clone())).collect()
    }

    pub(crate) fn kappa(&self) -> DepthOffset {
        self.kappa
    }

    /// The settings an agent has unless its description says otherwise.
    pub(crate) fn words(&self, grid: CompetenceGrid, weights: Option<&str>) -> ModelWords {
        let preference = PowerLaw {
            depth_offset: self.kappa,
            draw_as_win: self.draw_as_win.map(Depth),
            draw_as_loss: self.draw_as_loss.map(Depth),
        };
        let filter = MoveFilter {
            concede: self.concede.unwrap_or_default(),
            avoid_losses: self.avoid_losses,
            horizon: self.horizon.map(Depth),
        };
        ModelWords { preference, filter, weights: weights.map(str::to_owned), grid }
    }

    /// Whether players of this model are those of whom the ratings of endgames were measured: `kappa` 1, anything
    /// conceded, nothing else said.
    pub(crate) fn is_of_people(&self) -> bool {
        let usual = DepthOffset::default() == self.kappa && !self.avoid_losses;
        let draws = self.draw_as_win.or(self.draw_as_loss).or(self.horizon);
        usual && draws.is_none() && self.concede.is_none_or(|concede| concede == Concede::Anything)
    }

    /// The model in one line: `kappa 1, no win conceded`.
    pub(crate) fn description(&self) -> String {
        self.words(CompetenceGrid::default(), None).to_string()
    }
}

/// The model of the commands whose players look at single moves, and what those weigh.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Model")]
pub(crate) struct WeightedModel {
    #[command(flatten)]
    pub(crate) options: ModelOptions,

    /// What moves weigh to these players: hp0 or hp1 (Jansen's), human (learned in KQKR), or a file of weights
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) weights: Option<String>,
}

impl WeightedModel {
    /// Who weighs the moves, if anybody.
    pub(crate) fn move_prior(&self) -> anyhow::Result<Option<Arc<dyn MovePrior<Tables>>>> {
        Ok(self.by_rules()?.map(|rules| Arc::new(rules) as _))
    }

    /// The rules they weigh by.
    pub(crate) fn by_rules(&self) -> anyhow::Result<Option<ByRules>> {
        let found = self.weights.as_deref().map(study::weights::find).transpose();
        found.map_err(|error| bad_input(format!("--weights: {error}")))
    }

    /// The settings an agent has unless its description says otherwise.
    pub(crate) fn words(&self, grid: CompetenceGrid) -> ModelWords {
        self.options.words(grid, self.weights.as_deref())
    }
}

/// What is thought of a competence before any move is seen.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Belief")]
pub(crate) struct BeliefOptions {
    /// The competences thought possible: least(step)greatest
    #[arg(long, value_name = "GRID", default_value = "0(1)50", allow_hyphen_values = true)]
    grid: CompetenceGrid,

    /// How likely each is at first: uniform, normal:MEAN,SD, or a file with a JSON list of
    /// probabilities for the grid
    #[arg(long, value_name = "PRIOR", default_value = "uniform")]
    prior: Prior,
}

impl BeliefOptions {
    pub(crate) fn grid(&self) -> CompetenceGrid {
        self.grid
    }

    pub(crate) fn belief(&self) -> anyhow::Result<Belief> {
        Ok(match &self.prior {
            Prior::Uniform => Belief::uniform(self.grid),
            Prior::Normal { mean, sd } => Belief::normal(self.grid, *mean, *sd)?,
            Prior::File(file) => Belief::with_prior(self.grid, &probabilities(file)?)
                .with_context(|| format!("{}", file.display()))?,
        })
    }
}

/// The numbers in a file.
fn probabilities(file: &Path) -> anyhow::Result<Vec<f64>> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        let file = file.display();
        BadInput(format!("cannot read the prior {file} ({error}): give uniform, normal:20,5 or a file with a JSON list of probabilities"))
    })?;
    Ok(serde_json::from_str(&text).map_err(|error| {
        let file = file.display();
        BadInput(format!("{file} is not a JSON list of probabilities ({error}): write one number for each competence of the grid, as in [0.2, 0.5, 0.3]"))
    })?)
}

/// Where the first probabilities come from.
#[derive(Clone, Debug, PartialEq)]
enum Prior {
    Uniform,
    Normal { mean: f64, sd: f64 },
    File(PathBuf),
}

impl FromStr for Prior {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Prior, BadInput> {
        if text == "uniform" {
            return Ok(Prior::Uniform);
        }
        let Some(numbers) = text.strip_prefix("normal:") else {
            return Ok(Prior::File(text.into()));
        };
        let number = |part: &str| part.trim().parse::<f64>().ok().filter(|n| n.is_finite());
        let normal = numbers.split_once(',').and_then(|(mean, sd)| {
            Some(Prior::Normal { mean: number(mean)?, sd: number(sd).filter(|sd| *sd > 0.0)? })
        });
        let hint = "give a mean and a standard deviation above 0, as in normal:20,5";
        normal.ok_or_else(|| BadInput(format!("--prior {text}: {hint}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priors_are_named() {
        assert_eq!("uniform".parse::<Prior>().unwrap(), Prior::Uniform);
        let normal = Prior::Normal { mean: 20.0, sd: 5.0 };
        assert_eq!("normal:20,5".parse::<Prior>().unwrap(), normal);
        assert_eq!("old.json".parse::<Prior>().unwrap(), Prior::File("old.json".into()));
        for wrong in ["normal:", "normal:20", "normal:20,0", "normal:NaN,1", "normal:1,inf"] {
            assert!(wrong.parse::<Prior>().is_err(), "{wrong}");
        }
    }
}
