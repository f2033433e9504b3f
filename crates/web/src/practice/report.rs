//! What there is to learn from a practice game.

use endgame::rules::{Color, Position};
use player::quality::{DeepestWon, Endurance, Errors, GameSpace};
use player::spec::ModelWords;
use player::{Belief, CompetenceGrid};
use serde::Serialize;
use study::assess::quality::{Passage, passages};
use study::assess::{Assessment, MoveAssessment};
use study::schema;
use value::Metric;

use super::game::{Practice, Step};
use crate::history::observe;
use crate::response::OpponentAnswer;

/// How sure an interval is.
pub const MASS: f64 = 0.95;

/// Everything about one game.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Both players' mistakes.
    pub quality: BothQualities,
    /// How competent your moves look; none without a move that tells.
    pub competence: Option<CompetenceReport>,
    /// The reference players you are compared with.
    pub model: schema::Model,
    /// The competences thought possible: `0(1)50`.
    pub grid: String,
    /// The winner's move and the depth then, where the game was won for somebody.
    pub trajectory: Vec<(usize, Option<u16>)>,
    /// Where such a game can go within 50 moves.
    pub polygon: Vec<(f64, f64)>,
    /// Your worst move.
    pub turning_point: Option<TurningPoint>,
    /// Who it was; none while that is a secret.
    pub opponent: Option<OpponentAnswer>,
    /// Moves of the opponent that left you little choice.
    pub traps: Vec<Trap>,
}

/// Both players' mistakes.
#[derive(Clone, Debug, Serialize)]
pub struct BothQualities {
    /// Yours.
    pub you: QualityReport,
    /// The opponent's.
    pub opponent: QualityReport,
}

/// One player's mistakes: Jansen 1992, section 6.1.
#[derive(Clone, Debug, Serialize)]
pub struct QualityReport {
    /// Moves made.
    pub moves: u64,
    /// Moves that gave depth away.
    pub mistakes: u64,
    /// Moves that gave the value itself away.
    pub value_conceded: u64,
    /// Moves of depth given away.
    pub conceded: u64,
    /// How often.
    pub p: Option<f64>,
    /// How much each time.
    pub delta: Option<f64>,
    /// How much a move.
    pub d: Option<f64>,
    /// How much more than the other player.
    pub net: Option<f64>,
    /// Depth gone for each move, of a game won to the end.
    pub efficiency: Option<f64>,
    /// The deepest position such a player is expected to win in 50 moves.
    pub dmax: Option<u16>,
}

/// How competent the moves look.
#[derive(Clone, Debug, Serialize)]
pub struct CompetenceReport {
    /// The apparent competence.
    pub mean: f64,
    /// Its standard deviation.
    pub sd: f64,
    /// From here.
    pub low: f64,
    /// To here, nineteen times of twenty.
    pub high: f64,
    /// How many of your moves say so: not those made with help, or again.
    pub counted: usize,
    /// Your move, mean, low and high.
    pub curve: Vec<(usize, f64, f64, f64)>,
}

/// The move with which it went wrong.
#[derive(Clone, Debug, Serialize)]
pub struct TurningPoint {
    /// From 1.
    pub ply: usize,
    /// The move.
    pub san: String,
    /// What would have been best.
    pub better: Vec<String>,
    /// Moves of depth; none if the win or the draw went.
    pub conceded: Option<u16>,
    /// Where it was made.
    pub fen: String,
}

/// A move of the opponent that left you little choice.
#[derive(Clone, Debug, Serialize)]
pub struct Trap {
    /// The opponent's move, from 1.
    pub ply: usize,
    /// The move.
    pub san: String,
    /// Whether you fell into it.
    pub sprung: bool,
    /// What to know about it.
    pub sentence: String,
}

/// Traps told of at most.
const MOST_TRAPS: usize = 5;

/// Fewer moves of depth than this are no turning point.
const TURNING: u16 = 2;

/// The report of a game, however far it has come; `deepest` is the greatest depth of its endgame.
pub fn report(game: &Practice, deepest: u16) -> Report {
    let assessment = Assessment {
        moves: game.steps().iter().map(|step| step.judged.clone()).collect(),
        outside: 0,
        metric: Metric::Dtc,
        records: Vec::new(),
    };
    let passages = passages(&assessment);
    let first = passages.first();
    let start = first.map_or(0, |passage| passage.trajectory.start);
    let space = GameSpace { moves_allowed: 50, deepest: deepest.max(start) };
    let words = ModelWords::judging_people();
    Report {
        quality: qualities(game, &passages, deepest),
        model: (&words).into(),
        grid: words.grid.to_string(),
        competence: competence(game.steps()),
        trajectory: first.map(trajectory).unwrap_or_default(),
        polygon: first.map(|_| space.outline(start)).unwrap_or_default(),
        turning_point: turning_point(game.steps()),
        opponent: game.opponent(),
        traps: traps(game.steps()),
    }
}

fn qualities(game: &Practice, passages: &[Passage], deepest: u16) -> BothQualities {
    let errors = |yours: bool| {
        let mut errors = Errors::default();
        let steps = game.steps().iter().filter(|step| step.by_you == yours);
        steps.for_each(|step| errors.add(step.judged.conceded()));
        errors
    };
    let (own, other) = (errors(true), errors(false));
    let one = |color: Color, errors: &Errors, opponents: &Errors| {
        let won = passages.iter().find(|passage| passage.winner == color);
        let measures = won.and_then(|passage| passage.trajectory.measures(50));
        let net = errors.net(opponents);
        QualityReport {
            moves: errors.moves + errors.fatal,
            mistakes: errors.mistakes,
            value_conceded: errors.fatal,
            conceded: errors.total,
            p: errors.probability(),
            delta: errors.magnitude(),
            d: errors.average(),
            net,
            efficiency: measures.and_then(|measures| measures.path_efficiency),
            // Depth is what a winner works off: of a loser it says nothing.
            dmax: net.filter(|_| won.is_some()).map(|net| {
                match Endurance::of_jansen(deepest).deepest_won(net) {
                    DeepestWon::OnlySure(depth) | DeepestWon::Depth(depth) => depth.min(deepest),
                    DeepestWon::All => deepest,
                }
            }),
        }
    };
    BothQualities {
        you: one(game.you(), &own, &other),
        opponent: one(game.you().other(), &other, &own),
    }
}

fn trajectory(passage: &Passage) -> Vec<(usize, Option<u16>)> {
    let moves = &passage.trajectory.moves;
    let later = moves.iter().enumerate().map(|(at, step)| (at + 1, Some(step.depth)));
    let lost = passage.trajectory.given_away.then_some((moves.len() + 1, None));
    [(0, Some(passage.trajectory.start))].into_iter().chain(later).chain(lost).collect()
}

/// What the moves that tell say of your competence, nothing being known before.
pub fn belief(likelihoods: impl Iterator<Item = impl AsRef<[f64]>>) -> Belief {
    let mut belief = Belief::uniform(CompetenceGrid::default());
    likelihoods.for_each(|logs| {
        observe(&mut belief, logs.as_ref());
    });
    belief
}

fn competence(steps: &[Step]) -> Option<CompetenceReport> {
    let mut belief = Belief::uniform(CompetenceGrid::default());
    let mut curve = Vec::new();
    for (at, step) in steps.iter().filter(|step| step.by_you).enumerate() {
        if step.counts && observe(&mut belief, &step.likelihood) {
            let (low, high) = belief.interval(MASS);
            curve.push((at + 1, belief.mean(), low, high));
        }
    }
    let &(_, mean, low, high) = curve.last()?;
    Some(CompetenceReport { mean, sd: belief.sd(), low, high, counted: curve.len(), curve })
}

/// Your move that gave most away: a win or a draw before any depth.
fn turning_point(steps: &[Step]) -> Option<TurningPoint> {
    let given = |judged: &MoveAssessment| judged.conceded().unwrap_or(u16::MAX);
    let yours = steps.iter().filter(|step| step.by_you).map(|step| &step.judged);
    // The first of equals: what came later could not make it worse.
    let worst = yours.rev().max_by_key(|judged| given(judged))?;
    (given(worst) >= TURNING).then(|| TurningPoint {
        ply: worst.ply,
        san: worst.san(),
        better: worst.alternatives(),
        conceded: worst.conceded(),
        fen: worst.position.fen(),
    })
}

/// The opponent's moves after which fewest of your moves kept the win or the draw, the tightest
/// first: at most a third of three or more legal moves.
fn traps(steps: &[Step]) -> Vec<Trap> {
    let mut found: Vec<(f64, Trap)> = Vec::new();
    for pair in steps.windows(2) {
        let [set, answered] = pair else { continue };
        let judged = &answered.judged;
        let lost = judged.before.sign() < 0;
        if set.by_you
            || !answered.by_you
            || lost
            || judged.legal < 3
            || 3 * judged.keeping > judged.legal
        {
            continue;
        }
        let what = if judged.before.sign() > 0 { "kept the win" } else { "held the draw" };
        let only = match judged.keeping {
            1 => "only one".to_owned(),
            keeping => format!("only {keeping}"),
        };
        let sprung = judged.value_conceded();
        let outcome = if sprung {
            format!(
                "you fell for it with {} ({} was right)",
                judged.san(),
                judged.alternatives().join(" or ")
            )
        } else {
            format!("you found {}", judged.san())
        };
        let san = set.judged.san();
        let sentence =
            format!("After {san} {only} of your {} moves {what}: {outcome}.", judged.legal);
        let share = judged.keeping as f64 / judged.legal as f64;
        // Set again and answered again, it teaches nothing new.
        if found.iter().all(|(_, trap)| trap.sentence != sentence) {
            found.push((share, Trap { ply: set.judged.ply, san, sprung, sentence }));
        }
    }
    found.sort_by(|a, b| b.1.sprung.cmp(&a.1.sprung).then(a.0.total_cmp(&b.0)));
    found.into_iter().map(|(_, trap)| trap).take(MOST_TRAPS).collect()
}

/// The greatest depth at which either side wins the endgame of a position.
pub fn deepest(tables: &endgame::tables::Tables, start: &Position) -> u16 {
    let extent = tables.extent_of(&start.material(), start.turn()).unwrap_or_default();
    extent.deepest_win.0.max(extent.deepest_loss.0)
}
