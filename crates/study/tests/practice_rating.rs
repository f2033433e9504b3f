//! The rating that practice games speak for: which moves it looks at, and whom it thinks stronger.

#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::sync::LazyLock;

use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use games::{AnyGame, GameName};
use player::{Belief, CompetenceGrid};
use study::other_games::GameTables;
use study::people::PeopleModel;
use study::people::rating::RatingBelief;
use study::practice::rating::{MOST_MOVES, RatedGames, of_games, of_steps};
use study::practice::report::report;
use study::practice::{Goal, PracticeGame, PracticePosition, PracticeSetup, RecordedGame};
use value::{ChoiceSource, Metric};

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let tables = Tables::new(Metric::Dtc);
    for name in ["KQK", "KRK", "KPK", "KQKR"] {
        tables.table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
    }
    tables
});

/// 31 moves from conversion with best play.
const WON: &str = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";
/// Black has the opposition.
const DRAWN: &str = "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1";

/// How the person plays.
#[derive(Clone, Copy, PartialEq)]
enum Play {
    Best,
    /// The worst move.
    Worst,
    /// The worst of those that keep what the position is worth.
    Careless,
    /// The best move, told first.
    Told,
}

fn begin(fen: &str, you: Color) -> PracticeGame {
    let start = Position::from_fen(fen).unwrap();
    let goal = Goal::at(&*TABLES, &start, you).unwrap();
    let (opponent, to_mate) = ("infallible".to_owned(), false);
    let setup = PracticeSetup {
        start,
        you,
        goal,
        to_mate,
        surprise: false,
        opponent,
        seed: 3,
        parent: None,
    };
    let nobody = Belief::uniform(CompetenceGrid::default());
    PracticeGame::begin(&*TABLES, format!("{fen}{you:?}"), 0, setup, &nobody).unwrap()
}

fn goes_on(game: &mut PracticeGame, play: Play) {
    let at = game.session().position();
    let choices = TABLES.choices(&at).unwrap();
    let all = &choices;
    let worst = |keep: bool| {
        let kept = (0..all.len()).filter(|&one| !keep || all.keeps_value(one));
        kept.min_by_key(|&one| all[one].value).unwrap()
    };
    let chosen = match play {
        Play::Best | Play::Told => choices.optimal()[0],
        Play::Worst => worst(false),
        Play::Careless => worst(true),
    };
    if play == Play::Told {
        game.tell();
    }
    let text = at.uci(choices[chosen].play);
    game.play(&*TABLES, &text).unwrap();
}

fn played(fen: &str, you: Color, play: Play) -> PracticeGame {
    let mut game = begin(fen, you);
    while game.session().over().is_none() {
        goes_on(&mut game, play);
    }
    game
}

fn belief(game: &PracticeGame) -> RatingBelief {
    Position::rating_belief(&*TABLES, game.session().steps()).unwrap()
}

/// What is thought likeliest on average.
fn mean(belief: &RatingBelief) -> f64 {
    belief.interval(PeopleModel::built_in().dispersion).0
}

#[test]
fn who_plays_better_is_thought_stronger() {
    let cases = [
        (WON, Color::White, Play::Best, Play::Careless),
        (WON, Color::White, Play::Best, Play::Worst),
        // The defender, in a lost position and in a drawn one.
        (WON, Color::Black, Play::Best, Play::Worst),
        (DRAWN, Color::Black, Play::Best, Play::Worst),
    ];
    for (fen, you, good, bad) in cases {
        let [good, bad] = [good, bad].map(|play| mean(&belief(&played(fen, you, play))));
        assert!(good > bad + 20.0, "{fen} {you:?}: {good} {bad}");
    }
}

#[test]
fn only_moves_made_alone_for_the_first_time_speak() {
    let mut game = begin(WON, Color::White);
    assert_eq!(report(&*TABLES, &game).rating, None, "before the first move");
    (0..3).for_each(|_| goes_on(&mut game, Play::Told));
    assert_eq!(report(&*TABLES, &game).rating, None, "every move was told");
    // Two made alone, then one of them again, and another way.
    (0..2).for_each(|_| goes_on(&mut game, Play::Best));
    let alone = report(&*TABLES, &game).rating.unwrap();
    assert_eq!((alone.moves, alone.endgame.as_deref()), (2, None));
    let before = belief(&game);
    game.take_back().unwrap();
    goes_on(&mut game, Play::Worst);
    let again = report(&*TABLES, &game).rating.unwrap();
    assert_eq!(again.moves, 1, "a move made again");
    assert_ne!(belief(&game), before);
    // All moves together, as told by the steps themselves.
    let game = played(WON, Color::White, Play::Best);
    let with_a_choice = game
        .session()
        .steps()
        .iter()
        .filter(|step| step.by_person && step.judged.position.legal_moves().len() > 1);
    let rating = report(&*TABLES, &game).rating.unwrap();
    assert_eq!(rating.moves, with_a_choice.count());
    assert!((600..=2800).contains(&rating.low) && rating.low < rating.high);
}

fn recorded(game: &PracticeGame) -> RecordedGame {
    RecordedGame { game: game.row().clone(), moves: game.rows_from(0) }
}

#[test]
fn a_history_says_what_its_games_said() {
    let rated = RatedGames::default();
    for (fen, you) in [(WON, Color::White), (WON, Color::Black), (DRAWN, Color::Black)] {
        let game = played(fen, you, Play::Best);
        for _ in 0..2 {
            assert_eq!(rated.belief(&TABLES, &recorded(&game)), Some(belief(&game)), "{fen}");
        }
    }
    // Nothing is solved to say it.
    let nothing = Tables::new(Metric::Dtc);
    let game = recorded(&played(DRAWN, Color::Black, Play::Best));
    assert_eq!(RatedGames::default().belief(&nothing, &game), None);
    assert!(!nothing.has(&"KPK".parse().unwrap()));
    // A game that goes on is not kept as it stood once.
    let mut game = begin(WON, Color::White);
    goes_on(&mut game, Play::Best);
    assert_eq!(rated.belief(&TABLES, &recorded(&game)), None);
}

#[test]
fn the_latest_games_are_enough() {
    let games: Vec<RecordedGame> = vec![recorded(&played(DRAWN, Color::Black, Play::Best)); 1_000];
    let looked_at = Cell::new(0);
    let mut one = RatingBelief::default();
    (0..30).for_each(|_| one.observe(|units| -(units - 0.5).powi(2)));
    let rated = |_: &RecordedGame| {
        looked_at.set(looked_at.get() + 1);
        Some(one.clone())
    };
    let rating = of_games(&games, Some("KPK".to_owned()), &rated).unwrap();
    assert_eq!((looked_at.get(), rating.moves), (7, 210));
    assert!(rating.moves < MOST_MOVES + 30 && rating.endgame.as_deref() == Some("KPK"));
    assert!(rating.rating.is_some_and(|rating| rating.abs_diff(1950) <= 50), "{rating:?}");
    let sentence = format!("Your moves speak for a rating of {} on Lichess.", rating.text);
    assert_eq!(rating.sentence(), sentence);
    assert_eq!(of_games(&games, None, &|_| None), None);
}

#[test]
fn other_games_have_no_rating() {
    let folder = tempfile::tempdir().unwrap();
    let tables = GameTables::in_folder(folder.path().to_owned(), 1 << 28);
    let source: &AnyGame = tables.of(GameName::Antichess);
    assert_eq!(of_steps::<games::AnyPosition>(source, &[]), None);
}
