//! THE WORKBENCH'S SERVER: practice games, explored positions and assessed games over HTTP.
//!
//! ```text
//! accept -> guard -> app (routes) -> request -> practice, explore, assess -> study (schema)
//!                                                  |            |
//!                                               history      library -> jobs (solving)
//! ```
//!
//! - [`app`]: state and routes, made by one function and testable without a socket
//! - [`serve`](mod@serve): the same on a socket; `accept`, `connections`, `write_timeout`: clients
//!   within their limits
//! - `guard`, `token`: who may ask; [`errors`]: what goes wrong, as a status and a sentence
//! - `request_log`: a line of the log for each request
//! - `request`: what comes in; what goes out is [`study::schema`]'s
//! - [`library`]: tables that answer while others are being solved; [`jobs`]: long work
//! - [`practice`]: games against an agent; [`history`]: all of them, in a database
//! - [`position`]: FEN and moves that anybody may have sent; [`assess`]: games; `explore_routes`: positions
//!   and endgames, worked out by `study`; `server_sent_events`: jobs followed; [`cache`]: what takes long, kept
//! - [`assets`]: the pages

mod accept;
pub mod app;
pub mod assess;
pub mod assets;
pub mod cache;
mod connections;
pub mod errors;
mod explore_routes;
mod guard;
pub mod history;
pub mod jobs;
pub mod library;
pub mod position;
pub mod practice;
mod request;
mod request_log;
pub mod serve;
mod server_sent_events;
mod token;
mod write_timeout;
