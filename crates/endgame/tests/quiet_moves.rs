//! Sums over the moves of 64 positions at once, against the moves of each position listed one by one.

#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::collections::HashMap;

use endgame::progress::Monitor;
use endgame::quiet_moves::{AllowedCodes, Number, Numbers, QuietMoves, Reading, Which};
use endgame::rules::Color;
use endgame::successors::{Destination, Successor, Successors};
use endgame::tables::Tables;
use value::{Depth, Metric, Outcome};

/// A number that nobody could guess.
fn arbitrary(number: usize) -> f64 {
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f64
}

fn sum(values: &[f64], found: &[Successor]) -> f64 {
    let stays = found.iter().filter_map(|play| match play.to {
        Destination::Here(number) | Destination::WithRight(number) => Some(values[number]),
        Destination::Elsewhere => None,
    });
    stays.sum()
}

fn compare(name: &str, metric: Metric) {
    let tables = Tables::new(metric);
    let successors = Successors::of(&tables, &name.parse().unwrap(), &Monitor::NONE).unwrap();
    let table = successors.table();
    let wanted: [bool; 256] =
        std::array::from_fn(|code| table.codec().outcome(code as u8, Color::White).is_some());
    let mut compared = 0;
    for turn in Color::ALL {
        let after = table.codes(turn.other()).iter().enumerate();
        let value = |(number, &code): (usize, &u8)| match wanted[usize::from(code)] {
            true => arbitrary(number),
            false => 0.0,
        };
        let values: Vec<f64> = after.map(value).collect();
        let reading = Reading { values: &values, wanted: &wanted, which: Which::All, rules: None };
        for cell in (0..table.index().cells()).step_by(13) {
            let mut loud = HashMap::new();
            let note = |number, found: &[Successor]| {
                loud.insert(number, sum(&values, found));
            };
            successors.loud_moves(turn, cell..cell + 1, &wanted, note).unwrap();
            let mut listed = Vec::new();
            QuietMoves::new(table, turn).sweep(cell..cell + 1, reading, |cell, places, sums| {
                for place in (0..64).filter(|place| places >> place & 1 == 1) {
                    let number = cell * 64 + place;
                    successors.list(turn, number, &mut listed).unwrap();
                    let ours = sums[place] + loud.get(&number).copied().unwrap_or(0.0);
                    assert_eq!(ours, sum(&values, &listed), "{name} {metric} {turn:?} {number}");
                    compared += 1;
                }
            });
        }
    }
    assert!(compared > 1_000, "{name} {compared}");
}

#[test]
fn sums_are_those_of_the_moves_one_by_one() {
    for name in ["KRK", "KQKR", "KBNK", "KQQK", "KPK", "KPKP", "KRKP"] {
        compare(name, Metric::Dtc);
    }
    compare("KPKP", Metric::Dtz);
}

/// Listed moves lead to what sweeps add up: all of them, those that are allowed, and the best of those.
#[test]
fn listed_moves_are_those_that_are_added_up() {
    let tables = Tables::new(Metric::Dtc);
    for (name, turn) in [("KQKR", Color::Black), ("KBNK", Color::White), ("KRKP", Color::Black)] {
        let successors = Successors::of(&tables, &name.parse().unwrap(), &Monitor::NONE).unwrap();
        let table = successors.table();
        let wanted: [bool; 256] =
            std::array::from_fn(|code| table.codec().outcome(code as u8, Color::White).is_some());
        let after = table.codes(turn.other()).iter().enumerate();
        let legal = |(number, &code): (usize, &u8)| match wanted[usize::from(code)] {
            true => arbitrary(number) + 1.0,
            false => 0.0,
        };
        let values: Vec<f64> = after.map(legal).collect();
        let every = AllowedCodes::at_least(table, turn, |_| Outcome::Loss(Depth(0)));
        let holding = AllowedCodes::at_least(table, turn, |own| own);
        let best = |least| Which::Best { allowed: &every, by: &values, least };
        for which in [Which::All, Which::Allowed(&holding), best(true), best(false)] {
            let reading = Reading { values: &values, wanted: &wanted, which, rules: None };
            let is_mean = matches!(which, Which::Best { .. });
            let mut several = 0;
            for cell in (0..table.index().cells()).step_by(17) {
                let moves = QuietMoves::new(table, turn);
                let mut listed = HashMap::new();
                moves.list(cell..cell + 1, reading, |cell, places, lists| {
                    for place in (0..64).filter(|place| places >> place & 1 == 1) {
                        listed.insert(cell * 64 + place, lists[place].clone());
                    }
                });
                moves.sweep(cell..cell + 1, reading, |cell, places, sums| {
                    for place in (0..64).filter(|place| places >> place & 1 == 1) {
                        let list = &listed[&(cell * 64 + place)];
                        let sum: f64 = list.iter().map(|&to| values[to as usize]).sum();
                        let share = if is_mean { list.len().max(1) as f64 } else { 1.0 };
                        assert_eq!(sum / share, sums[place], "{name} {cell} {place}");
                        several += usize::from(list.len() > 1);
                    }
                });
            }
            assert!(is_mean || several > 100, "{name} {several}");
        }
    }
}

/// The lines that are listed once, over numbers of one kind, add up to what a sweep that makes the moves does.
fn lines_add_up<N: Number>(name: &str, turn: Color) {
    let tables = Tables::new(Metric::Dtc);
    let successors = Successors::of(&tables, &name.parse().unwrap(), &Monitor::NONE).unwrap();
    let table = successors.table();
    let wanted: [bool; 256] =
        std::array::from_fn(|code| table.codec().outcome(code as u8, Color::White).is_some());
    let after = table.codes(turn.other()).iter().enumerate();
    // Small whole numbers: sums of single floats are exact.
    let value = |(number, &code): (usize, &u8)| match wanted[usize::from(code)] {
        true => (arbitrary(number) as u32 % 1_000) as f64,
        false => 0.0,
    };
    let values: Vec<f64> = after.map(value).collect();
    let mut numbers = Numbers::zeros(values.len());
    let both = numbers.get_mut::<N>().iter_mut().zip(&values);
    both.for_each(|(number, &value)| *number = N::of(value));
    let holding = AllowedCodes::at_least(table, turn, |own| own);
    for which in [Which::All, Which::Allowed(&holding)] {
        let reading = Reading { values: &values, wanted: &wanted, which, rules: None };
        let mut compared = 0;
        for cell in (0..table.index().cells()).step_by(11) {
            let moves = QuietMoves::new(table, turn);
            let mut listed = HashMap::new();
            let lines = moves.lines(cell..cell + 1, reading);
            lines.sweep(&numbers, |cell, places, sums: &[N; 64]| {
                listed.insert(cell, (places, sums.map(N::double)));
            });
            moves.sweep(cell..cell + 1, reading, |cell, places, sums| {
                let (listed, ours) = listed[&cell];
                assert_eq!(listed, places, "{name} {cell}");
                for place in (0..64).filter(|place| places >> place & 1 == 1) {
                    assert_eq!(ours[place], sums[place], "{name} {turn:?} {cell} {place}");
                    compared += usize::from(sums[place] > 0.0);
                }
            });
        }
        assert!(compared > 1_000, "{name} {compared}");
    }
}

#[test]
fn listed_lines_add_up_to_the_same() {
    for name in ["KQKR", "KBNK", "KQQK", "KRKP"] {
        for turn in Color::ALL {
            if name.ends_with('K') && turn == Color::Black {
                continue;
            }
            lines_add_up::<f32>(name, turn);
            lines_add_up::<f64>(name, turn);
        }
    }
}

/// Numbers have room around them, and come out as they went in.
#[test]
fn numbers_with_room_around_them() {
    let mut numbers = Numbers::zeros(128);
    numbers.get_mut::<f64>().iter_mut().zip(0u32..).for_each(|(n, i)| *n = f64::from(i));
    assert_eq!(numbers.with_room::<f64>()[Numbers::place(5)], 5.0);
    assert_eq!(numbers.with_room::<f64>()[0], 0.0);
    assert_eq!(numbers.into_doubles(), (0u32..128).map(f64::from).collect::<Vec<_>>());
}
