//! How deep a draw a position is, and what each move makes of it.

use endgame::draw_depth::{DrawDepth, DrawDepthError, DrawDepthTable};
use endgame::progress::Monitor;
use endgame::rules::Color;
use endgame::successors::Successors;
use endgame::tables::Tables;
use value::{Depth, Outcome};

use crate::position_report::PositionReport;
use crate::schema::{DrawMove, DrawProbe};

impl DrawProbe {
    /// Looks at a position and its moves.
    pub fn of(
        tables: &Tables,
        report: &PositionReport,
        monitor: &Monitor<'_>,
    ) -> Result<DrawProbe, DrawDepthError> {
        let position = &report.position;
        let successors = Successors::of(tables, &position.material(), monitor)?;
        let depths = DrawDepthTable::of(&successors, monitor)?;
        let table = successors.table();
        let draw = depths.of_position(tables, table, position)?;
        let mover = usize::from(position.turn() == Color::Black);
        let mut moves = Vec::new();
        for at in 0..report.choices.len() {
            let choice = &report.choices[at];
            let after = match choice.value == Outcome::Draw {
                true => depths.after(tables, table, position, choice.play)?,
                false => None,
            };
            let depth = |both: Option<[DrawDepth; 2]>| both.and_then(|both| both[mover].depth());
            let shortens = match (depth(draw), depth(after)) {
                (Some(Depth(now)), Some(Depth(then))) => then < now,
                _ => false,
            };
            let valued = report.move_value(at);
            moves.push((after, DrawMove { valued, draw: after.map(Into::into), shortens }));
        }
        // Best first as they were listed: a winning move stays before those that draw.
        moves.sort_by_key(|(after, one)| {
            let gives_away = one.valued.value.outcome == crate::schema::Theoretical::Loss;
            (gives_away, after.map(|both| both[mover]))
        });
        Ok(DrawProbe {
            fen: position.fen(),
            value: report.value.into(),
            draw: draw.map(Into::into),
            moves: moves.into_iter().map(|(_, one)| one).collect(),
        })
    }
}
