//! What the papers left undone: section 8 of Andrist & Haworth 2005 lists it, and more suggests itself.

mod deeper;
mod drawn;
mod emulator;
mod lumping;
mod surveys;
mod thumb;

use crate::Experiment;

/// Every experiment of ours.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        key: "beyond/drawn",
        title: "an infallible White attacks a fallible Black in drawn positions",
        run: drawn::run,
    },
    Experiment {
        key: "beyond/deeper-predator",
        title: "a Predator who looks further than two plies",
        run: deeper::run,
    },
    Experiment {
        key: "beyond/emulator",
        title: "the Emulator as a training partner, beside the reference player",
        run: emulator::run,
    },
    Experiment {
        key: "beyond/lumping",
        title: "the lumped Markov model against every position followed",
        run: lumping::run,
    },
    Experiment {
        key: "beyond/thumb",
        title: "the best rule of thumb, and the best two together, in each of several endgames",
        run: thumb::thumb,
    },
    Experiment {
        key: "beyond/surveys",
        title: "all endgames of four men without pawns, surveyed",
        run: surveys::run,
    },
];
