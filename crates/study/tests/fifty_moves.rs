//! Agents in DTZ50 play by the half-move clock: whoever never gives a win away wins in time, and the loser
//! takes the draw that the rule gives him. In DTC nobody looks at it.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;

use endgame::find::{Find, Pick, Worth, find};
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::simulate::{End, Rules};
use player::{Belief, CompetenceGrid, Model};
use study::game::{DrawRule, DrawRules};
use study::matches::{Match, PlayedGame};
use study::position_report::PositionReport;
use value::{ChoiceSource, Depth, Metric, Outcome};

fn play(tables: &Tables, agents: [&str; 2], start: &str, games: usize) -> Vec<PlayedGame> {
    let contest = Match {
        agents: agents.map(|agent| agent.parse().unwrap()),
        starts: vec![Position::from_fen(start).unwrap()],
        games,
        seed: 50,
        rules: Rules { move_limit: 1000, stop_at_goal: false },
        draws: DrawRules { fifty_moves: true, repetition: false },
        model: Model::papers(),
        prior: Belief::uniform(CompetenceGrid::default()),
        move_prior: None,
    };
    contest.play(tables, &AtomicBool::new(false), || ()).unwrap()
}

/// 27 plies to mate with best play, Black and White the stronger, and 35 are left.
#[test]
fn a_fallible_player_who_keeps_the_win_wins_in_time() {
    let (by_rule, by_depth) = (Tables::new(Metric::Dtz50), Tables::new(Metric::Dtc));
    for (start, winner) in [
        ("8/8/8/3k4/8/8/8/R3K3 w - - 65 90", Color::White),
        ("r3k3/8/8/8/3K4/8/8/8 b - - 65 90", Color::Black),
    ] {
        let agents = match winner {
            Color::White => ["player:4", "infallible"],
            Color::Black => ["infallible", "player:4"],
        };
        let games = play(&by_rule, agents, start, 40);
        assert!(games.iter().all(|game| game.winner() == Some(winner)), "{start}");
        let late = play(&by_depth, agents, start, 40);
        let drawn = late.iter().filter(|game| game.record.end == End::Drawn(DrawRule::FiftyMoves));
        assert!(drawn.count() > 10, "{start}");
    }
}

/// One ply fewer is a draw.
#[test]
fn the_rule_decides_between_infallible_players() {
    let tables = Tables::new(Metric::Dtz50);
    let agents = ["infallible", "infallible"];
    for (clock, won) in [(73, true), (74, false)] {
        let start = format!("8/8/8/3k4/8/8/8/R3K3 w - - {clock} 90");
        let games = play(&tables, agents, &start, 5);
        assert!(games.iter().all(|game| game.winner().is_some() == won), "{start}");
    }
}

/// Lost in 10 with 19 half-moves left: the replies that put it off for 10 more moves are draws by the rule,
/// the others lose in time.
#[test]
fn the_loser_heads_for_the_draw_by_the_rule() {
    let tables = Tables::new(Metric::Dtz50);
    let table = tables.table(&"KRK".parse().unwrap(), &Monitor::NONE).unwrap();
    let worth = Worth::Exactly(Outcome::Loss(Depth(10)));
    let wanted = Find { turn: Color::Black, worth, pick: Pick::InOrder, limit: 50 };
    let mut escapes_missed = 0;
    for position in find(&table, &wanted) {
        let fen = position.fen().replace(" - - 0 1", " - - 81 90");
        let here = Position::from_fen(&fen).unwrap();
        assert_eq!(tables.outcome(&here).unwrap(), Outcome::Draw, "{fen}");
        for choice in &tables.choices(&here).unwrap() {
            let fresh = tables.fresh_outcome(&here.after(choice.play)).unwrap().flipped();
            let expected = if fresh == Outcome::Loss(Depth(10)) { Outcome::Draw } else { fresh };
            assert_eq!(choice.value, expected, "{fen}");
            escapes_missed += usize::from(expected != Outcome::Draw);
        }
    }
    assert!(escapes_missed > 10, "{escapes_missed}");
}

/// A pawn move sets the clock back: where shuffling comes too late, it is the only way to win.
#[test]
fn a_zeroing_move_is_found_in_time() {
    let tables = Tables::new(Metric::Dtz50);
    let fen = "8/6P1/8/8/2k5/8/8/6K1 w - - 98 90";
    let report = PositionReport::of(&tables, Position::from_fen(fen).unwrap()).unwrap();
    assert_eq!(report.value.sign(), 1, "{}", report.value);
    for choice in &report.choices {
        let push = choice.play.is_zeroing();
        assert!(push || choice.value == Outcome::Draw, "{}", report.position.san(choice.play));
    }
}

/// What a report tells of the clock, metric by metric.
#[test]
fn reports_warn_of_wins_that_come_too_late() {
    let clock = |metric, fen: &str| {
        let position = Position::from_fen(fen).unwrap();
        let report = PositionReport::of(&Tables::new(metric), position).unwrap();
        (report.value, report.clock.map(|clock| (clock.moves_left, clock.in_time)))
    };
    let late = "8/8/8/3k4/8/8/8/R3K3 w - - 74 90";
    let win = Outcome::Win(Depth(14));
    assert_eq!(clock(Metric::Dtz50, late), (Outcome::Draw, Some((13, Some(false)))));
    assert_eq!(clock(Metric::Dtz, late), (win, Some((13, Some(false)))));
    assert_eq!(clock(Metric::Dtc, late), (win, Some((13, Some(false)))));
    assert_eq!(clock(Metric::Dtm, late).1, None);
    assert_eq!(clock(Metric::Dtz50, "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"), (win, None));
    // With pawns a conversion is not what sets the clock back.
    assert_eq!(clock(Metric::Dtc, "8/8/8/8/4k3/8/6P1/6K1 w - - 98 90").1, None);
    // A draw has no win to come in time.
    assert_eq!(clock(Metric::Dtz50, "8/8/8/3k4/8/8/3N4/3K4 w - - 50 90").1, None);
}
