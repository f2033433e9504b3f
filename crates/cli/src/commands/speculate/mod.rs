//! `fallible speculate --p 0.33 --epsilon 0.2`: when a mistake is worth making.

mod position;

use std::io::Write;
use std::path::PathBuf;

use player::speculate::{Opponent, Stakes};
use study::speculation::{SpeculationRecord, contours, section, surface};

use crate::failure::{bad_input, refuse_if};
use crate::files;
use crate::json;
use crate::plot::Plot;
use position::PositionArgs;

/// Say when a deliberate mistake is worth making against a fallible opponent
///
/// Jansen's model: MAX knows everything, MIN errs with probability p. MAX may concede delta-max in
/// the hope of a mistake worth delta-min, relying on a prediction that is wrong with probability
/// epsilon. Speculating pays if delta-min / delta-max lies above the decision surface.
///
/// With a position instead: which of its moves gains most from an opponent who searches less deep
/// (Jansen 1992, 8.3.3). A deep search of an engine tells what each move is worth after each reply, a
/// shallow one how likely the opponent is to find it.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible speculate --p 0.33 --epsilon 0.2
  fallible speculate --p 0.33 --epsilon 0.2 --delta-min 2.24 --delta-max 1
  fallible speculate --p 0.5 --epsilon0 0.1 --epsilon1 0.3 --json
  fallible speculate --p 0.33 --epsilon 0.2 --plot contours.svg
  fallible speculate --p 0.5 --epsilon 0.2 --plot section.svg --draw section
  fallible speculate \"6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w\"
  fallible speculate \"8/8/6Q1/2K5/5r2/4k3/8/8 b\" -c 5 --risk 1 --json
  fallible speculate \"8/8/6Q1/2K5/5r2/4k3/8/8 b\" --engine ~/stockfish --shallow 2 --deep 8")]
pub(crate) struct Args {
    #[command(flatten)]
    at: PositionArgs,

    /// How often MIN errs: from 0 to 1
    #[arg(
        long,
        value_name = "P",
        allow_hyphen_values = true,
        required_unless_present = "position"
    )]
    p: Option<f64>,

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

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(position) = &args.at.position {
        return position::run(&args.at, position, args.json, out);
    }
    let opponent = args.opponent()?;
    let stakes = match (args.delta_min, args.delta_max) {
        (Some(theirs), Some(ours)) => Some(Stakes::new(theirs, ours).map_err(bad_input)?),
        _ => None,
    };
    files::write_if(&args.plot, || args.plot(&opponent).svg())?;
    let record = SpeculationRecord::new(&opponent, stakes)?;
    if args.json { json::write(out, &record) } else { print(&record, out) }
}

impl Args {
    fn opponent(&self) -> anyhow::Result<Opponent> {
        refuse_if!(
            self.epsilon.is_some() && self.epsilon0.is_some() && self.epsilon1.is_some(),
            "--epsilon says nothing beside --epsilon0 and --epsilon1: leave one of the three out"
        );
        let either = |one: Option<f64>, name: &str| {
            let hint =
                format!("how often is the prediction wrong? give --epsilon, or --{name} too");
            one.or(self.epsilon).ok_or_else(|| bad_input(hint))
        };
        let missed = either(self.epsilon0, "epsilon0")?;
        let imagined = either(self.epsilon1, "epsilon1")?;
        let p = self.p.unwrap_or_default();
        let made = if self.epsilon0.is_none() && self.epsilon1.is_none() {
            Opponent::equal(p, missed)
        } else {
            Opponent::new(p, missed, imagined)
        };
        made.map_err(bad_input)
    }

    fn plot(&self, opponent: &Opponent) -> Plot {
        match self.draw {
            Drawn::Contours => contours(),
            Drawn::Section => section(opponent.error_probability()),
            Drawn::Surface => surface(),
        }
    }
}

fn print(record: &SpeculationRecord, out: &mut dyn Write) -> anyhow::Result<()> {
    let SpeculationRecord { p, epsilon0, epsilon1, .. } = record;
    let errors = if epsilon0 == epsilon1 {
        format!("the prediction is wrong with probability {epsilon0}")
    } else {
        format!("mistakes are missed with probability {epsilon0} and imagined with {epsilon1}")
    };
    writeln!(out, "MIN errs with probability {p}; {errors}")?;
    let pays = match record.required {
        Some(ratio) => {
            format!("pays if MIN's mistakes cost more than {ratio:.4} times MAX's (rule 2)")
        }
        None => "never pays, whatever the mistakes cost (rule 3)".to_owned(),
    };
    writeln!(out, "speculating {pays}")?;
    let (share, p) = (100.0 * record.chance_to_speculate, record.easiest_p);
    write!(out, "the predictions call for it in {share:.1} % of positions; ")?;
    writeln!(out, "least is needed of an opponent with p = {p:.3} (rule 4)")?;
    let Some(advice) = &record.advice else {
        return Ok(writeln!(out, "{RULE_5}")?);
    };
    let verdict = match advice.speculate {
        Some(true) => "speculate",
        Some(false) => "play the best move",
        None => "either will do",
    };
    writeln!(out, "\n{verdict}: {} ({})", advice.because, advice.rule)?;
    let (ours, theirs, gain) = (advice.delta_max, advice.delta_min, advice.advantage);
    write!(out, "speculating with delta-max {ours} for delta-min {theirs} ")?;
    Ok(writeln!(out, "gains {gain:+.4} a move over the best move")?)
}

const RULE_5: &str =
    "between equally good moves speculate whenever the prediction tells something (rule 5)";
