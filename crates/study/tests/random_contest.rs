//! Agents on random games, told as the command line tells them: games beside what is known exactly, competence, refusals.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;

use graph::Branching;
use graph::random::Parameters;
use player::Belief;
use player::spec::{AgentSpec, ModelWords};
use study::random_games::contest::{Contest, ContestError, Start};
use study::schema::random_contest::RandomContest;
use value::Outcome;

fn contest(white: &str, black: &str) -> Contest {
    let words = ModelWords { grid: "0(0.5)30".parse().unwrap(), ..ModelWords::default() };
    Contest {
        agents: [white, black].map(|text| AgentSpec::parse(text, &words).unwrap()),
        plays: 100,
        start: Start::Deepest,
        limit: 2_000,
        prior: Belief::uniform(words.grid),
        words,
    }
}

fn played(contest: &Contest, parameters: &Parameters, games: usize) -> RandomContest {
    let never = AtomicBool::new(false);
    let rounds = contest.play(parameters, (games, 1), &never, || ()).unwrap();
    contest.report(&rounds)
}

/// A mean of games is the exact one within four standard errors, for one fallible player and for two, and where wins are given away.
#[test]
fn games_take_what_is_foreseen() {
    let parameters = Parameters::even(800, Branching::Fixed(4), 304);
    for (white, black) in [
        ("player:12", "infallible"),
        ("player:8,kappa=0.5", "player:3"),
        ("player:15,concede=all", "player:2,concede=all"),
    ] {
        let told = played(&contest(white, black), &parameters, 12);
        let known = told.foreseen.unwrap();
        assert_eq!(told.played, 1_200 - 100 * told.left_out);
        if let (Some(length), Some(deviation), 0) = (known.length, known.deviation, told.unfinished)
        {
            let se = deviation / (told.played as f64).sqrt();
            let mean = told.length.unwrap().mean;
            assert!((mean - length).abs() < 4.0 * se, "{white} {black}: {mean} {length} {se}");
        }
        let won = told.white_won as f64 / told.played as f64;
        let se = (known.won_in_time * (1.0 - known.won_in_time) / told.played as f64).sqrt();
        assert!(
            (won - known.won_in_time).abs() < 4.0 * se + 1e-9,
            "{white} {black}: {won} {known:?}"
        );
        assert_eq!(known.markov.is_some(), !white.contains("concede"), "{white}");
    }
}

/// The competence that all moves together speak for is that of the player, on either side; nothing is said of who never errs.
#[test]
fn competences_come_back_from_the_moves_of_both_sides() {
    let parameters = Parameters::even(1_000, Branching::Fixed(4), 380);
    let told = played(&contest("player:10", "player:4"), &parameters, 6);
    for (shown, c) in [(&told.white_shown, 10.0), (&told.black_shown, 4.0)] {
        let found = shown.competence.unwrap();
        assert!((found.mean - c).abs() < 4.0 * found.sd, "{found:?}");
        assert!(found.low < found.mean && found.mean < found.high);
    }
    let told = played(&contest("player:10", "infallible"), &parameters, 2);
    assert!(told.black_shown.competence.is_none());
    assert_eq!((told.black_shown.optimal, told.black_shown.conceded), (1.0, 0.0));
    assert!(told.white_shown.optimal < 1.0 && told.white_shown.fatal == 0.0);
}

/// Starts are what was asked for; where there are none the game is left out, or all of them in a sentence.
#[test]
fn games_begin_where_they_are_told_to() {
    let parameters = Parameters::even(300, Branching::Fixed(3), 60);
    let game = study::random_games::game(&parameters, 1, 0).unwrap();
    for (words, wanted) in [("draw", Outcome::Draw), ("2", Outcome::Win(value::Depth(2)))] {
        let start: Start = words.parse().unwrap();
        assert_eq!(start.to_string(), words);
        let positions = start.positions(&game);
        assert!(!positions.is_empty() && positions.iter().all(|&at| game.outcome(at) == wanted));
    }
    let drawn =
        Contest { start: Start::Drawn, limit: 30, ..contest("infallible", "player:1,concede=all") };
    let told = played(&drawn, &parameters, 3);
    assert!(told.white_won > 0, "a weak Black goes wrong: {told:?}");
    assert_eq!(told.from, "draw");
    for wrong in ["0", "-1", "deep", ""] {
        assert!(wrong.parse::<Start>().unwrap_err().to_string().contains("deepest"), "{wrong}");
    }
    let too_deep = Contest { start: Start::Depth(900), ..contest("player:5", "infallible") };
    let never = AtomicBool::new(false);
    let refused = too_deep.play(&parameters, (2, 1), &never, || ()).unwrap_err();
    assert!(matches!(refused, ContestError::NoPosition(_)), "{refused}");
}

/// The same games on any number of threads; agents that need a board are refused in a sentence.
#[test]
fn a_seed_repeats_games_and_boards_are_missed() {
    let parameters = Parameters::even(200, Branching::Fixed(3), 60);
    let contest_here = contest("player:5", "predator:5");
    let told = played(&contest_here, &parameters, 3);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(pool.install(|| played(&contest_here, &parameters, 3)), told);
    assert!(told.foreseen.is_none(), "a predator's moves are not known beforehand");
    let refused = contest("player:5", "presser:5").factories().unwrap_err().to_string();
    assert!(refused.contains("looks at the board"), "{refused}");
    assert!(contest("hp1", "infallible").factories().is_err());
}

/// A game for one: Black has one move everywhere, and White's moves to the goal are what the exact answer says.
#[test]
fn a_game_for_one_is_played() {
    let parameters = Parameters {
        black_branching: Branching::Fixed(1),
        ..Parameters::even(500, Branching::Fixed(3), 1)
    };
    let told = played(&contest("player:3", "infallible"), &parameters, 4);
    let (known, length) = (told.foreseen.unwrap(), told.length.unwrap());
    let se = known.deviation.unwrap() / (told.played as f64).sqrt();
    assert!((length.mean - known.length.unwrap()).abs() < 4.0 * se, "{length:?} {known:?}");
    assert_eq!(told.white_won, told.played);
}
