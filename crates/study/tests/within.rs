//! The chance to win within so many moves, against plain code: every move of every position listed
//! by the tables, every chance asked of the reference player, and games followed through captures and
//! promotions to their end.

#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::collections::HashMap;

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
use player::{Competence, markov::TransitionMatrix};
use study::exact::{Exact, Pairing, Ties};
use study::live_draws::LiveDraws;
use study::markov::Chain;
use value::{Choice, ChoiceSource, Choices, Depth, Extent, Metric, Outcome};

const NO_MONITOR: Monitor<'static> = Monitor::NONE;

fn rules(concede: Concede) -> MoveFilter {
    MoveFilter { concede, ..MoveFilter::default() }
}

fn pairing(attacker: f64, defender: f64, filter: MoveFilter) -> Pairing {
    let model = Model::new(PowerLaw::default(), filter);
    let [attacker, defender] = [attacker, defender].map(|c| Competence::new(c).unwrap());
    Pairing { model, attacker, defender, ties: Ties::Uniform }
}

fn matrices(chain: &Chain<'_>, pairing: &Pairing) -> [TransitionMatrix; 2] {
    [Seat::Attacker, Seat::Defender].map(|seat| {
        let competences = [pairing.competence(seat)];
        let count = Count::Boards;
        chain.matrices(seat, &pairing.model, &competences, count, &NO_MONITOR).unwrap().remove(0)
    })
}

fn exact<'a>(chain: Chain<'a>, pairing: &Pairing) -> Exact<'a> {
    let matrices = matrices(&chain, pairing);
    Exact::new(chain, pairing.clone(), matrices, 4 << 30, &NO_MONITOR).unwrap()
}

/// A position's side to move, extent and moves: what each is worth, and the position it leads to,
/// none where the game is over.
struct Node {
    turn: Color,
    extent: Extent,
    moves: Vec<(Outcome, Option<usize>)>,
}

type Key = (Material, Color, usize);

/// Every position that can come up from a start, whatever anybody plays.
fn positions(tables: &Tables, start: &str) -> (Vec<Node>, HashMap<Key, usize>) {
    let key = |position: &Position| {
        let table = tables.table(&position.material(), &NO_MONITOR).unwrap();
        let slot = table.index().encode(position).unwrap();
        // The colours as they are on the board: of KRKR, say, either rook may be left.
        (position.material(), position.turn(), table.index().representative(slot.index))
    };
    let start = Position::from_fen(start).unwrap();
    let mut places = HashMap::from([(key(&start), 0)]);
    let (mut queue, mut nodes) = (vec![start], Vec::new());
    while nodes.len() < queue.len() {
        let position = queue[nodes.len()].clone();
        let mut moves = Vec::new();
        let choices = tables.choices(&position).unwrap();
        let extent = choices.extent();
        for Choice { play, value, .. } in choices {
            let next = position.after(play);
            let over = matches!(value, Outcome::Win(Depth(0)) | Outcome::Loss(Depth(0)))
                || next.material() == Material::KINGS;
            let place = (!over).then(|| {
                *places.entry(key(&next)).or_insert_with(|| {
                    queue.push(next);
                    queue.len() - 1
                })
            });
            moves.push((value, place));
        }
        nodes.push(Node { turn: position.turn(), extent, moves });
    }
    (nodes, places)
}

/// The chance that White wins within so many of his moves, at every position.
fn plain(nodes: &[Node], pairing: &Pairing, moves: usize) -> Vec<f64> {
    let players = [pairing.attacker, pairing.defender]
        .map(|competence| ReferencePlayer { competence, model: pairing.model.clone() });
    let chances: Vec<Vec<f64>> = nodes
        .iter()
        .map(|node| {
            let list = node.moves.iter().map(|&(value, _)| Choice::new((), value)).collect();
            let choices = Choices::new(list, node.extent);
            let player = &players[usize::from(node.turn == Color::Black)];
            player.prospect(&choices).move_probabilities().to_vec()
        })
        .collect();
    let mut within = vec![0.0; nodes.len()];
    for _ in 0..moves {
        for turn in [Color::White, Color::Black] {
            let mine = |&(_, node): &(usize, &Node)| node.turn == turn;
            for (at, node) in nodes.iter().enumerate().filter(mine) {
                let worth = |&(value, next): &(Outcome, Option<usize>)| match next {
                    Some(next) => within[next],
                    None if turn == Color::White => f64::from(u8::from(value.sign() > 0)),
                    None => f64::from(u8::from(value.sign() < 0)),
                };
                let sum = node.moves.iter().zip(&chances[at]).map(|(play, p)| p * worth(play));
                within[at] = sum.sum();
            }
        }
    }
    within
}

/// Compares every position of an endgame that both know.
fn compare(
    tables: &Tables,
    (nodes, places): &(Vec<Node>, HashMap<Key, usize>),
    name: &str,
    pairing: &Pairing,
    moves: usize,
) {
    let material: Material = name.parse().unwrap();
    let successors = Successors::of(tables, &material, &NO_MONITOR).unwrap();
    let attacker = if material.is_normalized() { Color::White } else { Color::Black };
    let chain = Chain::all(&successors, attacker);
    let exact = exact(chain, pairing);
    let ours = exact.within(moves, &NO_MONITOR, |_| ()).unwrap();
    let theirs = plain(nodes, pairing, moves);
    let mut compared = 0;
    for (&(men, turn, number), &at) in places.iter().filter(|(key, _)| key.0 == material) {
        assert_eq!(men, material);
        let seat = if turn == Color::White { Seat::Attacker } else { Seat::Defender };
        let Some(place) = exact.place(seat, number) else { continue };
        let ours = if seat == Seat::Attacker { &ours.attacker } else { &ours.defender };
        let (ours, theirs) = (ours[place], theirs[at]);
        assert!((ours - theirs).abs() < 1e-12, "{name} {turn:?} {number}: {ours} is not {theirs}");
        compared += 1;
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn krk_with_all_rules_and_two_fallible_players() {
    let tables = Tables::new(Metric::Dtc);
    let known = positions(&tables, "8/8/3R4/4k3/8/8/8/1K6 w");
    let careful = MoveFilter { avoid_losses: true, ..rules(Concede::Anything) };
    let foresees = MoveFilter { horizon: Some(Depth(4)), ..rules(Concede::Anything) };
    for filter in Concede::ALL.map(rules).into_iter().chain([careful, foresees]) {
        for (attacks, defends) in [(10.0, 3.0), (4.0, 3.0), (5.0, f64::INFINITY)] {
            compare(&tables, &known, "KRK", &pairing(attacks, defends, filter), 16);
        }
    }
    let worst = f64::NEG_INFINITY;
    compare(&tables, &known, "KRK", &pairing(6.0, worst, rules(Concede::Draws)), 9);
    compare(&tables, &known, "KRK", &pairing(worst, 2.0, rules(Concede::Anything)), 9);
}

/// Promotions that win, that are stalemate, and that hang the new man, which may be missed.
#[test]
fn kpk_through_promotions() {
    let tables = Tables::new(Metric::Dtc);
    let known = positions(&tables, "8/8/8/8/8/3k4/P7/K7 w");
    for concede in Concede::ALL {
        compare(&tables, &known, "KPK", &pairing(2.0, 1.0, rules(concede)), 20);
    }
    let vanishing = PowerLaw::new(DepthOffset::VANISHING);
    let filter = MoveFilter { horizon: Some(Depth(3)), ..rules(Concede::Anything) };
    let limit = Pairing {
        model: Model::new(vanishing, filter),
        ..pairing(3.0, 2.0, rules(Concede::Anything))
    };
    compare(&tables, &known, "KPK", &limit, 20);
}

/// Either side may win, and the named side is Black in its table.
#[test]
fn kkp_where_the_other_side_has_the_pawn() {
    let tables = Tables::new(Metric::Dtc);
    let known = positions(&tables, "k7/p7/3K4/8/8/8/8/8 w");
    compare(&tables, &known, "KKP", &pairing(2.0, 1.0, rules(Concede::Anything)), 12);
}

/// What one side loses the other wins: the same two players, seen from either side.
#[test]
fn one_sides_loss_is_the_others_win() {
    let tables = Tables::new(Metric::Dtc);
    let successors = Successors::of(&tables, &"KRKN".parse().unwrap(), &NO_MONITOR).unwrap();
    let players = pairing(3.0, 2.0, rules(Concede::Anything));
    let exchanged = pairing(2.0, 3.0, rules(Concede::Anything));
    let white = exact(Chain::all(&successors, Color::White), &players);
    let black = exact(Chain::all(&successors, Color::Black), &exchanged);
    // White to move in both. Of four moves of Black's, White's reply to the last may still lose.
    let lost = |moves| white.lost_within(moves, &NO_MONITOR, |_| ()).unwrap().attacker;
    let won = black.within(4, &NO_MONITOR, |_| ()).unwrap().defender;
    let mut seen = 0;
    for ((less, won), more) in lost(4).iter().zip(&won).zip(&lost(5)) {
        assert!(*less <= won + 1e-12 && *won <= more + 1e-12, "{less} {won} {more}");
        seen += usize::from(*less > 1e-6);
    }
    assert!(seen > 1_000, "{seen}");
}

/// Where there are too many positions to list: each chance against those one ply on, which are the
/// exact ones of the endgame reached; so that all are right if one move is.
#[test]
fn each_chance_follows_from_the_next() {
    let tables = Tables::new(Metric::Dtc);
    let foresees = MoveFilter { horizon: Some(Depth(2)), ..rules(Concede::Anything) };
    for (name, attacker, filter) in [
        ("KQKR", Color::Black, rules(Concede::Anything)),
        ("KRKN", Color::White, foresees),
        ("KRKN", Color::White, rules(Concede::Draws)),
    ] {
        one_move_on(&tables, name.parse().unwrap(), attacker, &pairing(4.0, 3.0, filter));
    }
}

const MOVES: usize = 5;

/// By colours on the board: the attacker's chance within some moves, both sides to move, of every
/// endgame that can come up.
struct Known(HashMap<Material, [Vec<f64>; 2]>);

impl Known {
    fn new(
        tables: &Tables,
        material: Material,
        attacker: Color,
        p: &Pairing,
        moves: usize,
    ) -> Known {
        let mut known = HashMap::new();
        let mut asked = vec![material];
        while let Some(material) = asked.pop() {
            if material == Material::KINGS || known.contains_key(&material) {
                continue;
            }
            asked.extend(material.converts_into());
            asked.extend(material.converts_into().iter().map(Material::flipped));
            let successors = Successors::of(tables, &material, &NO_MONITOR).unwrap();
            let flip = !material.is_normalized();
            let chain = Chain::all(&successors, if flip { attacker.other() } else { attacker });
            let exact = exact(chain, p);
            let within = exact.within(moves, &NO_MONITOR, |_| ()).unwrap();
            let by_number = |seat, values: &[f64]| {
                let value = |number| exact.place(seat, number).map_or(0.0, |at| values[at]);
                (0..successors.table().index().len()).map(value).collect()
            };
            let attacks = by_number(Seat::Attacker, &within.attacker);
            let defends = by_number(Seat::Defender, &within.defender);
            known.insert(material, [attacks, defends]);
        }
        Known(known)
    }

    fn chance(&self, tables: &Tables, position: &Position, attacker: Color) -> f64 {
        if position.material() == Material::KINGS {
            return 0.0;
        }
        let table = tables.table(&position.material(), &NO_MONITOR).unwrap();
        let number = table.index().encode(position).unwrap().index;
        self.0[&position.material()][usize::from(position.turn() != attacker)][number]
    }
}

fn one_move_on(tables: &Tables, material: Material, attacker: Color, pairing: &Pairing) {
    let now = Known::new(tables, material, attacker, pairing, MOVES);
    let sooner = Known::new(tables, material, attacker, pairing, MOVES - 1);
    let table = tables.table(&material, &NO_MONITOR).unwrap();
    let mut compared = 0;
    for turn in Color::ALL {
        let mover = if turn == attacker { pairing.attacker } else { pairing.defender };
        let player = ReferencePlayer { competence: mover, model: pairing.model.clone() };
        for number in (0..table.index().len()).step_by(997) {
            let slot = endgame::index::Slot { turn, index: number };
            let Some(outcome) = table.outcome_at(slot) else { continue };
            let Some(position) = table.index().decode(slot) else { continue };
            if matches!(outcome, Outcome::Loss(Depth(0))) {
                continue;
            }
            let choices = tables.choices(&position).unwrap();
            let prospect = player.prospect(&choices);
            let after = |choice: &Choice<endgame::rules::Move>| {
                let won = if turn == attacker { 1 } else { -1 };
                match choice.value {
                    Outcome::Win(Depth(0)) | Outcome::Loss(Depth(0)) => {
                        f64::from(u8::from(choice.value.sign() == won))
                    }
                    _ => {
                        let next = position.after(choice.play);
                        let later = if turn == attacker { &sooner } else { &now };
                        later.chance(tables, &next, attacker)
                    }
                }
            };
            let chances = choices.iter().zip(prospect.move_probabilities());
            let expected: f64 = chances.map(|(choice, p)| p * after(choice)).sum();
            let ours = now.chance(tables, &position, attacker);
            let fen = position.fen();
            assert!((ours - expected).abs() < 1e-12, "{fen}: {ours} is not {expected}");
            compared += 1;
        }
    }
    assert!(compared > 1_000, "{compared}");
}

/// A rook taken does not come back: of the two ways to lump draws, the one with dead draws apart is
/// near the truth, and the papers' far from it.
#[test]
fn dead_draws_stay_dead() {
    let tables = Tables::new(Metric::Dtc);
    let successors = Successors::of(&tables, &"KRK".parse().unwrap(), &NO_MONITOR).unwrap();
    let live = LiveDraws::of(&successors, &NO_MONITOR).unwrap();
    let pairing = pairing(4.0, 3.0, rules(Concede::Anything));
    let [together, apart] = [
        Chain::all(&successors, Color::White),
        Chain::with_dead_draws_apart(&successors, Color::White, &live),
    ]
    .map(|chain| {
        let [attack, defence] = matrices(&chain, &pairing);
        attack.then(&defence)
    });
    let exact = exact(Chain::all(&successors, Color::White), &pairing);
    let within = exact.within(50, &NO_MONITOR, |_| ()).unwrap();
    let truth = exact.spreads(&within.attacker, Count::Boards)[16].unwrap().mean;
    assert!((together.win_within(50)[16] - 0.4448).abs() < 5e-5);
    let apart_within = apart.win_within(50)[16];
    assert!((apart_within - truth).abs() < 0.02, "{apart_within} is not {truth}");
    let dead = apart.space().dead_draw().unwrap();
    assert_eq!(apart[(dead, dead)], 1.0);
}

/// Live draws by plain code: a draw is live if a move decides, or leads to a live draw of the same men.
#[test]
fn live_draws_are_those_somebody_may_still_win() {
    let tables = Tables::new(Metric::Dtc);
    let (nodes, places) = positions(&tables, "8/8/8/8/8/3k4/P7/K7 w");
    let pawn: Material = "KPK".parse().unwrap();
    let here: HashMap<usize, Key> =
        places.iter().filter(|(key, _)| key.0 == pawn).map(|(&key, &at)| (at, key)).collect();
    let mut live = vec![false; nodes.len()];
    loop {
        let goes_on = |live: &[bool], &(value, next): &(Outcome, Option<usize>)| {
            value != Outcome::Draw
                || next.is_some_and(|next| here.contains_key(&next) && live[next])
        };
        let more: Vec<usize> = here
            .keys()
            .copied()
            .filter(|&at| !live[at] && nodes[at].moves.iter().any(|play| goes_on(&live, play)))
            .collect();
        if more.is_empty() {
            break;
        }
        more.into_iter().for_each(|at| live[at] = true);
    }
    let successors = Successors::of(&tables, &pawn, &NO_MONITOR).unwrap();
    let ours = LiveDraws::of(&successors, &NO_MONITOR).unwrap();
    let mut drawn = [0, 0];
    for (&at, &(_, turn, number)) in &here {
        let slot = endgame::index::Slot { turn, index: number };
        if successors.table().outcome_at(slot) == Some(Outcome::Draw) {
            assert_eq!(ours.contains(turn, number), live[at], "{turn:?} {number}");
            drawn[usize::from(live[at])] += 1;
        }
    }
    assert!(drawn[0] > 0 && drawn[1] > 10_000, "{drawn:?}");

    // Bishops of one colour cannot mate; of two colours they can, with help.
    let bishops = Successors::of(&tables, &"KBKB".parse().unwrap(), &NO_MONITOR).unwrap();
    let ours = LiveDraws::of(&bishops, &NO_MONITOR).unwrap();
    let (mut apart, mut alive) = (0, 0);
    for number in (0..bishops.table().index().len()).step_by(101) {
        let slot = endgame::index::Slot { turn: Color::White, index: number };
        if bishops.table().outcome_at(slot) != Some(Outcome::Draw) {
            continue;
        }
        let Some(position) = bishops.table().index().decode(slot) else { continue };
        let mut colors =
            position.men().into_iter().filter(|(_, man)| man.role == endgame::rules::Role::Bishop);
        let [one, other] = [colors.next().unwrap().0, colors.next().unwrap().0];
        let is_live = ours.contains(Color::White, number);
        if one.is_dark() == other.is_dark() {
            assert!(!is_live, "{}", position.fen());
        } else {
            apart += 1;
            alive += u32::from(is_live);
        }
    }
    assert!(apart > 1_000 && alive * 10 > apart * 9, "{alive} of {apart}");
}
