//! A survey as CSV files: one row for each count.

use std::fmt::Write;

use crate::survey_plots::View;
use endgame::rules::Color;

use super::SurveyReport;
use super::word;

impl SurveyReport<'_> {
    /// Every file: depths, moves, where moves lead, threats and kings.
    pub fn csv(&self) -> Vec<(&'static str, String)> {
        vec![
            ("depths.csv", self.depths()),
            ("moves.csv", self.moves()),
            ("after.csv", self.after()),
            ("threats.csv", self.threats()),
            ("kings.csv", self.kings()),
        ]
    }

    /// The means of each depth.
    fn depths(&self) -> String {
        let mut text = String::from(
            "turn,winner,depth,positions,branching,good,optimal,long,expected_error,\
             error_probability,error_magnitude,fatal_probability,mean_depth_after,zugzwangs,\
             decisive_zugzwangs,threatened,in_check\n",
        );
        for view in self.views() {
            for (depth, at) in view.side.strata() {
                let said = |value: Option<f64>| value.map_or(String::new(), |v| format!("{v:.6}"));
                let error = at.random_error();
                let cells = [
                    depth.to_string(),
                    at.positions().to_string(),
                    said(at.branching.mean()),
                    said(at.good.mean()),
                    said(at.optimal.mean()),
                    said(at.long.mean()),
                    said(error.map(|error| error.good.expected)),
                    said(error.map(|error| error.good.probability)),
                    said(error.and_then(|error| error.good.magnitude())),
                    said(error.map(|error| error.fatal)),
                    said(at.depth_after().map(|after| after.mean())),
                    at.null_move.zugzwangs().to_string(),
                    at.null_move.decisive_zugzwangs.to_string(),
                    at.null_move.threatened().to_string(),
                    at.null_move.in_check.to_string(),
                ];
                let _ = writeln!(text, "{},{}", sides(&view), cells.join(","));
            }
        }
        text
    }

    /// Positions by how many moves of each kind they have.
    fn moves(&self) -> String {
        let mut text = String::from("turn,winner,depth,kind,moves,positions\n");
        for view in self.views() {
            for (depth, at) in view.side.strata() {
                let kinds = [
                    ("legal", &at.branching),
                    ("good", &at.good),
                    ("optimal", &at.optimal),
                    ("long", &at.long),
                ];
                for (kind, counts) in kinds {
                    for (moves, n) in counts.iter() {
                        let _ = writeln!(text, "{},{depth},{kind},{moves},{n}", sides(&view));
                    }
                }
            }
        }
        text
    }

    /// Where random moves lead.
    fn after(&self) -> String {
        let mut text = String::from("turn,winner,depth,depth_after,probability\n");
        for view in self.views() {
            for (depth, at) in view.side.strata() {
                let Some(after) = at.depth_after() else { continue };
                for (to, share) in after.probabilities.iter().enumerate() {
                    if *share > 0.0 {
                        let _ = writeln!(text, "{},{depth},{to},{share:.9}", sides(&view));
                    }
                }
                if after.fatal > 0.0 {
                    let _ = writeln!(text, "{},{depth},fatal,{:.9}", sides(&view), after.fatal);
                }
            }
        }
        text
    }

    /// Positions by threat value.
    fn threats(&self) -> String {
        let mut text = String::from("turn,winner,depth,threat,positions\n");
        for view in self.views() {
            for (depth, at) in view.side.strata() {
                let passing = &at.null_move;
                let words = [
                    ("in check", passing.in_check),
                    ("decisive zugzwang", passing.decisive_zugzwangs),
                    ("decisive threat", passing.decisive_threats),
                ];
                let words = words.into_iter().map(|(word, n)| (word.to_owned(), n));
                let sizes = passing.threats.iter().map(|(threat, &n)| (threat.to_string(), n));
                for (threat, n) in words.chain(sizes).filter(|&(_, n)| n > 0) {
                    let _ = writeln!(text, "{},{depth},{threat},{n}", sides(&view));
                }
            }
        }
        text
    }

    /// Positions by the squares of the kings.
    fn kings(&self) -> String {
        let mut text = String::from("turn,winner,depth,king,square,positions\n");
        for view in self.views() {
            for (depth, at) in view.side.strata() {
                for king in Color::ALL {
                    for (square, n) in self.king_squares(&view, king, at) {
                        let sides = sides(&view);
                        let _ = writeln!(text, "{sides},{depth},{},{square},{n}", word(king));
                    }
                }
            }
        }
        text
    }
}

fn sides(view: &View<'_>) -> String {
    format!("{},{}", word(view.turn), word(view.winner))
}
