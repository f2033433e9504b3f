//! Chapter 7: making KQKR harder to win.

mod averages;
mod contest;
mod games;
mod section74;
mod table71;
mod tournament;
mod where_it_pays;

use crate::Experiment;

/// Its tables and figures.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        key: "jansen1992/table7.1",
        title: "43 games of people against programs: do the columns follow from the counts?",
        run: table71::run,
    },
    Experiment {
        key: "jansen1992/table7.3",
        title: "HP0 against B, by subject",
        run: averages::table7_3,
    },
    Experiment {
        key: "jansen1992/table7.5",
        title: "HP1 against R and B, by subject",
        run: averages::table7_5,
    },
    Experiment {
        key: "jansen1992/table7.7",
        title: "mistakes and general playing strength",
        run: averages::table7_7,
    },
    Experiment {
        key: "jansen1992/table7.8",
        title: "mistakes before and after reading a book",
        run: averages::table7_8,
    },
    Experiment {
        key: "jansen1992/section7.4",
        title: "a move given up on purpose, and the replies it asks for",
        run: section74::run,
    },
    Experiment {
        key: "jansen1992/tournament",
        title: "optimal and speculative programs against opponents of many kinds",
        run: tournament::run,
    },
    Experiment {
        key: "jansen1992/where-it-pays",
        title: "at which depths speculative play wins more than it gives",
        run: where_it_pays::run,
    },
];
