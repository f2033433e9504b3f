//! Games followed phase by phase, against all phases at once.

#![allow(clippy::unwrap_used)] // in helpers of tests too

use endgame::heuristics::Weights;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::successors::Successors;
use endgame::tables::Tables;
use player::Competence;
use player::filter::{Concede, MoveFilter};
use player::markov::Seat;
use player::preference::PowerLaw;
use player::reference::Model;
use study::exact::{End, ExactError, Pairing, Phased, PhasedQuestion, StoredMoves, Ties};
use study::markov::Chain;
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

/// Pawns of both sides, and a double step past a pawn that may be captured en passant.
#[test]
fn pawns_of_both_sides() {
    let tables = Tables::new(Metric::Dtc);
    let pawns = successors(&tables, "KPKP");
    let chain = Chain::wins(&pawns, Color::White).unwrap();
    let pairing = pairing(2.0, 1.0, Concede::Draws);
    let stored = StoredMoves::new(chain, &pairing, None, BUDGET, &NO_MONITOR).unwrap();
    let solved = stored.lengths(&NO_MONITOR).unwrap();
    let position = Position::from_fen("8/3p4/8/2P5/2K5/8/8/7k b - - 0 1").unwrap();
    let number = pawns.table().index().encode(&position).unwrap().index;
    let at = (Seat::Defender, number);
    let position = Some((&position, number, Seat::Defender));
    let question = PhasedQuestion { position, moves: &[7], budget: BUDGET };
    let ours = Phased::answer(chain, &pairing, question, &NO_MONITOR).unwrap();
    let (length, deviation) = stored.length_at(&solved, at, &NO_MONITOR).unwrap();
    let found = ours.length.unwrap();
    same(found.0, length, "length");
    assert!((found.1 / deviation - 1.0).abs() < 1e-6, "{} {deviation}", found.1);
    let theirs = stored.ended_within(End::Won, 7, &NO_MONITOR, |_| ()).unwrap();
    same(ours.chances[0][7], theirs.defender[number], "chance");
}

/// One position asked about, alone and among all: the same.
#[test]
fn one_position_is_as_among_all() {
    let tables = Tables::new(Metric::Dtc);
    let pawn = successors(&tables, "KPK");
    let chain = Chain::all(&pawn, Color::White);
    let pairing = pairing(4.0, 2.0, Concede::Anything);
    let ask = |position: Option<(&Position, usize, Seat)>| {
        let question = PhasedQuestion { position, moves: &[11], budget: BUDGET };
        Phased::answer(chain, &pairing, question, &NO_MONITOR).unwrap()
    };
    let all = ask(None);
    for fen in ["8/8/3k4/8/8/2K5/2P5/8 w - - 0 1", "8/8/3k4/7P/8/2K5/8/8 w - - 0 1"] {
        let position = Position::from_fen(fen).unwrap();
        let index = pawn.table().index();
        let number = index.representative(index.encode(&position).unwrap().index);
        let one = ask(Some((&position, number, Seat::Attacker)));
        assert!(one.positions < all.positions, "{} of {}", one.positions, all.positions);
        same(one.length.unwrap().0, all.lengths[number], fen);
        for end in End::ALL {
            let alone = one.chances[end as usize][11];
            same(alone, all.within[end as usize][0][number], fen);
        }
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
