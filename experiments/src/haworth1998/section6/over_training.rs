//! Whether the evolution of training and testing accuracy shows over-training.

use endgame::rules::Color;
use net::trial::{Measure, run as run_trial};
use plot::{Plot, Series};
use rayon::prelude::*;

use super::super::unseen::{NN3, PLAIN, endless, mean};
use super::super::{instances, kpk};
use crate::{ExperimentError, Lab, Report};
use net::sigmoid::Descent;

const SEEDS: usize = 10;
const EPOCHS: usize = 800;

/// The courses of a run for its training set and for positions that it has not seen.
type Courses = (Vec<Measure>, Vec<Measure>);

/// The epoch at which the mean over the runs is best, judged by one half of them, and by how much it is better than the last, by the
/// other half; the mean of both ways.
fn best_epoch(runs: &[Courses]) -> (f64, f64) {
    let last = runs[0].1.len() - 1;
    let mean_of = |half: usize, epoch: usize| {
        let of = runs.iter().skip(half).step_by(2).map(|(_, testing)| testing[epoch].percent());
        mean(&of.collect::<Vec<_>>()).0
    };
    let best = |[half, other]: [usize; 2]| {
        let best =
            (0..=last).max_by(|&a, &b| mean_of(half, a).total_cmp(&mean_of(half, b))).unwrap_or(0);
        (best as f64, mean_of(other, best) - mean_of(other, last))
    };
    let [first, second] = [best([0, 1]), best([1, 0])];
    (f64::midpoint(first.0, second.0), f64::midpoint(first.1, second.1))
}

pub(in super::super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Would the evolution of accuracy on T_1 and S_1, T_2 and S_2 have demonstrated over-training?",
        "side | epoch | training, % | unseen, % | training error | unseen error",
    );
    let kpk = kpk(lab)?;
    let epochs = lab.at_scale(EPOCHS, 40);
    let mut series = Vec::new();
    for (turn, size, side) in [(Color::White, 125, "wtm"), (Color::Black, 136, "btm")] {
        let one = |seed: usize| {
            let [training, testing] = kpk.drawn(turn, size, seed as u64).map(|set| instances(&set));
            let settings = endless(NN3, epochs, Descent { rate: 0.1, ..PLAIN }, seed as u64);
            let trained = run_trial(&training, &testing, &settings, |_, _| lab.check().is_ok());
            (trained.course, trained.testing_course)
        };
        let runs: Vec<_> = (1..=lab.at_scale(SEEDS, 2)).into_par_iter().map(one).collect();
        lab.check()?;
        let at = |epoch: usize, of: &dyn Fn(&Measure) -> f64, seen: bool| {
            let courses = runs.iter().map(|(course, testing)| if seen { course } else { testing });
            mean(&courses.map(|course| of(&course[epoch])).collect::<Vec<_>>())
        };
        let percent = |measure: &Measure| measure.percent();
        let error = |measure: &Measure| f64::from(measure.average_error);
        let shown = || (0..epochs).filter(|epoch| epoch % 10 == 9 || *epoch < 10);
        for epoch in shown() {
            report.grid.figures(
                &[&side, &(epoch + 1)],
                [
                    at(epoch, &percent, true).0,
                    at(epoch, &percent, false).0,
                    at(epoch, &error, true).0,
                    at(epoch, &error, false).0,
                ],
            );
        }
        for (seen, name) in [(true, "training"), (false, "unseen")] {
            let points = shown().map(|epoch| ((epoch + 1) as f64, at(epoch, &percent, seen).0));
            series.push(Series { name: format!("{side}, {name}"), points: points.collect() });
        }
        let (best, lost) = best_epoch(&runs);
        report.compare(format!("{side}: best epoch for unseen positions"), best + 1.0);
        report.compare(
            format!("{side}: accuracy on unseen positions lost from there to the end, %"),
            lost,
        );
        let least = (0..epochs)
            .min_by(|&a, &b| at(a, &error, false).0.total_cmp(&at(b, &error, false).0))
            .unwrap_or(0);
        report.compare(
            format!("{side}: epoch of the least error on unseen positions"),
            (least + 1) as f64,
        );
        let gap = at(epochs - 1, &percent, true).0 - at(epochs - 1, &percent, false).0;
        report.compare(format!("{side}: training less unseen accuracy at the end, %"), gap);
        let verdict =
            if lost > 0.5 { "there is over-training" } else { "accuracy does not fall again" };
        report.notes.push(format!("{side}: {verdict}: from its best epoch to the last, accuracy on unseen positions changes by {:+.2} points; the gap of {gap:.1} points between training and unseen positions is that of a small set.", -lost));
    }
    report.draw(Plot {
        close_up: true,
        ..Plot::new(
            "Training and unseen positions, epoch by epoch",
            format!(
                "T_1, S_1 (125 positions) and T_2, S_2 (136), 32-32-5-1, mean of {} seeds",
                lab.at_scale(SEEDS, 2)
            ),
            ["epoch", "correct, %"],
            series,
        )
    });
    report.note(&["No stopping rule, steps of 0.1. The best epoch is chosen with one half of the seeds and judged by the other, so that its accuracy is no lucky one."]);
    Ok(())
}
