//! `fallible tour`: each step a real command with its real answer.

use std::io::Write;

use clap::Parser;

use super::Fallible;

/// Take a short tour: nine commands with their answers
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible tour")]
pub(crate) struct Args {}

/// Each stop: what is said, the command as it is typed, and the lines of its answer that are shown.
const STOPS: [(&str, &str, usize); 9] = [
    (
        "Queen against rook, every position, solved from nothing and kept for next time:",
        "solve KQKR",
        12,
    ),
    ("How hard is it? Count the positions of each depth:", "stats KQKR", 14),
    (
        "What is each move worth in one of the hardest positions?",
        "probe \"K3r3/8/5k2/Q7/8/8/8/8 w\"",
        10,
    ),
    (
        "How does best play go on, and how often is there only one good move?",
        "line \"K3r3/8/5k2/Q7/8/8/8/8 w\"",
        14,
    ),
    ("Positions to practise with:", "find KQKR --depth 20 --seed 1 --count 3", 4),
    (
        "That was the truth. Now the people: what would a player of competence 20 do here?",
        "choices \"6r1/8/5k2/8/8/2K4Q/8/8 w\" -c 20",
        14,
    ),
    (
        "Which defence is hardest for an opponent of about that strength?",
        "advise \"8/8/6Q1/2K5/5r2/4k3/8/8 b\" --belief 20 --among optimal",
        16,
    ),
    ("How long would he need to win?", "markov KQKR -c 20", 40),
    (
        "And if we let him play a hundred games?",
        "match --white player:20 --black infallible --from \"K3r3/8/5k2/Q7/8/8/8/8 w\" --games 100",
        12,
    ),
];

pub(crate) fn run(_: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    for (say, command, lines) in STOPS {
        writeln!(out, "{say}\n\n  $ fallible {command}")?;
        // What came before is read while the next step is worked out.
        out.flush()?;
        let mut answer = Vec::new();
        Fallible::try_parse_from([&["fallible"], &words(command)[..]].concat())?
            .run(&mut answer)?;
        let text = String::from_utf8_lossy(&answer);
        for line in text.lines().take(lines) {
            writeln!(out, "{}", format!("  {line}").trim_end())?;
        }
        if text.lines().count() > lines {
            writeln!(out, "  ...")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "Any endgame of up to five men will do: `fallible --help` lists what to ask.")?;
    Ok(())
}

/// The words of a command: what stands in quotes is one.
fn words(command: &str) -> Vec<&str> {
    let parts = command.split('"').enumerate();
    let each = parts.map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    each.collect::<Vec<_>>().concat()
}
