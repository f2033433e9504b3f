//! One file for each verb; a command opens, computes and prints.

mod advise;
mod assess;
mod chart;
mod choices;
mod completions;
mod find;
mod heuristics;
mod learn;
mod line;
mod markov;
mod r#match;
mod practice;
mod predict;
mod probe;
mod reproduce;
mod signature;
mod solve;
mod speculate;
mod stats;
mod survey;
mod tour;
mod tournament;
mod verify;

use std::io::Write;

use clap::{Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  fallible                                      a short tour
  fallible solve KQKR KBBKN                     solve two endgames and keep their tables
  fallible probe \"K3r3/8/5k2/Q7/8/8/8/8 w\"      what is each move worth?
  fallible stats KQKR --plot kqkr.svg           how many positions of each depth?
  fallible survey KQKR --html kqkr.html         what makes it hard, depth by depth?
  fallible chart \"8/1Q6/5K2/r7/7k/8/8/8 b\" --piece Q      where should the queen be?
  fallible find KQKR --depth 31 --side white    the hardest wins
  fallible line \"K3r3/8/5k2/Q7/8/8/8/8 w\"       best play to the end
  fallible assess games.pgn                     how well was it played?
  fallible verify KBBKN                         check a table, position by position
  fallible choices \"8/8/6Q1/2K5/5r2/4k3/8/8 b\" -c 20      how likely is each move?
  fallible advise \"8/8/6Q1/2K5/5r2/4k3/8/8 b\" --belief 20 which is hardest for this opponent?
  fallible markov KQKR -c 20                    how long does such a player need to win?
  fallible predict \"K3r3/8/5k2/Q7/8/8/8/8 w\" -c 20         and from this very position?
  fallible match --white player:20 --black infallible --from \"K3r3/8/5k2/Q7/8/8/8/8 w\"
  fallible speculate --p 0.33 --epsilon 0.2     when is a mistake worth making?
  fallible practice KQKR --level 2              win it yourself, against an unknown program

Tables are made when needed and kept in the user's cache folder; deleting them does no harm.";

/// Chess endgames solved exactly, and played, judged and predicted by fallible players
#[derive(Debug, Parser)]
#[command(name = "fallible", version, after_help = EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Fallible {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
    Probe(probe::Args),
    Stats(stats::Args),
    Survey(survey::Args),
    Chart(chart::Args),
    Find(find::Args),
    Heuristics(heuristics::Args),
    Line(line::Args),
    Assess(assess::Args),
    Learn(learn::Args),
    Verify(verify::Args),
    Choices(choices::Args),
    Advise(advise::Args),
    Match(r#match::Args),
    Tournament(tournament::Args),
    Markov(markov::Args),
    Predict(predict::Args),
    Speculate(speculate::Args),
    Practice(practice::Args),
    Reproduce(reproduce::Args),
    Signature(signature::Args),
    Completions(completions::Args),
}

impl Fallible {
    /// Does what was asked; with nothing asked, gives the tour.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match &self.command {
            None => tour::run(out),
            Some(Command::Solve(args)) => solve::run(args, out),
            Some(Command::Probe(args)) => probe::run(args, out),
            Some(Command::Stats(args)) => stats::run(args, out),
            Some(Command::Survey(args)) => survey::run(args, out),
            Some(Command::Chart(args)) => chart::run(args, out),
            Some(Command::Find(args)) => find::run(args, out),
            Some(Command::Heuristics(args)) => heuristics::run(args, out),
            Some(Command::Line(args)) => line::run(args, out),
            Some(Command::Assess(args)) => assess::run(args, out),
            Some(Command::Learn(args)) => learn::run(args, out),
            Some(Command::Verify(args)) => verify::run(args, out),
            Some(Command::Choices(args)) => choices::run(args, out),
            Some(Command::Advise(args)) => advise::run(args, out),
            Some(Command::Match(args)) => r#match::run(args, out),
            Some(Command::Tournament(args)) => tournament::run(args, out),
            Some(Command::Markov(args)) => markov::run(args, out),
            Some(Command::Predict(args)) => predict::run(args, out),
            Some(Command::Speculate(args)) => speculate::run(args, out),
            Some(Command::Practice(args)) => practice::run(args, out),
            Some(Command::Reproduce(args)) => reproduce::run(args, out),
            Some(Command::Signature(args)) => signature::run(args, out),
            Some(Command::Completions(args)) => completions::run(args, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Fallible::command().debug_assert();
    }

    #[test]
    fn every_command_has_examples() {
        for command in Fallible::command().get_subcommands() {
            let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let call = format!("fallible {}", command.get_name());
            assert!(examples.contains(&call), "{}", command.get_name());
        }
    }
}
