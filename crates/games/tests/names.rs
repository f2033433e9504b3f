//! What fronts ask of any game, asked of both.

use games::{AnyGame, AnyPlaces, GameName};
use shakmaty::Color;
use value::{ChoiceSource, Depth, Metric, Outcome};

/// Counts add up for both sides, and positions of the deepest win are what they should be.
fn ask(game: &AnyGame, name: &str, boards: u64) {
    let endgame = game.name().endgame(name).expect("an endgame");
    assert_eq!(endgame.to_string(), name);
    let counts = game.counts(&endgame).expect("solved");
    let places = AnyPlaces::of(&endgame);
    for (turn, counts) in Color::ALL.into_iter().zip(&counts) {
        assert_eq!(counts.values().sum::<u64>(), boards, "{name}");
        let deepest = counts.keys().copied().filter(|outcome| outcome.sign() > 0).min();
        let depth = game.deepest_of(&endgame, turn, true).expect("solved");
        assert_eq!(deepest, depth.map(Outcome::Win), "{name}");
        let Some(deepest) = deepest else { continue };
        let found = game.places_of(&endgame, turn, deepest).expect("solved");
        let mut counted = 0;
        for at in found.iter().filter_map(|&place| places.position(place, turn)) {
            counted += places.boards(&at);
            let again = game.name().read(&at.to_string()).expect("what was written");
            assert_eq!((again.turn(), game.value(&again).ok()), (turn, Some(deepest)), "{at}");
            for choice in &game.choices(&again).expect("solved") {
                let (code, name) = (again.code(&choice.play), again.name(&choice.play));
                assert_eq!(again.read_move(&code).as_ref(), Ok(&choice.play));
                assert_eq!(again.read_move(&name).as_ref(), Ok(&choice.play));
                assert!(again.path(&choice.play).len() > 1);
            }
        }
        assert_eq!(counted, counts[&deepest], "{name}");
    }
    let none = Outcome::Win(Depth(120));
    assert!(game.places_of(&endgame, Color::White, none).expect("solved").is_empty());
    assert!(game.name().endgame("nonsense").is_err() && game.name().read("nonsense").is_err());
}

fn antichess() -> AnyGame {
    AnyGame::open(GameName::Antichess, Metric::Dtc).expect("a metric it has")
}

#[test]
fn both_games_have_names_and_counts() {
    let antichess = antichess();
    ask(&antichess, "KvQ", 64 * 63);
    ask(&antichess, "PvR", 48 * 63);
    ask(&antichess, "NNvB", 64 * 63 / 2 * 62);
    // The colours as they are asked for: in either the same positions, seen from the other side.
    let counts = |name: &str| {
        antichess.counts(&GameName::Antichess.endgame(name).expect("an endgame")).expect("solved")
    };
    let [white, black] = counts("BvNN");
    assert_eq!([black, white], counts("NNvB"));
    ask(&antichess, "BvNN", 64 * 63 / 2 * 62);
    let checkers = AnyGame::open(GameName::Checkers, Metric::Dtc).expect("a metric it has");
    ask(&checkers, "KKvK", 32 * 31 / 2 * 30);
    ask(&checkers, "MvKM", 28 * 28 * 30 - 24 * 30);
    let drawn = GameName::Checkers.read("W:WK1:BK32").expect("a position");
    assert_eq!(checkers.value(&drawn).ok(), Some(Outcome::Draw));
}

#[test]
fn games_metrics_and_positions_are_not_mixed() {
    let refused = |game, metric| AnyGame::open(game, metric).expect_err("refused").to_string();
    assert!(refused(GameName::Checkers, Metric::Dtz).contains("checkers has no DTZ"));
    assert!(refused(GameName::Suicide, Metric::Dtm).contains("choose one of these"));
    assert!("draughts".parse() == Ok(GameName::Checkers));
    let unknown = "atomic".parse::<GameName>().expect_err("unknown").to_string();
    assert!(unknown.contains("choose chess, antichess, suicide or checkers"));
    let at = GameName::Checkers.start();
    assert!(antichess().value(&at).is_err() && antichess().choices(&at).is_err());
    let start = GameName::Antichess.start();
    assert!(antichess().value(&start).expect_err("too many").to_string().contains("take 28 off"));
}

/// Texts made from positions, moves and endgames by changing a few characters: nothing panics, and what is read is written and read again
/// the same.
#[test]
fn changed_texts_are_refused_or_read_again() {
    use rand::{RngExt as _, SeedableRng as _};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(11);
    let texts = [
        "8/4P3/8/8/8/2k5/8/8 w - - 0 1",
        "8/8/8/3pP3/8/8/8/8 w - d6 3 40",
        "W:W18,K30:B1,K15",
        "B:WK14,K15:BK4",
        "KQvR",
        "MMvKM",
        "e7e8k",
        "exd8=K",
        "15x24x31",
    ];
    let signs: Vec<char> = "8/1kKqPpwb -WB:,x=v0é\u{0}9".chars().collect();
    let (mut read, mut refused) = (0, 0);
    for turn in 0..60_000 {
        let mut text: Vec<char> = texts[turn % texts.len()].chars().collect();
        for _ in 0..rng.random_range(0..4) {
            let (at, sign) =
                (rng.random_range(0..text.len()), signs[rng.random_range(0..signs.len())]);
            match rng.random_range(0..3) {
                0 => text[at] = sign,
                1 => text.insert(at, sign),
                _ if text.len() > 1 => drop(text.remove(at)),
                _ => (),
            }
        }
        let text: String = text.into_iter().collect();
        for game in GameName::ALL {
            if let Ok(endgame) = game.endgame(&text) {
                assert_eq!(game.endgame(&endgame.to_string()).ok(), Some(endgame), "{text:?}");
            }
            let _ = game.start().read_move(&text);
            let Ok(at) = game.read(&text) else {
                refused += 1;
                continue;
            };
            read += 1;
            let again = game.read(&at.to_string()).expect("what was written");
            assert_eq!(again.to_string(), at.to_string(), "{text:?}");
            for play in at.legal_moves() {
                assert_eq!(at.read_move(&at.code(&play)).as_ref(), Ok(&play), "{text:?}");
                assert_eq!(at.read_move(&at.name(&play)).as_ref(), Ok(&play), "{text:?}");
                let _ = (at.after(&play).legal_moves(), at.after(&play).diagram());
            }
        }
    }
    assert!(read > 3_000 && refused > 50_000, "{read}, {refused}");
}
