//! The chance to win or to lose within so many moves, from every position.

use endgame::progress::Monitor;
use endgame::quiet_moves::Which;
use player::Competence;
use player::markov::Seat;

use super::exits::{Beyond, Followed};
use super::players::at;
use super::sweep::Sweep;
use super::{End, Exact, ExactError};

/// `P[win within m]` of each position, or `P[lose within m]`: of the attacker.
#[derive(Clone, Debug)]
pub struct Within {
    /// By number, the attacker to move; 0 where no position is followed.
    pub attacker: Vec<f64>,
    /// By number, the defender to move.
    pub defender: Vec<f64>,
}

/// One endgame: the one asked for, or a smaller one that the game may go on in.
struct Member<'e> {
    endgame: Option<Beyond>,
    followed: &'e Followed,
    /// The chances so far, times the other player's preferences.
    chances: [Vec<f64>; 2],
}

const SEATS: [Seat; 2] = [Seat::Attacker, Seat::Defender];

impl<'e> Member<'e> {
    fn new(endgame: Option<Beyond>, followed: &'e Followed) -> Member<'e> {
        let numbers = followed.players[0].table.index().len();
        Member { endgame, followed, chances: [vec![0.0; numbers], vec![0.0; numbers]] }
    }

    /// The chance at a position with a player to move; 0 if it is not followed.
    fn chance(&self, seat: Seat, number: usize) -> f64 {
        let player = &self.followed.players[at(seat)];
        let code = usize::from(player.codes()[number]);
        if player.wanted[code] { self.chances[at(seat)][number] / player.scale[code] } else { 0.0 }
    }

    /// What a player's drawn moves out of the endgame are worth, as far as the smaller ones have come:
    /// by stretch, the positions they leave and how much it adds there.
    fn beyond(&self, seat: Seat, all: &[Member<'_>]) -> Vec<Vec<(u32, f64)>> {
        let player = &self.followed.players[at(seat)];
        let other = SEATS[1 - at(seat)];
        let worth = |exit: &super::exits::Exit| {
            let endgame = self.followed.beyond[usize::from(exit.beyond)];
            let member = all.iter().find(|member| member.endgame == Some(endgame))?;
            let chance = member.chance(other, exit.number as usize);
            Some((exit.from, chance * player.drawn_move(exit.from as usize)))
        };
        player.exits.iter().map(|exits| exits.iter().filter_map(worth).collect()).collect()
    }

    /// One more move of a player.
    fn play(&mut self, seat: Seat, end: usize, which: Which<'_>, beyond: &[Vec<(u32, f64)>]) {
        let player = &self.followed.players[at(seat)];
        let [attackers, defenders] = &mut self.chances;
        let (own, others) = match seat {
            Seat::Attacker => (attackers, &*defenders),
            Seat::Defender => (defenders, &*attackers),
        };
        let adds = |stretch: usize, number: usize| {
            let exits = &beyond[stretch];
            let first = exits.partition_point(|exit| (exit.0 as usize) < number);
            let here = exits[first..].iter().take_while(|exit| exit.0 as usize == number);
            player.ending(number)[end] + here.map(|exit| exit.1).sum::<f64>()
        };
        Sweep { player, which, others, adds }.run(own);
    }
}

impl Exact<'_> {
    /// Plays so many moves of the attacker's, all positions at once.
    ///
    /// A defender who breaks ties by length must have [settled](Exact::settle_ties) them.
    ///
    /// `each` may ask for the chance at any of the attacker's numbers after every move.
    pub fn within(
        &self,
        moves: usize,
        monitor: &Monitor<'_>,
        each: impl FnMut(&dyn Fn(usize) -> f64),
    ) -> Result<Within, ExactError> {
        self.after_each_move(End::Won, moves, monitor, each)
    }

    /// The same for the chance that the attacker loses: 0 where draws are not followed.
    pub fn lost_within(
        &self,
        moves: usize,
        monitor: &Monitor<'_>,
        each: impl FnMut(&dyn Fn(usize) -> f64),
    ) -> Result<Within, ExactError> {
        self.after_each_move(End::Lost, moves, monitor, each)
    }

    /// `each` after 1, 2, 3 ... moves, for the attacker's numbers.
    fn after_each_move(
        &self,
        end: End,
        moves: usize,
        monitor: &Monitor<'_>,
        mut each: impl FnMut(&dyn Fn(usize) -> f64),
    ) -> Result<Within, ExactError> {
        let mut begun = false;
        self.ended_within(end, moves, monitor, |chance| {
            if begun {
                each(&|number| chance(Seat::Attacker, number));
            }
            begun = true;
        })
    }

    /// The chance that the game is won, or lost, within so many moves; `each` may ask for it at any
    /// number of either player's after 0, 1, 2 ... moves. Which draws are for good is not known here.
    pub fn ended_within(
        &self,
        end: End,
        moves: usize,
        monitor: &Monitor<'_>,
        mut each: impl FnMut(&dyn Fn(Seat, usize) -> f64),
    ) -> Result<Within, ExactError> {
        let end = end.place();
        let mut members = vec![Member::new(None, &self.root)];
        members.extend(self.smaller.iter().map(|(end, one)| Member::new(Some(*end), one)));
        // A fallible defender may still lose with his reply to the last move.
        if self.pairing.defender != Competence::INFALLIBLE {
            self.round(Seat::Defender, end, &mut members);
        }
        each(&|seat, number| members[0].chance(seat, number));
        for done in 1..=moves {
            self.step(done, moves, monitor)?;
            for seat in SEATS {
                self.round(seat, end, &mut members);
            }
            each(&|seat, number| members[0].chance(seat, number));
        }
        let [mut attacker, mut defender] = std::mem::take(&mut members[0].chances);
        self.root.players[0].unscale(&mut attacker);
        self.root.players[1].unscale(&mut defender);
        Ok(Within { attacker, defender })
    }

    /// One more move of a player, in every endgame at once.
    fn round(&self, seat: Seat, end: usize, members: &mut [Member<'_>]) {
        let beyond: Vec<_> = members.iter().map(|one| one.beyond(seat, members)).collect();
        for (one, beyond) in members.iter_mut().zip(&beyond) {
            let which = match (&self.settled, one.endgame, seat) {
                (Some((by, least)), None, Seat::Defender) => self.root.players[1].best(by, *least),
                _ => one.followed.players[at(seat)].which(),
            };
            one.play(seat, end, which, beyond);
        }
    }
}
