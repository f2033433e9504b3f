//! `fallible speculate --p 0.33 --epsilon 0.2`: when a mistake is worth making.

use std::io::Write;
use std::path::PathBuf;

use player::speculate::curves::{CUT, contour_line, section_of, surface_at};
use player::speculate::rules::easiest_opponent;
use player::speculate::{Advice, Answer as Reply, Opponent, Stakes};
use serde::Serialize;

use crate::failure::bad_input;
use crate::files;
use crate::json;
use crate::plot::{Plot, Series};

/// Say when a deliberate mistake is worth making against a fallible opponent
///
/// Jansen's model: MAX knows everything, MIN errs with probability p. MAX may concede delta-max in
/// the hope of a mistake worth delta-min, relying on a prediction that is wrong with probability
/// epsilon. Speculating pays if delta-min / delta-max lies above the decision surface.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible speculate --p 0.33 --epsilon 0.2
  fallible speculate --p 0.33 --epsilon 0.2 --delta-min 2.24 --delta-max 1
  fallible speculate --p 0.5 --epsilon0 0.1 --epsilon1 0.3 --json
  fallible speculate --p 0.33 --epsilon 0.2 --plot contours.svg
  fallible speculate --p 0.5 --epsilon 0.2 --plot section.svg --draw section")]
pub(crate) struct Args {
    /// How often MIN errs: from 0 to 1
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    p: f64,

    /// How often the prediction is wrong, either way: from 0 to 0.5
    #[arg(long, value_name = "E", allow_hyphen_values = true)]
    epsilon: Option<f64>,

    /// How often a mistake of MIN's is not predicted [default: as --epsilon]
    #[arg(long, value_name = "E", allow_hyphen_values = true)]
    epsilon0: Option<f64>,

    /// How often a correct move of MIN's is predicted to be a mistake [default: as --epsilon]
    #[arg(long, value_name = "E", allow_hyphen_values = true)]
    epsilon1: Option<f64>,

    /// What a mistake of MIN's costs MIN
    #[arg(long, value_name = "D", allow_hyphen_values = true, requires = "delta_max")]
    delta_min: Option<f64>,

    /// What MAX's mistake costs MAX; 0 for a choice between equally good moves
    #[arg(long, value_name = "D", allow_hyphen_values = true, requires = "delta_min")]
    delta_max: Option<f64>,

    /// Draw the decision surface into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// What --plot draws: contours of equal ratio over epsilon and p, the section of this p, or the
    /// surface over p for several epsilon
    #[arg(long, value_enum, value_name = "WHAT", requires = "plot", default_value = "contours")]
    draw: Drawn,

    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Drawn {
    Contours,
    Section,
    Surface,
}

#[derive(Serialize)]
struct Answer {
    p: f64,
    epsilon0: f64,
    epsilon1: f64,
    /// The least ratio above which speculating pays; null if it never does.
    required: Option<f64>,
    /// How often both predictions call for it.
    chance_to_speculate: f64,
    easiest_p: f64,
    cases: Vec<CaseAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<AdviceAnswer>,
}

#[derive(Serialize)]
struct CaseAnswer {
    after_best: &'static str,
    after_mistake: &'static str,
    probability: f64,
}

#[derive(Serialize)]
struct AdviceAnswer {
    delta_min: f64,
    delta_max: f64,
    ratio: Option<f64>,
    /// Null if both strategies come to the same.
    speculate: Option<bool>,
    rule: String,
    because: String,
    /// Expected, a move, beyond the best move.
    advantage: f64,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let opponent = args.opponent()?;
    let stakes = match (args.delta_min, args.delta_max) {
        (Some(theirs), Some(ours)) => {
            Some(Stakes::new(theirs, ours).map_err(|error| bad_input(error.to_string()))?)
        }
        _ => None,
    };
    if let Some(file) = &args.plot {
        files::write(file, &args.plot(&opponent).svg())?;
    }
    let answer = answer_of(&opponent, stakes)?;
    if args.json { json::write(out, &answer) } else { answer.print(out) }
}

impl Args {
    fn opponent(&self) -> anyhow::Result<Opponent> {
        if self.epsilon.is_some() && self.epsilon0.is_some() && self.epsilon1.is_some() {
            return Err(bad_input(
                "--epsilon says nothing beside --epsilon0 and --epsilon1: leave one of the three out",
            ));
        }
        let either = |one: Option<f64>, name: &str| {
            one.or(self.epsilon).ok_or_else(|| {
                bad_input(format!(
                    "how often is the prediction wrong? give --epsilon, or --{name} too"
                ))
            })
        };
        let (missed, imagined) =
            (either(self.epsilon0, "epsilon0")?, either(self.epsilon1, "epsilon1")?);
        let made = if self.epsilon0.is_none() && self.epsilon1.is_none() {
            Opponent::equal(self.p, missed)
        } else {
            Opponent::new(self.p, missed, imagined)
        };
        made.map_err(|error| bad_input(error.to_string()))
    }

    fn plot(&self, opponent: &Opponent) -> Plot {
        match self.draw {
            Drawn::Contours => contours(),
            Drawn::Section => section(opponent.error_probability()),
            Drawn::Surface => surface(),
        }
    }
}

fn answer_of(opponent: &Opponent, stakes: Option<Stakes>) -> anyhow::Result<Answer> {
    let (epsilon0, epsilon1) = opponent.prediction_errors();
    let word = |reply: Reply| if reply == Reply::Mistake { "mistake" } else { "correct" };
    let cases = opponent.cases().map(|case| CaseAnswer {
        after_best: word(case.after_best),
        after_mistake: word(case.after_mistake),
        probability: case.probability,
    });
    let advice = stakes.map(|stakes| {
        let advice = Advice::on(opponent, stakes);
        AdviceAnswer {
            delta_min: stakes.theirs(),
            delta_max: stakes.ours(),
            ratio: stakes.ratio().filter(|ratio| ratio.is_finite()),
            speculate: advice.speculate,
            rule: advice.decided_by.to_string(),
            because: advice.because,
            advantage: opponent.advantage(stakes),
        }
    });
    Ok(Answer {
        p: opponent.error_probability(),
        epsilon0,
        epsilon1,
        required: opponent.required_ratio(),
        chance_to_speculate: opponent.chance_to_speculate(),
        easiest_p: easiest_opponent(epsilon0, epsilon1)?,
        cases: cases.into(),
        advice,
    })
}

impl Answer {
    fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Answer { p, epsilon0, epsilon1, .. } = self;
        let errors = if epsilon0 == epsilon1 {
            format!("the prediction is wrong with probability {epsilon0}")
        } else {
            format!("mistakes are missed with probability {epsilon0} and imagined with {epsilon1}")
        };
        writeln!(out, "MIN errs with probability {p}; {errors}")?;
        match self.required {
            Some(required) => writeln!(
                out,
                "speculating pays if MIN's mistakes cost more than {required:.4} times MAX's (rule 2)"
            )?,
            None => writeln!(out, "speculating never pays, whatever the mistakes cost (rule 3)")?,
        }
        writeln!(
            out,
            "the predictions call for it in {:.1} % of positions; least is needed of an opponent with p = {:.3} (rule 4)",
            100.0 * self.chance_to_speculate,
            self.easiest_p
        )?;
        let Some(advice) = &self.advice else {
            writeln!(
                out,
                "between equally good moves speculate whenever the prediction tells something (rule 5)"
            )?;
            return Ok(());
        };
        let verdict = match advice.speculate {
            Some(true) => "speculate",
            Some(false) => "play the best move",
            None => "either will do",
        };
        writeln!(out, "\n{verdict}: {} ({})", advice.because, advice.rule)?;
        writeln!(
            out,
            "speculating with delta-max {} for delta-min {} gains {:+.4} a move over the best move",
            advice.delta_max, advice.delta_min, advice.advantage
        )?;
        Ok(())
    }
}

/// Figure 1.4: speculating pays to the left of a contour.
fn contours() -> Plot {
    let series = [1.2, 1.5, 2.0, 3.0, 5.0, 10.0]
        .map(|ratio| Series { name: format!("ratio {ratio}"), points: contour_line(ratio) });
    Plot {
        title: "When is a mistake worth making?".to_owned(),
        note: "speculating pays to the left of the contour of delta-min / delta-max".to_owned(),
        across: "error of the prediction, epsilon".to_owned(),
        up: "probability that the opponent errs, p".to_owned(),
        series: series.into(),
        ..Plot::default()
    }
}

/// Figure 1.3, for any `p`.
fn section(p: f64) -> Plot {
    Plot {
        title: format!("What must a mistake be worth when p = {p}?"),
        note: format!("the least delta-min / delta-max that pays, cut off at {CUT}"),
        across: "error of the prediction, epsilon".to_owned(),
        up: "delta-min / delta-max".to_owned(),
        series: vec![Series { name: format!("p = {p}"), points: section_of(p) }],
        ..Plot::default()
    }
}

/// Figure 1.2 as sections over `p`.
fn surface() -> Plot {
    let series = [0.0, 0.1, 0.2, 0.3, 0.4, 0.45]
        .map(|epsilon| Series { name: format!("epsilon {epsilon}"), points: surface_at(epsilon) });
    Plot {
        title: "The decision surface".to_owned(),
        note: format!("the least delta-min / delta-max that pays, cut off at {CUT}"),
        across: "probability that the opponent errs, p".to_owned(),
        up: "delta-min / delta-max".to_owned(),
        series: series.into(),
        ..Plot::default()
    }
}
