//! The tables against numbers that others computed, and against Syzygy files.
#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::sync::OnceLock;

use endgame::conversion::choice_value;
use endgame::find::{Find, Pick, Worth, deepest_positions, find};
use endgame::material::Material;
use endgame::outcome_histogram::{Count, OutcomeHistogram};
use endgame::progress::Monitor;
use endgame::rules::{Color, Position, Role, Square};
use endgame::tables::Tables;
use value::{ChoiceSource, Depth, Metric, Outcome};

fn dtc() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| Tables::new(Metric::Dtc))
}

fn histogram(name: &str, count: Count) -> OutcomeHistogram {
    let table = dtc().table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
    OutcomeHistogram::of(&table, count)
}

/// Wins, draws and losses with White and with Black to move.
fn summary(name: &str) -> ([u64; 3], [u64; 3]) {
    let histogram = histogram(name, Count::Classes);
    let [white, black] =
        [&histogram.white, &histogram.black].map(|side| [side.won(), side.draws, side.lost()]);
    (white, black)
}

#[test]
fn three_and_four_men_are_counted_as_published() {
    assert_eq!(summary("KQK"), ([18_081, 0, 0], [0, 2_896, 25_160]));
    assert_eq!(summary("KRK"), ([21_959, 0, 0], [0, 2_796, 25_260]));
    assert_eq!(summary("KPK"), ([62_480, 19_184, 0], [0, 35_210, 48_802]));
    assert_eq!(summary("KQKR"), ([1_108_111, 8_963, 2_142], [386_313, 78_518, 883_075]));
    assert_eq!(summary("KRKN"), ([651_492, 696_413, 1], [4, 1_396_546, 170_672]));
    assert_eq!(summary("KQKN").0, [1_111_906, 7_310, 0]);
    assert_eq!(summary("KRKB").0, [473_447, 874_459, 0]);
    assert_eq!(summary("KBNK").0, [1_352_913, 6_665, 0]);
    assert_eq!(summary("KBBK").0, [312_951, 322_599, 0]);
}

#[test]
fn the_deepest_conversions_are_as_published() {
    for (name, white, black) in [
        ("KQK", (10, 1), (10, 8)),
        ("KRK", (16, 121), (16, 390)),
        ("KQKR", (31, 2), (31, 11)),
        ("KRKN", (27, 2), (27, 2)),
        ("KPK", (19, 3), (19, 2)),
    ] {
        let histogram = histogram(name, Count::Classes);
        let expected = |(depth, count): (u16, u64)| Some((Depth(depth), count));
        assert_eq!(histogram.white.deepest_win(), expected(white), "{name}, White to move");
        assert_eq!(histogram.black.deepest_loss(), expected(black), "{name}, Black to move");
    }
    for (name, depth, count) in
        [("KQKN", 19, 4), ("KRKB", 18, 29), ("KBNK", 33, 138), ("KBBK", 19, 15)]
    {
        let deepest = histogram(name, Count::Classes).white.deepest_win();
        assert_eq!(deepest, Some((Depth(depth), count)), "{name}");
    }
    // The rook's side wins in three moves at most.
    let kqkr = dtc().table(&"KQKR".parse().unwrap(), &Monitor::NONE).unwrap();
    assert_eq!(kqkr.deepest(Color::Black), Some(Depth(3)));
}

#[test]
fn the_deepest_mates_are_as_published() {
    let tables = Tables::new(Metric::Dtm);
    for (name, depth, count) in [
        ("KQKR", 35, Some((10, 59))),
        ("KRKN", 40, Some((1, 1))),
        ("KBNK", 33, None),
        ("KPK", 28, None),
    ] {
        let table = tables.table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
        let histogram = OutcomeHistogram::of(&table, Count::Classes);
        let (win, wins) = histogram.white.deepest_win().unwrap();
        let (loss, losses) = histogram.black.deepest_loss().unwrap();
        assert_eq!((win, loss), (Depth(depth), Depth(depth)), "{name}");
        if let Some(count) = count {
            assert_eq!((wins, losses), count, "{name}");
        }
    }
}

#[test]
fn kbbkn_is_counted_as_published() {
    let white = histogram("KBBKN", Count::Classes).white;
    assert_eq!(white.won(), 18_521_953);
    assert_eq!(white.deepest_win(), Some((Depth(66), 32)));
}

#[test]
fn krk_by_depth_is_the_well_known_data_set() {
    let black = histogram("KRK", Count::Classes).black;
    let counts: Vec<u64> = black.losses.into_values().collect();
    let known =
        [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
    assert_eq!(counts, known);
}

#[test]
fn kqkr_boards_are_counted_as_published() {
    assert_eq!(histogram("KQKR", Count::Boards).white.won(), 8_863_768);
}

#[test]
fn the_deepest_positions_are_that_deep() {
    let table = dtc().table(&"KQKR".parse().unwrap(), &Monitor::NONE).unwrap();
    let (depth, positions) =
        deepest_positions(&table, Color::White, Worth::Win, usize::MAX).unwrap();
    assert_eq!((depth, positions.len()), (Depth(31), 2));
    for position in &positions {
        assert_eq!(dtc().outcome(position).unwrap(), Outcome::Win(Depth(31)));
    }
    let (depth, positions) = deepest_positions(&table, Color::White, Worth::Loss, 1).unwrap();
    assert_eq!(dtc().outcome(&positions[0]).unwrap(), Outcome::Loss(depth));
    assert_eq!(deepest_positions(&table, Color::White, Worth::Draw, 1), None);
}

#[test]
fn a_position_is_worth_the_best_of_its_choices() {
    let mut looked_at = 0;
    for (name, metric) in [("KQKR", Metric::Dtc), ("KPKP", Metric::Dtz), ("KRKP", Metric::Dtm)] {
        let tables = Tables::new(metric);
        let table = tables.table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
        for turn in Color::ALL {
            let wanted =
                Find { turn, worth: Worth::Anything, pick: Pick::Random { seed: 3 }, limit: 500 };
            for position in find(&table, &wanted) {
                let choices = tables.choices(&position).unwrap();
                let best = choices.iter().map(|choice| choice.value).max();
                let expected = match best {
                    Some(best) => best.before_move(),
                    None if position.is_check() => Outcome::Loss(Depth(0)),
                    None => Outcome::Draw,
                };
                assert_eq!(tables.outcome(&position).unwrap(), expected, "{}", position.fen());
                looked_at += 1;
            }
        }
    }
    assert_eq!(looked_at, 3000);
}

/// Every KPKP position in which Black may capture en passant.
fn en_passant_positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for (white, black) in (0..8u32).flat_map(|file| [(file, file + 1), (file + 1, file)]) {
        if white.max(black) > 7 {
            continue;
        }
        let pawns =
            [(Role::Pawn.of(Color::White), 24 + white), (Role::Pawn.of(Color::Black), 24 + black)];
        let passed = [8 + white, 16 + white];
        for kings in 0..64 * 64u32 {
            let [ours, theirs] = [kings / 64, kings % 64];
            if passed.contains(&ours) || passed.contains(&theirs) {
                continue;
            }
            let men = pawns
                .into_iter()
                .chain([(Role::King.of(Color::White), ours), (Role::King.of(Color::Black), theirs)])
                .map(|(man, square)| (Square::new(square), man));
            let Ok(plain) = Position::from_men(men, Color::Black) else { continue };
            let right = format!(" b - {} ", Square::new(16 + white));
            if let Ok(position) = Position::from_fen(&plain.fen().replace(" b - - ", &right))
                && position.material() == "KPKP".parse().unwrap()
                && position.without_en_passant().1
            {
                positions.push(position);
            }
        }
    }
    positions
}

/// With a capture en passant on the board a position is still worth the best of its choices.
#[test]
fn en_passant_counts() {
    let positions = en_passant_positions();
    assert!(positions.len() > 20_000, "{}", positions.len());
    for metric in Metric::ALL {
        let tables = Tables::new(metric);
        tables.table(&"KPKP".parse().unwrap(), &Monitor::NONE).unwrap();
        let mut better = 0;
        for position in positions.iter().step_by(29) {
            let choices = tables.choices(position).unwrap();
            let best = choices.iter().map(|choice| choice.value).max().unwrap();
            let outcome = tables.outcome(position).unwrap();
            assert_eq!(outcome, best.before_move(), "{} {metric}", position.fen());
            better +=
                usize::from(outcome > tables.outcome(&position.without_en_passant().0).unwrap());
        }
        assert!(better > 100, "{metric}: the capture was better {better} times");
    }
}

/// Where the capture en passant is the only legal move, the mate or stalemate that the table knows
/// without it does not count.
#[test]
fn a_forced_capture_en_passant_is_forced() {
    for (fen, mate, expected) in [
        ("7k/5Q2/8/8/2pP4/2K5/8/8 b - d3 0 1", false, Outcome::Loss(Depth(0))),
        ("8/3Q4/8/K1k5/2pP4/8/8/8 b - d3 0 1", true, Outcome::Loss(Depth(0))),
        ("8/5Q2/8/2K1k3/3Pp3/8/8/8 b - d3 0 1", true, Outcome::Loss(Depth(0))),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let (plain, can_capture) = position.without_en_passant();
        assert!(can_capture && plain.legal_moves().is_empty(), "{fen}");
        assert_eq!(plain.is_checkmate(), mate);
        assert_eq!(dtc().outcome(&position).unwrap(), expected, "{fen}");
        // In moves to mate a forced capture costs nothing either, and more than none is left.
        let to_mate = Tables::new(Metric::Dtm).outcome(&position).unwrap();
        assert!(matches!(to_mate, Outcome::Loss(Depth(1..))), "{fen}: {to_mate}");
    }
}

#[test]
fn bare_kings_are_drawn_and_crowds_are_refused() {
    let kings = Position::from_fen("8/8/8/3k4/8/8/8/3K4 w - - 0 1").unwrap();
    assert_eq!(dtc().outcome(&kings).unwrap(), Outcome::Draw);
    let crowd = Position::from_fen("3k4/3p4/8/8/8/8/3PPP2/3K4 w - - 0 1").unwrap();
    let text = dtc().outcome(&crowd).unwrap_err().to_string();
    assert!(text.contains("--syzygy DIR"), "{text}");
    let six = Position::from_fen("3k4/3r4/8/8/8/8/3QQQ2/3K4 w - - 0 1").unwrap();
    let text = dtc().outcome(&six).unwrap_err().to_string();
    assert!(text.contains("fallible solve KQQQKR"), "{text}");
    assert!(dtc().table(&Material::KINGS, &Monitor::NONE).is_err());
}

mod syzygy {
    use super::*;
    use endgame::index::Slot;
    use endgame::syzygy::Syzygy;
    use rayon::prelude::*;
    use value::Extent;

    /// Syzygy files do not say how deep an endgame goes: only the 50-move rule bounds it, and whoever
    /// asks can tell.
    #[test]
    fn what_is_not_known_of_an_endgame_is_bounded_by_the_rule() {
        let Some(folder) = real_data::syzygy() else { return };
        let tables = Tables::new(Metric::Dtc).with_syzygy(Syzygy::open(folder).unwrap());
        let (six, three) = ("KRBKNN".parse().unwrap(), "KQK".parse().unwrap());
        assert_eq!(tables.extent_of(&six, Color::White).unwrap(), Extent::FIFTY_MOVES);
        assert!(!tables.knows_extent(&six).unwrap());
        assert_eq!(tables.extent_of(&three, Color::White).unwrap().deepest_win, Depth(10));
        assert!(tables.knows_extent(&three).unwrap());
    }

    /// Every position of an endgame: the same value, and the same depth where it is not rounded.
    fn agree(tables: &Tables, syzygy: &Syzygy, name: &str, step: usize) {
        let table = tables.table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
        let index = table.index();
        let looked_at: usize = (0..index.len().div_ceil(step))
            .into_par_iter()
            .map(|at| {
                let legal = Color::ALL
                    .into_iter()
                    .filter_map(|turn| index.decode(Slot { turn, index: at * step }));
                legal
                    .map(|position| {
                        let ours = table.outcome(&position).unwrap();
                        let theirs = syzygy.value(&position).unwrap();
                        let longer = match theirs.outcome {
                            Outcome::Win(Depth(d)) => Outcome::Win(Depth(d + 1)),
                            Outcome::Loss(Depth(d)) => Outcome::Loss(Depth(d + 1)),
                            Outcome::Draw => Outcome::Draw,
                        };
                        assert!(
                            ours == theirs.outcome || theirs.rounded && ours == longer,
                            "{}: {ours}, Syzygy says {theirs:?}",
                            position.fen()
                        );
                    })
                    .count()
            })
            .sum();
        assert!(looked_at > 1_000, "{name}: only {looked_at} positions");
    }

    #[test]
    fn files_agree_with_our_tables() {
        let Some(folder) = real_data::syzygy() else { return };
        let syzygy = Syzygy::open(folder).unwrap();
        let tables = Tables::new(Metric::Dtz50);
        for name in ["KQK", "KRK", "KBK", "KNK", "KPK"] {
            agree(&tables, &syzygy, name, 1);
        }
        for (name, step) in
            [("KQKR", 31), ("KRKN", 61), ("KBNK", 61), ("KPKP", 199), ("KRKP", 199), ("KQPK", 199)]
        {
            agree(&tables, &syzygy, name, step);
        }
    }

    #[test]
    fn a_missing_file_is_named() {
        let Some(folder) = real_data::syzygy() else { return };
        let tables = Tables::new(Metric::Dtc).with_syzygy(Syzygy::open(folder).unwrap());
        let six = Position::from_fen("3k4/3q2b1/8/8/8/8/3QR3/K7 w - - 0 1").unwrap();
        let text = tables.outcome(&six).unwrap_err().to_string();
        assert!(text.contains("KQRvKQB.rtbw"), "{text}");
        assert_eq!(tables.metric_at(&six).unwrap(), Metric::Dtz50);
    }

    #[test]
    fn en_passant_agrees_too() {
        let Some(folder) = real_data::syzygy() else { return };
        let syzygy = Syzygy::open(folder).unwrap();
        let tables = Tables::new(Metric::Dtz50);
        tables.table(&"KPKP".parse().unwrap(), &Monitor::NONE).unwrap();
        for position in en_passant_positions() {
            let ours = tables.outcome(&position).unwrap();
            let theirs = syzygy.value(&position).unwrap();
            assert!(!theirs.rounded);
            assert_eq!(ours, theirs.outcome, "{}", position.fen());
        }
    }
}

/// Choices take a short cut for quiet moves when the table is in memory: it leads to the same place as asking for each
/// position after a move, in both colours.
#[test]
fn choices_are_the_values_of_the_positions_after() {
    let tables = Tables::new(Metric::Dtc);
    for name in ["KQK", "KQKR", "KBBK", "KQQK", "KPK", "KRKP", "KBNK"] {
        let table = tables.table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
        let mut moves = 0;
        for turn in Color::ALL {
            let wanted =
                Find { turn, worth: Worth::Anything, pick: Pick::Random { seed: 3 }, limit: 400 };
            for position in find(&table, &wanted) {
                let men = position
                    .men()
                    .into_iter()
                    .map(|(square, man)| (square.flip_vertical(), man.role.of(man.color.other())));
                let exchanged = Position::from_men(men, position.turn().other()).unwrap();
                for at in [position, exchanged] {
                    for choice in tables.choices(&at).unwrap() {
                        let after = tables.outcome(&at.after(choice.play)).unwrap();
                        let value = choice_value(Metric::Dtc, choice.play, after);
                        assert_eq!(choice.value, value, "{} {}", at.fen(), at.uci(choice.play));
                        moves += 1;
                    }
                }
            }
        }
        assert!(moves > 5_000, "{name}: only {moves} moves");
    }
}
