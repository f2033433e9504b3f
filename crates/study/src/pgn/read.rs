//! A PGN file as a stream of games; a broken one does not stop the next.

use std::collections::VecDeque;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use endgame::rules::{Board, Color, SanProblem};
use games::GameName;
use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Visitor};

use super::error::{GameError, Problem};
use super::source::{GamesError, Source, display_name};
use super::split::{Part, Split, first_unreadable};
use super::{Game, Played};
use crate::described::Described;

/// What the tag `Variant` says of games of chess, in small letters.
const STANDARD: [&str; 5] = ["", "standard", "chess", "from position", "normal"];

/// What it says of Chess960.
const CHESS960: [&str; 5] =
    ["chess960", "chess 960", "fischerandom", "fischer random", "fischerrandom"];

/// Tags and comments up to so many bytes are read in one piece; longer comments in several.
const LONGEST: usize = 1 << 16;

/// A game, or who played it and what is wrong with it.
pub(crate) type Tried<B> = Result<Game<B>, (String, Problem)>;

/// A board on which games of a file are played.
pub trait FileBoard: Described {
    /// What has to be known beforehand: which game.
    type Rules: Copy;

    /// The games of a text: one, or several in one line.
    #[doc(hidden)]
    fn read_text(
        rules: Self::Rules,
        text: &[u8],
    ) -> VecDeque<Result<Game<Self>, (String, Problem)>>;
}

impl FileBoard for Board {
    type Rules = ();

    fn read_text((): (), text: &[u8]) -> VecDeque<Tried<Board>> {
        read_text(text)
    }
}

/// The games of a file, one after the other.
///
/// One game at a time is in memory, whatever the length of the file.
pub struct Games<R, B: FileBoard = Board> {
    file: PathBuf,
    rules: B::Rules,
    split: Split<R>,
    /// Games of the text at hand: one, or several in one line.
    ready: VecDeque<Tried<B>>,
    /// The line the text at hand begins in.
    line: u64,
    read: usize,
    ended: bool,
}

impl Games<Source> {
    /// Opens a PGN file, plain or packed by gzip, zstd or bzip2; `-` is standard input.
    pub fn open(path: &Path) -> Result<Games<Source>, GamesError> {
        Games::open_by((), path)
    }
}

impl<B: FileBoard> Games<Source, B> {
    /// The same with games that are played by such rules.
    pub fn open_by(rules: B::Rules, path: &Path) -> Result<Games<Source, B>, GamesError> {
        Ok(Games::new_by(rules, display_name(path), Source::open(path)?))
    }

    /// Bytes of the file read so far, packed as they are.
    pub fn taken(&self) -> u64 {
        self.split.source().taken()
    }
}

impl<R: Read> Games<R> {
    /// Games from the bytes of a plain PGN; the name is for sentences.
    pub fn new(name: impl Into<PathBuf>, bytes: R) -> Games<R> {
        Games::new_by((), name, bytes)
    }
}

impl<R: Read, B: FileBoard> Games<R, B> {
    /// The same with games that are played by such rules.
    pub fn new_by(rules: B::Rules, name: impl Into<PathBuf>, bytes: R) -> Games<R, B> {
        let (split, ready) = (Split::new(bytes), VecDeque::new());
        Games { file: name.into(), rules, split, ready, line: 1, read: 0, ended: false }
    }

    /// What the file is called in sentences.
    pub fn name(&self) -> &Path {
        &self.file
    }

    /// Reads texts until there is a game, or none is left.
    fn refill(&mut self) {
        while self.ready.is_empty() && !self.ended {
            match self.split.next() {
                None => self.ended = true,
                Some(Ok(part)) => {
                    self.line = part.line;
                    self.ready = read_part(self.rules, &part);
                }
                Some(Err(error)) => {
                    // A disk that fails will fail again, and so will a packed file that is damaged.
                    (self.ended, self.line) = (true, self.split.next_line());
                    self.ready.push_back(Err(("?".to_owned(), Problem::Cut(error))));
                }
            }
        }
    }
}

impl<R: Read, B: FileBoard> Iterator for Games<R, B> {
    type Item = Result<Game<B>, GameError>;

    fn next(&mut self) -> Option<Result<Game<B>, GameError>> {
        self.refill();
        let game = self.ready.pop_front()?;
        self.read += 1;
        let (index, line) = (self.read, self.line);
        Some(game.map(|game| Game { index, line, ..game }).map_err(|(players, problem)| {
            GameError { file: self.file.clone(), game: index, line, players, problem }
        }))
    }
}

/// The games of a text, which is the beginning of one if it is too long.
fn read_part<B: FileBoard>(rules: B::Rules, part: &Part) -> VecDeque<Tried<B>> {
    let mut games = B::read_text(rules, &part.text);
    if part.too_long {
        let who = games.front().map_or("?".to_owned(), |first| match first {
            Ok(game) => players(game),
            Err((who, _)) => who.clone(),
        });
        games = VecDeque::from([Err((who, Problem::TooLong))]);
    }
    games
}

/// The games of a text.
fn read_text(text: &[u8]) -> VecDeque<Tried<Board>> {
    let mut reader = Reader::build(text)
        .set_supported_tag_line_length(LONGEST)
        .set_supported_comment_length(LONGEST)
        .finish();
    let mut games = VecDeque::new();
    loop {
        match reader.read_game(&mut Collect) {
            Ok(None) => break,
            Ok(Some(reading)) => games.push_back(reading),
            Err(error) => {
                let game = Game::new(Board::default());
                games.push_back(Reading { game, broken: Some(Problem::Unreadable(error)) });
                break;
            }
        }
    }
    // What stands between games, or in a file that holds none, is said once.
    let is_nothing = |reading: &Reading| reading.broken.is_none() && reading.game.is_nothing();
    if games.iter().all(is_nothing) {
        games.truncate(1);
    } else {
        games.retain(|reading| !is_nothing(reading));
    }
    if let [only] = games.make_contiguous() {
        only.notice_unreadable(text);
    }
    let whole = |Reading { game, broken }| match broken {
        Some(problem) => Err((players(&game), problem)),
        None if game.is_nothing() => Err((players(&game), Problem::NoGame)),
        None => Ok(game),
    };
    games.into_iter().map(whole).collect()
}

pub(crate) fn players<B: Described>(game: &Game<B>) -> String {
    format!("{} - {}", game.player(Color::White), game.player(Color::Black))
}

impl<B: Described> Game<B> {
    /// This game of a file as one that cannot be used.
    pub fn refused(&self, file: &Path, problem: Problem) -> GameError {
        let (file, players) = (file.to_owned(), players(self));
        GameError { file, game: self.index, line: self.line, players, problem }
    }

    /// Whether nothing was read that belongs to a game.
    pub(crate) fn is_nothing(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.result == "*"
    }
}

/// A game as far as it was read.
struct Reading {
    game: Game,
    broken: Option<Problem>,
}

impl Reading {
    /// A word that is no move is the fault, not what comes after it.
    fn notice_unreadable(&mut self, text: &[u8]) {
        if !matches!(self.broken, None | Some(Problem::Move { .. })) {
            return;
        }
        if let Some((before, san)) = first_unreadable(text)
            && before <= self.game.moves.len()
        {
            let plies = before + self.game.start.turn().fold_wb(0, 1);
            let number = self.game.start.move_number() as usize + plies / 2;
            let dots = if plies.is_multiple_of(2) { "." } else { "..." };
            let (number, problem) = (format!("{number}{dots}"), SanProblem::Unreadable);
            self.broken = Some(Problem::Move { number, san, problem });
        }
    }
}

struct Collect;

/// A game while its moves are read.
struct Movetext {
    reading: Reading,
    board: Board,
}

/// Text as it was meant: UTF-8, else Latin-1, in which the PGN standard has files written.
fn decoded(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

impl Visitor for Collect {
    type Tags = Vec<(String, String)>;
    type Movetext = Movetext;
    type Output = Reading;

    fn begin_tags(&mut self) -> ControlFlow<Reading, Vec<(String, String)>> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(
        &mut self,
        tags: &mut Vec<(String, String)>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Reading> {
        let name = String::from_utf8_lossy(name).trim().to_owned();
        tags.push((name, decoded(&value.decode())));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Vec<(String, String)>) -> ControlFlow<Reading, Movetext> {
        let mut game = Game { tags, ..Game::new(Board::default()) };
        let variant = game.tag("Variant").unwrap_or_default().to_owned();
        let is_shuffled = CHESS960.contains(&&*variant.to_lowercase());
        if !is_shuffled && !STANDARD.contains(&&*variant.to_lowercase()) {
            let broken = Some(match variant.parse::<GameName>() {
                Ok(game) => Problem::OtherGame { found: variant, game },
                Err(_) => Problem::Variant(variant),
            });
            return ControlFlow::Break(Reading { game, broken });
        }
        let read = if is_shuffled { Board::from_chess960_fen } else { Board::from_fen };
        match game.tag("FEN").map(read) {
            None => (),
            Some(Ok(start)) => game.start = start,
            Some(Err(error)) => {
                let broken = Some(Problem::Start(error));
                return ControlFlow::Break(Reading { game, broken });
            }
        }
        let decided = game.tag("Result").filter(|tag| ["1-0", "0-1", "1/2-1/2"].contains(tag));
        game.result = decided.unwrap_or("*").to_owned();
        let board = game.start.clone();
        ControlFlow::Continue(Movetext { reading: Reading { game, broken: None }, board })
    }

    fn san(&mut self, text: &mut Movetext, san: SanPlus) -> ControlFlow<Reading> {
        let san = san.to_string();
        match text.board.read_san(&san) {
            Ok(play) => {
                text.board.play(play);
                text.reading.game.moves.push(Played::new(play));
                ControlFlow::Continue(())
            }
            Err(problem) => {
                let dots = text.board.turn().fold_wb(".", "...");
                let number = format!("{}{dots}", text.board.move_number());
                let broken = Some(Problem::Move { number, san, problem });
                ControlFlow::Break(Reading { game: text.reading.game.clone(), broken })
            }
        }
    }

    fn nag(&mut self, text: &mut Movetext, nag: Nag) -> ControlFlow<Reading> {
        if let Some(last) = text.reading.game.moves.last_mut() {
            last.glyphs.push(nag.0);
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, text: &mut Movetext, comment: RawComment<'_>) -> ControlFlow<Reading> {
        let said = decoded(comment.as_bytes());
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let game = &mut text.reading.game;
        match game.moves.last_mut() {
            Some(last) => last.comments.push(said),
            None => game.opening_comments.push(said),
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, text: &mut Movetext, outcome: Outcome) -> ControlFlow<Reading> {
        text.reading.game.result = outcome.to_string();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, text: Movetext) -> Reading {
        text.reading
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<Result<Game, GameError>> {
        Games::new("test.pgn", text.as_bytes()).collect()
    }

    #[test]
    fn a_broken_game_does_not_stop_the_next() {
        let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke3 *\n\n\
            [White \"C\"]\n[Black \"D\"]\n\n1. d4 $1 {good} (1. c4) d5 1/2-1/2\n\n\
            [FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n\
            [Variant \"Atomic\"]\n\n1. e4 *\n\n\
            [White \"E\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 Kd8 *\n";
        let read = games(text);
        assert_eq!(read.len(), 5);
        let said = read[0].as_ref().unwrap_err().to_string();
        let expected = "test.pgn, game 1 (A - B, line 1), move 2. Ke3 is not legal";
        assert!(said.starts_with(expected), "{said}");
        let second = read[1].as_ref().unwrap();
        assert_eq!((second.index, second.moves.len(), &*second.result), (2, 2, "1/2-1/2"));
        assert_eq!((second.player(Color::White), second.player(Color::Black)), ("C", "D"));
        assert_eq!(second.moves[0].glyphs, [1]);
        assert_eq!(second.moves[0].comments, ["good"]);
        for (at, part) in [(2, "no position to start from"), (3, "Atomic")] {
            let said = read[at].as_ref().unwrap_err().to_string();
            assert!(said.contains(part) && said.contains(&format!("game {}", at + 1)), "{said}");
        }
        let last = read[4].as_ref().unwrap();
        assert_eq!((last.moves.len(), last.start.move_number()), (3, 7));
    }

    /// Names in Latin-1, as the standard has it, and in UTF-8, as most files are today.
    #[test]
    fn names_in_either_encoding() {
        let read = |name: &[u8]| {
            let pgn = [b"[White \"".as_slice(), name, b"\"]\n\n1. e4 {", name, b"} *\n"].concat();
            let game = Games::new("test.pgn", pgn.as_slice()).next().unwrap().unwrap();
            (game.tag("White").unwrap().to_owned(), game.moves[0].comments[0].clone())
        };
        for name in [b"H\xfcbner".as_slice(), "Hübner".as_bytes()] {
            assert_eq!(read(name), ("Hübner".to_owned(), "Hübner".to_owned()));
        }
    }

    /// King b1, rooks a1 and h1: castling to either side.
    #[test]
    fn games_of_chess960_are_read() {
        let game = |variant: &str| {
            let fen = "rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w KQkq - 0 1";
            let tags = format!("[Variant \"{variant}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]");
            games(&format!("{tags}\n\n1. O-O O-O-O 2. Kh1 *\n")).remove(0)
        };
        for variant in ["Chess960", "fischerandom"] {
            let game = game(variant).unwrap();
            assert_eq!(game.moves.len(), 3);
            let end = game.replay().last().unwrap().0;
            assert!(
                end.fen().starts_with("2kr3r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1"),
                "{}",
                end.fen()
            );
        }
        assert!(game("").unwrap_err().to_string().contains("is not legal"));
    }

    #[test]
    fn a_word_that_is_no_move_is_named() {
        let read = games(
            "[White \"A\"]\n\n1. e4 e5 2. Qh9 Nc6 3. Nf3 *\n\n[White \"B\"]\n\n1. e4 e5 2. x9 *\n\n\n",
        );
        let said = read[0].as_ref().unwrap_err().to_string();
        assert!(said.contains("game 1 (A - ?, line 1), move 2. Qh9 is not a move"), "{said}");
        let said = read[1].as_ref().unwrap_err().to_string();
        assert!(said.contains("game 2 (B - ?, line 5), move 2. x9 is not a move"), "{said}");
        let bare = games("1. e4 e5 *\n\n1. d4 d5 2. Kh8 *\n\n1. c4 *\n");
        assert_eq!(bare.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    }

    #[test]
    fn what_is_no_pgn_is_said() {
        assert_eq!(games("").len() + games(" \n\n").len(), 0);
        for text in ["Dear Sir,\nthank you for your letter.\n", "\0\u{1}\n\n\u{2}", "{a comment}"] {
            let read = games(text);
            assert_eq!(read.len(), 1, "{text}");
            assert!(matches!(read[0].as_ref().unwrap_err().problem, Problem::NoGame), "{text}");
        }
        // A game that nobody came to is one.
        assert!(games("[White \"A\"]\n\n1-0\n")[0].is_ok());
        let open = games("[White \"A\"]\n\n1. e4 {never closed\n\n[Event \"2\"]\n\n1. e4 *");
        assert!(open.len() == 2 && open[1].is_ok());
        assert!(matches!(open[0].as_ref().unwrap_err().problem, Problem::Unreadable(_)));
        assert!(Games::open(Path::new("/nowhere/games.pgn")).is_err());
        assert!(Games::open(Path::new("/")).is_err());
    }
}
