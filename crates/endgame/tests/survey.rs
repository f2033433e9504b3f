//! The survey of whole endgames against plain code that looks at one position after another.

#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::collections::BTreeMap;

use endgame::index::Slot;
use endgame::outcome_histogram::{Count, OutcomeHistogram};
use endgame::progress::Monitor;
use endgame::rules::{Color, Position, Role, Square};
use endgame::successors::Successors;
use endgame::survey::{Settings, Survey};
use endgame::tables::Tables;
use value::{ChoiceSource, Depth, Metric, Outcome};

/// What is added up over the positions of one depth, by hand.
#[derive(Default)]
struct Plain {
    positions: u64,
    with_moves: u64,
    branching: u64,
    good: u64,
    optimal: u64,
    long: u64,
    expected: f64,
    probability: f64,
    probability_of_all: f64,
    fatal: f64,
    after: BTreeMap<usize, f64>,
    in_check: u64,
    zugzwangs: u64,
    threatened: u64,
    kings: [BTreeMap<String, u64>; 2],
}

/// A king's square turned and mirrored into the part of the board that stands for the whole.
fn home(square: Square, with_pawns: bool) -> String {
    let (mut file, mut rank) = (square as u32 % 8, square as u32 / 8);
    file = file.min(7 - file);
    if !with_pawns {
        rank = rank.min(7 - rank);
        (file, rank) = (file.max(rank), file.min(rank));
    }
    Square::new(rank * 8 + file).to_string()
}

/// Surveys the positions with one side to move by listing choices.
fn by_hand(
    tables: &Tables,
    successors: &Successors<'_>,
    turn: Color,
    settings: Settings,
) -> BTreeMap<(bool, Depth), Plain> {
    let table = successors.table();
    let mut found: BTreeMap<(bool, Depth), Plain> = BTreeMap::new();
    for number in 0..table.index().len() {
        if table.index().representative(number) != number {
            continue;
        }
        let Some(position) = table.index().decode(Slot { turn, index: number }) else { continue };
        let outcome = tables.outcome(&position).unwrap();
        let Some(depth) = outcome.depth() else { continue };
        let wins = matches!(outcome, Outcome::Win(_));
        let half = table.index().class_mask(number / 64).self_symmetric >> (number % 64) & 1 == 1;
        let times = match settings.count {
            Count::Classes => 1,
            Count::Boards => table.index().images() / if half { 2 } else { 1 },
        };
        let values: Vec<Outcome> =
            tables.choices(&position).unwrap().iter().map(|choice| choice.value).collect();
        let best = values.iter().max().copied();
        let keeps = |value: &&Outcome| value.sign() == outcome.sign();
        let good: Vec<u16> =
            values.iter().filter(keeps).map(|value| value.depth().unwrap().0).collect();
        let optimal = values.iter().filter(|&&value| Some(value) == best).count();
        let into = found.entry((wins, depth)).or_default();
        into.positions += times;
        into.branching += times * values.len() as u64;
        into.good += times * good.len() as u64;
        into.optimal += times * optimal as u64;
        if !wins {
            let long = good.iter().filter(|&&depth| depth >= settings.long.0).count();
            into.long += times * long as u64;
        }
        for (king, counts) in Color::ALL.into_iter().zip(&mut into.kings) {
            let man = Role::King.of(king);
            let (square, _) = position.men().into_iter().find(|&(_, other)| other == man).unwrap();
            *counts.entry(home(square, table.material().pawns() > 0)).or_default() += times;
        }
        let passed = Position::from_men(position.men(), turn.other()).ok();
        let passed = passed.map(|passed| tables.outcome(&passed).unwrap().flipped());
        into.in_check += times * u64::from(passed.is_none());
        if let (Some(best), Some(passed)) = (best, passed) {
            into.zugzwangs += times * u64::from(passed > best);
            into.threatened += times * u64::from(passed < best);
        }
        let Some(best) = best else { continue };
        let best = best.depth().unwrap().0;
        into.with_moves += times;
        let times = times as f64;
        let conceded: u32 = good.iter().map(|&depth| u32::from(depth.abs_diff(best))).sum();
        let (many, all) = (good.len() as f64, values.len() as f64);
        into.expected += times * f64::from(conceded) / many;
        into.probability += times * (good.len() - optimal) as f64 / many;
        into.probability_of_all += times * (values.len() - optimal) as f64 / all;
        into.fatal += times * (values.len() - good.len()) as f64 / all;
        for depth in good {
            *into.after.entry(depth.into()).or_default() += times / all;
        }
    }
    found
}

fn agree(name: &str, metric: Metric, settings: Settings) {
    let tables = Tables::new(metric);
    let material = name.parse().unwrap();
    let successors = Successors::of(&tables, &material, &Monitor::NONE).unwrap();
    let survey = Survey::of(&successors, settings, &Monitor::NONE).unwrap();
    for turn in Color::ALL {
        let plain = by_hand(&tables, &successors, turn, settings);
        for wins in [true, false] {
            let side = survey.side(turn, if wins { turn } else { turn.other() });
            let depths: Vec<Depth> = side.strata().map(|(depth, _)| depth).collect();
            let theirs = plain.keys().filter(|key| key.0 == wins).map(|key| key.1);
            assert_eq!(depths, theirs.collect::<Vec<_>>());
            for (depth, at) in side.strata() {
                let plain = &plain[&(wins, depth)];
                assert_eq!(at.positions(), plain.positions, "{name} {turn:?} {depth}");
                assert_eq!(at.branching.sum(), plain.branching);
                assert_eq!(at.good.sum(), plain.good);
                assert_eq!(at.optimal.sum(), plain.optimal);
                assert_eq!(at.long.sum(), plain.long);
                assert_eq!(at.long_by_risk.total(), plain.long);
                let null_move = &at.null_move;
                assert_eq!(null_move.in_check, plain.in_check);
                assert_eq!(null_move.zugzwangs(), plain.zugzwangs, "{name} {turn:?} {depth}");
                assert_eq!(null_move.threatened(), plain.threatened);
                for king in Color::ALL {
                    let counts = at.king_counts(king, survey.material.pawns() > 0);
                    let theirs = &plain.kings[usize::from(king == Color::Black)];
                    for (square, count) in counts {
                        let plain = theirs.get(&square.to_string()).copied();
                        assert_eq!(count, plain.unwrap_or(0), "{name} {turn:?} {depth} {square}");
                    }
                }
                let Some(error) = at.random_error() else {
                    assert_eq!(plain.with_moves, 0);
                    continue;
                };
                let close = |ours: f64, sum: f64| {
                    let theirs = sum / plain.with_moves as f64;
                    assert!(
                        (ours - theirs).abs() < 1e-9,
                        "{name} {turn:?} {depth} {ours} {theirs}"
                    );
                };
                close(error.good.expected, plain.expected);
                close(error.good.probability, plain.probability);
                close(error.all.probability, plain.probability_of_all);
                close(error.fatal, plain.fatal);
                let after = at.depth_after().unwrap();
                for (&depth, &sum) in &plain.after {
                    close(after.probabilities[depth], sum);
                }
                let all = after.probabilities.iter().sum::<f64>() + after.fatal;
                assert!((all - 1.0).abs() < 1e-9);
            }
        }
    }
}

#[test]
fn a_survey_is_what_plain_code_counts() {
    let boards = Settings { count: Count::Boards, long: Depth(2) };
    agree("KRK", Metric::Dtc, Settings::default());
    agree("KQK", Metric::Dtm, boards);
    agree("KPK", Metric::Dtz, Settings::default());
    agree("KPK", Metric::Dtc, boards);
}

/// Positions by depth are those of the histogram, which never looks at a move.
#[test]
fn a_survey_counts_the_positions_of_the_census() {
    for (name, count) in [("KQKR", Count::Classes), ("KRKN", Count::Boards)] {
        let tables = Tables::new(Metric::Dtc);
        let material = name.parse().unwrap();
        let successors = Successors::of(&tables, &material, &Monitor::NONE).unwrap();
        let settings = Settings { count, ..Settings::default() };
        let survey = Survey::of(&successors, settings, &Monitor::NONE).unwrap();
        let histogram = OutcomeHistogram::of(successors.table(), count);
        for turn in Color::ALL {
            let counts = |winner| -> BTreeMap<Depth, u64> {
                let strata = survey.side(turn, winner).strata();
                strata.map(|(depth, at)| (depth, at.positions())).collect()
            };
            assert_eq!(counts(turn), histogram.side(turn).wins, "{name} {turn:?}");
            assert_eq!(counts(turn.other()), histogram.side(turn).losses, "{name} {turn:?}");
        }
    }
}

/// The same counts, to the last unit, on one thread and on several.
#[test]
fn a_survey_does_not_depend_on_the_threads() {
    let tables = Tables::new(Metric::Dtc);
    let successors = Successors::of(&tables, &"KQKR".parse().unwrap(), &Monitor::NONE).unwrap();
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| Survey::of(&successors, Settings::default(), &Monitor::NONE).unwrap())
    };
    assert_eq!(on(1), on(5));
}
