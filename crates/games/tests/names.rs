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
