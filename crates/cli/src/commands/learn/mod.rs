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
use study::pgn::{Game, GameError, Games};

use crate::answer as shapes;
use crate::console::{Console, stopped};
use crate::failure::{BadInput, bad_input};
use crate::files;
use crate::model_options::ModelOptions;
use crate::options::Options;

/// Learn from games which rules players go by, beside their competence
///
/// A conditional logit over the moves open in each position: the competence of R_c and the weight of every rule, by maximum likelihood,
/// with standard errors by game; then how well the players' moves are foreseen in games left out, beside R_c alone and no knowledge at all.
/// The weights go into a file that every agent can use: player:weights=FILE.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible learn ~/games/mine.pgn --endgame KQKR
  fallible learn ~/games/*.pgn --endgame KQKR --bands 400
  fallible learn ~/games/mine.pgn --endgame KQKR --rule check --rule 'attack and not check' --json
  fallible learn ~/games/mine.pgn --endgame KQKR --out ~/human.json

`fallible heuristics --help` lists the words of a rule. Without --rule, the endgame's own rules are tried.")]
pub(crate) struct Args {
    /// PGN files
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

/// Games taught at a time.
const AT_A_TIME: usize = 256;

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
    refused: Vec<GameError>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    args.spare_the_input()?;
    let (tables, console) = args.options.open()?;
    let course = Course {
        tables: &tables,
        material: args.endgame,
        side: args.mover(),
        model: args.model.model(),
        rules: args.rules()?,
    };
    let files = args.files.iter().map(|file| Ok((file, Games::open(file)?)));
    let files = files.collect::<Result<Vec<_>, study::pgn::GamesError>>()?;
    let mut read = Read::default();
    for (_, mut games) in files {
        loop {
            let some: Vec<_> = games.by_ref().take(AT_A_TIME).collect();
            if some.is_empty() {
                break;
            }
            tables.table(&args.endgame, &console.watch())?;
            read.take(&course, some, &console)?;
        }
    }
    console.clear();
    if read.games == 0 && read.refused.is_empty() {
        return Err(bad_input("there is no game in the files given: name a PGN file with games"));
    }
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
    for refused in read.refused.iter().take(10) {
        eprintln!("fallible: {refused}");
    }
    match read.refused.len() {
        0 => Ok(()),
        count => anyhow::bail!("{count} of {} games could not be read", count + read.games),
    }
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

    /// Refuses to write over what is read.
    fn spare_the_input(&self) -> anyhow::Result<()> {
        let Some(output) = &self.out else { return Ok(()) };
        if self.files.iter().any(|input| files::same(input, output)) {
            let output = output.display();
            return Err(bad_input(format!(
                "{output} is one of the files to be read and would be lost: write to another file"
            )));
        }
        Ok(())
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
    fn take(
        &mut self,
        course: &Course<'_>,
        games: Vec<Result<Game, GameError>>,
        console: &Console,
    ) -> anyhow::Result<()> {
        let first = self.games + self.refused.len();
        let teach = |(at, game): (usize, Result<Game, GameError>)| {
            if stopped() {
                return None;
            }
            Some(game.map(|game| course.teach(first + at, &game)))
        };
        let taught: Vec<_> = games.into_par_iter().enumerate().map(teach).collect();
        for taught in taught {
            match taught {
                None => anyhow::bail!("stopped: no file was written; run the command again"),
                Some(Err(refused)) => self.refused.push(refused),
                Some(Ok(taught)) => self.add(taught?),
            }
        }
        console.count(first, "games");
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
