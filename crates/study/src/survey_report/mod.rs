//! A surveyed endgame told: sentences, tables and pictures, in the colours of whoever asked.
//!
//! - `findings`: what it comes to, in sentences; `html`: a report with pictures, one file
//! - `csv`, `json`: every count

mod csv;
mod findings;
mod html;
mod json;

pub use json::SurveyRecord;

use endgame::material::Material;
use endgame::outcome_histogram::{OutcomeHistogram, SideHistogram};
use endgame::progress::Monitor;
use endgame::rules::Color;
use endgame::successors::{Successors, WalkError};
use endgame::survey::{Settings, Survey};
use endgame::table::Table;

use crate::survey_plots::View;

/// Everything found out about an endgame, White being the side that was named first.
pub struct SurveyReport<'t> {
    /// The counts, in the table's colours.
    pub survey: Survey,
    /// The endgame as it was named.
    pub name: String,
    named: Material,
    note: String,
    histogram: [SideHistogram; 2],
    table: &'t Table,
}

fn word(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

impl<'t> SurveyReport<'t> {
    /// Surveys an endgame.
    pub fn of(
        successors: &'t Successors<'_>,
        material: Material,
        settings: Settings,
        monitor: &Monitor<'_>,
    ) -> Result<SurveyReport<'t>, WalkError> {
        let survey = Survey::of(successors, settings, monitor)?;
        let (named, table) = (material, successors.table());
        let histogram = OutcomeHistogram::of(table, settings.count);
        Ok(SurveyReport {
            name: material.to_string(),
            note: format!("{}, counted in {}", survey.metric, settings.count.word()),
            histogram: Color::ALL.map(|turn| histogram.side(named.table_color(turn)).clone()),
            survey,
            named,
            table,
        })
    }

    fn side(&self, turn: Color) -> &SideHistogram {
        turn.fold_wb(&self.histogram[0], &self.histogram[1])
    }

    /// The positions with a side to move and a winner.
    pub fn view(&self, turn: Color, winner: Color) -> View<'_> {
        let in_table = |color| self.named.table_color(color);
        View {
            endgame: &self.name,
            note: &self.note,
            side: self.survey.side(in_table(turn), in_table(winner)),
            turn,
            winner,
            flipped: in_table(Color::White) != Color::White,
        }
    }

    /// All four, those that occur: White wins first, the winner to move first.
    fn views(&self) -> Vec<View<'_>> {
        let all = Color::ALL
            .into_iter()
            .flat_map(|winner| [winner, winner.other()].map(|turn| self.view(turn, winner)));
        all.filter(|view| view.side.positions() > 0).collect()
    }

    /// The side that wins more positions.
    pub fn stronger(&self) -> Color {
        let won = |winner: Color| -> u64 {
            Color::ALL.iter().map(|&turn| self.view(turn, winner).side.positions()).sum()
        };
        if won(Color::Black) > won(Color::White) { Color::Black } else { Color::White }
    }

    fn with_pawns(&self) -> bool {
        self.named.pawns() > 0
    }
}
