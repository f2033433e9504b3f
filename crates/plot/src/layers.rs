//! A graph in rows: squares and circles with arrows between them.

use crate::svg::Element;
use crate::{FAINT, GRID, INK, LEFT, head};

/// A place in a row.
#[derive(Clone, Debug)]
pub struct Place {
    /// What is written inside, a few characters.
    pub name: String,
    /// A square instead of a circle.
    pub square: bool,
}

/// A row of places.
#[derive(Clone, Debug)]
pub struct Layer {
    /// What is written at its left.
    pub name: String,
    /// From left to right.
    pub places: Vec<Place>,
}

/// An arrow between two places, each given by its row and its place in it.
#[derive(Clone, Copy, Debug)]
pub struct Arrow {
    /// Where it begins.
    pub from: (usize, usize),
    /// Where it ends.
    pub to: (usize, usize),
    /// Drawn solid instead of dotted.
    pub solid: bool,
}

/// A graph in rows, the first at the top.
#[derive(Clone, Debug)]
pub struct LayeredGraph {
    /// Above everything.
    pub title: String,
    /// In one line under the title.
    pub note: String,
    /// The rows.
    pub layers: Vec<Layer>,
    /// The arrows.
    pub arrows: Vec<Arrow>,
}

const TOP: f64 = 100.0;
const ACROSS: f64 = 60.0;
const DOWN: f64 = 84.0;
const RADIUS: f64 = 15.0;
/// The tip of an arrow, from its end to its barbs.
const BARB: f64 = 7.0;

impl LayeredGraph {
    /// The whole drawing.
    pub fn svg(&self) -> String {
        let longest = self.layers.iter().map(|layer| layer.places.len()).max().unwrap_or(0);
        let width = (2.0 * LEFT + longest as f64 * ACROSS).max(620.0);
        let height = TOP + self.layers.len() as f64 * DOWN;
        let arrows = self.arrows.iter().flat_map(|arrow| self.arrow(arrow));
        let places = self.layers.iter().enumerate().flat_map(|(row, layer)| {
            let y = self.place((row, 0)).1;
            let name = Element::text((16.0, y + 5.0), 13.0, &layer.name).with("fill", FAINT);
            let places = layer.places.iter().enumerate();
            std::iter::once(name)
                .chain(places.flat_map(move |(at, place)| shape(place, self.place((row, at)))))
        });
        Element::drawing(width, height)
            .named(&self.title)
            .holding(head(&self.title, &self.note, width, height))
            .holding(arrows)
            .holding(places)
            .to_string()
    }

    fn place(&self, (row, at): (usize, usize)) -> (f64, f64) {
        (LEFT + (at as f64 + 0.5) * ACROSS, TOP + (row as f64 + 0.4) * DOWN)
    }

    /// From the rim of one place to the rim of the other, bent if they stand in one row.
    fn arrow(&self, arrow: &Arrow) -> [Element; 2] {
        let ((x1, y1), (x2, y2)) = (self.place(arrow.from), self.place(arrow.to));
        let level = arrow.from.0 == arrow.to.0;
        let bend = if level { -0.35 * (x2 - x1).abs() } else { 0.0 };
        let control = (f64::midpoint(x1, x2), f64::midpoint(y1, y2) + bend);
        let start = toward((x1, y1), control, RADIUS);
        let end = toward((x2, y2), control, RADIUS + 1.0);
        let curve = Element::new("path")
            .with(
                "d",
                format!(
                    "M{:.1} {:.1} Q{:.1} {:.1} {:.1} {:.1}",
                    start.0, start.1, control.0, control.1, end.0, end.1
                ),
            )
            .with("fill", "none")
            .with("stroke", if arrow.solid { INK } else { FAINT })
            .with("stroke-width", if arrow.solid { "1.6" } else { "1.1" });
        let curve = if arrow.solid { curve } else { curve.with("stroke-dasharray", "2 4") };
        let back = toward(end, control, BARB);
        let (dx, dy) = ((end.1 - back.1) * 0.45, (back.0 - end.0) * 0.45);
        let tip = Element::new("polygon")
            .with(
                "points",
                format!(
                    "{:.1},{:.1} {:.1},{:.1} {:.1},{:.1}",
                    end.0,
                    end.1,
                    back.0 + dx,
                    back.1 + dy,
                    back.0 - dx,
                    back.1 - dy
                ),
            )
            .with("fill", if arrow.solid { INK } else { FAINT });
        [curve, tip]
    }
}

/// The point so far from one point towards another.
fn toward(from: (f64, f64), to: (f64, f64), distance: f64) -> (f64, f64) {
    let length = (to.0 - from.0).hypot(to.1 - from.1).max(1e-9);
    let share = distance / length;
    (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
}

fn shape(place: &Place, (x, y): (f64, f64)) -> [Element; 2] {
    let shape = if place.square {
        Element::rectangle((x - RADIUS, y - RADIUS), 2.0 * RADIUS, 2.0 * RADIUS)
    } else {
        Element::dot((x, y), RADIUS)
    };
    let fill = if place.square { "#ffffff" } else { GRID };
    [
        shape.with("fill", fill).with("stroke", INK).with("stroke-width", "1.4"),
        Element::text((x, y + 4.5), 12.0, &place.name).centred(INK),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_arrows_are_drawn() {
        let place = |name: &str, square| Place { name: name.to_owned(), square };
        let layer = |name: &str, places| Layer { name: name.to_owned(), places };
        let graph = LayeredGraph {
            title: "game".to_owned(),
            note: String::new(),
            layers: vec![
                layer("1", vec![place("a", true), place("b", true)]),
                layer("2", vec![place("c", false)]),
            ],
            arrows: vec![
                Arrow { from: (1, 0), to: (0, 1), solid: true },
                Arrow { from: (0, 0), to: (0, 1), solid: false },
            ],
        };
        let svg = graph.svg();
        assert_eq!((svg.matches("<circle ").count(), svg.matches("<rect ").count()), (1, 3));
        assert_eq!(
            (svg.matches("<path ").count(), svg.matches("stroke-dasharray").count()),
            (2, 1)
        );
        assert!(!svg.contains("NaN"));
    }
}
