//! `fallible speculate --p 0.33 --epsilon 0.2`: when a mistake is worth making.

mod engine_search;
mod foretold_errors;

use std::io::Write;
use std::path::PathBuf;

use player::speculate::{Opponent, Stakes};
use study::error_chance::{Caution, ErrorPredictor, measured_opponent};
use study::speculation::{SpeculationRecord, contours, section, surface};

use crate::failure::{bad_input, refuse, refuse_if};
use crate::files;
use crate::json;
use crate::options::{OptionalFen, Options, number, number_or, typed_position};
use crate::plot::Plot;
use engine_search::EngineSearch;

/// Say when a deliberate mistake is worth making against a fallible opponent
///
/// Jansen's model: MAX knows everything, MIN errs with probability p. MAX may concede delta-max in
/// the hope of a mistake worth delta-min, relying on a prediction that is wrong with probability
/// epsilon. Speculating pays if delta-min / delta-max lies above the decision surface.
///
/// With --errors, p and epsilon are those of a predictor learned from games (`fallible learn --errors`), measured in games left out. With
/// a position too: how likely the side to move is to err, if its errors are foretold; otherwise each of its moves with what it concedes
/// and what the opponent is expected to give back, and whether a mistake still pays with the predictor's own error deducted.
///
/// With a position alone, of any number of men: which of its moves gains most from an opponent who searches less deep
/// (Jansen 1992, 8.3.3). A deep search of an engine tells what each move is worth after each reply, a
/// shallow one how likely the opponent is to find it.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible speculate --p 0.33 --epsilon 0.2
  fallible speculate --p 0.33 --epsilon 0.2 --delta-min 2.24 --delta-max 1
  fallible speculate --p 0.5 --epsilon0 0.1 --epsilon1 0.3 --json
  fallible speculate --p 0.33 --epsilon 0.2 --plot contours.svg
  fallible speculate --p 0.5 --epsilon 0.2 --plot section.svg --draw section
  fallible speculate --errors human
  fallible speculate \"8/8/r7/2Q2k2/8/4K3/8/8 b\" --errors human
  fallible speculate \"8/8/r5k1/2Q5/8/4K3/8/8 w\" --errors ~/errors.json --json
  fallible speculate \"6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w\"
  fallible speculate \"8/8/6Q1/2K5/5r2/4k3/8/8 b\" -c 5 --risk 1 --json
  fallible speculate \"8/8/6Q1/2K5/5r2/4k3/8/8 b\" --engine ~/stockfish --shallow 2 --deep 8")]
pub(crate) struct Args {
    #[command(flatten)]
    fen: OptionalFen,

    /// How often MIN errs: from 0 to 1 [default: as the predictor of --errors found]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    p: Option<f64>,

    /// Who foretells MIN's errors: human (the queen's side of KQKR), or a file that `fallible learn --errors --out` made
    #[arg(long, value_name = "NAME|FILE", conflicts_with_all = ["epsilon", "epsilon0", "epsilon1"])]
    errors: Option<String>,

    /// In a position: the most that a move may be worse than the best, in pawns; with --errors in moves of depth [default: 0.5; 3]
    #[arg(long, value_name = "AMOUNT", requires = "words", allow_hyphen_values = true, value_parser = number_or("risk", 0.0..=1000.0, RISK))]
    risk: Option<f64>,

    /// In a position: standard errors of a gain that are deducted from it
    #[arg(long, value_name = "N", default_value = "1")]
    doubt: f64,

    /// In a position: the depth a draw stands for
    #[arg(long, value_name = "MOVES", default_value = "50", value_parser = number("draw-as", 1u16..=1000))]
    draw_as: u16,

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

    #[command(flatten)]
    outside: EngineSearch,

    #[command(flatten)]
    options: Options,
}

const RISK: &str = "give pawns from 0 to 1000, as in 0.5, or moves of depth with --errors";
/// The most depth that is given up on purpose unless told otherwise.
const MOST_DEPTH: f64 = 3.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Drawn {
    Contours,
    Section,
    Surface,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let predictor =
        args.errors.as_deref().map(ErrorPredictor::find).transpose().map_err(bad_input)?;
    if let Some(position) = args.fen.text() {
        return match predictor {
            Some(predictor) => args.in_position(&predictor, &position, out),
            None => args.outside_the_tables(&position, out),
        };
    }
    let opponent = args.opponent(predictor.as_ref())?;
    let stakes = match (args.delta_min, args.delta_max) {
        (Some(theirs), Some(ours)) => Some(Stakes::new(theirs, ours).map_err(bad_input)?),
        _ => None,
    };
    files::write_if(&args.plot, || args.plot(&opponent).svg())?;
    let record = SpeculationRecord::new(&opponent, stakes)?;
    if args.options.json { json::write(out, &record) } else { print(&record, out) }
}

impl Args {
    fn outside_the_tables(&self, position: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        let of_the_surface = [self.p, self.epsilon, self.epsilon0, self.epsilon1, self.delta_min];
        refuse_if!(
            self.plot.is_some() || of_the_surface.iter().any(Option::is_some),
            "--p, --epsilon, --delta-min and --plot ask about no position: leave them or the position out"
        );
        engine_search::run(&self.outside, position, self.risk, self.options.json, out)
    }

    fn in_position(
        &self,
        predictor: &ErrorPredictor,
        position: &str,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let position = &typed_position(position)?;
        let risk = self.risk.unwrap_or(MOST_DEPTH);
        refuse_if!(
            risk.fract() != 0.0,
            "--risk {risk} is no number of moves: give a whole one with --errors, as in 3"
        );
        refuse_if!(
            !(self.doubt.is_finite() && self.doubt >= 0.0),
            "--doubt {} is no number of standard errors: give one from 0, as in 1",
            self.doubt
        );
        let (tables, console) = self.options.open()?;
        let caution = Caution { risk: risk as u16, doubt: self.doubt, draw: self.draw_as };
        let found = foretold_errors::answer(predictor, &tables, position, caution);
        console.clear();
        let found = found.map_err(foretold_errors::refusal)?;
        if self.options.json {
            json::write(out, &found)
        } else {
            foretold_errors::print(&found, out)
        }
    }

    fn opponent(&self, predictor: Option<&ErrorPredictor>) -> anyhow::Result<Opponent> {
        if let Some(predictor) = predictor {
            let Some(measured) = measured_opponent(predictor) else {
                refuse!(
                    "{} has seen too few errors to say how often they are made: learn from more games",
                    predictor.name
                );
            };
            let measured = measured.map_err(bad_input)?;
            let (missed, imagined) = measured.prediction_errors();
            let p = self.p.unwrap_or(measured.error_probability());
            return Opponent::new(p, missed, imagined).map_err(bad_input);
        }
        let Some(p) = self.p else {
            refuse!("how often does MIN err? give --p, as in --p 0.33, or --errors human");
        };
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
        let [missed, imagined] = [*epsilon0, *epsilon1].map(shown);
        format!("mistakes are missed with probability {missed} and imagined with {imagined}")
    };
    writeln!(out, "MIN errs with probability {}; {errors}", shown(*p))?;
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

/// As it was typed, or four decimals of what was measured.
fn shown(probability: f64) -> String {
    let typed = probability.to_string();
    if typed.len() <= 10 { typed } else { format!("{probability:.4}") }
}

const RULE_5: &str =
    "between equally good moves speculate whenever the prediction tells something (rule 5)";
