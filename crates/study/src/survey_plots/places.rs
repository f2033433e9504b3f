//! How many positions there are, where their kings stand, and whether anybody would rather pass.

use endgame::rules::{Color, Square};
use endgame::survey::king_squares;
use plot::{HeatMap, Plot, Scale, Series};
use value::Depth;

use super::{DEPTH, View, numbers};

/// Positions by depth, one line for each view. Fig 5.1.
pub fn positions(views: &[View<'_>]) -> Option<Plot> {
    let first = views.first()?;
    let lines = views.iter().map(|view| view.line(&view.name(), |at| Some(at.positions() as f64)));
    let title = first.title("positions of each depth");
    let plot = Plot::new(title, first.note, ["depth", "positions"], lines.collect());
    Some(Plot { up_scale: Scale::Log, ..plot })
}

/// The share of positions in zugzwang by depth, one line for each view.
pub fn zugzwangs(views: &[View<'_>]) -> Option<Plot> {
    let first = views.first()?;
    let lines = views.iter().map(|view| {
        view.line(&view.name(), |at| {
            Some(100.0 * at.null_move.zugzwangs() as f64 / at.positions() as f64)
        })
    });
    let title = first.title("who must move would rather pass");
    Some(Plot::new(title, first.note, [DEPTH, "percent in zugzwang"], lines.collect()))
}

impl View<'_> {
    /// A square of the table as the reader sees it.
    pub fn seen(&self, square: Square, with_pawns: bool) -> Square {
        if self.flipped && with_pawns { square.flip_vertical() } else { square }
    }

    /// Where a king stands by depth, as shades. The king's colour is the table's.
    pub fn king_map(&self, king: Color, whose: &str, with_pawns: bool) -> HeatMap {
        let depths = 0..self.deepest() + 1;
        let squares = king_squares(with_pawns);
        let row = |place: usize| {
            let share = |depth: usize| {
                let at = self.side.at(Depth(depth as u16))?;
                let (_, count) = at.king_counts(king, with_pawns)[place];
                Some(100.0 * count as f64 / at.positions() as f64)
            };
            depths.clone().map(share).collect()
        };
        HeatMap {
            title: self.title(&format!("where {whose} king stands")),
            note: self.noted(),
            across: DEPTH.to_owned(),
            up: "square, or one of its images".to_owned(),
            shade: "percent of the positions of the depth".to_owned(),
            columns: numbers(depths.clone()),
            rows: squares.iter().map(|&square| self.seen(square, with_pawns).to_string()).collect(),
            cells: (0..squares.len()).map(row).collect(),
            scale: Scale::Linear,
        }
    }

    /// The same as a line for each square, without pawns, a square of the diagonal counting double:
    /// it has 4 images on the board, the others 8. Fig 6.12.
    pub fn king_lines(&self, king: Color, whose: &str) -> Plot {
        let squares = king_squares(false);
        let line = |(place, square): (usize, &Square)| -> Series {
            self.line(&square.to_string(), |at| Some(at.king_frequencies(king)[place].1))
        };
        let lines = squares.iter().enumerate().map(line).collect();
        let what = format!("where {whose} king stands");
        self.plot(&what, "percent, each square by itself", lines)
    }
}
