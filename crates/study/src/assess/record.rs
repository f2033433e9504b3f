//! What one player did in one role, in one game or in many.

use std::collections::HashMap;

use player::{Belief, JointBelief};

use super::{Assessment, MoveAssessment, PlayerRole};
use crate::described::{Described, TablePosition};
use crate::pgn::Game;

/// Moves of one player in one role, counted, and what they say of the competence.
#[derive(Clone, Debug)]
pub struct Record {
    /// The role in which they were made.
    pub side: PlayerRole,
    /// Moves judged.
    pub moves: usize,
    /// Moves after which a win was no win any more, or a draw no draw.
    pub value_conceded: usize,
    /// Moves of depth given away.
    pub conceded: u64,
    /// Moves that were optimal.
    pub optimal: usize,
    /// Moves without a choice.
    pub forced: usize,
    /// What all this says of the competence.
    pub belief: Belief,
    /// And of `κ`, if that was asked for.
    pub joint: Option<JointBelief>,
}

impl Record {
    pub(super) fn new(side: PlayerRole, prior: Belief, joint: Option<JointBelief>) -> Record {
        Record {
            side,
            moves: 0,
            value_conceded: 0,
            conceded: 0,
            optimal: 0,
            forced: 0,
            belief: prior,
            joint,
        }
    }

    /// Adds a move with its log-likelihoods, and with those for each `κ` of the joint belief.
    pub(super) fn add<P: TablePosition>(
        &mut self,
        judged: &MoveAssessment<P>,
        log_likelihoods: &[f64],
        joint: &[Vec<f64>],
    ) {
        self.moves += 1;
        self.value_conceded += usize::from(judged.value_conceded());
        self.conceded += judged.conceded().map_or(0, u64::from);
        self.optimal += usize::from(judged.is_optimal());
        self.forced += usize::from(judged.legal == 1);
        self.belief.observe(log_likelihoods);
        if let Some(belief) = &mut self.joint {
            belief.observe(joint);
        }
    }

    /// Adds another record of the same player and role; their order does not matter.
    fn merge(&mut self, other: &Record) {
        self.moves += other.moves;
        self.value_conceded += other.value_conceded;
        self.conceded += other.conceded;
        self.optimal += other.optimal;
        self.forced += other.forced;
        self.belief.merge(&other.belief);
        if let (Some(joint), Some(more)) = (&mut self.joint, &other.joint) {
            joint.merge(more);
        }
    }
}

/// The name under which all are put together for whom there is no room of their own.
pub const OTHERS: &str = "(everybody else)";

/// Every player in every role, over many games, in the order of first appearance.
#[derive(Clone, Debug)]
pub struct Records {
    /// The name and what was done.
    pub players: Vec<(String, Record)>,
    places: HashMap<(String, PlayerRole), usize>,
    most: usize,
}

impl Records {
    /// So many records of a name and a role; who comes later is put together with all others who
    /// do, under [`OTHERS`]. Memory stays bounded so, whatever the number of games.
    pub fn of_at_most(most: usize) -> Records {
        Records { players: Vec::new(), places: HashMap::new(), most }
    }

    /// Adds what the players of a game did.
    pub fn add<B: Described, P: Described>(&mut self, game: &Game<B>, assessment: &Assessment<P>) {
        for (color, record) in &assessment.records {
            let mut key = (game.player(*color).to_owned(), record.side);
            if self.players.len() >= self.most && !self.places.contains_key(&key) {
                key.0 = OTHERS.to_owned();
            }
            match self.places.get(&key) {
                Some(&place) => self.players[place].1.merge(record),
                None => {
                    self.players.push((key.0.clone(), record.clone()));
                    self.places.insert(key, self.players.len() - 1);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use endgame::rules::{Board, Color};
    use player::CompetenceGrid;
    use value::Metric;

    use super::*;

    /// Whoever comes when the places are taken is one of the others; who has one keeps it.
    #[test]
    fn records_do_not_grow_with_the_number_of_players() {
        let prior = Belief::uniform(CompetenceGrid::default());
        let mut records = Records::of_at_most(3);
        for number in 0..100 {
            let mut game = Game::new(Board::default());
            game.tags.push(("White".to_owned(), format!("player {}", number % 10)));
            let mut record = Record::new(PlayerRole::Attacker, prior.clone(), None);
            record.moves = 1;
            let (moves, outside, metric) = (Vec::new(), 0, Metric::Dtc);
            let of_game = vec![(Color::White, record)];
            let assessment: Assessment = Assessment { moves, outside, metric, records: of_game };
            records.add(&game, &assessment);
        }
        let found: Vec<_> =
            records.players.iter().map(|(name, record)| (name.as_str(), record.moves)).collect();
        assert_eq!(found, [("player 0", 10), ("player 1", 10), ("player 2", 10), (OTHERS, 70)]);
    }
}
