//! A game of chess as everybody here plays it: people against agents, agents against each other,
//! and whatever a GUI sends.
//!
//! - [`record`](mod@record): the start, the moves and the boards between them; take-back
//! - [`draw_rules`]: repetition, fifty moves, insufficient material, stalemate: decided there alone
//! - [`choice_set`]: what may be played at one position
//! - [`agent_state`]: an agent that remembers a game and catches up with it

pub mod agent_state;
pub mod choice_set;
pub mod draw_rules;
pub mod record;

pub use agent_state::AgentState;
pub use choice_set::ChoiceSet;
pub use draw_rules::{DrawReferee, DrawRule, DrawRules};
pub use record::{GameOver, GameRecord, IllegalMove};
