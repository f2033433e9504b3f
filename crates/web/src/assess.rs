//! Games that somebody played: judged move by move, and annotated.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use endgame::material::{MOST_MEN_LISTED, Material};
use endgame::tables::Tables;
use player::{Belief, CompetenceGrid};
use rayon::prelude::*;
use serde::Serialize;
use study::assess::{AssessError, Assessment, Assessor, Judged, Settings, Sign, annotated};
use study::pgn::{Game, Games, write};

use crate::errors::{Answer, Failure};
use crate::response::{Value, color_word};
use study::practice::session::judge;

/// Games of one request at most.
pub const MOST_GAMES: usize = 2_000;

/// Moves of one request at most: each is a line of the answer.
pub const MOST_MOVES: usize = 400_000;

/// Moves of one game at most, each player's counted: under the 75-move rule no game has more than
/// some 17,700.
pub const MOST_MOVES_OF_A_GAME: usize = 20_000;

/// The name of what was sent, in sentences.
const FILE: &str = "games.pgn";

/// A game with its assessment, or why there is none.
type Found<'a> = (&'a Game, Result<Assessment, AssessError>);

/// Games read, and those that cannot be.
pub struct Read {
    games: Vec<Game>,
    refused: Vec<Refused>,
}

/// A game that is no good.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    /// Its number in the file, from 1.
    pub index: usize,
    /// Why.
    pub error: String,
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct AssessAnswer {
    /// Games with at least one move that the tables know.
    pub games: Vec<GameAnswer>,
    /// The others.
    pub refused: Vec<Refused>,
    /// Positions with more men were not looked up.
    pub men: usize,
}

/// A game, judged.
#[derive(Clone, Debug, Serialize)]
pub struct GameAnswer {
    /// Its number in the file, from 1.
    pub index: usize,
    /// Who.
    pub white: String,
    /// Against whom.
    pub black: String,
    /// As written.
    pub result: String,
    /// Where it began.
    pub start_fen: String,
    /// Everything played.
    pub moves: Vec<MoveAnswer>,
    /// What each player did in each part.
    pub records: Vec<RecordAnswer>,
}

/// A move, judged where the tables reach.
#[derive(Clone, Debug, Serialize)]
pub struct MoveAnswer {
    ply: usize,
    san: String,
    uci: String,
    fen_after: String,
    known: bool,
    value_before: Option<Value>,
    value_after: Option<Value>,
    conceded: Option<u16>,
    optimal: Option<bool>,
    alternatives: Vec<String>,
    only: Option<&'static str>,
    mover: &'static str,
    competence: Option<(f64, f64)>,
}

/// What a player did in one part.
#[derive(Clone, Debug, Serialize)]
pub struct RecordAnswer {
    color: &'static str,
    side: &'static str,
    moves: usize,
    optimal: usize,
    conceded: u64,
    value_conceded: usize,
    mean: f64,
    low: f64,
    high: f64,
}

/// What is being assessed in all.
#[derive(Debug, Default)]
pub struct Assessing {
    requests: AtomicUsize,
    judged: AtomicUsize,
}

impl Assessing {
    /// Requests whose games are being judged.
    pub fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }

    /// Games judged since the server was started.
    pub fn judged(&self) -> usize {
        self.judged.load(Ordering::SeqCst)
    }

    /// Counts the work of one request, which ends early when the flag is raised.
    pub fn watch<'a>(&'a self, gone: &'a AtomicBool) -> Watched<'a> {
        self.requests.fetch_add(1, Ordering::SeqCst);
        Watched { all: self, gone }
    }
}

/// The work of one request, while it lasts.
pub struct Watched<'a> {
    all: &'a Assessing,
    gone: &'a AtomicBool,
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        self.all.requests.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Nothing more is done when the client has gone.
fn still_wanted(gone: &AtomicBool) -> Answer<()> {
    if gone.load(Ordering::Relaxed) {
        return Err(Failure::conflict("the client has gone: ask again"));
    }
    Ok(())
}

fn too_much(what: String) -> Failure {
    let sentence =
        format!("that is more than {what}: send them in several parts, or use `fallible assess`");
    Failure::Said(axum::http::StatusCode::PAYLOAD_TOO_LARGE, sentence.into())
}

/// Reads what was sent, unless the flag is raised meanwhile.
pub fn read(pgn: &[u8], gone: &AtomicBool) -> Answer<Read> {
    let mut read = Read { games: Vec::new(), refused: Vec::new() };
    let mut moves = 0;
    for game in Games::new(FILE, pgn) {
        still_wanted(gone)?;
        match game {
            Ok(game) if game.moves.len() > MOST_MOVES_OF_A_GAME => {
                let error = format!(
                    "{FILE}, game {}: it has more than {MOST_MOVES_OF_A_GAME} moves of both players: take it out",
                    game.index
                );
                read.refused.push(Refused { index: game.index, error });
            }
            Ok(game) => {
                moves += game.moves.len();
                read.games.push(game);
            }
            Err(error) => {
                read.refused.push(Refused { index: error.game, error: error.to_string() })
            }
        }
        if read.games.len() + read.refused.len() > MOST_GAMES {
            return Err(too_much(format!("{MOST_GAMES} games")));
        }
        if moves > MOST_MOVES {
            return Err(too_much(format!("{MOST_MOVES} moves")));
        }
    }
    if read.games.is_empty() && read.refused.is_empty() {
        return Err(Failure::bad("there is no game in this: send PGN, moves in standard notation"));
    }
    Ok(read)
}

impl Read {
    /// The endgames with up to so many men that were reached, smaller ones first.
    pub fn endgames(&self, men: usize) -> Vec<Material> {
        let boards = self.games.iter().flat_map(|game| game.replay().map(|(board, _)| board));
        let small = boards.filter(|board| board.men() <= men);
        let met: HashSet<Material> = small
            .filter_map(|board| board.position())
            .map(|position| position.material().normalized())
            .filter(|material| *material != Material::KINGS)
            .collect();
        let mut met: Vec<Material> = met.into_iter().collect();
        met.sort_by_key(|material| (material.men(), material.to_string()));
        met
    }

    /// Every game with what was found; a failure if nobody waits for it any more.
    fn judged(&self, tables: &Tables, men: usize, watched: &Watched<'_>) -> Answer<Vec<Found<'_>>> {
        let prior = Belief::uniform(CompetenceGrid::default());
        let settings = Settings { men: men.min(MOST_MEN_LISTED), ..Settings::new(judge(), prior) };
        let judge = |game| {
            still_wanted(watched.gone)?;
            let found = Assessor::new(tables, &settings).assess(Path::new(FILE), game);
            watched.all.judged.fetch_add(1, Ordering::SeqCst);
            Ok((game, found))
        };
        self.games.par_iter().map(judge).collect()
    }

    /// Judges every game; the endgames must be ready.
    pub fn assess(
        &self,
        tables: &Tables,
        men: usize,
        watched: &Watched<'_>,
    ) -> Answer<AssessAnswer> {
        let mut answer = AssessAnswer { games: Vec::new(), refused: self.refused.clone(), men };
        for (game, assessment) in self.judged(tables, men, watched)? {
            still_wanted(watched.gone)?;
            match assessment {
                Ok(assessment) => answer.games.push(game_answer(game, &assessment)),
                Err(AssessError::Game(error)) => {
                    answer.refused.push(Refused { index: game.index, error: error.to_string() });
                }
                Err(error) => return Err(Failure::ours(&error)),
            }
        }
        answer.refused.sort_by_key(|refused| refused.index);
        Ok(answer)
    }

    /// The games as PGN with what was found as comments; those that tables know nothing of as they
    /// were.
    pub fn annotate(&self, tables: &Tables, men: usize, watched: &Watched<'_>) -> Answer<String> {
        let mut text = String::new();
        for (game, assessment) in self.judged(tables, men, watched)? {
            still_wanted(watched.gone)?;
            match assessment {
                Ok(assessment) => text.push_str(&write::game(&annotated(game, &assessment))),
                Err(AssessError::Game(_)) => text.push_str(&write::game(game)),
                Err(error) => return Err(Failure::ours(&error)),
            }
        }
        Ok(text)
    }
}

/// Every move of a game; those that were judged are given in the order of the game, and each is
/// looked at once.
fn move_answers<'a>(
    game: &'a Game,
    judged: impl Iterator<Item = &'a Judged> + 'a,
) -> impl Iterator<Item = MoveAnswer> + 'a {
    let mut judged = judged.peekable();
    game.replay().enumerate().map(move |(at, (board, played))| {
        let mut after = board.clone();
        after.play(played.play);
        let known = judged.next_if(|judged| judged.ply == at + 1);
        let san = board.san(played.play);
        MoveAnswer {
            ply: at + 1,
            uci: uci(played.play),
            fen_after: after.fen(),
            known: known.is_some(),
            value_before: known.map(|judged| judged.before.into()),
            value_after: known.map(|judged| judged.after.into()),
            conceded: known.and_then(Judged::conceded),
            optimal: known.map(Judged::is_optimal),
            alternatives: known.map(Judged::alternatives).unwrap_or_default(),
            only: known.and_then(Judged::sign).map(|sign| match sign {
                Sign::OnlyLegal => "legal",
                Sign::OnlyKeeping => "keeping",
                Sign::OnlyOptimal => "optimal",
            }),
            mover: color_word(board.turn()),
            competence: known.map(|judged| judged.competence),
            san,
        }
    })
}

fn game_answer(game: &Game, assessment: &Assessment) -> GameAnswer {
    let record = |(color, record): &(endgame::rules::Color, study::assess::Record)| {
        let (low, high) = record.belief.interval(0.95);
        RecordAnswer {
            color: color_word(*color),
            side: record.side.word(),
            moves: record.moves,
            optimal: record.optimal,
            conceded: record.conceded,
            value_conceded: record.value_conceded,
            mean: record.belief.mean(),
            low,
            high,
        }
    };
    GameAnswer {
        index: game.index,
        white: game.player(endgame::rules::Color::White).to_owned(),
        black: game.player(endgame::rules::Color::Black).to_owned(),
        result: game.result.clone(),
        start_fen: game.start.fen(),
        moves: move_answers(game, assessment.moves.iter()).collect(),
        records: assessment.records.iter().map(record).collect(),
    }
}

/// A move as engines write it, castling as the king's two steps.
fn uci(play: endgame::rules::Move) -> String {
    endgame::rules::uci(play)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Kings and a rook walking to and fro: the tables know every move.
    fn game_of(plies: usize) -> String {
        let turn = ["Rh2", "Kd4", "Rh1", "Ke4"];
        let moves: Vec<&str> = (0..plies).map(|ply| turn[ply % 4]).collect();
        format!("[FEN \"8/8/8/8/4k3/8/8/K6R w - - 0 1\"]\n\n{} *\n\n", moves.join(" "))
    }

    fn assessed(plies: usize) -> (Read, Assessment) {
        let read = read(game_of(plies).as_bytes(), &AtomicBool::new(false)).unwrap();
        let tables = Tables::new(value::Metric::Dtc);
        let (assessing, gone) = (Assessing::default(), AtomicBool::new(false));
        let watched = assessing.watch(&gone);
        let mut found = read.judged(&tables, 3, &watched).unwrap();
        let assessment = found.remove(0).1.unwrap();
        drop((found, watched));
        (read, assessment)
    }

    /// The answer to a game twice as long takes twice as many looks at what was judged.
    #[test]
    fn a_move_is_looked_for_once() {
        let looks = [200, 400].map(|plies| {
            let (read, assessment) = assessed(plies);
            let looks = Cell::new(0);
            let judged = assessment.moves.iter().inspect(|_| looks.set(looks.get() + 1));
            let moves: Vec<MoveAnswer> = move_answers(&read.games[0], judged).collect();
            assert_eq!(moves.len(), plies);
            for (at, (made, judged)) in moves.iter().zip(&assessment.moves).enumerate() {
                assert_eq!((made.ply, judged.ply, made.known), (at + 1, at + 1, true));
                assert_eq!(made.conceded, judged.conceded());
            }
            looks.get()
        });
        assert_eq!(looks, [200, 400]);
    }

    /// Moves before the tables reach, and none judged of them: the others keep their places.
    #[test]
    fn what_the_tables_do_not_know_stands_beside_what_they_know() {
        let pgn = b"[FEN \"8/8/8/8/4k3/8/8/KR5r w - - 0 1\"]\n\n1. Rxh1 Kd4 2. Rh4+ *\n\n";
        let read = read(pgn, &AtomicBool::new(false)).unwrap();
        let tables = Tables::new(value::Metric::Dtc);
        let (assessing, gone) = (Assessing::default(), AtomicBool::new(false));
        let answer = read.assess(&tables, 3, &assessing.watch(&gone)).unwrap();
        let known: Vec<bool> = answer.games[0].moves.iter().map(|made| made.known).collect();
        assert_eq!(known, [false, true, true]);
        assert_eq!(assessing.judged(), 1);
        assert_eq!(assessing.requests(), 0);
    }

    #[test]
    fn nothing_is_judged_for_a_client_that_has_gone() {
        let (assessing, gone) = (Assessing::default(), AtomicBool::new(false));
        let read = read(game_of(8).repeat(5).as_bytes(), &gone).unwrap();
        gone.store(true, Ordering::Relaxed);
        let tables = Tables::new(value::Metric::Dtc);
        assert!(read.assess(&tables, 3, &assessing.watch(&gone)).is_err());
        assert!(read.annotate(&tables, 3, &assessing.watch(&gone)).is_err());
        assert_eq!(assessing.judged(), 0);
        assert!(super::read(game_of(8).as_bytes(), &gone).is_err());
    }

    #[test]
    fn games_longer_than_chess_allows_are_refused_and_named() {
        let text = game_of(MOST_MOVES_OF_A_GAME + 1) + &game_of(4);
        let read = read(text.as_bytes(), &AtomicBool::new(false)).unwrap();
        assert_eq!((read.games.len(), read.refused.len()), (1, 1));
        assert!(read.refused[0].error.contains("game 1"), "{}", read.refused[0].error);
        let text = game_of(MOST_MOVES_OF_A_GAME).repeat(21);
        let refused = super::read(text.as_bytes(), &AtomicBool::new(false)).err().unwrap();
        assert!(matches!(refused, Failure::Said(status, _) if status == 413));
    }
}
