//! Chapter 3: random games, made by tens of thousands instead of a hundred.

use graph::Branching;
use graph::random::mistakes::{Mistakes, MoveCounts};
use graph::random::shape::zugzwangs;
use graph::random::{Class, Parameters, RandomGame, Shape, Side};
use plot::{Plot, Series};
use study::random_games::sample::{Studied, estimate, wilson};
use study::random_games::{Sample, solution_graph};

use crate::{ExperimentError, Lab, Report, Row};

/// Its tables and figures.
#[rustfmt::skip] // a line each
pub(crate) const EXPERIMENTS: &[Row] = &[
    ("jansen1992/table3.1", "the example of a random game, solved", table3_1),
    ("jansen1992/figure3.1", "its optimal-solution graph, and the mistakes in it", figure3_1),
    ("jansen1992/figure3.2", "how many positions are won or lost, by the number of terminal wins", figure3_2),
    ("jansen1992/figure3.3", "how many positions are won, game by game", figure3_3),
    ("jansen1992/figure3.4", "total wins, interesting and trivial draws", figure3_4),
    ("jansen1992/figure3.5", "the deepest win", figure3_5),
    ("jansen1992/figure3.6", "depths in total wins", figure3_6),
    ("jansen1992/figure3.7", "depths in interesting draws", figure3_7),
];

/// Positions of each side in his experiment.
const N: u32 = 20;
/// His numbers of terminal wins.
const TERMINALS: std::ops::RangeInclusive<u32> = 2..=12;

const NOTE: &str = "N = 20 positions for each side, b = 2, conserved flow, as he did; he made 100 games for each number of terminal \
     wins. Intervals are of 95 %. A game is a total win if at least half of Black's positions are lost.";

/// Table 3.1 as printed: where the moves of each side's positions lead.
pub(crate) fn example() -> RandomGame {
    const WHITE: [[u32; 2]; 10] =
        [[5, 5], [2, 6], [1, 8], [1, 3], [8, 7], [7, 2], [4, 4], [0, 9], [0, 3], [6, 9]];
    const BLACK: [[u32; 2]; 10] =
        [[2, 1], [2, 9], [4, 8], [0, 1], [5, 6], [9, 8], [3, 3], [5, 4], [7, 6], [7, 0]];
    let lists = |moves: [[u32; 2]; 10]| moves.map(|pair| pair.to_vec());
    let parameters = Parameters::even(10, Branching::Fixed(2), 4).conserved();
    RandomGame::from_moves(parameters, &lists(WHITE), &lists(BLACK))
}

/// Jansen's `D`, one ply less than ours.
fn printed_depth(game: &RandomGame, side: Side, number: u32) -> Option<u16> {
    game.plies(game.position(side, number)).map(|plies| plies.0 - 1)
}

fn table3_1(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The example game solves as printed: 7 of 10 positions are won with White to move, 6 lost with Black to move.",
        "node | D white | D white printed | D black | D black printed",
    );
    const WHITE: [i32; 10] = [0, 0, 0, 0, -1, -1, -1, 2, 2, 2];
    const BLACK: [i32; 10] = [1, 3, -1, 1, -1, 3, 1, -1, -1, 3];
    let game = example();
    let dash = |depth: i32| if depth < 0 { "-".to_owned() } else { depth.to_string() };
    let mut same = 0;
    for number in 0..10u32 {
        let ours = [Side::White, Side::Black]
            .map(|side| printed_depth(&game, side, number).map_or(-1, i32::from));
        let theirs = [WHITE[number as usize], BLACK[number as usize]];
        same += (0..2).filter(|&side| ours[side] == theirs[side]).count();
        let cells = [ours[0], theirs[0], ours[1], theirs[1]].map(dash);
        report.grid.row(&[&number, &cells[0], &cells[1], &cells[2], &cells[3]]);
    }
    let shape = Shape::of(&game);
    report.compare("depths as printed", same as f64);
    report.compare("won with White to move", shape.won().into());
    report.compare("lost with Black to move", shape.lost().into());
    report.compare("zugzwangs", zugzwangs(&game).count() as f64);
    report.note(&["Jansen's D counts plies, 0 for a terminal win; ours is one more, since White's last move counts."]);
    Ok(())
}

fn figure3_1(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Both sides can go wrong in the example: White twice, never fatally; Black twice in lost positions and twice fatally in draws.",
        "where | positions | moves | optimal | inaccurate | fatal",
    );
    let game = example();
    let mistakes = Mistakes::of(&game);
    let sum = |list: &[MoveCounts]| {
        list.iter().fold([0; 5], |sum: [u64; 5], one| {
            let one = [one.positions, one.moves, one.optimal, one.inaccurate, one.fatal];
            std::array::from_fn(|at| sum[at] + one[at])
        })
    };
    let rows = [
        ("White's wins", sum(&mistakes.white_won)),
        ("Black's losses", sum(&mistakes.black_lost)),
        ("Black's draws", sum(&[mistakes.black_drawn])),
    ];
    for (name, [positions, moves, optimal, inaccurate, fatal]) in rows {
        report.grid.row(&[&name, &positions, &moves, &optimal, &inaccurate, &fatal]);
        report.compare(format!("{name}: inaccuracies"), inaccurate as f64);
        report.compare(format!("{name}: fatal mistakes"), fatal as f64);
    }
    report.draw(solution_graph::picture(&game));
    report.note(&["Two moves to the same position count as two."]);
    Ok(())
}

/// Games of his class with this many terminal wins.
fn games(lab: &Lab<'_>, terminals: u32) -> Result<Sample, ExperimentError> {
    let parameters = Parameters::even(N, Branching::Fixed(2), terminals).conserved();
    let count = lab.at_scale(20_000, 2_000);
    Ok(Sample::draw(&parameters, (count, 1992 + u64::from(terminals)), lab.stop(), || ())?)
}

/// The share of positions that are won or lost, in percent.
fn decided(game: &Studied) -> f64 {
    100.0 * f64::from(game.shape.won() + game.shape.lost()) / f64::from(2 * N)
}

fn figure3_2(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The share of positions that are won or lost grows from 5 % with 2 terminal wins to 95 % with 9; with 6 it is above a half.",
        "terminal wins | percent decided | low | high | sd | games",
    );
    let mut line = Vec::new();
    let mut half = None;
    for terminals in TERMINALS {
        let sample = games(lab, terminals)?;
        let at = sample.estimate(decided);
        report
            .grid
            .figures(&[&terminals], [at.mean, at.low, at.high, at.sd, sample.games.len() as f64]);
        line.push((f64::from(terminals), at.mean));
        if at.mean > 50.0 && half.is_none() {
            half = Some(terminals);
        }
        if terminals == 2 || terminals == 9 {
            let name = format!("percent decided with {terminals} terminal wins");
            report.compare(name, at.mean).error = (at.high - at.mean) / 1.96;
        }
    }
    report.compare("least terminal wins with more than half decided", f64::from(half.unwrap_or(0)));
    report.draw(Plot::new(
        "Positions won or lost",
        "random games, N = 20, b = 2, conserved flow",
        ["terminal wins", "percent of all positions"],
        vec![Series { name: "mean".to_owned(), points: line }],
    ));
    report.note(&[NOTE]);
    Ok(())
}

fn figure3_3(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "With 6 terminal wins a game is trivially drawn, mostly drawn or totally won: hardly any is in between.",
        "positions won | games | percent | low | high",
    );
    let sample = games(lab, 6)?;
    let total = sample.games.len();
    let mut counts = vec![0usize; N as usize + 1];
    sample.games.iter().for_each(|game| counts[game.shape.won() as usize] += 1);
    for (won, &count) in counts.iter().enumerate().skip(6) {
        let (low, high) = wilson(count, total);
        let share = 100.0 * count as f64 / total as f64;
        report.grid.figures(&[&won, &count], [share, 100.0 * low, 100.0 * high]);
    }
    let between: usize = counts[12..=16].iter().sum();
    report.compare(
        "percent of games with 12 to 16 positions won",
        100.0 * between as f64 / total as f64,
    );
    let bars = counts.iter().enumerate().skip(6);
    let points = bars.map(|(won, &count)| (won as f64, 100.0 * count as f64 / total as f64));
    report.draw(Plot::new(
        "Positions won with White to move",
        "random games, N = 20, b = 2, 6 terminal wins, conserved flow",
        ["positions won", "percent of games"],
        vec![Series { name: "games".to_owned(), points: points.collect() }],
    ));
    report.note(&[NOTE]);
    Ok(())
}

const CLASSES: [Class; 3] = [Class::TrivialDraw, Class::InterestingDraw, Class::TotalWin];

fn figure3_4(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Most games with fewer than about 3 terminal wins are trivial draws, most with more than about 6 total wins.",
        "terminal wins | class | percent | low | high",
    );
    let mut lines =
        CLASSES.map(|class| Series { name: class.name().to_owned(), points: Vec::new() });
    for terminals in TERMINALS {
        let sample = games(lab, terminals)?;
        for (class, line) in CLASSES.into_iter().zip(&mut lines) {
            let (count, total) = (sample.count(class), sample.games.len());
            let (low, high) = wilson(count, total);
            let share = 100.0 * count as f64 / total as f64;
            report.grid.figures(&[&terminals, &class.name()], [share, 100.0 * low, 100.0 * high]);
            line.points.push((terminals.into(), share));
        }
    }
    let first_above_half = |line: &Series, above: bool| {
        let found = line.points.iter().find(|(_, share)| (*share > 50.0) == above);
        found.map_or(0.0, |point| point.0)
    };
    let (trivial, total) = (first_above_half(&lines[0], false), first_above_half(&lines[2], true));
    report.compare("least terminal wins with most games not trivial", trivial);
    report.compare("least terminal wins with most games total wins", total);
    report.draw(Plot::new(
        "Classes of games",
        "random games, N = 20, b = 2, conserved flow",
        ["terminal wins", "percent of games"],
        lines.to_vec(),
    ));
    report.note(&[NOTE]);
    Ok(())
}

fn figure3_5(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The deepest win is deepest near the critical number of terminal wins, 6, and lower on either side.",
        "terminal wins | mean | low | high | 1st percentile | 99th percentile",
    );
    let mut lines: Vec<Series> = ["mean", "1st percentile", "99th percentile"]
        .map(|name| Series { name: name.to_owned(), points: Vec::new() })
        .to_vec();
    for terminals in TERMINALS {
        let sample = games(lab, terminals)?;
        let told = sample.report();
        let (low, high) = (f64::from(told.deepest_low), f64::from(told.deepest_high));
        let at = told.deepest;
        report.grid.figures(&[&terminals], [at.mean, at.low, at.high, low, high]);
        for (line, value) in lines.iter_mut().zip([at.mean, low, high]) {
            line.points.push((terminals.into(), value));
        }
    }
    let deepest = lines[0].points.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    report.compare("terminal wins with the deepest games", deepest.map_or(0.0, |point| point.0));
    report.draw(Plot::new(
        "The deepest win",
        "random games, N = 20, b = 2, conserved flow",
        ["terminal wins", "depth in White's moves, a terminal win being 1"],
        lines,
    ));
    report.note(&[NOTE]);
    Ok(())
}

fn figure3_6(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.claim = "In total wins the number of positions falls with depth, and rises again to a second maximum.".to_owned();
    by_depth(lab, report, Class::TotalWin)
}

fn figure3_7(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.claim =
        "In interesting draws the number of positions falls with depth, and dies out.".to_owned();
    by_depth(lab, report, Class::InterestingDraw)
}

/// The mean distribution over depth of the games of a class, with 6 terminal wins.
fn by_depth(lab: &Lab<'_>, report: &mut Report, class: Class) -> Result<(), ExperimentError> {
    let claim = std::mem::take(&mut report.claim);
    report.begin(claim, "depth | White won | low | high | Black lost | low | high");
    let sample = games(lab, 6)?;
    let games: Vec<&Studied> =
        sample.games.iter().filter(|game| game.shape.class == class).collect();
    let mut lines = ["White wins", "Black loses"]
        .map(|name| Series { name: name.to_owned(), points: Vec::new() });
    for depth in 1..=10usize {
        let of = |counts: fn(&Shape) -> &Vec<u32>| {
            let count =
                |game: &&Studied| f64::from(counts(&game.shape).get(depth).copied().unwrap_or(0));
            estimate(&games.iter().map(count).collect::<Vec<f64>>())
        };
        let (white, black) = (of(|shape| &shape.white_won), of(|shape| &shape.black_lost));
        report.grid.figures(
            &[&depth],
            [white.mean, white.low, white.high, black.mean, black.low, black.high],
        );
        lines[0].points.push((depth as f64, white.mean));
        lines[1].points.push((depth as f64, black.mean));
    }
    let bimodal = games.iter().filter(|game| {
        let counts =
            |list: &[u32]| list.iter().map(|&count| f64::from(count)).collect::<Vec<f64>>();
        graph::theory::equations::bottleneck(&counts(&game.shape.white_won)).is_some()
    });
    let share = 100.0 * bimodal.count() as f64 / games.len().max(1) as f64;
    report.compare("percent of games whose wins rise again with depth", share);
    report.draw(Plot::new(
        format!("Depths in a {}", class.name()),
        format!("mean of {} random games, N = 20, b = 2, 6 terminal wins", games.len()),
        ["depth in White's moves", "positions"],
        lines.to_vec(),
    ));
    report.note(&[NOTE, "His figures show one game each; these are means."]);
    Ok(())
}
