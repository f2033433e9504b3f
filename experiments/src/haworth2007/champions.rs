//! Section 5: the World Champions by apparent competence, and how much confidence that deserves.

use std::collections::BTreeMap;

use corpus::{Decision, Estimate, Family, Link, Sample};
use plot::{Plot, Series};

use super::data;
use super::paired::Fitted;
use crate::{ExperimentError, Lab, Report};

/// Surnames as the data has them, in the order of their first title.
const CHAMPIONS: [&str; 17] = [
    "Steinitz",
    "Lasker",
    "Capablanca",
    "Alekhine",
    "Euwe",
    "Botvinnik",
    "Smyslov",
    "Tal",
    "Petrosian",
    "Spassky",
    "Fischer",
    "Karpov",
    "Kasparov",
    "Kramnik",
    "Anand",
    "Topalov",
    "Carlsen",
];
/// Positions beyond so many pawns are decided: section 4.3, after Guid and Bratko.
const DECIDED: f64 = 2.0;
/// Decisions that a champion needs.
const LEAST: usize = 50;
/// The depth of the ranking, and the one beside it.
const DEPTHS: [u16; 2] = [8, 6];

struct Champion<'a> {
    name: &'static str,
    own: Vec<&'a Decision>,
    found: Estimate,
    fitted: Fitted,
    haworth: f64,
    shallower: Option<f64>,
}

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "If there are E_p better than the World Champions, these may be ranked by apparent competence; the robustness of the assessments defines what confidence can be placed in the ranking (section 5).",
        "champion | games | decisions | c | sd | low | high | rank | mean loss in pawns | rank by loss | c by haworth's law | c at depth 6 | chance to be above the next",
    );
    let Some(decisions) = data::at_every_depth(lab, report)? else { return Ok(()) };
    let mut all: Vec<Champion<'_>> =
        CHAMPIONS.iter().filter_map(|name| champion(name, &decisions)).collect();
    if all.len() < 2 {
        report.grid.row(&[&"none", &"", &"", &"", &"", &"", &"", &"", &"", &"", &"", &"", &""]);
        report.notes.push(format!("SKIPPED: no two World Champions have {LEAST} decisions here: give those of title matches with --decisions FILE."));
        return Ok(());
    }
    all.sort_by(|a, b| b.fitted.c().total_cmp(&a.fitted.c()));
    let losses: Vec<f64> = all.iter().map(|one| mean_loss(&one.own)).collect();
    for (at, one) in all.iter().enumerate() {
        let (low, high) = one.found.interval();
        let by_loss = losses.iter().filter(|loss| **loss < losses[at]).count() + 1;
        report.grid.figures(
            &[&one.name, &one.found.games, &one.found.decisions],
            [
                Some(one.found.mean()),
                Some(one.found.sd()),
                Some(low),
                Some(high),
                Some(at as f64 + 1.0),
                Some(losses[at]),
                Some(by_loss as f64),
                Some(one.haworth),
                one.shallower,
                all.get(at + 1).map(|next| chance_above(one, next)),
            ],
        );
        report.compare(format!("{}: c", one.name), one.found.mean()).error = one.found.sd();
    }
    robustness(report, &all, &losses);
    report.draw(picture(&all));
    report.note(&[
        "A sample of moves from title matches, after the eighth move and with the best move within two pawns; intervals hold 95 % and are clustered by game.",
        "c measures how differently the champion and this engine choose, in the positions the champion got: quiet positions are easier, opponents differ, and what was known of openings and endings differs by a century. It answers who chose most like the engine, not who was the best player.",
        "That E_8 plays better than the champions is not shown: see depths. Until it is, the ranking is one of likeness.",
    ]);
    Ok(())
}

/// The decisions of one champion; none if they are few.
fn champion<'a>(name: &'static str, decisions: &'a [Decision]) -> Option<Champion<'a>> {
    let is = |player: &str| player.split([',', ' ']).next() == Some(name);
    let at = |depth: u16| -> Vec<&Decision> {
        let known = decisions.iter().filter(|one| one.reference.depth == depth);
        let open = |one: &&Decision| one.best().pawns().abs() <= DECIDED && !one.is_forced();
        known.filter(|one| is(one.player())).filter(open).collect()
    };
    let own = at(DEPTHS[0]);
    if own.len() < LEAST {
        return None;
    }
    let sample = |family: Family| Sample::new(family, own.iter().copied());
    let family = Family::of(Link::Power);
    let found = Estimate::new(&sample(family), family.default_grid());
    let fitted = Fitted::new(&sample(family), &family.default_grid());
    let law = Family::of(Link::Haworth);
    let haworth = sample(law).belief(law.default_grid()).mean();
    let less = at(DEPTHS[1]);
    let shallower = (less.len() >= LEAST)
        .then(|| Sample::new(family, less.iter().copied()).belief(family.default_grid()).mean());
    Some(Champion { name, own, found, fitted, haworth, shallower })
}

/// Guid and Bratko's measure.
fn mean_loss(own: &[&Decision]) -> f64 {
    own.iter().map(|one| one.centipawn_loss() / 100.0).sum::<f64>() / own.len() as f64
}

/// The chance that one competence is truly above another, both errors normal.
fn chance_above(a: &Champion<'_>, b: &Champion<'_>) -> f64 {
    let error = f64::hypot(a.fitted.error(), b.fitted.error());
    normal_below((a.fitted.c() - b.fitted.c()) / error)
}

/// The normal distribution, by the logistic curve nearest to it: good to 0.01.
fn normal_below(z: f64) -> f64 {
    1.0 / (1.0 + (-1.702 * z).exp())
}

/// How far the ranking can be trusted.
fn robustness(report: &mut Report, all: &[Champion<'_>], losses: &[f64]) {
    let pairs: Vec<(usize, usize)> =
        (0..all.len()).flat_map(|a| (a + 1..all.len()).map(move |b| (a, b))).collect();
    let share = |of: &dyn Fn(usize, usize) -> bool| {
        pairs.iter().filter(|(a, b)| of(*a, *b)).count() as f64 / pairs.len() as f64
    };
    let sure = share(&|a, b| chance_above(&all[a], &all[b]) > 0.975);
    report.compare("pairs of champions whose order is certain to 95 %", sure);
    report.compare("pairs that the mean loss orders alike", share(&|a, b| losses[a] < losses[b]));
    report.compare(
        "pairs that haworth's law orders alike",
        share(&|a, b| all[a].haworth > all[b].haworth),
    );
    if all.iter().all(|one| one.shallower.is_some()) {
        report.compare(
            "pairs that depth 6 orders alike",
            share(&|a, b| all[a].shallower > all[b].shallower),
        );
    }
    report.notes.push(format!(
        "Of the {} pairs of champions, the order of {:.0} % is certain to 95 %.",
        pairs.len(),
        100.0 * sure
    ));
}

/// Competences with their intervals, in the order of the titles.
fn picture(all: &[Champion<'_>]) -> Plot {
    let order: BTreeMap<&str, &Champion<'_>> = all.iter().map(|one| (one.name, one)).collect();
    let place =
        |name: &str| CHAMPIONS.iter().position(|one| *one == name).unwrap_or(0) as f64 + 1.0;
    let line = |of: &dyn Fn(&Champion<'_>) -> f64| {
        let mut points: Vec<(f64, f64)> =
            order.values().map(|one| (place(one.name), of(one))).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    };
    let mut plot = Plot::new(
        "World Champions in title matches",
        "apparent competence in the order of their first titles, Steinitz to Carlsen; dashed: 95 %",
        ["number of the champion", "c"],
        vec![Series { name: "c".to_owned(), points: line(&|one| one.found.mean()) }],
    );
    plot.guides = vec![
        Series { name: "low".to_owned(), points: line(&|one| one.found.interval().0) },
        Series { name: "high".to_owned(), points: line(&|one| one.found.interval().1) },
    ];
    plot.close_up = true;
    plot
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_to_a_hundredth() {
        for (z, share) in [(0.0, 0.5), (1.0, 0.8413), (1.96, 0.975), (-1.0, 0.1587)] {
            assert!((normal_below(z) - share).abs() < 0.01, "{z}");
        }
    }
}
