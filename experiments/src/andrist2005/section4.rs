//! Section 4: how much an Analyser's answer owes to its own settings.

use endgame::rules::Color;
use player::{Belief, CompetenceGrid, DepthOffset};

use super::PAPER;
use crate::games::{browne_belle, by, grid as grid_of};
use crate::printed::printed;
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

/// Steps of the grid, the paper's own, the finest first.
const STEPS: [&str; 6] = ["0(0.01)50", "0(0.1)50", "0(1)50", "0(2)50", "0(5)50", "0(10)50"];
/// Ends of the grid.
const ENDS: [&str; 4] = ["-20(1)50", "0(1)30", "0(1)75", "0(1)100"];
const KAPPAS: [&str; 7] = ["0+", "0.1", "0.5", "1", "2", "5", "10"];

pub(super) fn run(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let mut study =
        Study { lab, grid: Grid::new("what | game | kappa | grid | prior | apparent c | sd") };
    let uniform = Belief::uniform(CompetenceGrid::default());
    let mut comparisons = Vec::new();
    let finest = lab.at_scale(0, 1);
    for kappa in [DepthOffset::ONE, DepthOffset::VANISHING] {
        let mut ends = Vec::new();
        for text in &STEPS[finest..] {
            let prior = Belief::uniform(grid_of(text));
            ends.push(study.end("step", 1, kappa, prior, (text, "uniform"))?.mean());
        }
        let one = ends[2 - finest];
        let coarsest = ends[ends.len() - 1];
        let far = |words: &str, other: f64| {
            Comparison::unprinted(format!("{words}, kappa {kappa}"), other - one)
        };
        comparisons.push(far("finest step less step 1", ends[0]));
        comparisons.push(far("step 10 less step 1", coarsest));
    }
    for text in ENDS {
        let prior = Belief::uniform(grid_of(text));
        study.end("ends", 1, DepthOffset::ONE, prior, (text, "uniform"))?;
    }
    let mut falls = 0;
    let mut last = 0.0;
    for text in KAPPAS {
        let kappa: DepthOffset = text.parse().expect("a fixed kappa");
        let mean = study.end("kappa", 1, kappa, uniform.clone(), ("0(1)50", "uniform"))?.mean();
        falls += usize::from(mean <= last);
        last = mean;
    }
    comparisons.push(Comparison::new(
        "times that a greater kappa makes a lesser c",
        falls as f64,
        printed(PAPER, "section4", "falls_with_kappa")?,
    ));
    let priors = [(10.0, 5.0), (20.0, 5.0), (30.0, 5.0), (20.0, 10.0)];
    for (mean, sd) in priors {
        let prior = Belief::normal(CompetenceGrid::default(), mean, sd)?;
        let words = format!("normal {mean}/{sd}");
        study.end("prior", 1, DepthOffset::ONE, prior, ("0(1)50", &words))?;
    }
    for kappa in [DepthOffset::VANISHING, DepthOffset::ONE] {
        let theirs = printed(PAPER, "section4", "browne")?;
        let first = study.end("game", 1, kappa, uniform.clone(), ("0(1)50", "uniform"))?;
        let second = study.end("game", 2, kappa, uniform.clone(), ("0(1)50", "uniform"))?;
        let both = study.end("game", 2, kappa, first.as_prior(), ("0(1)50", "game 1"))?;
        for (words, belief) in [("game 1", first), ("game 2", second), ("both games", both)] {
            let words = format!("Browne in {words}, kappa {kappa}");
            comparisons.push(Comparison::new(words, belief.mean(), theirs));
        }
    }
    Ok(Report {
        claim: "What an Analyser makes of a game hardly depends on the step of its grid until that is coarse, grows with \
                kappa, and forgets its prior slowly."
            .to_owned(),
        grid: study.grid,
        comparisons,
        plot: None,
        notes: vec![
            "The paper calls Browne's competence approximately 19 and names kappa 0+; with kappa 0+ the games give 18.0 and 18.4, \
             with kappa 1 19.2 and 19.8. The printed figure fits kappa 1, which the authors used from then on."
                .to_owned(),
            "Uniform priors on 0(1)50 unless the grid says otherwise; White's moves only; wins never conceded. The step \
             of 0.01 is left out at reduced scale."
                .to_owned(),
        ],
    })
}

struct Study<'a> {
    lab: &'a Lab<'a>,
    grid: Grid,
}

impl Study<'_> {
    /// What is thought of Browne at the end of a game.
    fn end(
        &mut self,
        what: &str,
        game: usize,
        kappa: DepthOffset,
        prior: Belief,
        (grid, named): (&str, &str),
    ) -> Result<Belief, ExperimentError> {
        let assessment = self.lab.assess(&browne_belle()?[game - 1], kappa, prior)?;
        let white = by(Color::White, &assessment).len();
        let record = assessment.records.iter().find(|(color, _)| *color == Color::White);
        let belief = record.map(|(_, record)| record.belief.clone());
        let belief = belief.expect("White moved");
        debug_assert_eq!(belief.moves(), white);
        let words = [what, &game.to_string(), &kappa.to_string(), grid, named].map(str::to_owned);
        self.grid.row(words.into_iter().chain([belief.mean(), belief.sd()].map(figure)));
        Ok(belief)
    }
}
