//! Agents through captures and promotions, against arithmetic that shares nothing with them.

#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::agents::predator::curves::Curve;
use player::agents::predator::{Aim, Candidates, Predator};
use player::agents::{Analyser, Turn};
use player::simulate::Rules;
use player::{Belief, Competence, CompetenceGrid, Concede, Model, MoveFilter, PowerLaw};
use study::game::DrawRules;
use study::matches::Match;
use value::{ChoiceSource, Depth, Metric, Outcome, Plies};

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(Metric::Dtc));

/// Positions whose moves change the men: captures by either side, promotions, recaptures that leave
/// bare kings, Black to move, men of both colours winning.
const FENS: [&str; 12] = [
    "8/8/3k4/8/2q5/1P1K4/8/8 w - - 0 1",
    "8/8/8/8/8/8/1k1K4/1q5R w - - 0 1",
    "8/8/3k4/8/2p5/1P1K4/8/8 w - - 0 1",
    "8/8/8/8/kb3R2/8/2K5/8 w - - 0 1",
    "8/8/8/8/KB3r2/8/2k5/8 b - - 0 1",
    "8/2P5/8/1k6/8/8/2r5/K7 w - - 0 1",
    "8/1P6/k7/8/2K5/8/8/8 b - - 0 1",
    "8/8/8/8/8/k1n5/2R5/K7 b - - 0 1",
    "8/P7/8/8/8/2k5/p7/1K6 w - - 0 1",
    "6k1/8/5Q2/6r1/8/8/8/K7 b - - 0 1",
    "8/8/8/3q4/4K3/8/1k6/7R w - - 0 1",
    "8/8/8/8/3k4/3p4/3P4/3K4 w - - 0 1",
];

fn model(concede: Concede) -> Model {
    Model::new(PowerLaw::default(), MoveFilter { concede, ..MoveFilter::default() })
}

/// How likely `R_c` (kappa 1) is to make each move of a position, from the formulas of Haworth 2003,
/// section 6, with the depths of the endgame on the board.
fn odds(at: &Position, c: f64, concede: Concede) -> Vec<(Outcome, f64)> {
    let values: Vec<Outcome> =
        at.legal_moves().into_iter().map(|play| TABLES.choice_value(at, play).unwrap()).collect();
    let extent = TABLES.extent_of(&at.material(), at.turn()).unwrap();
    let draw_as_win = f64::from(extent.deepest_win.0) + 1.0;
    let draw_as_loss = f64::from(extent.deepest_loss.0) + 1.0;
    let best = values.iter().map(|value| value.sign()).max().unwrap_or(0);
    let preference = |value: Outcome| {
        let kept = match concede {
            Concede::Anything => true,
            Concede::Never => value.sign() == best,
            Concede::Draws => best <= 0 || value.sign() > 0,
        };
        let base = match value {
            Outcome::Win(Depth(d)) => f64::from(d) + 1.0,
            Outcome::Draw => draw_as_win + 1.0,
            Outcome::Loss(Depth(d)) => {
                (draw_as_win + 1.0) * (draw_as_loss + 1.0) / (f64::from(d) + 1.0)
            }
        };
        if kept { base.powf(-c) } else { 0.0 }
    };
    let total: f64 = values.iter().map(|&value| preference(value)).sum();
    values.into_iter().map(|value| (value, preference(value) / total)).collect()
}

/// The expected value for the mover after a move and the reply of `R_c`.
fn expected_value(at: &Position, play: endgame::rules::Move, c: f64, concede: Concede) -> f64 {
    let value = TABLES.choice_value(at, play).unwrap();
    let replies = odds(&at.after(play), c, concede);
    if replies.is_empty() || value.depth() == Some(Depth(0)) {
        return f64::from(value.sign());
    }
    replies.into_iter().map(|(outcome, p)| -f64::from(outcome.sign()) * p).sum()
}

fn turn<T>(at: &Position, then: impl FnOnce(&Turn<'_, Tables>) -> T) -> T {
    let choices = TABLES.choices(at).unwrap();
    then(&Turn::new(&*TABLES, at, &choices))
}

fn predator(c: f64, concede: Concede) -> Predator {
    let analyser = Analyser { model: model(concede), belief: Belief::certain(c).unwrap() };
    let (candidates, plies) = (Candidates::All, Some(Plies(2)));
    Predator { candidates, plies, aim: Aim::Score, ..Predator::new(analyser) }
}

#[test]
fn a_predator_judges_replies_by_the_endgame_then_on_the_board() {
    for fen in FENS {
        let at = Position::from_fen(fen).unwrap();
        for (c, concede) in [
            (0.5, Concede::Anything),
            (5.0, Concede::Anything),
            (5.0, Concede::Draws),
            (20.0, Concede::Draws),
            (20.0, Concede::Never),
        ] {
            turn(&at, |turn| {
                let advice = predator(c, concede).advise(turn).unwrap();
                let all: Vec<usize> = (0..turn.choices.len()).collect();
                let curves = Curve::of(&model(concede), turn, &all).unwrap();
                assert_eq!(advice.options.len(), all.len());
                for (option, curve) in advice.options.iter().zip(&curves) {
                    let play = turn.choices[option.choice].play;
                    let plain = expected_value(&at, play, c, concede);
                    let curve = curve.at(Competence::new(c).unwrap());
                    let san = at.san(play);
                    for found in [option.expectation, curve] {
                        let gap = (found.value - plain).abs();
                        assert!(gap < 1e-12, "{fen} {san} c {c} {concede}: {found:?} {plain}");
                    }
                }
            });
        }
    }
}

/// A predator who learns averages over what it believes.
#[test]
fn a_belief_is_an_average_of_competences() {
    let at = Position::from_fen(FENS[2]).unwrap();
    let grid: CompetenceGrid = "0(5)30".parse().unwrap();
    let analyser = Analyser { model: model(Concede::Draws), belief: Belief::uniform(grid) };
    let learner = Predator { plies: Some(Plies(2)), ..Predator::new(analyser) };
    turn(&at, |turn| {
        for option in learner.advise(turn).unwrap().options {
            let play = turn.choices[option.choice].play;
            let values =
                grid.competences().map(|c| expected_value(&at, play, c.get(), Concede::Draws));
            let plain = values.sum::<f64>() / grid.len() as f64;
            assert!((option.expectation.value - plain).abs() < 1e-12, "{}", at.san(play));
        }
    });
}

/// Bare kings and a drawn fight are worth the same to the tables, not to a predator.
#[test]
fn a_predator_keeps_a_draw_alive() {
    let starts = [
        ("8/8/8/8/kb3R2/8/2K5/8 w - - 0 1", "Rxb4+"),
        ("8/8/8/8/1k6/2n5/2R5/K7 w - - 0 1", "Rxc3"),
        ("8/8/8/8/1kn5/8/8/2R3K1 w - - 0 1", "Rxc4+"),
        ("8/2k5/8/8/3r4/3B4/3K4/8 b - - 0 1", "Rxd3+"),
        ("8/3k4/3b4/8/8/8/3R4/3K4 w - - 0 1", "Rxd6+"),
    ];
    for (fen, dead) in starts {
        let at = Position::from_fen(fen).unwrap();
        assert!(at.legal_moves().into_iter().any(|play| at.san(play) == dead), "{fen}");
        for belief in ["0", "2", "5", "20", "1000", "uniform"] {
            for plies in ["", ",plies=2", ",plies=4"] {
                let words = format!("predator:{belief}{plies}");
                let analyser = Analyser {
                    model: Model::papers(),
                    belief: player::spec::parse_belief(belief, CompetenceGrid::default()).unwrap(),
                };
                let plies = plies.strip_prefix(",plies=").map(|n| Plies(n.parse().unwrap()));
                let hunter = Predator { plies, ..Predator::new(analyser) };
                turn(&at, |turn| {
                    let advice = hunter.advise(turn).unwrap();
                    for best in advice.best() {
                        let san = at.san(turn.choices[advice.options[best].choice].play);
                        assert_ne!(san, dead, "{words} in {fen}");
                    }
                });
            }
        }
    }
}

/// It then wins where moves without a plan do not.
#[test]
fn a_predator_wins_drawn_positions() {
    let won = |white: &str| {
        let contest = Match {
            agents: [white.parse().unwrap(), "player:5".parse().unwrap()],
            starts: vec![Position::from_fen("8/8/8/8/kb3R2/8/2K5/8 w - - 0 1").unwrap()],
            games: 100,
            seed: 3,
            rules: Rules { move_limit: 200, stop_at_goal: true },
            draws: DrawRules { fifty_moves: true, ..DrawRules::NONE },
            model: Model::papers(),
            prior: Belief::uniform(CompetenceGrid::default()),
            move_prior: None,
        };
        let games = contest.play(&TABLES, &AtomicBool::new(false), || ()).unwrap();
        games.iter().filter(|game| game.winner() == Some(Color::White)).count()
    };
    let (hunting, aimless) = (won("predator:5,plies=2"), won("infallible"));
    assert!(hunting > 30 && hunting > 5 * aimless, "{hunting} {aimless}");
}

/// The sample is of the endgame asked for, drawn, and the same every time.
#[test]
fn a_sample_of_draws_is_drawn() {
    for (fen, least) in
        [("8/8/8/8/kb3R2/8/2K5/8 w - - 0 1", 1_000), ("8/8/8/4k3/2p5/1P6/4K3/8 b - - 0 1", 500)]
    {
        let at = Position::from_fen(fen).unwrap();
        let sample_of = |tables: &Tables, at: &Position| {
            tables.drawn_sample(at).unwrap().expect("a win is possible")
        };
        let sample = sample_of(&TABLES, &at);
        assert!(sample.len() > least, "{}", sample.len());
        for position in &sample {
            assert_eq!(position.material(), at.material());
            assert_ne!(position.turn(), at.turn());
            assert_eq!(TABLES.outcome(position).unwrap(), Outcome::Draw);
        }
        let fens = |positions: &[Position]| positions.iter().map(|p| p.fen()).collect::<Vec<_>>();
        assert_eq!(fens(&sample_of(&TABLES, &at)), fens(&sample));
        // The other colour has the same sample, and so the same chances.
        let exchanged = sample_of(&TABLES, &at.colours_exchanged());
        let back: Vec<Position> = exchanged.iter().map(Position::colours_exchanged).collect();
        assert_eq!(fens(&back), fens(&sample));
        let fresh = Tables::new(Metric::Dtc);
        assert_eq!(fens(&sample_of(&fresh, &at)), fens(&sample));
    }
}

/// The chance that `R_c` turns a draw of an endgame into a loss within fifty moves, if we can win it at
/// all, from the sample of its drawn positions.
fn still_loses(at: &Position, c: f64, concede: Concede) -> Option<f64> {
    let ours = TABLES.extent_of(&at.material(), at.turn()).unwrap();
    if ours.deepest_win == Depth(0) {
        return None;
    }
    let sample = TABLES.drawn_positions(&at.material(), at.turn().other()).unwrap();
    let errs = |position: &Position| -> f64 {
        odds(position, c, concede)
            .iter()
            .filter(|(value, _)| value.sign() < 0)
            .map(|(_, p)| p)
            .sum()
    };
    let moving = || sample.iter().filter(|position| !position.legal_moves().is_empty());
    let rate = moving().map(errs).sum::<f64>() / moving().count().max(1) as f64;
    Some(1.0 - (1.0 - rate).powi(50))
}

/// The score of a drawing move, from its definition in `docs/conventions.md`.
fn score(at: &Position, play: endgame::rules::Move, c: f64, concede: Concede) -> f64 {
    let next = at.after(play);
    let (mut score, mut alive) = (0.0, false);
    for ((value, p), reply) in odds(&next, c, concede).into_iter().zip(next.legal_moves()) {
        score += p * match value {
            Outcome::Draw => {
                let chance = still_loses(&next.after(reply), c, concede);
                alive |= chance.is_some() && p > 0.0;
                chance.unwrap_or(0.0)
            }
            _ => -f64::from(value.sign()),
        };
    }
    if alive { score } else { score.min(0.0) }
}

#[test]
fn a_draw_counts_as_the_chance_that_it_is_still_lost() {
    for fen in FENS {
        let at = Position::from_fen(fen).unwrap();
        for (c, concede) in [(0.0, Concede::Draws), (3.0, Concede::Anything), (8.0, Concede::Draws)]
        {
            turn(&at, |turn| {
                let advice = predator(c, concede).advise(turn).unwrap();
                for option in advice.options.iter().filter(|option| option.value == Outcome::Draw) {
                    let play = turn.choices[option.choice].play;
                    let plain = score(&at, play, c, concede);
                    let found = option.expectation.score;
                    let san = at.san(play);
                    assert!((found - plain).abs() < 1e-9, "{fen} {san} c {c}: {found} {plain}");
                }
            });
        }
    }
}
