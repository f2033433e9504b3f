//! Builds the pages in `ui/` with npm, in OUT_DIR, and lists them for `src/assets.rs`. The source tree is only read.

#![allow(clippy::print_stdout, clippy::print_stderr)] // A build script speaks to cargo.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::{env, fs, io};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// What the pages are made from.
const SOURCES: [&str; 9] = [
    ".npmrc",
    "build.mjs",
    "example-game.pgn",
    "favicon.svg",
    "index.html",
    "package-lock.json",
    "package.json",
    "src",
    "tsconfig.json",
];
/// The games shown as an example of endgames assessed; a whole game is in `ui/`.
const EXAMPLE: &str = "../../experiments/games/browne-belle.pgn";

fn main() {
    if let Err(error) = pages() {
        eprintln!("{error}");
        exit(1);
    }
}

fn pages() -> Outcome<()> {
    let ui = Path::new("ui");
    let work = PathBuf::from(env::var("OUT_DIR")?).join("ui");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={EXAMPLE}");
    for source in SOURCES {
        println!("cargo::rerun-if-changed=ui/{source}");
    }

    fs::create_dir_all(&work)?;
    let _ = fs::remove_dir_all(work.join("src"));
    for source in SOURCES {
        copy(&ui.join(source), &work.join(source))?;
    }
    fs::copy(EXAMPLE, work.join("example.pgn"))?;

    // What npm has installed from this very lock file is kept: only then is a rebuild a matter of milliseconds.
    let installed = work.join("node_modules/.installed-from");
    let lock = fs::read(work.join("package-lock.json"))?;
    if fs::read(&installed).ok().as_deref() != Some(&lock) {
        let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
        run(
            &work,
            npm,
            &[
                "ci",
                "--omit=dev",
                "--ignore-scripts",
                "--prefer-offline",
                "--no-audit",
                "--no-fund",
            ],
        )?;
        fs::write(&installed, &lock)?;
    }
    run(&work, "node", &["build.mjs"])?;
    fs::write(work.join("pages.rs"), list(&work.join("dist"))?)?;
    Ok(())
}

/// Runs a tool of Node's and keeps quiet unless it fails.
fn run(folder: &Path, tool: &str, arguments: &[&str]) -> Outcome<()> {
    let ran = Command::new(tool).args(arguments).current_dir(folder).output().map_err(|error| {
        if error.kind() == io::ErrorKind::NotFound {
            format!(
                "`{tool}` was not found: install Node.js 18 or newer with npm (Debian: apt-get install nodejs npm), \
                 or build without the workbench: cargo build --release --no-default-features"
            )
        } else {
            format!("cannot run `{tool}`: {error}")
        }
    })?;
    if ran.status.success() {
        return Ok(());
    }
    let said = [ran.stdout, ran.stderr].concat();
    Err(format!(
        "`{tool} {}` failed while building the workbench's pages:\n{}",
        arguments.join(" "),
        String::from_utf8_lossy(&said)
    )
    .into())
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        return fs::copy(from, to).map(|_| ());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

/// A table of every file with its gzip copy: `(name, bytes, gzip)`.
fn list(dist: &Path) -> Outcome<String> {
    let mut names: Vec<String> = fs::read_dir(dist)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<io::Result<_>>()?;
    names.retain(|name| !name.ends_with(".gz"));
    names.sort();
    let mut table = String::from("&[\n");
    for name in names {
        let path = dist.join(&name);
        let path = path.display();
        writeln!(
            table,
            "    ({name:?}, include_bytes!({:?}), include_bytes!({:?})),",
            format!("{path}"),
            format!("{path}.gz")
        )?;
    }
    table.push_str("]\n");
    Ok(table)
}
