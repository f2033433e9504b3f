//! Measured rules as text, JSON, CSV and a plot.

use std::io::Write;

use endgame::heuristics::Rule;
use endgame::outcome_histogram::Count;
use endgame::rules::color_name;
use endgame::tables::Tables;
use plot::{Plot, Series};
use serde::Serialize;
use study::rule_statistics::{Cell, Finding, Played};

use super::Measured;
use crate::format::grouped;
use crate::json::Value;

#[derive(Serialize)]
pub(super) struct Answer {
    material: String,
    side: &'static str,
    depths: String,
    from_depth: u16,
    moves: &'static str,
    count: &'static str,
    rules: Vec<RuleAnswer>,
    pairs: Vec<PairAnswer>,
}

#[derive(Serialize)]
struct RuleAnswer {
    name: String,
    rule: String,
    overall: CellAnswer,
    by_depth: Vec<(usize, CellAnswer)>,
    #[serde(rename = "betrayals")]
    counterexamples: Vec<CounterexampleAnswer>,
}

#[derive(Serialize)]
struct PairAnswer {
    rules: [String; 2],
    overall: CellAnswer,
}

#[derive(Serialize)]
struct CellAnswer {
    positions: u64,
    applicability: Option<f64>,
    helpful: Option<f64>,
    gain: Option<f64>,
    depth_after: Option<f64>,
    depth_after_random: Option<f64>,
    depth_after_best: Option<f64>,
    error_saved: Option<f64>,
}

#[derive(Serialize)]
struct CounterexampleAnswer {
    fen: String,
    conceded: Option<u16>,
    conforming: Vec<(String, Value)>,
    optimal: Vec<(String, Value)>,
}

impl From<&Cell> for CellAnswer {
    fn from(cell: &Cell) -> CellAnswer {
        CellAnswer {
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

/// A share in percent, a number, or a dash.
fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}

fn number(mean: Option<f64>) -> String {
    mean.map_or("-".to_owned(), |mean| format!("{mean:.2}"))
}

impl Measured {
    fn overall(&self, finding: &Finding) -> Cell {
        finding.from_depth(self.settings.from_depth)
    }

    /// The pairs that apply now and then, those that save most of a random player's error first.
    fn best_pairs(&self, keep: usize) -> Vec<([String; 2], Cell)> {
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

    fn counted(&self) -> &'static str {
        match self.settings.count {
            Count::Classes => "classes",
            Count::Boards => "boards",
        }
    }

    /// As one object.
    pub(super) fn answer(&self, tables: &Tables, pairs: usize) -> anyhow::Result<Answer> {
        let rules = self.rules.iter().zip(&self.findings.rules).map(|(named, finding)| {
            let depths = finding.by_depth.iter().enumerate();
            Ok(RuleAnswer {
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
        Ok(Answer {
            material: self.material.to_string(),
            side: if color_name(self.mover) == "White" { "white" } else { "black" },
            depths: self.depths.clone(),
            from_depth: self.settings.from_depth,
            moves: self.settings.considered.word(),
            count: self.counted(),
            rules: rules.collect::<anyhow::Result<_>>()?,
            pairs: self
                .best_pairs(pairs)
                .into_iter()
                .map(|(rules, cell)| PairAnswer { rules, overall: (&cell).into() })
                .collect(),
        })
    }

    fn counterexamples(
        &self,
        tables: &Tables,
        rule: &Rule,
        finding: &Finding,
    ) -> anyhow::Result<Vec<CounterexampleAnswer>> {
        let named = |played: Vec<Played>| {
            played.into_iter().map(|one| (one.san, one.value.into())).collect()
        };
        let each = finding.counterexamples.iter().map(|counterexample| {
            let mut seen = counterexample.clone();
            seen.position = self.material.in_these_colors(&counterexample.position);
            let (conforming, optimal) = seen.moves(tables, rule)?;
            Ok(CounterexampleAnswer {
                fen: seen.position.fen(),
                conceded: seen.conceded,
                conforming: named(conforming),
                optimal: named(optimal),
            })
        });
        each.collect()
    }

    /// As text: a line for each rule, then pairs, then counterexamples.
    pub(super) fn print(
        &self,
        tables: &Tables,
        pairs: usize,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let (mover, does) =
            (color_name(self.mover), if self.settings.winning { "wins" } else { "loses" });
        let positions = self.findings.rules.first().map_or(0, |one| self.overall(one).positions);
        writeln!(
            out,
            "{}, {mover} to move where it {does} in {} or more: {} {}",
            self.material,
            self.settings.from_depth,
            grouped(positions),
            self.counted(),
        )?;
        writeln!(out, "{}; moves considered: {}", self.depths, self.settings.considered.word())?;
        writeln!(
            out,
            "depths after a move by the rule, a random one, the best; fatal moves left out\n"
        )?;
        let rows: Vec<(String, Cell)> = self
            .rules
            .iter()
            .zip(&self.findings.rules)
            .map(|(named, finding)| (named.name.clone(), self.overall(finding)))
            .collect();
        print_rows("rule", &rows, out)?;
        let best = self.best_pairs(pairs);
        if !best.is_empty() {
            let rows: Vec<(String, Cell)> =
                best.into_iter().map(|([a, b], cell)| (format!("{a} and {b}"), cell)).collect();
            writeln!(out, "\nbest pairs, of those that apply in 1 % or more")?;
            print_rows("pair", &rows, out)?;
        }
        if let ([_], [finding]) = (&self.rules[..], &self.findings.rules[..]) {
            writeln!(out)?;
            let depths = finding.by_depth.iter().enumerate();
            let rows: Vec<(String, Cell)> = depths
                .filter(|(_, cell)| cell.positions > 0)
                .map(|(depth, cell)| (depth.to_string(), *cell))
                .collect();
            print_rows("depth", &rows, out)?;
        }
        for (named, finding) in self.rules.iter().zip(&self.findings.rules) {
            for counterexample in self.counterexamples(tables, &named.rule, finding)? {
                let costs =
                    counterexample.conceded.map_or("the win".to_owned(), |n| format!("{n} moves"));
                writeln!(out, "\n{} costs {costs}: {}", named.name, counterexample.fen)?;
                for (what, moves) in
                    [("by the rule", &counterexample.conforming), ("best", &counterexample.optimal)]
                {
                    let moves: Vec<String> = moves.iter().map(|(san, _)| san.clone()).collect();
                    writeln!(out, "  {what}: {}", moves.join(" "))?;
                }
            }
        }
        Ok(())
    }

    /// Every figure by depth.
    pub(super) fn csv(&self) -> String {
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
    pub(super) fn plot(&self) -> Plot {
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
            [only] => format!("{}: {}", self.material, only.name),
            _ => format!("{}: how often rules of thumb help", self.material),
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

fn print_rows(what: &str, rows: &[(String, Cell)], out: &mut dyn Write) -> anyhow::Result<()> {
    let wide = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(what.len());
    writeln!(
        out,
        "{what:<wide$} {:>9} {:>9} {:>6} {:>7} {:>7} {:>6}",
        "applies", "helps", "gain", "depth", "random", "best"
    )?;
    for (name, cell) in rows {
        writeln!(
            out,
            "{name:<wide$} {:>9} {:>9} {:>6} {:>7} {:>7} {:>6}",
            percent(cell.applicability()),
            percent(cell.helpfulness()),
            number(cell.gain()),
            number(cell.depth_after()),
            number(cell.depth_after_random()),
            number(cell.depth_after_best()),
        )?;
    }
    Ok(())
}
