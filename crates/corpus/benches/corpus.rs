//! How fast games are filtered and decisions read. Each bench checks its own answer.

#![allow(missing_docs, reason = "divan's macro makes undocumented functions")]
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use corpus::Decision;
use corpus::evaluate::{Plan, ReferenceEngine, evaluate};
use corpus::select::{Filters, candidates};
use corpus::store::{Decisions, Writer};
use divan::Bencher;
use divan::counter::ItemsCount;
use study::pgn::Games;

fn main() {
    divan::main();
}

/// A game of 60 half-moves with clocks, a thousand times.
static GAMES: LazyLock<String> = LazyLock::new(|| {
    let tags = "[Event \"Rated Blitz game\"]\n[White \"somebody\"]\n[Black \"somebody_else\"]\n[Result \"1-0\"]\n\
                [UTCDate \"2017.04.01\"]\n[WhiteElo \"1512\"]\n[BlackElo \"1498\"]\n[ECO \"C60\"]\n[TimeControl \"300+0\"]\n\n";
    let opening = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 \
                   10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5 15. Be3 a4 16. Nbd2 Bd7 17. Rc1 Qb8 ";
    let rest: String =
        (9..15).map(|n| format!("{}. Nf1 Nb4 {}. N1d2 Nc6 ", 2 * n, 2 * n + 1)).collect();
    format!("{tags}{opening}{rest}1-0\n\n").repeat(1000)
});

#[divan::bench]
fn games_are_filtered(bencher: Bencher) {
    let filters = Filters::default();
    bencher.counter(ItemsCount::new(1000usize)).bench(|| {
        let games = Games::new("bench.pgn", GAMES.as_bytes()).map(Result::unwrap);
        let found: usize = games
            .map(|game| candidates("bench.pgn", &game, &filters).map_or(0, |all| all.len()))
            .sum();
        assert!(found > 20_000, "{found}");
    });
}

/// One million rows of decisions, scored by our own searcher at depth 1.
static FILE: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let few: String = GAMES.split_inclusive("1-0\n\n").take(1).collect();
    std::fs::write(folder.path().join("games.pgn"), few).unwrap();
    let plan = Plan {
        files: vec![folder.path().join("games.pgn")],
        filters: Filters { plies: 1..=u32::MAX, ..Filters::default() },
        engines: vec![ReferenceEngine::parse("own").unwrap()],
        depths: vec![1],
        processes: 1,
        out: folder.path().join("few.parquet"),
        journal: None,
        force: false,
    };
    evaluate(&plan, &AtomicBool::new(false), &mut |_| ()).unwrap();
    let few: Vec<Decision> = Decisions::open(&plan.out).unwrap().map(Result::unwrap).collect();
    let mut writer = Writer::create(&folder.path().join("many.parquet"), &[]).unwrap();
    for decision in few.iter().cycle() {
        if writer.rows() >= ROWS as u64 {
            break;
        }
        writer.push(decision, None).unwrap();
    }
    writer.finish().unwrap();
    folder
});

const ROWS: usize = 1_000_000;

#[divan::bench(sample_count = 5)]
fn decisions_are_read(bencher: Bencher) {
    let file: &Path = &FILE.path().join("many.parquet");
    bencher.counter(ItemsCount::new(ROWS)).bench(|| {
        let rows: usize =
            Decisions::open(file).unwrap().map(|decision| decision.unwrap().moves.len()).sum();
        assert!(rows >= ROWS, "{rows}");
    });
}
