//! Which move is hardest for an opponent, and what a player of some competence does himself.

use endgame::rules::Position;
use player::agents::Predator;
use player::agents::predator::curves::{BestInterval, Curve, best_intervals};
use player::agents::predator::{Advice, Aim, Candidates, MoveScore};
use player::{
    Competence, CompetenceGrid, Model, MovePrior, PriorSource, Prospect, ReferencePlayer,
};
use value::{ChoiceError, ChoiceSource, Outcome};

use crate::described::{Described, TablePosition};
use crate::position_report::PositionReport;
use crate::schema::{self, BestAgainst, Number};

/// A position, and what the Predator says of its moves.
#[derive(Clone, Debug)]
pub struct AdviceReport<P: Described = Position> {
    /// What the tables say.
    pub report: PositionReport<P>,
    /// What the Predator says.
    pub advice: Advice,
    /// What each candidate leads to, by the opponent's competence.
    pub curves: Vec<Curve>,
    /// Which of the curves is best from where to where.
    pub intervals: Vec<BestInterval>,
}

impl<P: TablePosition> AdviceReport<P> {
    /// Asks the Predator, whose opponent may weigh his moves, and looks who is best against each
    /// competence of the grid. The position must have a legal move.
    pub fn new<S>(
        source: &S,
        move_prior: Option<&dyn MovePrior<S>>,
        report: PositionReport<P>,
        predator: &Predator,
        grid: CompetenceGrid,
    ) -> Result<AdviceReport<P>, ChoiceError>
    where
        S: ChoiceSource<Position = P, Move = P::Move, Value = Outcome>,
    {
        let source = PriorSource::new(source, move_prior);
        let turn = report.turn(&source);
        let candidates = predator.candidates.among(turn.choices);
        let curves = Curve::of(&predator.analyser.model, &turn, &candidates)?;
        let advice = predator.advise(&turn)?;
        let [least, greatest] = [0, grid.len() - 1].map(|at| grid.at(at).get());
        let intervals =
            best_intervals(&curves, predator.aim, least, greatest, grid.step().min(0.1));
        Ok(AdviceReport { report, advice, curves, intervals })
    }

    /// The name of a move by its number among the choices.
    pub fn san(&self, choice: usize) -> String {
        self.report.position.name(&self.report.choices[choice].play)
    }

    /// Moves of depth given away against the best move; none if the value itself is.
    pub fn risk(&self, option: &MoveScore) -> Option<u16> {
        self.report.choices.conceded(option.choice)
    }

    /// The options, the best first.
    pub fn ranked(&self) -> Vec<&MoveScore> {
        let mut options: Vec<&MoveScore> = self.advice.options.iter().collect();
        options.sort_by(|a, b| self.advice.compare(b, a));
        options
    }

    /// The numbers of the best options among the choices.
    pub fn best(&self) -> Vec<usize> {
        self.advice.best().into_iter().map(|at| self.advice.options[at].choice).collect()
    }

    /// The advice in its serialised form.
    pub fn to_schema(&self, belief: &player::Belief, kappa: Number) -> schema::AdvisedMoves {
        let best = self.best();
        let options = self.ranked().into_iter().map(|option| schema::AdvisedMove {
            valued: self.report.move_value(option.choice),
            risk: self.risk(option),
            expected_value: option.expectation.value,
            score: option.expectation.score,
            expected_depth: option.expectation.depth(),
            best: best.contains(&option.choice),
        });
        schema::AdvisedMoves {
            fen: self.report.position.text(),
            metric: self.report.metric.word().into(),
            value: self.report.value.into(),
            clock: self.report.clock,
            extent: self.report.extent(),
            belief: belief.into(),
            kappa,
            plies: self.advice.plies.0,
            nodes: self.advice.nodes,
            choice: best.first().map(|&at| self.san(at)).unwrap_or_default(),
            options: options.collect(),
            by_competence: best_against(&self.intervals, |at| self.san(self.curves[at].choice)),
        }
    }
}

/// The intervals with the names of their curves' moves.
fn best_against(intervals: &[BestInterval], san: impl Fn(usize) -> String) -> Vec<BestAgainst> {
    let named = |&BestInterval { curve, from, to }: &BestInterval| BestAgainst {
        san: san(curve),
        from,
        to,
    };
    intervals.iter().map(named).collect()
}

/// What to expect of each move that keeps the value once an opponent has replied, by his competence.
pub fn curves<P, S>(
    source: &S,
    report: &PositionReport<P>,
    grid: CompetenceGrid,
) -> Result<schema::Curves, ChoiceError>
where
    P: TablePosition,
    S: ChoiceSource<Position = P, Move = P::Move, Value = Outcome>,
{
    let turn = report.turn(source);
    let candidates = Candidates::Preserving.among(turn.choices);
    let curves = Curve::of(&Model::default(), &turn, &candidates)?;
    let option = |curve: &Curve| {
        let point = |c: Competence| Some((c.get(), curve.at(c).depth()?));
        let valued = report.move_value(curve.choice);
        schema::MoveCurve {
            uci: valued.uci,
            san: valued.san,
            value: valued.value,
            points: grid.competences().filter_map(point).collect(),
        }
    };
    let options: Vec<schema::MoveCurve> = curves.iter().map(option).collect();
    let [from, to] = [0, grid.len() - 1].map(|at| grid.at(at).get());
    let intervals =
        best_intervals(&curves, Aim::Score, from, to, grid.step().max((to - from) / 100.0));
    let by_competence = best_against(&intervals, |at| options[at].san.clone());
    Ok(schema::Curves { options, by_competence })
}

/// A position and the players that might move there.
#[derive(Clone, Debug)]
pub struct ChoiceReport<P: Described = Position> {
    /// What the tables say, the moves weighed.
    pub report: PositionReport<P>,
    /// Everything about the players but their competence.
    pub model: Model,
}

impl<P: TablePosition> ChoiceReport<P> {
    /// Weighs the moves of a position for players of this kind.
    pub fn new<S>(
        source: &S,
        move_prior: Option<&dyn MovePrior<S>>,
        mut report: PositionReport<P>,
        model: Model,
    ) -> Result<ChoiceReport<P>, ChoiceError>
    where
        S: ChoiceSource<Position = P, Move = P::Move, Value = Outcome>,
    {
        PriorSource::new(source, move_prior).set_weights(&report.position, &mut report.choices)?;
        Ok(ChoiceReport { report, model })
    }

    /// What a player of this competence does.
    pub fn prospect(&self, competence: Competence) -> Prospect {
        let player = ReferencePlayer { competence, model: self.model.clone() };
        player.prospect(&self.report.choices)
    }

    /// What to expect after the move of such a player.
    pub fn expected(&self, prospect: &Prospect) -> schema::Expected {
        schema::Expected {
            value: prospect.expected_value(),
            state: prospect.expected_state(self.report.choices.extent()),
            depth: prospect.expected_depth(),
        }
    }

    /// The choices in their serialised form: of one competence, and of every one of a grid.
    pub fn to_schema(
        &self,
        competence: Competence,
        kappa: Number,
        notes: Vec<String>,
        grid: Option<CompetenceGrid>,
    ) -> schema::LikelyMoves {
        let prospect = self.prospect(competence);
        let moves = prospect.move_probabilities().iter().enumerate();
        let moves = moves.map(|(at, &probability)| schema::LikelyMove {
            valued: self.report.move_value(at),
            weight: self.report.choices[at].weight,
            probability,
        });
        let curve = grid.iter().flat_map(CompetenceGrid::competences).map(|c| {
            let prospect = self.prospect(c);
            schema::ChoiceCurve {
                competence: c.get(),
                probabilities: prospect.move_probabilities().to_vec(),
                expected: self.expected(&prospect),
            }
        });
        schema::LikelyMoves {
            fen: self.report.position.text(),
            metric: self.report.metric.word().into(),
            competence: competence.into(),
            kappa,
            notes,
            value: self.report.value.into(),
            clock: self.report.clock,
            extent: self.report.extent(),
            moves: moves.collect(),
            expected: self.expected(&prospect),
            curve: curve.collect(),
        }
    }
}
