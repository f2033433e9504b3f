//! The model must find itself: an Analyser that watches `R_c` believes in `c`.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use endgame::rules::{Board, Color, Position};
use endgame::tables::Tables;
use player::{Belief, Competence, CompetenceGrid, Model, ReferencePlayer};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use study::assess::{Assessor, PlayerRole, Record, Records, Settings};
use study::pgn::{Game, Played};
use value::{ChoiceSource, Metric};

/// The papers' two positions, the deepest of KQKR.
const KQKR: [&str; 2] = ["K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1", "2KQ4/8/8/8/2r5/2k5/8/8 w - - 0 1"];

/// A game of reference players, at most so many moves by each, or until the men change.
fn game(tables: &Tables, fen: &str, players: [f64; 2], moves: usize, rng: &mut ChaCha8Rng) -> Game {
    let start = Position::from_fen(fen).unwrap();
    let players = players.map(|c| ReferencePlayer::new(Competence::new(c).unwrap()));
    let mut game = Game::new(Board::from(start.clone()));
    game.tags = [("White", "white"), ("Black", "black")]
        .map(|(tag, name)| (tag.to_owned(), name.to_owned()))
        .to_vec();
    let mut at = start.clone();
    while game.moves.len() < 2 * moves && at.material() == start.material() {
        let choices = tables.choices(&at).unwrap();
        if choices.is_empty() {
            break;
        }
        let player = &players[at.turn().fold_wb(0, 1)];
        let chosen = player.choose(&choices, rng);
        let play = choices[chosen].play;
        game.moves.push(Played::new(play));
        at = at.after(play);
    }
    game
}

/// What an Analyser thinks of one colour after these games.
fn record(tables: &Tables, games: &[Game], color: Color, side: PlayerRole) -> Record {
    let settings = Settings::new(Model::papers(), Belief::uniform(CompetenceGrid::default()));
    let assessor = Assessor::new(tables, &settings);
    let mut records = Records::of_at_most(usize::MAX);
    for game in games {
        records.add(game, &assessor.assess(Path::new("made up"), game).unwrap());
    }
    let name = color.fold_wb("white", "black");
    let found = records.players.into_iter().find(|(n, r)| n == name && r.side == side);
    found.unwrap().1
}

/// Within three standard deviations of the belief, which is narrow.
#[track_caller]
fn finds(record: &Record, c: f64) {
    let (mean, sd) = (record.belief.mean(), record.belief.sd());
    assert!((mean - c).abs() < 3.0 * sd, "{mean} (sd {sd}) is not {c}");
    assert!(sd < 2.5, "the belief is wide: {sd}");
}

#[test]
fn attackers_and_defenders_are_found() {
    let tables = Tables::new(Metric::Dtc);
    let mut rng = ChaCha8Rng::seed_from_u64(2003);
    for (c, d) in [(5.0, 20.0), (20.0, 5.0), (12.0, 12.0)] {
        let games: Vec<Game> =
            (0..20).map(|n| game(&tables, KQKR[n % 2], [c, d], 80, &mut rng)).collect();
        finds(&record(&tables, &games, Color::White, PlayerRole::Attacker), c);
        finds(&record(&tables, &games, Color::Black, PlayerRole::Defender), d);
    }
}

#[test]
fn so_are_those_of_another_endgame() {
    let tables = Tables::new(Metric::Dtc);
    let mut rng = ChaCha8Rng::seed_from_u64(2005);
    let starts = ["8/8/8/8/8/2k5/8/KR5n w - - 0 1", "6n1/8/8/3k4/8/8/1R6/K7 w - - 0 1"];
    let games: Vec<Game> =
        (0..40).map(|n| game(&tables, starts[n % 2], [15.0, 10.0], 60, &mut rng)).collect();
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    assert!(moves > 400, "too few moves to tell: {moves}");
    let settings = Settings::new(Model::papers(), Belief::uniform(CompetenceGrid::default()));
    let assessor = Assessor::new(&tables, &settings);
    let mut belief = settings.prior.clone();
    for game in &games {
        let assessment = assessor.assess(Path::new("made up"), game).unwrap();
        for (_, record) in assessment.records.iter().filter(|(color, _)| *color == Color::White) {
            assert!(belief.merge(&record.belief));
        }
    }
    assert!((belief.mean() - 15.0).abs() < 3.0 * belief.sd(), "{} {}", belief.mean(), belief.sd());
}

/// Competences drawn from the prior, 15 moves seen of each: the interval that should hold the
/// truth nine times in ten does so. Of 2,000 trials 1,800 are expected with a standard deviation of
/// 13.4; four of those are allowed, which chance alone exceeds once in 15,000.
#[test]
fn nine_intervals_in_ten_hold_the_truth() {
    let tables = Tables::new(Metric::Dtc);
    let mut rng = ChaCha8Rng::seed_from_u64(90);
    let held = (0..2000)
        .filter(|n| {
            let c = f64::from(rng.random_range(0..=50));
            let made = game(&tables, KQKR[n % 2], [c, f64::INFINITY], 15, &mut rng);
            let record = record(&tables, &[made], Color::White, PlayerRole::Attacker);
            let (low, high) = record.belief.interval(0.9);
            // Each value of the grid stands for the cell around it.
            let at = rng.random_range(-0.5..0.5) + c;
            low <= at.clamp(0.0, 50.0) && at.clamp(0.0, 50.0) <= high
        })
        .count();
    assert!((1747..=1853).contains(&held), "{held} of 2,000");
}
