//! A person who holds a draw: where it begins, whom they meet, and when it is over.

#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;

use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::{Belief, CompetenceGrid};
use study::practice::{
    By, End, Experiment, Goal, PracticeError, PracticeGame, PracticeSetup, Reason, RecordedGame,
    Setup, Wish,
};
use value::{ChoiceSource, Metric, Outcome};

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(Metric::Dtc));

fn start(endgame: &str, stronger: bool, difficulty: u16, seed: u64) -> (Position, Color) {
    let material = endgame.parse().unwrap();
    let table = TABLES.table(&material, &Monitor::NONE).unwrap();
    let (side, depth, goal) = (None, None, Some(Goal::Hold));
    let wish = Wish { material, side, stronger, depth, difficulty: Some(difficulty), goal, seed };
    let start = wish.start(&table, &TABLES).unwrap();
    assert_eq!(start.goal, Goal::Hold);
    (start.position, start.you)
}

fn begin(start: Position, you: Color, opponent: &str) -> PracticeGame {
    let setup = PracticeSetup {
        start,
        you,
        goal: Goal::Hold,
        to_mate: false,
        surprise: false,
        opponent: opponent.to_owned(),
        seed: 9,
        parent: None,
    };
    let nobody = Belief::uniform(CompetenceGrid::default());
    PracticeGame::begin(&*TABLES, "1".to_owned(), 0, setup, &nobody).unwrap()
}

/// The first move in the order of notation that keeps the draw, rather no capture.
fn holding(game: &PracticeGame) -> String {
    let at = game.session().position();
    let choices = TABLES.choices(&at).unwrap();
    let drawn = choices.iter().filter(|choice| choice.value == Outcome::Draw);
    let key = |play: &endgame::rules::Move| (play.is_capture(), at.uci(*play));
    at.uci(drawn.map(|choice| choice.play).min_by_key(key).unwrap())
}

/// No check, nothing to take at once, and more than one man to think of.
#[test]
fn a_draw_to_hold_begins_fairly() {
    for (endgame, stronger) in [("KRKN", false), ("KQKQ", true), ("KRKB", false), ("KQKR", false)] {
        for seed in 0..12 {
            let (at, you) = start(endgame, stronger, 1 + seed as u16 % 5, seed);
            assert_eq!(at.turn(), you);
            assert!(!at.is_check(), "{}", at.fen());
            let choices = TABLES.choices(&at).unwrap();
            assert_eq!(choices.best(), Some(Outcome::Draw));
            assert!(choices.values().any(|value| value.sign() < 0), "{}", at.fen());
            let takes = |choice: &&value::Choice<endgame::rules::Move>| {
                choice.value == Outcome::Draw && choice.play.is_capture()
            };
            assert_eq!(choices.iter().find(takes), None, "{}", at.fen());
        }
    }
}

/// Whoever never errs keeps the game going against somebody who makes any move that holds.
#[test]
fn opponents_do_not_trade_at_once() {
    for opponent in ["predator:uniform,concede=all", "infallible", "fewest", "player:40"] {
        let (mut games, mut long) = (0, 0);
        for seed in 0..8 {
            let (at, you) = start("KRKN", false, 3, 100 + seed);
            let mut game = begin(at, you, opponent);
            while game.session().over().is_none() {
                let text = holding(&game);
                game.play(&*TABLES, &text).unwrap();
            }
            games += 1;
            long += usize::from(game.session().steps().len() >= 20);
            let over = game.session().over().unwrap();
            assert!(over.reached(you, Goal::Hold), "{opponent} {over:?}");
        }
        assert!(long * 4 >= games * 3, "{opponent}: {long} of {games} games were long");
    }
}

/// A knight against a knight has mates, and nobody to give them.
#[test]
fn a_knight_against_a_knight_is_offered_as_a_draw() {
    let at = Position::from_fen("8/3k4/3n4/8/8/2N5/8/3K4 w - - 0 1").unwrap();
    assert_eq!(TABLES.outcome(&at).unwrap(), Outcome::Draw);
    let mut game = begin(at, Color::White, "infallible");
    game.play(&*TABLES, "c3e4").unwrap();
    let over = game.session().over().unwrap();
    assert_eq!((over.reason, over.winner), (Reason::DeadDraw, None));
    assert!(over.reached(Color::White, Goal::Hold));
    assert!(over.sentence(Color::White).contains("nothing to win"));
    let state = game.state(&*TABLES, false).unwrap();
    assert_eq!(state.over.unwrap().reason, "dead_draw");
    // It is remembered, and stays over.
    let recorded = RecordedGame { game: game.row().clone(), moves: game.rows_from(0) };
    let again: PracticeGame = PracticeGame::resume(&*TABLES, recorded).unwrap();
    assert_eq!(again.session().over(), Some(over));
    assert!(matches!(game.take_back(), Err(PracticeError::Over(Reason::DeadDraw))));
    assert_eq!(game.session().over(), Some(over));
}

/// A game that is gone on with is answered as it would have been.
#[test]
fn neither_a_restart_nor_a_take_back_changes_a_reply() {
    for opponent in ["predator:uniform,concede=all", "infallible", "player:20", "emulator:12"] {
        let (at, you) = start("KRKN", false, 3, 5);
        let mut game = begin(at, you, opponent);
        for _ in 0..5 {
            if game.session().over().is_some() {
                break;
            }
            let recorded = RecordedGame { game: game.row().clone(), moves: game.rows_from(0) };
            let mut again: PracticeGame = PracticeGame::resume(&*TABLES, recorded).unwrap();
            let text = holding(&game);
            game.play(&*TABLES, &text).unwrap();
            again.play(&*TABLES, &text).unwrap();
            assert_eq!(again.session().game(), game.session().game(), "{opponent}");
            again.take_back().unwrap();
            again.play(&*TABLES, &text).unwrap();
            assert_eq!(again.session().game(), game.session().game(), "{opponent}");
        }
    }
}

/// The terminal's game: held to the end, and kept.
#[test]
fn a_draw_is_held_on_the_command_line() {
    let (start, you) = start("KRKN", false, 2, 3);
    let setup = Setup {
        player: "Ann".to_owned(),
        endgame: "KRKN".to_owned(),
        programs: vec!["infallible".parse().unwrap()],
        goal: Goal::Hold,
        start: start.clone(),
        seed: 4,
        moves_allowed: 50,
    };
    let mut game: Experiment<'_> = Experiment::start(&*TABLES, setup.clone()).unwrap();
    while game.record().end.is_none() {
        if game.session().is_persons_turn() {
            let choices = TABLES.choices(&game.session().position()).unwrap();
            let best = choices.optimal()[0];
            game.person_moves(choices[best].play).unwrap();
        } else {
            game.program_moves().unwrap();
        }
    }
    assert_eq!(game.record().end, Some(End::Held));
    assert_eq!(game.session().person(), you);
    assert!(game.record().moves_by(By::Person).count() <= 25);
    let again: Experiment<'_> = Experiment::resume(&*TABLES, game.record().clone()).unwrap();
    assert_eq!(again.record(), game.record());
    let won = Position::from_fen("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1").unwrap();
    let refused = Experiment::start(&*TABLES, Setup { start: won, ..setup });
    assert!(refused.err().unwrap().to_string().contains("is not drawn"));
}
