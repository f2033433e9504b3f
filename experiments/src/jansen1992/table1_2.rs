//! Table 1.2: the five rules, each tried on a grid of opponents and stakes by playing out the tree of figure 1.1.

use player::speculate::{Advice, Opponent, Stakes};

use crate::{ExperimentError, Lab, Report};

/// What both strategies gain, the best move always and the speculative one: all sixteen cases of what
/// MIN would do at either node and what MAX predicts there, played out.
fn played_out(p: f64, epsilon: f64, theirs: f64, ours: f64) -> [f64; 2] {
    let mut expected = [0.0; 2];
    for case in 0..16u8 {
        let bit = |at: u8| case >> at & 1 == 1;
        let (errs_here, errs_there) = (bit(0), bit(1));
        let (says_here, says_there) = (bit(2), bit(3));
        let acts = |errs: bool| if errs { p } else { 1.0 - p };
        let says = |errs: bool, said: bool| if errs == said { 1.0 - epsilon } else { epsilon };
        let chance = acts(errs_here)
            * acts(errs_there)
            * says(errs_here, says_here)
            * says(errs_there, says_there);
        let best = |errs: bool| if errs { theirs } else { 0.0 };
        let worse = |errs: bool| best(errs) - ours;
        // Between equal prospects MAX has no reason to part from the best move.
        let parts = worse(says_there) > best(says_here);
        expected[0] += chance * best(errs_here);
        expected[1] += chance * if parts { worse(errs_there) } else { best(errs_here) };
    }
    expected
}

fn gain(p: f64, epsilon: f64, theirs: f64, ours: f64) -> f64 {
    let [optimal, speculative] = played_out(p, epsilon, theirs, ours);
    speculative - optimal
}

/// Gains no larger than rounding.
const NOTHING: f64 = 1e-12;

pub(super) fn run(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "When does a speculative strategy outperform an optimal one? Five rules in words, tried on a grid.",
        "rule | condition | cases tried | cases against it",
    );
    let steps = |from: usize, to: usize, by: f64| (from..=to).map(move |at| at as f64 * by);
    let inner = |opponents: &dyn Fn(f64, f64, f64)| {
        for p in steps(1, 19, 0.05) {
            for epsilon in steps(0, 9, 0.05) {
                steps(1, 40, 0.25).for_each(|ratio| opponents(p, epsilon, ratio));
            }
        }
    };
    let tried = |holds: &dyn Fn(f64, f64, f64) -> Option<bool>| {
        let counts = std::cell::Cell::new((0usize, 0usize));
        inner(&|p, epsilon, ratio| {
            let (all, against) = counts.get();
            match holds(p, epsilon, ratio) {
                Some(true) => counts.set((all + 1, against)),
                Some(false) => counts.set((all + 1, against + 1)),
                None => (),
            }
        });
        counts.get()
    };
    let surface = |p, epsilon| Opponent::equal(p, epsilon).ok().and_then(|o| o.required_ratio());
    let rules: [(&str, &str, (usize, usize)); 5] = [
        (
            "1",
            "only if ratio > 1",
            tried(&|p, e, r| (r <= 1.0).then(|| gain(p, e, r, 1.0) <= NOTHING)),
        ),
        (
            "2",
            "if and only if ratio > equation 1.1",
            tried(&|p, e, r| {
                let needed = surface(p, e).unwrap_or(f64::INFINITY);
                // On the surface itself both come to the same.
                ((r - needed).abs() > 1e-9 && r > 1.0)
                    .then(|| (gain(p, e, r, 1.0) > 0.0) == (r > needed))
            }),
        ),
        (
            "3",
            "only if not epsilon = 1/2, p = 0 or p = 1",
            tried(&|p, e, r| {
                let exceptions = [gain(p, 0.5, r, 1.0), gain(0.0, e, r, 1.0), gain(1.0, e, r, 1.0)];
                Some(exceptions.iter().all(|gain| *gain <= NOTHING))
            }),
        ),
        ("4", "rather with p near 1/2 and small epsilon", tried(&|p, e, r| nearer(p, e, r))),
        ("5", "always with ties", tried(&|p, e, r| Some(gain(p, e, r, 0.0) > 0.0))),
    ];
    for (rule, condition, (all, against)) in rules {
        report.grid.row(&[&rule, &condition, &all, &against]);
        report.compare(format!("rule {rule}: cases against it"), against as f64);
    }
    let differs = tried(&|p, e, r| {
        let advice = Advice::on(&Opponent::equal(p, e).ok()?, Stakes::new(r, 1.0).ok()?);
        let gained = gain(p, e, r, 1.0);
        (gained.abs() > NOTHING).then(|| advice.speculate == Some(gained > 0.0))
    });
    report.compare("verdicts of `fallible speculate` against the tree", differs.1 as f64);
    report.note(&[
        "The printed table is in words, so that nothing in it can be recomputed but this: each rule is tried on p = 0.05(0.05)0.95, \
         epsilon = 0(0.05)0.45 and ratios delta-min / delta-max = 0.25(0.25)10 by playing out all sixteen cases of the tree of figure 1.1.",
        "Rule 4 says 'probably': here, that whoever speculates with profit still does so against an opponent whose p is nearer to 1/2, \
         and with a better prediction. Rule 5 is tried with delta-max = 0.",
    ]);
    Ok(())
}

/// Rule 4: what pays at some p and epsilon pays at a p nearer to one half and at a smaller epsilon.
fn nearer(p: f64, epsilon: f64, ratio: f64) -> Option<bool> {
    let pays = |p, epsilon| gain(p, epsilon, ratio, 1.0) > NOTHING;
    let step = if p < 0.475 {
        0.05
    } else if p > 0.525 {
        -0.05
    } else {
        0.0
    };
    pays(p, epsilon).then(|| pays(p + step, epsilon) && pays(p, (epsilon - 0.05).max(0.0)))
}
