//! Every entry of a table against its moves as [`Successors`] lists them.
//!
//! The same question as [`verify`](super::verify::verify) asks, of every position, several times as fast: moves
//! are arithmetic on numbers of the index, and legality is what the bytes say. So it shares the index
//! with the solver, but none of its steps; a sample by plain code stands beside it.

use value::Outcome;

use super::{Report, expected};
use crate::index::Slot;
use crate::material::Material;
use crate::progress::Monitor;
use crate::rules::Color;
use crate::successors::{Successors, WalkError};
use crate::tables::Tables;

/// Holds one position of every class with this side to move against its legal moves. The same report
/// on any number of threads.
pub fn verify_walked(
    tables: &Tables,
    material: &Material,
    turn: Color,
    monitor: &Monitor<'_>,
) -> Result<Report, WalkError> {
    let table = tables.table(material, monitor)?;
    let successors = Successors::with_exits_of(&[turn], tables, table, monitor)?;
    against_successors(&successors, turn, monitor)
}

fn against_successors(
    successors: &Successors<'_>,
    turn: Color,
    monitor: &Monitor<'_>,
) -> Result<Report, WalkError> {
    let (metric, index) = (successors.tables().metric(), successors.table().index());
    let fen = |number: usize| match index.decode(Slot { turn, index: number }) {
        Some(position) => position.fen(),
        None => format!("number {number} of {}, no legal position", index.material()),
    };
    let reports = successors.walk(
        turn,
        |_: Outcome| true,
        Report::default,
        |report, visited| {
            let best = visited.successors.iter().map(|one| one.value).max();
            let is_check = || successors.men(visited.number).in_check(turn);
            let expected = expected(metric, best, is_check);
            report.against_moves(|| fen(visited.number), visited.outcome, expected);
        },
        monitor,
    )?;
    let mut all = Report::default();
    reports.into_iter().for_each(|report| all.add(report));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use value::{Depth, Metric};

    use super::*;
    use crate::codec::{ILLEGAL, win};
    use crate::memory::Bytes;
    use crate::table::Table;
    use crate::verify::verify;

    fn reports(tables: &Tables, material: &Material) -> [Report; 2] {
        Color::ALL.map(|turn| verify_walked(tables, material, turn, &Monitor::NONE).unwrap())
    }

    /// With promotions, captures and captures en passant, in every metric; plain code looks at as many
    /// positions.
    #[test]
    fn right_tables_agree_with_their_moves() {
        for metric in Metric::ALL {
            let tables = Tables::new(metric);
            for name in ["KRK", "KPK", "KPKP"] {
                let found = reports(&tables, &name.parse().unwrap());
                for report in &found {
                    assert_eq!(report.wrong, 0, "{name} {metric:?}: {report}");
                }
                assert!(found.iter().all(|report| report.checked > 10_000), "{name}");
            }
        }
    }

    #[test]
    fn as_many_positions_as_plain_code_looks_at() {
        let tables = Tables::new(Metric::Dtc);
        let table = tables.table(&"KRK".parse().unwrap(), &Monitor::NONE).unwrap();
        let index = table.index();
        let classes = (0..index.len())
            .filter(|n| index.class_mask(n / 64).representatives >> (n % 64) & 1 == 1);
        let slots = classes.flat_map(|n| Color::ALL.map(|turn| Slot { turn, index: n }));
        let positions = slots.filter_map(|slot| index.decode(slot));
        let plain = verify(Metric::Dtc, &|at| tables.outcome(at), positions).unwrap();
        let walked: u64 = reports(&tables, &table.material()).iter().map(|one| one.checked).sum();
        assert_eq!((plain.wrong, plain.checked), (0, walked));
    }

    /// A byte that says something else is found, and so are those that lean on it.
    #[test]
    fn a_wrong_byte_is_found() {
        let tables = Tables::new(Metric::Dtc);
        let table = tables.table(&"KRK".parse().unwrap(), &Monitor::NONE).unwrap();
        let number = (0..table.index().len())
            .find(|&n| {
                let is_counted = table.index().class_mask(n / 64).representatives >> (n % 64) & 1;
                let code = table.codes(Color::White)[n];
                is_counted == 1 && code != ILLEGAL && code != win(Color::White, 9)
            })
            .unwrap();
        let codes = Color::ALL.map(|turn| {
            let mut bytes = Bytes::uncleared(table.index().len()).unwrap();
            bytes.copy_from_slice(table.codes(turn));
            bytes
        });
        let [mut white, black] = codes;
        white[number] = win(Color::White, 9);
        let deepest = Color::ALL.map(|color| table.deepest(color));
        let broken = Table::new(table.index().clone(), Metric::Dtc, deepest, [white, black]);
        let successors = Successors::over(&tables, Arc::new(broken), &Monitor::NONE).unwrap();
        let white = against_successors(&successors, Color::White, &Monitor::NONE).unwrap();
        assert!(white.wrong > 0);
        let own = &white.disagreements[0];
        assert_eq!(own.stored, Outcome::Win(Depth(9)), "{own}");
    }
}
