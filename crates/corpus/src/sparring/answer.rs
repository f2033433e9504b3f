//! The game as fronts tell it.

use endgame::rules::{Board, Color};
use study::game::{DrawRule, GameOver, GameRecord};
use study::pgn::{Game, Played, write};
use study::schema::sparring::{SparringEnd, SparringGame, SparringMove};
use study::schema::whole_games::RatingEstimate;
use study::schema::{BoardMove, MoveSquares};

use super::opponent::Opponent;

/// The game as it stands.
pub(super) fn told(
    game: &GameRecord,
    you: Color,
    opponent: &Opponent,
    shown: Option<RatingEstimate>,
) -> SparringGame {
    let board = game.board();
    let over = game.over().map(|over| ended(over, board.turn(), you));
    let mine = board.turn() == you && over.is_none();
    let moves = if mine { board.legal_moves() } else { Vec::new() };
    let pgn = pgn(game, you, opponent, over.as_ref());
    SparringGame {
        start_fen: game.boards()[0].fen(),
        fen: board.fen(),
        turn: board.turn().into(),
        check: board.is_check(),
        you: you.into(),
        moves: moves.into_iter().map(|play| listed(board, play)).collect(),
        played: (0..game.ply()).map(|ply| played(game, ply, you)).collect(),
        strength: opponent.to_string(),
        shown,
        over,
        pgn,
    }
}

fn listed(board: &Board, play: endgame::rules::Move) -> BoardMove {
    let uci = board.uci(play);
    BoardMove { san: board.san(play), squares: MoveSquares::of(&uci), uci }
}

fn played(game: &GameRecord, ply: usize, you: Color) -> SparringMove {
    let (board, play) = game.step(ply);
    SparringMove {
        ply: ply + 1,
        by: if board.turn() == you { "you" } else { "opponent" }.into(),
        san: board.san(play),
        uci: board.uci(play),
        fen_after: game.boards()[ply + 1].fen(),
    }
}

fn ended(over: GameOver, turn: Color, you: Color) -> SparringEnd {
    let drawn =
        |why: &str| SparringEnd { result: "1/2-1/2".into(), sentence: format!("A draw: {why}.") };
    match over {
        GameOver::Checkmate if turn == you => SparringEnd {
            result: turn.fold_wb("0-1", "1-0").into(),
            sentence: "You are mated.".to_owned(),
        },
        GameOver::Checkmate => SparringEnd {
            result: turn.fold_wb("0-1", "1-0").into(),
            sentence: "You have mated.".to_owned(),
        },
        GameOver::Drawn(DrawRule::Stalemate) => drawn("stalemate"),
        GameOver::Drawn(DrawRule::InsufficientMaterial) => drawn("nobody can mate any more"),
        GameOver::Drawn(DrawRule::Repetition) => drawn("the position is there for the third time"),
        GameOver::Drawn(DrawRule::FiftyMoves) => {
            drawn("fifty moves without a capture or a pawn's move")
        }
    }
}

/// The game as text, with what the opponent was said to be.
fn pgn(game: &GameRecord, you: Color, opponent: &Opponent, over: Option<&SparringEnd>) -> String {
    let mut text = Game::new(game.boards()[0].clone());
    let names = you.fold_wb(["You", "Fallible"], ["Fallible", "You"]);
    let tags = [("Event", "Sparring"), ("White", names[0]), ("Black", names[1])];
    text.tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    text.opening_comments = vec![format!("Fallible {opponent}.")];
    text.moves = (0..game.ply()).map(|ply| Played::new(game.step(ply).1)).collect();
    text.result = over.map_or_else(|| "*".to_owned(), |over| over.result.to_string());
    write::game(&text)
}
