//! `practice --test` and `--score`: where two programs part, and what people do there.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use endgame::rules::Position;
use serde::Serialize;
use study::practice::score::{Answers, Score};
use study::practice::trial::Program;
use study::practice::{Request, Trial};
use study::summary_statistics::SummaryStatistics;

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

#[derive(Serialize)]
struct ScoreAnswer {
    reference: String,
    challenger: String,
    all: [SetAnswer; 2],
    subjects: Vec<GroupAnswer>,
    depths: Vec<GroupAnswer>,
    conceded_more: Option<Difference>,
    deeper: Option<Difference>,
    answers: Vec<OneAnswer>,
}

#[derive(Serialize)]
struct GroupAnswer {
    of: String,
    sets: [SetAnswer; 2],
}

#[derive(Serialize)]
struct SetAnswer {
    after: &'static str,
    answers: u64,
    mistakes: u64,
    p: Option<f64>,
    d: Option<f64>,
    mean_depth: Option<f64>,
}

#[derive(Serialize)]
struct Difference {
    pairs: usize,
    mean: f64,
    se: f64,
}

#[derive(Serialize)]
struct OneAnswer {
    subject: String,
    number: usize,
    pair: usize,
    after: &'static str,
    san: String,
    depth: u16,
    conceded: u16,
}

fn word(program: Program) -> &'static str {
    match program {
        Program::Reference => "reference",
        Program::Challenger => "challenger",
    }
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
    let answer = ScoreAnswer::of(&trial, &score);
    if args.options.json { json::write(out, &answer) } else { answer.print(out) }
}

impl ScoreAnswer {
    fn of(trial: &Trial, score: &Score) -> ScoreAnswer {
        let sets = |subject: Option<&str>, depth: Option<u16>| {
            [Program::Reference, Program::Challenger].map(|program| {
                let (errors, depths) = score.after(program, subject, depth);
                SetAnswer {
                    after: word(program),
                    answers: errors.moves,
                    mistakes: errors.mistakes,
                    p: errors.probability(),
                    d: errors.average(),
                    mean_depth: depths.map(|depths| depths.mean),
                }
            })
        };
        let subjects: BTreeSet<&str> =
            score.answers.iter().map(|one| one.subject.as_str()).collect();
        let depths: BTreeSet<u16> = score.answers.iter().map(|one| one.depth).collect();
        let difference = |tally: Option<SummaryStatistics>| {
            tally.map(|tally| Difference { pairs: tally.count, mean: tally.mean, se: tally.se })
        };
        ScoreAnswer {
            reference: trial.reference.clone(),
            challenger: trial.challenger.clone(),
            all: sets(None, None),
            subjects: subjects
                .into_iter()
                .map(|subject| GroupAnswer {
                    of: subject.to_owned(),
                    sets: sets(Some(subject), None),
                })
                .collect(),
            depths: depths
                .into_iter()
                .map(|depth| GroupAnswer {
                    of: format!("depth {depth}"),
                    sets: sets(None, Some(depth)),
                })
                .collect(),
            conceded_more: difference(score.conceded_more),
            deeper: difference(score.deeper),
            answers: score
                .answers
                .iter()
                .map(|one| OneAnswer {
                    subject: one.subject.clone(),
                    number: one.number,
                    pair: one.pair,
                    after: word(one.program),
                    san: one.san.clone(),
                    depth: one.after,
                    conceded: one.conceded,
                })
                .collect(),
        }
    }

    fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "reference {}, challenger {}\n", self.reference, self.challenger)?;
        writeln!(
            out,
            "{:<16}{:<12}{:>8}{:>10}{:>8}{:>8}{:>12}",
            "", "after", "answers", "mistakes", "p", "d", "mean depth"
        )?;
        let three =
            |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number:.3}"));
        let all = [("everybody", &self.all)].into_iter();
        let groups =
            self.subjects.iter().chain(&self.depths).map(|group| (group.of.as_str(), &group.sets));
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
        if let (Some(more), Some(deeper)) = (&self.conceded_more, &self.deeper) {
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
}
