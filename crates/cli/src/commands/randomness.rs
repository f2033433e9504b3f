//! `fallible randomness KQKR`: how much an endgame is like a random game.

use std::io::Write;
use std::path::PathBuf;

use endgame::game_graph::{BySlice, Kings};
use endgame::material::Material;
use endgame::rules::Color;
use study::random_games::endgame_fit::Law;
use study::random_games::randomness::{RandomnessQuestion, plot};
use study::schema::randomness::{EndgameFit, FitSide, Randomness};

use crate::failure::refuse_if;
use crate::files;
use crate::format::grouped;
use crate::json;
use crate::options::{Options, color, number, one_of};

/// Say how much an endgame is like a random game
///
/// Jansen 1992, section 4.6. The endgame is counted as a game graph: its positions, those where the game is over at once,
/// and how many moves the others have. The theory of random games (`fallible theory`) makes of these figures a class, a
/// distribution of depths, its bottleneck and its end, which are told beside the table's.
///
/// Misplaced are the positions that would have to be moved to another depth, or from won to not won, to make the one
/// distribution of the other, as a share of all that are not terminal. What is foreseen is the share of what the theory
/// adds to knowing the terminal positions alone: 1 at best, 0 and less if it adds nothing. Beside it stands what chance
/// misplaces in random games of these very figures.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible randomness KQKR
  fallible randomness KRKN --plot krkn.svg      the table's distribution beside the theory's
  fallible randomness KPK --by file             each file by itself
  fallible randomness KNNKP --by rank --metric dtz
  fallible randomness KQKR --moves fitted       how many independent moves are its moves worth?
  fallible randomness KQKR --kings taken        as the thesis counts: kings are taken, not mated
  fallible randomness KRKN --attacker black --json")]
pub(crate) struct Args {
    /// The endgame, White's men first: KQKR, KPK, KRKQ
    #[arg(value_name = "ENDGAME")]
    material: Material,

    /// Who wants to win
    #[arg(long, value_name = "SIDE", value_parser = color(), default_value = "white")]
    attacker: Color,

    /// Whether the game ends with mate, or with the king taken a move later (at most four men, no pawns on both sides)
    #[arg(long, value_name = "HOW", value_parser = one_of([("mated", Kings::Mated), ("taken", Kings::Taken)]), default_value = "mated")]
    kings: Kings,

    /// What the theory knows of the numbers of moves: how many positions have how many (counted), the mean alone, or which have none, the
    /// others having as many as misplace least (fitted): so many independent moves a position's moves are worth
    #[arg(long, value_name = "WHAT", value_parser = one_of([("counted", Law::Counted), ("mean", Law::Mean), ("fitted", Law::Fitted)]), default_value = "counted")]
    moves: Law,

    /// Cut an endgame with one pawn into parts by the pawn's place, each a game of its own; rank and square with --metric dtz
    #[arg(long, value_name = "PLACE", value_parser = one_of([("file", BySlice::File), ("rank", BySlice::Rank), ("square", BySlice::Square)]))]
    by: Option<BySlice>,

    /// Random games made to see what chance misplaces, each of at most 20,000 positions for a side
    #[arg(long, value_name = "N", default_value = "10", value_parser = number("games", 0u64..=10_000))]
    games: u64,

    /// Their seed
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: u64,

    /// Draw the distributions over depth, the table's and the theory's, into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    options: Options,
}

/// Depths that are printed.
const SHOWN: usize = 60;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    files::check_outputs(&[], &[("--plot", &args.plot)])?;
    refuse_if!(
        args.plot.is_some() && args.by.is_some(),
        "--plot draws one distribution, and --by makes several: leave one of them out"
    );
    let (tables, console) = args.options.open()?;
    let question = RandomnessQuestion {
        material: args.material,
        attacker: args.attacker,
        kings: args.kings,
        law: args.moves,
        by: args.by,
        games: args.games,
        seed: args.seed,
    };
    let told = question.answer(&tables, &console.monitor())?;
    console.clear();
    if let Some(whole) = told.parts.first() {
        files::write_if(&args.plot, || plot(&told, whole).svg())?;
    }
    if args.options.json { json::write(out, &told) } else { print(&told, args, out) }
}

fn print(told: &Randomness, args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let [attacker, defender] = args.attacker.fold_wb(["White", "Black"], ["Black", "White"]);
    let metric = args.options.metric;
    let ends = match args.kings {
        Kings::Mated => format!("{metric}"),
        Kings::Taken => "Jansen's depths: kings are taken".to_owned(),
    };
    writeln!(out, "{}: {attacker} wants to win; {ends}", told.material)?;
    for part in &told.parts {
        if let Some(name) = &part.part {
            writeln!(out, "\n{name}")?;
        }
        print_counts(part, [attacker, defender], out)?;
        print_comparison(part, out)?;
        if part.part.is_none() {
            print_depths(part, [attacker, defender], out)?;
        }
    }
    Ok(())
}

fn print_counts(part: &EndgameFit, names: [&str; 2], out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "\nto move      positions   terminal    share   moves   in the theory")?;
    for (name, side) in names.into_iter().zip([&part.attacker, &part.defender]) {
        let FitSide { positions, terminal, terminal_share, moves, moves_expected, .. } = side;
        let (positions, terminal) = (grouped(*positions), grouped(*terminal));
        writeln!(
            out,
            "{name:<8}{positions:>14}{terminal:>11}{terminal_share:>9.4}{moves:>8.2}{moves_expected:>16.2}"
        )?;
    }
    Ok(())
}

fn print_comparison(part: &EndgameFit, out: &mut dyn Write) -> anyhow::Result<()> {
    let depth = |depth: Option<u16>| depth.map_or("-".to_owned(), |depth| depth.to_string());
    let share = |share: f64| format!("{share:.4}");
    let threshold = part.threshold.map_or("none".to_owned(), |alpha| format!("{alpha:.4}"));
    writeln!(out, "threshold of terminal wins: {threshold}\n")?;
    let rows = [
        ("class", part.class.to_owned(), part.class_expected.to_owned()),
        ("won", share(part.attacker.decided), share(part.attacker.decided_expected)),
        ("lost", share(part.defender.decided), share(part.defender.decided_expected)),
        ("bottleneck", depth(part.bottleneck), depth(part.bottleneck_expected)),
        ("deepest", depth(part.deepest), depth(part.deepest_expected)),
    ];
    writeln!(out, "                        table            theory")?;
    for (name, table, theory) in rows {
        writeln!(out, "{name:<12}{table:>17}{theory:>18}")?;
    }
    let foreseen = part.foreseen.map_or("-".to_owned(), |share| format!("{share:.3}"));
    writeln!(
        out,
        "\nmisplaced   {:.2} % ({:.2} and {:.2} % with attacker and defender to move); foreseen {foreseen}",
        100.0 * part.misplaced,
        100.0 * part.attacker.misplaced,
        100.0 * part.defender.misplaced
    )?;
    if let Some(chance) = &part.random_games {
        writeln!(
            out,
            "by chance   {:.2} %, the mean of {} random games of {} positions, sd {:.2}",
            100.0 * chance.misplaced.mean,
            chance.games,
            grouped(chance.positions.into()),
            100.0 * chance.misplaced.sd
        )?;
    }
    if let Some(found) = &part.zugzwangs {
        writeln!(
            out,
            "zugzwangs   {} of {} placements; {} if paired by chance, {} by the theory",
            grouped(found.found),
            grouped(found.placements),
            grouped(found.by_chance.round() as u64),
            grouped(found.expected.round() as u64)
        )?;
    }
    Ok(())
}

fn print_depths(part: &EndgameFit, names: [&str; 2], out: &mut dyn Write) -> anyhow::Result<()> {
    let [attacker, defender] = names;
    writeln!(
        out,
        "\ndepth{:>14}{:>12}{:>14}{:>12}",
        format!("{attacker} wins"),
        "expected",
        format!("{defender} loses"),
        "expected"
    )?;
    for at in part.depths.iter().take(SHOWN) {
        let count = |count: f64| grouped(count.round() as u64);
        writeln!(
            out,
            "{:>5}{:>14}{:>12}{:>14}{:>12}",
            at.depth,
            grouped(at.attacker_won),
            count(at.attacker_expected),
            grouped(at.defender_lost),
            count(at.defender_expected)
        )?;
    }
    if part.depths.len() > SHOWN {
        writeln!(out, "... {} depths more: --json has them", part.depths.len() - SHOWN)?;
    }
    Ok(())
}
