//! What there is to learn from a practice game.

use endgame::rules::Color;
use player::quality::{DeepestWon, Endurance, Errors, GameSpace};
use player::spec::ModelWords;
use player::{Belief, CompetenceGrid};
use value::{ChoiceSource, Choices, Metric};

use super::coaching::{LEAST, coaching};
use super::practice_game::{PracticeGame, observe};
use super::practised::PracticePosition;
use super::rating;
use super::session::{Session, Step};
use crate::assess::quality::{Passage, passages};
use crate::assess::{Assessment, INTERVAL_MASS, MoveAssessment};
use crate::described::{Described, TablePosition};
use crate::schema::practice::{
    Coaching, CompetenceCurve, Qualities, Quality, Report, Trap, TurningPoint,
};

/// The most traps that are told of.
const MOST_TRAPS: usize = 5;

/// The report of a game, however far it has come.
pub fn report<P: PracticePosition>(source: &P::Source, game: &PracticeGame<P>) -> Report {
    let session = game.session();
    let steps = session.steps();
    let assessment = Assessment {
        moves: steps.iter().map(|step| step.judged.clone()).collect(),
        outside: 0,
        metric: Metric::Dtc,
        records: Vec::new(),
    };
    let passages = passages(&assessment);
    let first = passages.first();
    let start = first.map_or(0, |passage| passage.trajectory.start);
    let deepest = P::of_board(&session.game().boards()[0]).deepest(source);
    let space = GameSpace { moves_allowed: 50, deepest: deepest.max(start) };
    let words = ModelWords::judging_people();
    let Coaching { summary, slips } = coaching(session, game.row().goal);
    Report {
        summary,
        slips,
        quality: qualities(session, &passages, deepest),
        competence: competence(steps),
        rating: rating::of_steps(source, steps),
        model: (&words).into(),
        grid: words.grid.to_string(),
        trajectory: first.map(trajectory).unwrap_or_default(),
        polygon: first.map(|_| space.outline(start)).unwrap_or_default(),
        turning_point: turning_point(steps),
        opponent: game.opponent(),
        traps: traps::<P>(source, steps),
    }
}

fn qualities<P: PracticePosition>(
    session: &Session<P>,
    passages: &[Passage<P::Endgame>],
    deepest: u16,
) -> Qualities {
    let errors = |by_person: bool| {
        let mut errors = Errors::default();
        let steps = session.steps().iter().filter(|step| step.by_person == by_person);
        steps.for_each(|step| errors.add(step.judged.conceded()));
        errors
    };
    let (own, other) = (errors(true), errors(false));
    let one = |color: Color, errors: &Errors, opponents: &Errors| {
        let won = passages.iter().find(|passage| passage.winner == color);
        let measures = won.and_then(|passage| passage.trajectory.measures(50));
        let net = errors.net(opponents);
        Quality {
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
    let person = session.person();
    Qualities { you: one(person, &own, &other), opponent: one(person.other(), &other, &own) }
}

fn trajectory<E>(passage: &Passage<E>) -> Vec<(usize, Option<u16>)> {
    let moves = &passage.trajectory.moves;
    let later = moves.iter().enumerate().map(|(at, step)| (at + 1, Some(step.depth)));
    let lost = passage.trajectory.given_away.then_some((moves.len() + 1, None));
    [(0, Some(passage.trajectory.start))].into_iter().chain(later).chain(lost).collect()
}

fn competence<P: Described>(steps: &[Step<P>]) -> Option<CompetenceCurve> {
    let mut belief = Belief::uniform(CompetenceGrid::default());
    let mut curve = Vec::new();
    for (at, step) in steps.iter().filter(|step| step.by_person).enumerate() {
        let likelihood = step.likelihood.as_ref().filter(|_| step.counts);
        if likelihood.is_some_and(|logs| observe(&mut belief, logs)) {
            let (low, high) = belief.interval(INTERVAL_MASS);
            curve.push((at + 1, belief.mean(), low, high));
        }
    }
    let &(_, mean, low, high) = curve.last()?;
    Some(CompetenceCurve { mean, sd: belief.sd(), low, high, counted: curve.len(), curve })
}

/// Your move that gave most away: a win or a draw before any depth.
fn turning_point<P: TablePosition>(steps: &[Step<P>]) -> Option<TurningPoint> {
    let given = |judged: &MoveAssessment<P>| judged.conceded().unwrap_or(u16::MAX);
    let yours = steps.iter().filter(|step| step.by_person).map(|step| &step.judged);
    // The first of equals: what came later could not make it worse.
    let worst = yours.rev().max_by_key(|judged| given(judged))?;
    (given(worst) >= LEAST).then(|| TurningPoint {
        ply: worst.ply,
        san: worst.san(),
        better: worst.alternatives(),
        conceded: worst.conceded(),
        fen: worst.position.text(),
    })
}

/// The opponent's moves after which fewest of your moves kept the win or the draw, the tightest
/// first: at most a third of three or more legal moves, and fewer than most of the opponent's equally
/// good moves would have left. Where every move is as tight, or the answer only takes back, nobody set a trap.
fn traps<P: PracticePosition>(source: &P::Source, steps: &[Step<P>]) -> Vec<Trap> {
    let mut found: Vec<(f64, Trap)> = Vec::new();
    for pair in steps.windows(2) {
        let [set, answered] = pair else { continue };
        let judged = &answered.judged;
        let lost = judged.before.sign() < 0;
        if set.by_person
            || !answered.by_person
            || lost
            || judged.legal < 3
            || 3 * judged.keeping > judged.legal
            || (!judged.value_conceded() && takes_back(&set.judged, judged))
            || !is_tighter_than_most(source, &set.judged, judged)
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

/// Whether an answer goes where the move before it went.
fn takes_back<P: TablePosition>(set: &MoveAssessment<P>, answer: &MoveAssessment<P>) -> bool {
    let reached = |judged: &MoveAssessment<P>| judged.position.squares(&judged.play).to;
    reached(set) == reached(answer)
}

/// Whether a move left fewer good answers than most equally good moves would have.
fn is_tighter_than_most<P: PracticePosition>(
    source: &P::Source,
    set: &MoveAssessment<P>,
    answered: &MoveAssessment<P>,
) -> bool {
    let Ok(choices) = source.choices(&set.position) else { return false };
    let good = |of: &Choices<P::Move>| {
        let best = of.best()?.sign();
        let keeping = of.values().filter(|value| value.sign() == best).count();
        Some(keeping as f64 / of.len() as f64)
    };
    let others = choices
        .iter()
        .filter(|choice| choice.play != set.play && choice.value.sign() == set.after.sign());
    let next =
        others.filter_map(|choice| good(&source.choices(&set.position.next(&choice.play)).ok()?));
    let shares: Vec<f64> = next.collect();
    let left = answered.keeping as f64 / answered.legal as f64;
    let looser = shares.iter().filter(|&&share| share > left).count();
    2 * looser > shares.len()
}
