//! Any text as the name of an agent: refused with a sentence, or an agent that takes its seat. Files are not looked at.
#![no_main]

use endgame::tables::Tables;
use libfuzzer_sys::fuzz_target;
use player::CompetenceGrid;
use player::spec::{AgentSpec, ModelWords, listed, parse_belief};
use value::ChoiceError;

fuzz_target!(|text: &str| {
    let built_in = |name: &str| match name {
        "hp0" | "hp1" | "human" => study::weights::named(name),
        _ => Err(ChoiceError::new("no files here")),
    };
    for text in std::iter::once(text.to_owned()).chain(listed(text)) {
        match AgentSpec::parse(&text, &ModelWords::default()) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(spec) => {
                let facts = |spec: &AgentSpec| {
                    (spec.to_string(), spec.is_infallible(), spec.weights().map(str::to_owned))
                };
                let again = AgentSpec::parse(&spec.to_string(), &ModelWords::default());
                assert_eq!(again.map(|again| facts(&again)), Ok(facts(&spec)));
                if let Ok(factory) = spec.instantiate::<Tables>(&built_in) {
                    let _ = factory.agent();
                }
            }
        }
        let _ = parse_belief(&text, CompetenceGrid::default());
        let _ = text.parse::<CompetenceGrid>();
    }
});
