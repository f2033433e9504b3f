//! Every 3- and 4-man position against real Syzygy files, and the generator's own statistics.

use std::collections::BTreeMap;
use std::sync::Arc;

use endgame::index::Slot;
use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::{Color, Role, Square};
use endgame::solve::solve;
use endgame::syzygy::Syzygy;
use endgame::table::Table;
use rayon::prelude::*;
use value::{Metric, Outcome, Plies};

/// Solves endgames one after another, handing each to `look` with all before it in memory.
fn each_table(materials: &[Material], metric: Metric, mut look: impl FnMut(&Table)) {
    let mut tables: Vec<Arc<Table>> = Vec::new();
    for material in materials {
        for needed in material.with_all_it_needs() {
            if !tables.iter().any(|table| table.material() == needed) {
                let table = solve(&needed, metric, &tables, &Monitor::NONE).expect("solved");
                tables.push(Arc::new(table));
            }
        }
        let at = tables.iter().position(|t| t.material() == *material).expect("just solved");
        look(&tables[at]);
        if material.men() == 5 {
            tables.swap_remove(at);
        }
    }
}

/// Value at every position, depth at every `nth`: Syzygy's own may be one ply short of it.
fn agrees_with_files(table: &Table, syzygy: &Syzygy, nth: usize) -> u64 {
    (0..table.index().cells())
        .into_par_iter()
        .map(|cell| {
            let mask = table.index().class_mask(cell).representatives;
            let mut checked = 0;
            for place in (0..64).filter(|place| mask >> place & 1 == 1) {
                for turn in Color::ALL {
                    let slot = Slot { turn, index: cell * 64 + place };
                    let Some(ours) = table.outcome_at(slot) else { continue };
                    let position = table.index().decode(slot).expect("a legal position");
                    if slot.index.is_multiple_of(nth) {
                        let theirs = syzygy.value(&position).expect("files are there");
                        let depths = [ours, theirs.outcome].map(|o| o.depth().map_or(0, |d| d.0));
                        let near = depths[0].abs_diff(depths[1]) <= u16::from(theirs.rounded);
                        let same = ours.sign() == theirs.outcome.sign() && near;
                        assert!(same, "{}: {ours}, Syzygy {theirs:?}", position.fen());
                    } else {
                        let theirs = syzygy.sign(&position).expect("files are there");
                        assert_eq!(ours.sign(), theirs, "{}: {ours}", position.fen());
                    }
                    checked += 1;
                }
            }
            checked
        })
        .sum()
}

#[test]
#[ignore = "minutes: ./check runs it"]
fn every_position_of_three_and_four_men_agrees_with_the_files() {
    let Some(folder) = real_data::syzygy() else { return };
    let syzygy = Syzygy::open(&folder).expect("files");
    let materials: Vec<Material> = [3, 4].into_iter().flat_map(Material::all_with).collect();
    each_table(&materials, Metric::Dtz50, |table| {
        let checked = agrees_with_files(table, &syzygy, 61);
        assert!(checked > 30_000, "only {checked} positions of {}", table.material());
    });
}

type Histogram = BTreeMap<(String, bool, bool, u16), u64>;

/// The generator's counts: by endgame, White to move, won by the mover, winner's moves.
fn statistics() -> Option<Histogram> {
    let text =
        std::fs::read_to_string(real_data::shared("syzygy-stats-3to5.csv")?).expect("readable");
    let mut counts = Histogram::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [name, turn, kind, ply, count] = fields[..] else { panic!("{line}") };
        let won = match kind {
            "win" | "cursed" => true,
            "lose" | "blessed" => false,
            _ => continue,
        };
        let plies = Plies(ply.parse().expect("a number"));
        let depth = if won { plies.winner_to_move() } else { plies.loser_to_move() };
        let key = (name.replace('v', ""), turn == "w", won, depth.0);
        *counts.entry(key).or_default() += count.parse::<u64>().expect("a number");
    }
    Some(counts)
}

/// How many ordered placements of like men a position stands for.
fn orders(material: &Material) -> u64 {
    Color::ALL
        .into_iter()
        .flat_map(|color| [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(|r| (color, r)))
        .map(|(color, role)| (1..=material.army(color).count(role) as u64).product::<u64>())
        .product()
}

/// Our counts in the generator's way, where like men are told apart: a position that the diagonal
/// reflects onto itself with two like men exchanged has half as many classes of ordered men.
fn counted_in_order(table: &Table, turn: Color) -> BTreeMap<(bool, u16), u64> {
    let index = table.index();
    let orders = orders(&table.material());
    let on_diagonal = |square: Square| square.file() as u32 == square.rank() as u32;
    let mut counts = BTreeMap::new();
    for cell in 0..index.cells() {
        let mask = index.class_mask(cell);
        for place in (0..64).filter(|place| mask.representatives >> place & 1 == 1) {
            let number = cell * 64 + place;
            let (won, depth) = match table.outcome_at(Slot { turn, index: number }) {
                Some(Outcome::Win(depth)) => (true, depth.0),
                Some(Outcome::Loss(depth)) => (false, depth.0),
                Some(Outcome::Draw) | None => continue,
            };
            let exchanged = mask.self_symmetric >> place & 1 == 1
                && index.men(number).expect("men apart").iter().any(|m| !on_diagonal(m.0));
            *counts.entry((won, depth)).or_default() += if exchanged { orders / 2 } else { orders };
        }
    }
    counts
}

fn statistics_agree(men: &[usize]) {
    let Some(statistics) = statistics() else { return };
    let materials: Vec<Material> = men
        .iter()
        .flat_map(|&men| Material::all_with(men))
        .filter(|material| material.pawns() == 0)
        .collect();
    let mut compared = 0;
    each_table(&materials, Metric::Dtc, |table| {
        let material = table.material();
        for turn in Color::ALL {
            let theirs: BTreeMap<(bool, u16), u64> = statistics
                .iter()
                .filter(|(key, _)| key.0 == material.to_string() && key.1 == turn.is_white())
                .map(|(key, count)| ((key.2, key.3), *count))
                .collect();
            if !theirs.is_empty() {
                assert_eq!(counted_in_order(table, turn), theirs, "{material}, {turn} to move");
                compared += 1;
            }
        }
    });
    assert!(compared >= 5 * men.len(), "only {compared} histograms compared");
}

#[test]
fn pawnless_histograms_of_three_and_four_men_agree() {
    statistics_agree(&[3, 4]);
}

#[test]
#[ignore = "minutes: ./check runs it"]
fn pawnless_histograms_of_five_men_agree() {
    statistics_agree(&[5]);
}
