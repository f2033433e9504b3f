//! What an experiment comes to: numbers, a plot, and how they compare with the paper.

use std::fmt;
use std::fmt::Write;

use plot::Picture;

use crate::printed::{Printed, PrintedValues, printed};

/// Rows of figures under a heading.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, each as long as the columns.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    /// An empty grid with a head like `c | mean | sd`.
    pub fn new(head: &str) -> Grid {
        Grid { columns: head.split(" | ").map(str::to_owned).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: &[&dyn fmt::Display]) {
        self.rows.push(cells.iter().map(ToString::to_string).collect());
    }

    /// Adds a row of words and then figures, blank where there is none.
    pub fn figures(
        &mut self,
        words: &[&dyn fmt::Display],
        figures: impl IntoIterator<Item = impl Into<Option<f64>>>,
    ) {
        let words = words.iter().map(ToString::to_string);
        let figures =
            figures.into_iter().map(|number| number.into().map_or_else(String::new, figure));
        self.rows.push(words.chain(figures).collect());
    }

    /// As a table in Markdown.
    fn markdown(&self) -> String {
        let row = |cells: &[String]| format!("| {} |\n", cells.join(" | ").trim_end());
        let rule = format!("|{}\n", "---|".repeat(self.columns.len()));
        let rows = self.rows.iter().map(|cells| row(cells));
        row(&self.columns) + &rule + &rows.collect::<String>()
    }

    /// As CSV.
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let records = std::iter::once(&self.columns).chain(&self.rows);
        for record in records {
            writer.write_record(record).expect("memory takes what is written, rows are even");
        }
        let bytes = writer.into_inner().expect("memory takes what is written");
        String::from_utf8(bytes).expect("text in, text out")
    }
}

/// Whether ours is theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Within the spread.
    Agrees,
    /// Not.
    Differs,
    /// Nothing was printed to compare with.
    New,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Agrees => "agrees",
            Verdict::Differs => "differs",
            Verdict::New => "new",
        })
    }
}

/// One figure of ours beside theirs.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// What is compared.
    pub name: String,
    /// Ours.
    pub ours: f64,
    /// Theirs.
    pub theirs: Option<Printed>,
    /// How uncertain ours is: its standard error, where chance was at work.
    pub error: f64,
}

impl Comparison {
    /// Ours agrees if it lies within the spread and three of our standard errors.
    pub fn verdict(&self) -> Verdict {
        match self.theirs {
            None => Verdict::New,
            Some(Printed { printed, spread }) => {
                let allowed = spread + 3.0 * self.error;
                let close = (self.ours - printed).abs() <= allowed * (1.0 + 1e-9);
                if close { Verdict::Agrees } else { Verdict::Differs }
            }
        }
    }
}

/// What an experiment comes to.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The claim that is tested, in a sentence or two of our own.
    pub claim: String,
    /// Every figure.
    pub grid: Grid,
    /// The ones that were printed, or should be looked at first.
    pub comparisons: Vec<Comparison>,
    /// What people would rather look at.
    pub plot: Option<Picture>,
    /// What the report shows as a table instead of every figure, where these are too many to be read.
    pub summary: Option<Grid>,
    /// Whether the report shows every figure as a table too: where ours and theirs stand side by side, or the figures are few.
    pub is_tabled: bool,
    /// What must be known to read it: conventions, disagreements.
    pub notes: Vec<String>,
    /// What the paper prints, by the names of the comparisons.
    pub printed: PrintedValues,
}

impl Report {
    /// An empty report of an experiment with this key.
    pub fn new(key: &str) -> Report {
        Report { printed: printed(key), ..Report::default() }
    }

    /// Says what is claimed, and heads the columns.
    pub(crate) fn begin(&mut self, claim: impl Into<String>, columns: &str) {
        self.claim = claim.into();
        self.grid = Grid::new(columns);
    }

    /// A figure of ours, beside the value that is printed under this name if there is one.
    pub(crate) fn compare(&mut self, name: impl Into<String>, ours: f64) -> &mut Comparison {
        let name = name.into();
        let theirs = self.printed.get(&name).copied();
        self.comparisons.push(Comparison { name, ours, theirs, error: 0.0 });
        self.comparisons.last_mut().expect("one was just added")
    }

    /// Draws a picture.
    pub(crate) fn draw(&mut self, picture: impl Into<Picture>) {
        self.plot = Some(picture.into());
    }

    /// Shows every figure in the report.
    pub(crate) fn tabulate(&mut self) {
        self.is_tabled = true;
    }

    /// Adds what must be known to read it.
    pub(crate) fn note(&mut self, notes: &[&str]) {
        self.notes.extend(notes.iter().map(ToString::to_string));
    }

    /// Says loudly that there is nothing, for want of games of people.
    pub(crate) fn skip(&mut self, endgame: &str) {
        self.grid = Grid::new("skipped");
        self.grid.row(&[&"no games of people"]);
        self.notes.push(format!(
            "SKIPPED: nothing was computed without games of people that reach {endgame}: give them with --games FILE.pgn."
        ));
    }

    /// A short report in Markdown.
    pub fn markdown(&self, key: &str, title: &str) -> String {
        let mut text = format!("# {key}: {title}\n\nMade by `fallible reproduce {key}`.\n\n");
        let _ = writeln!(text, "{}\n", self.claim);
        if self.plot.is_some() {
            let name = key.rsplit('/').next().unwrap_or(key);
            let _ = writeln!(text, "![{title}]({name}.svg)\n");
        }
        if !self.comparisons.is_empty() {
            text.push_str("| | ours | theirs | verdict |\n|---|---|---|---|\n");
            for comparison in &self.comparisons {
                let theirs = comparison.theirs.map_or("-".to_owned(), |theirs| {
                    format!("{} ± {}", theirs.printed, theirs.spread)
                });
                let ours = figure(comparison.ours);
                let ours = if comparison.error > 0.0 {
                    format!("{ours} ± {}", figure(comparison.error))
                } else {
                    ours
                };
                let verdict = comparison.verdict();
                let _ = writeln!(text, "| {} | {ours} | {theirs} | {verdict} |", comparison.name);
            }
            text.push('\n');
        }
        if let Some(summary) = &self.summary {
            let _ = writeln!(text, "{}", summary.markdown());
        }
        if self.is_tabled {
            let _ = writeln!(text, "{}", self.grid.markdown());
        }
        for note in &self.notes {
            let _ = writeln!(text, "- {note}");
        }
        text
    }
}

/// A number with about six figures.
pub fn figure(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    if !number.is_finite() {
        return number.to_string();
    }
    if !(1e-6..1e10).contains(&number.abs()) {
        return format!("{number:.5e}");
    }
    let whole = number.abs().log10().floor() as i32 + 1;
    let decimals = (6 - whole).clamp(0, 12) as usize;
    let text = format!("{number:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_the_spread() {
        let printed = [("printed".to_owned(), Printed { printed: 10.0, spread: 0.5 })].into();
        let mut report = Report { printed, ..Report::default() };
        assert_eq!(report.compare("printed", 10.5).verdict(), Verdict::Agrees);
        let ours = report.compare("printed", 10.6);
        assert_eq!(ours.verdict(), Verdict::Differs);
        ours.error = 0.1;
        assert_eq!(ours.verdict(), Verdict::Agrees);
        assert_eq!(report.compare("not printed", 3.0).verdict(), Verdict::New);
    }

    #[test]
    fn figures_are_short() {
        assert_eq!(figure(97.195_912_3), "97.1959");
        assert_eq!(figure(3444.0), "3444");
        assert_eq!(figure(0.126_69), "0.12669");
        assert_eq!([figure(0.0), figure(-0.0)], ["0", "0"]);
        assert_eq!(figure(-1.5e-7), "-1.50000e-7");
        assert_eq!(figure(3e12), "3.00000e12");
    }

    #[test]
    fn a_grid_is_csv() {
        let mut grid = Grid::new("c | what");
        grid.row(&[&1, &"a, b"]);
        grid.figures(&[], [Some(0.5), None]);
        assert_eq!(grid.csv(), "c,what\n1,\"a, b\"\n0.5,\n");
        assert_eq!(grid.markdown(), "| c | what |\n|---|---|\n| 1 | a, b |\n| 0.5 | |\n");
    }
}
