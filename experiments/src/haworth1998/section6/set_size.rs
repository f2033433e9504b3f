//! How accuracy varies as the training set grows.

use plot::{Plot, Series};

use super::super::kpk;
use super::super::unseen::{NN3, PLAIN, learned, mean, shown};
use crate::{ExperimentError, Lab, Report};

const SIZES: [usize; 9] = [125, 250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000];

/// Positions presented in all, whatever the size of the set: small sets are gone through more often.
const PRESENTED: usize = 480_000;

const SEEDS: usize = 3;

pub(in super::super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "How would training and testing accuracy vary as the size of the sets increased?",
        "training positions | epochs | training, % | unseen, %",
    );
    let kpk = kpk(lab)?;
    let sizes = &SIZES[..lab.at_scale(SIZES.len(), 2)];
    let (mut seen, mut unseen) = (Vec::new(), Vec::new());
    for &size in sizes {
        let epochs = (PRESENTED / size).min(1500);
        let runs = learned(lab, &kpk, (NN3, size, epochs, PLAIN), SEEDS)?;
        let [of_training, of_unseen] = [0, 1].map(|at| {
            runs.iter()
                .map(|run| if at == 0 { run.training } else { run.unseen })
                .collect::<Vec<f64>>()
        });
        report.grid.row(&[&size, &epochs, &shown(&of_training), &shown(&of_unseen)]);
        let (accuracy, error) = mean(&of_unseen);
        report.compare(format!("{size} positions, unseen, %"), accuracy).error = error;
        let across = (size as f64).log2();
        seen.push((across, 100.0 - mean(&of_training).0));
        unseen.push((across, 100.0 - accuracy));
    }
    if let (Some(first), Some(last)) = (unseen.first(), unseen.last()) {
        let per_doubling = (last.1 / first.1).powf(1.0 / (last.0 - first.0).max(1.0));
        report.compare(
            "errors on unseen positions left by a doubling of the set, %",
            100.0 * per_doubling,
        );
        report.notes.push(format!(
            "Every doubling of the training set leaves {:.0} % of the errors on unseen positions; training and unseen errors meet: {:.2} and {:.2} % with the largest set.",
            100.0 * per_doubling, seen.last().map_or(0.0, |point| point.1), last.1
        ));
    }
    report.draw(Plot {
        up_scale: plot::Scale::Log,
        ..Plot::new(
            "Errors as the training set grows",
            "32-32-5-1, White to move; mean of 3 seeds, 480,000 positions presented in all",
            ["doublings of one training position", "wrong, %"],
            vec![
                Series { name: "unseen positions".to_owned(), points: unseen },
                Series { name: "training positions".to_owned(), points: seen },
            ],
        )
    });
    report.note(&["Sets are drawn at random from the reachable positions with White to move; no unseen position nor its mirror image is a training position. The network of the epoch with most training positions right is kept."]);
    Ok(())
}
