//! A survey as CSV files: one row for each count.

use std::fmt::Write;

use crate::survey_plots::View;
use endgame::rules::Color;
use endgame::survey::Stratum;

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

    /// Lines for every depth of every view, each after the side to move, the winner and the depth.
    fn rows(&self, columns: &str, lines: impl Fn(&View<'_>, &Stratum) -> Vec<String>) -> String {
        let mut text = format!("turn,winner,depth,{columns}\n");
        for view in self.views() {
            let sides = format!("{},{}", word(view.turn), word(view.winner));
            for (depth, at) in view.side.strata() {
                for line in lines(&view, at) {
                    let _ = writeln!(text, "{sides},{depth},{line}");
                }
            }
        }
        text
    }

    /// The means of each depth.
    fn depths(&self) -> String {
        let columns = "positions,branching,good,optimal,long,expected_error,error_probability,\
             error_magnitude,fatal_probability,mean_depth_after,zugzwangs,decisive_zugzwangs,\
             threatened,in_check";
        self.rows(columns, |_, at| {
            let said = |value: Option<f64>| value.map_or(String::new(), |v| format!("{v:.6}"));
            let error = at.random_error();
            let cells = [
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
            vec![cells.join(",")]
        })
    }

    /// Positions by how many moves of each kind they have.
    fn moves(&self) -> String {
        self.rows("kind,moves,positions", |_, at| {
            let kinds = [
                ("legal", &at.branching),
                ("good", &at.good),
                ("optimal", &at.optimal),
                ("long", &at.long),
            ];
            let lines = kinds.into_iter().flat_map(|(kind, counts)| {
                counts.iter().map(move |(moves, n)| format!("{kind},{moves},{n}"))
            });
            lines.collect()
        })
    }

    /// Where random moves lead.
    fn after(&self) -> String {
        self.rows("depth_after,probability", |_, at| {
            let Some(after) = at.depth_after() else { return Vec::new() };
            let depths = after.probabilities.iter().enumerate();
            let depths = depths.map(|(to, &share)| (to.to_string(), share));
            let all = depths.chain([("fatal".to_owned(), after.fatal)]);
            all.filter(|&(_, share)| share > 0.0)
                .map(|(to, share)| format!("{to},{share:.9}"))
                .collect()
        })
    }

    /// Positions by threat value.
    fn threats(&self) -> String {
        self.rows("threat,positions", |_, at| {
            let passing = &at.null_move;
            let words = [
                ("in check", passing.in_check),
                ("decisive zugzwang", passing.decisive_zugzwangs),
                ("decisive threat", passing.decisive_threats),
            ];
            let words = words.into_iter().map(|(word, n)| (word.to_owned(), n));
            let sizes = passing.threats.iter().map(|(threat, &n)| (threat.to_string(), n));
            let all = words.chain(sizes).filter(|&(_, n)| n > 0);
            all.map(|(threat, n)| format!("{threat},{n}")).collect()
        })
    }

    /// Positions by the squares of the kings.
    fn kings(&self) -> String {
        self.rows("king,square,positions", |view, at| {
            let of = |king: Color| {
                let squares = self.king_squares(view, king, at).into_iter();
                squares.map(move |(square, n)| format!("{},{square},{n}", word(king)))
            };
            Color::ALL.into_iter().flat_map(of).collect()
        })
    }
}
