//! The agents of `player` in games that are not chess: nothing there was changed for them.

use games::{AnyGame, AnyPlaces, AnyPosition, GameName};
use player::agents::Analyser;
use player::simulate::{self, End, Referee, Rules};
use player::spec::AgentSpec;
use player::{Belief, CompetenceGrid, Model};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::Color;
use value::{ChoiceError, Metric, Outcome};

struct NoDraws;

impl<P> Referee<P> for NoDraws {
    type Draw = ();

    fn call(&mut self, _at: &P) -> Option<()> {
        None
    }
}

/// Plays games until the metric's goal; how many were won by who moved first, and what an Analyser thinks of that
/// player after all of them.
fn play(source: &AnyGame, start: &AnyPosition, agents: [&str; 2], games: u64) -> (usize, Belief) {
    let nothing = |_: &str| Err(ChoiceError::new("no weights here"));
    let factories = agents.map(|text| {
        let spec: AgentSpec = text.parse().expect("an agent");
        spec.instantiate::<AnyGame>(&nothing).expect("an agent without weights")
    });
    let belief = Belief::uniform(CompetenceGrid::default());
    let mut analyser = Analyser { model: Model::default(), belief };
    let mut won = 0;
    for game in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(17);
        rng.set_stream(game);
        let mut players = factories.each_ref().map(|factory| factory.agent());
        let rules = Rules { move_limit: 200, stop_at_goal: true };
        let watch = |player: usize, turn: &player::agents::Turn<'_, AnyGame>, played| {
            if player == 0 {
                analyser.observe(turn.choices, played);
            }
        };
        let record =
            simulate::play(source, start, &mut players, rules, &mut NoDraws, &mut rng, watch)
                .expect("solved");
        won += usize::from(record.end == End::Won(0));
    }
    (won, analyser.belief)
}

#[test]
fn antichess_is_played_and_judged() {
    let game = AnyGame::open(GameName::Antichess, Metric::Dtc).expect("a metric it has");
    let endgame = GameName::Antichess.endgame("KNvR").expect("an endgame");
    let deepest = game.deepest_of(&endgame, Color::White, true).expect("solved").expect("a win");
    let found = game.places_of(&endgame, Color::White, Outcome::Win(deepest)).expect("solved");
    let places = AnyPlaces::of(&endgame);
    let start = found.into_iter().find_map(|place| places.position(place, Color::White));
    let start = start.expect("a position");
    let (won, _) = play(&game, &start, ["infallible", "infallible"], 1);
    assert_eq!(won, 1);
    let (_, belief) = play(&game, &start, ["player:8", "infallible"], 60);
    assert!((belief.mean() - 8.0).abs() < 4.0 * belief.sd().max(0.5), "{}", belief.mean());
    let (won, _) = play(&game, &start, ["predator:5", "player:5"], 5);
    assert_eq!(won, 5);
}

#[test]
fn checkers_is_played_and_judged() {
    let game = AnyGame::open(GameName::Checkers, Metric::Dtc).expect("a metric it has");
    let start = GameName::Checkers.read("W:WK14,K15:BK4").expect("a position");
    let (won, _) = play(&game, &start, ["infallible", "infallible"], 1);
    assert_eq!(won, 1);
    let (_, belief) = play(&game, &start, ["player:12", "infallible"], 60);
    assert!((belief.mean() - 12.0).abs() < 4.0 * belief.sd().max(0.5), "{}", belief.mean());
    let (won, _) = play(&game, &start, ["emulator:20", "random"], 5);
    assert_eq!(won, 5);
}
