//! The real program, driven as a person would: arguments in, text and exit code out.

#![allow(clippy::unwrap_used)]

mod answers;
mod assess;
mod bad_input;
mod competing;
mod database;
mod desk;
mod disk;
#[cfg(all(unix, feature = "workbench"))]
mod documents;
mod draws;
mod evaluating;
mod fair_play;
mod fifty_moves;
mod help;
mod heuristics;
mod learning;
mod many_games;
mod model;
mod networks;
mod odd_input;
mod other_games;
mod practice;
#[cfg(unix)]
mod predicting;
mod profiling;
mod programs;
mod quality;
mod random_games;
mod rating;
#[cfg(all(unix, feature = "workbench"))]
mod serve;
mod stopping;
mod suite;
mod survey;
mod uci;
