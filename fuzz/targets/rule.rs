//! Any text as a rule of thumb: refused with a sentence that points at the fault, or a rule that can be asked of moves, written and read again.
#![no_main]

use std::sync::LazyLock;

use endgame::heuristics::{Facts, Rule, facts};
use endgame::rules::Position;
use endgame::tables::Tables;
use libfuzzer_sys::fuzz_target;
use value::Metric;

/// Moves with and without check, good and bad, of either side, one with a promotion.
static FACTS: LazyLock<Vec<Facts>> = LazyLock::new(|| {
    let tables = Tables::new(Metric::default());
    let fens = [
        "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
        "8/8/8/8/8/1k6/1R6/K7 b - - 0 1",
        "8/1P6/8/8/8/8/k7/2K5 w - - 0 1",
    ];
    let of =
        |fen| facts(&tables, &Position::from_fen(fen).expect("a position")).expect("its facts");
    fens.into_iter().flat_map(of).collect()
});

fuzz_target!(|text: &str| {
    match text.parse::<Rule>() {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(error.column() <= text.chars().count() + 1, "{error}");
        }
        Ok(rule) => {
            let again: Rule =
                rule.to_string().parse().unwrap_or_else(|error| panic!("{rule}: {error}"));
            for facts in FACTS.iter() {
                let [first, second] = [&rule, &again].map(|rule| rule.number(facts).to_bits());
                assert_eq!(first, second, "{rule} and {again}");
                assert_eq!(rule.holds(facts), again.holds(facts));
            }
        }
    }
});
