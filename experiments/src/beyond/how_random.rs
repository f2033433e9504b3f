//! Every endgame of three to five men beside the theory of random games: which are most like one.

use endgame::material::Material;
use endgame::survey::bottleneck;
use plot::{Plot, Series};
use study::random_games::endgame_fit::{EndgameFit, Law, Misplaced};
use study::random_games::randomness::{RandomnessQuestion, zugzwangs};
use study::random_games::sample::estimate;

use super::ranks::rank_correlation;
use crate::kept_rows::KeptRows;
use crate::report::{Grid, figure};
use crate::{ExperimentError, Lab, Report};

const COLUMNS: &str = "endgame | positions | terminal wins | terminal draws | White's moves | Black's moves | threshold | \
     class | class expected | won | won expected | lost | lost expected | bottleneck | bottleneck expected | deepest | \
     deepest expected | to foresee | misplaced | foreseen | misplaced by chance | fitted White's moves | \
     fitted Black's moves | misplaced, fitted | foreseen, fitted | zugzwangs | zugzwangs by chance | zugzwangs expected";

/// Places of the columns that are read again.
const CLASS: usize = 7;
const CLASS_EXPECTED: usize = 8;
const LOST: usize = 11;
const LOST_EXPECTED: usize = 12;
const NARROW: usize = 13;
const NARROW_EXPECTED: usize = 14;
const DEEPEST: usize = 15;
const DEEPEST_EXPECTED: usize = 16;
const TO_FORESEE: usize = 17;
const MISPLACED: usize = 18;
const FORESEEN: usize = 19;
const BY_CHANCE: usize = 20;
const FITTED: [usize; 2] = [21, 22];
const FORESEEN_FITTED: usize = 24;
const ZUGZWANGS: [usize; 2] = [25, 26];

/// An endgame with less to foresee, as a share of its positions, is not ranked.
const LEAST_TO_FORESEE: f64 = 0.01;
/// Random games of each endgame's parameters.
const GAMES: (u64, u64) = (10, 1);
const LARGEST_GAME: u32 = 20_000;

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The share of positions that are won at once, the share that escape at once, and how many moves the others have: how much of an endgame \
         follows from these, if nothing else is known and moves lead anywhere?",
        COLUMNS,
    );
    let kept = KeptRows::open(lab, "how-random", COLUMNS);
    report.grid.rows = kept.rows();
    let men = lab.at_scale(&[3, 4, 5][..], &[3]);
    let all: Vec<Material> = men.iter().flat_map(|&men| Material::all_with(men)).collect();
    for material in &all {
        let name = material.to_string();
        if report.grid.rows.iter().any(|row| row[0] == name) {
            continue;
        }
        if lab.check().is_err() {
            break;
        }
        match row(lab, material) {
            Ok(row) => report.grid.rows.extend(row.rows),
            Err(_) if lab.check().is_err() => break,
            Err(error) => return Err(error),
        }
        kept.write(&report.grid)?;
    }
    let done =
        |material: &&Material| report.grid.rows.iter().any(|row| row[0] == material.to_string());
    let missing = all.len() - all.iter().filter(done).count();
    if missing > 0 {
        report.notes.push(format!(
            "NOT FINISHED: {missing} of {} endgames are still missing; the same command goes on with them.",
            all.len()
        ));
    }
    tell(report);
    Ok(())
}

/// What is found about an endgame.
fn row(lab: &Lab<'_>, material: &Material) -> Result<Grid, ExperimentError> {
    let question = RandomnessQuestion::new(*material);
    let (_, fit, pairs) =
        question.fits(lab.tables, &lab.monitor)?.into_iter().next().expect("the whole endgame");
    let fitted = EndgameFit::new(fit.graph.clone(), Law::Fitted).ok();
    let chance = fit.random_games(LARGEST_GAME, GAMES)?;
    let chance = estimate(&chance.iter().map(Misplaced::mean).collect::<Vec<f64>>()).mean;
    let found = zugzwangs(&fit, &pairs.expect("an endgame as a whole has its pairs"));
    let (attacker, defender) = (&fit.graph.attacker, &fit.graph.defender);
    let share = |part: u64, all: u64| part as f64 / all.max(1) as f64;
    let narrow =
        fit.losses().map(|losses| bottleneck(&losses).map(|found| f64::from(found.narrowest.0)));
    let deepest = fit.deepest().map(|depth| depth.map(f64::from));
    let [class, class_expected] = fit.classes().map(|class| class.name());
    let alpha = |number: f64| figure(number);
    let counted = [
        material.to_string(),
        attacker.positions().to_string(),
        alpha(fit.alpha),
        alpha(fit.theory.terminal_draws),
        alpha(fit.theory.white_branching.mean()),
        alpha(fit.theory.black_branching.mean()),
        fit.theory.threshold().map_or_else(String::new, |at| figure(at.alpha)),
        class.to_owned(),
        class_expected.to_owned(),
    ];
    let words: Vec<&dyn std::fmt::Display> = counted.iter().map(|word| word as _).collect();
    let moves = |of: fn(&EndgameFit) -> f64| fitted.as_ref().map(of);
    let mut grid = Grid::default();
    grid.figures(
        &words,
        [
            Some(share(attacker.decided.total(), attacker.positions())),
            Some(fit.in_the_end[0]),
            Some(share(defender.decided.total(), defender.positions())),
            Some(fit.in_the_end[1]),
            narrow[0],
            narrow[1],
            deepest[0],
            deepest[1],
            Some(fit.undecided().mean()),
            Some(fit.misplaced().mean()),
            fit.foreseen(),
            Some(chance),
            moves(|fitted| fitted.theory.white_branching.mean()),
            moves(|fitted| fitted.theory.black_branching.mean()),
            moves(|fitted| fitted.misplaced().mean()),
            fitted.as_ref().and_then(EndgameFit::foreseen),
            Some(found.found as f64),
            Some(found.by_chance),
            Some(found.expected),
        ],
    );
    Ok(grid)
}

/// A number of a row, if it has one there.
fn number(row: &[String], column: usize) -> Option<f64> {
    row[column].parse().ok()
}

/// The figures to be looked at first, a picture, and what it means.
fn tell(report: &mut Report) {
    let rows = report.grid.rows.clone();
    let ranked = |row: &&Vec<String>| number(row, TO_FORESEE) >= Some(LEAST_TO_FORESEE);
    let with: Vec<&Vec<String>> = rows.iter().filter(ranked).collect();
    if with.len() < 2 {
        return;
    }
    report.compare("endgames", rows.len() as f64);
    report.compare("with at least 1 % of positions to foresee", with.len() as f64);
    compare_classes(report, &with);
    compare_medians(report, &with);
    draw(report, &with);
    explain(report);
}

/// How many classes and bottlenecks are as expected.
fn compare_classes(report: &mut Report, with: &[&Vec<String>]) {
    let count =
        |is: &dyn Fn(&Vec<String>) -> bool| with.iter().filter(|row| is(row)).count() as f64;
    let total = "total win";
    report.compare("of these, total wins", count(&|row| row[CLASS] == total));
    report.compare("classes as expected", count(&|row| row[CLASS] == row[CLASS_EXPECTED]));
    report.compare(
        "total wins expected to be draws",
        count(&|row| row[CLASS] == total && row[CLASS_EXPECTED] != total),
    );
    report.compare(
        "draws expected to be total wins",
        count(&|row| row[CLASS] != total && row[CLASS_EXPECTED] == total),
    );
    let lost: Vec<f64> = with
        .iter()
        .filter_map(|row| Some((number(row, LOST)? - number(row, LOST_EXPECTED)?).abs()))
        .collect();
    report.compare("mean error of the share lost", lost.iter().sum::<f64>() / lost.len() as f64);
    let narrow = |row: &Vec<String>, column: usize| number(row, column).is_some();
    report.compare("with a bottleneck", count(&|row| narrow(row, NARROW)));
    report.compare(
        "bottlenecks expected and found",
        count(&|row| narrow(row, NARROW) && narrow(row, NARROW_EXPECTED)),
    );
    report.compare(
        "bottlenecks expected and not found",
        count(&|row| !narrow(row, NARROW) && narrow(row, NARROW_EXPECTED)),
    );
}

/// What is typical of the endgames.
fn compare_medians(report: &mut Report, with: &[&Vec<String>]) {
    let median = |column: usize| {
        let mut all: Vec<f64> = with.iter().filter_map(|row| number(row, column)).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    let pairs = |a: usize, b: usize| -> Vec<(f64, f64)> {
        with.iter().filter_map(|row| number(row, a).zip(number(row, b))).collect()
    };
    report.compare(
        "rank correlation of the deepest win, expected and found",
        rank_correlation(&pairs(DEEPEST, DEEPEST_EXPECTED)),
    );
    report.compare("median misplaced", median(MISPLACED));
    report.compare("median misplaced by chance", median(BY_CHANCE));
    report.compare("median foreseen", median(FORESEEN));
    report.compare("median foreseen, fitted", median(FORESEEN_FITTED));
    report.compare("median of White's moves, fitted", median(FITTED[0]));
    report.compare("median of Black's moves, fitted", median(FITTED[1]));
    let shares = |row: &&&Vec<String>| -> Option<f64> {
        let (found, chance) = (number(row, ZUGZWANGS[0])?, number(row, ZUGZWANGS[1])?);
        (chance > 0.0).then(|| found / chance)
    };
    let mut zugzwangs: Vec<f64> = with.iter().filter_map(|row| shares(&row)).collect();
    zugzwangs.sort_by(f64::total_cmp);
    report.compare(
        "median share of zugzwangs by chance that there are",
        zugzwangs[zugzwangs.len() / 2],
    );
}

/// Ranks the endgames, in a picture and in a list.
fn draw(report: &mut Report, with: &[&Vec<String>]) {
    let mut order: Vec<(f64, &str)> =
        with.iter().filter_map(|row| Some((number(row, FORESEEN)?, row[0].as_str()))).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let point = |column: usize| -> Vec<(f64, f64)> {
        let of = |name: &str| {
            let row = with.iter().find(|row| row[0] == name)?;
            number(row, column)
        };
        let ranks = (1..).zip(&order);
        ranks
            .filter_map(|(rank, (_, name))| Some((f64::from(rank), of(name)?.max(-0.25))))
            .collect()
    };
    report.draw(Plot::new(
        "How random endgames are",
        "the share of what there is to foresee that the theory of random games foresees; below -0.25 is drawn there",
        ["rank", "share foreseen"],
        vec![
            Series { name: "moves as counted".to_owned(), points: point(FORESEEN) },
            Series { name: "numbers of moves fitted".to_owned(), points: point(FORESEEN_FITTED) },
        ],
    ));
    let listed: Vec<String> =
        order.iter().map(|(foreseen, name)| format!("{name} {foreseen:.2}")).collect();
    report.notes.push(format!(
        "From the most random to the least, the share foreseen with moves as counted: {}.",
        listed.join(", ")
    ));
}

/// What the figures mean.
fn explain(report: &mut Report) {
    report.note(&[
        "White, the side named first, wants to win; DTC; positions up to symmetry. Terminal wins are White's positions with a move that ends the endgame and \
         wins, terminal draws Black's with one that saves, and stalemates; moves are those that stay in the endgame, over the other positions. Depths and shares \
         are those of all positions. A class is that of decision 0024: a total win if at least half of Black's positions that are not terminal are lost.",
        "Misplaced is half the sum of the differences between the two distributions over depth, the mean of both sides, as a share of the positions that are not \
         terminal. What there is to foresee is what would be misplaced if nothing but the terminal positions were decided; foreseen is the share of it that is not \
         misplaced. By chance: ten random games of the endgame's parameters, of at most 20,000 positions for each side. Fitted: the numbers of moves with which \
         least is misplaced, the same for all positions of a side that have a move.",
        "Zugzwangs by chance: placements with White to move paired at random with those with Black to move.",
        "An endgame that is finished stays in how-random.csv among the results, and a later run goes on from there; delete it to begin anew. At reduced scale the \
         endgames have three men.",
    ]);
}
