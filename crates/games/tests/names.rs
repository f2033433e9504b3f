//! What fronts ask of any game, asked of both.

use games::{SolvedGame, antichess, checkers};
use value::{Metric, Outcome};

/// Counts add up for both sides, and positions of the deepest win are what they should be.
fn ask<G: SolvedGame>(game: &G, endgame: &str, boards: u64) {
    let (name, counts) = game.counts(endgame).expect("solved");
    assert_eq!(name, endgame);
    for counts in &counts {
        assert_eq!(counts.values().sum::<u64>(), boards, "{endgame}");
    }
    let deepest = counts[0].keys().copied().filter(|outcome| outcome.sign() > 0).min();
    let found = game.won_in(endgame, 0, None, 0.7, 5).expect("solved");
    assert!(!found.is_empty() && found.len() <= 5);
    for at in &found {
        let text = game.write(at);
        let again = game.read(&text).expect("what was written");
        assert_eq!((game.turn(&again), game.value(&again).ok()), (0, deepest), "{text}");
        for choice in &game.choices(&again).expect("solved") {
            assert!(
                !game.name(&again, &choice.play).is_empty()
                    && !game.code(&again, &choice.play).is_empty()
            );
        }
    }
    assert!(game.won_in(endgame, 0, Some(120), 0.0, 1).expect("solved").is_empty());
    assert!(game.counts("nonsense").is_err() && game.read("nonsense").is_err());
}

#[test]
fn both_games_have_names_and_counts() {
    let antichess = antichess::Tables::new(antichess::Rules::Antichess, Metric::Dtc);
    ask(&antichess, "KvQ", 64 * 63);
    ask(&antichess, "PvR", 48 * 63);
    ask(&antichess, "NNvB", 64 * 63 / 2 * 62);
    // The colours as they are asked for: in either the same positions, seen from the other side.
    let counts = |name: &str| antichess.counts(name).expect("solved").1;
    let [white, black] = counts("BvNN");
    assert_eq!([black, white], counts("NNvB"));
    let bishop = &antichess.won_in("BvNN", 0, Some(1), 0.0, 1).expect("solved")[0];
    assert_eq!(bishop.material().to_string(), "BvNN");
    ask(&checkers::Tables::new(), "KKvK", 32 * 31 / 2 * 30);
    assert_eq!(
        checkers::Tables::new().value(&"W:WK1:BK32".parse().expect("a position")).ok(),
        Some(Outcome::Draw)
    );
}
