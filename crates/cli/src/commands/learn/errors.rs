//! `fallible learn GAMES.pgn --errors`: how likely an error is in a position.

use std::io::{self, Write};

use player::MoveFilter;
use study::error_chance::{
    ErrorObservation, ErrorPredictor, LearnedErrors, LearnedKind, learn_errors, observe,
};
use study::learn::{Extractor, LearnError};
use study::pgn::Game;
use study::schema::LearnedErrorsAnswer;

use super::Args;
use crate::console::Console;
use crate::failure::refuse_if;
use crate::files;
use crate::games::GameFiles;
use crate::json;

pub(super) fn run(
    args: &Args,
    extractor: &Extractor<'_>,
    files: &mut GameFiles,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    refuse_if!(
        extractor.model.filter != MoveFilter::judging_people(),
        "an error may be any move, so --errors has nothing to do with --concede, --horizon and --avoid-losses: leave them out"
    );
    let mut observations: Vec<ErrorObservation> = Vec::new();
    let mut first = 0;
    while let Some(batch) = files.next(console)? {
        extractor.tables.table(&args.endgame, &console.monitor())?;
        let look = |at: usize, game: &Game| observe::observe(extractor, first + at, game);
        batch.in_parallel(look, |_, seen: Result<_, LearnError>| {
            observations.extend(seen?);
            Ok(())
        })?;
        first += batch.games.len();
    }
    console.clear();
    let learned = learn_errors(extractor, &observations, args.folds)?;
    if let Some(file) = &args.out {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let source = format!(
            "{} positions of {} games in {}",
            learned.positions, learned.games, args.endgame
        );
        let kappa = args.model.kappa();
        let predictor = ErrorPredictor::new(extractor, kappa, &learned, &name, &source);
        files::write(file, &predictor.to_json())?;
    }
    if args.options.json {
        let kappa = args.model.kappa().into();
        return json::write(out, &LearnedErrorsAnswer::new(extractor, kappa, &learned));
    }
    print(args, extractor, &learned, out)?;
    Ok(out.flush()?)
}

fn print(
    args: &Args,
    extractor: &Extractor<'_>,
    learned: &LearnedErrors,
    out: &mut dyn Write,
) -> io::Result<()> {
    let side = extractor.side.fold_wb("the side named first", "the side named second");
    let LearnedErrors { positions, games, size, .. } = learned;
    writeln!(
        out,
        "{}, {side} to move: {positions} decided positions of {games} games with a choice in them.",
        args.endgame
    )?;
    for (kind, what) in learned.kinds.iter().zip(["Errors", "Values given away"]) {
        match kind {
            Some(kind) => print_kind(args, learned, kind, what, out)?,
            None => writeln!(out, "\n{what}: too few were made to learn from.")?,
        }
    }
    writeln!(out, "\nAn error that keeps the value concedes {:.2} moves on average.", size.mean)?;
    let Some(file) = args.out.as_ref().map(|file| file.display()) else { return Ok(()) };
    writeln!(out, "Written to {file}: use it as in fallible speculate FEN --errors {file}.")
}

fn print_kind(
    args: &Args,
    learned: &LearnedErrors,
    kind: &LearnedKind,
    what: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let share = 100.0 * kind.errors as f64 / kind.positions as f64;
    writeln!(out, "\n{what}: {} in {} positions, {share:.1} %.", kind.errors, kind.positions)?;
    let longest = learned.features.iter().map(String::len).max().unwrap_or(0);
    writeln!(out, "\n{:<longest$}  log-odds  standard error", "feature")?;
    let width = learned.features.len();
    for (at, feature) in learned.features.iter().enumerate() {
        let (weight, variance) = (kind.fit.coefficients[at], kind.fit.covariance[at * width + at]);
        if variance > 0.0 {
            let error = variance.sqrt();
            let sure = if weight.abs() > 2.0 * error { "" } else { "  not told from 0" };
            writeln!(out, "{feature:<longest$}  {weight:>8.3}  {error:>14.3}{sure}")?;
        }
    }
    for (at, reason) in &kind.fit.dropped {
        let reason = super::output::why(reason);
        writeln!(out, "Left out: {}, which {reason}.", learned.features[*at])?;
    }
    writeln!(out, "\nHow well they are foreseen in games left out ({} parts):", args.folds)?;
    writeln!(out, "forecast       log-loss   Brier     AUC")?;
    for one in &kind.forecasts {
        let auc = one.score.auc.map_or("-".to_owned(), |auc| format!("{auc:.4}"));
        let (loss, brier) = (one.score.log_loss, one.score.brier);
        writeln!(out, "{:<13}  {loss:>8.4}  {brier:>6.4}  {auc:>6}", one.name)?;
    }
    writeln!(out, "\npositions  foreseen  happened")?;
    for bin in &kind.bins {
        let [foreseen, happened, error] =
            [bin.foreseen, bin.happened, bin.standard_error].map(|share| 100.0 * share);
        writeln!(out, "{:>9}  {foreseen:>6.1} %  {happened:>6.1} ± {error:.1} %", bin.count)?;
    }
    let measured = &kind.prediction;
    writeln!(
        out,
        "As a prediction from {:.3} on: p = {:.3}, mistakes missed {:.3}, imagined {:.3}; log-odds are read with slope {:.3}.",
        measured.threshold,
        measured.rate,
        measured.missed,
        measured.imagined,
        kind.calibration.slope
    )
}
