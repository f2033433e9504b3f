//! Every block of README and docs that shows a command is run, and its output compared.
//!
//! - A `console` block is run. A line that begins with `$ ` is a command for `sh`, a line that begins with
//!   `> ` is typed into the program, and everything else is output. `...` stands for any text of one
//!   line, or for any number of lines if it is a line of its own.
//! - `sh`, `python` and `sql` blocks show what cannot be run here; [`NOT_RUN`] lists them.
//! - Other blocks show no commands.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::desk::{Desk, fallible, ran};

/// Folders whose documents are read; changelog, decisions and results are history.
const FOLDERS: [&str; 5] = ["", "docs", "experiments", "fuzz", "crates/endgame/src/index"];

/// The blocks that are not run: document and first line.
const NOT_RUN: [(&str, &str); 12] = [
    (
        "README.md",
        "cargo run --release                       # builds everything and opens the workbench in the browser",
    ),
    ("README.md", "fallible serve"),
    ("README.md", "fallible rate games.pgn --player 'Carlsen,M' --pool fide"),
    ("docs/api.md", "fallible serve --port 8632 --no-open"),
    (
        "docs/formats.md",
        "-- DuckDB: how often the best move by depth 8 was played, by 200 points of rating.",
    ),
    ("docs/gui.md", "xboard -fcp \"fallible uci --option Competence=1200\" -fUCI"),
    ("docs/gui.md", "#!/bin/sh"),
    (
        "docs/gui.md",
        "python tests/lichess_stand_in.py 8455     # then set url: \"http://127.0.0.1:8455/\" and any token in config.yml",
    ),
    ("docs/gui.md", "engine = chess.engine.SimpleEngine.popen_uci([\"fallible\", \"uci\"])"),
    ("docs/workbench.md", "printf 'correct horse battery' > token.txt && chmod 600 token.txt"),
    (
        "experiments/README.md",
        "cargo run --release -- reproduce                               # ours, theirs, verdict",
    ),
    ("fuzz/README.md", "fuzz/run 600 pgn"),
];

/// The address at which the documents ask the workbench; the test's own server is elsewhere.
const ADDRESS: &str = "localhost:8632";

/// The longest wait for the next line of a program that was typed to.
const PATIENCE: Duration = Duration::from_secs(60);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Names and texts of all documents.
fn documents() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".md") && name != "CHANGELOG.md" {
                let name = Path::new(folder).join(name);
                let text = fs::read_to_string(root().join(&name)).unwrap();
                assert!(!text.contains("\n<<<<<<< "), "{name:?} has a conflict of two versions");
                found.push((name.to_str().unwrap().to_owned(), text));
            }
        }
    }
    found.sort();
    found
}

/// A fenced block of a document.
struct Block<'a> {
    document: &'a str,
    language: &'a str,
    lines: Vec<&'a str>,
}

fn blocks<'a>(document: &'a str, text: &'a str) -> Vec<Block<'a>> {
    let (mut blocks, mut open): (Vec<Block<'a>>, bool) = (Vec::new(), false);
    for line in text.lines() {
        match (line.trim_start().strip_prefix("```"), open) {
            (Some(language), false) => blocks.push(Block { document, language, lines: Vec::new() }),
            (None, true) => blocks.last_mut().unwrap().lines.push(line),
            (None, false) => {
                assert!(!shows_a_command(line.strip_prefix("    ")), "{document}: fence {line:?}");
                continue;
            }
            (Some(_), true) => (),
        }
        open = line.trim_start() != "```" || !open;
    }
    blocks
}

fn shows_a_command(line: Option<&str>) -> bool {
    let starts = ["$ ", "fallible ", "cargo ", "./", "curl ", "apt"];
    line.is_some_and(|line| starts.iter().any(|start| line.starts_with(start)))
}

/// A command, what is typed into it, and what it is to print.
#[derive(Default)]
struct Example {
    command: String,
    typed: Vec<String>,
    output: Vec<String>,
}

fn examples(block: &Block<'_>) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for line in &block.lines {
        if let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example { command: command.to_owned(), ..Example::default() });
            continue;
        }
        let last = examples.last_mut().unwrap_or_else(|| {
            panic!("{}: a console block begins with `$ `: {line}", block.document)
        });
        match line.strip_prefix("> ") {
            _ if last.command.ends_with('\\') => last.command += &format!("\n{line}"),
            Some(typed) => last.typed.push(typed.to_owned()),
            None => last.output.push((*line).to_owned()),
        }
    }
    for example in &mut examples {
        let printed = example.output.iter().rposition(|line| !line.is_empty());
        example.output.truncate(printed.map_or(0, |last| last + 1));
    }
    examples
}

/// Whether lines were printed as a document shows them.
fn matches(shown: &[String], printed: &[String]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (None, None) => true,
        (Some((line, rest)), _) if line == "..." => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        (Some((line, shown)), Some((found, printed))) => {
            line_matches(line, found) && matches(shown, printed)
        }
        _ => false,
    }
}

fn line_matches(shown: &str, printed: &str) -> bool {
    let (mut rest, mut parts) = (printed.trim_end(), shown.trim_end().split("..."));
    let first = parts.next().unwrap_or_default();
    let Some(after) = rest.strip_prefix(first) else { return false };
    rest = after;
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    true
}

/// Runs a command in a folder; what it prints on stdout and stderr, line by line.
fn printed(example: &Example, folder: &Path, desk: &Desk, host: &str) -> Vec<String> {
    let program = assert_cmd::cargo::cargo_bin("fallible");
    let path = std::env::join_paths(
        [program.parent().unwrap().to_owned()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let mut shell = Command::new("sh")
        .arg("-c")
        .arg(format!("exec 2>&1\n{}", example.command.replace(ADDRESS, host)))
        .current_dir(folder)
        .env("PATH", path.unwrap())
        .env("XDG_CACHE_HOME", desk.path("cache"))
        .env("XDG_DATA_HOME", desk.path("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = shell.stdin.take();
    for line in &example.typed {
        writeln!(stdin.as_mut().unwrap(), "{line}").unwrap();
    }
    let (send, receive) = mpsc::channel();
    let stdout = BufReader::new(shell.stdout.take().unwrap());
    std::thread::spawn(move || {
        stdout.lines().map_while(Result::ok).try_for_each(|line| send.send(line))
    });
    // A program that was typed to leaves when its input ends: not before it has said everything.
    let mut lines: Vec<String> = Vec::new();
    while !example.typed.is_empty() && !matches(&example.output, &lines) {
        match receive.recv_timeout(PATIENCE) {
            Ok(line) => lines.push(line),
            Err(_) => break,
        }
    }
    drop(stdin);
    lines.extend(receive);
    let status = shell.wait().unwrap();
    assert!(status.success(), "{}: {status}\n{}", example.command, lines.join("\n"));
    lines
}

#[test]
fn every_command_shown_prints_what_is_shown() {
    let (desk, documents) = (Desk::new(), documents());
    let blocks: Vec<Block<'_>> =
        documents.iter().flat_map(|(name, text)| blocks(name, text)).collect();
    // The tables are shared, and queen against rook is there before anybody asks.
    desk.text(&["solve", "KQKR"]);
    fs::create_dir_all(desk.path("cache/fallible")).unwrap();
    symlink(desk.tables(), desk.path("cache/fallible/tables")).unwrap();
    let server = crate::serve::Server::started(&desk);
    let problems: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = blocks
            .iter()
            .enumerate()
            .filter(|(_, block)| block.language == "console")
            .map(|(number, block)| {
                let (desk, host) = (&desk, &server.host);
                scope.spawn(move || wrong_examples(block, number, desk, host))
            })
            .collect();
        running.into_iter().flat_map(|one| one.join().unwrap()).collect()
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What is wrong with the examples of a block, run one after the other in a folder of their own.
fn wrong_examples(block: &Block<'_>, number: usize, desk: &Desk, host: &str) -> Vec<String> {
    let folder = desk.path(&format!("block-{number}"));
    fs::create_dir(&folder).unwrap();
    symlink(root().join("experiments"), folder.join("experiments")).unwrap();
    let mut problems = Vec::new();
    for example in examples(block) {
        let lines = printed(&example, &folder, desk, host);
        if !matches(&example.output, &lines) {
            let (name, command) = (block.document, &example.command);
            problems.push(format!("{name}: $ {command}\n{}\n", lines.join("\n")));
        }
    }
    problems
}

#[test]
fn what_is_not_run_is_listed() {
    let documents = documents();
    let mut not_run = Vec::new();
    for block in documents.iter().flat_map(|(name, text)| blocks(name, text)) {
        match block.language {
            "console" => assert!(!examples(&block).is_empty()),
            "sh" | "python" | "sql" => not_run.push((block.document, block.lines[0])),
            "text" | "yaml" | "json" => {
                let command = block.lines.iter().find(|line| shows_a_command(Some(line)));
                assert_eq!(command, None, "{}: tag the block `console`", block.document);
            }
            other => panic!("{}: a block is tagged {other:?}", block.document),
        }
    }
    assert_eq!(not_run, NOT_RUN, "a command in the documents is not run");
}

/// Commands and options that stand in the text: each exists.
#[test]
fn every_option_named_in_the_text_exists() {
    let mut tried = 0;
    for (name, text) in documents() {
        let spans = text.split('`').skip(1).step_by(2);
        for span in spans.filter_map(|span| span.strip_prefix("fallible ")) {
            let mut words = span.split_whitespace();
            let verb = words.next().unwrap_or_default();
            if !verb.chars().all(char::is_lowercase) {
                continue;
            }
            let help = ran(fallible().args([verb, "--help"]));
            assert_eq!(help.code, 0, "{name}: fallible {span}");
            for option in words.filter(|word| word.starts_with("--")) {
                let option = option.split('=').next().unwrap_or_default();
                assert!(help.out.contains(option), "{name}: no {option} in `fallible {span}`");
                tried += 1;
            }
        }
    }
    assert!(tried >= 20, "only {tried} options were found");
}

#[test]
fn every_link_and_every_path_leads_somewhere() {
    let mut followed = 0;
    for (name, text) in documents() {
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.starts_with("http")) {
            let file = root().join(&name).parent().unwrap().join(target.split('#').next().unwrap());
            assert!(file.exists(), "{name}: there is no {target}");
            followed += 1;
        }
        let spans = text.split('`').skip(1).step_by(2);
        let folders = ["crates/", "docs/", "experiments/", "fuzz/", "tests/"];
        for path in spans.filter(|span| folders.iter().any(|folder| span.starts_with(folder))) {
            let path = path.split_whitespace().next().unwrap_or_default();
            assert!(root().join(path).exists(), "{name}: there is no {path}");
            followed += 1;
        }
    }
    assert!(followed >= 60, "only {followed} links were found");
}

#[test]
fn the_changelog_and_the_api_have_this_version() {
    let version = env!("CARGO_PKG_VERSION");
    let changelog = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    assert!(changelog.contains(&format!("\n## {version} (")), "no {version} in CHANGELOG.md");
    assert!(web::app::OPENAPI.contains(&format!("\"version\": \"{version}\"")));
}

#[test]
fn an_ellipsis_stands_for_what_varies() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let printed = lines("one\ntwo 2 s\nthree\nfour");
    for shown in
        ["one\ntwo 2 s\nthree\nfour", "one\n...", "...\nfour", "one\ntwo ... s\n...", "..."]
    {
        assert!(matches(&lines(shown), &printed), "{shown}");
    }
    for shown in
        ["", "one", "one\n...\nfive", "two ... s\n...", "one\ntwo ... h\n...", "one two...\n..."]
    {
        assert!(!matches(&lines(shown), &printed), "{shown}");
    }
    assert!(line_matches("a ... b ... c", "a x b y c") && !line_matches("a ... b", "a b c"));
}
