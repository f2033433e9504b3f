//! One position in DTZ50: the game played out under the 50-move rule.

use std::io::Write;

use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use study::prediction::Question;
use study::schema::RulePrediction;
use study::under_rule::{RuleError, under_rule};
use value::Metric;

use super::Args;
use crate::console::Console;

/// Plays the game out, the attacker being a colour of the position; none in other metrics, and where a note says why.
pub(super) fn play_out(
    args: &Args,
    (tables, position, attacker): (&Tables, &Position, Color),
    question: &Question,
    console: &Console,
    notes: &mut Vec<String>,
) -> anyhow::Result<Option<RulePrediction>> {
    if args.options.metric != Metric::Dtz50 {
        return Ok(None);
    }
    let found = match args.model.weights {
        Some(_) => Err(RuleError::Settings),
        None => under_rule(tables, position, attacker, question, &console.monitor()),
    };
    console.clear();
    match found {
        Ok(rule) => Ok(Some(rule)),
        Err(error @ RuleError::Walk(_)) => Err(error.into()),
        Err(why) => {
            let note = why.to_string();
            console.print_notes(std::slice::from_ref(&note));
            notes.push(note);
            Ok(None)
        }
    }
}

/// How the game ends under the rule.
pub(super) fn print(
    rule: Option<&RulePrediction>,
    attacker: Color,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Some(rule) = rule else { return Ok(()) };
    let name = endgame::rules::color_name(attacker);
    let RulePrediction { won, drawn, lost, expected_length, deviation, within } = rule;
    writeln!(
        out,
        "\nplayed out under the 50-move rule, both seeing the clock: {name} wins {won:.6}, draws {drawn:.6}, loses {lost:.6}"
    )?;
    writeln!(
        out,
        "{name}'s moves until the game is over: {expected_length:.4}, standard deviation {deviation:.4}"
    )?;
    let mut moves: Vec<usize> =
        within.keys().filter_map(|key| key.strip_prefix("win_within_")?.parse().ok()).collect();
    moves.sort_unstable();
    for moves in moves {
        let chance =
            |end: &str| within.get(&format!("{end}_within_{moves}")).copied().unwrap_or(0.0);
        let [won, drawn, lost] = ["win", "draw", "lose"].map(chance);
        writeln!(out, "within {moves} moves: won {won:.6}, drawn {drawn:.6}, lost {lost:.6}")?;
    }
    Ok(())
}
