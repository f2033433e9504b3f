//! `fallible` alone: a short tour, each step a real command with its real answer.

use std::io::Write;

use clap::Parser;

use super::Fallible;

/// The deepest win of KQKR that Haworth's papers begin with.
const START: &str = "K3r3/8/5k2/Q7/8/8/8/8 w";

struct Stop {
    say: &'static str,
    words: &'static [&'static str],
    lines: usize,
}

const STOPS: [Stop; 9] = [
    Stop {
        say: "Queen against rook, every position, solved from nothing and kept for next time:",
        words: &["solve", "KQKR"],
        lines: 12,
    },
    Stop {
        say: "How hard is it? Count the positions of each depth:",
        words: &["stats", "KQKR"],
        lines: 14,
    },
    Stop {
        say: "What is each move worth in one of the hardest positions?",
        words: &["probe", START],
        lines: 10,
    },
    Stop {
        say: "How does best play go on, and how often is there only one good move?",
        words: &["line", START],
        lines: 14,
    },
    Stop {
        say: "Positions to practise with:",
        words: &["find", "KQKR", "--depth", "20", "--seed", "1", "--count", "3"],
        lines: 4,
    },
    Stop {
        say: "That was the truth. Now the people: what would a player of competence 20 do here?",
        words: &["choices", "6r1/8/5k2/8/8/2K4Q/8/8 w", "-c", "20"],
        lines: 14,
    },
    Stop {
        say: "Which defence is hardest for an opponent of about that strength?",
        words: &["advise", "8/8/6Q1/2K5/5r2/4k3/8/8 b", "--belief", "20", "--among", "optimal"],
        lines: 16,
    },
    Stop {
        say: "How long would he need to win?",
        words: &["markov", "KQKR", "-c", "20"],
        lines: 40,
    },
    Stop {
        say: "And if we let him play a hundred games?",
        words: &[
            "match",
            "--white",
            "player:20",
            "--black",
            "infallible",
            "--from",
            START,
            "--games",
            "100",
        ],
        lines: 12,
    },
];

pub(crate) fn run(out: &mut dyn Write) -> anyhow::Result<()> {
    for stop in &STOPS {
        writeln!(out, "{}\n", stop.say)?;
        writeln!(out, "  $ fallible {}", spelled(stop.words))?;
        // What came before is read while the next step is worked out.
        out.flush()?;
        let mut answer = Vec::new();
        Fallible::try_parse_from(["fallible"].iter().chain(stop.words))?.run(&mut answer)?;
        let text = String::from_utf8_lossy(&answer);
        for line in text.lines().take(stop.lines) {
            writeln!(out, "{}", format!("  {line}").trim_end())?;
        }
        if text.lines().count() > stop.lines {
            writeln!(out, "  ...")?;
        }
        writeln!(out)?;
    }
    Ok(writeln!(
        out,
        "Any endgame of up to five men will do: `fallible --help` lists what to ask."
    )?)
}

/// The command as one would type it: words with spaces in quotes.
fn spelled(words: &[&str]) -> String {
    let quoted =
        |word: &&str| if word.contains(' ') { format!("\"{word}\"") } else { (*word).to_owned() };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}
