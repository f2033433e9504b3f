//! How likely errors are: players whose chance to err is known exactly, and figures worked out by hand.

#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use endgame::find::{Find, Pick, Worth, find};
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::simulate::Rules;
use player::{Belief, Competence, CompetenceGrid, DepthOffset, Model, ReferencePlayer};
use study::error_chance::{
    Caution, ErrorKind, ErrorObservation, ErrorPredictor, LearnedErrors, Speculation, learn_errors,
    observe,
};
use study::game::DrawRules;
use study::learn::{Extractor, default_rules};
use study::matches::Match;
use value::{ChoiceSource, Depth, Metric, Outcome};

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let tables = Tables::new(Metric::Dtc);
    for name in ["KQK", "KRK", "KQKR"] {
        tables.table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
    }
    tables
});

fn extractor(name: &str) -> Extractor<'static> {
    let (material, model) = (name.parse().unwrap(), Model::judging_people());
    let rules = default_rules(&material, Color::White, &model);
    Extractor { tables: &TABLES, material, side: Color::White, model, rules }
}

/// Positions of an endgame with this side to move and this outcome.
fn some(name: &str, turn: Color, outcome: Outcome, limit: usize) -> Vec<Position> {
    let table = TABLES.table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
    find(
        &table,
        &Find { turn, worth: Worth::Exactly(outcome), pick: Pick::Random { seed: 5 }, limit },
    )
}

/// What games of a player with the queen against an infallible rook teach.
fn observations(white: &str, games: usize) -> Vec<ErrorObservation> {
    let contest = Match {
        agents: [white.parse().unwrap(), "infallible".parse().unwrap()],
        starts: some("KQKR", Color::White, Outcome::Win(Depth(14)), games),
        games,
        seed: 9,
        rules: Rules { move_limit: 25, stop_at_goal: true },
        draws: DrawRules::NONE,
        model: Model::judging_people(),
        prior: Belief::uniform(CompetenceGrid::default()),
        move_prior: None,
    };
    let played = contest.play(&TABLES, &AtomicBool::new(false), || ()).unwrap();
    let extractor = extractor("KQKR");
    let observe = |(number, game)| {
        observe::observe(&extractor, number, &contest.written(number + 1, game)).unwrap()
    };
    played.iter().enumerate().flat_map(observe).collect()
}

static LEARNED: LazyLock<(Vec<ErrorObservation>, LearnedErrors)> = LazyLock::new(|| {
    let seen = observations("player:12,concede=all", 90);
    let learned = learn_errors(&extractor("KQKR"), &seen, 3).unwrap();
    (seen, learned)
});

fn predictor(learned: &LearnedErrors) -> ErrorPredictor {
    ErrorPredictor::new(&extractor("KQKR"), DepthOffset::ONE, learned, "test", "made up")
}

/// A model must find itself: of `R_12` the chance to err is known, and what is learned comes near.
#[test]
fn the_errors_of_a_known_player_are_foreseen() {
    let (seen, learned) = &*LEARNED;
    let any = learned.kinds[0].as_ref().unwrap();
    assert!((learned.models.alone[0] - 12.0).abs() < 1.5, "{:?}", learned.models.alone);
    let score = |name: &str| any.forecasts.iter().find(|one| one.name == name).unwrap().score;
    // The truth itself, one position after the other.
    let mut truth = 0.0;
    let possible = || seen.iter().filter(|one| one.is_possible(ErrorKind::Any));
    let own: Vec<f64> =
        [12.0].into_iter().chain(std::iter::repeat(0.0)).take(learned.models.alone.len()).collect();
    for one in possible() {
        let chance = one.chance(ErrorKind::Any, &own);
        truth -= if one.happened(ErrorKind::Any) { chance.ln() } else { (1.0 - chance).ln() };
    }
    truth /= possible().count() as f64;
    assert!((score("R_c").log_loss - truth).abs() < 0.01, "{truth}: {:?}", any.forecasts);
    assert!(score("learned").log_loss < truth + 0.05, "{truth}: {:?}", any.forecasts);
    assert!(score("learned").log_loss < score("constant").log_loss - 0.02, "{:?}", any.forecasts);
    let misses = any.bins.iter().map(|bin| {
        let spread = (bin.foreseen * (1.0 - bin.foreseen) / bin.count as f64).sqrt();
        (bin.happened - bin.foreseen).abs() / spread.max(1e-9)
    });
    assert!(misses.fold(0.0, f64::max) < 4.5, "{:?}", any.bins);
    assert!(any.calibration.slope > 0.6 && any.calibration.slope <= 1.0);
    let rate = any.errors as f64 / any.positions as f64;
    assert!((any.prediction.rate - rate).abs() < 1e-12);
    assert!((any.prediction.missed - any.prediction.imagined).abs() < 0.02);
}

/// The chance of the model is the sum over the moves that are not best, as `R_c` itself has it.
#[test]
fn the_models_chance_is_that_of_the_reference_player() {
    let position = Position::from_fen("8/8/r5k1/2Q5/8/4K3/8/8 w - - 0 1").unwrap();
    let choices = TABLES.choices(&position).unwrap();
    let player = ReferencePlayer {
        competence: Competence::new(7.0).unwrap(),
        model: Model::judging_people(),
    };
    let prospect = player.prospect(&choices);
    let odds = prospect.move_probabilities();
    let errs: f64 =
        (0..choices.len()).filter(|&at| !choices.is_optimal(at)).map(|at| odds[at]).sum();
    let fatal: f64 =
        (0..choices.len()).filter(|&at| !choices.keeps_value(at)).map(|at| odds[at]).sum();
    let seen = ErrorObservation::of(&extractor("KQKR"), 0, &position, 0).unwrap().unwrap();
    let mut own = vec![0.0; 1 + extractor("KQKR").rules.len()];
    own[0] = 7.0;
    assert!((seen.chance(ErrorKind::Any, &own) - errs).abs() < 1e-12);
    assert!((seen.chance(ErrorKind::Fatal, &own) - fatal).abs() < 1e-12);
    // Structure by hand: 5 of 30 moves are optimal (Jansen 1992, section 7.4), none backward counts 0.
    assert!((seen.structure[0] - 5.0 / 30.0).abs() < 1e-12);
    assert!((seen.structure[3] - 5f64.ln()).abs() < 1e-12);
    assert_eq!(seen.structure[6], 2f64.ln(), "the second best concedes one move");
    // Of Qc8, Qd5, Qd4, Qc4 and Qc3 three go back and none checks; none captures, none is the king's.
    assert_eq!((seen.structure[8], seen.structure[9], seen.structure[10]), (0.0, 0.0, 0.0));
    assert!((seen.structure[11] - 0.6).abs() < 1e-12);
}

/// A position and its mirror image with the colours exchanged are the same task.
#[test]
fn the_colour_makes_no_difference() {
    let predictor = predictor(&LEARNED.1);
    for position in some("KQKR", Color::White, Outcome::Win(Depth(11)), 6) {
        let one = predictor.chance(&TABLES, &position).unwrap();
        let other = predictor.chance(&TABLES, &position.colours_exchanged()).unwrap();
        assert!((one.any.probability - other.any.probability).abs() < 1e-12);
        assert!((one.any.error - other.any.error).abs() < 1e-12);
        assert!(one.any.probability > 0.0 && one.any.probability < 1.0 && one.any.error > 0.0);
        assert!(one.fatal.probability <= one.any.probability + 0.1);
    }
    for elsewhere in ["8/8/8/8/8/2k5/8/K1q5 w - - 0 1", "8/8/r7/2Q2k2/8/4K3/8/8 b - - 0 1"] {
        let said = predictor.chance(&TABLES, &Position::from_fen(elsewhere).unwrap()).unwrap_err();
        assert!(said.to_string().contains("the side of KQ in KQKR"), "{said}");
    }
    let drawn = some("KQKR", Color::White, Outcome::Draw, 1).remove(0);
    assert!(predictor.chance(&TABLES, &drawn).unwrap_err().to_string().contains("is drawn"));
}

/// What a move gains is what is expected back after it and after the safest, less what it concedes;
/// doubt takes away from it and never adds.
#[test]
fn gains_are_differences_and_doubt_takes_away() {
    let predictor = predictor(&LEARNED.1);
    let fen = "8/8/r7/2Q2k2/8/4K3/8/8 b - - 0 1";
    for fen in [fen, &Position::from_fen(fen).unwrap().colours_exchanged().fen()] {
        let position = Position::from_fen(fen).unwrap();
        let caution = Caution { risk: 4, doubt: 1.5, draw: 50 };
        let found = Speculation::new(&predictor, &TABLES, &position, caution).unwrap();
        let back = |play| {
            let after = predictor.chance(&TABLES, &position.after(play)).unwrap();
            let (p, f) = (after.any.probability, after.fatal.probability);
            (p - f).max(0.0) * after.size + f * f64::from(50 - after.depth)
        };
        let safest = &found.moves[found.safest];
        assert_eq!(safest.conceded, 0);
        for one in found.moves.iter().filter(|one| one.chance.is_some()) {
            let gain = back(one.play) - back(safest.play) - f64::from(one.conceded);
            assert!((one.gain - gain).abs() < 1e-9, "{one:?}");
            assert!((one.sure_gain - (gain - 1.5 * one.gain_error)).abs() < 1e-9);
            assert!(one.gain_error > 0.0 || one.play == safest.play);
        }
        let sure = Caution { doubt: 1e6, ..caution };
        let none = Speculation::new(&predictor, &TABLES, &position, sure).unwrap();
        assert_eq!(none.mistake, None);
    }
}

/// The standard error of a gain by moving each coefficient a little, from what the file says.
#[test]
fn fewer_games_leave_more_doubt() {
    let few = observations("player:12,concede=all", 24);
    let few = predictor(&learn_errors(&extractor("KQKR"), &few, 3).unwrap());
    let many = predictor(&LEARNED.1);
    let position = Position::from_fen("8/8/r7/2Q2k2/8/4K3/8/8 b - - 0 1").unwrap();
    let doubt = |predictor: &ErrorPredictor| {
        let found = Speculation::new(predictor, &TABLES, &position, Caution::default()).unwrap();
        found.moves.iter().map(|one| one.gain_error).sum::<f64>() / found.moves.len() as f64
    };
    assert!(doubt(&few) > 1.2 * doubt(&many), "{} {}", doubt(&few), doubt(&many));
}

#[test]
fn a_file_says_what_was_learned() {
    let predictor = predictor(&LEARNED.1);
    let text = predictor.to_json();
    let read = ErrorPredictor::from_json("test.json", &text).unwrap();
    let position = some("KQKR", Color::White, Outcome::Win(Depth(9)), 1).remove(0);
    let [one, other] = [&predictor, &read].map(|who| who.chance(&TABLES, &position).unwrap());
    assert_eq!(one.any.probability, other.any.probability);
    let refused = |text: &str| ErrorPredictor::from_json("x.json", text).unwrap_err().to_string();
    assert!(refused("{}").contains("x.json is no predictor of errors"));
    assert!(refused(&text.replace("fallible errors", "tea")).contains("says it is 'tea'"));
    assert!(refused(&text.replace("in check", "in tears")).contains("features"));
    assert!(ErrorPredictor::find("nowhere.json").unwrap_err().to_string().contains("say human"));
    assert_eq!(ErrorPredictor::find("human").unwrap().whose(), "the side of KQ in KQKR");
}

/// Of random moves in KRK nobody learns of errors that nobody makes.
#[test]
fn too_few_errors_teach_nothing() {
    let seen: Vec<ErrorObservation> = some("KRK", Color::White, Outcome::Win(Depth(12)), 30)
        .iter()
        .enumerate()
        .filter_map(|(game, position)| {
            let choices = TABLES.choices(position).unwrap();
            let best = choices.optimal()[0];
            ErrorObservation::of(&extractor("KRK"), game, position, best).unwrap()
        })
        .collect();
    assert!(seen.iter().all(|one| !one.happened(ErrorKind::Any)));
    // Who never errs has no finite competence either.
    assert!(learn_errors(&extractor("KRK"), &seen, 3).is_err());
    assert!(learn_errors(&extractor("KRK"), &[], 3).is_err());
}
