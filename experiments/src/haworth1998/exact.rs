//! KPK without an error, in as few bytes as we can.

use endgame::material::Material;
use endgame::rules::Color;
use net::compress::{CompressSettings, bits, compress};
use net::diagram::{self, Coding, Order, Truth};
use net::examples::{Examples, Labelled, Sample, WhiteResult};
use net::file::{pack, unpack};
use net::integer::IntegerNetwork;
use net::kpk::Kpk;
use net::learn::{LearnSettings, learn};
use net::train::{TrainSettings, train};
use net::tree::{Growth, Tree};

use crate::{ExperimentError, Lab, Report};

/// The orders in which diagrams ask, each the best that was found from twelve random ones by moving single variables
/// (`net::diagram::Truth::search`).
const ORDERS: [(Coding, Order); 3] = [
    (Coding::Absolute, [6, 13, 0, 12, 7, 8, 2, 1, 17, 11, 16, 5, 4, 3, 14, 9, 10, 15]),
    (Coding::FromPawn, [17, 16, 11, 10, 15, 14, 9, 5, 4, 3, 6, 8, 7, 0, 12, 13, 1, 2]),
    (Coding::Chain, [16, 10, 11, 4, 5, 9, 3, 15, 17, 14, 2, 13, 12, 1, 0, 6, 7, 8]),
];

/// How many questions are tried at every node of a tree.
const BREADTHS: [usize; 3] = [1, 4, 16];

/// Header, endgame, layers and checksum of a network's file: what trees and diagrams would need too.
const FRAME: usize = 16;

fn right(wrong: usize) -> &'static str {
    if wrong == 0 { "none wrong" } else { "WRONG" }
}

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "All 165,676 positions of KPK, both sides to move, in how few bytes: a network with its exceptions, a decision tree, a decision diagram?",
        "what | bytes in all | parts | checked",
    );
    let material: Material = "KPK".parse()?;
    let table = lab.tables.table(&material, &lab.monitor)?;
    let built_in = net::built_in();
    let wrong = built_in.verify(&table).wrong;
    let packed = pack(&built_in);
    let parts = |packed: &net::file::Packed, exceptions: usize| {
        format!(
            "weights {}, {exceptions} exceptions {}",
            packed.weight_bytes, packed.exception_bytes
        )
    };
    report.grid.row(&[
        &"network that comes with the program",
        &packed.bytes.len(),
        &parts(&packed, built_in.exceptions()),
        &right(wrong),
    ]);
    report.compare("bytes, network that comes with the program", packed.bytes.len() as f64);
    report.compare("positions wrong", wrong as f64);
    let defaults = LearnSettings::of(&material);
    let train = TrainSettings { epochs: lab.at_scale(defaults.train.epochs, 10), ..defaults.train };
    let settings = LearnSettings { train, sweeps: lab.at_scale(defaults.sweeps, 1), ..defaults };
    let learned = learn(&table, &settings, |_| lab.check().is_ok());
    lab.check()?;
    let packed = pack(&learned);
    let wrong = unpack(&packed.bytes).map_or(usize::MAX, |read| read.verify(&table).wrong);
    report.grid.row(&[
        &"network learned now, seed 1",
        &packed.bytes.len(),
        &parts(&packed, learned.exceptions()),
        &right(wrong),
    ]);
    report.compare("bytes, network learned now", packed.bytes.len() as f64);
    let examples = Examples::of(&table, Sample::All);
    trees(lab, report, &examples)?;
    limits(lab, report, &examples, &settings)?;
    diagrams(lab, report, &Kpk::of(&table))?;
    report.grid.row(&[&"Syzygy, KPvK.rtbw", &7824, &"", &""]);
    report.grid.row(&[&"a bit a position, pawn on a to d", &(2 * 12_288), &"", &""]);
    report.tabulate();
    report.note(&[
        "In all: header, checksum, weights, exceptions, everything but the reader's code; 16 bytes of header and checksum are added to trees and diagrams. Everything is read back from its bytes and compared with the table, position by position.",
        "The tree is grown by trying at each node the questions that gain most, each with what would follow; it may tell results one by one where that is shorter. Its writer knows, as its reader does, which inputs differ among the positions that come to a node. Network and tree see the same 52 inputs: distances, the square of the pawn, key squares, opposition. These are code and cost no bytes, but they do much of the work: the rows of those that see squares alone say how much.",
        "The diagram asks for the bits of the squares, may say anything where no legal position is, and goes by the best order found in three codings of the kings' squares. None of the three is proven smallest.",
    ]);
    Ok(())
}

fn trees(lab: &Lab<'_>, report: &mut Report, examples: &Examples) -> Result<(), ExperimentError> {
    let examples = Labelled::from(examples);
    let mut least = usize::MAX;
    for &breadth in &BREADTHS[..lab.at_scale(BREADTHS.len(), 1)] {
        lab.check()?;
        let tree = Tree::grow(&examples, Growth { breadth, worth: 0 });
        let bytes = tree.pack(&examples);
        let blank = vec![WhiteResult::Draw; examples.len()];
        let (_, told) = Tree::unpack(&bytes, &Labelled { results: &blank, ..examples });
        let wrong = told.iter().zip(examples.results).filter(|(told, truth)| told != truth).count();
        let all = bytes.len() + FRAME;
        report.grid.row(&[
            &format!("decision tree, the best of {breadth} questions at each node"),
            &all,
            &format!(
                "{} questions, {} positions told one by one",
                tree.questions(),
                tree.wrong(&examples)
            ),
            &right(wrong),
        ]);
        least = least.min(all);
    }
    report.compare("bytes, decision tree", least as f64);
    Ok(())
}

/// Inputs that say no more than where the men stand and who is to move: the first ones.
const SQUARES: usize = 7;

/// What networks and trees make of the bare squares: what the other inputs are worth. And what they make of the positions of one side,
/// from which those of the other follow by the rules, a move further: where a floor may be.
fn limits(
    lab: &Lab<'_>,
    report: &mut Report,
    examples: &Examples,
    settings: &LearnSettings,
) -> Result<(), ExperimentError> {
    let width = examples.features.len();
    let rows = || examples.inputs.chunks_exact(width);
    let inputs: Vec<i8> = rows().flat_map(|row| &row[..SQUARES]).copied().collect();
    let squares = Labelled::new(&inputs, SQUARES, &examples.results);
    reckoned(lab, report, ("sees squares alone", squares), settings)?;
    for (turn, name) in
        [(Color::White, "White to move alone"), (Color::Black, "Black to move alone")]
    {
        let is_of_turn = |at: &usize| examples.slots[*at].turn == turn;
        let chosen: Vec<usize> = (0..examples.len()).filter(is_of_turn).collect();
        let inputs: Vec<i8> =
            chosen.iter().flat_map(|&at| examples.inputs_of(at)).copied().collect();
        let results: Vec<WhiteResult> = chosen.iter().map(|&at| examples.results[at]).collect();
        reckoned(lab, report, (name, Labelled::new(&inputs, width, &results)), settings)?;
    }
    Ok(())
}

/// A tree and a network of some positions, in bytes with a header.
fn reckoned(
    lab: &Lab<'_>,
    report: &mut Report,
    (name, examples): (&str, Labelled<'_>),
    settings: &LearnSettings,
) -> Result<(), ExperimentError> {
    let tree = Tree::grow(&examples, Growth { breadth: lab.at_scale(8, 1), worth: 0 });
    let bytes = tree.pack(&examples).len() + FRAME;
    let parts = format!("{} questions", tree.questions());
    report.grid.row(&[&format!("decision tree, {name}"), &bytes, &parts, &""]);
    report.compare(format!("bytes, decision tree, {name}"), bytes as f64);
    lab.check()?;
    let trained = train(&examples, &settings.train, |_| lab.check().is_ok());
    let rounded = IntegerNetwork::rounded(&trained);
    let search = CompressSettings { sweeps: settings.sweeps, heat: settings.heat, seed: 1 };
    let network = compress(&examples, rounded, &search, |_| lab.check().is_ok());
    lab.check()?;
    let [weights, exceptions] = bits(&examples, network).map(|bits| bits / 8.0);
    let bytes = (weights + exceptions).ceil() + FRAME as f64;
    let parts = format!("weights {weights:.0}, exceptions {exceptions:.0}, reckoned");
    report.grid.row(&[&format!("network, {name}"), &bytes, &parts, &""]);
    report.compare(format!("bytes, network, {name}"), bytes);
    Ok(())
}

fn diagrams(lab: &Lab<'_>, report: &mut Report, kpk: &Kpk) -> Result<(), ExperimentError> {
    let mut least = usize::MAX;
    for (coding, order) in &ORDERS[..lab.at_scale(ORDERS.len(), 1)] {
        lab.check()?;
        let diagram = Truth::of(kpk, *coding).diagram(order);
        let bytes = diagram.pack();
        let read = diagram::Diagram::unpack(&bytes, *coding, *order);
        let all = kpk.white_to_move.iter().chain(&kpk.black_to_move);
        let wrong =
            all.filter(|position| read.answer(position.men, position.turn) != position.is_won());
        let wrong = wrong.count();
        let bytes = bytes.len() + FRAME;
        report.grid.row(&[
            &format!("decision diagram, {coding}"),
            &bytes,
            &format!("{} nodes", diagram.nodes()),
            &right(wrong),
        ]);
        least = least.min(bytes);
    }
    report.compare("bytes, decision diagram", least as f64);
    Ok(())
}
