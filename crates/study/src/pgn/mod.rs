//! Games as PGN: read one by one, written back with comments.
//!
//! - [`source`]: a file or standard input, unpacked if it is packed
//! - `split`: a file cut into games
//! - [`read`]: a file as a stream of games, each whole or with the reason why not ([`error`])
//! - [`write`](mod@write): a game as text
//!
//! Variations are not read: what is studied is what was played.

pub mod error;
pub mod read;
pub mod source;
pub(crate) mod split;
pub mod write;

use endgame::rules::{Board, Color, Move};

use crate::described::Described;
pub use error::{GameError, Problem};
pub use read::{FileBoard, Games};
pub use source::{GamesError, Source};

/// One game: who, from where, and the moves, which are legal.
#[derive(Clone, Debug, PartialEq)]
pub struct Game<B: Described = Board> {
    /// Its number in the file, from 1.
    pub index: usize,
    /// The line of the file it begins in, from 1.
    pub line: u64,
    /// Names and values in the order of the file; `FEN`, `SetUp` and `Result` are written from
    /// the fields below.
    pub tags: Vec<(String, String)>,
    /// Where it starts.
    pub start: B,
    /// Comments before the first move.
    pub opening_comments: Vec<String>,
    /// What was played.
    pub moves: Vec<Played<B::Move>>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// One move of a game and what was said about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Played<M = Move> {
    /// The move.
    pub play: M,
    /// Numeric annotation glyphs: 1 is `!`.
    pub glyphs: Vec<u8>,
    /// Comments after it.
    pub comments: Vec<String>,
}

impl<M> Played<M> {
    /// A move without comment.
    pub fn new(play: M) -> Played<M> {
        Played { play, glyphs: Vec::new(), comments: Vec::new() }
    }
}

impl<B: Described> Game<B> {
    /// A game yet to be played from here, its number and its line 1.
    pub fn new(start: B) -> Game<B> {
        Game {
            index: 1,
            line: 1,
            tags: Vec::new(),
            start,
            opening_comments: Vec::new(),
            moves: Vec::new(),
            result: "*".to_owned(),
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The name of the player of a colour; `?` if nobody says.
    pub fn player(&self, color: Color) -> &str {
        let name = self.tag(color.fold_wb("White", "Black"));
        name.filter(|name| !name.trim().is_empty()).unwrap_or("?")
    }

    /// Every position of the game with the move made there.
    pub fn replay(&self) -> impl Iterator<Item = (B, &Played<B::Move>)> {
        let mut board = self.start.clone();
        self.moves.iter().map(move |played| {
            let next = board.next(&played.play);
            (std::mem::replace(&mut board, next), played)
        })
    }
}
