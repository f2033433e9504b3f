//! A probe of a network beside a probe of the table it has learned: KPK, both sides to move.

use std::hint::black_box;
use std::sync::{Arc, LazyLock};

use divan::counter::ItemsCount;
use endgame::index::Slot;
use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::table::Table;
use endgame::tables::Tables;
use net::endgame_network::EndgameNetwork;
use value::Metric;

fn main() {
    divan::main();
}

struct Fixed {
    table: Arc<Table>,
    network: EndgameNetwork,
    slots: Vec<Slot>,
    positions: Vec<Position>,
}

/// Every hundredth number.
static FIXED: LazyLock<Fixed> = LazyLock::new(|| {
    let material: Material = "KPK".parse().expect("a name");
    let table = Tables::new(Metric::Dtc).table(&material, &Monitor::NONE).expect("solved");
    let numbers = (0..table.index().len()).step_by(100);
    let slots = numbers.flat_map(|index| Color::ALL.map(|turn| Slot { turn, index }));
    let slots: Vec<Slot> = slots.filter(|&slot| table.outcome_at(slot).is_some()).collect();
    let positions = slots.iter().filter_map(|&slot| table.index().decode(slot)).collect();
    Fixed { network: net::built_in(), table, slots, positions }
});

/// The sum of all values, as the table has it.
fn truth() -> i64 {
    let of = |&slot: &Slot| i64::from(FIXED.table.outcome_at(slot).expect("legal").sign());
    FIXED.slots.iter().map(of).sum()
}

#[divan::bench]
fn network_by_position(bencher: divan::Bencher<'_, '_>) {
    let (fixed, truth) = (&*FIXED, truth());
    bencher.counter(ItemsCount::new(fixed.positions.len())).bench(|| {
        let value = |position| i64::from(fixed.network.probe(black_box(position)).expect("KPK"));
        assert_eq!(fixed.positions.iter().map(value).sum::<i64>(), truth);
    });
}

#[divan::bench]
fn network_by_number(bencher: divan::Bencher<'_, '_>) {
    let (fixed, truth) = (&*FIXED, truth());
    let mut inputs = Vec::new();
    bencher.counter(ItemsCount::new(fixed.slots.len())).bench_local(|| {
        let mut value = |&slot: &Slot| {
            i64::from(fixed.network.result_at(black_box(slot), &mut inputs).sign_for(slot.turn))
        };
        assert_eq!(fixed.slots.iter().map(&mut value).sum::<i64>(), truth);
    });
}

#[divan::bench]
fn table_by_position(bencher: divan::Bencher<'_, '_>) {
    let (fixed, truth) = (&*FIXED, truth());
    bencher.counter(ItemsCount::new(fixed.positions.len())).bench(|| {
        let value =
            |position| i64::from(fixed.table.outcome(black_box(position)).expect("KPK").sign());
        assert_eq!(fixed.positions.iter().map(value).sum::<i64>(), truth);
    });
}
