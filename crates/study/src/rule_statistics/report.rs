//! Measured rules as records, CSV and a plot.

use endgame::heuristics::{Named, Rule};
use endgame::material::Material;
use endgame::rules::Color;
use endgame::tables::Tables;
use plot::{Plot, Series};
use serde::Serialize;
use value::ChoiceError;

use super::{Cell, Finding, Findings, Played, Settings};
use crate::schema::{Side, TheoreticalValue};

/// Everything that was measured, and what it was measured of.
#[derive(Clone, Debug)]
pub struct RuleReport {
    /// The endgame as it was named: White is the side named first.
    pub endgame: Material,
    /// The side whose moves are measured, in the asker's colours.
    pub mover: Color,
    /// Which positions were looked at.
    pub settings: Settings,
    /// What depths count, in words.
    pub depths: String,
    /// The rules.
    pub rules: Vec<Named>,
    /// What they are worth, in the same order.
    pub findings: Findings,
}

/// What rules are worth, for `--json`.
#[derive(Clone, Debug, Serialize)]
pub struct RuleRecords {
    material: String,
    side: Side,
    depths: String,
    from_depth: u16,
    moves: &'static str,
    count: &'static str,
    rules: Vec<RuleRecord>,
    pairs: Vec<PairRecord>,
}

#[derive(Clone, Debug, Serialize)]
struct RuleRecord {
    name: String,
    rule: String,
    overall: CellRecord,
    by_depth: Vec<(usize, CellRecord)>,
    #[serde(rename = "betrayals")]
    counterexamples: Vec<CounterexampleRecord>,
}

#[derive(Clone, Debug, Serialize)]
struct PairRecord {
    rules: [String; 2],
    overall: CellRecord,
}

#[derive(Clone, Debug, Serialize)]
struct CellRecord {
    positions: u64,
    applicability: Option<f64>,
    helpful: Option<f64>,
    gain: Option<f64>,
    depth_after: Option<f64>,
    depth_after_random: Option<f64>,
    depth_after_best: Option<f64>,
    error_saved: Option<f64>,
}

/// A position where a rule leads astray.
#[derive(Clone, Debug, Serialize)]
pub struct CounterexampleRecord {
    /// The position.
    pub fen: String,
    /// Moves conceded by the best move that conforms; none if each gives the value away.
    pub conceded: Option<u16>,
    /// The moves that conform and where they lead, the best first.
    pub conforming: Vec<(String, TheoreticalValue)>,
    /// The optimal moves.
    pub optimal: Vec<(String, TheoreticalValue)>,
}

impl From<&Cell> for CellRecord {
    fn from(cell: &Cell) -> CellRecord {
        CellRecord {
            positions: cell.positions,
            applicability: cell.applicability(),
            helpful: cell.helpfulness(),
            gain: cell.gain(),
            depth_after: cell.depth_after(),
            depth_after_random: cell.depth_after_random(),
            depth_after_best: cell.depth_after_best(),
            error_saved: cell.error_saved(),
        }
    }
}

impl RuleReport {
    /// A rule at all depths that are looked at.
    pub fn overall(&self, finding: &Finding) -> Cell {
        finding.from_depth(self.settings.from_depth)
    }

    /// The pairs that apply now and then, those that save most of a random player's error first.
    pub fn best_pairs(&self, keep: usize) -> Vec<([String; 2], Cell)> {
        let mut pairs: Vec<([String; 2], Cell)> = self
            .findings
            .pairs
            .iter()
            .map(|((a, b), finding)| {
                let names = [*a, *b].map(|at| self.rules[at].name.clone());
                (names, self.overall(finding))
            })
            .filter(|(_, cell)| cell.applicability().is_some_and(|share| share >= 0.01))
            .collect();
        let saved = |cell: &Cell| cell.error_saved().unwrap_or(f64::NEG_INFINITY);
        pairs.sort_by(|(_, one), (_, other)| saved(other).total_cmp(&saved(one)));
        pairs.truncate(keep);
        pairs
    }

    /// All of it with so many pairs.
    pub fn records(&self, tables: &Tables, pairs: usize) -> Result<RuleRecords, ChoiceError> {
        let rules = self.rules.iter().zip(&self.findings.rules).map(|(named, finding)| {
            let depths = finding.by_depth.iter().enumerate();
            Ok(RuleRecord {
                name: named.name.clone(),
                rule: named.rule.to_string(),
                overall: (&self.overall(finding)).into(),
                by_depth: depths
                    .filter(|(_, cell)| cell.positions > 0)
                    .map(|(depth, cell)| (depth, cell.into()))
                    .collect(),
                counterexamples: self.counterexamples(tables, &named.rule, finding)?,
            })
        });
        Ok(RuleRecords {
            material: self.endgame.to_string(),
            side: self.mover.into(),
            depths: self.depths.clone(),
            from_depth: self.settings.from_depth,
            moves: self.settings.considered.word(),
            count: self.settings.count.word(),
            rules: rules.collect::<Result<_, ChoiceError>>()?,
            pairs: self
                .best_pairs(pairs)
                .into_iter()
                .map(|(rules, cell)| PairRecord { rules, overall: (&cell).into() })
                .collect(),
        })
    }

    /// Where a rule leads astray worst, with the moves there.
    pub fn counterexamples(
        &self,
        tables: &Tables,
        rule: &Rule,
        finding: &Finding,
    ) -> Result<Vec<CounterexampleRecord>, ChoiceError> {
        let named = |played: Vec<Played>| {
            played.into_iter().map(|one| (one.san, one.value.into())).collect()
        };
        let each = finding.counterexamples.iter().map(|counterexample| {
            let mut seen = counterexample.clone();
            seen.position = self.endgame.in_these_colors(&counterexample.position);
            let (conforming, optimal) = seen.moves(tables, rule)?;
            Ok(CounterexampleRecord {
                fen: seen.position.fen(),
                conceded: seen.conceded,
                conforming: named(conforming),
                optimal: named(optimal),
            })
        });
        each.collect()
    }

    /// Every figure by depth.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "rule,depth,positions,applicable,helpful,even,gain,depth_after,depth_after_random,depth_after_best\n",
        );
        let cell = |mean: Option<f64>| mean.map_or(String::new(), |mean| format!("{mean:.6}"));
        for (named, finding) in self.rules.iter().zip(&self.findings.rules) {
            for (depth, one) in finding.by_depth.iter().enumerate() {
                if one.positions > 0 {
                    text.push_str(&format!(
                        "\"{}\",{depth},{},{},{},{},{},{},{},{}\n",
                        named.name,
                        one.positions,
                        one.applicable,
                        one.helpful,
                        one.even,
                        cell(one.gain()),
                        cell(one.depth_after()),
                        cell(one.depth_after_random()),
                        cell(one.depth_after_best()),
                    ));
                }
            }
        }
        text
    }

    /// How often each rule helps where it applies; of a single rule also how often it applies.
    pub fn plot(&self) -> Plot {
        let line = |name: String, finding: &Finding, of: fn(&Cell) -> Option<f64>| Series {
            name,
            points: finding
                .by_depth
                .iter()
                .enumerate()
                .filter_map(|(depth, cell)| Some((depth as f64, 100.0 * of(cell)?)))
                .collect(),
        };
        let rules = || self.rules.iter().zip(&self.findings.rules);
        let mut series: Vec<Series> = rules()
            .map(|(named, finding)| line(named.name.clone(), finding, Cell::helpfulness))
            .collect();
        if let [only] = &self.findings.rules[..] {
            series[0].name = "helps, where it applies".to_owned();
            series.push(line("applies".to_owned(), only, Cell::applicability));
        }
        let title = match &self.rules[..] {
            [only] => format!("{}: {}", self.endgame, only.name),
            _ => format!("{}: how often rules of thumb help", self.endgame),
        };
        let note =
            format!("{}; moves considered: {}", self.depths, self.settings.considered.word());
        Plot {
            title,
            note,
            across: "depth before the move".to_owned(),
            up: "positions, %".to_owned(),
            series,
            ..Plot::default()
        }
    }
}
