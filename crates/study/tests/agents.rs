//! The agents at real boards: what each promises, seen in its games.

#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::agents::predator::{Candidates, Predator};
use player::agents::{Agent, Analyser, Emulator, Imitator, Turn};
use player::simulate::Rules;
use player::spec::parse_belief;
use player::{Belief, Competence, CompetenceGrid, Concede, Model, MoveFilter, PowerLaw};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use study::game::DrawRules;
use study::matches::{Match, PlayedGame};
use study::summary_statistics::SummaryStatistics;
use value::{ChoiceSource, Metric, Outcome, Plies};

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(Metric::Dtc));

const BROWNE: [&str; 2] = ["K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1", "2KQ4/8/8/8/2r5/2k5/8/8 w - - 0 1"];

fn play(white: &str, black: &str, starts: &[&str], games: usize, limit: usize) -> Vec<PlayedGame> {
    let contest = Match {
        agents: [white.parse().unwrap(), black.parse().unwrap()],
        starts: starts.iter().map(|fen| Position::from_fen(fen).unwrap()).collect(),
        games,
        seed: 7,
        rules: Rules { move_limit: limit, stop_at_goal: true },
        draws: DrawRules::NONE,
        model: Model::papers(),
        prior: Belief::uniform(CompetenceGrid::default()),
        move_prior: None,
    };
    contest.play(&TABLES, &AtomicBool::new(false), || ()).unwrap()
}

/// Calls a function with the turn of a position.
fn at<T>(fen: &str, then: impl FnOnce(&Turn<'_, Tables>) -> T) -> T {
    let position = Position::from_fen(fen).unwrap();
    let choices = TABLES.choices(&position).unwrap();
    then(&Turn::new(&*TABLES, &position, &choices))
}

fn model(concede: Concede) -> Model {
    Model::new(PowerLaw::default(), MoveFilter { concede, ..MoveFilter::default() })
}

fn apparent(games: &[PlayedGame]) -> SummaryStatistics {
    let means = games.iter().map(|game| game.beliefs[0].as_ref().unwrap().mean());
    SummaryStatistics::of(&means.collect::<Vec<_>>()).unwrap()
}

/// The point of the Emulator (Andrist & Haworth 2005, section 3.4): the competence it shows
/// wanders less than a reference player's.
#[test]
fn an_emulator_is_steadier_than_a_reference_player() {
    let emulated = apparent(&play("emulator:20", "infallible", &BROWNE, 40, 1000));
    let chanced = apparent(&play("player:20", "infallible", &BROWNE, 40, 1000));
    assert!(emulated.sd < chanced.sd / 2.0, "{emulated:?} {chanced:?}");
}

/// After enough moves its own reference Analyser sees what it was told to show.
#[test]
fn an_emulator_shows_what_it_is_told_to() {
    for c in [10.0, 20.0] {
        let mut emulator = Emulator::new(Competence::new(c).unwrap(), Model::papers()).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let game = &play("player:12", "infallible", &BROWNE, 1, 1000)[0];
        let mut position = game.start.clone();
        for step in game.record.steps.iter().take(200) {
            if position.turn() == Color::White {
                at(&position.fen(), |turn| emulator.choose(turn, &mut rng).unwrap());
            }
            position = position.after(step.play);
        }
        let shown = emulator.shown().mean();
        assert!((shown - c).abs() < 0.5, "{shown} instead of {c}");
        Agent::<Tables>::new_game(&mut emulator);
        assert_eq!(emulator.shown().moves(), 0);
    }
}

#[test]
fn an_imitator_follows_its_opponent() {
    let analyser =
        Analyser { model: Model::papers(), belief: Belief::uniform(CompetenceGrid::default()) };
    let mut imitator = Imitator { analyser, offset: 3.0 };
    let before = imitator.competence().get();
    assert!((before - 28.0).abs() < 1e-9);
    let game = &play("player:10", "infallible", &BROWNE, 1, 1000)[0];
    let mut position = game.start.clone();
    for step in &game.record.steps {
        if position.turn() == Color::White {
            at(&position.fen(), |turn| {
                let played = turn.choices.iter().position(|choice| choice.play == step.play);
                imitator.opponent_moved(turn, played.unwrap()).unwrap();
            });
        }
        position = position.after(step.play);
    }
    let after = imitator.competence().get();
    assert!((after - 13.0).abs() < 3.0, "{after}");
}

/// Against R_10 the rook holds out longer when it looks for the hardest task.
#[test]
fn a_predator_holds_out_longer() {
    let lengths = |black: &str| {
        let games = play("player:20", black, &BROWNE, 300, 5000);
        let lengths = games.iter().map(|game| game.record.length().unwrap() as f64);
        SummaryStatistics::of(&lengths.collect::<Vec<_>>()).unwrap()
    };
    let (aimless, hunting) = (lengths("infallible"), lengths("predator:20,among=optimal"));
    let error = aimless.se.hypot(hunting.se);
    assert!(hunting.mean - aimless.mean > 4.0 * error, "{aimless:?} {hunting:?}");
}

fn predator(word: &str, concede: Concede, plies: u16) -> Predator {
    let belief = parse_belief(word, CompetenceGrid::default()).unwrap();
    Predator {
        plies: Some(Plies(plies)),
        ..Predator::new(Analyser { model: model(concede), belief })
    }
}

/// A drawn position where White can only hope: the predator finds a move after which a random
/// opponent loses sometimes, and no move it passes over does better.
#[test]
fn in_a_draw_it_seeks_the_win() {
    let drawn = "8/8/8/3k4/8/r7/8/3K1R2 w - - 0 1";
    at(drawn, |turn| {
        assert!(turn.choices.iter().all(|choice| choice.value.sign() <= 0));
        let advice = predator("0", Concede::Anything, 2).advise(turn).unwrap();
        let best = advice.options[advice.best()[0]].expectation.value;
        assert!(best > 0.0, "{best}");
        let others = advice.options.iter().map(|option| option.expectation.value);
        assert!(others.fold(f64::MIN, f64::max) <= best + 1e-12);
        assert!(advice.options.iter().all(|option| option.value == Outcome::Draw));
    });
}

/// A lost position: against somebody who may let the win slip, value comes before depth.
#[test]
fn in_a_loss_it_seeks_the_draw() {
    at("8/8/6Q1/2K5/5r2/4k3/8/8 b - - 0 1", |turn| {
        let careless = predator("2", Concede::Anything, 2).advise(turn).unwrap();
        let best = careless.options[careless.best()[0]].expectation;
        assert!(best.value > -1.0);
        assert!(careless.options.iter().all(|o| o.expectation.value <= best.value + 1e-9));
        let careful = predator("2", Concede::Draws, 2).advise(turn).unwrap();
        assert!(careful.options.iter().all(|o| (o.expectation.value + 1.0).abs() < 1e-12));
    });
}

/// Looking deeper can be checked by hand: four plies are the best of two after each reply.
#[test]
fn four_plies_are_two_and_two() {
    let fen = "8/8/6Q1/2K5/5r2/4k3/8/8 b - - 0 1";
    let deep = Predator { candidates: Candidates::Optimal, ..predator("20", Concede::Draws, 4) };
    let shallow = Predator { plies: Some(Plies(2)), ..deep.clone() };
    let advice = at(fen, |turn| deep.advise(turn).unwrap());
    assert_eq!(advice.plies, Plies(4));
    for option in &advice.options {
        let next = at(fen, |turn| turn.source.after(turn.at, &turn.choices[option.choice].play));
        let replies = at(&next.fen(), |turn| {
            let distribution = deep.analyser.model.distribution(turn.choices);
            let p = distribution.probabilities(Competence::new(20.0).unwrap());
            let ends: Vec<(f64, Position, Outcome)> = turn
                .choices
                .iter()
                .zip(p)
                .map(|(choice, p)| (p, turn.at.after(choice.play), choice.value))
                .collect();
            ends
        });
        let mut expected = 0.0;
        for (p, position, value) in replies.into_iter().filter(|(p, ..)| *p > 0.0) {
            let depth = match value {
                Outcome::Win(depth) if depth.0 == 0 => 0.0,
                _ => at(&position.fen(), |turn| {
                    let told = shallow.advise(turn).unwrap();
                    told.options[told.best()[0]].expectation.depth().unwrap()
                }),
            };
            expected += p * depth;
        }
        let found = option.expectation.depth().unwrap();
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }
}

/// A budget that is too small decides by the depth that was finished, and says so.
#[test]
fn the_node_budget_is_honest() {
    let poor = Predator { nodes: Some(30), ..predator("20", Concede::Draws, 6) };
    let advice = at("8/8/6Q1/2K5/5r2/4k3/8/8 b - - 0 1", |turn| poor.advise(turn).unwrap());
    assert_eq!(advice.plies, Plies(2));
}
