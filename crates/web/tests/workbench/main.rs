//! The workbench driven as a browser would, without a socket but where a socket is the point.

#![allow(clippy::unwrap_used)]

mod bench;
mod clients;
mod daily;
mod explore;
mod hostile;
mod lasting;
mod load;
mod networks;
mod openapi;
mod other_games;
mod practice;
mod random_games;
mod rating;
mod review;
mod sharing;
mod sparring;
