//! Pictures as SVG files that need nothing else to be read.
//!
//! - [`Plot`]: lines over two axes; [`HeatMap`]: shades over two axes; [`Board`]: a chess board with
//!   numbers
//! - [`LayeredGraph`]: a graph in rows
//! - [`Stack`]: plots one below the other; [`Picture`]: any of them

mod board;
mod heat;
mod layers;
mod shade;
mod stack;
mod svg;
mod ticks;

pub use board::{Board, OnSquare};
pub use heat::HeatMap;
pub use layers::{Arrow, Layer, LayeredGraph, Place};
pub use stack::Stack;
use svg::Element;
use ticks::{Axis, Division};
pub use ticks::{Scale, grouped};

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 500.0;
const LEFT: f64 = 104.0;
const RIGHT: f64 = 28.0;
const BOTTOM: f64 = 62.0;
const LEGEND: f64 = 82.0;
const ROW: f64 = 20.0;

const PAPER: &str = "#fdfdfb";
const INK: &str = "#22252a";
const FAINT: &str = "#6b7078";
const GRID: &str = "#e4e4df";

/// Okabe and Ito's colours, told apart by colour-blind readers too.
/// Beyond the first six, four more that differ from them in lightness too.
const COLORS: [&str; 10] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#22252a", "#8c510a",
    "#999933", "#b0b5bd",
];

/// Anything that can be drawn.
#[derive(Clone, Debug)]
pub enum Picture {
    /// Lines over two axes.
    Lines(Plot),
    /// Shades over two axes.
    Heat(HeatMap),
    /// A chess board.
    Board(Board),
    /// A graph in rows.
    Layers(LayeredGraph),
    /// Plots one below the other.
    Stack(Stack),
}

impl Picture {
    /// The whole drawing.
    pub fn svg(&self) -> String {
        match self {
            Picture::Lines(plot) => plot.svg(),
            Picture::Heat(map) => map.svg(),
            Picture::Board(board) => board.svg(),
            Picture::Layers(graph) => graph.svg(),
            Picture::Stack(stack) => stack.svg(),
        }
    }
}

impl From<Plot> for Picture {
    fn from(plot: Plot) -> Picture {
        Picture::Lines(plot)
    }
}

impl From<HeatMap> for Picture {
    fn from(map: HeatMap) -> Picture {
        Picture::Heat(map)
    }
}

impl From<LayeredGraph> for Picture {
    fn from(graph: LayeredGraph) -> Picture {
        Picture::Layers(graph)
    }
}

impl From<Stack> for Picture {
    fn from(stack: Stack) -> Picture {
        Picture::Stack(stack)
    }
}

impl From<Board> for Picture {
    fn from(board: Board) -> Picture {
        Picture::Board(board)
    }
}

/// The paper, the title and the note under it.
fn head(title: &str, note: &str, width: f64, height: f64) -> [Element; 3] {
    [
        Element::rectangle((0.0, 0.0), width, height).with("fill", PAPER),
        Element::text((LEFT, 36.0), 20.0, title).with("font-weight", "600").with("fill", INK),
        Element::text((LEFT, 58.0), 13.0, note).with("fill", FAINT),
    ]
}

/// What each axis shows, between these ends.
fn axis_names(across: &str, up: &str, x: (f64, f64), y: (f64, f64)) -> Vec<Element> {
    let middle = f64::midpoint(y.0, y.1);
    vec![
        Element::text((f64::midpoint(x.0, x.1), HEIGHT - 18.0), 13.0, across).centred(INK),
        Element::text((20.0, middle), 13.0, up)
            .with("text-anchor", "middle")
            .with("transform", format!("rotate(-90 20 {middle})"))
            .with("fill", INK),
    ]
}

/// One line of a plot.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<(f64, f64)>,
}

/// Several lines over the same two axes.
#[derive(Clone, Debug, Default)]
pub struct Plot {
    /// Above everything.
    pub title: String,
    /// What is counted and how, in one line under the title.
    pub note: String,
    /// What the horizontal axis counts.
    pub across: String,
    /// What the vertical axis counts.
    pub up: String,
    /// Whether the vertical axis may leave zero out, to show small differences.
    pub close_up: bool,
    /// How the vertical axis is divided.
    pub up_scale: Scale,
    /// Whether the horizontal axis counts percent that come near 100: from 90 to 99 is then as far as from 99 to 99.9.
    pub across_nears_hundred: bool,
    /// The lines.
    pub series: Vec<Series>,
    /// Lines to compare them with, dashed and without dots: bounds, what would be perfect.
    pub guides: Vec<Series>,
}

impl Plot {
    /// These lines under a title and a note, with what the axes count, across and up.
    pub fn new(
        title: impl Into<String>,
        note: impl Into<String>,
        [across, up]: [&str; 2],
        series: Vec<Series>,
    ) -> Plot {
        let [across, up] = [across, up].map(str::to_owned);
        Plot { title: title.into(), note: note.into(), across, up, series, ..Plot::default() }
    }

    /// The whole drawing.
    pub fn svg(&self) -> String {
        self.drawing().to_string()
    }

    fn drawing(&self) -> Element {
        let points = || self.series.iter().chain(&self.guides).flat_map(|series| &series.points);
        let floor = (self.up_scale == Scale::Linear && !self.close_up).then_some(0.0);
        let division = if self.across_nears_hundred { Division::Percent } else { Division::Linear };
        let across = Axis::spanning(points().map(|p| p.0), division, 10);
        let up = Axis::spanning(points().map(|p| p.1).chain(floor), self.up_scale, 6);
        let (legend, top) = self.legend();
        let frame = Frame { across, up, top };
        let sides = ((LEFT, WIDTH - RIGHT), (top, HEIGHT - BOTTOM));
        let head = head(&self.title, &self.note, WIDTH, HEIGHT);
        Element::drawing(WIDTH, HEIGHT)
            .named(&self.title)
            .holding(head)
            .holding(legend)
            .holding(frame.grid())
            .holding(axis_names(&self.across, &self.up, sides.0, sides.1))
            .holding(self.guides.iter().filter_map(|guide| frame.guide(guide)))
            .holding(self.series.iter().zip(colors()).flat_map(|(s, color)| frame.curve(s, color)))
    }

    /// A swatch and a name for each line, in as many rows as it takes, and where the plot begins
    /// below them.
    fn legend(&self) -> (Vec<Element>, f64) {
        let longest = self.series.iter().map(|series| series.name.chars().count()).max();
        let width = 56.0 + 7.0 * longest.unwrap_or(0) as f64;
        let fit = (((WIDTH - LEFT - RIGHT) / width) as usize).max(1);
        let rows = self.series.len().div_ceil(fit).max(1);
        let columns = self.series.len().div_ceil(rows).max(1);
        let mut elements = Vec::new();
        for (at, (series, color)) in self.series.iter().zip(colors()).enumerate() {
            let x = LEFT + (at % columns) as f64 * width;
            let y = LEGEND + (at / columns) as f64 * ROW;
            elements.push(
                Element::line((x, y - 4.5), (x + 24.0, y - 4.5))
                    .with("stroke", color)
                    .at("stroke-width", 3.0)
                    .with("stroke-linecap", "round"),
            );
            elements.push(Element::text((x + 32.0, y), 13.0, &series.name).with("fill", INK));
        }
        (elements, LEGEND + rows as f64 * ROW + 2.0)
    }
}

fn colors() -> impl Iterator<Item = &'static str> {
    COLORS.into_iter().cycle()
}

/// The axes and where they lie on the paper.
struct Frame {
    across: Axis,
    up: Axis,
    top: f64,
}

impl Frame {
    fn x(&self, value: f64) -> Option<f64> {
        self.across.place(value).map(|place| LEFT + place * (WIDTH - LEFT - RIGHT))
    }

    fn y(&self, value: f64) -> Option<f64> {
        let bottom = HEIGHT - BOTTOM;
        self.up.place(value).map(|place| bottom - place * (bottom - self.top))
    }

    /// Horizontal lines with their numbers, ticks below with theirs.
    fn grid(&self) -> Vec<Element> {
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        let mut elements = Vec::new();
        for &tick in &self.up.ticks {
            let Some(y) = self.y(tick) else { continue };
            elements.push(Element::line((LEFT, y), (right, y)).with("stroke", GRID));
            elements.push(
                Element::text((LEFT - 10.0, y + 4.0), 12.0, &self.up.label(tick))
                    .with("text-anchor", "end")
                    .with("fill", FAINT),
            );
        }
        for &tick in &self.across.ticks {
            let Some(x) = self.x(tick) else { continue };
            elements.push(Element::line((x, bottom), (x, bottom + 5.0)).with("stroke", FAINT));
            elements.push(
                Element::text((x, bottom + 20.0), 12.0, &self.across.label(tick)).centred(FAINT),
            );
        }
        elements.push(Element::line((LEFT, bottom), (right, bottom)).with("stroke", FAINT));
        elements
    }

    /// A dashed line that says its name when pointed at.
    fn guide(&self, guide: &Series) -> Option<Element> {
        let place = |&(x, y): &(f64, f64)| Some((self.x(x)?, self.y(y)?));
        let places: Vec<(f64, f64)> = guide.points.iter().filter_map(place).collect();
        let line = Element::polyline(&places)
            .with("stroke", FAINT)
            .at("stroke-width", 1.4)
            .with("stroke-dasharray", "5 4")
            .titled(&guide.name);
        (!places.is_empty()).then_some(line)
    }

    /// One line with a dot at each point; the dots say their numbers when pointed at.
    fn curve(&self, series: &Series, color: &str) -> Vec<Element> {
        let placed: Vec<((f64, f64), (f64, f64))> = series
            .points
            .iter()
            .filter_map(|&(x, y)| Some(((self.x(x)?, self.y(y)?), (x, y))))
            .collect();
        let places: Vec<(f64, f64)> = placed.iter().map(|&(place, _)| place).collect();
        let line = Element::polyline(&places)
            .with("stroke", color)
            .at("stroke-width", 2.0)
            .with("stroke-linejoin", "round");
        let radius = if placed.len() > 80 { 1.5 } else { 2.6 };
        let dots = placed.iter().map(|&(place, (x, y))| {
            let said = format!("{}: {x}, {y}", series.name);
            Element::dot(place, radius).with("fill", color).titled(&said)
        });
        std::iter::once(line).chain(dots).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(up_scale: Scale) -> String {
        let points = |n: u32| (0..n).map(|d| (f64::from(d), f64::from(d * d))).collect();
        let series = vec![
            Series { name: "White to move, wins".to_owned(), points: points(32) },
            Series { name: "Black to move, losses".to_owned(), points: points(20) },
        ];
        let plot = Plot::new("KQKR & friends", "DTC", ["depth", "positions"], series);
        Plot { up_scale, ..plot }.svg()
    }

    #[test]
    fn every_point_is_drawn_and_named() {
        let svg = plot(Scale::Linear);
        assert_eq!(svg.matches("<circle").count(), 52);
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(svg.contains("<title>White to move, wins: 31, 961</title>"));
        assert!(svg.contains(">KQKR &amp; friends</text>"));
        assert!(svg.contains(">positions</text>") && svg.contains(">1,000</text>"));
    }

    #[test]
    fn a_guide_is_dashed_and_bounds_the_axes() {
        let guide = Series { name: "the limit".to_owned(), points: vec![(0.0, 50.0), (50.0, 0.0)] };
        let svg = Plot { guides: vec![guide], ..Plot::default() }.svg();
        assert_eq!(svg.matches("stroke-dasharray").count(), 1);
        assert!(svg.contains("<title>the limit</title>") && svg.contains(">50</text>"));
        assert!(!svg.contains("<circle"));
    }

    #[test]
    fn a_logarithmic_axis_leaves_zeros_out() {
        let svg = plot(Scale::Log);
        assert_eq!(svg.matches("<circle").count(), 50);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn what_opens_closes() {
        let svg = plot(Scale::Linear);
        for name in ["svg", "text", "circle", "title"] {
            let opened = svg.matches(&format!("<{name} ")).count()
                + svg.matches(&format!("<{name}>")).count();
            assert_eq!(opened, svg.matches(&format!("</{name}>")).count(), "{name}");
        }
    }
}
