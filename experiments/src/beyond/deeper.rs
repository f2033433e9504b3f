//! Does a defender who looks further than two plies last longer?
//!
//! Against a known `R_c` a Predator's choice depends on the position alone, so that the expected length of
//! its games can be had exactly, without playing them.

use std::fmt::Display;

use plot::{Plot, Series};
use study::exact::{ExactError, Ties};
use study::summary_statistics::SummaryStatistics;
use value::Plies;

use crate::games::{contest, lengths, starts};
use crate::report::figure;
use crate::{ExperimentError, Lab, Report};

/// How the infallible defender breaks ties.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Defender {
    Uniform,
    LooksAhead(u16),
    Hardest,
}

impl Defender {
    fn said(self) -> String {
        match self {
            Defender::Uniform => "ties uniform".to_owned(),
            Defender::LooksAhead(plies) => format!("predator {plies} plies"),
            Defender::Hardest => "hardest".to_owned(),
        }
    }
}

const DEFENDERS: [Defender; 5] = [
    Defender::Uniform,
    Defender::LooksAhead(2),
    Defender::LooksAhead(4),
    Defender::LooksAhead(8),
    Defender::Hardest,
];

/// Against the weakest there is little to find: see the notes.
const PLAYERS: [(f64, &[Defender]); 3] =
    [(10.0, &[Defender::Uniform, Defender::LooksAhead(2)]), (15.0, &DEFENDERS), (20.0, &DEFENDERS)];
const REDUCED: [(f64, &[Defender]); 1] = [(20.0, &[Defender::Uniform, Defender::LooksAhead(2)])];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "A rook's side that knows its opponent's competence can look ahead at its opponent's likely errors. Two plies get \
         part of what choosing among equally deep moves can get at all; more plies get more of it.",
        "c | defender | how | position 1 | position 2 | mean | se | over chance",
    );
    let mut series = Vec::new();
    for &(c, defenders) in lab.at_scale(&PLAYERS[..], &REDUCED) {
        let mut by_chance = f64::NAN;
        let mut points = Vec::new();
        for &defender in defenders {
            lab.check()?;
            let said = defender.said();
            let Some([one, two]) = exact(lab, c, defender)? else {
                let none: &dyn Display = &"not found";
                report.grid.row(&[&figure(c), &said, &"exact", none, none, none, none, none]);
                continue;
            };
            let mean = (one + two) / 2.0;
            if defender == Defender::Uniform {
                by_chance = mean;
            }
            let times = mean / by_chance;
            report.grid.figures(&[&figure(c), &said, &"exact"], [one, two, mean, 0.0, times]);
            report.compare(format!("c = {c}, {said}: expected length"), mean);
            match defender {
                Defender::LooksAhead(plies) => points.push((f64::from(plies), times)),
                Defender::Uniform => points.push((0.0, times)),
                Defender::Hardest => (),
            }
        }
        series.push(Series { name: format!("c = {c}"), points });
    }
    for &plies in lab.at_scale(&[2, 4][..], &[2]) {
        let SummaryStatistics { mean, se, count, .. } = play(lab, plies)?;
        let said = Defender::LooksAhead(plies).said();
        let figures = [None, None, Some(mean), Some(se), None];
        report.grid.figures(&[&20, &said, &"games"], figures);
        report.compare(format!("c = 20, {said}: mean of {count} games"), mean).error = se;
    }
    let plot = Plot::new(
        "KQKR: how much of the best choice among equals looking ahead gets",
        "0: ties by chance, 1: the hardest; DTC, kappa 1, from the two depth-31 positions",
        ["plies looked ahead", "length over that by chance"],
        series,
    );
    report.draw(Plot { close_up: true, ..plot });
    report.note(&[
        "The Predator (among = optimal) gives up no depth: it only chooses among its deepest moves. Kappa 1, the \
         attacker never concedes the win. The mean is over the two starting positions of table 1.",
        "Hardest is the best any such choice can do, looking to the end of the game. Exact lengths come from the graph \
         of all positions; games (two positions in turn, standard error given) check two of them.",
        "An R_10 needs tens of thousands of moves against chance. Where the grid says not found, the sweeps over \
         the positions did not settle: that says nothing of the length.",
    ]);
    Ok(())
}

/// The expected length from both positions; none if it drowns in rounding.
fn exact(lab: &Lab<'_>, c: f64, defender: Defender) -> Result<Option<[f64; 2]>, ExperimentError> {
    let ties = if defender == Defender::Hardest { Ties::Hardest } else { Ties::Uniform };
    lab.exact("KQKR", c, ties, |mut exact| {
        if let Defender::LooksAhead(plies) = defender {
            exact.settle_looking_ahead(Plies(plies))?;
        }
        let lengths = match exact.lengths(&lab.monitor) {
            Err(ExactError::Unsettled { .. }) => return Ok(None),
            lengths => lengths?,
        };
        let places = lab.start_places(&exact)?;
        Ok(Some([0, 1].map(|start: usize| lengths.attacker[places[start]])))
    })
}

/// Games of `R_20` against a Predator who knows it.
fn play(lab: &Lab<'_>, plies: u16) -> Result<SummaryStatistics, ExperimentError> {
    lab.load(&"KQKR".parse()?)?;
    let black = format!("predator:20,among=optimal,plies={plies}");
    let games = lab.games(if plies == 2 { 1000 } else { 200 });
    let contest = contest(["player:20", &black], starts(), games, 10_000);
    let games = contest.play(lab.tables, lab.stop(), || ())?;
    Ok(SummaryStatistics::of(&lengths(&games)).expect("an R_20 who never concedes wins"))
}
