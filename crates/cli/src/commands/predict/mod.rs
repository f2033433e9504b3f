//! `fallible predict FEN|ENDGAME -c 20`: the Markov model and the exact answer, side by side.

mod by_depth;
mod position;

use std::io::Write;
use std::path::PathBuf;

use endgame::material::Material;
use endgame::rules::{Color, Position};
use player::Competence;
use study::exact::{ExactError, Ties};
use study::prediction::{ExactModel, Question};
use study::schema::PredictionSettings;

use crate::chain_options::ChainOptions;
use crate::failure::bad_input;
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

impl Args {
    /// Who plays, and what is to be known.
    fn question(&self) -> Question {
        Question {
            model: self.model.model(),
            attacker: self.competence,
            defender: self.opponent,
            ties: self.ties.into(),
            count: self.chain.average,
            moves: self.chain.moves,
            budget: self.options.memory_budget(),
        }
    }

    fn settings(
        &self,
        material: Material,
        followed: &Result<ExactModel<'_>, ExactError>,
        notes: Vec<String>,
    ) -> PredictionSettings {
        let lengths = followed.as_ref().ok().and_then(|followed| followed.lengths.as_ref());
        PredictionSettings {
            material: material.to_string(),
            metric: self.options.metric.word().into(),
            competence: self.competence.into(),
            opponent: self.opponent.into(),
            kappa: self.model.kappa().into(),
            average: self.chain.average.word().into(),
            ties: format!("{:?}", self.ties).to_lowercase().into(),
            moves: self.chain.moves,
            residual: lengths.map(|lengths| lengths.residual),
            sweeps: lengths.map(|lengths| lengths.sweeps),
            exact_note: ExactModel::note(followed),
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
