//! The 50-move rule from a position whose clock has begun, against plain code with the clock in the
//! state: every half-move counted one by one.

#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::collections::HashMap;

use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::successors::Successors;
use endgame::tables::Tables;
use player::reference::{Model, ReferencePlayer};
use player::{Belief, Competence, CompetenceGrid};
use study::exact::Ties;
use study::markov::Chain;
use study::prediction::{PositionPredictor, Question, attacker_at};
use study::schema::Prediction;
use value::{Choice, ChoiceSource, Depth, Metric, Outcome};

fn competence(c: f64) -> Competence {
    Competence::new(c).unwrap()
}

fn question(attacker: Vec<(Competence, f64)>, defender: Competence) -> Question {
    Question {
        model: Model::papers(),
        attacker,
        defender,
        ties: Ties::Uniform,
        count: Count::Boards,
        moves: vec![5],
        most_men: 4,
        budget: 1 << 30,
    }
}

/// The exact answer for a position, and whether the win comes in time with best play.
fn ours(tables: &Tables, fen: &str, question: &Question) -> (Prediction, Option<bool>) {
    let position = Position::from_fen(fen).unwrap();
    let value = tables.fresh_outcome(&position).unwrap();
    let (attacker, seat) = attacker_at(&position, value);
    let material = position.material();
    let successors = Successors::of(tables, &material, &Monitor::NONE).unwrap();
    let chain = Chain::wins(&successors, material.table_color(attacker)).unwrap();
    let found = PositionPredictor::new(chain, question, &position, (seat, value), &Monitor::NONE);
    let predictor = found.unwrap().unwrap();
    let (exact, followed) = predictor.exactly(&Monitor::NONE).unwrap();
    assert_eq!(followed.note, None);
    (exact.unwrap().0, predictor.clock.unwrap().in_time)
}

/// The chance that the game is won by the last of so many half-moves.
struct Plain<'t> {
    tables: &'t Tables,
    attacker: Color,
    players: [ReferencePlayer; 2],
    known: HashMap<(String, u32), f64>,
}

impl Plain<'_> {
    fn won(&mut self, position: &Position, left: u32) -> f64 {
        if left == 0 {
            return 0.0;
        }
        // The FEN without its counters.
        let fen = position.fen();
        let key = (fen.split(' ').take(4).collect::<Vec<_>>().join(" "), left);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let choices = self.tables.choices(position).unwrap();
        let own = position.turn() == self.attacker;
        let player = &self.players[usize::from(!own)];
        let chances = player.prospect(&choices).move_probabilities().to_vec();
        let mut sum = 0.0;
        for (Choice { play, value, .. }, p) in choices.iter().zip(chances).filter(|(_, p)| *p > 0.0)
        {
            sum += p * match value {
                Outcome::Win(Depth(0)) => f64::from(u8::from(own)),
                Outcome::Loss(Depth(0)) => f64::from(u8::from(!own)),
                _ => self.won(&position.after(*play), left - 1),
            };
        }
        self.known.insert(key, sum);
        sum
    }
}

fn plainly(tables: &Tables, fen: &str, pair: (f64, Competence)) -> f64 {
    // The players go by depth alone: theirs is a fresh clock.
    let position = Position::from_fen(fen).unwrap();
    let left = 100 - position.halfmove_clock();
    let board: Vec<&str> = fen.split(' ').take(4).collect();
    let position = Position::from_fen(&board.join(" ")).unwrap();
    let (attacker, _) = attacker_at(&position, tables.outcome(&position).unwrap());
    let player = |competence| ReferencePlayer { competence, model: Model::papers() };
    let players = [player(competence(pair.0)), player(pair.1)];
    Plain { tables, attacker, players, known: HashMap::new() }.won(&position, left)
}

#[test]
fn half_moves_are_counted_one_by_one() {
    let rook = "8/8/8/8/8/2K5/7R/1k6";
    let black = "1K6/7r/2k5/8/8/8/8/8";
    let pawn = "8/1P6/8/8/3k4/8/8/3K4";
    let infallible = Competence::INFALLIBLE;
    let cases: [(Metric, &str, &str, u32, f64, Competence); 9] = [
        (Metric::Dtc, rook, "w", 90, 10.0, infallible),
        (Metric::Dtc, rook, "w", 91, 10.0, competence(2.0)),
        (Metric::Dtc, rook, "b", 90, 10.0, competence(2.0)),
        (Metric::Dtc, rook, "b", 91, 10.0, infallible),
        (Metric::Dtc, black, "b", 91, 3.0, competence(0.0)),
        (Metric::Dtz50, pawn, "w", 97, 1.0, competence(1.0)),
        (Metric::Dtz50, pawn, "b", 98, 1.0, competence(1.0)),
        (Metric::Dtz, pawn, "w", 99, 2.0, infallible),
        (Metric::Dtz50, rook, "b", 99, 20.0, competence(5.0)),
    ];
    for (metric, board, turn, clock, c, opponent) in cases {
        let tables = Tables::new(metric);
        let fen = format!("{board} {turn} - - {clock} 90");
        let asked = question(vec![(competence(c), 1.0)], opponent);
        let (ours, _) = ours(&tables, &fen, &asked);
        let plain = plainly(&tables, &fen, (c, opponent));
        let told = ours.in_time.unwrap();
        assert!(plain > 0.0 && plain < 1.0 || clock > 96, "{fen}: {plain}");
        assert!((told - plain).abs() < 1e-9, "{metric} {fen}: {told} is not {plain}");
    }
}

/// A win in 14 takes 27 half-moves, White to move.
#[test]
fn best_play_is_in_time_or_not() {
    let tables = Tables::new(Metric::Dtc);
    let asked = question(vec![(Competence::INFALLIBLE, 1.0)], Competence::INFALLIBLE);
    let board = "8/8/8/3k4/8/8/8/R3K3";
    let position = Position::from_fen(&format!("{board} w")).unwrap();
    assert_eq!(tables.outcome(&position).unwrap(), Outcome::Win(Depth(14)));
    for (clock, in_time) in [(1, true), (73, true), (74, false), (100, false)] {
        let (exact, told) = ours(&tables, &format!("{board} w - - {clock} 90"), &asked);
        assert_eq!(told, Some(in_time), "{clock}");
        let chance = exact.in_time.unwrap();
        assert!((chance - f64::from(u8::from(in_time))).abs() < 1e-9, "{clock}: {chance}");
    }
}

/// A belief is a mixture: the mean of what each competence would do, which a player of the mean
/// competence would not.
#[test]
fn a_belief_predicts_the_mean_of_its_competences() {
    let tables = Tables::new(Metric::Dtc);
    let fen = "8/8/8/8/8/2K5/7R/1k6 w - - 90 90";
    let belief = Belief::with_prior(CompetenceGrid::new(5.0, 5.0, 15.0).unwrap(), &[1.0, 2.0, 1.0]);
    let known = player::agents::Predictor::new(&belief.unwrap()).competences();
    let both = ours(&tables, fen, &question(known.clone(), competence(3.0))).0;
    let (mut within, mut in_time, mut length, mut square) = (0.0, 0.0, 0.0, 0.0);
    for &(c, p) in &known {
        let one = ours(&tables, fen, &question(vec![(c, 1.0)], competence(3.0))).0;
        within += p * one.within["win_within_5"];
        in_time += p * one.in_time.unwrap();
        let (mean, deviation) = (one.expected_length.unwrap(), one.deviation.unwrap());
        length += p * mean;
        square += p * (deviation * deviation + mean * mean);
    }
    let plain: f64 =
        known.iter().map(|&(c, p)| p * plainly(&tables, fen, (c.get(), competence(3.0)))).sum();
    let close =
        |a: f64, b: f64| assert!((a - b).abs() <= 1e-9 * b.abs().max(1.0), "{a} is not {b}");
    close(both.within["win_within_5"], within);
    close(both.in_time.unwrap(), in_time);
    close(in_time, plain);
    close(both.expected_length.unwrap(), length);
    close(both.deviation.unwrap(), (square - length * length).sqrt());
    let middle = ours(&tables, fen, &question(vec![(competence(10.0), 1.0)], competence(3.0))).0;
    assert!((middle.expected_length.unwrap() / length - 1.0).abs() > 1e-3);
}
