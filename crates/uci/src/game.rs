//! The game so far, from its first position on: who stands where, what has been before, what counts
//! as a draw by rule.

use endgame::rules::{Board, Move, PositionError};
use engine::message::Start;
use value::{Choices, Value};

/// A game from its start to the position on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The position before each move, and the one on the board.
    boards: Vec<Board>,
    moves: Vec<Move>,
}

/// A move in the list that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move {text} is not legal in {fen}: the game ends before it")]
pub struct IllegalMove {
    text: String,
    fen: String,
}

impl Default for Game {
    fn default() -> Game {
        Game::from(Board::default())
    }
}

impl From<Board> for Game {
    fn from(start: Board) -> Game {
        Game { boards: vec![start], moves: Vec::new() }
    }
}

impl Game {
    /// A game that starts so; the moves still to be made.
    pub fn start(start: &Start) -> Result<Game, PositionError> {
        match start {
            Start::Initial => Ok(Game::default()),
            Start::Fen(fen) => Board::from_fen(fen).map(Game::from),
        }
    }

    /// Makes these moves; at the first that cannot be made the game stays as it is.
    pub fn play(&mut self, moves: &[String]) -> Result<(), IllegalMove> {
        for text in moves {
            let board = self.board();
            let Some(play) = board.read_uci(text) else {
                return Err(IllegalMove { text: text.clone(), fen: board.fen() });
            };
            let next = board.after(play);
            self.moves.push(play);
            self.boards.push(next);
        }
        Ok(())
    }

    /// The same game before its first move.
    #[must_use]
    pub fn rewound(&self) -> Game {
        Game::from(self.boards[0].clone())
    }

    /// The position on the board.
    pub fn board(&self) -> &Board {
        &self.boards[self.moves.len()]
    }

    /// How many half-moves were made.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The position before a half-move, and what was played; `ply` counts from 0.
    pub fn step(&self, ply: usize) -> (&Board, Move) {
        (&self.boards[ply], self.moves[ply])
    }

    /// Whether this game goes on where the other stands, from the same start.
    pub fn continues(&self, earlier: &Game) -> bool {
        self.boards[0] == earlier.boards[0] && self.moves.starts_with(&earlier.moves)
    }

    /// Whether a legal move after so many half-moves of this game makes a draw by rule: the third
    /// time of a position, fifty moves of each side without a capture or a pawn move and no mate,
    /// or no men left to mate with.
    pub fn draws(&self, ply: usize, play: Move) -> bool {
        let next = self.boards[ply].after(play);
        if next.is_insufficient_material() {
            return true;
        }
        let clock = next.halfmove_clock() as usize;
        if clock >= 100 && !next.is_checkmate() {
            return true;
        }
        // Nothing repeats what was before the last capture or pawn move.
        let recent = ply + 1 - clock.min(ply + 1);
        clock >= 8 && self.boards[recent..=ply].iter().filter(|board| **board == next).count() >= 2
    }

    /// The choices after so many half-moves, those that make a draw by rule worth one.
    #[must_use]
    pub fn ruled<V: Value>(&self, ply: usize, mut choices: Choices<Move, V>) -> Choices<Move, V> {
        for choice in choices.iter_mut() {
            if self.draws(ply, choice.play) {
                choice.value = V::DRAW;
            }
        }
        choices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::start(&Start::Fen(fen.to_owned())).unwrap();
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        game.play(&moves).unwrap();
        game
    }

    fn draws(game: &Game, play: &str) -> bool {
        game.draws(game.ply(), game.board().read_uci(play).unwrap())
    }

    #[test]
    fn the_third_time_is_a_draw() {
        let there_and_back = "a1a2 h8g8 a2a1 g8h8 ";
        let fen = "7k/8/8/8/8/8/8/R3K3 w - - 0 1";
        let once = game(fen, &format!("{there_and_back} a1a2 h8g8 a2a1"));
        assert!(draws(&once, "g8h8"));
        assert!(!draws(&once, "g8g7"));
        // The start itself was the first time; with a right to castle it was another position.
        let castles =
            game("7k/8/8/8/8/8/8/R3K3 w Q - 0 1", &format!("{there_and_back} a1a2 h8g8 a2a1"));
        assert!(!draws(&castles, "g8h8"));
        let twice = game(fen, "a1a2 h8g8 a2a1");
        assert!(!draws(&twice, "g8h8"));
    }

    #[test]
    fn fifty_moves_are_counted_and_mate_comes_first() {
        let late = game("7k/8/5K2/8/8/8/8/R7 w - - 99 120", "");
        assert!(draws(&late, "a1a2"));
        let mate = game("7k/8/6K1/8/8/8/8/R7 w - - 99 120", "");
        assert!(!draws(&mate, "a1a8") && draws(&mate, "a1a7"));
        let early = game("7k/8/5K2/8/8/8/8/R7 w - - 98 120", "");
        assert!(!draws(&early, "a1a2"));
        let capture = game("7k/8/5K2/8/8/8/r7/R7 w - - 99 120", "");
        assert!(!draws(&capture, "a1a2"));
    }

    #[test]
    fn bare_kings_are_a_draw() {
        let game = game("7k/8/8/8/8/8/r7/K7 w - - 0 1", "");
        assert!(draws(&game, "a1a2"));
    }

    #[test]
    fn a_game_is_played_as_far_as_it_goes() {
        let mut game = Game::default();
        let moves = ["e2e4", "e7e5", "e1e3", "a7a6"].map(str::to_owned);
        let error = game.play(&moves).unwrap_err();
        assert!(error.to_string().contains("e1e3 is not legal"));
        assert_eq!(game.ply(), 2);
        let mut longer = game.clone();
        longer.play(&["g1f3".to_owned()]).unwrap();
        assert!(longer.continues(&game) && !game.continues(&longer));
        assert!(Game::start(&Start::Fen("nonsense".to_owned())).is_err());
    }
}
