//! Every experiment at reduced scale: it runs, and says of each printed value what it should.

#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;

use endgame::progress::Monitor;
use endgame::tables::Tables;
use experiments::{Comparison, Experiment, Lab, Report, Scale, Verdict};
use plot::Picture;
use value::Metric;

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(Metric::Dtc));

/// Where ours is not theirs, and why.
#[rustfmt::skip] // a line each
const DIFFERS: &[(&str, &str, &str)] = &[
    ("jansen1992/figure3.2", "percent decided with 2 terminal wins", "5 % are the terminal wins alone; some games have more"),
    ("jansen1992/section6.2", "check helps below 10 or above 28: depths where it is otherwise", "said in words, read off plots"),
    ("jansen1992/section6.2", "approach(K,r) helps from 16: depths where it is otherwise", "said in words, read off plots"),
    ("jansen1992/section6.2", "approach(K,k) helps from 10 to 28: depths where it is otherwise", "said in words, read off plots"),
    ("jansen1992/section6.2", "approach(Q,r) helps from 5 to 10: depths where it is otherwise", "said in words, read off plots"),
    ("jansen1992/section6.2", "approach(Q,k) helps from 3 to 5: depths where it is otherwise", "said in words, read off plots"),
    ("jansen1992/section6.2", "threat helps, % of depth 3 or more", "said in words, read off plots"),
    ("jansen1992/figure6.2", "game 1: mistakes", "theirs are of the first 40 moves, divided by 45"),
    ("jansen1992/figure6.2", "game 1: moves conceded", "theirs are of the first 40 moves, divided by 45"),
    ("jansen1992/figure6.2", "game 1: p", "theirs are of the first 40 moves, divided by 45"),
    ("jansen1992/figure6.2", "game 1: delta", "theirs are of the first 40 moves, divided by 45"),
    ("jansen1992/figure6.2", "game 1: d", "theirs are of the first 40 moves, divided by 45"),
    ("jansen1992/figure6.2", "game 1: won in so many with best play from the end", "theirs are of the first 40 moves"),
    ("jansen1992/table7.1", "cells that do not follow from the counts", "misprints, listed in the report"),
    ("jansen1992/table7.1", "DMAX that do not follow from the printed Net", "game 41"),
    ("jansen1992/table7.2", "cells that do not follow from the counts", "misprints, listed in the report"),
    ("jansen1992/table7.4", "cells that do not follow from the counts", "misprints, listed in the report"),
    ("jansen1992/table7.4", "DMAX that do not follow from the printed Net", "game 41"),
    ("jansen1992/table7.4", "cells printed otherwise in table 7.1", "dH and Net of game 12: right here"),
    ("jansen1992/table7.4", "game 35: depth of the start", "the printed position cannot be right"),
    ("jansen1992/table7.4", "game 35: mistakes of the person", "the printed position cannot be right"),
    ("jansen1992/table7.4", "game 35: conceded by the person", "the printed position cannot be right"),
    ("jansen1992/table7.6", "cells that do not follow from the counts", "misprints, listed in the report"),
    ("jansen1992/table7.6", "cells printed otherwise in table 7.1", "the start of game 31"),
    ("jansen1992/table7.3", "A1: net", "rounded before, or a misprint of NC"),
    ("jansen1992/table7.3", "A2: net", "rounded before, or a misprint of NC"),
    ("jansen1992/table7.3", "M1: optimal", "28 in 23 moves is 1.22"),
    ("jansen1992/table7.5", "M2: net", "NC of game 26 is a misprint"),
    ("jansen1992/table7.5", "Avg: net", "NC of game 26 is a misprint"),
    ("jansen1992/table7.7", "M: p", "not met from table 7.1"),
    ("jansen1992/table7.7", "M: delta", "not met from table 7.1"),
    ("jansen1992/table7.7", "M: sigma delta", "not met from table 7.1"),
    ("jansen1992/table7.7", "C: p", "not met from table 7.1"),
    ("jansen1992/table7.7", "C: sigma p", "not met from table 7.1"),
    ("jansen1992/table7.7", "C: delta", "not met from table 7.1"),
    ("jansen1992/table7.7", "C: sigma delta", "not met from table 7.1"),
    ("jansen1992/table7.7", "C: d", "not met from table 7.1"),
    ("jansen1992/table7.8", "M2: p", "0.30 in game 21 is a misprint"),
    ("jansen1992/table7.8", "M2+: d", "rounded before"),
    ("jansen1992/figure5.3", "good moves, depths 8 to 29", "14.6; his 15 to 20 holds near the win"),
    ("jansen1992/figure5.3", "moves that throw the win away", "5.5; his 6 to 8 holds near the win"),
    ("jansen1992/figure6.12", "percent on c3 at depth 30", "54; he says slightly over 50"),
    ("jansen1992/figure6.12", "depths 3 and 4 led by the corner", "see the report"),
    ("jansen1992/figure8.2", "risk 1, depths 12 to 17", "0.40; his third is read off a plot"),
    ("jansen1992/section7.4", "kg6: expected value, hp0 weights, 4 plies", "his weights are unknown"),
    ("jansen1992/section7.4", "kf6: expected value, hp0 weights, 4 plies", "his weights are unknown"),
    ("haworth2003/bb2-12b", "re4 until, kappa 0+", "read off a coarse plot"),
    ("haworth2003/figure6", "rb7 until, kappa 0+", "read off a coarse plot"),
    ("haworth2003/figure6", "rf6 until, kappa 0+", "read off a coarse plot"),
    ("haworth2003/figure7", "kf6 until, kappa 0+", "read off a coarse plot; the text says 2.7"),
    ("haworth2003/appendixb", "moves annotated as printed", "three slips of print"),
    ("andrist2005/section4", "Browne in game 1, kappa 0+", "19 fits kappa 1"),
    ("andrist2005/section4", "Browne in game 2, kappa 0+", "19 fits kappa 1"),
    ("andrist2005/section4", "Browne in both games, kappa 0+", "19 fits kappa 1"),
    ("andrist2005/section4", "Browne in game 2, kappa 1", "approximately 19 is game 1's"),
    ("andrist2005/table1", "mean moves, predator of 2 plies", "theirs was no predator"),
    ("andrist2005/table1", "root mean square moves, predator of 2 plies", "theirs was no predator"),
];

/// Figures without chance in them, and how many decimals are known from elsewhere.
const EXACT: &[(&str, &str, f64, i32)] = &[
    ("jansen1992/section4.4", "threshold, b = 3", 0.269_339_4, 7),
    ("jansen1992/section4.4", "threshold, b = 4", 0.353_325_0, 7),
    ("jansen1992/section4.4", "threshold, b = 5", 0.418_197_6, 7),
    ("jansen1992/section4.4", "threshold, b = 10", 0.603_791_5, 7),
    ("jansen1992/section4.4", "threshold, b = 20", 0.748_604_0, 7),
    ("jansen1992/figure4.1", "terminal wins needed, N = 20, b = 2", 3.6913, 4),
    ("jansen1992/figure4.1", "terminal wins needed, king and a-pawn", 2727.0, 0),
    ("jansen1992/figure8.1", "positions", 181_440.0, 0),
    ("jansen1992/figure8.1", "greatest distance", 31.0, 0),
    ("haworth2003/figure5", "ra4 until, kappa 0+", 5.965, 3),
    ("haworth2003/figure5", "ra4 until, kappa 1", 6.231, 3),
    ("haworth2003/bb2-12b", "rf4 until, kappa 0+", 15.81, 2),
    ("haworth2003/bb2-12b", "re4 until, kappa 1", 32.73, 2),
    ("haworth2003/figure6", "rb7 until, kappa 0+", 4.021, 3),
    ("haworth2003/figure6", "rf6 until, kappa 1", 27.986, 3),
    ("haworth2003/figure7", "kf6 until, kappa 0+", 2.409, 3),
    ("haworth2003/figure8", "least c in game 1", 17.298, 3),
    ("haworth2003/figure8", "after move 14 of game 2", 42.428, 3),
    ("haworth2003/figure8", "end of game 1, kappa 0+", 18.021, 3),
    ("haworth2003/figure8", "end of game 2, kappa 1", 19.843, 3),
    ("haworth2003/section8", "benefit, game 1, posterior on 0(10)50, kappa 0+", 0.7087, 4),
    ("haworth2003/section8", "benefit, game 2, posterior on 0(10)50, kappa 0+", 0.2618, 4),
    ("andrist2005/section4", "Browne in both games, kappa 0+", 17.985, 3),
    ("andrist2005/section4", "Browne in both games, kappa 1", 19.264, 3),
    ("andrist2005/section4", "step 10 less step 1, kappa 0+", 19.929 - 18.021, 3),
    ("andrist2005/section6", "Markov length, c = 20", 97.1959, 4),
    ("andrist2005/section6", "Markov length, c = 21", 83.7016, 4),
    ("andrist2005/figure2", "KQKR: likeliest length, c = 20", 56.0, 0),
    ("andrist2005/figure4", "KQKR: won in 50 from depth 31, c = 15", 0.01218, 5),
    ("andrist2005/figure4", "KQKR: won in 50 from depth 31, c = 25", 0.42507, 5),
    ("andrist2005/appendixc", "KQKR: condition of A, c = 20", 134.4, 1),
];

/// What is compared at full scale alone: endgames that take long to count.
const LARGE: &[(&str, &str)] = &[
    ("jansen1992/section4.6", "classes of KRKN and KQKR as expected"),
    ("jansen1992/section4.6", "KNNKP: peaks, valleys being two thirds as high or less"),
    ("jansen1992/section9.1.3", "KQKR: percent of the zugzwangs by chance"),
];

fn run(paper: &str) {
    let mut lab = Lab::new(&TABLES, Scale::Reduced, Monitor::NONE);
    if ["jansen1992", "beyond"].contains(&paper) {
        lab.human_games = real_data::shared("games/etz_KQKR.pgn");
    }
    if ["haworth2007", "difatta2009", "regan2011"].contains(&paper) {
        let Some(file) = real_data::shared("whole_game_decisions.jsonl.gz") else { return };
        lab.decisions = vec![file];
    }
    let of_paper = |experiment: &Experiment| experiment.key.split('/').next() == Some(paper);
    for experiment in experiments::all().into_iter().filter(of_paper) {
        let report = experiment.run(&lab).unwrap();
        check(&experiment, &report);
    }
}

fn check(experiment: &Experiment, report: &Report) {
    let Experiment { key, title, .. } = *experiment;
    assert!(!report.claim.is_empty() && !report.notes.is_empty(), "{key}");
    assert!(!report.grid.rows.is_empty(), "{key} has no figures");
    assert!(report.grid.csv().len() < 100_000, "{key} is too long to be kept");
    let even = |row: &Vec<String>| row.len() == report.grid.columns.len();
    assert!(report.grid.rows.iter().all(even), "{key} has an uneven row");
    assert!(report.markdown(key, title).starts_with("# "));
    if let Some(Picture::Lines(plot)) = &report.plot {
        assert!(plot.series.iter().all(|series| !series.points.is_empty()), "{key}");
    }
    for name in report.printed.keys() {
        // Cells of a table are shown beside ours; KBBKN is left out at reduced scale.
        let is_cell = key.ends_with("figure5.10") && name.len() == 2 || name.contains("tm_");
        // The decisions at hand name neither events nor players.
        let is_cell = is_cell
            || key.ends_with("/fairplay")
                && (name.contains("by event") || name.starts_with("all "));
        let is_cell = is_cell || key == "regan2011/ratings";
        let compared = report.comparisons.iter().any(|one| one.name == *name);
        let is_large = name.starts_with("KBBKN") || LARGE.contains(&(key, name));
        assert!(compared || is_cell || is_large, "{key}: {name} is not compared");
    }
    let differing: Vec<&str> = report
        .comparisons
        .iter()
        .filter(|one| one.verdict() == Verdict::Differs)
        .map(|one| one.name.as_str())
        .collect();
    let known: Vec<&str> =
        DIFFERS.iter().filter(|(of, ..)| *of == key).map(|&(_, name, _)| name).collect();
    assert_eq!(differing, known, "{key}");
    for &(_, name, value, decimals) in EXACT.iter().filter(|(of, ..)| *of == key) {
        let ours = named(report, name).ours;
        let close = (ours - value).abs() <= 0.501 * 10f64.powi(-decimals) + 1e-9;
        assert!(
            close || key.ends_with("section4") && (ours - value).abs() < 0.001,
            "{key}, {name}: {ours}"
        );
    }
}

fn named<'r>(report: &'r Report, name: &str) -> &'r Comparison {
    report.comparisons.iter().find(|one| one.name == name).expect(name)
}

#[test]
fn jansen1992() {
    run("jansen1992");
}

#[test]
fn haworth1998() {
    run("haworth1998");
}

#[test]
fn haworth2003() {
    run("haworth2003");
}

#[test]
fn andrist2005() {
    run("andrist2005");
}

#[test]
fn haworth2007() {
    run("haworth2007");
}

#[test]
fn difatta2009() {
    run("difatta2009");
}

#[test]
fn regan2011() {
    run("regan2011");
}

#[test]
fn beyond() {
    run("beyond");
}

/// What is listed is there.
#[test]
fn every_known_figure_has_an_experiment() {
    let all = experiments::all();
    let keys = DIFFERS.iter().map(|(key, ..)| key).chain(EXACT.iter().map(|(key, ..)| key));
    for key in keys {
        assert!(all.iter().any(|experiment| experiment.key == *key), "{key}");
    }
}
