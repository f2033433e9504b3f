//! The network of KPK against a plain solver that shares no code with the program: every position, both sides to move, the pawn on
//! any file, the colours as they are and turned.

use endgame::rules::{Color, Piece, Position, Role, Square};

/// A square by file and rank from 0.
type At = (i8, i8);

fn squares() -> impl Iterator<Item = At> {
    (0..64).map(|number| (number % 8, number / 8))
}

fn way(a: At, b: At) -> i8 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

fn steps(king: At) -> impl Iterator<Item = At> {
    squares().filter(move |&square| way(king, square) == 1)
}

fn pawn_attacks(pawn: At, square: At) -> bool {
    square.1 == pawn.1 + 1 && (square.0 - pawn.0).abs() == 1
}

/// Whether a queen or rook attacks a square past the white king.
fn attacks(from: At, to: At, white: At, is_queen: bool) -> bool {
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    let straight = files == 0 || ranks == 0;
    let diagonal = is_queen && files.abs() == ranks.abs();
    let step = (files.signum(), ranks.signum());
    from != to
        && (straight || diagonal)
        && (1..way(from, to)).all(|n| (from.0 + n * step.0, from.1 + n * step.1) != white)
}

/// Whether a pawn that has just become this man on `on` wins: it is not taken, and Black is not stalemated.
fn wins_promoted(white: At, black: At, on: At, is_queen: bool) -> bool {
    // Only the white king closes lines: the black one moves out of its own way.
    let may_go = |to: At| way(to, white) > 1 && !attacks(on, to, white, is_queen);
    let is_taken = way(black, on) == 1 && way(white, on) > 1;
    !is_taken && (steps(black).any(may_go) || attacks(on, black, white, is_queen))
}

/// Which positions White wins: by turn (0 White), white king, black king, pawn.
struct Plain {
    legal: Vec<bool>,
    won: Vec<bool>,
}

fn number(at: At) -> usize {
    (at.1 * 8 + at.0) as usize
}

fn key(turn: usize, [white, black, pawn]: [At; 3]) -> usize {
    ((turn * 64 + number(white)) * 64 + number(black)) * 64 + number(pawn)
}

fn all() -> impl Iterator<Item = (usize, [At; 3])> {
    (0..2).flat_map(|turn| {
        squares().flat_map(move |white| {
            squares().flat_map(move |black| squares().map(move |pawn| (turn, [white, black, pawn])))
        })
    })
}

fn is_legal(turn: usize, [white, black, pawn]: [At; 3]) -> bool {
    way(white, black) > 1
        && white != pawn
        && black != pawn
        && (1..7).contains(&pawn.1)
        && !(turn == 0 && pawn_attacks(pawn, black))
}

impl Plain {
    fn solve() -> Plain {
        let legal: Vec<bool> = all().map(|(turn, men)| is_legal(turn, men)).collect();
        let mut plain = Plain { won: vec![false; legal.len()], legal };
        loop {
            let mut changes = 0;
            for (turn, men) in all() {
                let at = key(turn, men);
                if plain.legal[at] && !plain.won[at] {
                    plain.won[at] =
                        if turn == 0 { plain.white_wins(men) } else { plain.black_loses(men) };
                    changes += usize::from(plain.won[at]);
                }
            }
            if changes == 0 {
                return plain;
            }
        }
    }

    fn white_wins(&self, [white, black, pawn]: [At; 3]) -> bool {
        let won = |men: [At; 3]| self.legal[key(1, men)] && self.won[key(1, men)];
        if steps(white).any(|to| won([to, black, pawn])) {
            return true;
        }
        let ahead = (pawn.0, pawn.1 + 1);
        if ahead == white || ahead == black {
            return false;
        }
        if ahead.1 == 7 {
            return [true, false].iter().any(|&queen| wins_promoted(white, black, ahead, queen));
        }
        let second = (pawn.0, pawn.1 + 2);
        won([white, black, ahead])
            || pawn.1 == 1 && second != white && second != black && won([white, black, second])
    }

    fn black_loses(&self, [white, black, pawn]: [At; 3]) -> bool {
        let moves: Vec<At> =
            steps(black).filter(|&to| way(to, white) > 1 && !pawn_attacks(pawn, to)).collect();
        let lost = |&to: &At| to != pawn && self.won[key(0, [white, to, pawn])];
        if moves.is_empty() { pawn_attacks(pawn, black) } else { moves.iter().all(lost) }
    }
}

fn position(turn: usize, men: [At; 3], turned: bool) -> Position {
    let place =
        |(file, rank): At| Square::new(number((file, if turned { 7 - rank } else { rank })) as u32);
    let [strong, weak] =
        if turned { [Color::Black, Color::White] } else { [Color::White, Color::Black] };
    let pieces: [Piece; 3] = [Role::King.of(strong), Role::King.of(weak), Role::Pawn.of(strong)];
    let to_move = if turn == 0 { strong } else { weak };
    Position::from_men(men.map(place).into_iter().zip(pieces), to_move).expect("legal")
}

#[test]
fn the_network_says_what_a_plain_solver_says() {
    let plain = Plain::solve();
    let network = net::built_in();
    let mut counts = [[0; 2]; 2];
    for (turn, men) in all().filter(|&(turn, men)| is_legal(turn, men)) {
        let won = plain.won[key(turn, men)];
        counts[turn][usize::from(won)] += 1;
        let truth = if won { 1 - 2 * turn as i8 } else { 0 };
        for turned in [false, true] {
            let position = position(turn, men, turned);
            assert_eq!(network.probe(&position), Some(truth), "{}", position.fen());
        }
    }
    // Twice the classes of the paper's Table 2: the pawn on all files.
    assert_eq!(counts, [[2 * 19_184, 2 * 62_480], [2 * 35_210, 2 * 48_802]]);
}
