//! One move against its alternatives, in the signs of Haworth 2003, appendix B.

use std::fmt;

use endgame::rules::{Color, Position};
use serde::{Deserialize, Serialize};
use value::{Choices, Outcome};

use crate::described::{Described, TablePosition};

/// The role of a player at a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerRole {
    /// Winning, or the stronger army in a draw.
    Attacker,
    /// Losing, or the weaker army in a draw, or one of two equal ones.
    Defender,
}

impl PlayerRole {
    /// Both, in the order of tables.
    pub const ALL: [PlayerRole; 2] = [PlayerRole::Attacker, PlayerRole::Defender];

    /// The opponent's.
    pub(super) fn other(self) -> PlayerRole {
        PlayerRole::ALL[1 - self as usize]
    }

    /// `attacker` or `defender`.
    pub fn word(self) -> &'static str {
        match self {
            PlayerRole::Attacker => "attacker",
            PlayerRole::Defender => "defender",
        }
    }

    /// The role of the side to move in a position of this value.
    fn of<P: TablePosition>(position: &P, value: Outcome) -> PlayerRole {
        let attacks = match value.sign() {
            0 => position.leads(),
            sign => sign > 0,
        };
        if attacks { PlayerRole::Attacker } else { PlayerRole::Defender }
    }
}

/// How little choice there was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sign {
    /// `°`: the only legal move.
    #[serde(rename = "°")]
    OnlyLegal,
    /// `"`: the only move that keeps the value.
    #[serde(rename = "\"")]
    OnlyKeeping,
    /// `'`: the only optimal move.
    #[serde(rename = "'")]
    OnlyOptimal,
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sign::OnlyLegal => "°",
            Sign::OnlyKeeping => "\"",
            Sign::OnlyOptimal => "'",
        })
    }
}

/// A move, what it was chosen from, and what it gave away.
#[derive(Clone, Debug)]
pub struct MoveAssessment<P: Described = Position> {
    /// The half-move of the game, from 1.
    pub ply: usize,
    /// The number of the move.
    pub number: u32,
    /// Where it was made.
    pub position: P,
    /// The move.
    pub play: P::Move,
    /// What the position was worth to the mover.
    pub before: Outcome,
    /// What it is worth to the mover after the move: the depth that of the position after it.
    pub after: Outcome,
    /// The role of the mover.
    pub side: PlayerRole,
    /// Every optimal move, the played one included if it is.
    pub optimal: Vec<P::Move>,
    /// How many moves keep the value.
    pub keeping: usize,
    /// Whether some competence makes the move under the model; it teaches nothing otherwise.
    pub learned: bool,
    /// Mean and standard deviation of the mover's competence, as this game's moves show it so far.
    pub competence: (f64, f64),
    /// How many legal moves there were.
    pub legal: usize,
    best: Outcome,
}

impl<P: TablePosition> MoveAssessment<P> {
    /// A move among the choices of its position, at least one; what it says of a competence is yet
    /// to be filled in.
    ///
    /// # Panics
    /// If there are no choices.
    pub fn new(
        ply: usize,
        number: u32,
        position: P,
        choices: &Choices<P::Move>,
        chosen: usize,
    ) -> MoveAssessment<P> {
        let best = choices.best().expect("a move was made, so there are moves");
        let before = best.before_move();
        MoveAssessment {
            ply,
            number,
            play: choices[chosen].play.clone(),
            before,
            after: choices[chosen].value,
            side: PlayerRole::of(&position, before),
            optimal: choices.optimal().into_iter().map(|at| choices[at].play.clone()).collect(),
            keeping: choices.values().filter(|value| value.sign() == best.sign()).count(),
            learned: false,
            competence: (f64::NAN, f64::NAN),
            legal: choices.len(),
            best,
            position,
        }
    }

    /// Who moved.
    pub fn mover(&self) -> Color {
        self.position.turn()
    }

    /// The move as people write it.
    pub fn san(&self) -> String {
        self.position.name(&self.play)
    }

    /// Whether no move was better.
    pub fn is_optimal(&self) -> bool {
        self.after == self.best
    }

    /// Moves of depth given away, 0 for an optimal move: a winner's longer way, a loser's shorter
    /// one. None if the value itself went.
    pub fn conceded(&self) -> Option<u16> {
        self.after.conceded(self.best)
    }

    /// Whether a win became a draw or a loss, or a draw a loss.
    pub fn value_conceded(&self) -> bool {
        self.after.sign() < self.best.sign()
    }

    /// How little choice there was, if the move is the one that had to be found.
    pub fn sign(&self) -> Option<Sign> {
        self.is_optimal().then(|| self.sign_of_best()).flatten()
    }

    /// The sign that the best move deserves.
    pub fn sign_of_best(&self) -> Option<Sign> {
        match (self.legal, self.keeping, self.optimal.len()) {
            (1, _, _) => Some(Sign::OnlyLegal),
            (_, 1, _) => Some(Sign::OnlyKeeping),
            (_, _, 1) => Some(Sign::OnlyOptimal),
            _ => None,
        }
    }

    /// Optimal moves other than the one played, by name.
    pub fn alternatives(&self) -> Vec<String> {
        let others = self.optimal.iter().filter(|&play| *play != self.play);
        let mut names: Vec<String> = others.map(|play| self.position.name(play)).collect();
        names.sort();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::{Choice, Depth, Extent};

    /// A move of `4k3/8/8/8/8/8/8/4K2R w` with this value among others.
    fn judged(values: &[Outcome], chosen: usize) -> MoveAssessment {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
        let plays = position.legal_moves().into_iter().zip(values);
        let list = plays.map(|(play, &value)| Choice::new(play, value)).collect();
        MoveAssessment::new(1, 1, position, &Choices::new(list, Extent::default()), chosen)
    }

    const WINS: [Outcome; 3] =
        [Outcome::Win(Depth(4)), Outcome::Win(Depth(7)), Outcome::Win(Depth(4))];

    #[test]
    fn concessions_count_moves_of_depth() {
        assert_eq!(judged(&WINS, 1).conceded(), Some(3));
        assert_eq!(judged(&WINS, 0).conceded(), Some(0));
        assert_eq!(judged(&WINS, 0).before, Outcome::Win(Depth(5)));
        assert_eq!(judged(&WINS, 0).alternatives().len(), 1);
        let losses = [Outcome::Loss(Depth(9)), Outcome::Loss(Depth(2))];
        assert_eq!(judged(&losses, 1).conceded(), Some(7));
        assert_eq!(judged(&losses, 1).before, Outcome::Loss(Depth(9)));
        assert_eq!(judged(&losses, 1).side, PlayerRole::Defender);
        let mixed = [Outcome::Draw, Outcome::Win(Depth(1)), Outcome::Draw];
        assert_eq!(judged(&mixed, 0).conceded(), None);
        assert!(judged(&mixed, 0).value_conceded());
        assert_eq!(judged(&[Outcome::Draw; 2], 1).conceded(), Some(0));
        assert_eq!(judged(&[Outcome::Draw; 2], 1).side, PlayerRole::Attacker);
    }

    #[test]
    fn signs_say_how_little_choice_there_was() {
        let sign = |values: &[Outcome], chosen| judged(values, chosen).sign();
        assert_eq!(sign(&WINS, 0), None);
        assert_eq!(sign(&WINS[..2], 0), Some(Sign::OnlyOptimal));
        assert_eq!(sign(&WINS[..2], 1), None);
        assert_eq!(sign(&WINS[..1], 0), Some(Sign::OnlyLegal));
        assert_eq!(sign(&[Outcome::Draw, WINS[0]], 1), Some(Sign::OnlyKeeping));
    }
}
