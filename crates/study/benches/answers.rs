//! How fast beliefs, Markov chains and exact lengths are had, in KQKR. Each bench checks its own answer.

#![allow(missing_docs, reason = "divan's macro makes undocumented functions")]

use std::path::Path;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::ItemsCount;
use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::successors::Successors;
use endgame::tables::Tables;
use player::markov::{Seat, TransitionMatrix};
use player::{Belief, Competence, CompetenceGrid, Model};
use study::assess::{Assessor, Settings};
use study::exact::{Exact, Pairing, Ties};
use study::markov::Chain;
use study::pgn::{Game, Games};
use value::Metric;

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(Metric::Dtc));
const BUDGET: usize = 4 << 30;

fn main() {
    divan::main();
}

#[track_caller]
fn close(ours: f64, known: f64, spread: f64) {
    assert!((ours - known).abs() <= spread, "{ours} is not {known}");
}

fn competence(c: f64) -> Competence {
    Competence::new(c).expect("a number")
}

/// Browne's first game against BELLE: 45 moves of his, 51 competences.
#[divan::bench]
fn belief_over_a_game(bencher: Bencher<'_, '_>) {
    let file =
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/games/browne-belle.pgn"));
    let game: Game = Games::open(file).expect("a file").next().expect("a game").expect("legal");
    let settings = Settings::new(Model::papers(), Belief::uniform(CompetenceGrid::default()));
    let assess = || Assessor::new(&TABLES, &settings).assess(file, &game).expect("assessed");
    assess();
    bencher.counter(ItemsCount::new(game.moves.len())).bench_local(|| {
        let assessment = assess();
        let white = assessment.moves.iter().rfind(|one| one.mover() == Color::White);
        close(white.expect("White has moved").competence.0, 19.175, 0.000_501);
    });
}

fn attack(chain: &Chain<'_>) -> TransitionMatrix {
    let matrices = chain.matrices(
        Seat::Attacker,
        &Model::papers(),
        &[competence(20.0)],
        Count::Boards,
        &Monitor::NONE,
    );
    matrices.expect("made").remove(0)
}

/// One walk over all won positions, and the expected length from each depth.
#[divan::bench(sample_count = 10)]
fn markov_chain(bencher: Bencher<'_, '_>) {
    let material = "KQKR".parse().expect("a name");
    let successors = Successors::of(&TABLES, &material, &Monitor::NONE).expect("solved");
    let chain = Chain::wins(&successors, Color::White).expect("White wins");
    bencher.bench_local(|| {
        let lengths = attack(&chain).expected_length();
        close(lengths[31], 97.1959, 0.000_051);
    });
}

/// The expected length from every won position, the defender infallible.
#[divan::bench(sample_count = 3)]
fn exact_lengths(bencher: Bencher<'_, '_>) {
    let material = "KQKR".parse().expect("a name");
    let successors = Successors::of(&TABLES, &material, &Monitor::NONE).expect("solved");
    let chain = Chain::wins(&successors, Color::White).expect("White wins");
    let attack = attack(&chain);
    let identity = TransitionMatrix::identity(attack.space());
    let start = Position::from_fen("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1").expect("a position");
    let start = successors.table().index().encode(&start).expect("of KQKR").index;
    bencher.bench_local(|| {
        let pairing = Pairing {
            ties: Ties::Uniform,
            ..Pairing::against_infallible(Model::papers(), competence(20.0))
        };
        let matrices = [attack.clone(), identity.clone()];
        let exact = Exact::new(chain, pairing, matrices, BUDGET, &Monitor::NONE).expect("made");
        let lengths = exact.lengths(&Monitor::NONE).expect("settled");
        let place = exact.place(Seat::Attacker, start).expect("a won position");
        close(lengths.attacker[place], 102.4252, 0.000_1);
    });
}
