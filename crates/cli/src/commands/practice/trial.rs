//! `practice --test` and `--score`: where two programs part, and what people do there.

use std::io::Write;
use std::path::Path;

use endgame::rules::Position;
use serde::Serialize;
use study::practice::score::{Answers, Score};
use study::practice::{Request, Trial};

use super::{Args, agents, read};
use crate::failure::bad_input;
use crate::files;
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
    if pairs == 0 {
        return Err(bad_input("--test 0: ask for at least one pair"));
    }
    let one = |text: &str, option: &str| match &agents(text)?[..] {
        [spec] => Ok(spec.clone()),
        _ => Err(bad_input(format!("--{option} {text}: name one program"))),
    };
    let (reference, challenger) =
        (one(&args.reference, "reference")?, one(&args.challenger, "challenger")?);
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
    let named = material;
    let monitor = console.monitor();
    let trial = Trial::make(
        &tables,
        &table,
        material.to_string(),
        &request,
        |at| named.in_these_colors(at),
        monitor.stop,
        |found| console.count(found, "pairs"),
    )?;
    console.clear();
    files::write(file, &format!("{}\n", serde_json::to_string_pretty(&trial)?))?;
    if args.options.json {
        let file = file.display().to_string();
        return json::write(out, &MadeAnswer { file, questions: &trial.questions });
    }
    writeln!(
        out,
        "{} positions of {material}: which move would you play?\n",
        trial.questions.len()
    )?;
    for question in &trial.questions {
        let position = Position::from_fen(&question.fen)?;
        writeln!(out, "{}. {}\n{}", question.number, question.fen, super::board::board(&position))?;
    }
    let name = file.display();
    writeln!(
        out,
        "the key is in {name}; score answers with fallible practice --score {name} --answers FILE"
    )?;
    Ok(())
}

/// Scores answers against the key.
pub(super) fn score(args: &Args, file: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let trial: Trial = read(file, "test")?;
    let mut people = Vec::new();
    for file in &args.answers {
        let text = std::fs::read_to_string(file).map_err(|error| {
            bad_input(format!("cannot read {} ({error}): name a file with answers", file.display()))
        })?;
        let subject = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let answers = Answers::read(&subject, &text, trial.questions.len());
        people.push(answers.map_err(|error| bad_input(error.to_string()))?);
    }
    let (tables, console) = args.options.open()?;
    let score =
        Score::of(&tables, &trial, &people).map_err(|error| bad_input(error.to_string()))?;
    console.clear();
    if args.options.json { json::write(out, &score) } else { print(&score, out) }
}

fn print(score: &Score, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "reference {}, challenger {}\n", score.reference, score.challenger)?;
    writeln!(
        out,
        "{:<16}{:<12}{:>8}{:>10}{:>8}{:>8}{:>12}",
        "", "after", "answers", "mistakes", "p", "d", "mean depth"
    )?;
    let three =
        |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number:.3}"));
    let all = [("everybody", &score.all)].into_iter();
    let groups =
        score.subjects.iter().chain(&score.depths).map(|group| (group.of.as_str(), &group.sets));
    for (name, sets) in all.chain(groups) {
        for set in sets {
            writeln!(
                out,
                "{name:<16}{:<12}{:>8}{:>10}{:>8}{:>8}{:>12}",
                set.after,
                set.answers,
                set.mistakes,
                three(set.p),
                three(set.d),
                three(set.mean_depth)
            )?;
        }
    }
    if let (Some(more), Some(deeper)) = (&score.conceded_more, &score.deeper) {
        writeln!(
            out,
            "\n{} pairs: after the challenger {:+.3} (se {:.3}) moves more are conceded, and {:+.3} (se {:.3}) are left",
            more.pairs, more.mean, more.se, deeper.mean, deeper.se
        )?;
        let verdict = match deeper.mean {
            mean if mean > 0.0 => "the challenger's mistakes pay",
            mean if mean < 0.0 => "the challenger's mistakes do not pay",
            _ => "the challenger's mistakes cost what they gain",
        };
        let sure = if deeper.mean.abs() > 2.0 * deeper.se {
            ""
        } else {
            ", as far as so few answers tell"
        };
        writeln!(out, "{verdict}{sure}")?;
    }
    Ok(())
}
