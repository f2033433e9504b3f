//! Any agent, who in a drawn position presses: to the tables all drawn moves are equal, to people they are not.

use rand::Rng;
use value::{ChoiceError, ChoiceSource, Choices, Value};

use super::predator::drawn_moves::DrawnMove;
use super::predator::{Been, Candidates, Predator};
use super::{Agent, Turn};
use crate::competence::Competence;

/// What an agent does with the order of drawn moves ([`drawn_moves`](super::predator::drawn_moves)).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DrawnMoves {
    /// It plays those that press hardest: whoever never errs.
    Hardest,
    /// It chooses, by its own rule, among those after which the game lives longest.
    Liveliest,
    /// `R_C`: of the moves that draw, one that `n` others beat weighs `(1 + n)^-C`. The weights of all of them have the mean 1, so that
    /// a draw is as likely as without.
    ByRank(Competence),
}

/// An agent with an order of drawn moves, made for an opponent of whom nothing is known.
#[derive(Clone, Debug)]
pub struct Pressing<A> {
    agent: A,
    how: DrawnMoves,
    /// Who knows the order, and where the game was.
    order: Predator,
}

impl<A> Pressing<A> {
    /// This agent, pressing.
    pub fn new(agent: A, how: DrawnMoves, order: Predator) -> Pressing<A> {
        Pressing { agent, how, order }
    }

    /// The choices it looks at, with their numbers among those of the turn; none if it looks at all as they are.
    fn narrowed<S>(&self, turn: &Turn<'_, S>) -> Result<Narrowed<S>, ChoiceError>
    where
        S: ChoiceSource<Move: Clone> + ?Sized,
    {
        if !turn.choices.best().is_some_and(Value::is_drawn) {
            return Ok(None);
        }
        let drawn = Candidates::Preserving.among(turn.choices);
        let Some(moves) = self.order.drawn_moves(turn, &drawn)? else { return Ok(None) };
        let mut choices = turn.choices.clone();
        let kept = match self.how {
            DrawnMoves::ByRank(competence) => {
                let ranks = DrawnMove::ranks(&moves);
                let weigh = |rank: usize| (1.0 + rank as f64).powf(-competence.get());
                let total: f64 = ranks.iter().map(|&(_, rank)| weigh(rank)).sum();
                for &(choice, rank) in &ranks {
                    choices[choice].weight *= weigh(rank) * ranks.len() as f64 / total;
                }
                return Ok(Some((choices, (0..turn.choices.len()).collect())));
            }
            DrawnMoves::Hardest => DrawnMove::hardest(&moves),
            DrawnMoves::Liveliest => DrawnMove::liveliest(&moves),
        };
        let stays = |at: &usize| kept.contains(at) || !turn.choices[*at].value.is_drawn();
        let numbers: Vec<usize> = (0..turn.choices.len()).filter(stays).collect();
        let mut at = 0..;
        choices.retain(|_| at.next().is_some_and(|at| numbers.contains(&at)));
        Ok(Some((choices, numbers)))
    }
}

/// Some of the choices of a position, and their numbers among all of them.
type Narrowed<S> =
    Option<(Choices<<S as ChoiceSource>::Move, <S as ChoiceSource>::Value>, Vec<usize>)>;

impl<A, S> Agent<S> for Pressing<A>
where
    A: Agent<S>,
    S: ChoiceSource<Move: Clone> + ?Sized,
{
    fn choose(&mut self, turn: &Turn<'_, S>, rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        match self.narrowed(turn)? {
            None => self.agent.choose(turn, rng),
            Some((choices, numbers)) => {
                let chosen = self.agent.choose(&Turn::new(turn.source, turn.at, &choices), rng)?;
                Ok(numbers[chosen])
            }
        }
    }

    fn opponent_moved(&mut self, turn: &Turn<'_, S>, played: usize) -> Result<(), ChoiceError> {
        self.order.been.note(turn.source, turn.at);
        self.agent.opponent_moved(turn, played)
    }

    fn moved(&mut self, turn: &Turn<'_, S>, played: usize) -> Result<(), ChoiceError> {
        if let Some((choices, numbers)) = self.narrowed(turn)?
            && let Some(played) = numbers.iter().position(|&number| number == played)
        {
            return self.agent.moved(&Turn::new(turn.source, turn.at, &choices), played);
        }
        self.agent.moved(turn, played)
    }

    fn odds(&self, turn: &Turn<'_, S>) -> Option<Vec<f64>> {
        let Some((choices, numbers)) = self.narrowed(turn).ok()? else {
            return self.agent.odds(turn);
        };
        let some = self.agent.odds(&Turn::new(turn.source, turn.at, &choices))?;
        let mut odds = vec![0.0; turn.choices.len()];
        numbers.into_iter().zip(some).for_each(|(number, share)| odds[number] = share);
        Some(odds)
    }

    fn new_game(&mut self) {
        self.order.been = Been::default();
        self.agent.new_game();
    }
}
