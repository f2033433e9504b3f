//! Real Stockfish at the board: without tables, the same games twice, scored in a competition.

#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use endgame::find::{Find, Pick, Worth, find};
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::spec::ModelWords;
use player::{Belief, CompetenceGrid};
use study::any_agent::AnyAgent;
use study::assess::Settings;
use study::competition::{Competition, Performance, Standings};
use study::game::DrawRules;
use study::schema::assessment::Basis;
use study::tournament::Contestant;
use value::{Depth, Metric, Outcome};

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(Metric::Dtc));

/// A competition of these players; none without Stockfish.
#[track_caller]
fn competition(
    players: &[&str],
    endgame: &str,
    depth: u16,
    positions: usize,
) -> Option<Competition> {
    let words = ModelWords::judging_people();
    let ready = |name: &str| Contestant::new(name, AnyAgent::parse(name, &words).unwrap());
    let Ok(contestants) = players.iter().map(|name| ready(name)).collect() else {
        real_data::skipped("no stockfish (Debian package stockfish)");
        return None;
    };
    let table = TABLES.table(&endgame.parse().unwrap(), &Monitor::NONE).unwrap();
    let worth = Worth::Exactly(Outcome::Win(Depth(depth)));
    let pick = Pick::Random { seed: 11 };
    let starts: Vec<Position> =
        find(&table, &Find { turn: Color::White, worth, pick, limit: positions });
    Some(Competition {
        contestants,
        defender: ready("infallible").unwrap(),
        starts,
        seed: 1,
        move_limit: 60,
        draws: DrawRules::NONE,
    })
}

fn play(competition: &Competition, threads: usize) -> Vec<Performance> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| competition.play(&TABLES, &AtomicBool::new(false), || ())).unwrap()
}

/// The mean competence of each contestant, in the order of the list.
fn competences(competition: &Competition, games: &[Performance]) -> Vec<f64> {
    let grid: CompetenceGrid = "0(0.25)75".parse().unwrap();
    let words = ModelWords { grid, ..ModelWords::judging_people() };
    let settings = Settings::new(words.model(), Belief::uniform(grid));
    let basis = Basis::new(Metric::Dtc, &words);
    let standings = Standings::of(competition, games, &TABLES, &settings, basis).unwrap();
    let of = |name: &str| {
        let found = standings.report.contestants.iter().find(|one| one.name == name).unwrap();
        found.play.as_ref().unwrap().competence.mean
    };
    games.iter().map(|one| of(&one.name)).collect()
}

#[test]
fn the_same_games_on_any_number_of_threads() {
    let players = ["engine:stockfish,depth=3", "engine:stockfish,nodes=200"];
    let Some(competition) = competition(&players, "KQKR", 10, 4) else { return };
    let moves = |threads| {
        let games = play(&competition, threads);
        let games = games.into_iter().inspect(|one| assert_eq!(one.failure, None));
        games.flat_map(|one| one.games).map(|game| game.record.steps).collect::<Vec<_>>()
    };
    assert_eq!(moves(1), moves(3));
}

/// Fourteen plies see far more of KQKR than one does, and both of them less than the tables.
#[test]
#[ignore = "a minute with real Stockfish"]
fn deeper_searches_are_more_competent() {
    let players = ["engine:stockfish,depth=1", "engine:stockfish,depth=14", "infallible"];
    let Some(competition) = competition(&players, "KQKR", 15, 20) else { return };
    let games = play(&competition, 2);
    let found = competences(&competition, &games);
    assert!(found[0] + 5.0 < found[1] && found[1] + 5.0 < found[2], "{found:?}");
}
