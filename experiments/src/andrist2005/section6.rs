//! Section 6: the length of a win by the Markov model, and by following every position.

use player::markov::Length;
use study::exact::Ties;

use crate::report::figure;
use crate::{ExperimentError, Lab, Report};

const TIES: [(&str, Ties); 3] =
    [("uniform", Ties::Uniform), ("hardest", Ties::Hardest), ("easiest", Ties::Easiest)];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "From depth 31 the Markov model expects 97 moves of R_20 and 84 of R_21.",
        "c | by | from | ties | length | sd",
    );
    let chains = lab.chains("KQKR")?;
    for c in [20.0, 21.0] {
        let deepest = chains.deepest();
        let Length { mean, deviation, .. } = Length::from(chains.of(c), deepest);
        let from = format!("depth {deepest}");
        report.grid.figures(&[&figure(c), &"Markov", &from, &"-"], [mean, deviation]);
        report.compare(format!("Markov length, c = {c}"), mean);
    }
    let (competences, ties) = lab.at_scale((&[20.0, 21.0][..], &TIES[..]), (&[20.0], &TIES[..1]));
    for &c in competences {
        for &(name, ties) in ties {
            lab.check()?;
            for (number, (mean, deviation)) in (1..).zip(exact(lab, c, ties)?) {
                let from = format!("position {number}");
                report.grid.figures(&[&figure(c), &"exact", &from, &name], [mean, deviation]);
                report.compare(format!("exact length, {from}, c = {c}, ties {name}"), mean);
            }
        }
    }
    report.note(&[
        "KQKR, DTC, kappa 1, averaged over boards, the attacker never concedes the win, the defender is infallible.",
        "The Markov model speaks of an average position of each depth. Followed position by position, the two \
         starting positions, the only ones of that depth, need a little more, both the same; and how the defender chooses among equally deep moves matters more than \
         the difference between the two players.",
    ]);
    Ok(())
}

/// Expected length and standard deviation from both starting positions.
fn exact(lab: &Lab<'_>, c: f64, ties: Ties) -> Result<Vec<(f64, f64)>, ExperimentError> {
    lab.exact("KQKR", c, ties, |mut exact| {
        let lengths = exact.lengths(&lab.monitor)?;
        exact.settle_ties(&lengths)?;
        let deviations = exact.deviations(&lengths, &lab.monitor)?;
        let places = lab.start_places(&exact)?;
        Ok(places.into_iter().map(|at| (lengths.attacker[at], deviations[at])).collect())
    })
}
