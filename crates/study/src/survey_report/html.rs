//! A survey as one HTML file: sentences, pictures and tables, nothing loaded from elsewhere.

use std::fmt::Write;

use crate::survey_plots::{View, positions, zugzwangs};
use endgame::rules::{Color, color_name};
use plot::Picture;
use value::Depth;

use super::SurveyReport;
use crate::format::{decimals, grouped};

const STYLE: &str = "
:root { color-scheme: light; }
body { font: 16px/1.55 Inter, 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif;
  color: #22252a; background: #f3f3ee; margin: 0; }
main { max-width: 920px; margin: 0 auto; padding: 40px 24px 80px; }
h1 { font-size: 34px; margin: 0; letter-spacing: -0.01em; }
h2 { font-size: 22px; margin: 52px 0 8px; border-top: 1px solid #d9d9d2; padding-top: 28px; }
.note { color: #6b7078; margin: 4px 0 24px; }
ul.found { background: #fdfdfb; border: 1px solid #e4e4df; border-radius: 10px;
  padding: 18px 22px 18px 40px; }
ul.found li { margin: 6px 0; }
figure { margin: 20px 0; background: #fdfdfb; border: 1px solid #e4e4df; border-radius: 10px;
  padding: 10px; }
figure svg { width: 100%; height: auto; display: block; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums;
  width: 100%; background: #fdfdfb; }
th, td { text-align: right; padding: 3px 8px; border-bottom: 1px solid #ecece6; }
th { color: #6b7078; font-weight: 600; }
code { font-size: 13px; }
details { margin: 18px 0; } summary { cursor: pointer; color: #0072b2; }
";

/// The risks drawn.
const RISKS: [u16; 4] = [0, 1, 2, 3];

impl SurveyReport<'_> {
    /// The whole file.
    pub fn html(&self) -> String {
        let mut page = String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n");
        let _ = writeln!(page, "<meta charset=\"utf-8\">\n<title>{}: a survey</title>", self.name);
        page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        let _ = writeln!(page, "<style>{STYLE}</style>\n</head>\n<body>\n<main>");
        let _ = writeln!(page, "<h1>{}</h1>", self.name);
        let metric = self.survey.metric;
        let _ = writeln!(
            page,
            "<p class=\"note\">A survey in {metric}: a depth is {}. Counted in {}.</p>",
            metric.unit(),
            self.survey.settings.count.meaning()
        );
        let stronger = self.stronger();
        page.push_str("<ul class=\"found\">\n");
        for sentence in self.findings(stronger) {
            let _ = writeln!(page, "<li>{sentence}</li>");
        }
        page.push_str("</ul>\n");
        self.whole(&mut page);
        for winner in [stronger, stronger.other()] {
            for turn in [winner, winner.other()] {
                let view = self.view(turn, winner);
                if view.side.positions() > 0 {
                    self.section(&view, &mut page);
                }
            }
        }
        self.zugzwang_list(stronger, &mut page);
        page.push_str("</main>\n</body>\n</html>\n");
        page
    }

    fn whole(&self, page: &mut String) {
        page.push_str("<h2>Positions and depth</h2>\n");
        page.push_str(
            "<p>How many positions need how many moves. A valley between two maxima is a bottleneck: \
             whoever starts deeper must pass through its few positions.</p>\n",
        );
        let views = self.views();
        figure(page, positions(&views));
        page.push_str(
            "<p>A position is a zugzwang if its mover would rather pass: passing would keep more of the \
             value, or lead to a better depth, than the best move does.</p>\n",
        );
        figure(page, zugzwangs(&views));
    }

    fn section(&self, view: &View<'_>, page: &mut String) {
        let _ = writeln!(page, "<h2>{}</h2>", view.name());
        let from = Depth(if view.is_loser() { 0 } else { 2 });
        let words = if view.is_loser() {
            format!(
                "Every move loses. An optimal one holds out longest; a long line leaves the winner at \
                 least {} moves to make.",
                self.survey.settings.long
            )
        } else {
            "A good move keeps the win, an optimal one is also as quick as any; the others are fatal."
                .to_owned()
        };
        let _ = writeln!(page, "<p>{words}</p>");
        figure(page, Some(view.mean_moves()));
        figure(page, Some(view.move_counts(from)));
        figure(page, Some(view.joint()));
        if view.is_loser() {
            page.push_str(
                "<p>How many long lines there are that concede no more than so many moves: what a \
                 player has to choose from who risks a little to set a harder problem.</p>\n",
            );
            figure(page, Some(view.options_within(&RISKS)));
        }
        page.push_str(
            "<p>A random player takes any move with equal chances. His expected error is the depth he \
             concedes; where it is one move, a winner gets nowhere on average.</p>\n",
        );
        figure(page, Some(view.random_errors()));
        figure(page, Some(view.mean_depth_after()));
        figure(page, Some(view.depth_after()));
        let loser = view.winner.other();
        for king in [loser, view.winner] {
            let whose = format!("{}'s", color_name(king));
            let in_table: Color = self.named.table_color(king);
            figure(page, Some(view.king_map(in_table, &whose, self.with_pawns())));
        }
        table(view, page);
    }

    fn zugzwang_list(&self, winner: Color, page: &mut String) {
        let examples = self.examples(winner);
        if examples.is_empty() {
            return;
        }
        page.push_str("<h2>Some zugzwangs</h2>\n<ul>\n");
        for found in examples {
            let (fen, now, passed) = (found.position.fen(), found.outcome, found.passed);
            let _ = writeln!(
                page,
                "<li><code>{fen}</code>: {now}, but {passed} if passing were allowed</li>"
            );
        }
        page.push_str("</ul>\n");
    }
}

fn figure(page: &mut String, picture: Option<impl Into<Picture>>) {
    if let Some(picture) = picture {
        let _ = writeln!(page, "<figure>\n{}</figure>", picture.into().svg());
    }
}

/// The numbers behind the pictures.
fn table(view: &View<'_>, page: &mut String) {
    let third = if view.is_loser() { "long lines" } else { "good" };
    let _ = writeln!(
        page,
        "<details><summary>The numbers, depth by depth</summary>\n<table>\n<tr><th>depth</th>\
         <th>positions</th><th>moves</th><th>{third}</th><th>optimal</th><th>expected error</th>\
         <th>probability</th><th>magnitude</th><th>fatal</th><th>zugzwangs</th></tr>"
    );
    for (depth, at) in view.side.strata() {
        let mean = |value: Option<f64>| decimals(value, 3);
        let error = at.random_error();
        let cells = [
            depth.to_string(),
            grouped(at.positions()),
            mean(at.branching.mean()),
            mean(if view.is_loser() { at.long.mean() } else { at.good.mean() }),
            mean(at.optimal.mean()),
            mean(error.map(|error| error.good.expected)),
            mean(error.map(|error| error.good.probability)),
            mean(error.and_then(|error| error.good.magnitude())),
            mean(error.map(|error| error.fatal)),
            grouped(at.null_move.zugzwangs()),
        ];
        let _ = writeln!(page, "<tr><td>{}</td></tr>", cells.join("</td><td>"));
    }
    page.push_str("</table>\n</details>\n");
}
