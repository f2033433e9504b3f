//! A network learned from a table, made exact, and packed.

use endgame::table::Table;

use crate::compress::{Sweep, compress};
use crate::exact::ExactNetwork;
use crate::examples::{Examples, Sample};
use crate::integer::IntegerNetwork;
use crate::relu::{Epoch, TrainSettings, train};

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
}

impl Default for LearnSettings {
    fn default() -> LearnSettings {
        LearnSettings { train: TrainSettings::default(), positions: 200_000, sweeps: 6 }
    }
}

/// Learns a table. `watch` hears of every step and may stop by saying no: what has been learned by then is made exact.
pub fn learn(
    table: &Table,
    settings: &LearnSettings,
    mut watch: impl FnMut(Step) -> bool,
) -> ExactNetwork {
    let slots = 2 * table.index().len();
    let sample = match slots <= settings.positions.max(1) {
        true => Sample::All,
        false => Sample::About { count: settings.positions, seed: settings.train.seed },
    };
    let examples = Examples::of(table, sample);
    let mut stopped = false;
    let trained = train(&examples, &settings.train, |epoch| {
        stopped = !watch(Step::Trained(epoch));
        !stopped
    });
    let rounded = IntegerNetwork::rounded(&trained);
    let sweeps = if stopped { 0 } else { settings.sweeps };
    let network = compress(&examples, rounded, sweeps, |sweep| watch(Step::Compressed(sweep)));
    ExactNetwork::of(table, network)
}
