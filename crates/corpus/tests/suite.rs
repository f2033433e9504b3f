//! Several engines look at one game: values and competences by plain arithmetic, engines that fail, and
//! those of Debian.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use corpus::Family;
use corpus::suite::{self, ENGINES, Suite, SuiteError};
use endgame::rules::Board;
use engine::evaluator::{Evaluator, Limits};
use engine::searcher::Searcher;
use player::CompetenceGrid;
use study::schema::suite::SuiteReport;
use value::Plies;

const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n\
                     [White \"C\"]\n[Black \"D\"]\n\n1. d4 d5 *\n";

fn games(folder: &Path) -> PathBuf {
    let file = folder.join("games.pgn");
    fs::write(&file, GAMES).unwrap();
    file
}

fn looked(words: &[String], depth: u16) -> Result<SuiteReport, SuiteError> {
    let folder = tempfile::tempdir().unwrap();
    let game = suite::game(&games(folder.path()), 1)?;
    let suite = Suite::new(words, depth, Some(1), Family::default());
    suite::look(&suite, &game, 2, &AtomicBool::new(false), &|_, _| ())
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The searcher's scores of a position, in pawns for the mover and capped at ten, and its moves.
fn scores(board: &Board, depth: u16) -> Vec<f64> {
    let moves = board.legal_moves();
    let found = Searcher.evaluate(board, &moves, &Limits::plies(Plies(depth))).unwrap();
    found.scores.iter().map(|score| score.pawns().clamp(-20.0, 20.0)).collect()
}

/// `p_1^exp((c delta)^0.4)` with `p_1` found by halving, and one move of fifty at random.
fn by_regan(values: &[f64], c: f64) -> Vec<f64> {
    let compressed = |pawns: f64| pawns.signum() * (1.0 + pawns.abs()).ln();
    let best = values.iter().copied().fold(f64::MIN, f64::max);
    let powers: Vec<f64> = values
        .iter()
        .map(|value| (c * (compressed(best) - compressed(*value))).powf(0.4).exp())
        .collect();
    let (mut low, mut high) = (0.0f64, 1.0f64);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        match powers.iter().map(|power| middle.powf(*power)).sum::<f64>() < 1.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    let even = 0.02 / values.len() as f64;
    powers.iter().map(|power| 0.98 * low.powf(*power) + even).collect()
}

#[test]
fn competence_and_values_by_plain_arithmetic() {
    let report = looked(&words(&["own"]), 1).unwrap();
    assert_eq!((report.positions.len(), report.unanimous), (7, Some(1.0)));
    // Black's three decisions, by Regan's law on the family's grid, a uniform prior.
    let grid: CompetenceGrid = Family::default().default_grid();
    let grid: Vec<f64> = grid.competences().map(|c| c.get()).collect();
    let mut logs = vec![0.0; grid.len()];
    for at in &report.positions {
        let board = Board::from_fen(&at.fen).unwrap();
        let values = scores(&board, 1);
        let best = values.iter().copied().fold(f64::MIN, f64::max);
        let view = at.views[0].as_ref().unwrap();
        let for_white = if board.turn().is_white() { best } else { -best };
        if best < 20.0 {
            assert!((view.value - for_white).abs() < 1e-9, "{at:?}");
        }
        if board.turn().is_white() {
            continue;
        }
        let played = board.read_san(&at.played).unwrap();
        let place = board.legal_moves().iter().position(|play| *play == played).unwrap();
        for (log, c) in logs.iter_mut().zip(&grid) {
            *log += by_regan(&values, *c)[place].ln();
        }
        let total: f64 = logs.iter().map(|log| log.exp()).sum();
        let mean: f64 = logs.iter().zip(&grid).map(|(log, c)| log.exp() * c).sum::<f64>() / total;
        assert!((view.competence - mean).abs() < 1e-6, "{} {mean}", view.competence);
    }
    let black = report.engines[0].black.as_ref().unwrap();
    let last = report.positions[5].views[0].as_ref().unwrap();
    assert_eq!((black.decisions, black.competence.mean), (3, last.competence));
    // White mates in one, and sees it.
    let mate = report.positions[6].views[0].as_ref().unwrap();
    assert_eq!((mate.best.as_str(), mate.value, mate.played), ("Qxf7#", 199.0, 199.0));
    let text = suite::text(&report);
    assert!(text.contains("#1 Qxf7#") && text.contains("4. Qxf7#"), "{text}");
    assert_eq!(suite::picture(&report).svg().matches("<svg ").count(), 4);
}

/// A program that starts the fake engine of the client's tests in one of its modes.
#[cfg(unix)]
fn fake(folder: &Path, mode: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/fake_engine.py");
    let [program, state] = [folder.join(mode), folder.join(format!("{mode}.state"))];
    let text =
        format!("#!/bin/sh\nexec python3 '{}' {mode} '{}'\n", script.display(), state.display());
    fs::write(&program, text).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    program.display().to_string()
}

#[cfg(unix)]
#[test]
fn engines_that_fail_are_named_and_the_others_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let [liar, lazy, good] = ["liar", "lazy", "good"].map(|mode| fake(folder.path(), mode));
    let asked = [liar.as_str(), &lazy, &good, "own", "/no/such/engine"];
    let report = looked(&words(&asked), 2).unwrap();
    let names: Vec<&str> = report.engines.iter().map(|one| &*one.asked).collect();
    assert_eq!(names, [good.as_str(), "own"]);
    let reason =
        |word: &str| &report.left_out.iter().find(|one| one.asked == word).expect(word).reason;
    assert!(reason(&liar).contains("no legal move"), "{}", reason(&liar));
    assert!(reason(&lazy).contains("gave no value"), "{}", reason(&lazy));
    assert!(reason("/no/such/engine").contains("cannot start"));
    assert!(report.positions.iter().all(|one| one.views.iter().flatten().count() == 2));
    let error = looked(&words(&[&lazy]), 2).unwrap_err().to_string();
    assert!(error.contains("no engine is left") && error.contains("gave no value"), "{error}");
}

/// Those that are installed value every position; the others are named with their package.
#[test]
fn engines_of_debian() {
    let report = looked(&ENGINES.map(str::to_owned), 3).unwrap();
    for one in &report.left_out {
        assert!(one.reason.contains(&format!("apt install {}", one.asked)), "{one:?}");
        real_data::skipped(&format!("no {}", one.asked));
    }
    for one in &report.engines {
        assert_eq!((one.valued, one.failures.len()), (7, 0), "{one:?}");
        // Whoever looks sees a mate in one.
        let at = report.engines.iter().position(|other| other == one).unwrap();
        assert_eq!(report.positions[6].views[at].as_ref().unwrap().best, "Qxf7#", "{one:?}");
    }
    assert_eq!(report.engines.len() + report.left_out.len(), ENGINES.len());
}

#[test]
fn games_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let file = games(folder.path());
    assert_eq!(suite::game(&file, 2).unwrap().moves.len(), 2);
    let error = suite::game(&file, 3).unwrap_err().to_string();
    assert!(error.contains("no game 3") && error.contains("has 2"), "{error}");
    let late = Suite::new(&words(&["own"]), 1, Some(99), Family::default());
    let game = suite::game(&file, 1).unwrap();
    let error = suite::look(&late, &game, 1, &AtomicBool::new(false), &|_, _| ()).unwrap_err();
    assert!(error.to_string().contains("--from-ply 1"), "{error}");
}
