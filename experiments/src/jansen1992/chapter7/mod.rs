//! Chapter 7: making KQKR harder to win.

mod asymmetric;
mod averages;
mod contest;
mod game35;
mod games;
mod section74;
mod table71;
mod tournament;
mod where_it_pays;

use crate::Row;

/// Its tables and figures.
#[rustfmt::skip] // a line each
pub(crate) const EXPERIMENTS: &[Row] = &[
    ("jansen1992/table7.1", "43 games of people against programs: do the columns follow from the counts?", table71::table7_1),
    ("jansen1992/table7.2", "the games of the first series, printed again", table71::table7_2),
    ("jansen1992/table7.3", "HP0 against B, by subject", averages::table7_3),
    ("jansen1992/table7.4", "the games of the second series, printed again", table71::table7_4),
    ("jansen1992/table7.5", "HP1 against R and B, by subject", averages::table7_5),
    ("jansen1992/table7.6", "the games of HP2 and those beside them, printed again", table71::table7_6),
    ("jansen1992/table7.7", "mistakes and general playing strength", averages::table7_7),
    ("jansen1992/table7.8", "mistakes before and after reading a book", averages::table7_8),
    ("jansen1992/section7.4", "a move given up on purpose, and the replies it asks for", section74::run),
    ("jansen1992/tournament", "optimal and speculative programs against opponents of many kinds", tournament::run),
    ("jansen1992/where-it-pays", "at which depths speculative play wins more than it gives", where_it_pays::run),
    ("jansen1992/asymmetric", "a search that follows only the opponent's likely replies", asymmetric::run),
];
