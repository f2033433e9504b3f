//! Every position of an endgame followed: by sweeps that make the moves anew, over stored moves, or phase by phase.

use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::rules::Position;
use player::Competence;
use player::markov::{Seat, TransitionMatrix};

use super::{Followed, MarkovModel, Question, or_failure};
use crate::exact::{
    End, Exact, ExactError, Lengths, MOST_COMPETENCES_STORED, MOST_MEN_STORED, Pairing, Phased,
    PhasedAnswer, PhasedQuestion, Spread, StoredLengths, StoredMoves, Ties, Within, spreads,
};
use crate::markov::Chain;

/// Every position of an endgame followed, for one attacker and one defender.
pub struct ExactModel<'a> {
    moves: Moves<'a>,
    is_wins_only: bool,
    /// The expected lengths, by number.
    pub lengths: Option<Lengths>,
}

/// How the moves are had.
enum Moves<'a> {
    Swept(Box<Exact<'a>>),
    Stored(Box<StoredMoves<'a>>, Option<StoredLengths>),
    /// The chances within these numbers of moves, of all positions, or all up to the last, of one.
    Phased(Box<PhasedAnswer>, Chain<'a>, Vec<usize>),
}

impl<'a> ExactModel<'a> {
    /// Where a position of the endgame is found among the numbers; none if it is not followed.
    pub fn place(&self, seat: Seat, number: usize, position: &Position) -> Option<usize> {
        match &self.moves {
            Moves::Swept(exact) => exact.place(seat, number),
            Moves::Stored(..) if position.has_en_passant() => Some(StoredMoves::ASKED),
            Moves::Stored(stored, _) => stored.knows(seat, number).then_some(number),
            Moves::Phased(..) => Some(number),
        }
    }

    /// The chance that the game has ended so within so many moves, which `each` may ask for after 0, 1,
    /// 2 ... of them; none if it is not known.
    pub fn ended_within(
        &self,
        end: End,
        moves: usize,
        monitor: &Monitor<'_>,
        mut each: impl FnMut(&dyn Fn(Seat, usize) -> f64),
    ) -> Result<Option<Within>, ExactError> {
        match &self.moves {
            Moves::Stored(stored, _) => stored.ended_within(end, moves, monitor, each).map(Some),
            Moves::Phased(answer, _, asked) => {
                let (chances, all) = (&answer.chances[end as usize], &answer.within[end as usize]);
                for done in 0..=moves {
                    let place = asked.iter().position(|&moves| moves == done);
                    each(&|_, number| match place.and_then(|place| all.get(place)) {
                        Some(by_number) => by_number[number],
                        // An end that is not followed never comes.
                        None => chances.get(done).copied().unwrap_or(0.0),
                    });
                }
                Ok(Some(Within { attacker: Vec::new(), defender: Vec::new() }))
            }
            Moves::Swept(exact) if end == End::Won || (end == End::Lost && !self.is_wins_only) => {
                exact.ended_within(end, moves, monitor, each).map(Some)
            }
            // The attacker never gives the win away.
            Moves::Swept(_) if self.is_wins_only => {
                (0..=moves).for_each(|_| each(&|_, _| 0.0));
                Ok(Some(Within { attacker: Vec::new(), defender: Vec::new() }))
            }
            Moves::Swept(_) => Ok(None),
        }
    }

    /// The expected length at a place, and its standard deviation if it can be had. Lengths found by sweeps are given
    /// away for it: both solutions at once would take too much memory.
    pub fn length_at(
        &mut self,
        seat: Seat,
        place: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Option<(f64, Option<f64>)>, ExactError> {
        match &self.moves {
            Moves::Stored(stored, Some(lengths)) => {
                let found = or_failure(stored.length_at(lengths, (seat, place), monitor))?;
                Ok(found.ok().map(|(length, deviation)| {
                    (length, Some(deviation).filter(|deviation| !deviation.is_nan()))
                }))
            }
            Moves::Stored(_, None) => Ok(None),
            Moves::Phased(answer, ..) => Ok(answer.length.map(|(length, deviation)| {
                (length, Some(deviation).filter(|deviation| !deviation.is_nan()))
            })),
            Moves::Swept(exact) => {
                let Some(lengths) = self.lengths.take() else { return Ok(None) };
                Ok(Some(match seat {
                    Seat::Attacker => {
                        let length = lengths.attacker[place];
                        (length, or_failure(exact.deviation_at(lengths, place, monitor))?.ok())
                    }
                    Seat::Defender => (lengths.defender[place], None),
                }))
            }
        }
    }

    /// How the attacker's values, by number, differ within each state.
    pub fn spreads(&self, values: &[f64], count: Count) -> Vec<Option<Spread>> {
        match &self.moves {
            Moves::Swept(exact) => exact.spreads(values, count),
            Moves::Stored(stored, _) => stored.spreads(values, count),
            Moves::Phased(_, chain, _) => spreads(chain, values, count),
        }
    }

    fn positions(&self) -> usize {
        match &self.moves {
            Moves::Swept(exact) => exact.positions(),
            Moves::Stored(stored, _) => stored.positions(),
            Moves::Phased(answer, ..) => answer.positions,
        }
    }
}

/// Follows every position, for each competence that the attacker may have: `each` is given its
/// probability and the answer, unless the Markov model has to answer alone. One position may be asked about, and how many
/// moves are followed from it; it may have a right to capture en passant.
pub fn follow<'a>(
    chain: Chain<'a>,
    question: &Question,
    (markov, asked): (&MarkovModel, Option<(&Position, usize)>),
    monitor: &Monitor<'_>,
    mut each: impl FnMut(f64, &mut ExactModel<'_>) -> Result<(), ExactError>,
) -> Result<Followed, ExactError> {
    let men = chain.successors().table().material().men();
    if men > question.most_men {
        let why =
            "positions are not followed one by one unless --exact is given, which takes minutes";
        return Ok(Followed::without(format!("with {men} men {why}")));
    }
    let following = Following {
        chain,
        question,
        asked,
        looks_ahead: question.ties != Ties::Uniform && question.defender == Competence::INFALLIBLE,
    };
    if following.looks_ahead && !chain.space().is_wins_only() {
        return Ok(Followed::without(ExactError::Ties));
    }
    let mut followed = Followed::default();
    for (&(attacker, p), attack) in question.attacker.iter().zip(&markov.attack) {
        let at = |why: ExactError| match question.attacker.len() {
            1 => why.to_string(),
            _ => format!("at competence {attacker}: {why}"),
        };
        let matrices = [attack.clone(), markov.defence.clone()];
        let mut model = match or_failure(following.model(attacker, matrices, monitor))? {
            Ok((model, missing)) => {
                followed.note = missing.map(at).or(followed.note);
                model
            }
            Err(why) => return Ok(Followed::without(at(why))),
        };
        followed.positions = model.positions();
        if let Some(lengths) = &model.lengths {
            let residual = followed.residual.unwrap_or(0.0).max(lengths.residual);
            followed.residual = Some(residual);
            followed.sweeps = Some(followed.sweeps.unwrap_or(0) + lengths.sweeps);
        }
        each(p, &mut model)?;
    }
    if followed.note.is_some() {
        (followed.residual, followed.sweeps) = (None, None);
    }
    Ok(followed)
}

/// What is the same for every competence.
struct Following<'f, 'a> {
    chain: Chain<'a>,
    question: &'f Question,
    asked: Option<(&'f Position, usize)>,
    looks_ahead: bool,
}

impl<'a> Following<'_, 'a> {
    /// Follows one attacker; with why there are no lengths, if there are none.
    fn model(
        &self,
        attacker: Competence,
        matrices: [TransitionMatrix; 2],
        monitor: &Monitor<'_>,
    ) -> Result<(ExactModel<'a>, Option<ExactError>), ExactError> {
        let Question { model, defender, ties, budget, .. } = self.question;
        let pairing = Pairing { model: model.clone(), attacker, defender: *defender, ties: *ties };
        let is_wins_only = self.chain.space().is_wins_only();
        let men = self.chain.successors().table().material().men();
        let needed = StoredMoves::needed(&self.chain, monitor)?;
        if needed && self.looks_ahead {
            return Err(ExactError::StoredTies);
        }
        // It takes minutes: only if somebody asked for it.
        let patient = self.question.most_men > MOST_MEN_STORED;
        // Storing takes its time: not for each of many competences, where sweeps tell nearly as much.
        let few = self.question.attacker.len() <= MOST_COMPETENCES_STORED;
        let worth_it = men < MOST_MEN_STORED || (men == MOST_MEN_STORED && (few || patient));
        let mut why = None;
        if men <= MOST_MEN_STORED && (needed || (!is_wins_only && worth_it)) {
            let asked = self.asked.map(|(position, _)| position);
            let asked = asked.filter(|position| position.has_en_passant());
            match or_failure(StoredMoves::new(self.chain, &pairing, asked, *budget, monitor))? {
                Ok(stored) => return ExactModel::of_stored(stored, is_wins_only, monitor),
                Err(_) if needed && !patient => return Err(ExactError::Phases),
                Err(error) => why = Some(error),
            }
        }
        if patient && (needed || !is_wins_only) {
            match or_failure(self.phased(&pairing, monitor))? {
                Ok(found) => return Ok(found),
                Err(error) if needed => return Err(error),
                Err(error) => why = Some(error),
            }
        }
        // Sweeps need less memory, and tell less.
        let (model, missing) = self.swept(pairing, matrices, monitor)?;
        Ok((model, missing.map(|missing| why.unwrap_or(missing))))
    }

    /// Follows the game phase by phase.
    fn phased(
        &self,
        pairing: &Pairing,
        monitor: &Monitor<'_>,
    ) -> Result<(ExactModel<'a>, Option<ExactError>), ExactError> {
        let table = self.chain.successors().table();
        let number = |position: &Position| table.index().encode(position).map(|slot| slot.index);
        let seat = |position: &Position| match position.material().table_color(position.turn())
            == self.chain.attacker()
        {
            true => Seat::Attacker,
            false => Seat::Defender,
        };
        let position = self
            .asked
            .and_then(|(position, _)| Some((position, number(position)?, seat(position))));
        let moves = self.asked.map_or_else(|| self.question.moves.clone(), |(_, most)| vec![most]);
        let question = PhasedQuestion { position, moves: &moves, budget: self.question.budget };
        let mut answer = Phased::answer(self.chain, pairing, question, monitor)?;
        let missing = answer.no_length.take();
        let lengths = missing.is_none().then(|| Lengths {
            attacker: std::mem::take(&mut answer.lengths),
            defender: Vec::new(),
            residual: answer.residual,
            sweeps: answer.sweeps,
        });
        let is_wins_only = self.chain.space().is_wins_only();
        let moves = Moves::Phased(Box::new(answer), self.chain, moves);
        Ok((ExactModel { moves, is_wins_only, lengths }, missing))
    }

    fn swept(
        &self,
        pairing: Pairing,
        matrices: [TransitionMatrix; 2],
        monitor: &Monitor<'_>,
    ) -> Result<(ExactModel<'a>, Option<ExactError>), ExactError> {
        let is_wins_only = self.chain.space().is_wins_only();
        let ties = pairing.ties;
        let mut exact = Exact::new(self.chain, pairing, matrices, self.question.budget, monitor)?;
        let mut missing = Some(ExactError::EitherWay);
        let mut lengths = None;
        if is_wins_only {
            match ties {
                Ties::Predator(plies) => exact.settle_looking_ahead(plies)?,
                Ties::First => exact.settle_first(),
                Ties::Uniform | Ties::Hardest | Ties::Easiest => {}
            }
            missing = None;
            match or_failure(exact.lengths(monitor))? {
                Ok(solved) => {
                    exact.settle_ties(&solved)?;
                    lengths = Some(solved);
                }
                // The chance to win in time needs no length, unless ties go by it.
                Err(why) if matches!(ties, Ties::Hardest | Ties::Easiest) && self.looks_ahead => {
                    return Err(why);
                }
                Err(why) => missing = Some(why),
            }
        }
        Ok((ExactModel { moves: Moves::Swept(Box::new(exact)), is_wins_only, lengths }, missing))
    }
}

impl<'a> ExactModel<'a> {
    fn of_stored(
        stored: StoredMoves<'a>,
        is_wins_only: bool,
        monitor: &Monitor<'_>,
    ) -> Result<(ExactModel<'a>, Option<ExactError>), ExactError> {
        let (solved, missing) = match or_failure(stored.lengths(monitor))? {
            Ok(solved) => (Some(solved), None),
            Err(why) => (None, Some(why)),
        };
        let lengths = solved.as_ref().map(|solved| stored.by_number(solved));
        let moves = Moves::Stored(Box::new(stored), solved);
        Ok((ExactModel { moves, is_wins_only, lengths }, missing))
    }
}
