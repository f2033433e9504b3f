//! The fast solver against the reference solver, position by position, in every metric.

use std::sync::Arc;

use endgame::index::Slot;
use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::reference_solver::ReferenceSolver;
use endgame::rules::{Color, Role};
use endgame::solve::solve;
use endgame::table::Table;
use value::{Metric, Outcome};

fn solved(name: &str, metric: Metric) -> Vec<Arc<Table>> {
    let material: Material = name.parse().expect("a name");
    let mut tables = Vec::new();
    for needed in material.with_all_it_needs() {
        let table = solve(&needed, metric, &tables, &Monitor::NONE).expect("solved");
        tables.push(Arc::new(table));
    }
    tables
}

/// Every position of an endgame, and of all it needs.
fn agree(name: &str, metric: Metric) {
    let mut reference = ReferenceSolver::new(metric);
    let mut checked = 0u64;
    for table in solved(name, metric) {
        let material = table.material();
        reference.solve(material).expect("solved");
        for (position, expected) in reference.positions(material).expect("solved") {
            if position.without_en_passant().1 {
                continue;
            }
            assert_eq!(
                table.outcome(&position),
                Some(expected),
                "{material} {metric}: {}",
                position.fen()
            );
            checked += 1;
        }
    }
    assert!(checked > 20_000, "only {checked} positions of {name}");
}

#[test]
fn three_men_agree_in_every_metric() {
    for metric in Metric::ALL {
        for name in ["KPK", "KBK", "KNK"] {
            agree(name, metric);
        }
    }
}

#[test]
fn four_men_agree() {
    agree("KQKR", Metric::Dtc);
}

#[test]
#[ignore = "minutes: ./check runs it"]
fn two_pawns_agree_under_the_fifty_move_rule() {
    agree("KPKP", Metric::Dtz50);
}

#[test]
#[ignore = "minutes"]
fn two_pawns_agree_in_the_other_metrics() {
    for metric in [Metric::Dtc, Metric::Dtm, Metric::Dtz] {
        agree("KPKP", metric);
    }
}

/// The same bytes whatever the number of threads.
#[test]
fn threads_do_not_matter() {
    let bytes = |threads: usize, name: &str| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let tables = pool.install(|| solved(name, Metric::Dtm));
        let table = tables.last().expect("solved");
        Color::ALL.map(|turn| table.codes(turn).to_vec())
    };
    for name in ["KQKR", "KRKP"] {
        let one = bytes(1, name);
        assert!(one[0].iter().any(|&code| code != 0));
        for threads in [2, 5] {
            assert!(bytes(threads, name) == one, "{name} with {threads} threads");
        }
    }
}

/// King and pawn against king, White to move (Haworth and Velliste 1998): wins by depth, the last
/// move always White's, so that depth d is 2d - 1 plies; and wins by the pawn's file, a to d.
#[test]
fn king_and_pawn_by_depth_and_by_file() {
    let tables = solved("KPK", Metric::Dtc);
    let table = tables.last().expect("KPK");
    let mut by_depth = [0u32; 20];
    let mut by_file = [0u32; 4];
    for cell in 0..table.index().cells() {
        let classes = table.index().class_mask(cell).representatives;
        for place in (0..64).filter(|place| classes >> place & 1 == 1) {
            let slot = Slot { turn: Color::White, index: cell * 64 + place };
            if let Some(Outcome::Win(depth)) = table.outcome_at(slot) {
                by_depth[usize::from(depth.0)] += 1;
                let men = table.index().men(slot.index).expect("men apart");
                let pawn = men.iter().find(|man| man.1.role == Role::Pawn).expect("a pawn");
                by_file[pawn.0.file() as usize] += 1;
            }
        }
    }
    let printed = [
        12749, 11300, 9622, 7860, 10502, 2580, 1416, 1457, 1122, 941, 685, 670, 586, 572, 307, 78,
        22, 8, 3,
    ];
    assert_eq!(by_depth[1..], printed);
    assert_eq!(by_file, [15117, 15701, 15674, 15988]);
}
