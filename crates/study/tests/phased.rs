//! Games followed phase by phase, against all phases at once up to four men, and against games played beyond.

#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::sync::atomic::AtomicBool;

use endgame::heuristics::Weights;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::successors::Successors;
use endgame::tables::Tables;
use player::filter::{Concede, MoveFilter};
use player::markov::Seat;
use player::preference::PowerLaw;
use player::reference::Model;
use player::simulate::Rules;
use player::{Belief, Competence, CompetenceGrid};
use study::exact::{
    End, ExactError, Pairing, Phased, PhasedAnswer, PhasedQuestion, StoredMoves, Ties,
};
use study::game::DrawRules;
use study::markov::Chain;
use study::matches::Match;
use study::prediction::attacker_at;
use value::Metric;

const NO_MONITOR: Monitor<'static> = Monitor::NONE;
const BUDGET: usize = 2 << 30;

fn pairing(attacker: f64, defender: f64, concede: Concede) -> Pairing {
    let model = Model::new(PowerLaw::default(), MoveFilter { concede, ..MoveFilter::default() });
    let [attacker, defender] = [attacker, defender].map(|c| Competence::new(c).unwrap());
    Pairing { model, attacker, defender, ties: Ties::Uniform }
}

fn successors<'t>(tables: &'t Tables, name: &str) -> Successors<'t> {
    Successors::of(tables, &name.parse().unwrap(), &NO_MONITOR).unwrap()
}

/// Relatively, or absolutely below 1.
fn same(ours: f64, theirs: f64, what: &str) {
    let apart = (ours - theirs).abs() / theirs.abs().max(1.0);
    assert!(
        apart < 1e-9 || (ours.is_infinite() && theirs.is_infinite()),
        "{what}: {ours} {theirs}"
    );
}

/// Compares every position of an endgame with the attacker to move: lengths, and the chances of each end.
fn compare(chain: Chain<'_>, pairing: &Pairing, moves: &[usize]) {
    let stored = StoredMoves::new(chain, pairing, None, BUDGET, &NO_MONITOR).unwrap();
    let solved = stored.lengths(&NO_MONITOR).unwrap();
    let lengths = stored.by_number(&solved).attacker;
    let question = PhasedQuestion { position: None, moves, budget: BUDGET };
    let ours = Phased::answer(chain, pairing, question, &NO_MONITOR).unwrap();
    assert!(ours.no_length.is_none() && ours.residual < 1e-9);
    let table = chain.successors().table();
    let numbers = (0..table.index().len())
        .filter(|&number| table.index().representative(number) == number)
        .filter(|&number| stored.knows(Seat::Attacker, number) && lengths[number] > 0.0);
    let numbers: Vec<usize> = numbers.collect();
    assert!(numbers.len() > 1_000, "{}", numbers.len());
    for &number in &numbers {
        same(ours.lengths[number], lengths[number], "length");
    }
    let ends: &[End] = if chain.space().is_wins_only() { &[End::Won] } else { &End::ALL };
    for &end in ends {
        for (at, &moves) in moves.iter().enumerate() {
            let theirs = stored.ended_within(end, moves, &NO_MONITOR, |_| ()).unwrap();
            for &number in &numbers {
                let chance = ours.within[end as usize][at][number];
                same(chance, theirs.attacker[number], "chance");
            }
        }
    }
}

/// One pawn, promotions that decide, draws followed, the count that goes on: the same as all phases at once.
#[test]
fn phase_by_phase_is_as_all_at_once() {
    let tables = Tables::new(Metric::Dtc);
    let pawn = successors(&tables, "KPK");
    let both = pairing(5.0, 3.0, Concede::Anything);
    compare(Chain::all(&pawn, Color::White), &both, &[3, 17]);
    compare(Chain::all(&pawn, Color::Black), &pairing(2.0, 1.0, Concede::Anything), &[9]);
    let wins = pairing(6.0, f64::INFINITY, Concede::Draws);
    let chain = Chain::wins(&pawn, Color::White).unwrap();
    let weights = Weights::hp1();
    compare(chain.weighed(Seat::Attacker, &weights).unwrap(), &wins, &[12]);
    let dtm = Tables::new(Metric::Dtm);
    let pawn = successors(&dtm, "KPK");
    compare(Chain::wins(&pawn, Color::White).unwrap(), &pairing(8.0, 3.0, Concede::Draws), &[20]);
}

/// Pawns of both sides, and their rights to capture en passant; and two pawns, whose placements have images.
#[test]
fn pawns_of_both_sides_and_of_one() {
    let tables = Tables::new(Metric::Dtc);
    for (name, defender) in [("KPKP", 2.0), ("KPPK", f64::INFINITY)] {
        let successors = successors(&tables, name);
        let chain = Chain::wins(&successors, Color::White).unwrap();
        compare(chain, &pairing(3.0, defender, Concede::Draws), &[1, 8]);
    }
}

/// What is known of one position.
fn ask(
    tables: &Tables,
    fen: &str,
    pairing: &Pairing,
    weights: Option<&Weights>,
    moves: usize,
) -> PhasedAnswer {
    let position = Position::from_fen(fen).unwrap();
    let value = tables.outcome(&position).unwrap();
    let (attacker, seat) = attacker_at(&position, value);
    let material = position.material();
    let successors = Successors::of(tables, &material, &NO_MONITOR).unwrap();
    let color = material.table_color(attacker);
    let mut chain = match pairing.model.filter.concede {
        Concede::Anything => Chain::all(&successors, color),
        _ => Chain::wins(&successors, color).unwrap(),
    };
    if let Some(weights) = weights {
        chain = chain.weighed(Seat::Attacker, weights).unwrap();
    }
    let number = successors.table().index().encode(&position).unwrap().index;
    let question = PhasedQuestion {
        position: Some((&position, number, seat)),
        moves: &[moves],
        budget: BUDGET,
    };
    Phased::answer(chain, pairing, question, &NO_MONITOR).unwrap()
}

/// Many games: the winner's moves on average with the standard error, and the share won within so many.
fn played(tables: &Tables, fen: &str, agents: [&str; 2], within: usize) -> (f64, f64, f64) {
    const GAMES: usize = 3_000;
    let position = Position::from_fen(fen).unwrap();
    let (attacker, _) = attacker_at(&position, tables.outcome(&position).unwrap());
    let contest = Match {
        agents: agents.map(|agent| agent.parse().unwrap()),
        starts: vec![position],
        games: GAMES,
        seed: 15,
        rules: Rules { move_limit: 3_000, stop_at_goal: true },
        draws: DrawRules::NONE,
        model: Model::papers(),
        prior: Belief::uniform(CompetenceGrid::default()),
        move_prior: None,
    };
    let games = contest.play(tables, &AtomicBool::new(false), || ()).unwrap();
    let moves = |game: &study::matches::PlayedGame| {
        game.record.moves_of(usize::from(attacker != game.start.turn())) as f64
    };
    let mean = games.iter().map(moves).sum::<f64>() / GAMES as f64;
    let square: f64 = games.iter().map(|game| (moves(game) - mean).powi(2)).sum();
    let won = games.iter().filter(|game| moves(game) <= within as f64).count();
    let error = (square / GAMES as f64 / (GAMES as f64 - 1.0)).sqrt();
    (mean, error, won as f64 / GAMES as f64)
}

/// Five men: pawns of both sides, the winner's moves weighed or not, against games.
#[test]
fn five_men_as_they_are_played() {
    let tables = Tables::new(Metric::Dtc);
    let hp1 = Weights::hp1();
    let cases = [
        ("8/2p5/8/1P6/1P2K3/8/8/6k1 w - - 0 1", None, ["player:3", "player:2"]),
        ("8/2p5/8/1P6/1P2K3/8/8/6k1 b - - 0 1", Some(&hp1), ["player:3,weights=hp1", "player:2"]),
    ];
    for (fen, weights, agents) in cases {
        let ours = ask(&tables, fen, &pairing(3.0, 2.0, Concede::Draws), weights, 6);
        let (mean, error, won) = played(&tables, fen, agents, 6);
        let (length, deviation) = ours.length.unwrap();
        assert!((length - mean).abs() < 3.0 * error, "{fen}: {length} is not {mean} ± {error}");
        let games: f64 = 3_000.0;
        assert!((deviation / games.sqrt() / error - 1.0).abs() < 0.2, "{deviation} {error}");
        let chance = ours.chances[0][6];
        let spread = 3.0 * (chance * (1.0 - chance) / games).sqrt();
        assert!((chance - won).abs() < spread, "{fen}: {chance} is not {won}");
    }
}

/// Too little memory is refused with a sentence.
#[test]
fn memory_is_asked_for() {
    let tables = Tables::new(Metric::Dtc);
    let pawn = successors(&tables, "KPK");
    let question = PhasedQuestion { position: None, moves: &[50], budget: 1 << 20 };
    let pairing = pairing(5.0, 5.0, Concede::Anything);
    let refused = Phased::answer(Chain::all(&pawn, Color::White), &pairing, question, &NO_MONITOR);
    assert!(matches!(refused, Err(ExactError::Memory { .. })));
}
