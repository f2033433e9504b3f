//! How fast competence is inferred: a million moves with their scores, 51 competences.

#![allow(missing_docs, reason = "divan's macro makes undocumented functions")]

use corpus::{Family, Link, Sample};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use engine::score::Score;
use player::CompetenceGrid;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const ROWS: usize = 1_000_000;
const MOVES: usize = 32;

fn main() {
    divan::main();
}

/// Positions of 32 moves, their scores spread as in a middlegame, the best always played.
fn positions() -> Vec<Vec<Score>> {
    let mut rng = ChaCha8Rng::seed_from_u64(2007);
    let mut scores = || {
        let best: i32 = rng.random_range(-300..300);
        let mut list = vec![Score::Centipawns(best)];
        list.extend((1..MOVES).map(|_| Score::Centipawns(best - rng.random_range(0..900))));
        list
    };
    (0..ROWS / MOVES).map(|_| scores()).collect()
}

/// From scores to the posterior, the costs included.
#[divan::bench(args = Link::ALL, max_time = 20, sample_count = 5)]
fn a_million_rows_at_51_competences(bencher: Bencher<'_, '_>, link: Link) {
    let positions = positions();
    let family = Family::of(link);
    let grid = CompetenceGrid::new(0.0, 1.0, 50.0).expect("a grid");
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| {
        let mut sample = Sample::empty(family);
        for (game, scores) in black_box(&positions).iter().enumerate() {
            sample.push(&family.costs(scores), 0, game);
        }
        // Whoever always plays the best move is as competent as the grid allows.
        assert_eq!(sample.belief(grid).mode().get(), 50.0);
    });
}
