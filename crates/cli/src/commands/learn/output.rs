//! What was learned in words and tables.

use std::io::{self, Write};

use player::Concede;
use player::logit::{LogitError, Score};
use study::learn::Band;

use super::Findings;

pub(super) fn write(found: &Findings<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Findings { args, extractor, dataset, learned, by_rating } = found;
    let side = extractor.side.fold_wb("the side named first", "the side named second");
    let (moves, games) = (dataset.observations.len(), dataset.teaching_games);
    write!(out, "{}, {side} to move: {moves} moves of {games} games ", args.endgame)?;
    writeln!(out, "with a choice in them ({}).", args.model.description())?;
    let left_out = [
        (dataset.forced, "without a choice"),
        (dataset.never, "that this model never makes (see --concede)"),
        (dataset.drawn, "in drawn positions"),
    ];
    for (count, what) in left_out.iter().filter(|(count, _)| *count > 0) {
        writeln!(out, "Left out: {count} moves {what}.")?;
    }
    let names = extractor.features();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(12);
    writeln!(out, "\n{:<width$}    weight  standard error    factor", "feature")?;
    for (feature, name) in names.iter().enumerate() {
        let Some((weight, error)) = learned.coefficient(feature) else { continue };
        let factor = if feature == 0 { String::new() } else { format!("{:.2}", weight.exp()) };
        let sure = if weight.abs() > 2.0 * error { "" } else { "  not told from 0" };
        writeln!(out, "{name:<width$}  {weight:>8.3}  {error:>14.3}  {factor:>8}{sure}")?;
    }
    for (feature, reason) in &learned.dropped {
        writeln!(out, "Left out: {}, which {}.", names[*feature], why(reason))?;
    }
    writeln!(out, "\nHow well moves are foreseen in games left out ({} parts):", args.folds)?;
    writeln!(out, "model             log-loss   first guess")?;
    for baseline in &learned.baselines {
        writeln!(out, "{:<16}  {}", baseline.name, score(&baseline.score))?;
    }
    if let Some(bands) = by_rating {
        table(bands, args.bands.unwrap_or(0), out)?;
    }
    let Some(file) = args.out.as_ref().map(|file| file.display()) else { return Ok(()) };
    let concede = match extractor.model.filter.concede {
        Concede::Draws => String::new(),
        concede => format!(",concede={concede}"),
    };
    writeln!(out, "\nWritten to {file}: use it as player:weights={file}{concede}.")
}

fn score(score: &Score) -> String {
    format!("{:>8.4}  {:>10.1} %", score.log_loss, 100.0 * score.top_one)
}

pub(super) fn why(error: &LogitError) -> &'static str {
    match error {
        LogitError::Empty => "has nothing to go by",
        LogitError::NeverVaries(_) => "is the same for all moves of every position",
        LogitError::Repeats(_) => "says nothing that the others do not say",
        LogitError::Unbounded(_) => "holds of the moves made always or never",
    }
}

fn table(bands: &[Band], width: u16, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{RATINGS}")?;
    for band in bands {
        let rating = match band.from {
            Some(from) => format!("{from}-{}", u32::from(from) + u32::from(width) - 1),
            None => "unrated".to_owned(),
        };
        let competence =
            band.competence.map_or("-".to_owned(), |(c, se)| format!("{c:.2} ± {se:.2}"));
        let [alone, with_rules] = [&band.reference, &band.with_rules]
            .map(|score| score.as_ref().map_or("-".to_owned(), self::score));
        write!(out, "{rating:<12}  {:>6}  {competence:>16}", band.moves)?;
        writeln!(out, "  {alone:>22}  {with_rules:>22}")?;
    }
    Ok(())
}

const RATINGS: &str =
    "rating         moves        competence    R_c: log-loss, first              with rules";
