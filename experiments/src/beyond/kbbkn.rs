//! How long KBBKN takes position by position, beside the Markov model that the papers have.

use endgame::outcome_histogram::Count;
use plot::{Plot, Series};
use study::exact::{ExactError, Ties};

use crate::report::figure;
use crate::{ExperimentError, Lab, Report};

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Nobody has followed KBBKN position by position: the papers lump all positions of a depth together. Depth 31 is where the papers \
         measure, depth 66 the deepest win.",
        "c | depth | Markov | exact mean | exact least | exact greatest | residual | sweeps",
    );
    let endgame = lab.at_scale("KBBKN", "KRK");
    let depths = lab.at_scale([31, 66], [8, 16]);
    let mut lines = vec![Vec::new(); 2 * depths.len()];
    for &c in lab.at_scale(&[10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0][..], &[5.0, 10.0]) {
        lab.check()?;
        let lumped = lab.chains(endgame)?.of(c).expected_length();
        let found =
            lab.exact(endgame, c, Ties::Uniform, |exact| match exact.lengths(&lab.monitor) {
                Ok(lengths) => {
                    let spreads = exact.spreads(&lengths.attacker, Count::Boards);
                    Ok(Some((spreads, lengths.residual, lengths.sweeps)))
                }
                Err(ExactError::Unsettled { .. } | ExactError::Endless) => Ok(None),
                Err(error) => Err(error.into()),
            })?;
        for (at, &depth) in depths.iter().enumerate() {
            let words: [&dyn std::fmt::Display; 2] = [&figure(c), &depth];
            let Some((spreads, residual, sweeps)) = &found else {
                report.grid.figures(&words, [Some(lumped[depth]), None, None, None, None, None]);
                continue;
            };
            let spread = spreads[depth].expect("there are wins of every depth");
            let lengths = [lumped[depth], spread.mean, spread.least, spread.greatest];
            report.grid.figures(&words, lengths.into_iter().chain([*residual, *sweeps as f64]));
            let words = format!("Markov length over exact mean, depth {depth}, c = {c}");
            report.compare(words, lumped[depth] / spread.mean);
            lines[2 * at].push((c, lumped[depth].log10()));
            lines[2 * at + 1].push((c, spread.mean.log10()));
        }
    }
    let names = depths.into_iter().flat_map(|depth| {
        ["Markov model", "exact, mean over boards"].map(|who| format!("{who}, depth {depth}"))
    });
    report.draw(Plot::new(
        format!("{endgame}: expected length by competence"),
        "DTC, kappa 1, infallible defender, ties uniform",
        ["competence", "lg of expected moves"],
        names.zip(lines).map(|(name, points)| Series { name, points }).collect(),
    ));
    report.note(&[
        "Kappa 1, averaged over boards, the attacker never concedes the win, the infallible defender takes any of its \
         deepest replies with equal chance. Nothing is random. The residual is in moves: no length is wrong by more than that share of itself. \
         At reduced scale the endgame is KRK.",
    ]);
    Ok(())
}
