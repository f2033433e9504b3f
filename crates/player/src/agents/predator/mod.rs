//! The Predator: makes the move that sets this opponent the hardest task.
//!
//! - `candidates`: which of its own moves it considers; `risk`: how much depth they may give up
//! - `expectation`: what is expected of an outcome that is not certain, and which is better
//! - [`drawn_moves`]: which drawn move presses hardest; `live_draws`: what a draw is still worth against this opponent
//! - `search`: expectation at the opponent's turns, the best move at our own, as deep as asked
//! - `memory`: what it has found out already
//! - [`curves`]: which option is best against each competence

mod candidates;
pub mod curves;
pub mod drawn_moves;
mod expectation;
mod live_draws;
mod memory;
mod risk;
mod search;

use std::cmp::Ordering;
use std::sync::Arc;

use rand::Rng;
use value::{ChoiceError, ChoiceSource, Depth, Extent, Outcome, Plies, Value};

pub use candidates::{Candidates, UnknownCandidates};
pub use expectation::{Aim, Expectation};
pub use memory::Memory;
pub use risk::{NotARisk, Risk};

pub use drawn_moves::{Been, Pressure};

use drawn_moves::DrawnMove;
use live_draws::Draws;

use super::{Agent, Analyser, Ties, Turn};

/// Chooses its move against what it believes of the opponent (Andrist & Haworth 2005, section 3.3).
///
/// A winner shortens the expected win, a loser lengthens the expected loss, and where the opponent
/// may concede more than depth, value comes first: in a drawn position it seeks the win, in a lost
/// one the draw. Where its look ahead ends in a draw, that counts as the chance that the opponent
/// errs later in that endgame, so that it does not trade into dead draws.
///
/// Jansen's probi-max programs (1992, 7.1.2) are predators too: their risk is [`Candidates::Within`], they
/// aim at depth alone, and their opponent, of competence 0, is moved by weights.
///
/// ```text
/// V(p) = max_i V(p_i)          at our turns, over the moves considered
/// V(p) = Σ_i w_i V(p_i)        at the opponent's, w_i his probabilities
/// ```
#[derive(Clone, Debug)]
pub struct Predator {
    /// What it believes of the opponent, and learns from his moves.
    pub analyser: Analyser,
    /// Which of its own moves it considers.
    pub candidates: Candidates,
    /// What it wants.
    pub aim: Aim,
    /// A draw is as good as a loss, or a win, in so many moves, whichever the position is; none:
    /// one more than the deepest.
    pub draw: Option<Depth>,
    /// How far it looks: its move and the reply are 2 plies. None: 2 where the position is decided,
    /// as in the papers, and as far as the positions it may look at allow where it is drawn.
    pub plies: Option<Plies>,
    /// Positions it may look at for one move. A depth that needs more is given up, and the last
    /// one finished decides. None: [`DEFAULT_NODES`], or [`DRAWN_NODES`] where it decides itself how
    /// far to look.
    pub nodes: Option<usize>,
    /// The share of the opponent's chances that is followed further than his reply, the likeliest
    /// replies first: the others count as the tables have them. 1 follows all of them.
    ///
    /// With few moves of its own ([`Candidates`]) and few of his, the search is asymmetric (Jansen 1992,
    /// section 9.3): it goes where this opponent will go, and so goes deeper.
    pub cover: f64,
    /// What it has found out about one source, if it keeps that: of use where its belief is certain
    /// and the source knows its positions by [`key`](ChoiceSource::key).
    pub memory: Option<Arc<Memory>>,
    /// Where it was in this game: who presses does not go back there.
    pub been: Been,
}

/// Positions to look at for one move at most, unless told otherwise, when the plies are told.
pub const DEFAULT_NODES: usize = 200_000;

/// Positions to look at for one move in a drawn position, unless told otherwise, when the plies are
/// not: a few milliseconds.
pub const DRAWN_NODES: usize = 4_000;

/// Plies looked ahead at most when they are not told.
const MOST_PLIES: u16 = 12;

impl Predator {
    /// A predator that decides itself how far to look: two plies, as in the papers, and further in
    /// drawn positions.
    pub fn new(analyser: Analyser) -> Predator {
        Predator {
            analyser,
            candidates: Candidates::default(),
            aim: Aim::default(),
            draw: None,
            plies: None,
            nodes: None,
            cover: 1.0,
            memory: None,
            been: Been::default(),
        }
    }

    /// The same predator with a fresh memory, for games with one source.
    #[must_use]
    pub fn remembering(self) -> Predator {
        Predator { memory: Some(Arc::default()), ..self }
    }

    /// What a draw is measured against in a position of this value.
    fn extent_with_draw(&self, extent: Extent, value: impl Value) -> Extent {
        let Some(draw) = self.draw else { return extent };
        let deepest = |own: Depth| own.max(Depth(draw.0.saturating_sub(1)));
        match value.sign() {
            1 => Extent { deepest_win: deepest(extent.deepest_win), ..extent },
            -1 => Extent { deepest_loss: deepest(extent.deepest_loss), ..extent },
            _ => extent,
        }
    }

    /// The moves it considers with how hard they press, where that decides: all of them keep a draw, and the source tells
    /// endgames apart.
    pub fn pressures<S>(
        &self,
        turn: &Turn<'_, S>,
    ) -> Result<Option<Vec<(usize, Pressure)>>, ChoiceError>
    where
        S: ChoiceSource + ?Sized,
    {
        let candidates = self.candidates.among(turn.choices);
        let found = self.drawn_moves(turn, &candidates)?;
        let pair = |one: &DrawnMove| (one.choice, one.pressure);
        Ok(found.map(|found| found.iter().map(pair).collect()))
    }

    fn pressures_of<S>(
        &self,
        turn: &Turn<'_, S>,
        candidates: &[usize],
        draws: &Draws,
    ) -> Result<Option<Vec<Pressure>>, ChoiceError>
    where
        S: ChoiceSource + ?Sized,
    {
        let all_draw = candidates.iter().all(|&choice| turn.choices[choice].value.is_drawn());
        if self.aim != Aim::Press || !all_draw || turn.source.endgame(turn.at).is_none() {
            return Ok(None);
        }
        let further = self.plies.is_none_or(|plies| plies > Plies(2));
        let nodes = self.nodes.unwrap_or(DRAWN_NODES);
        drawn_moves::look(self, turn, candidates, draws, (further, nodes)).map(Some)
    }

    /// The candidates in a drawn position with what they promise in this game; none where something else decides than
    /// how hard they press.
    pub(super) fn drawn_moves<S>(
        &self,
        turn: &Turn<'_, S>,
        candidates: &[usize],
    ) -> Result<Option<Vec<DrawnMove>>, ChoiceError>
    where
        S: ChoiceSource + ?Sized,
    {
        let fresh = Draws::default();
        let draws = self.memory.as_ref().map_or(&fresh, |memory| &memory.draws);
        let found = self.pressures_of(turn, candidates, draws)?;
        let of = |(&choice, pressure): (&usize, Pressure)| {
            let next = turn.source.after(turn.at, &turn.choices[choice].play);
            DrawnMove::new(choice, pressure, self.been.times(turn.source, &next))
        };
        Ok(found.map(|found| candidates.iter().zip(found).map(of).collect()))
    }

    /// Every option with what is expected of it.
    pub fn advise<S>(&self, turn: &Turn<'_, S>) -> Result<Advice<S::Value>, ChoiceError>
    where
        S: ChoiceSource + ?Sized,
    {
        let candidates = self.candidates.among(turn.choices);
        let fresh = Draws::default();
        let draws = self.memory.as_ref().map_or(&fresh, |memory| &memory.draws);
        let mut advice = search::look(self, turn, &candidates, Plies(2), usize::MAX, draws)?
            .expect("two plies are always looked at");
        if let Some(pressures) = self.pressures_of(turn, &candidates, draws)? {
            for (option, pressure) in advice.options.iter_mut().zip(pressures) {
                option.expectation.score = pressure.chance;
                option.pressure = Some(pressure);
            }
            return Ok(Advice { plies: self.plies.unwrap_or(Plies(4)).min(Plies(4)), ..advice });
        }
        let (most, nodes) = self.limits(turn.choices.best());
        for plies in (4..=most.0).step_by(2).map(Plies) {
            match search::look(self, turn, &candidates, plies, nodes, draws)? {
                Some(deeper) => advice = Advice { nodes: advice.nodes + deeper.nodes, ..deeper },
                None => break,
            }
        }
        Ok(advice)
    }

    /// How far to look where the best move is worth this, and at how many positions at most.
    fn limits(&self, best: Option<impl Value>) -> (Plies, usize) {
        match self.plies {
            Some(plies) => (plies, self.nodes.unwrap_or(DEFAULT_NODES)),
            None if best.is_some_and(Value::is_drawn) => {
                (Plies(MOST_PLIES), self.nodes.unwrap_or(DRAWN_NODES))
            }
            None => (Plies(2), DEFAULT_NODES),
        }
    }
}

/// What a predator found.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<V = Outcome> {
    /// The moves it considered, in the order of the choices.
    pub options: Vec<MoveScore<V>>,
    /// How far it looked to the end.
    pub plies: Plies,
    /// Positions it looked at.
    pub nodes: usize,
    aim: Aim,
}

/// What is expected of one option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveScore<V = Outcome> {
    /// The number of the move among the choices.
    pub choice: usize,
    /// What the tables say of the move, for us.
    pub value: V,
    /// What is expected after the opponent's last reply looked at, for us.
    pub expectation: Expectation,
    /// How hard it presses, where that decides.
    pub pressure: Option<Pressure>,
}

impl<V> Advice<V> {
    /// Which option is better for us.
    pub fn compare(&self, a: &MoveScore<V>, b: &MoveScore<V>) -> Ordering {
        match (&a.pressure, &b.pressure) {
            (Some(a), Some(b)) => a.compare(b),
            _ => self.aim.compare(a.expectation, b.expectation),
        }
    }

    /// The options that nothing beats, by their place in [`options`](Advice::options).
    pub fn best(&self) -> Vec<usize> {
        let mut best: Vec<usize> = Vec::new();
        for (at, option) in self.options.iter().enumerate() {
            let against = best.first().map(|&at| &self.options[at]);
            match against.map(|best| self.compare(option, best)) {
                None | Some(Ordering::Greater) => best = vec![at],
                Some(Ordering::Equal) => best.push(at),
                Some(Ordering::Less) => (),
            }
        }
        best
    }
}

impl<S: ChoiceSource + ?Sized> Agent<S> for Predator {
    fn choose(&mut self, turn: &Turn<'_, S>, rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        let candidates = self.candidates.among(turn.choices);
        if let [only] = candidates[..] {
            return Ok(only);
        }
        if let Some(drawn) = self.drawn_moves(turn, &candidates)? {
            return Ok(Ties::Uniform.pick(&DrawnMove::hardest(&drawn), rng).unwrap_or(0));
        }
        let advice = self.advise(turn)?;
        let best = Ties::Uniform.pick(&advice.best(), rng);
        Ok(best.map_or(0, |at| advice.options[at].choice))
    }

    fn opponent_moved(&mut self, turn: &Turn<'_, S>, played: usize) -> Result<(), ChoiceError> {
        self.analyser.observe(turn.choices, played);
        self.been.note(turn.source, turn.at);
        Ok(())
    }

    fn new_game(&mut self) {
        self.been = Been::default();
    }
}
