//! One file for each verb; a command opens, computes and prints.

mod advise;
mod assess;
mod calibrate;
mod chart;
mod choices;
mod competition;
mod completions;
mod evaluate;
mod fairplay;
mod find;
mod heuristics;
mod learn;
mod line;
mod markov;
mod r#match;
mod net;
mod other_games;
mod practice;
mod predict;
mod probe;
mod profile;
mod random_game;
mod randomness;
mod rate;
mod reproduce;
mod review;
#[cfg(feature = "workbench")]
mod serve;
mod signature;
mod solve;
mod speculate;
mod stats;
mod suite;
mod survey;
mod theory;
mod tour;
mod tournament;
mod train;
mod uci;
mod verify;

use std::io::Write;

use clap::{Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  fallible                                      open the workbench in the browser
  fallible tour                                 nine commands with their answers
  fallible solve KQKR KBBKN                     solve two endgames and keep their tables
  fallible probe \"K3r3/8/5k2/Q7/8/8/8/8 w\"      what is each move worth?
  fallible stats KQKR --plot kqkr.svg           how many positions of each depth?
  fallible survey KQKR --html kqkr.html         what makes it hard, depth by depth?
  fallible chart \"8/1Q6/5K2/r7/7k/8/8/8 b\" --piece Q      where should the queen be?
  fallible find KQKR --depth 31 --side white    the hardest wins
  fallible find KQKR 'zugzwang and k on a'      positions by whatever you can ask of them
  fallible line \"K3r3/8/5k2/Q7/8/8/8/8 w\"       best play to the end
  fallible assess games.pgn                     how well was it played?
  fallible profile decisions.parquet --by band  how competently do people of each rating choose?
  fallible rate games.pgn --player ann          which rating do these moves speak for?
  fallible suite game.pgn                       what do several engines think of a game?
  fallible fairplay games.pgn --player ann      how unusual is this agreement with an engine?
  fallible evaluate games.pgn --out v.parquet   every move of whole games, valued by an engine
  fallible verify KBBKN                         check a table, position by position
  fallible choices \"8/8/6Q1/2K5/5r2/4k3/8/8 b\" -c 20      how likely is each move?
  fallible advise \"8/8/6Q1/2K5/5r2/4k3/8/8 b\" --belief 20 which is hardest for this opponent?
  fallible markov KQKR -c 20                    how long does such a player need to win?
  fallible predict \"K3r3/8/5k2/Q7/8/8/8/8 w\" -c 20         and from this very position?
  fallible match --white player:20 --black infallible --from \"K3r3/8/5k2/Q7/8/8/8/8 w\"
  fallible competition --players engine:stockfish,player:20 --from KQKR      who wins most competently?
  fallible speculate --p 0.33 --epsilon 0.2     when is a mistake worth making?
  fallible random-game --white 20 --branching 2 --terminals 6      a game drawn by chance, solved
  fallible theory --branching 4                 when is such a game won?
  fallible randomness KQKR                      how much is an endgame like one?
  fallible net pack KPK --out kpk.net           a network right on every position, in some 630 bytes
  fallible practice KQKR --level 2              win it yourself, against an unknown program
  fallible probe W:WK14,K15:BK4 --game checkers      another game: checkers, antichess or suicide chess
  fallible uci                                  an engine for chess programs

Tables are made when needed and kept in the user's cache folder; deleting them does no harm.";

pub(crate) use evaluate::sorted;
pub(crate) use other_games::OtherGames;

/// Whether there is a command of this name.
pub(crate) fn is_command(verb: &str) -> bool {
    use clap::CommandFactory as _;
    Fallible::command().find_subcommand(verb).is_some()
}

/// Chess endgames solved exactly, and played, judged and predicted by fallible players
#[derive(Debug, Parser)]
#[command(name = "fallible", version, after_help = EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Fallible {
    #[command(subcommand)]
    command: Option<Command>,
}

/// The commands, each with the module that carries it out.
macro_rules! commands {
    ($($(#[$condition:meta])? $name:ident($module:ident),)*) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($(#[$condition])? $name($module::Args),)*
        }

        impl Command {
            fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
                match self {
                    $($(#[$condition])? Command::$name(args) => $module::run(args, out),)*
                }
            }
        }
    };
}

commands! {
    Solve(solve),
    Probe(probe),
    Stats(stats),
    Survey(survey),
    Chart(chart),
    Find(find),
    Heuristics(heuristics),
    Line(line),
    Assess(assess),
    Evaluate(evaluate),
    Learn(learn),
    Profile(profile),
    Rate(rate),
    Review(review),
    Suite(suite),
    Fairplay(fairplay),
    Train(train),
    Calibrate(calibrate),
    Verify(verify),
    Choices(choices),
    Advise(advise),
    Match(r#match),
    Tournament(tournament),
    Competition(competition),
    Markov(markov),
    Predict(predict),
    Speculate(speculate),
    RandomGame(random_game),
    Theory(theory),
    Randomness(randomness),
    Net(net),
    Practice(practice),
    Uci(uci),
    Reproduce(reproduce),
    #[cfg(feature = "workbench")]
    Serve(serve),
    Signature(signature),
    Tour(tour),
    Completions(completions),
}

impl Fallible {
    /// Does what was asked; with nothing asked, opens the workbench for who is at a terminal, and gives
    /// the tour elsewhere.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match &self.command {
            Some(command) => command.run(out),
            #[cfg(feature = "workbench")]
            None if serve::is_wanted() => serve::open(out),
            None => tour::run(&tour::Args {}, out),
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
