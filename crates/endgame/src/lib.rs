//! WHAT IS TRUE in chess endgames: positions, tables, and the solver that makes them. No chance, no
//! printing.
//!
//! ```text
//! rules -> index -> solve -> table -> store
//!                              |
//!                            tables --> Choice, for everyone else
//! ```
//!
//! - [`rules`]: the only user of shakmaty: positions, moves, FEN, SAN
//! - [`material`]: KQKR, KBBKN: parse, print, what they convert into; the list of 145
//! - [`index`]: position <-> number, with the symmetries taken out; its `README.md` defines place, cell, line,
//!   word and slice
//! - [`solve`]: the bit-parallel solver; [`codec`]: the byte it writes; [`memory`]: large blocks of it
//! - `line`: operations on the 64 bytes of a cell; `simd`: the same code for wider vectors
//! - [`table`]: a solved endgame; [`store`]: tables on disk; [`syzygy`]: other people's tables
//! - [`tables`]: every table, loaded or solved when it is first needed; [`conversion`]: what a move is worth to its mover
//! - [`outcome_histogram`], [`find`]: how many positions of each depth, and which; [`query`]: which are as a query asks
//! - [`successors`]: every position of a table with all its moves, fast; [`bitboards`]: men as sets of squares
//! - [`quiet_moves`]: sums over the moves of 64 positions at once
//! - [`heuristics`]: chess facts about a move, rules over them, and the weights they make
//! - [`survey`]: moves, good moves and errors, depth by depth
//! - [`draw_depth`]: how many moves a side needs to force a draw
//! - [`game_graph`]: an endgame as a game graph, counted, for the theory of random games
//! - [`chart`]: one man on every square
//! - [`dtr`]: the depth by the rule, the least rule under which a win can be forced
//! - [`jansen`]: depths as the thesis of 1992 counts them
//! - [`progress`]: reports of long work, and a way to cancel it
//! - [`verify`], [`reference_solver`]: every entry against its successors, and against a slow solver

pub mod bitboards;
pub mod chart;
pub mod codec;
pub mod conversion;
pub mod draw_depth;
pub mod dtr;
pub mod find;
pub mod game_graph;
pub mod heuristics;
pub mod index;
pub mod jansen;
mod line;
pub mod material;
pub mod memory;
pub mod outcome_histogram;
pub mod progress;
pub mod query;
pub mod quiet_moves;
pub mod reference_solver;
pub mod rules;
pub mod simd;
pub mod solve;
pub mod store;
pub mod successors;
pub mod survey;
pub mod syzygy;
pub mod table;
pub mod tables;
pub mod verify;
