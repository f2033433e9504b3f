//! What the Markov model loses by lumping all positions of one depth together.

use endgame::outcome_histogram::Count;
use plot::{Plot, Series};
use study::exact::{Spread, Ties};

use crate::report::figure;
use crate::{ExperimentError, Lab, Report};

const DRAWN: f64 = 20.0;

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Lumping treats every position of a depth as an average one. Positions remember more than their depth, so the \
         lumped length need not be the mean of the exact ones, nor near any of them.",
        "c | depth | Markov | exact mean | exact least | exact greatest",
    );
    let endgame = lab.at_scale("KQKR", "KRK");
    for &c in lab.at_scale(&[10.0, 15.0, 20.0, 25.0][..], &[DRAWN]) {
        lab.check()?;
        let chains = lab.chains(endgame)?;
        let lumped = chains.of(c).expected_length();
        let spreads = lab.exact(endgame, c, Ties::Uniform, |exact| {
            let lengths = exact.lengths(&lab.monitor)?;
            let spreads = exact.spreads(&lengths.attacker, Count::Boards);
            Ok(spreads.into_iter().skip(1).collect::<Option<Vec<Spread>>>())
        })?;
        let spreads = spreads.expect("there are wins of every depth");
        let rows = (1..).zip(&spreads).map(|(depth, spread)| {
            (depth, [lumped[depth], spread.mean, spread.least, spread.greatest])
        });
        let rows: Vec<(usize, [f64; 4])> = rows.collect();
        for (depth, lengths) in &rows {
            report.grid.figures(&[&figure(c), depth], *lengths);
        }
        let deepest = chains.deepest();
        for depth in [deepest / 6, deepest / 3, 2 * deepest / 3, deepest] {
            let words = format!("Markov length over exact mean, depth {depth}, c = {c}");
            report.compare(words, lumped[depth] / spreads[depth - 1].mean);
        }
        let third = &spreads[deepest / 3 - 1];
        let words = format!("greatest over least exact length at depth {}, c = {c}", deepest / 3);
        report.compare(words, third.greatest / third.least);
        if c == DRAWN {
            let names = ["Markov model", "exact, mean over boards", "least", "greatest"];
            let series = names.into_iter().enumerate().map(|(column, name)| Series {
                name: name.to_owned(),
                points: rows.iter().map(|(depth, row)| (*depth as f64, row[column])).collect(),
            });
            report.draw(Plot::new(
                format!("{endgame}: expected length by depth, c = {DRAWN}"),
                "DTC, kappa 1, infallible defender, ties uniform",
                ["depth at the start", "expected moves"],
                series.collect(),
            ));
        }
    }
    report.note(&[
        "Kappa 1, averaged over boards, the attacker never concedes the win, the infallible defender takes any of its \
         deepest replies with equal chance. Nothing is random: exact lengths solve their equations to 1e-9. \
         At reduced scale the endgame is KRK.",
    ]);
    Ok(())
}
