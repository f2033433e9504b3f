//! Section 2, with games: `E_p(c)` plays whole games against itself, and is looked for in its own moves.

use corpus::evaluate::ReferenceEngine;
use corpus::evaluate::reference_engine::OWN;
use corpus::{Estimate, Family, Link, Sample};
use engine::evaluator::{Evaluator, Limits};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use study::game::GameRecord;
use value::Plies;

use super::data;
use crate::{ExperimentError, Lab, Report};

/// Decisions of one player.
const DECISIONS: usize = 80;
/// Half-moves of a game.
const LONGEST: usize = 80;
/// A game in which one side is so many pawns ahead says nothing new.
const DECIDED: f64 = 15.0;
/// Competences that are played.
const COMPETENCES: [f64; 3] = [3.0, 6.0, 10.0];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "If P is E_p(c), the profile of P tends to c (section 2): here E_p(c) plays games of its own, with an engine and with our own searcher, and every position is one that it came to itself.",
        "engine | depth | c | players | decisions each | mean of the profiles | sd of them | mean sd stated | share of 95 % intervals that hold the truth",
    );
    let family = Family::of(Link::Haworth);
    let mut rng = ChaCha8Rng::seed_from_u64(2008);
    let (mut held, mut tried) = (0.0, 0.0);
    let mut engines = vec![lab.engine.as_str()];
    if lab.engine != OWN {
        engines.push(OWN);
    }
    for word in engines {
        let engine = ReferenceEngine::parse(word)?;
        let mut evaluator = engine.evaluator();
        let player = Player { family, depth: Plies(lab.at_scale(4, 2)) };
        for c in COMPETENCES {
            let found = player.found(lab, &mut *evaluator, c, &mut rng)?;
            let share = told(report, &engine, player.depth, c, &found);
            held += share * found.len() as f64;
            tried += found.len() as f64;
        }
    }
    report.compare("share of 95 % intervals that hold the truth", held / tried).error =
        (0.95 * 0.05 / tried).sqrt();
    report.note(&[
        "Both sides of a game are the same E_p(c) with Haworth's law, kappa 1, from the initial position, up to 80 half-moves or until somebody is 15 pawns ahead; a player is as many games as make 80 decisions. Forced moves are not counted.",
        "Unlike self-consistency, where the positions are those of people's games, nothing here was chosen by a person; and the scores are those by which the moves were made.",
    ]);
    Ok(())
}

/// `E_p(c)` but for the `c`.
struct Player {
    family: Family,
    depth: Plies,
}

impl Player {
    /// What the decisions of several players of this competence come to.
    fn found(
        &self,
        lab: &Lab<'_>,
        evaluator: &mut dyn Evaluator,
        c: f64,
        rng: &mut ChaCha8Rng,
    ) -> Result<Vec<Estimate>, ExperimentError> {
        let grid = self.family.default_grid();
        let mut found = Vec::new();
        for _ in 0..lab.games(60) {
            let mut sample = Sample::empty(self.family);
            while sample.len() < lab.at_scale(DECISIONS, 30) {
                lab.check()?;
                self.play(evaluator, c, &mut sample, rng)?;
            }
            found.push(Estimate::new(&sample, grid));
        }
        Ok(found)
    }

    /// A game, whose decisions join the sample.
    fn play(
        &self,
        evaluator: &mut dyn Evaluator,
        c: f64,
        sample: &mut Sample,
        rng: &mut ChaCha8Rng,
    ) -> Result<(), ExperimentError> {
        let mut game = GameRecord::default();
        let number = sample.games();
        while game.ply() < LONGEST && game.over().is_none() {
            let board = game.board();
            let moves = board.legal_moves();
            let scores = evaluator.evaluate(board, &moves, &Limits::plies(self.depth))?.scores;
            let best = scores.iter().copied().max().map_or(0.0, |best| best.pawns());
            if best.abs() > DECIDED {
                break;
            }
            let chosen = data::chosen(&self.family, &scores, c, rng);
            if moves.len() > 1 {
                sample.push(&self.family.costs(&scores), chosen, number);
            }
            game.push(moves[chosen]);
        }
        Ok(())
    }
}

/// A row, and the share of the intervals that hold the truth.
fn told(
    report: &mut Report,
    engine: &ReferenceEngine,
    depth: Plies,
    c: f64,
    found: &[Estimate],
) -> f64 {
    let n = found.len() as f64;
    let mean = |of: &dyn Fn(&Estimate) -> f64| found.iter().map(of).sum::<f64>() / n;
    let middle = mean(&Estimate::mean);
    let sd = mean(&|one| (one.mean() - middle).powi(2)).sqrt();
    let holds = |one: &Estimate| {
        let (low, high) = one.interval();
        f64::from(u8::from(low <= c && c <= high))
    };
    let (decisions, share) = (mean(&|one| one.decisions as f64), mean(&holds));
    report.grid.figures(
        &[&engine, &depth, &c, &found.len()],
        [decisions, middle, sd, mean(&Estimate::sd), share],
    );
    let name = format!("{engine}, c = {c}: mean of the profiles");
    report.compare(name, middle).error = sd / n.sqrt();
    share
}
