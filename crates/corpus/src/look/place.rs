//! Which man goes from where to where.

use shakmaty::{Bitboard, Board, File, Role, Square};

use super::template::{Features, change};
use super::view::{Tried, View, number};

/// Squares, direction, length, castling, promotion, files, freedom, development.
pub(super) fn put(view: &View<'_>, tried: &Tried, features: &mut Features) {
    let (man, end) = (tried.man, view.endgame_case());
    features.case(2 * 6 * 64, (end * 6 + man) * 64 + view.seen(tried.to));
    features.case(2 * 6 * 64, (end * 6 + man) * 64 + view.seen(tried.from));
    features.case(3 * 6, view.phase * 6 + man);
    features.case(6 * 5 * 8, (man * 5 + direction(view, tried)) * 8 + tried.length());
    let castles = tried.play.is_castle();
    features.case_if(2, castles.then(|| u16::from(tried.to.file() == File::C)));
    features.case_if(5, tried.play.promotion().map(number));
    put_files(view, tried, features);
    let freedom = |board: &Board, square: Square| -> i32 {
        (board.attacks_from(square) & !board.by_color(view.us)).count() as i32
    };
    let gained = freedom(tried.board(), tried.to) - freedom(view.board(), tried.from);
    features.case(6 * 7, man * 7 + change(gained));
    let piece = !matches!(tried.play.role(), Role::Pawn | Role::King);
    let developed = piece && view.rank(tried.from) == 0 && view.rank(tried.to) > 0;
    features.case_if(6 * 2, developed.then(|| man * 2 + end));
}

/// Straight on, on and aside, aside, straight back, back and aside.
fn direction(view: &View<'_>, tried: &Tried) -> u16 {
    let forward = view.rank(tried.to) - view.rank(tried.from);
    let straight = tried.to.file() == tried.from.file();
    match (forward.signum(), straight) {
        (1, true) => 0,
        (1, false) => 1,
        (-1, true) => 3,
        (-1, false) => 4,
        _ => 2,
    }
}

/// Rooks and queens that change their file: how open the new one is, and who stands there already.
fn put_files(view: &View<'_>, tried: &Tried, features: &mut Features) {
    let board = view.board();
    let file = Bitboard::from_file(tried.to.file());
    let heavy = matches!(tried.play.role(), Role::Rook | Role::Queen);
    let changes = heavy && tried.to.file() != tried.from.file();
    let pawns = |color| (file & board.pawns() & board.by_color(color)).any();
    let open = match (pawns(view.us), pawns(!view.us)) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    };
    let queen = u16::from(tried.play.role() == Role::Queen);
    features.case_if(3 * 2, changes.then_some(open * 2 + queen));
    let others = (board.rooks() | board.queens()) & board.by_color(view.us).without(tried.from);
    features.flag(changes && (file & others).any());
}
