//! `--elo` beside `-c`: a rating where people of it were measured, and a sentence where no scale holds.
//!
//! People's moves were measured, not how their games go, so that the commands that predict games take no rating.

use clap::Args;
use endgame::material::Material;
use player::Competence;
use study::assess::PlayerRole;
use study::practice::people;
use value::{Metric, Outcome};

use crate::failure::{BadInput, bad_input, refuse, refuse_if};
use crate::model_options::{ModelOptions, WeightedModel};
use crate::options::number;

/// A rating in place of a competence.
#[derive(Args, Clone, Debug)]
pub(crate) struct EloOption {
    /// In KQKR and KBNK, a rating of FIDE's in place of -c: the competence that people of it show in games, on their side of
    /// the endgame. The model is that of the measurement, kappa 1 and --concede all
    #[arg(long, value_name = "RATING", conflicts_with = "competence", value_parser = number("elo", 0.0..=4000.0))]
    elo: Option<f64>,
}

impl EloOption {
    /// The model: where a rating is given, that of people.
    pub(crate) fn players(&self, model: &ModelOptions) -> ModelOptions {
        if self.elo.is_some() { model.judging_people() } else { model.clone() }
    }

    /// The same with what moves weigh.
    pub(crate) fn weighted(&self, model: &WeightedModel) -> WeightedModel {
        WeightedModel { options: self.players(&model.options), weights: model.weights.clone() }
    }

    /// The competence of a rating, if one is given, for the side to move of a position of this value.
    pub(crate) fn competence(
        &self,
        (material, value): (Material, Outcome),
        model: &WeightedModel,
        metric: Metric,
    ) -> anyhow::Result<Option<Competence>> {
        let Some(elo) = self.elo else { return Ok(None) };
        let role = match value {
            Outcome::Win(_) => PlayerRole::Attacker,
            Outcome::Loss(_) => PlayerRole::Defender,
            Outcome::Draw => refuse!(
                "--elo {elo}: people were measured in won and in lost positions, and this one is drawn: give -c"
            ),
        };
        refuse_if!(
            metric != Metric::Dtc || model.weights.is_some() || !model.options.is_of_people(),
            "--elo {elo} stands for a competence with --metric dtc, --kappa 1, --concede all and no weights alone: leave these options out, or give -c"
        );
        let endgame = material.normalized().to_string();
        let found = people::competence(&endgame, role, elo);
        Ok(Some(found.map_err(|error| bad_input(format!("--elo: {error}")))?))
    }
}

/// `--elo` where a competence is asked for and no scale of ratings holds: it is refused with a sentence.
#[derive(Args, Clone, Debug)]
pub(crate) struct NoElo {
    #[arg(long = "elo", value_name = "N", hide = true, allow_hyphen_values = true, value_parser = no_elo)]
    _elo: Option<std::convert::Infallible>,
}

fn no_elo(text: &str) -> Result<std::convert::Infallible, BadInput> {
    Err(BadInput(format!(
        "--elo {text}: no rating stands for a competence here: ratings were measured in whole games, and move by move in KQKR and KBNK (`fallible choices` takes --elo there, `match` and `practice` the agent player:elo={text}); give -c, or play at a rating with `fallible uci --elo {text}` or the agent searcher:elo={text} of `fallible match`"
    )))
}
