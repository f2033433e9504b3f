//! Section 6: the length of a win by the Markov model, and by following every position.

use player::markov::{Length, Seat};
use study::exact::Ties;

use super::PAPER;
use crate::games::starts;
use crate::printed::printed;
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

const TIES: [(&str, Ties); 3] =
    [("uniform", Ties::Uniform), ("hardest", Ties::Hardest), ("easiest", Ties::Easiest)];

pub(super) fn run(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let chains = lab.chains("KQKR")?;
    let mut grid = Grid::new("c | by | from | ties | length | sd");
    let mut comparisons = Vec::new();
    for c in [20.0, 21.0] {
        let from = chains.deepest();
        let length = Length::from(chains.of(c), from).expect("the win is never conceded");
        let words = [figure(c), "Markov".into(), format!("depth {from}"), "-".into()];
        grid.row(words.into_iter().chain([length.mean, length.deviation].map(figure)));
        let theirs = printed(PAPER, "section6", &format!("markov_length_c{c}"))?;
        comparisons.push(Comparison::new(format!("Markov length, c = {c}"), length.mean, theirs));
    }
    let (competences, ties) = lab.at_scale((&[20.0, 21.0][..], &TIES[..]), (&[20.0], &TIES[..1]));
    for &c in competences {
        for &(name, ties) in ties {
            lab.check()?;
            let lengths = exact(lab, c, ties)?;
            for (number, (mean, deviation)) in lengths.into_iter().enumerate() {
                let from = format!("position {}", number + 1);
                let words = [figure(c), "exact".into(), from.clone(), name.to_owned()];
                grid.row(words.into_iter().chain([mean, deviation].map(figure)));
                let words = format!("exact length, {from}, c = {c}, ties {name}");
                comparisons.push(Comparison::unprinted(words, mean));
            }
        }
    }
    Ok(Report {
        claim: "From depth 31 the Markov model expects 97 moves of R_20 and 84 of R_21.".to_owned(),
        grid,
        comparisons,
        plot: None,
        notes: vec![
            "KQKR, DTC, kappa 1, averaged over boards, the attacker never concedes the win, the defender is infallible."
                .to_owned(),
            "The Markov model speaks of an average position of each depth. Followed position by position, the two \
             starting positions, the only ones of that depth, need a little more, both the same; and how the defender chooses among equally deep moves matters more than \
             the difference between the two players."
                .to_owned(),
        ],
    })
}

/// Expected length and standard deviation from both starting positions.
fn exact(lab: &Lab<'_>, c: f64, ties: Ties) -> Result<Vec<(f64, f64)>, ExperimentError> {
    let table = lab.tables.table(&"KQKR".parse()?, &lab.monitor)?;
    lab.exact("KQKR", c, ties, |mut exact| {
        let lengths = exact.lengths(&lab.monitor)?;
        exact.settle_ties(&lengths)?;
        let deviations = exact.deviations(&lengths, &lab.monitor)?;
        let mut found = Vec::new();
        for start in starts() {
            let slot = table.index().encode(&start);
            let place = slot.and_then(|slot| exact.graph().place(Seat::Attacker, slot.index));
            let place = place.expect("a won position of the endgame");
            found.push((lengths.attacker[place], deviations[place]));
        }
        Ok(found)
    })
}
