//! The depths of draws, against a slow solver that lists positions and moves one by one.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::{HashMap, HashSet};

use endgame::draw_depth::{DrawDepth, DrawDepthTable};
use endgame::index::Slot;
use endgame::material::Material;
use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::rules::{Color, Piece, Position, Role, Square};
use endgame::successors::Successors;
use endgame::tables::Tables;
use value::{Depth, Metric};

const FORCED_0: DrawDepth = DrawDepth::Forced(Depth(0));

fn with<T>(name: &str, about: impl FnOnce(&Tables, &Successors<'_>, &DrawDepthTable) -> T) -> T {
    let tables = Tables::new(Metric::Dtc);
    let material = name.parse().unwrap();
    let successors = Successors::of(&tables, &material, &Monitor::NONE).unwrap();
    let depths = DrawDepthTable::of(&successors, &Monitor::NONE).unwrap();
    about(&tables, &successors, &depths)
}

/// Positions by number, the least of their mirror images standing for all.
#[derive(Default)]
struct Plain {
    numbers: HashMap<u64, u32>,
    positions: Vec<Position>,
    /// Moves with the same men.
    quiet: Vec<Vec<u32>>,
    /// What captures and promotions are worth to the mover: 1, 0 or -1.
    leaving: Vec<Vec<i8>>,
}

fn key(position: &Position, images: usize) -> u64 {
    let men: Vec<(u32, u32)> = position
        .men()
        .iter()
        .map(|(square, man)| {
            (u32::from(*square), man.role as u32 * 2 + u32::from(man.color == Color::White))
        })
        .collect();
    let right = position.fen().split(' ').nth(3).map_or(0, |field| match field.as_bytes() {
        [file @ b'a'..=b'h', _] => u64::from(file - b'a') + 1,
        _ => 0,
    });
    let image = |image: usize| {
        let turned = |square: u32| {
            let (mut file, mut rank) = (square % 8, square / 8);
            if image & 1 == 1 {
                file = 7 - file;
            }
            if image & 2 == 2 {
                rank = 7 - rank;
            }
            if image & 4 == 4 {
                (file, rank) = (rank, file);
            }
            u64::from(rank * 8 + file)
        };
        let mut all: Vec<u64> =
            men.iter().map(|&(square, man)| u64::from(man) << 6 | turned(square)).collect();
        all.sort_unstable();
        let right = if right > 0 && image & 1 == 1 { 9 - right } else { right };
        all.into_iter().fold(right, |key, man| key << 10 | man)
    };
    let least = (0..images).map(image).min().unwrap();
    least << 1 | u64::from(position.turn() == Color::White)
}

impl Plain {
    /// Every placement of the men, then whatever moves lead to.
    fn of(tables: &Tables, material: &Material) -> Plain {
        let images = if material.pawns() == 0 { 8 } else { 2 };
        let men: Vec<Piece> = Color::ALL
            .into_iter()
            .flat_map(|color| material.army(color).roles().map(move |role| role.of(color)))
            .chain(Color::ALL.map(|color| Role::King.of(color)))
            .collect();
        let mut plain = Plain::default();
        for placement in 0..64usize.pow(men.len() as u32) {
            let square = |man: usize| Square::new((placement >> (6 * man) & 63) as u32);
            let placed = || men.iter().enumerate().map(|(at, &man)| (square(at), man));
            let distinct = (1..men.len()).all(|a| (0..a).all(|b| square(a) != square(b)));
            for turn in Color::ALL.into_iter().filter(|_| distinct) {
                if let Ok(position) = Position::from_men(placed(), turn) {
                    plain.number(position, images);
                }
            }
        }
        let mut at = 0;
        while let Some(position) = plain.positions.get(at).cloned() {
            let (mut quiet, mut leaving) = (Vec::new(), Vec::new());
            for play in position.legal_moves() {
                let after = position.after(play);
                if play.is_capture() || play.is_promotion() {
                    leaving.push(-tables.outcome(&after).unwrap().sign());
                } else {
                    quiet.push(plain.number(after, images));
                }
            }
            plain.quiet.push(quiet);
            plain.leaving.push(leaving);
            at += 1;
        }
        plain
    }

    fn number(&mut self, position: Position, images: usize) -> u32 {
        let next = self.positions.len() as u32;
        let number = *self.numbers.entry(key(&position, images)).or_insert(next);
        if number == next {
            self.positions.push(position);
        }
        number
    }

    /// The depth of every draw for one side, round after round; none where there is no draw or no depth.
    fn solve(&self, signs: &[i8], forced_by: Color) -> Vec<Option<u16>> {
        let all = 0..self.positions.len();
        let own = |at: usize| self.positions[at].turn() == forced_by;
        let lost = |at: usize, sign: i8| if own(at) { sign < 0 } else { sign > 0 };
        let mut feared: Vec<bool> = all
            .clone()
            .map(|at| lost(at, signs[at]) || self.leaving[at].iter().any(|&sign| lost(at, sign)))
            .collect();
        loop {
            let more: Vec<usize> = all
                .clone()
                .filter(|&at| !feared[at] && self.quiet[at].iter().any(|&to| feared[to as usize]))
                .collect();
            if more.is_empty() {
                break;
            }
            more.into_iter().for_each(|at| feared[at] = true);
        }
        let goal =
            |at: usize| !feared[at] || (self.quiet[at].is_empty() && self.leaving[at].is_empty());
        let mut depths: Vec<Option<u16>> =
            all.clone().map(|at| (signs[at] == 0 && goal(at)).then_some(0)).collect();
        for round in 0.. {
            let before = depths.iter().flatten().count();
            for turn in [true, false] {
                for at in all.clone().filter(|&at| own(at) == turn && signs[at] == 0) {
                    if depths[at].is_some() || (turn && round == 0) {
                        continue;
                    }
                    let drawn = self.quiet[at].iter().filter(|&&to| signs[to as usize] == 0);
                    let converts = self.leaving[at].contains(&0);
                    let after: Vec<Option<u16>> = drawn.map(|&to| depths[to as usize]).collect();
                    let found = match turn {
                        true => converts || after.iter().flatten().any(|&depth| depth < round),
                        false => {
                            after.iter().all(|depth| depth.is_some_and(|depth| depth <= round))
                        }
                    };
                    if found {
                        depths[at] = Some(round);
                    }
                }
            }
            if round > 0 && depths.iter().flatten().count() == before {
                return depths;
            }
        }
        unreachable!("the rounds end")
    }
}

/// Compares every position, those with a right to capture en passant included; says how many draws each side forces
/// and how many it holds without end.
fn compare(name: &str) -> [[usize; 2]; 2] {
    with(name, |tables, successors, depths| {
        let material: Material = name.parse().unwrap();
        let plain = Plain::of(tables, &material);
        let signs: Vec<i8> =
            plain.positions.iter().map(|at| tables.outcome(at).unwrap().sign()).collect();
        let mut counts = [[0; 2]; 2];
        for (color, counts) in Color::ALL.into_iter().zip(&mut counts) {
            let theirs = plain.solve(&signs, color);
            for (at, position) in plain.positions.iter().enumerate() {
                let ours = depths.of_position(tables, successors.table(), position).unwrap();
                let side = usize::from(color == Color::Black);
                let expected = (signs[at] == 0).then(|| match theirs[at] {
                    Some(depth) => DrawDepth::Forced(Depth(depth)),
                    None => DrawDepth::Endless,
                });
                assert_eq!(ours.map(|both| both[side]), expected, "{color:?} {}", position.fen());
                if let Some(depth) = expected {
                    counts[usize::from(depth == DrawDepth::Endless)] += 1;
                }
            }
        }
        counts
    })
}

#[test]
fn depths_are_those_of_the_slow_solver_with_three_men() {
    for name in ["KPK", "KKR"] {
        let counts = compare(name);
        assert!(counts.iter().all(|side| side[0] > 0), "{name} {counts:?}");
    }
}

/// Minutes: `cargo test -p endgame --test draw_depth -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn depths_are_those_of_the_slow_solver_with_four_men() {
    let names = std::env::var("ENDGAMES").unwrap_or("KQKR KKNR KNNK KRKN KRKP KPKP".into());
    for name in names.split(' ') {
        let counts = compare(name);
        assert!(counts.iter().all(|side| side[0] > 0), "{name} {counts:?}");
    }
}

/// Whether moves of both sides, the men staying the same, lead to a win of this side; none if that is not found out among
/// so many positions.
fn feared(tables: &Tables, start: &Position, winner: Color) -> Option<bool> {
    let (mut seen, mut at) = (vec![start.clone()], 0);
    let mut keys = HashSet::from([start.fen()]);
    while let Some(position) = seen.get(at).cloned() {
        let lost = |position: &Position| {
            let sign = tables.outcome(position).unwrap().sign();
            if position.turn() == winner { sign > 0 } else { sign < 0 }
        };
        if lost(&position) {
            return Some(true);
        }
        for play in position.legal_moves() {
            let after = position.after(play);
            if play.is_capture() || play.is_promotion() {
                if lost(&after) {
                    return Some(true);
                }
            } else if keys.insert(after.fen()) {
                seen.push(after);
            }
        }
        at += 1;
        if seen.len() > 2_000 {
            return None;
        }
    }
    Some(false)
}

/// What the definition says of a position, its moves being known.
fn by_definition(moves: &[[DrawDepth; 2]], side: usize, own: bool) -> DrawDepth {
    let after = moves.iter().map(|both| both[side]);
    match own {
        true => match after.min() {
            Some(DrawDepth::Forced(Depth(least))) => DrawDepth::Forced(Depth(least + 1)),
            _ => DrawDepth::Endless,
        },
        false => after.max().unwrap_or(FORCED_0),
    }
}

/// Every position obeys the definition, move by move; together with the goal that leaves one answer only. The weaker side is White
/// where the name says so.
#[test]
fn four_men_obey_the_definition() {
    let names = [("KNKR", 2_003), ("KPKP", 3_001)];
    for (name, step) in names {
        with(name, |tables, successors, depths| {
            let (table, material) = (successors.table(), name.parse::<Material>().unwrap());
            let (mut compared, mut safe) = (0, 0);
            for number in (0..table.index().len()).step_by(step) {
                for turn in Color::ALL {
                    let Some(position) = table.index().decode(Slot { turn, index: number }) else {
                        continue;
                    };
                    let position = material.in_these_colors(&position);
                    let Some(both) = depths.of_position(tables, table, &position).unwrap() else {
                        continue;
                    };
                    let after = |play| depths.after(tables, table, &position, play).unwrap();
                    let moves: Vec<_> =
                        position.legal_moves().into_iter().filter_map(after).collect();
                    for (side, color) in Color::ALL.into_iter().enumerate() {
                        let own = position.turn() == color;
                        let expected = by_definition(&moves, side, own);
                        compared += 1;
                        if position.is_stalemate() || (both[side] == FORCED_0 && own) {
                            assert_eq!(both[side], FORCED_0, "{}", position.fen());
                            let goal = position.is_stalemate()
                                || feared(tables, &position, color.other()) != Some(true);
                            assert!(goal, "{color:?} {}", position.fen());
                            safe += 1;
                        } else {
                            assert_eq!(both[side], expected, "{color:?} {}", position.fen());
                        }
                    }
                }
            }
            assert!(compared > 150, "{name} {compared} {safe}");
        });
    }
}

/// Found by this program and checked, all positions, by the slow solver.
#[test]
fn draws_of_kqkr_by_depth() {
    with("KQKR", |tables, successors, depths| {
        let table = successors.table();
        let histogram = depths.histogram(table, Color::Black, Color::Black, Count::Classes);
        assert_eq!(histogram.forced.values().sum::<u64>() + histogram.endless, 78_518);
        assert_eq!(histogram.deepest(), Some((Depth(6), 3)));
        assert_eq!(histogram.endless, 1_734);
        let deepest = DrawDepth::Forced(Depth(6));
        let found = depths.positions(table, Color::Black, Color::Black, deepest, 10);
        assert_eq!(found.len(), 3);
        for position in found {
            let both = depths.of_position(tables, table, &position).unwrap().unwrap();
            assert_eq!(both[1], deepest);
            // The same draw in the other colours.
            let exchanged = position.colours_exchanged();
            let turned = depths.of_position(tables, table, &exchanged).unwrap().unwrap();
            assert_eq!([turned[1], turned[0]], both);
        }
        let boards = depths.histogram(table, Color::Black, Color::Black, Count::Boards);
        assert!(boards.endless > 7 * 1_734 && boards.endless <= 8 * 1_734);
    });
}

#[test]
fn the_fifty_move_rule_and_little_memory_are_refused() {
    let of = |tables: Tables| {
        let material = "KRK".parse().unwrap();
        let successors = Successors::of(&tables, &material, &Monitor::NONE).unwrap();
        DrawDepthTable::of(&successors, &Monitor::NONE).map(|_| ()).unwrap_err().to_string()
    };
    assert!(of(Tables::new(Metric::Dtz50)).contains("without the 50-move rule"));
    let little = Tables::new(Metric::Dtc).with_memory_budget(300_000);
    assert!(of(little).contains("--memory"));
}
