//! The fast walk over a table against the slow list of choices, move by move.

#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::collections::BTreeMap;

use endgame::index::Slot;
use endgame::progress::Monitor;
use endgame::rules::Color;
use endgame::successors::{Destination, Successors};
use endgame::tables::Tables;
use value::{ChoiceSource, Metric, Outcome};

fn counted(values: impl Iterator<Item = Outcome>) -> BTreeMap<Outcome, usize> {
    let mut counts = BTreeMap::new();
    values.for_each(|value| *counts.entry(value).or_default() += 1);
    counts
}

/// Compares one position in `every`; says how many positions and moves were compared.
fn compare(name: &str, metric: Metric, every: usize) -> (usize, usize) {
    let tables = Tables::new(metric);
    let material = name.parse().unwrap();
    let successors = Successors::of(&tables, &material, &Monitor::NONE).unwrap();
    let index = successors.table().index();
    let mut compared = (0, 0);
    for turn in Color::ALL {
        let walked = successors
            .walk(
                turn,
                |_| true,
                || (0, 0, 0u64),
                |(seen, moves, boards), visited| {
                    *boards += u64::from(visited.boards);
                    *seen += 1;
                    if *seen % every != 0 {
                        return;
                    }
                    let position = index.decode(Slot { turn, index: visited.number }).unwrap();
                    let choices = tables.choices(&position).unwrap();
                    let slow = counted(choices.iter().map(|choice| choice.value));
                    let fast = counted(visited.successors.iter().map(|s| s.value));
                    assert_eq!(fast, slow, "{name} {metric} {}", position.fen());
                    assert_eq!(visited.outcome, tables.outcome(&position).unwrap());
                    let after = |number| {
                        let slot = Slot { turn: turn.other(), index: number };
                        index.representative(
                            index.encode(&index.decode(slot).unwrap()).unwrap().index,
                        )
                    };
                    let mut here: Vec<usize> = visited
                        .successors
                        .iter()
                        .filter_map(|s| match s.to {
                            Destination::Here(n) | Destination::WithRight(n) => {
                                assert_eq!(after(n), index.representative(n));
                                Some(index.representative(n))
                            }
                            Destination::Elsewhere => None,
                        })
                        .collect();
                    let mut expected: Vec<usize> = choices
                        .iter()
                        .filter_map(|c| index.encode(&position.after(c.play)))
                        .map(|slot| index.representative(slot.index))
                        .collect();
                    here.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(here, expected, "{name} {}", position.fen());
                    *moves += choices.len();
                },
                &Monitor::NONE,
            )
            .unwrap();
        let total: (usize, usize, u64) = walked
            .into_iter()
            .fold((0, 0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1, sum.2 + one.2));
        let count = |kind| {
            endgame::outcome_histogram::OutcomeHistogram::of(successors.table(), kind)
                .side(turn)
                .total()
        };
        assert_eq!(total.0 as u64, count(endgame::outcome_histogram::Count::Classes));
        assert_eq!(total.2, count(endgame::outcome_histogram::Count::Boards));
        compared = (compared.0 + total.0 / every, compared.1 + total.1);
    }
    compared
}

#[test]
fn every_move_of_the_three_man_endgames() {
    for name in ["KQK", "KRK", "KPK"] {
        for metric in Metric::ALL {
            let (positions, moves) = compare(name, metric, 1);
            assert!(positions > 40_000 && moves > 5 * positions, "{name}: {positions}, {moves}");
        }
    }
}

#[test]
fn moves_of_four_man_endgames() {
    compare("KQKR", Metric::Dtc, 37);
    compare("KBBK", Metric::Dtc, 13);
    compare("KRKP", Metric::Dtz, 101);
    compare("KPPK", Metric::Dtc, 101);
}

/// A tally sees the values that a walk sees, of draws and stalemates too.
#[test]
fn a_tally_counts_the_moves_of_a_walk() {
    let add = |mut one: BTreeMap<_, usize>, other: BTreeMap<_, usize>| {
        other.into_iter().for_each(|(key, times)| *one.entry(key).or_default() += times);
        one
    };
    for (name, metric) in [("KQKR", Metric::Dtc), ("KRKP", Metric::Dtm), ("KPKP", Metric::Dtc)] {
        let tables = Tables::new(metric);
        let successors = Successors::of(&tables, &name.parse().unwrap(), &Monitor::NONE).unwrap();
        for turn in Color::ALL {
            let walked = successors.walk(
                turn,
                |_| true,
                BTreeMap::new,
                |counts, visited| {
                    for next in visited.successors {
                        *counts.entry((visited.outcome, next.value)).or_default() += 1;
                    }
                },
                &Monitor::NONE,
            );
            let tallied = successors.tally(
                turn,
                |_| true,
                BTreeMap::new,
                |counts, visited| {
                    for value in visited.values {
                        *counts.entry((visited.outcome, value.outcome())).or_default() += 1;
                    }
                },
                add,
                &Monitor::NONE,
            );
            let walked = walked.unwrap().into_iter().fold(BTreeMap::new(), add);
            assert!(!walked.is_empty());
            assert_eq!(tallied.unwrap(), walked, "{name} {metric} {turn:?}");
        }
    }
}

/// Two pawns that may capture each other in passing.
#[test]
fn moves_past_a_pawn() {
    compare("KPKP", Metric::Dtc, 211);
}

#[test]
fn moves_of_five_man_endgames() {
    compare("KBBKN", Metric::Dtc, 20_011);
}

/// Every position: minutes.
#[test]
#[ignore = "minutes; run with --release"]
fn every_move_of_four_man_endgames() {
    compare("KQKR", Metric::Dtc, 1);
    compare("KPKP", Metric::Dtc, 1);
    compare("KRKP", Metric::Dtm, 1);
    compare("KBPKN", Metric::Dtc, 1_001);
    compare("KQQQK", Metric::Dtc, 1_001);
    compare("KPPKP", Metric::Dtz, 10_001);
}
