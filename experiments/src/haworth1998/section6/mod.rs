//! The questions of section 6, one by one.

mod boolean;
mod depth;
mod descent;
mod layers;
mod over_training;
mod play;
mod pruning;
mod set_size;
mod signs;
mod topologies;

use crate::Row;

#[rustfmt::skip] // a line each
pub(super) const EXPERIMENTS: &[Row] = &[
    ("haworth1998/layers", "what two layers would have achieved, and one, and four", layers::run),
    ("haworth1998/boolean", "an n-n-1 network on a Boolean coding", boolean::run),
    ("haworth1998/over-training", "training and testing accuracy epoch by epoch", over_training::run),
    ("haworth1998/set-size", "accuracy as the training set grows", set_size::run),
    ("haworth1998/pruning", "which weights matter, and which can go", pruning::run),
    ("haworth1998/signs", "networks from init and -init in parallel", signs::run),
    ("haworth1998/descent", "momentum and annealing", descent::run),
    ("haworth1998/depth", "networks that also tell depth", depth::run),
    ("haworth1998/play", "wins won and draws drawn against perfect play", play::run),
    ("haworth1998/topologies", "networks that are no multilayer perceptrons", topologies::run),
];
