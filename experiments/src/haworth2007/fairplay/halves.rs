//! Decisions of honest people in two halves: what is fitted to one half judges the other.

use std::collections::BTreeMap;

use corpus::fairplay::expectation::{Expected, Observer, Style};
use corpus::fairplay::honest::Honest;
use corpus::human::terms::Terms;
use corpus::human::{HumanModel, HumanModels, Seen};
use corpus::strength::Strength;
use corpus::{Decision, Pool};

use crate::haworth2007::data;

/// What stays within one half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Together {
    /// A game: both halves know other games of most players.
    Games,
    /// A player: nobody is judged by a fit that has seen any move of theirs.
    Players,
}

/// Decisions, each with the model and the honest players of the half it is not in.
pub(super) struct Halves<'a> {
    pool: &'a Pool,
    pub(super) decisions: &'a [&'a Decision],
    pub(super) games: Vec<usize>,
    pub(super) players: Vec<usize>,
    half: Vec<usize>,
    models: [(HumanModel, Honest); 2],
}

/// By how much a profile is wrong for all decisions of a piece.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Misstated {
    /// Standard deviations of a stated rating.
    pub(super) rating: f64,
    /// Standard deviations between players of one rating.
    pub(super) style: f64,
}

pub(super) fn rating(one: &Decision) -> f64 {
    one.rating().map_or(0.0, f64::from)
}

/// A name as different files write it: the first word and the initial of the second, without a country.
fn person(name: &str) -> String {
    let name = name.split('(').next().unwrap_or_default().to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
    let mut words = words.filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let initial = words.next().and_then(|word| word.chars().next());
    initial.map_or_else(|| first.to_owned(), |initial| format!("{first} {initial}"))
}

/// Who decided; somebody else in every game if nobody says.
fn who(one: &Decision) -> String {
    let person = person(one.player());
    let unknown = || format!("{} {} {:?}", one.game.file, one.game.number, one.board.turn());
    if person.is_empty() { unknown() } else { person }
}

/// The number of each decision's player, counted from 0.
pub(super) fn player_numbers(decisions: &[&Decision]) -> Vec<usize> {
    let mut numbers = BTreeMap::new();
    let number = |one: &&Decision| {
        let next = numbers.len();
        *numbers.entry(who(one)).or_insert(next)
    };
    decisions.iter().map(number).collect()
}

/// 0 or 1, by a sum of the letters of a name.
fn parity(name: &str) -> usize {
    name.bytes().fold(0usize, |sum, byte| sum.wrapping_mul(31) + usize::from(byte)) % 2
}

impl<'a> Halves<'a> {
    pub(super) fn new(pool: &'a Pool, decisions: &'a [&'a Decision], together: Together) -> Self {
        let games = data::game_numbers(decisions);
        let players = player_numbers(decisions);
        let half: Vec<usize> = match together {
            Together::Games => games.iter().map(|game| game % 2).collect(),
            Together::Players => decisions.iter().map(|one| parity(&who(one))).collect(),
        };
        let weights = &HumanModels::built_in().weights;
        let seen: Vec<Seen> = decisions
            .iter()
            .zip(&games)
            .map(|(one, game)| Seen::new(one, pool, weights, *game))
            .collect();
        let depths = decisions.first().map(|one| one.reference.depth).into_iter().collect();
        let terms = Terms { depths, time: !Strength::of(pool, 0.0).classical };
        let models = [0, 1].map(|left_out| {
            let kept: Vec<usize> = (0..seen.len()).filter(|at| half[*at] != left_out).collect();
            let units = |at: usize| Strength::of(pool, rating(decisions[at])).units;
            let chosen: Vec<(&Seen, f64)> =
                kept.iter().map(|at| (&seen[*at], units(*at))).collect();
            let model = HumanModel::fitted(&chosen, terms.clone());
            let model = model.expect("half the decisions are many");
            let chosen: Vec<&Decision> = kept.iter().map(|at| decisions[*at]).collect();
            let of = |numbers: &[usize]| kept.iter().map(|at| numbers[*at]).collect::<Vec<_>>();
            let honest = measured(pool, None, &model, &chosen, [&of(&games), &of(&players)]);
            (model, honest.expect("half the decisions are many"))
        });
        Halves { pool, decisions, games, players, half, models }
    }

    /// The half that a decision is in.
    pub(super) fn half(&self, at: usize) -> usize {
        self.half[at]
    }

    /// The honest players that a decision is compared with.
    pub(super) fn honest(&self, at: usize) -> &Honest {
        &self.models[self.half[at]].1
    }

    /// A decision as the other half expects it of a profile that is misstated.
    pub(super) fn expected(&self, at: usize, misstated: Misstated) -> Expected {
        let (model, honest) = &self.models[self.half[at]];
        let weights = &HumanModels::built_in().weights;
        let mut style = Style::unknown(honest);
        style.mean = misstated.style * style.sd;
        let observer = Observer { model, weights, pool: self.pool, honest, style };
        let (one, sd) = (self.decisions[at], honest.between.rating);
        observer.expected(one, self.games[at], rating(one) + misstated.rating * sd, sd)
    }
}

/// How honest players differ from a model, on these decisions; games and players are numbered.
pub(super) fn measured(
    pool: &Pool,
    reference: Option<String>,
    model: &HumanModel,
    decisions: &[&Decision],
    [games, players]: [&[usize]; 2],
) -> Option<Honest> {
    let weights = &HumanModels::built_in().weights;
    let honest = &Honest::model_is_true();
    let observer = Observer { model, weights, pool, honest, style: Style::default() };
    let seen: Vec<Expected> = decisions
        .iter()
        .zip(games)
        .map(|(one, game)| observer.expected(one, *game, rating(one), 1.0))
        .collect();
    Honest::measured(&pool.to_string(), reference, &seen, players).ok()
}

#[cfg(test)]
mod tests {
    use super::person;

    #[test]
    fn one_person_has_one_name() {
        assert_eq!(person("Carlsen,M"), person("Carlsen Magnus (NOR)"));
        assert_ne!(person("Polgar,Ju"), person("Polgar,Z"));
        assert_eq!(person("opperwezen"), "opperwezen");
    }
}
