//! How fast tables are made and asked. Each bench checks its own answer.

#![allow(missing_docs, reason = "divan's macro makes undocumented functions")]

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use endgame::index::Slot;
use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::solve::solve;
use endgame::table::Table;
use value::{Depth, Metric};

fn main() {
    divan::main();
}

/// An endgame and everything it needs, from nothing.
fn from_nothing(name: &str) -> Vec<Arc<Table>> {
    let material: Material = name.parse().expect("a name");
    let mut tables = Vec::new();
    for needed in material.with_all_it_needs() {
        let table = solve(&needed, Metric::Dtc, &tables, &Monitor::NONE).expect("solved");
        tables.push(Arc::new(table));
    }
    tables
}

#[divan::bench(args = [("KQKR", 31), ("KRKN", 27), ("KPKP", 14)], sample_count = 10)]
fn solve_from_nothing((name, deepest): (&str, u16)) {
    let tables = from_nothing(black_box(name));
    let last = tables.last().expect("at least one");
    assert_eq!(last.deepest(Color::White), Some(Depth(deepest)));
}

/// Random legal positions of KQKR, in an order the cache cannot guess.
fn positions(table: &Table) -> Vec<Position> {
    let index = table.index();
    let mut number = 12_345usize;
    let mut found = Vec::new();
    while found.len() < 10_000 {
        number =
            number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let slot = Slot { turn: Color::White, index: (number >> 16) % index.len() };
        found.extend(index.decode(slot));
    }
    found
}

#[divan::bench]
fn probe_random_positions(bencher: Bencher<'_, '_>) {
    let tables = from_nothing("KQKR");
    let table = tables.last().expect("KQKR");
    let positions = positions(table);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        let wins =
            positions.iter().filter(|p| table.outcome(p).is_some_and(|o| o.sign() > 0)).count();
        assert!(wins > 9_800, "nearly every KQKR position is won: {wins}");
        wins
    });
}
