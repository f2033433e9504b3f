//! TABLES AND PLAYERS TOGETHER: what the model says of chess endgames and of games.
//!
//! - [`pgn`]: games read and written
//! - [`assess`]: games judged move by move
//! - [`markov`]: the Markov chain of a chess endgame
//! - [`live_draws`]: which drawn positions somebody may still win
//! - [`exact`]: the exact answer beside it, position by position
//! - [`game`]: one game: moves, draw rules, agents that remember it
//! - [`learn`]: players learned from their games
//! - [`matches`](mod@matches): many games between two agents
//! - [`laboratory`]: what rules of thumb are worth
//! - [`practice`]: people against agents: sessions, reports, progress, experiments
//! - [`portrait`]: the pictures of a surveyed endgame
//! - [`tournament`]: several programs against one opponent, game by game the same chance
//! - [`schema`]: the serialised form of every answer; [`endgame_names`]: endgames in plain words
//! - [`tally`]: numbers summed up; [`dates`]: moments as text
//! - [`background_tables`]: tables solved while others answer
//! - [`best_line`]: best play by both sides
//! - [`calibration`]: competence and Elo
//! - [`weights`]: what moves weigh, by name

pub mod assess;
pub mod background_tables;
pub mod best_line;
pub mod calibration;
pub mod dates;
pub mod endgame_names;
pub mod exact;
pub mod game;
pub mod laboratory;
pub mod learn;
pub mod live_draws;
pub mod markov;
pub mod matches;
pub mod pgn;
pub mod portrait;
pub mod practice;
pub mod schema;
pub mod tally;
pub mod tournament;
pub mod weights;
