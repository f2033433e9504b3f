//! Jansen's programs, weights and the tournament at real boards, against slow code that shares
//! nothing with them.

#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use endgame::find::{Find, Pick, Worth, find};
use endgame::heuristics::Weights;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::agents::predator::{Aim, Candidates, Risk};
use player::agents::{Analyser, Fewest, Predator, Turn};
use player::spec::AgentSpec;
use player::{Belief, Competence, Model, PriorSource, ReferencePlayer};
use study::tournament::{Contestant, Round, Tournament};
use study::weights;
use value::{ChoiceSource, Depth, Metric, Outcome, Plies};

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let tables = Tables::new(Metric::Dtc);
    for name in ["KQK", "KRK", "KQKR"] {
        tables.table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
    }
    tables
});

/// wKe3 Qc5 bKf5 Ra6, and the same board turned upside down and sideways.
const IMAGES: [&str; 3] = [
    "8/8/r7/2Q2k2/8/4K3/8/8 b - - 0 1",
    "8/8/4K3/8/2Q2k2/r7/8/8 b - - 0 1",
    "8/8/7r/2k2Q2/8/3K4/8/8 b - - 0 1",
];

fn probimax(risk: u16, plies: u16) -> Predator {
    let belief = Belief::certain(0.0).unwrap();
    Predator {
        candidates: Candidates::Within(Risk::constant(risk)),
        aim: Aim::Depth,
        draw: Some(Depth(50)),
        plies: Some(Plies(plies)),
        ..Predator::new(Analyser { model: Model::papers(), belief })
    }
}

/// What a program expects of every move it considers: the move, depth and nodes.
fn expected(program: &Predator, name: Option<&str>, fen: &str) -> (Vec<(String, f64)>, usize) {
    let position = Position::from_fen(fen).unwrap();
    let move_prior = name.map(|name| weights::named(name).unwrap());
    let source = PriorSource::new(&*TABLES, move_prior.as_deref());
    let choices = TABLES.choices(&position).unwrap();
    let turn = Turn::new(&source, &position, &choices);
    let advice = program.advise(&turn).unwrap();
    let told = |option: &player::agents::predator::MoveScore| {
        let san = position.san(choices[option.choice].play);
        (san, option.expectation.depth().unwrap())
    };
    (advice.options.iter().map(told).collect(), advice.nodes)
}

/// Jansen's recursion written out: the best of our moves within the risk, the average of his.
fn slow(at: &Position, weights: &Weights, risk: u16, plies: u16) -> f64 {
    let depth = |position: &Position| TABLES.outcome(position).unwrap().depth().unwrap().0;
    if plies == 0 {
        return f64::from(depth(at));
    }
    let after: Vec<Position> = at.legal_moves().into_iter().map(|play| at.after(play)).collect();
    if at.turn() == Color::Black {
        let best = after.iter().map(|next| depth(next) - 1).max().unwrap();
        let near = after.iter().filter(|next| depth(next) - 1 + risk >= best);
        let over = |next: &Position| next.material() != at.material();
        let value = |next: &Position| {
            if over(next) { 0.0 } else { slow(next, weights, risk, plies - 1) }
        };
        return near.map(value).fold(f64::NEG_INFINITY, f64::max);
    }
    let weight = weights.of(&TABLES, at, &at.legal_moves()).unwrap();
    let (mut sum, mut total) = (0.0, 0.0);
    for (next, weight) in after.iter().zip(weight) {
        if TABLES.outcome(next).unwrap().sign() >= 0 {
            continue;
        }
        let over = next.material() != at.material() || depth(next) == 0;
        let value = if over { 0.0 } else { slow(next, weights, risk, plies - 1) };
        sum += weight * value;
        total += weight;
    }
    sum / total
}

#[test]
fn probimax_is_the_recursion_written_out() {
    let position = Position::from_fen(IMAGES[0]).unwrap();
    let (options, _) = expected(&probimax(1, 4), Some("hp1"), IMAGES[0]);
    assert_eq!(options.len(), 2);
    for (san, ours) in options {
        let play = position.legal_moves().into_iter().find(|&play| position.san(play) == san);
        let theirs = slow(&position.after(play.unwrap()), &Weights::hp1(), 1, 3);
        assert!((ours - theirs).abs() < 1e-9, "{san}: {ours}, not {theirs}");
    }
}

/// What is remembered is what would be found, symmetric images included.
#[test]
fn memory_changes_no_answer() {
    let remembering = probimax(3, 4).remembering();
    for fen in IMAGES {
        let (plain, nodes) = expected(&probimax(3, 4), Some("hp0"), fen);
        for _ in 0..2 {
            let (known, same) = expected(&remembering, Some("hp0"), fen);
            assert_eq!(nodes, same, "{fen}");
            assert_eq!(plain.len(), known.len());
            for ((san, ours), (name, theirs)) in plain.iter().zip(known) {
                assert!(*san == name && (ours - theirs).abs() < 1e-9, "{san}: {ours}, {theirs}");
            }
        }
    }
    assert!(!remembering.memory.as_ref().unwrap().is_empty());
    let poor = Predator { nodes: Some(50), ..remembering };
    let fresh = Predator { nodes: Some(50), ..probimax(3, 4) };
    assert_eq!(expected(&poor, Some("hp0"), IMAGES[0]), expected(&fresh, Some("hp0"), IMAGES[0]));
}

/// A player of competence 0 plays by the weights alone; without them the weights are 1.
#[test]
fn weights_weigh() {
    let position = Position::from_fen("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1").unwrap();
    let move_prior = weights::named("hp1").unwrap();
    let source = PriorSource::new(&*TABLES, Some(&*move_prior));
    let choices = source.choices(&position).unwrap();
    let weights = Weights::hp1().of(&TABLES, &position, &position.legal_moves()).unwrap();
    let keeps = |at: usize| choices[at].value.sign() > 0;
    let total: f64 = (0..choices.len()).filter(|&at| keeps(at)).map(|at| weights[at]).sum();
    let random = ReferencePlayer::new(Competence::RANDOM);
    let prospect = random.prospect(&choices);
    for (at, p) in prospect.move_probabilities().iter().enumerate() {
        let share = if keeps(at) { weights[at] / total } else { 0.0 };
        assert!((p - share).abs() < 1e-12);
    }
    assert!(TABLES.choices(&position).unwrap().iter().all(|choice| choice.weight == 1.0));
}

/// Lost positions, Black to move, of a depth.
fn lost(depth: u16, limit: usize) -> Vec<Position> {
    let table = TABLES.table(&"KQKR".parse().unwrap(), &Monitor::NONE).unwrap();
    let wanted = Find {
        turn: Color::Black,
        worth: Worth::Exactly(Outcome::Loss(Depth(depth))),
        pick: Pick::Random { seed: 3 },
        limit,
    };
    find(&table, &wanted)
}

fn round(programs: &[&str], opponent: &str, starts: Vec<Position>) -> Round {
    let contestant = |agent: &str| {
        let spec: AgentSpec = agent.parse().unwrap();
        Contestant::new(agent, &spec).unwrap()
    };
    let tournament = Tournament {
        programs: programs.iter().map(|program| contestant(program)).collect(),
        opponent: contestant(opponent),
        starts,
        seed: 5,
        move_limit: 200,
    };
    tournament.play(&TABLES, &AtomicBool::new(false), || ()).unwrap()
}

#[test]
fn programs_keep_their_risk() {
    let starts = [lost(11, 2), lost(14, 2)].concat();
    let programs = ["infallible", "fewest", "hp1:plies=2", "predator:5,risk=2@12"];
    let round = round(&programs, "player:8", starts);
    let most = |program: usize, from: u16| {
        let exchanges = round.scores[program].iter().flat_map(|score| &score.exchanges);
        exchanges.filter(|e| e.depth.0 >= from).map(|e| e.given).max().unwrap_or(0)
    };
    assert_eq!((most(0, 0), most(1, 0)), (0, 0));
    assert!((1..=3).contains(&most(2, 10)) && most(3, 12) <= 2);
    for (program, from) in [(2, 10), (3, 12)] {
        let exchanges = round.scores[program].iter().flat_map(|score| &score.exchanges);
        assert!(exchanges.filter(|e| e.depth.0 < from).all(|e| e.given == 0));
    }
    assert_eq!(round.standing(0).own_error.mean, 0.0);
}

/// The same games on any number of threads, and a program beside itself shows no difference.
#[test]
fn a_tournament_is_paired_and_repeatable() {
    let play = || round(&["hp2:plies=2", "hp2:plies=2", "infallible"], "emulator:15", lost(13, 6));
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (one, three) = (pool(1).install(play), pool(3).install(play));
    assert_eq!(one.scores, three.scores);
    assert_eq!(one.scores[0], one.scores[1]);
    let same = one.standing(1).net;
    assert_eq!((same.over_first, same.over_first_se), (0.0, 0.0));
}

/// B, by counting: the smallest share of optimal replies among the optimal moves.
#[test]
fn fewest_leaves_the_fewest() {
    for position in lost(12, 5).iter().chain(&lost(20, 5)) {
        let choices = TABLES.choices(position).unwrap();
        let turn = Turn::new(&*TABLES, position, &choices);
        let ours = Fewest.candidates(&turn).unwrap();
        let value = |at: &Position| TABLES.outcome(at).unwrap();
        let share = |at: &Position| {
            let after: Vec<Outcome> =
                at.legal_moves().into_iter().map(|play| value(&at.after(play))).collect();
            let least = after.iter().min().unwrap();
            after.iter().filter(|one| *one == least).count() as f64 / after.len() as f64
        };
        let next: Vec<Position> = choices.iter().map(|c| position.after(c.play)).collect();
        let best = next.iter().map(value).min().unwrap();
        let optimal = || (0..next.len()).filter(|&at| value(&next[at]) == best);
        let fewest = optimal().map(|at| share(&next[at])).fold(f64::INFINITY, f64::min);
        let theirs: Vec<usize> = optimal().filter(|&at| share(&next[at]) == fewest).collect();
        assert_eq!(ours, theirs, "{}", position.fen());
    }
}

/// A file may bring its own competence, and a name that is nothing is refused in one sentence.
#[test]
fn weights_are_found_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("people.json");
    let checks = "{\"kind\":\"fallible weights\",\"version\":1,\"name\":\"people\",\"competence\":7.5,\
                  \"terms\":[{\"rule\":\"check\",\"coefficient\":50}]}";
    std::fs::write(&file, checks).unwrap();
    let name = file.to_str().unwrap();
    let found = weights::named(name).unwrap();
    assert_eq!(found.competence(), Some(Competence::new(7.5).unwrap()));
    let instantiate = |text: &str| {
        let spec: AgentSpec = text.parse().unwrap();
        spec.instantiate::<Tables>(&weights::named).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(instantiate(&format!("player:weights={name}")), Ok(()));
    assert!(instantiate("player:weights=hp1").unwrap_err().contains("bring no competence"));
    assert!(instantiate("player:20,weights=nobody").unwrap_err().contains("no weights 'nobody'"));
    // Whoever weighs checks so heavily gives one whenever that keeps the win.
    let round = round(&["infallible"], &format!("player:weights={name}"), lost(12, 3));
    assert!(round.standing(0).moves > 0);
}
