//! Suicide chess against positions that others have solved: the source distribution of python-chess carries values and
//! depths to a zeroing move as Ronald de Man's generator has them.
//!
//! The files count half-moves to the next capture or pawn move, whoever makes it, and tell wins that the 50-move rule
//! makes draws apart: `wdl` 1 is won without that rule.

use std::fs;

use games::antichess::{MOST_MEN, Position, Rules, Tables};
use value::{ChoiceSource, Metric, Outcome, Plies};

/// A line: the position, and what follows it.
fn positions(name: &str) -> Option<Vec<(Position, String)>> {
    let path = real_data::mates(name)?;
    let text = fs::read_to_string(path).expect("readable");
    let lines =
        text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with(['%', '#']));
    let read = lines.map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let position = fields[..4].join(" ").parse().expect("a position");
        (position, fields[4..].join(" "))
    });
    Some(read.collect())
}

/// A number of a line: `dtz -7;`.
fn number_of(rest: &str, name: &str) -> i32 {
    let (_, after) = rest.split_once(&format!("{name} ")).expect("the field is there");
    after.split([';', ' ']).next().expect("a word").parse().expect("a number")
}

/// Our depth for so many half-moves of theirs.
fn in_moves(dtz: i32) -> Outcome {
    let plies = Plies(dtz.unsigned_abs() as u16);
    match dtz.signum() {
        1 => Outcome::Win(plies.winner_to_move()),
        -1 => Outcome::Loss(plies.loser_to_move()),
        _ => Outcome::Draw,
    }
}

/// Compares the positions of a file that `wanted` chooses by their number; returns how many.
fn compare(
    tables: &Tables,
    file: &str,
    wanted: impl Fn(usize, &Position) -> bool,
) -> Option<usize> {
    let (mut compared, mut wrong) = (0, Vec::new());
    for (number, (position, rest)) in positions(file)?.iter().enumerate() {
        if position.material().men() > MOST_MEN || !wanted(number, position) {
            continue;
        }
        compared += 1;
        let (dtz, wdl) = (number_of(rest, "dtz"), number_of(rest, "wdl"));
        let (ours, theirs) = (tables.outcome(position).expect("solved"), in_moves(dtz));
        // Where the 50-move rule would make a draw of a win, theirs is the depth by that rule, which is no less.
        let depths = ours.depth().zip(theirs.depth());
        let agrees = match wdl.abs() {
            // A game that is over counts as one half-move with them.
            _ if position.legal_moves().is_empty() => ours.sign() == theirs.sign(),
            1 => {
                ours.sign() == theirs.sign() && depths.is_some_and(|(ours, theirs)| ours <= theirs)
            }
            _ => ours == theirs,
        };
        if !agrees || i32::from(theirs.sign()) != wdl.signum() {
            wrong.push(format!("{}: {ours}, theirs {theirs} ({rest})", position.fen()));
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
    Some(compared)
}

/// Compares the positions of `suicide-dtm.epd` of so many men at most: a line names a best move and half-moves that are enough to
/// end the game, so that it says who wins and which move keeps that; python-chess asks of a win that its next zeroing move is no
/// further away than twice as many.
fn compare_best_moves(tables: &Tables, most_men: usize) -> Option<usize> {
    let mut compared = 0;
    for (position, rest) in positions("suicide-dtm.epd")? {
        if position.material().men() > most_men {
            continue;
        }
        compared += 1;
        let enough = number_of(&rest, "max_dtm");
        let value = tables.outcome(&position).expect("solved");
        assert_eq!(i32::from(value.sign()), enough.signum(), "{}: {value}", position.fen());
        if let Outcome::Win(depth) = value {
            assert!(2 * i32::from(depth.0) - 1 <= 2 * enough, "{}: {value}", position.fen());
        }
        let best = rest.trim_start_matches("bm ").split(';').next().expect("a move");
        let best = position.read_move(best).expect("a legal move");
        let choices = tables.choices(&position).expect("solved");
        let listed = choices.iter().find(|choice| choice.play == best).expect("listed");
        assert_eq!(listed.value.sign(), value.sign(), "{}: {rest}", position.fen());
    }
    Some(compared)
}

/// Everything of two and three men, and a sample of four men without pawns: the rest takes too long for every day.
#[test]
fn values_and_depths_of_suicide_chess() {
    let tables = Tables::new(Rules::Suicide, Metric::Dtz);
    let small = |_: usize, at: &Position| at.material().men() <= 3;
    let sample =
        |number: usize, at: &Position| number.is_multiple_of(17) && !at.material().has_pawns();
    let Some(compared) = compare(&tables, "suicide-stats.epd", small) else { return };
    assert_eq!(compared, 27 + 219);
    assert!(compare(&tables, "suicide-stats.epd", sample).is_some_and(|compared| compared > 20));
    assert!(compare(&tables, "suicide-dtz.epd", |_, _| true).is_some_and(|compared| compared > 4));
    assert_eq!(compare_best_moves(&tables, 3), Some(13));
}

/// All 1,317 positions of at most four men: 100 seconds.
#[test]
#[ignore = "solves every endgame of four men: cargo test -p games --test known_positions -- --ignored"]
fn all_values_and_depths_of_suicide_chess() {
    let tables = Tables::new(Rules::Suicide, Metric::Dtz);
    let Some(compared) = compare(&tables, "suicide-stats.epd", |_, _| true) else { return };
    assert_eq!(compared, 1317);
    assert!(compare(&tables, "suicide-dtz.epd", |_, _| true).is_some_and(|compared| compared > 5));
    assert_eq!(compare_best_moves(&tables, MOST_MEN), Some(23));
}
