//! Any text as a file of weights: refused with a sentence, or weights that are written and read again the same.
#![no_main]

use endgame::heuristics::Weights;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Weights::from_json(text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(weights) => {
            let json = weights.to_json();
            let again = Weights::from_json(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
            assert_eq!(again, weights, "{json}");
        }
    }
});
