//! THE WORKBENCH'S SERVER: practice games, explored positions and assessed games over HTTP.
//!
//! ```text
//! accept -> guard -> app (routes) -> request -> practice, explore, assess -> study (schema)
//!                                                  |            |
//!                                               history      library -> jobs (solving)
//! ```
//!
//! - [`app`]: state and routes, made by one function and testable without a socket
//! - [`serve`](mod@serve): the same on a socket; `accept`, `connections`: clients
//!   within their limits
//! - `guard`, `token`: who may ask; `errors`: what goes wrong, as a status and a sentence
//! - `request_log`: a line of the log for each request
//! - `request`: what comes in; what goes out is [`study::schema`]'s
//! - `library`: tables that answer while others are being solved; `jobs`: long work
//! - `practice`: games against an agent; `history`: all of them, in a database
//! - `assess`: games by the tables; `review`: whole games by an engine; `explore_routes`: positions and endgames, worked out by `study`;
//!   `network_routes`: a network beside the truth; `random_routes`: random games; `server_sent_events`: jobs followed; `cache`: what takes long, kept
//! - `assets`: the pages; `lock`: locks that outlive a panic

mod accept;
pub mod app;
mod assess;
mod assets;
mod cache;
mod connections;
mod errors;
mod explore_routes;
mod guard;
mod history;
mod jobs;
mod library;
mod lock;
mod network_routes;
mod other_games;
mod practice;
mod random_routes;
mod request;
mod request_log;
mod review;
pub mod serve;
mod server_sent_events;
mod sparring;
mod token;
