//! Stored moves against plain code: every move of every position listed by the tables, every chance asked of the
//! reference player, games followed through captures and promotions to their end, and against games played.

#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use endgame::material::Material;
use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::successors::Successors;
use endgame::tables::Tables;
use player::filter::{Concede, MoveFilter};
use player::markov::Seat;
use player::preference::{DepthOffset, PowerLaw};
use player::reference::{Model, ReferencePlayer};
use player::simulate::Rules;
use player::{Belief, Competence, CompetenceGrid, MovePrior};
use study::exact::{End, ExactError, Pairing, StoredMoves, Ties};
use study::game::DrawRules;
use study::live_draws::LiveDraws;
use study::markov::Chain;
use study::matches::Match;
use study::prediction::{PositionPredictor, Question, attacker_at};
use study::schema::Prediction;
use study::weights::ByRules;
use value::{Choice, ChoiceSource, Choices, Depth, Metric, Outcome};

const NO_MONITOR: Monitor<'static> = Monitor::NONE;
const BUDGET: usize = 2 << 30;

fn pairing(attacker: f64, defender: f64, concede: Concede) -> Pairing {
    let model = Model::new(PowerLaw::default(), MoveFilter { concede, ..MoveFilter::default() });
    let [attacker, defender] = [attacker, defender].map(|c| Competence::new(c).unwrap());
    Pairing { model, attacker, defender, ties: Ties::Uniform }
}

/// A position's side to move, and its moves: how likely each is, and where it leads, or who has won.
struct Node {
    turn: Color,
    moves: Vec<(f64, Next)>,
    /// Whether somebody may still win from here, whatever is played.
    live: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Next {
    Node(usize),
    Won(Color),
    Drawn,
}

type Key = (Material, Color, usize);

/// Every position that can come up from a start, whatever anybody plays. White is the attacker.
struct Plain {
    nodes: Vec<Node>,
    places: HashMap<Key, usize>,
}

impl Plain {
    fn new(tables: &Tables, start: &str, pairing: &Pairing, weights: Option<&ByRules>) -> Plain {
        let key = |position: &Position| {
            let table = tables.table(&position.material(), &NO_MONITOR).unwrap();
            let slot = table.index().encode(position).unwrap();
            (position.material(), position.turn(), table.index().representative(slot.index))
        };
        let start = Position::from_fen(start).unwrap();
        let mut places = HashMap::from([(key(&start), 0)]);
        let (mut queue, mut nodes) = (vec![start], Vec::new());
        while nodes.len() < queue.len() {
            let position = queue[nodes.len()].clone();
            let choices = tables.choices(&position).unwrap();
            let extent = choices.extent();
            let mut list: Vec<Choice<_>> = choices.into_iter().collect();
            let attacks = position.turn() == Color::White;
            if let Some(weights) = weights.filter(|_| attacks) {
                weights.set_weights(tables, &position, &mut list).unwrap();
            }
            let choices = Choices::new(list, extent);
            let competence = if attacks { pairing.attacker } else { pairing.defender };
            let player = ReferencePlayer { competence, model: pairing.model.clone() };
            let prospect = player.prospect(&choices);
            let mut moves = Vec::new();
            for (choice, &p) in choices.iter().zip(prospect.move_probabilities()) {
                let next = position.after(choice.play);
                let mover = position.turn();
                let next = match choice.value {
                    Outcome::Win(Depth(0)) => Next::Won(mover),
                    Outcome::Loss(Depth(0)) => Next::Won(mover.other()),
                    _ if next.material() == Material::KINGS => Next::Drawn,
                    _ => Next::Node(*places.entry(key(&next)).or_insert_with(|| {
                        queue.push(next);
                        queue.len() - 1
                    })),
                };
                moves.push((p, next));
            }
            nodes.push(Node { turn: position.turn(), moves, live: false });
        }
        let mut plain = Plain { nodes, places };
        while plain.more_are_live() {}
        plain
    }

    fn more_are_live(&mut self) -> bool {
        let leads_on = |&(_, next): &(f64, Next)| match next {
            Next::Node(at) => self.nodes[at].live,
            Next::Won(_) => true,
            Next::Drawn => false,
        };
        let dead = (0..self.nodes.len()).filter(|&at| !self.nodes[at].live);
        let more: Vec<usize> =
            dead.filter(|&at| self.nodes[at].moves.iter().any(leads_on)).collect();
        more.iter().for_each(|&at| self.nodes[at].live = true);
        !more.is_empty()
    }

    /// The chance of an end within so many of White's moves, at every position.
    fn within(&self, end: End, moves: usize) -> Vec<f64> {
        let over = |next: Next, known: &[f64]| match next {
            Next::Node(at) => known[at],
            Next::Won(Color::White) => f64::from(u8::from(end == End::Won)),
            Next::Won(Color::Black) => f64::from(u8::from(end == End::Lost)),
            Next::Drawn => f64::from(u8::from(end == End::Drawn)),
        };
        let dead = |node: &Node| f64::from(u8::from(!node.live && end == End::Drawn));
        let mut known: Vec<f64> = self.nodes.iter().map(dead).collect();
        let turns = (0..moves).flat_map(|_| [Color::White, Color::Black]);
        for turn in std::iter::once(Color::Black).chain(turns) {
            for (at, node) in self.nodes.iter().enumerate() {
                if node.turn == turn && node.live {
                    known[at] = node.moves.iter().map(|&(p, next)| p * over(next, &known)).sum();
                }
            }
        }
        known
    }

    /// White's moves until the game is over, by sweeps until nothing moves.
    fn lengths(&self) -> Vec<f64> {
        let mut known = vec![0.0f64; self.nodes.len()];
        for _ in 0..20_000 {
            let mut moved = 0.0f64;
            for (at, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.live) {
                let next = |&(p, next): &(f64, Next)| match next {
                    Next::Node(to) if p > 0.0 => p * known[to],
                    _ => 0.0,
                };
                let own = f64::from(u8::from(node.turn == Color::White));
                let length = own + node.moves.iter().map(next).sum::<f64>();
                moved = moved.max((length - known[at]).abs() / (1.0 + length));
                known[at] = length;
            }
            if moved < 1e-13 {
                break;
            }
        }
        known
    }
}

/// Compares every position of an endgame that both know: chances, and lengths where they are asked for.
fn compare(plain: &Plain, chain: Chain<'_>, pairing: &Pairing, moves: usize, lengths: bool) {
    let material = chain.successors().table().material();
    let flip = chain.attacker() == Color::Black;
    let stored = StoredMoves::new(chain, pairing, None, BUDGET, &NO_MONITOR).unwrap();
    let here = |(men, _, _): &Key| *men == if flip { material.flipped() } else { material };
    let mut compared = 0;
    let mut same = |ours: [&[f64]; 2], theirs: &[f64], spread: f64| {
        for (&(_, turn, number), &at) in plain.places.iter().filter(|(key, _)| here(key)) {
            let seat = if turn == Color::White { Seat::Attacker } else { Seat::Defender };
            if stored.knows(seat, number) {
                let (ours, theirs) =
                    (ours[usize::from(seat == Seat::Defender)][number], theirs[at]);
                let apart = (ours - theirs).abs() / (1.0 + theirs.abs());
                assert!(apart < spread, "{material} {turn:?} {number}: {ours} is not {theirs}");
                compared += 1;
            }
        }
    };
    for end in End::ALL {
        let ours = stored.ended_within(end, moves, &NO_MONITOR, |_| ()).unwrap();
        same([&ours.attacker, &ours.defender], &plain.within(end, moves), 1e-12);
    }
    if lengths {
        let solved = stored.lengths(&NO_MONITOR).unwrap();
        let ours = stored.by_number(&solved);
        assert!(ours.residual < 1e-9, "{}", ours.residual);
        same([&ours.attacker, &ours.defender], &plain.lengths(), 1e-7);
    }
    assert!(compared > 10_000, "{compared}");
}

fn successors<'t>(tables: &'t Tables, name: &str) -> Successors<'t> {
    Successors::of(tables, &name.parse().unwrap(), &NO_MONITOR).unwrap()
}

const ROOK: &str = "8/8/3R4/4k3/8/8/8/1K6 w";
const PAWN: &str = "8/8/8/8/8/3k4/P7/K7 w";

/// Won, drawn and lost within so many moves, and how long it takes, where anything may be given away.
#[test]
fn games_that_end_either_way() {
    let tables = Tables::new(Metric::Dtc);
    let rook = successors(&tables, "KRK");
    let both = pairing(6.0, 3.0, Concede::Anything);
    let plain = Plain::new(&tables, ROOK, &both, None);
    compare(&plain, Chain::all(&rook, Color::White), &both, 16, true);
    let mut vanishing = pairing(5.0, 2.0, Concede::Anything);
    let rules = MoveFilter { horizon: Some(Depth(3)), ..vanishing.model.filter };
    vanishing.model = Model::new(PowerLaw::new(DepthOffset::VANISHING), rules);
    let pawn = successors(&tables, "KPK");
    let plain = Plain::new(&tables, PAWN, &vanishing, None);
    compare(&plain, Chain::all(&pawn, Color::White), &vanishing, 16, true);
    // The side asked about has the king alone.
    let pairing = pairing(2.0, 1.0, Concede::Anything);
    let plain = Plain::new(&tables, "k7/p7/3K4/8/8/8/8/8 w", &pairing, None);
    compare(&plain, Chain::all(&pawn, Color::Black), &pairing, 12, true);
}

/// Who never gives the win away has the lengths of wins alone, whether or not draws are followed; and who gives
/// his pawn away against an infallible defender ends the game with it.
#[test]
fn following_draws_changes_no_length_of_who_never_concedes() {
    let tables = Tables::new(Metric::Dtc);
    let pawn = successors(&tables, "KPK");
    let solve = |concede, chain| {
        let pairing = pairing(6.0, f64::INFINITY, concede);
        let stored = StoredMoves::new(chain, &pairing, None, BUDGET, &NO_MONITOR).unwrap();
        let solved = stored.lengths(&NO_MONITOR).unwrap();
        stored.by_number(&solved).attacker
    };
    let all = Chain::all(&pawn, Color::White);
    let given_away = solve(Concede::Anything, all);
    let kept = solve(Concede::Draws, all);
    let alone = solve(Concede::Draws, Chain::wins(&pawn, Color::White).unwrap());
    let mut seen = [0, 0];
    for ((kept, alone), given_away) in kept.iter().zip(&alone).zip(&given_away) {
        assert!(given_away.is_finite());
        if *alone > 0.0 {
            assert!((kept - alone).abs() < 1e-8 * alone, "{kept} is not {alone}");
            seen[usize::from(given_away < kept)] += 1;
        }
    }
    assert!(seen.iter().all(|&seen| seen > 1_000), "{seen:?}");
}

/// Weights by rules, the attacker's alone, against weights listed move by move.
#[test]
fn weighed_moves() {
    let tables = Tables::new(Metric::Dtc);
    let rook = successors(&tables, "KRK");
    let terms = r#"[["moves(K)", -2000.0], ["check and not capture", 0.5]]"#;
    let no_kings = endgame::heuristics::Weights {
        name: "no kings".to_owned(),
        terms: serde_json::from_str::<Vec<(String, f64)>>(terms)
            .unwrap()
            .into_iter()
            .map(|(rule, weight)| (rule.parse().unwrap(), weight))
            .collect(),
        ..endgame::heuristics::Weights::hp1()
    };
    for weights in [ByRules(endgame::heuristics::Weights::hp1()), ByRules(no_kings)] {
        let pairing = pairing(8.0, f64::INFINITY, Concede::Draws);
        let plain = Plain::new(&tables, ROOK, &pairing, Some(&weights));
        let chain = Chain::wins(&rook, Color::White).unwrap();
        let chain = chain.weighed(Seat::Attacker, &weights.0).unwrap();
        // Where no king moves some games have no end.
        let ends = weights.0.name == "hp1";
        compare(&plain, chain, &pairing, 25, ends);
        if !ends {
            let stored = StoredMoves::new(chain, &pairing, None, BUDGET, &NO_MONITOR).unwrap();
            let solved = stored.lengths(&NO_MONITOR).unwrap();
            let endless = stored.by_number(&solved).attacker.iter().any(|one| one.is_infinite());
            assert!(endless);
        }
    }
}

/// In DTM the count goes on after a promotion, to mate.
#[test]
fn dtm_counts_on_in_the_smaller_endgame() {
    let tables = Tables::new(Metric::Dtm);
    let pawn = successors(&tables, "KPK");
    let chain = Chain::wins(&pawn, Color::White).unwrap();
    assert!(StoredMoves::needed(&chain, &NO_MONITOR).unwrap());
    let wins = pairing(8.0, 3.0, Concede::Draws);
    let plain = Plain::new(&tables, PAWN, &wins, None);
    compare(&plain, chain, &wins, 25, true);
}

/// The exact answer about one position, wins alone or all.
fn predict(tables: &Tables, fen: &str, pairing: &Pairing, moves: usize) -> Prediction {
    let position = Position::from_fen(fen).unwrap();
    let value = tables.outcome(&position).unwrap();
    let (attacker, seat) = attacker_at(&position, value);
    let material = position.material();
    let successors = Successors::of(tables, &material, &NO_MONITOR).unwrap();
    let live = LiveDraws::of(&successors, &NO_MONITOR).unwrap();
    let color = material.table_color(attacker);
    let chain = match pairing.model.filter.concede {
        Concede::Anything => Chain::with_dead_draws_apart(&successors, color, &live),
        _ => Chain::wins(&successors, color).unwrap(),
    };
    let question = Question {
        model: pairing.model.clone(),
        attacker: vec![(pairing.attacker, 1.0)],
        defender: pairing.defender,
        ties: pairing.ties,
        count: Count::Boards,
        moves: vec![moves],
        most_men: 4,
        budget: BUDGET,
    };
    let found = PositionPredictor::new(chain, &question, &position, (seat, value), &NO_MONITOR);
    let (exact, followed) = found.unwrap().unwrap().exactly(&NO_MONITOR).unwrap();
    assert_eq!(followed.note, None);
    exact.unwrap().0
}

/// Many games between two agents: how many moves the winner of the start needs on average, with the standard
/// error, and the shares of games won, drawn and lost by him within so many moves.
fn played(
    tables: &Tables,
    fen: &str,
    agents: [&str; 2],
    (games, within): (usize, usize),
) -> ((f64, f64), [f64; 3]) {
    let position = Position::from_fen(fen).unwrap();
    let (attacker, _) = attacker_at(&position, tables.outcome(&position).unwrap());
    let contest = Match {
        agents: agents.map(|agent| agent.parse().unwrap()),
        starts: vec![position],
        games,
        seed: 20,
        rules: Rules { move_limit: 3_000, stop_at_goal: true },
        draws: DrawRules::NONE,
        model: Model::papers(),
        prior: Belief::uniform(CompetenceGrid::default()),
        move_prior: None,
    };
    let played = contest.play(tables, &AtomicBool::new(false), || ()).unwrap();
    let moves = |game: &study::matches::PlayedGame| {
        game.record.moves_of(usize::from(attacker != game.start.turn()))
    };
    let lengths: Vec<f64> = played.iter().map(|game| moves(game) as f64).collect();
    let count = games as f64;
    let mean = lengths.iter().sum::<f64>() / count;
    let square: f64 = lengths.iter().map(|length| (length - mean).powi(2)).sum();
    let mut ends = [0.0; 3];
    for game in played.iter().filter(|game| moves(game) <= within) {
        let end = match game.winner() {
            Some(winner) if winner == attacker => 0,
            None => 1,
            Some(_) => 2,
        };
        ends[end] += 1.0 / count;
    }
    ((mean, (square / count / (count - 1.0)).sqrt()), ends)
}

fn close(ours: f64, share: f64, games: usize, what: &str) {
    let spread = 3.0 * (ours * (1.0 - ours) / games as f64).sqrt() + 1e-9;
    assert!((ours - share).abs() < spread, "{what}: {ours} is not {share} within {spread}");
}

/// Pawns of both sides: rights to capture en passant, also of the position asked about, against games.
#[test]
fn pawns_of_both_sides() {
    let tables = Tables::new(Metric::Dtc);
    let cases = [
        // A double step of the loser, who is to move, past a pawn; and a right to begin with.
        ("8/3p4/8/2P5/2K5/8/8/7k b - - 0 1", 2.0, 1.0, ["player:2", "player:1"]),
        ("8/8/8/8/3pP3/k7/8/7K b - e3 0 1", 2.0, 3.0, ["player:3", "player:2"]),
    ];
    for (fen, c, opponent, agents) in cases {
        let pairing = pairing(c, opponent, Concede::Draws);
        let exact = predict(&tables, fen, &pairing, 3);
        let ((mean, error), ends) = played(&tables, fen, agents, (4_000, 3));
        let length = exact.expected_length.unwrap();
        assert!((length - mean).abs() < 3.0 * error, "{fen}: {length} is not {mean} ± {error}");
        close(exact.within["win_within_3"], ends[0], 4_000, fen);
    }
}

/// Won, drawn and lost, against games; the game is over where nobody can win any more.
#[test]
fn the_three_ends_as_they_are_played() {
    let tables = Tables::new(Metric::Dtc);
    let agents = ["player:4,concede=all", "player:3,concede=all"];
    let exact = predict(&tables, ROOK, &pairing(4.0, 3.0, Concede::Anything), 30);
    let ((mean, error), ends) = played(&tables, ROOK, agents, (4_000, 30));
    let length = exact.expected_length.unwrap();
    assert!((length - mean).abs() < 3.0 * error, "{length} is not {mean} ± {error}");
    for (name, share) in ["win", "draw", "lose"].into_iter().zip(ends) {
        close(exact.within[&format!("{name}_within_30")], share, 4_000, name);
    }
    assert!(exact.within["draw_within_30"] > 0.1, "{exact:?}");
}

/// Five men are refused with a sentence, and so is too little memory.
#[test]
fn what_is_not_stored() {
    let tables = Tables::new(Metric::Dtc);
    let pairing = pairing(5.0, 5.0, Concede::Anything);
    let rook = successors(&tables, "KRK");
    let small =
        StoredMoves::new(Chain::all(&rook, Color::White), &pairing, None, 1 << 20, &NO_MONITOR);
    assert!(matches!(small, Err(ExactError::Memory { .. })));
}
