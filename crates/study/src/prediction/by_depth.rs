//! A whole endgame, depth by depth: the model, and the mean, least and greatest of its positions.

use endgame::outcome_histogram::{Count, OutcomeHistogram};
use endgame::progress::Monitor;

use super::{Followed, MarkovModel, Question, finite, follow};
use crate::exact::{ExactError, Spread};
use crate::markov::Chain;
use crate::schema::{DepthPrediction, LengthRange, WinWithin};

/// What is expected of the attacker's positions, over all competences, by depth.
#[derive(Default)]
struct Expected {
    /// Lengths; none if they are missing for some competence.
    lengths: Option<Vec<Option<Spread>>>,
    /// Chances to win, for each number of moves asked for.
    within: Vec<Vec<Option<Spread>>>,
}

/// The attacker's wins with the attacker to move, as the Markov model and the exact one see them.
pub fn by_depth(
    chain: &Chain<'_>,
    question: &Question,
    markov: &MarkovModel,
    monitor: &Monitor<'_>,
) -> Result<(Vec<DepthPrediction>, Followed), ExactError> {
    let histogram = OutcomeHistogram::of(chain.successors().table(), Count::Classes);
    let (expected, followed) = expected(chain, question, markov, monitor)?;
    let lengths = markov.full.expected_length();
    let markov_within: Vec<Vec<f64>> =
        question.moves.iter().map(|&moves| markov.full.win_within(moves as u64)).collect();
    let predicted = histogram.side(chain.attacker()).wins.iter().map(|(&depth, &count)| {
        let depth = usize::from(depth.0);
        let range = |spread: Spread| LengthRange {
            mean: spread.mean,
            min: spread.least,
            max: spread.greatest,
        };
        let within = question.moves.iter().zip(&markov_within).enumerate();
        let within = within.map(|(at, (&moves, markov))| WinWithin {
            moves,
            markov: markov[depth],
            exact: expected.within.get(at).and_then(|within| Some(within[depth]?.mean)),
        });
        DepthPrediction {
            depth,
            positions: count,
            markov: finite(lengths[depth]),
            exact: expected.lengths.as_ref().and_then(|lengths| Some(range(lengths[depth]?))),
            within: within.collect(),
        }
    });
    Ok((predicted.collect(), followed))
}

/// Adds up position by position what each competence is likely to do, then takes the depths together.
fn expected(
    chain: &Chain<'_>,
    question: &Question,
    markov: &MarkovModel,
    monitor: &Monitor<'_>,
) -> Result<(Expected, Followed), ExactError> {
    let mut found = Expected::default();
    let numbers = chain.successors().table().index().len();
    let (mut lengths, mut missing) = (Vec::new(), false);
    let mut within = vec![Vec::new(); question.moves.len()];
    let add = |sums: &mut Vec<f64>, p: f64, value: &dyn Fn(usize) -> f64| {
        sums.resize(numbers, 0.0);
        sums.iter_mut().enumerate().for_each(|(number, sum)| *sum += p * value(number));
    };
    let followed = follow(*chain, question, markov, monitor, |p, model| {
        match &model.lengths {
            Some(of) => add(&mut lengths, p, &|number| of.attacker[number]),
            None => missing = true,
        }
        let (mut done, mut next) = (0, 0);
        model.exact.within(question.most_moves(), monitor, |chance| {
            done += 1;
            if question.moves.get(next) == Some(&done) {
                add(&mut within[next], p, chance);
                next += 1;
            }
        })?;
        // The last of them are those of all competences.
        let known = !missing && !lengths.is_empty();
        found.lengths = known.then(|| model.exact.spreads(&lengths, Count::Boards));
        let spreads = within.iter().map(|chances| model.exact.spreads(chances, question.count));
        found.within = spreads.collect();
        Ok(())
    })?;
    if missing || followed.note.is_some() {
        found.lengths = None;
    }
    Ok((found, followed))
}
