//! Section 4.6: random games and real ones. Sections 9.1.2 and 9.1.3: difficulty and zugzwang in both.

use endgame::game_graph::{BySlice, Kings};
use endgame::index::Slot;
use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::query::difficulty;
use endgame::rules::Color;
use endgame::successors::Successors;
use endgame::tables::Tables;
use plot::{Plot, Scale as AxisScale, Series};
use study::random_games::endgame_fit::{EndgameFit, Law};
use study::random_games::randomness::{RandomnessQuestion, zugzwangs};
use value::{Depth, Metric, Outcome};

use crate::{ExperimentError, Lab, Report, Row};

/// Its comparisons.
#[rustfmt::skip] // a line each
pub(crate) const EXPERIMENTS: &[Row] = &[
    ("jansen1992/section4.6", "KRKN, KQKR, KPK by file and KNNKP beside the theory of random games", section4_6),
    ("jansen1992/section9.1.2", "difficulty by depth in KQKR, KRKN and random games", section9_1_2),
    ("jansen1992/section9.1.3", "zugzwang in KQKR and in random games", section9_1_3),
];

/// An endgame of the section, and how it is cut.
struct Case {
    name: &'static str,
    kings: Kings,
    law: Law,
    by: Option<BySlice>,
    metric: Metric,
}

/// Each endgame as chess is played, and as the thesis counts where that can be done.
fn cases(lab: &Lab<'_>) -> Vec<Case> {
    let case = |name, kings, law| Case { name, kings, law, by: None, metric: Metric::Dtc };
    let each = |name| {
        [
            case(name, Kings::Mated, Law::Counted),
            case(name, Kings::Mated, Law::Fitted),
            case(name, Kings::Taken, Law::Counted),
            case(name, Kings::Taken, Law::Mean),
            case(name, Kings::Taken, Law::Fitted),
        ]
    };
    let mut cases: Vec<Case> = lab
        .at_scale(&["KRKN", "KQKR", "KPK"][..], &["KPK"])
        .iter()
        .flat_map(|name| each(name))
        .collect();
    for law in [Law::Counted, Law::Fitted] {
        cases.push(Case { by: Some(BySlice::File), ..case("KPK", Kings::Mated, law) });
    }
    if lab.at_scale(true, false) {
        cases.push(case("KNNKP", Kings::Mated, Law::Counted));
        for law in [Law::Counted, Law::Fitted] {
            let whole = case("KNNKP", Kings::Mated, law);
            cases.push(Case { by: Some(BySlice::Rank), metric: Metric::Dtz, ..whole });
        }
    }
    cases
}

fn section4_6(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "KRKN is like an interesting draw and KQKR like a total win, both with an excellent fit; KPK and KNNKP are several games, one for each file or place \
         of the pawn, and fit less well because kings and pawns are slow.",
        "endgame | part | kings | moves | positions | terminal wins | terminal draws | White's moves | Black's moves | threshold | class | class expected | \
         won | won expected | lost | lost expected | deepest | deepest expected | misplaced | foreseen",
    );
    let dtz = Tables::new(Metric::Dtz).with_memory_budget(lab.tables.memory_budget());
    let mut lines = Vec::new();
    let mut guides = Vec::new();
    let mut as_expected = 0;
    for case in cases(lab) {
        lab.check()?;
        let material: Material = case.name.parse()?;
        let question = RandomnessQuestion {
            kings: case.kings,
            law: case.law,
            by: case.by,
            ..RandomnessQuestion::new(material)
        };
        let tables = if case.metric == Metric::Dtz { &dtz } else { lab.tables };
        for (part, fit, _) in question.fits(tables, &lab.monitor)? {
            row(report, &case, part.as_deref(), &fit);
            let plain = case.kings == Kings::Mated && case.law == Law::Counted;
            if plain && ["KRKN", "KQKR"].contains(&case.name) {
                let [class, expected] = fit.classes();
                as_expected += usize::from(class == expected);
                let line = |name: &str, of: fn(&(f64, f64)) -> f64| Series {
                    name: format!("{} {name}", case.name),
                    points: (0..)
                        .zip(fit.defender_by_depth().iter().map(of))
                        .filter(|point| point.1 >= 1e-6)
                        .map(|(depth, share)| (f64::from(depth), share))
                        .collect(),
                };
                lines.push(line("lost", |at| at.0));
                guides.push(line("lost, expected", |at| at.1));
            }
            if plain && case.name == "KNNKP" && part.is_none() {
                let shares: Vec<f64> = fit.attacker_by_depth().iter().map(|at| at.0).collect();
                report.compare(
                    "KNNKP: peaks, valleys being two thirds as high or less",
                    peaks(&shares) as f64,
                );
            }
            if plain && case.name == "KPK" && part.is_none() {
                report.compare(
                    "KPK: depth of the second peak, White to move, his count",
                    peak(&fit) - 1.0,
                );
            }
        }
    }
    if lab.at_scale(true, false) {
        report.compare("classes of KRKN and KQKR as expected", as_expected as f64);
    }
    let mut plot = Plot::new(
        "KRKN and KQKR beside the theory",
        "Black to move, lost; dashed: random games with the same terminal positions and numbers of moves",
        ["depth in White's moves", "share of positions"],
        lines,
    );
    plot.guides = guides;
    plot.up_scale = AxisScale::Log;
    report.draw(plot);
    report.note(&[
        "The theory is told the share of terminal wins and terminal draws and how many moves the other positions have (counted), or their mean (mean: a position has so \
         many, rounded up or down), or which positions have none, the others having as many as misplace least (fitted). Kings are mated as in chess, or taken a move later as in the \
         thesis, whose domain has all placements of the men; its depths are then his less one with Black to move.",
        "Told how many positions have few moves, the theory foresees both classes, and that KQKR has two maxima; its second comes three times too soon. With one number of moves for \
         all positions, as in the thesis, nothing but terminal wins is expected of any of these endgames: mates and forks need positions with few moves. Misplaced and foreseen: \
         see `fallible randomness --help`.",
        "KNNKP by rank is in DTZ, where a pawn's move ends the game: in DTC the depths go on on the next rank.",
    ]);
    Ok(())
}

/// The depth with the most wins among those behind the first fall, with White to move.
fn peak(fit: &EndgameFit) -> f64 {
    let shares: Vec<f64> = fit.attacker_by_depth().iter().map(|at| at.0).collect();
    let falls = shares.windows(2).skip(1).position(|pair| pair[1] > pair[0]).unwrap_or(0) + 1;
    let behind = (falls..shares.len()).max_by(|&a, &b| shares[a].total_cmp(&shares[b]));
    behind.unwrap_or(0) as f64
}

/// How many maxima a distribution has, when the valley between two is at most two thirds as high as the lower; what is rarer than one
/// in ten thousand makes none.
fn peaks(shares: &[f64]) -> usize {
    const VALLEY: f64 = 2.0 / 3.0;
    let (mut peaks, mut high, mut low, mut rising) = (0, 0.0f64, 0.0f64, true);
    let common = shares.iter().map(|&share| if share < 1e-4 { 0.0 } else { share });
    for share in common.chain([0.0]) {
        if rising {
            high = high.max(share);
            if high > 0.0 && share <= VALLEY * high {
                (peaks, low, rising) = (peaks + 1, share, false);
            }
        } else {
            low = low.min(share);
            if share > 0.0 && low <= VALLEY * share {
                (high, rising) = (share, true);
            }
        }
    }
    peaks
}

fn row(report: &mut Report, case: &Case, part: Option<&str>, fit: &EndgameFit) {
    let (attacker, defender) = (&fit.graph.attacker, &fit.graph.defender);
    let share = |part: u64, all: u64| part as f64 / all.max(1) as f64;
    let kings = if case.kings == Kings::Mated { "mated" } else { "taken" };
    let law = match case.law {
        Law::Counted => "counted",
        Law::Mean => "mean",
        Law::Fitted => "fitted",
    };
    let [class, class_expected] = fit.classes().map(|class| class.name());
    let threshold = fit.theory.threshold().map(|at| crate::report::figure(at.alpha));
    let number = crate::report::figure;
    report.grid.figures(
        &[
            &case.name,
            &part.unwrap_or("whole"),
            &kings,
            &law,
            &attacker.positions(),
            &number(fit.alpha),
            &number(fit.theory.terminal_draws),
            &number(fit.theory.white_branching.mean()),
            &number(fit.theory.black_branching.mean()),
            &threshold.unwrap_or_default(),
            &class,
            &class_expected,
        ],
        [
            Some(share(attacker.decided.total(), attacker.positions())),
            Some(fit.in_the_end[0]),
            Some(share(defender.decided.total(), defender.positions())),
            Some(fit.in_the_end[1]),
            fit.deepest()[0].map(f64::from),
            fit.deepest()[1].map(f64::from),
            Some(fit.misplaced().mean()),
            fit.foreseen(),
        ],
    );
}

fn section9_1_2(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Whoever plays won positions at random makes no mistake up to the end with a chance that falls with depth; how fast, in a total win, in a draw, and in random games like them?",
        "endgame | depth | wins | chance of no mistake | the same in random games like it | difficulty | difficulty in random games",
    );
    let mut lines = Vec::new();
    let mut guides = Vec::new();
    for &name in lab.at_scale(&["KQKR", "KRKN"][..], &["KRK"]) {
        lab.check()?;
        let question = RandomnessQuestion::new(name.parse()?);
        let (_, fit, _) =
            question.fits(lab.tables, &lab.monitor)?.into_iter().next().expect("the whole endgame");
        let successors = Successors::of(lab.tables, &question.material, &lab.monitor)?;
        let means = mean_chances(&successors, &lab.monitor)?;
        let expected = fit.theory.safe_chances(fit.alpha, &fit.within);
        let lg = |chance: f64| -chance.log10();
        for (depth, &(wins, chance)) in means.iter().enumerate().filter(|(_, mean)| mean.0 > 0) {
            let random = expected.get(depth).copied();
            report.grid.figures(
                &[&name, &depth, &wins],
                [Some(chance), random, Some(lg(chance)), random.map(lg)],
            );
        }
        let points = |chances: &mut dyn Iterator<Item = (usize, f64)>| -> Vec<(f64, f64)> {
            chances.map(|(depth, chance)| (depth as f64, lg(chance))).collect()
        };
        let found = means.iter().enumerate().filter(|(_, mean)| mean.0 > 0);
        let found = points(&mut found.map(|(depth, mean)| (depth, mean.1)));
        // Per move, from the first depth at which something can go wrong to the deepest.
        let slope = |line: &[(f64, f64)]| {
            let (first, last) = (line[1], line[line.len() - 1]);
            (last.1 - first.1) / (last.0 - first.0)
        };
        report.compare(format!("{name}: difficulty a move, -lg"), slope(&found));
        let random = points(&mut expected.iter().copied().enumerate().skip(1));
        report.compare(format!("{name}: the same in random games like it"), slope(&random));
        lines.push(Series { name: name.to_owned(), points: found });
        guides.push(Series { name: format!("random games like {name}"), points: random });
    }
    let mut plot = Plot::new(
        "Difficulty by depth",
        "-lg of the mean chance that random moves of the winner are all optimal up to the goal; dashed: the theory of random games",
        ["depth in the winner's moves", "difficulty"],
        lines,
    );
    plot.guides = guides;
    report.draw(plot);
    report.note(&[
        "White to move and winning, all positions of a depth up to symmetry; the loser takes any of its optimal moves (`fallible find --rank difficulty`). Of random games: the theory's mean over such \
         wins, with the endgame's terminal wins and draws and numbers of moves (`fallible randomness`).",
    ]);
    Ok(())
}

/// By depth, how many positions White wins when to move, and the mean chance that its random moves are all optimal.
fn mean_chances(
    successors: &Successors<'_>,
    monitor: &Monitor<'_>,
) -> Result<Vec<(u64, f64)>, ExperimentError> {
    let table = successors.table();
    let [white, _] = difficulty(successors, monitor)?;
    let mut sums: Vec<(u64, f64)> = Vec::new();
    for (number, &hard) in white.iter().enumerate() {
        let slot = Slot { turn: Color::White, index: number };
        let Some(Outcome::Win(Depth(depth))) = table.outcome_at(slot) else { continue };
        if table.index().representative(number) == number {
            let at = usize::from(depth);
            sums.resize(sums.len().max(at + 1), (0, 0.0));
            sums[at].0 += 1;
            sums[at].1 += 10f64.powf(-hard);
        }
    }
    Ok(sums.into_iter().map(|(wins, sum)| (wins, sum / wins.max(1) as f64)).collect())
}

fn section9_1_3(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "KQKR has only about a tenth of the zugzwangs that an analysis of random games expects.",
        "endgame | placements | zugzwangs | paired by chance | by the theory | percent of those by chance",
    );
    for &name in lab.at_scale(
        &["KQK", "KRK", "KPK", "KQKN", "KRKB", "KRKN", "KBNK", "KQKR"][..],
        &["KRK", "KPK"],
    ) {
        lab.check()?;
        let question = RandomnessQuestion::new(name.parse()?);
        let (_, fit, pairs) =
            question.fits(lab.tables, &lab.monitor)?.into_iter().next().expect("the whole endgame");
        let found = zugzwangs(&fit, &pairs.expect("an endgame as a whole has its pairs"));
        let percent = 100.0 * found.found as f64 / found.by_chance;
        report.grid.figures(
            &[&name, &found.placements, &found.found],
            [found.by_chance, found.expected, percent],
        );
        report.compare(format!("{name}: percent of the zugzwangs by chance"), percent);
    }
    report.note(&[
        "Placements that are legal with either side to move. Zugzwang: with Black to move White wins in fewer moves than with White to move, or wins only so. By chance: the same \
         placements with White to move paired at random with those with Black to move, so that the depths are the endgame's own; by the theory: with the depths that the \
         theory of random games expects.",
    ]);
    Ok(())
}
