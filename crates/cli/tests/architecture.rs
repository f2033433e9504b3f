//! Which crate may use which: data walks one way, from what is true to who shows it.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

/// Every crate with all the crates of ours that it may use.
///
/// `player` sees values alone: tables, engines and graphs hand it choices. `graph` serves `endgame`
/// for its slow reference solver, which checks the fast one.
const MAY_USE: &[(&str, &[&str])] = &[
    ("value", &[]),
    ("plot", &[]),
    ("graph", &["value"]),
    ("player", &["value"]),
    ("games", &["value", "graph"]),
    ("endgame", &["value", "graph"]),
    ("engine", &["value", "endgame"]),
    ("net", &["value", "endgame"]),
    ("study", &["value", "plot", "graph", "games", "player", "endgame", "engine", "net"]),
    ("corpus", &["value", "plot", "player", "endgame", "engine", "study"]),
    (
        "experiments",
        &["value", "plot", "graph", "player", "endgame", "engine", "net", "study", "corpus"],
    ),
    ("uci", &["value", "player", "endgame", "engine", "study", "corpus"]),
    ("web", &["value", "plot", "player", "endgame", "engine", "study", "corpus"]),
    (
        "cli",
        &[
            "value",
            "plot",
            "player",
            "endgame",
            "engine",
            "net",
            "games",
            "study",
            "corpus",
            "experiments",
            "uci",
            "web",
        ],
    ),
    ("real_data", &[]),
];

/// What comes last: nobody's tests may use these.
const FRONTS: [&str; 4] = ["experiments", "uci", "web", "cli"];

/// For tests only: everybody's tests may use it, and nothing else may.
const FOR_TESTS: &str = "real_data";

fn may_use(name: &str) -> Option<&'static [&'static str]> {
    MAY_USE.iter().find(|(of, _)| *of == name).map(|(_, allowed)| *allowed)
}

/// Whether a crate uses another, or would through others if everything allowed were used.
fn reaches(name: &str, other: &str) -> bool {
    may_use(name)
        .is_some_and(|allowed| allowed.iter().any(|&next| next == other || reaches(next, other)))
}

/// What the tests and benches of a crate may use besides: a crate that is no front and does not
/// itself use the one under test, so that there is never a second copy of its types.
fn tests_may_use(name: &str, other: &str) -> bool {
    other == FOR_TESTS
        || may_use(name).is_some_and(|allowed| allowed.contains(&other))
        || !FRONTS.contains(&other) && other != name && !reaches(other, name)
}

/// Every arrow of a `cargo metadata` that is not allowed, in words, and how many arrows there are.
fn breaches(metadata: &Value) -> (Vec<String>, usize) {
    let packages = metadata["packages"].as_array().expect("packages");
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let (mut wrong, mut arrows) = (Vec::new(), 0);
    for package in packages {
        let name = text(&package["name"]);
        if may_use(&name).is_none() {
            wrong.push(format!("{name} has no row in MAY_USE"));
        }
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let other = text(&dependency["name"]);
            if dependency["path"].is_null() {
                continue;
            }
            arrows += 1;
            let allowed = match dependency["kind"].as_str() {
                Some("dev") => tests_may_use(&name, &other),
                _ => may_use(&name).is_some_and(|allowed| allowed.contains(&other.as_str())),
            };
            if !allowed {
                let who = if dependency["kind"] == "dev" { "the tests of " } else { "" };
                wrong.push(format!("{who}{name} must not use {other}"));
            }
        }
    }
    (wrong, arrows)
}

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo metadata runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The most that the fronts, which only parse, call and print, may be of all source lines, in percent.
const MOST_OF_FRONTS: usize = 28;

/// Lines of Rust in a folder and all below it.
fn lines(folder: &Path) -> usize {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let of_entry = |path: std::path::PathBuf| match path.extension() {
        _ if path.is_dir() => lines(&path),
        Some(extension) if extension == "rs" => {
            fs::read_to_string(&path).expect("readable").lines().count()
        }
        _ => 0,
    };
    entries.map(of_entry).sum()
}

/// Whether the fronts are too much of crates of so many lines.
fn too_thick(sizes: &[(String, usize)]) -> Option<String> {
    let of = |wanted: &dyn Fn(&str) -> bool| -> usize {
        sizes.iter().filter(|(name, _)| wanted(name)).map(|(_, lines)| lines).sum()
    };
    let (fronts, all) = (of(&|name| ["cli", "uci", "web"].contains(&name)), of(&|_| true));
    (fronts * 100 > all * MOST_OF_FRONTS).then(|| {
        format!("cli, uci and web have {fronts} of {all} lines, more than {MOST_OF_FRONTS} %: move logic into study")
    })
}

#[test]
fn the_fronts_are_thin() {
    let sizes: Vec<(String, usize)> = metadata()["packages"]
        .as_array()
        .expect("packages")
        .iter()
        .filter(|package| package["name"] != FOR_TESTS)
        .map(|package| {
            let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
            let folder = manifest.parent().expect("a folder").join("src");
            (package["name"].as_str().expect("a name").to_owned(), lines(&folder))
        })
        .collect();
    assert_eq!(too_thick(&sizes), None);
    let made_up = |study: usize| vec![("study".to_owned(), study), ("web".to_owned(), 28)];
    assert!(too_thick(&made_up(72)).is_none() && too_thick(&made_up(71)).is_some());
}

#[test]
fn every_arrow_is_allowed() {
    let (wrong, arrows) = breaches(&metadata());
    assert_eq!(wrong, [""; 0]);
    assert!(arrows > 30, "only {arrows} arrows found");
}

#[test]
fn the_matrix_has_no_circle() {
    for (name, allowed) in MAY_USE {
        assert!(!reaches(name, name), "{name} would use itself");
        let unknown: Vec<_> = allowed.iter().filter(|other| may_use(other).is_none()).collect();
        assert!(unknown.is_empty(), "{name} may use {unknown:?}, which have no row");
    }
}

/// A workspace of one crate with one arrow.
fn made_up(name: &str, kind: Value, other: &str) -> Value {
    let arrow = json!({ "name": other, "path": format!("/crates/{other}"), "kind": kind });
    json!({ "packages": [{ "name": name, "dependencies": [arrow] }] })
}

#[test]
fn a_wrong_arrow_is_found() {
    let normal = Value::Null;
    for (name, kind, other, said) in [
        ("player", &normal, "endgame", "player must not use endgame"),
        ("player", &json!("build"), "study", "player must not use study"),
        ("study", &normal, "cli", "study must not use cli"),
        ("web", &normal, "experiments", "web must not use experiments"),
        ("endgame", &normal, "real_data", "endgame must not use real_data"),
        ("player", &json!("dev"), "web", "the tests of player must not use web"),
        ("player", &json!("dev"), "study", "the tests of player must not use study"),
        ("cluster", &normal, "value", "cluster has no row in MAY_USE"),
        ("study", &normal, "corpus", "study must not use corpus"),
    ] {
        let (wrong, _) = breaches(&made_up(name, kind.clone(), other));
        assert_eq!(wrong.first().map(String::as_str), Some(said));
    }
    for (name, kind, other) in [
        ("player", normal.clone(), "value"),
        ("player", json!("dev"), "endgame"),
        ("uci", json!("dev"), "real_data"),
        ("cli", normal, "experiments"),
    ] {
        assert_eq!(breaches(&made_up(name, kind, other)).0, [""; 0], "{name} -> {other}");
    }
}
