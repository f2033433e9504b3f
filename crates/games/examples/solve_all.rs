//! Solves every antichess endgame of some men in memory: the times of docs/numbers.md.
//!
//! `cargo run --release -p games --example solve_all -- 4 [dtz]`

use std::time::Instant;

use games::antichess::{Material, Rules, Tables};
use value::Metric;

#[allow(clippy::print_stdout, reason = "a program that prints")]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let men: usize = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(3);
    let metric = if arguments.iter().any(|word| word == "dtz") { Metric::Dtz } else { Metric::Dtc };
    let tables = Tables::new(Rules::Antichess, metric);
    let start = Instant::now();
    for men in 2..=men {
        for material in Material::all(men) {
            let before = Instant::now();
            let table = tables.solve(&material).expect("no file is written");
            let deepest =
                shakmaty::Color::ALL.map(|color| table.deepest(color).map(|depth| depth.0));
            println!("{material} {deepest:?} {:.3} s", before.elapsed().as_secs_f64());
        }
        println!("{men} men: {:.1} s", start.elapsed().as_secs_f64());
    }
}
