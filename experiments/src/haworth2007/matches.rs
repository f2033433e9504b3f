//! Sections 3 and 4.5: matches `E_p`-`E_p(c)`, the rating points between them, and the rating of `E_p` by
//! way of people.

use corpus::group::{BAND, GroupBy};
use corpus::{Decision, Estimate, Family, Link, Pool, Sample};
use plot::{Plot, Series};

use super::data;
use super::played::Played;
use crate::{ExperimentError, Lab, Report};

/// The competences between which matches are played, the greatest first; above all of them stands `E_p`.
const LADDER: [f64; 6] = [12.0, 7.0, 4.5, 3.0, 2.0, 1.0];
/// Of tests.
const REDUCED: [f64; 2] = [4.0, 1.0];
/// Decisions that a band needs.
const LEAST: usize = 100;

/// Competences with the rating points they lie below `E_p`, and the standard error of these.
type Ladder = Vec<(f64, f64, f64)>;

/// Plays every rung against the next.
fn ladder(lab: &Lab<'_>, played: &mut Played<'_>) -> Result<Ladder, ExperimentError> {
    let depth = played.depth();
    let mut above = played.player(depth, None);
    let (mut below, mut variance) = (0.0, 0.0);
    let mut ladder = Vec::new();
    for &c in lab.at_scale(&LADDER[..], &REDUCED) {
        let player = played.player(depth, Some(c));
        let (elo, error) = played.score(above, player)?.elo();
        below += elo;
        variance += error * error;
        ladder.push((c, below, f64::sqrt(variance)));
        above = player;
    }
    Ok(ladder)
}

/// `haworth2007/matches`.
pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "A match E_p - E_p(c) determines the ELO difference of the engines to arbitrary accuracy (section 3).",
        "first | second | games | wins | draws | losses | points | error | below E_p | error of that",
    );
    let mut played = Played::open(lab)?;
    let ladder = ladder(lab, &mut played)?;
    let depth = played.depth();
    let mut above = played.player(depth, None);
    for &(c, below, sum) in &ladder {
        let player = played.player(depth, Some(c));
        let score = played.score(above, player)?;
        let (elo, error) = score.elo();
        report.grid.figures(
            &[&above, &player, &score.games(), &score.wins, &score.draws, &score.losses],
            [elo, error, below, sum],
        );
        report.compare(format!("{player}: points below E_{depth}"), below).error = sum;
        above = player;
    }
    // The sum of the rungs beside one match over all of them.
    let whole = played.player(depth, None);
    let (c, below, sum) = ladder[ladder.len() / 2 - usize::from(ladder.len() == 6)];
    let far = played.player(depth, Some(c));
    let score = played.score(whole, far)?;
    let (elo, error) = score.elo();
    report.grid.figures(
        &[&whole, &far, &score.games(), &score.wins, &score.draws, &score.losses],
        [elo, error, below, sum],
    );
    let errors = (error * error + sum * sum).sqrt();
    report.compare(format!("{far}: one match less the sum of the rungs"), elo - below).error =
        errors;
    report.draw(Plot::new(
        format!("How far E_{depth}(c) is below E_{depth}"),
        format!("{}, {}; rungs of the ladder added up", played.engine(), Family::of(Link::Power)),
        ["c", "rating points below"],
        vec![Series {
            name: format!("E_{depth}(c)"),
            points: ladder.iter().rev().map(|(c, below, _)| (*c, *below)).collect(),
        }],
    ));
    report.notes.push(format!("The engine is {}.", played.engine()));
    report.note(&[
        "Each opening of eight random half-moves is played twice, colours changed; who sees himself ten pawns behind in two moves running resigns. Errors count pairs of games.",
        "E_p hardly loses a point to E_p(c) at the competences of people, and a whitewash measures nothing: so neighbours on a ladder of competences play, and their differences are added up. One match over several rungs shows how well they add up.",
        "Four plies are few: with a line for every move, Stockfish at depth 4 is weaker than at depth 6 by some 500 points (transform). The points hold for this p alone.",
    ]);
    Ok(())
}

/// `haworth2007/engine-rating`.
pub(super) fn rating(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The FIDE rating of E_p is L plus the points between E_p and E_p(c_L), where c_L is the competence of players rated L; several L give several estimates, which should agree (section 4.5).",
        "band | mean rating | decisions | c | sd | below E_p | rating of E_p | error",
    );
    let Some(decisions) = data::at_every_depth(lab, report)? else { return Ok(()) };
    let mut played = Played::open(lab)?;
    let ladder = ladder(lab, &mut played)?;
    let depth = played.depth();
    // Tests have decisions of one depth only.
    let seen = |one: &&Decision| lab.at_scale(one.reference.depth == depth, true);
    let of_fide: Vec<Decision> = decisions
        .iter()
        .filter(|one| Pool::of(&one.game) == Pool::Fide)
        .filter(seen)
        .cloned()
        .collect();
    let family = Family::of(Link::Power);
    let mut found: Vec<(f64, f64, f64)> = Vec::new();
    for (band, of_band) in GroupBy::Band.groups(&of_fide) {
        if of_band.len() < LEAST {
            continue;
        }
        let estimate =
            Estimate::new(&Sample::new(family, of_band.iter().copied()), family.default_grid());
        let ratings = of_band.iter().filter_map(|one| one.rating()).map(f64::from);
        let rating = ratings.sum::<f64>() / of_band.len() as f64;
        let (below, error) = below_at(&ladder, estimate.mean(), estimate.sd());
        report.grid.figures(
            &[&band],
            [
                rating,
                of_band.len() as f64,
                estimate.mean(),
                estimate.sd(),
                below,
                rating + below,
                error,
            ],
        );
        report.compare(format!("rating of E_{depth} from {band}"), rating + below).error = error;
        found.push((
            band.parse::<f64>().unwrap_or(0.0) + f64::from(BAND) / 2.0,
            rating + below,
            error,
        ));
    }
    if found.is_empty() {
        report.grid.figures(&[&"none"], [None; 7]);
        report.notes.push(format!("SKIPPED: no FIDE band has {LEAST} decisions scored at depth {depth}: `fallible evaluate GAMES.pgn --depth {depth}` scores them."));
        return Ok(());
    }
    agreement(report, depth, &found);
    report.draw(Plot::new(
        format!("The FIDE rating of E_{depth}, from players of each rating"),
        format!("{}; if the estimates agreed, the line would be level", played.engine()),
        ["rating of the players", "rating of E_p"],
        vec![Series {
            name: format!("E_{depth}"),
            points: found.iter().map(|(band, rating, _)| (*band, *rating)).collect(),
        }],
    ));
    report.note(&[
        "The error holds that of c and that of the ladder of matches, of which the latter is common to all bands. The rating of E_p(c_L) is taken to be L, as the paper's L'' is without a correction: transform shows by how much it is not.",
    ]);
    Ok(())
}

/// The points below `E_p` at a competence, straight in `ln c` between the rungs and beyond them, and the
/// standard error.
fn below_at(ladder: &[(f64, f64, f64)], c: f64, sd: f64) -> (f64, f64) {
    // Rungs fall: the first that is not above, or the last.
    let at = ladder.iter().position(|rung| rung.0 <= c).unwrap_or(ladder.len() - 1).max(1);
    let [(high, from, _), (low, to, error)] = [ladder[at - 1], ladder[at]];
    let slope = (to - from) / (low / high).ln();
    let below = from + slope * (c / high).ln();
    (below, (error * error + (slope * sd / c).powi(2)).sqrt())
}

/// How well the estimates agree: how they change with the players' rating.
fn agreement(report: &mut Report, depth: u16, found: &[(f64, f64, f64)]) {
    let count = found.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64, f64)) -> f64| found.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|f| f.0), mean(&|f| f.1));
    let spread = mean(&|f| (f.0 - x).powi(2));
    let slope = mean(&|f| (f.0 - x) * (f.1 - y)) / spread.max(1.0);
    let sd = mean(&|f| (f.1 - y).powi(2)).sqrt();
    report.compare(format!("rating of E_{depth}: mean over the bands"), y);
    report.compare(format!("rating of E_{depth}: sd over the bands"), sd);
    report.compare("points it changes by for each point of the players' rating", slope);
    let said = if slope.abs() > 0.2 {
        "The estimates do not agree: they follow the rating of the players they come from. Points between E_p(c) at the competences of two bands are not the points between the bands."
    } else {
        "The estimates agree within the spread."
    };
    report.note(&[said]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_straight_in_the_logarithm() {
        let ladder = vec![(8.0, 100.0, 10.0), (4.0, 200.0, 20.0), (2.0, 300.0, 30.0)];
        let below = |c| below_at(&ladder, c, 0.0).0;
        for (c, points) in
            [(8.0, 100.0), (4.0, 200.0), (32f64.sqrt(), 150.0), (1.0, 400.0), (16.0, 0.0)]
        {
            assert!((below(c) - points).abs() < 1e-9, "{c}: {}", below(c));
        }
        // 100 points for a factor of two: at 2, a tenth more or less is 100 / ln 2 / 20 points.
        let error = below_at(&ladder, 2.0, 0.1).1;
        assert!((error - f64::hypot(30.0, 5.0 / std::f64::consts::LN_2)).abs() < 1e-9);
    }
}
