//! `fallible choices` and `fallible advise` with `--game`: what a player does, and what is hardest for one.

use std::io::Write;
use std::path::{Path, PathBuf};

use player::agents::predator::{Aim, Candidates};
use player::agents::{Analyser, Predator};
use player::{Belief, Competence, CompetenceGrid};
use study::advice::{AdviceReport, ChoiceReport};
use study::assess::{PlayerRole, Settings};
use study::position_report::PositionReport;
use value::Plies;

use super::learned;
use crate::belief_option::{from_words, is_games, usual_competence};
use crate::commands::advise::{self, check_search};
use crate::commands::choices::{Drawn, Report};
use crate::elo_option::NoElo;
use crate::failure::refuse_if;
use crate::files;
use crate::json;
use crate::model_options::ModelOptions;
use crate::options::{FenWords, GameOptions};

/// Say how likely a player of some competence is to make each move of another game
///
/// Competence 0 plays at random, inf never errs; below 0, worse moves are preferred.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible choices \"8/8/8/8/8/2k5/8/R6K w\" -c 10 --game antichess
  fallible choices W:WK14,K15:BK4 -c 20 --game checkers
  fallible choices W:WK14,K15:BK4 --curve \"0(1)50\" --plot moves.svg --game checkers")]
pub(super) struct Args {
    #[command(flatten)]
    position: FenWords,

    /// The player's competence: a number, or inf [default: 20]
    #[arg(short, long, value_name = "C", allow_hyphen_values = true)]
    competence: Option<Competence>,

    /// Also for every competence of a grid, least(step)greatest
    #[arg(long, value_name = "GRID", allow_hyphen_values = true)]
    curve: Option<CompetenceGrid>,

    /// Draw the curves as an SVG file, over 0(1)50 unless --curve says otherwise
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// What is drawn: the probability of each move, or the expected depth after it
    #[arg(long, value_enum, default_value = "probability", requires = "plot")]
    draw: Drawn,

    #[command(flatten)]
    _elo: NoElo,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    options: GameOptions,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.position.of_game(args.options.game)?;
    let competence = usual_competence(args.competence, None);
    let (game, console) = args.options.open()?;
    let report = PositionReport::of_game(&game, position)?;
    let choices = ChoiceReport::new(&game, None, report, args.model.model())?;
    console.clear();
    let listed = &choices.report.choices;
    refuse_if!(listed.is_empty(), "the game is over here: there is nothing to choose");
    let notes = args.model.draw_notes(&[listed.extent()]);
    console.print_notes(&notes);
    let (curve, description) = (args.curve, args.model.description());
    let report = Report { choices, competence, curve, description, weighed: false };
    files::write_if(&args.plot, || report.plot(args.draw).svg())?;
    if !args.options.json {
        return report.print(out);
    }
    let kappa = args.model.kappa().into();
    json::write(out, &report.choices.to_schema(competence, kappa, notes, args.curve))
}

/// Say which move of another game sets this opponent the hardest task
///
/// Each option with the depth to expect once the opponent has replied, what it gives away, and against which competences it is best.
#[derive(clap::Args, Debug)]
#[command(mut_arg("concede", |arg| arg.default_value(None::<&str>)), after_help = "Examples:
  fallible advise \"8/8/8/8/8/2k5/8/R6K w\" --belief 10 --game antichess
  fallible advise B:WK14,K15:BK4 --belief uniform --game checkers
  fallible advise B:WK14,K15:BK4 --belief games.pdn --opponent Ann --plies 4 --game checkers")]
pub(super) struct AdviseArgs {
    #[command(flatten)]
    position: FenWords,

    /// What is thought of the opponent: a competence, uniform, normal=MEAN/SD, a grid such as 10(5)30, a .json file with a belief, or a
    /// file with games of his to learn from, - being standard input
    #[arg(long, value_name = "BELIEF", default_value = "uniform", allow_hyphen_values = true)]
    belief: String,

    /// With a file of games: only the moves of this player
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,

    /// The competences thought possible: least(step)greatest
    #[arg(long, value_name = "GRID", default_value = "0(1)50", allow_hyphen_values = true)]
    grid: CompetenceGrid,

    /// How far to look, our move and the reply being 2; the belief learns from every reply
    /// [default: 2, and as far as --nodes allow in a drawn position]
    #[arg(long, value_name = "N")]
    plies: Option<u16>,

    /// Positions to look at; a depth that needs more is given up [default: 200000, or 4000 without --plies]
    #[arg(long, value_name = "N")]
    nodes: Option<usize>,

    /// With --plies 4 and more: follow only the likeliest replies that make up this share of his chances
    #[arg(long, value_name = "SHARE", default_value = "1")]
    cover: f64,

    /// Which of our moves to consider: optimal, within:RISK, preserving (all that keep the value) or all
    #[arg(long, value_name = "MOVES", default_value = "preserving")]
    among: Candidates,

    /// What we want: score (value with draws by what may still come of them, then depth), value, or depth alone
    #[arg(long, value_name = "AIM", default_value = "score")]
    aim: Aim,

    /// Draw the expected depth of the best options against competence, as an SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    _elo: NoElo,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    options: GameOptions,
}

pub(super) fn advise(args: &AdviseArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.position.of_game(args.options.game)?;
    check_search(args.plies, args.cover, args.nodes)?;
    let learns = is_games(&args.belief);
    refuse_if!(
        args.opponent.is_some() && !learns,
        "--opponent picks a player of a file of games, and --belief names none: give --belief GAMES.pgn"
    );
    let model = if learns { args.model.judging_people() } else { args.model.clone() };
    let words = (!learns).then(|| from_words(&args.belief, args.grid)).transpose()?;
    let (game, console) = args.options.open()?;
    let report = PositionReport::of_game(&game, position)?;
    let belief = match words {
        Some(belief) => belief,
        None => {
            let role = match report.value.sign() {
                1 => Some(PlayerRole::Defender),
                -1 => Some(PlayerRole::Attacker),
                _ => None,
            };
            let settings = Settings::new(model.model(), Belief::uniform(args.grid));
            let who = (args.opponent.as_deref(), role);
            learned(Path::new(&args.belief), who, &settings, (&game, &console))?
        }
    };
    refuse_if!(report.choices.is_empty(), "the game is over here: there is nothing to advise");
    let predator = Predator {
        candidates: args.among.clone(),
        aim: args.aim,
        plies: args.plies.map(Plies),
        nodes: args.nodes,
        cover: args.cover,
        ..Predator::new(Analyser { model: model.model(), belief: belief.clone() })
    };
    let advised = AdviceReport::new(&game, None, report, &predator, args.grid)?;
    let extent = advised.report.choices.extent();
    console.print_notes(&model.draw_notes(&[extent, extent.flipped()]));
    let report = advise::Report {
        belief,
        advised,
        description: model.words(args.grid, None).to_string(),
        grid: args.grid,
        plies: args.plies,
        nodes: args.nodes,
    };
    files::write_if(&args.plot, || report.plot().svg())?;
    if !args.options.json {
        return report.print(out);
    }
    json::write(out, &report.advised.to_schema(&report.belief, args.model.kappa().into()))
}
