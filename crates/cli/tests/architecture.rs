//! Data walks one way: a crate may use only crates to its left.

use std::process::Command;

/// The crates in the order in which data walks; each may use those before it.
const RIVER: [&str; 11] = [
    "value",
    "plot",
    "graph",
    "endgame",
    "engine",
    "player",
    "study",
    "uci",
    "experiments",
    "web",
    "cli",
];

#[test]
fn no_arrow_points_back() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo metadata runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let place = |name: &str| RIVER.iter().position(|&krate| krate == name);
    let mut arrows = 0;
    for package in packages {
        let name = package["name"].as_str().expect("a name");
        let here = place(name).unwrap_or_else(|| panic!("{name} has no place in the river"));
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            if let Some(there) = place(dependency["name"].as_str().expect("a name")) {
                assert!(there < here, "{name} must not use {}", RIVER[there]);
                arrows += 1;
            }
        }
    }
    assert_eq!(packages.len(), RIVER.len());
    assert!(arrows >= 3, "only {arrows} arrows found");
}
