//! The options of `assess` that concern the quality of play.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use endgame::material::Material;
use study::assess::MOVES_ALLOWED;
use study::assess::profile::Measure;

use crate::failure::bad_input;
use crate::options::one_of;

/// How the quality of play is measured and shown.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Quality of play")]
pub(super) struct QualityOptions {
    /// Say how well won and lost positions were played: how often mistakes were made (p), how large
    /// they were (delta), what they cost a move (d), and how deep a win such a player manages in time
    #[arg(long)]
    pub(super) quality: bool,

    /// Only this endgame, the winner's men first [default: all; for --by-depth the commonest]
    #[arg(long, value_name = "ENDGAME")]
    pub(super) endgame: Option<Material>,

    /// Moves the winner may make [default: 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    moves_allowed: Option<u16>,

    /// Draw the depth move by move, and where a game can still be won in time, into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    pub(super) trajectory_plot: Option<PathBuf>,

    /// List mistakes by the depth before the move, beside those of a player who takes any move that
    /// keeps the value, and the depths at which winners stand still
    #[arg(long)]
    pub(super) by_depth: bool,

    /// Put each depth together with its neighbours, one on either side
    #[arg(long)]
    pub(super) smooth: bool,

    /// Draw mistakes by depth into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    pub(super) error_plot: Option<PathBuf>,

    /// What --error-plot draws: moves conceded a move (d), mistakes a move (p), or the size of a
    /// mistake (delta)
    #[arg(long, value_parser = measure(), value_name = "MEASURE", requires = "error_plot", default_value = "d")]
    pub(super) measure: Measure,

    /// Write mistakes by depth into this CSV file
    #[arg(long, value_name = "FILE.csv")]
    pub(super) error_table: Option<PathBuf>,
}

fn measure() -> impl TypedValueParser<Value = Measure> {
    use Measure::{Average, Magnitude, Probability};
    one_of([("d", Average), ("p", Probability), ("delta", Magnitude)])
}

impl QualityOptions {
    pub(super) fn moves_allowed(&self) -> u16 {
        self.moves_allowed.unwrap_or(MOVES_ALLOWED)
    }

    /// Whether mistakes by depth are asked for in any form.
    pub(super) fn wants_profile(&self) -> bool {
        self.by_depth || self.error_plot.is_some() || self.error_table.is_some()
    }

    /// Refuses options that nothing of what was asked for looks at; JSON tells the quality of play
    /// always.
    pub(super) fn check(&self, json: bool) -> anyhow::Result<()> {
        let shown = json || self.quality || self.trajectory_plot.is_some();
        let idle = |option: &str, wants: &str| {
            Err(bad_input(format!("{option} changes nothing here: it belongs to {wants}")))
        };
        if self.moves_allowed.is_some() && !shown {
            return idle("--moves-allowed", "--quality, --trajectory-plot or --json");
        }
        if self.endgame.is_some() && !shown && !self.wants_profile() {
            return idle("--endgame", "--quality, --trajectory-plot, --by-depth or --json");
        }
        if self.smooth && !self.wants_profile() {
            return idle("--smooth", "--by-depth, --error-plot or --error-table");
        }
        Ok(())
    }
}
