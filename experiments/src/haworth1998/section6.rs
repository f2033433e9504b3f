//! The questions of section 6, each asked of positions with White to move that the network has not seen.

use endgame::rules::Color;
use net::sigmoid::Descent;
use net::trial::{Instance, Measure, Trained, TrialSettings, run as run_trial};

use super::{instances, kpk};
use crate::{ExperimentError, Lab, Report};

/// A network and a way to train it.
struct Variant {
    question: &'static str,
    name: &'static str,
    layers: &'static [usize],
    size: usize,
    descent: Descent,
}

const PLAIN: Descent = Descent { rate: 0.03, momentum: 0.0, annealing: 1.0 };

#[rustfmt::skip] // a line each
const VARIANTS: &[Variant] = &[
    Variant { question: "layers", name: "one layer: 32-1", layers: &[1], size: 8000, descent: PLAIN },
    Variant { question: "layers", name: "two layers: 32-36-1", layers: &[36, 1], size: 8000, descent: PLAIN },
    Variant { question: "layers", name: "three layers: 32-32-5-1", layers: &[32, 5, 1], size: 8000, descent: PLAIN },
    Variant { question: "layers", name: "four layers: 32-26-10-5-1", layers: &[26, 10, 5, 1], size: 8000, descent: PLAIN },
    Variant { question: "size of the training set", name: "125", layers: &[32, 5, 1], size: 125, descent: PLAIN },
    Variant { question: "size of the training set", name: "500", layers: &[32, 5, 1], size: 500, descent: PLAIN },
    Variant { question: "size of the training set", name: "2000", layers: &[32, 5, 1], size: 2000, descent: PLAIN },
    Variant { question: "size of the training set", name: "30000", layers: &[32, 5, 1], size: 30_000, descent: PLAIN },
    Variant { question: "descent", name: "momentum 0.9", layers: &[32, 5, 1], size: 8000, descent: Descent { rate: 0.003, momentum: 0.9, annealing: 1.0 } },
    Variant { question: "descent", name: "annealing 0.97", layers: &[32, 5, 1], size: 8000, descent: Descent { rate: 0.1, momentum: 0.0, annealing: 0.97 } },
];

fn run_variant(
    lab: &Lab<'_>,
    training: &[Instance],
    testing: &[Instance],
    variant_layers: &[usize],
    descent: Descent,
) -> Trained {
    let settings = TrialSettings {
        layers: variant_layers.to_vec(),
        target: 0.0,
        patience: usize::MAX,
        epochs: lab.at_scale(100, 4),
        descent,
        ..TrialSettings::default()
    };
    run_trial(training, testing, &settings, |_, _| lab.check().is_ok())
}

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "What would other networks, larger training sets, momentum and annealing have achieved, and is there over-training?",
        "question | variant | weights | training positions | training, % | unseen, % | best unseen, % | at epoch",
    );
    let kpk = kpk(lab)?;
    for variant in VARIANTS {
        lab.check()?;
        let size = lab.at_scale(variant.size, variant.size.min(300));
        let [training, testing] = kpk.drawn(Color::White, size.max(lab.at_scale(8000, 300)), 6);
        let (training, testing) = (instances(&training[..size]), instances(&testing));
        let trained = run_variant(lab, &training, &testing, variant.layers, variant.descent);
        let last = trained.testing_course.last().map_or(0.0, Measure::percent);
        let course = trained.testing_course.iter().map(Measure::percent).enumerate();
        let (epoch, best) = course.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default();
        report.grid.row(&[
            &variant.question,
            &variant.name,
            &trained.network.weights().len(),
            &size,
            &format!("{:.2}", trained.training.percent()),
            &format!("{last:.2}"),
            &format!("{best:.2}"),
            &(epoch + 1),
        ]);
        report.compare(format!("{}: {}, unseen, %", variant.question, variant.name), last);
    }
    report.note(&[
        "Over-training: where the best accuracy on unseen positions comes well before the last epoch and is clearly higher than at the end.",
        "The best epoch on unseen positions is shown to answer that question; it is no estimate of accuracy, for it was chosen by those positions.",
        "100 epochs each, without the stopping rule. Positions are drawn at random; no unseen position, nor its mirror image, is a training position.",
    ]);
    Ok(())
}
