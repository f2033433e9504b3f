//! WHAT MIGHT BE PLAYED: outcomes and weights in, probabilities out. No chess, no I/O.
