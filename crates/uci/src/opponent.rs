//! The opponent as `UCI_Opponent` describes him: `GM 2800 human Gary Kasparov`.

use player::{Belief, CompetenceGrid};

use study::calibration::Calibration;

/// Standard deviation of the competence that a rating stands for.
const SPREAD: f64 = 8.0;

/// The greatest mean: that of the grid's end.
const MOST: f64 = 50.0;

/// What is known of the opponent before the first move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opponent {
    /// `GM`, `IM`, ...
    pub(crate) title: Option<String>,
    pub(crate) elo: Option<i64>,
    pub(crate) is_computer: bool,
    /// Perhaps empty.
    pub(crate) name: String,
}

impl Opponent {
    /// Reads title, rating, kind and name; `none` and what is missing stay unknown.
    pub(crate) fn parse(text: &str) -> Opponent {
        let mut words = text.split_whitespace();
        let known = |word: Option<&str>| word.filter(|word| *word != "none").map(str::to_owned);
        let title = known(words.next());
        let elo = known(words.next()).and_then(|elo| elo.parse().ok());
        let is_computer = words.next() == Some("computer");
        Opponent { title, elo, is_computer, name: words.collect::<Vec<_>>().join(" ") }
    }

    /// The prior belief in his competence: normal about that of the rating, uniform without one.
    pub(crate) fn prior(&self, calibration: &Calibration) -> Belief {
        let grid = CompetenceGrid::default();
        let rated = self.elo.map(|elo| calibration.competence(elo).get().min(MOST));
        let normal = rated.and_then(|mean| Belief::normal(grid, mean, SPREAD).ok());
        normal.unwrap_or_else(|| Belief::uniform(grid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_protocols_examples() {
        let champion = Opponent::parse("GM 2800 human Gary Kasparov");
        assert_eq!((champion.title.as_deref(), champion.elo), (Some("GM"), Some(2800)));
        assert_eq!((champion.is_computer, champion.name.as_str()), (false, "Gary Kasparov"));
        let program = Opponent::parse("none none computer Shredder");
        assert_eq!((program.title, program.elo, program.is_computer), (None, None, true));
        assert_eq!(Opponent::parse(""), Opponent::default());
    }

    #[test]
    fn a_rating_is_a_prior() {
        let map = study::engine_scale::measured();
        assert_eq!(Opponent::default().prior(&map), Belief::uniform(CompetenceGrid::default()));
        let [weak, strong] = ["none 800 human A", "none 2400 human B"]
            .map(|text| Opponent::parse(text).prior(&map).mean());
        assert!(weak < 15.0 && strong > 20.0, "{weak} {strong}");
    }
}
