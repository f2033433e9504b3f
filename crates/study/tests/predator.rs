//! The Predator's choices in the Browne-BELLE games and in Jansen's position: Haworth 2003,
//! sections 7 and 8, recomputed independently.

#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;

use endgame::rules::Position;
use endgame::tables::Tables;
use player::agents::Turn;
use player::agents::predator::curves::{BestInterval, Curve, best_intervals};
use player::agents::predator::{Aim, Candidates};
use player::{Competence, DepthOffset, Model, MoveFilter, PowerLaw};
use value::{ChoiceSource, Metric};

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(Metric::Dtc));

const KAPPAS: [&str; 2] = ["0+", "1"];

fn model(kappa: &str) -> Model {
    let kappa: DepthOffset = kappa.parse().unwrap();
    Model::new(PowerLaw::new(kappa), MoveFilter::default())
}

/// The curves of these moves, with their names.
fn curves(fen: &str, kappa: &str, candidates: Candidates) -> Vec<(String, Curve)> {
    let position = Position::from_fen(fen).unwrap();
    let choices = TABLES.choices(&position).unwrap();
    let turn = Turn::new(&*TABLES, &position, &choices);
    let curves = Curve::of(&model(kappa), &turn, &candidates.among(&choices)).unwrap();
    curves.into_iter().map(|curve| (position.san(choices[curve.choice].play), curve)).collect()
}

/// Who is best, and from where on.
fn choice_by_competence(fen: &str, kappa: &str, candidates: Candidates) -> Vec<(String, f64)> {
    let (names, curves): (Vec<_>, Vec<_>) = curves(fen, kappa, candidates).into_iter().unzip();
    let told = best_intervals(&curves, Aim::Value, 0.0, 50.0, 0.05);
    told.into_iter().map(|BestInterval { curve, from, .. }| (names[curve].clone(), from)).collect()
}

const BB2_22B: &str = "8/8/8/5r2/4K1k1/4Q3/8/8 b - - 0 1";
const BB2_10B: &str = "8/8/6Q1/2K5/5r2/4k3/8/8 b - - 0 1";
const BB2_12B: &str = "8/8/8/2K5/r7/2Q5/4k3/8 b - - 0 1";
const BB2_24B: &str = "8/5r2/8/7k/4K3/6Q1/8/8 b - - 0 1";
const BB1_08B: &str = "8/3K4/8/5k2/4r3/3Q4/8/8 b - - 0 1";
const BB1_09B: &str = "8/8/3K4/8/4rk2/3Q4/8/8 b - - 0 1";
const BB1_13B: &str = "4r3/8/5Q2/3K4/6k1/8/8/8 b - - 0 1";
const J1_1B: &str = "8/8/r7/2Q2k2/8/4K3/8/8 b - - 0 1";

#[track_caller]
fn best_from(fen: &str, kappa: &str, expected: &[(&str, f64)]) {
    let told = choice_by_competence(fen, kappa, Candidates::Optimal);
    assert_eq!(told.len(), expected.len(), "{told:?}");
    for ((name, from), (expected, at)) in told.iter().zip(expected) {
        assert_eq!(name, expected, "{told:?}");
        // Given to three decimals, or to two.
        assert!((from - at).abs() < 0.006, "{name} from {from}, not {at}");
    }
}

#[test]
fn one_option_may_dominate() {
    for kappa in KAPPAS {
        best_from(BB2_22B, kappa, &[("Rf7", 0.0)]);
        best_from(BB1_09B, kappa, &[("Re1", 0.0)]);
        best_from(BB1_13B, kappa, &[("Re1", 0.0)]);
    }
}

#[test]
fn the_best_option_changes_with_competence() {
    for (kappa, at) in KAPPAS.into_iter().zip([5.965, 6.231]) {
        best_from(BB2_10B, kappa, &[("Ra4", 0.0), ("Re4", at)]);
    }
    for (kappa, [first, second]) in KAPPAS.into_iter().zip([[15.81, 31.20], [16.55, 32.73]]) {
        best_from(BB2_12B, kappa, &[("Rf4", 0.0), ("Re4", first), ("Rg4", second)]);
    }
    for (kappa, [first, second]) in KAPPAS.into_iter().zip([[4.021, 26.274], [4.248, 27.986]]) {
        best_from(BB2_24B, kappa, &[("Rb7", 0.0), ("Rf6", first), ("Rb7", second)]);
    }
    for (kappa, at) in KAPPAS.into_iter().zip([13.99, 14.55]) {
        best_from(BB1_08B, kappa, &[("Ke5", 0.0), ("Kf4", at)]);
    }
}

/// Jansen's sacrifice of one move pays only against the weakest.
#[test]
fn a_sacrifice_pays_against_the_weak() {
    for (kappa, until) in KAPPAS.into_iter().zip([2.409, 2.530]) {
        let all = curves(J1_1B, kappa, Candidates::Preserving);
        let pair = ["Kf6", "Kg6"].map(|name| {
            let (_, curve) = all.iter().find(|(san, _)| san == name).unwrap();
            curve.clone()
        });
        let told = best_intervals(&pair, Aim::Value, 0.0, 50.0, 0.05);
        assert_eq!(told.iter().map(|interval| interval.curve).collect::<Vec<_>>(), [0, 1]);
        assert!((told[1].from - until).abs() < 0.0006, "{told:?}");
    }
}

#[test]
fn expected_depths_at_twenty() {
    let twenty = Competence::new(20.0).unwrap();
    let printed = [
        (BB2_22B, vec![("Rf7", 16.3442), ("Rf6", 16.2309)]),
        (BB2_10B, vec![("Ra4", 21.8352), ("Re4", 22.0022)]),
        (BB2_12B, vec![("Rf4", 20.2059), ("Re4", 20.2491), ("Rg4", 20.1634), ("Rh4", 20.2013)]),
        (BB2_24B, vec![("Rb7", 14.7208), ("Rf6", 14.8878), ("Rf8", 14.8015)]),
    ];
    for (fen, options) in printed {
        let curves = curves(fen, "0+", Candidates::Optimal);
        assert_eq!(curves.len(), options.len(), "{fen}");
        for (name, expected) in options {
            let (_, curve) = curves.iter().find(|(san, _)| san == name).expect(name);
            let depth = curve.at(twenty).depth().unwrap();
            assert!((depth - expected).abs() < 0.00006, "{fen} {name}: {depth}");
        }
    }
}
