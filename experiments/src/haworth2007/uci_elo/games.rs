//! The games behind `UCI_Elo`: played one after the other, and kept, so that a run that was stopped goes on.

use std::fs;
use std::path::PathBuf;

use endgame::rules::{Board, Move};
use engine::client::{Engine, MoveLimits};
use engine::evaluator::{Evaluator, Limits};
use engine::searcher::Searcher;
use engine::stopped_down::choices;
use player::{Competence, Model, MoveFilter, PowerLaw, ReferencePlayer};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use value::Plies;

use super::Opponent;
use crate::{ExperimentError, Lab};

/// A game of so many half-moves is drawn; in tests it ends much sooner.
const MOST_PLIES: [usize; 2] = [300, 60];
/// How deep Stockfish searches: more than it looks at when it is limited.
const STOCKFISH: Plies = Plies(8);
const COLUMNS: &str = "round,competence,opponent,white,score,depth";

/// Openings of three moves each; both players have both colours of one.
const OPENINGS: [&str; 16] = [
    "e4 e5 Nf3 Nc6 Bb5 a6",
    "e4 e5 Nf3 Nc6 Bc4 Bc5",
    "e4 c5 Nf3 d6 d4 cxd4",
    "e4 c5 Nc3 Nc6 g3 g6",
    "e4 e6 d4 d5 Nc3 Nf6",
    "e4 c6 d4 d5 e5 Bf5",
    "e4 d6 d4 Nf6 Nc3 g6",
    "e4 d5 exd5 Qxd5 Nc3 Qa5",
    "d4 d5 c4 e6 Nc3 Nf6",
    "d4 d5 c4 c6 Nf3 Nf6",
    "d4 Nf6 c4 g6 Nc3 Bg7",
    "d4 Nf6 c4 e6 Nc3 Bb4",
    "d4 f5 g3 Nf6 Bg2 e6",
    "c4 e5 Nc3 Nf6 Nf3 Nc6",
    "Nf3 d5 g3 Nf6 Bg2 c6",
    "d4 d5 Nf3 Nf6 Bf4 e6",
];

/// A game of `E_p(c)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Game {
    pub(super) round: usize,
    pub(super) competence: f64,
    pub(super) opponent: Opponent,
    /// Whether `E_p(c)` had White.
    pub(super) white: bool,
    /// Its points.
    pub(super) score: f64,
}

/// The games so far.
pub(super) struct Games<'a> {
    lab: &'a Lab<'a>,
    depth: Plies,
    file: Option<PathBuf>,
    all: Vec<Game>,
}

impl<'a> Games<'a> {
    /// Those that were kept; at reduced scale none are, and none were.
    pub(super) fn open(lab: &'a Lab<'a>, depth: Plies) -> Games<'a> {
        let folder = lab.results.as_ref().filter(|_| lab.at_scale(true, false));
        let file = folder.map(|folder| folder.join("haworth2007/uci-elo-games.csv"));
        let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
        let all = text.lines().skip(1).filter_map(|line| read(line, depth)).collect();
        Games { lab, depth, file, all }
    }

    pub(super) fn played(&self) -> &[Game] {
        &self.all
    }

    /// Plays two games from one opening, unless they are known.
    pub(super) fn play(
        &mut self,
        round: usize,
        competence: f64,
        opponent: Opponent,
        stockfish: &mut Engine,
    ) -> Result<(), ExperimentError> {
        for white in [true, false] {
            self.lab.check()?;
            let is_it = |one: &Game| {
                (one.round, one.competence, one.opponent, one.white)
                    == (round, competence, opponent, white)
            };
            if self.all.iter().any(is_it) {
                continue;
            }
            let opponents =
                opponent.to_string().bytes().fold(0u64, |sum, b| 31 * sum + u64::from(b));
            let seed = (competence.to_bits() >> 40) + 1000 * opponents + round as u64;
            let mut board = Table {
                depth: self.depth,
                most: self.lab.at_scale(MOST_PLIES[0], MOST_PLIES[1]),
                rng: ChaCha8Rng::seed_from_u64(2 * seed + u64::from(white)),
                stockfish: &mut *stockfish,
            };
            let opening = ChaCha8Rng::seed_from_u64(seed).random_range(0..OPENINGS.len());
            let players = match white {
                true => [Opponent::Own(competence), opponent],
                false => [opponent, Opponent::Own(competence)],
            };
            let result = board.game(OPENINGS[opening], players)?;
            let score = if white { result } else { 1.0 - result };
            self.all.push(Game { round, competence, opponent, white, score });
            self.keep()?;
        }
        Ok(())
    }

    fn keep(&self) -> Result<(), ExperimentError> {
        let Some(path) = &self.file else { return Ok(()) };
        let mut text = format!("{COLUMNS}\n");
        for Game { round, competence, opponent, white, score } in &self.all {
            text += &format!("{round},{competence},{opponent},{white},{score},{}\n", self.depth);
        }
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder.and_then(|()| fs::write(path, text));
        written.map_err(|source| ExperimentError::Keep { path: path.clone(), source })
    }
}

/// A line of the file; none if it is told otherwise, or of another depth.
fn read(line: &str, depth: Plies) -> Option<Game> {
    let [round, competence, opponent, white, score, of] =
        <[&str; 6]>::try_from(line.split(',').collect::<Vec<_>>()).ok()?;
    let opponent = match opponent.strip_prefix("sf") {
        Some(elo) => Opponent::Stockfish(elo.parse().ok()?),
        None => Opponent::Own(opponent.parse().ok()?),
    };
    let game = Game {
        round: round.parse().ok()?,
        competence: competence.parse().ok()?,
        opponent,
        white: white.parse().ok()?,
        score: score.parse().ok()?,
    };
    (of.parse() == Ok(depth.0)).then_some(game)
}

/// Where one game is played.
struct Table<'a> {
    depth: Plies,
    most: usize,
    rng: ChaCha8Rng,
    stockfish: &'a mut Engine,
}

impl Table<'_> {
    /// White's points.
    fn game(&mut self, opening: &str, players: [Opponent; 2]) -> Result<f64, ExperimentError> {
        let start = Board::default();
        let (mut boards, mut moves) = (vec![start.clone()], Vec::new());
        for san in opening.split(' ') {
            let board = &boards[boards.len() - 1];
            let play = board.read_san(san).expect("a legal opening");
            moves.push(play);
            boards.push(board.after(play));
        }
        loop {
            let board = boards[boards.len() - 1].clone();
            let to_move = board.turn().fold_wb(0, 1);
            if board.is_checkmate() {
                return Ok(to_move as f64);
            }
            let repeated = boards.iter().filter(|before| **before == board).count() >= 3;
            let is_drawn = board.ending().is_some() || board.halfmove_clock() >= 100 || repeated;
            if is_drawn || moves.len() >= self.most {
                return Ok(0.5);
            }
            let play = match players[to_move] {
                Opponent::Own(c) => self.own_move(&board, c)?,
                Opponent::Stockfish(elo) => self.limited(elo, &start, &moves)?,
            };
            moves.push(play);
            boards.push(board.after(play));
        }
    }

    /// The choice of `E_p(c)`, who may concede anything.
    fn own_move(&mut self, board: &Board, c: f64) -> Result<Move, ExperimentError> {
        let moves = board.legal_moves();
        let found = Searcher.evaluate(board, &moves, &Limits::plies(self.depth))?;
        let model = Model::new(PowerLaw::default(), MoveFilter::judging_people());
        let competence = Competence::new(c).unwrap_or(Competence::RANDOM);
        let player = ReferencePlayer { competence, model };
        Ok(moves[player.choose(&choices(&moves, &found), &mut self.rng)])
    }

    fn limited(
        &mut self,
        elo: u32,
        start: &Board,
        moves: &[Move],
    ) -> Result<Move, ExperimentError> {
        self.stockfish.set("UCI_LimitStrength", "true")?;
        self.stockfish.set("UCI_Elo", &elo.to_string())?;
        let limits = MoveLimits { depth: Some(STOCKFISH), ..MoveLimits::default() };
        Ok(self.stockfish.best_move(start, moves, &limits, &|| false)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_is_written() {
        let game = read("3,7,sf1350,false,0.5,4", Plies(4)).unwrap();
        let opponent = Opponent::Stockfish(1350);
        let expected = Game { round: 3, competence: 7.0, opponent, white: false, score: 0.5 };
        assert_eq!(game, expected);
        assert_eq!(read("3,7,11,true,1,4", Plies(4)).unwrap().opponent, Opponent::Own(11.0));
        assert_eq!((read("3,7,sf1350,false,0.5,6", Plies(4)), read("", Plies(4))), (None, None));
    }

    #[test]
    fn openings_can_be_played() {
        for opening in OPENINGS {
            let mut board = Board::default();
            for san in opening.split(' ') {
                let play = board.read_san(san).unwrap_or_else(|_| panic!("{opening}: {san}"));
                board.play(play);
            }
        }
    }
}
