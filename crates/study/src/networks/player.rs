//! A network that plays: the move after which it holds its chances for best.
//!
//! ```text
//! net:FILE             a network of `fallible net train` or `net pack`; net:KPK the one that comes with the program
//!
//! then, after commas:
//! c=C                  errs with a competence, on top of what the network itself gets wrong
//! plies=N              searches N plies more, and asks the network there: the hybrid of Haworth & Velliste 1998
//! exact                corrects itself by the exceptions of its file
//! ```
//!
//! It sees its own endgame alone. What a move is worth that leaves it, and what to play then, it takes from the tables.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use endgame::rules::{Move, Position};
use endgame::tables::Tables;
use net::endgame_network::EndgameNetwork;
use net::file::{NetFileError, unpack};
use net::guess::Guess;
use net::source::Corrected;
use player::agents::{Agent, Ties, Turn};
use player::{Competence, ReferencePlayer};
use rand::Rng;
use value::{Choice, ChoiceError, ChoiceSource, Choices, Extent, Value};

/// How a network plays.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NetworkSettings {
    /// How it chooses among what it sees; the best move if none.
    pub competence: Option<Competence>,
    /// How many plies it searches before it asks the network.
    pub plies: usize,
    /// Whether it goes by the exceptions of its file.
    pub corrected: Corrected,
}

/// The most plies that a network searches.
pub const MOST_PLIES: usize = 6;

/// Why there is no network.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum NetworkError {
    #[error(
        "cannot read {path} ({source}): name a file of `fallible net pack`, or KPK for the network that comes with the program"
    )]
    Read { path: String, source: io::Error },
    #[error("{path}: {source}")]
    File { path: String, source: NetFileError },
    #[error(
        "{path} has no exceptions to correct itself by: make it exact with `fallible net pack`, or leave `exact` out"
    )]
    NotExact { path: String },
}

/// No network is as large; of a file that goes on no more is read.
const MOST_BYTES: u64 = 1 << 26;

/// The name of the network that comes with the program.
pub const BUILT_IN: &str = "KPK";

/// A network by its file, or the one that comes with the program.
pub fn open(name: &str) -> Result<EndgameNetwork, NetworkError> {
    if name == BUILT_IN && !Path::new(name).exists() {
        return Ok(super::built_in());
    }
    let path = name.to_owned();
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        fs::File::open(name)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = match read() {
        Ok(bytes) => bytes,
        Err(source) => return Err(NetworkError::Read { path, source }),
    };
    unpack(&bytes).map_err(|source| NetworkError::File { path, source })
}

/// What a network thinks of the moves of a position, having searched some plies; the choices of a table say what is true outside
/// its endgame.
pub fn guesses(
    network: &EndgameNetwork,
    tables: &Tables,
    at: &Position,
    choices: &Choices<Move>,
    settings: &NetworkSettings,
) -> Result<Choices<Move, Guess>, ChoiceError> {
    let searched = |choice: &Choice<Move>| -> Result<Choice<Move, Guess>, ChoiceError> {
        let after = at.after(choice.play);
        let found = search(network, tables, &after, settings, settings.plies)?;
        let value = found.map_or(Guess::sure(choice.value.sign()), Value::flipped);
        Ok(Choice { play: choice.play, value, weight: choice.weight })
    };
    let list: Result<Vec<_>, ChoiceError> = choices.iter().map(searched).collect();
    Ok(Choices::new(list?, Extent::default()))
}

/// What a position is held for by its mover; none if it is of another endgame.
fn search(
    network: &EndgameNetwork,
    tables: &Tables,
    at: &Position,
    settings: &NetworkSettings,
    plies: usize,
) -> Result<Option<Guess>, ChoiceError> {
    if plies == 0 {
        return Ok(network.value(at, settings.corrected));
    }
    if network.index().encode(at).is_none() {
        return Ok(None);
    }
    let choices = tables.choices(at)?;
    let mut best = None;
    for choice in &choices {
        let found = search(network, tables, &at.after(choice.play), settings, plies - 1)?;
        best = best.max(Some(found.map_or(Guess::sure(choice.value.sign()), Value::flipped)));
    }
    let over = if at.is_checkmate() { Guess::LOSS } else { Guess::DRAW };
    Ok(Some(best.unwrap_or(over)))
}

/// A network at the board.
pub(crate) struct NetworkPlayer {
    pub(crate) network: Arc<EndgameNetwork>,
    pub(crate) settings: NetworkSettings,
}

impl Agent<Tables> for NetworkPlayer {
    fn choose(&mut self, turn: &Turn<'_, Tables>, rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        let NetworkPlayer { network, settings } = self;
        let pick = |among: Vec<usize>, rng| Ties::Uniform.pick(&among, rng).unwrap_or(0);
        if network.index().encode(turn.at).is_none() {
            return Ok(pick(turn.choices.optimal(), rng));
        }
        let seen = guesses(network, turn.source, turn.at, turn.choices, settings)?;
        match settings.competence {
            Some(competence) => Ok(ReferencePlayer::new(competence).choose(&seen, &mut &mut *rng)),
            None => Ok(pick(seen.optimal(), rng)),
        }
    }
}

/// Reads what follows `net:`: the file, then the settings.
pub(crate) fn read_spec(text: &str) -> Result<(String, NetworkSettings), String> {
    let mut words = text.split(',').map(str::trim);
    let file = words.next().filter(|file| !file.is_empty() && !file.contains('='));
    let file = file.ok_or("name a file of `fallible net pack`, as in net:kpk.net, or net:KPK")?;
    let mut settings = NetworkSettings::default();
    for word in words {
        match word.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
            Some(("c", value)) => {
                let c = value.parse().map_err(|error| format!("{word}: {error}"))?;
                settings.competence = Some(c);
            }
            Some(("plies", value)) => {
                let plies = value.parse().ok().filter(|plies| *plies <= MOST_PLIES);
                settings.plies =
                    plies.ok_or(format!("{word}: give a whole number from 0 to {MOST_PLIES}"))?;
            }
            None if word == "exact" => settings.corrected = Corrected::ByExceptions,
            _ => {
                return Err(format!(
                    "it has no setting '{word}': c=C, plies=N and exact are its settings"
                ));
            }
        }
    }
    Ok((file.to_owned(), settings))
}
