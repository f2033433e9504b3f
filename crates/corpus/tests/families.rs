//! The axioms of every link family, and that Haworth's is the player's own.

#![allow(clippy::unwrap_used)]

use corpus::{Family, Link, MateRule, Sample};
use engine::score::Score;
use player::{Competence, CompetenceGrid, DepthOffset, Model, MoveFilter, PowerLaw};
use proptest::prelude::*;
use value::{Choice, Choices, Extent};

fn scores() -> impl Strategy<Value = Vec<Score>> {
    let score = prop_oneof![
        6 => (-3000..3000i32).prop_map(Score::Centipawns),
        2 => (-40..40i32).prop_map(Score::Centipawns),
        1 => (-9..9i32).prop_map(Score::Mate),
    ];
    prop::collection::vec(score, 2..40)
}

fn families() -> impl Strategy<Value = Family> {
    let mate = prop_oneof![Just(MateRule::ByMoves), (5.0..40.0).prop_map(MateRule::Capped)];
    let lapse = prop_oneof![Just(0.0), 0.0..0.3];
    (prop::sample::select(&Link::ALL[..]), 0.05..3.0, mate, lapse, 0.2..1.0).prop_map(
        |(link, kappa, mate, lapse, consistency)| Family { link, kappa, mate, lapse, consistency },
    )
}

/// A competence within the range of the family's grid.
fn competence(family: &Family, share: f64) -> f64 {
    let grid = family.default_grid();
    share * grid.at(grid.len() - 1).get()
}

proptest! {
    /// p01 of the papers: no skill is chance.
    #[test]
    fn without_competence_all_moves_are_alike(family in families(), scores in scores()) {
        for p in family.probabilities(&scores, 0.0) {
            prop_assert!((p * scores.len() as f64 - 1.0).abs() < 1e-9);
        }
    }

    /// Probabilities add up to one, and the better move is never the less likely one; where the
    /// values differ by much it is the likelier one.
    #[test]
    fn better_is_likelier(family in families(), scores in scores(), share in 0.01..1.0f64) {
        let c = competence(&family, share);
        let probabilities = family.probabilities(&scores, c);
        prop_assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        for (a, pa) in scores.iter().zip(&probabilities) {
            for (b, pb) in scores.iter().zip(&probabilities) {
                if a > b {
                    prop_assert!(*pa >= pb * (1.0 - 1e-9), "{a} {pa}, {b} {pb}");
                }
            }
            let best = *scores.iter().max().unwrap();
            let ratio = probabilities.iter().copied().fold(0.0, f64::max) / pa;
            let loss = family.mate.pawns(best) - family.mate.pawns(*a);
            // In lost and won games chances to win are too close to tell.
            if loss > 1.0 && family.mate.pawns(*a).abs() < 5.0 {
                prop_assert!(ratio > 1.0, "{a} is as likely as {best}");
            }
        }
    }

    /// More competence, no worse an expected value.
    #[test]
    fn competence_never_hurts(family in families(), scores in scores(), a in 0.0..1.0f64, b in 0.0..1.0f64) {
        let expected = |share: f64| -> f64 {
            let p = family.probabilities(&scores, competence(&family, share));
            p.iter().zip(&scores).map(|(p, score)| p * family.mate.pawns(*score)).sum()
        };
        prop_assert!(expected(a.max(b)) >= expected(a.min(b)) - 1e-8);
    }

    /// The order of the list does not matter.
    #[test]
    fn the_list_has_no_order(family in families(), scores in scores(), share in 0.0..1.0f64) {
        let c = competence(&family, share);
        let forward = family.probabilities(&scores, c);
        let turned: Vec<Score> = scores.iter().rev().copied().collect();
        for (p, q) in forward.iter().zip(family.probabilities(&turned, c).iter().rev()) {
            prop_assert!((p - q).abs() < 1e-12);
        }
    }

    /// A forced move is certain.
    #[test]
    fn a_forced_move_is_certain(family in families(), cp in -3000..3000i32, share in 0.0..1.0f64) {
        let c = competence(&family, share);
        let alone = family.probabilities(&[Score::Centipawns(cp)], c);
        prop_assert!((alone[0] - 1.0).abs() < 1e-12);
    }

    /// The quick way over a grid is the slow way, value by value.
    #[test]
    fn the_grid_is_what_each_value_is(family in families(), lists in prop::collection::vec(scores(), 1..6)) {
        let mut sample = Sample::empty(family);
        for (game, scores) in lists.iter().enumerate() {
            sample.push(&family.costs(scores), game % scores.len(), game);
        }
        let grid = family.default_grid();
        let quick = sample.log_likelihoods(&grid);
        for at in (0..grid.len()).step_by(17) {
            let c = grid.at(at).get();
            let slow: f64 = lists
                .iter()
                .enumerate()
                .map(|(game, scores)| family.probabilities(scores, c)[game % scores.len()].ln())
                .sum();
            // A probability may be too small for a number where its logarithm is not.
            if slow > -600.0 {
                prop_assert!((quick[at] - slow).abs() < 1e-7 * slow.abs().max(1.0), "{} {slow}", quick[at]);
            }
        }
    }

    /// Haworth's family is what [`PowerLaw`] makes of an engine's scores.
    #[test]
    fn haworths_family_is_the_reference_player(
        scores in scores(), kappa in 0.05..3.0f64, c in 0.0..25.0f64,
    ) {
        let law = PowerLaw::new(DepthOffset::new(kappa).unwrap());
        let model = Model::new(law, MoveFilter::judging_people());
        let list = scores.iter().enumerate().map(|(play, &score)| Choice::new(play, score));
        let choices = Choices::new(list.collect(), Extent::default());
        let known = model.distribution(&choices).probabilities(Competence::new(c).unwrap());
        let ours = Family::haworth_2007(kappa).probabilities(&scores, c);
        for (ours, known) in ours.iter().zip(&known) {
            prop_assert!((ours - known).abs() < 1e-12, "{ours} {known}");
        }
    }
}

/// By hand: two moves, 1 and 0 pawns, c = 2.
#[test]
fn a_position_by_hand() {
    let scores = [Score::Centipawns(100), Score::Centipawns(0)];
    let best = |family: Family| family.probabilities(&scores, 2.0)[0];
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} is not {b}");
    // w = 1 and 2, kappa 1: 2^-2 and 3^-2.
    close(best(Family::of(Link::Haworth)), (1.0 / 4.0) / (1.0 / 4.0 + 1.0 / 9.0));
    // 0.5^-2 and 1.5^-2.
    close(best(Family::of(Link::Power)), 0.9);
    close(best(Family::of(Link::Softmax)), 1.0 / (1.0 + (-2f64).exp()));
    // The chances are 0.591026 and 0.5.
    close(
        best(Family::of(Link::PowerChance)),
        1.0 / (1.0 + (0.5f64 / (0.5 + 0.910_258_6)).powi(2)),
    );
    close(best(Family::of(Link::SoftmaxChance)), 1.0 / (1.0 + (-0.182_051_7f64).exp()));
    // delta = ln 2; p + p^a = 1 with a = exp((2 ln 2)^0.4) = 3.12478.
    let p = best(Family { lapse: 0.0, ..Family::of(Link::Regan) });
    close(p + p.powf((2.0 * 2f64.ln()).powf(0.4).exp()), 1.0);
    close(best(Family { lapse: 0.1, ..Family::of(Link::Power) }), 0.9 * 0.9 + 0.05);
}

/// Numbers that no grid of people reaches still give probabilities.
#[test]
fn extremes_are_numbers() {
    let scores = [Score::Mate(1), Score::Centipawns(0), Score::Mate(-1), Score::Mate(1)];
    for link in Link::ALL {
        for c in [1e-9, 1e3, 1e6] {
            let p =
                Family { mate: MateRule::ByMoves, ..Family::of(link) }.probabilities(&scores, c);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{link} {c} {p:?}");
            assert!((p[0] - p[3]).abs() < 1e-9);
        }
    }
}

#[test]
fn grids_resolve_and_are_parsed() {
    for link in Link::ALL {
        assert_eq!(link.word().parse::<Link>().unwrap(), link);
        let grid: CompetenceGrid = Family::of(link).default_grid();
        assert!((150..=400).contains(&grid.len()), "{link}");
    }
    let unknown = "logit".parse::<Link>().unwrap_err().to_string();
    assert!(unknown.starts_with("'logit' is no family: choose haworth"), "{unknown}");
}

/// A mate beside a queen more and ten level moves: the best move's logarithm is tiny, and its figures
/// count, since great powers multiply it.
#[test]
fn great_powers_lose_no_figures() {
    let family = Family { consistency: 0.882, mate: MateRule::ByMoves, ..Family::of(Link::Regan) };
    let mut scores = vec![Score::Mate(5), Score::Centipawns(2984)];
    scores.extend([Score::Centipawns(0); 10]);
    let other = |c: f64| 1.0 - family.probabilities(&scores, c)[0];
    for c in 1..60 {
        let (less, more) = (other(f64::from(c)), other(f64::from(c + 1)));
        assert!(more <= less, "{c}: {less:e} {more:e}");
    }
}
