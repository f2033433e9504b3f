//! Players who follow a plan: weights that depend on the mover's own last move.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use endgame::heuristics::{LastMove, Rule, Weights, facts_after};
use endgame::progress::Monitor;
use endgame::rules::{Color, Move, Position};
use endgame::tables::Tables;
use player::agents::{Agent, PriorAgent, Turn};
use player::simulate::Rules;
use player::{Belief, Competence, CompetenceGrid, Model, MovePrior, PriorSource, ReferencePlayer};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use study::game::DrawRules;
use study::learn::{Extractor, learn};
use study::matches::Match;
use study::weights::ByRules;
use value::{Choice, ChoiceSource, Metric};

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let tables = Tables::new(Metric::Dtc);
    for name in ["KQK", "KRK", "KQKR"] {
        tables.table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
    }
    tables
});

fn weights(terms: &[(&str, f64)]) -> Weights {
    let terms = terms.iter().map(|&(rule, weight)| (rule.parse().unwrap(), weight)).collect();
    Weights { terms, ..Weights::hp0() }
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn play(at: &Position, san: &str) -> Move {
    at.legal_moves().into_iter().find(|&play| at.san(play) == san).unwrap()
}

/// Which moves a rule holds of once a last move is known, by hand.
#[test]
fn the_words_of_history_mean_what_they_say() {
    // The queen came from a1 to d4 with check.
    let at = position("8/8/8/8/3Q4/K7/8/7k w - - 0 1");
    let last = |check| Some(LastMove { from: 0, to: 27, check });
    let moves = |rule: &str, last: Option<LastMove>| {
        let rule: Rule = rule.parse().unwrap();
        let plays = at.legal_moves();
        let facts = facts_after(&TABLES, &at, &plays, last).unwrap();
        let held = plays.iter().zip(&facts).filter(|(_, facts)| rule.holds(facts));
        let mut held: Vec<String> = held.map(|(&play, _)| at.san(play)).collect();
        held.sort();
        held
    };
    assert_eq!(moves("goes-on", last(true)), ["Qe5", "Qf6", "Qg7", "Qh8+"]);
    assert_eq!(moves("takes-back", last(true)), ["Qa1+"]);
    assert!(moves("same-man", last(true)).iter().all(|san| san.starts_with('Q')));
    assert_eq!(
        moves("same-man", last(true)).len() + moves("moves(K)", None).len(),
        at.legal_moves().len()
    );
    let checks = moves("check", None);
    assert_eq!(moves("check-again", last(true)), checks);
    assert!(checks.len() > 3 && moves("check-again", last(false)).is_empty());
    for word in ["same-man", "goes-on", "takes-back", "check-again"] {
        assert!(moves(word, None).is_empty(), "{word}");
        assert!(word.parse::<Rule>().unwrap().looks_back());
    }
    assert!(!"check and not attacked(Q)".parse::<Rule>().unwrap().looks_back());
    // A knight goes on by the same leap alone.
    let at = position("8/8/8/3N4/8/8/1K6/7k w - - 0 1");
    let facts = |san: &str, from: u8| {
        let plays = [play(&at, san)];
        let last = Some(LastMove { from, to: 35, check: false });
        facts_after(&TABLES, &at, &plays, last).unwrap()[0]
    };
    // From c3 (18) to d5 (35) and on to e7; from b4 (25) on to f6.
    assert!(facts("Ne7", 18).goes_on() && !facts("Nf6", 18).goes_on());
    assert!(facts("Nf6", 25).goes_on() && !facts("Ne7", 25).goes_on());
}

/// Games of an agent.
fn games(white: &str, start: &str, count: usize) -> (Match, Vec<study::matches::PlayedGame>) {
    let contest = Match {
        agents: [white.parse().unwrap(), "random".parse().unwrap()],
        starts: vec![position(start)],
        games: count,
        seed: 4,
        rules: Rules { move_limit: 30, stop_at_goal: true },
        draws: DrawRules::NONE,
        model: Model::judging_people(),
        prior: Belief::uniform(CompetenceGrid::default()),
        move_prior: None,
    };
    let played = contest.play(&TABLES, &AtomicBool::new(false), || ()).unwrap();
    (contest, played)
}

/// Who always goes on with the same man does so from his second move on; and what he goes by is found
/// again in his games.
#[test]
fn a_player_with_a_plan_follows_it_and_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, terms: &[(&str, f64)]| {
        let path = folder.path().join(name);
        std::fs::write(&path, weights(terms).to_json()).unwrap();
        format!("player:0,concede=all,weights={}", path.display())
    };
    let start = "8/8/3k4/8/8/3K4/8/R7 w - - 0 1";
    let (_, played) = games(&file("stubborn.json", &[("same-man", 60.0)]), start, 12);
    for game in &played {
        let own: Vec<Move> = game.record.steps.iter().step_by(2).map(|step| step.play).collect();
        let same = own.windows(2).filter(|two| two[1].from() == Some(two[0].to())).count();
        assert_eq!(same + 1, own.len(), "{own:?}");
    }
    let (contest, played) =
        games(&file("planner.json", &[("same-man", 1.0), ("takes-back", -1.5)]), start, 60);
    let extractor = Extractor {
        tables: &TABLES,
        material: "KRK".parse().unwrap(),
        side: Color::White,
        model: Model::judging_people(),
        rules: Rule::of_history(),
    };
    let written = played.iter().enumerate().map(|(at, game)| (at, contest.written(at + 1, game)));
    let observations: Vec<_> =
        written.flat_map(|(at, game)| extractor.extract(at, &game).unwrap().observations).collect();
    let learned = learn(&extractor, &observations, 3).unwrap();
    for (rule, truth) in [("same-man", 1.0), ("takes-back", -1.5), ("goes-on", 0.0)] {
        let at = extractor.features().iter().position(|name| name == rule).unwrap();
        let (found, error) = learned.coefficient(at).unwrap();
        assert!((found - truth).abs() < 4.0 * error && error < 0.5, "{rule}: {found} ± {error}");
    }
    let loss = |name: &str| {
        let found = learned.baselines.iter().find(|one| one.name == name);
        found.map(|one| one.score.log_loss)
    };
    assert!(loss("with history").unwrap() < loss("R_c").unwrap());
    assert_eq!(loss("R_c and rules"), None, "no other rules were given");
}

/// What is expected at the second reply depends on the first: the line is followed, as slow code does.
#[test]
fn a_search_follows_the_line() {
    let own = weights(&[("same-man", 1.2), ("takes-back", -2.0), ("check-again", 0.7)]);
    let prior = ByRules(own.clone());
    let (source, root) = (&*TABLES, position("8/8/r7/2Q2k2/8/4K3/8/8 b - - 0 1"));
    let before = position("8/8/r7/5k2/8/4K3/8/2Q5 w - - 0 1");
    let led = prior.memory_of(&before, &play(&before, "Qc5+")).unwrap();
    let seen = PriorSource::new(source, Some(&prior)).after_moves([None, Some(led)]);
    let weighed = |at: &Position, last: Option<LastMove>| {
        own.after(source, at, &at.legal_moves(), last).unwrap()
    };
    let told = |at: &Position| {
        let choices = seen.choices(at).unwrap();
        choices.iter().map(|choice: &Choice<Move>| choice.weight).collect::<Vec<f64>>()
    };
    let check = Some(LastMove { from: 2, to: 34, check: true });
    for ours in ["Kf6", "Kg6", "Ke6"] {
        let ours = play(&root, ours);
        let first = seen.after(&root, &ours);
        assert_eq!(told(&first), weighed(&first, check));
        for reply in first.legal_moves().into_iter().take(6) {
            let second = seen.after(&first, &reply);
            let his = Some(LastMove::new(reply, second.is_check()));
            for next in second.legal_moves().into_iter().take(3) {
                let third = seen.after(&second, &next);
                assert_eq!(told(&third), weighed(&third, his), "{}", third.fen());
            }
        }
        // Back at the first reply the last move is the old one again.
        let first = seen.after(&root, &ours);
        assert_eq!(told(&first), weighed(&first, check));
    }
    assert_eq!(seen.key(&root), None, "one position has several weights");
    let plain = ByRules(weights(&[("check", 1.0)]));
    assert!(PriorSource::new(source, Some(&plain)).key(&root).is_some());
}

/// An agent that takes up a game in the middle remembers what it is told, and forgets it with a new game.
#[test]
fn an_agent_remembers_its_own_last_move() {
    let prior: Arc<dyn MovePrior<Tables>> = Arc::new(ByRules(weights(&[("takes-back", 50.0)])));
    let player = ReferencePlayer { competence: Competence::RANDOM, model: Model::judging_people() };
    let mut agent = PriorAgent::new(player, prior);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let start = position("8/8/3k4/8/8/3K4/8/R7 w - - 0 1");
    let tell = |agent: &mut PriorAgent<ReferencePlayer, Tables>, at: &Position, san: &str, own| {
        let choices = TABLES.choices(at).unwrap();
        let turn = Turn::new(&*TABLES, at, &choices);
        let played = choices.find(&play(at, san)).unwrap();
        let hear = if own { Agent::moved } else { Agent::opponent_moved };
        hear(agent, &turn, played).unwrap();
        at.after(choices[played].play)
    };
    let next = tell(&mut agent, &start, "Ra5", true);
    let now = tell(&mut agent, &next, "Kd7", false);
    let choices = TABLES.choices(&now).unwrap();
    let turn = Turn::new(&*TABLES, &now, &choices);
    let odds = agent.odds(&turn).unwrap();
    let back = choices.find(&play(&now, "Ra1")).unwrap();
    assert!(odds[back] > 0.999);
    let chosen = agent.choose(&turn, &mut rng).unwrap();
    assert_eq!(chosen, back);
    Agent::<Tables>::new_game(&mut agent);
    let odds = agent.odds(&turn).unwrap();
    assert!((odds[back] - 1.0 / choices.len() as f64).abs() < 1e-12);
}
