//! Networks for every endgame of three and four men, made exact, and for some of five men, judged by a sample.

use endgame::material::Material;
use endgame::table::Table;
use net::endgame_network::EndgameNetwork;
use net::estimate::judge;
use net::examples::{Examples, Labelled, Sample};
use net::file::{MOST_MEN, pack, unpack};
use net::integer::IntegerNetwork;
use net::train::{TrainSettings, train};
use net::weight_code::bytes as bytes_of_weights;
use study::networks::nanoseconds_a_probe;

use crate::kept_rows::KeptRows;
use crate::{ExperimentError, Lab, Report};

/// Endgames of five men: with and without pawns, lopsided and even.
const FIVE_MEN: [&str; 4] = ["KBBKN", "KQQKQ", "KRBKR", "KRPKR"];

/// Positions learned from, at most.
const LEARNED_FROM: usize = 100_000;
/// Positions that judge an endgame of five men.
const JUDGED_BY: usize = 100_000;

const COLUMNS: &str = "endgame | positions | learned from | wrong alone, % | error | weights, bytes | exceptions, bytes | error | file, bytes | bits a position | ns a probe | checked";

fn settings(lab: &Lab<'_>) -> TrainSettings {
    let epochs = lab.at_scale(20, 2);
    TrainSettings { hidden: [24, 6], epochs, shrink: 0.05, ..TrainSettings::default() }
}

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Does what works for KPK work for other endgames: a small network, and its exceptions?",
        COLUMNS,
    );
    let kept = KeptRows::open(lab, "networks", COLUMNS);
    report.grid.rows = kept.rows();
    let mut all: Vec<Material> =
        lab.at_scale(&[3, 4][..], &[3]).iter().flat_map(|&men| Material::all_with(men)).collect();
    for name in lab.at_scale(&FIVE_MEN[..], &[]) {
        all.push(name.parse()?);
    }
    for material in &all {
        let name = material.to_string();
        if report.grid.rows.iter().any(|row| row[0] == name) {
            continue;
        }
        lab.check()?;
        let table = lab.tables.table(material, &lab.monitor)?;
        let row = if material.men() <= MOST_MEN { whole(lab, &table) } else { judged(lab, &table) };
        lab.check()?;
        report.grid.rows.push(row);
        kept.write(&report.grid)?;
    }
    let number = |row: &[String], column: usize| row[column].parse::<f64>().unwrap_or(0.0);
    let exact = report.grid.rows.iter().filter(|row| row[11] == "none wrong");
    let (count, bytes) =
        exact.fold((0, 0.0), |(count, bytes), row| (count + 1, bytes + number(row, 8)));
    report.compare("endgames right on every position", f64::from(count));
    report.compare("bytes of all those files", bytes);
    report.note(&[
        "52-24-6 for KPK, as many inputs as the men ask for elsewhere; 20 passes over at most 100,000 positions; weights rounded as they are trained, and not searched further: `fallible net pack` takes longer and writes less. Wrong alone: without exceptions, over all positions, or for five men over a sample that shares no position with what was learned, nor a mirror image.",
        "Five men: exceptions as they would be coded if the whole endgame were like the sample, with the standard error of 20 parts of it; no file is written. The number of positions is that of the sample times its share.",
        "Bits a position: the whole file, or for five men weights and exceptions. Nanoseconds are of this machine and depend on what else it does: a position on the board, with its exceptions.",
    ]);
    Ok(())
}

/// An endgame that is gone through whole: its file is read back and compared.
fn whole(lab: &Lab<'_>, table: &Table) -> Vec<String> {
    let sample = match 2 * table.index().len() <= LEARNED_FROM {
        true => Sample::All,
        false => Sample::About { count: LEARNED_FROM, seed: 1 },
    };
    let examples = Examples::of(table, sample);
    let trained = train(&Labelled::from(&examples), &settings(lab), |_| lab.check().is_ok());
    let exact = EndgameNetwork::exact(table, IntegerNetwork::rounded(&trained));
    let packed = pack(&exact);
    let Ok(read) = unpack(&packed.bytes) else { return vec![String::new(); 12] };
    let verified = read.verify(table);
    let bytes = packed.bytes.len();
    let positions = verified.positions.max(1) as f64;
    vec![
        table.material().to_string(),
        verified.positions.to_string(),
        examples.len().to_string(),
        format!("{:.3}", 100.0 * verified.wrong_alone as f64 / positions),
        String::new(),
        packed.weight_bytes.to_string(),
        packed.exception_bytes.to_string(),
        String::new(),
        bytes.to_string(),
        format!("{:.4}", 8.0 * bytes as f64 / positions),
        format!("{:.0}", nanoseconds_a_probe(&read)),
        if verified.wrong == 0 { "none wrong".to_owned() } else { "WRONG".to_owned() },
    ]
}

/// An endgame that is judged by a sample.
fn judged(lab: &Lab<'_>, table: &Table) -> Vec<String> {
    let count = LEARNED_FROM + JUDGED_BY;
    let all = Examples::of(table, Sample::About { count, seed: 1 });
    let (outputs, positions) = (all.outputs, all.len() as f64 * all.scale);
    let share = JUDGED_BY as f64 / count as f64;
    let [sample, training] = all.split(table.index(), share, 1);
    let [sample, training] =
        [&sample, &training].map(|part| Labelled { outputs, ..Labelled::from(part) });
    let trained = train(&training, &settings(lab), |_| lab.check().is_ok());
    let network = IntegerNetwork::rounded(&trained);
    let judged = judge(&network, &sample, positions);
    let weights = bytes_of_weights(&network);
    let bytes = weights as f64 + judged.exception_bytes.mean;
    let alone = EndgameNetwork::alone(&table.material(), network);
    vec![
        table.material().to_string(),
        format!("{positions:.0}"),
        training.len().to_string(),
        format!("{:.3}", 100.0 * judged.wrong.mean),
        format!("{:.3}", 100.0 * judged.wrong.error),
        weights.to_string(),
        format!("{:.0}", judged.exception_bytes.mean),
        format!("{:.0}", judged.exception_bytes.error),
        String::new(),
        format!("{:.4}", 8.0 * bytes / positions.max(1.0)),
        format!("{:.0}", nanoseconds_a_probe(&alone)),
        format!("{} unseen positions", sample.len()),
    ]
}
