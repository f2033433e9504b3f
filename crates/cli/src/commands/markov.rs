//! `fallible markov KQKR -c 20`: the state-transition matrix, and what follows from it.

use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

use endgame::material::Material;
use endgame::outcome_histogram::Count;
use endgame::rules::Color;
use endgame::successors::Successors;
use endgame::tables::Tables;
use player::markov::{Mixture, Seat, StateDistribution, StateSpace};
use player::{Competence, CompetenceGrid, DepthOffset};
use study::assess::PlayerRole;
use study::prediction::{EndgameModel, Fallible, apparent, matrix_csv};
use study::schema::{LongRun, Markov, MarkovResults, MarkovSettings};
use study::weights::ByRules;
use value::{Depth, Metric, Outcome};

use crate::belief_option::{BeliefOption, Known, usual_competence};
use crate::chain_options::{ChainOptions, Walked, format_length, weigh};
use crate::console::Console;
use crate::elo_option::NoElo;
use crate::failure::{BadInput, bad_input};
use crate::files;
use crate::json;
use crate::model_options::WeightedModel;
use crate::options::{ChessOption, Options};
use crate::plot::{Plot, Scale, Series};

/// Predict a whole endgame by the papers' Markov model
///
/// States are the depths, seen by White, the side named first; the attacker is White. White plays
/// with competence -c against an infallible Black, unless --side or --opponent says otherwise.
/// Where draws are followed, those that nobody can win any more are a state of their own, never left.
/// With several competences, --json prints one line for each.
///
/// Lengths are those of the win; where wins may be given away (--concede all) those of the game, won,
/// drawn or lost, and the chances of each in the long run stand beside them. With --belief all this is
/// the mean over the belief, with --weights moves weigh differently to the player with this competence.
///
/// --concede is by default draws, as in the papers' experiments, and all with --belief GAMES.pgn, where a person is judged.
#[derive(clap::Args, Debug)]
#[command(mut_arg("concede", |arg| arg.default_value(None::<&str>)), after_help = "Examples:
  fallible markov KQKR -c 20
  fallible markov KBBKN -c 15,20,25,30 --plot lengths.svg
  fallible markov KQKR -c 20 --opponent 10              two fallible players
  fallible markov KQKR -c 20 --concede all --csv matrix.csv
  fallible markov KRK --belief normal=10/3 --from 12 --moves 10,20 --plot states.svg --draw states
  fallible markov KQKR --weights human                  people with the queen
  fallible markov KQKR -c 20 --kappa 0+ --average classes --json")]
pub(crate) struct Args {
    /// The endgame, White's men first: KQKR, KBBKN, KRKQ
    #[arg(value_name = "ENDGAME")]
    material: Material,

    /// Competences, one or several: 20, or 15,20,25 [default: the competence of the weights, or 20]
    #[arg(short, long, value_name = "C", value_delimiter = ',', allow_hyphen_values = true)]
    competence: Vec<Competence>,

    /// Who plays with this competence: its matrix is the one shown, the other never errs; or both,
    /// and the matrix is that of a move and a reply
    #[arg(long, value_name = "WHO", value_enum)]
    side: Option<Who>,

    /// Black's competence, if both are fallible
    #[arg(long, value_name = "C", allow_hyphen_values = true)]
    opponent: Option<Competence>,

    /// Where the game begins whose spread, states and plots are told: the depth of a win, or draw
    /// [default: the deepest win]
    #[arg(long, value_name = "DEPTH|draw")]
    from: Option<Start>,

    /// Write the matrix as CSV, one line for each state
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,

    /// Draw into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// What is drawn: the expected length or the chance to win within --moves, by depth; the chance to
    /// have won, or to win with exactly so many moves, by move; or the chance of each state after --moves
    #[arg(long, value_enum, default_value = "length", requires = "plot")]
    draw: Drawn,

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Who {
    White,
    Black,
    Both,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Drawn {
    Length,
    Within,
    Cumulative,
    Exactly,
    States,
}

/// Where a game begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start(Outcome);

impl FromStr for Start {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Start, BadInput> {
        match text.parse() {
            Ok(depth) => Ok(Start(Outcome::Win(Depth(depth)))),
            Err(_) if text == "draw" => Ok(Start(Outcome::Draw)),
            Err(_) => Err(BadInput(format!("--from {text}: give the depth of a win, or draw"))),
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let outputs = [("--csv", &args.csv), ("--plot", &args.plot)];
    files::check_outputs(&args.belief.files(), &outputs)?;
    let (side, fallible) = fallible(args.side, args.opponent)?;
    let weights = args.model.by_rules()?;
    let (tables, console) = args.options.open()?;
    let (seat, role) = match side {
        Who::Black => (Seat::Defender, PlayerRole::Defender),
        Who::White | Who::Both => (Seat::Attacker, PlayerRole::Attacker),
    };
    let known = args.known(weights.as_ref(), role, (&tables, &console))?;
    let walked = Walked::new(Successors::of(&tables, &args.material, &console.monitor())?);
    let attacker = args.material.table_color(Color::White);
    let players = args.belief.players(&args.model.options);
    let model = players.model();
    let chain = args.chain.chain(&walked, attacker, (&model, args.material), false, &console)?;
    let chain = weigh(chain, seat, weights.as_ref())?;
    let from = start(args.from, chain.space(), &args.material.to_string())?;
    let notes = args.model.options.draw_notes(&[chain.extent(), chain.extent().flipped()]);
    let (count, monitor) = (args.chain.average, console.monitor());
    let competences: Vec<_> = known.iter().map(|one| one.competences.clone()).collect();
    let models = EndgameModel::of(&chain, &model, (fallible, &competences), count, &monitor)?;
    console.clear();
    console.print_notes(&notes);
    if let Some(file) = &args.csv {
        files::write(file, &matrix_csv(&models))?;
    }
    let moves = args.chain.moves();
    let results = models.iter().map(|one| one.results(from, &moves)).collect();
    let (metric, weights) = (args.options.metric, args.model.weights.clone());
    let words = players.words(CompetenceGrid::default(), weights.as_deref());
    let report = Report {
        endgame: args.material.to_string(),
        metric,
        description: format!("{metric}, {words}"),
        kappa: args.model.options.kappa(),
        weights,
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

/// Who is fallible.
pub(super) fn fallible(
    side: Option<Who>,
    opponent: Option<Competence>,
) -> anyhow::Result<(Who, Fallible)> {
    match (side, opponent) {
        (None | Some(Who::Both), Some(defender)) => Ok((Who::Both, Fallible::Both(defender))),
        (Some(_), Some(_)) => {
            Err(bad_input("--opponent makes both players fallible: choose --side both"))
        }
        (Some(Who::Both), None) => Err(bad_input(
            "--side both: say Black's competence with --opponent, as in --opponent 10",
        )),
        (Some(Who::Black), None) => Ok((Who::Black, Fallible::Defender)),
        (None | Some(Who::White), None) => Ok((Who::White, Fallible::Attacker)),
    }
}

/// The number of the state that the game begins in.
pub(super) fn start(
    from: Option<Start>,
    space: StateSpace,
    endgame: &str,
) -> anyhow::Result<usize> {
    let deepest = space.deepest_win();
    let Start(outcome) = from.unwrap_or(Start(Outcome::Win(deepest)));
    space.number(outcome).ok_or_else(|| match outcome {
        Outcome::Draw => bad_input("--from draw: draws are followed with --states all"),
        _ => bad_input(format!(
            "--from: {endgame} has no {outcome}, the deepest is {deepest}: give a depth up to that"
        )),
    })
}

impl Args {
    /// Who plays with the competence asked for, one or several.
    fn known(
        &self,
        weights: Option<&ByRules>,
        role: PlayerRole,
        (tables, console): (&Tables, &Console),
    ) -> anyhow::Result<Vec<Known>> {
        let settings = (&self.model.options, weights);
        if let Some(known) = self.belief.known(settings, Some(role), tables, console)? {
            return Ok(vec![known]);
        }
        if self.competence.is_empty() {
            return Ok(vec![Known::certain(usual_competence(None, weights))]);
        }
        Ok(self.competence.iter().map(|&c| Known::certain(c)).collect())
    }
}

/// What was asked, and the answer.
pub(super) struct Report {
    pub(super) endgame: String,
    pub(super) metric: Metric,
    /// The model in one line.
    pub(super) description: String,
    pub(super) kappa: DepthOffset,
    pub(super) weights: Option<String>,
    /// The competence of the side that is not named by --side.
    pub(super) opponent: Competence,
    pub(super) average: Count,
    pub(super) moves: Vec<usize>,
    pub(super) side: Who,
    /// What is known of the player of each model.
    pub(super) known: Vec<Known>,
    pub(super) models: Vec<EndgameModel>,
    /// The state that the game begins in.
    pub(super) from: usize,
    pub(super) results: Vec<MarkovResults>,
    pub(super) notes: Vec<String>,
}

impl Report {
    /// Draws what was asked for and prints the rest.
    pub(super) fn tell(
        &self,
        plot: &Option<PathBuf>,
        drawn: Drawn,
        as_json: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        files::write_if(plot, || self.plot(drawn).svg())?;
        match as_json {
            true => (0..self.models.len()).try_for_each(|at| json::write(out, &self.to_schema(at))),
            false => self.print(out),
        }
    }

    fn to_schema(&self, at: usize) -> Markov {
        Markov {
            settings: MarkovSettings {
                material: self.endgame.clone(),
                metric: self.metric.word().into(),
                competence: apparent(&self.known[at].competences).into(),
                belief: self.known[at].belief.as_ref().map(Into::into),
                opponent: self.opponent.into(),
                side: format!("{:?}", self.side).to_lowercase().into(),
                kappa: self.kappa.into(),
                weights: self.weights.clone(),
                average: self.average.word().into(),
                notes: self.notes.clone(),
            },
            results: self.results[at].clone(),
        }
    }

    fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        for (at, results) in self.results.iter().enumerate() {
            let name = self.known[at].name();
            let players = match self.side {
                Who::White => format!("White {name} against an infallible Black"),
                Who::Black => format!("an infallible White against Black {name}"),
                Who::Both => format!("White {name} against Black R_{}", self.opponent),
            };
            writeln!(out, "{}: {players}", self.endgame)?;
            let (average, states) = (self.average.word(), results.states.len());
            writeln!(out, "{}, averaged over {average}; {states} states", self.description)?;
            match results.condition {
                Some(condition) => writeln!(out, "condition number of I - M: {condition:.4e}\n")?,
                None => writeln!(out)?,
            }
            self.print_depths(&self.models[at].full, results, out)?;
            self.print_start(results, out)?;
        }
        Ok(())
    }

    /// A line for each depth.
    fn print_depths(
        &self,
        full: &Mixture,
        results: &MarkovResults,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let first = full.first_move();
        let moves = &self.moves;
        write!(out, "{:>5}{:>20}", "depth", "expected length")?;
        for moves in moves {
            write!(out, "{:>20}", format!("won within {moves}"))?;
        }
        write!(out, "{:>14}{:>14}", "stays", "one less")?;
        let either_way = !full.space().is_wins_only();
        if either_way {
            write!(out, "{:>14}{:>14}{:>14}", "won at last", "drawn", "lost")?;
        }
        writeln!(out)?;
        for &(depth, length) in results.expected_length.iter().skip(1) {
            write!(out, "{depth:>5}{:>20}", format_length(length.or(Some(f64::INFINITY))))?;
            for moves in moves {
                write!(out, "{:>20.6}", results.within[&format!("win_within_{moves}")][depth].1)?;
            }
            write!(out, "{:>14.6}{:>14.6}", first[(depth, depth)], first[(depth, depth - 1)])?;
            if either_way {
                let LongRun { won, drawn, lost, .. } = results.steady_states[depth];
                write!(out, "{won:>14.6}{drawn:>14.6}{lost:>14.6}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// What is told of one start: how long, where after so many moves, and how it ends.
    fn print_start(&self, results: &MarkovResults, out: &mut dyn Write) -> anyhow::Result<()> {
        let whole = |moves: Option<u64>| moves.map_or("-".to_owned(), |m| m.to_string());
        let LongRun { expected_length, won, drawn, lost, never } =
            &results.steady_states[self.from];
        writeln!(
            out,
            "\nfrom {}: mean {}, standard deviation {}, median {}, likeliest {}",
            results.from,
            format_length(expected_length.or(Some(f64::INFINITY))),
            format_length(results.deviation),
            whole(results.median),
            whole(results.mode)
        )?;
        let after = &results.after;
        write!(
            out,
            "after {} moves: won {:.6}, with exactly so many {:.6}",
            after.moves, after.won, after.won_exactly
        )?;
        let either_way = !self.models[0].full.space().is_wins_only();
        if either_way {
            write!(out, ", drawn {:.6}, lost {:.6}", after.drawn, after.lost)?;
        }
        writeln!(out, "; expected depth {:.4}", after.expected_depth)?;
        if either_way {
            write!(out, "in the long run: won {won:.6}, drawn {drawn:.6}, lost {lost:.6}")?;
            let endless =
                if *never > 0.0 { format!(", never over {never:.6}") } else { String::new() };
            writeln!(out, "{endless}")?;
        }
        Ok(writeln!(out)?)
    }

    fn plot(&self, drawn: Drawn) -> Plot {
        let moves = self.moves.last().copied().unwrap_or(0);
        let by_state = |values: &[f64]| -> Vec<(f64, f64)> {
            values.iter().enumerate().map(|(state, &y)| (state as f64, y)).collect()
        };
        let from = StateDistribution::certain(self.models[0].full.space(), self.from);
        let chances = |full: &Mixture| -> Vec<f64> {
            full.by_move(&from, 4 * moves).iter().map(StateDistribution::won).collect()
        };
        let points = |at: usize| -> Vec<(f64, f64)> {
            let (full, results) = (&self.models[at].full, &self.results[at]);
            match drawn {
                Drawn::Length => {
                    let depths = results.expected_length.iter();
                    depths.filter_map(|&(depth, y)| Some((depth as f64, y?))).collect()
                }
                Drawn::Within => {
                    let within = &results.within[&format!("win_within_{moves}")];
                    within.iter().map(|&(depth, y)| (depth as f64, y)).collect()
                }
                Drawn::Cumulative => by_state(&chances(full)).split_off(1),
                Drawn::Exactly => {
                    let chances = chances(full);
                    let exactly = chances.windows(2).enumerate();
                    exactly.map(|(m, pair)| ((m + 1) as f64, pair[1] - pair[0])).collect()
                }
                Drawn::States => by_state(&results.after.states),
            }
        };
        let start = &self.results[0].from;
        let (title, across, up) = match drawn {
            Drawn::Length => ("expected length".to_owned(), "depth", "moves"),
            Drawn::Within => {
                (format!("chance to win within {moves} moves"), "depth", "probability")
            }
            Drawn::Cumulative => {
                (format!("chance to have won, from {start}"), "moves", "probability")
            }
            Drawn::Exactly => (
                format!("chance to win with exactly so many moves, from {start}"),
                "moves",
                "probability",
            ),
            Drawn::States => (
                format!("after {moves} moves, from {start}"),
                "state: depth of the win, then draws and losses",
                "probability",
            ),
        };
        let series = self.known.iter().enumerate().map(|(at, known)| Series {
            name: match known.belief {
                None => format!("c = {}", known.competences[0].0),
                Some(_) => known.name(),
            },
            points: points(at),
        });
        let title = format!("{}: {title}", self.endgame);
        let note = format!("Markov model, {}", self.description);
        let up_scale = if drawn == Drawn::Length { Scale::Log } else { Scale::Linear };
        Plot { up_scale, ..Plot::new(title, note, [across, up], series.collect()) }
    }
}
