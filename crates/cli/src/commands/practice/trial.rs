//! `practice --test` and `--score`: where two programs part, and what people do there.

use std::io::Write;
use std::path::Path;

use endgame::rules::Position;
use serde::Serialize;
use study::practice::score::{Answers, Score};
use study::practice::{NOBODY, PositionRequest, Request, Trial};

use super::{Args, agents, read, read_text, save};
use crate::failure::{bad_input, refuse_if};
use crate::format::decimals;
use crate::json;

#[derive(Serialize)]
struct MadeAnswer<'a> {
    file: String,
    questions: &'a [study::practice::trial::Question],
}

/// Makes a test, shows the positions, keeps them with the key.
pub(super) fn make(
    args: &Args,
    pairs: usize,
    file: &Path,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let material = args.endgame()?;
    refuse_if!(pairs == 0, "--test 0: ask for at least one pair");
    let one = |text: &str, option: &str| match &agents(text)?[..] {
        [spec] => Ok(spec.clone()),
        _ => Err(bad_input(format!("--{option} {text}: name one program"))),
    };
    let reference = one(&args.reference, "reference")?;
    let challenger = one(&args.challenger, "challenger")?;
    let (tables, console) = args.options.open()?;
    let table = tables.table(&material, &console.monitor())?;
    let deepest = table.deepest(endgame::rules::Color::White).map_or(0, |depth| depth.0);
    let request = Request {
        pairs,
        depths: args.depths(deepest),
        reference: &reference,
        challenger: &challenger,
        seed: args.seed(),
        turn: !args.upright,
    };
    let trial = Trial::make(
        &tables,
        &table,
        material.to_string(),
        &request,
        |at| material.in_these_colors(at),
        console.monitor().stop,
        |found| console.count(found, "pairs"),
    )?;
    console.clear();
    show(args, &trial, file, out)
}

/// The same of single positions.
pub(super) fn make_of_positions(
    args: &Args,
    count: usize,
    file: &Path,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let material = args.endgame()?;
    refuse_if!(count == 0, "--positions 0: ask for at least one position");
    let (tables, console) = args.options.open()?;
    let table = tables.table(&material, &console.monitor())?;
    let deepest = table.deepest(endgame::rules::Color::White).map_or(0, |depth| depth.0);
    let (depths, seed, turn) = (args.depths(deepest), args.seed(), !args.upright);
    let request = PositionRequest { count, depths, seed, turn };
    let seen = |at: &Position| material.in_these_colors(at);
    let name = material.to_string();
    let stop = console.monitor().stop;
    let trial = Trial::of_positions(&tables, &table, name, &request, seen, stop)?;
    console.clear();
    show(args, &trial, file, out)
}

/// Keeps a test with its key, and shows the positions.
fn show(args: &Args, trial: &Trial, file: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    save(file, trial)?;
    if args.options.json {
        let file = file.display().to_string();
        return json::write(out, &MadeAnswer { file, questions: &trial.questions });
    }
    let (count, material) = (trial.questions.len(), &trial.endgame);
    writeln!(out, "{count} positions of {material}: which move would you play?\n")?;
    for question in &trial.questions {
        let position = Position::from_fen(&question.fen)?;
        writeln!(out, "{}. {}\n{}", question.number, question.fen, super::board::board(&position))?;
    }
    let name = file.display();
    write!(out, "the key is in {name}; ")?;
    Ok(writeln!(out, "score answers with fallible practice --score {name} --answers FILE")?)
}

pub(super) fn score(args: &Args, file: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let trial: Trial = read(file, "test")?;
    let mut people = Vec::new();
    for file in &args.answers {
        let text = read_text(file, "name a file with answers")?;
        let subject = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let answers = Answers::read(&subject, &text, trial.questions.len());
        people.push(answers.map_err(bad_input)?);
    }
    let (tables, console) = args.options.open()?;
    let score = Score::of(&tables, &trial, &people).map_err(bad_input)?;
    console.clear();
    if args.options.json { json::write(out, &score) } else { print(&score, out) }
}

fn print(score: &Score, out: &mut dyn Write) -> anyhow::Result<()> {
    let single = score.challenger == NOBODY;
    if !single {
        writeln!(out, "reference {}, challenger {}\n", score.reference, score.challenger)?;
    }
    writeln!(out, "                after        answers  mistakes       p       d  mean depth")?;
    let all = [("everybody", &score.all)].into_iter();
    let groups = score.subjects.iter().chain(&score.depths);
    for (name, sets) in all.chain(groups.map(|group| (group.of.as_str(), &group.sets))) {
        for set in sets.iter().take(if single { 1 } else { 2 }) {
            let [p, d, depth] = [set.p, set.d, set.mean_depth].map(|number| decimals(number, 3));
            let after = if single { "-".to_owned() } else { set.after.to_string() };
            write!(out, "{name:<16}{after:<12}{:>8}{:>10}", set.answers, set.mistakes)?;
            writeln!(out, "{p:>8}{d:>8}{depth:>12}")?;
        }
    }
    if let (Some(more), Some(deeper)) = (&score.conceded_more, &score.deeper) {
        let (more, more_se, pairs) = (more.mean, more.se, more.pairs);
        let (mean, se) = (deeper.mean, deeper.se);
        write!(
            out,
            "\n{pairs} pairs: after the challenger {more:+.3} (se {more_se:.3}) moves more "
        )?;
        writeln!(out, "are conceded, and {mean:+.3} (se {se:.3}) are left")?;
        let verdict = match mean {
            mean if mean > 0.0 => "the challenger's mistakes pay",
            mean if mean < 0.0 => "the challenger's mistakes do not pay",
            _ => "the challenger's mistakes cost what they gain",
        };
        let sure = if mean.abs() > 2.0 * se { "" } else { ", as far as so few answers tell" };
        writeln!(out, "{verdict}{sure}")?;
    }
    Ok(())
}
