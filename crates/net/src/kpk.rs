//! KPK as in 1998: every position with its result, its plies to conversion, and the sets of the paper.

use endgame::rules::{Color, Position, PositionError, Role, Square};
use endgame::table::Table;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use value::{Depth, Outcome, Plies};

use crate::characterisation::{INPUTS, characterise};
use crate::features::{Place, places_of_kpk};

/// One position, the pawn on the files a to d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KpkPosition {
    /// White king, black king, pawn: files and ranks from 0.
    pub men: [Place; 3],
    /// Who is to move.
    pub turn: Color,
    /// Plies until the pawn queens or Black is mated with best play; none if it is a draw.
    pub plies: Option<Plies>,
}

impl KpkPosition {
    /// Whether White wins.
    pub fn is_won(&self) -> bool {
        self.plies.is_some()
    }

    /// The inputs of Table 4.
    pub fn inputs(&self) -> [f32; INPUTS] {
        characterise(self.men, self.turn)
    }

    /// The position on a board.
    pub fn position(&self) -> Result<Position, PositionError> {
        let square = |(file, rank): Place| Square::new((rank * 8 + file) as u32);
        let [white, black, pawn] = self.men.map(square);
        let men = [
            (white, Role::King.of(Color::White)),
            (black, Role::King.of(Color::Black)),
            (pawn, Role::Pawn.of(Color::White)),
        ];
        Position::from_men(men, self.turn)
    }
}

/// Every legal position of KPK with the pawn on the files a to d.
#[derive(Clone, Debug)]
pub struct Kpk {
    /// White to move.
    pub white_to_move: Vec<KpkPosition>,
    /// Black to move.
    pub black_to_move: Vec<KpkPosition>,
}

/// Plies to conversion: a win in `d` moves of the winner takes `2 d - 1` plies with the winner to move and `2 d` otherwise.
fn plies(outcome: Outcome, turn: Color) -> Option<Plies> {
    match (outcome, turn) {
        (Outcome::Win(Depth(depth)), Color::White) => Some(Plies(2 * depth - 1)),
        (Outcome::Loss(Depth(depth)), Color::Black) => Some(Plies(2 * depth)),
        _ => None,
    }
}

impl Kpk {
    /// All positions of the table of KPK in DTC.
    pub fn of(table: &Table) -> Kpk {
        let [white_to_move, black_to_move] = [Color::White, Color::Black].map(|turn| {
            let numbers = 0..table.index().len();
            let positions = numbers.filter_map(|index| {
                let outcome = table.outcome_at(endgame::index::Slot { turn, index })?;
                let men = places_of_kpk(&table.index().men(index)?);
                Some(KpkPosition { men, turn, plies: plies(outcome, turn) })
            });
            positions.collect()
        });
        Kpk { white_to_move, black_to_move }
    }

    /// The positions with this side to move.
    pub fn of_turn(&self, turn: Color) -> &[KpkPosition] {
        match turn {
            Color::White => &self.white_to_move,
            Color::Black => &self.black_to_move,
        }
    }

    /// `F_x`: White to move, the pawn on a file, 0 for a. A partition, each part closed under best play.
    pub fn on_file(&self, file: i8) -> Vec<KpkPosition> {
        self.white_to_move.iter().filter(|position| position.men[2].0 == file).copied().collect()
    }

    /// `P_q`: White to move, the pawn on the rank `q` (from 1) or farther.
    pub fn from_rank(&self, rank: i8) -> Vec<KpkPosition> {
        self.white_to_move
            .iter()
            .filter(|position| position.men[2].1 + 1 >= rank)
            .copied()
            .collect()
    }

    /// `C_p`: won with White to move in `p` plies or fewer. Closed under best play.
    pub fn converted_within(&self, most: Plies) -> Vec<KpkPosition> {
        let quick = |position: &&KpkPosition| position.plies.is_some_and(|plies| plies <= most);
        self.white_to_move.iter().filter(quick).copied().collect()
    }

    /// Positions that no game can reach: sets 6a to 6e (White to move), 7b and 7c (Black to move) of Table 1.
    pub fn is_reachable(position: &KpkPosition) -> bool {
        !UNREACHABLE.iter().any(|set| set.holds(position))
    }

    /// A training set and a testing set of this size each, drawn at random from the reachable positions: `T_1` and `S_1` with
    /// White to move, `T_2` and `S_2` with Black to move. The paper's are not published. They share no position, nor do their
    /// mirror images, for the pawn stands on the files a to d in both.
    pub fn drawn(&self, turn: Color, size: usize, seed: u64) -> [Vec<KpkPosition>; 2] {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut all: Vec<KpkPosition> = self
            .of_turn(turn)
            .iter()
            .filter(|position| Kpk::is_reachable(position))
            .copied()
            .collect();
        let (chosen, _) = all.partial_shuffle(&mut rng, 2 * size);
        let (training, testing) = chosen.split_at(size.min(chosen.len()));
        [training.to_vec(), testing.to_vec()]
    }
}

/// A set of Table 1.
#[derive(Clone, Copy, Debug)]
pub struct PositionSet {
    /// Its name in the paper.
    pub name: &'static str,
    /// Who is to move.
    pub turn: Color,
    test: fn([Place; 3]) -> bool,
}

impl PositionSet {
    /// Whether a position belongs to it.
    pub fn holds(&self, position: &KpkPosition) -> bool {
        position.turn == self.turn && (self.test)(position.men)
    }
}

/// A square by its name, as in `"a7"`.
const fn at(name: &str) -> Place {
    let name = name.as_bytes();
    (name[0] as i8 - b'a' as i8, name[1] as i8 - b'1' as i8)
}

/// Sets 1 to 5 of Table 1: the deepest wins, and wins that are hard to find.
pub const STUDIES: [PositionSet; 5] = [
    PositionSet {
        name: "1",
        turn: Color::White,
        test: |[white, black, pawn]| {
            [at("g2"), at("h2"), at("h3")].contains(&white) && pawn == at("b2") && black == at("g5")
        },
    },
    PositionSet {
        name: "2",
        turn: Color::Black,
        test: |[white, black, pawn]| {
            white == at("h3") && pawn == at("b2") && [at("h5"), at("h6")].contains(&black)
        },
    },
    PositionSet {
        name: "3",
        turn: Color::White,
        test: |men| men == [at("d1"), at("f8"), at("c3")],
    },
    PositionSet {
        name: "4",
        turn: Color::White,
        test: |men| men == [at("d6"), at("d3"), at("b2")],
    },
    PositionSet {
        name: "5",
        turn: Color::White,
        test: |men| men == [at("c4"), at("c8"), at("b2")],
    },
];

/// Sets 6a to 6e, 7b and 7c of Table 1. Set 7a has the pawn on the last rank, which is no position of KPK here.
pub const UNREACHABLE: [PositionSet; 7] = [
    PositionSet {
        name: "6a",
        turn: Color::White,
        test: |[white, black, pawn]| {
            let kings = [at("a6"), at("b6"), at("c6"), at("c7"), at("c8")];
            kings.contains(&white) && pawn == at("a7") && black == at("a8")
        },
    },
    PositionSet {
        name: "6b",
        turn: Color::White,
        test: |[white, black, pawn]| {
            let file = pawn.0;
            (1..=3).contains(&file) && [white, black, pawn] == [(file, 5), (file, 7), (file, 6)]
        },
    },
    PositionSet {
        name: "6c",
        turn: Color::White,
        test: |[white, black, pawn]| {
            [at("c1"), at("c2")].contains(&white) && pawn == at("a2") && black == at("a1")
        },
    },
    PositionSet {
        name: "6d",
        turn: Color::White,
        test: |[white, black, pawn]| {
            [at("c7"), at("c8")].contains(&white) && pawn == at("b6") && black == at("a8")
        },
    },
    PositionSet {
        name: "6e",
        turn: Color::White,
        test: |[white, black, pawn]| {
            [at("a6"), at("b6")].contains(&white) && pawn == at("c7") && black == at("a8")
        },
    },
    PositionSet {
        name: "7b",
        turn: Color::Black,
        test: |[_, black, pawn]| pawn.1 == 1 && black.1 == 2 && (black.0 - pawn.0).abs() == 1,
    },
    PositionSet {
        name: "7c",
        turn: Color::Black,
        test: |[white, black, pawn]| {
            white == at("a1") && pawn == at("a2") && [at("c1"), at("c2")].contains(&black)
        },
    },
];
