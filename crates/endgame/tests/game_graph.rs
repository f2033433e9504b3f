//! An endgame as a game graph, against plain code that asks the rules for every move of every position.

#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::collections::BTreeMap;
use std::sync::Arc;

use endgame::game_graph::{BySlice, GameGraph, Half, Kings, Pairs, SliceError};
use endgame::index::Slot;
use endgame::jansen;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position, Role};
use endgame::successors::Successors;
use endgame::tables::Tables;
use value::{Depth, Metric, Outcome};

/// One side's positions, counted anew.
#[derive(Debug, Default, PartialEq)]
struct Counted {
    terminal: u64,
    staying: BTreeMap<usize, u64>,
    decided: BTreeMap<usize, u64>,
}

impl From<&Half> for Counted {
    fn from(half: &Half) -> Counted {
        Counted {
            terminal: half.terminal,
            staying: half.staying.iter().collect(),
            decided: half.decided.iter().collect(),
        }
    }
}

/// Counts by the rules: a move leaves if it captures, promotes, or is a pawn's in DTZ.
fn by_the_rules(
    tables: &Tables,
    name: &str,
    attacker: Color,
    part: impl Fn(&Position) -> bool,
) -> [Counted; 2] {
    let material = name.parse().unwrap();
    let table = tables.table(&material, &Monitor::NONE).unwrap();
    let index = table.index();
    let pawns_leave = tables.metric() == Metric::Dtz;
    [attacker, attacker.other()].map(|turn| {
        let mut counted = Counted::default();
        for number in (0..index.len()).filter(|&number| index.representative(number) == number) {
            let Some(position) = index.decode(Slot { turn, index: number }) else { continue };
            if !part(&position) {
                continue;
            }
            let outcome = tables.outcome(&position).unwrap();
            let moves = position.legal_moves();
            let (mut staying, mut wins, mut saves) = (0, false, false);
            for &play in &moves {
                let leaves = play.is_capture()
                    || play.is_promotion()
                    || pawns_leave && play.role() == Role::Pawn;
                let after = position.after(play);
                if !leaves {
                    staying += 1;
                    continue;
                }
                // Bare kings are in no table: a draw.
                let value = match after.men().len() {
                    2 => 0,
                    _ => -tables.outcome(&after).unwrap().sign(),
                };
                wins |= value > 0;
                saves |= value >= 0;
            }
            let stalemate = moves.is_empty() && outcome == Outcome::Draw;
            let attacks = turn == attacker;
            if if attacks { wins } else { saves || stalemate } {
                counted.terminal += 1;
            } else {
                *counted.staying.entry(staying).or_default() += 1;
            }
            match (outcome, attacks) {
                (Outcome::Win(Depth(depth)), true) | (Outcome::Loss(Depth(depth)), false) => {
                    *counted.decided.entry(depth.into()).or_default() += 1;
                }
                _ => {}
            }
        }
        counted
    })
}

fn halves(graph: &GameGraph) -> [Counted; 2] {
    [(&graph.attacker).into(), (&graph.defender).into()]
}

#[test]
fn counted_as_by_the_rules() {
    let tables = Tables::new(Metric::Dtc);
    // KPKP has captures by both, promotions by both and rights to capture en passant, but is too large here.
    for (name, attacker) in
        [("KQK", Color::White), ("KRK", Color::White), ("KPK", Color::White), ("KPK", Color::Black)]
    {
        let successors = Successors::of(&tables, &name.parse().unwrap(), &Monitor::NONE).unwrap();
        let graph = GameGraph::of(&successors, attacker, Kings::Mated, &Monitor::NONE).unwrap();
        assert_eq!(halves(&graph), by_the_rules(&tables, name, attacker, |_| true), "{name}");
    }
}

/// Every file of KPK by itself; in DTZ every rank, where a pawn's move leaves.
#[test]
fn parts_are_counted_as_by_the_rules() {
    for (metric, by) in [(Metric::Dtc, BySlice::File), (Metric::Dtz, BySlice::Rank)] {
        let tables = Tables::new(metric);
        let successors = Successors::of(&tables, &"KPK".parse().unwrap(), &Monitor::NONE).unwrap();
        let parts = GameGraph::by_slice(&successors, Color::White, by, &Monitor::NONE).unwrap();
        assert_eq!(parts.len(), if by == BySlice::File { 4 } else { 6 });
        for (slice, graph) in &parts {
            let here = |position: &Position| {
                let men = position.men();
                let (square, _) = men.iter().find(|(_, man)| man.role == Role::Pawn).unwrap();
                let file = u32::from(square.file()).min(7 - u32::from(square.file()));
                let file = char::from(b'a' + file as u8);
                let name = match by {
                    BySlice::File => format!("pawn on the {file}-file"),
                    _ => format!("pawn on rank {}", square.rank()),
                };
                name == slice.to_string()
            };
            let counted = by_the_rules(&tables, "KPK", Color::White, here);
            assert_eq!(halves(graph), counted, "{slice}");
        }
    }
}

/// The known counts: wins, and all positions with each side to move.
#[test]
fn known_endgames_are_counted_whole() {
    let tables = Tables::new(Metric::Dtc);
    let successors = Successors::of(&tables, &"KRKN".parse().unwrap(), &Monitor::NONE).unwrap();
    let graph = GameGraph::of(&successors, Color::White, Kings::Mated, &Monitor::NONE).unwrap();
    assert_eq!(graph.attacker.positions(), 651_492 + 696_413 + 1);
    assert_eq!(graph.defender.positions(), 4 + 1_396_546 + 170_672);
    assert_eq!(graph.attacker.decided.total(), 651_492);
    assert_eq!(graph.defender.decided.total(), 170_672);
    assert_eq!((graph.attacker.decided.len() - 1, graph.defender.decided.get(27)), (27, 2));
    // The knight's side wins four positions, three moves or fewer.
    let other = GameGraph::of(&successors, Color::Black, Kings::Mated, &Monitor::NONE).unwrap();
    assert_eq!((other.attacker.decided.total(), other.defender.decided.total()), (4, 1));
}

/// Where kings are taken, all placements with the kings apart are positions of both sides: counted with
/// plain loops over the squares of three men, the men's moves by hand.
#[test]
fn kings_that_may_be_taken_are_counted_as_by_hand() {
    let tables = Tables::new(Metric::Dtc);
    let table = Arc::new(jansen::solve(&tables, &"KRK".parse().unwrap(), &Monitor::NONE).unwrap());
    let successors = Successors::over(&tables, table, &Monitor::NONE).unwrap();
    let graph = GameGraph::of(&successors, Color::White, Kings::Taken, &Monitor::NONE).unwrap();
    let near = |a: i32, b: i32| (a / 8 - b / 8).abs().max((a % 8 - b % 8).abs());
    let sees = |rook: i32, to: i32, king: i32| {
        let (dr, dc) = ((to / 8 - rook / 8).signum(), (to % 8 - rook % 8).signum());
        if (rook / 8 != to / 8) == (rook % 8 != to % 8) {
            return false;
        }
        let mut at = rook + 8 * dr + dc;
        while at != to {
            if at == king {
                return false;
            }
            at += 8 * dr + dc;
        }
        true
    };
    let (mut placements, mut taken, mut white, mut black) = (0u64, 0u64, 0u64, 0u64);
    for king in 0..64 {
        for rook in (0..64).filter(|&rook| rook != king) {
            for other in
                (0..64).filter(|&other| other != king && other != rook && near(king, other) > 1)
            {
                // One of the images in the eight symmetries: the least of them.
                let image = |turn: usize, at: i32| {
                    let (mut row, mut column) = (at / 8, at % 8);
                    if turn & 1 > 0 {
                        row = 7 - row;
                    }
                    if turn & 2 > 0 {
                        column = 7 - column;
                    }
                    if turn & 4 > 0 { column * 8 + row } else { row * 8 + column }
                };
                let own = (king, rook, other);
                if (0..8)
                    .any(|turn| (image(turn, king), image(turn, rook), image(turn, other)) < own)
                {
                    continue;
                }
                placements += 1;
                let check = sees(rook, other, king);
                taken += u64::from(check);
                let free = |at: i32| ![king, rook, other].contains(&at);
                if !check {
                    white += (0..64)
                        .filter(|&to| near(king, to) == 1 && near(other, to) > 1 && free(to))
                        .count() as u64;
                    // Along its lines, up to the other men.
                    let open = |to: i32| {
                        let (dr, dc) = ((to / 8 - rook / 8).signum(), (to % 8 - rook % 8).signum());
                        let straight = (rook / 8 != to / 8) != (rook % 8 != to % 8);
                        let mut at = rook + 8 * dr + dc;
                        while straight && at != to && free(at) {
                            at += 8 * dr + dc;
                        }
                        straight && at == to && free(to)
                    };
                    white += (0..64).filter(|&to| open(to)).count() as u64;
                }
                let saves = near(other, rook) == 1 && near(king, rook) > 1;
                let moves: Vec<i32> =
                    (0..64).filter(|&to| near(other, to) == 1 && near(king, to) > 1).collect();
                let legal = moves.iter().filter(|&&to| to == rook || !sees(rook, to, king)).count();
                let stalemate = !check && legal == 0;
                if !saves && !stalemate {
                    black += moves.iter().filter(|&&to| to != rook).count() as u64;
                }
            }
        }
    }
    assert_eq!((graph.attacker.positions(), graph.defender.positions()), (placements, placements));
    assert_eq!(graph.attacker.terminal, taken);
    assert_eq!(graph.attacker.decided.get(1), taken);
    assert_eq!((graph.attacker.staying.sum(), graph.defender.staying.sum()), (white, black));
}

/// Zugzwangs against the two values of each placement, and pairing by chance against the sum over all pairs.
#[test]
fn zugzwangs_are_pairs_of_values() {
    let tables = Tables::new(Metric::Dtc);
    let table = tables.table(&"KPK".parse().unwrap(), &Monitor::NONE).unwrap();
    let pairs = Pairs::of(&table, Color::White);
    let index = table.index();
    let mut both = Vec::new();
    for number in (0..index.len()).filter(|&number| index.representative(number) == number) {
        let value = |turn| {
            let position = index.decode(Slot { turn, index: number })?;
            Some(tables.outcome(&position).unwrap())
        };
        both.extend(value(Color::White).zip(value(Color::Black)));
    }
    let sooner = |white: Outcome, black: Outcome| match (white, black) {
        (Outcome::Win(white), Outcome::Loss(black)) => black < white,
        (_, Outcome::Loss(_)) => true,
        _ => false,
    };
    let found = both.iter().filter(|(white, black)| sooner(*white, *black)).count() as u64;
    assert_eq!((pairs.placements, pairs.zugzwangs), (both.len() as u64, found));
    assert!(found > 0);
    let mut whites: BTreeMap<Outcome, f64> = BTreeMap::new();
    let mut blacks: BTreeMap<Outcome, f64> = BTreeMap::new();
    for &(white, black) in &both {
        *whites.entry(white).or_default() += 1.0;
        *blacks.entry(black).or_default() += 1.0;
    }
    let mut by_chance = 0.0;
    for (&white, m) in &whites {
        for (&black, n) in &blacks {
            by_chance += if sooner(white, black) { m * n / both.len() as f64 } else { 0.0 };
        }
    }
    assert!((pairs.by_chance() / by_chance - 1.0).abs() < 1e-9);
}

#[test]
fn endgames_that_cannot_be_cut_are_refused_in_words() {
    let tables = Tables::new(Metric::Dtc);
    let cut = |name: &str, by| {
        let successors = Successors::of(&tables, &name.parse().unwrap(), &Monitor::NONE).unwrap();
        GameGraph::by_slice(&successors, Color::White, by, &Monitor::NONE).unwrap_err()
    };
    assert!(matches!(cut("KRK", BySlice::File), SliceError::NotOnePawn(_)));
    assert!(matches!(cut("KPK", BySlice::Rank), SliceError::CountsOn(Metric::Dtc)));
}
