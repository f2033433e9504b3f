//! Which option is best against each competence: the curves of Haworth 2003, figures 4 to 7.

use std::sync::Arc;

use value::{ChoiceError, ChoiceSource, Extent, Outcome, Plies, Value};

use super::live_draws::{DrawnEndgame, Draws};
use super::{Advice, Aim, Expectation, MoveScore};
use crate::agents::Turn;
use crate::competence::Competence;
use crate::distribution::MoveDistribution;
use crate::reference::Model;

/// What one option leads to, as far as the opponent's reply.
#[derive(Clone, Debug)]
pub struct Curve<V = Outcome> {
    /// The number of the move among the choices.
    pub choice: usize,
    /// What the tables say of the move, for us.
    pub value: V,
    /// How deep the endgame goes for us before the move.
    extent: Extent,
    /// The opponent's replies; none where the move ends the count.
    replies: Replies<V>,
}

/// The opponent's replies and where they lead, if he has any.
type Replies<V> = Option<(MoveDistribution, Vec<Reply<V>>)>;

/// Where a reply leads.
#[derive(Clone, Debug)]
struct Reply<V> {
    /// For us.
    value: V,
    /// The endgame, if it is drawn and we can still win it.
    drawn: Option<Arc<DrawnEndgame>>,
}

impl<V: Value> Curve<V> {
    /// The curves of these choices, in their order.
    pub fn of<S>(
        model: &Model,
        turn: &Turn<'_, S>,
        candidates: &[usize],
    ) -> Result<Vec<Curve<V>>, ChoiceError>
    where
        S: ChoiceSource<Value = V> + ?Sized,
    {
        let draws = Draws::default();
        let curve = |&choice: &usize| {
            let option = &turn.choices[choice];
            let over = option.value.depth().is_some_and(|depth| depth.0 == 0);
            let replies = if over { None } else { replies(model, turn, choice, &draws)? };
            Ok(Curve { choice, value: option.value, extent: turn.choices.extent(), replies })
        };
        candidates.iter().map(curve).collect()
    }

    /// What to expect after the reply of an opponent of this competence.
    pub fn at(&self, competence: Competence) -> Expectation {
        let Some((distribution, replies)) = &self.replies else {
            return Expectation::certain(self.value, self.extent);
        };
        let mut expected = Expectation::default();
        for (p, reply) in distribution.probabilities(competence).into_iter().zip(replies) {
            if p > 0.0 {
                let found = match &reply.drawn {
                    Some(endgame) => {
                        Expectation::drawn::<V>(endgame.chance(competence), self.extent)
                    }
                    None => Expectation::certain(reply.value, self.extent),
                };
                expected.add(p, found);
            }
        }
        expected.after_move(self.value)
    }
}

/// The opponent's replies to a choice, in the endgame that is then on the board; none if he has none.
fn replies<S>(
    model: &Model,
    turn: &Turn<'_, S>,
    choice: usize,
    draws: &Draws,
) -> Result<Replies<S::Value>, ChoiceError>
where
    S: ChoiceSource + ?Sized,
{
    let source = turn.source;
    let next = source.after(turn.at, &turn.choices[choice].play);
    let listed = source.choices(&next)?;
    if listed.is_empty() {
        return Ok(None);
    }
    let distribution = model.distribution(&listed);
    let reply = |play: &S::Move, value: S::Value| {
        let drawn = match value.is_drawn() {
            true => draws.at(model, source, &source.after(&next, play))?,
            false => None,
        };
        Ok(Reply { value: value.flipped(), drawn })
    };
    let replies = listed.iter().map(|choice| reply(&choice.play, choice.value));
    Ok(Some((distribution, replies.collect::<Result<_, ChoiceError>>()?)))
}

/// A stretch of competences against which one option is best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestInterval {
    /// The place of the option among the curves; the first of equals.
    pub curve: usize,
    /// From this competence on, the end of the stretch before.
    pub from: f64,
    /// Up to this one.
    pub to: f64,
}

/// How finely a change of the best option is located.
const CLOSE: f64 = 1e-7;

/// Who is best from one competence to another, looked at in steps and then located exactly.
pub fn best_intervals<V: Value>(
    curves: &[Curve<V>],
    aim: Aim,
    from: f64,
    to: f64,
    step: f64,
) -> Vec<BestInterval> {
    let best_at = |c: f64| {
        let competence = Competence::new(c).unwrap_or(Competence::RANDOM);
        let options = curves.iter().enumerate().map(|(at, curve)| MoveScore {
            choice: at,
            value: curve.value,
            expectation: curve.at(competence),
            pressure: None,
        });
        let advice = Advice { options: options.collect(), plies: Plies(2), nodes: 0, aim };
        advice.best()
    };
    let mut intervals: Vec<BestInterval> = Vec::new();
    let steps = ((to - from) / step).round().max(1.0) as usize;
    let mut before = from;
    for number in 0..=steps {
        let c = from + (to - from) * number as f64 / steps as f64;
        let best = best_at(c);
        let Some(&first) = best.first() else { return intervals };
        match intervals.last_mut() {
            None => intervals.push(BestInterval { curve: first, from, to }),
            Some(interval) if best.contains(&interval.curve) => interval.to = c,
            Some(interval) => {
                let (mut low, mut high) = (before, c);
                while high - low > CLOSE {
                    let middle = low.midpoint(high);
                    if best_at(middle).contains(&interval.curve) {
                        low = middle;
                    } else {
                        high = middle;
                    }
                }
                let change = low.midpoint(high);
                interval.to = change;
                // Another option may have been best in between: ask right after the change.
                let next = best_at(high).first().copied().unwrap_or(first);
                intervals.push(BestInterval { curve: next, from: change, to: c });
            }
        }
        before = c;
    }
    if let Some(last) = intervals.last_mut() {
        last.to = to;
    }
    intervals
}
