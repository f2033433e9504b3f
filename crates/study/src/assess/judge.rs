//! One game judged move by move: what each was worth, and what both players have shown so far.

use endgame::rules::Color;
use player::{Belief, Model};
use value::{Choices, Metric};

use super::{Assessment, MoveAssessment, PlayerRole, Record, Settings};
use crate::described::TablePosition;

/// The moves of one game, as far as they were seen.
pub(crate) struct GameJudge<'a, P: TablePosition> {
    settings: &'a Settings,
    /// What is thought of White's competence and of Black's.
    beliefs: [Belief; 2],
    moves: Vec<MoveAssessment<P>>,
    outside: usize,
    records: Vec<(Color, Record)>,
    /// What the depths of the move seen last count.
    pub(crate) metric: Metric,
}

impl<'a, P: TablePosition> GameJudge<'a, P> {
    /// Before the first move.
    pub(crate) fn new(settings: &'a Settings, metric: Metric) -> GameJudge<'a, P> {
        let beliefs = [settings.prior.clone(), settings.prior.clone()];
        let (moves, records) = (Vec::new(), Vec::new());
        GameJudge { settings, beliefs, moves, outside: 0, records, metric }
    }

    /// A move was made where the tables do not reach.
    pub(crate) fn pass(&mut self) {
        self.outside += 1;
    }

    /// Judges a move, `(half-move, number)`, among the choices of its position.
    ///
    /// # Panics
    /// If it is not one of them.
    pub(crate) fn judge(
        &mut self,
        (ply, number): (usize, u32),
        position: P,
        choices: &Choices<P::Move>,
        play: &P::Move,
    ) {
        let mover = position.turn();
        let chosen = choices.find(play).expect("a legal move is among the choices");
        let logs = |model: &Model| {
            let distribution = model.distribution(choices);
            distribution.log_probabilities_on(self.settings.prior.grid(), chosen)
        };
        let joint: Vec<Vec<f64>> =
            self.settings.offsets.iter().map(|(_, model)| logs(model)).collect();
        let logs = logs(&self.settings.model);
        let belief = &mut self.beliefs[usize::from(mover == Color::Black)];
        let learned = belief.observe(&logs);
        let mut judged = MoveAssessment::new(ply, number, position, choices, chosen);
        judged.learned = learned;
        judged.competence = (belief.mean(), belief.sd());
        self.record_of(mover, judged.side).add(&judged, &logs, &joint);
        self.moves.push(judged);
    }

    fn record_of(&mut self, mover: Color, side: PlayerRole) -> &mut Record {
        let found =
            self.records.iter().position(|(color, record)| *color == mover && record.side == side);
        let at = found.unwrap_or_else(|| {
            let (prior, joint) = (self.settings.prior.clone(), self.settings.joint_prior());
            self.records.push((mover, Record::new(side, prior, joint)));
            self.records.len() - 1
        });
        &mut self.records[at].1
    }

    /// What was found; none if no move was judged.
    pub(crate) fn finish(self) -> Option<Assessment<P>> {
        let GameJudge { moves, outside, records, metric, .. } = self;
        (!moves.is_empty()).then_some(Assessment { moves, outside, metric, records })
    }
}
