//! Games that somebody played: judged move by move, and annotated.

use std::collections::HashSet;
use std::path::Path;

use endgame::material::{MOST_MEN_LISTED, Material};
use endgame::tables::Tables;
use player::{Belief, CompetenceGrid};
use rayon::prelude::*;
use serde::Serialize;
use study::assess::{AssessError, Assessment, Assessor, Judged, Settings, Sign, annotated};
use study::pgn::{Game, Games, write};

use crate::errors::{Answer, Failure};
use crate::practice::setup::judge;
use crate::response::{Value, color_word};

/// Games of one request at most.
pub const MOST_GAMES: usize = 2_000;

/// The name of what was sent, in sentences.
const FILE: &str = "games.pgn";

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

/// Reads what was sent.
pub fn read(pgn: &[u8]) -> Answer<Read> {
    let mut read = Read { games: Vec::new(), refused: Vec::new() };
    for game in Games::new(FILE, pgn) {
        match game {
            Ok(game) => read.games.push(game),
            Err(error) => {
                read.refused.push(Refused { index: error.game, error: error.to_string() })
            }
        }
        if read.games.len() + read.refused.len() > MOST_GAMES {
            return Err(Failure::Said(
                axum::http::StatusCode::PAYLOAD_TOO_LARGE,
                format!("that is more than {MOST_GAMES} games: send them in several parts, or use `fallible assess`").into(),
            ));
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

    fn judged(&self, tables: &Tables, men: usize) -> Vec<(&Game, Result<Assessment, AssessError>)> {
        let prior = Belief::uniform(CompetenceGrid::default());
        let settings = Settings { men: men.min(MOST_MEN_LISTED), ..Settings::new(judge(), prior) };
        let assessor = |game| Assessor::new(tables, &settings).assess(Path::new(FILE), game);
        self.games.par_iter().map(|game| (game, assessor(game))).collect()
    }

    /// Judges every game; the endgames must be ready.
    pub fn assess(&self, tables: &Tables, men: usize) -> Answer<AssessAnswer> {
        let mut answer = AssessAnswer { games: Vec::new(), refused: self.refused.clone(), men };
        for (game, assessment) in self.judged(tables, men) {
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
    pub fn annotate(&self, tables: &Tables, men: usize) -> Answer<String> {
        let mut text = String::new();
        for (game, assessment) in self.judged(tables, men) {
            match assessment {
                Ok(assessment) => text.push_str(&write::game(&annotated(game, &assessment))),
                Err(AssessError::Game(_)) => text.push_str(&write::game(game)),
                Err(error) => return Err(Failure::ours(&error)),
            }
        }
        Ok(text)
    }
}

fn game_answer(game: &Game, assessment: &Assessment) -> GameAnswer {
    let judged = |ply: usize| assessment.moves.iter().find(|judged| judged.ply == ply);
    let moves = game.replay().enumerate().map(|(at, (board, played))| {
        let mut after = board.clone();
        after.play(played.play);
        let known = judged(at + 1);
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
    });
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
        moves: moves.collect(),
        records: assessment.records.iter().map(record).collect(),
    }
}

/// A move as engines write it, castling as the king's two steps.
fn uci(play: endgame::rules::Move) -> String {
    endgame::rules::uci(play)
}
