//! The moves of a game and the boards between them, from its start to the board as it stands.

use endgame::rules::{Board, Ending, Move, PositionError};
use value::{Choices, Value};

use super::draw_rules::{DrawRule, DrawRules};
use crate::described::Described;

/// A game so far: any start, any number of men, nobody's agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord<B: Described = Board> {
    /// The board before each move, and the one that stands: one more than there are moves.
    boards: Vec<B>,
    moves: Vec<B::Move>,
}

/// How a game is over by the rules of chess alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameOver {
    /// The side to move is mated.
    Checkmate,
    /// Nobody wins.
    Drawn(DrawRule),
}

/// A move in a list that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move {text} is not legal in {fen}: the game ends before it")]
pub struct IllegalMove {
    text: String,
    fen: String,
}

impl Default for GameRecord {
    fn default() -> GameRecord {
        GameRecord::from(Board::default())
    }
}

impl<B: Described> From<B> for GameRecord<B> {
    fn from(start: B) -> GameRecord<B> {
        GameRecord { boards: vec![start], moves: Vec::new() }
    }
}

impl GameRecord {
    /// A game that starts from a FEN.
    pub fn from_fen(fen: &str) -> Result<GameRecord, PositionError> {
        Board::from_fen(fen).map(GameRecord::from)
    }

    /// Makes moves written as engines do; stops before the first that cannot be made.
    pub fn push_uci<T: AsRef<str>>(&mut self, moves: &[T]) -> Result<(), IllegalMove> {
        for text in moves.iter().map(AsRef::as_ref) {
            let Some(play) = self.board().read_uci(text) else {
                return Err(IllegalMove { text: text.to_owned(), fen: self.board().fen() });
            };
            self.push(play);
        }
        Ok(())
    }

    /// Whether the game is over as it stands, every draw being called.
    pub fn over(&self) -> Option<GameOver> {
        let (board, earlier) = self.boards.split_last()?;
        match DrawRules::ALL.draw(board, earlier.iter().rev()) {
            Some(draw) => Some(GameOver::Drawn(draw)),
            None => (board.ending() == Some(Ending::Checkmate)).then_some(GameOver::Checkmate),
        }
    }

    /// The draw that a legal move after so many half-moves makes.
    pub fn draw_by(&self, ply: usize, play: Move) -> Option<DrawRule> {
        let next = self.boards[ply].after(play);
        DrawRules::ALL.draw(&next, self.boards[..=ply].iter().rev())
    }

    /// The choices after so many half-moves, those that make a draw by rule worth one.
    #[must_use]
    pub fn ruled<V: Value>(&self, ply: usize, mut choices: Choices<Move, V>) -> Choices<Move, V> {
        for choice in choices.iter_mut() {
            if self.draw_by(ply, choice.play).is_some() {
                choice.value = V::DRAW;
            }
        }
        choices
    }
}

impl<B: Described> GameRecord<B> {
    /// Makes a legal move.
    pub fn push(&mut self, play: B::Move) {
        self.boards.push(self.board().next(&play));
        self.moves.push(play);
    }

    /// Takes back every half-move after the first `ply`.
    pub fn take_back_to(&mut self, ply: usize) {
        self.moves.truncate(ply);
        self.boards.truncate(ply + 1);
    }

    /// The same game before its first move.
    #[must_use]
    pub fn rewound(&self) -> GameRecord<B> {
        GameRecord::from(self.boards[0].clone())
    }

    /// The board as it stands.
    pub fn board(&self) -> &B {
        &self.boards[self.moves.len()]
    }

    /// The board after so many half-moves; 0 is the start.
    pub fn board_at(&self, ply: usize) -> Option<&B> {
        self.boards.get(ply)
    }

    /// Every board from the start on.
    pub fn boards(&self) -> &[B] {
        &self.boards
    }

    /// How many half-moves were made.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The board before a half-move, and what was played; `ply` counts from 0.
    ///
    /// # Panics
    /// If fewer half-moves were made.
    pub fn step(&self, ply: usize) -> (&B, B::Move) {
        (&self.boards[ply], self.moves[ply].clone())
    }

    /// Whether this game goes on where the other stands, from the same start.
    pub fn continues(&self, earlier: &GameRecord<B>) -> bool {
        self.boards[0] == earlier.boards[0] && self.moves.starts_with(&earlier.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, moves: &str) -> GameRecord {
        let mut game = GameRecord::from_fen(fen).unwrap();
        game.push_uci(&moves.split_whitespace().collect::<Vec<_>>()).unwrap();
        game
    }

    /// What a move makes of the game, asked beforehand and afterwards.
    fn draw(game: &GameRecord, play: &str) -> Option<DrawRule> {
        let play = game.board().read_uci(play).unwrap();
        let foreseen = game.draw_by(game.ply(), play);
        let mut after = game.clone();
        after.push(play);
        match after.over() {
            Some(GameOver::Drawn(draw)) => assert_eq!(foreseen, Some(draw)),
            Some(GameOver::Checkmate) | None => assert_eq!(foreseen, None),
        }
        foreseen
    }

    #[test]
    fn the_third_time_is_a_draw() {
        let there_and_back = "a1a2 h8g8 a2a1 g8h8 ";
        let fen = "7k/8/8/8/8/8/8/R3K3 w - - 0 1";
        let once = game(fen, &format!("{there_and_back} a1a2 h8g8 a2a1"));
        assert_eq!(draw(&once, "g8h8"), Some(DrawRule::Repetition));
        assert_eq!(draw(&once, "g8g7"), None);
        // The start itself was the first time; with a right to castle it was another position.
        let castles =
            game("7k/8/8/8/8/8/8/R3K3 w Q - 0 1", &format!("{there_and_back} a1a2 h8g8 a2a1"));
        assert_eq!(draw(&castles, "g8h8"), None);
        let twice = game(fen, "a1a2 h8g8 a2a1");
        assert_eq!(draw(&twice, "g8h8"), None);
    }

    #[test]
    fn fifty_moves_are_counted_and_mate_comes_first() {
        let late = game("7k/8/5K2/8/8/8/8/R7 w - - 99 120", "");
        assert_eq!(draw(&late, "a1a2"), Some(DrawRule::FiftyMoves));
        let mut mate = game("7k/8/6K1/8/8/8/8/R7 w - - 99 120", "");
        assert_eq!(draw(&mate, "a1a8"), None);
        assert_eq!(draw(&mate, "a1a7"), Some(DrawRule::FiftyMoves));
        mate.push_uci(&["a1a8"]).unwrap();
        assert_eq!(mate.over(), Some(GameOver::Checkmate));
        let early = game("7k/8/5K2/8/8/8/8/R7 w - - 98 120", "");
        assert_eq!(draw(&early, "a1a2"), None);
        let capture = game("7k/8/5K2/8/8/8/r7/R7 w - - 99 120", "");
        assert_eq!(draw(&capture, "a1a2"), None);
    }

    #[test]
    fn bare_kings_and_stalemate_are_draws() {
        let bare = game("7k/8/8/8/8/8/r7/K7 w - - 0 1", "");
        assert_eq!(draw(&bare, "a1a2"), Some(DrawRule::InsufficientMaterial));
        let queen = game("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "");
        assert_eq!(draw(&queen, "g1g6"), Some(DrawRule::Stalemate));
    }

    #[test]
    fn a_game_is_played_as_far_as_it_goes_and_taken_back() {
        let mut game = GameRecord::default();
        let error = game.push_uci(&["e2e4", "e7e5", "e1e3", "a7a6"]).unwrap_err();
        assert!(error.to_string().contains("e1e3 is not legal"));
        assert_eq!(game.ply(), 2);
        let mut longer = game.clone();
        longer.push_uci(&["g1f3"]).unwrap();
        assert!(longer.continues(&game) && !game.continues(&longer));
        longer.take_back_to(2);
        assert_eq!(longer, game);
        assert_eq!(longer.rewound(), GameRecord::default());
        assert!(GameRecord::from_fen("nonsense").is_err());
    }
}
