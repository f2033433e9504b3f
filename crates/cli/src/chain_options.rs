//! What the commands that predict take.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use clap::{Args, ValueEnum};
use endgame::material::Material;
use endgame::outcome_histogram::Count;
use endgame::rules::Color;
use endgame::successors::Successors;
use player::Model;
use player::markov::Seat;
use study::live_draws::LiveDraws;
use study::markov::Chain;
use study::weights::ByRules;

use crate::console::Console;
use crate::failure::{BadInput, bad_input};
use crate::options::count;

/// Options of the Markov chain.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Prediction")]
pub(crate) struct ChainOptions {
    /// Average over every placement of the men, as the papers do, or over positions unique under
    /// the board's symmetries
    #[arg(long, value_name = "WHAT", value_parser = count(), default_value = "boards")]
    pub(crate) average: Count,

    /// The chance to win is that within so many moves, one number or several: 50, or 20,50
    #[arg(long, value_name = "N", default_value = "50", value_delimiter = ',', value_parser = moves)]
    moves: Vec<usize>,

    /// Follow wins alone, or draws and losses too [default: wins, but all with --concede all]
    #[arg(long, value_name = "WHICH", value_enum)]
    states: Option<Followed>,

    /// Lump dead draws, which nobody can win any more, together with the live ones, as the papers
    /// do: men that were captured come back
    #[arg(long)]
    lump_draws: bool,
}

/// The positions of an endgame, and which of its draws are live, once somebody has asked.
pub(crate) struct Walked<'t> {
    pub(crate) successors: Successors<'t>,
    live: OnceCell<LiveDraws>,
}

impl<'t> Walked<'t> {
    pub(crate) fn new(successors: Successors<'t>) -> Walked<'t> {
        Walked { successors, live: OnceCell::new() }
    }

    fn live(&self, console: &Console) -> anyhow::Result<&LiveDraws> {
        if let Some(known) = self.live.get() {
            return Ok(known);
        }
        let found = LiveDraws::of(&self.successors, &console.monitor())?;
        Ok(self.live.get_or_init(|| found))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Followed {
    Wins,
    All,
}

impl ChainOptions {
    /// The numbers of moves asked for, ascending.
    pub(crate) fn moves(&self) -> Vec<usize> {
        self.moves.iter().copied().collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Whether all draws are one state.
    pub(crate) fn lumps_draws(&self) -> bool {
        self.lump_draws
    }

    /// Whether draws and losses are followed by players of this kind, from a drawn position or not.
    pub(crate) fn follows_all(&self, model: &Model, drawn: bool) -> anyhow::Result<bool> {
        let concedes = model.filter.concede == player::Concede::Anything;
        if self.states.map_or(concedes || drawn, |states| states == Followed::All) {
            return Ok(true);
        }
        if concedes {
            return Err(bad_input(
                "--concede all gives wins away, and --states wins does not follow them: leave one of the two out",
            ));
        }
        if drawn {
            return Err(bad_input(
                "this position is drawn, and --states wins follows no draws: leave it out",
            ));
        }
        Ok(false)
    }

    /// The chain of an endgame seen by an attacker, a colour of the table; from a drawn position
    /// draws are followed.
    pub(crate) fn chain<'a>(
        &self,
        walked: &'a Walked<'a>,
        attacker: Color,
        (model, named): (&Model, Material),
        drawn: bool,
        console: &Console,
    ) -> anyhow::Result<Chain<'a>> {
        let successors = &walked.successors;
        if self.follows_all(model, drawn)? {
            if self.lump_draws {
                return Ok(Chain::all(successors, attacker));
            }
            let live = walked.live(console)?;
            return Ok(Chain::with_dead_draws_apart(successors, attacker, live));
        }
        Chain::wins(successors, attacker).ok_or_else(|| never_wins(successors, attacker, named))
    }
}

/// What to do about an endgame that White, the attacker, never wins.
fn never_wins(successors: &Successors<'_>, attacker: Color, named: Material) -> anyhow::Error {
    let other = named.flipped();
    bad_input(match successors.table().deepest(attacker.other()) {
        Some(_) => format!(
            "White never wins {named}: name the endgame the other way round, as in {other}, or follow all with --states all"
        ),
        None => format!(
            "White never wins {named}, and neither does Black: name an endgame that can be won, such as KRK"
        ),
    })
}

/// The chain with a player's moves weighed, if there are weights.
pub(crate) fn weigh<'a>(
    chain: Chain<'a>,
    seat: Seat,
    weights: Option<&'a ByRules>,
) -> anyhow::Result<Chain<'a>> {
    let Some(ByRules(weights)) = weights else { return Ok(chain) };
    chain.weighed(seat, weights).map_err(|error| bad_input(format!("--weights: {error}")))
}

fn moves(text: &str) -> Result<usize, BadInput> {
    match text.parse() {
        Ok(moves @ 1..=100_000) => Ok(moves),
        _ => Err(BadInput(format!("--moves {text}: give a number from 1 to 100000"))),
    }
}

/// A length for people: none where it may never end.
pub(crate) fn format_length(length: Option<f64>) -> String {
    match length {
        Some(length) if length.is_finite() && length < 1e7 => format!("{length:.4}"),
        Some(length) if length.is_finite() => format!("{length:.5e}"),
        Some(_) => "never".to_owned(),
        None => "-".to_owned(),
    }
}
