//! Does a defender who looks further than two plies last longer?
//!
//! Against a known `R_c` a Predator's choice depends on the position alone, so that the expected length of
//! its games can be had exactly, without playing them.

use player::markov::Seat;
use plot::{Plot, Series};
use study::exact::{ExactError, Ties};
use study::summary_statistics::SummaryStatistics;
use value::Plies;

use crate::games::{contest, starts};
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

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

pub(super) fn run(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let mut grid =
        Grid::new("c | defender | how | position 1 | position 2 | mean | se | over chance");
    let mut comparisons = Vec::new();
    let mut series = Vec::new();
    for &(c, defenders) in lab.at_scale(&PLAYERS[..], &REDUCED) {
        let mut by_chance = f64::NAN;
        let mut points = Vec::new();
        for &defender in defenders {
            lab.check()?;
            let Some(lengths) = exact(lab, c, defender)? else {
                let words = [figure(c), defender.said(), "exact".into()];
                grid.row(words.into_iter().chain((0..5).map(|_| "not found".to_owned())));
                continue;
            };
            let mean = lengths.iter().sum::<f64>() / 2.0;
            if defender == Defender::Uniform {
                by_chance = mean;
            }
            let times = mean / by_chance;
            let [one, two] = lengths.map(figure);
            let words = [figure(c), defender.said(), "exact".into(), one, two, figure(mean)];
            grid.row(words.into_iter().chain(["0".to_owned(), figure(times)]));
            let words = format!("c = {c}, {}: expected length", defender.said());
            comparisons.push(Comparison::unprinted(words, mean));
            match defender {
                Defender::LooksAhead(plies) => points.push((f64::from(plies), times)),
                Defender::Uniform => points.push((0.0, times)),
                Defender::Hardest => (),
            }
        }
        series.push(Series { name: format!("c = {c}"), points });
    }
    for &plies in lab.at_scale(&[2, 4][..], &[2]) {
        let played = play(lab, plies)?;
        let words = ["20".into(), format!("predator {plies} plies"), "games".into()];
        let cells = [String::new(), String::new(), figure(played.mean), figure(played.se)];
        grid.row(words.into_iter().chain(cells).chain([String::new()]));
        let words = format!("c = 20, predator {plies} plies: mean of {} games", played.count);
        comparisons.push(Comparison::unprinted(words, played.mean).give_or_take(played.se));
    }
    Ok(Report {
        claim: "A rook's side that knows its opponent's competence can look ahead at its opponent's likely errors. Two plies get \
                part of what choosing among equally deep moves can get at all; more plies get more of it."
            .to_owned(),
        grid,
        comparisons,
        plot: Some(Plot {
            title: "KQKR: how much of the best choice among equals looking ahead gets".to_owned(),
            note: "0: ties by chance, 1: the hardest; DTC, kappa 1, from the two depth-31 positions".to_owned(),
            across: "plies looked ahead".to_owned(),
            up: "length over that by chance".to_owned(),
            close_up: true,
            series,
            ..Plot::default()
        }.into()),
        notes: vec![
            "The Predator (among = optimal) gives up no depth: it only chooses among its deepest moves. Kappa 1, the \
             attacker never concedes the win. The mean is over the two starting positions of table 1."
                .to_owned(),
            "Hardest is the best any such choice can do, looking to the end of the game. Exact lengths come from the graph \
             of all positions; games (two positions in turn, standard error given) check two of them."
                .to_owned(),
            "An R_10 needs tens of thousands of moves against chance. Where the grid says not found, the sweeps over \
             the positions did not settle: that says nothing of the length."
                .to_owned(),
        ],
    })
}

/// The expected length from both positions; none if it drowns in rounding.
fn exact(lab: &Lab<'_>, c: f64, defender: Defender) -> Result<Option<[f64; 2]>, ExperimentError> {
    let table = lab.tables.table(&"KQKR".parse()?, &lab.monitor)?;
    let ties = if defender == Defender::Hardest { Ties::Hardest } else { Ties::Uniform };
    lab.exact("KQKR", c, ties, |mut exact| {
        if let Defender::LooksAhead(plies) = defender {
            exact.settle_looking_ahead(Plies(plies))?;
        }
        let lengths = match exact.lengths(&lab.monitor) {
            Err(ExactError::Unsettled { .. }) => return Ok(None),
            lengths => lengths?,
        };
        let mut found = [0.0; 2];
        for (found, start) in found.iter_mut().zip(starts()) {
            let slot = table.index().encode(&start);
            let place = slot.and_then(|slot| exact.graph().place(Seat::Attacker, slot.index));
            *found = lengths.attacker[place.expect("a won position of the endgame")];
        }
        Ok(Some(found))
    })
}

/// Games of `R_20` against a Predator who knows it.
fn play(lab: &Lab<'_>, plies: u16) -> Result<SummaryStatistics, ExperimentError> {
    lab.load(&"KQKR".parse()?)?;
    let black = format!("predator:20,among=optimal,plies={plies}");
    let games = lab.games(if plies == 2 { 1000 } else { 200 });
    let contest = contest(["player:20", &black], starts(), games, 10_000);
    let games = contest.play(lab.tables, lab.stop(), || ())?;
    let lengths: Vec<f64> =
        games.iter().filter_map(|game| Some(game.record.length()? as f64)).collect();
    Ok(SummaryStatistics::of(&lengths).expect("an R_20 who never concedes wins"))
}
