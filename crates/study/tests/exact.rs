//! Exact lengths and chances against plain code, known figures and the lumped model.

#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::collections::HashMap;

use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::successors::Successors;
use endgame::tables::Tables;
use player::Competence;
use player::markov::{Seat, TransitionMatrix};
use player::reference::{Model, ReferencePlayer};
use study::exact::{Exact, ExactError, Pairing, StoredMoves, Ties};
use study::markov::Chain;
use study::prediction::{Competences, MarkovModel, Question, by_depth};
use value::{ChoiceSource, Depth, Metric, Outcome, Plies};

const NO_MONITOR: Monitor<'static> = Monitor::NONE;

fn competence(c: f64) -> Competence {
    Competence::new(c).unwrap()
}

fn successors<'t>(tables: &'t Tables, name: &str) -> Successors<'t> {
    Successors::of(tables, &name.parse().unwrap(), &NO_MONITOR).unwrap()
}

fn pairing(attacker: f64, defender: f64, ties: Ties) -> Pairing {
    let model = Model::papers();
    Pairing { model, attacker: competence(attacker), defender: competence(defender), ties }
}

fn matrices(chain: &Chain<'_>, pairing: &Pairing) -> [TransitionMatrix; 2] {
    [Seat::Attacker, Seat::Defender].map(|seat| {
        let competences = [pairing.competence(seat)];
        let count = Count::Boards;
        chain.matrices(seat, &pairing.model, &competences, count, &NO_MONITOR).unwrap().remove(0)
    })
}

fn exact<'a>(chain: Chain<'a>, pairing: Pairing) -> Exact<'a> {
    let matrices = matrices(&chain, &pairing);
    Exact::new(chain, pairing, matrices, 4 << 30, &NO_MONITOR).unwrap()
}

/// A player who goes for the worst wins needs more moves than doubles can tell apart: there is no answer then, by sweeps and over
/// stored moves, and no number that rounding has made up.
#[test]
fn no_length_is_told_that_may_be_wrong_altogether() {
    let tables = Tables::new(Metric::Dtc);
    let successors = successors(&tables, "KRK");
    let chain = Chain::wins(&successors, Color::White).unwrap();
    for (c, told) in [(-5.0, false), (2.0, true)] {
        let pairing = pairing(c, f64::INFINITY, Ties::Uniform);
        let stored = StoredMoves::new(chain, &pairing, None, 1 << 30, &NO_MONITOR).unwrap();
        let exact = exact(chain, pairing);
        let residuals = [
            exact.lengths(&NO_MONITOR).map(|lengths| lengths.residual),
            stored.lengths(&NO_MONITOR).map(|lengths| stored.by_number(&lengths).residual),
        ];
        for residual in residuals {
            match residual {
                Ok(residual) => assert!(told && residual < 0.1, "c = {c}: {residual}"),
                Err(ExactError::Unsettled { .. } | ExactError::Endless) => {
                    assert!(!told, "c = {c}")
                }
                Err(error) => panic!("c = {c}: {error}"),
            }
        }
    }
}

/// Every won KQK position by plain code: lists of choices, and sweeps until nothing moves.
#[test]
fn kqk_as_by_plain_sweeps() {
    let tables = Tables::new(Metric::Dtc);
    let successors = successors(&tables, "KQK");
    let chain = Chain::wins(&successors, Color::White).unwrap();
    for (attacks, defends) in [(4.0, f64::INFINITY), (6.0, 3.0)] {
        let exact = exact(chain, pairing(attacks, defends, Ties::Uniform));
        let lengths = exact.lengths(&NO_MONITOR).unwrap();
        assert!(lengths.residual < 1e-9);

        // A number for each position, as a FEN of its own; its next positions with their chances.
        let index = successors.table().index();
        let key = |position: &Position| {
            let slot = index.encode(position).unwrap();
            (slot.turn, index.representative(slot.index))
        };
        let start = Position::from_fen("8/8/8/3k4/8/8/8/K5Q1 w").unwrap();
        let mut places = HashMap::from([(key(&start), 0)]);
        let mut queue = vec![start];
        let mut rows: Vec<(f64, Vec<(usize, f64)>)> = Vec::new();
        while rows.len() < queue.len() {
            let position = queue[rows.len()].clone();
            let white = position.turn() == Color::White;
            let choices = tables.choices(&position).unwrap();
            let c = competence(if white { attacks } else { defends });
            let prospect = ReferencePlayer::new(c).prospect(&choices);
            let mut row = Vec::new();
            for (choice, &p) in choices.iter().zip(prospect.move_probabilities()) {
                let over = matches!(choice.value, Outcome::Win(Depth(0)) | Outcome::Loss(Depth(0)));
                if p > 0.0 && !over {
                    let next = position.after(choice.play);
                    let place = *places.entry(key(&next)).or_insert_with(|| {
                        queue.push(next);
                        queue.len() - 1
                    });
                    row.push((place, p));
                }
            }
            rows.push((f64::from(u8::from(white)), row));
        }
        assert!(rows.len() > 20_000, "{}", rows.len());
        let mut plain = vec![0.0; rows.len()];
        for _ in 0..3_000 {
            let mut moved = 0.0f64;
            for at in 0..rows.len() {
                let (adds, row) = &rows[at];
                let next = adds + row.iter().map(|&(to, p)| p * plain[to]).sum::<f64>();
                moved = moved.max((next - plain[at]).abs());
                plain[at] = next;
            }
            if moved < 1e-12 {
                break;
            }
        }
        for ((turn, number), at) in places {
            let ours = match turn {
                Color::White => {
                    let place = exact.place(Seat::Attacker, number).unwrap();
                    lengths.attacker[place]
                }
                Color::Black => {
                    let place = exact.place(Seat::Defender, number).unwrap();
                    lengths.defender[place]
                }
            };
            assert!((ours - plain[at]).abs() < 1e-7 * plain[at], "{ours} {}", plain[at]);
        }
    }
}

/// Depth by depth, a belief is the mean of its competences, and one competence alone is what its lengths say.
#[test]
fn a_belief_by_depth() {
    let tables = Tables::new(Metric::Dtc);
    let successors = successors(&tables, "KRK");
    let chain = Chain::wins(&successors, Color::White).unwrap();
    let predicted = |attacker: Competences| {
        let question = Question {
            model: Model::papers(),
            attacker,
            defender: Competence::INFALLIBLE,
            ties: Ties::Uniform,
            count: Count::Boards,
            moves: vec![1, 12],
            most_men: 3,
            budget: 1 << 30,
        };
        let markov = MarkovModel::new(&chain, &question, &NO_MONITOR).unwrap();
        by_depth(&chain, &question, &markov, &NO_MONITOR).unwrap().0
    };
    let (weak, strong) = (competence(7.0), competence(11.0));
    let both = predicted(vec![(weak, 0.25), (strong, 0.75)]);
    let [weaker, stronger] = [weak, strong].map(|c| predicted(vec![(c, 1.0)]));
    let exact = exact(chain, pairing(7.0, f64::INFINITY, Ties::Uniform));
    let spreads = exact.spreads(&exact.lengths(&NO_MONITOR).unwrap().attacker, Count::Boards);
    assert_eq!(both.len(), 16);
    for ((both, weak), strong) in both.iter().zip(&weaker).zip(&stronger) {
        let lengths = [both, weak, strong].map(|one| one.exact.as_ref().unwrap().mean);
        assert!((lengths[0] - 0.25 * lengths[1] - 0.75 * lengths[2]).abs() < 1e-9 * lengths[0]);
        assert_eq!(lengths[1], spreads[both.depth].unwrap().mean);
        for at in 0..2 {
            let chances = [both, weak, strong].map(|one| one.within[at].exact.unwrap());
            assert!((chances[0] - 0.25 * chances[1] - 0.75 * chances[2]).abs() < 1e-12);
        }
    }
}

/// Browne against BELLE: R_20 against the infallible defender from both positions. Games played at
/// random say 102.1 with a standard deviation of 49.5; the lumped model says 97.20.
#[test]
fn the_browne_positions() {
    let tables = Tables::new(Metric::Dtc);
    let successors = successors(&tables, "KQKR");
    let chain = Chain::wins(&successors, Color::White).unwrap();
    let mut exact = exact(chain, pairing(20.0, f64::INFINITY, Ties::Uniform));
    let place = |exact: &Exact<'_>, fen: &str| {
        let position = Position::from_fen(fen).unwrap();
        let number = successors.table().index().encode(&position).unwrap().index;
        exact.place(Seat::Attacker, number).unwrap()
    };
    let lengths = exact.lengths(&NO_MONITOR).unwrap();
    assert!(lengths.residual < 1e-9 && lengths.sweeps < 90, "{}", lengths.sweeps);
    exact.settle_ties(&lengths).unwrap();
    let deviations = exact.deviations(&lengths, &NO_MONITOR).unwrap();
    for fen in ["K3r3/8/5k2/Q7/8/8/8/8 w", "2KQ4/8/8/8/2r5/2k5/8/8 w"] {
        let place = place(&exact, fen);
        assert!((lengths.attacker[place] - 102.4252).abs() < 1e-4);
        assert!((deviations[place] - 49.733).abs() < 1e-3);
    }
    // The lumping error at depth 21: the model is a sixth too low.
    let spread = exact.spreads(&lengths.attacker, Count::Boards)[21].unwrap();
    assert!(spread.least < 30.0 && spread.greatest > 78.0);
    assert!((spread.mean - 61.282).abs() < 1e-3);

    // One move: the lumped model is exact, being the mean.
    let model = matrices(&chain, &pairing(20.0, f64::INFINITY, Ties::Uniform));
    let within = exact.within(1, &NO_MONITOR, |_| ()).unwrap();
    let ones = exact.spreads(&within.attacker, Count::Boards)[1].unwrap();
    assert!((ones.mean - model[0][(1, 0)]).abs() < 1e-12);
}

/// One deviation, for which the lengths are given away, is that of all; and lengths to a greater share are near enough.
#[test]
fn one_deviation_is_that_of_all() {
    let tables = Tables::new(Metric::Dtc);
    let successors = successors(&tables, "KRK");
    let chain = Chain::wins(&successors, Color::White).unwrap();
    for defender in [f64::INFINITY, 4.0] {
        let exact = exact(chain, pairing(8.0, defender, Ties::Uniform));
        let lengths = exact.lengths(&NO_MONITOR).unwrap();
        let deviations = exact.deviations(&lengths, &NO_MONITOR).unwrap();
        let rough = exact.lengths_to(1e-3, &NO_MONITOR).unwrap();
        assert!(rough.residual <= 1e-3 && rough.sweeps < lengths.sweeps);
        let followed = (0..deviations.len()).filter(|&n| exact.place(Seat::Attacker, n).is_some());
        for number in followed.step_by(997) {
            let one = exact.deviation_at(lengths.clone(), number, &NO_MONITOR).unwrap();
            assert_eq!(one, deviations[number]);
            let (rough, length) = (rough.attacker[number], lengths.attacker[number]);
            assert!((rough - length).abs() <= 1.01e-3 * length, "{rough} {length}");
        }
    }
}

/// The rules for ties stand in their order, and settled ties give back the same lengths.
#[test]
fn ties_make_it_harder_or_easier() {
    let tables = Tables::new(Metric::Dtc);
    let successors = successors(&tables, "KRK");
    let chain = Chain::wins(&successors, Color::White).unwrap();
    let solve = |ties| {
        let mut exact = exact(chain, pairing(8.0, f64::INFINITY, ties));
        let lengths = exact.lengths(&NO_MONITOR).unwrap();
        exact.settle_ties(&lengths).unwrap();
        let settled = exact.lengths(&NO_MONITOR).unwrap();
        for (a, b) in lengths.attacker.iter().zip(&settled.attacker) {
            assert!((a - b).abs() <= 1e-7 * a, "{a} {b}");
        }
        lengths.attacker
    };
    let [easiest, uniform, hardest] = [Ties::Easiest, Ties::Uniform, Ties::Hardest].map(solve);
    for ((easiest, uniform), hardest) in easiest.iter().zip(&uniform).zip(&hardest) {
        assert!(easiest <= &(uniform + 1e-7) && uniform <= &(hardest + 1e-7));
    }

    // However far a predator looks, it is between the easiest and the hardest; far enough, and it is
    // about the hardest.
    let mut sums = Vec::new();
    for plies in [2, 4, 60] {
        let mut exact = exact(chain, pairing(8.0, f64::INFINITY, Ties::Uniform));
        exact.settle_looking_ahead(Plies(plies)).unwrap();
        let lengths = exact.lengths(&NO_MONITOR).unwrap().attacker;
        for ((easiest, length), hardest) in easiest.iter().zip(&lengths).zip(&hardest) {
            assert!(easiest <= &(length + 1e-7) && length <= &(hardest + 1e-7));
        }
        sums.push(lengths.iter().sum::<f64>());
    }
    let [uniform, hardest] = [&uniform, &hardest].map(|lengths| lengths.iter().sum::<f64>());
    assert!(sums.iter().all(|&sum| sum > uniform), "{sums:?} {uniform} {hardest}");
    assert!(hardest - sums[2] < 0.02 * (hardest - uniform), "{sums:?} {uniform} {hardest}");
}

#[test]
fn infallible_players_need_as_many_moves_as_it_is_deep() {
    let tables = Tables::new(Metric::Dtc);
    let successors = successors(&tables, "KRKN");
    for attacker in Color::ALL {
        let chain = Chain::wins(&successors, attacker).unwrap();
        let exact = exact(chain, pairing(f64::INFINITY, f64::INFINITY, Ties::Uniform));
        let lengths = exact.lengths(&NO_MONITOR).unwrap();
        let spreads = exact.spreads(&lengths.attacker, Count::Boards);
        for (depth, spread) in spreads.into_iter().enumerate().skip(1) {
            let Some(spread) = spread else { continue };
            assert!((spread.least - depth as f64).abs() < 1e-9);
            assert!((spread.greatest - depth as f64).abs() < 1e-9);
        }
    }
}

/// With draws and losses followed and never chosen, the chances are those of wins alone.
#[test]
fn following_draws_changes_nothing_for_who_never_concedes() {
    let tables = Tables::new(Metric::Dtc);
    let successors = successors(&tables, "KRKN");
    let wins = Chain::wins(&successors, Color::White).unwrap();
    let all = Chain::all(&successors, Color::White);
    let [alone, among] = [wins, all].map(|chain| {
        let exact = exact(chain, pairing(10.0, f64::INFINITY, Ties::Uniform));
        let within = exact.within(30, &NO_MONITOR, |_| ()).unwrap();
        let table = successors.table();
        let deep = |&number: &usize| {
            table.outcome_at(endgame::index::Slot { turn: Color::White, index: number })
                == Some(Outcome::Win(Depth(20)))
        };
        let numbers = (0..table.index().len()).filter(deep);
        numbers.map(|number| within.attacker[number]).collect::<Vec<f64>>()
    });
    assert!(alone.len() > 10);
    for (a, b) in alone.iter().zip(&among) {
        assert!((a - b).abs() < 1e-12, "{a} {b}");
    }
}

#[test]
fn the_same_on_any_number_of_threads() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let tables = Tables::new(Metric::Dtc);
            let successors = successors(&tables, "KRKN");
            let chain = Chain::wins(&successors, Color::White).unwrap();
            exact(chain, pairing(12.0, 5.0, Ties::Uniform)).lengths(&NO_MONITOR).unwrap().attacker
        })
    };
    assert_eq!(on(1), on(3));
}
