//! Help that helps: what each command does, its options, examples.

use crate::desk::{Desk, Ran, fallible, ran};

const COMMANDS: [&str; 34] = [
    "solve",
    "probe",
    "stats",
    "survey",
    "chart",
    "find",
    "heuristics",
    "line",
    "assess",
    "evaluate",
    "fairplay",
    "learn",
    "profile",
    "calibrate",
    "review",
    "verify",
    "choices",
    "advise",
    "match",
    "tournament",
    "competition",
    "markov",
    "net",
    "predict",
    "speculate",
    "practice",
    "uci",
    "reproduce",
    "signature",
    "random-game",
    "randomness",
    "suite",
    "theory",
    "completions",
];

#[test]
fn every_command_is_explained_with_examples() {
    let Ran { code, out, .. } = ran(fallible().arg("--help"));
    assert_eq!(code, 0);
    assert!(out.contains("Examples:"));
    for command in COMMANDS {
        assert!(out.contains(command), "{command} is not in the list");
        let Ran { code, out, err } = ran(fallible().args([command, "--help"]));
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out.contains("Example"), "{command} has no example");
        assert!(out.contains(&format!("fallible {command} ")), "{command} has no example");
    }
}

#[test]
fn defaults_are_said() {
    let Ran { out, .. } = ran(fallible().args(["solve", "--help"]));
    for part in ["half of", "[default: dtc]", "all cores", "--json"] {
        assert!(out.contains(part), "no {part} in {out}");
    }
}

#[test]
fn the_version_is_the_packages() {
    let Ran { out, .. } = ran(fallible().arg("--version"));
    assert_eq!(out, format!("fallible {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn shells_get_their_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let Ran { code, out, .. } = ran(fallible().args(["completions", shell]));
        assert_eq!(code, 0);
        assert!(out.contains("fallible") && out.contains("probe"), "{shell}");
    }
}

/// Examples are promises: each is run as printed, but for the long ones and those that name files
/// of the reader's.
#[test]
fn every_example_works() {
    let desk = Desk::new();
    let mut tried = 0;
    for command in COMMANDS {
        let help = ran(fallible().args([command, "--help"])).out;
        for example in help.lines().filter_map(|line| line.strip_prefix("  fallible ")) {
            let long =
                ["KBBKN", "KQPKQ", "--men", "~", "KQKR --judge", "everything:", "a whole paper"];
            if long.iter().any(|part| example.contains(part)) {
                continue;
            }
            let mut command = fallible();
            command.current_dir(desk.path("")).env("XDG_CACHE_HOME", desk.tables());
            let Ran { code, out, err } = ran(command.args(words(example)));
            assert_eq!((code, err.as_str()), (0, ""), "{example}");
            assert!(!out.is_empty(), "{example}");
            tried += 1;
        }
    }
    assert!(tried >= 15, "only {tried} examples were found");
}

/// A command line cut as a shell would, the remark after it left out.
fn words(line: &str) -> Vec<String> {
    let command = line.split("   ").next().unwrap_or_default();
    let pieces = command.split(['"', '\'']).enumerate();
    pieces
        .flat_map(|(at, piece)| match at % 2 {
            1 => vec![piece.to_owned()],
            _ => piece.split_whitespace().map(str::to_owned).collect(),
        })
        .collect()
}
