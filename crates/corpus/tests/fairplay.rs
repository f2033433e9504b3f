//! Fair play: the statistics against plain code, honest players simulated, planted assistance found.

use std::path::Path;

use corpus::Decision;
use corpus::decisions_json::from_lines;
use corpus::fairplay::agreement::{Variance, agreement, p_value};
use corpus::fairplay::bayes::BayesFactor;
use corpus::fairplay::between::{Difference, between};
use corpus::fairplay::context::Context;
use corpus::fairplay::expectation::{Expected, NODES, Style, node_weights};
use corpus::fairplay::honest::{Honest, Spread};
use corpus::fairplay::power::Power;
use corpus::fairplay::profile::Stated;
use corpus::fairplay::{FairPlayError, PRIOR, Question, look_at, look_at_many, page, stretch};
use corpus::human::HumanModels;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A decision whose chance of agreement rises a little with the rating.
fn one(game: usize, p: f64, agreed: bool) -> Expected {
    let middle = (NODES / 2) as f64;
    let agreement = std::array::from_fn(|at| (p + 0.004 * (at as f64 - middle)).clamp(0.01, 0.99));
    let (score, information, context, units) = (0.0, 1e-5, Context::default(), 0.0);
    let (loss, lost) = ((1.0, 1.0), 1.0);
    Expected { game, agreement, agreed, loss, lost, score, information, context, units }
}

/// Decisions of an honest player, or of one who is assisted with a share of the moves.
fn simulated(n: usize, share: f64, rng: &mut ChaCha8Rng) -> Vec<Expected> {
    let mut left = rng.random::<f64>();
    let node = node_weights().iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    let node = node.unwrap_or(NODES - 1);
    (0..n)
        .map(|at| {
            let mut decision = one(at / 30, 0.1 + 0.7 * rng.random::<f64>(), false);
            let own = rng.random::<f64>() < decision.agreement[node];
            decision.agreed = own || rng.random::<f64>() < share;
            decision
        })
        .collect()
}

#[test]
fn z_of_simulated_honest_players_has_standard_deviation_one() {
    let (mut rng, honest) = (ChaCha8Rng::seed_from_u64(1), Honest::model_is_true());
    let z: Vec<f64> =
        (0..2000).map(|_| agreement(&simulated(60, 0.0, &mut rng), &honest).z).collect();
    let mean = z.iter().sum::<f64>() / 2000.0;
    let sd = (z.iter().map(|z| (z - mean).powi(2)).sum::<f64>() / 2000.0).sqrt();
    assert!(mean.abs() < 0.07 && (sd - 1.0).abs() < 0.05, "{mean} {sd}");
    assert!(z.iter().filter(|z| **z > 3.0).count() <= 8);
    // The exact chance is below 5 % at most once in twenty times.
    let small = (0..1000).filter(|_| p_value(&simulated(20, 0.0, &mut rng), &honest) < 0.05);
    assert!(small.count() <= 65);
}

#[test]
fn planted_assistance_is_found_at_the_stated_power() {
    let (mut rng, honest) = (ChaCha8Rng::seed_from_u64(2), Honest::model_is_true());
    for (n, share) in [(50, 0.3), (100, 0.3), (250, 0.1), (50, 1.0)] {
        let (mut found, mut stated) = (0.0, 0.0);
        for _ in 0..600 {
            let decisions = simulated(n, share, &mut rng);
            found += f64::from(u8::from(agreement(&decisions, &honest).z > 3.0)) / 600.0;
            stated += Power::new(&decisions, &honest, 0.0).of_assistance(n, share) / 600.0;
        }
        assert!((found - stated).abs() < 0.06, "{n} {share}: {found} {stated}");
    }
    let power = Power::new(&simulated(100, 0.0, &mut rng), &honest, 100.0);
    let least = power.least_share(100).unwrap();
    assert!((power.of_assistance(100, least) - 0.8).abs() < 1e-6);
    assert!(power.least_gain(400).unwrap() < power.least_gain(100).unwrap());
}

/// By adding up, without logarithms, over a grid of its own.
#[test]
fn the_bayes_factor_is_a_ratio_of_two_sums() {
    let decisions = [one(0, 0.3, true), one(0, 0.6, false), one(0, 0.2, true)];
    let (mut own, mut assisted) = (0.0, 0.0);
    for (node, weight) in node_weights().into_iter().enumerate() {
        let chance = |share: f64| -> f64 {
            let of = |one: &Expected| {
                let p = share + (1.0 - share) * one.agreement[node];
                if one.agreed { p } else { 1.0 - p }
            };
            decisions.iter().map(of).product()
        };
        own += weight * chance(0.0);
        assisted +=
            (0..20).map(|at| weight / 20.0 * chance(0.025 + 0.05 * f64::from(at))).sum::<f64>();
    }
    let mut found = BayesFactor::new(1.0);
    decisions.iter().for_each(|one| found.observe(one));
    assert!((found.log() - (assisted / own).ln()).abs() < 1e-10);
    assert!(found.mean_share() > 0.0 && found.mean_share() < 1.0);
}

#[test]
fn the_bayes_factor_tells_honest_from_assisted() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut of = |share: f64| {
        let mut factor = BayesFactor::new(1.0);
        simulated(150, share, &mut rng).iter().for_each(|one| factor.observe(one));
        factor.log()
    };
    assert!((0..20).filter(|_| of(0.0) < 0.0).count() >= 18);
    assert!((0..20).filter(|_| of(0.6) > 5.0).count() >= 18);
}

#[test]
fn a_planted_stretch_is_found_where_it_is() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut decisions = simulated(120, 0.0, &mut rng);
    decisions[60..95].iter_mut().for_each(|one| one.agreed = true);
    let found = stretch::strongest(&decisions).unwrap();
    assert!(found.first.abs_diff(60) < 8 && found.last.abs_diff(94) < 8, "{found:?}");
    assert!(stretch::chance(&decisions, found.log_ratio, 1) < 0.01);
    let honest = simulated(120, 0.0, &mut rng);
    let found = stretch::strongest(&honest).unwrap();
    assert!(stretch::chance(&honest, found.log_ratio, 1) > 0.02);
}

/// Games in which all decisions go one way are alike; the variance of a sum then grows with their size.
#[test]
fn likeness_within_games_is_measured() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut terms = Vec::new();
    for game in 0..4000 {
        let day = if rng.random::<bool>() { 0.3 } else { -0.3 };
        for _ in 0..5 {
            let own = if rng.random::<f64>() < 0.5 + day { 0.5 } else { -0.5 };
            let (variance, weight) = (0.25, 0.25);
            terms.push(Difference { by: own, variance, weight, game, player: game });
        }
    }
    let spread = Spread::measured(&terms, 0.0);
    assert!((spread.correlation - 0.36).abs() < 0.03 && (spread.factor - 1.0).abs() < 0.01);
    // Five decisions of one game: 5 v (1 + 4 rho).
    let variance = spread.variance((0..5).map(|_| (0.25, 7)));
    assert!((variance - 1.25 * (1.0 + 4.0 * spread.correlation)).abs() < 0.02);
    let apart = Variance::new(&[one(0, 0.5, true), one(1, 0.5, true)], &Honest::model_is_true());
    assert!((apart.design_effect() - 1.0).abs() < 1e-12);
}

/// Players whose log-odds differ by a standard deviation of 0.4 are found to, whatever their games are
/// like; players who do not differ are found to differ by no more than could not have been seen.
#[test]
fn what_differs_between_players_is_measured() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut measured = |sd: f64, day: f64| {
        let mut terms = Vec::new();
        for player in 0..400 {
            let own = if rng.random::<bool>() { sd } else { -sd };
            for game in 0..8 {
                let own = own + if rng.random::<bool>() { day } else { -day };
                for _ in 0..20 {
                    let p = 0.2 + 0.5 * rng.random::<f64>();
                    let odds = (p / (1.0 - p)).ln() + own;
                    let agreed = rng.random::<f64>() < 1.0 / (1.0 + (-odds).exp());
                    let by = f64::from(u8::from(agreed)) - p;
                    let variance = p * (1.0 - p);
                    terms.push(Difference { by, variance, weight: variance, game, player });
                }
            }
        }
        let found = between(&terms);
        (found, Spread::measured(&terms, found).correlation)
    };
    let (found, alike) = measured(0.4, 0.0);
    assert!((found - 0.4).abs() < 0.05 && alike < 0.005, "{found} {alike}");
    let (found, alike) = measured(0.0, 0.4);
    assert!(found < 0.1 && (alike - 0.037).abs() < 0.01, "{found} {alike}");
    let (found, _) = measured(0.0, 0.0);
    assert!(found > 0.0 && found < 0.1, "{found}");
    assert_eq!(between(&[]), 0.0);
}

/// Other games of a player who agrees more often than others of the rating tell so, and the more the
/// more there are; players who are all alike have no style.
#[test]
fn own_games_tell_the_style() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let honest = Honest::model_is_true();
    let unknown = Style { mean: 0.0, sd: 0.2 };
    let mut after = |n: usize| unknown.after(&simulated(n, 0.3, &mut rng), &honest);
    let (few, many) = (after(30), after(600));
    assert!(many.mean > 0.15 && many.sd < few.sd && few.sd < unknown.sd, "{few:?} {many:?}");
    assert_eq!(Style::default().after(&[one(0, 0.5, true)], &honest), Style::default());
}

/// Ann takes a queen, or not, in a position that has seven moves.
fn games(taken: usize, of: usize, elo: &str) -> Vec<Decision> {
    let line = |game: usize, played: &str| {
        format!(
            r#"{{"file":"lichess.pgn","game":{game},"ply":41,"date":"2020.01.{:02}","event":"Secret Open","player":"Ann Example","opponent":"Bob Other","fen":"4k3/8/8/3q4/4P3/8/4K3/8 w - - 0 1"{elo},"played":"{played}","sf":{{"e4d5":[0,150],"e4e5":[0,-900],"e2e1":[0,-900],"e2f1":[0,-920],"e2e3":[0,-900],"e2f2":[0,-910],"e2f3":[0,-905]}}}}"#,
            game % 28 + 1
        ) + "\n"
    };
    let text: String =
        (0..of).map(|at| line(at + 1, if at < taken { "e4d5" } else { "e2f2" })).collect();
    from_lines(Path::new("games.jsonl"), text.as_bytes()).expect("decisions")
}

const RATED: &str = r#","elo":1500"#;

fn question(stated: Stated, masked: bool) -> Question {
    Question { pool: None, stated, prior: PRIOR, masked }
}

/// A position with one legal move, which Ann makes.
const FORCED: &str = r#"{"file":"lichess.pgn","game":1,"ply":43,"date":"2020.01.02","event":"Secret Open","player":"Ann Example","opponent":"Bob Other","fen":"1r5k/8/8/8/8/8/8/K7 w - - 0 1","elo":1500,"played":"a1a2","sf":{"a1a2":[0,-600]}}"#;

#[test]
fn forced_moves_change_nothing() {
    let models = HumanModels::built_in();
    let asked = question(Stated::ByTheGames, false);
    let mut with = games(7, 12, RATED);
    let without = look_at(&with, "ann", &asked, models).unwrap();
    let forced = from_lines(Path::new("f.jsonl"), format!("{FORCED}\n").as_bytes()).unwrap();
    assert!(forced[0].is_forced(), "{:?}", forced[0].moves);
    with.extend(forced);
    assert_eq!(look_at(&with, "ann", &asked, models).unwrap(), without);
}

#[test]
fn a_masked_report_has_no_name_in_it() {
    let models = HumanModels::built_in();
    let decisions = games(7, 12, RATED);
    let report = look_at(&decisions, "ann", &question(Stated::ByTheGames, true), models).unwrap();
    let survey =
        look_at_many(&decisions, None, &question(Stated::ByTheGames, true), models, &mut |_, _| ());
    for text in
        [page::of_player(&report), page::of_players(&survey), format!("{report:?}{survey:?}")]
    {
        for word in ["Ann", "Example", "Bob", "Secret", "2020"] {
            assert!(!text.contains(word), "{word}");
        }
    }
    let open = look_at(&decisions, "ann", &question(Stated::ByTheGames, false), models).unwrap();
    let page = page::of_player(&open);
    assert!(page.contains("Ann Example") && page.contains("Secret Open"));
    assert!(
        !page.contains("http://")
            || page.matches("http").count() == page.matches("http://www.w3.org").count()
    );
    assert!(
        page.contains("What this report cannot show") && !page.to_lowercase().contains("cheat")
    );
}

#[test]
fn who_agrees_more_has_the_greater_z_and_figures_fit_together() {
    let models = HumanModels::built_in();
    let of = |taken| {
        look_at(&games(taken, 12, RATED), "ann", &question(Stated::ByTheGames, false), models)
            .unwrap()
    };
    let (few, many) = (of(2), of(12));
    assert!(few.z < many.z && few.p_value > many.p_value && few.bayes_factor < many.bayes_factor);
    assert_eq!((many.agreement.observed, many.run.length, many.decisions), (12.0, 12, 12));
    assert!((many.run.chance - many.p_value).abs() < 0.05, "all agree: the run is all there is");
    assert_eq!(many.moves.last().unwrap().log10_bayes_factor, many.log10_bayes_factor);
    let expected: f64 = many.moves.iter().map(|one| one.expected).sum();
    assert!((expected - many.agreement.expected).abs() < 1e-9);
    assert!(
        many.caveats
            .iter()
            .any(|said| said.contains("With 12 informative moves no gain in Elo can be seen"))
    );
}

#[test]
fn what_cannot_be_looked_at_is_told() {
    let models = HumanModels::built_in();
    let unrated = games(7, 12, "");
    let refused = |decisions: &[Decision], name: &str, stated| {
        look_at(decisions, name, &question(stated, false), models).unwrap_err()
    };
    let error = refused(&unrated, "ann", Stated::ByTheGames);
    assert_eq!(error, FairPlayError::Unrated("Ann Example".to_owned()));
    assert!(look_at(&unrated, "ann", &question(Stated::Elo(1500.0), false), models).is_ok());
    assert!(matches!(refused(&unrated, "nobody", Stated::Elo(1500.0)), FairPlayError::Who(_)));
    // The games examined are no profile of their own.
    let same = refused(&unrated, "ann", Stated::OwnGames(unrated.clone()));
    assert_eq!(same, FairPlayError::NoOwnGames("Ann Example".to_owned()));
}

/// The games of `--profile` tell the rating, its uncertainty and the style: whoever agrees as often as in
/// other games is less unusual than against others of the rating.
#[test]
fn an_own_profile_expects_what_the_player_does() {
    let models = HumanModels::built_in();
    let numbered = |from: usize, taken, of| {
        let mut decisions = games(taken, of, RATED);
        for one in &mut decisions {
            let mut game = corpus::GameInfo::clone(&one.game);
            game.number += from;
            game.date = Some(format!("2021.02.{:02}", game.number));
            one.game = game.into();
        }
        decisions
    };
    let examined = games(12, 12, RATED);
    let looked = |stated| look_at(&examined, "ann", &question(stated, false), models).unwrap();
    let by_rating = looked(Stated::ByTheGames);
    let by_games = looked(Stated::OwnGames(numbered(100, 12, 12)));
    assert_eq!((&*by_rating.profile.source, &*by_games.profile.source), ("tags", "games"));
    assert_eq!(by_games.profile.decisions, 12);
    assert!(by_games.agreement.expected > by_rating.agreement.expected);
    assert!(by_games.z < by_rating.z);
    // Games among those examined are left out of the profile, and that is said.
    let both: Vec<Decision> = numbered(100, 12, 12).into_iter().chain(games(1, 3, RATED)).collect();
    let report = looked(Stated::OwnGames(both));
    assert_eq!(report.profile.decisions, 12);
    assert!(
        report.caveats.iter().any(|said| said.contains("3 games of the own profile are among"))
    );
}
