//! A network with its exceptions is right everywhere, whatever the network.

use endgame::index::Slot;
use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::Color;
use endgame::table::Table;
use endgame::tables::Tables;
use net::compress::{CompressSettings, compress};
use net::endgame_network::{EndgameNetwork, Verification};
use net::estimate::{Estimate, judge};
use net::examples::{Examples, Labelled, Sample};
use net::file::{NetFileError, Packed, VERSION, pack, unpack};
use net::integer::IntegerNetwork;
use net::relu::Topology;
use net::source::Corrected;
use net::train::{TrainSettings, train};
use std::sync::Arc;
use value::Metric;
use xxhash_rust::xxh3::xxh3_64;

fn table(name: &str) -> Arc<Table> {
    let material: Material = name.parse().expect("a name");
    Tables::new(Metric::Dtc).table(&material, &Monitor::NONE).expect("solved")
}

const SEARCH: CompressSettings = CompressSettings { sweeps: 2, heat: 1.0, seed: 1 };

/// A network after a short training.
fn packed(table: &Table, sample: Sample, epochs: usize) -> Packed {
    let examples = Examples::of(table, sample);
    let examples = Labelled::from(&examples);
    let settings = TrainSettings { hidden: [10, 4], epochs, ..TrainSettings::default() };
    let trained = train(&examples, &settings, |_| true);
    let network = compress(&examples, IntegerNetwork::rounded(&trained), &SEARCH, |_| true);
    pack(&EndgameNetwork::exact(table, network))
}

/// Every position of KPK, both sides to move, from the bytes alone; the file is smaller than a bit table by far.
#[test]
fn kpk_is_right_everywhere() {
    let table = table("KPK");
    let packed = packed(&table, Sample::All, 12);
    let read = unpack(&packed.bytes).expect("just written");
    let wrong_alone = read.exceptions();
    assert_eq!(read.verify(&table), Verification { positions: 165_676, wrong: 0, wrong_alone });
    assert!(read.exceptions() > 0, "a short training leaves exceptions");
    assert!(packed.bytes.len() < 3_000, "{} bytes", packed.bytes.len());
    assert_eq!(packed.bytes, pack(&read).bytes);
}

/// The network that comes with the program is right everywhere, and written as this program writes it.
#[test]
fn the_built_in_network_is_right_everywhere() {
    let network = net::built_in();
    let wrong_alone = network.exceptions();
    let verified = network.verify(&table("KPK"));
    assert_eq!(verified, Verification { positions: 165_676, wrong: 0, wrong_alone });
    assert_eq!(pack(&network).bytes, include_bytes!("../data/KPK.net"));
}

/// Corrected by its exceptions even a network that never makes up its mind tells every win from every draw.
#[test]
fn a_network_that_knows_nothing_is_corrected() {
    let table = table("KPK");
    let topology = Topology { inputs: 52, hidden: [1, 1], outputs: 1 };
    let network = IntegerNetwork { topology, weights: vec![0; topology.weights()] };
    let exact = EndgameNetwork::exact(&table, network);
    let mut inputs = Vec::new();
    for turn in Color::ALL {
        for index in 0..table.index().len() {
            let slot = Slot { turn, index };
            let Some(outcome) = table.outcome_at(slot) else { continue };
            let value = exact.value_at(slot, Corrected::ByExceptions, &mut inputs);
            // No confidence: a win scores three quarters but for rounding, a draw less.
            assert_eq!(value.expected_score() > 0.75 - 1e-6, outcome.sign() != 0, "{slot:?}");
        }
    }
}

/// Both sides win here: two outputs.
#[test]
fn black_may_win_too() {
    let table = table("KQKR");
    let packed = packed(&table, Sample::About { count: 30_000, seed: 5 }, 3);
    let read = unpack(&packed.bytes).expect("just written");
    assert_eq!(read.network().topology.outputs, 2);
    let verified = read.verify(&table);
    assert_eq!((verified.wrong, verified.positions > 2_000_000), (0, true));
}

/// A sample foretells what the whole takes: KRK, judged by a fifth of its positions.
#[test]
fn a_sample_foretells_the_whole() {
    let table = table("KRK");
    let examples = Examples::of(&table, Sample::All);
    let all = examples.len() as f64;
    let [sample, rest] = examples.split(table.index(), 0.2, 3);
    let outputs = Labelled::from(&rest);
    let settings = TrainSettings { hidden: [6, 3], epochs: 4, ..TrainSettings::default() };
    let network = IntegerNetwork::rounded(&train(&outputs, &settings, |_| true));
    let judged = judge(&network, &Labelled::from(&sample), all);
    let exact = EndgameNetwork::exact(&table, network);
    let packed = pack(&exact);
    let is_near = |estimate: Estimate, truth: f64, slack: f64| {
        (estimate.mean - truth).abs() < 5.0 * estimate.error + slack
    };
    let share = exact.exceptions() as f64 / all;
    assert!(is_near(judged.wrong, share, 1e-3), "{judged:?}, {share}");
    let bytes = packed.exception_bytes as f64;
    assert!(is_near(judged.exception_bytes, bytes, 8.0), "{judged:?}, {bytes}");
}

/// Whatever happens to a byte, the file is refused or, never, read as another network.
#[test]
fn damaged_files_are_refused() {
    let good = packed(&table("KPK"), Sample::About { count: 5_000, seed: 1 }, 1).bytes;
    assert_eq!(unpack(b"no network at all").err(), Some(NetFileError::NotANetwork));
    assert_eq!(unpack(&[]).err(), Some(NetFileError::NotANetwork));
    for at in (0..good.len()).step_by(7).chain([4]) {
        let mut bad = good.clone();
        bad[at] ^= 0x21;
        assert!(unpack(&bad).is_err(), "byte {at}");
        assert!(unpack(&good[..at]).is_err(), "cut at {at}");
    }
    // A file that claims an endgame for which no network is made, with a checksum that fits.
    for name in ["KQQQKQQ", "KK", "KPKQ", "no!"] {
        let mut claims = b"FNET".to_vec();
        claims.extend([VERSION, name.len() as u8]);
        claims.extend(name.bytes());
        claims.extend([4, 2, 1]);
        let sum = xxh3_64(&claims) as u32;
        claims.extend(sum.to_le_bytes());
        assert_eq!(unpack(&claims).err(), Some(NetFileError::Damaged), "{name}");
    }
    let mut other = good;
    other[4] = 9;
    assert_eq!(unpack(&other).err(), Some(NetFileError::OtherVersion { found: 9 }));
}
