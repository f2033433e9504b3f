//! Scales: the built-in ones, those of made-up people, and files that are none.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use corpus::scale::{Calibrating, CalibrationError, ScaleError};
use corpus::{Decision, Estimate, Family, GameInfo, Link, Pool, Sample, Scale, decisions_json};
use engine::score::Score;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Decisions of players whose competence is a tenth of a hundredth of their rating, 1 at 1000.
fn made_up(file: &str, count: usize) -> Vec<Decision> {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let board = endgame::rules::Board::from_fen(fen).unwrap();
    let scored: Vec<String> =
        board.legal_moves().iter().map(|&play| format!("\"{}\":[0,0]", board.uci(play))).collect();
    let line = format!(r#"{{"fen":"{fen}","played":"f1b5","sf":{{{}}}}}"#, scored.join(","));
    let first = decisions_json::from_lines("one".as_ref(), line.as_bytes()).unwrap().remove(0);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let family = Family::of(Link::Power);
    (0..count)
        .map(|number| {
            let rating = rng.random_range(1000..2200);
            let scores: Vec<Score> = (0..first.moves.len())
                .map(|_| Score::Centipawns(rng.random_range(-300..100)))
                .collect();
            let mut left = rng.random::<f64>();
            let chances = family.probabilities(&scores, f64::from(rating) / 1000.0);
            let played = chances.iter().position(|p| {
                left -= p;
                left < 0.0
            });
            let game = GameInfo {
                file: file.to_owned(),
                number: number / 3,
                ratings: [Some(rating), None],
                ..GameInfo::default()
            };
            let played = played.unwrap_or(0);
            Decision { scores, played, game: Arc::new(game), ..first.clone() }
        })
        .collect()
}

fn calibrating(pool: Option<Pool>) -> Calibrating {
    Calibrating { family: Family::of(Link::Power), pool, least: 100, source: "made up".to_owned() }
}

#[test]
fn a_scale_finds_the_ratings_it_was_made_of() {
    let decisions = made_up("fide.pgn", 6000);
    let scale = calibrating(None).scale(&decisions).unwrap();
    assert_eq!((scale.record().pool.as_str(), scale.record().bands.len()), ("fide", 6));
    for elo in [1100.0, 1600.0, 2100.0] {
        let c = scale.curve().competence(elo);
        assert!((c - elo / 1000.0).abs() < 0.12, "{elo}: {c}");
        assert!((scale.curve().elo(c) - elo).abs() < 1e-6);
    }
    // The players of one band, rated by the scale.
    let of_band = decisions.iter().filter(|one| one.rating().unwrap() / 200 == 8);
    let sample = Sample::new(Family::of(Link::Power), of_band);
    let rating = scale.rating(&Estimate::new(&sample, Family::of(Link::Power).default_grid()));
    assert!(rating.low < 1700.0 && 1700.0 < rating.high, "{rating:?}");
    assert!(rating.high - rating.low < 600.0, "{rating:?}");
    let again = Scale::read(&scale.file()).unwrap();
    assert_eq!(again.record(), scale.record());
    assert_eq!(
        (scale.calibration().unwrap().min(), scale.calibration().unwrap().max()),
        (1000, 2200)
    );
}

#[test]
fn what_cannot_be_calibrated_is_said() {
    let decisions = made_up("fide.pgn", 700);
    let refusal = |pool, decisions: &[Decision]| calibrating(pool).scale(decisions).unwrap_err();
    let mut unrated = decisions.clone();
    for one in &mut unrated {
        one.game = Arc::new(GameInfo { ratings: [None; 2], ..(*one.game).clone() });
    }
    assert_eq!(refusal(None, &unrated), CalibrationError::NoRatings);
    let lichess = refusal(Some(Pool::Lichess), &decisions).to_string();
    assert_eq!(lichess, "no decision belongs to the pool lichess: the file has fide");
    let two: Vec<Decision> = decisions.iter().cloned().chain(made_up("lichess.pgn", 9)).collect();
    assert!(matches!(refusal(None, &two), CalibrationError::SeveralPools(_)));
    let few = refusal(None, &decisions[..400]).to_string();
    assert!(few.contains("decisions or more, and a curve needs 3"), "{few}");
}

#[test]
fn built_in_scales_are_of_the_default_family() {
    for pool in [Pool::Fide, Pool::Lichess] {
        let scale = Scale::built_in(&pool).next().unwrap();
        assert_eq!(*scale.family(), Family::default());
        assert!(scale.check(&Family::default(), "Stockfish 15.1, depth 8, multipv").is_ok());
        assert!(
            scale.check(&Family::of(Link::Haworth), "Stockfish 15.1, depth 8, multipv").is_err()
        );
        assert!(scale.calibration().is_some());
        assert!(scale.record().bands.windows(2).all(|two| two[0].from < two[1].from));
    }
    assert_eq!(Scale::built_in(&Pool::Other("club".to_owned())).count(), 0);
}

/// Every pool has a scale for Stockfish, and two of them one for our own searcher, whose values do not
/// tell players of FIDE's pools apart.
#[test]
fn every_pool_has_a_scale() {
    let own = format!("Fallible {}, depth 4, children", engine::searcher::VERSION);
    let scale = |pool: &Pool, reference: &str| {
        Scale::built_in(pool).find(|one| one.check(&Family::default(), reference).is_ok())
    };
    for pool in [Pool::Fide, Pool::Lichess, Pool::Rapid, Pool::Fics] {
        let found = scale(&pool, "Stockfish 15.1, depth 8, multipv").unwrap();
        assert!(found.record().error.curve > 0.0 && found.calibration().is_some(), "{pool}");
        let has_own = matches!(pool, Pool::Lichess | Pool::Fics);
        assert_eq!(scale(&pool, &own).is_some(), has_own, "{pool}");
    }
}

#[test]
fn files_of_another_kind_or_version_are_refused() {
    let text = Scale::built_in(&Pool::Fide).next().unwrap().file();
    let later = Scale::read(&text.replace("\"version\": 1", "\"version\": 2")).unwrap_err();
    assert!(matches!(later, ScaleError::Version(2)));
    assert!(later.to_string().contains("make it anew with `fallible calibrate`"));
    assert!(Scale::read("{}").unwrap_err().to_string().starts_with("no scale"));
    assert!(Scale::read("[White \"?\"]").is_err());
    let other = text.replace("fallible-scale", "another");
    assert!(matches!(Scale::read(&other).unwrap_err(), ScaleError::Format(_)));
}
