//! `fallible predict POSITION|ENDGAME -c 10 --game antichess`: the Markov model and the exact answer, side by side.

use std::io::Write;
use std::path::PathBuf;

use endgame::rules::Color;
use player::{Competence, CompetenceGrid};
use study::assess::PlayerRole;
use study::exact::{ExactError, Ties};
use study::other_games::listed::ListedMoves;
use study::other_games::predict::{GamePredictor, by_depth};
use study::other_games::{AnyEndgame, AnyGame, AnyPosition};
use study::prediction::{Followed, Question, apparent};
use study::schema::{EndgamePrediction, PositionPrediction, PredictionSettings};
use value::Outcome;

use super::{following, learned};
use crate::belief_option::{BeliefOption, Known, usual_competence};
use crate::chain_options::ChainOptions;
use crate::commands::predict::position::{
    HOLDS, chances_plot, columns, distribute, head, line, print_distribution, print_effort,
};
use crate::commands::predict::{MOST_MEN_FOLLOWED, Said, by_depth as whole};
use crate::console::{Console, stopped};
use crate::elo_option::NoElo;
use crate::failure::{bad_input, refuse_if};
use crate::files;
use crate::json;
use crate::model_options::ModelOptions;
use crate::options::GameOptions;

/// Predict how long a win of another game takes, by the Markov model and exactly
///
/// The side that wins has competence -c, in a drawn position the side to move; the other one never errs unless --opponent says
/// otherwise, and takes any of its best replies. Of an endgame every depth is shown.
#[derive(clap::Args, Debug)]
#[command(mut_arg("concede", |arg| arg.default_value(None::<&str>)), after_help = "Examples:
  fallible predict W:WK14,K15:BK4 -c 12 --game checkers
  fallible predict \"8/8/8/8/8/2k5/8/R6K w\" -c 5 --opponent 10 --game antichess
  fallible predict KKvK -c 12 --plot lengths.svg --game checkers")]
pub(super) struct Args {
    /// A position, quoted or not, or an endgame, White's men first
    #[arg(value_name = "POSITION|ENDGAME", required = true)]
    what: Vec<String>,

    /// The competence of the side that wins, or is to move in a drawn position: a number, or inf [default: 20]
    #[arg(short, long, value_name = "C", allow_hyphen_values = true)]
    competence: Option<Competence>,

    /// The competence of the other side
    #[arg(long, value_name = "C", default_value = "inf", allow_hyphen_values = true)]
    opponent: Competence,

    /// Follow every position for each of many competences too
    #[arg(long)]
    exact: bool,

    /// Of a position: how likely the win takes exactly 1, 2, 3 ... moves, up to the greatest of --moves
    #[arg(long)]
    distribution: bool,

    /// Draw into this SVG file: of a position the chance to have won by move, or with --distribution to win with exactly so many
    /// moves; of an endgame the lengths by depth
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    belief: BeliefOption,
    #[command(flatten)]
    chain: ChainOptions,
    #[command(flatten)]
    _elo: NoElo,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    options: GameOptions,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    files::check_outputs(&args.belief.files(), &[("--plot", &args.plot)])?;
    let words = args.what.join(" ");
    let is_endgame = !words.contains([':', '/', ' ']);
    refuse_if!(
        is_endgame && args.distribution,
        "--distribution is about one position: give a position, or leave it out"
    );
    let position = (!is_endgame).then(|| args.options.game.read(&words)).transpose()?;
    let (game, console) = args.options.open()?;
    match position {
        Some(position) => args.of_position(&game, &console, &position, out),
        None => args.of_endgame(&game, &console, &super::endgame(&game, &words)?, out),
    }
}

/// What was asked, and what is known of the players.
struct Asked {
    known: Known,
    players: ModelOptions,
    question: Question,
}

impl Args {
    fn asked(
        &self,
        game: &AnyGame,
        console: &Console,
        role: Option<PlayerRole>,
    ) -> anyhow::Result<Asked> {
        let known = self.belief.known_by(&self.model, role, |file, who, settings| {
            learned(file, who, &settings, (game, console))
        })?;
        let certain = || Known::certain(usual_competence(self.competence, None));
        let known = known.unwrap_or_else(certain);
        let players = self.belief.players(&self.model);
        let question = Question {
            model: players.model(),
            attacker: known.competences.clone(),
            defender: self.opponent,
            ties: Ties::Uniform,
            count: self.chain.average,
            moves: self.chain.moves(),
            most_men: if self.exact { usize::MAX } else { MOST_MEN_FOLLOWED },
            budget: self.options.memory_budget(),
        };
        Ok(Asked { known, players, question })
    }

    fn said(&self, asked: &Asked, attacker: Color, game: &AnyGame) -> Said {
        let words = asked.players.words(CompetenceGrid::default(), None);
        let model = format!("{}, {words}", game.metric());
        Said::of(attacker, &asked.known, (self.opponent, Ties::Uniform), model)
    }

    fn settings(
        &self,
        asked: &Asked,
        (game, endgame): (&AnyGame, &AnyEndgame),
        followed: &Followed,
        notes: Vec<String>,
    ) -> PredictionSettings {
        PredictionSettings {
            material: endgame.to_string(),
            metric: game.metric().word().into(),
            competence: apparent(&asked.known.competences).into(),
            belief: asked.known.belief.as_ref().map(Into::into),
            opponent: self.opponent.into(),
            kappa: self.model.kappa().into(),
            weights: None,
            average: self.chain.average.word().into(),
            ties: Ties::Uniform.to_string().into(),
            moves: asked.question.moves.clone(),
            residual: followed.residual,
            sweeps: followed.sweeps,
            exact_note: followed.note.clone(),
            notes,
        }
    }

    fn of_endgame(
        &self,
        game: &AnyGame,
        console: &Console,
        endgame: &AnyEndgame,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let asked = self.asked(game, console, Some(PlayerRole::Attacker))?;
        let all = self.chain.follows_all(&asked.question.model, false)?;
        refuse_if!(
            game.deepest(endgame, Color::White)?.is_none(),
            "White never wins {endgame}: name the endgame the other way round, as in {}",
            endgame.swapped()
        );
        let listed = following(console, self.options.memory_budget(), |follow| {
            ListedMoves::of(game, endgame, Color::White, !all, None, follow)
        })?;
        let lump = self.chain.lumps_draws();
        let (depths, followed) = by_depth(game, &listed, lump, &asked.question, |_| going_on())?;
        let notes = self.model.draw_notes(&[listed.extent(), listed.extent().flipped()]);
        console.print_notes(&notes);
        let said = self.said(&asked, Color::White, game);
        files::write_if(&self.plot, || {
            whole::lengths_plot(&endgame.to_string(), &said, &depths).svg()
        })?;
        let settings = self.settings(&asked, (game, endgame), &followed, notes);
        if self.options.json {
            return json::write(out, &EndgamePrediction { settings, depths });
        }
        whole::print(&said, &settings, &depths, out)
    }

    fn of_position(
        &self,
        game: &AnyGame,
        console: &Console,
        position: &AnyPosition,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let outcome = game.value(position)?;
        refuse_if!(
            game.name().ended(position).is_some(),
            "the game is over here: give a position with a move to make"
        );
        let drawn = outcome == Outcome::Draw;
        let asked = self.asked(game, console, (!drawn).then_some(PlayerRole::Attacker))?;
        let question = &asked.question;
        let attacker = match outcome.sign() {
            -1 => position.turn().other(),
            _ => position.turn(),
        };
        let all = self.chain.follows_all(&question.model, drawn)?;
        let endgame = position.endgame();
        let listed = following(console, self.options.memory_budget(), |follow| {
            ListedMoves::of(game, &endgame, attacker, !all, Some(position), follow)
        })?;
        let predictor = GamePredictor::new(&listed, self.chain.lumps_draws(), question, position);
        let predictor = predictor
            .ok_or_else(|| bad_input("the win is already there: give an earlier position"))?;
        let (mut markov, markov_chances) = predictor.by_markov();
        let notes = self.model.draw_notes(&[listed.extent(), listed.extent().flipped()]);
        console.print_notes(&notes);
        let said = self.said(&asked, attacker, game);
        if !self.options.json {
            head((&position.to_string(), position.turn(), outcome), &said, out)?;
            columns(question, all, out)?;
            line(("Markov", &markov), question, all, out)?;
            out.flush()?;
        }
        let (exact, followed) = predictor.exactly(|_| going_on())?;
        console.clear();
        let (mut exact, exact_chances) = exact.unzip();
        let chances = [Some(&markov_chances), exact_chances.as_ref()];
        files::write_if(&self.plot, || chances_plot(&said, self.distribution, chances).svg())?;
        if self.distribution {
            distribute(&mut markov, &markov_chances, all);
            if let (Some(exact), Some(chances)) = (&mut exact, &exact_chances) {
                distribute(exact, chances, all);
            }
        }
        let settings = self.settings(&asked, (game, &endgame), &followed, notes);
        if self.options.json {
            let (fen, value) = (position.to_string(), outcome.into());
            let (clock, under_rule) = (None, None);
            let answer =
                PositionPrediction { fen, value, clock, settings, markov, exact, under_rule };
            return json::write(out, &answer);
        }
        if let Some(exact) = &exact {
            line(("exact", exact), question, all, out)?;
        }
        print_distribution(&markov, exact.as_ref(), out)?;
        print_effort(&followed, out)?;
        if let Some(why) = settings.exact_note {
            let what = if exact.is_some() { "length" } else { "answer" };
            writeln!(out, "\nno exact {what}: {why}")?;
        }
        if drawn && self.opponent == Competence::INFALLIBLE {
            writeln!(out, "\n{HOLDS}")?;
        }
        Ok(())
    }
}

/// Whether nobody has asked to stop.
fn going_on() -> Result<(), ExactError> {
    if stopped() { Err(ExactError::Stopped) } else { Ok(()) }
}
