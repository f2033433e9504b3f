//! `practice --report`: the columns of table 7.1.

use std::io::Write;

use serde::Serialize;
use study::practice::export::csv_cell;
use study::practice::record::{FORMAT, Record};
use study::practice::{PracticeError, Row};
use study::schema::quality::MistakeCounts;
use study::summary_statistics::SummaryStatistics;

use super::{Args, read};
use crate::failure::refuse;
use crate::format::decimals;
use crate::json;

const COLUMNS: [&str; 18] = [
    "#", "S", "P", "D", "NH", "EH", "TH", "pH", "delH", "dH", "NC", "EC", "TC", "pC", "delC", "dC",
    "Net", "DMAX",
];

#[derive(Serialize)]
struct Games {
    games: Vec<Row>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for file in &args.report {
        let record: Record = read(file, "record")?;
        if record.format != FORMAT {
            return Err(PracticeError::Format { found: record.format }.into());
        }
        if !record.goal.is_win() {
            let name = file.display();
            refuse!("{name} is of a draw to hold, and the table has won games only: leave it out");
        }
        rows.push(Row::of(rows.len() + 1, &record));
    }
    if args.options.json {
        return json::write(out, &Games { games: rows });
    }
    if args.csv {
        writeln!(out, "{}", COLUMNS.join(","))?;
        for row in &rows {
            writeln!(out, "{}", cells(row).map(|cell| csv_cell(&cell)).join(","))?;
        }
        return Ok(());
    }
    print(&rows, out)?;
    by_program(&rows, out)
}

/// The table, with his footnotes where they apply.
pub(super) fn print(rows: &[Row], out: &mut dyn Write) -> anyhow::Result<()> {
    let cells: Vec<[String; 18]> = rows.iter().map(cells).collect();
    let line = |row: [&str; 18]| {
        let cell = |(column, text): (usize, &str)| {
            let longest = cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
            let width = longest.max(COLUMNS[column].len());
            // Names to the left, numbers to the right.
            if [1, 2].contains(&column) {
                format!("{text:<width$}")
            } else {
                format!("{text:>width$}")
            }
        };
        row.into_iter().enumerate().map(cell).collect::<Vec<_>>().join("  ")
    };
    writeln!(out, "{}", line(COLUMNS))?;
    for row in &cells {
        writeln!(out, "{}", line(row.each_ref().map(String::as_str)).trim_end())?;
    }
    if rows.iter().any(|row| row.draw_included) {
        writeln!(out, "† a draw is included, as a position 50 moves deep")?;
    }
    if rows.iter().any(|row| row.depth_after_first_error.is_some()) {
        writeln!(out, "[D] a large error with the very first move, in none of the figures")?;
    }
    if rows.iter().any(|row| row.end.is_none()) {
        writeln!(out, "? a game that still goes on")?;
    }
    Ok(())
}

fn cells(row: &Row) -> [String; 18] {
    let depth = match row.depth_after_first_error {
        Some(after) => format!("{}[{after}]", row.depth),
        None => row.depth.to_string(),
    };
    let two = |number: Option<f64>| decimals(number, 2);
    let of = |MistakeCounts { moves, mistakes, conceded, p, delta, d, .. }: MistakeCounts| {
        let [moves, mistakes, conceded] = [moves, mistakes, conceded].map(|n| n.to_string());
        [moves, mistakes, conceded, two(p), two(delta), two(d)]
    };
    let [nh, eh, mut th, ph, delh, dh] = of(row.person);
    let [nc, ec, tc, pc, delc, dc] = of(row.machine);
    if row.draw_included {
        th.push('†');
    }
    let program = row.program.clone().unwrap_or_else(|| "?".to_owned());
    let deepest = row.deepest_won.clone().unwrap_or_else(|| "-".to_owned());
    let (number, subject, net) = (row.number.to_string(), row.subject.clone(), two(row.net));
    [
        number, subject, program, depth, nh, eh, th, ph, delh, dh, nc, ec, tc, pc, delc, dc, net,
        deepest,
    ]
}

/// Mean `dH` and `Net` by program, as in tables 7.3 and 7.5.
fn by_program(rows: &[Row], out: &mut dyn Write) -> anyhow::Result<()> {
    let mut programs: Vec<&str> = rows.iter().filter_map(|row| row.program.as_deref()).collect();
    programs.sort_unstable();
    programs.dedup();
    if programs.len() < 2 {
        return Ok(());
    }
    writeln!(out)?;
    for program in programs {
        let of = |pick: &dyn Fn(&Row) -> Option<f64>| {
            let games = rows.iter().filter(|row| row.program.as_deref() == Some(program));
            SummaryStatistics::of(&games.filter_map(pick).collect::<Vec<_>>())
        };
        if let (Some(d), Some(net)) = (of(&|row| row.person.d), of(&|row| row.net)) {
            let (games, d, net) = (d.count, d.mean, net.mean);
            writeln!(out, "against {program}, {games} games: mean dH {d:.2}, mean Net {net:.2}")?;
        }
    }
    Ok(())
}
