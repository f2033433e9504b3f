//! How much an endgame is like a random game, ready to be told.

use std::sync::Arc;

use endgame::game_graph::{BySlice, GameGraph, Half, Kings, Pairs, SliceError};
use endgame::jansen::{self, JansenError};
use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::Color;
use endgame::successors::{Successors, WalkError};
use endgame::survey::bottleneck;
use endgame::tables::{Tables, TablesError};
use graph::branching::NoBranching;
use plot::{Plot, Scale, Series};

use super::RandomGameError;
use super::endgame_fit::{EndgameFit, Law};
use super::sample::estimate;
use crate::schema;
use crate::schema::randomness::{FitDepth, FitSide, RandomGamesScore, Randomness, ZugzwangCount};

/// What to compare with the theory, and how.
#[derive(Clone, Copy, Debug)]
pub struct RandomnessQuestion {
    /// The endgame, in any colours.
    pub material: Material,
    /// Who wants to win, in those colours.
    pub attacker: Color,
    /// Whether the game ends with mate.
    pub kings: Kings,
    /// What the theory knows of the numbers of moves.
    pub law: Law,
    /// How the endgame is cut into parts; none for the whole.
    pub by: Option<BySlice>,
    /// Random games made to see what chance alone misplaces.
    pub games: u64,
    /// Their seed.
    pub seed: u64,
}

/// A part of an endgame: its name, none for the whole; the theory fitted to it; and its zugzwangs, if they were counted.
pub type FittedPart = (Option<String>, EndgameFit, Option<Pairs>);

/// Why an endgame was not compared.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum RandomnessError {
    #[error(transparent)]
    Tables(#[from] TablesError),
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error(transparent)]
    Slice(#[from] SliceError),
    #[error(transparent)]
    Jansen(#[from] JansenError),
    #[error(transparent)]
    RandomGame(#[from] RandomGameError),
    #[error(
        "where kings are taken an endgame is compared as a whole: leave the parts out, or let the game end with mate"
    )]
    PartsOfTaken,
    #[error("{0} cannot be compared: no position has a move that stays in it ({1})")]
    NoMoves(Material, NoBranching),
}

/// The most positions of each side in the random games made.
const LARGEST_GAME: u32 = 20_000;

impl RandomnessQuestion {
    /// An endgame as a whole, by the rules of chess, White being the attacker; ten random games beside it.
    pub fn new(material: Material) -> RandomnessQuestion {
        RandomnessQuestion {
            material,
            attacker: Color::White,
            kings: Kings::Mated,
            law: Law::Counted,
            by: None,
            games: 10,
            seed: 1,
        }
    }

    /// Counts the endgame and fits the theory to it: the parts with their names.
    pub fn fits(
        &self,
        tables: &Tables,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<FittedPart>, RandomnessError> {
        let attacker = self.material.table_color(self.attacker);
        let mut graphs: Vec<(Option<String>, GameGraph, Option<Pairs>)> = Vec::new();
        match (self.kings, self.by) {
            (Kings::Taken, Some(_)) => return Err(RandomnessError::PartsOfTaken),
            (Kings::Taken, None) => {
                let table = Arc::new(jansen::solve(tables, &self.material, monitor)?);
                let successors = Successors::over(tables, table, monitor)?;
                let graph = GameGraph::of(&successors, attacker, self.kings, monitor)?;
                graphs.push((None, graph, None));
            }
            (Kings::Mated, None) => {
                let successors = Successors::of(tables, &self.material, monitor)?;
                let graph = GameGraph::of(&successors, attacker, self.kings, monitor)?;
                graphs.push((None, graph, Some(Pairs::of(successors.table(), attacker))));
            }
            (Kings::Mated, Some(by)) => {
                let successors = Successors::of(tables, &self.material, monitor)?;
                for (slice, graph) in GameGraph::by_slice(&successors, attacker, by, monitor)? {
                    graphs.push((Some(slice.to_string()), graph, None));
                }
            }
        }
        let fit = |(name, graph, pairs)| {
            let fit = EndgameFit::new(graph, self.law)
                .map_err(|error| RandomnessError::NoMoves(self.material, error))?;
            Ok((name, fit, pairs))
        };
        graphs.into_iter().map(fit).collect()
    }

    /// Counts the endgame, fits the theory to it, and says how they compare.
    pub fn answer(
        &self,
        tables: &Tables,
        monitor: &Monitor<'_>,
    ) -> Result<Randomness, RandomnessError> {
        let fits = self.fits(tables, monitor)?;
        let told = |(name, fit, pairs): FittedPart| {
            let scores = fit.random_games(LARGEST_GAME, (self.games, self.seed))?;
            let scores: Vec<f64> = scores.iter().map(|one| one.mean()).collect();
            let random_games = (self.games > 0).then(|| RandomGamesScore {
                games: self.games,
                positions: fit.parameters(LARGEST_GAME).white,
                misplaced: estimate(&scores),
            });
            let zugzwangs = pairs.map(|pairs| zugzwangs(&fit, &pairs));
            Ok(tell(name, &fit, random_games, zugzwangs))
        };
        Ok(Randomness {
            material: self.material.to_string(),
            metric: tables.metric().word().into(),
            attacker: self.attacker.into(),
            kings: match self.kings {
                Kings::Mated => "mated".into(),
                Kings::Taken => "taken".into(),
            },
            moves: match self.law {
                Law::Counted => "counted".into(),
                Law::Mean => "mean".into(),
                Law::Fitted => "fitted".into(),
            },
            parts: fits.into_iter().map(told).collect::<Result<_, RandomnessError>>()?,
        })
    }
}

/// The zugzwangs of an endgame beside those of random games.
pub fn zugzwangs(fit: &EndgameFit, pairs: &Pairs) -> ZugzwangCount {
    let placements = pairs.placements;
    let expected = placements as f64 * super::theory::zugzwang_share(&fit.within);
    ZugzwangCount { placements, found: pairs.zugzwangs, by_chance: pairs.by_chance(), expected }
}

fn tell(
    part: Option<String>,
    fit: &EndgameFit,
    random_games: Option<RandomGamesScore>,
    zugzwangs: Option<ZugzwangCount>,
) -> schema::randomness::EndgameFit {
    let graph = &fit.graph;
    let misplaced = fit.misplaced();
    let threshold = fit.theory.threshold();
    let [class, class_expected] = fit.classes().map(graph::random::Class::name);
    let [narrow, narrow_expected] =
        fit.losses().map(|losses| bottleneck(&losses).map(|found| found.narrowest.0));
    let [deepest, deepest_expected] = fit.deepest();
    let attacker = fit.attacker_by_depth();
    let defender = fit.defender_by_depth();
    let count = |half: &Half, share: f64| share * half.positions() as f64;
    let expected = |list: &[(f64, f64)], depth: usize| list.get(depth).map_or(0.0, |at| at.1);
    let depths = (0..attacker.len().max(defender.len())).map(|depth| FitDepth {
        depth,
        attacker_won: graph.attacker.decided.get(depth),
        attacker_expected: count(&graph.attacker, expected(&attacker, depth)),
        defender_lost: graph.defender.decided.get(depth),
        defender_expected: count(&graph.defender, expected(&defender, depth)),
    });
    // Beyond the last depth of both nothing is left to tell.
    let last = |at: &FitDepth| {
        at.attacker_won + at.defender_lost > 0
            || at.attacker_expected.max(at.defender_expected) >= 0.5
    };
    let mut depths: Vec<FitDepth> = depths.collect();
    depths.truncate(depths.iter().rposition(last).map_or(0, |last| last + 1));
    schema::randomness::EndgameFit {
        part,
        attacker: side(
            &graph.attacker,
            fit.theory.white_branching.mean(),
            fit.in_the_end[0],
            misplaced.attacker,
        ),
        defender: side(
            &graph.defender,
            fit.theory.black_branching.mean(),
            fit.in_the_end[1],
            misplaced.defender,
        ),
        threshold: threshold.map(|threshold| threshold.alpha),
        critical_mass: threshold.map(|threshold| threshold.critical_mass),
        interesting_from: fit.interesting_from(),
        class,
        class_expected,
        bottleneck: narrow,
        bottleneck_expected: narrow_expected,
        deepest,
        deepest_expected,
        misplaced: misplaced.mean(),
        foreseen: fit.foreseen(),
        random_games,
        zugzwangs,
        depths,
    }
}

fn side(half: &Half, moves_expected: f64, decided_expected: f64, misplaced: f64) -> FitSide {
    let positions = half.positions();
    let share = |count: u64| if positions == 0 { 0.0 } else { count as f64 / positions as f64 };
    FitSide {
        positions,
        terminal: half.terminal,
        terminal_share: share(half.terminal),
        moves: half.staying.mean().unwrap_or(0.0),
        moves_expected,
        staying: half.staying.iter().collect(),
        decided: share(half.decided.total()),
        decided_expected,
        misplaced,
    }
}

/// A part's distributions, the table's and the theory's.
pub fn plot(told: &Randomness, part: &schema::randomness::EndgameFit) -> Plot {
    let line = |name: &str, of: fn(&FitDepth) -> f64| Series {
        name: name.to_owned(),
        points: part
            .depths
            .iter()
            .filter(|at| of(at) >= 0.5)
            .map(|at| (at.depth as f64, of(at)))
            .collect(),
    };
    let name = match &part.part {
        Some(part) => format!("{}, {part}", told.material),
        None => told.material.clone(),
    };
    let mut plot = Plot::new(
        format!("{name} beside the theory of random games"),
        format!(
            "the table; dashed: random games of its size; {:.1} % misplaced",
            100.0 * part.misplaced
        ),
        ["depth in the attacker's moves", "positions"],
        vec![
            line("attacker to move, won", |at| at.attacker_won as f64),
            line("defender to move, lost", |at| at.defender_lost as f64),
        ],
    );
    plot.guides = vec![
        line("attacker to move, expected", |at| at.attacker_expected),
        line("defender to move, expected", |at| at.defender_expected),
    ];
    plot.up_scale = Scale::Log;
    plot
}
