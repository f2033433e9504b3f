//! An infallible White attacks a fallible Black where there is nothing to win, yet.
//!
//! The first of the experiments that Andrist & Haworth 2005, section 8, left to be carried out, in the
//! endgames they name.

use endgame::find::Worth;
use endgame::rules::{Color, Position};
use player::{Belief, Model};
use plot::{Plot, Series};
use study::matches::Match;
use study::summary_statistics::SummaryStatistics;

use crate::games::contest;
use crate::{ExperimentError, Grid, Lab, Report};

/// The endgames the paper names; at reduced scale a small one instead.
const ENDGAMES: [&str; 6] = ["KBBKN", "KNNKP", "KNPKN", "KQNKQ", "KQPKQ", "KRBKR"];
const COMPETENCES: [u32; 5] = [5, 10, 15, 20, 30];
const GAMES: usize = 400;
const MOVES: usize = 50;
/// The dear one: fewer games, one competence, the endgames with few moves.
const DEEP: (&[&str], u32, usize) = (&["KNNKP", "KNPKN"], 5, 30);

/// Who attacks.
#[derive(Clone, Copy)]
enum Attacker {
    /// Any move that keeps the draw.
    Aimless,
    /// The move after which this Black is likeliest to err, looking so many plies ahead.
    Predator(u16),
}

impl Attacker {
    fn said(self) -> String {
        match self {
            Attacker::Aimless => "infallible".to_owned(),
            Attacker::Predator(plies) => format!("predator {plies} plies"),
        }
    }

    fn spec(self, c: u32) -> String {
        match self {
            Attacker::Aimless => "infallible".to_owned(),
            Attacker::Predator(plies) => {
                format!("predator:{c},concede=all,plies={plies},aim=score")
            }
        }
    }
}

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "In a drawn position the tables call most moves equal. Against a Black who may err, an attacker who \
         chooses among them by what Black is likely to get wrong wins more often within fifty moves.",
        "endgame | c | attacker | games | won | se | gain | se of the gain",
    );
    let mut series = Vec::new();
    for &name in lab.at_scale(&ENDGAMES[..], &["KRKB"]) {
        let starts = starts(lab, name)?;
        let mut points = Vec::new();
        for &c in lab.at_scale(&COMPETENCES[..], &[5, 15]) {
            lab.check()?;
            let grid = &mut report.grid;
            let aimless = won(lab, &starts, Attacker::Aimless, c)?;
            let hunting = won(lab, &starts, Attacker::Predator(2), c)?;
            row(grid, (name, c), Attacker::Aimless, &aimless, None);
            let gain = row(grid, (name, c), Attacker::Predator(2), &hunting, Some(&aimless));
            let words = format!("{name}, c = {c}: gain of the predator");
            report.compare(words, gain.mean).error = gain.se;
            points.push((f64::from(c), gain.mean));
            let (deep, competence, games) = DEEP;
            if deep.contains(&name) && c == competence {
                let deeper = won(lab, &starts[..games], Attacker::Predator(4), c)?;
                let (grid, against) = (&mut report.grid, &hunting[..games]);
                let gain = row(grid, (name, c), Attacker::Predator(4), &deeper, Some(against));
                let words = format!("{name}, c = {c}: gain of 4 plies over 2, {games} games");
                report.compare(words, gain.mean).error = gain.se;
            }
        }
        series.push(Series { name: name.to_owned(), points });
    }
    report.draw(Plot::new(
        "Drawn positions: what an opponent model adds",
        "share of games won in 50 moves, predator of 2 plies less infallible; DTC, kappa 1",
        ["Black's competence c", "gain in share won"],
        series,
    ));
    report.note(&[
        "Starting positions are drawn at random (seeded) from all drawn ones with White to move, the same for all \
         attackers; each is played once. Won: the win was converted, or mate given, within fifty of White's moves.",
        "Black is R_c with kappa 1 and may concede anything (concede = all); a draw is as good to it as a loss one move \
         deeper than the deepest, so that deep losses hardly frighten it. White never concedes; the predator knows c.",
        "The gain is the mean difference between the two games from one position, with its standard error. Four plies \
         are compared with two on few games: they are dear.",
    ]);
    Ok(())
}

/// Writes down how often White won, and against what; the gain is 0 against nothing.
fn row(
    grid: &mut Grid,
    (name, c): (&str, u32),
    attacker: Attacker,
    won: &[f64],
    against: Option<&[f64]>,
) -> SummaryStatistics {
    let share = tally(won);
    let others = against.unwrap_or(won);
    let gain = tally(&won.iter().zip(others).map(|(a, b)| a - b).collect::<Vec<_>>());
    let figures = [share.mean, share.se, gain.mean, gain.se];
    grid.figures(&[&name, &c, &attacker.said(), &share.count], figures);
    gain
}

fn tally(numbers: &[f64]) -> SummaryStatistics {
    SummaryStatistics::of(numbers).expect("there were games")
}

/// Drawn positions, White to move, White being the side named first.
fn starts(lab: &Lab<'_>, name: &str) -> Result<Vec<Position>, ExperimentError> {
    let limit = lab.games(GAMES);
    let found = lab.positions(&name.parse()?, Color::White, Worth::Draw, 2005, limit)?;
    Ok(found.into_iter().filter(|position| !position.legal_moves().is_empty()).collect())
}

/// For each start whether White won.
fn won(
    lab: &Lab<'_>,
    starts: &[Position],
    attacker: Attacker,
    c: u32,
) -> Result<Vec<f64>, ExperimentError> {
    let black = format!("player:{c},concede=all");
    let contest = Match {
        model: Model::judging_people(),
        prior: Belief::certain(f64::from(c)).expect("finite"),
        ..contest([&attacker.spec(c), &black], starts.to_vec(), starts.len(), MOVES)
    };
    let games = contest.play(lab.tables, lab.stop(), || ())?;
    let won = |color: Option<Color>| f64::from(u8::from(color == Some(Color::White)));
    Ok(games.iter().map(|game| won(game.winner())).collect())
}
