//! An endgame as a Markov chain: the papers' `M_c`, and what follows from it.
//!
//! All positions of one state, that is of one value and depth, are lumped together: `m_i,j` is the
//! probability that a player in state `i` moves to state `j`, averaged over the positions of state
//! `i` (Haworth 2003, section 9.6; Andrist & Haworth 2005, section 5 and appendix C).
//!
//! - [`states`]: [`StateSpace`], the states in the papers' order, seen by the attacker
//! - [`matrix_builder`]: [`MatrixBuilder`], positions in, matrices out, many competences at once
//! - [`matrix`]: [`TransitionMatrix`], [`StateDistribution`], [`SteadyState`]: `M_W . M_B`, `p_m`,
//!   lengths and the steady state of Theorem 6
//! - [`elimination`]: [`Elimination`], the linear system, solved without subtractions
//! - [`length`]: [`Length`], how long a game takes
//! - [`mixture`]: [`Mixture`], one of several chains, for a competence that is only believed

pub mod elimination;
pub mod length;
pub mod matrix;
pub mod matrix_builder;
pub mod mixture;
pub mod states;

pub use elimination::Elimination;
pub use length::Length;
pub use matrix::{StateDistribution, SteadyState, TransitionMatrix};
pub use matrix_builder::{MatrixBuilder, Players, Seat};
pub use mixture::Mixture;
pub use states::StateSpace;
