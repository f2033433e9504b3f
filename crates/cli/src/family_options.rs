//! The options that choose how scores become probabilities.

use corpus::family::{FamilyError, FamilyWord};
use corpus::{Family, Link};

/// Which law makes probabilities of an engine's scores.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Model")]
pub(crate) struct FamilyOptions {
    /// The law: haworth, power, softmax, power-chance, softmax-chance or regan [default: regan]
    #[arg(long, value_name = "FAMILY")]
    family: Option<Link>,

    /// `kappa` of haworth, power and power-chance [default: 1, 0.5, 0.5]
    #[arg(long, value_name = "N")]
    kappa: Option<f64>,

    /// The share of moves that are chosen at random [default: 0, of regan 0.02]
    #[arg(long, value_name = "SHARE")]
    lapse: Option<f64>,

    /// Pawns that a mate is worth, and an evaluation at most [default: 20, of power 10]
    #[arg(long, value_name = "PAWNS")]
    mate: Option<f64>,
}

impl FamilyOptions {
    pub(crate) fn family(&self) -> Result<Family, FamilyError> {
        let FamilyOptions { family: link, kappa, lapse, mate } = *self;
        FamilyWord { link, kappa, lapse, mate }.family()
    }
}
