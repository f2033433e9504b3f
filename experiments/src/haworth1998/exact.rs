//! KPK without an error, in as few bytes as we can.

use endgame::material::Material;
use net::diagram::{self, VARIABLES};
use net::examples::{Examples, Sample};
use net::file::{pack, unpack};
use net::kpk::Kpk;
use net::learn::{LearnSettings, learn};
use net::relu::TrainSettings;
use net::tree::Tree;

use crate::{ExperimentError, Lab, Report};

/// Orders in which a diagram asks for its bits, the first first: white king's file 0 to 2 and rank 3 to 5, black king's 6 to 11,
/// pawn's file 12 and 13 and rank 14 to 16, side to move 17.
const ORDERS: [[usize; VARIABLES]; 3] = [
    [17, 16, 15, 14, 13, 12, 11, 10, 9, 5, 4, 3, 8, 7, 6, 2, 1, 0],
    [16, 15, 14, 13, 12, 5, 4, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6, 17],
    [16, 15, 14, 13, 12, 11, 5, 10, 4, 9, 3, 8, 2, 7, 1, 6, 0, 17],
];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "A network with its exceptions is right on every position of KPK in fewer bytes than a decision tree or a decision diagram.",
        "what | bytes | parts",
    );
    let material: Material = "KPK".parse()?;
    let table = lab.tables.table(&material, &lab.monitor)?;
    let train = TrainSettings {
        epochs: lab.at_scale(TrainSettings::default().epochs, 10),
        ..TrainSettings::default()
    };
    let settings = LearnSettings { train, sweeps: lab.at_scale(6, 1), ..LearnSettings::default() };
    let exact = learn(&table, &settings, |_| lab.check().is_ok());
    lab.check()?;
    let packed = pack(&exact);
    let wrong = unpack(&packed.bytes).map_or(usize::MAX, |read| read.verify(&table).wrong);
    report.grid.row(&[
        &"network and exceptions, a file",
        &packed.bytes.len(),
        &format!(
            "weights {}, {} exceptions {}",
            packed.weight_bytes,
            exact.exceptions(),
            packed.exception_bytes
        ),
    ]);
    let examples = Examples::of(&table, Sample::All);
    let tree = Tree::grow(&examples, lab.at_scale(usize::MAX, 50));
    let size = tree.size();
    report.grid.row(&[
        &"decision tree over the same inputs",
        &size.bytes,
        &format!("{} leaves, {} wrong", size.leaves, tree.wrong(&examples)),
    ]);
    let kpk = Kpk::of(&table);
    let orders = &ORDERS[..lab.at_scale(ORDERS.len(), 1)];
    let diagrams = orders.iter().map(|order| diagram::size(&kpk, order));
    if let Some(best) = diagrams.min_by_key(|size| size.bytes) {
        report.grid.row(&[
            &"decision diagram over the bits of the squares",
            &best.bytes,
            &format!("{} nodes", best.nodes),
        ]);
        report.compare("bytes, decision diagram", best.bytes as f64);
    }
    report.grid.row(&[&"Syzygy, KPvK.rtbw", &7824, &"exact, both sides"]);
    report.grid.row(&[&"bit table, pawn on a to d", &(2 * 12_288), &""]);
    report.compare("positions wrong", wrong as f64);
    report.compare("bytes, network and exceptions", packed.bytes.len() as f64);
    report.compare("bytes, decision tree", size.bytes as f64);
    report.note(&[
        "The network's file has everything: header, checksum, weights, exceptions. It is read back and compared with the table on all 165,676 positions. Tree and diagram are counted without header and checksum.",
        "The tree is grown greedily, leaf by leaf; the diagram is the smallest of three orders of the variables, nodes that agree wherever both are asked being made one: neither is proven smallest.",
    ]);
    Ok(())
}
