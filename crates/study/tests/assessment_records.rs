//! Assessments as records: written, read back, and the same.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use endgame::tables::Tables;
use player::spec::ModelWords;
use player::{Belief, DepthOffset, Model};
use study::assess::{Assessor, INTERVAL_MASS, MOVES_ALLOWED, Settings, Totals, deepest_in};
use study::pgn::{Game, Games};
use study::schema;
use study::schema::assessment::{AssessedGame, AssessmentReport, Basis};
use value::Metric;

/// A capture outside the tables, a check, and a rook given away.
const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n[FEN \"4k3/8/8/8/8/8/7r/6KR w - - 0 1\"]\n\n\
    1. Rxh2 Kd7 2. Rh7+ Kd6 3. Rd7+ Kxd7 *\n\n[White \"A\"]\n[Black \"C\"]\n\n1. e4 Qz9 *\n";

/// `κ` is the word `0+`, and the prior rules some competences out.
fn settings() -> (ModelWords, Settings) {
    let mut words = ModelWords::judging_people();
    words.preference.depth_offset = DepthOffset::VANISHING;
    words.grid = "0(2.5)20".parse().unwrap();
    let prior = [0.0, 1.0, 2.0, 3.0, 0.0, 1.0, 1.0, 1.0, 0.0];
    let prior = Belief::with_prior(words.grid, &prior).unwrap();
    let mut settings = Settings { men: 3, ..Settings::new(words.model(), prior) };
    settings.offsets = vec![(DepthOffset::ONE, Model::judging_people())];
    (words, settings)
}

#[test]
fn an_assessment_is_read_back_as_it_was_written() {
    let (words, settings) = settings();
    let tables = Tables::new(Metric::Dtc);
    let (read, unreadable): (Vec<_>, Vec<_>) =
        Games::new("a.pgn", GAMES.as_bytes()).partition(Result::is_ok);
    let games: Vec<Game> = read.into_iter().map(Result::unwrap).collect();
    let errors: Vec<_> = unreadable.into_iter().map(Result::unwrap_err).collect();
    let mut totals = Totals::new(&settings, None, MOVES_ALLOWED);
    let assessment =
        Assessor::new(&tables, &settings).assess(Path::new("a.pgn"), &games[0]).unwrap();
    let passages = totals.add(deepest_in(&tables), &games[0], &assessment).unwrap();
    let passages = totals.measured(&passages);
    let game = AssessedGame::new("a.pgn".to_owned(), &games[0], &assessment, passages);
    let report = AssessmentReport {
        basis: Basis::new(tables.metric(), &words),
        games: vec![
            game.clone().with_replay(&games[0], &assessment, INTERVAL_MASS),
            game.clone().brief(),
            game,
        ],
        summary: totals.summary(INTERVAL_MASS, errors.len(), &errors, None),
    };
    let json = serde_json::to_string(&report).unwrap();
    assert!(json.contains("\"kappa\":\"0+\"") && !json.contains("NaN"), "{json}");
    let back: AssessmentReport = serde_json::from_str(&json).unwrap();
    assert_eq!(back, report);
    assert_eq!(serde_json::to_string(&back).unwrap(), json);

    // What was learned goes on where it was left, though some competences are impossible.
    let belief = &totals.records.players[1].1.belief;
    let record = schema::Belief::from(belief);
    let json = serde_json::to_string(&record).unwrap();
    let back: schema::Belief = serde_json::from_str(&json).unwrap();
    assert_eq!(back, record);
    let again = Belief::try_from(&back).unwrap();
    assert_eq!((again.grid(), again.moves()), (belief.grid(), belief.moves()));
    assert!((again.mean() - belief.mean()).abs() < 1e-12);
    assert_eq!(again.probabilities()[0], 0.0);
}
