//! Games that somebody played: judged move by move, and annotated.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use endgame::material::{MOST_MEN_LISTED, Material};
use endgame::tables::Tables;
use player::spec::ModelWords;
use rayon::prelude::*;
use study::assess::deepest_in;
use study::assess::{
    AssessError, Assessment, Assessor, INTERVAL_MASS, MOVES_ALLOWED, Settings, Totals, annotated,
};
use study::pgn::{Game, GameError, Games, Problem, write};
use study::schema::assessment::{AssessedGame, AssessmentReport, Basis};

use crate::errors::{Answer, Failure, chain};

/// Games of one request at most.
const MOST_GAMES: usize = 2_000;

/// Moves of one request at most: each is a line of the answer.
const MOST_MOVES: usize = 400_000;

/// Moves of one game at most, each player's counted: under the 75-move rule no game has more than
/// some 17,700.
const MOST_MOVES_OF_A_GAME: usize = 20_000;

/// The name of what was sent, in sentences.
const FILE: &str = "games.pgn";

/// A game with its assessment, or why there is none.
type Found<'a> = (&'a Game, Result<Assessment, AssessError>);

/// Games read, and those that cannot be.
pub(crate) struct Read {
    games: Vec<Game>,
    unreadable: Vec<GameError>,
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
    pub(crate) fn watch<'a>(&'a self, gone: &'a AtomicBool) -> Watched<'a> {
        self.requests.fetch_add(1, Ordering::SeqCst);
        Watched { all: self, gone }
    }
}

/// The work of one request, while it lasts.
pub(crate) struct Watched<'a> {
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
    let sentence = format!(
        "that is more than {what}: send them in several parts, or assess the file on the command line"
    );
    Failure::Said(axum::http::StatusCode::PAYLOAD_TOO_LARGE, sentence.into())
}

/// Reads what was sent, unless the flag is raised meanwhile.
pub(crate) fn read(pgn: &[u8], gone: &AtomicBool) -> Answer<Read> {
    let mut read = Read { games: Vec::new(), unreadable: Vec::new() };
    let mut moves = 0;
    for game in Games::new(FILE, pgn) {
        still_wanted(gone)?;
        match game {
            Ok(game) if game.moves.len() > MOST_MOVES_OF_A_GAME => {
                let problem = Problem::TooManyMoves { most: MOST_MOVES_OF_A_GAME };
                read.unreadable.push(game.refused(Path::new(FILE), problem));
            }
            Ok(game) => {
                moves += game.moves.len();
                read.games.push(game);
            }
            Err(error) => read.unreadable.push(error),
        }
        if read.games.len() + read.unreadable.len() > MOST_GAMES {
            return Err(too_much(format!("{MOST_GAMES} games")));
        }
        if moves > MOST_MOVES {
            return Err(too_much(format!("{MOST_MOVES} moves")));
        }
    }
    if read.games.is_empty() && read.unreadable.is_empty() {
        return Err(Failure::bad("there is no game in this: send PGN, moves in standard notation"));
    }
    Ok(read)
}

/// The endgames with up to so many men that games reached, smaller ones first.
pub(crate) fn endgames(games: &[Game], men: usize) -> Vec<Material> {
    let boards = games.iter().flat_map(|game| game.replay().map(|(board, _)| board));
    let small = boards.filter(|board| board.count_men() <= men);
    let met = small.filter_map(|board| Some(board.position()?.material().normalized()));
    let met: HashSet<Material> = met.filter(|one| *one != Material::KINGS).collect();
    let mut met: Vec<Material> = met.into_iter().collect();
    met.sort_by_key(|material| (material.men(), material.to_string()));
    met
}

impl Read {
    /// The endgames with up to so many men that were reached, smaller ones first.
    pub(crate) fn endgames(&self, men: usize) -> Vec<Material> {
        endgames(&self.games, men)
    }

    fn settings(men: usize) -> Settings {
        Settings { men: men.min(MOST_MEN_LISTED), ..Settings::judging_people() }
    }

    /// Every game with what was found; a failure if nobody waits for it any more.
    fn judged(&self, tables: &Tables, men: usize, watched: &Watched<'_>) -> Answer<Vec<Found<'_>>> {
        let settings = Read::settings(men);
        let judge = |game| {
            still_wanted(watched.gone)?;
            let found = Assessor::new(tables, &settings).assess(Path::new(FILE), game);
            watched.all.judged.fetch_add(1, Ordering::SeqCst);
            Ok((game, found))
        };
        self.games.par_iter().map(judge).collect()
    }

    /// Judges every game; the endgames must be ready.
    pub(crate) fn assess(
        &self,
        tables: &Tables,
        men: usize,
        watched: &Watched<'_>,
    ) -> Answer<AssessmentReport> {
        let mut totals = Totals::new(&Read::settings(men), None, MOVES_ALLOWED);
        let mut games = Vec::new();
        for (game, assessment) in self.judged(tables, men, watched)? {
            still_wanted(watched.gone)?;
            match assessment {
                Ok(assessment) => {
                    let passages = totals.add(deepest_in(tables), game, &assessment);
                    let passages = passages.map_err(|error| Failure::ours(chain(&error)))?;
                    let passages = totals.measured(&passages);
                    let answer = AssessedGame::new(FILE.to_owned(), game, &assessment, passages);
                    games.push(answer.with_replay(game, &assessment, INTERVAL_MASS));
                }
                Err(error) if error.is_outside_tables() => totals.unreached += 1,
                Err(error) => return Err(error.into()),
            }
        }
        let basis = Basis::new(tables.metric(), &ModelWords::judging_people());
        let unreadable = &self.unreadable;
        let summary = totals.summary(INTERVAL_MASS, unreadable.len(), unreadable, None);
        Ok(AssessmentReport { basis: Basis { men: Some(men), ..basis }, games, summary })
    }

    /// The games as PGN with what was found as comments; those that tables know nothing of as they
    /// were.
    pub(crate) fn annotate(
        &self,
        tables: &Tables,
        men: usize,
        watched: &Watched<'_>,
    ) -> Answer<String> {
        let mut text = String::new();
        for (game, assessment) in self.judged(tables, men, watched)? {
            still_wanted(watched.gone)?;
            match assessment {
                Ok(assessment) => text.push_str(&write::game(&annotated(game, &assessment))),
                Err(AssessError::Game(_)) => text.push_str(&write::game(game)),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kings and a rook walking to and fro: the tables know every move.
    fn game_of(plies: usize) -> String {
        let turn = ["Rh2", "Kd4", "Rh1", "Ke4"];
        let moves: Vec<&str> = (0..plies).map(|ply| turn[ply % 4]).collect();
        format!("[FEN \"8/8/8/8/4k3/8/8/K6R w - - 0 1\"]\n\n{} *\n\n", moves.join(" "))
    }

    /// Moves before the tables reach, and none judged of them: the others keep their places.
    #[test]
    fn what_the_tables_do_not_know_stands_beside_what_they_know() {
        let pgn = b"[FEN \"8/8/8/8/4k3/8/8/KR5r w - - 0 1\"]\n\n1. Rxh1 Kd4 2. Rh4+ *\n\n";
        let read = read(pgn, &AtomicBool::new(false)).unwrap();
        let tables = Tables::new(value::Metric::Dtc);
        let (assessing, gone) = (Assessing::default(), AtomicBool::new(false));
        let answer = read.assess(&tables, 3, &assessing.watch(&gone)).unwrap();
        let game = &answer.games[0];
        let known: Vec<usize> = game.moves.iter().map(|made| made.ply).collect();
        assert_eq!((known, game.outside_tables), (vec![2, 3], 1));
        let plies = &game.replay.as_ref().unwrap().plies;
        assert_eq!((plies.len(), plies[0].san.as_str()), (3, "Rxh1"));
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
        assert_eq!((read.games.len(), read.unreadable.len()), (1, 1));
        assert!(read.unreadable[0].to_string().contains("game 1"), "{}", read.unreadable[0]);
        let text = game_of(MOST_MOVES_OF_A_GAME).repeat(21);
        let refused = super::read(text.as_bytes(), &AtomicBool::new(false)).err().unwrap();
        assert!(matches!(refused, Failure::Said(status, _) if status == 413));
    }
}
