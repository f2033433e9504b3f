//! The position sets of Haworth & Velliste 1998, counted.

use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::Color;
use endgame::tables::Tables;
use net::characterisation::INPUTS;
use net::kpk::{Kpk, STUDIES, UNREACHABLE};
use net::trial::{Instance, TrialSettings, run};
use value::{Metric, Plies};

fn kpk() -> Kpk {
    let tables = Tables::new(Metric::Dtc);
    let material: Material = "KPK".parse().expect("a name");
    Kpk::of(&tables.table(&material, &Monitor::NONE).expect("solved"))
}

/// Tables 1, 2 and 3; the sizes of the training sets.
#[test]
fn the_sets_are_as_large_as_printed() {
    let kpk = kpk();
    let won =
        |set: &[net::kpk::KpkPosition]| set.iter().filter(|position| position.is_won()).count();
    assert_eq!((kpk.white_to_move.len(), won(&kpk.white_to_move)), (81_664, 62_480));
    assert_eq!((kpk.black_to_move.len(), won(&kpk.black_to_move)), (84_012, 48_802));
    assert_eq!((kpk.on_file(0).len(), kpk.on_file(3).len()), (20_643, 20_346));
    let printed = [("1", 3, 3), ("2", 2, 2), ("3", 1, 1), ("4", 1, 1), ("5", 1, 1)];
    let unreachable = [
        ("6a", 5, 0),
        ("6b", 3, 3),
        ("6c", 2, 2),
        ("6d", 2, 2),
        ("6e", 2, 2),
        ("7b", 388, 6),
        ("7c", 2, 1),
    ];
    for ((name, count, wins), set) in
        printed.into_iter().chain(unreachable).zip(STUDIES.iter().chain(&UNREACHABLE))
    {
        let members: Vec<_> =
            kpk.of_turn(set.turn).iter().filter(|position| set.holds(position)).copied().collect();
        assert_eq!((set.name, members.len(), won(&members)), (name, count, wins));
    }
    let exactly = |plies: u16| {
        kpk.white_to_move.iter().filter(|position| position.plies == Some(Plies(plies))).count()
    };
    assert_eq!([1, 3, 5, 35, 37].map(exactly), [12_749, 11_300, 9_622, 8, 3]);
    assert_eq!(kpk.converted_within(Plies(37)).len(), 62_480);
    assert_eq!(kpk.from_rank(2).len(), 81_664);
}

/// Table 4: every input lies within its printed range, and takes its ends, but for x13: no pawn stands on the last rank.
#[test]
fn the_inputs_have_their_printed_ranges() {
    #[rustfmt::skip] // as printed, four rows
    let printed: [(f32, f32); INPUTS] = [
        (1.0, 8.0), (1.0, 8.0), (1.0, 8.0), (1.0, 8.0), (1.0, 4.0), (2.0, 7.0), (-7.0, 7.0), (-7.0, 7.0),
        (-3.0, 7.0), (-6.0, 6.0), (-3.0, 7.0), (-6.0, 6.0), (0.0, 0.0), (1.0, 5.0), (0.0, 7.0), (0.0, 7.0),
        (0.0, 1.0), (0.0, 7.0), (0.0, 6.0), (0.0, 1.0), (0.0, 7.0), (0.0, 6.0), (0.0, 1.0), (2.0, 7.0),
        (0.0, 1.0), (0.0, 1.0), (1.0, 7.0), (1.0, 7.0), (0.0, 7.0), (-6.0, 6.0), (-5.0, 6.0), (0.0, 1.0),
    ];
    let kpk = kpk();
    let mut found = [(f32::INFINITY, f32::NEG_INFINITY); INPUTS];
    for position in kpk.white_to_move.iter().chain(&kpk.black_to_move) {
        for (range, input) in found.iter_mut().zip(position.inputs()) {
            *range = (range.0.min(input), range.1.max(input));
        }
    }
    assert_eq!(found, printed);
}

/// Training and testing positions are different boards, also when mirrored, and the same for a seed.
#[test]
fn drawn_sets_share_no_position() {
    let kpk = kpk();
    for (turn, size) in [(Color::White, 125), (Color::Black, 136)] {
        let [training, testing] = kpk.drawn(turn, size, 3);
        assert_eq!((training.len(), testing.len()), (size, size));
        assert!(training.iter().all(|position| !testing.contains(position)));
        assert!(
            training
                .iter()
                .chain(&testing)
                .all(|position| position.men[2].0 < 4 && Kpk::is_reachable(position))
        );
        assert_eq!(kpk.drawn(turn, size, 3)[0], training);
        assert_ne!(kpk.drawn(turn, size, 4)[0], training);
    }
}

/// A trial of 1998 on a set as small as theirs learns most of it, and the same for a seed.
#[test]
fn a_small_trial_learns() {
    let kpk = kpk();
    for (turn, size) in [(Color::White, 125), (Color::Black, 136)] {
        let [training, testing] = kpk.drawn(turn, size, 1998).map(|set| {
            let seen = set.iter().map(|position| Instance {
                inputs: position.inputs().to_vec(),
                is_won: position.is_won(),
            });
            seen.collect::<Vec<_>>()
        });
        let trained = run(&training, &testing, &TrialSettings::default(), |_, _| true);
        assert!(trained.training.percent() >= 92.0, "{:?}", trained.training);
        assert!(
            trained.testing.is_some_and(|tested| tested.percent() >= 74.0),
            "{:?}",
            trained.testing
        );
        let again = run(&training, &testing, &TrialSettings::default(), |_, _| true);
        assert_eq!(again.network.weights(), trained.network.weights());
    }
}
