//! The agents of chess on random games, unchanged: they play, are judged and are recognised there.

#![allow(clippy::unwrap_used)]

use graph::Branching;
use graph::random::{Class, Parameters, RandomGame, Shape, Side};
use player::agents::{Agent, Analyser};
use player::simulate::{self, End, Referee, Rules};
use player::spec::{AgentSpec, ModelWords};
use player::{Belief, Concede, Model, MoveFilter, PowerLaw};
use study::random_games::{game, generator};
use value::{Outcome, Plies};

/// A total win of this many positions for each side, and its deepest win with White to move.
fn total_win(positions: u32) -> (RandomGame, graph::Node) {
    let parameters = Parameters::even(positions, Branching::Fixed(4), 37 * positions / 100);
    let found = (0..).map(|number| game(&parameters, 5, number).unwrap());
    let won = found.into_iter().find(|game| Shape::of(game).class == Class::TotalWin).unwrap();
    let deepest = won.positions(Side::White).max_by_key(|&node| match won.outcome(node) {
        Outcome::Win(depth) => depth.0,
        _ => 0,
    });
    (won, deepest.unwrap())
}

/// Nobody calls a draw.
struct NoReferee;

impl Referee<graph::Node> for NoReferee {
    type Draw = ();

    fn call(&mut self, _: &graph::Node) -> Option<()> {
        None
    }
}

fn agent(words: &str) -> Box<dyn Agent<RandomGame>> {
    let spec = AgentSpec::parse(words, &ModelWords::default()).unwrap();
    spec.instantiate(&|_: &str| unreachable!("no weights are named")).unwrap().agent()
}

const RULES: Rules = Rules { move_limit: 300, stop_at_goal: true };

/// The moves of a game won by infallible players are as many as its depth.
#[test]
fn infallible_players_need_the_depth() {
    let (game, start) = total_win(300);
    let mut agents = [agent("infallible"), agent("infallible")];
    let mut rng = generator(1, 0);
    let record =
        simulate::play(&game, &start, &mut agents, RULES, &mut NoReferee, &mut rng, |_, _, _| ())
            .unwrap();
    let plies = game.plies(start).map(|Plies(plies)| usize::from(plies));
    assert_eq!((record.end, Some(record.steps.len())), (End::Won(0), plies));
    assert_eq!(record.length(), game.outcome(start).depth().map(|depth| depth.0.into()));
}

/// A player of competence c is recognised as such in a game drawn by chance; so is it by the Analyser in
/// another game of the same class.
#[test]
fn a_competence_is_recognised() {
    let filter = MoveFilter { concede: Concede::Anything, ..MoveFilter::default() };
    let model = Model::new(PowerLaw::default(), filter);
    for (positions, c) in [(500, 3.0), (2_000, 3.0), (2_000, 8.0)] {
        let (game, start) = total_win(positions);
        let belief = Belief::uniform("0(0.5)20".parse().unwrap());
        let mut analyser = Analyser { model: model.clone(), belief };
        for number in 0..120 {
            let mut agents = [agent(&format!("player:{c},concede=all")), agent("infallible")];
            let mut rng = generator(9, number);
            let watch =
                |mover: usize, turn: &player::agents::Turn<'_, RandomGame>, played: usize| {
                    if mover == 0 {
                        assert!(analyser.observe(turn.choices, played));
                    }
                };
            let rules = Rules { move_limit: 40, ..RULES };
            simulate::play(&game, &start, &mut agents, rules, &mut NoReferee, &mut rng, watch)
                .unwrap();
        }
        let (mean, sd) = (analyser.belief.mean(), analyser.belief.sd());
        assert!(sd < 1.0, "{positions}, {c}: {mean} +- {sd}");
        assert!((mean - c).abs() < 4.0 * sd, "{positions}, {c}: {mean} +- {sd}");
    }
}

/// The Predator and the other agents play a random game to its end, and a fallible attacker needs at
/// least the depth.
#[test]
fn every_agent_plays() {
    let (game, start) = total_win(300);
    let depth = usize::from(game.outcome(start).depth().unwrap().0);
    for words in ["predator:8", "fewest", "player:2", "imitator", "emulator:5", "anti-infallible"] {
        for number in 0..5 {
            let mut agents = [agent("player:6"), agent(words)];
            let mut rng = generator(3, number);
            let record = simulate::play(
                &game,
                &start,
                &mut agents,
                RULES,
                &mut NoReferee,
                &mut rng,
                |_, _, _| (),
            )
            .unwrap();
            let best = |step: &simulate::MoveMade<graph::Node>| step.best >= step.value;
            assert!(record.steps.iter().all(best), "{words}");
            if words == "fewest" && record.end == End::Won(0) {
                assert!(record.length() >= Some(depth), "{words}");
            }
        }
    }
}
