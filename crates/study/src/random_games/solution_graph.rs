//! A small random game drawn: positions in rows by their distance to the end, moves as arrows.
//!
//! As in Jansen's Fig 3.1: White's positions are squares, Black's circles; optimal moves lead one row
//! down and are solid, the others are dotted; draws stand at the top.

use std::collections::BTreeMap;
use std::fmt::Write;

use graph::Node;
use graph::random::mistakes::is_optimal;
use graph::random::{Parameters, RandomGame, Side};
use plot::{Arrow, Layer, LayeredGraph, Place};

/// The largest game that is drawn, in positions of both sides.
pub const LARGEST_DRAWN: usize = 400;

/// A game that has too many positions to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a game of {0} positions is too large to be drawn: give at most {LARGEST_DRAWN} in all")]
pub struct TooLarge(usize);

/// Whether games of a class can be drawn.
pub fn check(parameters: &Parameters) -> Result<(), TooLarge> {
    let positions = parameters.white as usize + parameters.black as usize;
    if positions <= LARGEST_DRAWN { Ok(()) } else { Err(TooLarge(positions)) }
}

/// The rows from the top: draws, with White and with Black to move, then plies from many to one.
fn rows(game: &RandomGame) -> Vec<(String, Vec<Node>)> {
    let mut rows: BTreeMap<(u16, bool), Vec<Node>> = BTreeMap::new();
    for node in game.positions(Side::White).chain(game.positions(Side::Black)) {
        // No game has 65,535 plies in 400 positions: draws come last, then first.
        let plies = game.plies(node).map_or(u16::MAX, |plies| plies.0);
        rows.entry((plies, is_white(game, node))).or_default().push(node);
    }
    let name = |(plies, _): (u16, bool)| match plies {
        u16::MAX => "draw".to_owned(),
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    rows.into_iter().rev().map(|(key, nodes)| (name(key), nodes)).collect()
}

fn is_white(game: &RandomGame, node: Node) -> bool {
    game.number(node).0 == Side::White
}

/// Whether a move is drawn solid: it is optimal, or keeps a draw.
fn is_solid(game: &RandomGame, from: Node, to: Node) -> bool {
    let drawn = game.outcome(from).sign() == 0 && game.outcome(to).sign() == 0;
    drawn || is_optimal(game, from, to)
}

/// The picture; [`check`] says whether it can be read.
pub fn picture(game: &RandomGame) -> LayeredGraph {
    let rows = rows(game);
    let mut places: BTreeMap<Node, (usize, usize)> = BTreeMap::new();
    for (row, (_, nodes)) in rows.iter().enumerate() {
        for (at, &node) in nodes.iter().enumerate() {
            places.insert(node, (row, at));
        }
    }
    let place = |&node: &Node| Place {
        name: game.number(node).1.to_string(),
        square: is_white(game, node),
    };
    let arrows = places.iter().flat_map(|(&node, &from)| {
        let moves = game.graph().successors(node).iter();
        let arrow = |&to: &Node| {
            let solid = is_solid(game, node, to);
            Some(Arrow { from, to: *places.get(&to)?, solid })
        };
        moves.filter_map(arrow).collect::<Vec<_>>()
    });
    let arrows = arrows.collect();
    let layers = rows.iter().map(|(name, nodes)| Layer {
        name: name.clone(),
        places: nodes.iter().map(place).collect(),
    });
    LayeredGraph {
        title: "The optimal-solution graph of a random game".to_owned(),
        note: "squares: White to move; circles: Black; solid: optimal moves; plies to the end at the left"
            .to_owned(),
        layers: layers.collect(),
        arrows,
    }
}

/// The same for Graphviz.
pub fn dot(game: &RandomGame) -> String {
    let name = |node: Node| {
        let (side, number) = game.number(node);
        format!("{}{number}", if side == Side::White { 'w' } else { 'b' })
    };
    let mut text = String::from("digraph random_game {\n  rankdir=TB;\n");
    for (row, nodes) in rows(game) {
        let _ = writeln!(text, "  {{ rank=same; // {row}");
        for node in nodes {
            let shape = if is_white(game, node) { "box" } else { "circle" };
            let label = game.number(node).1;
            let _ = writeln!(text, "    {} [shape={shape}, label=\"{label}\"];", name(node));
        }
        text.push_str("  }\n");
    }
    for node in game.positions(Side::White).chain(game.positions(Side::Black)) {
        for &to in game.graph().successors(node).iter().filter(|&&to| !game.is_end(to)) {
            let style = if is_solid(game, node, to) { "solid" } else { "dotted" };
            let _ = writeln!(text, "  {} -> {} [style={style}];", name(node), name(to));
        }
    }
    text.push_str("}\n");
    text
}
