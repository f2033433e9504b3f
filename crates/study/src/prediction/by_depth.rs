//! A whole endgame, depth by depth: the model, and the mean, least and greatest of its positions.

use endgame::outcome_histogram::{Count, OutcomeHistogram};
use endgame::progress::Monitor;
use player::markov::Seat;

use super::{ExactModel, MarkovModel, Question, finite};
use crate::exact::{ExactError, Spread, Within};
use crate::markov::Chain;
use crate::schema::DepthPrediction;

/// The attacker's wins with the attacker to move, as the Markov model and the exact one see them.
pub fn by_depth(
    chain: &Chain<'_>,
    question: &Question,
    markov: &MarkovModel,
    followed: Option<&ExactModel<'_>>,
    monitor: &Monitor<'_>,
) -> Result<Vec<DepthPrediction>, ExactError> {
    let histogram = OutcomeHistogram::of(chain.successors().table(), Count::Classes);
    let exact = match followed {
        Some(followed) => Some((followed, followed.exact.within(question.moves, monitor, |_| ())?)),
        None => None,
    };
    let lengths = markov.full.expected_length();
    let markov_within = markov.full.win_within(question.moves as u64);
    let predicted = histogram.side(chain.attacker()).wins.iter().map(|(&depth, &positions)| {
        let depth = usize::from(depth.0);
        let (spread, mean_within) = exact
            .as_ref()
            .map(|(followed, within)| mean(question.count, followed, within, depth))
            .unzip();
        let spread: Option<Spread> = spread.flatten();
        DepthPrediction {
            depth,
            positions,
            markov: lengths.as_ref().and_then(|lengths| finite(lengths[depth])),
            mean: spread.map(|spread| spread.mean),
            least: spread.map(|spread| spread.least),
            greatest: spread.map(|spread| spread.greatest),
            markov_within: markov_within[depth],
            mean_within,
        }
    });
    Ok(predicted.collect())
}

/// The exact lengths of one depth, and the mean chance to win in time.
fn mean(
    count: Count,
    followed: &ExactModel<'_>,
    within: &Within,
    depth: usize,
) -> (Option<Spread>, f64) {
    let graph = followed.exact.graph();
    let spread = followed.lengths.as_ref().and_then(|lengths| lengths.spread(graph, depth));
    let chances = &within.attacker[graph.state(Seat::Attacker, depth)];
    let weighed = chances.iter().zip(graph.boards(depth));
    let (sum, boards) = weighed.fold((0.0, 0.0), |(sum, all), (chance, boards)| {
        let boards = if count == Count::Classes { 1.0 } else { boards };
        (sum + chance * boards, all + boards)
    });
    (spread, sum / boards)
}
