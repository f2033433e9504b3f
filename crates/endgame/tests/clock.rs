//! DTZ50 with the half-move clock running, and DTR, against plain code with the clock in the state.
#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::collections::HashMap;
use std::sync::Arc;

use endgame::dtr::RuleDepths;
use endgame::find::{Find, Pick, Worth, find};
use endgame::index::Slot;
use endgame::material::Material;
use endgame::outcome_histogram::{Count, OutcomeHistogram};
use endgame::progress::Monitor;
use endgame::rules::{Color, Move, Position};
use endgame::syzygy::Syzygy;
use endgame::table::Table;
use endgame::tables::Tables;
use value::{ChoiceSource, Depth, Metric, Outcome};

/// The same position with another half-move clock.
fn at_clock(position: &Position, clock: u32) -> Position {
    let fen = position.fen();
    let board: Vec<&str> = fen.split(' ').take(4).collect();
    Position::from_fen(&format!("{} {clock} 90", board.join(" "))).unwrap()
}

/// Every position of an endgame and its moves, in plain lists. The table's numbers name positions, what it
/// says of them is not asked.
struct Graph {
    table: Arc<Table>,
    positions: Vec<Position>,
    numbers: HashMap<(bool, usize), usize>,
    /// Where moves lead that are neither captures nor pawn moves.
    quiet: Vec<Vec<usize>>,
    /// The positions after the others.
    zeroing: Vec<Vec<Position>>,
}

impl Graph {
    fn new(tables: &Tables, name: &str) -> Graph {
        let table = tables.table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
        let (positions, numbers) = (Vec::new(), HashMap::new());
        let (quiet, zeroing) = (Vec::new(), Vec::new());
        let mut graph = Graph { table, positions, numbers, quiet, zeroing };
        for number in 0..graph.table.index().len() {
            for turn in Color::ALL {
                let slot = Slot { turn, index: number };
                if graph.table.outcome_at(slot).is_some() {
                    let at = graph.positions.len();
                    graph.numbers.insert((turn == Color::White, number), at);
                    graph.positions.push(graph.table.index().decode(slot).unwrap());
                }
            }
        }
        for position in &graph.positions {
            let (zeroing, quiet): (Vec<Move>, Vec<Move>) =
                position.legal_moves().into_iter().partition(|play| play.is_zeroing());
            let quiet = quiet.into_iter().map(|play| graph.number(&position.after(play)).unwrap());
            graph.quiet.push(quiet.collect());
            graph.zeroing.push(zeroing.into_iter().map(|play| position.after(play)).collect());
        }
        graph
    }

    fn number(&self, position: &Position) -> Option<usize> {
        let slot = self.table.index().encode(position)?;
        self.numbers.get(&(slot.turn == Color::White, slot.index)).copied()
    }

    /// By plies left, from 0 on, then by position: 1 if the side to move wins, -1 if it loses. `after` says
    /// this of the positions after captures and pawn moves.
    fn won(&self, plies: usize, after: impl Fn(&Position) -> i8) -> Vec<Vec<i8>> {
        let best = |plays: &Vec<Position>| plays.iter().map(|next| -after(next)).max();
        let zeroing: Vec<Option<i8>> = self.zeroing.iter().map(best).collect();
        let mated = |position: &Position| -i8::from(position.is_checkmate());
        let mut won: Vec<Vec<i8>> = vec![self.positions.iter().map(mated).collect()];
        for left in 1..=plies {
            let before = &won[left - 1];
            let values = self.quiet.iter().enumerate().map(|(at, quiet)| {
                let quiet = quiet.iter().map(|&next| -before[next]).max();
                quiet.max(zeroing[at]).unwrap_or(won[0][at])
            });
            won.push(values.collect());
        }
        won
    }
}

/// Every position with every clock: KRK, and KPK through pushes and promotions, White and Black to move.
#[test]
fn every_position_with_every_clock_is_as_plain_code_says() {
    let tables = Tables::new(Metric::Dtz50);
    for name in ["KRK", "KPK"] {
        let graph = Graph::new(&tables, name);
        let won = graph.won(100, |after| tables.fresh_outcome(after).unwrap().sign());
        let (mut spoiled, mut kept) = (0, 0);
        for (at, position) in graph.positions.iter().enumerate() {
            let fresh = tables.fresh_outcome(position).unwrap();
            // A few clocks a position, others at the next one.
            for left in (at % 41..=100).step_by(41) {
                let here = at_clock(position, 100 - left as u32);
                let found = tables.outcome(&here).unwrap();
                assert_eq!(found.sign(), won[left][at], "{}: {found}", here.fen());
                assert!(found == fresh || found == Outcome::Draw, "{}", here.fen());
                spoiled += usize::from(found != fresh);
                kept += usize::from(found != Outcome::Draw);
            }
        }
        assert!(spoiled > 2_000 && kept > 10_000, "{name}: {spoiled} spoiled, {kept} kept");
    }
}

/// KPK under rules of 2 and 10 moves, from pushes to promotions and on to mate with the new queen.
#[test]
fn dtr_is_the_least_rule_that_plain_code_wins_under() {
    let tables = Tables::new(Metric::Dtz50);
    let ours = RuleDepths::of(&"KPK".parse().unwrap(), &Monitor::NONE).unwrap();
    let [pawn, queen, rook] = ["KPK", "KQK", "KRK"].map(|name| Graph::new(&tables, name));
    let mut decided = 0;
    for rule in [2, 10] {
        let [queens, rooks] =
            [&queen, &rook].map(|graph| graph.won(2 * rule, |_| 0).pop().unwrap());
        let mut pawns = vec![0; pawn.positions.len()];
        loop {
            let after = |after: &Position| {
                let known = [(&pawn, &pawns), (&queen, &queens), (&rook, &rooks)];
                let of = |(graph, won): (&Graph, &Vec<i8>)| Some(won[graph.number(after)?]);
                known.into_iter().find_map(of).unwrap_or(0)
            };
            let next = pawn.won(2 * rule, after).pop().unwrap();
            if next == pawns {
                break;
            }
            pawns = next;
        }
        for (graph, won) in [(&pawn, &pawns), (&queen, &queens), (&rook, &rooks)] {
            for (position, &won) in graph.positions.iter().zip(won) {
                let found = ours.outcome(position).unwrap();
                let within = found.depth().is_some_and(|depth| usize::from(depth.0) <= rule);
                let found_sign = if within { found.sign() } else { 0 };
                assert_eq!(found_sign, won, "{}: {found}, rule of {rule}", position.fen());
                decided += usize::from(won != 0);
            }
        }
    }
    assert!(decided > 100_000, "{decided}");
    assert!(ours.table().deepest(Color::White) > Some(Depth(9)));
}

/// A win of one phase takes the rule as many moves as its depth: KBNK, either side to move.
#[test]
fn dtr_of_one_phase_is_its_depth() {
    let kbnk = "KBNK".parse().unwrap();
    let ours = RuleDepths::of(&kbnk, &Monitor::NONE).unwrap();
    let depths = Tables::new(Metric::Dtz).table(&kbnk, &Monitor::NONE).unwrap();
    let [ours, depths] = [ours.table(), &*depths].map(|t| OutcomeHistogram::of(t, Count::Classes));
    assert_eq!((&ours.white.wins, &ours.black.losses), (&depths.white.wins, &depths.black.losses));
    assert_eq!(ours.white.deepest_win().unwrap().0, Depth(33));
}

/// Real Syzygy files with so many plies left: as ours, but where their rounding leaves it open.
#[test]
fn syzygy_files_and_our_tables_agree_at_any_clock() {
    let Some(folder) = real_data::syzygy() else { return };
    let syzygy = Syzygy::open(folder).unwrap();
    let tables = Tables::new(Metric::Dtz50);
    let (mut spoiled, mut open) = (0, 0);
    for name in ["KBNK", "KQKR", "KRKP", "KPKP", "KQKP"] {
        let table = tables.table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
        for (turn, worth) in [(Color::White, Worth::Win), (Color::Black, Worth::Loss)] {
            let pick = Pick::Random { seed: 9 };
            for position in find(&table, &Find { turn, worth, pick, limit: 300 }) {
                let theirs = syzygy.value(&position).unwrap();
                let plies = u32::from(theirs.most_plies.0);
                for left in plies.saturating_sub(2)..=plies + 1 {
                    let ours = tables.outcome(&at_clock(&position, 100 - left)).unwrap();
                    let within = theirs.within(left);
                    // One ply short of the most that it may take: the file does not say.
                    let unsure = left + 1 == plies && within == Outcome::Draw;
                    let fen = position.fen();
                    assert!(ours.sign() == within.sign() || unsure, "{fen}, {left} left: {ours}");
                    spoiled += usize::from(ours == Outcome::Draw);
                    open += usize::from(ours.sign() != within.sign());
                }
            }
        }
    }
    assert!(spoiled > 1000 && open > 0, "{spoiled} spoiled, {open} open");
}

/// Too many men, or too few.
#[test]
fn dtr_is_refused_with_a_reason() {
    let refused = |men: Material| RuleDepths::of(&men, &Monitor::NONE).unwrap_err().to_string();
    assert!(refused("KQPKP".parse().unwrap()).contains("5 men"));
    assert!(refused(Material::KINGS).contains("bare kings"));
}

/// Whether the side to move wins (1) or loses (-1) with so many plies left: plain minimax, who wins after a
/// capture or a pawn move being known.
fn minimax(
    tables: &Tables,
    position: &Position,
    left: u32,
    known: &mut HashMap<(Position, u32), i8>,
) -> i8 {
    if position.is_checkmate() || left == 0 {
        return -i8::from(position.is_checkmate());
    }
    let key = (position.clone(), left);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let mut best = None;
    for play in position.legal_moves() {
        let after = position.after(play);
        let value = match play.is_zeroing() {
            true => -tables.fresh_outcome(&after).unwrap().sign(),
            false => -minimax(tables, &after, left - 1, known),
        };
        best = best.max(Some(value));
        if value == 1 {
            break;
        }
    }
    let value = best.unwrap_or(0);
    known.insert(key, value);
    value
}

/// Compares a position with so many plies left, and its best move; who wins.
fn check(tables: &Tables, position: &Position, left: u32) -> i8 {
    let here = at_clock(position, 100 - left);
    let found = tables.outcome(&here).unwrap();
    let plain = minimax(tables, &here, left, &mut HashMap::new());
    assert_eq!(found.sign(), plain, "{}: {found}", here.fen());
    if let Some(best) = tables.choices(&here).unwrap().best() {
        assert_eq!(best.before_move(), found, "{}", here.fen());
    }
    plain
}

/// Where the loser may have to make the zeroing move, a depth in moves leaves the last ply open: such
/// positions with exactly the fewer plies left, both colours, and a ply more and less.
#[test]
fn the_last_ply_counts_where_the_loser_must_convert() {
    let tables = Tables::new(Metric::Dtz50);
    let (mut in_time, mut late) = (0, 0);
    for name in ["KRRK", "KQKP", "KRKP", "KPKP", "KQPK"] {
        let table = tables.table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
        for (turn, depth) in Color::ALL.into_iter().flat_map(|turn| [0, 1, 2, 3].map(|d| (turn, d)))
        {
            for outcome in [Outcome::Win(Depth(depth)), Outcome::Loss(Depth(depth))] {
                let pick = Pick::Random { seed: 50 };
                let wanted = Find { turn, worth: Worth::Exactly(outcome), pick, limit: 6 };
                for position in find(&table, &wanted) {
                    let fewest = match outcome {
                        Outcome::Win(Depth(depth)) => 2 * u32::from(depth) - 1,
                        _ => 2 * u32::from(depth),
                    };
                    for left in fewest.saturating_sub(1)..=fewest + 1 {
                        let plain = check(&tables, &position, left);
                        if left == fewest {
                            in_time += usize::from(plain != 0);
                            late += usize::from(plain == 0);
                        }
                    }
                }
            }
        }
    }
    assert!(in_time > 100 && late > 20, "{in_time} in time, {late} late");
}
