//! THE TABLES AND FIGURES of the papers, remade, and the ones nobody has computed.
//!
//! An experiment is one function, which fills in a [`Report`] with what it finds in a [`Lab`]. Its
//! printed values live in `papers/`, its results in `results/`, and it states the claim it tests.
//!
//! - [`haworth1998`]: Chess endgames and neural networks
//! - [`haworth2003`]: Reference fallible endgame play
//! - [`andrist2005`]: Deeper model endgame analysis
//! - [`haworth2007`]: Gentlemen, stop your engines!
//! - [`difatta2009`]: Skill rating by Bayesian inference; [`regan2011`]: Intrinsic chess ratings
//! - [`jansen1992`]: Using knowledge about the opponent
//! - [`beyond`]: what the papers left undone
//! - [`lab`]: what an experiment works with; [`report`]: what it comes to; [`printed`]: what the
//!   papers say

pub mod andrist2005;
pub mod beyond;
mod chains;
pub mod difatta2009;
mod games;
pub mod haworth1998;
pub mod haworth2003;
pub mod haworth2007;
pub mod jansen1992;
mod kept_rows;
pub mod lab;
pub mod printed;
pub mod regan2011;
pub mod report;

pub use lab::{ExperimentError, Lab, Scale};
pub use report::{Comparison, Grid, Report, Verdict};

/// Fills in a report.
type Make = fn(&Lab<'_>, &mut Report) -> Result<(), ExperimentError>;

/// A line of a paper's list: what will be an [`Experiment`].
type Row = (&'static str, &'static str, Make);

/// One table or figure.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Its name on the command line: `andrist2005/table1`.
    pub key: &'static str,
    /// What it shows.
    pub title: &'static str,
    make: Make,
}

impl Experiment {
    /// Makes it.
    pub fn run(&self, lab: &Lab<'_>) -> Result<Report, ExperimentError> {
        let mut report = Report::new(self.key);
        (self.make)(lab, &mut report)?;
        Ok(report)
    }
}

/// Every experiment, paper by paper in the order of print.
pub fn all() -> Vec<Experiment> {
    [
        jansen1992::chapter1::EXPERIMENTS,
        jansen1992::chapter3::EXPERIMENTS,
        jansen1992::chapter4::EXPERIMENTS,
        jansen1992::section4_6::EXPERIMENTS,
        jansen1992::chapter5::EXPERIMENTS,
        jansen1992::chapter6::EXPERIMENTS,
        jansen1992::chapter7::EXPERIMENTS,
        haworth1998::EXPERIMENTS[0],
        haworth1998::EXPERIMENTS[1],
        haworth1998::EXPERIMENTS[2],
        haworth1998::EXPERIMENTS[3],
        haworth2003::EXPERIMENTS,
        andrist2005::EXPERIMENTS,
        haworth2007::EXPERIMENTS,
        difatta2009::EXPERIMENTS,
        regan2011::EXPERIMENTS,
        beyond::EXPERIMENTS,
    ]
    .into_iter()
    .flatten()
    .map(|&(key, title, make)| Experiment { key, title, make })
    .collect()
}
