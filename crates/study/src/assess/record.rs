//! What one player did in one role, in one game or in many.

use player::{Belief, JointBelief};

use super::{Assessment, Judged, Side};
use crate::pgn::Game;

/// Moves of one player in one role, counted, and what they say of the competence.
#[derive(Clone, Debug)]
pub struct Record {
    /// The role.
    pub side: Side,
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
    pub(super) fn new(side: Side, prior: Belief, joint: Option<JointBelief>) -> Record {
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
    pub(super) fn add(&mut self, judged: &Judged, log_likelihoods: &[f64], joint: &[Vec<f64>]) {
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
    fn absorb(&mut self, other: &Record) {
        self.moves += other.moves;
        self.value_conceded += other.value_conceded;
        self.conceded += other.conceded;
        self.optimal += other.optimal;
        self.forced += other.forced;
        self.belief.absorb(&other.belief);
        if let (Some(joint), Some(more)) = (&mut self.joint, &other.joint) {
            joint.absorb(more);
        }
    }
}

/// Every player in every role, over many games, in the order of first appearance.
#[derive(Clone, Debug, Default)]
pub struct Records {
    /// The name and what was done.
    pub players: Vec<(String, Record)>,
    places: std::collections::HashMap<(String, Side), usize>,
}

impl Records {
    /// Adds what the players of a game did.
    pub fn add(&mut self, game: &Game, assessment: &Assessment) {
        for (color, record) in &assessment.records {
            let name = game.player(*color).to_owned();
            match self.places.get(&(name.clone(), record.side)) {
                Some(&place) => self.players[place].1.absorb(record),
                None => {
                    self.places.insert((name.clone(), record.side), self.players.len());
                    self.players.push((name, record.clone()));
                }
            }
        }
    }
}
