//! What makes a coach: a game in a sentence, lessons that are what they say, five positions a day, positions that are pasted.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::{Belief, CompetenceGrid};
use study::practice::lessons::Lesson;
use study::practice::today::Card;
use study::practice::{
    Goal, PracticeGame, PracticeSetup, coaching, lessons, opponents, position_set, today,
};
use study::schema::practice::Coaching;
use value::{ChoiceSource, Metric};

/// A game against the infallible player from a position, these moves made by the person.
fn told(tables: &Tables, fen: &str, you: Color, moves: &[&str]) -> Coaching {
    let start = Position::from_fen(fen).unwrap();
    tables.table(&start.material().normalized(), &Monitor::NONE).unwrap();
    let goal = Goal::at(tables, &start, you).unwrap();
    let setup = PracticeSetup {
        start,
        you,
        goal,
        to_mate: false,
        surprise: false,
        opponent: "infallible".to_owned(),
        seed: 1,
        parent: None,
    };
    let nothing = Belief::uniform(CompetenceGrid::default());
    let mut game = PracticeGame::begin(tables, "1".to_owned(), 0, setup, &nothing).unwrap();
    for text in moves {
        game.play(tables, text).unwrap();
    }
    coaching(game.session(), goal)
}

/// The marks and costs are those of the table, whoever wins and whatever the colour.
#[test]
fn slips_are_named_with_what_was_better() {
    let tables = Tables::new(Metric::Dtc);
    // The queen given for nothing: the only slip, and the end.
    let blunder = told(&tables, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1", Color::White, &["Qe4+"]);
    assert_eq!((blunder.slips.len(), blunder.slips[0].mark.as_ref()), (1, "??"));
    assert!(blunder.summary.starts_with("Drawn: the win got away. One slip: 1.Qe4+; 1."));
    assert!(blunder.summary.ends_with(" kept the win."), "{}", blunder.summary);
    // The same with the colours exchanged is Black's first move.
    let black = told(&tables, "kq6/8/8/8/3K4/8/8/8 b - - 0 1", Color::Black, &["Qe5+"]);
    assert_eq!(black.slips[0].number, "1...");
    // Every move against every best one, by the values of the source itself.
    let at = Position::from_fen("8/8/8/3k4/8/8/8/KR6 w - - 0 1").unwrap();
    tables.table(&at.material(), &Monitor::NONE).unwrap();
    let choices = tables.choices(&at).unwrap();
    let depth = |value: value::Outcome| value.depth().map(|depth| depth.0);
    let best = choices.values().filter_map(depth).min().unwrap();
    for choice in choices.iter() {
        let san = at.san(choice.play);
        let slips = told(&tables, &at.fen(), Color::White, &[&san]).slips;
        let more = depth(choice.value).map(|depth| depth - best);
        let mark = match more {
            None => Some("??"),
            Some(0 | 1) => None,
            Some(2..=4) => Some("?!"),
            Some(_) => Some("?"),
        };
        assert_eq!(slips.first().map(|slip| slip.mark.as_ref()), mark, "{san}");
        assert!(slips.iter().all(|slip| slip.conceded == more && !slip.better.is_empty()));
    }
}

#[test]
fn who_defends_is_told_what_held_out_longer() {
    let tables = Tables::new(Metric::Dtc);
    let at = Position::from_fen("8/8/8/3k4/8/8/8/KR6 b - - 0 1").unwrap();
    tables.table(&at.material(), &Monitor::NONE).unwrap();
    let choices = tables.choices(&at).unwrap();
    let worst = choices.iter().min_by_key(|choice| choice.value.depth()).unwrap();
    let told = told(&tables, &at.fen(), Color::Black, &[&at.san(worst.play)]);
    if let Some(slip) = told.slips.first() {
        assert!(slip.sentence.ends_with("held out longer."), "{}", slip.sentence);
    }
    assert!(told.summary.starts_with("1 move so far."), "{}", told.summary);
}

#[test]
fn lessons_are_read_and_have_names_of_their_own() {
    let ids: HashSet<&str> = lessons::all().iter().map(|lesson| lesson.id.as_str()).collect();
    let fens: HashSet<String> =
        lessons::all().iter().map(|lesson| lesson.position().unwrap().fen()).collect();
    assert!(lessons::all().len() >= 12);
    assert_eq!((ids.len(), fens.len()), (lessons::all().len(), lessons::all().len()));
    for lesson in lessons::all() {
        assert!(opponents::read(None, &lesson.opponent).is_ok(), "{}", lesson.id);
        assert!(lesson.idea.len() > 60, "{}", lesson.id);
    }
    assert_eq!(lessons::entries(&[]).len(), lessons::all().len());
}

/// What the tables say of a lesson's task.
fn is_what_it_says(tables: &Tables, lesson: &Lesson) {
    let position = lesson.position().unwrap();
    tables.table(&position.material().normalized(), &Monitor::NONE).unwrap();
    let goal = Goal::at(tables, &position, position.turn()).unwrap();
    assert_eq!(goal, lesson.goal, "{}: {}", lesson.id, lesson.fen);
}

#[test]
fn every_task_of_up_to_four_men_is_what_it_says() {
    let tables = Tables::new(Metric::Dtc);
    let small =
        lessons::all().iter().filter(|lesson| lesson.position().unwrap().material().men() <= 4);
    assert!(small.map(|lesson| is_what_it_says(&tables, lesson)).count() >= 10);
}

/// Rook and pawn against rook takes half a minute where code is not optimised.
#[test]
#[cfg_attr(debug_assertions, ignore = "solves a five-man endgame: run with --release")]
fn every_task_of_five_men_is_what_it_says() {
    let tables = Tables::new(Metric::Dtc);
    let large =
        lessons::all().iter().filter(|lesson| lesson.position().unwrap().material().men() == 5);
    assert!(large.map(|lesson| is_what_it_says(&tables, lesson)).count() >= 3);
}

/// A lesson in which anything goes teaches nothing: in a draw some moves lose.
#[test]
fn a_draw_to_hold_can_be_lost() {
    let tables = Tables::new(Metric::Dtc);
    let held = lessons::all().iter().filter(|lesson| lesson.goal == Goal::Hold);
    for lesson in held.filter(|lesson| lesson.position().unwrap().material().men() <= 4) {
        let position = lesson.position().unwrap();
        tables.table(&position.material().normalized(), &Monitor::NONE).unwrap();
        let choices = tables.choices(&position).unwrap();
        assert!(choices.values().any(|value| value.sign() < 0), "{}", lesson.id);
    }
}

fn card(fen: &str, due: i64) -> Card {
    let (title, why) = (String::new(), String::new());
    Card { fen: fen.to_owned(), title, why, right_in_a_row: 0, due }
}

#[test]
fn what_is_right_comes_back_later_and_later() {
    let (mut now, mut day, mut waits) = (card("a", 0), 100, Vec::new());
    for _ in 0..8 {
        now = now.answered(true, day);
        waits.push(now.due - day);
        day = now.due;
    }
    assert_eq!(waits, [1, 3, 7, 16, 35, 80, 80, 80]);
    let wrong = now.answered(false, day);
    assert_eq!((wrong.right_in_a_row, wrong.due), (0, day + 1));
    assert_eq!(wrong.answered(true, day + 1).due, day + 2);
}

#[test]
fn five_are_chosen_the_longest_overdue_first() {
    let cards = [card("c", 12), card("a", 10), card("b", 9), card("z", 99)];
    let chosen = today::choose(&cards, &[], 10);
    assert_eq!(chosen.len(), today::A_DAY);
    assert_eq!((chosen[0].fen.as_str(), chosen[1].fen.as_str()), ("b", "a"));
    let first = &lessons::all()[0];
    assert_eq!(chosen[2].title, first.title);
    // With everything seen, what is due next fills the day.
    let seen: Vec<Card> =
        lessons::all().iter().map(|lesson| card(&lesson.position().unwrap().fen(), 50)).collect();
    assert_eq!(today::choose(&seen, &[], 10).len(), today::A_DAY);
}

#[test]
fn a_streak_lasts_until_a_day_is_missed() {
    assert_eq!(today::streak(&[], 10), 0);
    assert_eq!(today::streak(&[10, 9, 8, 6], 10), 3);
    assert_eq!(today::streak(&[9, 8], 10), 2);
    assert_eq!(today::streak(&[8, 7], 10), 0);
}

/// The king stands in stalemate's reach: one queen move spoils the win, others only delay it.
#[test]
fn answers_are_judged_by_the_tables() {
    let tables = Tables::new(Metric::Dtc);
    let at = Position::from_fen("8/8/8/8/8/1K6/3Q4/k7 w - - 0 1").unwrap();
    tables.table(&at.material(), &Monitor::NONE).unwrap();
    let answer = |text: &str| today::judge(&tables, &at, text).unwrap();
    assert!(answer("Qd1").is_right && answer("Qd1").sentence.contains("best"));
    assert!(!answer("Qc2").is_right && answer("Qc2").sentence.contains("gives the win away"));
    assert!(answer("Kc3").sentence.contains("still wins") || answer("Kc3").is_right);
    assert!(today::judge(&tables, &at, "Qz9").is_err());
}

#[test]
fn lines_of_fen_may_have_names() {
    let text = "8/8/8/3k4/8/8/8/KR6 w - - 0 1\n\n# mine\nLucena: 1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1\nnonsense\n";
    let set = position_set::read(text);
    let titles: Vec<&str> = set.positions.iter().map(|one| one.title.as_str()).collect();
    assert_eq!(titles, ["rook against king", "Lucena"]);
    assert!(set.left_out[0].starts_with("line 5: "), "{:?}", set.left_out);
}

#[test]
fn games_give_their_start_or_their_first_position_of_five_men() {
    let text = "[Event \"My set\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/3k4/8/8/8/KR6 w - - 0 1\"]\n\n*\n\n\
                [FEN \"8/8/8/4k3/8/2n5/1r4P1/KR6 w - - 0 1\"]\n\n1. Rxb2 Kd4 *\n\n[Event \"?\"]\n\n1. e4 e5 *\n";
    let set = position_set::read(text);
    assert_eq!(set.positions.len(), 2, "{set:?}");
    assert_eq!(set.positions[0].title, "My set");
    assert!(set.positions[1].fen.starts_with("8/8/8/4k3/8/2n5/1R4P1/K7 b"), "{set:?}");
    assert_eq!(set.left_out.len(), 1);
}
