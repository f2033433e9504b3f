//! The fast solver against plain retrograde analysis of positions and moves as shakmaty lists them: nothing is shared but the
//! rules of who wins.

use std::collections::HashMap;

use games::antichess::{Material, Position, Rules, Tables};
use graph::{Graph, Node, Solution};
use shakmaty::{Color, Piece, Role, Square};
use value::{ChoiceSource, Depth, Metric, Outcome};

/// All positions of an endgame, both sides to move, en passant included, each with its number.
fn positions(material: &Material) -> HashMap<String, (Node, Position)> {
    let mut men: Vec<Piece> = Vec::new();
    for color in Color::ALL {
        for role in Role::ALL {
            men.extend((0..material.count(color, role)).map(|_| Piece { color, role }));
        }
    }
    let mut found: HashMap<String, (Node, Position)> = HashMap::new();
    let mut add = |position: Position| {
        let node = Node(found.len() as u32);
        found.entry(name(&position)).or_insert((node, position));
    };
    for place in 0..64usize.pow(men.len() as u32) {
        let squares: Vec<u32> = (0..men.len()).map(|at| (place >> (6 * at) & 63) as u32).collect();
        let mut board = shakmaty::Board::empty();
        for (&square, &man) in squares.iter().zip(&men) {
            board.set_piece_at(Square::new(square), man);
        }
        if board.occupied().count() < men.len() {
            continue;
        }
        for turn in ["w", "b"] {
            let Ok(position) = format!("{} {turn} - - 0 1", board.board_fen()).parse::<Position>()
            else {
                continue;
            };
            // A double step may leave a pawn to be taken en passant: another position.
            for play in position.legal_moves() {
                let after = position.after(play);
                if after.fen().split(' ').nth(3) != Some("-") {
                    add(after);
                }
            }
            add(position);
        }
    }
    found
}

/// A FEN without its counters.
fn name(position: &Position) -> String {
    position.fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// What a game is worth to the side to move that has no move there.
fn stalemate(rules: Rules, position: &Position) -> i8 {
    let men = |color| position.men().iter().filter(|(_, man)| man.color == color).count() as i32;
    let (own, others) = (men(position.turn()), men(position.turn().other()));
    match rules {
        _ if own == 0 => 1,
        _ if others == 0 => -1,
        Rules::Antichess => 1,
        Rules::Suicide => (others - own).signum() as i8,
    }
}

/// An endgame: its positions, what they are worth, and which of them are over and won.
type Endgame = (HashMap<String, (Node, Position)>, Solution, Vec<bool>);

/// Plain solutions of endgames, from few men to many.
struct Plain {
    rules: Rules,
    solved: HashMap<Material, Endgame>,
}

impl Plain {
    fn outcome(&mut self, position: &Position) -> Outcome {
        let material = position.material();
        if Color::ALL.iter().any(|&color| material.men_of(color) == 0) {
            return match stalemate(self.rules, position) {
                1 => Outcome::Win(Depth(0)),
                _ => Outcome::Loss(Depth(0)),
            };
        }
        self.solve(&material);
        let (nodes, solution, over_and_won) = &self.solved[&material];
        let node = nodes[&name(position)].0;
        if over_and_won[node.index()] { Outcome::Win(Depth(0)) } else { solution.outcome(node) }
    }

    fn solve(&mut self, material: &Material) {
        if self.solved.contains_key(material) {
            return;
        }
        let nodes = positions(material);
        let mut listed: Vec<&(Node, Position)> = nodes.values().collect();
        listed.sort_by_key(|(node, _)| *node);
        let mut game = Graph::new();
        let mut over_and_won = vec![false; listed.len()];
        for (node, position) in listed {
            let plays = position.legal_moves();
            if plays.is_empty() {
                match stalemate(self.rules, position) {
                    -1 => game.add_lost(),
                    0 => game.add_drawn(),
                    _ => {
                        over_and_won[node.index()] = true;
                        game.add([], [Outcome::Win(Depth(0))])
                    }
                };
                continue;
            }
            let (mut within, mut leaving) = (Vec::new(), Vec::new());
            for play in plays {
                let after = position.after(play);
                if play.is_capture() || play.is_promotion() {
                    leaving.push(at_once(self.outcome(&after).flipped()));
                } else if after.legal_moves().is_empty() && stalemate(self.rules, &after) == 1 {
                    // The graph knows no terminal wins: a move into one is a move that loses at once.
                    leaving.push(Outcome::Loss(Depth(0)));
                } else {
                    within.push(nodes[&name(&after)].0);
                }
            }
            game.add(within, leaving);
        }
        let solution = game.solve();
        self.solved.insert(*material, (nodes, solution, over_and_won));
    }
}

fn at_once(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win(_) => Outcome::Win(Depth(0)),
        Outcome::Loss(_) => Outcome::Loss(Depth(0)),
        Outcome::Draw => Outcome::Draw,
    }
}

/// Every position of some endgames, with its depth.
fn compare(rules: Rules, names: &[&str]) {
    let tables = Tables::new(rules, Metric::Dtc);
    let mut plain = Plain { rules, solved: HashMap::new() };
    for endgame in names {
        let material: Material = endgame.parse().expect("an endgame");
        plain.solve(&material);
        let all: Vec<Position> =
            plain.solved[&material].0.values().map(|(_, at)| at.clone()).collect();
        let mut compared = 0;
        for position in &all {
            let (theirs, ours) =
                (plain.outcome(position), tables.outcome(position).expect("solved"));
            assert_eq!(ours, theirs, "{endgame} {}", position.fen());
            compared += 1;
        }
        assert!(compared > 4500, "{endgame}: {compared}");
    }
}

#[test]
fn two_and_three_men_as_the_plain_solver_has_them() {
    compare(Rules::Suicide, &["QvR", "PvP", "PvN", "KvP"]);
    compare(Rules::Antichess, &["KvK", "PvP", "PvB", "BNvR"]);
}

/// Every position's value is that of its best move, also where the plain solver would take too long.
#[test]
fn a_position_is_worth_its_best_move() {
    use rand::{RngExt as _, SeedableRng as _};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(17);
    for (rules, metric) in [
        (Rules::Antichess, Metric::Dtc),
        (Rules::Antichess, Metric::Dtz),
        (Rules::Suicide, Metric::Dtz),
    ] {
        let tables = Tables::new(rules, metric);
        for endgame in ["PvP", "KPvP", "NPvP", "PPvP", "BNvR", "PPvK"] {
            let material: Material = endgame.parse().expect("an endgame");
            let mut compared = 0;
            while compared < 3000 {
                let mut board = shakmaty::Board::empty();
                for color in Color::ALL {
                    for role in Role::ALL {
                        for _ in 0..material.count(color, role) {
                            board
                                .set_piece_at(Square::new(rng.random_range(0..64)), role.of(color));
                        }
                    }
                }
                let turn = if rng.random_bool(0.5) { "w" } else { "b" };
                let Ok(position) =
                    format!("{} {turn} - - 0 1", board.board_fen()).parse::<Position>()
                else {
                    continue;
                };
                if position.material() != material {
                    continue;
                }
                compared += 1;
                let choices = tables.choices(&position).expect("solved");
                if let Some(best) = choices.best() {
                    let value = tables.outcome(&position).expect("solved");
                    assert_eq!(
                        value,
                        best.before_move(),
                        "{endgame} {rules:?} {metric} {}",
                        position.fen()
                    );
                }
            }
        }
    }
}
