//! TABLES AND PLAYERS TOGETHER: what the model says of chess endgames and of games.
//!
//! - [`pgn`]: games read and written
//! - [`assess`]: games judged move by move
//! - [`markov`]: the Markov chain of a chess endgame
//! - [`live_draws`]: which drawn positions somebody may still win
//! - [`draws`](mod@draws): how deep draws are, and how hard to hold
//! - [`described`]: positions of chess and of other games, as answers speak of them
//! - [`position_report`]: a position with its value and moves
//! - [`advice`]: what a player does there, and what is hardest for an opponent
//! - [`prediction`]: how long a win takes
//! - [`error_chance`]: how likely an error is in a position, learned from games
//! - [`exact`]: the exact answer beside it, position by position
//! - [`game`]: one game: moves, draw rules, agents that remember it
//! - [`any_agent`]: everybody who can play: agents of the tables, and engines without them
//! - [`learn`]: players learned from their games
//! - `move_list`: the moves of a position as Jansen prints them
//! - [`other_games`]: antichess and checkers: the same questions asked of them
//! - [`matches`](mod@matches): many games between two agents
//! - [`random_games`]: random games and their theory
//! - [`rule_statistics`]: what rules of thumb are worth
//! - [`networks`]: networks that have learned an endgame: how they play, what they go by
//! - [`practice`]: people against agents: sessions, reports, progress, experiments
//! - [`survey_plots`]: the pictures of a surveyed endgame; [`survey_report`]: all that is said of it
//! - [`tournament`]: several programs against one opponent, game by game the same chance
//! - [`competition`]: several players win the same positions, and are scored by their competence
//! - [`atlas`]: every endgame with its size and how hard it is; [`deepest_wins`]: known before it is solved
//! - [`schema`]: the serialised form of every answer; [`endgame_names`]: endgames in plain words
//! - [`speculation`]: when a mistake is worth making; [`speculative_search`]: where there are no tables
//! - [`summary_statistics`]: mean, deviation and standard error; [`dates`]: moments as text
//! - [`format`](mod@format): numbers as people read them
//! - [`background_tables`]: tables solved while others answer; `readiness`: how far what was asked for has come
//! - [`best_line`]: best play by both sides
//! - [`calibration`]: competence and Elo; [`engine_scale`]: what `UCI_Elo` means
//! - [`clock`]: the 50-move rule, counted on from a position
//! - [`verification`]: tables checked position by position
//! - [`weights`]: what moves weigh, by name

pub mod advice;
pub mod any_agent;
pub mod assess;
pub mod atlas;
pub mod background_tables;
pub mod best_line;
pub mod calibration;
pub mod clock;
pub mod competition;
pub mod dates;
pub mod deepest_wins;
pub mod described;
pub mod draws;
pub mod endgame_names;
pub mod engine_scale;
pub mod error_chance;
pub mod exact;
pub mod format;
pub mod game;
pub mod learn;
pub mod live_draws;
pub mod markov;
pub mod matches;
mod move_list;
pub mod networks;
pub mod other_games;
pub mod people;
pub mod pgn;
pub mod position_report;
pub mod practice;
pub mod prediction;
pub mod random_games;
mod readiness;
pub mod rule_statistics;
pub mod schema;
pub mod speculation;
pub mod speculative_search;
pub mod summary_statistics;
pub mod survey_plots;
pub mod survey_report;
pub mod tournament;
pub mod under_rule;
pub mod verification;
pub mod weights;
