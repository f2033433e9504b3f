//! Engines at the board, and competitions: scripted engines, our searcher, agents of the tables.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use endgame::find::{Find, Pick, Worth, find};
use endgame::progress::Monitor;
use endgame::rules::{Board, Color, Position};
use endgame::tables::Tables;
use engine::searcher::Searcher;
use player::simulate::{End, Rules};
use player::spec::ModelWords;
use player::{Belief, Competence, CompetenceGrid, Model};
use study::any_agent::AnyAgent;
use study::assess::Settings;
use study::competition::{Competition, GameEnd, Performance, Standings};
use study::game::DrawRules;
use study::matches::{Match, MatchError, PlayedGame};
use study::schema::assessment::Basis;
use study::schema::competition::CompetitionStanding;
use study::speculative_search::{SearchSettings, speculate};
use study::tournament::Contestant;
use tempfile::TempDir;
use value::{Depth, Metric, Outcome, Plies};

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(Metric::Dtc));

/// Positions of an endgame, White to move and winning in so many moves.
fn won(tables: &Tables, endgame: &str, depth: u16, limit: usize) -> Vec<Position> {
    let table = tables.table(&endgame.parse().unwrap(), &Monitor::NONE).unwrap();
    let worth = Worth::Exactly(Outcome::Win(Depth(depth)));
    find(&table, &Find { turn: Color::White, worth, pick: Pick::Random { seed: 7 }, limit })
}

fn contest(white: &str, black: &str, starts: Vec<Position>, limit: usize) -> Match {
    Match {
        agents: [white.parse().unwrap(), black.parse().unwrap()],
        games: starts.len(),
        starts,
        seed: 1,
        rules: Rules { move_limit: limit, stop_at_goal: true },
        draws: DrawRules::NONE,
        model: Model::papers(),
        prior: Belief::uniform(CompetenceGrid::default()),
        move_prior: None,
    }
}

fn play(tables: &Tables, contest: &Match) -> Result<Vec<PlayedGame>, MatchError> {
    contest.play(tables, &AtomicBool::new(false), || ())
}

/// A UCI engine as a shell script: what it does when told to go.
#[cfg(unix)]
fn scripted(folder: &Path, name: &str, go: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join(name);
    let heard = path.with_extension("heard");
    let script = format!(
        "#!/bin/sh
n=0
while read -r line; do
  echo \"$line\" >>{}
  case $line in
    uci) echo 'option name SyzygyPath type string default /tables'; echo 'option name Hash type spin default 1 min 1 max 9'; echo uciok ;;
    isready) echo readyok ;;
    go*) n=$((n + 1)); {go} ;;
    quit) exit ;;
  esac
done
",
        heard.display()
    );
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    format!("engine:{}", path.display())
}

/// A rook that goes up and down the h-file, whatever happens.
#[cfg(unix)]
const SHUFFLE: &str = "if [ $((n % 2)) = 1 ]; then echo bestmove h1h2; else echo bestmove h2h1; fi";
#[cfg(unix)]
const CORNER: &str = "k7/8/1K6/8/8/8/8/7R w - - 0 1";

/// The engine hears the whole game, with its hash cleared, and gets no tables unless asked to.
#[cfg(unix)]
#[test]
fn an_engine_hears_the_game_from_its_start() {
    let folder = TempDir::new().unwrap();
    let engine = scripted(folder.path(), "shuffle", SHUFFLE) + ",nodes=50,Hash=3";
    let start = Position::from_fen(CORNER).unwrap();
    let games = play(&TABLES, &contest(&engine, "infallible", vec![start], 3)).unwrap();
    let record = &games[0].record;
    assert_eq!((record.steps.len(), record.end), (6, End::Limit));
    let heard = std::fs::read_to_string(folder.path().join("shuffle.heard")).unwrap();
    let lines: Vec<&str> = heard.lines().collect();
    assert!(lines.contains(&"setoption name SyzygyPath value <empty>"), "{heard}");
    assert!(lines.contains(&"setoption name Hash value 3"), "{heard}");
    let asked: Vec<&[&str]> = lines.windows(4).filter(|lines| lines[3].starts_with("go")).collect();
    assert_eq!(asked.len(), 3, "{heard}");
    let replies: Vec<String> =
        record.steps.iter().map(|step| endgame::rules::uci(step.play)).collect();
    for (at, lines) in asked.iter().enumerate() {
        assert_eq!((lines[0], lines[1], lines[3]), ("ucinewgame", "isready", "go nodes 50"));
        let moves = replies[..2 * at].join(" ");
        let game = format!("position fen {CORNER} moves {moves}");
        assert_eq!(lines[2].trim(), game.trim_end_matches(" moves ").trim(), "{heard}");
    }
    let asked = scripted(folder.path(), "asked", SHUFFLE) + ",SyzygyPath=/here";
    asked.parse::<AnyAgent>().unwrap().instantiate().unwrap();
    let heard = std::fs::read_to_string(folder.path().join("asked.heard")).unwrap();
    assert!(heard.contains("setoption name SyzygyPath value /here") && !heard.contains("<empty>"));
}

#[cfg(unix)]
#[test]
fn an_engine_that_fails_is_named_in_one_sentence() {
    let folder = TempDir::new().unwrap();
    let start = || vec![Position::from_fen(CORNER).unwrap()];
    let failure = |engine: &str| {
        play(&TABLES, &contest(engine, "infallible", start(), 3)).unwrap_err().to_string()
    };
    let dying = scripted(folder.path(), "dying", "exit 3");
    assert!(failure(&dying).contains("ended in the middle of its work"));
    // It was started again once before we gave up.
    let heard = std::fs::read_to_string(folder.path().join("dying.heard")).unwrap();
    assert_eq!(heard.lines().filter(|line| *line == "uci").count(), 2);
    let cheating = scripted(folder.path(), "cheating", "echo bestmove h1a2");
    let said = failure(&cheating);
    assert!(
        said.contains("answered h1a2, which is no legal move in k7/8/1K6/8/8/8/8/7R w"),
        "{said}"
    );
    let resigning = scripted(folder.path(), "resigning", "echo 'bestmove (none)'");
    assert!(failure(&resigning).contains("answered (none)"));
    assert!(failure("engine:/nowhere/engine").contains("cannot start the engine /nowhere/engine"));
    let shuffle = scripted(folder.path(), "shuffle", SHUFFLE);
    assert!(failure(&format!("{shuffle},Style=wild")).contains("has no option 'Style'"));
    assert!(failure(&format!("{shuffle},Hash=10")).contains("give a number from 1 to 9"));
}

/// Mate in two is within three plies: our searcher plays it without tables, as the tables do.
#[test]
fn the_searcher_mates_within_its_horizon() {
    let tables = Tables::new(Metric::Dtm);
    for endgame in ["KQK", "KRK"] {
        let contest = contest("searcher:depth=3", "infallible", won(&tables, endgame, 2, 20), 5);
        let games = play(&tables, &contest).unwrap();
        assert!(games.iter().all(|game| game.record.length() == Some(2)), "{endgame}");
        // With one ply it sees only mates at hand.
        let starts = contest.starts.clone();
        let blind = self::contest("searcher:depth=1", "infallible", starts, 5);
        assert!(play(&tables, &blind).unwrap().iter().any(|game| game.record.length() != Some(2)));
    }
}

/// With nothing at risk a speculator plays as true as it searches; what it expects of the opponent decides among equals alone.
#[test]
fn a_speculator_mates_within_its_horizon() {
    let tables = Tables::new(Metric::Dtm);
    let starts = won(&tables, "KRK", 2, 8);
    let contest = contest("speculator:10,risk=0", "infallible", starts, 5);
    let games = play(&tables, &contest).unwrap();
    assert!(games.iter().all(|game| game.record.length() == Some(2)));
}

#[test]
fn a_speculator_plays_what_the_command_chooses() {
    let starts = won(&TABLES, "KQKR", 12, 3);
    let contest = contest("speculator:6,risk=1", "player:6,concede=all", starts.clone(), 2);
    let games = play(&TABLES, &contest).unwrap();
    for (game, start) in games.iter().zip(starts) {
        let board = Board::from(start);
        let settings = SearchSettings {
            shallow: Plies(1),
            deep: Plies(3),
            competence: Competence::new(6.0).unwrap(),
            model: Model::papers(),
            risk: 1.0,
        };
        let stop = AtomicBool::new(false);
        let found = speculate(&mut Searcher, &board, &settings, &stop, |_| ()).unwrap();
        let played = board.uci(game.record.steps[0].play);
        let chosen = found.moves.iter().find(|one| one.uci == played).unwrap();
        assert!(found.moves[0].expected - chosen.expected < 1e-9, "{played} in {}", found.fen);
    }
    let again = play(&TABLES, &contest).unwrap();
    let moves =
        |games: &[PlayedGame]| games.iter().map(|game| game.record.clone()).collect::<Vec<_>>();
    assert_eq!(moves(&games), moves(&again));
}

#[test]
fn a_searcher_plays_the_same_games_on_any_number_of_threads() {
    let contest = contest("searcher:depth=2", "searcher:depth=1", won(&TABLES, "KQKR", 9, 6), 12);
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let moves = |threads: usize| {
        let games = pool(threads).install(|| play(&TABLES, &contest)).unwrap();
        games.into_iter().map(|game| game.record).collect::<Vec<_>>()
    };
    assert_eq!(moves(1), moves(3));
}

fn competition(players: &[&str], defender: &str, starts: Vec<Position>) -> Competition {
    let words = ModelWords::judging_people();
    let contestant =
        |name: &str| Contestant::new(name, AnyAgent::parse(name, &words).unwrap()).unwrap();
    Competition {
        contestants: players.iter().map(|name| contestant(name)).collect(),
        defender: contestant(defender),
        starts,
        seed: 3,
        move_limit: 100,
        draws: DrawRules::NONE,
    }
}

fn compete(competition: &Competition) -> (Vec<Performance>, Standings) {
    let games = competition.play(&TABLES, &AtomicBool::new(false), || ()).unwrap();
    let grid: CompetenceGrid = "0(0.25)75".parse().unwrap();
    let words = ModelWords { grid, ..ModelWords::judging_people() };
    let settings = Settings::new(words.model(), Belief::uniform(grid));
    let basis = Basis::new(Metric::Dtc, &words);
    let standings = Standings::of(competition, &games, &TABLES, &settings, basis).unwrap();
    (games, standings)
}

fn standing<'a>(standings: &'a Standings, name: &str) -> &'a CompetitionStanding {
    standings.report.contestants.iter().find(|one| one.name == name).unwrap()
}

/// A reference player is found out: its competence lies in its interval, which is narrow.
#[test]
fn players_come_out_at_their_own_competence() {
    let players = ["random", "player:10", "player:20", "player:30", "infallible"];
    let (games, standings) =
        compete(&competition(&players, "infallible", won(&TABLES, "KQKR", 18, 20)));
    let order: Vec<&str> = standings.report.contestants.iter().map(|one| &*one.name).collect();
    assert_eq!(order, ["infallible", "player:30", "player:20", "player:10", "random"]);
    for (name, c) in
        [("random", 0.0), ("player:10", 10.0), ("player:20", 20.0), ("player:30", 30.0)]
    {
        let estimate = &standing(&standings, name).play.as_ref().unwrap().competence;
        assert!(estimate.low <= c + 0.5 && c - 0.5 <= estimate.high, "{name}: {estimate:?}");
        assert!(estimate.high - estimate.low < 12.0, "{name}: {estimate:?}");
    }
    let best = standing(&standings, "infallible");
    assert_eq!((best.won, best.games), (20, 20));
    let (length, excess) = (best.length.unwrap(), best.excess.unwrap());
    assert_eq!((length.mean, length.sd, excess.mean), (18.0, 0.0, 0.0));
    assert_eq!(best.quality.as_ref().unwrap().errors.d, Some(0.0));
    // Counted again, from the moves alone.
    for performance in &games {
        let one = standing(&standings, &performance.name);
        let moves = || performance.games.iter().flat_map(|game| game.own_moves());
        let conceded = moves()
            .filter(|step| step.value.sign() > 0)
            .map(|step| step.value.depth().unwrap().0 - step.best.depth().unwrap().0);
        let record = one.play.as_ref().unwrap();
        assert_eq!(record.conceded, conceded.map(u64::from).sum::<u64>(), "{}", one.name);
        assert_eq!(record.moves, moves().count());
        assert_eq!(record.optimal, moves().filter(|step| step.value == step.best).count());
        assert_eq!(record.value_conceded, one.slipped);
        assert_eq!(one.won + one.slipped + one.unfinished, one.games);
    }
}

/// A game is over with the win: nothing is played, or scored, after it.
#[test]
fn a_game_ends_when_the_win_is_gone() {
    let (games, standings) =
        compete(&competition(&["random"], "infallible", won(&TABLES, "KQKR", 12, 15)));
    let slipped = games[0].games.iter().filter(|game| game.end() == GameEnd::Slipped);
    let mut found = 0;
    for game in slipped {
        let gone = game
            .record
            .steps
            .iter()
            .position(|step| step.best.sign() > 0 && step.value.sign() <= 0);
        // Only a capture that ends the game by itself may follow.
        assert!(game.record.steps.len() - gone.unwrap() <= 2);
        found += 1;
    }
    assert!(found > 0);
    assert_eq!(standing(&standings, "random").slipped, found);
}

/// Black the stronger, the defender to move, a pawn that promotes, and a conversion by capture.
#[test]
fn either_side_may_win_and_either_may_begin() {
    let fens = [
        "k3R3/8/5K2/q7/8/8/8/8 b - - 0 1",
        "8/8/8/8/2k5/8/1p6/7K b - - 0 1",
        "7k/8/8/8/8/2q5/8/K7 w - - 0 1",
        "4k3/8/8/8/8/8/4r3/K3Q3 w - - 0 1",
    ];
    let starts: Vec<Position> = fens.iter().map(|fen| Position::from_fen(fen).unwrap()).collect();
    let competition = competition(&["infallible"], "player:5", starts);
    let (games, standings) = compete(&competition);
    let attackers: Vec<Color> = games[0].games.iter().map(|game| game.attacker).collect();
    assert_eq!(attackers, [Color::Black, Color::Black, Color::Black, Color::White]);
    let one = standing(&standings, "infallible");
    assert_eq!((one.won, one.play.as_ref().unwrap().conceded), (4, 0));
    let quality = one.quality.as_ref().unwrap();
    assert!(quality.net.unwrap() <= 0.0, "a fallible defender gives more away: {quality:?}");
    let pgn = standings.pgn();
    assert_eq!(pgn.matches("[Black \"infallible\"]").count(), 3);
    assert_eq!(
        (pgn.matches("[Result \"0-1\"]").count(), pgn.matches("[Result \"1-0\"]").count()),
        (3, 1)
    );
    // Nobody wins this.
    let drawn = Position::from_fen("8/8/8/8/4k3/8/4P3/4K3 b - - 0 1").unwrap();
    let refused = Competition { starts: vec![drawn], ..competition };
    let error = refused.play(&TABLES, &AtomicBool::new(false), || ()).unwrap_err();
    assert!(error.to_string().contains("is drawn with best play"), "{error}");
}

/// Whoever fails is out; what was played is counted, and the others play on.
#[cfg(unix)]
#[test]
fn a_failing_engine_does_not_stop_the_others() {
    let folder = TempDir::new().unwrap();
    // It dies for good in its second game: every start after the first 3 searches dies at once.
    let go = format!(
        "echo x >>{0}; if [ $(wc -l <{0}) -gt 3 ]; then exit 1; fi; {SHUFFLE}",
        folder.path().join("count").display()
    );
    let engine = scripted(folder.path(), "weary", &go);
    let starts = vec![Position::from_fen(CORNER).unwrap(); 2];
    let competition =
        Competition { move_limit: 3, ..competition(&[&engine, "player:20"], "infallible", starts) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let (games, standings) = pool.install(|| compete(&competition));
    assert!(games[0].failure.as_ref().unwrap().contains("ended in the middle of its work"));
    assert_eq!((games[0].games.len(), games[1].games.len()), (1, 2));
    assert_eq!(standing(&standings, &engine).unfinished, 1);
    assert!(standing(&standings, &engine).failure.is_some());
    assert!(standing(&standings, "player:20").failure.is_none());
    assert_eq!(standings.csv().lines().count(), 3);
    assert_eq!(standings.plot().series.len(), 2);
}
