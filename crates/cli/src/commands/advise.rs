//! `fallible advise FEN --belief 20`: which move is hardest for this opponent.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use endgame::tables::Tables;
use player::agents::predator::curves::BestInterval;
use player::agents::predator::{Advice, Aim, Candidates, DEFAULT_NODES};
use player::agents::{Analyser, Predator};
use player::{Belief, CompetenceGrid, MovePrior};
use study::advice::AdviceReport;
use study::assess::{PlayerRole, Settings};
use study::described::{Described, TablePosition};
use study::position_report::PositionReport;
use value::{Outcome, Plies};

use crate::belief_option::{from_words, is_games, learned};
use crate::console::Console;
use crate::elo_option::NoElo;
use crate::failure::{refuse, refuse_if};
use crate::files;
use crate::format::decimals;
use crate::json;
use crate::model_options::WeightedModel;
use crate::options::{ChessOption, FenWords, Options, SyzygyOption};
use crate::plot::{Plot, Series};
use crate::position_report::{print_bound, print_head};

/// Say which move sets this opponent the hardest task
///
/// Each option with the depth to expect once the opponent has replied, what it gives away, and
/// against which competences it is best. A winner wants a small depth, a loser a great one; where
/// the opponent may concede more than depth (--concede), value comes first. A draw that he can still
/// lose counts as the chance that he does so within fifty moves (the score). In a drawn position the game is
/// kept alive first: a move that a right reply turns into a draw we cannot win comes last.
///
/// --concede is by default draws, as in the papers' experiments, and all with --belief GAMES.pgn, where a person is judged.
#[derive(clap::Args, Debug)]
#[command(mut_arg("concede", |arg| arg.default_value(None::<&str>)), after_help = "Examples:
  fallible advise \"8/8/6Q1/2K5/5r2/4k3/8/8 b\" --belief 20
  fallible advise \"8/8/8/2K5/r7/2Q5/4k3/8 b\" --belief uniform --among optimal --plot options.svg
  fallible advise \"8/5r2/8/7k/4K3/6Q1/8/8 b\" --belief normal=20/5 --plies 4
  fallible advise \"8/8/8/8/2B5/4k3/4r3/4K2R w\" --belief 10 --concede all")]
pub(crate) struct Args {
    #[command(flatten)]
    fen: FenWords,

    /// What is thought of the opponent: a competence, uniform, normal=MEAN/SD, a grid such as 10(5)30, a
    /// .json file with a belief, or a PGN file with games of his to learn from, plain or packed, - being standard input [default: the competence of the weights, or uniform]
    #[arg(long, value_name = "BELIEF", allow_hyphen_values = true)]
    belief: Option<String>,

    /// With a PGN file: only the moves of this player
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,

    /// The competences thought possible: least(step)greatest
    #[arg(long, value_name = "GRID", default_value = "0(1)50", allow_hyphen_values = true)]
    grid: CompetenceGrid,

    /// How far to look, our move and the reply being 2; the belief learns from every reply
    /// [default: 2, and as far as --nodes allow in a drawn position]
    #[arg(long, value_name = "N")]
    plies: Option<u16>,

    /// Positions to look at; a depth that needs more is given up [default: 200000, or 4000 without
    /// --plies]
    #[arg(long, value_name = "N")]
    nodes: Option<usize>,

    /// With --plies 4 and more: follow only the likeliest replies that make up this share of his chances; the others
    /// count as the tables have them
    #[arg(long, value_name = "SHARE", default_value = "1")]
    cover: f64,

    /// Which of our moves to consider: optimal, within:RISK (so many moves of depth given up at most),
    /// preserving (all that keep the value) or all
    #[arg(long, value_name = "MOVES", default_value = "preserving")]
    among: Candidates,

    /// What we want: press (in a drawn position to keep the game alive, then the likeliest error; elsewhere as score), score
    /// (value with draws by what may still come of them, then depth), value (all draws equal, then depth), or depth alone
    #[arg(long, value_name = "AIM", default_value = "press")]
    aim: Aim,

    /// Draw the expected depth of the best options against competence, as an SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    _elo: NoElo,
    #[command(flatten)]
    model: WeightedModel,
    #[command(flatten)]
    syzygy: SyzygyOption,
    #[command(flatten)]
    _game: ChessOption,
    #[command(flatten)]
    options: Options,
}

/// The advice, and what was asked.
pub(super) struct Report<P: Described> {
    pub(super) belief: Belief,
    pub(super) advised: AdviceReport<P>,
    /// The model in one line.
    pub(super) description: String,
    pub(super) grid: CompetenceGrid,
    pub(super) plies: Option<u16>,
    pub(super) nodes: Option<usize>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.fen.position()?;
    args.check()?;
    let learned_from = args.belief.iter().filter(|belief| is_games(belief)).map(PathBuf::from);
    files::check_outputs(&learned_from.collect::<Vec<_>>(), &[("--plot", &args.plot)])?;
    let move_prior = args.model.move_prior()?;
    let own = move_prior.as_ref().and_then(|move_prior| move_prior.competence());
    let words = match (&args.belief, own) {
        (Some(file), _) if is_games(file) => None,
        (Some(words), _) => Some(from_words(words, args.grid)?),
        (None, Some(own)) => Some(Belief::certain(own.get())?),
        (None, None) => Some(Belief::uniform(args.grid)),
    };
    let (tables, console) = args.syzygy.open(&args.options)?;
    let report = PositionReport::of(&tables, position)?;
    let belief = match words {
        Some(belief) => belief,
        None => args.learned(&tables, move_prior.clone(), report.value, &console)?,
    };
    refuse_if!(report.choices.is_empty(), "the game is over here: there is nothing to advise");
    let predator = Predator {
        candidates: args.among.clone(),
        aim: args.aim,
        plies: args.plies.map(Plies),
        nodes: args.nodes,
        cover: args.cover,
        ..Predator::new(Analyser { model: args.players().options.model(), belief: belief.clone() })
    };
    let advised = AdviceReport::new(&tables, move_prior.as_deref(), report, &predator, args.grid)?;
    let extent = advised.report.choices.extent();
    console.print_notes(&args.players().options.draw_notes(&[extent, extent.flipped()]));
    let report = Report {
        belief,
        advised,
        description: args.players().words(args.grid).to_string(),
        grid: args.grid,
        plies: args.plies,
        nodes: args.nodes,
    };
    files::write_if(&args.plot, || report.plot().svg())?;
    if !args.options.json {
        return report.print(out);
    }
    json::write(out, &report.advised.to_schema(&report.belief, args.model.options.kappa().into()))
}

impl Args {
    /// Refuses what cannot be asked, before anything is solved.
    fn check(&self) -> anyhow::Result<()> {
        check_search(self.plies, self.cover, self.nodes)?;
        refuse_if!(
            self.opponent.is_some() && !self.belief.as_deref().is_some_and(is_games),
            "--opponent picks a player of a PGN file, and --belief names none: give --belief GAMES.pgn"
        );
        Ok(())
    }

    /// The model; with games to judge a person by, the one for people.
    fn players(&self) -> WeightedModel {
        let WeightedModel { options, weights } = self.model.clone();
        let judges = self.belief.as_deref().is_some_and(is_games);
        let options = if judges { options.judging_people() } else { options };
        WeightedModel { options, weights }
    }

    /// What the games of a PGN file say of the opponent, in the role he has here: attacker if we
    /// are lost, defender if we are winning, either in a draw.
    fn learned(
        &self,
        tables: &Tables,
        move_prior: Option<Arc<dyn MovePrior<Tables>>>,
        value: Outcome,
        console: &Console,
    ) -> anyhow::Result<Belief> {
        let model = self.players().options.model();
        let settings = Settings { move_prior, ..Settings::new(model, Belief::uniform(self.grid)) };
        let role = match value.sign() {
            1 => Some(PlayerRole::Defender),
            -1 => Some(PlayerRole::Attacker),
            _ => None,
        };
        let file = Path::new(self.belief.as_deref().unwrap_or_default());
        learned(file, (self.opponent.as_deref(), role), &settings, tables, console)
    }
}

/// Refuses a search that cannot be made.
pub(super) fn check_search(
    plies: Option<u16>,
    cover: f64,
    nodes: Option<usize>,
) -> anyhow::Result<()> {
    if let Some(plies) = plies.filter(|plies| *plies < 2 || !plies.is_multiple_of(2)) {
        refuse!("--plies {plies}: give an even number from 2, a move and a reply each");
    }
    refuse_if!(
        !(cover > 0.0 && cover <= 1.0),
        "--cover {cover}: give a share of his chances above 0 and up to 1, as in 0.9"
    );
    refuse_if!(nodes == Some(0), "--nodes 0: give the positions to look at, at least 1");
    Ok(())
}

impl<P: TablePosition> Report<P> {
    pub(super) fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        print_head(&self.advised.report, out)?;
        print_bound(&self.advised.report, out)?;
        let (mean, sd) = (self.belief.mean(), self.belief.sd());
        write!(out, "opponent: competence {mean:.2}, sd {sd:.2}")?;
        if self.belief.moves() > 0 {
            write!(out, ", learned from {} moves", self.belief.moves())?;
        }
        writeln!(out, " ({})", self.description)?;
        let Advice { plies, nodes, .. } = self.advised.advice;
        writeln!(out, "looked {plies} plies ahead, at {nodes} positions")?;
        if let Some(asked) = self.plies.filter(|asked| plies.0 < *asked) {
            let nodes = self.nodes.unwrap_or(DEFAULT_NODES);
            writeln!(out, "({asked} plies need more than {nodes} nodes: see --nodes)")?;
        }
        let best = self.advised.best();
        writeln!(out, "\n  move    value         risk   E[value]      score    E[depth]")?;
        for option in self.advised.ranked() {
            let mark = if best.contains(&option.choice) { '*' } else { ' ' };
            let san = self.advised.san(option.choice);
            let risk =
                self.advised.risk(option).map_or("value".to_owned(), |risk| risk.to_string());
            let depth = decimals(option.expectation.depth(), 4);
            let (outcome, value, score) =
                (option.value, option.expectation.value, option.expectation.score);
            write!(out, "{mark} {san:<8}{outcome:<12}{risk:>6}")?;
            writeln!(out, "{value:>11.4}{score:>11.4}{depth:>12}")?;
        }
        writeln!(out, "{LEGEND}")?;
        for BestInterval { curve, from, to } in &self.advised.intervals {
            let san = self.advised.san(self.advised.curves[*curve].choice);
            writeln!(out, "  {from:>8.3} to {to:>8.3}   {san}")?;
        }
        Ok(())
    }

    pub(super) fn plot(&self) -> Plot {
        let AdviceReport { report, curves, .. } = &self.advised;
        let ranked = self.advised.ranked();
        let shown: Vec<usize> = ranked.iter().take(LINES).map(|option| option.choice).collect();
        let series = curves.iter().filter(|curve| shown.contains(&curve.choice)).map(|curve| {
            let point = |c: player::Competence| Some((c.get(), curve.at(c).depth()?));
            let name = format!("{} ({})", self.advised.san(curve.choice), curve.value);
            Series { name, points: self.grid.competences().filter_map(point).collect() }
        });
        let note = format!("{}; {}, {}", report.position.text(), report.metric, self.description);
        let axes = ["the opponent's competence c", "expected depth after the reply"];
        let plot = Plot::new("Which move is hardest to answer", note, axes, series.collect());
        Plot { close_up: true, ..plot }
    }
}

/// Most lines of a plot that can be told apart.
pub(super) const LINES: usize = 6;

const LEGEND: &str = "
* the choice; risk: depth given away at once; score: E[value] with a draw as the
chance that the opponent still errs from there

best against each competence (2 plies):";
