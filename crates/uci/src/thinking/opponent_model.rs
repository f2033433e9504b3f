//! What the opponent has shown outside the tables, move by move.

use endgame::rules::Color;
use player::{Belief, MoveDistribution};
use value::Plies;

use super::Task;
use crate::game::Game;

/// A belief in the middle of a game.
pub(super) struct OpponentModel {
    /// What the belief depends on beside the moves.
    made_from: String,
    /// Whose moves are observed.
    side: Color,
    seen: Game,
    /// Half-moves of it that have been dealt with.
    done: usize,
    pub(super) belief: Belief,
}

impl OpponentModel {
    /// Starts to model whoever is not to move, from the beginning of the game.
    pub(super) fn begin(task: &Task, depth: Plies) -> OpponentModel {
        OpponentModel {
            made_from: made_from(task, depth),
            side: task.game.board().turn().other(),
            seen: task.game.rewound(),
            done: 0,
            belief: task.options.opponent.prior(&task.options.calibration),
        }
    }

    /// Whether what was seen belongs to this game too.
    pub(super) fn goes_on_with(&self, task: &Task, depth: Plies) -> bool {
        self.side != task.game.board().turn()
            && task.game.continues(&self.seen)
            && self.made_from == made_from(task, depth)
    }

    /// The opponent's half-moves that are new.
    pub(super) fn news<'a>(&self, game: &'a Game) -> impl Iterator<Item = usize> + use<'a> {
        let side = self.side;
        (self.done..game.ply()).filter(move |&ply| game.step(ply).0.turn() == side)
    }

    /// Learns from a move made.
    pub(super) fn observe(&mut self, distribution: &MoveDistribution, played: usize) {
        self.belief.observe(&distribution.log_probabilities_on(self.belief.grid(), played));
    }

    /// The first so many half-moves of the game have been dealt with.
    pub(super) fn has_seen(&mut self, game: &Game, done: usize) {
        self.seen = game.clone();
        self.done = done;
    }
}

fn made_from(task: &Task, depth: Plies) -> String {
    let o = &task.options;
    format!(
        "{depth} {} {:?} {:?} {:?} {:?}",
        o.engine, o.kappa, o.horizon, o.opponent, o.calibration
    )
}
