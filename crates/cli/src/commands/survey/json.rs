//! A survey as JSON: every count, and what follows from it.

use endgame::rules::{Color, color_name};
use endgame::survey::{Histogram, Stratum, equilibria};
use serde::Serialize;
use study::portrait::View;
use value::Depth;

use super::Found;

/// Counts by a number, both in a pair.
type Pairs = Vec<(usize, u64)>;

#[derive(Serialize)]
pub(super) struct Answer {
    material: String,
    metric: &'static str,
    count: &'static str,
    long: u16,
    mutual_zugzwangs: u64,
    sides: Vec<SideAnswer>,
}

#[derive(Serialize)]
struct SideAnswer {
    turn: &'static str,
    winner: &'static str,
    positions: u64,
    bottleneck: Option<BottleneckAnswer>,
    equilibria: Vec<EquilibriumAnswer>,
    zugzwangs: Vec<ZugzwangAnswer>,
    depths: Vec<DepthAnswer>,
}

#[derive(Serialize)]
struct BottleneckAnswer {
    from: u16,
    to: u16,
    narrowest: u16,
    maxima: [u16; 2],
}

#[derive(Serialize)]
struct EquilibriumAnswer {
    depth: f64,
    stable: bool,
}

#[derive(Serialize)]
struct ZugzwangAnswer {
    fen: String,
    value: crate::json::Value,
    passed: crate::json::Value,
}

#[derive(Serialize)]
struct DepthAnswer {
    depth: u16,
    positions: u64,
    branching: Pairs,
    good: Pairs,
    optimal: Pairs,
    long: Pairs,
    long_by_risk: Pairs,
    random: Option<RandomAnswer>,
    passing: PassingAnswer,
    kings: KingsAnswer,
}

#[derive(Serialize)]
struct RandomAnswer {
    expected_error: f64,
    error_probability: f64,
    error_magnitude: Option<f64>,
    fatal_probability: f64,
    expected_error_of_all: f64,
    error_probability_of_all: f64,
    mean_depth_after: f64,
    depth_after: Vec<f64>,
}

#[derive(Serialize)]
struct PassingAnswer {
    in_check: u64,
    zugzwangs: u64,
    decisive_zugzwangs: u64,
    threatened: u64,
    decisive_threats: u64,
    mean_threat: Option<f64>,
    threats: Vec<(i32, u64)>,
}

#[derive(Serialize)]
struct KingsAnswer {
    white: Vec<(String, u64)>,
    black: Vec<(String, u64)>,
}

fn pairs(counts: &Histogram) -> Pairs {
    counts.iter().collect()
}

pub(super) fn word(color: Color) -> &'static str {
    if color_name(color) == "White" { "white" } else { "black" }
}

impl Found<'_> {
    /// Everything.
    pub(super) fn answer(&self) -> Answer {
        Answer {
            material: self.name.clone(),
            metric: self.survey.metric.word(),
            count: self.counted.word(),
            long: self.survey.settings.long.0,
            mutual_zugzwangs: self.survey.mutual_zugzwangs,
            sides: self.views().iter().map(|view| self.side_answer(view)).collect(),
        }
    }

    fn side_answer(&self, view: &View<'_>) -> SideAnswer {
        let errors = view.side.random_player();
        let errors = errors.iter().map(|(depth, error)| (*depth, error.good.expected));
        let examples = if view.is_loser() { self.examples(view.winner) } else { Vec::new() };
        SideAnswer {
            turn: word(view.turn),
            winner: word(view.winner),
            positions: view.side.positions(),
            bottleneck: view.side.bottleneck().map(|found| BottleneckAnswer {
                from: found.region.0.0,
                to: found.region.1.0,
                narrowest: found.narrowest.0,
                maxima: [found.shallow.0, found.deep.0],
            }),
            equilibria: equilibria(errors)
                .into_iter()
                .map(|place| EquilibriumAnswer { depth: place.depth, stable: place.stable })
                .collect(),
            zugzwangs: examples
                .into_iter()
                .map(|found| ZugzwangAnswer {
                    fen: found.position.fen(),
                    value: found.outcome.into(),
                    passed: found.passed.into(),
                })
                .collect(),
            depths: view
                .side
                .strata()
                .map(|(depth, at)| self.depth_answer(view, depth, at))
                .collect(),
        }
    }

    fn depth_answer(&self, view: &View<'_>, depth: Depth, at: &Stratum) -> DepthAnswer {
        let passing = &at.null_move;
        let [white, black] = Color::ALL.map(|king| self.king_squares(view, king, at));
        DepthAnswer {
            depth: depth.0,
            positions: at.positions(),
            branching: pairs(&at.branching),
            good: pairs(&at.good),
            optimal: pairs(&at.optimal),
            long: pairs(&at.long),
            long_by_risk: pairs(&at.long_by_risk),
            random: random(at),
            passing: PassingAnswer {
                in_check: passing.in_check,
                zugzwangs: passing.zugzwangs(),
                decisive_zugzwangs: passing.decisive_zugzwangs,
                threatened: passing.threatened(),
                decisive_threats: passing.decisive_threats,
                mean_threat: passing.mean_threat(),
                threats: passing.threats.iter().map(|(&threat, &n)| (threat, n)).collect(),
            },
            kings: KingsAnswer { white, black },
        }
    }

    /// Positions by the square of a king, king and squares as the user sees them.
    pub(super) fn king_squares(
        &self,
        view: &View<'_>,
        king: Color,
        at: &Stratum,
    ) -> Vec<(String, u64)> {
        let counts = at.king_counts(self.named.in_table(king), self.with_pawns());
        let seen = |(square, n)| (view.seen(square, self.with_pawns()).to_string(), n);
        counts.into_iter().map(seen).collect()
    }
}

fn random(at: &Stratum) -> Option<RandomAnswer> {
    let (error, after) = (at.random_error()?, at.depth_after()?);
    Some(RandomAnswer {
        expected_error: error.good.expected,
        error_probability: error.good.probability,
        error_magnitude: error.good.magnitude(),
        fatal_probability: error.fatal,
        expected_error_of_all: error.all.expected,
        error_probability_of_all: error.all.probability,
        mean_depth_after: after.mean(),
        depth_after: after.probabilities,
    })
}
