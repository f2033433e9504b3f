//! A number for each pair of two others, as shades.

use crate::shade;
use crate::svg::Element;
use crate::ticks::{Scale, grouped};
use crate::{BOTTOM, FAINT, HEIGHT, INK, LEFT, WIDTH};

const TOP: f64 = 84.0;
/// Room for the bar of shades.
const BAR: f64 = 108.0;

/// Shades over two axes of whole numbers or names.
#[derive(Clone, Debug, Default)]
pub struct HeatMap {
    /// Above everything.
    pub title: String,
    /// What is counted and how, in one line under the title.
    pub note: String,
    /// What the horizontal axis counts.
    pub across: String,
    /// What the vertical axis counts.
    pub up: String,
    /// What the shades count.
    pub shade: String,
    /// The names of the columns, left to right.
    pub columns: Vec<String>,
    /// The names of the rows, bottom to top.
    pub rows: Vec<String>,
    /// By row and column; nothing is drawn where there is none.
    pub cells: Vec<Vec<Option<f64>>>,
    /// How shades follow numbers.
    pub scale: Scale,
}

impl HeatMap {
    fn values(&self) -> impl Iterator<Item = f64> + '_ {
        self.cells.iter().flatten().filter_map(|&cell| cell).filter(|value| self.shown(*value))
    }

    fn shown(&self, value: f64) -> bool {
        value.is_finite() && (self.scale == Scale::Linear || value > 0.0)
    }

    /// The least and the greatest number shown; a linear scale starts at zero.
    fn span(&self) -> (f64, f64) {
        let least = self.values().fold(f64::INFINITY, f64::min);
        let most = self.values().fold(f64::NEG_INFINITY, f64::max);
        if most < least {
            return (0.0, 1.0);
        }
        // Three decades are told apart; what is rarer is as light as can be.
        let least = match self.scale {
            Scale::Linear => least.min(0.0),
            Scale::Log => least.max(most / 1000.0),
        };
        if most > least { (least, most) } else { (least, least + 1.0) }
    }

    fn share(&self, value: f64, (least, most): (f64, f64)) -> f64 {
        match self.scale {
            Scale::Linear => (value - least) / (most - least),
            Scale::Log => (value / least).ln() / (most / least).ln(),
        }
    }

    /// The whole drawing.
    pub fn svg(&self) -> String {
        let span = self.span();
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - BAR);
        let wide = (right - LEFT) / self.columns.len().max(1) as f64;
        let high = (bottom - TOP) / self.rows.len().max(1) as f64;
        let mut cells = Vec::new();
        for (row, line) in self.cells.iter().enumerate() {
            for (column, cell) in line.iter().enumerate() {
                let Some(value) = cell.filter(|&value| self.shown(value)) else { continue };
                let corner = (LEFT + column as f64 * wide, bottom - (row + 1) as f64 * high);
                let said = format!("{}, {}: {}", self.columns[column], self.rows[row], said(value));
                cells.push(
                    // A hair wider than its place, so that no seams show.
                    Element::rectangle(corner, wide + 0.3, high + 0.3)
                        .with("fill", shade::color(self.share(value, span)))
                        .titled(&said),
                );
            }
        }
        Element::drawing(WIDTH, HEIGHT)
            .named(&self.title)
            .holding(crate::head(&self.title, &self.note, WIDTH, HEIGHT))
            .holding(cells)
            .holding(self.names(wide, high))
            .holding(self.bar(span))
            .to_string()
    }

    fn names(&self, wide: f64, high: f64) -> Vec<Element> {
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - BAR);
        let mut elements = crate::axis_names(&self.across, &self.up, (LEFT, right), (TOP, bottom));
        let every = |many: usize, fit: usize| many.div_ceil(fit.max(1)).max(1);
        let step = every(self.columns.len(), ((right - LEFT) / 24.0) as usize);
        for (at, name) in self.columns.iter().enumerate().step_by(step) {
            let x = LEFT + (at as f64 + 0.5) * wide;
            elements.push(Element::text((x, bottom + 20.0), 12.0, name).centred(FAINT));
        }
        let step = every(self.rows.len(), ((bottom - TOP) / 15.0) as usize);
        for (at, name) in self.rows.iter().enumerate().step_by(step) {
            let y = bottom - (at as f64 + 0.5) * high + 4.0;
            elements.push(
                Element::text((LEFT - 10.0, y), 12.0, name)
                    .with("text-anchor", "end")
                    .with("fill", FAINT),
            );
        }
        elements
    }

    /// What the shades mean.
    fn bar(&self, span: (f64, f64)) -> Vec<Element> {
        const STEPS: usize = 40;
        let (bottom, x) = (HEIGHT - BOTTOM, WIDTH - BAR + 20.0);
        let high = (bottom - TOP) / STEPS as f64;
        let mut elements: Vec<Element> = (0..STEPS)
            .map(|step| {
                let corner = (x, bottom - (step + 1) as f64 * high);
                let share = (step as f64 + 0.5) / STEPS as f64;
                Element::rectangle(corner, 14.0, high + 0.3).with("fill", shade::color(share))
            })
            .collect();
        let (least, most) = span;
        let middle = match self.scale {
            Scale::Linear => f64::midpoint(least, most),
            Scale::Log => (least * most).sqrt(),
        };
        for (value, y) in [(least, bottom), (middle, f64::midpoint(TOP, bottom)), (most, TOP + 8.0)]
        {
            elements.push(Element::text((x + 20.0, y), 11.0, &said(value)).with("fill", FAINT));
        }
        let y = f64::midpoint(TOP, bottom);
        let turned = format!("rotate(-90 {} {y})", WIDTH - 10.0);
        elements.push(
            Element::text((WIDTH - 10.0, y), 12.0, &self.shade)
                .with("text-anchor", "middle")
                .with("transform", turned)
                .with("fill", INK),
        );
        elements
    }
}

/// A number in few figures.
fn said(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        let sign = if value < 0.0 { "-" } else { "" };
        return format!("{sign}{}", grouped(value.abs() as u64));
    }
    if value.abs() >= 1000.0 {
        return grouped(value.round() as u64);
    }
    let whole = value.abs().log10().floor() as i32;
    let decimals = (2 - whole).clamp(0, 9) as usize;
    let text = format!("{value:.decimals$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(scale: Scale) -> HeatMap {
        HeatMap {
            title: "joint".to_owned(),
            columns: ["1", "2", "3"].map(str::to_owned).to_vec(),
            rows: ["a", "b"].map(str::to_owned).to_vec(),
            cells: vec![vec![Some(0.0), Some(5.0), None], vec![Some(10.0), Some(2.5), Some(1.0)]],
            scale,
            ..HeatMap::default()
        }
    }

    #[test]
    fn every_cell_is_drawn_and_named() {
        let svg = map(Scale::Linear).svg();
        assert_eq!(svg.matches("<title>").count(), 5);
        assert!(svg.contains("<title>1, b: 10</title>"));
        assert!(svg.contains(&shade::color(1.0)) && svg.contains(&shade::color(0.5)));
        assert_eq!(map(Scale::Log).svg().matches("<title>").count(), 4);
        assert!(!map(Scale::Log).svg().contains("NaN"));
    }

    #[test]
    fn an_empty_map_is_a_drawing_too() {
        assert!(HeatMap::default().svg().starts_with("<svg"));
        assert_eq!(said(0.012_345), "0.0123");
        assert_eq!(said(1_234.5), "1,235");
        assert_eq!(said(12.5), "12.5");
    }
}
