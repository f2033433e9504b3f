//! `fallible predict FEN|ENDGAME -c 20`: the Markov model and the exact answer, side by side.

mod by_depth;
mod position;

use std::io::Write;
use std::path::PathBuf;

use endgame::material::Material;
use endgame::rules::{Color, Position};
use player::markov::{Seat, TransitionMatrix};
use player::{Competence, Model};
use serde::Serialize;
use study::exact::{Exact, ExactError, Lengths, Pairing, Ties};
use study::markov::Chain;

use crate::chain_options::ChainOptions;
use crate::console::Console;
use crate::failure::bad_input;
use crate::json::Number;
use crate::model_options::ModelOptions;
use crate::options::Options;

/// Predict how long a win takes, by the Markov model and exactly
///
/// The Markov model lumps all positions of one depth together; the exact answer follows every
/// position, and where it cannot be given the model answers alone and the reason is told. The side
/// that wins has competence -c, in a drawn position the side to move; the other one never errs unless
/// --opponent says otherwise. Of an endgame every depth is shown: what the model says, and the mean,
/// the least and the greatest of its positions.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible predict \"K3r3/8/5k2/Q7/8/8/8/8 w\" -c 20
  fallible predict \"8/8/8/3k4/8/8/8/R3K3 w\" -c 5 --opponent 10 --plot chances.svg
  fallible predict \"8/8/8/3k4/8/8/4p3/4K3 b\" -c 5 --opponent 2      a drawn position
  fallible predict KRK -c 5 --ties hardest --json
  fallible predict KQK -c 5 --plot lengths.svg")]
pub(crate) struct Args {
    /// A position as FEN, quoted or not, or an endgame, White's men first
    #[arg(value_name = "FEN|ENDGAME", required = true)]
    what: Vec<String>,

    /// The competence of the side that wins, or is to move in a drawn position: a number, or inf
    #[arg(short, long, value_name = "C", default_value = "20", allow_hyphen_values = true)]
    competence: Competence,

    /// The competence of the other side
    #[arg(long, value_name = "C", default_value = "inf", allow_hyphen_values = true)]
    opponent: Competence,

    /// Which of several best replies an infallible opponent takes: any, or the one after which
    /// the winner needs longest or shortest
    #[arg(long, value_enum, default_value = "uniform")]
    ties: TieWord,

    /// Draw into this SVG file: of a position the chance to have won by move, of an endgame the
    /// lengths by depth
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    chain: ChainOptions,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    options: Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum TieWord {
    Uniform,
    Hardest,
    Easiest,
}

impl From<TieWord> for Ties {
    fn from(word: TieWord) -> Ties {
        match word {
            TieWord::Uniform => Ties::Uniform,
            TieWord::Hardest => Ties::Hardest,
            TieWord::Easiest => Ties::Easiest,
        }
    }
}

#[derive(Serialize)]
struct Settings {
    material: String,
    metric: &'static str,
    competence: Number,
    opponent: Number,
    kappa: Number,
    average: &'static str,
    ties: String,
    moves: usize,
    /// By how much the exact equations miss, as a share of the length, and after how many sweeps.
    residual: Option<f64>,
    sweeps: Option<usize>,
    /// Why the exact answer is missing, or its lengths.
    exact_note: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.ties != TieWord::Uniform && args.opponent != Competence::INFALLIBLE {
        return Err(bad_input(
            "--ties is about an infallible opponent, and --opponent makes him fallible: leave one of the two out",
        ));
    }
    let words = args.what.join(" ");
    if words.contains('/') {
        return position::predict(args, Position::from_fen(&words)?, out);
    }
    by_depth::predict(args, words.parse()?, out)
}

/// The Markov model of one attacker.
struct Lumped {
    attack: TransitionMatrix,
    defence: TransitionMatrix,
    /// A move and a reply.
    full: TransitionMatrix,
}

impl Lumped {
    fn new(
        args: &Args,
        chain: &Chain<'_>,
        model: &Model,
        console: &Console,
    ) -> anyhow::Result<Lumped> {
        let one = |seat, competence| -> anyhow::Result<TransitionMatrix> {
            Ok(args.chain.matrices(chain, seat, (model, &[competence]), console)?.remove(0))
        };
        let attack = one(Seat::Attacker, args.competence)?;
        let defence = one(Seat::Defender, args.opponent)?;
        let full = attack.then(&defence);
        Ok(Lumped { attack, defence, full })
    }
}

/// The exact answer's machinery for one attacker.
struct Followed<'a> {
    exact: Exact<'a>,
    lengths: Option<Lengths>,
    /// Why there are no exact lengths, where there should be.
    missing: Option<ExactError>,
}

impl<'a> Followed<'a> {
    /// Follows every position; says why not where only the Markov model can answer.
    fn new(
        args: &Args,
        chain: Chain<'a>,
        model: Model,
        lumped: &Lumped,
        console: &Console,
    ) -> anyhow::Result<Result<Followed<'a>, ExactError>> {
        let (attacker, defender) = (args.competence, args.opponent);
        let by_length = args.ties != TieWord::Uniform && defender == Competence::INFALLIBLE;
        let wins_only = chain.space().is_wins_only();
        if by_length && !wins_only {
            return Ok(Err(ExactError::Ties));
        }
        let pairing = Pairing { model, attacker, defender, ties: args.ties.into() };
        let budget = args.options.memory_budget();
        let matrices = [lumped.attack.clone(), lumped.defence.clone()];
        let monitor = console.monitor();
        let mut exact = match half(Exact::new(chain, pairing, matrices, budget, &monitor))? {
            Ok(exact) => exact,
            Err(why) => return Ok(Err(why)),
        };
        let (mut lengths, mut missing) = (None, None);
        if wins_only {
            match half(exact.lengths(&monitor))? {
                Ok(solved) => {
                    exact.settle_ties(&solved)?;
                    lengths = Some(solved);
                }
                // The chance to win in time needs no length, unless ties go by it.
                Err(why) if by_length => return Ok(Err(why)),
                Err(why) => missing = Some(why),
            }
        }
        Ok(Ok(Followed { exact, lengths, missing }))
    }
}

/// Sorts what the exact answer failed by: outer errors end the command, inner ones leave the Markov
/// model to answer alone.
fn half<T>(answer: Result<T, ExactError>) -> Result<Result<T, ExactError>, ExactError> {
    match answer {
        Err(error @ ExactError::Walk(_)) => Err(error),
        answer => Ok(answer),
    }
}

/// Why the exact answer is missing, or its lengths.
fn note(followed: &Result<Followed<'_>, ExactError>) -> Option<String> {
    match followed {
        Ok(followed) => followed.missing.as_ref().map(ToString::to_string),
        Err(why) => Some(why.to_string()),
    }
}

impl Args {
    fn settings(
        &self,
        material: Material,
        followed: &Result<Followed<'_>, ExactError>,
        notes: Vec<String>,
    ) -> Settings {
        let lengths = followed.as_ref().ok().and_then(|followed| followed.lengths.as_ref());
        Settings {
            material: material.to_string(),
            metric: self.options.metric.word(),
            competence: self.competence.into(),
            opponent: self.opponent.into(),
            kappa: self.model.kappa().into(),
            average: self.chain.average.word(),
            ties: format!("{:?}", self.ties).to_lowercase(),
            moves: self.chain.moves,
            residual: lengths.map(|lengths| lengths.residual),
            sweeps: lengths.map(|lengths| lengths.sweeps),
            exact_note: note(followed),
            notes,
        }
    }
}

fn players(args: &Args, attacker: Color) -> String {
    let winner = endgame::rules::color_name(attacker);
    let loser = endgame::rules::color_name(attacker.other());
    let opponent = if args.opponent == Competence::INFALLIBLE {
        format!("an infallible {loser} (ties: {:?})", args.ties)
            .to_lowercase()
            .replace(&loser.to_lowercase(), loser)
    } else {
        format!("{loser} R_{}", args.opponent)
    };
    format!("{winner} R_{} against {opponent}", args.competence)
}
