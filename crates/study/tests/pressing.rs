//! How likely a pressed player fails, against plain code: every move of every position listed by the tables, every chance
//! asked of the reference player.

#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::collections::HashMap;

use endgame::index::Slot;
use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::successors::Successors;
use endgame::tables::Tables;
use player::filter::{Concede, MoveFilter};
use player::preference::PowerLaw;
use player::reference::{Model, ReferencePlayer};
use player::simulate::Rules;
use player::{Belief, Competence};
use study::draws::pressing::{Holder, Holding, Pressing};
use study::game::DrawRules;
use study::matches::Match;
use value::{ChoiceSource, Metric};

/// A move by its chance: the value goes, the endgame ends, or it leads on.
#[derive(Clone, Copy)]
enum Leads {
    Away,
    Out,
    On(usize),
}

/// The chances by position, the holder's and the presser's alike.
fn plain(tables: &Tables, name: &str, holder: &Holder, moves: usize) -> HashMap<Slot, f64> {
    let material: Material = name.parse().unwrap();
    let table = tables.table(&material, &Monitor::NONE).unwrap();
    let sign = if holder.holding == Holding::Win { 1 } else { 0 };
    let player = ReferencePlayer { competence: holder.competence, model: holder.model.clone() };
    let slots: Vec<Slot> = Color::ALL
        .into_iter()
        .flat_map(|turn| (0..table.index().len()).map(move |index| Slot { turn, index }))
        .filter(|&slot| {
            let own = if slot.turn == holder.color { sign } else { -sign };
            table.outcome_at(slot).is_some_and(|outcome| outcome.sign() == own)
        })
        .collect();
    let places: HashMap<Slot, usize> =
        slots.iter().enumerate().map(|(at, &slot)| (slot, at)).collect();
    let list = |&slot: &Slot| -> Vec<(f64, Leads)> {
        let position: Position = table.index().decode(slot).unwrap();
        let choices = tables.choices(&position).unwrap();
        let own = slot.turn == holder.color;
        let odds = player.model.distribution(&choices).probabilities(player.competence);
        let keeps = if own { sign } else { -sign };
        let leads =
            choices.iter().map(|choice| match table.index().encode(&position.after(choice.play)) {
                _ if choice.value.sign() != keeps => Leads::Away,
                _ if choice.play.is_capture() || choice.play.is_promotion() => Leads::Out,
                after => Leads::On(places[&after.unwrap()]),
            });
        odds.into_iter().zip(leads).collect()
    };
    let lists: Vec<Vec<(f64, Leads)>> = slots.iter().map(list).collect();
    let start = |slot: &Slot| if slot.turn == holder.color { f64::from(sign) } else { 0.0 };
    let mut chances: Vec<f64> = slots.iter().map(start).collect();
    // The presser, then the holder, again and again, and the presser once more.
    for ply in 0..2 * moves + 1 {
        let before = chances.clone();
        for (at, list) in lists.iter().enumerate() {
            if (slots[at].turn == holder.color) != (ply % 2 == 1) {
                continue;
            }
            let chance = |leads: Leads| match leads {
                Leads::Away => 1.0,
                Leads::Out => 0.0,
                Leads::On(to) => before[to],
            };
            chances[at] = match ply % 2 {
                1 => list.iter().map(|&(odds, leads)| odds * chance(leads)).sum(),
                // He gives nothing away.
                _ => {
                    let kept = list.iter().filter(|(_, leads)| !matches!(leads, Leads::Away));
                    kept.map(|&(_, leads)| chance(leads)).fold(0.0, f64::max)
                }
            };
        }
    }
    slots.into_iter().zip(chances).collect()
}

fn holder(color: Color, holding: Holding, competence: f64, concede: Concede) -> Holder {
    let filter = MoveFilter { concede, ..MoveFilter::default() };
    let model = Model::new(PowerLaw::default(), filter);
    Holder { color, holding, competence: Competence::new(competence).unwrap(), model }
}

#[test]
fn chances_are_those_of_plain_code() {
    let cases = [
        ("KRK", holder(Color::White, Holding::Win, 3.0, Concede::Anything), 4),
        ("KRK", holder(Color::White, Holding::Win, 8.0, Concede::Draws), 6),
        ("KPK", holder(Color::White, Holding::Win, 2.0, Concede::Anything), 3),
        ("KPK", holder(Color::Black, Holding::Draw, 4.0, Concede::Draws), 5),
        ("KPK", holder(Color::Black, Holding::Draw, 0.0, Concede::Anything), 2),
        ("KPK", holder(Color::White, Holding::Draw, 4.0, Concede::Anything), 2),
    ];
    for (name, holder, moves) in cases {
        let tables = Tables::new(Metric::Dtc);
        let successors = Successors::of(&tables, &name.parse().unwrap(), &Monitor::NONE).unwrap();
        let ours = Pressing::of(&successors, &holder, moves, &Monitor::NONE).unwrap();
        let theirs = plain(&tables, name, &holder, moves);
        let mut between = 0;
        for (slot, &expected) in &theirs {
            let side = if slot.turn == holder.color { &ours.holder } else { &ours.presser };
            assert!((side[slot.index] - expected).abs() < 1e-9, "{name} {slot:?} {expected}");
            between += usize::from(expected > 0.0 && expected < 1.0);
        }
        let trivial =
            name == "KPK" && holder.color == Color::White && holder.holding == Holding::Draw;
        assert_eq!(between > 100, !trivial, "{name} {holder:?} {between}");
    }
}

#[test]
fn what_is_not_followed_is_refused() {
    let refusal = |name: &str, metric, holder: &Holder| {
        let tables = Tables::new(metric);
        let successors = Successors::of(&tables, &name.parse().unwrap(), &Monitor::NONE).unwrap();
        Pressing::of(&successors, holder, 1, &Monitor::NONE).unwrap_err().to_string()
    };
    let usual = holder(Color::White, Holding::Win, 5.0, Concede::Anything);
    assert!(refusal("KRK", Metric::Dtm, &usual).contains("leave out --metric dtm"));
    let sharp = holder(Color::White, Holding::Win, 900.0, Concede::Anything);
    assert!(refusal("KRK", Metric::Dtc, &sharp).contains("too sharp"));
    let mut seeing = usual.clone();
    seeing.model.filter.avoid_losses = true;
    assert!(refusal("KRK", Metric::Dtc, &seeing).contains("avoid-losses"));
}

/// The share of games that White, of competence 12, does not win within 50 moves from a position.
fn not_won(tables: &Tables, start: &Position, black: &str, games: usize) -> f64 {
    let contest = Match {
        agents: ["player:12,concede=all".parse().unwrap(), black.parse().unwrap()],
        starts: vec![start.clone()],
        games,
        seed: 15,
        rules: Rules { move_limit: 200, stop_at_goal: true },
        draws: DrawRules { fifty_moves: true, repetition: false },
        model: Model::default(),
        prior: Belief::certain(12.0).unwrap(),
        move_prior: None,
    };
    let played = contest.play(tables, Monitor::NONE.stop, || ()).unwrap();
    played.iter().filter(|game| game.winner().is_none()).count() as f64 / games as f64
}

/// Andrist & Haworth 2005, section 8: pressing for the draw in a lost position draws more often than lengthening the loss, and as
/// often as was worked out.
#[test]
fn pressing_draws_more_often_than_the_deepest_defence() {
    let tables = Tables::new(Metric::Dtc);
    let start = Position::from_fen("8/8/8/3k4/8/8/1R6/K7 w - - 0 1").unwrap();
    let material = start.material();
    let successors = Successors::of(&tables, &material, &Monitor::NONE).unwrap();
    let white = holder(Color::White, Holding::Win, 12.0, Concede::Anything);
    let chances = Pressing::of(&successors, &white, 50, &Monitor::NONE).unwrap().holder;
    let expected = chances[successors.table().index().encode(&start).unwrap().index];
    let games = 2_000;
    let error = |share: f64| (share * (1.0 - share) / games as f64).sqrt();
    let [pressed, deepest] =
        ["presser:12", "infallible"].map(|black| not_won(&tables, &start, black, games));
    assert!((pressed - expected).abs() < 4.0 * error(expected), "{pressed} {expected}");
    let both = error(pressed).hypot(error(deepest));
    assert!(pressed - deepest > 5.0 * both, "{pressed} {deepest} {both}");
}
