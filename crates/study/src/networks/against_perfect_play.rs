//! How many wins somebody wins, and how many draws he holds, position by position.
//!
//! Two opponents are looked at. One plays perfectly by the tables and knows nothing of whom he meets: the longest defence,
//! any move that holds a draw. The other knows every move that his opponent will make, and plays whatever refutes it.
//!
//! ```text
//! W_n(x) = Σ P[move] W_n-1(after)       the attacker to move, n moves left; a win counts 1, a draw 0
//! W_n(y) = Σ P[reply] W_n(after)        the defender to move
//! ```

use endgame::rules::Color;
use rayon::prelude::*;
use value::Outcome;

use super::moves::{MoveGraph, Step, at};

/// How likely each move of each position of one side is.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    turn: Color,
    /// In the order of the side's moves.
    shares: Vec<f32>,
}

/// Moves left to the attacker: far more than any win needs that is being made.
pub const MOVES: usize = 50;

impl Policy {
    /// By any rule: the shares of a position's moves.
    pub fn new(
        graph: &MoveGraph,
        turn: Color,
        rule: impl Fn(usize, &[Step]) -> Vec<f32> + Sync,
    ) -> Policy {
        let side = graph.side(turn);
        let shares = (0..side.len()).into_par_iter().flat_map_iter(|place| {
            let steps = side.steps(place);
            if steps.is_empty() { Vec::new() } else { rule(place, steps) }
        });
        Policy { turn, shares: shares.collect() }
    }

    /// The move with the greatest score, equals by chance.
    pub fn best(graph: &MoveGraph, turn: Color, score: impl Fn(&Step) -> f64 + Sync) -> Policy {
        Policy::new(graph, turn, |_, steps| {
            let scores: Vec<f64> = steps.iter().map(&score).collect();
            equally(&scores, |best, score| score.total_cmp(best).is_ge())
        })
    }

    /// The best move by the tables, equals by chance.
    pub fn perfect(graph: &MoveGraph, turn: Color) -> Policy {
        Policy::new(graph, turn, |_, steps| {
            let values: Vec<Outcome> = steps.iter().map(|step| step.value).collect();
            equally(&values, |best, value| value >= best)
        })
    }
}

/// Equal shares for the greatest.
fn equally<T>(values: &[T], is_as_good: impl Fn(&T, &T) -> bool) -> Vec<f32> {
    let mut best = &values[0];
    for value in values {
        if is_as_good(best, value) {
            best = value;
        }
    }
    let is_best: Vec<bool> = values.iter().map(|value| is_as_good(best, value)).collect();
    let share = 1.0 / is_best.iter().filter(|&&is| is).count() as f32;
    is_best.into_iter().map(|is| if is { share } else { 0.0 }).collect()
}

/// What becomes of the positions that somebody should win, or hold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// How many positions were looked at: all that he should win, or hold, with him to move.
    pub positions: usize,
    /// The share of the result that he gets against perfect play, expected over chance, within [`MOVES`] moves.
    pub expected: f64,
    /// The share where he gets it, or could still get it after those moves: he has not let it slip.
    pub kept: f64,
    /// Positions whose result he gets whatever the opponent plays.
    pub safe: usize,
}

/// What a position counts as that is won and not yet decided when the moves are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// As no win: it has not been brought home.
    NotWon,
    /// As a win: it has not been let slip.
    StillWon,
}

impl Share {
    /// The share of positions that are safe.
    pub fn safe_share(&self) -> f64 {
        self.safe as f64 / self.positions.max(1) as f64
    }
}

/// Whether the attacker wins by leaving the endgame with this move, as the mover sees it.
fn wins_outside(step: &Step, mover: Color, attacker: Color) -> f32 {
    let sign = step.value.sign() * if mover == attacker { 1 } else { -1 };
    f32::from(u8::from(sign > 0))
}

/// How likely the attacker wins each position within so many of his moves, White to move and Black to move.
pub fn won_within(
    graph: &MoveGraph,
    policies: [&Policy; 2],
    attacker: Color,
    moves: usize,
    unfinished: Unfinished,
) -> [Vec<f32>; 2] {
    debug_assert!(policies[0].turn == Color::White && policies[1].turn == Color::Black);
    let defender = attacker.other();
    let mated = |turn: Color, place: usize| {
        let sign = graph.side(turn).outcomes[place].sign();
        f32::from(u8::from(turn == defender && sign < 0))
    };
    let sweep = |turn: Color, after: &[f32]| -> Vec<f32> {
        let (side, shares) = (graph.side(turn), &policies[at(turn)].shares);
        (0..side.len())
            .into_par_iter()
            .map(|place| {
                let range = side.range(place);
                if range.is_empty() {
                    return mated(turn, place);
                }
                let steps = side.steps(place).iter().zip(&shares[range]);
                let of = |(step, &share): (&Step, &f32)| match (share > 0.0, step.to) {
                    (false, _) => 0.0,
                    (true, Some(to)) => share * after[to as usize],
                    (true, None) => share * wins_outside(step, turn, attacker),
                };
                steps.map(of).sum()
            })
            .collect()
    };
    let left_over = |outcome: &Outcome| match unfinished {
        Unfinished::NotWon => 0.0,
        Unfinished::StillWon => f32::from(u8::from(outcome.sign() > 0)),
    };
    let mut of_attacker: Vec<f32> = graph.side(attacker).outcomes.iter().map(left_over).collect();
    let mut of_defender = Vec::new();
    for left in 0..=moves {
        of_defender = sweep(defender, &of_attacker);
        if left < moves {
            of_attacker = sweep(attacker, &of_defender);
        }
    }
    if attacker == Color::White { [of_attacker, of_defender] } else { [of_defender, of_attacker] }
}

/// The positions that the attacker wins by force if one side's moves are known: his own (he then wins whatever the defender
/// plays), or the defender's (he then wins with the right moves). Where the known side leaves a choice to chance, every such move
/// must do.
pub fn forced(graph: &MoveGraph, known: &Policy, attacker: Color) -> [Vec<bool>; 2] {
    let mut won = Color::ALL.map(|turn| vec![false; graph.side(turn).len()]);
    loop {
        let mut changes = 0;
        for turn in Color::ALL {
            let side = graph.side(turn);
            let mover_attacks = turn == attacker;
            let after = &won[at(turn.other())];
            let is_won = |place: usize| {
                let range = side.range(place);
                if range.is_empty() {
                    return !mover_attacks && side.outcomes[place].sign() < 0;
                }
                let wins = |step: &Step| match step.to {
                    Some(to) => after[to as usize],
                    None => wins_outside(step, turn, attacker) > 0.0,
                };
                let mut steps = side.steps(place).iter();
                match (known.turn == turn, mover_attacks) {
                    (true, _) => {
                        let shares = &known.shares[range];
                        steps.zip(shares).all(|(step, &share)| share == 0.0 || wins(step))
                    }
                    (false, true) => steps.any(wins),
                    (false, false) => steps.all(wins),
                }
            };
            let new: Vec<bool> = (0..side.len())
                .into_par_iter()
                .map(|place| won[at(turn)][place] || is_won(place))
                .collect();
            changes += new.iter().zip(&won[at(turn)]).filter(|(new, old)| new != old).count();
            won[at(turn)] = new;
        }
        if changes == 0 {
            return won;
        }
    }
}

/// Of the positions that a side should win with its move, how many it does.
pub fn wins_won(graph: &MoveGraph, policy: &Policy) -> Share {
    let attacker = policy.turn;
    let other = Policy::perfect(graph, attacker.other());
    let [won, kept] = [Unfinished::NotWon, Unfinished::StillWon]
        .map(|unfinished| won_within(graph, in_order(policy, &other), attacker, MOVES, unfinished));
    let forced = forced(graph, policy, attacker);
    let of = at(attacker);
    share(graph, attacker, 1, |place| (won[of][place], kept[of][place], forced[of][place]))
}

/// Of the positions that a side should hold with its move, being drawn, how many it does.
pub fn draws_held(graph: &MoveGraph, policy: &Policy) -> Share {
    let (defender, attacker) = (policy.turn, policy.turn.other());
    let other = Policy::perfect(graph, attacker);
    let [lost, slipped] = [Unfinished::NotWon, Unfinished::StillWon]
        .map(|unfinished| won_within(graph, in_order(policy, &other), attacker, MOVES, unfinished));
    let forced = forced(graph, policy, attacker);
    let of = at(defender);
    share(graph, defender, 0, |place| {
        (1.0 - lost[of][place], 1.0 - slipped[of][place], !forced[of][place])
    })
}

fn in_order<'a>(policy: &'a Policy, other: &'a Policy) -> [&'a Policy; 2] {
    if policy.turn == Color::White { [policy, other] } else { [other, policy] }
}

fn share(
    graph: &MoveGraph,
    turn: Color,
    sign: i8,
    of: impl Fn(usize) -> (f32, f32, bool),
) -> Share {
    let outcomes = graph.side(turn).outcomes.iter().enumerate();
    let mut share = Share::default();
    for (place, _) in outcomes.filter(|(_, outcome)| outcome.sign() == sign) {
        let (expected, kept, is_safe) = of(place);
        share.positions += 1;
        share.expected += f64::from(expected);
        share.kept += f64::from(kept);
        share.safe += usize::from(is_safe);
    }
    share.expected /= share.positions.max(1) as f64;
    share.kept /= share.positions.max(1) as f64;
    share
}

#[cfg(test)]
mod tests {
    use super::*;
    use endgame::material::Material;
    use endgame::progress::Monitor;
    use endgame::tables::Tables;
    use value::Metric;

    fn graph(name: &str) -> MoveGraph {
        let tables = Tables::new(Metric::Dtc);
        let material: Material = name.parse().expect("a name");
        MoveGraph::of(&tables, &material, &Monitor::NONE).expect("solved").expect("nobody stops")
    }

    /// Perfect play wins every win and holds every draw, also against one who knows its moves.
    #[test]
    fn perfect_play_is_perfect() {
        for name in ["KPK", "KQK"] {
            let graph = graph(name);
            for turn in Color::ALL {
                let policy = Policy::perfect(&graph, turn);
                let (won, held) = (wins_won(&graph, &policy), draws_held(&graph, &policy));
                assert_eq!((won.safe, held.safe), (won.positions, held.positions), "{name}");
                let is_all = |share: Share| {
                    share.positions == 0 || share.expected > 0.999_99 && share.kept > 0.999_99
                };
                assert!(is_all(won) && is_all(held), "{name} {turn:?}: {won:?}, {held:?}");
            }
        }
    }

    /// Who wants to lose wins nothing against the longest defence, but for what is forced; chance wins some.
    #[test]
    fn bad_play_is_bad() {
        let graph = graph("KPK");
        let worst = Policy::best(&graph, Color::White, |step| -f64::from(step.value.sign()));
        let random = Policy::best(&graph, Color::White, |_| 0.0);
        let (worst, random) = (wins_won(&graph, &worst), wins_won(&graph, &random));
        assert_eq!((worst.positions, random.positions), (62_480, 62_480));
        assert!(worst.expected < 0.2 && worst.expected < random.expected, "{worst:?} {random:?}");
        assert!(random.safe <= worst.positions && random.expected < 0.9);
        // What is won was not let slip.
        assert!(
            [worst, random].iter().all(|share| share.kept >= share.expected && share.kept < 0.9)
        );
    }

    /// One move left: the wins of a player of random moves are the share of his moves that win at once.
    #[test]
    fn one_move_by_hand() {
        let graph = graph("KPK");
        let (white, black) =
            (Policy::best(&graph, Color::White, |_| 0.0), Policy::perfect(&graph, Color::Black));
        let won = won_within(&graph, [&white, &black], Color::White, 1, Unfinished::NotWon);
        let side = graph.side(Color::White);
        for place in (0..side.len()).step_by(97) {
            let steps = side.steps(place);
            let at_once = steps.iter().filter(|step| {
                let mates = step.to.is_some_and(|to| {
                    let black = graph.side(Color::Black);
                    black.steps(to as usize).is_empty() && black.outcomes[to as usize].sign() < 0
                });
                mates || step.to.is_none() && step.value.sign() > 0
            });
            let share = at_once.count() as f32 / steps.len().max(1) as f32;
            assert!(
                (won[0][place] - share).abs() < 1e-5,
                "{}",
                graph.position(Color::White, place).fen()
            );
        }
    }
}
