//! How likely each move is: preferences, rules, and the moves that end the game.

use endgame::progress::Monitor;
use endgame::quiet_moves::{AllowedCodes, Which};
use endgame::rules::Color;
use endgame::successors::{Destination, Successor, Successors, WalkError};
use player::Competence;
use player::filter::{Concede, MoveFilter};
use player::markov::Seat;
use rayon::prelude::*;
use value::{Depth, Extent, Outcome};

use super::ExactError;
use super::exits::{Exit, Exits};
use super::players::{Ends, Pairing, Player, Shares};
use crate::markov::Chain;

/// Exponents beyond this leave the range of doubles.
const SAFE_EXPONENT: f64 = 600.0;

/// How much a player prefers the states of the other's positions, and the ends of the game.
pub(super) struct Preferences {
    pub(super) by_state: Vec<f64>,
    pub(super) ends: [f64; 3],
}

impl Preferences {
    pub(super) fn of(
        chain: &Chain<'_>,
        pairing: &Pairing,
        seat: Seat,
    ) -> Result<Preferences, ExactError> {
        let competence = pairing.competence(seat);
        let c = if competence.is_finite() { competence.get() } else { 0.0 };
        let extent = chain.extent();
        let extent = if seat == Seat::Attacker { extent } else { extent.flipped() };
        let cost = |outcome| pairing.model.preference.cost(seat.sees(outcome).into(), extent);
        let costs: Vec<f64> = chain.space().outcomes().map(cost).collect();
        let finite = || costs.iter().copied().filter(|cost| cost.is_finite());
        let low = finite().fold(f64::INFINITY, f64::min);
        let high = finite().fold(f64::NEG_INFINITY, f64::max);
        if (c * (high - low)).abs() > SAFE_EXPONENT {
            return Err(ExactError::TooSharp { competence });
        }
        let middle = (low + high) / 2.0;
        // Not 0 times infinity: the random player prefers nothing.
        let preferred = |cost: f64| if c == 0.0 { 1.0 } else { (-c * (cost - middle)).exp() };
        let ends = [Outcome::Win(Depth(0)), Outcome::Draw, Outcome::Loss(Depth(0))]
            .map(|outcome| preferred(cost(outcome)));
        Ok(Preferences { by_state: costs.into_iter().map(preferred).collect(), ends })
    }
}

/// The worst move, as the mover sees it, that a player makes in a position of his worth.
fn worst(filter: MoveFilter, competence: Competence, extent: Extent, own: Outcome) -> Outcome {
    let best = match own {
        Outcome::Win(Depth(depth)) => Outcome::Win(Depth(depth.saturating_sub(1))),
        other => other,
    };
    if competence == Competence::INFALLIBLE {
        return best;
    }
    let loss = |depth: u16| match Depth(depth) <= extent.deepest_loss {
        true => Outcome::Loss(Depth(depth)),
        false => Outcome::Draw,
    };
    let mut worst = Outcome::Loss(Depth(0));
    let keeps = match filter.concede {
        Concede::Never => true,
        Concede::Draws => best.sign() > 0,
        Concede::Anything => false,
    };
    if keeps && best.sign() >= 0 {
        worst = if best.sign() > 0 { Outcome::Win(extent.deepest_win) } else { Outcome::Draw };
    }
    if filter.avoid_losses && best.sign() >= 0 {
        worst = worst.max(Outcome::Draw);
    }
    if let Some(horizon) = filter.horizon {
        let seen = best.depth().is_some_and(|depth| depth <= horizon);
        if best.sign() >= 0 || !seen {
            worst = worst.max(loss(horizon.0.saturating_add(1)));
        }
        if best.sign() > 0 && seen {
            worst = best;
        }
    }
    worst
}

impl Player {
    /// Finds out how likely the moves are.
    pub(super) fn weigh(
        &mut self,
        other: &Player,
        chain: &Chain<'_>,
        seat: Seat,
        pairing: &Pairing,
        exits: &Exits<'_>,
        monitor: &Monitor<'_>,
    ) -> Result<(), ExactError> {
        let competence = pairing.competence(seat);
        let mut filter = pairing.model.filter;
        if chain.space().is_wins_only() {
            filter.concede = Concede::Never;
        }
        let extent = chain.extent();
        let extent = if seat == Seat::Attacker { extent } else { extent.flipped() };
        let accepts = |own| worst(filter, competence, extent, own);
        let followed = |player: &Player, turn: Color| -> Vec<Outcome> {
            let codes = (0..=255u8).filter(|&code| player.wanted[usize::from(code)]);
            codes.filter_map(|code| player.table.codec().outcome(code, turn)).collect()
        };
        let least = followed(other, other.turn).into_iter().map(Outcome::flipped).min();
        let own = followed(self, self.turn);
        if own.iter().any(|&own| least.is_some_and(|least| accepts(own) > least)) {
            self.allowed = Some(AllowedCodes::at_least(&self.table, self.turn, accepts));
        }
        if competence == Competence::ANTI_INFALLIBLE {
            self.find_worst(other);
        }
        self.count_ends(chain.successors(), seat, &accepts, exits, monitor)?;
        self.count_mates(other);
        let values = other.filled(|code| other.scale[usize::from(code)]);
        let equal = !competence.is_finite();
        let mut shares = match equal {
            true => Shares::Equal(vec![0; self.table.index().len()]),
            false => Shares::Of(vec![0.0; self.table.index().len()]),
        };
        let ended = |number: usize| self.over.of(number).map(f64::from);
        match &mut shares {
            Shares::Of(shares) => self.each(&values, shares, |number, sum, share| {
                *share = one_over(sum, ended(number), self.ends);
            }),
            Shares::Equal(counts) => self.each(&values, counts, |number, sum, count| {
                *count = (sum + ended(number).iter().sum::<f64>()) as u8;
            }),
        }
        self.shares = shares;
        if chain.space().is_wins_only()
            && let Ends::Any(ends) = &self.over
        {
            self.over = Ends::Won(ends.iter().map(|&[won, ..]| won).collect());
        }
        Ok(())
    }

    /// Finds the worst quiet move of each position: from now on only such are made.
    fn find_worst(&mut self, other: &Player) {
        // A number for each byte, growing with what it is worth to this player.
        let worth = |code: u8| match other.table.codec().outcome(code, other.turn) {
            Some(Outcome::Loss(Depth(depth))) => 1000.0 - f64::from(depth),
            Some(Outcome::Draw) => 500.0,
            Some(Outcome::Win(Depth(depth))) => 1.0 + f64::from(depth),
            None => 0.0,
        };
        let worths = other.filled(worth);
        let byte = |sum: f64| (1..=255u8).find(|&code| worth(code) == sum).unwrap_or(0);
        let bytes: Vec<u8> = (0..=1000u16).map(|sum| byte(f64::from(sum))).collect();
        let mut only = vec![0; worths.len()];
        let every = AllowedCodes::at_least(&self.table, self.turn, |_| Outcome::Loss(Depth(0)));
        let allowed = self.allowed.take().unwrap_or(every);
        let which = Which::Best { allowed: &allowed, by: &worths, least: true };
        self.each_of(self.reading(&worths, which), &mut only, |_, sum, only| {
            *only = bytes[sum as usize];
        });
        self.allowed = Some(AllowedCodes::exactly());
        self.only = Some(only);
    }

    /// Adds the quiet moves that end the game.
    fn count_mates(&mut self, other: &Player) {
        let values = other.filled(|code| {
            let lost =
                other.table.codec().outcome(code, other.turn) == Some(Outcome::Loss(Depth(0)));
            f64::from(u8::from(lost))
        });
        let end = if self.is_attacker { 0 } else { 2 };
        let none = Ends::Won(Vec::new());
        if let Ends::Any(mut over) = std::mem::replace(&mut self.over, none) {
            self.each(&values, &mut over, |_, mates, over| over[end] += mates as u8);
            self.over = Ends::Any(over);
        }
    }

    fn count_ends(
        &mut self,
        successors: &Successors<'_>,
        seat: Seat,
        accepts: &(impl Fn(Outcome) -> Outcome + Sync),
        exits: &Exits<'_>,
        monitor: &Monitor<'_>,
    ) -> Result<(), ExactError> {
        let is_worst = self.only.is_some();
        let least: Vec<Outcome> = (0..=255u8)
            .map(|code| self.table.codec().outcome(code, self.turn))
            .map(|own| own.map_or(Outcome::Draw, accepts))
            .collect();
        let mut over = vec![[0u8; 3]; self.table.index().len()];
        let mut only = self.only.take();
        let mut unused = vec![0; if only.is_some() { 0 } else { over.len() }];
        let only_parts = self.parts(only.as_mut().unwrap_or(&mut unused));
        let both = self.parts(&mut over).into_par_iter().zip(only_parts);
        let parts = both.map(|((_, cells, over), (_, _, only))| {
            let first = cells.start * 64;
            let mut left = Vec::new();
            if monitor.stopped() {
                return Err(WalkError::Stopped(self.table.material()));
            }
            let count = |number: usize, found: &[Successor]| {
                let least = least[usize::from(self.codes()[number])];
                let made = || found.iter().filter(|play| play.value >= least);
                let worst = is_worst.then(|| made().map(|play| play.value).min()).flatten();
                let quiet = self.table.codec().outcome(only[number - first], self.turn.other());
                let quiet = quiet.filter(|_| is_worst).map(Outcome::flipped);
                if worst.is_some_and(|worst| quiet.is_some_and(|quiet| worst < quiet)) {
                    only[number - first] = 0;
                }
                let made = made().filter(|play| worst.is_none_or(|worst| play.value == worst));
                for play in made.filter(|play| quiet.is_none_or(|quiet| play.value <= quiet)) {
                    over[number - first][(1 - seat.sees(play.value).sign()) as usize] += 1;
                    if play.to == Destination::Elsewhere && play.value == Outcome::Draw {
                        left.extend(exits.of(seat, number, play.step));
                    }
                }
            };
            successors.loud_moves(self.turn, cells, &self.wanted, count)?;
            Ok(left)
        });
        let exits: Result<Vec<Vec<Exit>>, WalkError> = parts.collect();
        self.exits = exits?;
        (self.over, self.only) = (Ends::Any(over), only);
        Ok(())
    }
}

/// One over the preferences of all moves; 0 where one of the ends is certain, or nothing is preferred.
fn one_over(on: f64, over: [f64; 3], ends: [f64; 3]) -> f64 {
    let total: f64 =
        on + (0..3).filter(|&end| over[end] > 0.0).map(|end| over[end] * ends[end]).sum::<f64>();
    if total > 0.0 { 1.0 / total } else { 0.0 }
}
