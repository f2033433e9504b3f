//! Competence from moves: intervals must hold the competence as often as they say.

use player::agents::Analyser;
use player::reference::Model;
use player::{Belief, Competence, CompetenceGrid, ReferencePlayer};
use rand::RngExt;
use rayon::prelude::*;
use study::random_games::contest::Start;
use study::random_games::{RandomGame, RandomGameError, game, generator};
use value::ChoiceSource;

use super::{Class, FOUR, TEN, TWO};
use crate::{ExperimentError, Lab, Report};

/// The greatest competence.
const GREATEST: f64 = 30.0;
/// Moves that each player makes.
const MOVES: usize = 60;
/// Bins of the ranks.
const BINS: usize = 10;

/// What is found of one player.
struct Found {
    /// Whether the intervals of 50 and 95 % hold the competence.
    held: [bool; 2],
    /// The share of the posterior below the competence.
    rank: f64,
}

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    let players = lab.at_scale(2_000usize, 200);
    for class in [TWO, FOUR, TEN] {
        lab.check()?;
        let found: Vec<Found> = (0..players)
            .into_par_iter()
            .map(|number| one(class, number as u64))
            .collect::<Result<_, ExperimentError>>()?;
        let mut bins = [0.0; BINS];
        for one in &found {
            bins[((one.rank * BINS as f64) as usize).min(BINS - 1)] += 1.0;
        }
        let expected = players as f64 / BINS as f64;
        let chi: f64 = bins.iter().map(|count| (count - expected).powi(2) / expected).sum();
        let words = format!("b = {}", class.branching);
        for (at, percent) in [50.0, 95.0].into_iter().enumerate() {
            let held = found.iter().filter(|one| one.held[at]).count();
            let share = 100.0 * held as f64 / players as f64;
            let error = (share * (100.0 - share) / players as f64).sqrt();
            let what = format!("percent of {percent} % intervals that hold c");
            put(report, class, &what, share, error);
            report.compare(format!("{words}: {what}"), share).error = error;
        }
        put(report, class, "chi-square of the ranks", chi, 18f64.sqrt());
        report.compare(format!("{words}: chi-square of the ranks, 9 expected"), chi);
    }
    Ok(())
}

fn put(report: &mut Report, class: Class, what: &str, value: f64, error: f64) {
    report.grid.figures(
        &[&"inference", &class.branching, &class.positions, &"0 to 30", &"player", &what],
        [value, error],
    );
}

/// One player in a random game of its own: its moves, and what an Analyser makes of them.
fn one(class: Class, number: u64) -> Result<Found, ExperimentError> {
    let mut rng = generator(17, number);
    let competence = rng.random_range(0.0..GREATEST);
    let player = ReferencePlayer::new(Competence::new(competence).expect("a number"));
    let grid: CompetenceGrid = "0(0.5)30".parse().expect("a grid");
    let mut analyser = Analyser { model: Model::papers(), belief: Belief::uniform(grid) };
    let game = game(&class.parameters(), 18, number).map_err(RandomGameError::from)?;
    let starts = Start::Deepest.positions(&game);
    let mut made = 0;
    while made < MOVES {
        let mut at = starts[rng.random_range(0..starts.len())];
        while made < MOVES && !over(&game, at)? {
            let choices = game.choices(&at)?;
            let played = player.choose(&choices, &mut rng);
            analyser.observe(&choices, played);
            made += 1;
            at = choices[played].play;
            let replies = game.choices(&at)?;
            if replies.is_empty() {
                break;
            }
            let best = replies.optimal();
            at = replies[best[rng.random_range(0..best.len())]].play;
        }
    }
    let belief = &analyser.belief;
    let held = [0.5, 0.95].map(|mass| {
        let (low, high) = belief.interval(mass);
        (low..=high).contains(&competence)
    });
    let step = 0.5;
    let below: f64 = grid
        .competences()
        .zip(belief.probabilities())
        // Each value of the grid stands for the cell around it.
        .map(|(c, p)| p * ((competence - c.get()) / step + 0.5).clamp(0.0, 1.0))
        .sum();
    Ok(Found { held, rank: below })
}

fn over(game: &RandomGame, at: graph::Node) -> Result<bool, ExperimentError> {
    Ok(game.choices(&at)?.is_empty())
}
