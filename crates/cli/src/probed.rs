//! A position with what it is worth and what can be played there, as the fronts show it.

use std::cmp::Reverse;
use std::io::Write;

use endgame::material::{MOST_MEN, MOST_MEN_LISTED};
use endgame::rules::{Move, Position, color_name};
use endgame::syzygy::Syzygy;
use endgame::tables::Tables;
use study::schema;
use value::{Choice, ChoiceSource, Choices, Extent, Metric, Outcome};

/// Everything the tables say of a position.
pub(crate) struct Probed {
    pub(crate) position: Position,
    /// What depths count here: another metric than was asked for where Syzygy files answer.
    pub(crate) metric: Metric,
    /// For the side to move.
    pub(crate) value: Outcome,
    /// Best first, equal ones in the order of their UCI names.
    pub(crate) choices: Choices<Move>,
    /// Whether the tables know how deep this endgame goes: Syzygy files do not say.
    pub(crate) extent_known: bool,
    /// Whether the depth may be one move short; none where our own tables answer.
    pub(crate) rounded: Option<bool>,
}

impl Probed {
    pub(crate) fn of(tables: &Tables, position: Position) -> anyhow::Result<Probed> {
        let value = tables.outcome(&position)?;
        let metric = tables.metric_at(&position)?;
        let mut choices = tables.choices(&position)?;
        choices.sort_by_cached_key(|choice| (Reverse(choice.value), position.uci(choice.play)));
        let rounded = match answering(tables, &position) {
            Some(syzygy) => Some(syzygy.value(&position)?.rounded),
            None => None,
        };
        let extent_known = tables.knows_extent(&position.material())?;
        Ok(Probed { position, metric, value, choices, extent_known, rounded })
    }

    /// What draws are measured against.
    pub(crate) fn extent(&self, extent: Extent) -> schema::Extent {
        schema::Extent::new(extent, self.extent_known)
    }

    /// Whether no move is better.
    pub(crate) fn is_optimal(&self, choice: &Choice<Move>) -> bool {
        self.choices.first().is_some_and(|best| best.value == choice.value)
    }

    /// How many moves are as good as the best.
    pub(crate) fn optimal(&self) -> usize {
        self.choices.iter().filter(|choice| self.is_optimal(choice)).count()
    }

    /// The position, its value, the unit, and what must be known to read them.
    pub(crate) fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "{}", self.position.fen())?;
        writeln!(out, "{} to move: {}", color_name(self.position.turn()), self.value)?;
        writeln!(out, "{}: {}", self.metric, self.metric.unit())?;
        if self.rounded.is_some() {
            writeln!(out, "answered by Syzygy files, which round: a depth may be one move short")?;
        }
        let clock = self.position.halfmove_clock();
        if self.metric == Metric::Dtz50 && clock > 0 {
            writeln!(out, "the 50-move count is taken as fresh, not as {clock} plies")?;
        }
        Ok(writeln!(out)?)
    }

    /// What a draw is measured against, where that is not known and had to be bounded.
    pub(crate) fn print_bound(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        if !self.extent_known {
            let draw = Extent::FIFTY_MOVES.deepest_win.deeper();
            writeln!(
                out,
                "how deep this endgame goes is not known: a draw is measured against {draw} moves"
            )?;
        }
        Ok(())
    }
}

/// The Syzygy files, if they answer for this position: more men than we solve, or six that nobody
/// has solved here.
fn answering<'a>(tables: &'a Tables, position: &Position) -> Option<&'a Syzygy> {
    let material = position.material();
    let stored = || {
        let path = tables.store().map(|store| store.path(&material, tables.metric()));
        material.men() <= MOST_MEN && path.is_some_and(|path| path.exists())
    };
    tables.syzygy().filter(|_| material.men() > MOST_MEN_LISTED && !stored())
}
