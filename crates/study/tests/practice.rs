//! A person against a program, and pairs of positions where two programs part, by slow plain checks.

#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::spec::AgentSpec;
use player::{Belief, CompetenceGrid};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use study::practice::choose::decided;
use study::practice::trial::Program;
use study::practice::{
    By, Depths, End, Experiment, Goal, PracticeError, PracticeGame, PracticeSetup, RecordedGame,
    Request, Setup, Trial,
};
use value::{ChoiceSource, Metric, Outcome};

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(Metric::Dtc));

fn start(programs: &[&str], seed: u64, moves_allowed: u16) -> Experiment<'static> {
    let table = TABLES.table(&"KRK".parse().unwrap(), &Monitor::NONE).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let depths = Depths { least: 8, greatest: 12 };
    let (depth, start) =
        decided(&table, &TABLES, Color::White, Outcome::Win, depths, &mut rng).unwrap().unwrap();
    assert_eq!(TABLES.outcome(&start).unwrap(), Outcome::Win(depth));
    let setup = Setup {
        player: "Ann".to_owned(),
        endgame: "KRK".to_owned(),
        programs: programs.iter().map(|text| text.parse().unwrap()).collect(),
        goal: Goal::Win,
        start,
        seed,
        moves_allowed,
    };
    Experiment::start(&*TABLES, setup).unwrap()
}

/// The person's best move, or the worst that keeps the win.
fn person(game: &mut Experiment<'_>, best: bool) {
    let mut choices = TABLES.choices(&game.session().position()).unwrap();
    choices.retain(|choice| choice.value.sign() > 0);
    choices.sort_by_key(|choice| choice.value);
    let choice = if best { choices.last() } else { choices.first() };
    game.person_moves(choice.unwrap().play).unwrap();
}

#[test]
fn a_game_can_be_gone_on_with_after_any_move() {
    let programs = ["infallible", "random", "emulator:5", "predator:20"];
    let mut seen = std::collections::HashSet::new();
    for seed in 0..12 {
        let mut game = start(&programs, seed, 50);
        let mut half_moves = 0;
        while game.record().end.is_none() {
            assert!(game.record().program.is_none());
            if game.session().is_persons_turn() {
                person(&mut game, half_moves % 3 == 0);
            } else {
                game.program_moves().unwrap();
            }
            half_moves += 1;
            if half_moves % 5 == 0 {
                let again = Experiment::resume(&*TABLES, game.record().clone()).unwrap();
                assert_eq!(again.record(), game.record());
                assert_eq!(again.session().position(), game.session().position());
                game = again;
            }
        }
        let record = game.record();
        seen.insert(record.program.clone().unwrap());
        // What each move was worth follows from the table alone.
        let mut at = Position::from_fen(&record.start).unwrap();
        for made in &record.moves {
            let play = at.legal_moves().into_iter().find(|&play| at.uci(play) == made.uci).unwrap();
            assert_eq!(TABLES.outcome(&at).unwrap().depth().unwrap().0, made.depth);
            at = at.after(play);
        }
        assert!(matches!(record.end, Some(End::Won | End::MoveLimit)));
    }
    assert!(seen.len() >= 3, "programs are drawn at random: {seen:?}");
}

#[test]
fn a_limit_of_moves_and_a_changed_record() {
    let mut game = start(&["infallible"], 3, 4);
    while game.record().end.is_none() {
        if game.session().is_persons_turn() {
            person(&mut game, false);
        } else {
            game.program_moves().unwrap();
        }
    }
    let record = game.record().clone();
    assert_eq!((record.end, record.moves_by(By::Person).count()), (Some(End::MoveLimit), 4));
    let mut spoilt = record.clone();
    spoilt.moves[2].conceded = Some(77);
    assert!(matches!(
        Experiment::<Position>::resume(&*TABLES, spoilt),
        Err(PracticeError::Spoilt { number: 3, .. })
    ));
    let mut open = start(&["infallible"], 3, 4);
    open.give_up();
    assert_eq!(open.record().end, Some(End::GivenUp));
    assert_eq!(open.record().program.as_deref(), Some("infallible"));
}

#[test]
fn pairs_part_where_they_should() {
    let material = "KRK".parse().unwrap();
    let table = TABLES.table(&material, &Monitor::NONE).unwrap();
    let specs: [AgentSpec; 2] = ["infallible", "player:3"].map(|text| text.parse().unwrap());
    let request = |turn, seed| Request {
        pairs: 8,
        depths: Depths { least: 6, greatest: 12 },
        reference: &specs[0],
        challenger: &specs[1],
        seed,
        turn,
    };
    let stop = AtomicBool::new(false);
    let make = |request: &Request<'_>| {
        Trial::make(&TABLES, &table, "KRK".to_owned(), request, Clone::clone, &stop, |_| ())
            .unwrap()
    };
    let trial = make(&request(true, 5));
    assert_eq!(trial, make(&request(true, 5)));
    assert_ne!(trial.questions, make(&request(true, 6)).questions);
    assert_eq!((trial.questions.len(), trial.key.len()), (16, 16));
    let numbers: Vec<usize> = trial.key.iter().map(|key| key.pair).collect();
    assert!(!numbers.is_sorted(), "the positions are mixed");
    for key in &trial.key {
        let before = Position::from_fen(&key.before).unwrap();
        assert_eq!(before.turn(), Color::Black);
        assert!((6..=12).contains(&key.depth));
        let shown = Position::from_fen(&trial.questions[key.number - 1].fen).unwrap();
        let Outcome::Win(depth) = TABLES.outcome(&shown).unwrap() else { panic!("not won") };
        assert_eq!(depth.0, key.depth - key.conceded, "the image has the value of the position");
        assert_eq!(key.program == Program::Reference, key.conceded == 0);
        let both = trial.key.iter().filter(|other| other.pair == key.pair).count();
        assert_eq!(both, 2);
    }
    let agreeing = Request { challenger: &specs[0], ..request(true, 5) };
    let refused =
        Trial::make(&TABLES, &table, "KRK".to_owned(), &agreeing, Clone::clone, &stop, |_| ());
    assert!(refused.unwrap_err().to_string().contains("parts from infallible in only 0"));
}

/// The worst move that keeps the win, as engines write it.
fn careless(game: &PracticeGame) -> String {
    let at = game.session().position();
    let choices = TABLES.choices(&at).unwrap();
    let won = choices.iter().filter(|choice| choice.value.sign() > 0);
    at.uci(won.min_by_key(|choice| choice.value).unwrap().play)
}

/// An agent that hears of a game from its record answers as one that has played it, and so does one
/// that hears of what a take-back has left.
#[test]
fn neither_a_restart_nor_a_take_back_changes_a_reply() {
    for opponent in ["emulator:5", "predator:uniform", "imitator:3", "player:10"] {
        let setup = PracticeSetup {
            start: start(&["infallible"], 5, 50).session().position(),
            you: Color::White,
            goal: Goal::Win,
            to_mate: false,
            surprise: false,
            opponent: opponent.to_owned(),
            seed: 9,
            parent: None,
        };
        let nobody = Belief::uniform(CompetenceGrid::default());
        let mut game = PracticeGame::begin(&*TABLES, "1".to_owned(), 0, setup, &nobody).unwrap();
        for _ in 0..8 {
            let (row, moves) = (game.row().clone(), game.rows_from(0));
            let recorded = RecordedGame { game: row, moves };
            let mut again = PracticeGame::resume(&*TABLES, recorded).unwrap();
            let text = careless(&game);
            game.play(&*TABLES, &text).unwrap();
            again.play(&*TABLES, &text).unwrap();
            assert_eq!(again.session().game(), game.session().game(), "{opponent}");
            if game.session().over().is_some() {
                assert!(again.take_back().is_err(), "what is over stays as it was");
                break;
            }
            again.take_back().unwrap();
            again.play(&*TABLES, &text).unwrap();
            assert_eq!(again.session().game(), game.session().game(), "{opponent}");
            let counted =
                |game: &PracticeGame| game.session().steps().iter().filter(|s| s.counts).count();
            assert_eq!(counted(&again) + 1, counted(&game), "made again, it says nothing new");
        }
    }
}
