//! `assess --by-depth`: mistakes by depth, beside the random player's.

use std::io::Write;
use std::path::PathBuf;

use endgame::material::Material;
use endgame::tables::Tables;
use player::quality::{Equilibrium, Rates};
use serde::Serialize;
use study::assess::Side;
use study::assess::profile::{LEAST_MOVES, Profile, ProfileRow, survey_of};
use study::assess::quality::Qualities;

use crate::console::Console;
use crate::failure::bad_input;
use crate::files;
use crate::format::grouped;
use crate::plot::{Plot, Series};

/// How mistakes by depth are shown.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct ProfileOptions {
    /// List mistakes by the depth before the move, beside those of a player who takes any move that
    /// keeps the value, and the depths at which winners stand still
    #[arg(long)]
    by_depth: bool,

    /// Put each depth together with its neighbours, one on either side
    #[arg(long)]
    smooth: bool,

    /// Draw mistakes by depth into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    pub(super) error_plot: Option<PathBuf>,

    /// What --error-plot draws: moves conceded a move (d), mistakes a move (p), or the size of a
    /// mistake (delta)
    #[arg(long, value_enum, value_name = "MEASURE", requires = "error_plot", default_value = "d")]
    measure: Measure,

    /// Write mistakes by depth into this CSV file
    #[arg(long, value_name = "FILE.csv")]
    pub(super) error_table: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Measure {
    D,
    P,
    Delta,
}

impl Measure {
    fn of(self, rates: &Rates) -> Option<f64> {
        match self {
            Measure::D => Some(rates.average),
            Measure::P => Some(rates.probability),
            Measure::Delta => rates.magnitude,
        }
    }

    fn said(self) -> &'static str {
        match self {
            Measure::D => "moves of depth conceded a move, d",
            Measure::P => "probability of a mistake, p",
            Measure::Delta => "moves of depth conceded a mistake, delta",
        }
    }
}

/// Winners and losers of an endgame, by depth.
pub(super) struct Profiles {
    endgame: Material,
    smooth: bool,
    sides: [Profile; 2],
}

impl ProfileOptions {
    pub(super) fn is_asked(&self) -> bool {
        self.by_depth || self.error_plot.is_some() || self.error_table.is_some()
    }

    /// Refuses what changes nothing.
    pub(super) fn check(&self, idle: impl Fn(&str, &str) -> anyhow::Error) -> anyhow::Result<()> {
        match self.smooth && !self.is_asked() {
            true => Err(idle("--smooth", "--by-depth, --error-plot or --error-table")),
            false => Ok(()),
        }
    }

    pub(super) fn is_printed(&self) -> bool {
        self.by_depth
    }

    /// The profiles of the endgame asked for, or of the commonest.
    pub(super) fn profiles(
        &self,
        players: &Qualities,
        tables: &Tables,
        console: &Console,
    ) -> anyhow::Result<Profiles> {
        let Some(endgame) = players.endgame.or_else(|| players.commonest()) else {
            return Err(bad_input(
                "no game has a won position: there are no mistakes to list by depth",
            ));
        };
        let survey = survey_of(tables, &endgame, &console.monitor())?;
        let sides = [Side::Attacker, Side::Defender]
            .map(|side| Profile::new(players, side, &endgame, &survey, self.smooth));
        Ok(Profiles { endgame, smooth: self.smooth, sides })
    }
}

impl Profiles {
    fn note(&self) -> String {
        // A move enters up to three rows when depths are put together: its count says nothing.
        if self.smooth {
            return "three depths together; fatal mistakes left out".to_owned();
        }
        let moves = |side: &Profile| grouped(side.rows.iter().map(|row| row.moves).sum());
        let [winners, losers] = self.sides.each_ref().map(moves);
        format!("{winners} moves of winners, {losers} of losers; fatal mistakes left out")
    }

    fn plot(&self, measure: Measure) -> Plot {
        let line = |side: &Profile, name: &str, random: bool| {
            let pick = |row: &ProfileRow| {
                let rates = if random { row.random } else { row.players };
                Some((f64::from(row.depth), measure.of(&rates?)?))
            };
            let who = if side.side == Side::Attacker { "winners" } else { "losers" };
            Series {
                name: format!("{name} {who}"),
                points: side.rows.iter().filter_map(pick).collect(),
            }
        };
        let [winners, losers] = &self.sides;
        // The random loser's errors would dwarf all others: they are in the table.
        let series = [
            line(winners, "these", false),
            line(winners, "random", true),
            line(losers, "these", false),
        ];
        let series: Vec<Series> =
            series.into_iter().filter(|series| !series.points.is_empty()).collect();
        let right = series
            .iter()
            .flat_map(|one| one.points.last())
            .map(|point| point.0)
            .fold(1.0, f64::max);
        let stand_still = Series {
            name: "no progress against best play".to_owned(),
            points: vec![(0.0, 1.0), (right, 1.0)],
        };
        Plot {
            title: format!("{}: mistakes by depth", self.endgame),
            note: self.note(),
            across: "depth before the move".to_owned(),
            up: measure.said().to_owned(),
            series,
            guides: if measure == Measure::D { vec![stand_still] } else { Vec::new() },
            ..Plot::default()
        }
    }

    /// Writes the files that were asked for.
    pub(super) fn write(&self, options: &ProfileOptions) -> anyhow::Result<()> {
        if let Some(file) = &options.error_plot {
            files::write(file, &self.plot(options.measure).svg())?;
        }
        if let Some(file) = &options.error_table {
            files::write(file, &self.csv())?;
        }
        Ok(())
    }

    pub(super) fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        for side in &self.sides {
            let who = if side.side == Side::Attacker { "winners" } else { "losers" };
            writeln!(out, "{}, {who}: mistakes by depth; {}", self.endgame, self.note())?;
            writeln!(
                out,
                "{:>5}{:>8}{:>7}{:>9}{:>9}{:>9}   random{:>9}{:>9}{:>9}",
                "depth", "moves", "fatal", "d", "p", "delta", "d", "p", "delta"
            )?;
            for row in &side.rows {
                let mut cells = Vec::new();
                for rates in [row.players, row.random] {
                    let of = |pick: Measure| rates.and_then(|rates| pick.of(&rates));
                    cells.extend([Measure::D, Measure::P, Measure::Delta].map(|m| three(of(m))));
                }
                writeln!(
                    out,
                    "{:>5}{:>8}{:>7}{:>9}{:>9}{:>9}         {:>9}{:>9}{:>9}",
                    row.depth,
                    row.moves,
                    row.fatal,
                    cells[0],
                    cells[1],
                    cells[2],
                    cells[3],
                    cells[4],
                    cells[5]
                )?;
            }
            if side.side == Side::Attacker {
                writeln!(
                    out,
                    "winners stand still (d = 1, {LEAST_MOVES} moves or more a depth): {}",
                    said(&side.equilibria)
                )?;
                writeln!(out, "the random player: {}", said(&side.random_equilibria))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn csv(&self) -> String {
        let mut text =
            "side,depth,moves,fatal,d,p,delta,random_d,random_p,random_delta\n".to_owned();
        for side in &self.sides {
            for row in &side.rows {
                let mut cells = vec![
                    side.side.word().to_owned(),
                    row.depth.to_string(),
                    row.moves.to_string(),
                    row.fatal.to_string(),
                ];
                for rates in [row.players, row.random] {
                    let of = |pick: Measure| rates.and_then(|rates| pick.of(&rates));
                    let numbers = [Measure::D, Measure::P, Measure::Delta].map(of);
                    cells.extend(numbers.map(|n| n.map_or(String::new(), |n| n.to_string())));
                }
                text.push_str(&cells.join(","));
                text.push('\n');
            }
        }
        text
    }

    pub(super) fn answer(&self) -> ProfilesAnswer {
        let [winners, losers] =
            self.sides.each_ref().map(|side| side.rows.iter().map(row).collect());
        let standing = |all: &[Equilibrium]| {
            all.iter().map(|at| EquilibriumAnswer { depth: at.depth, stable: at.stable }).collect()
        };
        ProfilesAnswer {
            endgame: self.endgame.to_string(),
            smoothed: self.smooth,
            winners,
            losers,
            equilibria: standing(&self.sides[0].equilibria),
            random_equilibria: standing(&self.sides[0].random_equilibria),
        }
    }
}

fn said(equilibria: &[Equilibrium]) -> String {
    if equilibria.is_empty() {
        return "nowhere".to_owned();
    }
    let one = |at: &Equilibrium| {
        let kind = if at.stable { "stable" } else { "unstable" };
        format!("at depth {:.1} ({kind})", at.depth)
    };
    equilibria.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn three(number: Option<f64>) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.3}"))
}

#[derive(Serialize)]
pub(super) struct ProfilesAnswer {
    endgame: String,
    smoothed: bool,
    winners: Vec<RowAnswer>,
    losers: Vec<RowAnswer>,
    equilibria: Vec<EquilibriumAnswer>,
    random_equilibria: Vec<EquilibriumAnswer>,
}

#[derive(Serialize)]
struct EquilibriumAnswer {
    depth: f64,
    stable: bool,
}

#[derive(Serialize)]
struct RowAnswer {
    depth: u16,
    moves: u64,
    fatal: u64,
    players: Option<RatesAnswer>,
    random: Option<RatesAnswer>,
}

#[derive(Serialize)]
struct RatesAnswer {
    d: f64,
    p: f64,
    delta: Option<f64>,
}

fn row(row: &ProfileRow) -> RowAnswer {
    let rates = |rates: Rates| RatesAnswer {
        d: rates.average,
        p: rates.probability,
        delta: rates.magnitude,
    };
    RowAnswer {
        depth: row.depth,
        moves: row.moves,
        fatal: row.fatal,
        players: row.players.map(rates),
        random: row.random.map(rates),
    }
}
