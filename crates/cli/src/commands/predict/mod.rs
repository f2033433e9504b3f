//! `fallible predict FEN|ENDGAME -c 20`: the Markov model and the exact answer, side by side.

pub(super) mod by_depth;
pub(super) mod position;
mod under_rule;

use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

use endgame::rules::Color;
use endgame::tables::Tables;
use player::{Competence, CompetenceGrid};
use study::assess::PlayerRole;
use study::exact::Ties;
use study::prediction::{Followed, Question, apparent};
use study::schema::PredictionSettings;
use study::weights::ByRules;

use crate::belief_option::{BeliefOption, Known, usual_competence};
use crate::chain_options::ChainOptions;
use crate::console::Console;
use crate::elo_option::NoElo;
use crate::failure::bad_input;
use crate::files;
use crate::model_options::{ModelOptions, WeightedModel};
use crate::options::{ChessOption, Options, typed_position};

/// Predict how long a win takes, by the Markov model and exactly
///
/// The Markov model lumps all positions of one depth together; the exact answer follows every
/// position, and where it cannot be given the model answers alone and the reason is told. The side
/// that wins has competence -c, in a drawn position the side to move; the other one never errs unless
/// --opponent says otherwise. Of an endgame every depth is shown: what the model says, and the mean,
/// the least and the greatest of its positions.
///
/// With --belief the competence is not known for sure: each possible one is predicted, and the mean
/// over the belief is told. With --weights moves weigh differently to the side of this competence.
///
/// With --concede all, and from a drawn position, a game may end either way: the chances that it is won,
/// drawn for good and lost are told, and how long it lasts. Weights, pawns of both sides, captures after
/// which DTM counts on, and such games' lengths are followed exactly for up to four men, and with --exact for five,
/// phase by phase, as far as --memory allows.
///
/// The half-move clock of a FEN counts towards the 50-move rule: where it is not 0, the chance to win
/// before the rule ends the game is told, in a metric whose goal ends the count (dtz, dtz50, dtc without pawns).
/// In dtz50, with three men and with four without pawns, the game is also played out to its end, both players seeing the clock.
///
/// --concede is by default draws, as in the papers' experiments, and all with --belief GAMES.pgn, where a person is judged.
#[derive(clap::Args, Debug)]
#[command(mut_arg("concede", |arg| arg.default_value(None::<&str>)), after_help = "Examples:
  fallible predict \"K3r3/8/5k2/Q7/8/8/8/8 w\" -c 20
  fallible predict \"8/8/8/3k4/8/8/8/R3K3 w\" -c 5 --opponent 10 --plot chances.svg
  fallible predict \"8/8/8/3k4/8/8/8/R3K3 w\" --belief \"6(3)15\" --moves 20,50 --distribution --json
  fallible predict \"8/8/8/3k4/8/8/8/R3K3 w - - 37 60\" -c 12             won in time, the clock at 37?
  fallible predict \"8/8/8/8/8/2K5/7R/1k6 w - - 87 60\" -c 12 --metric dtz50     and to the end of the game
  fallible predict \"8/8/8/3k4/8/8/4p3/4K3 b\" -c 5 --opponent 2      a drawn position
  fallible predict \"8/8/8/3k4/8/8/8/R3K3 w\" -c 4 --opponent 3 --concede all      won, drawn or lost
  fallible predict \"8/8/8/3k4/8/8/8/R3K3 w\" -c 5 --weights hp1
  fallible predict KRK -c 5 --ties hardest --json
  fallible predict KRK -c 5 --ties predator=4
  fallible predict KRK -c 5 --ties first
  fallible predict KQK -c 5 --plot lengths.svg")]
pub(crate) struct Args {
    /// A position as FEN, quoted or not, or an endgame, White's men first
    #[arg(value_name = "FEN|ENDGAME", required = true)]
    what: Vec<String>,

    /// The competence of the side that wins, or is to move in a drawn position: a number, or inf
    /// [default: the competence of the weights, or 20]
    #[arg(short, long, value_name = "C", allow_hyphen_values = true)]
    competence: Option<Competence>,

    /// The competence of the other side
    #[arg(long, value_name = "C", default_value = "inf", allow_hyphen_values = true)]
    opponent: Competence,

    /// Which of several best replies an infallible opponent takes: any (uniform), the first by the men's squares (first), the one after which the winner
    /// needs longest (hardest) or shortest (easiest), or the one that looks hardest to a Predator who knows
    /// the winner's competence and looks 2 plies ahead, or so many (predator, predator=PLIES)
    #[arg(long, value_name = "RULE", default_value = "uniform", value_parser = Ties::from_str)]
    ties: Ties,

    /// Follow every position of five men too, and games of four men whose moves are too many to be held at once: it
    /// takes minutes and may find no length where games are very long; all others are followed without it
    #[arg(long)]
    exact: bool,

    /// Of a position: how likely the win takes exactly 1, 2, 3 ... moves, up to the greatest of --moves
    #[arg(long)]
    distribution: bool,

    /// Draw into this SVG file: of a position the chance to have won by move, or with --distribution to win
    /// with exactly so many moves; of an endgame the lengths by depth
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    belief: BeliefOption,
    #[command(flatten)]
    chain: ChainOptions,
    #[command(flatten)]
    _elo: NoElo,
    #[command(flatten)]
    model: WeightedModel,
    #[command(flatten)]
    _game: ChessOption,
    #[command(flatten)]
    options: Options,
}

/// The most men whose positions are all followed unasked.
pub(super) const MOST_MEN_FOLLOWED: usize = 4;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.ties != Ties::Uniform && args.opponent != Competence::INFALLIBLE {
        return Err(bad_input(
            "--ties is about an infallible opponent, and --opponent makes him fallible: leave one of the two out",
        ));
    }
    files::check_outputs(&args.belief.files(), &[("--plot", &args.plot)])?;
    let words = args.what.join(" ");
    if words.contains('/') {
        return position::predict(args, typed_position(&words)?, out);
    }
    by_depth::predict(args, words.parse()?, out)
}

/// The players in words, and the model in one line.
pub(super) struct Said {
    pub(super) players: String,
    pub(super) model: String,
}

impl Said {
    /// Players of whom the attacker, a colour, is known so well.
    pub(super) fn of(
        attacker: Color,
        known: &Known,
        (opponent, ties): (Competence, Ties),
        model: String,
    ) -> Said {
        let winner = endgame::rules::color_name(attacker);
        let loser = endgame::rules::color_name(attacker.other());
        let opponent = if opponent == Competence::INFALLIBLE {
            format!("an infallible {loser} (ties: {ties})")
        } else {
            format!("{loser} R_{opponent}")
        };
        Said { players: format!("{winner} {} against {opponent}", known.name()), model }
    }
}

/// What was asked, and what is known of the players.
struct Asked<'a> {
    args: &'a Args,
    known: Known,
    /// The model's options, those for people where games are judged.
    players: ModelOptions,
    question: Question,
}

impl<'a> Asked<'a> {
    /// Learns what there is to learn of the player in a role.
    fn new(
        args: &'a Args,
        weights: Option<&ByRules>,
        role: Option<PlayerRole>,
        (tables, console): (&Tables, &Console),
    ) -> anyhow::Result<Asked<'a>> {
        let known = args.belief.known((&args.model.options, weights), role, tables, console)?;
        let known =
            known.unwrap_or_else(|| Known::certain(usual_competence(args.competence, weights)));
        let players = args.belief.players(&args.model.options);
        let question = Question {
            model: players.model(),
            attacker: known.competences.clone(),
            defender: args.opponent,
            ties: args.ties,
            count: args.chain.average,
            moves: args.chain.moves(),
            most_men: if args.exact { usize::MAX } else { MOST_MEN_FOLLOWED },
            budget: args.options.memory_budget(),
        };
        Ok(Asked { args, known, players, question })
    }

    fn settings(
        &self,
        material: String,
        followed: &Followed,
        notes: Vec<String>,
    ) -> PredictionSettings {
        let args = self.args;
        PredictionSettings {
            material,
            metric: args.options.metric.word().into(),
            competence: apparent(&self.known.competences).into(),
            belief: self.known.belief.as_ref().map(Into::into),
            opponent: args.opponent.into(),
            kappa: args.model.options.kappa().into(),
            weights: args.model.weights.clone(),
            average: args.chain.average.word().into(),
            ties: args.ties.to_string().into(),
            moves: self.question.moves.clone(),
            residual: followed.residual,
            sweeps: followed.sweeps,
            exact_note: followed.note.clone(),
            notes,
        }
    }

    /// The players and the model in words.
    fn said(&self, attacker: Color) -> Said {
        let (metric, weights) = (self.args.options.metric, self.args.model.weights.as_deref());
        let words = self.players.words(CompetenceGrid::default(), weights);
        let opponent = (self.args.opponent, self.args.ties);
        Said::of(attacker, &self.known, opponent, format!("{metric}, {words}"))
    }
}
