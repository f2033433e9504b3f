//! The draws of an endgame by their depths.

use endgame::draw_depth::{DrawDepth, DrawDepthError, DrawDepthTable};
use endgame::material::Material;
use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::rules::Color;
use endgame::successors::Successors;
use endgame::tables::Tables;

use crate::schema::{DrawCounts, DrawStatistics, DrawsForced};

impl DrawStatistics {
    /// Counts the draws of an endgame in the colours of its name, and lists so many of the deepest.
    pub fn of(
        tables: &Tables,
        material: &Material,
        count: Count,
        listed: usize,
        monitor: &Monitor<'_>,
    ) -> Result<DrawStatistics, DrawDepthError> {
        let successors = Successors::of(tables, material, monitor)?;
        let depths = DrawDepthTable::of(&successors, monitor)?;
        let table = successors.table();
        let counts = |forced_by: Color, turn: Color| {
            let [forced_by, turn] = [forced_by, turn].map(|color| material.table_color(color));
            let histogram = depths.histogram(table, forced_by, turn, count);
            let deepest = histogram.deepest().map(|(depth, _)| DrawDepth::Forced(depth));
            let positions =
                deepest.map(|deepest| depths.positions(table, forced_by, turn, deepest, listed));
            let fen = |position| material.in_these_colors(&position).fen();
            DrawCounts {
                forced: histogram.forced.iter().map(|(depth, &n)| (depth.0, n)).collect(),
                endless: histogram.endless,
                deepest_fens: positions.into_iter().flatten().map(fen).collect(),
            }
        };
        let forced = |by: Color| DrawsForced {
            white_to_move: counts(by, Color::White),
            black_to_move: counts(by, Color::Black),
        };
        Ok(DrawStatistics {
            material: material.to_string(),
            count: count.word().into(),
            white: forced(Color::White),
            black: forced(Color::Black),
        })
    }
}
