//! Every endgame of four and five men without pawns, position by position, beside the Markov model.

use std::sync::atomic::{AtomicBool, Ordering};

use endgame::material::Material;
use endgame::outcome_histogram::{Count, OutcomeHistogram};
use endgame::progress::{Monitor, Progress};
use endgame::rules::{Color, color_name};
use endgame::tables::Size;
use player::markov::{Elimination, TransitionMatrix};
use plot::{Plot, Series};
use study::exact::{Exact, ExactError, Spread};

use super::ranks::rank_correlation;
use crate::kept_rows::KeptRows;
use crate::report::{Grid, figure};
use crate::{ExperimentError, Lab, Report};

const COMPETENCE: f64 = 20.0;
/// How exact lengths need be, as a share of them.
const SHARE: f64 = 1e-6;
/// Sweeps after which an endgame is given up.
const MOST_SWEEPS: usize = 600;

const COLUMNS: &str = "endgame | attacker | from | depth | Markov | exact mean | exact least | exact greatest | \
     exact over Markov | deviation over mean | longer by | shorter by | residual | sweeps | not settled because";
/// Where the figures are.
const FROM: usize = 2;
const MARKOV: usize = 4;
const EXACT: usize = 5;
const RATIO: usize = 8;
const SPREAD: usize = 9;
const LONGER: usize = 10;
const SHORTER: usize = 11;
const WHY: usize = 14;
/// The depths that lengths are told from.
const STARTS: [&str; 2] = ["deepest", "middle"];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The Markov model takes every position of a depth for an average one. Whether the exact lengths are longer or shorter, and \
         whether endgames are as hard as the model says, beside each other.",
        COLUMNS,
    );
    let kept = KeptRows::open(lab, "five-men", COLUMNS);
    report.grid.rows = kept.rows();
    let men = lab.at_scale(&[4, 5][..], &[3]);
    let mut all: Vec<Material> = men.iter().flat_map(|&men| Material::all_with(men)).collect();
    all.retain(|material| material.pawns() == 0);
    // Small ones first: like men can change places.
    all.sort_by_key(|material| (material.men(), pairs_apart(material)));
    let mut refused = Vec::new();
    for material in &all {
        let name = material.to_string();
        if report.grid.rows.iter().any(|row| row[0] == name) {
            continue;
        }
        if lab.check().is_err() {
            break;
        }
        match rows(lab, material) {
            Ok(rows) => report.grid.rows.extend(rows),
            // With more memory it may be done another time.
            Err(ExperimentError::Exact(ExactError::Memory { needed, .. })) => {
                refused.push(format!("{material} ({needed})"));
                continue;
            }
            Err(_) if lab.check().is_err() => break,
            Err(error) => return Err(error),
        }
        kept.write(&report.grid)?;
    }
    let missing =
        |material: &&Material| !report.grid.rows.iter().any(|row| row[0] == material.to_string());
    let missing = all.iter().filter(missing).count();
    if missing > 0 {
        report.notes.push(format!(
            "NOT FINISHED: {missing} of {} endgames are still missing; the same command goes on with them.",
            all.len()
        ));
    }
    if !refused.is_empty() {
        report.notes.push(format!(
            "More than {} of memory, allow it with --memory: {}.",
            Size(lab.tables.memory_budget()),
            refused.join(", ")
        ));
    }
    tell(report);
    Ok(())
}

/// How many different men there are on each side: the more, the larger the table.
fn pairs_apart(material: &Material) -> usize {
    let different = |color| {
        let mut roles: Vec<_> = material.army(color).roles().collect();
        roles.dedup();
        roles.len()
    };
    Color::ALL.into_iter().map(different).sum()
}

/// What is found about an endgame: a row for each start, or one that says why there is none.
fn rows(lab: &Lab<'_>, material: &Material) -> Result<Vec<Vec<String>>, ExperimentError> {
    let table = lab.tables.table(material, &lab.monitor)?;
    let histogram = OutcomeHistogram::of(&table, Count::Boards);
    let won = |color| histogram.side(color).won();
    let attacker = if won(Color::Black) > won(Color::White) { Color::Black } else { Color::White };
    let words = [material.to_string(), color_name(attacker).to_string()];
    drop(table);
    let without = |why: String| {
        let mut row = words.to_vec();
        row.resize(WHY, String::new());
        row.push(why);
        vec![row]
    };
    let found = lab.exact_of(material, attacker, COMPETENCE, |exact, attack| {
        follow(lab, &exact, attack, &words)
    });
    match found {
        Ok(Some(rows)) => Ok(rows),
        Ok(None) => Ok(without("nobody wins".to_owned())),
        Err(ExperimentError::Exact(ExactError::Endless)) => {
            Ok(without("no expected length".to_owned()))
        }
        Err(ExperimentError::Exact(ExactError::Unsettled { sweeps, residual })) => {
            Ok(without(format!("{sweeps} sweeps leave a residual of {residual:.0e} moves")))
        }
        // Not stopped by a person: it has taken too long.
        Err(ExperimentError::Exact(ExactError::Walk(_))) if lab.check().is_ok() => {
            Ok(without(format!("not within {MOST_SWEEPS} sweeps")))
        }
        Err(error) => Err(error),
    }
}

fn follow(
    lab: &Lab<'_>,
    exact: &Exact<'_>,
    attack: &TransitionMatrix,
    words: &[String],
) -> Result<Vec<Vec<String>>, ExperimentError> {
    let stop = AtomicBool::new(false);
    let watch = |progress: Progress| {
        (lab.monitor.report)(progress);
        if progress.done > MOST_SWEEPS || lab.stop().load(Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let lengths = exact.lengths_to(SHARE, &Monitor { stop: &stop, report: &watch })?;
    let spreads = exact.spreads(&lengths.attacker, Count::Boards);
    let lumped = attack.expected_length();
    let deepest = usize::from(attack.space().deepest_win().0);
    let mut grid = Grid::default();
    for (start, depth) in STARTS.into_iter().zip([deepest, deepest.div_ceil(2)]) {
        let Some(spread) = spreads[depth] else { continue };
        let Spread { mean, deviation, least, greatest } = spread;
        let [longer, shorter] = differences(attack, &spreads, depth);
        let mut words: Vec<&dyn std::fmt::Display> = words.iter().map(|word| word as _).collect();
        words.extend([&start as &dyn std::fmt::Display, &depth]);
        grid.figures(
            &words,
            [
                lumped[depth],
                mean,
                least,
                greatest,
                mean / lumped[depth],
                deviation / mean,
                longer,
                shorter,
                lengths.residual,
                lengths.sweeps as f64,
            ],
        );
    }
    grid.rows.iter_mut().for_each(|row| row.push(String::new()));
    Ok(grid.rows)
}

/// What makes the exact mean from a depth longer than the model's length, and what makes it shorter, in moves.
///
/// The means `m` over the boards of each depth would be the model's lengths if games went on from average
/// positions. They do not, by `b = m - 1 - P m`: what is left to play after a move from a depth is so much longer
/// than that from average positions of the depths it leads to. The model's length `l = 1 + P l` is then wrong by
/// `m - l = b + P b + P² b + ...`: what `b` comes to along a game of the model's.
fn differences(attack: &TransitionMatrix, spreads: &[Option<Spread>], depth: usize) -> [f64; 2] {
    let means: Vec<f64> = spreads.iter().map(|one| one.map_or(0.0, |spread| spread.mean)).collect();
    let bias = |from: usize| {
        let after: f64 = attack.row(from).iter().zip(&means).map(|(p, mean)| p * mean).sum();
        means[from] - 1.0 - after
    };
    let rows: Vec<f64> = attack.rows().flatten().copied().collect();
    let model = Elimination::of(&rows, means.len());
    let along_a_game = |sign: f64| {
        let part = |from: usize| if from == 0 { 0.0 } else { (sign * bias(from)).max(0.0) };
        model.solve(&(0..means.len()).map(part).collect::<Vec<f64>>())[depth]
    };
    [along_a_game(1.0), along_a_game(-1.0)]
}

/// The figures to be looked at first, a picture, and what it means.
fn tell(report: &mut Report) {
    let rows = report.grid.rows.clone();
    let number = |row: &Vec<String>, column: usize| row[column].parse::<f64>().ok();
    for start in STARTS {
        let of_start = || rows.iter().filter(|row| row[FROM] == start);
        let pairs: Vec<(f64, f64)> =
            of_start().filter_map(|row| number(row, MARKOV).zip(number(row, EXACT))).collect();
        let ratios: Vec<f64> = of_start().filter_map(|row| number(row, RATIO)).collect();
        let spreads: Vec<(f64, f64)> =
            of_start().filter_map(|row| number(row, SPREAD).zip(number(row, RATIO))).collect();
        if pairs.len() < 2 {
            continue;
        }
        report.compare(format!("endgames, from the {start} depth"), pairs.len() as f64);
        let longer = ratios.iter().filter(|&&ratio| ratio > 1.0).count();
        report.compare(format!("exact longer than Markov, from the {start} depth"), longer as f64);
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = ratios.iter().copied().fold(0.0, f64::max);
        report.compare(format!("least exact over Markov, from the {start} depth"), least);
        report.compare(format!("greatest exact over Markov, from the {start} depth"), greatest);
        let name = format!("rank correlation of exact and Markov lengths, from the {start} depth");
        report.compare(name, rank_correlation(&pairs));
        let name = format!(
            "rank correlation of the spread within the depth and exact over Markov, from the {start} depth"
        );
        report.compare(name, rank_correlation(&spreads));
        let ruled = of_start().filter(|row| number(row, LONGER) > number(row, SHORTER)).count();
        let name = format!(
            "what is left after a move is longer than average, on balance, from the {start} depth"
        );
        report.compare(name, ruled as f64);
    }
    let mut order: Vec<(f64, f64)> = rows
        .iter()
        .filter(|row| row[FROM] == STARTS[0])
        .filter_map(|row| number(row, MARKOV).zip(number(row, EXACT)))
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let ranked = || (1..).zip(&order).map(|(rank, pair)| (f64::from(rank), pair));
    let lines = [
        ("Markov model", ranked().map(|(rank, pair)| (rank, pair.0.log10())).collect()),
        ("exact, mean over boards", ranked().map(|(rank, pair)| (rank, pair.1.log10())).collect()),
    ];
    report.draw(Plot::new(
        format!("expected length from the deepest wins, c = {COMPETENCE}"),
        "DTC, kappa 1, infallible defender, ties uniform; every point is an endgame",
        ["rank by the Markov model", "lg of expected moves"],
        lines.map(|(name, points): (&str, Vec<_>)| Series { name: name.to_owned(), points }).into(),
    ));
    let settled = rows.iter().filter(|row| !row[WHY].is_empty() && row[WHY] != "nobody wins");
    let unsettled: Vec<String> = settled.map(|row| format!("{} ({})", row[0], row[WHY])).collect();
    if !unsettled.is_empty() {
        report.notes.push(format!("Not settled: {}.", unsettled.join("; ")));
    }
    let harder = |start: &str| {
        let mut all: Vec<(f64, &str)> = rows
            .iter()
            .filter(|row| row[FROM] == start)
            .filter_map(|row| Some((number(row, EXACT)?, row[0].as_str())))
            .collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let one = |(mean, name): &(f64, &str)| format!("{name} {}", figure(mean.round()));
        all.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    report.notes.push(format!(
        "From the hardest to the easiest, mean from the deepest wins: {}.",
        harder(STARTS[0])
    ));
    report.note(&[
        "R_20 against the infallible defender, DTC, kappa 1, averaged over boards, ties by chance; the attacker, who never concedes the \
         win, is the side that wins more boards when it is to move. The middle is half the depth of the deepest wins. The residual is in \
         moves: no length is wrong by more than that share of itself.",
        "Why they differ. The mean from a depth would be the model's length if what is left to play after a move were that of average boards of \
         the depths it leads to. `longer by` adds up, over a game of the model's, by how much it is more, `shorter by` by how much it is less; \
         exact mean = Markov + longer - shorter. `deviation over mean` is how unlike the boards of the depth are.",
        "An endgame that is finished stays in five-men.csv among the results, and a later run goes on from there; delete it to begin anew. \
         At reduced scale the endgames have three men.",
    ]);
}
