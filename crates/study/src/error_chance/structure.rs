//! What a position's list of choices looks like, in numbers: the features of an error predictor.

use endgame::heuristics::{Facts, Rule, distance};
use endgame::rules::{Color, Role};

/// A feature of the list of moves of one position, none of them worthless to know before one moves.
type Feature = fn(&List<'_>) -> f64;

/// The moves of a position and which of them are optimal; neither is empty.
struct List<'f> {
    all: &'f [Facts],
    optimal: Vec<&'f Facts>,
}

/// Every feature with its name, the ones that tell most first.
const FEATURES: [(&str, Feature); 17] = [
    ("share of optimal moves", |list| list.optimal.len() as f64 / list.all.len() as f64),
    ("depth / 10", |list| list.depth()),
    ("(depth / 10) squared", |list| list.depth().powi(2)),
    ("optimal moves, ln", |list| (list.optimal.len() as f64).ln()),
    ("moves, ln", |list| (list.all.len() as f64).ln()),
    ("share of moves that keep the value", |list| list.share(|facts| !facts.fatal())),
    ("gap to the second best, ln(1 + moves)", |list| list.gap()),
    ("only the optimal moves keep the value", |list| {
        f64::from(list.all.iter().all(|facts| facts.optimal() || facts.fatal()))
    }),
    ("optimal moves that check", |list| list.share_of_optimal(Facts::check)),
    ("optimal moves that capture", |list| list.share_of_optimal(|f| f.captured.is_some())),
    ("optimal moves of the king", |list| list.share_of_optimal(|f| f.role == Role::King)),
    ("optimal moves backward", |list| list.share_of_optimal(goes_backward)),
    ("optimal moves that are quiet", |list| list.share_of_optimal(is_quiet)),
    ("squares an optimal move goes", |list| {
        list.mean_of_optimal(|f| f64::from(distance(f.step.from, f.step.to)))
    }),
    ("moves that check", |list| list.share(Facts::check)),
    ("in check", |list| f64::from(list.all[0].before.in_check(list.all[0].mover))),
    ("lost", |list| f64::from(list.all[0].best.sign() < 0)),
];

/// Towards the mover's own first rank.
fn goes_backward(facts: &Facts) -> bool {
    let (from, to) = (facts.step.from >> 3, facts.step.to >> 3);
    if facts.mover == Color::White { to < from } else { to > from }
}

/// Neither check nor capture nor promotion, and no win within four moves is threatened.
fn is_quiet(facts: &Facts) -> bool {
    let is_threat = matches!(facts.threat(), Some(1..=4));
    !is_threat && facts.captured.is_none() && facts.step.promotes.is_none()
}

impl List<'_> {
    fn share(&self, holds: impl Fn(&Facts) -> bool) -> f64 {
        self.all.iter().filter(|facts| holds(facts)).count() as f64 / self.all.len() as f64
    }

    fn share_of_optimal(&self, holds: impl Fn(&Facts) -> bool) -> f64 {
        self.mean_of_optimal(|facts| f64::from(holds(facts)))
    }

    fn mean_of_optimal(&self, number: impl Fn(&Facts) -> f64) -> f64 {
        self.optimal.iter().map(|facts| number(facts)).sum::<f64>() / self.optimal.len() as f64
    }

    /// Of the position, in tens of moves.
    fn depth(&self) -> f64 {
        let depth = self.all[0].best.before_move().depth();
        depth.map_or(0.0, |depth| f64::from(depth.0) / 10.0)
    }

    /// What the second best value concedes against the best; 0 if nothing else keeps the value.
    fn gap(&self) -> f64 {
        let conceded = |facts: &Facts| facts.value.conceded(facts.best).filter(|&moves| moves > 0);
        let least = self.all.iter().filter_map(conceded).min();
        f64::from(least.unwrap_or(0)).ln_1p()
    }

    /// How much oftener a rule holds of optimal moves than of all.
    fn agreement(&self, rule: &Rule) -> f64 {
        self.share_of_optimal(|facts| rule.holds(facts)) - self.share(|facts| rule.holds(facts))
    }
}

/// The names of all features, those of these rules last.
pub fn names(rules: &[Rule]) -> Vec<String> {
    let own = FEATURES.iter().map(|(name, _)| (*name).to_owned());
    own.chain(rules.iter().map(|rule| format!("optimal moves agree with {rule}"))).collect()
}

/// The features of a position with these legal moves, in the order of [`names`]; at least one move.
pub fn features(all: &[Facts], rules: &[Rule]) -> Vec<f64> {
    let optimal = all.iter().filter(|facts| facts.optimal()).collect();
    let list = List { all, optimal };
    let own = FEATURES.iter().map(|(_, feature)| feature(&list));
    own.chain(rules.iter().map(|rule| list.agreement(rule))).collect()
}
