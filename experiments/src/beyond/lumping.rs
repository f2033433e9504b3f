//! What the Markov model loses by lumping all positions of one depth together.

use plot::{Plot, Series};
use study::exact::{Spread, Ties};

use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

const DRAWN: f64 = 20.0;

pub(super) fn run(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let mut grid = Grid::new("c | depth | Markov | exact mean | exact least | exact greatest");
    let mut comparisons = Vec::new();
    let mut series = Vec::new();
    let endgame = lab.at_scale("KQKR", "KRK");
    for &c in lab.at_scale(&[10.0, 15.0, 20.0, 25.0][..], &[DRAWN]) {
        lab.check()?;
        let chains = lab.chains(endgame)?;
        let lumped = chains.of(c).expected_length().expect("the win is never conceded");
        let spreads = lab.exact(endgame, c, Ties::Uniform, |exact| {
            let lengths = exact.lengths(&lab.monitor)?;
            let spread = |depth| lengths.spread(exact.graph(), depth);
            Ok((1..=chains.deepest()).map(spread).collect::<Option<Vec<Spread>>>())
        })?;
        let spreads = spreads.expect("there are wins of every depth");
        for (at, spread) in spreads.iter().enumerate() {
            let numbers = [lumped[at + 1], spread.mean, spread.least, spread.greatest];
            let head = [figure(c), (at + 1).to_string()];
            grid.row(head.into_iter().chain(numbers.map(figure)));
        }
        let deepest = chains.deepest();
        for depth in [deepest / 6, deepest / 3, 2 * deepest / 3, deepest] {
            let ratio = lumped[depth] / spreads[depth - 1].mean;
            let words = format!("Markov length over exact mean, depth {depth}, c = {c}");
            comparisons.push(Comparison::unprinted(words, ratio));
        }
        let third = &spreads[deepest / 3 - 1];
        let apart = third.greatest / third.least;
        let words = format!("greatest over least exact length at depth {}, c = {c}", deepest / 3);
        comparisons.push(Comparison::unprinted(words, apart));
        if c == DRAWN {
            let points = |of: &dyn Fn(usize, &Spread) -> f64| -> Vec<(f64, f64)> {
                let depths = spreads.iter().enumerate();
                depths.map(|(at, spread)| ((at + 1) as f64, of(at + 1, spread))).collect()
            };
            series = [
                ("Markov model", points(&|depth, _| lumped[depth])),
                ("exact, mean over boards", points(&|_, spread| spread.mean)),
                ("least", points(&|_, spread| spread.least)),
                ("greatest", points(&|_, spread| spread.greatest)),
            ]
            .into_iter()
            .map(|(name, points)| Series { name: name.to_owned(), points })
            .collect();
        }
    }
    Ok(Report {
        claim: "Lumping treats every position of a depth as an average one. Positions remember more than their depth, so the \
                lumped length need not be the mean of the exact ones, nor near any of them."
            .to_owned(),
        grid,
        comparisons,
        plot: Some(Plot {
            title: format!("{endgame}: expected length by depth, c = {DRAWN}"),
            note: "DTC, kappa 1, infallible defender, ties uniform".to_owned(),
            across: "depth at the start".to_owned(),
            up: "expected moves".to_owned(),
            series,
            ..Plot::default()
        }.into()),
        notes: vec![
            "Kappa 1, averaged over boards, the attacker never concedes the win, the infallible defender takes any of its \
             deepest replies with equal chance. Nothing is random: exact lengths solve their equations to 1e-9. \
             At reduced scale the endgame is KRK."
                .to_owned(),
        ],
    })
}
