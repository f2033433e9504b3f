//! The commands about games that are not chess: `--game antichess` or another, with the options that make sense there.
//!
//! They are parsed apart from those of chess, print the same way, and ask `study::other_games`.

mod assess;
mod choices;
mod find;
mod line;
mod markov;
mod r#match;
mod practice;
mod predict;
mod probe;
mod solve;
mod stats;
mod tournament;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};
use player::Belief;
use study::assess::Settings;
use study::other_games::assess::GameAssessor;
use study::other_games::listed::{Follow, ListError};
use study::other_games::{AnyEndgame, AnyGame, AnyPosition, GameName};
use study::pgn::Game;

use crate::belief_option::{Who, learned_by};
use crate::console::{Console, stop_flag};
use crate::failure::BadInput;
use crate::games::GameFiles;

/// What the command line asks of another game.
#[derive(Debug, Parser)]
#[command(name = "fallible", version, disable_help_subcommand = true)]
pub(crate) struct OtherGames {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
    Probe(probe::Args),
    Stats(stats::Args),
    Find(find::Args),
    Line(line::Args),
    Assess(assess::Args),
    Choices(choices::Args),
    Advise(choices::AdviseArgs),
    Match(r#match::Args),
    Tournament(tournament::Args),
    Markov(markov::Args),
    Predict(predict::Args),
    Practice(practice::Args),
}

/// The commands that know other games.
const COMMANDS: &str = "solve, probe, stats, find, line, assess, choices, advise, match, tournament, markov, predict and practice";

impl OtherGames {
    /// What was asked, if it is about another game than chess.
    pub(crate) fn asked(words: &[OsString]) -> Option<anyhow::Result<OtherGames>> {
        let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into()).collect();
        let at = words.iter().position(|word| word == "--game" || word.starts_with("--game="))?;
        let named = match words[at].split_once('=') {
            Some((_, named)) => Some(named),
            None => words.get(at + 1).map(String::as_str),
        };
        let verb = words.get(1).map_or("", String::as_str);
        let known = COMMANDS.replace(" and", ",").split(", ").any(|known| known == verb);
        // Without a word, and of chess, the usual commands say what is to be said; elsewhere a number is that
        // of a game in a file.
        let counts = |named: &str| !known && named.parse::<u64>().is_ok();
        let named = named.filter(|named| !named.eq_ignore_ascii_case("chess") && !counts(named))?;
        let asks = crate::commands::is_command(verb);
        match named.parse::<GameName>() {
            // Where a command has a --game of its own, it is the number of a game in a file.
            Err(_) if !known => None,
            Err(error) => Some(Err(BadInput(error.to_string()).into())),
            Ok(game) if asks && !known => Some(Err(BadInput(format!(
                "`fallible {verb}` knows no --game {game}{}: it goes with {COMMANDS}",
                instead(verb)
            ))
            .into())),
            Ok(_) => Some(OtherGames::try_parse_from(words).map_err(Into::into)),
        }
    }

    /// Does what was asked.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match &self.command {
            Command::Solve(args) => solve::run(args, out),
            Command::Probe(args) => probe::run(args, out),
            Command::Stats(args) => stats::run(args, out),
            Command::Find(args) => find::run(args, out),
            Command::Line(args) => line::run(args, out),
            Command::Assess(args) => assess::run(args, out),
            Command::Choices(args) => choices::run(args, out),
            Command::Advise(args) => choices::advise(args, out),
            Command::Match(args) => r#match::run(args, out),
            Command::Tournament(args) => tournament::run(args, out),
            Command::Markov(args) => markov::run(args, out),
            Command::Predict(args) => predict::run(args, out),
            Command::Practice(args) => practice::run(args, out),
        }
    }
}

/// Where else a command is told which game is meant.
fn instead(verb: &str) -> &'static str {
    match verb {
        "uci" => " (the chess program sets UCI_Variant)",
        "serve" => " (the game is chosen on its pages)",
        _ => "",
    }
}

/// What the games of a file say of a player.
fn learned(
    file: &Path,
    who: Who<'_>,
    settings: &Settings,
    (game, console): (&AnyGame, &Console),
) -> anyhow::Result<Belief> {
    let assessor = GameAssessor::new(game, settings);
    let files = GameFiles::<AnyPosition>::new_by(game.name(), &[PathBuf::from(file)])?;
    let assess = |file: &Path, game: &Game<AnyPosition>| assessor.assess(file, game);
    learned_by((file, files), who, settings.prior.clone(), console, |_| Ok(()), assess)
}

/// Somebody at the console who hears how far following an endgame is.
fn following<T>(
    console: &Console,
    budget: usize,
    work: impl FnOnce(&Follow<'_>) -> Result<T, ListError>,
) -> anyhow::Result<T> {
    let report = console.positions();
    let found = work(&Follow { stop: stop_flag(), report: &report, budget })?;
    Ok(found)
}

/// An endgame by its name.
fn endgame(game: &AnyGame, name: &str) -> anyhow::Result<AnyEndgame> {
    Ok(game.name().endgame(name)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn asked(line: &str) -> Option<Result<(), String>> {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        OtherGames::asked(&words).map(|asked| asked.map(drop).map_err(|error| error.to_string()))
    }

    #[test]
    fn the_command_line_is_consistent() {
        OtherGames::command().debug_assert();
    }

    #[test]
    fn every_command_has_examples() {
        for command in OtherGames::command().get_subcommands() {
            let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let call = format!("fallible {}", command.get_name());
            assert!(examples.contains(&call) && examples.contains("--game"), "{call}");
            assert!(COMMANDS.contains(command.get_name()));
        }
    }

    #[test]
    fn games_are_told_from_chess() {
        assert_eq!(asked("fallible probe 8/8/8/8 w"), None);
        assert_eq!(asked("fallible stats KQK --game chess"), None);
        assert_eq!(asked("fallible suite game.pgn --game 2"), None);
        assert_eq!(asked("fallible stats KQvR --game=antichess"), Some(Ok(())));
        assert_eq!(asked("fallible stats KKvK --game checkers"), Some(Ok(())));
        let said = |line: &str| asked(line).unwrap().unwrap_err();
        assert!(said("fallible stats KQvR --game go").contains("choose chess, antichess"));
        let survey = said("fallible survey KQvR --game antichess");
        assert!(survey.contains("knows no --game antichess: it goes with solve"), "{survey}");
        assert!(said("fallible uci --game suicide").contains("sets UCI_Variant"));
        assert_eq!(asked("fallible review games.pgn --game 2"), None);
        assert_eq!(asked("fallible suite games.pgn --game=2"), None);
        assert!(said("fallible suite games.pgn --game checkers").contains("it goes with"));
        assert!(said("fallible probe x --game antichess --syzygy y").contains("--syzygy"));
    }
}
