//! Sweeps against stored moves, position by position; and the first of equal replies against plain code.

#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::collections::HashMap;

use endgame::index::Slot;
use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position, Role};
use endgame::successors::Successors;
use endgame::tables::Tables;
use player::Competence;
use player::filter::{Concede, MoveFilter};
use player::markov::Seat;
use player::preference::PowerLaw;
use player::reference::{Model, ReferencePlayer};
use study::exact::{End, Exact, Pairing, StoredMoves, Ties};
use study::markov::Chain;
use value::{ChoiceSource, Depth, Metric, Outcome};

const NO_MONITOR: Monitor<'static> = Monitor::NONE;
const BUDGET: usize = 2 << 30;
const SEATS: [Seat; 2] = [Seat::Attacker, Seat::Defender];

fn pairing(attacker: f64, defender: f64, concede: Concede, ties: Ties) -> Pairing {
    let model = Model::new(PowerLaw::default(), MoveFilter { concede, ..MoveFilter::default() });
    let [attacker, defender] = [attacker, defender].map(|c| Competence::new(c).unwrap());
    Pairing { model, attacker, defender, ties }
}

fn swept<'a>(chain: Chain<'a>, pairing: &Pairing) -> Exact<'a> {
    let matrices = SEATS.map(|seat| {
        let competences = [pairing.competence(seat)];
        let made = chain.matrices(seat, &pairing.model, &competences, Count::Boards, &NO_MONITOR);
        made.unwrap().remove(0)
    });
    Exact::new(chain, pairing.clone(), matrices, BUDGET, &NO_MONITOR).unwrap()
}

/// The greatest difference as a share, over all positions that both follow.
fn apart(
    (swept, stored): (&Exact<'_>, &StoredMoves<'_>),
    ours: [&[f64]; 2],
    theirs: [&[f64]; 2],
) -> f64 {
    let (mut greatest, mut compared) = (0.0f64, 0);
    for (side, seat) in SEATS.into_iter().enumerate() {
        for (number, (&ours, &theirs)) in ours[side].iter().zip(theirs[side]).enumerate() {
            if swept.place(seat, number).is_some() && stored.knows(seat, number) {
                compared += 1;
                if ours != theirs {
                    let share = (ours - theirs).abs() / ours.max(theirs);
                    assert!(!share.is_nan());
                    greatest = greatest.max(share);
                }
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
    greatest
}

/// All endgames of three and four men: `fallible reproduce beyond/agreement`.
#[test]
fn sweeps_and_stored_moves_agree() {
    let tables = Tables::new(Metric::Dtc);
    let infinite = f64::INFINITY;
    let cases = [
        ("KRK", Color::White, 20.0, infinite, Concede::Never),
        ("KPK", Color::White, 12.0, 5.0, Concede::Never),
        ("KNKP", Color::Black, 20.0, infinite, Concede::Never),
        ("KPK", Color::Black, 3.0, 2.0, Concede::Anything),
        ("KRK", Color::White, 6.0, 3.0, Concede::Anything),
    ];
    for (name, attacker, attacks, defends, concede) in cases {
        let successors = Successors::of(&tables, &name.parse().unwrap(), &NO_MONITOR).unwrap();
        let wins_only = concede == Concede::Never;
        let chain = match wins_only {
            true => Chain::wins(&successors, attacker).unwrap(),
            false => Chain::all(&successors, attacker),
        };
        let pairing = pairing(attacks, defends, concede, Ties::Uniform);
        let swept = swept(chain, &pairing);
        let stored = StoredMoves::new(chain, &pairing, None, BUDGET, &NO_MONITOR).unwrap();
        let both = (&swept, &stored);
        for end in [End::Won, End::Lost] {
            let ours = swept.ended_within(end, 20, &NO_MONITOR, |_| ()).unwrap();
            let theirs = stored.ended_within(end, 20, &NO_MONITOR, |_| ()).unwrap();
            let sides = [&*ours.attacker, &*ours.defender];
            let apart = apart(both, sides, [&theirs.attacker, &theirs.defender]);
            assert!(apart < 1e-9, "{name}: {apart}");
        }
        if wins_only {
            let ours = swept.lengths(&NO_MONITOR).unwrap();
            let theirs = stored.by_number(&stored.lengths(&NO_MONITOR).unwrap());
            let sides = [&*ours.attacker, &*ours.defender];
            let apart = apart(both, sides, [&theirs.attacker, &theirs.defender]);
            assert!(apart < 1e-9, "{name}: {apart}");
        }
    }
}

/// The squares of all men, the board turned so that they come first: worked out on the board of a position.
fn least_squares(position: &Position) -> Vec<u32> {
    let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let pawns = position.men().iter().any(|(_, man)| man.role == Role::Pawn);
    let turned = |turn: u32| {
        let square = |square: u32| {
            let (mut file, mut rank) = (square % 8, square / 8);
            if turn & 1 == 1 {
                file = 7 - file;
            }
            if turn & 2 == 2 {
                rank = 7 - rank;
            }
            if turn & 4 == 4 { 8 * file + rank } else { 8 * rank + file }
        };
        let mut all = Vec::new();
        for color in [Color::White, Color::Black] {
            for role in roles {
                let men = position.men();
                let alike = men.iter().filter(|(_, man)| *man == role.of(color));
                let mut squares: Vec<u32> = alike.map(|(at, _)| square(u32::from(*at))).collect();
                squares.sort_unstable();
                all.extend(squares);
            }
        }
        all
    };
    (0..if pawns { 2 } else { 8 }).map(turned).min().unwrap()
}

/// Lengths from all positions that come up from a start, the defender taking the first of its deepest replies.
fn plain_first(tables: &Tables, start: &str, c: f64) -> HashMap<(Color, usize), f64> {
    let start = Position::from_fen(start).unwrap();
    let table = tables.table(&start.material(), &NO_MONITOR).unwrap();
    let key = |position: &Position| {
        let slot = table.index().encode(position).unwrap();
        (slot.turn, table.index().representative(slot.index))
    };
    let attacker = start.turn();
    let mut places = HashMap::from([(key(&start), 0)]);
    let (mut queue, mut rows) = (vec![start], Vec::<(f64, Vec<(usize, f64)>)>::new());
    while rows.len() < queue.len() {
        let position = queue[rows.len()].clone();
        let attacks = position.turn() == attacker;
        let choices = tables.choices(&position).unwrap();
        let c = if attacks { Competence::new(c).unwrap() } else { Competence::INFALLIBLE };
        let mut chances = ReferencePlayer::new(c).prospect(&choices).move_probabilities().to_vec();
        if !attacks {
            let best = (0..choices.len())
                .filter(|&at| chances[at] > 0.0)
                .min_by_key(|&at| least_squares(&position.after(choices[at].play)));
            chances.iter_mut().for_each(|chance| *chance = 0.0);
            chances[best.unwrap()] = 1.0;
        }
        let mut row = Vec::new();
        for (choice, &p) in choices.iter().zip(&chances) {
            let over = matches!(choice.value, Outcome::Win(Depth(0)) | Outcome::Loss(Depth(0)));
            if p > 0.0 && !over {
                let next = position.after(choice.play);
                let place = *places.entry(key(&next)).or_insert_with(|| {
                    queue.push(next);
                    queue.len() - 1
                });
                row.push((place, p));
            }
        }
        rows.push((f64::from(u8::from(attacks)), row));
    }
    let mut lengths = vec![0.0; rows.len()];
    for _ in 0..5_000 {
        let mut moved = 0.0f64;
        for at in 0..rows.len() {
            let (adds, row) = &rows[at];
            let next = adds + row.iter().map(|&(to, p)| p * lengths[to]).sum::<f64>();
            moved = moved.max((next - lengths[at]).abs());
            lengths[at] = next;
        }
        if moved < 1e-12 {
            break;
        }
    }
    places.into_iter().map(|(key, at)| (key, lengths[at])).collect()
}

#[test]
fn the_first_of_equal_replies() {
    let tables = Tables::new(Metric::Dtc);
    let cases = [
        ("KRK", Color::White, "8/8/3R4/4k3/8/8/8/1K6 w"),
        ("KPK", Color::White, "8/8/8/8/4K3/8/4P3/k7 w"),
    ];
    for (name, attacker, start) in cases {
        let successors = Successors::of(&tables, &name.parse().unwrap(), &NO_MONITOR).unwrap();
        let chain = Chain::wins(&successors, attacker).unwrap();
        let lengths = |ties: Ties| {
            let pairing = pairing(9.0, f64::INFINITY, Concede::Never, ties);
            let mut swept = swept(chain, &pairing);
            if ties == Ties::First {
                swept.settle_first();
            }
            swept.lengths(&NO_MONITOR).unwrap()
        };
        let first = lengths(Ties::First);
        let (uniform, mut different) = (lengths(Ties::Uniform), 0);
        let plain = plain_first(&tables, start, 9.0);
        assert!(plain.len() > 2_000, "{}", plain.len());
        for ((turn, number), plain) in plain {
            let (ours, by_chance) = match turn == attacker {
                true => (first.attacker[number], uniform.attacker[number]),
                false => (first.defender[number], uniform.defender[number]),
            };
            different += usize::from((ours - by_chance).abs() > 1e-3);
            assert!(
                (ours - plain).abs() < 1e-7 * plain.max(1.0),
                "{turn:?} {number}: {ours} {plain}"
            );
        }
        assert!(different > 500, "{name}: {different}");
    }
}

/// The order is the same for all images of a position, and tells all others apart.
#[test]
fn the_order_does_not_depend_on_how_the_board_is_turned() {
    let tables = Tables::new(Metric::Dtc);
    for name in ["KRK", "KPK"] {
        let table = tables.table(&name.parse().unwrap(), &NO_MONITOR).unwrap();
        let index = table.index();
        let mut seen = HashMap::new();
        for number in (0..index.len()).step_by(3) {
            let Some(position) = index.decode(Slot { turn: Color::White, index: number }) else {
                continue;
            };
            let order = index.least_squares(number).unwrap();
            let squares = least_squares(&position);
            let plain = squares.iter().fold(0, |sum, &square| 64 * sum + u64::from(square));
            assert_eq!(order, plain, "{}", position.fen());
            let class = index.representative(number);
            assert_eq!(*seen.entry(order).or_insert(class), class);
        }
        assert!(seen.len() > 5_000);
    }
}
