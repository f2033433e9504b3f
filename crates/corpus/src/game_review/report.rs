//! A reviewed game as the schema has it.

use std::collections::BTreeSet;

use endgame::rules::Board;
use study::schema::game_review::{ExactZone, GameReview, ReviewedMove, TableVerdict};

use super::players::{Judge, pool_of};
use super::{Reviewer, Valued};
use crate::decision::Decision;
use crate::exact_zone::{EXACT_ZONE, ExactTables, Verdict, exact_score, is_exact, judge, verdict};
use crate::expected_score::expected_score;
use crate::human::HumanModels;
use crate::model_record::record;
use crate::pool::Pool;
use crate::rate::of_reference;

/// Moments told at most.
const MOST_MOMENTS: usize = 8;
/// The least expected score that a moment lost.
const LEAST_LOST: f64 = 0.05;
/// Half-moves of a line that are told.
const LINE: usize = 6;

/// A move's number as it is printed before it: `23.` or `23...`.
pub(super) fn number(board: &Board) -> String {
    format!("{}{}", board.move_number(), board.turn().fold_wb(".", "..."))
}

impl Reviewer {
    /// What is known of the game so far. Ratings are those of a pool; if none is named, of the one that
    /// the game's tags tell.
    pub fn report(
        &self,
        exact: &ExactTables<'_>,
        models: &HumanModels,
        pool: Option<&Pool>,
    ) -> GameReview {
        let pool = pool.cloned().unwrap_or_else(|| pool_of(self));
        let mut decisions: Vec<Decision> = self.decisions().cloned().collect();
        judge(&mut decisions, exact);
        let (judge, measured) = Judge::new(self, &decisions, &pool, models);
        let mut unsolved = BTreeSet::new();
        let mut moves = Vec::with_capacity(self.valued.len());
        for one in &self.valued {
            let play = one.decision.moves[one.decision.played];
            let found = verdict(&one.decision.board, play, exact);
            if let Some(Err(material)) = &found {
                unsolved.insert(material.to_string());
            }
            moves.push(reviewed(one, found.and_then(Result::ok)));
        }
        GameReview {
            white: judge.player(0),
            black: judge.player(1),
            event: self.info.event.clone(),
            date: self.info.date.clone(),
            result: self.info.result.clone(),
            start_fen: self.game.start.fen(),
            plies: self.game.moves.len(),
            valued: moves.len(),
            model: record(&judge.family, self.reference.to_string()),
            pool: pool.to_string(),
            sees_scores: measured.is_some(),
            moments: moments(&moves),
            exact_zone: self.exact_zone(&moves, unsolved.into_iter().collect()),
            remarks: self.remarks(&pool, measured),
            moves,
        }
    }

    fn exact_zone(&self, moves: &[ReviewedMove], unsolved: Vec<String>) -> ExactZone {
        let inside: Vec<u32> =
            self.decisions().filter(|one| is_exact(&one.board)).map(|one| one.ply).collect();
        let given_away = moves.iter().filter(|one| one.table.is_some() && one.lost > 0.0).count();
        ExactZone {
            men: EXACT_ZONE,
            from: inside.first().copied(),
            moves: inside.len(),
            given_away,
            unsolved,
        }
    }

    fn remarks(&self, pool: &Pool, measured: Option<&str>) -> Vec<String> {
        let mut remarks = vec![
            "One game is little: the interval says how little it tells. This is how the moves compare with those of rated players, not a rating: that is earned against opponents.".to_owned(),
        ];
        remarks.extend(of_reference(&self.reference.to_string(), measured));
        if matches!(pool, Pool::Other(_)) {
            remarks
                .push("Nobody says whose ratings this game carries: FIDE's are meant.".to_owned());
        }
        if self.by_program {
            remarks
                .push("A program played: the model of human choice says little of it.".to_owned());
        }
        remarks
    }
}

fn reviewed(one: &Valued, found: Option<Verdict>) -> ReviewedMove {
    let decision = &one.decision;
    let (board, play) = (&decision.board, decision.moves[decision.played]);
    let score = decision.scores[decision.played];
    let (before, after) = match &found {
        Some(verdict) => (exact_score(verdict.before), exact_score(verdict.after)),
        None => (expected_score(decision.best()), expected_score(score)),
    };
    let engines_best = || {
        let first = decision.scores.iter().position(|score| *score == decision.best());
        // A move as good as any is a best one.
        if score == decision.best() { decision.played } else { first.unwrap_or(decision.played) }
    };
    let best = match &found {
        Some(verdict) => verdict.best,
        None => decision.moves[engines_best()],
    };
    let (cp, mate) = match score {
        engine::score::Score::Centipawns(cp) => (Some(cp), None),
        engine::score::Score::Mate(moves) => (None, Some(moves)),
    };
    ReviewedMove {
        ply: decision.ply,
        number: number(board),
        side: board.turn().into(),
        san: board.san(play),
        uci: board.uci(play),
        fen: board.fen(),
        fen_after: board.after(play).fen(),
        phase: decision.phase().word().into(),
        forced: decision.is_forced(),
        cp,
        mate,
        best: board.san(best),
        best_uci: board.uci(best),
        line: line(board, &board.uci(best), &one.line),
        before,
        after,
        lost: (before - after).max(0.0),
        men: board.count_men(),
        table: found.map(|verdict| TableVerdict {
            before: verdict.before.into(),
            after: verdict.after.into(),
        }),
    }
}

/// The engine's line as printed, if it begins with this move, and as far as it can be played; else the
/// move alone.
fn line(board: &Board, best: &str, line: &[String]) -> Vec<String> {
    let alone = [best.to_owned()];
    let line = if line.first().is_some_and(|first| first == best) { line } else { &alone };
    let mut at = board.clone();
    let mut told = Vec::new();
    for text in line.iter().take(LINE) {
        let Some(play) = at.read_uci(text) else { break };
        told.push(at.san(play));
        at.play(play);
    }
    told
}

/// The plies of the moves that lost most, the greatest loss first; of equal losses the earlier.
fn moments(moves: &[ReviewedMove]) -> Vec<u32> {
    let mut lost: Vec<&ReviewedMove> = moves.iter().filter(|one| one.lost >= LEAST_LOST).collect();
    lost.sort_by(|a, b| b.lost.total_cmp(&a.lost));
    lost.into_iter().take(MOST_MOMENTS).map(|one| one.ply).collect()
}
