//! The Markov chain of a chess endgame: its tables' positions averaged by state.

use endgame::census::Count;
use endgame::rules::Color;
use endgame::solve::Watch;
use endgame::successors::{Successors, WalkError};
use player::Competence;
use player::markov::{Averager, Players, Seat, StateSpace, TransitionMatrix};
use player::reference::Model;
use value::{Depth, Extent, Outcome};

/// An endgame seen by one side, the attacker, and the states that are followed.
#[derive(Clone, Copy)]
pub struct Chain<'a> {
    successors: &'a Successors<'a>,
    attacker: Color,
    space: StateSpace,
}

impl<'a> Chain<'a> {
    /// The wins alone, for an attacker who never concedes the win; none if it never wins.
    ///
    /// The attacker is a colour of the table: White is the side named first there.
    pub fn wins(successors: &'a Successors<'a>, attacker: Color) -> Option<Chain<'a>> {
        let deepest = successors.table().deepest(attacker)?;
        Some(Chain { successors, attacker, space: StateSpace::wins(deepest) })
    }

    /// Wins, draws and losses.
    pub fn all(successors: &'a Successors<'a>, attacker: Color) -> Chain<'a> {
        let space = StateSpace::all(extent(successors, attacker));
        Chain { successors, attacker, space }
    }

    /// The states followed.
    pub fn space(&self) -> StateSpace {
        self.space
    }

    /// The positions walked over.
    pub fn successors(&self) -> &'a Successors<'a> {
        self.successors
    }

    /// Whose wins they are, a colour of the table.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// How deep the attacker's wins and losses go.
    pub fn extent(&self) -> Extent {
        extent(self.successors, self.attacker)
    }

    /// The colour of a player.
    pub fn color(&self, seat: Seat) -> Color {
        match seat {
            Seat::Attacker => self.attacker,
            Seat::Defender => self.attacker.other(),
        }
    }

    /// The state of a position or a move, given what it is worth to a player.
    ///
    /// In a metric that counts on after a capture, a move can lead deeper than any position of the
    /// endgame itself: it counts as the deepest.
    #[inline]
    pub fn state(&self, seat: Seat, outcome: Outcome) -> Option<usize> {
        self.space.number(seat.sees(outcome)).or_else(|| self.deepest_state(seat.sees(outcome)))
    }

    #[cold]
    fn deepest_state(&self, outcome: Outcome) -> Option<usize> {
        match outcome {
            Outcome::Win(_) => self.space.number(Outcome::Win(self.space.deepest_win())),
            Outcome::Loss(_) => self.space.number(Outcome::Loss(self.extent().deepest_loss)),
            Outcome::Draw => None,
        }
    }

    /// Whether the positions of this worth to the player who moves are followed on: not left out,
    /// and not over.
    pub fn follows(&self, seat: Seat, outcome: Outcome) -> bool {
        let outcome = seat.sees(outcome);
        let over = matches!(outcome, Outcome::Win(Depth(0)) | Outcome::Loss(Depth(0)));
        !over && self.space.number(outcome).is_some()
    }

    /// `M_c` of one player for each competence, in one pass over the positions.
    pub fn matrices(
        &self,
        seat: Seat,
        model: &Model,
        competences: &[Competence],
        count: Count,
        watch: &Watch<'_>,
    ) -> Result<Vec<TransitionMatrix>, WalkError> {
        let players = Players::new(self.space, self.extent(), seat, model.clone(), competences);
        let sums = self.successors.walk(
            self.color(seat),
            |outcome| self.follows(seat, outcome),
            || Averager::new(&players),
            |sums, visited| {
                let Some(from) = self.state(seat, visited.outcome) else { return };
                let times = match count {
                    Count::Boards => f64::from(visited.boards),
                    Count::Classes => 1.0,
                };
                let moves = visited.successors.iter();
                sums.add(from, times, moves.map(|play| self.state(seat, play.value)));
            },
            watch,
        )?;
        let start = Averager::new(&players);
        Ok(sums.iter().fold(start, Averager::plus).matrices())
    }
}

fn extent(successors: &Successors<'_>, attacker: Color) -> Extent {
    let deepest = |color| successors.table().deepest(color).unwrap_or_default();
    Extent { deepest_win: deepest(attacker), deepest_loss: deepest(attacker.other()) }
}
