//! A whole endgame, depth by depth: the model, and the mean, least and greatest of its positions.

use endgame::outcome_histogram::{Count, OutcomeHistogram};
use endgame::progress::Monitor;

use super::{Followed, MarkovModel, Question, finite, follow};
use crate::exact::{End, ExactError, Spread};
use crate::markov::Chain;
use crate::schema::{DepthPrediction, EndChance, LengthRange, WinWithin};
use player::markov::{Mixture, Seat, StateDistribution};

/// What is expected of the attacker's positions, over all competences, by depth.
#[derive(Default)]
struct Expected {
    /// Lengths; none if they are missing for some competence.
    lengths: Option<Vec<Option<Spread>>>,
    /// Chances of each end, for each number of moves asked for; none if they are not known.
    within: [Option<Vec<Vec<Option<Spread>>>>; 3],
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
    let markov_within = End::ALL.map(|end| within_by_depth(&markov.full, end, &question.moves));
    let wins_only = chain.space().is_wins_only();
    let predicted = histogram.side(chain.attacker()).wins.iter().map(|(&depth, &count)| {
        let depth = usize::from(depth.0);
        let range = |spread: Spread| LengthRange {
            mean: spread.mean,
            min: spread.least,
            max: spread.greatest,
        };
        let within = question.moves.iter().enumerate().map(|(at, &moves)| {
            let chance = |end: End| EndChance {
                markov: markov_within[end as usize].as_ref().map(|within| within[at][depth]),
                exact: expected.within[end as usize]
                    .as_ref()
                    .and_then(|within| Some(within[at][depth]?.mean)),
            };
            let beside = |end| (!wins_only).then(|| chance(end));
            let won = chance(End::Won);
            WinWithin {
                moves,
                markov: won.markov.unwrap_or(0.0),
                exact: won.exact,
                drawn: beside(End::Drawn),
                lost: beside(End::Lost),
            }
        });
        DepthPrediction {
            depth,
            positions: count,
            markov: finite(lengths[depth]),
            exact: expected
                .lengths
                .as_ref()
                .and_then(|lengths| lengths[depth])
                .filter(|spread| spread.greatest.is_finite())
                .map(range),
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
    let ends: &[End] = if chain.space().is_wins_only() { &[End::Won] } else { &End::ALL };
    let mut within = [(); 3].map(|()| Some(vec![Vec::new(); question.moves.len()]));
    let add = |sums: &mut Vec<f64>, p: f64, value: &dyn Fn(usize) -> f64| {
        sums.resize(numbers, 0.0);
        sums.iter_mut().enumerate().for_each(|(number, sum)| *sum += p * value(number));
    };
    let mut left = question.attacker.len();
    let followed = follow(*chain, question, (markov, None), monitor, |p, model| {
        left -= 1;
        // What is not needed any more is given away first: chances take as much memory as lengths.
        match model.lengths.take() {
            Some(of) if lengths.is_empty() => {
                drop(of.defender);
                lengths = of.attacker;
                lengths.iter_mut().for_each(|length| *length *= p);
            }
            Some(of) => add(&mut lengths, p, &|number| of.attacker[number]),
            None => missing = true,
        }
        if left == 0 {
            let known = !missing && !lengths.is_empty();
            found.lengths = known.then(|| model.spreads(&lengths, Count::Boards));
            lengths = Vec::new();
        }
        for &end in ends {
            let Some(sums) = &mut within[end as usize] else { continue };
            let (mut done, mut next) = (0, 0);
            let known = model.ended_within(end, question.most_moves(), monitor, |chance| {
                if question.moves.get(next) == Some(&done) {
                    add(&mut sums[next], p, &|number| chance(Seat::Attacker, number));
                    next += 1;
                }
                done += 1;
            })?;
            if known.is_none() {
                within[end as usize] = None;
            }
        }
        // The last of them are those of all competences.
        for &end in ends {
            let spreads = |all: &Vec<Vec<f64>>| {
                all.iter().map(|chances| model.spreads(chances, question.count)).collect()
            };
            found.within[end as usize] = within[end as usize].as_ref().map(spreads);
        }
        Ok(())
    })?;
    if missing || followed.note.is_some() {
        found.lengths = None;
    }
    Ok((found, followed))
}

/// The chance of an end within each of these numbers of moves, by state; none where the states do not tell.
pub(crate) fn within_by_depth(full: &Mixture, end: End, moves: &[usize]) -> Option<Vec<Vec<f64>>> {
    if end == End::Won {
        return Some(moves.iter().map(|&moves| full.win_within(moves as u64)).collect());
    }
    let space = full.space();
    if space.is_wins_only() || (end == End::Drawn && space.dead_draw().is_none()) {
        return None;
    }
    let most = moves.last().copied().unwrap_or(0);
    let mut within = vec![Vec::new(); moves.len()];
    for depth in 0..=usize::from(space.deepest_win().0) {
        let by_move = full.by_move(&StateDistribution::certain(space, depth), most);
        for (within, &moves) in within.iter_mut().zip(moves) {
            let at = &by_move[moves];
            within.push(match (end, space.dead_draw()) {
                (End::Drawn, Some(dead)) => at.probabilities()[dead],
                _ => at.lost(),
            });
        }
    }
    Some(within)
}
