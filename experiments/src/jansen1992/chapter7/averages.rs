//! Tables 7.3, 7.5, 7.7 and 7.8: averages over the games of table 7.1.
//!
//! By subject (7.3, 7.5) counts are put together; by class (7.7, 7.8) games are averaged, and the
//! printed sigma is the population's standard deviation over the root of the number of games.

use player::quality::Errors;

use super::games::{Game, games};
use crate::{ExperimentError, Lab, Report};

/// A draw of game 10 is among its mistakes; table 7.7 leaves its 29 moves out.
const DRAW_OF_GAME_10: u64 = 29;

fn together(subject: &str, programs: &[&str], series: &[usize]) -> (Errors, Errors) {
    let mut sums = (Errors::default(), Errors::default());
    let fits = |game: &&Game| {
        game.subject == subject
            && programs.contains(&game.program.as_str())
            && series.contains(&game.number)
    };
    for game in games().iter().filter(fits) {
        sums.0.merge(&game.person);
        sums.1.merge(&game.machine);
    }
    sums
}

/// One of the two tables by subject.
fn by_subject(
    report: &mut Report,
    subjects: [&str; 5],
    reference: &[&str],
    heuristic: &str,
    series: &[usize],
) {
    let mut sums = [0.0; 3];
    let mut add = |subject: &str, numbers: [f64; 3]| {
        report.grid.figures(&[&subject], numbers);
        for (name, number) in ["optimal", "heuristic", "net"].into_iter().zip(numbers) {
            report.compare(format!("{subject}: {name}"), number);
        }
    };
    for subject in subjects {
        let (optimal, _) = together(subject, reference, series);
        let (person, machine) = together(subject, &[heuristic], series);
        let number = |of: Option<f64>| of.unwrap_or(f64::NAN);
        let numbers = [optimal.average(), person.average(), person.net(&machine)].map(number);
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        add(subject, numbers);
    }
    add("Avg", sums.map(|sum| sum / subjects.len() as f64));
    report.note(&[
        "Counts of a subject's games are put together; the last row averages the subjects. Where ours is a hundredth \
         off, theirs follows from numbers rounded before.",
    ]);
}

const BY_SUBJECT: &str =
    "subject | dH, optimal programs | dH, heuristic program | Net, heuristic program";

pub(super) fn table7_3(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    let claim = "Against HP0 people err more than against B, but HP0's own mistakes eat that up.";
    report.begin(claim, BY_SUBJECT);
    let first: Vec<usize> = (1..=6).chain([14, 15]).chain(20..=23).chain([37, 38]).collect();
    by_subject(report, ["A1", "A2", "M1", "M2", "C1"], &["B"], "0", &first);
    report.note(&[
        "M1 against B conceded 28 in 23 moves, 1.22 a move and not 1.20. A2's Net follows if NC of game 5 is 12, not 13.",
    ]);
    Ok(())
}

pub(super) fn table7_5(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    let claim =
        "Against HP1 people err more than against R and B, by about as much as HP1 gives away.";
    report.begin(claim, BY_SUBJECT);
    let second: Vec<usize> =
        [12, 13].into_iter().chain(15..=19).chain(24..=29).chain(31..=35).chain(38..=43).collect();
    by_subject(report, ["E2", "M1", "M2", "M2+", "C1"], &["B", "R"], "1", &second);
    report.note(&["M2's Net of 1.14 needs NC = 20 in game 26, where 10 is printed."]);
    Ok(())
}

const BY_CLASS: &str = "class | games | p | sigma p | delta | sigma delta | d | sigma d";

/// Mean and sigma over games of `p`, `δ` and `d`, of one subject or of all with its first letter.
fn by_class(report: &mut Report, classes: &[&str]) {
    for class in classes {
        let fits = |game: &Game| game.subject == *class || game.subject[..1] == **class;
        let games: Vec<Game> = games().into_iter().filter(fits).collect();
        let sizes = |game: &Game| {
            let mut errors = game.person;
            if game.number == 10 {
                errors.total -= DRAW_OF_GAME_10;
                errors.mistakes -= 1;
            }
            errors
        };
        let columns: [(&str, Vec<f64>); 3] = [
            ("p", games.iter().filter_map(|game| game.person.probability()).collect()),
            ("delta", games.iter().filter_map(|game| sizes(game).magnitude()).collect()),
            ("d", games.iter().filter_map(|game| sizes(game).average()).collect()),
        ];
        let mut figures = Vec::new();
        for (name, numbers) in columns {
            let count = numbers.len() as f64;
            let mean = numbers.iter().sum::<f64>() / count;
            let sigma = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>().sqrt() / count;
            report.compare(format!("{class}: {name}"), mean);
            report.compare(format!("{class}: sigma {name}"), sigma);
            figures.extend([mean, sigma]);
        }
        report.grid.figures(&[class, &games.len()], figures);
    }
}

pub(super) fn table7_7(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    let claim =
        "Stronger players err less often; how large their mistakes are hardly depends on strength.";
    report.begin(claim, BY_CLASS);
    by_class(report, &["A", "E", "M", "C"]);
    report.note(&[
        "Sigma is that of the mean: the population's standard deviation over the root of the number of games.",
        "The draw in game 10 counts as a mistake but for no moves: with 29 of its 69 left out (a draw worth 50 at depth 21) row E is as \
         printed. Rows M and C are not met from the games of table 7.1; we do not know which games they average.",
    ]);
    Ok(())
}

pub(super) fn table7_8(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    let claim = "After some study of books M2 erred a little less often, and as badly when he did.";
    report.begin(claim, BY_CLASS);
    by_class(report, &["M2", "M2+"]);
    report.note(&["p of M2 is printed from 0.30 for game 21, where 4 of 12 is 0.33."]);
    Ok(())
}
