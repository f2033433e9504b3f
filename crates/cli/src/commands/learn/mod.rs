//! `fallible learn GAMES.pgn --endgame KQKR`: which rules players go by, learned from their games.

mod errors;
mod output;

use std::io::Write;
use std::path::{Path, PathBuf};

use endgame::heuristics::Rule;
use endgame::material::Material;
use endgame::rules::Color;
use player::CompetenceGrid;
use study::learn::{Band, Dataset, Extractor, Learned, LearnedRecord, bands, default_rules, learn};
use study::pgn::Game;

use crate::elo_option::NoElo;
use crate::failure::refuse;
use crate::files;
use crate::games::GameFiles;
use crate::json;
use crate::model_options::{JUDGING_PEOPLE, ModelOptions};
use crate::options::{Options, color, number, number_or};

/// Learn from games which rules players go by, beside their competence
///
/// A conditional logit over the moves open in each position: the competence of R_c and the weight of every rule, by maximum likelihood,
/// with standard errors by game; then how well the players' moves are foreseen in games left out, beside R_c alone and no knowledge at all.
/// The weights go into a file that every agent can use: player:weights=FILE. Games are read one after the other; every move of the
/// endgame that teaches something is kept in memory, a few hundred bytes each.
///
/// With --errors: how likely an error is in a position, from the list of its moves (how many, how many optimal, how deep, which checks, what R_c and the
/// rules expect), by logistic regression, beside simpler forecasts in games left out; `fallible speculate FEN --errors FILE` uses it.
#[derive(clap::Args, Debug)]
#[command(mut_arg("concede", |arg| arg.default_value(JUDGING_PEOPLE)), after_help = "Examples:
  fallible learn ~/games/mine.pgn --endgame KQKR
  fallible learn ~/games/*.pgn --endgame KQKR --bands 400
  fallible learn ~/games/mine.pgn --endgame KQKR --rule check --rule 'attack and not check' --json
  fallible learn ~/games/mine.pgn --endgame KQKR --out ~/human.json
  fallible learn ~/games/mine.pgn --endgame KBNK --history --out ~/planner.json
  fallible learn ~/games/mine.pgn --endgame KQKR --errors --out ~/errors.json

`fallible heuristics --help` lists the words of a rule. Without --rule, the endgame's own rules are tried.
Exit code 1: some games could not be read, and stderr says which; the others taught.")]
pub(crate) struct Args {
    /// PGN files, plain or packed by gzip, zstd or bzip2, whatever their names; - is standard input
    #[arg(value_name = "GAMES.pgn", required = true)]
    files: Vec<PathBuf>,

    /// The endgame, White's men first
    #[arg(long, value_name = "ENDGAME", default_value = "KQKR")]
    endgame: Material,

    /// Whose moves: white is the side named first in the endgame, in whichever colour it was played
    #[arg(long, value_name = "SIDE", value_parser = color(), default_value = "white")]
    side: Color,

    /// A rule that players may go by, such as 'check and not attacked(Q)'; may be repeated
    #[arg(long, value_name = "RULE")]
    rule: Vec<Rule>,

    /// Add the rules that look at the player's own last move: the same man again, on in the same direction, back, another check
    #[arg(long, conflicts_with_all = ["rule", "errors"])]
    history: bool,

    /// Learn how likely errors are, in place of weights
    #[arg(long, conflicts_with_all = ["rule", "bands"])]
    errors: bool,

    /// Parts the games are divided into: each part is foreseen by what the others teach
    #[arg(long, value_name = "N", default_value = "10", value_parser = number("folds", 2usize..=1000))]
    folds: usize,

    /// Learn for each band of so many rating points too
    #[arg(long, value_name = "POINTS", value_parser = number_or("bands", 10u16..=2000, POINTS))]
    bands: Option<u16>,

    /// Write the weights, or what was learned of errors, into this file
    #[arg(long, value_name = "FILE.json")]
    out: Option<PathBuf>,

    #[command(flatten)]
    _elo: NoElo,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    options: Options,
}

const POINTS: &str = "give rating points from 10 to 2000, as in 200";

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    files::check_outputs(&args.files, &[("--out", &args.out)])?;
    let mut files = GameFiles::new(&args.files)?;
    let (tables, console) = args.options.open()?;
    let extractor = Extractor {
        tables: &tables,
        material: args.endgame,
        side: args.side,
        model: args.model.model(),
        rules: args.rules()?,
    };
    if args.errors {
        errors::run(args, &extractor, &mut files, &console, out)?;
        return files.unreadable.report(files.read);
    }
    let mut dataset = Dataset::default();
    while let Some(batch) = files.next(&console)? {
        tables.table(&args.endgame, &console.monitor())?;
        let first = dataset.games;
        let learn = |at: usize, game: &Game| extractor.extract(first + at, game);
        batch.in_parallel(learn, |_, taught| {
            dataset.add(taught?);
            Ok(())
        })?;
    }
    console.clear();
    let learned = learn(&extractor, &dataset.observations, args.folds)?;
    let by_rating =
        args.bands.map(|width| bands(&extractor, &dataset.observations, width, args.folds));
    if let Some(file) = &args.out {
        files::write(file, &args.weights(&extractor, &learned, &dataset, file))?;
    }
    if args.options.json {
        let words = args.model.words(CompetenceGrid::default(), None);
        let bands = by_rating.as_deref();
        let record = LearnedRecord::new(&extractor, &words, &dataset, &learned, bands);
        json::write(out, &record)?;
    } else {
        let (extractor, dataset, learned) = (&extractor, &dataset, &learned);
        output::write(&Findings { args, extractor, dataset, learned, by_rating }, out)?;
    }
    out.flush()?;
    files.unreadable.report(files.read)
}

struct Findings<'a> {
    args: &'a Args,
    extractor: &'a Extractor<'a>,
    dataset: &'a Dataset,
    learned: &'a Learned,
    by_rating: Option<Vec<Band>>,
}

impl Args {
    /// The rules asked for; or those the endgame has of itself, as truths, and the depth given away.
    fn rules(&self) -> anyhow::Result<Vec<Rule>> {
        let mover = self.side;
        for rule in &self.rule {
            if let Some((letter, role)) = rule.missing_man(&self.endgame, mover) {
                let endgame = self.endgame;
                refuse!(
                    "--rule '{rule}' speaks of {letter}, and there is no such {role:?} in {endgame} on that side: \
                     capital letters are the mover's men, small ones the opponent's"
                );
            }
        }
        if !self.rule.is_empty() {
            return Ok(self.rule.clone());
        }
        let mut rules = default_rules(&self.endgame, mover, &self.model.model());
        if self.history {
            rules.extend(Rule::of_history());
        }
        Ok(rules)
    }

    fn weights(
        &self,
        extractor: &Extractor<'_>,
        learned: &Learned,
        dataset: &Dataset,
        file: &Path,
    ) -> String {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let source = format!(
            "{} moves of {} games in {}, {}",
            dataset.observations.len(),
            dataset.teaching_games,
            self.endgame,
            self.model.description()
        );
        let kappa = self.model.kappa().get();
        learned.weights(&extractor.rules, &name, kappa, &source).to_json()
    }
}
