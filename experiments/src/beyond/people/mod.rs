//! How well people's moves in endgames are foreseen, without a network, beside simpler laws and beside a published network;
//! and the built-in model, learned anew.
//!
//! - `games`: the decisions of all collections; `network`: what the network foresaw of them
//! - `fits`: the model learned without what it is asked about; `laws`: the laws that know only what a move gives away
//! - `score`: nats and first guesses with standard errors by game; `table`: all of it, endgame by endgame

mod fits;
mod games;
mod laws;
mod network;
mod score;
mod table;

use study::people::PeopleModel;

use crate::report::Grid;
use crate::{ExperimentError, Lab, Report, Scale};
use fits::Fits;
use table::Table;

/// Parts that the games are divided into: each is foreseen by what the others teach.
const FOLDS: usize = 5;

/// Where the model goes, beside the report.
const MODEL: &str = "beyond/people_model.json";

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "What a move looks like and what the tables say of it foresee people's moves in endgames better than a published network of human play does, on games held out.",
        "endgame | decisions of | ratings | model | decisions | games | nats | error | first guess | error of first guess",
    );
    let Some(path) = &lab.human_games else {
        report.skip("KQKR");
        return Ok(());
    };
    let people = games::read(lab, path)?;
    if people.decisions.is_empty() {
        report.skip("KQKR");
        return Ok(());
    }
    let fits = Fits::new(lab, &people)?;
    keep(lab, &fits.all, report)?;
    let mut table = Table::new(report);
    for endgame in lab.at_scale(&games::ENDGAMES[..], &["KQKR"]) {
        for part in table::Part::ALL {
            lab.check()?;
            table.add(&people, &fits, endgame, part);
        }
    }
    table.finish();
    report.note(&[
        "Nats a decision: the mean of minus the logarithm of the probability of the move that was made. First guess: how often the likeliest move was made. Standard errors are by game.",
        "Every model is asked only about games that it was not learned from: five parts by the number of the game. Learned elsewhere: from no decision of the endgame.",
        "R_c has kappa 1 and may give anything away; depth lost counts what is given away as 40 moves. Each law is fitted in each endgame and to each kind of decisions.",
        "Decisions are those that had a choice. Where the network's probabilities are read, decisions in won and lost positions that it was not asked about are left out for all. It was told the ratings of both players, and the middle one of the file where there is none.",
    ]);
    report.notes.extend(people.notes);
    Ok(())
}

/// Writes the model of all decisions, where results are kept.
fn keep(lab: &Lab<'_>, model: &PeopleModel, report: &mut Report) -> Result<(), ExperimentError> {
    let Some(path) = lab.results.as_ref().map(|folder| folder.join(MODEL)) else { return Ok(()) };
    // Of few games it is none that anybody should use.
    if lab.scale == Scale::Reduced {
        return Ok(());
    }
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    let written = folder.and_then(|()| std::fs::write(&path, model.text()));
    written.map_err(|source| ExperimentError::Keep { path, source })?;
    report.note(&["The model of all decisions was written beside this report: people_model.json."]);
    Ok(())
}

/// The rows that the report shows: a row for each kind of decisions.
fn summary() -> Grid {
    Grid::new(
        "endgame | decisions of | decisions | games | uniform | R_c | softmax of depth lost | Regan's | learned | learned elsewhere | network",
    )
}
