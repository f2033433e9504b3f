//! Matches: reproducible, and as long as the papers' games.

#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::simulate::{End, Rules};
use player::{Belief, CompetenceGrid, Model};
use study::game::{DrawRule, DrawRules};
use study::matches::{Match, PlayedGame};
use study::summary_statistics::SummaryStatistics;
use value::Metric;

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(Metric::Dtc));

const BROWNE: [&str; 2] = ["K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1", "2KQ4/8/8/8/2r5/2k5/8/8 w - - 0 1"];

fn contest(white: &str, black: &str, starts: &[&str], games: usize) -> Match {
    Match {
        agents: [white.parse().unwrap(), black.parse().unwrap()],
        starts: starts.iter().map(|fen| Position::from_fen(fen).unwrap()).collect(),
        games,
        seed: 1,
        rules: Rules { move_limit: 1000, stop_at_goal: true },
        draws: DrawRules::NONE,
        model: Model::papers(),
        prior: Belief::uniform(CompetenceGrid::default()),
        move_prior: None,
    }
}

fn play(contest: &Match) -> Vec<PlayedGame> {
    contest.play(&TABLES, &AtomicBool::new(false), || ()).unwrap()
}

fn lengths(games: &[PlayedGame]) -> SummaryStatistics {
    let lengths = games.iter().map(|game| game.record.length().unwrap() as f64);
    SummaryStatistics::of(&lengths.collect::<Vec<_>>()).unwrap()
}

/// Table 1 of Andrist & Haworth 2005, with the figures recomputed over 40,000 games: mean length
/// 102.1 and standard deviation 49.5 with uniform ties; apparent competence 21.47 and 3.46.
#[test]
fn r_20_takes_a_hundred_moves() {
    let games = play(&contest("player:20", "infallible", &BROWNE, 4000));
    assert!(games.iter().all(|game| game.winner() == Some(Color::White)));
    let length = lengths(&games);
    assert!((length.mean - 102.1).abs() < 4.0 * length.se, "{length:?}");
    assert!((length.sd - 49.5).abs() < 3.0, "{length:?}");
    assert!(length.min >= 31.0);
    let apparent = games.iter().map(|game| game.beliefs[0].as_ref().unwrap().mean());
    let apparent = SummaryStatistics::of(&apparent.collect::<Vec<_>>()).unwrap();
    assert!((apparent.mean - 21.47).abs() < 4.0 * apparent.se, "{apparent:?}");
    assert!((apparent.sd - 3.46).abs() < 0.2, "{apparent:?}");
    assert!(games.iter().all(|game| game.beliefs[1].is_none()));
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let contest = contest("player:15", "predator:20", &BROWNE, 20);
    let moves =
        |games: Vec<PlayedGame>| -> Vec<_> { games.into_iter().map(|game| game.record).collect() };
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let one = moves(alone.install(|| play(&contest)));
    let three = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    assert_eq!(one, moves(three.install(|| play(&contest))));
}

#[test]
fn best_play_takes_as_long_as_the_tables_say() {
    for black in ["infallible", "infallible:ties=first", "predator:30,among=optimal"] {
        let games = play(&contest("infallible", black, &BROWNE, 10));
        assert!(games.iter().all(|game| game.record.length() == Some(31)), "{black}");
    }
    let to_mate = Match {
        rules: Rules { move_limit: 1000, stop_at_goal: false },
        ..contest("infallible", "infallible", &BROWNE, 10)
    };
    let games = play(&to_mate);
    for game in &games {
        assert_eq!(game.winner(), Some(Color::White));
        assert!(game.record.length() >= Some(31));
    }
    assert!(games.iter().any(|game| game.record.length() > Some(31)));
}

#[test]
fn draws_are_called_when_asked_for() {
    let weak = contest("player:3", "infallible", &BROWNE, 10);
    let fifty = Match { draws: DrawRules { fifty_moves: true, ..DrawRules::NONE }, ..weak.clone() };
    let called = play(&fifty).into_iter().filter(|game| {
        game.record.end == End::Drawn(DrawRule::FiftyMoves) && game.record.steps.len() == 100
    });
    assert!(called.count() >= 5);
    let few = Match { rules: Rules { move_limit: 20, ..weak.rules }, ..weak.clone() };
    assert!(play(&few).iter().any(|game| game.record.end == End::Limit));
    let shuffling = Match {
        draws: DrawRules { repetition: true, ..DrawRules::NONE },
        ..contest(
            "infallible:ties=first",
            "infallible:ties=first",
            &["k7/8/8/p7/P7/8/8/K7 w - - 0 1"],
            1,
        )
    };
    let game = &play(&shuffling)[0];
    assert_eq!(game.record.end, End::Drawn(DrawRule::Repetition));
}

#[test]
fn black_may_move_first_and_win() {
    let games = play(&contest("infallible", "player:30", &["8/8/8/8/8/2k5/1q6/4K2R b - - 0 1"], 5));
    assert!(games.iter().all(|game| game.winner() == Some(Color::Black)));
    assert!(games.iter().all(|game| game.beliefs[1].is_some() && game.beliefs[0].is_none()));
}

#[test]
fn a_finished_game_cannot_start() {
    for over in ["k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "8/8/8/3k4/8/3K4/8/8 w - - 0 1"] {
        let over = contest("infallible", "infallible", &[over], 1);
        let error = over.play(&TABLES, &AtomicBool::new(false), || ()).unwrap_err();
        assert!(error.to_string().contains("over already"));
    }
}

/// A rook given away is a draw the moment it is gone, not a game broken off at the limit; and no
/// move is made after that.
#[test]
fn bare_kings_end_a_game() {
    for to_mate in [false, true] {
        let mut contest = contest(
            "player:4,concede=all",
            "player:3,concede=all",
            &["8/8/3R4/4k3/8/8/8/1K6 w"],
            400,
        );
        contest.rules = Rules { move_limit: 50, stop_at_goal: !to_mate };
        let games = play(&contest);
        let mut dead = 0;
        for game in &games {
            let mut at = game.start.clone();
            let steps = &game.record.steps;
            for (ply, step) in steps.iter().enumerate() {
                at = at.after(step.play);
                let last = ply + 1 == steps.len();
                assert!(last || at.men().len() > 2, "{} and on", at.fen());
            }
            let bare = at.men().len() == 2;
            let called = game.record.end == End::Drawn(DrawRule::InsufficientMaterial);
            assert_eq!(called, bare, "{}: {:?}", at.fen(), game.record.end);
            let result = contest.written(1, game).result;
            assert_eq!(result == "1/2-1/2", bare || game.record.end == End::Stalemate);
            dead += usize::from(bare);
        }
        assert!(dead > 100, "{dead} of 400");
    }
}
