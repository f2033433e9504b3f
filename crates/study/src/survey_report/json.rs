//! A survey as JSON: every count, and what follows from it.

use crate::survey_plots::{View, equilibria};
use endgame::rules::Color;
use endgame::survey::{Histogram, Stratum, Zugzwang};
use player::quality::Equilibrium;
use serde::Serialize;
use value::Depth;

use super::{SurveyReport, word};
use crate::schema::TheoreticalValue;

/// Counts by a number, both in a pair.
type Pairs = Vec<(usize, u64)>;

/// A survey as JSON.
#[derive(Debug, Serialize)]
pub struct SurveyRecord {
    material: String,
    metric: &'static str,
    count: &'static str,
    long: u16,
    mutual_zugzwangs: u64,
    sides: Vec<SideRecord>,
}

#[derive(Debug, Serialize)]
struct SideRecord {
    turn: &'static str,
    winner: &'static str,
    positions: u64,
    bottleneck: Option<BottleneckRecord>,
    equilibria: Vec<Equilibrium>,
    zugzwangs: Vec<ZugzwangRecord>,
    depths: Vec<DepthRecord>,
}

#[derive(Debug, Serialize)]
struct BottleneckRecord {
    from: u16,
    to: u16,
    narrowest: u16,
    maxima: [u16; 2],
}

#[derive(Debug, Serialize)]
struct ZugzwangRecord {
    fen: String,
    value: TheoreticalValue,
    passed: TheoreticalValue,
}

impl From<&Zugzwang> for ZugzwangRecord {
    fn from(found: &Zugzwang) -> ZugzwangRecord {
        let (value, passed) = (found.outcome.into(), found.passed.into());
        ZugzwangRecord { fen: found.position.fen(), value, passed }
    }
}

#[derive(Debug, Serialize)]
struct DepthRecord {
    depth: u16,
    positions: u64,
    branching: Pairs,
    good: Pairs,
    optimal: Pairs,
    long: Pairs,
    long_by_risk: Pairs,
    random: Option<RandomRecord>,
    passing: PassingRecord,
    kings: KingsRecord,
}

#[derive(Debug, Serialize)]
struct RandomRecord {
    expected_error: f64,
    error_probability: f64,
    error_magnitude: Option<f64>,
    fatal_probability: f64,
    expected_error_of_all: f64,
    error_probability_of_all: f64,
    mean_depth_after: f64,
    depth_after: Vec<f64>,
}

#[derive(Debug, Serialize)]
struct PassingRecord {
    in_check: u64,
    zugzwangs: u64,
    decisive_zugzwangs: u64,
    threatened: u64,
    decisive_threats: u64,
    mean_threat: Option<f64>,
    threats: Vec<(i32, u64)>,
}

#[derive(Debug, Serialize)]
struct KingsRecord {
    white: Vec<(String, u64)>,
    black: Vec<(String, u64)>,
}

fn pairs(counts: &Histogram) -> Pairs {
    counts.iter().collect()
}

impl SurveyReport<'_> {
    /// Every count, for `--json`.
    pub fn record(&self) -> SurveyRecord {
        SurveyRecord {
            material: self.name.clone(),
            metric: self.survey.metric.word(),
            count: self.survey.settings.count.word(),
            long: self.survey.settings.long.0,
            mutual_zugzwangs: self.survey.mutual_zugzwangs,
            sides: self.views().iter().map(|view| self.side_record(view)).collect(),
        }
    }

    fn side_record(&self, view: &View<'_>) -> SideRecord {
        let examples = if view.is_loser() { self.examples(view.winner) } else { Vec::new() };
        SideRecord {
            turn: word(view.turn),
            winner: word(view.winner),
            positions: view.side.positions(),
            bottleneck: view.side.bottleneck().map(|found| BottleneckRecord {
                from: found.region.0.0,
                to: found.region.1.0,
                narrowest: found.narrowest.0,
                maxima: [found.shallow.0, found.deep.0],
            }),
            equilibria: equilibria(view.side),
            zugzwangs: examples.iter().map(ZugzwangRecord::from).collect(),
            depths: view.side.strata().map(|at| self.depth_record(view, at)).collect(),
        }
    }

    fn depth_record(&self, view: &View<'_>, (depth, at): (Depth, &Stratum)) -> DepthRecord {
        let passing = &at.null_move;
        let [white, black] = Color::ALL.map(|king| self.king_squares(view, king, at));
        DepthRecord {
            depth: depth.0,
            positions: at.positions(),
            branching: pairs(&at.branching),
            good: pairs(&at.good),
            optimal: pairs(&at.optimal),
            long: pairs(&at.long),
            long_by_risk: pairs(&at.long_by_risk),
            random: random(at),
            passing: PassingRecord {
                in_check: passing.in_check,
                zugzwangs: passing.zugzwangs(),
                decisive_zugzwangs: passing.decisive_zugzwangs,
                threatened: passing.threatened(),
                decisive_threats: passing.decisive_threats,
                mean_threat: passing.mean_threat(),
                threats: passing.threats.iter().map(|(&threat, &n)| (threat, n)).collect(),
            },
            kings: KingsRecord { white, black },
        }
    }

    /// Positions by the square of a king, king and squares as the user sees them.
    pub(crate) fn king_squares(
        &self,
        view: &View<'_>,
        king: Color,
        at: &Stratum,
    ) -> Vec<(String, u64)> {
        let counts = at.king_counts(self.named.table_color(king), self.with_pawns());
        let seen = |(square, n)| (view.seen(square, self.with_pawns()).to_string(), n);
        counts.into_iter().map(seen).collect()
    }
}

fn random(at: &Stratum) -> Option<RandomRecord> {
    let (error, after) = (at.random_error()?, at.depth_after()?);
    Some(RandomRecord {
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
