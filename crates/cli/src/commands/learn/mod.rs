//! `fallible learn GAMES.pgn --endgame KQKR`: which rules players go by, learned from their games.

mod answer;
mod text;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use endgame::heuristics::{Rule, named};
use endgame::material::Material;
use endgame::rules::Color;
use rayon::prelude::*;
use study::learn::{Band, Course, Learned, Lesson, Taught, bands, learn};
use study::pgn::Game;

use crate::console::stopped;
use crate::failure::{BadInput, bad_input};
use crate::files;
use crate::games::GameFiles;
use crate::json as shapes;
use crate::model_options::ModelOptions;
use crate::options::Options;

/// Learn from games which rules players go by, beside their competence
///
/// A conditional logit over the moves open in each position: the competence of R_c and the weight of every rule, by maximum likelihood,
/// with standard errors by game; then how well the players' moves are foreseen in games left out, beside R_c alone and no knowledge at all.
/// The weights go into a file that every agent can use: player:weights=FILE. Games are read one after the other; every move of the
/// endgame that teaches something is kept in memory, a few hundred bytes each.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible learn ~/games/mine.pgn --endgame KQKR
  fallible learn ~/games/*.pgn --endgame KQKR --bands 400
  fallible learn ~/games/mine.pgn --endgame KQKR --rule check --rule 'attack and not check' --json
  fallible learn ~/games/mine.pgn --endgame KQKR --out ~/human.json

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
    #[arg(long, value_name = "SIDE", value_enum, default_value = "white")]
    side: Side,

    /// A rule that players may go by, such as 'check and not attacked(Q)'; may be repeated
    #[arg(long, value_name = "RULE")]
    rule: Vec<Rule>,

    /// Parts the games are divided into: each part is foreseen by what the others teach
    #[arg(long, value_name = "N", default_value = "10", value_parser = folds)]
    folds: usize,

    /// Learn for each band of so many rating points too
    #[arg(long, value_name = "POINTS", value_parser = points)]
    bands: Option<u16>,

    /// Write the weights into this file
    #[arg(long, value_name = "FILE.json")]
    out: Option<PathBuf>,

    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    options: Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
}

fn folds(text: &str) -> Result<usize, BadInput> {
    match text.parse() {
        Ok(folds @ 2..=1000) => Ok(folds),
        _ => Err(BadInput(format!("--folds {text}: give a number from 2 to 1000"))),
    }
}

fn points(text: &str) -> Result<u16, BadInput> {
    match text.parse() {
        Ok(points @ 10..=2000) => Ok(points),
        _ => {
            Err(BadInput(format!("--bands {text}: give rating points from 10 to 2000, as in 200")))
        }
    }
}

/// What the games held.
#[derive(Default)]
struct Read {
    games: usize,
    /// Games with a lesson in them.
    teaching: usize,
    lessons: Vec<Lesson>,
    forced: usize,
    never: usize,
    drawn: usize,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    files::check_outputs(&args.files, &[("--out", &args.out)])?;
    let mut files = GameFiles::new(&args.files)?;
    let (tables, console) = args.options.open()?;
    let course = Course {
        tables: &tables,
        material: args.endgame,
        side: args.mover(),
        model: args.model.model(),
        rules: args.rules()?,
    };
    let mut read = Read::default();
    while let Some(batch) = files.next(&console)? {
        tables.table(&args.endgame, &console.monitor())?;
        read.take(&course, batch.games)?;
    }
    console.clear();
    let learned = learn(&course, &read.lessons, args.folds)?;
    let by_rating = args.bands.map(|width| bands(&course, &read.lessons, width, args.folds));
    if let Some(file) = &args.out {
        files::write(file, &args.weights(&course, &learned, &read, file))?;
    }
    let findings = Findings { args, course: &course, read: &read, learned: &learned, by_rating };
    if args.options.json {
        shapes::write(out, &answer::Answer::of(&findings))?;
    } else {
        text::write(&findings, out)?;
    }
    out.flush()?;
    files.unreadable.tell(files.read)
}

/// Everything there is to print.
struct Findings<'a> {
    args: &'a Args,
    course: &'a Course<'a>,
    read: &'a Read,
    learned: &'a Learned,
    by_rating: Option<Vec<Band>>,
}

impl Args {
    fn mover(&self) -> Color {
        match self.side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }

    /// The rules asked for; or those the endgame has of itself, as truths, and the depth given away.
    fn rules(&self) -> anyhow::Result<Vec<Rule>> {
        let mover = self.mover();
        for rule in &self.rule {
            if let Some((letter, role)) = rule.missing_man(&self.endgame, mover) {
                let endgame = self.endgame;
                return Err(bad_input(format!(
                    "--rule '{rule}' speaks of {letter}, and there is no such {role:?} in {endgame} on that side: \
                     capital letters are the mover's men, small ones the opponent's"
                )));
            }
        }
        if !self.rule.is_empty() {
            return Ok(self.rule.clone());
        }
        // A threat counts moves; asked as a truth, it is a quick win to come.
        let truth = |rule: Rule| match rule.to_string().as_str() {
            "threat" => "threat and not check".parse().expect("made of words of the language"),
            _ => rule,
        };
        let depth: Rule = "conceded".parse().expect("a word of the language");
        let rules = named(&self.endgame, mover).into_iter().map(|named| truth(named.rule));
        Ok(rules.chain([depth]).collect())
    }

    fn weights(&self, course: &Course<'_>, learned: &Learned, read: &Read, file: &Path) -> String {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let source = format!(
            "{} moves of {} games in {}, {}",
            read.lessons.len(),
            read.teaching,
            self.endgame,
            self.model.said()
        );
        let kappa = self.model.kappa().get();
        learned.weights(&course.rules, &name, kappa, &source).to_json()
    }
}

impl Read {
    /// Teaches some games, on all cores, and takes them in their order.
    fn take(&mut self, course: &Course<'_>, games: Vec<Game>) -> anyhow::Result<()> {
        let first = self.games;
        let teach =
            |(at, game): (usize, Game)| (!stopped()).then(|| course.teach(first + at, &game));
        let taught: Vec<_> = games.into_par_iter().enumerate().map(teach).collect();
        for taught in taught {
            match taught {
                None => anyhow::bail!("stopped: no file was written; run the command again"),
                Some(taught) => self.add(taught?),
            }
        }
        Ok(())
    }

    fn add(&mut self, taught: Taught) {
        self.games += 1;
        self.teaching += usize::from(!taught.lessons.is_empty());
        self.forced += taught.forced;
        self.never += taught.never;
        self.drawn += taught.drawn;
        self.lessons.extend(taught.lessons);
    }
}
