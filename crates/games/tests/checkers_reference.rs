//! Checkers against a second, plain implementation on an 8 by 8 board: its moves, and endgames solved by sweeps. Nothing is shared but
//! the way positions and moves are written.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use games::checkers::{Move, Position, Tables};
use rand::{RngExt as _, SeedableRng as _};
use value::{Depth, Outcome};

/// White's men and kings are 1 and 2, Black's -1 and -2; row 0 is Black's first.
type Squares = [[i8; 8]; 8];

/// A position: the board, and 1 for White to move or -1 for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Plain {
    squares: Squares,
    turn: i8,
}

/// How a move is written, where it leads, and whether it captures or crowns.
struct PlainMove {
    name: String,
    after: Plain,
    converts: bool,
}

/// The number of a dark square.
fn number(row: usize, column: usize) -> usize {
    4 * row + column / 2 + 1
}

impl Plain {
    fn read(text: &str) -> Plain {
        let mut squares = [[0; 8]; 8];
        let parts: Vec<&str> = text.split(':').collect();
        for part in &parts[1..] {
            let sign = if part.starts_with('W') { 1 } else { -1 };
            for word in part[1..].split(',').filter(|word| !word.is_empty()) {
                let at: usize = word.trim_start_matches('K').parse().expect("a number");
                let row = (at - 1) / 4;
                let column = 2 * ((at - 1) % 4) + (row + 1) % 2;
                squares[row][column] = if word.starts_with('K') { 2 * sign } else { sign };
            }
        }
        Plain { squares, turn: if parts[0] == "W" { 1 } else { -1 } }
    }

    fn written(&self) -> String {
        let side = |sign: i8| {
            let mut words = Vec::new();
            for (row, line) in self.squares.iter().enumerate() {
                for (column, &man) in line.iter().enumerate().filter(|(_, man)| **man * sign > 0) {
                    let king = if man.abs() == 2 { "K" } else { "" };
                    words.push(format!("{king}{}", number(row, column)));
                }
            }
            words.join(",")
        };
        format!("{}:W{}:B{}", if self.turn > 0 { "W" } else { "B" }, side(1), side(-1))
    }

    /// Where a man can step: the row and column so many squares on, if they are on the board.
    fn towards(at: (usize, usize), step: (isize, isize), squares: isize) -> Option<(usize, usize)> {
        let row = at.0.checked_add_signed(squares * step.0).filter(|row| *row < 8)?;
        let column = at.1.checked_add_signed(squares * step.1).filter(|column| *column < 8)?;
        Some((row, column))
    }

    fn steps(man: i8) -> Vec<(isize, isize)> {
        let rows: &[isize] = match man {
            1 => &[-1],
            -1 => &[1],
            _ => &[-1, 1],
        };
        rows.iter().flat_map(|&row| [(row, -1), (row, 1)]).collect()
    }

    fn moves(&self) -> Vec<PlainMove> {
        let (mut jumps, mut steps) = (Vec::new(), Vec::new());
        for row in 0..8 {
            for column in 0..8 {
                let man = self.squares[row][column];
                if man * self.turn <= 0 {
                    continue;
                }
                let path = vec![(row, column)];
                self.jump(self.squares, man, &path, &mut jumps);
                for step in Plain::steps(man) {
                    let Some(to) = Plain::towards((row, column), step, 1) else { continue };
                    if self.squares[to.0][to.1] == 0 {
                        steps.push(self.made(self.squares, man, &[(row, column), to], "-"));
                    }
                }
            }
        }
        if jumps.is_empty() { steps } else { jumps }
    }

    /// Goes on jumping; what was jumped over is gone from `squares`.
    fn jump(&self, squares: Squares, man: i8, path: &[(usize, usize)], found: &mut Vec<PlainMove>) {
        let at = path[path.len() - 1];
        let crowned = man.abs() == 1 && path.len() > 1 && at.0 == Plain::last_row(man);
        let mut ended = true;
        for step in Plain::steps(man).into_iter().filter(|_| !crowned) {
            let (Some(over), Some(to)) = (Plain::towards(at, step, 1), Plain::towards(at, step, 2))
            else {
                continue;
            };
            let free = squares[to.0][to.1] == 0 || to == path[0];
            if squares[over.0][over.1] * man < 0 && free {
                ended = false;
                let mut left = squares;
                left[over.0][over.1] = 0;
                self.jump(left, man, &[path, &[to]].concat(), found);
            }
        }
        if ended && path.len() > 1 {
            found.push(self.made(squares, man, path, "x"));
        }
    }

    fn last_row(man: i8) -> usize {
        if man > 0 { 0 } else { 7 }
    }

    fn made(
        &self,
        mut squares: Squares,
        man: i8,
        path: &[(usize, usize)],
        sign: &str,
    ) -> PlainMove {
        let (from, to) = (path[0], path[path.len() - 1]);
        squares[from.0][from.1] = 0;
        let crowns = man.abs() == 1 && to.0 == Plain::last_row(man);
        squares[to.0][to.1] = if crowns { 2 * man } else { man };
        let words: Vec<String> =
            path.iter().map(|&(row, column)| number(row, column).to_string()).collect();
        PlainMove {
            name: words.join(sign),
            after: Plain { squares, turn: -self.turn },
            converts: crowns || sign == "x",
        }
    }

    /// Which men there are: enough to tell endgames apart.
    fn men(&self) -> [usize; 4] {
        let all: Vec<i8> = self.squares.iter().flatten().copied().collect();
        [2, 1, -2, -1].map(|kind| all.iter().filter(|man| **man == kind).count())
    }
}

/// The same moves, leading to the same positions, ending the count of DTC alike.
fn compare_moves(at: &Position) {
    let plain = Plain::read(&at.to_string());
    assert_eq!(plain.written(), at.to_string());
    let ours: BTreeSet<(String, String, bool)> = at
        .legal_moves()
        .iter()
        .map(|play: &Move| (play.to_string(), at.after(play).to_string(), at.ends_count(play)))
        .collect();
    let theirs: BTreeSet<(String, String, bool)> = plain
        .moves()
        .into_iter()
        .map(|play| (play.name, play.after.written(), play.converts))
        .collect();
    assert_eq!(ours, theirs, "{at}");
}

/// Some men and kings anywhere, either side to move; none if a man would stand where it is crowned.
fn anywhere(rng: &mut impl rand::Rng) -> Option<Position> {
    let mut squares = [[0i8; 8]; 8];
    for _ in 0..rng.random_range(1..=24) {
        let (row, half) = (rng.random_range(0..8usize), rng.random_range(0..4usize));
        squares[row][2 * half + (row + 1) % 2] = [1, 2, -1, -2][rng.random_range(0..4usize)];
    }
    let turn = if rng.random_bool(0.5) { 1 } else { -1 };
    Plain { squares, turn }.written().parse().ok()
}

#[test]
fn moves_are_those_of_a_plain_generator() {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(7);
    let mut compared = 0;
    while compared < 20_000 {
        let Some(at) = anywhere(&mut rng) else { continue };
        compare_moves(&at);
        compared += 1;
    }
    // And along games from the start, which have the usual crowds and crownings.
    for _ in 0..300 {
        let mut at = Position::start();
        for _ in 0..200 {
            compare_moves(&at);
            let moves = at.legal_moves();
            if moves.is_empty() {
                break;
            }
            at = at.after(&moves[rng.random_range(0..moves.len())]);
        }
    }
}

/// Endgames solved by sweeps over all their positions until nothing changes.
#[derive(Default)]
struct Sweeps {
    solved: BTreeMap<[usize; 4], HashMap<Plain, Outcome>>,
}

impl Sweeps {
    fn outcome(&mut self, at: &Plain) -> Outcome {
        let [own_kings, own_men, other_kings, other_men] = at.men();
        if own_kings + own_men == 0 || other_kings + other_men == 0 {
            let white_has = own_kings + own_men > 0;
            // Nobody is left to move, or the other side has nothing to answer with.
            return if white_has == (at.turn > 0) {
                Outcome::Win(Depth(1))
            } else {
                Outcome::Loss(Depth(0))
            };
        }
        self.solve(at.men());
        self.solved[&at.men()][at]
    }

    /// Every placement of these men, either side to move.
    fn placements(men: [usize; 4]) -> Vec<Plain> {
        let mut all = vec![[[0i8; 8]; 8]];
        for (kind, count) in [2i8, 1, -2, -1].into_iter().zip(men) {
            for _ in 0..count {
                let mut next = BTreeSet::new();
                for squares in &all {
                    for row in 0..8 {
                        for half in 0..4 {
                            let column = 2 * half + (row + 1) % 2;
                            let crowned = kind.abs() == 1 && row == Plain::last_row(kind);
                            if squares[row][column] == 0 && !crowned {
                                let mut with = *squares;
                                with[row][column] = kind;
                                next.insert(with);
                            }
                        }
                    }
                }
                all = next.into_iter().collect();
            }
        }
        all.into_iter().flat_map(|squares| [1, -1].map(|turn| Plain { squares, turn })).collect()
    }

    fn solve(&mut self, men: [usize; 4]) {
        if self.solved.contains_key(&men) {
            return;
        }
        let all = Sweeps::placements(men);
        let place: HashMap<Plain, usize> =
            all.iter().enumerate().map(|(number, at)| (*at, number)).collect();
        /// A move within the endgame, or what it is worth to who makes it.
        enum Leads {
            To(usize),
            Out(Outcome),
        }
        let mut leads: Vec<Vec<Leads>> = Vec::new();
        for at in &all {
            let each = at.moves().into_iter().map(|play| {
                if play.converts {
                    Leads::Out(match self.outcome(&play.after) {
                        Outcome::Win(_) => Outcome::Loss(Depth(0)),
                        Outcome::Draw => Outcome::Draw,
                        Outcome::Loss(_) => Outcome::Win(Depth(1)),
                    })
                } else {
                    Leads::To(place[&play.after])
                }
            });
            leads.push(each.collect());
        }
        let mut values = vec![Outcome::Draw; all.len()];
        loop {
            let worth = |lead: &Leads| match lead {
                Leads::Out(outcome) => *outcome,
                Leads::To(to) => match values[*to] {
                    Outcome::Win(depth) => Outcome::Loss(depth),
                    Outcome::Draw => Outcome::Draw,
                    Outcome::Loss(Depth(depth)) => Outcome::Win(Depth(depth + 1)),
                },
            };
            let rank = |outcome: &Outcome| match outcome {
                Outcome::Win(Depth(depth)) => 1000 - i32::from(*depth),
                Outcome::Draw => 0,
                Outcome::Loss(Depth(depth)) => i32::from(*depth) - 1000,
            };
            let best = |leads: &Vec<Leads>| {
                leads.iter().map(worth).max_by_key(rank).unwrap_or(Outcome::Loss(Depth(0)))
            };
            let next: Vec<Outcome> = leads.iter().map(best).collect();
            if next == values {
                break;
            }
            values = next;
        }
        self.solved.insert(men, all.into_iter().zip(values).collect());
    }
}

#[test]
fn endgames_are_worth_what_plain_sweeps_say() {
    let (tables, mut sweeps) = (Tables::new(), Sweeps::default());
    // White's kings and men, then Black's: everything of two men, and three with captures and crownings into them.
    let endgames =
        [[1, 0, 1, 0], [1, 0, 0, 1], [0, 1, 1, 0], [0, 1, 0, 1], [2, 0, 1, 0], [1, 1, 1, 0]];
    let (mut compared, mut decided) = (0, 0);
    for men in endgames {
        sweeps.solve(men);
        for (at, outcome) in &sweeps.solved[&men] {
            let position: Position = at.written().parse().expect("a position");
            assert_eq!(tables.outcome(&position).expect("solved"), *outcome, "{position}");
            compared += 1;
            decided += usize::from(*outcome != Outcome::Draw);
        }
    }
    assert!(compared > 80_000 && decided > 50_000, "{compared}, {decided}");
}
