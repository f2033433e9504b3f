//! One position in a network's eyes, and with one of its men on every square.

use endgame::chart::{Chart, ChartError, SquareContent, Which};
use endgame::rules::{Position, Square};
use endgame::tables::{Tables, TablesError};
use net::endgame_network::EndgameNetwork;
use net::source::Corrected;

use super::puzzles::theoretical;
use crate::schema::networks::{NetworkChart, NetworkProbe, NetworkSquare, NetworkView};

/// Why a network has nothing to say.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum LookError {
    #[error(transparent)]
    Tables(#[from] TablesError),
    #[error(transparent)]
    Chart(#[from] ChartError),
    #[error(
        "the network is for {found}, and the position is {wanted}: set up {found}, or ask another network"
    )]
    OtherEndgame { found: String, wanted: String },
}

fn other(network: &EndgameNetwork, position: &Position) -> LookError {
    let [found, wanted] = [network.material(), position.material()].map(|one| one.to_string());
    LookError::OtherEndgame { found, wanted }
}

/// What a network says of a position, without asking a table.
pub fn probe(network: &EndgameNetwork, position: &Position) -> Result<NetworkProbe, LookError> {
    let (Some(guess), Some([logit, _]), Some(value)) = (
        network.guess(position),
        network.logits(position),
        network.value(position, Corrected::Never),
    ) else {
        return Err(other(network, position));
    };
    let exact = network.is_exact().then(|| network.probe(position)).flatten();
    Ok(NetworkProbe {
        fen: position.fen(),
        value: exact.map(theoretical),
        guess: theoretical(guess),
        logit,
        expected_score: value.expected_score(),
    })
}

/// The same beside what the table says.
pub fn view(
    tables: &Tables,
    network: &EndgameNetwork,
    position: &Position,
) -> Result<NetworkView, LookError> {
    let said = probe(network, position)?;
    let truth = tables.outcome(position)?;
    Ok(NetworkView {
        is_right: said.guess == theoretical(truth.sign()),
        endgame: network.material().to_string(),
        turn: position.turn().into(),
        truth: truth.into(),
        said,
    })
}

/// A man of a position on every square: what the network says, and what is true, for the side to move.
pub fn chart(
    tables: &Tables,
    network: &EndgameNetwork,
    position: &Position,
    which: Which,
) -> Result<NetworkChart, LookError> {
    if network.guess(position).is_none() {
        return Err(other(network, position));
    }
    let mut said = Vec::new();
    let chart = Chart::of(position, which, position.turn(), |moved| {
        said.push((network.guess(moved), network.value(moved, Corrected::Never)));
        Ok::<_, LookError>(tables.outcome(moved)?)
    })?;
    let mut said = said.into_iter();
    let squares = (0..64).filter_map(|number| {
        let square = Square::new(number);
        let SquareContent::Value(truth) = chart.at(square) else { return None };
        let (guess, value) = said.next()?;
        Some(NetworkSquare {
            square: square.to_string(),
            truth: truth.into(),
            guess: theoretical(guess?),
            expected_score: value?.expected_score(),
        })
    });
    Ok(NetworkChart {
        man: chart.whose(),
        square: chart.home.to_string(),
        squares: squares.collect(),
    })
}
