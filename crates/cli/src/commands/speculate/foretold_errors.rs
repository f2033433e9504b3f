//! `fallible speculate FEN --errors human`: how likely an error is in this position, and which mistake pays.

use std::io::Write;

use endgame::rules::Position;
use endgame::tables::Tables;
use study::error_chance::{Caution, ErrorPredictor, PredictorError, Speculation, SpeculationError};
use study::schema::{ErrorChanceAnswer, SpeculationHere};

use crate::failure::bad_input;

/// What is to be said of a position: of the side to move if its errors are foretold, and otherwise of
/// its moves.
pub(super) fn answer(
    predictor: &ErrorPredictor,
    tables: &Tables,
    position: &Position,
    caution: Caution,
) -> Result<SpeculationHere, SpeculationError> {
    if predictor.is_turn(tables, position) {
        let chance = predictor.chance(tables, position)?;
        return Ok(SpeculationHere::here(predictor, position, &chance));
    }
    let speculation = Speculation::new(predictor, tables, position, caution)?;
    Ok(SpeculationHere::moves(predictor, position, &speculation, caution))
}

/// A position of another endgame is bad input; tables that cannot answer are not.
pub(super) fn refusal(error: SpeculationError) -> anyhow::Error {
    use SpeculationError::{Choices, Elsewhere, Predictor};
    match error {
        Choices(_) | Predictor(PredictorError::Learn(_)) => error.into(),
        Predictor(_) | Elsewhere { .. } => bad_input(error),
    }
}

pub(super) fn print(found: &SpeculationHere, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}\nerrors of {}, foretold by {}", found.fen, found.whose, found.predictor)?;
    if let Some(chance) = &found.here {
        let ErrorChanceAnswer { any, any_error, fatal, fatal_error, size } = chance;
        writeln!(out, "\nan error here        {}", percent(*any, *any_error))?;
        writeln!(out, "the value given away {}", percent(*fatal, *fatal_error))?;
        writeln!(out, "an error that keeps the value concedes {size:.2} moves")?;
        return Ok(());
    }
    writeln!(out, "\nmove      concedes  he errs           returned    gain          for sure")?;
    for one in &found.moves {
        let errs = one.chance.map_or("-".to_owned(), |c| percent(c.any, c.any_error));
        write!(out, "{:<9} {:>8}  {errs:<16}  ", one.san, one.conceded)?;
        write!(out, "{:>8.2}  {:>+6.2} ± {:<5.2}", one.returned, one.gain, one.gain_error)?;
        writeln!(out, "  {:>+8.2}", one.sure_gain)?;
    }
    let named = |uci: &String| found.moves.iter().find(|one| one.uci == *uci);
    match found.mistake.as_ref().and_then(named) {
        Some(one) => writeln!(
            out,
            "\nspeculate: {} concedes {} and is expected to gain {:+.2} over {}, {:+.2} with {} standard errors deducted",
            one.san, one.conceded, one.gain, found.moves[0].san, one.sure_gain, found.doubt
        )?,
        None => writeln!(
            out,
            "\nplay {}: of the optimal moves it is the hardest to answer, and no mistake is sure to gain",
            found.moves[0].san
        )?,
    }
    if let (Some(measured), Some(required)) = (found.prediction, found.required) {
        let (p, missed, imagined) = (measured.rate, measured.missed, measured.imagined);
        writeln!(
            out,
            "by rule 2 a mistake of theirs (p = {p:.3}, missed {missed:.3}, imagined {imagined:.3}) must cost {required:.2} times ours"
        )?;
    }
    Ok(())
}

fn percent(chance: f64, error: f64) -> String {
    format!("{:.1} ± {:.1} %", 100.0 * chance, 100.0 * error)
}
