//! Plots one below the other, in one drawing.

use crate::svg::Element;
use crate::{HEIGHT, Plot, WIDTH};

/// Several plots, the first on top.
#[derive(Clone, Debug, Default)]
pub struct Stack(pub Vec<Plot>);

impl Stack {
    /// The whole drawing.
    pub fn svg(&self) -> String {
        let place = |(at, plot): (usize, &Plot)| plot.drawing().at("y", at as f64 * HEIGHT);
        Element::drawing(WIDTH, self.0.len() as f64 * HEIGHT)
            .holding(self.0.iter().enumerate().map(place))
            .to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Series;

    #[test]
    fn each_plot_has_its_place() {
        let series = Series { name: "a".to_owned(), points: vec![(0.0, 1.0), (1.0, 2.0)] };
        let plot = |title: &str| Plot::new(title, "", ["x", "y"], vec![series.clone()]);
        let svg = Stack(vec![plot("above"), plot("below")]).svg();
        assert!(svg.contains("height=\"1000\"") && svg.contains("y=\"500\""), "{svg}");
        assert_eq!(svg.matches("<svg ").count(), svg.matches("</svg>").count());
        assert!(svg.find(">above<") < svg.find(">below<"));
    }
}
