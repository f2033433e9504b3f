//! Tables 7.1, 7.2, 7.4 and 7.6: whether their columns follow from the counts in them, and whether the
//! three later ones print what the first does.

use player::quality::Endurance;

use super::games::{Game, Printed, games, games_of};
use crate::{ExperimentError, Lab, Report};

const COLUMNS: [&str; 8] = ["pH", "delH", "dH", "pC", "delC", "dC", "Net", "DMAX"];

/// The columns as they follow from the counts, `DMAX` from the printed `Net`.
fn recomputed(game: &Game) -> [Option<f64>; 7] {
    let (person, machine) = (&game.person, &game.machine);
    [
        person.probability(),
        person.magnitude(),
        person.average(),
        machine.probability(),
        machine.magnitude(),
        machine.average(),
        person.net(machine),
    ]
}

pub(super) fn table7_1(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    let slips = recompute(report, &games());
    report.note(&[
        &format!("Printed otherwise than the counts give it: {slips}."),
        "In game 26 NC must be 20: then pC, dC and Net are as printed. In game 17 a TH of 36 would give the printed delH, dH and \
         Net; in game 12 table 7.4 prints the right 1.06. In game 21 4 of 12 is 0.33. Elsewhere the last digit is off.",
        "The thesis gives no formula for DMAX. With the exact Net instead of the printed one, game 30 would have 13 and game 42 16.",
        "Game 31 starts from 10[15] here and from 10[18] in table 7.6. The machine's counts are zeros where a program never errs.",
    ]);
    Ok(())
}

pub(super) fn table7_2(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    printed_again(report, Printed::Table7_2);
    Ok(())
}

pub(super) fn table7_4(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    printed_again(report, Printed::Table7_4);
    super::game35::compare(lab, report)
}

pub(super) fn table7_6(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    printed_again(report, Printed::Table7_6);
    Ok(())
}

/// A table that prints games of table 7.1 once more.
fn printed_again(report: &mut Report, table: Printed) {
    let (again, first) = (games_of(table), games());
    let slips = recompute(report, &again);
    let mut otherwise = Vec::new();
    for game in &again {
        let Some(before) = first.iter().find(|one| one.number == game.number) else { continue };
        let cells = |game: &Game| game.given.iter().chain(&game.printed).cloned().collect();
        let (ours, theirs): (Vec<String>, Vec<String>) = (cells(game), cells(before));
        let differing = ours.iter().zip(&theirs).filter(|(a, b)| a != b);
        otherwise.extend(differing.map(|(a, b)| format!("game {}: {a}, there {b}", game.number)));
    }
    report.compare("cells printed otherwise in table 7.1", otherwise.len() as f64);
    let none = |text: String| if text.is_empty() { "nothing".to_owned() } else { text };
    report.note(&[
        &format!("Printed otherwise than the counts give it: {}.", none(slips)),
        &format!("Printed otherwise than in table 7.1: {}.", none(otherwise.join("; "))),
        "The thesis prints the counts of each game and no moves but those of game 35, so that the counts themselves cannot be checked.",
    ]);
}

/// Recomputes every row and says which cells are printed otherwise.
fn recompute(report: &mut Report, games: &[Game]) -> String {
    report.begin(
        "p, delta, d and Net are quotients of the counts beside them; DMAX is 10 + 40 (1 - Net), to the nearest move.",
        "# | S | P | D | NH | EH | TH | NC | EC | TC",
    );
    let columns = COLUMNS.into_iter().chain(["printed otherwise"]);
    report.grid.columns.extend(columns.map(str::to_owned));
    let mut slips: Vec<String> = Vec::new();
    let mut cells_looked_at = 0usize;
    let mut cells_off = 0usize;
    let mut deepest_off = 0usize;
    for game in games {
        let ours = recomputed(game);
        let theirs = &game.printed;
        let mut off = Vec::new();
        for ((name, ours), theirs) in COLUMNS.iter().zip(ours).zip(theirs) {
            let (Some(ours), Ok(theirs)) = (ours, theirs.parse::<f64>()) else { continue };
            cells_looked_at += 1;
            // Either way of rounding a five is taken for right.
            if (ours - theirs).abs() > 0.005 + 1e-9 {
                cells_off += 1;
                off.push(format!("{name} {theirs:.2}"));
            }
        }
        let net: f64 = theirs[6].parse().unwrap_or(f64::NAN);
        let deepest = Endurance::of_jansen(31).deepest_won(net).to_string();
        if deepest != theirs[7] {
            deepest_off += 1;
            off.push(format!("DMAX {}", theirs[7]));
        }
        if !off.is_empty() {
            slips.push(format!("game {}: {}", game.number, off.join(", ")));
        }
        let two =
            |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number:.2}"));
        let cells = game.given.iter().cloned().chain(ours.map(two));
        report.grid.rows.push(cells.chain([deepest, off.join("; ")]).collect());
    }
    report.compare("games", games.len() as f64);
    report.compare("cells that do not follow from the counts", cells_off as f64);
    report.compare("DMAX that do not follow from the printed Net", deepest_off as f64);
    report.compare("cells looked at", cells_looked_at as f64);
    slips.join("; ")
}
