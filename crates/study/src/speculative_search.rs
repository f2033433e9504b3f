//! Speculative play outside the tables: what a move gains from an opponent who searches less deep.
//!
//! Jansen 1992, section 8.3.3: the opponent is modelled as the same program with a shallower search,
//! and the true values are those of a deeper one. In the words of Haworth 2007 the opponent is
//! `E_p(c)`, a reference player of competence `c` among the scores of a search of `p` plies.
//!
//! ```text
//! value(m)    = min over replies r of deep(m, r)            what the best reply leaves
//! expected(m) = Σ P_c[r given shallow(m, r)] deep(m, r)     what this opponent's reply leaves
//! ```
//!
//! Both in pawns, for the side to move in the position itself.

use std::sync::atomic::{AtomicBool, Ordering};

use endgame::rules::{Board, Move};
use engine::client::{EngineError, SupervisedEngine};
use engine::evaluator::{Evaluation, Evaluator, Limits};
use engine::score::Score;
use engine::searcher::Searcher;
use engine::stopped_down::choices;
use player::{Competence, Model};
use value::Plies;

use crate::any_agent::launch;
use crate::schema::speculative_search::{SpeculativeMove, SpeculativeReply, SpeculativeSearch};

/// A score counts for no more pawns than this, a mate included: won is won.
pub const MOST_PAWNS: f64 = 10.0;

/// How many pawns a move may be worth less than the best unless told otherwise.
pub const USUAL_RISK: f64 = 0.5;

/// How deep the opponent searches, and how deep we do, unless told otherwise: with another program, or with our own searcher.
pub fn usual_depths(with_program: bool) -> [Plies; 2] {
    if with_program { [Plies(2), Plies(8)] } else { [Plies(1), Plies(3)] }
}

/// Who is played, and how much may be given up.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// The depth of the opponent's search after our move, in plies: the `p` of `E_p(c)`.
    pub shallow: Plies,
    /// The depth whose scores count as true, in plies from the position itself: at least 2.
    pub deep: Plies,
    /// The opponent's competence among the shallow scores.
    pub competence: Competence,
    /// The opponent's preference and filter.
    pub model: Model,
    /// A move may be worth so many pawns less than the best by the deep search.
    pub risk: f64,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum SpeculativeSearchError {
    #[error("{0} is over already: give a position with a legal move")]
    Over(String),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("stopped")]
    Stopped,
}

impl SpeculativeSearchError {
    /// Whether the position or the engine asked for is wrong; an engine may also fail later.
    pub fn is_wrong_question(&self) -> bool {
        match self {
            SpeculativeSearchError::Over(_) => true,
            SpeculativeSearchError::Engine(error) => error.is_wrong_request(),
            SpeculativeSearchError::Stopped => false,
        }
    }
}

/// Who scores the moves: a UCI engine by its name or path, or our own searcher.
pub fn evaluator(program: Option<&str>) -> Box<dyn Evaluator> {
    match program {
        None => Box::new(Searcher),
        Some(program) => Box::new(SupervisedEngine::new(launch(program)).with_tries(2)),
    }
}

/// A move within the risk.
pub(crate) struct Looked {
    /// By the deep search.
    pub(crate) score: Score,
    /// What is told of it.
    pub(crate) told: SpeculativeMove,
}

/// Looks at every move within the risk, those first that are expected to bring most; `done` hears how many have been
/// looked at.
pub(crate) fn look_at_moves(
    evaluator: &mut dyn Evaluator,
    at: &Board,
    settings: &SearchSettings,
    stop: &AtomicBool,
    mut done: impl FnMut(usize),
) -> Result<Vec<Looked>, SpeculativeSearchError> {
    let moves = at.legal_moves();
    if moves.is_empty() {
        return Err(SpeculativeSearchError::Over(at.fen()));
    }
    let mut search = Search { evaluator, settings, stop };
    let scores = search.evaluation(at, &moves, settings.deep)?.scores;
    let best = scores.iter().copied().map(worth).fold(f64::NEG_INFINITY, f64::max);
    let mut found = Vec::new();
    for (&play, score) in moves.iter().zip(scores) {
        // Sums of hundredths are not exact.
        if best - worth(score) <= settings.risk + 1e-9 {
            let told = search.look_at(at, play, worth(score))?;
            found.push(Looked { score, told });
            done(found.len());
        }
    }
    // Of moves that are all won, the quicker.
    found.sort_by(|a, b| {
        let [first, second] = [a, b].map(|one| (one.told.expected, one.told.value));
        descending(first, second).then(b.score.cmp(&a.score))
    });
    Ok(found)
}

fn descending(a: (f64, f64), b: (f64, f64)) -> std::cmp::Ordering {
    b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
}

/// The move that gains most, and every other one within the risk; `done` hears how many have been looked at.
pub fn speculate(
    evaluator: &mut dyn Evaluator,
    at: &Board,
    settings: &SearchSettings,
    stop: &AtomicBool,
    done: impl FnMut(usize),
) -> Result<SpeculativeSearch, SpeculativeSearchError> {
    let found = look_at_moves(evaluator, at, settings, stop, done)?;
    let moves: Vec<SpeculativeMove> = found.into_iter().map(|one| one.told).collect();
    // The best move by the deep search; among equals the one that is expected to bring most.
    let truest = |one: &&SpeculativeMove| (one.value, one.expected);
    let best = moves.iter().min_by(|a, b| descending(truest(a), truest(b)));
    let named = |one: Option<&SpeculativeMove>| {
        one.map(|one| (one.san.clone(), one.expected)).unwrap_or_default()
    };
    let (best, choice) = (named(best), named(moves.first()));
    Ok(SpeculativeSearch {
        fen: at.fen(),
        engine: evaluator.name().to_owned(),
        shallow: settings.shallow.0,
        deep: settings.deep.0,
        competence: settings.competence.into(),
        risk: settings.risk,
        gain: choice.1 - best.1,
        choice: choice.0,
        best: best.0,
        moves,
    })
}

struct Search<'a> {
    evaluator: &'a mut dyn Evaluator,
    settings: &'a SearchSettings,
    stop: &'a AtomicBool,
}

impl Search<'_> {
    fn evaluation(
        &mut self,
        at: &Board,
        moves: &[Move],
        depth: Plies,
    ) -> Result<Evaluation, SpeculativeSearchError> {
        let stopped = || self.stop.load(Ordering::Relaxed);
        let limits = Limits { depth, nodes: None, halt: &stopped, leave: &stopped };
        let found = self.evaluator.evaluate(at, moves, &limits);
        if stopped() {
            return Err(SpeculativeSearchError::Stopped);
        }
        Ok(found?)
    }

    /// In pawns, for the mover.
    fn values(
        &mut self,
        at: &Board,
        moves: &[Move],
        depth: Plies,
    ) -> Result<Vec<f64>, SpeculativeSearchError> {
        Ok(self.evaluation(at, moves, depth)?.scores.into_iter().map(worth).collect())
    }

    /// A move of the given deep value, with what the opponent may reply.
    fn look_at(
        &mut self,
        at: &Board,
        play: Move,
        value: f64,
    ) -> Result<SpeculativeMove, SpeculativeSearchError> {
        let after = at.after(play);
        let replies = after.legal_moves();
        let (san, uci) = (at.san(play), at.uci(play));
        if replies.is_empty() {
            // Mate or stalemate: there is no reply to hope for.
            return Ok(SpeculativeMove { san, uci, value, expected: value, replies: Vec::new() });
        }
        let SearchSettings { shallow, deep, competence, ref model, .. } = *self.settings;
        let seen = self.evaluation(&after, &replies, shallow)?;
        let truth = self.values(&after, &replies, Plies(deep.0.saturating_sub(1).max(1)))?;
        let listed = choices(&replies, &seen);
        let odds = model.distribution(&listed).probabilities(competence);
        let reply = |at: usize| SpeculativeReply {
            san: after.san(replies[at]),
            shallow: -worth(seen.scores[at]),
            deep: -truth[at],
            probability: odds[at],
        };
        let mut replies: Vec<SpeculativeReply> = (0..replies.len()).map(reply).collect();
        let value = replies.iter().map(|reply| reply.deep).fold(f64::INFINITY, f64::min);
        let expected = replies.iter().map(|reply| reply.probability * reply.deep).sum();
        replies.sort_by(|a, b| a.deep.total_cmp(&b.deep).then(a.shallow.total_cmp(&b.shallow)));
        Ok(SpeculativeMove { san, uci, value, expected, replies })
    }
}

/// A score in pawns, cut off where the game is decided.
fn worth(score: Score) -> f64 {
    score.pawns().clamp(-MOST_PAWNS, MOST_PAWNS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::evaluator::Method;

    static NEVER: AtomicBool = AtomicBool::new(false);

    /// Scores moves by what a function says of them, of the men left and of the depth.
    struct Told<F>(F);

    impl<F: Fn(&Board, &str, u16) -> i32 + Send> Evaluator for Told<F> {
        fn evaluate(
            &mut self,
            at: &Board,
            moves: &[Move],
            limits: &Limits<'_>,
        ) -> Result<Evaluation, EngineError> {
            let score =
                |&play: &Move| Score::Centipawns((self.0)(at, &at.san(play), limits.depth.0));
            Ok(Evaluation {
                scores: moves.iter().map(score).collect(),
                lines: Vec::new(),
                depth: limits.depth,
                nodes: 0,
                method: Method::Children,
            })
        }

        fn name(&self) -> &str {
            "told"
        }
    }

    fn settings(c: f64, risk: f64, shallow: u16, deep: u16) -> SearchSettings {
        SearchSettings {
            shallow: Plies(shallow),
            deep: Plies(deep),
            competence: Competence::new(c).unwrap(),
            model: Model::papers(),
            risk,
        }
    }

    /// White has Ka2 and Kb1; each leaves Black two kinds of replies. After Kb1 the refutation, Kg8,
    /// looks bad to a shallow search; after Ka2 it looks good.
    fn trap(at: &Board, san: &str, depth: u16) -> i32 {
        match (at.turn().is_white(), san, depth) {
            (true, "Ka2", _) => 10,
            (true, "Kb1", _) => -20,
            (true, ..) => -500,
            (false, "Kg8", 2) if at.fen().contains("1K5B b") => -300,
            (false, "Kg8", 2) => 300,
            (false, "Kg8", _) if at.fen().contains("1K5B b") => 20,
            (false, "Kg8", _) => -10,
            (false, _, 2) => 0,
            _ => -400,
        }
    }

    #[test]
    fn a_trap_is_set_where_the_risk_allows_it() {
        let board = Board::from_fen("7k/8/8/8/8/8/8/K6B w - - 0 1").unwrap();
        let mut told = Told(trap);
        let ask = |told: &mut Told<_>, c, risk| {
            speculate(told, &board, &settings(c, risk, 2, 6), &NEVER, |_| ()).unwrap()
        };
        let safe = ask(&mut told, 5.0, 0.1);
        assert_eq!((safe.choice.as_str(), safe.moves.len(), safe.gain), ("Ka2", 1, 0.0));
        let bold = ask(&mut told, 5.0, 0.3);
        assert_eq!((bold.choice.as_str(), bold.best.as_str(), bold.moves.len()), ("Kb1", "Ka2", 2));
        let (trap, best) = (&bold.moves[0], &bold.moves[1]);
        assert!((trap.value - -0.2).abs() < 1e-12 && (best.value - 0.1).abs() < 1e-12);
        assert_eq!((trap.replies[0].san.as_str(), trap.replies[0].shallow), ("Kg8", 3.0));
        // By hand: Kg8 costs the shallow player |0| + |0 - -3| = 3 pawns beside 0, so with kappa 1 it
        // weighs 4^-c beside 1 for every other reply.
        let others = (trap.replies.len() - 1) as f64;
        let odds = 4f64.powi(-5) / (4f64.powi(-5) + others);
        let expected = odds * -0.2 + (1.0 - odds) * 4.0;
        assert!((trap.expected - expected).abs() < 1e-9, "{} {expected}", trap.expected);
        assert!((bold.gain - (trap.expected - best.expected)).abs() < 1e-12);
        // A random opponent falls into either; the gain is that of chance alone.
        let chance = ask(&mut told, 0.0, 0.3);
        let mean = (-0.2 + 4.0 * others) / (others + 1.0);
        assert!(
            (chance.moves.iter().find(|one| one.san == "Kb1").unwrap().expected - mean).abs()
                < 1e-9
        );
    }

    /// An infallible opponent who searches as deep as we do leaves nothing to hope for.
    #[test]
    fn nothing_is_gained_from_an_equal() {
        for fen in ["r3k3/8/8/3q4/8/2N5/8/4K2R w - - 0 1", "8/5k2/8/1p6/8/2b5/4N3/5K2 b - - 0 1"] {
            let board = Board::from_fen(fen).unwrap();
            let equal =
                SearchSettings { competence: Competence::INFALLIBLE, ..settings(0.0, 20.0, 2, 3) };
            let found = speculate(&mut Searcher, &board, &equal, &NEVER, |_| ()).unwrap();
            assert_eq!(found.moves.len(), board.legal_moves().len());
            for one in &found.moves {
                assert!((one.expected - one.value).abs() < 1e-9, "{fen} {one:?}");
            }
            assert_eq!(found.gain, 0.0);
            // A weaker one can only leave more.
            let weaker = settings(3.0, 20.0, 1, 3);
            let found = speculate(&mut Searcher, &board, &weaker, &NEVER, |_| ()).unwrap();
            assert!(found.moves.iter().all(|one| one.expected >= one.value - 1e-9));
            assert!(found.gain >= 0.0);
            let sums = found
                .moves
                .iter()
                .map(|one| one.replies.iter().map(|r| r.probability).sum::<f64>());
            assert!(sums.into_iter().all(|sum| (sum - 1.0).abs() < 1e-9 || sum == 0.0));
        }
    }

    #[test]
    fn mate_has_no_reply_and_a_game_that_is_over_no_answer() {
        let board = Board::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
        let found =
            speculate(&mut Searcher, &board, &settings(10.0, 0.0, 1, 3), &NEVER, |_| ()).unwrap();
        assert_eq!((found.choice.as_str(), found.moves[0].value), ("Ra8#", MOST_PAWNS));
        assert!(found.moves[0].replies.is_empty());
        let mated = Board::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
        let error = speculate(&mut Searcher, &mated, &settings(10.0, 0.0, 1, 3), &NEVER, |_| ());
        assert!(matches!(error, Err(SpeculativeSearchError::Over(_))));
        let stop = AtomicBool::new(true);
        let error = speculate(&mut Searcher, &board, &settings(10.0, 0.0, 1, 3), &stop, |_| ());
        assert!(matches!(error, Err(SpeculativeSearchError::Stopped)));
    }
}
