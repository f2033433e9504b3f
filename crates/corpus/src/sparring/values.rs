//! The decision at a half-move of a game, with the scores of an engine; the same position is asked for once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use engine::client::EngineError;
use engine::evaluator::Limits;
use engine::score::Score;
use study::game::GameRecord;
use value::{Outcome, Plies};

use super::Spar;
use crate::decision::{Decision, GameInfo, Shallower};
use crate::exact_zone::judge;
use crate::several_depths::depths_below;
use crate::store::write::four_fields;

/// Positions remembered; then all are forgotten.
const MEMORY: usize = 8192;

/// The time control that people are taken to play at.
const TIME_CONTROL: &str = "300+0";

/// The scores of one position at every depth, the deepest last.
type Scores = Vec<(u16, Vec<Score>)>;

/// What engines have said of positions.
#[derive(Debug, Default)]
pub struct Values {
    known: Mutex<HashMap<(String, String), Scores>>,
}

impl Values {
    fn get(&self, key: &(String, String)) -> Option<Scores> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    fn put(&self, key: (String, String), scores: Scores) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MEMORY {
            known.clear();
        }
        known.insert(key, scores);
    }
}

impl Spar<'_> {
    /// The decision after so many half-moves; the move that was played, or the first if none was yet.
    pub(super) fn decision(
        &mut self,
        game: &GameRecord,
        ply: usize,
    ) -> Result<Decision, EngineError> {
        let board = game.boards()[ply].clone();
        let mut scores = self.scores(&board)?;
        let moves = board.legal_moves();
        let (_, deepest) = scores.pop().unwrap_or_default();
        let before = |back: usize| Some(game.step(ply.checked_sub(back)?).1);
        let made = (ply < game.ply()).then(|| game.step(ply).1);
        let played = made.and_then(|made| moves.iter().position(|play| *play == made));
        let shallower = scores.into_iter().map(|(depth, scores)| Shallower { depth, scores });
        let mut decision = Decision {
            game: Arc::new(GameInfo {
                time_control: Some(TIME_CONTROL.to_owned()),
                ..GameInfo::default()
            }),
            ply: ply as u32 + 1,
            answered: before(1),
            continued: before(2),
            clock: None,
            scores: deepest,
            shallower: shallower.collect(),
            exact: None,
            played: played.unwrap_or(0),
            reference: Arc::new(self.reference.clone()),
            moves,
            board,
        };
        judge(std::slice::from_mut(&mut decision), self.exact);
        draw_by_rule(&mut decision, game, ply);
        Ok(decision)
    }

    /// The scores of a position's legal moves.
    fn scores(&mut self, board: &endgame::rules::Board) -> Result<Scores, EngineError> {
        let name = format!("{:?}", self.reference);
        let key = (four_fields(&board.fen()), name);
        if let Some(known) = self.values.get(&key) {
            return Ok(known);
        }
        let depths = depths_below(self.reference.depth);
        let plies: Vec<Plies> = depths.iter().copied().map(Plies).collect();
        let limits = Limits::plies(Plies(self.reference.depth));
        let found = self.evaluator.evaluate_depths(board, &board.legal_moves(), &limits, &plies)?;
        let scores: Scores =
            depths.into_iter().zip(found).map(|(depth, found)| (depth, found.scores)).collect();
        self.values.put(key, scores.clone());
        Ok(scores)
    }
}

/// Moves that make a draw by rule are worth one, whatever the engine says.
fn draw_by_rule(decision: &mut Decision, game: &GameRecord, ply: usize) {
    for (at, play) in decision.moves.iter().enumerate() {
        if game.draw_by(ply, *play).is_none() {
            continue;
        }
        decision.scores[at] = Score::DRAW;
        decision.shallower.iter_mut().for_each(|one| one.scores[at] = Score::DRAW);
        if let Some(exact) = &mut decision.exact {
            exact[at].value = Outcome::Draw;
        }
    }
}
