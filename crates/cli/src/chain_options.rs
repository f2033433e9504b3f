//! What the commands that predict take.

use clap::{Args, ValueEnum};
use endgame::census::Count;
use endgame::material::Material;
use endgame::rules::Color;
use endgame::successors::Successors;
use player::markov::{Seat, TransitionMatrix};
use player::{Competence, Model};
use study::markov::Chain;

use crate::console::Console;
use crate::failure::{BadInput, bad_input};

/// Options of the Markov chain.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Prediction")]
pub(crate) struct ChainOptions {
    /// Average over every placement of the men, as the papers do, or over positions unique under
    /// the board's symmetries
    #[arg(long, value_name = "WHAT", value_enum, default_value = "boards")]
    pub(crate) average: Average,

    /// The chance to win is that within so many moves
    #[arg(long, value_name = "N", default_value = "50", value_parser = moves)]
    pub(crate) moves: usize,

    /// Follow wins alone, or draws and losses too [default: wins, but all with --concede all]
    #[arg(long, value_name = "WHICH", value_enum)]
    states: Option<Followed>,
}

/// What is averaged over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Average {
    Boards,
    Classes,
}

impl Average {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Average::Boards => "boards",
            Average::Classes => "classes",
        }
    }

    pub(crate) fn count(self) -> Count {
        match self {
            Average::Boards => Count::Boards,
            Average::Classes => Count::Classes,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Followed {
    Wins,
    All,
}

impl ChainOptions {
    /// The chain of an endgame seen by an attacker, a colour of the table.
    pub(crate) fn chain<'a>(
        &self,
        successors: &'a Successors<'a>,
        attacker: Color,
        (model, named): (&Model, Material),
    ) -> anyhow::Result<Chain<'a>> {
        let concedes = model.weighting.concede == player::Concede::Anything;
        let all = self.states.map_or(concedes, |states| states == Followed::All);
        if all {
            return Ok(Chain::all(successors, attacker));
        }
        if concedes {
            return Err(bad_input(
                "--concede all gives wins away, and --states wins does not follow them: leave one of the two out",
            ));
        }
        Chain::wins(successors, attacker).ok_or_else(|| {
            let other = named.flipped();
            bad_input(format!(
                "the attacker never wins {named}: name the endgame the other way round, as in {other}, or follow all with --states all"
            ))
        })
    }

    /// The matrices of one player.
    pub(crate) fn matrices(
        &self,
        chain: &Chain<'_>,
        seat: Seat,
        (model, competences): (&Model, &[Competence]),
        console: &Console,
    ) -> anyhow::Result<Vec<TransitionMatrix>> {
        let infallible = |c: &Competence| *c == Competence::INFALLIBLE;
        if seat == Seat::Defender
            && chain.space().is_wins_only()
            && competences.iter().all(infallible)
        {
            // Depth is counted in the attacker's moves: the best defence never changes it.
            let identity = TransitionMatrix::identity(chain.space());
            return Ok(vec![identity; competences.len()]);
        }
        let count = self.average.count();
        Ok(chain.matrices(seat, model, competences, count, &console.watch())?)
    }
}

fn moves(text: &str) -> Result<usize, BadInput> {
    match text.parse() {
        Ok(moves @ 1..=100_000) => Ok(moves),
        _ => Err(BadInput(format!("--moves {text}: give a number from 1 to 100000"))),
    }
}

/// A length for people: none where it may never end.
pub(crate) fn said(length: Option<f64>) -> String {
    match length {
        Some(length) if length.is_finite() && length < 1e7 => format!("{length:.4}"),
        Some(length) if length.is_finite() => format!("{length:.5e}"),
        Some(_) => "never".to_owned(),
        None => "-".to_owned(),
    }
}

/// A number JSON can write.
pub(crate) fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}
