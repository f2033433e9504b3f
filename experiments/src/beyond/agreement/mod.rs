//! The exact answer against two others that share nothing with its sweeps: stored moves, and games.

mod games;
mod stored;

use crate::{ExperimentError, Lab, Report};

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Sweeps that make the moves of 64 positions at once give the same lengths and chances as a graph whose moves are stored one by one, in all \
         endgames of three and four men that both can follow; and games played at random last as long as they say, in five men.",
        "against | endgame | attacker | c | opponent | concede | compared | exact | other | standard error | z | lengths apart | chances apart",
    );
    stored::run(lab, report)?;
    games::run(lab, report)?;
    report.note(&[
        "DTC, kappa 1. *Apart* is the greatest difference as a share of the greater of the two, over all positions of both players. Chances are those to win within \
         20 moves, and, where all is conceded, to lose within 20 too.",
        "Rows with games: positions drawn by chance among the attacker's wins, games played from each in turn; *exact* and *other* are the means over \
         them, the standard error is that of a game's length less the exact length from its start, and z the difference in standard errors.",
        "At reduced scale: four endgames, and games of KRKN.",
    ]);
    Ok(())
}
