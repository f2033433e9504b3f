//! Section 5.4: 60 positions of KRKN in which people were asked for their move.

use std::sync::atomic::AtomicBool;

use endgame::material::Material;
use endgame::rules::{Color, Position};
use player::{Competence, Model, ReferencePlayer};
use study::practice::{Depths, PositionRequest, Trial};
use value::ChoiceSource;

use crate::{ExperimentError, Lab, Report};

/// Positions of the test, as in the thesis.
const COUNT: usize = 60;

/// The seed of the random generator.
const SEED: u64 = 1992;

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "KRKN is an endgame in which the win is easily given away, so that people were asked for one move in each of 60 positions.",
        "number | position | depth | legal | keep the win | optimal | R_10 errs | R_10 gives the win away",
    );
    let material: Material = "KRKN".parse()?;
    lab.load(&material)?;
    let table = lab.tables.table(&material, &lab.monitor)?;
    let deepest = table.deepest(Color::White).map_or(0, |depth| depth.0);
    let depths = Depths { least: 1, greatest: deepest };
    let request = PositionRequest { count: COUNT, depths, seed: SEED, turn: true };
    let never = AtomicBool::new(false);
    let test = Trial::of_positions(
        lab.tables,
        &table,
        material.to_string(),
        &request,
        Position::clone,
        &never,
    )?;
    let player = ReferencePlayer {
        competence: Competence::new(10.0).expect("a number"),
        model: Model::judging_people(),
    };
    let (mut errs, mut fatal, mut shares) = (0.0, 0.0, 0.0);
    for (question, key) in test.questions.iter().zip(&test.key) {
        let position = Position::from_fen(&question.fen)?;
        let choices = lab.tables.choices(&position)?;
        let prospect = player.prospect(&choices);
        let odds = prospect.move_probabilities();
        let chance = |fits: &dyn Fn(usize) -> bool| -> f64 {
            (0..choices.len()).filter(|&at| fits(at)).map(|at| odds[at]).sum()
        };
        let keeping = (0..choices.len()).filter(|&at| choices.keeps_value(at)).count();
        let (wrong, lost) =
            (chance(&|at| !choices.is_optimal(at)), chance(&|at| !choices.keeps_value(at)));
        errs += wrong / COUNT as f64;
        fatal += lost / COUNT as f64;
        shares += keeping as f64 / choices.len() as f64 / COUNT as f64;
        let words: [&dyn std::fmt::Display; 6] = [
            &question.number,
            &question.fen,
            &key.depth,
            &choices.len(),
            &keeping,
            &choices.optimal().len(),
        ];
        report.grid.figures(&words, [wrong, lost]);
    }
    report.compare("positions", test.questions.len() as f64);
    report.compare("share of moves that keep the win", shares);
    report.compare("R_10 errs", errs);
    report.compare("R_10 gives the win away", fatal);
    report.note(&[
        "The thesis prints neither the positions nor the rule by which they were chosen, nor any answer to them. These 60 are ours: White to move \
         and to win, depths as likely as each other, some moves keeping the win and some giving it away, turned and mirrored at random, seed 1992.",
        "`fallible practice KRKN --positions 60 --seed 1992 --out krkn.json` makes the same test with its key; `fallible practice --score krkn.json \
         --answers FILE` scores answers, one move a line.",
    ]);
    Ok(())
}
