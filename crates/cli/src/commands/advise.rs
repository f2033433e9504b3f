//! `fallible advise FEN --belief 20`: which move is hardest for this opponent.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use endgame::tables::Tables;
use player::agents::predator::curves::BestInterval;
use player::agents::predator::{Advice, Aim, Candidates, DEFAULT_NODES};
use player::agents::{Analyser, Predator};
use player::spec::parse_belief;
use player::{Belief, CompetenceGrid, MovePrior};
use study::advice::AdviceReport;
use study::assess::{Assessor, PlayerRole, Settings};
use study::position_report::PositionReport;
use value::{Outcome, Plies};

use crate::console::Console;
use crate::failure::bad_input;
use crate::files;
use crate::games::GameFiles;
use crate::json;
use crate::model_options::ModelOptions;
use crate::options::{FenWords, Options, SyzygyOption};
use crate::plot::{Plot, Scale, Series};
use crate::position_report::{print_bound, print_head};
use crate::printable::printable;
use crate::weights_option::WeightsOption;

/// Say which move sets this opponent the hardest task
///
/// Each option with the depth to expect once the opponent has replied, what it gives away, and
/// against which competences it is best. A winner wants a small depth, a loser a great one; where
/// the opponent may concede more than depth (--concede), value comes first. A draw that he can still
/// lose counts as the chance that he does so within fifty moves (the score); a move that the right
/// reply turns into a draw nobody can win scores 0.
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

    /// What is thought of the opponent: a competence, uniform, normal=MEAN/SD, or a PGN file with
    /// games of his to learn from, plain or packed, - being standard input [default: the competence of the weights, or uniform]
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

    /// Which of our moves to consider: optimal, within:RISK (so many moves of depth given up at most),
    /// preserving (all that keep the value) or all
    #[arg(long, value_name = "MOVES", default_value = "preserving")]
    among: Candidates,

    /// What we want: score (value with draws by what may still come of them, then depth), value (all
    /// draws equal, then depth), or depth alone
    #[arg(long, value_name = "AIM", default_value = "score")]
    aim: Aim,

    /// Draw the expected depth of the best options against competence, as an SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    weights: WeightsOption,
    #[command(flatten)]
    syzygy: SyzygyOption,
    #[command(flatten)]
    options: Options,
}

/// What was asked, and the answer.
struct Report<'a> {
    args: &'a Args,
    belief: Belief,
    advised: AdviceReport,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.fen.position()?;
    args.check()?;
    let learned_from = args.belief.iter().filter(|belief| is_games(belief)).map(PathBuf::from);
    files::check_outputs(&learned_from.collect::<Vec<_>>(), &[("--plot", &args.plot)])?;
    let move_prior = args.weights.move_prior()?;
    let own = move_prior.as_ref().and_then(|move_prior| move_prior.competence());
    let words = match (&args.belief, own) {
        (Some(file), _) if is_games(file) => None,
        (Some(words), _) => Some(parse_belief(words, args.grid).map_err(bad_input)?),
        (None, Some(own)) => Some(Belief::certain(own.get())?),
        (None, None) => Some(Belief::uniform(args.grid)),
    };
    let (tables, console) = args.options.open()?;
    let tables = args.syzygy.behind(tables)?;
    let report = PositionReport::of(&tables, position)?;
    let belief = match words {
        Some(belief) => belief,
        None => args.learned(&tables, move_prior.clone(), report.value, &console)?,
    };
    if report.choices.is_empty() {
        return Err(bad_input("the game is over here: there is nothing to advise"));
    }
    let predator = Predator {
        candidates: args.among.clone(),
        aim: args.aim,
        plies: args.plies.map(Plies),
        nodes: args.nodes,
        ..Predator::new(Analyser { model: args.players().model(), belief: belief.clone() })
    };
    let advised = AdviceReport::new(&tables, move_prior.as_deref(), report, &predator, args.grid)?;
    let extent = advised.report.choices.extent();
    console.print_notes(&args.players().draw_notes(&[extent, extent.flipped()]));
    let report = Report { args, belief, advised };
    if let Some(file) = &args.plot {
        files::write(file, &report.plot().svg())?;
    }
    if !args.options.json {
        return report.print(out);
    }
    json::write(out, &report.advised.to_schema(&report.belief, args.model.kappa().into()))
}

impl Args {
    /// Refuses what cannot be asked, before anything is solved.
    fn check(&self) -> anyhow::Result<()> {
        if let Some(plies) = self.plies.filter(|plies| *plies < 2 || !plies.is_multiple_of(2)) {
            return Err(bad_input(format!(
                "--plies {plies}: give an even number from 2, a move and a reply each"
            )));
        }
        if self.nodes == Some(0) {
            return Err(bad_input("--nodes 0: give the positions to look at, at least 1"));
        }
        if self.opponent.is_some() && !self.belief.as_deref().is_some_and(is_games) {
            return Err(bad_input(
                "--opponent picks a player of a PGN file, and --belief names none: give --belief GAMES.pgn",
            ));
        }
        Ok(())
    }

    /// The model; with games to judge a person by, the one for people.
    fn players(&self) -> ModelOptions {
        match self.belief.as_deref().is_some_and(is_games) {
            true => self.model.judging_people(),
            false => self.model.clone(),
        }
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
        let mut settings = Settings::new(self.players().model(), Belief::uniform(self.grid));
        settings.move_prior = move_prior;
        let assessor = Assessor::new(tables, &settings);
        let file = PathBuf::from(self.belief.as_deref().unwrap_or_default());
        let role = match value.sign() {
            1 => Some(PlayerRole::Defender),
            -1 => Some(PlayerRole::Attacker),
            _ => None,
        };
        let mut belief = settings.prior.clone();
        let mut files = GameFiles::new(std::slice::from_ref(&file))?;
        while let Some(batch) = files.next(console)? {
            assessor.prepare(batch.games.iter(), &console.monitor())?;
            for game in &batch.games {
                let assessment = match assessor.assess(&batch.file, game) {
                    Ok(assessment) => assessment,
                    Err(error) if error.is_outside_tables() => continue,
                    Err(error) => return Err(error.into()),
                };
                for (color, record) in &assessment.records {
                    let name = game.player(*color);
                    let asked = self.opponent.as_ref().is_none_or(|asked| asked == name);
                    if asked && role.is_none_or(|role| role == record.side) {
                        belief.merge(&record.belief);
                    }
                }
            }
        }
        console.clear();
        if let Err(error) = files.unreadable.report(files.read) {
            eprintln!("fallible: {}", printable(&error.to_string()));
        }
        if belief.moves() == 0 {
            let who = self.opponent.as_deref().unwrap_or("anybody");
            let role = role.map_or("player", PlayerRole::word);
            return Err(bad_input(format!(
                "{} has no move of {who} as {role} within the tables: give --belief a number or uniform",
                file.display()
            )));
        }
        Ok(belief)
    }
}

/// Whether a belief names games: a file, a pipe, or standard input.
fn is_games(belief: &str) -> bool {
    let there = std::fs::metadata(belief).is_ok_and(|there| !there.is_dir());
    there || belief == study::pgn::source::STANDARD_INPUT
}

impl Report<'_> {
    /// The model in one line.
    fn description(&self) -> String {
        self.args.players().description() + &self.args.weights.description()
    }

    fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        print_head(&self.advised.report, out)?;
        print_bound(&self.advised.report, out)?;
        let (mean, sd) = (self.belief.mean(), self.belief.sd());
        write!(out, "opponent: competence {mean:.2}, sd {sd:.2}")?;
        if self.belief.moves() > 0 {
            write!(out, ", learned from {} moves", self.belief.moves())?;
        }
        writeln!(out, " ({})", self.description())?;
        let Advice { plies, nodes, .. } = self.advised.advice;
        writeln!(out, "looked {plies} plies ahead, at {nodes} positions")?;
        if let Some(asked) = self.args.plies.filter(|asked| plies.0 < *asked) {
            let nodes = self.args.nodes.unwrap_or(DEFAULT_NODES);
            writeln!(out, "({asked} plies need more than {nodes} nodes: see --nodes)")?;
        }
        let best = self.advised.best();
        writeln!(
            out,
            "\n  {:<8}{:<12}{:>6}{:>11}{:>11}{:>12}",
            "move", "value", "risk", "E[value]", "score", "E[depth]"
        )?;
        for option in self.advised.ranked() {
            let mark = if best.contains(&option.choice) { '*' } else { ' ' };
            let risk =
                self.advised.risk(option).map_or("value".to_owned(), |risk| risk.to_string());
            let depth = option.expectation.depth();
            let depth = depth.map_or("-".to_owned(), |depth| format!("{depth:.4}"));
            writeln!(
                out,
                "{mark} {:<8}{:<12}{risk:>6}{:>11.4}{:>11.4}{depth:>12}",
                self.advised.san(option.choice),
                option.value,
                option.expectation.value,
                option.expectation.score,
            )?;
        }
        writeln!(
            out,
            "\n* the choice; risk: depth given away at once; score: E[value] with a draw as the"
        )?;
        writeln!(out, "chance that the opponent still errs from there")?;
        writeln!(out, "\nbest against each competence (2 plies):")?;
        for BestInterval { curve, from, to } in &self.advised.intervals {
            let san = self.advised.san(self.advised.curves[*curve].choice);
            writeln!(out, "  {from:>8.3} to {to:>8.3}   {san}")?;
        }
        Ok(())
    }

    /// Most lines that can be told apart.
    const LINES: usize = 6;

    fn plot(&self) -> Plot {
        let shown: Vec<usize> = self
            .advised
            .ranked()
            .into_iter()
            .take(Self::LINES)
            .map(|option| option.choice)
            .collect();
        let series =
            self.advised.curves.iter().filter(|curve| shown.contains(&curve.choice)).map(|curve| {
                let point = |c: player::Competence| Some((c.get(), curve.at(c).depth()?));
                let name = format!("{} ({})", self.advised.san(curve.choice), curve.value);
                Series { name, points: self.args.grid.competences().filter_map(point).collect() }
            });
        Plot {
            title: "Which move is hardest to answer".to_owned(),
            note: format!(
                "{}; {}, {}",
                self.advised.report.position.fen(),
                self.advised.report.metric,
                self.description()
            ),
            across: "the opponent's competence c".to_owned(),
            up: "expected depth after the reply".to_owned(),
            close_up: true,
            up_scale: Scale::Linear,
            series: series.collect(),
            ..Plot::default()
        }
    }
}
