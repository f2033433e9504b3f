//! One random game, position by position.

use graph::Node;
use graph::random::mistakes::difficulty;
use graph::random::paths::OptimalLines;
use graph::random::shape::zugzwangs;
use graph::random::{RandomGame, Side};
use value::{ChoiceSource, Outcome};

use super::sample::LARGEST_IN_DETAIL;
use crate::schema;
use crate::schema::random_game::{
    ImportantPosition, RandomGameDetail, RandomMove, RandomPosition, RandomPositions,
};

/// Games of so many positions for each side are listed whole.
pub const LARGEST_LISTED: u32 = 100;

/// Important positions told.
const IMPORTANT: usize = 10;

/// Zugzwangs told.
const ZUGZWANGS: usize = 100;

/// What there is to tell of one game.
pub fn of(game: &RandomGame) -> RandomGameDetail {
    let detailed = game.graph().len() <= LARGEST_IN_DETAIL;
    let small = game.parameters().white.max(game.parameters().black) <= LARGEST_LISTED;
    let important = match detailed {
        true => important(game, IMPORTANT),
        false => Vec::new(),
    };
    let both = || game.positions(Side::White).chain(game.positions(Side::Black));
    let positions = match small {
        true => positions(game, both()),
        false => Vec::new(),
    };
    RandomGameDetail { zugzwangs: zugzwangs(game).take(ZUGZWANGS).collect(), important, positions }
}

/// The positions of a depth with this side to move: White's wins, Black's losses; without a depth the
/// draws. At most `limit` of them are told.
pub fn of_depth(
    game: &RandomGame,
    side: Side,
    depth: Option<u16>,
    limit: usize,
) -> RandomPositions {
    let sought = |node: &Node| match (game.outcome(*node), side) {
        (Outcome::Draw, _) => depth.is_none(),
        (Outcome::Win(found), Side::White) | (Outcome::Loss(found), Side::Black) => {
            depth == Some(found.0)
        }
        _ => false,
    };
    let found: Vec<Node> = game.positions(side).filter(sought).collect();
    RandomPositions {
        count: found.len(),
        positions: positions(game, found.into_iter().take(limit)),
    }
}

fn important(game: &RandomGame, how_many: usize) -> Vec<ImportantPosition> {
    let lines = OptimalLines::of(game);
    let told = |important: graph::random::paths::Important| {
        let (side, number) = game.number(important.node);
        ImportantPosition {
            side: side_of(side),
            number,
            depth: game.outcome(important.node).depth().unwrap_or_default().0,
            lines: important.lines.map(|lines| lines.to_string()),
            ln_lines: important.ln_lines,
        }
    };
    lines.most_important(how_many).into_iter().map(told).collect()
}

fn positions(game: &RandomGame, nodes: impl Iterator<Item = Node>) -> Vec<RandomPosition> {
    let hard = difficulty(game);
    nodes.map(|node| position(game, node, hard[node.index()])).collect()
}

fn position(game: &RandomGame, node: Node, difficulty: Option<f64>) -> RandomPosition {
    let (side, number) = game.number(node);
    let choices = game.choices(&node).expect("a random game lists its choices without fail");
    let terminal = game.is_terminal_win(node) || choices.is_empty();
    let told = |at: usize| RandomMove {
        to: game.number(choices[at].play).1,
        value: choices[at].value.into(),
        optimal: choices.is_optimal(at),
    };
    let moves = if terminal { Vec::new() } else { (0..choices.len()).map(told).collect() };
    let difficulty = difficulty.filter(|_| side == Side::White);
    RandomPosition {
        side: side_of(side),
        number,
        terminal,
        value: game.outcome(node).into(),
        plies: game.plies(node).map(|plies| plies.0),
        difficulty,
        moves,
    }
}

fn side_of(side: Side) -> schema::Side {
    match side {
        Side::White => schema::Side::White,
        Side::Black => schema::Side::Black,
    }
}
