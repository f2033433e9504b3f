//! Jansen's depths against what he printed: Table 5.1 and Fig 5.10 of 1992.

#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::sync::LazyLock;

use endgame::jansen::{self, printed_depth};
use endgame::progress::Monitor;
use endgame::rules::{Color, Piece, Position, Role, Square};
use endgame::table::Table;
use endgame::tables::Tables;
use value::{Metric, Outcome};

static KQKR: LazyLock<Table> = LazyLock::new(|| {
    let tables = Tables::new(Metric::Dtc);
    jansen::solve(&tables, &"KQKR".parse().unwrap(), &Monitor::NONE).unwrap()
});

/// Fig 5.10 as typed in the thesis: wKf6, bRa5, bKh4, Black to move, rank 8 first; 0 where empty.
const FIGURE_5_10: [[u16; 8]; 8] = [
    [0, 21, 19, 11, 13, 9, 22, 8],
    [0, 9, 17, 15, 9, 18, 27, 9],
    [0, 16, 16, 8, 13, 0, 0, 10],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 2, 4, 4, 6, 6, 0, 0],
    [0, 17, 8, 10, 17, 25, 0, 0],
    [0, 8, 16, 7, 13, 6, 25, 7],
    [0, 14, 8, 13, 2, 13, 19, 7],
];

#[test]
fn figure_5_10_is_exact_on_every_square() {
    let men = ["f6", "a5", "h4"].map(|name| name.parse::<Square>().unwrap());
    let pieces =
        [Role::King.of(Color::White), Role::Rook.of(Color::Black), Role::King.of(Color::Black)];
    let placed: Vec<(Square, Piece)> = men.into_iter().zip(pieces).collect();
    for (row, printed) in FIGURE_5_10.iter().enumerate() {
        for (file, &printed) in printed.iter().enumerate() {
            let square = Square::new(((7 - row) * 8 + file) as u32);
            let queen = (square, Role::Queen.of(Color::White));
            let mut all = placed.clone();
            all.push(queen);
            let free = !men.contains(&square);
            let position = free.then(|| Position::from_men(all, Color::Black).ok()).flatten();
            let ours = position.and_then(|position| match KQKR.outcome(&position) {
                Some(loss @ Outcome::Loss(_)) => printed_depth(loss),
                _ => None,
            });
            assert_eq!(ours.map_or(0, |depth| depth.0), printed, "queen on {square}");
        }
    }
}

/// Table 5.1: Black to move, then White to move, by his depth from 1; then draws and the illegal.
const TABLE_5_1: [([u64; 32], u64, u64); 2] = [
    (
        [
            146_566, 43_568, 16_392, 15_174, 17_927, 16_658, 14_537, 10_397, 8_447, 7_316, 7_924,
            9_881, 12_367, 13_825, 15_347, 18_299, 23_249, 27_969, 34_759, 41_555, 50_803, 61_796,
            70_764, 76_686, 78_063, 71_593, 56_296, 35_498, 18_391, 6_234, 857, 23,
        ],
        1_023_113,
        43_854,
    ),
    (
        [
            1_227_933, 187_658, 43_368, 27_579, 23_019, 15_928, 10_652, 7_902, 6_272, 6_098, 6_917,
            8_324, 9_678, 11_109, 12_300, 15_242, 18_027, 21_138, 24_306, 27_990, 32_647, 34_226,
            34_969, 30_852, 23_991, 15_758, 8_835, 3_886, 1_098, 131, 4, 0,
        ],
        11_105,
        187_186,
    ),
];

/// The squares of a placement in his array, two men on one square included.
#[derive(Clone, Copy)]
struct Placement {
    queen: u32,
    king: u32,
    black_king: u32,
    rook: u32,
}

impl Placement {
    fn squares(self) -> [u32; 4] {
        [self.queen, self.king, self.black_king, self.rook]
    }

    /// Whether only the identity leaves it as it is.
    fn lopsided(self) -> bool {
        let on = |diagonal: fn(u32) -> bool| self.squares().into_iter().all(diagonal);
        !on(|square| square % 8 == square / 8) && !on(|square| square % 8 + square / 8 == 7)
    }

    fn apart(self) -> bool {
        let set = self.squares().into_iter().fold(0u64, |set, square| set | 1 << square);
        set.count_ones() == 4
    }

    fn position(self, turn: Color, with_rook: bool) -> Option<Position> {
        let men = [
            (self.queen, Role::Queen.of(Color::White)),
            (self.king, Role::King.of(Color::White)),
            (self.black_king, Role::King.of(Color::Black)),
            (self.rook, Role::Rook.of(Color::Black)),
        ];
        let men = men.into_iter().take(if with_rook { 4 } else { 3 });
        Position::from_men(men.map(|(s, man)| (Square::new(s), man)), turn).ok()
    }

    fn kings_touch(self) -> bool {
        let away = |a: u32, b: u32| a.abs_diff(b);
        away(self.king % 8, self.black_king % 8) <= 1
            && away(self.king / 8, self.black_king / 8) <= 1
            && self.king != self.black_king
    }
}

/// His row for a placement: a depth, 0 for a draw, none for what he calls illegal.
///
/// The king may be taken, so a side that leaves its king to be taken has lost it: with White to move
/// that is a win in 1, with Black to move it is among the draws.
fn row(at: Placement, turn: Color, kqk: &Tables) -> Option<u16> {
    if at.apart() {
        return match at.position(turn, true) {
            None => Some(u16::from(turn == Color::White)),
            Some(position) => match KQKR.outcome(&position).unwrap() {
                outcome if (outcome.sign() > 0) == (turn == Color::White) => {
                    Some(printed_depth(outcome).map_or(0, |depth| depth.0))
                }
                _ => Some(0),
            },
        };
    }
    if turn == Color::White {
        // The rook has taken the queen; only a king left to be taken saves White.
        let taken = at.queen == at.rook && at.queen != at.king && at.queen != at.black_king;
        return (taken && at.kings_touch()).then_some(1);
    }
    let (white, black) = ([at.queen, at.king], [at.black_king, at.rook]);
    if white.contains(&at.black_king) {
        return Some(1);
    }
    if white.contains(&at.rook) {
        // The rook has been taken: won, unless Black is stalemated or takes the queen or the king.
        if at.queen == at.king {
            return Some(1);
        }
        let won = at
            .position(Color::Black, false)
            .is_some_and(|position| matches!(kqk.outcome(&position).unwrap(), Outcome::Loss(_)));
        return won.then_some(1);
    }
    // Black's men on one square: the rook is no more. White's: nothing to make of it.
    (black[0] == black[1] && white[0] != white[1]).then_some(1)
}

#[test]
fn table_5_1_is_exact_to_the_last_unit() {
    let kqk = Tables::new(Metric::Dtc);
    kqk.table(&"KQK".parse().unwrap(), &Monitor::NONE).unwrap();
    for (turn, (depths, draws, illegal)) in [Color::Black, Color::White].into_iter().zip(TABLE_5_1)
    {
        // The queen in one octant; on its diagonal every class is met twice, so all count double.
        let mut ours = [0u64; 33];
        let mut none = 0;
        for queen in [0, 1, 2, 3, 9, 10, 11, 18, 19, 27] {
            let times = if queen % 8 == queen / 8 { 1 } else { 2 };
            for others in 0..64 * 64 * 64 {
                let (king, black_king, rook) = (others % 64, others / 64 % 64, others / 4096);
                let at = Placement { queen, king, black_king, rook };
                if !at.lopsided() {
                    continue;
                }
                match row(at, turn, &kqk) {
                    Some(depth) => ours[usize::from(depth)] += times,
                    None => none += times,
                }
            }
        }
        assert_eq!(ours[1..].iter().map(|n| n / 2).collect::<Vec<_>>(), depths, "{turn:?}");
        assert_eq!((ours[0] / 2, none / 2), (draws, illegal), "{turn:?}");
    }
}

/// Every depth follows from those after its moves, and differs from DTC by one at most.
#[test]
fn depths_are_one_optimisation() {
    use value::ChoiceSource;
    for name in ["KQK", "KPK", "KRKN"] {
        let tables = Tables::new(Metric::Dtc);
        let table = jansen::solve(&tables, &name.parse().unwrap(), &Monitor::NONE).unwrap();
        let mut deeper = 0;
        for turn in Color::ALL {
            for number in (0..table.index().len()).step_by(11) {
                let slot = endgame::index::Slot { turn, index: number };
                let Some(position) = table.index().decode(slot) else { continue };
                let outcome = table.outcome(&position).unwrap();
                let choices = tables.choices(&position).unwrap();
                let best = choices.iter().map(|choice| {
                    match table.outcome(&position.after(choice.play)) {
                        Some(after) => after.flipped(),
                        None => choice.value,
                    }
                });
                let expected = match best.max() {
                    Some(best) => best.before_move(),
                    None if position.is_check() => Outcome::Loss(value::Depth(1)),
                    None => Outcome::Draw,
                };
                assert_eq!(outcome, expected, "{name} {}", position.fen());
                let conversion = tables.outcome(&position).unwrap();
                assert_eq!(outcome.sign(), conversion.sign());
                if let (Some(ours), Some(theirs)) = (outcome.depth(), conversion.depth()) {
                    assert!(ours == theirs || ours == theirs.deeper());
                    deeper += u32::from(ours != theirs);
                }
            }
        }
        // A pawn that has not become another man never mates.
        assert_eq!(deeper > 0, name != "KPK", "{name}");
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let refused = |name: &str, metric| {
        let tables = Tables::new(metric);
        let solved = jansen::solve(&tables, &name.parse().unwrap(), &Monitor::NONE);
        solved.unwrap_err().to_string()
    };
    assert!(refused("KBBKN", Metric::Dtc).contains("at most 4"));
    assert!(refused("KPKP", Metric::Dtc).contains("en passant"));
    assert!(refused("KQKR", Metric::Dtm).contains("DTC"));
}
