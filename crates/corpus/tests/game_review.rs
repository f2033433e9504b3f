//! Whole games reviewed: phases, losses, moments and the exact zone against values worked out by hand.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use corpus::decision::Reference;
use corpus::evaluate::{Plan, ReferenceEngine, evaluate};
use corpus::game_review::{ExactTables, ReviewError, Reviewer, offer, text::text, value_moves};
use corpus::human::HumanModels;
use corpus::rate::rate;
use corpus::select::Filters;
use corpus::{Pool, input};
use endgame::material::Material;
use endgame::rules::{Board, Move};
use endgame::tables::Tables;
use engine::client::EngineError;
use engine::evaluator::{Evaluation, Evaluator, Limits, Method};
use engine::score::Score;
use study::pgn::{Game, Games};
use study::schema::game_review::{GameReview, ReviewedPart};
use study::schema::{Side, Theoretical};
use value::{Metric, Plies};

/// Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA: &str = "[Event \"Paris\"]\n[White \"Morphy\"]\n[Black \"Duke and Count\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5\n\
    10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8\n\
    17. Rd8# 1-0\n";

/// Scores by half-move and by the squares of the move; every other move is level.
struct Scripted {
    scores: HashMap<(u32, &'static str), Score>,
    asked: u32,
    dies_at: u32,
}

impl Scripted {
    fn new(scores: &[(u32, &'static str, Score)]) -> Scripted {
        let scores = scores.iter().map(|&(ply, uci, score)| ((ply, uci), score)).collect();
        Scripted { scores, asked: 0, dies_at: u32::MAX }
    }
}

impl Evaluator for Scripted {
    fn evaluate(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
    ) -> Result<Evaluation, EngineError> {
        self.asked += 1;
        if self.asked >= self.dies_at {
            return Err(EngineError::Died { name: self.name().to_owned() });
        }
        let score = |play: &Move| {
            self.scores.get(&(self.asked, at.uci(*play).as_str())).copied().unwrap_or(Score::DRAW)
        };
        Ok(Evaluation {
            scores: moves.iter().map(score).collect(),
            lines: moves.iter().map(|play| vec![at.uci(*play), "a1a1".to_owned()]).collect(),
            depth: limits.depth,
            nodes: 1,
            method: Method::Children,
        })
    }

    /// One look at the position tells all depths.
    fn evaluate_depths(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
        depths: &[Plies],
    ) -> Result<Vec<Evaluation>, EngineError> {
        let found = self.evaluate(at, moves, limits)?;
        Ok(depths.iter().map(|&depth| Evaluation { depth, ..found.clone() }).collect())
    }

    fn name(&self) -> &str {
        "Scripted"
    }
}

fn read(pgn: &str) -> Game {
    Games::new("game.pgn", pgn.as_bytes()).next().unwrap().unwrap()
}

fn reviewer(pgn: &str) -> Reviewer {
    let reference = Reference {
        engine: "Scripted".to_owned(),
        version: "1".to_owned(),
        network: None,
        options: String::new(),
        method: Method::Children,
        depth: 3,
    };
    Reviewer::new("game.pgn", read(pgn), reference).unwrap()
}

fn reported(reviewer: &Reviewer, ready: &dyn Fn(&Material) -> bool) -> GameReview {
    let tables = Tables::new(Metric::Dtc);
    reviewer.report(&ExactTables { tables: &tables, ready }, HumanModels::built_in(), None)
}

/// All moves valued as the script says, every table at hand.
fn reviewed(pgn: &str, scores: &[(u32, &'static str, Score)]) -> GameReview {
    let reviewer = Mutex::new(reviewer(pgn));
    let go = AtomicBool::new(false);
    value_moves(&reviewer, &mut Scripted::new(scores), &go, &mut |_, _| ()).unwrap();
    reported(&reviewer.into_inner().unwrap(), &|_| true)
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 5e-4
}

/// Seventeen moves of White and sixteen of Black: the first ten of each side are the opening. Before
/// White's last move rook and bishop stand against queen, rook, bishop and knight, six pieces: an endgame
/// by its definition. Black's only forced move is 16... Nxb8.
#[test]
fn phases_of_a_game() {
    let review = reviewed(OPERA, &[]);
    assert_eq!((review.plies, review.valued, review.moves.len()), (33, 33, 33));
    let counts = |parts: &[ReviewedPart]| -> Vec<(String, usize, usize)> {
        parts.iter().map(|part| (part.part.to_string(), part.moves, part.counted)).collect()
    };
    let forced: Vec<&str> =
        review.moves.iter().filter(|one| one.forced).map(|one| one.san.as_str()).collect();
    assert_eq!(forced, ["Nxb8"]);
    let part = |name: &str, moves, counted| (name.to_owned(), moves, counted);
    assert_eq!(
        counts(&review.white.phases),
        [part("opening", 10, 2), part("middlegame", 6, 6), part("endgame", 1, 1)]
    );
    assert_eq!(counts(&review.black.phases), [part("opening", 10, 2), part("middlegame", 5, 5)]);
    assert_eq!((review.white.all.moves, review.white.all.counted), (17, 9));
    assert_eq!((review.black.all.moves, review.black.all.counted), (15, 7));
    // Two moves speak for no rating; five do, with an interval.
    assert!(review.black.phases[0].elo.is_none());
    let elo = review.black.phases[1].elo.as_ref().unwrap();
    assert!(elo.low < elo.mean && elo.mean < elo.high, "{elo:?}");
    assert!(review.exact_zone.from.is_none() && review.moments.is_empty());
}

/// By hand. White's 9. Bg5 (ply 17) is level where 9. Bxf7+ gains 300: the expected score falls from
/// 0.75113 to 0.5. Black's 9... b5 (ply 18) leads to mate where everything else is level: 0.5 to 0.02455.
/// White's 12. O-O-O (ply 23) loses 20 centipawns, of which 0.5184 - 0.5 = 0.0184 is no moment.
#[test]
fn losses_and_moments_by_hand() {
    let review = reviewed(
        OPERA,
        &[
            (17, "c4f7", Score::Centipawns(300)),
            (18, "b7b5", Score::Mate(-4)),
            (23, "b3a4", Score::Centipawns(20)),
        ],
    );
    assert_eq!(review.moments, [18, 17]);
    let at = |ply: usize| &review.moves[ply - 1];
    assert_eq!((at(17).number.as_str(), at(17).san.as_str()), ("9.", "Bg5"));
    assert_eq!((at(17).best.as_str(), at(17).best_uci.as_str()), ("Bxf7+", "c4f7"));
    // The rest of the scripted line is no legal move.
    assert_eq!(at(17).line, ["Bxf7+"]);
    assert!(is_near(at(17).before, 0.75113) && is_near(at(17).after, 0.5));
    assert!(is_near(at(17).lost, 0.25113), "{}", at(17).lost);
    assert_eq!((at(18).number.as_str(), at(18).side), ("9...", Side::Black));
    assert!(is_near(at(18).before, 0.5) && is_near(at(18).lost, 0.47545));
    assert_eq!((at(18).cp, at(18).mate), (None, Some(-4)));
    assert!(is_near(at(23).lost, 0.01841));
    assert_eq!(at(1).lost, 0.0);
    // A move as good as the first is the best one itself.
    assert_eq!(at(1).best, at(1).san);
    // White: (300 + 20) / 17 moves; Black: 1000 / 15. Lichess's accuracy of the loss of 25.113 %:
    // 103.1668 exp(-0.04354 * 25.113) - 3.1669 = 31.403; of 1.841 %: 92.054.
    let white = review.white.all.baselines.as_ref().unwrap();
    assert!(is_near(white.centipawn_loss, 320.0 / 17.0));
    assert!(is_near(white.agreement, 15.0 / 17.0));
    // No loss is 99.9999, not 100: Lichess's constants.
    let accuracy = (15.0 * 99.9999 + 31.403 + 92.054) / 17.0;
    assert!((white.accuracy - accuracy).abs() < 2e-3, "{} {accuracy}", white.accuracy);
    let black = review.black.all.baselines.as_ref().unwrap();
    assert!(is_near(black.centipawn_loss, 1000.0 / 15.0));
    let opening = review.white.phases[0].baselines.as_ref().unwrap();
    assert!(is_near(opening.centipawn_loss, 30.0));
    let competence = |part: &ReviewedPart| part.competence.clone().unwrap();
    assert!(competence(&review.white.phases[0]).mean < competence(&review.white.phases[1]).mean);
}

/// White wins with the queen, and gives it away by stalemate: half a point, whatever the engine says.
#[test]
fn in_the_exact_zone_the_table_judges() {
    let pgn = "[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n\n1. Kf7 1/2-1/2\n";
    let review = reviewed(pgn, &[(1, "f6f7", Score::Centipawns(900))]);
    let one = &review.moves[0];
    let table = one.table.unwrap();
    assert_eq!(table.before.outcome, Theoretical::Win);
    assert_eq!(table.after.outcome, Theoretical::Draw);
    assert_eq!((one.before, one.after, one.lost), (1.0, 0.5, 0.5));
    // Qg7 mates, and so do others: in one.
    assert_eq!(table.before.depth, Some(1));
    assert!(one.best.ends_with('#') && one.line == [one.best.clone()], "{one:?}");
    assert_eq!((review.exact_zone.from, review.exact_zone.given_away), (Some(1), 1));
    assert_eq!(review.moments, [1]);
    // Without the table the engine's word stands.
    let reviewer = Mutex::new(reviewer(pgn));
    let mut level = Scripted::new(&[]);
    value_moves(&reviewer, &mut level, &AtomicBool::new(false), &mut |_, _| ()).unwrap();
    let review = reported(&reviewer.into_inner().unwrap(), &|_| false);
    assert_eq!((review.moves[0].lost, review.moves[0].table), (0.0, None));
    assert_eq!(review.exact_zone.unsolved, ["KQK"]);
}

/// Black is the stronger, the zone is entered by a capture, and the last men leave the board.
#[test]
fn the_exact_zone_begins_after_a_capture() {
    // 1. Kxb2 takes the sixth man: five are left, and Black wins with the rook. 1... Rxf1 takes the rook.
    let pgn =
        "[FEN \"4k3/8/8/8/8/5r2/1q6/K4R1B w - - 0 1\"]\n\n1. Kxb2 Rxf1 2. Be4 Rf4 3. Bf5 Rxf5 *\n";
    let review = reviewed(pgn, &[]);
    assert_eq!(review.moves[0].men, 6);
    assert!(review.moves[0].table.is_none() && review.moves[1].table.is_some());
    assert_eq!(review.exact_zone.from, Some(2));
    assert_eq!(review.exact_zone.moves, 5);
    // 3. Bf5 puts the bishop where the rook takes it: a draw is lost.
    let bishop = &review.moves[4];
    assert_eq!(bishop.table.unwrap().before.outcome, Theoretical::Draw);
    assert_eq!(bishop.table.unwrap().after.outcome, Theoretical::Loss);
    assert_eq!(bishop.lost, 0.5);
    assert_eq!(review.moves[5].table.unwrap().after.outcome, Theoretical::Win);
    // A set-up position is nobody's preparation: every move counts.
    assert_eq!(review.white.all.counted, review.white.all.moves);
}

/// The rating is that of `fallible rate`: the same decisions, the same scores, the same model.
#[test]
fn the_rating_is_that_of_rate() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    std::fs::write(&file, OPERA).unwrap();
    let own = ReferenceEngine::parse("own").unwrap();
    let plan = Plan {
        files: vec![file],
        filters: Filters::default(),
        engines: vec![own.clone()],
        depths: vec![1],
        processes: 1,
        out: folder.path().join("out.parquet"),
        journal: None,
        force: false,
    };
    let go = AtomicBool::new(false);
    evaluate(&plan, &go, &mut |_| ()).unwrap();
    let decisions = input::read(&[plan.out]).unwrap();
    let reviewer = Mutex::new(Reviewer::new("game.pgn", read(OPERA), own.reference(1)).unwrap());
    value_moves(&reviewer, &mut *own.evaluator(), &go, &mut |_, _| ()).unwrap();
    let review = reported(&reviewer.into_inner().unwrap(), &|_| true);
    for player in [&review.white, &review.black] {
        let models = HumanModels::built_in();
        let rated = rate(&decisions, std::slice::from_ref(&player.name), None, models).unwrap();
        assert_eq!(player.all.elo.as_ref(), Some(&rated.elo), "{}", player.name);
        assert_eq!(player.all.counted, rated.decisions);
        let (low, high) = (rated.elo.low, rated.elo.high);
        assert!(player.said.contains("plays like about ") && low < high, "{}", player.said);
        assert!(player.said.contains("95 % between"), "{}", player.said);
    }
    assert!(!review.sees_scores && review.pool == "other");
    assert!(text(&review).contains("Morphy: plays like about"));
}

#[test]
fn a_stopped_review_tells_what_it_has() {
    let reviewer = Mutex::new(reviewer(OPERA));
    let stop = AtomicBool::new(false);
    let mut tell = |done: usize, total: usize| {
        assert_eq!(total, 33);
        stop.store(done == 20, std::sync::atomic::Ordering::Relaxed);
    };
    value_moves(&reviewer, &mut Scripted::new(&[]), &stop, &mut tell).unwrap();
    let partial = reported(&reviewer.lock().unwrap(), &|_| true);
    assert_eq!((partial.valued, partial.plies), (20, 33));
    assert!(partial.white.said.contains("too few"), "{}", partial.white.said);
    let go = AtomicBool::new(false);
    let mut engine = Scripted { dies_at: 3, ..Scripted::new(&[]) };
    let died = value_moves(&reviewer, &mut engine, &go, &mut |_, _| ()).unwrap_err();
    let said = died.to_string();
    assert!(said.starts_with("12. O-O-O could not be valued: the engine Scripted ended"), "{said}");
    assert_eq!(reviewer.lock().unwrap().progress(), (22, 33));
}

#[test]
fn games_that_cannot_be_reviewed_say_why() {
    let empty = read("[White \"A\"]\n\n1-0\n");
    let reference = ReferenceEngine::parse("own").unwrap().reference(1);
    let refused = Reviewer::new("game.pgn", empty, reference).unwrap_err();
    assert!(matches!(refused, ReviewError::NoMoves));
    let pgn = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke3 *\n\n[Variant \"Crazyhouse\"]\n\n1. e4 *\n\n\
               [White \"C\"]\n\n1-0\n\n[Event \"?\"]\n[Date \"2020.??.??\"]\n\n1. d4 *\n";
    let offered = offer::games(Games::new("games.pgn", pgn.as_bytes()));
    let said: Vec<&str> =
        offered.iter().map(|one| one.problem.as_deref().unwrap_or("none")).collect();
    for (said, part) in
        said.iter().zip(["move 2. Ke3 is not legal", "Crazyhouse", "no moves", "none"])
    {
        assert!(said.contains(part), "{said}");
    }
    assert_eq!((offered[0].white.as_str(), offered[0].black.as_str()), ("A", "B"));
    assert_eq!(
        (offered[3].event.as_deref(), offered[3].date.as_deref()),
        (None, Some("2020.??.??"))
    );
}

#[test]
fn engines_are_offered_and_no_other_program_is_started() {
    let offered = offer::engines(Some("/nowhere/engine"));
    let last = offered.engines.last().unwrap();
    assert!(last.own && last.engine == "own");
    assert_eq!(offered.hint.is_some(), offered.engines.len() == 1);
    let refused = offer::engine(Some("/bin/sh"), None).err().unwrap().to_string();
    assert!(refused.contains("none of the engines offered"), "{refused}");
    let missing = offer::engine(Some("/nowhere/engine"), Some("/nowhere/engine")).err().unwrap();
    assert!(missing.to_string().contains("cannot start"), "{missing}");
    assert_eq!(offer::engine(Some("own"), None).unwrap().1, offer::usual_depth("own"));
}

/// The site tells the pool where neither file nor event does.
#[test]
fn the_pool_of_a_game() {
    let moves: Vec<&str> = OPERA.split("\n\n").collect();
    let of = |tags: &str| reviewed(&format!("{tags}\n\n{}\n", moves[1]), &[]);
    let lichess = of("[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/abc\"]");
    assert_eq!(lichess.pool, Pool::Lichess.to_string());
    assert!(lichess.white.said.contains("(Lichess, blitz)"), "{}", lichess.white.said);
    assert_eq!(of("[Site \"FICS freechess.org\"]").pool, "fics");
    assert!(of("[Site \"Paris\"]").remarks.iter().any(|said| said.contains("Nobody says")));
}
