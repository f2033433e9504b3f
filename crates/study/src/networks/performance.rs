//! What a network is worth at the board: the wins it wins and the draws it holds against perfect play, and the competence that
//! its moves speak for.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use endgame::index::Slot;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::table::Table;
use endgame::tables::{Tables, TablesError};
use net::endgame_network::EndgameNetwork;
use player::simulate::Rules;
use player::{Belief, CompetenceGrid, Model};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::against_perfect_play::{MOVES, Policy, Share, draws_held, wins_won};
use super::moves::{MoveGraph, at};
use super::player::NetworkSettings;
use crate::any_agent::AnyAgent;
use crate::game::DrawRules;
use crate::matches::{Match, MatchError, PlayedGame};
use crate::schema::networks::{NetworkCompetence, NetworkPerformance, NetworkResult};
use crate::schema::{Side, Theoretical};
use crate::summary_statistics::SummaryStatistics;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// How the network plays.
    pub settings: NetworkSettings,
    /// Games for each side and goal: by them competence is judged, and where an endgame is too large to be followed whole also wins
    /// and draws.
    pub games: usize,
    /// The seed of the random generator.
    pub seed: u64,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum PerformanceError {
    #[error(transparent)]
    Tables(#[from] TablesError),
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error("stopped")]
    Stopped,
}

/// Competences that are looked for.
fn grid() -> CompetenceGrid {
    CompetenceGrid::new(0.0, 0.1, 100.0).expect("a grid")
}

/// Lets a network play.
pub fn performance(
    tables: &Tables,
    network: &Arc<EndgameNetwork>,
    question: &Question,
    monitor: &Monitor<'_>,
) -> Result<NetworkPerformance, PerformanceError> {
    let material = network.material();
    let table = tables.table(&material, monitor)?;
    let verified = network.verify(&table);
    let whole = material.men() <= MoveGraph::MOST_MEN && question.settings.competence.is_none();
    let graph = match whole {
        true => Some(MoveGraph::of(tables, &material, monitor)?.ok_or(PerformanceError::Stopped)?),
        false => None,
    };
    let mut results = Vec::new();
    let mut beliefs = Vec::new();
    for side in Color::ALL {
        let shares = graph.as_ref().map(|graph| {
            let policy = policy(graph, network, side, &question.settings);
            [wins_won(graph, &policy), draws_held(graph, &policy)]
        });
        for (goal, sign) in [(Theoretical::Win, 1), (Theoretical::Draw, 0)] {
            let share = shares.map(|shares| shares[usize::from(sign == 0)]);
            let starts = starts(&table, side, sign, question);
            let Some(starts) = starts.filter(|_| question.games > 0) else {
                // Nothing to play for; a drawn endgame without a mating force is over where it begins.
                let held = share.filter(|share| share.positions > 0);
                results.extend(held.map(|share| result(side, goal, Some(share), None)));
                continue;
            };
            let games = games(tables, network, side, starts, question, monitor.stop)?;
            let reached: Vec<f64> = games.iter().map(|game| reached(game, side, sign)).collect();
            let sampled = SummaryStatistics::of(&reached);
            results.push(result(side, goal, share, sampled));
            if sign == 1 {
                beliefs.extend(games.into_iter().filter_map(|game| game.beliefs[at(side)].clone()));
            }
        }
    }
    let mut belief = Belief::uniform(grid());
    let possible = beliefs.iter().all(|one| belief.merge(one));
    let competence = (possible && belief.moves() > 0).then(|| NetworkCompetence {
        mean: belief.mean(),
        low: belief.interval(0.95).0,
        high: belief.interval(0.95).1,
        moves: belief.moves(),
    });
    Ok(NetworkPerformance {
        endgame: material.to_string(),
        positions: verified.positions,
        wrong_alone: verified.wrong_alone,
        followed: graph.is_some(),
        results,
        competence,
        games: question.games,
        seed: question.seed,
    })
}

/// What a network plays in every position of one side.
pub fn policy(
    graph: &MoveGraph,
    network: &EndgameNetwork,
    side: Color,
    settings: &NetworkSettings,
) -> Policy {
    // Log-odds between -1 and 1, in their order: what ends the game stays surer than any of them.
    let squeezed = |log_odds: f64| (log_odds / (1.0 + log_odds.abs())) as f32 * 0.999;
    let evaluation = graph.evaluate(|slot| {
        squeezed(network.value_at(slot, settings.corrected, &mut Vec::new()).log_odds())
    });
    let searched = graph.search(&evaluation, settings.plies);
    let sign = if side == Color::White { 1.0 } else { -1.0 };
    Policy::best(graph, side, |step| match step.to {
        Some(to) => sign * f64::from(searched[at(side.other())][to as usize]),
        None => f64::from(step.value.sign()),
    })
}

fn result(
    side: Color,
    goal: Theoretical,
    share: Option<Share>,
    sampled: Option<SummaryStatistics>,
) -> NetworkResult {
    NetworkResult {
        side: Side::from(side),
        goal,
        positions: share
            .map_or(sampled.map_or(0, |sampled| sampled.count), |share| share.positions),
        share: share.map_or(sampled.map_or(0.0, |sampled| sampled.mean), |share| share.expected),
        error: if share.is_some() { None } else { sampled.map(|sampled| sampled.se) },
        kept: share.map(|share| share.kept),
        safe: share.map(|share| share.safe_share()),
    }
}

/// Positions with this side to move, of this worth, that a game can start from; none if there are none.
fn starts(table: &Table, side: Color, sign: i8, question: &Question) -> Option<Vec<Position>> {
    let mut rng = ChaCha8Rng::seed_from_u64(question.seed);
    rng.set_stream(2 * u64::from(side == Color::Black) + u64::from(sign == 0));
    let index = table.index();
    let wanted = |slot: Slot| table.outcome_at(slot).is_some_and(|outcome| outcome.sign() == sign);
    let playable = |slot: Slot| {
        let position = index.decode(slot)?;
        position.ending().is_none().then_some(position)
    };
    let mut found = Vec::new();
    // Numbers at random, as long as that finds any; a rare result is looked for in order.
    for _ in 0..200 * question.games {
        let slot = Slot { turn: side, index: rng.random_range(0..index.len()) };
        found.extend(wanted(slot).then(|| playable(slot)).flatten());
        if found.len() == question.games {
            return Some(found);
        }
    }
    let all = (0..index.len()).map(|index| Slot { turn: side, index }).filter(|&slot| wanted(slot));
    let mut all: Vec<Slot> = all.collect();
    all.shuffle(&mut rng);
    let found: Vec<Position> = all.into_iter().filter_map(playable).take(question.games).collect();
    (!found.is_empty()).then_some(found)
}

fn games(
    tables: &Tables,
    network: &Arc<EndgameNetwork>,
    side: Color,
    starts: Vec<Position>,
    question: &Question,
    stop: &AtomicBool,
) -> Result<Vec<PlayedGame>, PerformanceError> {
    let ours = AnyAgent::network("net", Arc::clone(network), question.settings);
    let perfect: AnyAgent = "infallible".parse().expect("an agent");
    let agents = if side == Color::White { [ours, perfect] } else { [perfect, ours] };
    let contest = Match {
        agents,
        games: starts.len(),
        starts,
        seed: question.seed,
        rules: Rules { move_limit: MOVES, stop_at_goal: true },
        draws: DrawRules::NONE,
        model: Model::judging_people(),
        prior: Belief::uniform(grid()),
        move_prior: None,
    };
    Ok(contest.play(tables, stop, || ())?)
}

/// 1 if the network got what the position was worth.
fn reached(game: &PlayedGame, side: Color, sign: i8) -> f64 {
    let got = match game.winner() {
        Some(winner) if winner == side => 1,
        Some(_) => -1,
        None => 0,
    };
    f64::from(u8::from(got >= sign))
}
