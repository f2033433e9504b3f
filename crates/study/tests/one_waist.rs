//! Tables, an engine's scores, an explicit graph game and a toy with a value type of its own go through
//! the very same agents; what these do is worked out again by plain code that knows nothing of them.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use endgame::rules::{Board, Position};
use endgame::tables::Tables;
use engine::score::Score;
use engine::searcher::Searcher;
use engine::stopped_down::StoppedDown;
use graph::{Graph, Node, Solution};
use player::agents::predator::curves::Curve;
use player::agents::predator::{Aim, Candidates};
use player::agents::{Agent, Analyser, Predator, Turn};
use player::simulate::{self, Referee, Rules};
use player::spec::{AgentSpec, ModelWords};
use player::{Belief, Competence, CompetenceGrid, Concede, Model, MoveFilter, MovePrior, PowerLaw};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use value::{
    Choice, ChoiceError, ChoiceSource, Choices, Depth, Distance, Extent, Metric, Outcome, Plies,
    Value,
};

/// One scale in plain words.
struct Plain<V> {
    /// The numbers `x` of a list of values, of ours or of the opponent's moves: with `κ = 1` a move is
    /// made in proportion to `x^-c`.
    far: fn(&[V], Whose) -> Vec<f64>,
    /// How bad a value of one of our moves is for us.
    ours: fn(V) -> f64,
    /// How bad a value of one of his moves is for us.
    his: fn(V) -> f64,
}

#[derive(Clone, Copy, PartialEq)]
enum Whose {
    Ours,
    His,
}

fn powers(x: &[f64], c: f64) -> Vec<f64> {
    let powers: Vec<f64> = x.iter().map(|x| x.powf(-c)).collect();
    let total: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / total).collect()
}

fn near(what: &str, ours: &[f64], plain: &[f64]) {
    assert_eq!(ours.len(), plain.len(), "{what}");
    for (ours, plain) in ours.iter().zip(plain) {
        assert!((ours - plain).abs() < 1e-9, "{what}: {ours} is not {plain}");
    }
}

/// The same probability for each of the moves that `chosen` names.
fn evenly(chosen: &[bool]) -> Vec<f64> {
    let count = chosen.iter().filter(|chosen| **chosen).count() as f64;
    chosen.iter().map(|&chosen| if chosen { 1.0 / count } else { 0.0 }).collect()
}

/// Weighs the first move of a list three times as much as the others.
#[derive(Debug)]
struct FirstMove;

impl<S: ChoiceSource + ?Sized> MovePrior<S> for FirstMove {
    fn set_weights(
        &self,
        _: &S,
        _: &S::Position,
        choices: &mut [Choice<S::Move, S::Value>],
    ) -> Result<(), ChoiceError> {
        choices[0].weight = 3.0;
        Ok(())
    }
}

fn agent<S>(words: &str) -> Box<dyn Agent<S>>
where
    S: ChoiceSource<Move: Clone> + 'static,
{
    let spec = AgentSpec::parse(words, &ModelWords::default()).unwrap();
    let named = |_: &str| Ok(Arc::new(FirstMove) as Arc<dyn MovePrior<S>>);
    spec.instantiate(&named).unwrap().agent()
}

/// `κ = 1`, and every move is possible.
fn model() -> Model {
    let filter = MoveFilter { concede: Concede::Anything, ..MoveFilter::default() };
    Model::new(PowerLaw::default(), filter)
}

fn mean_after(x: &[f64], competences: &[f64], played: usize) -> f64 {
    let likely: Vec<f64> = competences.iter().map(|&c| powers(x, c)[played]).collect();
    let sum: f64 = competences.iter().zip(&likely).map(|(c, p)| c * p).sum();
    sum / likely.iter().sum::<f64>()
}

/// Player, infallible, weighed player, Analyser, Imitator and Emulator, against powers and Bayes.
fn they_choose<S>(source: &S, at: &S::Position, plain: &Plain<S::Value>)
where
    S: ChoiceSource<Move: Clone> + 'static,
{
    let choices = source.choices(at).unwrap();
    let turn = Turn::new(source, at, &choices);
    let values: Vec<S::Value> = choices.iter().map(|choice| choice.value).collect();
    let x = (plain.far)(&values, Whose::Ours);
    let odds = |agent: &dyn Agent<S>| agent.odds(&turn).unwrap();

    near("player", &odds(&*agent::<S>("player:2,concede=all")), &powers(&x, 2.0));

    let worst = x.iter().copied().fold(0.0, f64::max);
    let least = x.iter().copied().fold(f64::INFINITY, f64::min);
    let best: Vec<bool> = x.iter().map(|&x| x == least).collect();
    near("infallible", &odds(&*agent::<S>("infallible")), &evenly(&best));
    let dearest: Vec<bool> = x.iter().map(|&x| x == worst).collect();
    near("anti-infallible", &odds(&*agent::<S>("anti-infallible")), &evenly(&dearest));

    let mut weighed = powers(&x, 2.0);
    weighed[0] *= 3.0;
    let total: f64 = weighed.iter().sum();
    weighed.iter_mut().for_each(|p| *p /= total);
    near("weights", &odds(&*agent::<S>("player:2,concede=all,weights=first")), &weighed);

    for played in 0..choices.len() {
        let grid: CompetenceGrid = "0(2)4".parse().unwrap();
        let mut analyser = Analyser { model: model(), belief: Belief::uniform(grid) };
        assert!(analyser.observe(&choices, played));
        let mean = mean_after(&x, &[0.0, 2.0, 4.0], played);
        near("analyser", &[analyser.belief.mean()], &[mean]);
        let mut imitator = agent::<S>("imitator:1,grid=0(2)4,concede=all");
        imitator.opponent_moved(&turn, played).unwrap();
        near("imitator", &odds(&*imitator), &powers(&x, mean + 1.0));
    }

    let shown: Vec<f64> = (0..x.len())
        .map(|played| (mean_after(&x, &[0.0, 1.0, 2.0, 3.0, 4.0], played) - 2.0).abs())
        .collect();
    let nearest = shown.iter().copied().fold(f64::INFINITY, f64::min);
    let equal: Vec<bool> = shown.iter().map(|shown| shown - nearest < 1e-11).collect();
    near("emulator", &odds(&*agent::<S>("emulator:2,concede=all")), &evenly(&equal));
}

/// The Predator against `R_3`: one of our moves and his reply, worked out by hand.
fn it_hunts<S>(source: &S, at: &S::Position, plain: &Plain<S::Value>)
where
    S: ChoiceSource<Move: Clone> + 'static,
{
    let choices = source.choices(at).unwrap();
    let turn = Turn::new(source, at, &choices);
    let expected: Vec<f64> = choices
        .iter()
        .map(|choice| {
            let replies = source.choices(&source.after(at, &choice.play)).unwrap();
            let values: Vec<S::Value> = replies.iter().map(|reply| reply.value).collect();
            if values.is_empty() || choice.value.depth() == Some(Depth(0)) {
                return (plain.ours)(choice.value);
            }
            let odds = powers(&(plain.far)(&values, Whose::His), 3.0);
            values.iter().zip(odds).map(|(&value, p)| p * (plain.his)(value)).sum()
        })
        .collect();
    let all: Vec<usize> = (0..choices.len()).collect();
    let predator = Predator {
        candidates: Candidates::All,
        aim: Aim::Depth,
        plies: Some(Plies(2)),
        ..Predator::new(Analyser { model: model(), belief: Belief::certain(3.0).unwrap() })
    };
    let advice = predator.advise(&turn).unwrap();
    let told: Vec<f64> = advice.options.iter().map(|option| option.expectation.state).collect();
    near("predator", &told, &expected);
    let three = Competence::new(3.0).unwrap();
    let curves = Curve::of(&model(), &turn, &all).unwrap();
    let at_three: Vec<f64> = curves.iter().map(|curve| curve.at(three).state).collect();
    near("curves", &at_three, &expected);
    let words = "predator:3,concede=all,among=all,aim=depth,plies=2";
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let chosen = agent::<S>(words).choose(&turn, &mut rng).unwrap();
    let least = expected.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(expected[chosen] - least < 1e-6, "{chosen} of {expected:?}");
}

struct Nobody;

impl<P> Referee<P> for Nobody {
    type Draw = ();

    fn call(&mut self, _: &P) -> Option<()> {
        None
    }
}

/// Two of them play a game: the infallible one never does worse than it could.
fn they_play<S>(source: &S, at: &S::Position)
where
    S: ChoiceSource<Move: Clone, Position: Clone> + 'static,
{
    let mut agents = [agent::<S>("infallible"), agent::<S>("imitator:0,concede=all")];
    let rules = Rules { move_limit: 4, stop_at_goal: true };
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let record =
        simulate::play(source, at, &mut agents, rules, &mut Nobody, &mut rng, |_, _, _| ())
            .unwrap();
    assert!(!record.steps.is_empty());
    for (number, step) in record.steps.iter().enumerate() {
        assert!(step.value <= step.best && (number % 2 == 1 || step.value == step.best));
    }
}

fn everything<S>(source: &S, starts: &[S::Position], plain: &Plain<S::Value>)
where
    S: ChoiceSource<Move: Clone, Position: Clone> + 'static,
{
    for at in starts {
        they_choose(source, at, plain);
        it_hunts(source, at, plain);
        they_play(source, at);
    }
}

/// `x` of an outcome where the mover's wins go so deep and his losses so deep: `d + 1` for a win, one move
/// past the deepest win for a draw, and for a loss the more the sooner.
fn far_outcome(outcome: Outcome, deepest_win: f64, deepest_loss: f64) -> f64 {
    match outcome {
        Outcome::Win(Depth(d)) => f64::from(d) + 1.0,
        Outcome::Draw => deepest_win + 2.0,
        Outcome::Loss(Depth(d)) => {
            (deepest_win + 2.0) * (deepest_loss + 2.0) / (f64::from(d) + 1.0)
        }
    }
}

/// KRK: White's wins go 16 moves deep, Black has none.
#[test]
fn a_table() {
    let plain = Plain {
        far: |values, whose| {
            let (win, loss) = if whose == Whose::Ours { (16.0, 0.0) } else { (0.0, 16.0) };
            values.iter().map(|&value| far_outcome(value, win, loss)).collect()
        },
        ours: |value| match value {
            Outcome::Win(Depth(d)) => f64::from(d),
            _ => 17.0,
        },
        his: |value| match value {
            Outcome::Loss(Depth(d)) => f64::from(d),
            _ => 17.0,
        },
    };
    let fens = [
        "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
        "7k/5K2/8/8/8/8/8/6R1 w - - 0 1",
        "8/8/3k4/4R3/8/8/8/K7 w - - 0 1",
    ];
    let starts = fens.map(|fen| Position::from_fen(fen).unwrap());
    everything(&Tables::new(Metric::Dtc), &starts, &plain);
}

/// Our searcher, stopped down to two plies: `x = 1 + |v_1| + |v_1 - v_j|` in pawns.
#[test]
fn an_engine() {
    fn pawns(score: Score) -> f64 {
        match score {
            Score::Centipawns(cp) => f64::from(cp) / 100.0,
            Score::Mate(n) if n > 0 => 200.0 - f64::from(n),
            Score::Mate(n) => -200.0 - f64::from(n),
        }
    }
    let plain = Plain {
        far: |values, _| {
            let best = values.iter().map(|&value| pawns(value)).fold(f64::NEG_INFINITY, f64::max);
            values.iter().map(|&value| 1.0 + best.abs() + best - pawns(value)).collect()
        },
        ours: |value| -pawns(value),
        his: pawns,
    };
    let fens = ["6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1"];
    let starts = fens.map(|fen| Board::from_fen(fen).unwrap());
    let source = StoppedDown::new(Searcher, Plies(2));
    everything(&source, &starts, &plain);
    // The mate in one is seen within a horizon of one move, whatever the competence.
    let choices = source.choices(&starts[0]).unwrap();
    let turn = Turn::new(&source, &starts[0], &choices);
    let odds = agent("player:0,concede=all,horizon=1").odds(&turn).unwrap();
    let mates: Vec<bool> =
        choices.iter().map(|choice| starts[0].uci(choice.play) == "b1b8").collect();
    assert_eq!(odds, evenly(&mates));
}

/// Take one, two or three of a heap; who takes the last wins. Solved as a graph.
struct Heap {
    graph: Graph,
    solution: Solution,
}

impl ChoiceSource for Heap {
    type Position = Node;
    type Move = Node;
    type Value = Outcome;

    fn choices(&self, at: &Node) -> Result<Choices<Node>, ChoiceError> {
        let list = self.graph.successors(*at).iter();
        let value = |next: &Node| self.solution.outcome(*next).flipped();
        let depths = |won: bool| {
            let all = self.graph.nodes().map(|node| self.solution.outcome(node));
            let these = all.filter(move |outcome| (outcome.sign() > 0) == won);
            these.filter_map(Outcome::depth).max().unwrap_or_default()
        };
        let extent = Extent { deepest_win: depths(true), deepest_loss: depths(false) };
        Ok(Choices::new(list.map(|next| Choice::new(*next, value(next))).collect(), extent))
    }

    fn after(&self, _: &Node, play: &Node) -> Node {
        *play
    }
}

/// Up to 11 in the heap: the mover loses with 0, 4 and 8, and otherwise wins in at most 3 moves.
#[test]
fn a_graph() {
    let mut graph = Graph::new();
    let nothing = graph.add_lost();
    let mut heap = vec![nothing];
    for size in 1..=11usize {
        let takes = (1..=size.min(3)).map(|taken| heap[size - taken]).collect::<Vec<_>>();
        heap.push(graph.add(takes, None));
    }
    for (size, &node) in heap.iter().enumerate() {
        let four = size as u16 / 4;
        let plain =
            if size % 4 == 0 { Outcome::Loss(Depth(four)) } else { Outcome::Win(Depth(four + 1)) };
        assert_eq!(graph.solve().outcome(node), plain, "{size}");
    }
    let source = Heap { solution: graph.solve(), graph };
    let plain = Plain {
        far: |values, _| values.iter().map(|&value| far_outcome(value, 3.0, 2.0)).collect(),
        ours: number,
        his: |value| match value {
            Outcome::Win(Depth(d)) => 7.0 - f64::from(d),
            Outcome::Draw => 4.0,
            Outcome::Loss(Depth(d)) => f64::from(d),
        },
    };
    fn number(value: Outcome) -> f64 {
        match value {
            Outcome::Win(Depth(d)) => f64::from(d),
            Outcome::Draw => 4.0,
            Outcome::Loss(Depth(d)) => 7.0 - f64::from(d),
        }
    }
    everything(&source, &[heap[11], heap[10], heap[8], heap[5]], &plain);
}

/// A chance to win in hundredths: a scale of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Percent(u8);

impl Value for Percent {
    const DRAW: Percent = Percent(50);

    fn flipped(self) -> Percent {
        Percent(100 - self.0)
    }

    fn sign(self) -> i8 {
        match self.0 {
            100 => 1,
            0 => -1,
            _ => 0,
        }
    }

    fn is_drawn(self) -> bool {
        false
    }

    fn depth(self) -> Option<Depth> {
        None
    }

    fn distance(self, _: Percent) -> Distance {
        Distance::Win(f64::from(100 - self.0) / 10.0)
    }

    fn shortfall(self, best: Percent) -> Option<f64> {
        Some(f64::from(best.0 - self.0))
    }

    fn rank(self, _: Extent) -> f64 {
        -f64::from(self.0)
    }
}

/// A tree without end, three moves everywhere, their values out of a hat.
struct Hat;

impl ChoiceSource for Hat {
    type Position = u64;
    type Move = u64;
    type Value = Percent;

    fn choices(&self, at: &u64) -> Result<Choices<u64, Percent>, ChoiceError> {
        let value = |play: u64| Percent(((at * 37 + play * 53 + 11) % 101) as u8);
        let list = (0..3).map(|play| Choice::new(play, value(play))).collect();
        Ok(Choices::new(list, Extent::default()))
    }

    fn after(&self, at: &u64, play: &u64) -> u64 {
        (at * 3 + play + 1) % 1_000_003
    }
}

#[test]
fn a_toy() {
    let plain = Plain {
        far: |values: &[Percent], _| {
            values.iter().map(|v| 1.0 + (100.0 - f64::from(v.0)) / 10.0).collect()
        },
        ours: |value: Percent| -f64::from(value.0),
        his: |value: Percent| f64::from(value.0) - 100.0,
    };
    everything(&Hat, &[0, 1, 2, 40, 4711], &plain);
}
