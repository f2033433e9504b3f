//! A network learned from a table, made exact, and packed.

use endgame::index::Index;
use endgame::material::Material;
use endgame::table::Table;

use crate::compress::{CompressSettings, Sweep, compress};
use crate::endgame_network::EndgameNetwork;
use crate::examples::{Examples, Labelled, Sample};
use crate::integer::IntegerNetwork;
use crate::train::{Epoch, TrainSettings, Validation, train, train_watched};

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// A pass over the positions.
    Trained(Epoch),
    /// A pass over the weights.
    Compressed(Sweep),
}

/// How to learn an endgame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnSettings {
    /// How to train.
    pub train: TrainSettings,
    /// The most positions to learn from; an endgame of more is learned from a sample.
    pub positions: usize,
    /// The most passes over the weights in whole numbers.
    pub sweeps: usize,
    /// How many bits longer a file may become at first, on average, where a weight is moved.
    pub heat: f64,
}

impl LearnSettings {
    /// What suits an endgame: the more positions it has, the more weights are worth their bytes.
    pub fn of(material: &Material) -> LearnSettings {
        let positions = 200_000;
        match material.men() {
            ..=3 => {
                LearnSettings { train: TrainSettings::default(), positions, sweeps: 150, heat: 6.0 }
            }
            _ => {
                let numbers = 2.0 * Index::new(material).len() as f32;
                // A weight costs what it costs, and an error counts as often as there are positions.
                let shrink = (40_000.0 / numbers).clamp(0.004, 0.25);
                let train = TrainSettings {
                    hidden: [48, 8],
                    epochs: 60,
                    shrink,
                    ..TrainSettings::default()
                };
                LearnSettings { train, positions, sweeps: 8, heat: 2.0 }
            }
        }
    }

    fn sample(&self, table: &Table) -> Sample {
        match 2 * table.index().len() <= self.positions.max(1) {
            true => Sample::All,
            false => Sample::About { count: self.positions, seed: self.train.seed },
        }
    }

    fn search(&self) -> CompressSettings {
        CompressSettings { sweeps: self.sweeps, heat: self.heat, seed: self.train.seed }
    }
}

/// Learns a table. `watch` hears of every step and may stop by saying no: what has been learned by then is made exact.
pub fn learn(
    table: &Table,
    settings: &LearnSettings,
    mut watch: impl FnMut(Step) -> bool,
) -> EndgameNetwork {
    let examples = Examples::of(table, settings.sample(table));
    let examples = Labelled::from(&examples);
    let mut stopped = false;
    let trained = train(&examples, &settings.train, |epoch| {
        stopped = !watch(Step::Trained(epoch));
        !stopped
    });
    let rounded = IntegerNetwork::rounded(&trained);
    let sweeps = if stopped { 0 } else { settings.sweeps };
    let search = CompressSettings { sweeps, ..settings.search() };
    let network = compress(&examples, rounded, &search, |sweep| watch(Step::Compressed(sweep)));
    EndgameNetwork::exact(table, network)
}

/// Makes a network exact that was trained already: its weights are moved until the file is short.
pub fn make_exact(
    table: &Table,
    network: &IntegerNetwork,
    settings: &LearnSettings,
    mut watch: impl FnMut(Step) -> bool,
) -> EndgameNetwork {
    let examples = Examples::of(table, settings.sample(table));
    let examples = Labelled::from(&examples);
    let network = compress(&examples, network.clone(), &settings.search(), |sweep| {
        watch(Step::Compressed(sweep))
    });
    EndgameNetwork::exact(table, network)
}

/// Positions that are learned from, and positions that are not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoldOut {
    /// The share of the positions that is held out; as many more only decide when to stop.
    pub share: f64,
    /// Passes without progress on those after which training is ended early.
    pub patience: Option<usize>,
}

/// A network that was left to err, and how it did.
#[derive(Clone, Debug)]
pub struct LeftToErr {
    /// The network.
    pub network: EndgameNetwork,
    /// Passes that were made.
    pub epochs: usize,
    /// Whether training ended before its time.
    pub stopped: bool,
    /// Positions learned from, and how many of them it misjudges.
    pub trained: (usize, usize),
    /// The same of positions that had no part in the learning, nor a mirror image.
    pub held_out: (usize, usize),
}

/// Trains a network on part of a table's positions, and judges it by the others.
pub fn learn_part(
    table: &Table,
    settings: &LearnSettings,
    hold_out: HoldOut,
    mut watch: impl FnMut(Step) -> bool,
) -> LeftToErr {
    let seed = settings.train.seed;
    let all = Examples::of(table, settings.sample(table));
    let outputs = all.outputs;
    let [held_out, rest] = all.split(table.index(), hold_out.share, seed);
    let [validation, training] = match hold_out.patience {
        // Of what is left, so that both are as large.
        Some(_) => rest.split(table.index(), hold_out.share / (1.0 - hold_out.share), seed + 1),
        None => rest.split(table.index(), 0.0, seed),
    };
    let [held_out, validation, training] = [&held_out, &validation, &training]
        .map(|part| Labelled { outputs, ..Labelled::from(part) });
    let (mut epochs, mut stopped) = (0, false);
    let validation =
        hold_out.patience.map(|patience| Validation { examples: validation, patience });
    let trained = train_watched(&training, validation.as_ref(), &settings.train, |epoch| {
        epochs = epoch.done;
        stopped = !watch(Step::Trained(epoch));
        !stopped
    });
    let network = IntegerNetwork::rounded(&trained);
    let runner = network.runner();
    let wrong = |part: &Labelled<'_>| {
        let wrong = (0..part.len())
            .filter(|&at| runner.verdict(part.inputs_of(at)) != part.results[at])
            .count();
        (part.len(), wrong)
    };
    LeftToErr {
        trained: wrong(&training),
        held_out: wrong(&held_out),
        stopped: stopped || epochs < settings.train.epochs,
        epochs,
        network: EndgameNetwork::alone(&table.material(), network),
    }
}
