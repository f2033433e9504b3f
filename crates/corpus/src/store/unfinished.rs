//! A decision whose rows are being read.

use std::sync::Arc;

use arrow_array::Array;
use endgame::rules::{Board, Color};
use engine::score::Score;

use super::batch::Batch;
use super::previous_moves::{Step, read_answered, read_continued};
use crate::decision::{Decision, GameInfo, Reference};

/// A decision whose rows are being read.
pub(super) struct Unfinished {
    /// Its first row in the file, from 0.
    pub(super) row: u64,
    pub(super) game: GameInfo,
    pub(super) reference: Reference,
    pub(super) ply: u32,
    pub(super) answered: Option<(String, Option<String>)>,
    pub(super) continued: Option<(String, Option<String>)>,
    pub(super) clock: Option<f32>,
    pub(super) fen: String,
    pub(super) board: Board,
    pub(super) moves: Vec<(Step, Score)>,
    pub(super) played: Option<usize>,
}

impl Unfinished {
    /// Whether a row of another batch belongs to it.
    pub(super) fn is_at(&self, batch: &Batch, row: usize) -> bool {
        let there = batch.begin(row, 0);
        there.is_ok_and(|there| {
            (&there.fen, there.ply) == (&self.fen, self.ply)
                && (&there.game, &there.reference) == (&self.game, &self.reference)
        })
    }

    pub(super) fn add(&mut self, batch: &Batch, row: usize) -> Result<(), String> {
        let text = batch.play.get(row).ok_or("there is no move")?;
        let step = Step::read(text).ok_or_else(|| format!("'{text}' is no move"))?;
        let turned = |value: i32| match self.board.turn() {
            Color::White => value,
            Color::Black => value.saturating_neg(),
        };
        let score = match (batch.cp.is_valid(row), batch.mate.is_valid(row)) {
            (true, false) => Score::Centipawns(turned(batch.cp.value(row))),
            (false, true) => Score::Mate(turned(batch.mate.value(row))),
            _ => return Err("one of cp and mate must be given, and only one".to_owned()),
        };
        if batch.played.value(row) && self.played.replace(self.moves.len()).is_some() {
            return Err("two moves were played at once".to_owned());
        }
        self.moves.push((step, score));
        Ok(())
    }

    /// The decision, its moves in the order of [`Board::legal_moves`].
    pub(super) fn finish(
        self,
        game: Arc<GameInfo>,
        reference: Arc<Reference>,
    ) -> Result<Decision, String> {
        let Unfinished { board, ply, clock, fen, .. } = self;
        let moves = board.legal_moves();
        let wrong = || format!("the moves given are not the legal moves of {fen}");
        if moves.len() != self.moves.len() {
            return Err(wrong());
        }
        let chosen = self.played.ok_or("no move was played")?;
        let (mut scores, mut played) = (Vec::with_capacity(moves.len()), None);
        for (at, &play) in moves.iter().enumerate() {
            // Where we wrote the file, they stand in this order.
            let place = Some(at).filter(|&at| self.moves[at].0.is(play));
            let place = place.or_else(|| self.moves.iter().position(|(step, _)| step.is(play)));
            let place = place.ok_or_else(wrong)?;
            scores.push(self.moves[place].1);
            played = played.or((place == chosen).then_some(at));
        }
        let answered = match &self.answered {
            None => None,
            Some((text, took)) => Some(
                read_answered(&board, text, took.as_deref())
                    .ok_or_else(|| format!("{text} does not lead to {fen}"))?,
            ),
        };
        let continued = match &self.continued {
            None => None,
            Some((text, took)) => Some(
                read_continued(&board, text, took.as_deref(), answered)
                    .ok_or_else(|| format!("{text} does not lead to {fen}"))?,
            ),
        };
        let played = played.ok_or_else(wrong)?;
        Ok(Decision {
            game,
            ply,
            board,
            answered,
            continued,
            clock,
            moves,
            scores,
            played,
            reference,
            shallower: Vec::new(),
            exact: None,
        })
    }
}
