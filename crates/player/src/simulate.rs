//! One game between two agents: move by move until it is decided, drawn or stopped.

use rand::Rng;
use value::{Choice, ChoiceError, ChoiceSource, Depth, Outcome, Value};

use crate::agents::{Agent, Turn};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End<D> {
    /// A player reached the goal of the metric, or won where there was no move left: 0 for the one who moved first.
    Won(usize),
    /// The side to move had no move, and nobody had won.
    Stalemate,
    /// The referee called a draw, and why.
    Drawn(D),
    /// As many moves as were allowed were made.
    Limit,
}

/// When a game ends that nobody has won.
pub trait Referee<P> {
    /// Why a draw can be called.
    type Draw;

    /// Sees a position that was reached, the first included, and may call a draw.
    fn call(&mut self, at: &P) -> Option<Self::Draw>;
}

/// What to play by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Moves each player may make.
    pub move_limit: usize,
    /// Whether a game is over when the metric's goal is reached (a conversion, say), as in the
    /// papers, or goes on until there is no move.
    pub stop_at_goal: bool,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveMade<M, V = Outcome> {
    /// The move.
    pub play: M,
    /// What it was worth to the mover.
    pub value: V,
    /// What the best move would have been worth.
    pub best: V,
}

/// A game from beginning to end.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<M, D, V = Outcome> {
    /// The moves, the first player's first.
    pub steps: Vec<MoveMade<M, V>>,
    /// How it ended.
    pub end: End<D>,
}

impl<M, D, V> Record<M, D, V> {
    /// How many moves a player made: 0 for the one who moved first.
    pub fn moves_of(&self, player: usize) -> usize {
        (self.steps.len() + 1 - player) / 2
    }

    /// The winner's moves; none if nobody won.
    pub fn length(&self) -> Option<usize> {
        match self.end {
            End::Won(winner) => Some(self.moves_of(winner)),
            _ => None,
        }
    }
}

/// The record of a game with the moves and values of a source and the draws of a referee.
pub type RecordOf<S, R> = Record<
    <S as ChoiceSource>::Move,
    <R as Referee<<S as ChoiceSource>::Position>>::Draw,
    <S as ChoiceSource>::Value,
>;

/// Plays a game; `watch` sees every turn with the player and the number of the move made.
pub fn play<S, R>(
    source: &S,
    start: &S::Position,
    agents: &mut [Box<dyn Agent<S>>; 2],
    rules: Rules,
    referee: &mut R,
    rng: &mut dyn Rng,
    mut watch: impl FnMut(usize, &Turn<'_, S>, usize),
) -> Result<RecordOf<S, R>, ChoiceError>
where
    S: ChoiceSource + ?Sized,
    S::Position: Clone,
    S::Move: Clone,
    R: Referee<S::Position>,
{
    let mut steps: Vec<MoveMade<S::Move, S::Value>> = Vec::new();
    let mut at = start.clone();
    loop {
        let mover = steps.len() % 2;
        let choices = source.choices(&at)?;
        if choices.is_empty() {
            // What the last move was worth to its maker tells who has won: there are games in which it loses.
            let end = match steps.last().map_or(0, |step| step.value.sign()) {
                0 => End::Stalemate,
                sign if sign > 0 => End::Won(1 - mover),
                _ => End::Won(mover),
            };
            return Ok(Record { steps, end });
        }
        if let Some(draw) = referee.call(&at) {
            return Ok(Record { steps, end: End::Drawn(draw) });
        }
        if steps.len() >= rules.move_limit.saturating_mul(2) {
            return Ok(Record { steps, end: End::Limit });
        }
        let turn = Turn::new(source, &at, &choices);
        let played = agents[mover].choose(&turn, rng)?;
        agents[1 - mover].opponent_moved(&turn, played)?;
        watch(mover, &turn, played);
        let Choice { play, value, .. } = choices[played].clone();
        let best = choices.best().unwrap_or(value);
        let next = source.after(&at, &play);
        steps.push(MoveMade { play, value, best });
        if rules.stop_at_goal && value.depth() == Some(Depth(0)) {
            let winner = if value.sign() > 0 { mover } else { 1 - mover };
            return Ok(Record { steps, end: End::Won(winner) });
        }
        at = next;
    }
}
