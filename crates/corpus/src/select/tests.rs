use study::pgn::Games;

use super::*;

const TAGS: &str = "[Event \"Cup\"]\n[White \"Doe, Jane\"]\n[Black \"Roe, R.\"]\n[WhiteElo \"1800\"]\n[BlackElo \"9\"]\n[TimeControl \"180+2\"]\n[Date \"????.??.??\"]\n\n";

fn found(text: &str, filters: &Filters) -> Result<Vec<Candidate>, Refusal> {
    let game = Games::new("a.pgn", text.as_bytes()).next().unwrap().unwrap();
    candidates("a.pgn", &game, filters)
}

fn plies(text: &str, filters: &Filters) -> Vec<u32> {
    found(text, filters).unwrap().iter().map(|candidate| candidate.ply).collect()
}

fn all() -> Filters {
    Filters::from_ply(Some(1))
}

#[test]
fn plies_and_players_and_ratings() {
    let game = format!("{TAGS}1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n");
    assert_eq!(plies(&game, &all()), [1, 2, 3, 4, 5, 6]);
    assert_eq!(plies(&game, &Filters { plies: 3..=5, ..all() }), [3, 4, 5]);
    assert_eq!(found(&game, &Filters::default()), Err(Refusal::NoPosition));
    let named = |name: &str| Filters { players: vec![name.to_owned()], ..all() };
    assert_eq!(plies(&game, &named("jane DOE")), [1, 3, 5]);
    assert_eq!(plies(&game, &named("roe")), [2, 4, 6]);
    assert_eq!(found(&game, &named("Jan")), Err(Refusal::Player));
    // A rating of 9 is none.
    let rated = |range| Filters { ratings: Some(range), ..all() };
    assert_eq!(plies(&game, &rated(1700..=1900)), [1, 3, 5]);
    assert_eq!(found(&game, &rated(0..=900)), Err(Refusal::Rating));
    let first = found(&game, &all()).unwrap().remove(0);
    assert_eq!(first.game.ratings, [Some(1800), None]);
    assert_eq!((first.game.date.as_deref(), first.game.event.as_deref()), (None, Some("Cup")));
    let most = |per_game, spread| Filters { per_game: Some(per_game), spread, ..all() };
    assert_eq!(plies(&game, &most(2, false)), [1, 2]);
    assert_eq!(plies(&game, &most(3, true)), [1, 3, 6]);
    assert_eq!(plies(&game, &most(1, true)), [4]);
}

#[test]
fn a_candidate_knows_what_came_before() {
    let game = format!(
        "{TAGS}1. e4 {{[%clk 0:03:00]}} e5 {{[%clk 0:02:59.5]}} 2. d4 {{[%clk 0:02:50]}} exd4 \
         {{[%clk 0:02:40]}} 3. c4 {{a word [%clk 0:02:01] more}} dxc3 {{[%clk 0:02:00]}} 1-0\n"
    );
    let found = found(&game, &all()).unwrap();
    let clocks: Vec<Option<f32>> = found.iter().map(|candidate| candidate.clock).collect();
    assert_eq!(clocks, [180.0, 180.0, 180.0, 179.5, 170.0, 160.0].map(Some));
    let last = &found[5];
    // En passant is possible there, and only there.
    assert_eq!(last.fen, "rnbqkbnr/pppp1ppp/8/8/2PpP3/8/PP3PPP/RNBQKBNR b KQkq c3");
    assert!(found[..5].iter().all(|candidate| candidate.fen.ends_with(" -")));
    assert_eq!(last.answered, Some(found[4].play));
    assert_eq!(last.continued, Some(found[3].play));
    assert_eq!((found[0].answered, found[1].continued), (None, None));
}

#[test]
fn forced_moves_and_third_occurrences_are_no_decisions() {
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. e4 *\n";
    // Ply 9 begins with the third occurrence of the first position.
    assert_eq!(plies(shuffle, &all()), [1, 2, 3, 4, 5, 6, 7, 8]);
    let forced = "[FEN \"7k/8/8/8/8/8/1r6/K7 w - - 0 1\"]\n\n1. Kxb2 Kg8 *\n";
    assert_eq!(plies(forced, &all()), [2]);
}

/// Nobody knows a set-up position by heart, but who names a half-move means it.
#[test]
fn a_game_from_a_set_up_position_has_no_opening() {
    let moves = "1. Kb1 Kg8 2. Kc1 Kf8 *\n";
    let game = format!("[FEN \"7k/8/8/8/8/8/R7/K7 w - - 0 1\"]\n\n{moves}");
    assert_eq!(plies(&game, &Filters::default()), [1, 2, 3, 4]);
    assert_eq!(plies(&game, &Filters::from_ply(Some(3))), [3, 4]);
    assert!(found("1. e4 e5 2. d4 d5 *\n", &Filters::default()).is_err());
    assert_eq!(plies("1. e4 e5 2. d4 d5 *\n", &Filters::from_ply(Some(2))), [2, 3, 4]);
    assert!(Filters::default().describe().contains("of set-up positions from ply 1"));
    assert!(!all().describe().contains("set-up"));
}

#[test]
fn whole_games_are_left_out() {
    let game = |tags: &str| format!("{tags}\n1. e4 e5 *\n");
    assert_eq!(found(&game("[White \"Stockfish 8\"]\n"), &all()), Err(Refusal::EngineGame));
    let engines = Filters { engine_games: true, ..all() };
    assert!(found(&game("[White \"Stockfish 8\"]\n"), &engines).is_ok());
    let blitz = Filters { time_classes: Some(vec![TimeClass::Blitz]), ..all() };
    assert!(found(&game("[TimeControl \"300\"]\n"), &blitz).is_ok());
    assert_eq!(found(&game("[TimeControl \"600\"]\n"), &blitz), Err(Refusal::TimeControl));
    assert_eq!(found(&game(""), &blitz), Err(Refusal::TimeControl));
}

#[test]
fn classes_are_those_of_lichess() {
    for (tag, class) in [
        ("60+0", TimeClass::Bullet),
        ("60+2", TimeClass::Bullet),
        ("120+1", TimeClass::Bullet),
        ("180", TimeClass::Blitz),
        ("180+2", TimeClass::Blitz),
        ("300+5", TimeClass::Rapid),
        ("600", TimeClass::Rapid),
        ("900+15", TimeClass::Classical),
        ("1800+0", TimeClass::Classical),
        ("40/7200:3600", TimeClass::Classical),
        ("1/259200", TimeClass::Unknown),
        ("-", TimeClass::Unknown),
        ("fast", TimeClass::Unknown),
    ] {
        assert_eq!(TimeClass::of(Some(tag)), class, "{tag}");
    }
    assert_eq!(TimeClass::of(None), TimeClass::Unknown);
}

#[test]
fn what_is_decided_is_told_by_the_best_move() {
    use engine::score::Score::{Centipawns, Mate};
    let bound = Filters { undecided: Some(300), ..all() };
    assert!(!bound.is_decided(Centipawns(-300)) && bound.is_decided(Centipawns(-301)));
    assert!(bound.is_decided(Mate(3)) && bound.is_decided(Mate(-3)) && !all().is_decided(Mate(3)));
    assert!(bound.describe().ends_with("within 300 centipawns"));
}
