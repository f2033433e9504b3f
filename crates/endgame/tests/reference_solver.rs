//! The reference solver against numbers that others have found: published counts and real Syzygy files.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::{BTreeMap, HashMap};

use endgame::material::Material;
use endgame::reference_solver::{ReferenceError, ReferenceSolver};
use endgame::rules::{Color, Position};
use endgame::verify::verify;
use rayon::prelude::*;
use shakmaty::{CastlingMode, Chess, fen::Fen};
use shakmaty_syzygy::{Dtz, MaybeRounded, Tablebase};
use value::{Depth, Metric, Outcome, Plies};

fn material(name: &str) -> Material {
    name.parse().unwrap()
}

fn reference(metric: Metric, name: &str) -> ReferenceSolver {
    let mut reference = ReferenceSolver::new(metric);
    reference.solve(material(name)).unwrap();
    reference
}

/// How many classes of positions have each depth, by side to move and its result.
struct Counts(HashMap<(Color, i8), BTreeMap<u16, u32>>);

impl Counts {
    fn of(reference: &ReferenceSolver, name: &str) -> Counts {
        let mut counts: HashMap<_, BTreeMap<_, _>> = HashMap::new();
        for (position, outcome) in reference.positions(material(name)).unwrap() {
            let Depth(depth) = outcome.depth().unwrap_or_default();
            let by_depth = counts.entry((position.turn(), outcome.sign())).or_default();
            *by_depth.entry(depth).or_default() += 1;
        }
        Counts(counts)
    }

    /// Wins, draws and losses of the side to move.
    fn totals(&self, turn: Color) -> [u32; 3] {
        [1, 0, -1].map(|sign| self.by_depth(turn, sign).iter().map(|(_, count)| count).sum())
    }

    fn by_depth(&self, turn: Color, sign: i8) -> Vec<(u16, u32)> {
        self.0.get(&(turn, sign)).into_iter().flatten().map(|(&d, &count)| (d, count)).collect()
    }
}

/// facts.md, section 1.
#[test]
fn kqk_and_krk_have_the_published_counts() {
    let kqk = Counts::of(&reference(Metric::Dtc, "KQK"), "KQK");
    assert_eq!(kqk.totals(Color::White), [18_081, 0, 0]);
    assert_eq!(kqk.totals(Color::Black), [0, 2_896, 25_160]);
    assert_eq!(kqk.by_depth(Color::White, 1).last(), Some(&(10, 1)));
    assert_eq!(kqk.by_depth(Color::Black, -1).last(), Some(&(10, 8)));

    let krk = Counts::of(&reference(Metric::Dtc, "KRK"), "KRK");
    assert_eq!(krk.totals(Color::White), [21_959, 0, 0]);
    assert_eq!(krk.totals(Color::Black), [0, 2_796, 25_260]);
    assert_eq!(krk.by_depth(Color::White, 1).last(), Some(&(16, 121)));
    let losses =
        [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
    assert_eq!(krk.by_depth(Color::Black, -1), (0..).zip(losses).collect::<Vec<_>>());
}

/// facts.md, section 1: the table that Haworth & Velliste 1998 learned from.
#[test]
fn kpk_has_the_published_counts() {
    let kpk = Counts::of(&reference(Metric::Dtc, "KPK"), "KPK");
    assert_eq!(kpk.totals(Color::White), [62_480, 19_184, 0]);
    assert_eq!(kpk.totals(Color::Black), [0, 35_210, 48_802]);
    let wins = [
        12749, 11300, 9622, 7860, 10502, 2580, 1416, 1457, 1122, 941, 685, 670, 586, 572, 307, 78,
        22, 8, 3,
    ];
    assert_eq!(kpk.by_depth(Color::White, 1), (1..).zip(wins).collect::<Vec<_>>());
    assert_eq!(kpk.by_depth(Color::Black, -1).last(), Some(&(19, 2)));

    let kpk = Counts::of(&reference(Metric::Dtm, "KPK"), "KPK");
    assert_eq!(kpk.by_depth(Color::White, 1).last().map(|&(depth, _)| depth), Some(28));
    assert_eq!(kpk.by_depth(Color::Black, -1).last().map(|&(depth, _)| depth), Some(28));
}

/// facts.md, section 1.
#[test]
fn kqkr_has_the_published_counts() {
    let kqkr = Counts::of(&reference(Metric::Dtc, "KQKR"), "KQKR");
    assert_eq!(kqkr.totals(Color::White), [1_108_111, 8_963, 2_142]);
    assert_eq!(kqkr.totals(Color::Black), [386_313, 78_518, 883_075]);
    assert_eq!(kqkr.by_depth(Color::White, 1).last(), Some(&(31, 2)));
    assert_eq!(kqkr.by_depth(Color::Black, -1).last(), Some(&(31, 11)));
    assert_eq!(kqkr.by_depth(Color::Black, 1).last().map(|&(depth, _)| depth), Some(3));
}

#[test]
fn every_entry_agrees_with_its_moves_and_its_images() {
    for metric in Metric::ALL {
        let reference = reference(metric, "KPK");
        for name in ["KQK", "KRK", "KBK", "KNK", "KPK"] {
            let positions =
                reference.positions(material(name)).unwrap().map(|(position, _)| position);
            let report =
                verify(metric, &|position| reference.outcome(position), positions).unwrap();
            assert!(report.wrong == 0 && report.images > 0, "{name} {metric}: {report}");
        }
    }
}

#[test]
fn a_judge_says_what_it_cannot_do() {
    let mut reference = ReferenceSolver::new(Metric::Dtc);
    let position = Position::from_fen("8/8/8/8/8/2k5/1r6/K7 w - - 0 1").unwrap();
    assert_eq!(reference.outcome(&position), Err(ReferenceError::NotSolved(material("KRK"))));
    let five = material("KBBKN");
    assert_eq!(reference.solve(five), Err(ReferenceError::TooManyMen(five)));
    let kings = Position::from_fen("8/8/8/8/8/2k5/8/K7 w - - 0 1").unwrap();
    assert_eq!(reference.outcome(&kings), Ok(Outcome::Draw));
}

/// The real Syzygy files, if they are there.
#[track_caller]
fn syzygy() -> Option<Tablebase<Chess>> {
    let folder = real_data::syzygy()?;
    let mut tables = Tablebase::new();
    tables.add_directory(folder).expect("a folder of files");
    Some(tables)
}

/// What Syzygy's plies say of a position: one outcome, or two where it has rounded.
fn allowed(dtz: MaybeRounded<Dtz>) -> [Outcome; 2] {
    let outcome = |plies: u32| {
        let plies = Plies(plies.try_into().unwrap());
        match dtz.signum() {
            1 => Outcome::Win(plies.winner_to_move()),
            0 => Outcome::Draw,
            _ => Outcome::Loss(plies.loser_to_move()),
        }
    };
    let plies = dtz.ignore_rounding().0.unsigned_abs();
    match dtz {
        MaybeRounded::Rounded(_) => [outcome(plies), outcome(plies + 1)],
        MaybeRounded::Precise(_) => [outcome(plies); 2],
    }
}

/// Compares a solved endgame with Syzygy: who wins in any metric, and how soon if it is DTZ.
fn compare(reference: &ReferenceSolver, tables: &Tablebase<Chess>, name: &str, every: usize) {
    let entries: Vec<_> = reference.positions(material(name)).unwrap().step_by(every).collect();
    entries.par_iter().for_each(|(position, outcome)| {
        let fen = position.fen();
        let setup: Fen = fen.parse().unwrap();
        // Positions no game can reach are in both tables, but shakmaty must be told so.
        let chess: Chess = setup
            .into_position(CastlingMode::Standard)
            .or_else(shakmaty::PositionError::ignore_impossible_check)
            .unwrap();
        let value = tables.probe_wdl_after_zeroing(&chess).unwrap();
        assert_eq!(i32::from(outcome.sign()), value.signum(), "{name} {fen}: {outcome}, {value:?}");
        if reference.metric() == Metric::Dtz {
            let dtz = tables.probe_dtz(&chess).unwrap();
            assert!(allowed(dtz).contains(outcome), "{name} {fen}: {outcome}, Syzygy says {dtz:?}");
        }
    });
}

#[test]
fn three_men_agree_with_syzygy_everywhere() {
    let Some(tables) = syzygy() else { return };
    for metric in [Metric::Dtz, Metric::Dtm] {
        let reference = reference(metric, "KPK");
        for name in ["KQK", "KRK", "KBK", "KNK", "KPK"] {
            compare(&reference, &tables, name, 1);
        }
    }
}

/// Two pawns face to face, en passant included, and the 14 endgames they can turn into.
fn two_pawns_agree_with_syzygy(metric: Metric) {
    let Some(tables) = syzygy() else { return };
    let reference = reference(metric, "KPKP");
    for needed in material("KPKP").with_all_it_needs() {
        compare(&reference, &tables, &needed.to_string(), 16);
    }
    let entries = reference.positions(material("KPKP")).unwrap().map(|(position, _)| position);
    let passing = entries.filter(|position| position.without_en_passant().1);
    let report = verify(metric, &|position| reference.outcome(position), passing).unwrap();
    assert!(report.wrong == 0 && report.checked > 10_000, "{metric}: {report}");
}

#[test]
#[ignore = "three minutes of CPU"]
fn two_pawns_to_conversion() {
    two_pawns_agree_with_syzygy(Metric::Dtc);
}

#[test]
#[ignore = "three minutes of CPU"]
fn two_pawns_to_mate() {
    two_pawns_agree_with_syzygy(Metric::Dtm);
}

#[test]
#[ignore = "three minutes of CPU"]
fn two_pawns_to_a_zeroing_move() {
    two_pawns_agree_with_syzygy(Metric::Dtz);
}
