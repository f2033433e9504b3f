//! `practice --report`: the columns of table 7.1.

use std::io::Write;

use player::quality::Errors;
use serde::Serialize;
use study::practice::record::{FORMAT, Record};
use study::practice::{PracticeError, Row};
use study::summary_statistics::SummaryStatistics;

use super::{Args, read};
use crate::json;

const COLUMNS: [&str; 18] = [
    "#", "S", "P", "D", "NH", "EH", "TH", "pH", "delH", "dH", "NC", "EC", "TC", "pC", "delC", "dC",
    "Net", "DMAX",
];

#[derive(Serialize)]
struct Answer {
    games: Vec<RowAnswer>,
}

/// A row as JSON.
#[derive(Serialize)]
pub(super) struct RowAnswer {
    number: usize,
    subject: String,
    program: Option<String>,
    depth: u16,
    depth_after_first_error: Option<u16>,
    person: ErrorsAnswer,
    machine: ErrorsAnswer,
    draw_included: bool,
    net: Option<f64>,
    deepest_won: Option<String>,
    end: Option<&'static str>,
}

#[derive(Serialize)]
struct ErrorsAnswer {
    moves: u64,
    mistakes: u64,
    conceded: u64,
    p: Option<f64>,
    delta: Option<f64>,
    d: Option<f64>,
}

impl ErrorsAnswer {
    fn of(errors: &Errors) -> ErrorsAnswer {
        ErrorsAnswer {
            moves: errors.moves,
            mistakes: errors.mistakes,
            conceded: errors.total,
            p: errors.probability(),
            delta: errors.magnitude(),
            d: errors.average(),
        }
    }
}

impl RowAnswer {
    pub(super) fn of(number: usize, row: &Row) -> RowAnswer {
        RowAnswer {
            number,
            subject: row.subject.clone(),
            program: row.program.clone(),
            depth: row.depth,
            depth_after_first_error: row.after_first_error,
            person: ErrorsAnswer::of(&row.person),
            machine: ErrorsAnswer::of(&row.machine),
            draw_included: row.draw_included,
            net: row.net(),
            deepest_won: row.deepest_won.map(|deepest| deepest.to_string()),
            end: row.end.map(|end| end.said()),
        }
    }
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for file in &args.report {
        let record: Record = read(file, "record")?;
        if record.format != FORMAT {
            return Err(PracticeError::Format { found: record.format }.into());
        }
        rows.push(Row::of(&record));
    }
    if args.options.json {
        let games = rows.iter().enumerate().map(|(at, row)| RowAnswer::of(at + 1, row)).collect();
        return json::write(out, &Answer { games });
    }
    if args.csv {
        writeln!(out, "{}", COLUMNS.join(","))?;
        for (at, row) in rows.iter().enumerate() {
            let quoted = cells(at + 1, row).map(|cell| {
                if cell.contains([',', '"']) {
                    format!("\"{}\"", cell.replace('"', "\"\""))
                } else {
                    cell
                }
            });
            writeln!(out, "{}", quoted.join(","))?;
        }
        return Ok(());
    }
    print(&rows, out)?;
    by_program(&rows, out)
}

/// The table, with his footnotes where they apply.
pub(super) fn print(rows: &[Row], out: &mut dyn Write) -> anyhow::Result<()> {
    let cells: Vec<[String; 18]> =
        rows.iter().enumerate().map(|(at, row)| cells(at + 1, row)).collect();
    let width = |column: usize| {
        let longest = cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        longest.max(COLUMNS[column].len())
    };
    let line = |row: &dyn Fn(usize) -> String| {
        let cell = |column: usize| match column {
            // Names to the left, numbers to the right.
            1 | 2 => format!("{:<width$}", row(column), width = width(column)),
            _ => format!("{:>width$}", row(column), width = width(column)),
        };
        (0..18).map(cell).collect::<Vec<_>>().join("  ")
    };
    writeln!(out, "{}", line(&|column| COLUMNS[column].to_owned()))?;
    for row in &cells {
        writeln!(out, "{}", line(&|column| row[column].clone()).trim_end())?;
    }
    if rows.iter().any(|row| row.draw_included) {
        writeln!(out, "† a draw is included, as a position 50 moves deep")?;
    }
    if rows.iter().any(|row| row.after_first_error.is_some()) {
        writeln!(out, "[D] a large error with the very first move, in none of the figures")?;
    }
    if rows.iter().any(|row| row.end.is_none()) {
        writeln!(out, "? a game that still goes on")?;
    }
    Ok(())
}

fn cells(number: usize, row: &Row) -> [String; 18] {
    let depth = match row.after_first_error {
        Some(after) => format!("{}[{after}]", row.depth),
        None => row.depth.to_string(),
    };
    let two = |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number:.2}"));
    let of = |errors: &Errors| {
        [
            errors.moves.to_string(),
            errors.mistakes.to_string(),
            errors.total.to_string(),
            two(errors.probability()),
            two(errors.magnitude()),
            two(errors.average()),
        ]
    };
    let [nh, eh, th, ph, delh, dh] = of(&row.person);
    let [nc, ec, tc, pc, delc, dc] = of(&row.machine);
    let th = if row.draw_included { format!("{th}†") } else { th };
    let program = row.program.clone().unwrap_or_else(|| "?".to_owned());
    let deepest = row.deepest_won.map_or("-".to_owned(), |deepest| deepest.to_string());
    [
        number.to_string(),
        row.subject.clone(),
        program,
        depth,
        nh,
        eh,
        th,
        ph,
        delh,
        dh,
        nc,
        ec,
        tc,
        pc,
        delc,
        dc,
        two(row.net()),
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
        if let (Some(d), Some(net)) = (of(&|row| row.person.average()), of(&Row::net)) {
            writeln!(
                out,
                "against {program}, {} games: mean dH {:.2}, mean Net {:.2}",
                d.count, d.mean, net.mean
            )?;
        }
    }
    Ok(())
}
