//! Games small enough to solve on paper.

use graph::{Graph, Node};
use value::{Depth, Outcome, Plies};

const fn win(depth: u16) -> Outcome {
    Outcome::Win(Depth(depth))
}

const fn loss(depth: u16) -> Outcome {
    Outcome::Loss(Depth(depth))
}

/// Take one, two or three stones; who cannot take has lost. Multiples of four are lost.
#[test]
fn the_heap_of_stones() {
    let mut game = Graph::new();
    game.add_lost();
    for stones in 1..=12u32 {
        game.add((1..=3.min(stones)).map(|taken| Node(stones - taken)), None);
    }
    let solution = game.solve();
    for stones in 0..=12u16 {
        let expected = if stones % 4 == 0 { loss(stones / 4) } else { win(stones / 4 + 1) };
        assert_eq!(solution.outcome(Node(stones.into())), expected, "{stones} stones");
    }
}

/// The smallest fixed point: nobody wins by going round in circles.
#[test]
fn a_forced_repetition_is_a_draw() {
    let mut game = Graph::new();
    let here = game.add([Node(1)], None);
    let there = game.add([here], None);
    let solution = game.solve();
    assert_eq!([here, there].map(|node| solution.outcome(node)), [Outcome::Draw; 2]);
}

#[test]
fn both_players_can_win_and_stalemate_is_a_draw() {
    let mut game = Graph::new();
    let mate = game.add_lost();
    let stalemate = game.add_drawn();
    let quick = game.add([mate, stalemate], None);
    let saved = game.add([quick, stalemate], None);
    let beaten = game.add([quick], None);
    let solution = game.solve();
    let outcomes = [mate, stalemate, quick, saved, beaten].map(|node| solution.outcome(node));
    assert_eq!(outcomes, [loss(0), Outcome::Draw, win(1), Outcome::Draw, loss(1)]);
}

/// A capture into a known endgame: the winner takes the shorter way, the loser the longer one.
#[test]
fn moves_that_leave_the_graph_compete_with_those_that_stay() {
    let mut game = Graph::new();
    let mate = game.add_lost();
    let mates_at_once = game.add([mate], [win(7)]);
    let converts_late = game.add([Node(5)], [win(7), loss(3), Outcome::Draw]);
    let holds_out = game.add([mates_at_once], [loss(4), loss(2)]);
    let converts_into_a_loss = game.add([mates_at_once], [loss(0)]);
    let circle = game.add([converts_late], None);
    let escapes = game.add([mates_at_once], [Outcome::Draw]);
    let solution = game.solve();
    assert_eq!(solution.outcome(mates_at_once), win(1));
    assert_eq!(solution.outcome(converts_late), win(8));
    assert_eq!(solution.outcome(holds_out), loss(4));
    assert_eq!(solution.outcome(converts_into_a_loss), loss(1));
    assert_eq!(solution.outcome(circle), loss(8));
    assert_eq!(solution.outcome(escapes), Outcome::Draw);
}

/// A corridor of forced moves: `end`, then one node for each ply before it.
fn corridor(end: impl Fn(&mut Graph) -> Node, plies: u32) -> (Graph, Vec<Node>) {
    let mut game = Graph::new();
    let mut line = vec![end(&mut game)];
    for _ in 0..plies {
        line.push(game.add(line.last().copied(), None));
    }
    (game, line)
}

#[test]
fn the_fifty_move_rule_cuts_a_corridor_to_mate_at_ply_100() {
    let (game, line) = corridor(Graph::add_lost, 103);
    let (free, limited) = (game.solve(), game.solve_within(Plies(100)));
    assert_eq!(free.outcome(line[103]), win(52));
    assert_eq!(free.outcome(line[102]), loss(51));
    assert_eq!(limited.outcome(line[99]), win(50));
    assert_eq!(limited.outcome(line[100]), loss(50));
    assert_eq!(limited.outcome(line[101]), Outcome::Draw);
    assert_eq!(limited.outcome(line[103]), Outcome::Draw);
}

/// The loser must convert at the end: the winner's depth 50 is now ply 100, and the loser's is out.
#[test]
fn the_fifty_move_rule_counts_a_forced_conversion_as_a_ply() {
    let (game, line) = corridor(|game| game.add([], [loss(0)]), 101);
    let limited = game.solve_within(Plies(100));
    assert_eq!(limited.plies(line[0]), Some(Plies(1)));
    assert_eq!(limited.outcome(line[0]), loss(0));
    assert_eq!(limited.outcome(line[98]), loss(49));
    assert_eq!(limited.plies(line[99]), Some(Plies(100)));
    assert_eq!(limited.outcome(line[99]), win(50));
    assert_eq!(limited.outcome(line[100]), Outcome::Draw);
    assert_eq!(game.solve().outcome(line[100]), loss(50));
}
