//! The model finds itself, forced moves change nothing, and games are clusters.

#![allow(clippy::unwrap_used)]

use corpus::decisions_json::{JsonLinesError, from_lines};
use corpus::inference::with_kappa;
use corpus::{Decision, Estimate, Family, Link, Sample};
use engine::score::Score;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random lists of scores, as of a middlegame.
fn lists(count: usize, rng: &mut ChaCha8Rng) -> Vec<Vec<Score>> {
    let mut list = || {
        let best: i32 = rng.random_range(-200..300);
        let moves = rng.random_range(2..35);
        let mut scores = vec![Score::Centipawns(best)];
        scores.extend((1..moves).map(|_| Score::Centipawns(best - rng.random_range(0..600))));
        scores
    };
    (0..count).map(|_| list()).collect()
}

/// What a player of competence `c` chooses.
fn chosen(family: &Family, scores: &[Score], c: f64, rng: &mut ChaCha8Rng) -> usize {
    let mut left = rng.random::<f64>();
    let probabilities = family.probabilities(scores, c);
    for (at, p) in probabilities.iter().enumerate() {
        left -= p;
        if left < 0.0 {
            return at;
        }
    }
    probabilities.len() - 1
}

#[test]
fn every_family_finds_itself() {
    let mut rng = ChaCha8Rng::seed_from_u64(2007);
    let lists = lists(1500, &mut rng);
    for link in Link::ALL {
        let family = Family { lapse: 0.02, ..Family::of(link) };
        let grid = family.default_grid();
        let c = grid.at(grid.len() / 4).get();
        let mut sample = Sample::empty(family);
        for (number, scores) in lists.iter().enumerate() {
            let played = chosen(&family, scores, c, &mut rng);
            sample.push(&family.costs(scores), played, number / 5);
        }
        let found = Estimate::new(&sample, grid);
        let (low, high) = found.interval();
        assert!((found.mean() - c).abs() < 3.0 * found.sd(), "{link}: {} is not {c}", found.mean());
        assert!(
            low < found.mean() && found.mean() < high && high - low < c,
            "{link}: {low} {high}"
        );
        // Independent decisions: 300 games tell the effect to about a tenth.
        assert!((1.0..1.35).contains(&found.design_effect), "{link}: {}", found.design_effect);
        assert!((sample.most_likely(&grid) - found.mean()).abs() < found.sd());
        assert_eq!((found.decisions, found.games), (1500, 300));
    }
}

/// Every decision five times over: five times the posterior's precision, and not a bit more is known.
#[test]
fn copies_within_a_game_teach_nothing() {
    let family = Family::of(Link::Power);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut once, mut often) = (Sample::empty(family), Sample::empty(family));
    for (game, scores) in lists(600, &mut rng).iter().enumerate() {
        let (costs, played) = (family.costs(scores), chosen(&family, scores, 3.0, &mut rng));
        once.push(&costs, played, game);
        (0..5).for_each(|_| often.push(&costs, played, game));
    }
    let [once, often] = [once, often].map(|sample| Estimate::new(&sample, family.default_grid()));
    assert!((once.mean() - often.mean()).abs() < 0.2 * once.sd());
    assert!(
        (often.design_effect / once.design_effect - 5.0).abs() < 0.6,
        "{}",
        often.design_effect
    );
    assert!((often.sd() / once.sd() - 1.0).abs() < 0.1, "{} {}", often.sd(), once.sd());
    assert!((often.posterior.sd() / once.posterior.sd() - 0.2f64.sqrt()).abs() < 0.02);
}

const LINES: &str = r#"{"file":"a.pgn","game":1,"fen":"6k1/5ppp/8/8/8/8/8/K6R w - - 0 40","elo":1500,"opponent_elo":1600,"played":"h1h7","evals":{}}"#;

/// A line with every legal move of a position scored by its place.
fn line(fen: &str, played: &str, more: &str) -> String {
    let board = endgame::rules::Board::from_fen(fen).unwrap();
    let scored: Vec<String> = board
        .legal_moves()
        .iter()
        .enumerate()
        .map(|(at, &play)| format!("\"{}\":[0,{}]", board.uci(play), 30 * at))
        .collect();
    format!(r#"{{"fen":"{fen}","played":"{played}"{more},"sf":{{{}}}}}"#, scored.join(","))
}

fn read(text: &str) -> Result<Vec<Decision>, JsonLinesError> {
    from_lines("made-up.jsonl".as_ref(), text.as_bytes())
}

#[test]
fn lines_become_decisions_and_bad_ones_a_sentence() {
    let rook = "6k1/5ppp/8/8/8/8/8/K6R b - - 0 40";
    let text = line(rook, "g8f8", r#","elo":1500,"opponent_elo":1600.0,"maia":{"g8f8":0.5}"#);
    let decisions = read(&format!("{text}\n\n{text}\n")).unwrap();
    let one = &decisions[0];
    assert_eq!((one.rating(), one.opponent_rating(), one.ply), (Some(1500), Some(1600), 80));
    assert_eq!((one.player(), one.moves.len()), ("?", one.scores.len()));
    // Nobody says which game: each line is one.
    assert_eq!((decisions[0].game.number, decisions[1].game.number), (1, 3));
    let sentence = |text: &str| read(text).unwrap_err().to_string();
    assert!(sentence(LINES).ends_with("has no score: every legal move needs one"));
    assert!(sentence("{}").starts_with("made-up.jsonl, line 1: no decision in JSON"));
    assert!(sentence(&line(rook, "g8g7", "")).ends_with("the move g8g7 is not legal there"));
    assert!(sentence(&text.replace("6k1", "9")).contains("is no position"));
}

/// Haworth 2007, section 3: forced moves do not change `c`.
#[test]
fn forced_moves_change_nothing() {
    let free = line("6k1/5ppp/8/8/8/8/8/K6R b - - 0 40", "g8f8", "");
    let forced = line("7k/8/8/8/8/8/6q1/K6R b - - 0 40", "g2h1", "");
    let text = "8/8/8/8/8/k7/8/Kr6 w - - 0 1";
    let only = line(text, "a1b1", "");
    let decisions = read(&format!("{free}\n{forced}\n{only}\n")).unwrap();
    assert!(decisions[2].is_forced());
    let sample = |decisions: &[Decision]| Sample::new(Family::default(), decisions);
    let grid = Family::default().default_grid();
    let (all, without) = (sample(&decisions), sample(&decisions[..2]));
    assert_eq!(all.log_likelihoods(&grid), without.log_likelihoods(&grid));
    assert_eq!(all.len(), 2);
}

/// The real `kappa` is the likeliest, and the competence found beside it.
#[test]
fn kappa_and_competence_together() {
    let family = Family { kappa: 0.5, ..Family::of(Link::Power) };
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let mut decisions = read(&line(fen, "f1b5", "")).unwrap();
    let first = decisions.remove(0);
    for mut scores in lists(3000, &mut rng) {
        scores.resize(first.moves.len(), Score::Centipawns(-400));
        let played = chosen(&family, &scores, 2.0, &mut rng);
        decisions.push(Decision { scores, played, ..first.clone() });
    }
    let decisions: Vec<&Decision> = decisions.iter().collect();
    let kappas = [0.125, 0.25, 0.5, 1.0, 2.0];
    let joint = with_kappa(&family, &decisions, &kappas, family.default_grid()).unwrap();
    assert_eq!(joint.mode().1.get(), 0.5);
    let (mean, sd) = joint.competence();
    assert!((mean - 2.0).abs() < 4.0 * sd && sd < 0.1, "{mean} {sd}");
}
