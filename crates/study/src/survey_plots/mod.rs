//! The pictures of a surveyed endgame: everything Jansen drew of KQKR, for any endgame.
//!
//! - `moves`: how many moves there are, good, optimal and long (1992, Figs 5.2 to 5.6, 8.2)
//! - `errors`: where random moves lead (Figs 5.7 to 5.9, 6.3 to 6.5)
//! - `places`: positions by depth, kings, threats (Figs 5.1, 6.12)

mod errors;
mod moves;
mod places;

pub use places::{positions, zugzwangs};

use endgame::rules::{Color, color_name};
use endgame::survey::{SideSurvey, Stratum};
use player::quality::Equilibrium;
use plot::{Plot, Series};
use value::Depth;

/// The positions with one side to move and one winner, and what they are called.
#[derive(Clone, Copy, Debug)]
pub struct View<'s> {
    /// The endgame as the reader named it.
    pub endgame: &'s str,
    /// What is counted and how.
    pub note: &'s str,
    /// The positions.
    pub side: &'s SideSurvey,
    /// Who is to move, in the reader's colours.
    pub turn: Color,
    /// Who wins.
    pub winner: Color,
    /// Whether the reader's White is the table's Black.
    pub flipped: bool,
}

impl View<'_> {
    /// Whether the loser is to move.
    pub fn is_loser(&self) -> bool {
        self.turn != self.winner
    }

    /// `White to move, White wins`.
    pub fn name(&self) -> String {
        format!("{} to move, {} wins", color_name(self.turn), color_name(self.winner))
    }

    fn title(&self, what: &str) -> String {
        format!("{}: {what}", self.endgame)
    }

    fn noted(&self) -> String {
        format!("{}; {}", self.name(), self.note)
    }

    /// Lines over the depth before the move.
    fn plot(&self, what: &str, up: &str, series: Vec<Series>) -> Plot {
        Plot::new(self.title(what), self.noted(), [DEPTH, up], series)
    }

    /// The greatest depth with positions.
    fn deepest(&self) -> usize {
        self.side.strata().next_back().map_or(0, |(depth, _)| depth.0.into())
    }

    /// A line of one number for each depth that has it.
    fn line(&self, name: &str, number: impl Fn(&Stratum) -> Option<f64>) -> Series {
        let at =
            |(Depth(depth), stratum): (Depth, &Stratum)| Some((f64::from(depth), number(stratum)?));
        Series { name: name.to_owned(), points: self.side.strata().filter_map(at).collect() }
    }
}

/// The depths at which a random player who keeps the value gets nowhere on average.
pub fn equilibria(side: &SideSurvey) -> Vec<Equilibrium> {
    let errors = side.random_player().into_iter();
    let curve = errors.map(|(Depth(depth), error)| (f64::from(depth), error.good.expected));
    player::quality::errors::equilibria(&curve.collect::<Vec<_>>())
}

/// The names of whole numbers.
fn numbers(range: std::ops::Range<usize>) -> Vec<String> {
    range.map(|number| number.to_string()).collect()
}

const DEPTH: &str = "depth before the move";
