//! What two layers would have achieved in comparison with three, and one, and four.

use super::super::kpk;
use super::super::unseen::{NN3, PLAIN, SIZE, compared, learned, shown};
use crate::{ExperimentError, Lab, Report};

/// With about as many weights each, but for the first.
const TOPOLOGIES: [(&str, &[usize]); 5] = [
    ("one layer: 32-1", &[1]),
    ("two layers: 32-36-1", &[36, 1]),
    ("three layers: 32-32-5-1", NN3),
    ("four layers: 32-26-10-5-1", &[26, 10, 5, 1]),
    ("five layers: 32-24-10-8-5-1", &[24, 10, 8, 5, 1]),
];

/// Training sets and epochs: the paper's small one, and a larger.
const SETS: [(usize, usize); 2] = [(125, 1500), (SIZE, 60)];

const SEEDS: usize = 4;

pub(in super::super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "What would 2-layer networks have achieved in comparison with 3-layer ones?",
        "network | weights | training positions | epochs | training, % | unseen, %",
    );
    let kpk = kpk(lab)?;
    for (size, epochs) in SETS {
        let mut of_layers = Vec::new();
        for (name, layers) in TOPOLOGIES {
            let runs = learned(lab, &kpk, (layers, size, epochs, PLAIN), SEEDS)?;
            let training: Vec<f64> = runs.iter().map(|run| run.training).collect();
            let unseen: Vec<f64> = runs.iter().map(|run| run.unseen).collect();
            report.grid.row(&[
                &name,
                &runs[0].weights,
                &size,
                &epochs,
                &shown(&training),
                &shown(&unseen),
            ]);
            let (mean, error) = super::super::unseen::mean(&unseen);
            report.compare(format!("{name}, {size} positions, unseen, %"), mean).error = error;
            of_layers.push(unseen);
        }
        let [one, two, three, four, _] = &of_layers[..] else { continue };
        let what = format!("{size} training positions, unseen, %");
        for verdict in [
            compared(&what, ("two layers", two), ("three", three)),
            compared(&what, ("two layers", two), ("one", one)),
            compared(&what, ("three layers", three), ("four", four)),
        ] {
            report.notes.push(verdict);
        }
    }
    report.note(&["White to move; positions drawn at random, no unseen position nor its mirror image being a training position; 4 seeds, ± one standard error. A one-layer network is a linear function of the characteristics."]);
    Ok(())
}
