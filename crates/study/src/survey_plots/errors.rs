//! Where random moves lead, and what they cost.

use endgame::survey::{DepthAfter, RandomError};
use plot::{HeatMap, Plot, Scale, Series};
use value::Depth;

use super::{DEPTH, View, numbers};

impl View<'_> {
    /// The distribution of the depth after a random move, by the depth before. Fig 5.7.
    pub fn depth_after(&self) -> HeatMap {
        let depths = 0..self.deepest() + 1;
        let after: Vec<_> = depths
            .clone()
            .map(|depth| self.side.at(Depth(depth as u16)).and_then(|at| at.depth_after()))
            .collect();
        let most = after.iter().flatten().map(|after| after.probabilities.len()).max().unwrap_or(0);
        let percent = |share: f64| Some(100.0 * share).filter(|&share| share > 0.0);
        let mut cells: Vec<Vec<Option<f64>>> = (0..most)
            .map(|to| {
                let share = |after: &Option<DepthAfter>| {
                    percent(after.as_ref()?.probabilities.get(to).copied()?)
                };
                after.iter().map(share).collect()
            })
            .collect();
        let mut rows = numbers(0..most);
        if !self.is_loser() {
            rows.push("fatal".to_owned());
            cells.push(after.iter().map(|after| percent(after.as_ref()?.fatal)).collect());
        }
        HeatMap {
            title: self.title("depth after a random move"),
            note: self.noted(),
            across: DEPTH.to_owned(),
            up: "depth after the move".to_owned(),
            shade: "percent of the moves, logarithmic".to_owned(),
            columns: numbers(depths),
            rows,
            cells,
            scale: Scale::Log,
        }
    }

    /// The same from one depth: a cross section. Fig 5.8.
    pub fn depth_after_from(&self, depth: Depth) -> Plot {
        let after = self.side.at(depth).and_then(|at| at.depth_after());
        let points = after.iter().flat_map(|after| after.probabilities.iter().enumerate());
        let points = points.map(|(to, &share)| (to as f64, share)).collect();
        let fatal = after.as_ref().map_or(0.0, |after| after.fatal);
        let title = self.title(&format!("depth after a random move from depth {depth}"));
        let note = format!("{}; fatal: {:.1} percent", self.noted(), 100.0 * fatal);
        let line = Series { name: "random move".to_owned(), points };
        Plot::new(title, note, ["depth after the move", "probability"], vec![line])
    }

    /// The mean depth after a random move, fatal ones ignored, beside the best. Fig 5.9.
    pub fn mean_depth_after(&self) -> Plot {
        let best = |(Depth(depth), _): &(Depth, RandomError)| {
            let after = if self.is_loser() { *depth } else { depth.saturating_sub(1) };
            (f64::from(*depth), f64::from(after))
        };
        let points = self.side.random_player().iter().map(best).collect();
        let best = Series { name: "optimal move".to_owned(), points };
        let random =
            self.line("random move that keeps the value", |at| Some(at.depth_after()?.mean()));
        let what = "expected depth after a random move";
        self.plot(what, "depth after the move", vec![random, best])
    }

    /// The random player's expected error, its probability and its magnitude. Figs 6.3 to 6.5.
    pub fn random_errors(&self) -> Plot {
        let series = vec![
            self.line("expected error", |at| Some(at.random_error()?.good.expected)),
            self.line("probability of an error", |at| Some(at.random_error()?.good.probability)),
            self.line("magnitude of an error", |at| at.random_error()?.good.magnitude()),
        ];
        let note = format!("{}; fatal moves ignored", self.noted());
        Plot { note, ..self.plot("the random player's errors", "moves", series) }
    }
}
