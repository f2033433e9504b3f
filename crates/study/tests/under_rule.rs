//! Games under the 50-move rule against plain code with the clock in the state, and against games played.

#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::rules::{Color, DRAWN_AT, Position};
use endgame::tables::Tables;
use player::filter::{Concede, MoveFilter};
use player::preference::PowerLaw;
use player::reference::{Model, ReferencePlayer};
use player::simulate::Rules;
use player::{Belief, Competence, CompetenceGrid};
use study::exact::Ties;
use study::game::DrawRules;
use study::matches::Match;
use study::prediction::{Question, attacker_at};
use study::schema::RulePrediction;
use study::under_rule::{RuleError, under_rule};
use value::{ChoiceSource, Metric};

const INFINITE: f64 = f64::INFINITY;

fn question(concede: Concede, attacker: f64, defender: f64) -> Question {
    let [attacker, defender] = [attacker, defender].map(|c| Competence::new(c).unwrap());
    Question {
        model: Model::new(PowerLaw::default(), MoveFilter { concede, ..MoveFilter::default() }),
        attacker: vec![(attacker, 1.0)],
        defender,
        ties: Ties::Uniform,
        count: Count::Boards,
        moves: vec![1, 2, 4, 12],
        most_men: 4,
        budget: 2 << 30,
    }
}

fn ours(tables: &Tables, fen: &str, question: &Question) -> Result<RulePrediction, RuleError> {
    let position = Position::from_fen(fen).unwrap();
    let (attacker, _) = attacker_at(&position, tables.fresh_outcome(&position).unwrap());
    under_rule(tables, &position, attacker, question, &Monitor::NONE)
}

/// Won, drawn, lost, the length and its square; then won, drawn and lost within 0, 1, 2 ... moves.
type Figures = ([f64; 5], [Vec<f64>; 3]);

/// Every half-move played by the tables' own choices, which see the clock of a position.
struct Plain<'t> {
    tables: &'t Tables,
    attacker: Color,
    players: [ReferencePlayer; 2],
    known: HashMap<String, Figures>,
}

const MOVES: usize = 12;

impl Plain<'_> {
    fn over(end: usize) -> Figures {
        let mut figures = [0.0; 5];
        figures[end] = 1.0;
        (figures, std::array::from_fn(|one| vec![f64::from(u8::from(one == end)); MOVES + 1]))
    }

    fn follow(&mut self, position: &Position) -> Figures {
        let own = position.turn() == self.attacker;
        if position.is_checkmate() {
            return Plain::over(if own { 2 } else { 0 });
        }
        if position.ending().is_some() || position.halfmove_clock() == DRAWN_AT {
            return Plain::over(1);
        }
        // The number of the move says nothing.
        let fen = position.fen();
        let key = fen.split(' ').take(5).collect::<Vec<_>>().join(" ");
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let choices = self.tables.choices(position).unwrap();
        let player = &self.players[usize::from(!own)];
        let chances = player.prospect(&choices).move_probabilities().to_vec();
        let mut sum: Figures = ([0.0; 5], std::array::from_fn(|_| vec![0.0; MOVES + 1]));
        for (choice, p) in choices.iter().zip(chances).filter(|(_, p)| *p > 0.0) {
            let (after, within) = self.follow(&position.after(choice.play));
            let length = after[3];
            let counted = match own {
                true => [after[0], after[1], after[2], length + 1.0, after[4] + 2.0 * length + 1.0],
                false => after,
            };
            sum.0.iter_mut().zip(counted).for_each(|(sum, one)| *sum += p * one);
            for (sums, within) in sum.1.iter_mut().zip(within) {
                for moves in usize::from(own)..=MOVES {
                    sums[moves] += p * within[moves - usize::from(own)];
                }
            }
        }
        self.known.insert(key, sum.clone());
        sum
    }
}

#[test]
fn as_by_plain_code_that_counts_half_moves() {
    let tables = Tables::new(Metric::Dtz50);
    let (all, draws) = (Concede::Anything, Concede::Draws);
    let cases = [
        // Won in time or not, and the rook can be given away.
        ("8/8/8/8/8/2K5/7R/1k6 w - - 92 1", all, 8.0, 3.0),
        ("8/8/8/8/8/2K5/7R/1k6 b - - 93 1", all, 8.0, INFINITE),
        // Black the stronger, a win that may not be given away.
        ("1K6/7r/2k5/8/8/8/8/8 b - - 91 1", draws, 6.0, 2.0),
        // Promotion sets the clock back, and the game goes on.
        ("8/1P6/8/8/3k4/8/8/3K4 w - - 97 1", all, INFINITE, 2.0),
        // Drawn: the side to move is asked about.
        ("8/8/8/8/5k2/8/5p2/5K2 b - - 96 1", all, INFINITE, 1.0),
        // The win comes too late: a draw, as both players see it.
        ("8/8/8/8/8/2K5/7R/4k3 w - - 97 1", all, 5.0, 5.0),
    ];
    for (fen, concede, attacks, defends) in cases {
        let question = question(concede, attacks, defends);
        let ours = ours(&tables, fen, &question).unwrap();
        let position = Position::from_fen(fen).unwrap();
        let (attacker, _) = attacker_at(&position, tables.fresh_outcome(&position).unwrap());
        let player = |competence| ReferencePlayer { competence, model: question.model.clone() };
        let players = [player(question.attacker[0].0), player(question.defender)];
        let mut plain = Plain { tables: &tables, attacker, players, known: HashMap::new() };
        let (figures, within) = plain.follow(&position);
        assert!(plain.known.len() > 20, "{fen}: {} positions", plain.known.len());
        let deviation = (figures[4] - figures[3] * figures[3]).max(0.0).sqrt();
        let pairs = [
            (ours.won, figures[0]),
            (ours.drawn, figures[1]),
            (ours.lost, figures[2]),
            (ours.expected_length, figures[3]),
            (ours.deviation, deviation),
        ];
        for (ours, plain) in pairs {
            assert!((ours - plain).abs() < 1e-6, "{fen}: {ours} is not {plain}");
        }
        for (name, plain) in ["win", "draw", "lose"].into_iter().zip(within) {
            for moves in [1, 2, 4, 12] {
                let ours = ours.within[&format!("{name}_within_{moves}")];
                let plain = plain[moves];
                assert!((ours - plain).abs() < 1e-9, "{fen}, {name} {moves}: {ours} {plain}");
            }
        }
    }
}

/// Pawn moves, promotions and captures, both players fallible: as games go that are played.
#[test]
fn as_in_games_played() {
    compare_with_games("8/8/8/4k3/8/4K3/4P3/8 w - - 80 60");
}

/// A knight is taken, or mated with the rook, or forks it.
#[test]
#[ignore = "four men: half a minute"]
fn as_in_games_of_four_men() {
    compare_with_games("8/8/8/3k4/3n4/8/1R6/1K6 w - - 60 60");
}

/// The chance of a game to be won, and its length, beside games of `R_4` against `R_2`, who may give anything away.
fn compare_with_games(fen: &str) {
    let tables = Tables::new(Metric::Dtz50);
    let question = question(Concede::Anything, 4.0, 2.0);
    let ours = ours(&tables, fen, &question).unwrap();
    let games = Match {
        agents: ["player:4,concede=all", "player:2,concede=all"].map(|name| name.parse().unwrap()),
        starts: vec![Position::from_fen(fen).unwrap()],
        games: 600,
        seed: 50,
        rules: Rules { move_limit: 1_000, stop_at_goal: false },
        draws: DrawRules { fifty_moves: true, ..DrawRules::NONE },
        model: question.model.clone(),
        prior: Belief::uniform(CompetenceGrid::default()),
        move_prior: None,
    };
    let played = games.play(&tables, &AtomicBool::new(false), || ()).unwrap();
    let count = played.len() as f64;
    let won = played.iter().filter(|game| game.winner() == Some(Color::White)).count() as f64;
    let error = (ours.won * (1.0 - ours.won) / count).sqrt();
    assert!((won / count - ours.won).abs() < 3.0 * error, "{} {ours:?}", won / count);
    assert!(ours.won > 0.02 && ours.won < 0.98, "{ours:?}");
    let length: usize = played.iter().map(|game| game.record.moves_of(0)).sum();
    let apart = length as f64 / count - ours.expected_length;
    assert!(apart.abs() < 3.0 * ours.deviation / count.sqrt(), "{apart} {ours:?}");
}

#[test]
fn what_is_not_followed_is_said() {
    let rook = "8/8/8/8/8/2K5/7R/1k6 w - - 92 1";
    let plain = question(Concede::Draws, 8.0, INFINITE);
    let sentence = |tables: &Tables, fen: &str, question: &Question| {
        ours(tables, fen, question).unwrap_err().to_string()
    };
    let tables = Tables::new(Metric::Dtz50);
    let five = "8/8/8/3k4/8/4P3/3KP3/8 w - - 0 1";
    assert!(sentence(&tables, five, &plain).contains("three men"));
    let ties = Question { ties: Ties::Hardest, ..plain.clone() };
    assert!(sentence(&tables, rook, &ties).contains("--ties"));
    let small = Question { budget: 1 << 10, ..plain.clone() };
    assert!(sentence(&tables, rook, &small).contains("--memory"));
    assert!(sentence(&Tables::new(Metric::Dtz), rook, &plain).contains("--metric dtz50"));
}
