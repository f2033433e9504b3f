//! An infallible White attacks a fallible Black where there is nothing to win, yet.
//!
//! The first of the experiments that Andrist & Haworth 2005, section 8, left to be carried out, in the
//! endgames they name.

use endgame::find::{Find, Pick, Worth, find};
use endgame::material::Material;
use endgame::rules::{Color, Position};
use player::{Belief, CompetenceGrid, Concede, Model, MoveFilter, PowerLaw};
use plot::{Plot, Series};
use study::matches::Match;
use study::summary_statistics::SummaryStatistics;

use crate::games::contest;
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

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
            Attacker::Predator(plies) => format!("predator:{c},concede=all,plies={plies}"),
        }
    }
}

pub(super) fn run(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let mut grid = Grid::new("endgame | c | attacker | games | won | se | gain | se of the gain");
    let mut comparisons = Vec::new();
    let mut series = Vec::new();
    for &name in lab.at_scale(&ENDGAMES[..], &["KRKB"]) {
        let starts = starts(lab, name)?;
        let mut points = Vec::new();
        for &c in lab.at_scale(&COMPETENCES[..], &[5, 15]) {
            lab.check()?;
            let aimless = won(lab, &starts, Attacker::Aimless, c)?;
            let hunting = won(lab, &starts, Attacker::Predator(2), c)?;
            row(&mut grid, (name, c), Attacker::Aimless, &aimless, None);
            let gain = row(&mut grid, (name, c), Attacker::Predator(2), &hunting, Some(&aimless));
            let words = format!("{name}, c = {c}: gain of the predator");
            comparisons.push(Comparison::unprinted(words, gain.mean).give_or_take(gain.se));
            points.push((f64::from(c), gain.mean));
            let (deep, competence, games) = DEEP;
            if deep.contains(&name) && c == competence {
                let starts = &starts[..games];
                let deeper = won(lab, starts, Attacker::Predator(4), c)?;
                let against = &hunting[..games];
                let gain = row(&mut grid, (name, c), Attacker::Predator(4), &deeper, Some(against));
                let words = format!("{name}, c = {c}: gain of 4 plies over 2, {games} games");
                comparisons.push(Comparison::unprinted(words, gain.mean).give_or_take(gain.se));
            }
        }
        series.push(Series { name: name.to_owned(), points });
    }
    Ok(Report {
        claim: "In a drawn position the tables call most moves equal. Against a Black who may err, an attacker who \
                chooses among them by what Black is likely to get wrong wins more often within fifty moves."
            .to_owned(),
        grid,
        comparisons,
        plot: Some(Plot {
            title: "Drawn positions: what an opponent model adds".to_owned(),
            note: "share of games won in 50 moves, predator of 2 plies less infallible; DTC, kappa 1".to_owned(),
            across: "Black's competence c".to_owned(),
            up: "gain in share won".to_owned(),
            series,
            ..Plot::default()
        }.into()),
        notes: vec![
            "Starting positions are drawn at random (seeded) from all drawn ones with White to move, the same for all \
             attackers; each is played once. Won: the win was converted, or mate given, within fifty of White's moves."
                .to_owned(),
            "Black is R_c with kappa 1 and may concede anything (concede = all); a draw is as good to it as a loss one move \
             deeper than the deepest, so that deep losses hardly frighten it. White never concedes; the predator knows c."
                .to_owned(),
            "The gain is the mean difference between the two games from one position, with its standard error. Four plies \
             are compared with two on few games: they are dear."
                .to_owned(),
        ],
    })
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
    let head = [name.to_owned(), c.to_string(), attacker.said(), share.count.to_string()];
    grid.row(head.into_iter().chain([share.mean, share.se, gain.mean, gain.se].map(figure)));
    gain
}

fn tally(numbers: &[f64]) -> SummaryStatistics {
    SummaryStatistics::of(numbers).expect("there were games")
}

/// Drawn positions, White to move, White being the side named first.
fn starts(lab: &Lab<'_>, name: &str) -> Result<Vec<Position>, ExperimentError> {
    let material: Material = name.parse()?;
    lab.load(&material)?;
    let table = lab.tables.table(&material, &lab.monitor)?;
    let wanted = Find {
        turn: Color::White,
        worth: Worth::Draw,
        zugzwang: false,
        only_move: false,
        pick: Pick::Random { seed: 2005 },
        limit: lab.games(GAMES),
    };
    let found = find(&table, lab.tables, &wanted)?;
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
    let filter = MoveFilter { concede: Concede::Anything, ..MoveFilter::default() };
    let contest = Match {
        model: Model::new(PowerLaw::default(), filter),
        prior: Belief::uniform(CompetenceGrid::single(f64::from(c)).expect("finite")),
        ..contest([&attacker.spec(c), &black], starts.to_vec(), starts.len(), MOVES)
    };
    let games = contest.play(lab.tables, lab.stop(), || ())?;
    let won = |color: Option<Color>| f64::from(u8::from(color == Some(Color::White)));
    Ok(games.iter().map(|game| won(game.winner())).collect())
}
