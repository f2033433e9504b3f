//! Reference players in a game for one: the 8-puzzle, beside a random puzzle of its size.

use graph::puzzle::Puzzle;
use graph::random::{RandomGame, Side};
use player::agents::Analyser;
use player::reference::Model;
use player::{Belief, Competence, ReferencePlayer};
use plot::{Plot, Scale, Series};
use rand::RngExt;
use rand::seq::SliceRandom;
use study::random_games::exact::{Chances, Lengths, lumped};
use study::random_games::generator;
use value::{ChoiceSource, Choices, Outcome};

use crate::{ExperimentError, Lab, Report};

const COMPETENCES: [f64; 11] = [0.0, 1.0, 2.0, 3.0, 5.0, 8.0, 10.0, 15.0, 20.0, 30.0, 50.0];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "A reference player needs no opponent: its choices are moves with the distance to the goal after them. How many moves does it need for the 8-puzzle, does the \
         Markov model say so, and does its competence come back from its moves?",
        "puzzle | c | moves from the greatest distance | Markov | moves from all positions, mean | residual",
    );
    let puzzle = lab.at_scale(Puzzle::eight(), Puzzle::new(3, 2).expect("six squares"));
    let name = lab.at_scale("8-puzzle", "5-puzzle");
    let slid = puzzle.game();
    let random = [false, true].map(|back| random_puzzle(&slid, back));
    let mut lines = Vec::new();
    let puzzles = [
        (name, &slid),
        ("random puzzle", &random[0]),
        ("random puzzle with moves back", &random[1]),
    ];
    for (name, game) in puzzles {
        let mut line =
            Series { name: format!("{name}, from the greatest distance"), points: Vec::new() };
        let mut markov = Series { name: format!("{name}, Markov model"), points: Vec::new() };
        let starts = farthest(game);
        for c in COMPETENCES {
            lab.check()?;
            let chances = chances(game, c);
            let lengths = Lengths::of(&chances);
            let mean = |nodes: &[graph::Node]| {
                nodes.iter().map(|node| lengths.mean[node.index()]).sum::<f64>()
                    / nodes.len() as f64
            };
            let far = mean(&starts);
            let won: Vec<graph::Node> =
                game.positions(Side::White).filter(|&node| game.outcome(node).sign() > 0).collect();
            let lumped = lumped::full_move(&chances).expect("wins are not given away");
            let lumped = lumped.expected_length().last().copied().unwrap_or(0.0);
            report.grid.figures(&[&name, &c], [far, lumped, mean(&won), lengths.residual]);
            line.points.push((c, far));
            markov.points.push((c, lumped));
            if [0.0, 5.0, 20.0].contains(&c) {
                report.compare(format!("{name}: moves at c = {c} from the greatest distance"), far);
                report.compare(format!("{name}: Markov over exact at c = {c}"), lumped / far);
            }
        }
        let depth = game.outcome(starts[0]).depth().map_or(0, |depth| depth.0);
        report.compare(format!("{name}: greatest distance"), f64::from(depth));
        lines.extend([line, markov]);
    }
    let belief = recognised(lab, &slid)?;
    let (low, high) = belief.interval(0.95);
    report
        .compare(format!("{name}: apparent c of R_5 after {} moves", belief.moves()), belief.mean())
        .error = belief.sd();
    report.compare("the same, least of the 95 % interval", low);
    report.compare("the same, greatest", high);
    let mut plot = Plot::new(
        format!("Expected moves in the {name}"),
        "kappa 1; the random puzzle has as many positions with as many moves",
        ["competence", "moves to the goal"],
        lines,
    );
    plot.up_scale = Scale::Log;
    report.draw(plot);
    report.note(&[
        "The blank in a corner at the goal; distances are those of figure 8.1. White slides, Black passes: a game for one is a game whose other player always has one move, and so solver, \
         players, Markov model and exact lengths are those of all games. c = 0 is the random walk that may take a move back at once.",
        "The random puzzles have as many positions with as many moves; in the first they lead anywhere, in the second any move can be taken back, as in the 8-puzzle. The Markov model lumps all positions of a distance \
         together: what it errs by in the first is chance, in the second what comes of going back where one came from, in the 8-puzzle that and the board.",
        "At reduced scale the puzzle has three by two squares.",
    ]);
    Ok(())
}

/// As many positions with as many moves each, which lead anywhere; the goal is the first position. Of several seeds the
/// first whose goal can be reached from nearly everywhere.
fn random_puzzle(slid: &RandomGame, moves_can_be_taken_back: bool) -> RandomGame {
    let degrees: Vec<usize> =
        slid.positions(Side::White).map(|node| slid.graph().successors(node).len()).collect();
    let len = degrees.len() as u32;
    for seed in 0.. {
        let mut rng = generator(8, seed);
        let white: Vec<Vec<u32>> = if moves_can_be_taken_back {
            // Ends of moves are paired at random: the configuration model.
            let mut ends: Vec<u32> =
                (0..len).flat_map(|at| std::iter::repeat_n(at, degrees[at as usize])).collect();
            ends.shuffle(&mut rng);
            let mut white = vec![Vec::new(); degrees.len()];
            for pair in ends.chunks_exact(2) {
                white[pair[0] as usize].push(pair[1]);
                white[pair[1] as usize].push(pair[0]);
            }
            white
        } else {
            degrees
                .iter()
                .map(|&moves| (0..moves).map(|_| rng.random_range(0..len)).collect())
                .collect()
        };
        let passes = |number: u32| if number == 0 { Vec::new() } else { vec![number] };
        let black: Vec<Vec<u32>> = (0..len).map(passes).collect();
        let game = RandomGame::from_moves(slid.parameters().clone(), &white, &black);
        let solved =
            game.positions(Side::White).filter(|&node| game.outcome(node).sign() > 0).count();
        if 10 * solved > 9 * degrees.len() {
            return game;
        }
    }
    unreachable!("some seed has a goal that can be reached")
}

/// White's deepest wins.
fn farthest(game: &RandomGame) -> Vec<graph::Node> {
    let deepest = Outcome::Win(game.extent(Side::White).deepest_win);
    game.positions(Side::White).filter(|&node| game.outcome(node) == deepest).collect()
}

fn chances(game: &RandomGame, c: f64) -> Chances<'_> {
    let model = Model::papers();
    let competence = Competence::new(c).expect("a number");
    let odds = |_, choices: &Choices<graph::Node>| {
        Some(model.distribution(choices).probabilities(competence))
    };
    Chances::of(game, [&odds, &odds]).expect("they say how likely their moves are")
}

/// What an Analyser thinks of a player of competence 5 after some puzzles.
fn recognised(lab: &Lab<'_>, game: &RandomGame) -> Result<Belief, ExperimentError> {
    let player = ReferencePlayer::new(Competence::new(5.0).expect("a number"));
    let belief = Belief::uniform("0(0.1)20".parse().expect("a grid"));
    let mut analyser = Analyser { model: Model::papers(), belief };
    let starts = farthest(game);
    for number in 0..lab.at_scale(40, 10) {
        let mut rng = generator(88, number);
        let mut at = starts[number as usize % starts.len()];
        while let choices = game.choices(&at)?
            && !choices.is_empty()
        {
            let played = player.choose(&choices, &mut rng);
            analyser.observe(&choices, played);
            at = choices[played].play;
            // Black passes, if the goal is not reached.
            match game.choices(&at)?.first() {
                Some(pass) => at = pass.play,
                None => break,
            }
        }
    }
    Ok(analyser.belief)
}
