//! The agents of `player` in games that are not chess: nothing there was changed for them.

use games::{antichess, checkers};
use player::agents::Analyser;
use player::simulate::{self, End, Referee, Rules};
use player::spec::AgentSpec;
use player::{Belief, CompetenceGrid, Model};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use value::{ChoiceError, ChoiceSource, Metric, Outcome};

struct NoDraws;

impl<P> Referee<P> for NoDraws {
    type Draw = ();

    fn call(&mut self, _at: &P) -> Option<()> {
        None
    }
}

/// Plays games until the metric's goal; how many were won by who moved first, and what an Analyser thinks of that
/// player after all of them.
fn play<S>(source: &S, start: &S::Position, agents: [&str; 2], games: u64) -> (usize, Belief)
where
    S: ChoiceSource<Value = Outcome, Move: Clone, Position: Clone> + 'static,
{
    let nothing = |_: &str| Err(ChoiceError::new("no weights here"));
    let factories = agents.map(|text| {
        let spec: AgentSpec = text.parse().expect("an agent");
        spec.instantiate::<S>(&nothing).expect("an agent without weights")
    });
    let belief = Belief::uniform(CompetenceGrid::default());
    let mut analyser = Analyser { model: Model::default(), belief };
    let mut won = 0;
    for game in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(17);
        rng.set_stream(game);
        let mut players = factories.each_ref().map(|factory| factory.agent());
        let rules = Rules { move_limit: 200, stop_at_goal: true };
        let watch = |player: usize, turn: &player::agents::Turn<'_, S>, played| {
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
    let tables = antichess::Tables::new(antichess::Rules::Antichess, Metric::Dtc);
    let material = "KNvR".parse().expect("an endgame");
    let table = tables.table(&material).expect("solved");
    let deepest = table.counts(shakmaty::Color::White).into_keys().filter(|o| o.sign() > 0).min();
    let start = &table.positions(shakmaty::Color::White, deepest.expect("a win"), 0.5, 1)[0];
    let (won, _) = play(&tables, start, ["infallible", "infallible"], 1);
    assert_eq!(won, 1);
    let (_, belief) = play(&tables, start, ["player:8", "infallible"], 60);
    assert!((belief.mean() - 8.0).abs() < 4.0 * belief.sd().max(0.5), "{}", belief.mean());
    let (won, _) = play(&tables, start, ["predator:5", "player:5"], 5);
    assert_eq!(won, 5);
}

#[test]
fn checkers_is_played_and_judged() {
    let tables = checkers::Tables::new();
    let start: checkers::Position = "W:WK14,K15:BK4".parse().expect("a position");
    let (won, _) = play(&tables, &start, ["infallible", "infallible"], 1);
    assert_eq!(won, 1);
    let (_, belief) = play(&tables, &start, ["player:12", "infallible"], 60);
    assert!((belief.mean() - 12.0).abs() < 4.0 * belief.sd().max(0.5), "{}", belief.mean());
    let (won, _) = play(&tables, &start, ["emulator:20", "random"], 5);
    assert_eq!(won, 5);
}
