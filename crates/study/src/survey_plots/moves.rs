//! How many moves positions have, and how many of them are good, optimal or long lines.

use endgame::survey::{Histogram, Stratum};
use plot::{HeatMap, Plot, Scale, Series};
use value::Depth;

use super::{DEPTH, View, numbers};

/// What is counted, by name.
type Counted = (&'static str, fn(&Stratum) -> &Histogram);

const WINNER: [Counted; 3] = [
    ("legal moves", |of| &of.branching),
    ("good moves", |of| &of.good),
    ("optimal", |of| &of.optimal),
];
const LOSER: [Counted; 3] = [
    ("legal moves", |of| &of.branching),
    ("long lines", |of| &of.long),
    ("optimal", |of| &of.optimal),
];

impl View<'_> {
    fn counted(&self) -> [Counted; 3] {
        if self.is_loser() { LOSER } else { WINNER }
    }

    /// Positions by how many moves they have, from a depth on. Figs 5.2 and 5.5.
    pub fn move_counts(&self, from: Depth) -> Plot {
        let all = self.side.from(from);
        let series = self.counted().map(|(name, of)| {
            let counts = of(&all);
            let points = (0..counts.len()).map(|n| (n as f64, counts.get(n) as f64)).collect();
            Series { name: name.to_owned(), points }
        });
        let title = self.title("how many moves there are");
        let note = format!("{}; from depth {from}", self.noted());
        Plot::new(title, note, ["moves in a position", "positions"], series.to_vec())
    }

    /// The mean numbers of moves by depth. Figs 5.3 and 5.6.
    pub fn mean_moves(&self) -> Plot {
        let means = self.counted().map(|(name, of)| self.line(name, |at| of(at).mean()));
        self.plot("moves by depth", "mean number of moves", means.to_vec())
    }

    /// Positions by branching factor and depth. Fig 5.4.
    pub fn joint(&self) -> HeatMap {
        let widest = self.side.strata().map(|(_, at)| at.branching.len()).max().unwrap_or(0);
        let depths = 0..self.deepest() + 1;
        let share = |depth: usize, moves: usize| {
            let at = self.side.at(Depth(depth as u16))?;
            Some(100.0 * at.branching.get(moves) as f64 / at.positions() as f64)
        };
        let row = |moves: usize| depths.clone().map(|depth| share(depth, moves)).collect();
        HeatMap {
            title: self.title("legal moves at each depth"),
            note: format!("{}; shades add up to 100 in each column", self.noted()),
            across: DEPTH.to_owned(),
            up: "legal moves".to_owned(),
            shade: "percent of the positions of the depth".to_owned(),
            columns: numbers(depths.clone()),
            rows: numbers(0..widest),
            cells: (0..widest).map(row).collect(),
            scale: Scale::Linear,
        }
    }

    /// The loser's mean number of long lines that concede no more than so much. Fig 8.2.
    pub fn options_within(&self, risks: &[u16]) -> Plot {
        let within = |risk: u16| {
            self.line(&format!("risk {risk}"), move |at| {
                let lines = at.long_by_risk.iter().filter(|&(risked, _)| risked <= risk.into());
                Some(lines.map(|(_, times)| times).sum::<u64>() as f64 / at.positions() as f64)
            })
        };
        let mut series: Vec<Series> = risks.iter().map(|&risk| within(risk)).collect();
        series.push(self.line("all long lines", |at| at.long.mean()));
        self.plot("long lines within a risk", "mean number of long lines", series)
    }
}
