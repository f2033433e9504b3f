//! Section 6.2.7: how likely an error is, learned from games and from the list of choices.
//!
//! Jansen names such a predictor and leaves it to others; its own error decides whether a mistake is worth
//! making (section 1.4), and is guessed there to be 15 to 40 %. Here it is measured.

use endgame::find::Worth;
use endgame::material::Material;
use endgame::rules::Color;
use player::speculate::Opponent;
use player::{DepthOffset, Model};
use plot::{Plot, Series};
use study::error_chance::{
    Caution, ErrorKind, ErrorObservation, ErrorPredictor, LearnedErrors, LearnedKind, Speculation,
    learn_errors, observe,
};
use study::learn::{Extractor, default_rules};
use value::{Depth, Outcome};

use crate::{ExperimentError, Lab, Report};

/// Endgame, whose errors, and what they are called.
const SIDES: [(&str, Color, &str); 4] = [
    ("KQKR", Color::White, "winner"),
    ("KQKR", Color::Black, "defender"),
    ("KBNK", Color::White, "winner"),
    ("KRBKR", Color::White, "attacker"),
];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "How likely a person is to err in a position can be foreseen from the list of its moves, better than by its depth or by \
         R_c alone; and how wrong such a prediction is can be measured.",
        "side | error | forecast or bin | log-loss or foreseen | Brier or happened | AUC or standard error",
    );
    if lab.human_games.is_none() {
        report.skip("KQKR");
        return Ok(());
    }
    for (name, side, role) in SIDES.into_iter().take(lab.at_scale(4, 1)) {
        let Some(learned) = learned(lab, name, side)? else { continue };
        let who = format!("{name}, {role}");
        for kind in learned.kinds.iter().flatten() {
            tell(report, &who, kind);
        }
    }
    report.note(&[
        "Any error concedes depth or value, a fatal one gives the value away; decided positions with a choice in them. Everything is \
         by cross-validation over games (10 parts): the models of moves and the regression know nothing of the game foreseen.",
        "`constant` is the share of errors; `by depth` that at the position's depth, mixed with ten average positions; `R_c` the chance \
         that R_c errs with the competence that fits the moves; `R_c and rules` the same with the rules of `fallible learn`; `learned` \
         a logistic regression on these two, the number of moves and of optimal ones, the depth, the gap to the second best, what the \
         optimal moves look like (checks, captures, king moves, backward, quiet, far) and whether they agree with each rule.",
        "A prediction of an error is made from the probability on at which as large a share of errors is missed as of correct moves is \
         called errors: epsilon0 = epsilon1, as near as can be. The thesis guesses 15 to 40 %.",
        "Values are given away too rarely in KQKR and KBNK to tell much about them; in KRBKR one decision in six does.",
    ]);
    Ok(())
}

/// What the games of an endgame teach; none if there are none.
fn learned(
    lab: &Lab<'_>,
    name: &str,
    side: Color,
) -> Result<Option<LearnedErrors>, ExperimentError> {
    let Some(games) = lab.games_of(name)? else { return Ok(None) };
    let material: Material = name.parse()?;
    lab.load(&material)?;
    let extractor = extractor(lab, material, side);
    let observations = observations(lab, &extractor, &games)?;
    Ok(Some(learn_errors(&extractor, &observations, lab.at_scale(10, 3))?))
}

fn extractor<'a>(lab: &Lab<'a>, material: Material, side: Color) -> Extractor<'a> {
    let model = Model::judging_people();
    let rules = default_rules(&material, side, &model);
    Extractor { tables: lab.tables, material, side, model, rules }
}

fn observations(
    lab: &Lab<'_>,
    extractor: &Extractor<'_>,
    games: &[study::pgn::Game],
) -> Result<Vec<ErrorObservation>, ExperimentError> {
    let mut found = Vec::new();
    for (number, game) in games.iter().enumerate() {
        lab.check()?;
        found.extend(observe::observe(extractor, number, game)?);
    }
    Ok(found)
}

/// The forecasts, the calibration and the prediction errors of one kind of error.
fn tell(report: &mut Report, who: &str, kind: &LearnedKind) {
    let what = match kind.kind {
        ErrorKind::Any => "any",
        ErrorKind::Fatal => "fatal",
    };
    for forecast in &kind.forecasts {
        let score = forecast.score;
        let figures = [Some(score.log_loss), Some(score.brier), score.auc];
        report.grid.figures(&[&who, &what, &forecast.name], figures);
        report.compare(format!("{who}, {what}: log-loss, {}", forecast.name), score.log_loss);
    }
    for (number, bin) in (1..).zip(&kind.bins) {
        let figures = [bin.foreseen, bin.happened, bin.standard_error];
        report.grid.figures(&[&who, &what, &format!("bin {number}")], figures);
    }
    let learned = kind.forecasts.last().and_then(|forecast| forecast.score.auc);
    report.compare(format!("{who}, {what}: AUC, learned"), learned.unwrap_or(f64::NAN));
    let measured = kind.prediction;
    for (name, number) in [
        ("positions", kind.positions as f64),
        ("p", measured.rate),
        ("epsilon0", measured.missed),
        ("epsilon1", measured.imagined),
        ("slope", kind.calibration.slope),
    ] {
        report.compare(format!("{who}, {what}: {name}"), number);
    }
    let opponent = Opponent::new(measured.rate, measured.missed, measured.imagined);
    if let Some(ratio) = opponent.ok().and_then(|opponent| opponent.required_ratio()) {
        report.compare(format!("{who}, {what}: ratio needed to speculate"), ratio);
    }
    if report.plot.is_none() {
        let points = kind.bins.iter().map(|bin| (bin.foreseen, bin.happened)).collect();
        let even = Series { name: "as foreseen".to_owned(), points: vec![(0.0, 0.0), (1.0, 1.0)] };
        report.draw(Plot::new(
            format!("{who}: what was called likely, and what happened"),
            "errors in games left out, ten bins of equally many positions",
            ["foreseen", "happened"],
            vec![even, Series { name: "learned".to_owned(), points }],
        ));
    }
}

/// How much there is to learn from: games, and what becomes of the advice to speculate.
pub(super) fn by_games(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The fewer games a predictor has seen, the more its log-odds must be shrunk, and the larger is the error of the gain that a mistake promises.",
        "games | calibration slope | mean promised gain | mean standard error | positions with a promising mistake | of these sure with one standard error | with two",
    );
    let Some(games) = lab.games_of("KQKR")? else {
        report.skip("KQKR");
        return Ok(());
    };
    let material: Material = "KQKR".parse()?;
    let extractor = extractor(lab, material, Color::White);
    let mut starts = Vec::new();
    for depth in 12..=20 {
        let worth = Worth::Exactly(Outcome::Loss(Depth(depth)));
        starts.extend(lab.positions(&material, Color::Black, worth, 1992, lab.at_scale(20, 2))?);
    }
    let observations = observations(lab, &extractor, &games)?;
    let sizes: &[usize] = lab.at_scale(&[30, 60, 120, 240, usize::MAX], &[60]);
    for &size in sizes {
        let some: Vec<ErrorObservation> =
            observations.iter().filter(|one| one.decision.game < size).cloned().collect();
        let learned = learn_errors(&extractor, &some, lab.at_scale(10, 3))?;
        let predictor = ErrorPredictor::new(&extractor, DepthOffset::ONE, &learned, "some", "");
        let slope = learned.kinds[0].as_ref().map_or(0.0, |kind| kind.calibration.slope);
        let mut found = Vec::new();
        for start in &starts {
            lab.check()?;
            let caution = Caution { doubt: 0.0, ..Caution::default() };
            let speculation = Speculation::new(&predictor, lab.tables, start, caution)?;
            found.extend(speculation.mistake.map(|at| speculation.moves[at].clone()));
        }
        let count = found.len();
        let mean =
            |of: &dyn Fn(usize) -> f64| (0..count).map(of).sum::<f64>() / count.max(1) as f64;
        let sure =
            |doubt: f64| mean(&|at| f64::from(found[at].gain > doubt * found[at].gain_error));
        let (gain, error) = (mean(&|at| found[at].gain), mean(&|at| found[at].gain_error));
        let share = count as f64 / starts.len().max(1) as f64;
        report.grid.figures(&[&learned.games], [slope, gain, error, share, sure(1.0), sure(2.0)]);
        let games = learned.games;
        report.compare(format!("{games} games: mean standard error of a gain"), error);
        report.compare(format!("{games} games: positions with a promising mistake"), share);
        report.compare(format!("{games} games: of these sure by one standard error"), sure(1.0));
    }
    report.note(&[
        "KQKR, the rook's side to move, random positions of depths 12 to 20: in each the move that concedes 1 to 3 moves and gains most over the \
         hardest optimal move, by what the queen's side is expected to give back. A mistake is promising if it gains anything as the chances stand.",
        "The thesis reckons (section 8.2.3) that a program which speculates parts from an optimal one in about 10 % of the positions.",
        "Made of the first games of the file; the standard error is that of the whole difference between the two moves, and does not contain what \
         the features leave unsaid of a position: the log-odds are calibrated on games left out for that.",
    ]);
    Ok(())
}
