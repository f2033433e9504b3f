//! Antichess and suicide chess, as programs ask for them with `UCI_Variant`.

use study::other_games::{AnyGame, AnyPosition, GameName};
use value::{Metric, Outcome};

use crate::gui::Gui;

/// Won for White: the rook cannot be kept.
const ROOK: &str = "8/8/8/2k5/8/8/5R2/8 w - - 0 1";

fn variant(name: &str) -> Gui {
    let gui = Gui::new();
    gui.say(&format!("setoption name UCI_Variant value {name}"));
    assert_eq!(gui.sync(), Vec::<String>::new());
    gui
}

fn read(fen: &str) -> AnyPosition {
    GameName::Antichess.read(fen).unwrap()
}

/// Both sides play best moves: the rook is lost in as many moves as the table says, and the game ends there.
#[test]
fn best_moves_win_as_soon_as_the_table_says() {
    let gui = variant("antichess");
    gui.say("setoption name Agent value infallible");
    let game = AnyGame::open(GameName::Antichess, Metric::Dtc).unwrap();
    let mut at = read(ROOK);
    let Outcome::Win(depth) = game.value(&at).unwrap() else { panic!("not won") };
    let mut moves: Vec<String> = Vec::new();
    loop {
        gui.say(&format!("position fen {ROOK} moves {}", moves.join(" ")));
        let lines = gui.go("go");
        let told = lines.last().unwrap().split(' ').nth(1).unwrap().to_owned();
        if told == "(none)" {
            assert!(lines.iter().any(|line| line.contains("score mate 1")), "{lines:?}");
            break;
        }
        at = at.after(&at.read_move(&told).unwrap());
        moves.push(told);
    }
    assert_eq!(moves.len(), 2 * usize::from(depth.0));
    assert!(at.legal_moves().is_empty(), "{at}");
}

#[test]
fn captures_are_forced_and_pawns_may_become_kings() {
    let gui = variant("giveaway");
    gui.say("position startpos moves e2e3 b7b5");
    assert_eq!(gui.play("go depth 2"), "f1b5");
    gui.say("position fen 8/4P3/8/8/8/2k5/8/8 w - - 0 1");
    assert_eq!(gui.play("go searchmoves e7e8k"), "e7e8k");
    // Outside the tables the search has looked as deep as it was told.
    gui.say("position startpos moves e2e3 b7b6");
    let lines = gui.go("go depth 2");
    assert!(lines.iter().any(|line| line.starts_with("info depth 2 ")), "{lines:?}");
}

/// Without a move the side to move wins in antichess; in suicide chess the numbers of men decide.
#[test]
fn who_cannot_move_has_won_or_not() {
    let blocked = "8/8/8/8/8/p7/P7/8 w - - 0 1";
    for (name, score) in [("antichess", "score mate 1"), ("suicide", "score cp 0")] {
        let gui = variant(name);
        gui.say(&format!("position fen {blocked}"));
        let lines = gui.go("go");
        assert!(
            lines[0].contains(score) && lines.last().unwrap() == "bestmove (none)",
            "{lines:?}"
        );
    }
}

#[test]
fn what_is_not_understood_is_told_and_chess_comes_back() {
    let gui = variant("antichess");
    gui.say("setoption name UCI_Variant value atomic");
    let told = gui.sync();
    assert!(
        told.len() == 1 && told[0].contains("choose chess, antichess, giveaway, suicide"),
        "{told:?}"
    );
    gui.say("position fen nonsense");
    assert!(gui.sync()[0].contains("the board stays as it was"));
    gui.say("position startpos moves e2e3 b7b5 a2a3");
    let told = gui.sync();
    assert!(
        told.len() == 1 && told[0].contains("a2a3") && told[0].contains("captures are forced"),
        "{told:?}"
    );
    assert_eq!(gui.play("go depth 1"), "f1b5");
    gui.say("setoption name UCI_Variant value chess");
    gui.say("position startpos moves e2e3 b7b5 a2a3");
    assert_eq!(gui.sync(), Vec::<String>::new());
    assert_ne!(gui.play("go depth 1"), "(none)");
}
