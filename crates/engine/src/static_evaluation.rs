//! The static evaluation: material, placement, mobility, pawns and the safety of kings.
//!
//! Small on purpose: every term is a formula of a line or two. Each has a value for the opening and
//! one for the endgame, and the pieces left on the board say how much of either counts.
//! [`searcher`](crate::searcher) applies it to quiet positions.

use endgame::rules::{Board, Color, Role};
use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Chess, Position as _, Square};

/// A value in the opening and one in the endgame, in centipawns.
#[derive(Clone, Copy, Default)]
struct Tapered(i32, i32);

impl Tapered {
    fn add(&mut self, Tapered(opening, ending): Tapered, times: i32) {
        self.0 += opening * times;
        self.1 += ending * times;
    }
}

/// The value of a piece, in centipawns.
pub(crate) fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// The weight of all pieces other than pawns in the initial position: 1 for a knight or a bishop, 2
/// for a rook, 4 for a queen.
const FULL: i32 = 24;
const BISHOP_PAIR: Tapered = Tapered(30, 45);
const OPEN_FILE: Tapered = Tapered(20, 10);
const HALF_OPEN_FILE: Tapered = Tapered(10, 5);
const DOUBLED: Tapered = Tapered(-8, -15);
const ISOLATED: Tapered = Tapered(-12, -12);
/// For a passed pawn by its rank, counted from 0 on its own side.
const PASSED: [i32; 8] = [0, 5, 10, 20, 40, 65, 100, 0];
/// For a pawn next to its king, or in front of one next to it.
const SHIELD: Tapered = Tapered(9, 0);
/// For each attack on a square next to the other king.
const KING_ATTACK: Tapered = Tapered(7, 0);
/// Squares that a knight, bishop, rook and queen usually reach, and what one more is worth.
const MOBILITY: [(Role, i32, Tapered); 4] = [
    (Role::Knight, 4, Tapered(4, 4)),
    (Role::Bishop, 6, Tapered(4, 4)),
    (Role::Rook, 7, Tapered(2, 4)),
    (Role::Queen, 13, Tapered(1, 2)),
];

/// The bonus for the square of every piece, White's, by role.
static PLACES: [[Tapered; 64]; 6] = places();

/// The value of the position for the side to move, in centipawns.
pub fn evaluate(board: &Board) -> i32 {
    evaluate_chess(board.as_chess())
}

pub(crate) fn evaluate_chess(at: &Chess) -> i32 {
    let sides = Color::ALL.map(|color| Side::new(at, color));
    let mut sum = side(at, &sides, Color::White);
    sum.add(side(at, &sides, Color::Black), -1);
    let board = at.board();
    let count = |squares: Bitboard| squares.count() as i32;
    let phase = count(board.knights() | board.bishops())
        + 2 * count(board.rooks())
        + 4 * count(board.queens());
    let phase = phase.min(FULL);
    let white = (sum.0 * phase + sum.1 * (FULL - phase)) / FULL;
    at.turn().fold_wb(white, -white)
}

/// What terms of both sides ask for.
struct Side {
    men: Bitboard,
    pawns: Bitboard,
    /// Squares its pawns attack.
    guarded: Bitboard,
    /// Squares next to its king.
    near_king: Bitboard,
}

impl Side {
    fn new(at: &Chess, color: Color) -> Side {
        let board = at.board();
        let men = board.by_color(color);
        let pawns = board.pawns() & men;
        let not_a = pawns.without(Bitboard::from(shakmaty::File::A));
        let not_h = pawns.without(Bitboard::from(shakmaty::File::H));
        let guarded = color
            .fold_wb(Bitboard(not_a.0 << 7 | not_h.0 << 9), Bitboard(not_a.0 >> 9 | not_h.0 >> 7));
        let near_king = board.king_of(color).map_or(Bitboard::EMPTY, king_attacks);
        Side { men, pawns, guarded, near_king }
    }
}

fn side(at: &Chess, sides: &[Side; 2], color: Color) -> Tapered {
    let board = at.board();
    let own = &sides[color.fold_wb(0, 1)];
    let other = &sides[color.fold_wb(1, 0)];
    let mut sum = Tapered::default();
    for role in Role::ALL {
        let places = &PLACES[role as usize - 1];
        for square in board.by_role(role) & own.men {
            let place = usize::from(color.fold_wb(square, square.flip_vertical()));
            sum.add(Tapered(worth(role), worth(role)), 1);
            sum.add(places[place], 1);
        }
    }
    if (board.bishops() & own.men).count() >= 2 {
        sum.add(BISHOP_PAIR, 1);
    }
    mobility(at, own, other, &mut sum);
    pawns(own, other, color, &mut sum);
    for rook in board.rooks() & own.men {
        let file = Bitboard::from(rook.file());
        if (file & own.pawns).is_empty() {
            let open = (file & other.pawns).is_empty();
            sum.add(if open { OPEN_FILE } else { HALF_OPEN_FILE }, 1);
        }
    }
    let ahead = own.near_king.0;
    let shield = Bitboard(color.fold_wb(ahead | ahead << 8, ahead | ahead >> 8));
    sum.add(SHIELD, (shield & own.pawns).count().min(3) as i32);
    sum
}

/// Squares that pieces reach where no pawn guards, and those next to the other king.
fn mobility(at: &Chess, own: &Side, other: &Side, sum: &mut Tapered) {
    let board = at.board();
    let occupied = board.occupied();
    let free = !(own.men | other.guarded);
    for (role, usual, bonus) in MOBILITY {
        for square in board.by_role(role) & own.men {
            let reach = match role {
                Role::Knight => knight_attacks(square),
                Role::Bishop => bishop_attacks(square, occupied),
                Role::Rook => rook_attacks(square, occupied),
                _ => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
            };
            sum.add(bonus, (reach & free).count() as i32 - usual);
            sum.add(KING_ATTACK, (reach & other.near_king).count() as i32);
        }
    }
}

/// Passed, doubled and isolated pawns.
fn pawns(own: &Side, other: &Side, color: Color, sum: &mut Tapered) {
    for pawn in own.pawns {
        let file = file_of(pawn);
        let beside = (file & !0x0101_0101_0101_0101) >> 1 | (file & !0x8080_8080_8080_8080) << 1;
        let rank = u32::from(pawn) / 8;
        let ahead = color.fold_wb(
            u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0),
            u64::MAX.checked_shr(8 * (8 - rank)).unwrap_or(0),
        );
        if own.pawns.0 & file & ahead != 0 {
            sum.add(DOUBLED, 1);
        } else if other.pawns.0 & (file | beside) & ahead == 0 {
            let bonus = PASSED[color.fold_wb(rank, 7 - rank) as usize];
            sum.add(Tapered(bonus / 2, bonus), 1);
        }
        if own.pawns.0 & beside == 0 {
            sum.add(ISOLATED, 1);
        }
    }
}

fn file_of(square: Square) -> u64 {
    0x0101_0101_0101_0101 << (u32::from(square) % 8)
}

const fn places() -> [[Tapered; 64]; 6] {
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    let mut places = [[Tapered(0, 0); 64]; 6];
    let mut role = 0;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            places[role][square] = place(roles[role], square as i32 % 8, square as i32 / 8);
            square += 1;
        }
        role += 1;
    }
    places
}

/// The bonus of a white piece for its square.
const fn place(role: Role, file: i32, rank: i32) -> Tapered {
    const ADVANCED: [i32; 8] = [0, 0, 2, 6, 12, 24, 40, 0];
    let from_side = least(file, 7 - file);
    // 0 on the edge, 3 on the four squares in the middle.
    let centre = least(from_side, least(rank, 7 - rank));
    let at_home = if rank == 0 { 1 } else { 0 };
    match role {
        Role::Pawn => {
            let middle = match (from_side, rank) {
                (3, 1) => -18,
                (3, 3 | 4) => 18,
                (2, 3) => 8,
                (0, _) => -4,
                _ => 0,
            };
            Tapered(ADVANCED[rank as usize] + middle, 2 * ADVANCED[rank as usize])
        }
        Role::Knight => Tapered(9 * centre - 12 - 8 * at_home, 6 * centre - 8),
        Role::Bishop => Tapered(5 * centre - 4 - 8 * at_home, 3 * centre - 3),
        Role::Rook => {
            let seventh = if rank == 6 { 15 } else { 0 };
            Tapered(3 * from_side + seventh, seventh)
        }
        Role::Queen => Tapered(centre - 2 * least(rank, 4) / 2, 6 * centre),
        Role::King => {
            // Hidden while there are pieces, in the middle when they are gone.
            let corner = match (file, rank) {
                (6, 0) => 25,
                (1 | 2, 0) => 18,
                (3 | 5, 0) => -12,
                _ => 0,
            };
            Tapered(corner - 18 * least(rank, 4), 12 * centre - 12)
        }
    }
}

const fn least(a: i32, b: i32) -> i32 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str) -> i32 {
        evaluate(&Board::from_fen(fen).unwrap())
    }

    #[test]
    fn colours_are_equal() {
        assert_eq!(evaluate(&Board::default()), 0);
        let pairs = [
            ("4k3/8/8/3n4/8/2P5/8/R3K3 w - - 0 1", "r3k3/8/2p5/8/3N4/8/8/4K3 b - - 0 1"),
            (
                "r1bqkb1r/pp3ppp/2n2n2/3p4/8/2N2N2/PPPPBPPP/R1BQK2R w - - 0 1",
                "r1bqk2r/ppppbppp/2n2n2/8/3P4/2N2N2/PP3PPP/R1BQKB1R b - - 0 1",
            ),
            (
                "8/pk3ppp/1p2b3/8/P2RP3/2P3P1/q4P1P/3Q2K1 w - - 0 1",
                "3q2k1/Q4p1p/2p3p1/p2rp3/8/1P2B3/PK3PPP/8 b - - 0 1",
            ),
        ];
        for (white, black) in pairs {
            assert_eq!(of(white), of(black), "{white}");
            assert_eq!(of(white), -of(&white.replace(" w ", " b ")), "{white}");
        }
    }

    #[test]
    fn men_count_first() {
        assert!(of("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") > of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
        assert!(of("4k3/P7/8/8/8/8/8/4K3 w - - 0 1") > of("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"));
    }

    /// One pawn each way: the side with the better pawns is better, all else being equal.
    #[test]
    fn pawns_know_their_neighbours() {
        let sound = of("4k3/5p2/8/8/8/8/5PP1/4K3 w - - 0 1");
        let doubled = of("4k3/5p2/8/8/8/5P2/5P2/4K3 w - - 0 1");
        let apart = of("4k3/5p2/8/8/8/8/3P1P2/4K3 w - - 0 1");
        assert!(sound > doubled && sound > apart, "{sound} {doubled} {apart}");
        let passed = of("4k3/p7/8/8/6P1/8/8/4K3 w - - 0 1");
        let stopped = of("4k3/6p1/8/8/6P1/8/8/4K3 w - - 0 1");
        assert!(passed > stopped, "{passed} {stopped}");
    }
}
