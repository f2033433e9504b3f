//! What the men on a square are worth to fight for: the static exchange.

use shakmaty::{Bitboard, Board, Color, Move, Role, Square};

/// The value of a man, in pawns; a king is beyond price.
pub(super) fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

const CHEAPEST_FIRST: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// The cheapest man of a colour among these squares; of several alike, the first from that
/// colour's own side of the board, so that both colours choose alike.
fn cheapest(board: &Board, color: Color, among: Bitboard) -> Option<(Role, Square)> {
    let mine = among & board.by_color(color);
    let seen = |square: &Square| color.fold_wb(*square, square.flip_vertical());
    CHEAPEST_FIRST.into_iter().find_map(|role| {
        let alike = (mine & board.by_role(role)).into_iter();
        alike.min_by_key(seen).map(|square| (role, square))
    })
}

/// What a colour wins, in pawns, by beginning to capture on a square where a man of this value
/// stands, `occupied` being the men that are still there; each side stops when it loses by going on.
fn gain_on(board: &Board, square: Square, by: Color, victim: i32, occupied: Bitboard) -> i32 {
    let attackers = board.attacks_to(square, by, occupied) & occupied;
    let Some((role, from)) = cheapest(board, by, attackers) else { return 0 };
    let left = occupied.without(from);
    // A king may not capture a man that is defended.
    if role == Role::King && (board.attacks_to(square, !by, left) & left).any() {
        return 0;
    }
    (victim - gain_on(board, square, !by, worth(role), left)).max(0)
}

/// What a colour wins by capturing on the square of a man of the other colour.
pub(super) fn gain(board: &Board, square: Square, by: Color) -> i32 {
    let victim = board.role_at(square).map_or(0, worth);
    gain_on(board, square, by, victim, board.occupied())
}

/// What a move wins or loses on the square it goes to, in pawns: what it captures and promotes to,
/// less what can be taken back.
pub(super) fn of_move(board: &Board, by: Color, play: Move) -> i32 {
    let (Some(from), to) = (play.from(), play.to()) else { return 0 };
    if play.is_castle() {
        return 0;
    }
    let taken = play.capture().map_or(0, worth);
    let raised = play.promotion().map_or(0, |role| worth(role) - 1);
    let mut left = board.occupied().without(from).with(to);
    if play.is_en_passant() {
        left = left.without(Square::from_coords(to.file(), from.rank()));
    }
    // The man that moves is no attacker of its own square any more.
    let stands = worth(play.promotion().unwrap_or(play.role()));
    taken + raised - gain_on(board, to, !by, stands, left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Position, uci::UciMove};

    fn see(fen: &str, play: &str) -> i32 {
        let at: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let play = play.parse::<UciMove>().unwrap().to_move(&at).unwrap();
        of_move(at.board(), at.turn(), play)
    }

    #[test]
    fn exchanges_by_hand() {
        // The rook takes a pawn that nobody guards.
        assert_eq!(see("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"), 1);
        // The knight takes a pawn, and is taken: a pawn for a knight.
        assert_eq!(see("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5"), -2);
        // A quiet move to a square a pawn guards loses the queen.
        assert_eq!(see("4k3/8/3p4/8/8/8/8/Q3K3 w - - 0 1", "a1e5"), -9);
        // En passant, and a king that may not take back what is guarded.
        assert_eq!(see("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 1);
        assert_eq!(see("4k3/4p3/8/8/8/8/4R3/4RK2 w - - 0 1", "e2e7"), 1);
        // Two rooks guard the square, one of them shutting out a rook and a queen: colours are alike.
        let white = see("3Q4/3R4/3r4/7k/r2pR3/8/8/4K3 w - - 0 1", "e4d4");
        let black = see("4k3/8/8/R2Pr3/7K/3R4/3r4/3q4 b - - 0 1", "e5d5");
        assert_eq!(white, black);
        // A rook behind a rook.
        assert_eq!(see("4k3/8/4r3/8/4p3/8/4R3/4RK2 w - - 0 1", "e2e4"), 1);
    }
}
