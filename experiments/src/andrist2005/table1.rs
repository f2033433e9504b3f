//! Table 1: how long `R_20` takes to win KQKR, and how competent it seems at the end of a game.

use player::{Belief, CompetenceGrid};
use study::matches::PlayedGame;
use study::summary_statistics::SummaryStatistics;

use crate::games::{contest, lengths, starts};
use crate::{ExperimentError, Lab, Report};

/// The ways in which the infallible defender may break ties.
const DEFENDERS: [(&str, &str); 3] = [
    ("ties uniform", "infallible"),
    ("first listed", "infallible:ties=first"),
    ("predator of 2 plies", "predator:20,among=optimal"),
];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "A reference player of competence 20 who never lets the win slip needs about a hundred moves from depth 31, \
         and an Analyser who starts afresh in each game sees it a little stronger than it is.",
        "defender | games | quantity | mean | sd | se | min | max",
    );
    lab.load(&"KQKR".parse()?)?;
    for (name, black) in DEFENDERS {
        let games = play(lab, black)?;
        let lengths = lengths(&games);
        let seen = games.iter().filter_map(|game| Some(game.beliefs[0].as_ref()?.mean()));
        let seen: Vec<f64> = seen.collect();
        let (Some(length), Some(apparent)) =
            (SummaryStatistics::of(&lengths), SummaryStatistics::of(&seen))
        else {
            continue;
        };
        for (quantity, tally) in [("moves", length), ("apparent c", apparent)] {
            let SummaryStatistics { count, mean, sd, se, min, max } = tally;
            report.grid.figures(&[&name, &count, &quantity], [mean, sd, se, min, max]);
        }
        report.compare(format!("mean moves, {name}"), length.mean).error = length.se;
        let squares = lengths.iter().map(|l| l * l).sum::<f64>() / lengths.len() as f64;
        let words = format!("root mean square moves, {name}");
        report.compare(words, squares.sqrt()).error = length.se;
        if black == "infallible" {
            report.compare(format!("mean competence, {name}"), apparent.mean).error = apparent.se;
            let of_sd = apparent.sd / (2.0 * apparent.count as f64).sqrt();
            report.compare(format!("sd competence, {name}"), apparent.sd).error = of_sd;
            report.compare(format!("pooled competence, {name}"), pooled(&games));
        }
    }
    report.note(&[
        "The mean length depends on how the defender breaks ties, of which the paper says nothing. The first move \
         listed is a rook move wherever one is optimal, and meets the printed mean.",
        "The printed standard deviation of the length, 102.587, is the root mean square length: the standard \
         deviation is about half of it.",
        "One Analyser over all games finds 20: the games of a strong-seeming player are short, and each game's mean \
         counts as much as a long one's.",
    ]);
    Ok(())
}

/// `R_20` against this defender, as many games from each position.
fn play(lab: &Lab<'_>, black: &str) -> Result<Vec<PlayedGame>, ExperimentError> {
    let contest = contest(["player:20", black], starts(), lab.games(2000), 10_000);
    Ok(contest.play(lab.tables, lab.stop(), || ())?)
}

/// What one Analyser thinks who sees every game: log-likelihoods add up.
fn pooled(games: &[PlayedGame]) -> f64 {
    let mut belief = Belief::uniform(CompetenceGrid::default());
    for game in games.iter().filter_map(|game| game.beliefs[0].as_ref()) {
        belief.observe(&game.log_likelihood());
    }
    belief.mean()
}
