//! What is believed of a player's competence: in words, from a file, or learned from games.

use std::path::{Path, PathBuf};

use clap::Args;
use endgame::tables::Tables;
use player::agents::Predictor;
use player::spec::parse_belief;
use player::{Belief, Competence, CompetenceGrid, MovePrior};
use study::assess::{AssessError, Assessment, Assessor, PlayerRole, Settings};
use study::described::Described;
use study::pgn::source::STANDARD_INPUT;
use study::pgn::{FileBoard, Game};
use study::prediction::Competences;
use study::schema;
use study::weights::ByRules;

use crate::console::Console;
use crate::failure::bad_input;
use crate::games::GameFiles;
use crate::model_options::ModelOptions;
use crate::printable::printable;

/// A belief in place of a competence.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Belief")]
pub(crate) struct BeliefOption {
    /// What is believed of the competence, in place of -c: a number, uniform, normal=MEAN/SD, a grid such
    /// as 10(5)30, a .json file with a belief or an answer that has one, or a PGN file with games of the
    /// player to learn from, plain or packed, - being standard input
    #[arg(long, value_name = "BELIEF", allow_hyphen_values = true, conflicts_with = "competence")]
    belief: Option<String>,

    /// With a PGN file: only the moves of this player
    #[arg(long, value_name = "NAME", requires = "belief")]
    player: Option<String>,

    /// The competences thought possible: least(step)greatest
    #[arg(long, value_name = "GRID", default_value = "0(1)50", allow_hyphen_values = true)]
    grid: CompetenceGrid,
}

/// What is known of a player: the competences possible, and the belief they come from, if any.
pub(crate) struct Known {
    pub(crate) competences: Competences,
    pub(crate) belief: Option<Belief>,
}

impl Known {
    /// A competence known for sure.
    pub(crate) fn certain(competence: Competence) -> Known {
        Known { competences: vec![(competence, 1.0)], belief: None }
    }

    /// Whatever the Predictor asks about.
    fn believed(belief: Belief) -> Known {
        Known { competences: Predictor::new(&belief).competences(), belief: Some(belief) }
    }

    /// For a sentence: `R_20`, or `R_c, c = 18.02 with sd 2.75 from 45 moves`.
    pub(crate) fn name(&self) -> String {
        match &self.belief {
            None => format!("R_{}", self.competences[0].0),
            Some(belief) => {
                let moves = match belief.moves() {
                    0 => String::new(),
                    moves => format!(" from {moves} moves"),
                };
                format!("R_c, c = {:.2} with sd {:.2}{moves},", belief.mean(), belief.sd())
            }
        }
    }
}

/// The competence of somebody of whom nothing is believed: as said, that of the weights, or the
/// papers' 20.
pub(crate) fn usual_competence(said: Option<Competence>, weights: Option<&ByRules>) -> Competence {
    let papers = || Competence::new(20.0).expect("a number");
    said.or_else(|| weights?.competence()).unwrap_or_else(papers)
}

impl BeliefOption {
    /// The file that is read, if one is named.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let words = self.belief.iter().map(PathBuf::from);
        words.filter(|file| file.is_file()).collect()
    }

    /// The model; with games to judge a person by, the one for people.
    pub(crate) fn players(&self, model: &ModelOptions) -> ModelOptions {
        match self.belief.as_deref().is_some_and(is_games) {
            true => model.judging_people(),
            false => model.clone(),
        }
    }

    /// What is believed; none if nothing was said. Learned from games if those are named, of the
    /// player in this role, either if none.
    pub(crate) fn known(
        &self,
        (model, weights): (&ModelOptions, Option<&ByRules>),
        role: Option<PlayerRole>,
        tables: &Tables,
        console: &Console,
    ) -> anyhow::Result<Option<Known>> {
        self.known_by(model, role, |file, who, mut settings| {
            settings.move_prior = weights.map(|weights| std::sync::Arc::new(weights.clone()) as _);
            learned(file, who, &settings, tables, console)
        })
    }

    /// The same for any game: `learn` learns of a player in a role from the games of a file.
    pub(crate) fn known_by(
        &self,
        model: &ModelOptions,
        role: Option<PlayerRole>,
        learn: impl FnOnce(&Path, Who<'_>, Settings) -> anyhow::Result<Belief>,
    ) -> anyhow::Result<Option<Known>> {
        let Some(words) = &self.belief else { return Ok(None) };
        if !is_games(words) {
            if self.player.is_some() {
                return Err(bad_input(
                    "--player picks a player of a PGN file, and --belief names none: give --belief GAMES.pgn",
                ));
            }
            return Ok(Some(Known::believed(from_words(words, self.grid)?)));
        }
        let settings = Settings::new(self.players(model).model(), Belief::uniform(self.grid));
        let belief = learn(Path::new(words), (self.player.as_deref(), role), settings)?;
        Ok(Some(Known::believed(belief)))
    }
}

/// Whether a belief names games: a file that is not JSON, a pipe, or standard input.
pub(crate) fn is_games(belief: &str) -> bool {
    let there = std::fs::metadata(belief).is_ok_and(|there| !there.is_dir());
    belief == STANDARD_INPUT || there && json(belief).is_none()
}

/// The text of a file whose name says that it is JSON.
fn json(file: &str) -> Option<String> {
    let is_file = std::fs::metadata(file).is_ok_and(|there| there.is_file());
    let named = is_file && Path::new(file).extension().is_some_and(|ending| ending == "json");
    named.then(|| std::fs::read_to_string(file).unwrap_or_default())
}

/// A belief that is not learned from games.
pub(crate) fn from_words(words: &str, grid: CompetenceGrid) -> anyhow::Result<Belief> {
    if let Some(text) = json(words) {
        return from_json(&text, grid).map_err(|why| bad_input(format!("{words}: {why}")));
    }
    match (words.contains('(')).then(|| words.parse::<CompetenceGrid>()) {
        Some(grid) => Ok(Belief::uniform(grid.map_err(|error| bad_input(error.to_string()))?)),
        None => parse_belief(words, grid).map_err(bad_input),
    }
}

/// A belief as the schema writes it, alone or as the field of an answer; or a list of probabilities
/// for the grid.
fn from_json(text: &str, grid: CompetenceGrid) -> Result<Belief, String> {
    let wrong = |error: serde_json::Error| {
        format!(
            "no belief ({error}): give what `predict --json` says of one, or a list of probabilities for the grid"
        )
    };
    let value: serde_json::Value = serde_json::from_str(text).map_err(wrong)?;
    if value.is_array() {
        let prior: Vec<f64> = serde_json::from_value(value).map_err(wrong)?;
        return Belief::with_prior(grid, &prior).map_err(|error| error.to_string());
    }
    let record = value.get("belief").cloned().unwrap_or(value);
    let record: schema::Belief = serde_json::from_value(record).map_err(wrong)?;
    Belief::try_from(&record).map_err(|error| error.to_string())
}

/// What the games of a PGN file say of a player, anybody if none is named, in a role, either if none
/// is.
pub(crate) fn learned(
    file: &Path,
    who: Who<'_>,
    settings: &Settings,
    tables: &Tables,
    console: &Console,
) -> anyhow::Result<Belief> {
    let assessor = Assessor::new(tables, settings);
    let files = GameFiles::new(&[PathBuf::from(file)])?;
    let prepare = |games: &[Game]| Ok(assessor.prepare(games.iter(), &console.monitor())?);
    let assess = |file: &Path, game: &Game| assessor.assess(file, game);
    learned_by((file, files), who, settings.prior.clone(), console, prepare, assess)
}

/// A player by name, anybody if none, in a role, either if none.
pub(crate) type Who<'a> = (Option<&'a str>, Option<PlayerRole>);

/// The same of any game.
pub(crate) fn learned_by<B: FileBoard, P: Described>(
    (file, mut files): (&Path, GameFiles<B>),
    (player, role): Who<'_>,
    mut belief: Belief,
    console: &Console,
    prepare: impl Fn(&[Game<B>]) -> anyhow::Result<()>,
    assess: impl Fn(&Path, &Game<B>) -> Result<Assessment<P>, AssessError>,
) -> anyhow::Result<Belief> {
    while let Some(batch) = files.next(console)? {
        prepare(&batch.games)?;
        for game in &batch.games {
            let assessment = match assess(&batch.file, game) {
                Ok(assessment) => assessment,
                Err(error) if error.is_outside_tables() => continue,
                Err(error) => return Err(error.into()),
            };
            for (color, record) in &assessment.records {
                let asked = player.is_none_or(|asked| asked == game.player(*color));
                if asked && role.is_none_or(|role| role == record.side) {
                    belief.merge(&record.belief);
                }
            }
        }
    }
    console.clear();
    if let Err(error) = files.unreadable.report(files.read) {
        eprintln!("fallible: {}", printable(&error.to_string()));
    }
    if belief.moves() == 0 {
        let who = player.unwrap_or("anybody");
        let role = role.map_or("player", PlayerRole::word);
        return Err(bad_input(format!(
            "{} has no move of {who} as {role} within the tables: give --belief a number or uniform",
            file.display()
        )));
    }
    Ok(belief)
}
