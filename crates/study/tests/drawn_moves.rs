//! The order of drawn moves for whoever presses, against plain code from its definition in `docs/conventions.md`.

#![allow(clippy::unwrap_used)]

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use endgame::rules::{Move, Position};
use endgame::tables::Tables;
use player::agents::predator::drawn_moves::something_to_win;
use player::agents::{Analyser, Predator, Turn};
use player::spec::AgentSpec;
use player::{Belief, Competence, Model};
use study::practice::choose::turned;
use study::weights;
use value::{ChoiceSource, Choices, Depth, Metric, Outcome, Plies};

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(Metric::Dtc));

/// Drawn positions: White and Black pressing, captures into smaller drawn endgames, pawns that may be promoted, men of equal
/// strength, and some in which nothing is left to win.
const FENS: [&str; 10] = [
    "8/8/8/8/kb3R2/8/2K5/8 w - - 0 1",
    "8/8/8/8/KB3r2/8/2k5/8 b - - 0 1",
    "8/8/8/8/1kn5/8/8/2R3K1 w - - 0 1",
    "8/2k5/8/8/3r4/3B4/3K4/8 b - - 0 1",
    "8/8/3k4/8/2p5/1P1K4/8/8 w - - 0 1",
    "8/3k4/3p4/8/8/8/3R4/3K4 w - - 0 1",
    "8/3k4/3q4/8/8/2Q5/8/3K4 w - - 0 1",
    "8/3k4/3n4/8/8/2N5/8/3K4 w - - 0 1",
    "8/8/4k3/8/3PK3/8/8/8 w - - 0 1",
    "8/8/8/8/3k4/3p4/3P4/3K4 b - - 0 1",
];

fn drawn() -> impl Iterator<Item = Position> {
    let positions = FENS.into_iter().map(|fen| Position::from_fen(fen).unwrap());
    positions.filter(|at| TABLES.outcome(at).unwrap() == Outcome::Draw)
}

fn predator(c: f64, plies: u16) -> Predator {
    let belief = Belief::certain(c).unwrap();
    let analyser = Analyser { model: Model::judging_people(), belief };
    Predator { plies: Some(Plies(plies)), nodes: Some(usize::MAX), ..Predator::new(analyser) }
}

/// What is found, by the names of the moves.
fn found(predator: &Predator, at: &Position, choices: &Choices<Move>) -> BTreeMap<String, Plain> {
    let turn = Turn::new(&*TABLES, at, choices);
    let found = predator.pressures(&turn).unwrap().unwrap();
    let named = found.into_iter().map(|(choice, pressure)| {
        let plain = (pressure.life, pressure.chance, pressure.holding);
        (at.san(choices[choice].play), plain)
    });
    named.collect()
}

/// Life, chance, replies that hold.
type Plain = (u8, f64, u32);

/// `R_c` with kappa 1, who may concede anything: Haworth 2003, section 6.
fn odds(at: &Position, c: f64) -> Vec<(Move, i8, f64)> {
    let plays = at.legal_moves();
    let extent = TABLES.extent_of(&at.material(), at.turn()).unwrap();
    let draw = f64::from(extent.deepest_win.0) + 2.0;
    let loss = f64::from(extent.deepest_loss.0) + 2.0;
    let of = |play: Move| {
        let value = TABLES.choice_value(at, play).unwrap();
        let base = match value {
            Outcome::Win(Depth(d)) => f64::from(d) + 1.0,
            Outcome::Draw => draw,
            Outcome::Loss(Depth(d)) => draw * loss / (f64::from(d) + 1.0),
        };
        (play, value.sign(), base.powf(-c))
    };
    let weighed: Vec<(Move, i8, f64)> = plays.into_iter().map(of).collect();
    let total: f64 = weighed.iter().map(|one| one.2).sum();
    weighed.into_iter().map(|(play, sign, weight)| (play, sign, weight / total)).collect()
}

/// The chance that `R_c` lets a draw of this endgame go in fifty moves; none where that does not happen to random movers once in a
/// hundred times.
fn later(at: &Position, c: f64) -> Option<f64> {
    if TABLES.extent_of(&at.material(), at.turn()).unwrap().deepest_win == Depth(0) {
        return None;
    }
    let sample = TABLES.drawn_positions(&at.material(), at.turn().other()).unwrap();
    let chance = |c: f64| {
        let errs = sample.iter().map(|at| odds(at, c)).filter(|odds| !odds.is_empty());
        let rates: Vec<f64> =
            errs.map(|odds| odds.iter().filter(|one| one.1 < 0).map(|one| one.2).sum()).collect();
        1.0 - (1.0 - rates.iter().sum::<f64>() / rates.len().max(1) as f64).powi(50)
    };
    (sample.is_empty() || chance(0.0) >= 0.01).then(|| chance(c))
}

/// What is known of endgames: the sample is looked at once for each.
struct Known(f64, std::cell::RefCell<BTreeMap<(String, bool), Option<f64>>>);

impl Known {
    fn later(&self, at: &Position) -> Option<f64> {
        let key = (at.material().to_string(), at.turn().is_white());
        if let Some(&known) = self.1.borrow().get(&key) {
            return known;
        }
        let found = later(at, self.0);
        self.1.borrow_mut().insert(key, found);
        found
    }

    /// A drawing move, looked at so many plies deep.
    fn plain(&self, next: &Position, plies: u16) -> Plain {
        let replies = odds(next, self.0);
        let mut life = if replies.is_empty() { 0 } else { u8::MAX };
        let (mut chance, mut holding) = (0.0, 0);
        for (reply, sign, p) in replies {
            let at = next.after(reply);
            match (sign, self.later(&at)) {
                (-1, _) => chance += p,
                (_, None) => (life, holding) = (0, holding + 1),
                (_, Some(later)) if plies <= 2 => {
                    (life, holding) = (life.min(1), holding + 1);
                    chance += p * later;
                }
                _ => {
                    let best = self.best(&at, plies - 2);
                    (life, holding) = (life.min(1 + best.0), holding + 1);
                    chance += p * best.1;
                }
            }
        }
        (life, chance, holding)
    }

    fn best(&self, at: &Position, plies: u16) -> Plain {
        let draws = |play: &Move| TABLES.choice_value(at, *play).unwrap() == Outcome::Draw;
        let plays = at.legal_moves().into_iter().filter(draws);
        let all = plays.map(|play| self.plain(&at.after(play), plies));
        all.max_by_key(|&(life, chance, holding)| {
            (life, (chance * 1e9).round() as i64, Reverse(holding))
        })
        .unwrap()
    }
}

fn close(found: &BTreeMap<String, Plain>, plain: &BTreeMap<String, Plain>, what: &str) {
    assert_eq!(found.keys().collect::<Vec<_>>(), plain.keys().collect::<Vec<_>>(), "{what}");
    for (san, plain) in plain {
        let found = found[san];
        assert_eq!((found.0, found.2), (plain.0, plain.2), "{what} {san}: {found:?} {plain:?}");
        assert!((found.1 - plain.1).abs() < 1e-8, "{what} {san}: {found:?} {plain:?}");
    }
}

#[test]
fn two_plies_are_as_defined() {
    for c in [0.0, 4.0, 15.0] {
        let known = Known(c, Default::default());
        for at in drawn() {
            let choices = TABLES.choices(&at).unwrap();
            let draws = |play: &Move| TABLES.choice_value(&at, *play).unwrap() == Outcome::Draw;
            let plays = at.legal_moves().into_iter().filter(draws);
            let plain = plays.map(|play| (at.san(play), known.plain(&at.after(play), 2))).collect();
            close(&found(&predator(c, 2), &at, &choices), &plain, &format!("{} c {c}", at.fen()));
        }
    }
}

/// Four plies, where few moves are looked at further because there are few.
#[test]
fn four_plies_are_as_defined() {
    let (c, mut looked) = (6.0, 0);
    let known = Known(c, Default::default());
    for at in drawn() {
        let choices = TABLES.choices(&at).unwrap();
        let shallow = found(&predator(c, 2), &at, &choices);
        let deep = found(&predator(c, 4), &at, &choices);
        for play in at.legal_moves() {
            let san = at.san(play);
            let Some(&(life, chance, holding)) = deep.get(&san) else { continue };
            if shallow[&san] == deep[&san] {
                continue;
            }
            looked += 1;
            let plain = known.plain(&at.after(play), 4);
            assert_eq!((life, holding), (plain.0, plain.2), "{} {san}", at.fen());
            assert!((chance - plain.1).abs() < 1e-7, "{} {san} {chance} {plain:?}", at.fen());
        }
    }
    assert!(looked > 20, "{looked}");
}

/// The answer belongs to the position: not to the order of the list, nor to how the board is turned, nor to colours.
#[test]
fn order_images_and_colours_do_not_matter() {
    for at in drawn() {
        let choices = TABLES.choices(&at).unwrap();
        let uniform = Analyser {
            model: Model::judging_people(),
            belief: Belief::uniform(player::CompetenceGrid::default()),
        };
        for predator in [predator(8.0, 4), Predator::new(uniform.clone())] {
            let straight = found(&predator, &at, &choices);
            let mut list: Vec<_> = choices.iter().copied().collect();
            for step in [1, 3] {
                list.reverse();
                let middle = step % list.len();
                list.rotate_left(middle);
                let other = Choices::new(list.clone(), choices.extent());
                close(&found(&predator, &at, &other), &straight, &at.fen());
            }
            let mut numbers: Vec<Plain> = straight.into_values().collect();
            let sort = |numbers: &mut Vec<Plain>| numbers.sort_by(|a, b| a.partial_cmp(b).unwrap());
            sort(&mut numbers);
            for image in [turned(&at, 1), turned(&at, 7), at.colours_exchanged()] {
                let choices = TABLES.choices(&image).unwrap();
                let mut images: Vec<Plain> =
                    found(&predator, &image, &choices).into_values().collect();
                sort(&mut images);
                assert_eq!(images.len(), numbers.len());
                for (a, b) in images.iter().zip(&numbers) {
                    let same = (a.0, a.2) == (b.0, b.2) && (a.1 - b.1).abs() < 1e-8;
                    assert!(same, "{} {a:?} {b:?}", image.fen());
                }
            }
        }
    }
}

/// What presses is a matter of the draws alone: how likely one is stays as it was.
#[test]
fn a_player_who_presses_draws_as_often() {
    for at in drawn() {
        let choices = TABLES.choices(&at).unwrap();
        let turn = Turn::new(&*TABLES, &at, &choices);
        let odds = |text: &str| {
            let spec: AgentSpec = text.parse().unwrap();
            spec.instantiate(&weights::named).unwrap().agent().odds(&turn).unwrap()
        };
        for c in [0, 5, 40] {
            let plain = odds(&format!("player:{c},concede=all"));
            let pressing = odds(&format!("player:{c},concede=all,draws=press"));
            let drawn = |odds: &[f64]| -> f64 {
                let draws = choices.iter().zip(odds).filter(|(choice, _)| choice.value.sign() == 0);
                draws.map(|(_, p)| p).sum()
            };
            assert!((drawn(&plain) - drawn(&pressing)).abs() < 1e-12, "{} c {c}", at.fen());
            for ((choice, plain), pressing) in choices.iter().zip(&plain).zip(&pressing) {
                let same = (plain - pressing).abs() < 1e-12;
                assert!(same || choice.value.sign() == 0, "{}", at.fen());
            }
        }
        let hardest = odds("infallible:draws=press");
        let order = Predator::new(Analyser {
            model: Model::judging_people(),
            belief: Belief::uniform(player::CompetenceGrid::default()),
        });
        let pressures = order.pressures(&turn).unwrap().unwrap();
        for (choice, pressure) in &pressures {
            let beaten = pressures.iter().any(|(_, other)| other.compare(pressure).is_gt());
            assert_eq!(hardest[*choice] > 0.0, !beaten, "{}", at.fen());
        }
    }
}

/// A rook is kept, a knight against a knight is nothing to win with, and who can win nothing still moves.
#[test]
fn men_that_win_are_kept() {
    let has_something = |fen: &str| something_to_win(&*TABLES, &Position::from_fen(fen).unwrap());
    assert!(has_something("8/8/8/8/1kn5/8/8/2R3K1 w - - 0 1").unwrap());
    assert!(!has_something("8/8/8/8/1kn5/8/8/2R3K1 b - - 0 1").unwrap());
    assert!(!has_something("8/3k4/3n4/8/8/2N5/8/3K4 w - - 0 1").unwrap());
    assert!(has_something("8/3k4/3q4/8/8/2Q5/8/3K4 w - - 0 1").unwrap());
    for (fen, best_life) in [
        ("8/8/8/8/kb3R2/8/2K5/8 w - - 0 1", 2),
        ("8/2k5/8/8/3r4/3B4/3K4/8 b - - 0 1", 2),
        ("8/3k4/3n4/8/8/2N5/8/3K4 w - - 0 1", 0),
    ] {
        let at = Position::from_fen(fen).unwrap();
        let choices = TABLES.choices(&at).unwrap();
        let turn = Turn::new(&*TABLES, &at, &choices);
        let predator = predator(Competence::new(20.0).unwrap().get(), 4);
        let life = |at: usize| {
            let found = predator.pressures(&turn).unwrap().unwrap();
            found.iter().find(|(choice, _)| *choice == at).unwrap().1.life
        };
        let advice = predator.advise(&turn).unwrap();
        assert!(!advice.best().is_empty());
        for best in advice.best() {
            assert_eq!(life(advice.options[best].choice), best_life, "{fen}");
        }
    }
}
