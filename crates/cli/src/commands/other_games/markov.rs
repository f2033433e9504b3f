//! `fallible markov KQvR -c 10 --game antichess`: the state-transition matrix, and what follows from it.

use std::io::Write;
use std::path::PathBuf;

use endgame::rules::Color;
use player::{Competence, CompetenceGrid};
use study::assess::PlayerRole;
use study::other_games::chain::GameChain;
use study::other_games::listed::ListedMoves;
use study::other_games::predict::endgame_models;
use study::prediction::matrix_csv;

use super::{following, learned};
use crate::belief_option::{BeliefOption, Known, usual_competence};
use crate::chain_options::ChainOptions;
use crate::commands::markov::{Drawn, Report, Start, Who, fallible, start};
use crate::elo_option::NoElo;
use crate::failure::refuse_if;
use crate::files;
use crate::model_options::ModelOptions;
use crate::options::GameOptions;

/// Predict a whole endgame of another game by the papers' Markov model
///
/// States are the depths, seen by White, the side named first. White plays with competence -c against an infallible Black, unless
/// --side or --opponent says otherwise. With several competences, --json prints one line for each.
#[derive(clap::Args, Debug)]
#[command(mut_arg("concede", |arg| arg.default_value(None::<&str>)), after_help = "Examples:
  fallible markov KQvR -c 10 --game antichess
  fallible markov NNvP -c 5,10,20 --plot lengths.svg --game antichess
  fallible markov KKvK -c 12 --opponent 8 --concede all --game checkers")]
pub(super) struct Args {
    /// The endgame, White's men first: KQvR, or in checkers KKvKM
    #[arg(value_name = "ENDGAME")]
    endgame: String,

    /// Competences, one or several: 20, or 15,20,25 [default: 20]
    #[arg(short, long, value_name = "C", value_delimiter = ',', allow_hyphen_values = true)]
    competence: Vec<Competence>,

    /// Who plays with this competence: its matrix is the one shown, the other never errs; or both, and the matrix is that of a move
    /// and a reply
    #[arg(long, value_name = "WHO", value_enum)]
    side: Option<Who>,

    /// Black's competence, if both are fallible
    #[arg(long, value_name = "C", allow_hyphen_values = true)]
    opponent: Option<Competence>,

    /// Where the game begins whose spread, states and plots are told: the depth of a win, or draw [default: the deepest win]
    #[arg(long, value_name = "DEPTH|draw")]
    from: Option<Start>,

    /// Write the matrix as CSV, one line for each state
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,

    /// Draw into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// What is drawn: the expected length or the chance to win within --moves, by depth; the chance to have won, or to win with
    /// exactly so many moves, by move; or the chance of each state after --moves
    #[arg(long, value_enum, default_value = "length", requires = "plot")]
    draw: Drawn,

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
    let outputs = [("--csv", &args.csv), ("--plot", &args.plot)];
    files::check_outputs(&args.belief.files(), &outputs)?;
    let (side, fallible) = fallible(args.side, args.opponent)?;
    let (game, console) = args.options.open()?;
    let endgame = super::endgame(&game, &args.endgame)?;
    let role = match side {
        Who::Black => PlayerRole::Defender,
        Who::White | Who::Both => PlayerRole::Attacker,
    };
    let believed = args.belief.known_by(&args.model, Some(role), |file, who, settings| {
        learned(file, who, &settings, (&game, &console))
    })?;
    let asked = || match args.competence.is_empty() {
        true => vec![Known::certain(usual_competence(None, None))],
        false => args.competence.iter().map(|&c| Known::certain(c)).collect(),
    };
    let known = believed.map_or_else(asked, |known| vec![known]);
    let players = args.belief.players(&args.model);
    let model = players.model();
    let all = args.chain.follows_all(&model, false)?;
    refuse_if!(
        !all && game.deepest(&endgame, Color::White)?.is_none(),
        "White never wins {endgame}: name the endgame the other way round, as in {}, or follow all with --states all",
        endgame.swapped()
    );
    let listed = following(&console, args.options.memory_budget(), |follow| {
        ListedMoves::of(&game, &endgame, Color::White, !all, None, follow)
    })?;
    let chain = GameChain::new(&listed, args.chain.lumps_draws());
    let from = start(args.from, chain.space(), &endgame.to_string())?;
    let notes = args.model.draw_notes(&[listed.extent(), listed.extent().flipped()]);
    let (count, moves) = (args.chain.average, args.chain.moves());
    let competences: Vec<_> = known.iter().map(|one| one.competences.clone()).collect();
    let models = endgame_models(&chain, &model, (fallible, &competences), count);
    console.clear();
    console.print_notes(&notes);
    files::write_if(&args.csv, || matrix_csv(&models))?;
    let results = models.iter().map(|one| one.results(from, &moves)).collect();
    let words = players.words(CompetenceGrid::default(), None);
    let report = Report {
        endgame: endgame.to_string(),
        metric: game.metric(),
        description: format!("{}, {words}", game.metric()),
        kappa: args.model.kappa(),
        weights: None,
        opponent: args.opponent.unwrap_or(Competence::INFALLIBLE),
        average: count,
        moves,
        side,
        known,
        models,
        from,
        results,
        notes,
    };
    report.tell(&args.plot, args.draw, args.options.json, out)
}
