//! How well the won and lost positions of games were played: Jansen 1992, section 6.1.

use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;

use endgame::material::Material;
use endgame::rules::Color;
use player::quality::{Errors, ErrorsByDepth, FullMove, Trajectory};
use value::Outcome;

use super::{Assessment, MoveAssessment, OTHERS, PlayerRole};
use crate::described::{Described, TablePosition};
use crate::pgn::Game;

/// The part of a game that one side was winning, in one endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage<E = Material> {
    /// The endgame, the winner's men first.
    pub endgame: E,
    /// Who was winning.
    pub winner: Color,
    /// The half-move of the game it begins with, from 1.
    pub first_ply: usize,
    /// What the loser conceded before the winner's first move, if he moved first.
    pub loser_first: Option<u16>,
    /// The depth after each full move.
    pub trajectory: Trajectory,
    /// Mistakes by depth: the winner's and the loser's.
    pub by_depth: [ErrorsByDepth; 2],
}

impl<E> Passage<E> {
    fn starting_with<P>(judged: &MoveAssessment<P>, winner: Color) -> Passage<E>
    where
        P: TablePosition<Endgame = E>,
    {
        let start = depth_of(judged.before);
        Passage {
            endgame: judged.position.endgame_of(winner),
            winner,
            first_ply: judged.ply,
            loser_first: None,
            trajectory: Trajectory { start, ..Trajectory::default() },
            by_depth: Default::default(),
        }
    }

    fn add<P: TablePosition>(&mut self, judged: &MoveAssessment<P>) {
        let (conceded, depth) = (judged.conceded(), depth_of(judged.after));
        let wins = judged.mover() == self.winner;
        self.by_depth[usize::from(!wins)].add(depth_of(judged.before), conceded);
        let Some(conceded) = conceded else {
            self.trajectory.given_away = true;
            return;
        };
        let moves = &mut self.trajectory.moves;
        match moves.last_mut() {
            _ if wins => moves.push(FullMove { conceded, reply: None, depth }),
            Some(last) => (last.reply, last.depth) = (Some(conceded), depth),
            None => (self.loser_first, self.trajectory.start) = (Some(conceded), depth),
        }
    }

    /// Everything a side did.
    pub fn errors(&self, role: PlayerRole) -> Errors {
        self.by_depth[role as usize].total()
    }

    /// Who had a role: the winner attacks.
    fn color(&self, role: PlayerRole) -> Color {
        if role == PlayerRole::Attacker { self.winner } else { self.winner.other() }
    }
}

/// The depth of a decided position.
fn depth_of(outcome: Outcome) -> u16 {
    outcome.depth().map_or(0, |depth| depth.0)
}

/// A game cut where the endgame changes, where the winner does, and where the tables do not reach.
pub fn passages<P: TablePosition>(assessment: &Assessment<P>) -> Vec<Passage<P::Endgame>> {
    let mut all: Vec<Passage<P::Endgame>> = Vec::new();
    // The half-move at which the last passage can go on.
    let mut next = 0;
    for judged in &assessment.moves {
        let winner = match judged.before.sign() {
            0 => continue,
            1 => judged.mover(),
            _ => judged.mover().other(),
        };
        let goes_on = all.last().is_some_and(|last| {
            judged.ply == next
                && last.winner == winner
                && last.endgame == judged.position.endgame_of(winner)
                && !last.trajectory.given_away
        });
        if !goes_on {
            all.push(Passage::starting_with(judged, winner));
        }
        if let Some(last) = all.last_mut() {
            last.add(judged);
        }
        next = judged.ply + 1;
    }
    all
}

/// What one player did in one role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quality {
    /// Mistakes by the depth before the move.
    pub by_depth: ErrorsByDepth,
    /// What the opponents conceded in the same passages.
    pub opponents: Errors,
    /// Passages played in this role.
    pub passages: usize,
    /// Of these, won to the end.
    pub won: usize,
    /// Depth gone, and the winner's moves it took.
    pub progress: (i64, u64),
    /// The same in passages won to the end.
    pub won_progress: (i64, u64),
}

impl Quality {
    fn add<E>(&mut self, passage: &Passage<E>, role: PlayerRole) {
        self.by_depth.merge(&passage.by_depth[role as usize]);
        self.opponents.merge(&passage.errors(role.other()));
        self.passages += 1;
        let trajectory = &passage.trajectory;
        let gone = i64::from(trajectory.start) - i64::from(trajectory.end());
        let moves = trajectory.moves.len() as u64;
        self.progress = (self.progress.0 + gone, self.progress.1 + moves);
        if trajectory.is_won() {
            self.won += 1;
            self.won_progress = (self.won_progress.0 + gone, self.won_progress.1 + moves);
        }
    }

    fn merge(&mut self, other: &Quality) {
        self.by_depth.merge(&other.by_depth);
        self.opponents.merge(&other.opponents);
        self.passages += other.passages;
        self.won += other.won;
        let add = |a: (i64, u64), b: (i64, u64)| (a.0 + b.0, a.1 + b.1);
        self.progress = add(self.progress, other.progress);
        self.won_progress = add(self.won_progress, other.won_progress);
    }

    /// Everything conceded.
    pub fn errors(&self) -> Errors {
        self.by_depth.total()
    }

    /// `Q5`: depth gone for each of the winner's moves; none of no moves.
    pub fn progress_per_move(&self) -> Option<f64> {
        per_move(self.progress)
    }

    /// The same over passages won to the end: path efficiency.
    pub fn path_efficiency(&self) -> Option<f64> {
        per_move(self.won_progress)
    }
}

fn per_move((gone, moves): (i64, u64)) -> Option<f64> {
    (moves > 0).then(|| gone as f64 / moves as f64)
}

/// Every player in either role, over many games.
#[derive(Clone, Debug)]
pub struct Qualities<E = Material> {
    /// Only this endgame, the winner's men first, colours either way; everything if none.
    pub endgame: Option<E>,
    /// What each did, by name and role.
    players: HashMap<(String, PlayerRole), Quality>,
    /// How many moves were made in each endgame, the winner's men first.
    endgames: HashMap<E, u64>,
    /// Names and roles kept apart; who comes later is one of the [others](OTHERS).
    most: usize,
}

impl<E: Clone + Eq + Hash + Display> Qualities<E> {
    /// Over this endgame, or over all, with at most so many names and roles apart.
    pub fn of(endgame: Option<E>, most: usize) -> Qualities<E> {
        Qualities { endgame, players: HashMap::new(), endgames: HashMap::new(), most }
    }

    /// Whether a passage counts.
    pub fn counts(&self, passage: &Passage<E>) -> bool {
        self.endgame.as_ref().is_none_or(|wanted| passage.endgame == *wanted)
    }

    /// Adds the passages of a game.
    pub fn add<B: Described>(&mut self, game: &Game<B>, passages: &[Passage<E>]) {
        for passage in passages {
            if !self.counts(passage) {
                continue;
            }
            for role in PlayerRole::ALL {
                let errors = passage.errors(role);
                *self.endgames.entry(passage.endgame.clone()).or_default() += errors.moves;
                if errors.moves + errors.fatal > 0 {
                    let mut key = (game.player(passage.color(role)).to_owned(), role);
                    if self.players.len() >= self.most && !self.players.contains_key(&key) {
                        key.0 = OTHERS.to_owned();
                    }
                    self.players.entry(key).or_default().add(passage, role);
                }
            }
        }
    }

    /// All players of a role together.
    pub fn together(&self, role: PlayerRole) -> Quality {
        let mut all = Quality::default();
        let players = self.players.iter().filter(|((_, played), _)| *played == role);
        players.for_each(|(_, quality)| all.merge(quality));
        all
    }

    /// What a player did in a role.
    pub fn player(&self, name: &str, role: PlayerRole) -> Option<&Quality> {
        self.players.get(&(name.to_owned(), role))
    }

    /// The endgame with the most moves.
    pub fn commonest(&self) -> Option<E> {
        let by_moves = |(endgame, moves): &(&E, &u64)| (**moves, endgame.to_string());
        self.endgames.iter().max_by_key(by_moves).map(|(endgame, _)| endgame.clone())
    }
}
