//! Facts, fast and plain; rules against the rules of chess; rules written and read again.
#![allow(clippy::unwrap_used)]

use endgame::heuristics::{Facts, Rule, Sweep, Weights, facts, named};
use endgame::index::Slot;
use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::successors::Successors;
use endgame::tables::Tables;
use proptest::prelude::*;
use value::{ChoiceSource, Metric};

/// Every so many positions of an endgame, with the facts of the sweep.
fn sample(tables: &Tables, name: &str, mover: Color, every: usize) -> Vec<(Position, Vec<Facts>)> {
    let material: Material = name.parse().unwrap();
    let successors = Successors::of(tables, &material, &Monitor::NONE).unwrap();
    let sweep = Sweep::new(&successors, mover, &Monitor::NONE).unwrap();
    let index = successors.table().index();
    let kept = sweep
        .walk(
            |_| true,
            || (0, Vec::new()),
            |(seen, kept), visited, facts| {
                *seen += 1;
                if *seen % every == 1 {
                    let slot = Slot { turn: mover, index: visited.number };
                    kept.push((index.decode(slot).unwrap(), facts.to_vec()));
                }
            },
            &Monitor::NONE,
        )
        .unwrap();
    kept.into_iter().flat_map(|(_, kept)| kept).collect()
}

/// Facts in an order of their own.
fn sorted(mut facts: Vec<Facts>) -> Vec<Facts> {
    facts.sort_by_key(|facts| {
        (facts.step.from, facts.step.to, facts.step.promotes.map(|r| r as u8))
    });
    facts
}

#[test]
fn the_sweep_finds_what_the_plain_way_finds() {
    for (metric, endgames) in
        [(Metric::Dtc, [("KQKR", 211), ("KPKP", 997)]), (Metric::Dtm, [("KRKP", 307), ("KBK", 11)])]
    {
        let tables = Tables::new(metric);
        for (name, every) in endgames {
            for mover in Color::ALL {
                let sample = sample(&tables, name, mover, every);
                assert!(sample.len() > 60, "{name}: {}", sample.len());
                for (position, swept) in sample {
                    let plain = facts(&tables, &position).unwrap();
                    assert_eq!(sorted(swept), sorted(plain), "{name} {}", position.fen());
                }
            }
        }
    }
}

/// One placement of the pawns after the other, moves that leave it included.
#[test]
fn a_sweep_over_one_placement_finds_the_same() {
    let tables = Tables::new(Metric::Dtc);
    let (name, mover) = ("KBKP", Color::Black);
    let material: Material = name.parse().unwrap();
    let successors = Successors::of(&tables, &material, &Monitor::NONE).unwrap();
    let index = successors.table().index();
    let mut pushed = 0;
    for numbers in index.pawn_placements() {
        let cells = numbers.start / 64..numbers.end / 64;
        let sweep = Sweep::over_cells(&successors, mover, cells, &Monitor::NONE).unwrap();
        let kept = sweep.walk(
            |_| true,
            || (0, Vec::new()),
            |(seen, kept), visited, facts| {
                assert!(numbers.contains(&visited.number));
                *seen += 1;
                if *seen % 601 == 1 {
                    let slot = Slot { turn: mover, index: visited.number };
                    kept.push((index.decode(slot).unwrap(), facts.to_vec()));
                }
            },
            &Monitor::NONE,
        );
        for (position, swept) in kept.unwrap().into_iter().flat_map(|(_, kept)| kept) {
            let plain = facts(&tables, &position).unwrap();
            let pawn = |facts: &&Facts| facts.role == endgame::rules::Role::Pawn;
            pushed += swept.iter().filter(pawn).count();
            assert_eq!(sorted(swept), sorted(plain), "{}", position.fen());
        }
    }
    assert!(pushed > 1_000, "{pushed}");
}

/// Asked of shakmaty instead of our own sets of squares.
#[test]
fn words_mean_what_the_rules_of_chess_say() {
    let tables = Tables::new(Metric::Dtc);
    let rules =
        ["check", "mate", "stalemate", "capture", "prevent-check", "replies", "attacked(Q)"];
    let rules = rules.map(|text| text.parse::<Rule>().unwrap());
    for (position, _) in sample(&tables, "KQKR", Color::White, 4001) {
        let found = facts(&tables, &position).unwrap();
        let choices = tables.choices(&position).unwrap();
        assert_eq!(found.len(), choices.len());
        for (facts, choice) in found.iter().zip(choices) {
            let after = position.after(choice.play);
            let replies = after.legal_moves();
            let no_check = replies.iter().all(|&reply| !after.after(reply).is_check());
            let says = rules.each_ref().map(|rule| rule.number(facts));
            let queen = after.men().into_iter().find(|(_, man)| man.role.char() == 'q');
            // Attacked by a man that could go there if it were empty of its defender: the rook by
            // a legal capture whenever nothing pins it, the king unless the queen is defended.
            let taken = queen.is_some_and(|(square, _)| replies.iter().any(|r| r.to() == square));
            let expected = [
                f64::from(after.is_check()),
                f64::from(after.is_checkmate()),
                f64::from(after.is_stalemate()),
                f64::from(choice.play.is_capture()),
                f64::from(no_check),
                replies.len() as f64,
            ];
            assert_eq!(says[..6], expected, "{} {}", position.fen(), position.san(choice.play));
            assert!(!taken || says[6] == 1.0, "{}", after.fen());
        }
    }
}

/// wKe3 Qc5 bKf5 Ra6, Black to move (Jansen 1992, section 7.4), and the same after Kf6.
#[test]
fn weights_are_as_many_as_choices() {
    let tables = Tables::new(Metric::Dtc);
    let position = Position::from_fen("8/8/r7/2Q2k2/8/4K3/8/8 b - - 0 1").unwrap();
    for weights in [Weights::hp0(), Weights::hp1()] {
        let plays = position.legal_moves();
        let of = weights.of(&tables, &position, &plays).unwrap();
        assert_eq!(of.len(), plays.len());
        // A weight is its move's, whatever the order and however many are asked for.
        let backwards: Vec<_> = plays.iter().rev().step_by(2).copied().collect();
        let again = weights.of(&tables, &position, &backwards).unwrap();
        assert!(again.iter().eq(of.iter().rev().step_by(2)));
        assert!(of.iter().all(|&weight| weight > 0.0 && weight.is_finite()));
    }
    // A check is four times as likely as a move that is nothing, the catch-all apart.
    let position = Position::from_fen("8/8/r4k2/2Q5/8/4K3/8/8 w - - 0 1").unwrap();
    let facts = facts(&tables, &position).unwrap();
    let weights = Weights::hp0().of(&tables, &position, &position.legal_moves()).unwrap();
    let check: Rule = "check".parse().unwrap();
    let attack: Rule = "attack or zugzwang".parse().unwrap();
    for (facts, weight) in facts.iter().zip(weights) {
        let expected = if check.holds(facts) { 4.0 } else { 1.0 };
        if !attack.holds(facts) {
            let between = expected - 1e-9..=2.0 * expected + 1e-9;
            assert!(between.contains(&weight), "{facts:?} {weight}");
        }
    }
}

/// Random texts of the language, as trees.
fn numbers() -> impl Strategy<Value = String> {
    let atoms = prop_oneof![
        (0u32..2000).prop_map(|n| f64::from(n).to_string()),
        (0u32..2000).prop_map(|n| (f64::from(n) / 8.0).to_string()),
        prop::sample::select(vec!["depth", "after", "threat", "longlines", "replies", "checks"])
            .prop_map(str::to_owned),
        prop::sample::select(vec!["distance(K,k)", "center(q)", "corner(N)", "count(p)"])
            .prop_map(str::to_owned),
        prop::sample::select(vec!["check", "attack(r)", "prevent-check", "before(distance(Q,k))"])
            .prop_map(str::to_owned),
    ];
    atoms.prop_recursive(4, 24, 2, |inner| {
        let operators = prop::sample::select(vec!["+", "-", "*", "/"]);
        prop_oneof![
            (inner.clone(), operators, inner.clone())
                .prop_map(|(a, o, b)| format!("({a}) {o} ({b})")),
            inner.prop_map(|a| format!("-({a})")),
        ]
    })
}

fn truths() -> impl Strategy<Value = String> {
    let compared = prop::sample::select(vec!["<", "<=", "=", "!=", ">=", ">"]);
    let atoms = prop_oneof![
        (numbers(), compared, numbers()).prop_map(|(a, o, b)| format!("({a}) {o} ({b})")),
        prop::sample::select(vec!["check", "attack", "threat", "longlines", "moves(Q)"])
            .prop_map(str::to_owned),
    ];
    atoms.prop_recursive(4, 24, 2, |inner| {
        let joined = prop::sample::select(vec!["and", "or"]);
        prop_oneof![
            (inner.clone(), joined, inner.clone()).prop_map(|(a, o, b)| format!("({a}) {o} ({b})")),
            inner.prop_map(|a| format!("not ({a})")),
        ]
    })
}

proptest! {
    /// A rule that is written can be read, and is the same.
    #[test]
    fn written_rules_read_the_same(text in prop_oneof![numbers(), truths()]) {
        let rule: Rule = text.parse().unwrap();
        let written = rule.to_string();
        prop_assert!(written.len() <= text.len() + 2, "{} from {}", written, text);
        prop_assert_eq!(written.parse::<Rule>().unwrap(), rule, "{}", written);
    }

    /// Nothing that is typed makes the reader fall over.
    #[test]
    fn anything_may_be_typed(text in "[a-z(),.<>=!+*/ 0-9KQRkqr-]{0,40}") {
        if let Err(error) = text.parse::<Rule>() {
            prop_assert!(error.column() <= text.chars().count() + 1);
        }
    }
}

#[test]
fn every_named_rule_is_a_truth() {
    for material in Material::all_with(4) {
        for mover in Color::ALL {
            for named in named(&material, mover) {
                assert!(named.rule.is_predicate(), "{}", named.name);
                assert_eq!(named.rule.missing_man(&material, mover), None, "{}", named.name);
            }
        }
    }
}
