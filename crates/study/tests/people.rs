//! People of a rating: how they choose, what they give away, and the rating that their moves speak for.

#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;

use endgame::progress::Monitor;
use endgame::rules::{Move, Position, uci};
use endgame::tables::Tables;
use player::agents::Turn;
use player::spec::AgentSpec;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use study::people::rating::{RatingBelief, beliefs};
use study::people::{LastMoves, PeopleModel, units};
use study::weights;
use value::{ChoiceSource, Metric, Outcome};

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let tables = Tables::new(Metric::Dtc);
    for name in ["KQK", "KRK", "KPK", "KQKR", "KRKP"] {
        tables.table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
    }
    tables
});

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// The chance of each move of a position for players of a rating, by its name.
fn chances(at: &Position, rating: f64) -> Vec<(String, f64)> {
    let plays = at.legal_moves();
    let chances =
        PeopleModel::built_in().chances(&TABLES, at, &plays, LastMoves::default()).unwrap();
    let logs = chances.log_probabilities(units(rating));
    plays.iter().zip(logs).map(|(play, log)| (uci(*play), log.exp())).collect()
}

/// A square seen from the other side of the board.
fn turned(name: &str) -> String {
    let turn = |c: char| c.to_digit(10).map_or(c, |rank| char::from_digit(9 - rank, 10).unwrap());
    name.chars().map(turn).collect()
}

/// Wins, losses and draws, with pawns and without, a promotion and a capture among them.
const POSITIONS: [&str; 7] = [
    "8/8/8/8/3Q4/K7/4r3/7k w - - 0 1",
    "8/8/8/8/3Q4/K7/4r3/7k b - - 0 1",
    "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1",
    "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1",
    "8/4P1k1/8/8/8/8/4K3/8 w - - 0 1",
    "8/8/8/8/8/1k6/1p6/1K1R4 w - - 0 1",
    "8/8/8/3k4/3R4/8/5p2/K7 b - - 0 1",
];

#[test]
fn people_make_some_legal_move_and_do_not_look_at_the_colour() {
    for fen in POSITIONS {
        let at = position(fen);
        let own = chances(&at, 1500.0);
        assert!((own.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-9, "{fen}");
        let other = chances(&at.colours_exchanged(), 1500.0);
        for (play, chance) in own {
            let same = other.iter().find(|(name, _)| *name == turned(&play)).unwrap();
            assert!((same.1 - chance).abs() < 1e-9, "{fen} {play}: {chance} and {}", same.1);
        }
    }
}

/// A game of two agents from a position, by their descriptions, until it leaves the endgame or for so many half-moves.
fn game(start: &Position, agents: [&str; 2], seed: u64) -> Vec<(Position, Move)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut players = agents.map(|text| {
        let spec: AgentSpec = text.parse().unwrap();
        spec.instantiate::<Tables>(&weights::named).unwrap().agent()
    });
    let (mut at, mut line) = (start.clone(), Vec::new());
    while line.len() < 80 && at.material() == start.material() {
        let choices = TABLES.choices(&at).unwrap();
        if choices.is_empty() {
            break;
        }
        let turn = Turn::new(&*TABLES, &at, &choices);
        let mover = line.len() % 2;
        let chosen = players[mover].choose(&turn, &mut rng).unwrap();
        players[1 - mover].opponent_moved(&turn, chosen).unwrap();
        let play = choices[chosen].play;
        line.push((at.clone(), play));
        at = at.after(play);
    }
    line
}

#[test]
fn stronger_people_play_better_and_their_moves_say_so() {
    let start = position("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1");
    let told = |spec: &str| {
        let mut belief = RatingBelief::default();
        for seed in 0..30 {
            let line = game(&start, [spec, "infallible"], seed);
            let line = line.iter().map(|(at, play)| (at, *play));
            let all = beliefs(&TABLES, PeopleModel::built_in(), line).unwrap();
            all.iter().filter(|((black, _), _)| !black).for_each(|(_, own)| belief.join(own));
        }
        belief
    };
    let [weak, strong] = ["human:1200", "human:2200"].map(|spec| told(spec).interval(1.0));
    assert!(weak.0 + 300.0 < strong.0, "{weak:?} {strong:?}");
    assert!(weak.1 <= 1200 && 1200 <= weak.2 + 200, "{weak:?}");
    assert!(strong.1 <= 2400 && 2000 <= strong.2, "{strong:?}");
}

/// The chance that a person of this rating gives the value away.
fn slips(fen: &str, rating: f64) -> f64 {
    let at = position(fen);
    let choices = TABLES.choices(&at).unwrap();
    let keeps = |name: &str| {
        let found = choices.iter().position(|choice| uci(choice.play) == name).unwrap();
        choices.keeps_value(found)
    };
    chances(&at, rating).iter().filter(|(name, _)| !keeps(name)).map(|(_, chance)| chance).sum()
}

#[test]
fn wins_are_let_go_sometimes_and_hardly_ever_by_hanging_a_queen() {
    // One move wins: the opposition.
    let hard = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";
    let easy = "8/8/8/8/3Q4/K7/4r3/7k w - - 0 1";
    assert!(TABLES.outcome(&position(easy)).unwrap().sign() > 0);
    let (weak, strong) = (slips(easy, 1000.0), slips(easy, 2400.0));
    assert!(weak > strong && weak < 0.2 && strong > 0.0, "{weak} {strong}");
    if let Outcome::Win(_) = TABLES.outcome(&position(hard)).unwrap() {
        assert!(slips(hard, 1000.0) > weak, "a hidden way to let go is found more often");
    }
}

#[test]
fn what_is_no_person_is_refused() {
    for text in ["human", "human:strong", "human:3500", "human:1500,kappa=1"] {
        assert!(text.parse::<AgentSpec>().is_err(), "{text}");
    }
}
