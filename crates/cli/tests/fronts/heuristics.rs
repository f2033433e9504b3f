//! Rules of thumb from the command line: the thesis' figures, and mistakes that are pointed at.

use crate::desk::{Desk, Ran};
use serde_json::Value;

fn json(desk: &Desk, words: &[&str]) -> Value {
    let Ran { code, out, err } = desk.run(words);
    assert_eq!(code, 0, "{words:?} said {err}");
    serde_json::from_str(&out).unwrap()
}

/// The figure of a rule in percent, to one decimal, as the thesis prints it.
fn percent(answer: &Value, rule: &str, what: &str) -> String {
    let rules = answer["rules"].as_array().unwrap();
    let one = rules.iter().find(|one| one["name"] == rule).unwrap();
    format!("{:.1}", 100.0 * one["overall"][what].as_f64().unwrap())
}

/// Jansen 1992, section 6.2.4.
#[test]
fn the_figures_of_the_thesis() {
    let desk = Desk::new();
    let from_3 = json(&desk, &["heuristics", "KQKR", "--jansen", "--json"]);
    assert_eq!(from_3["side"], "white");
    assert_eq!(percent(&from_3, "check", "applicability"), "75.3");
    assert_eq!(percent(&from_3, "check", "helpful"), "58.2");
    assert_eq!(percent(&from_3, "zugzwang", "applicability"), "3.2");
    let rule = "longlines and not check";
    let words = ["heuristics", "KQKR", "--jansen", "--json", "--from-depth", "5", "--rule", rule];
    let from_5 = json(&desk, &words);
    assert_eq!(percent(&from_5, rule, "applicability"), "17.8");
    assert_eq!(percent(&from_5, rule, "helpful"), "38.9");
}

#[test]
fn files_and_betrayals() {
    let desk = Desk::new();
    let [csv, svg] = ["r.csv", "r.svg"].map(|name| desk.path(name));
    let words = [
        "heuristics",
        "KRK",
        "--rule",
        "approach(K,k)",
        "--examples",
        "2",
        "--csv",
        csv.to_str().unwrap(),
        "--plot",
        svg.to_str().unwrap(),
    ];
    let Ran { code, out, err } = desk.run(&words);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("approach(K,k) costs"), "{out}");
    assert_eq!(std::fs::read_to_string(csv).unwrap().lines().count(), 1 + 14);
    assert!(std::fs::read_to_string(svg).unwrap().contains("approach(K,k)"));
}

#[test]
fn the_losing_side_has_rules_too() {
    let answer = json(&Desk::new(), &["heuristics", "KRK", "--side", "black", "--json"]);
    let rules = answer["rules"].as_array().unwrap();
    assert!(rules.iter().any(|one| one["name"] == "centralize(K)"));
    let center = rules.iter().find(|one| one["name"] == "centralize(K)").unwrap();
    let after = |what: &str| center["overall"][what].as_f64().unwrap();
    assert!(
        after("depth_after") > after("depth_after_random"),
        "a king lives longer in the centre"
    );
}

#[test]
fn mistakes_are_pointed_at() {
    let desk = Desk::new();
    let csv = desk.path("r.csv");
    for (words, said) in [
        (vec!["--rule", "chekc and mate"], "did you mean 'check'?\n  chekc and mate\n  ^^^^^"),
        (vec!["--rule", "replies"], "'replies <= 2'"),
        (vec!["--rule", "approach(K,Q)"], "lower case the opponent's"),
        (vec!["--from-depth", "40"], "smaller --from-depth"),
    ] {
        let mut all = vec!["heuristics", "KRK", "--csv", csv.to_str().unwrap()];
        all.extend(words);
        let Ran { code, err, .. } = desk.run(&all);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(said), "{err}");
        assert!(!csv.exists());
    }
}
