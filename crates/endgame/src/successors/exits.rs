//! The ways out of an endgame: which table answers after a capture or a promotion.

use std::sync::Arc;

use value::{Metric, Outcome};

use crate::conversion::Kind;
use crate::material::{Army, Material, PROMOTIONS, ROLES};
use crate::progress::Monitor;
use crate::rules::{Color, Role, side};
use crate::table::Table;
use crate::tables::{Tables, TablesError};

/// What each byte after a move is worth to the mover; none where the move was illegal.
pub(super) type Values = [Option<Outcome>; 256];

/// The values of a table's bytes for the side that has just moved.
pub(super) fn values(table: &Table, metric: Metric, mover: Color, kind: Kind) -> Values {
    std::array::from_fn(|code| {
        let after = table.codec().outcome(code as u8, mover.other())?;
        Some(kind.value(metric, after))
    })
}

/// One way out: the men that are left, and who knows them.
#[derive(Clone, Debug)]
pub(super) enum Exit {
    /// Two bare kings: a draw.
    Kings,
    /// A smaller table.
    Smaller {
        table: Arc<Table>,
        /// Whether the table calls White what we call Black.
        flip: bool,
        /// By what the table holds with the opponent to move.
        values: Box<Values>,
    },
}

/// All ways out, by the mover, the man captured and the man a pawn became.
#[derive(Clone, Debug)]
pub(super) struct Exits([[[Option<Exit>; 6]; 5]; 2]);

/// The place of a role among the captured or promoted; 0 for none.
fn place(role: Option<Role>) -> usize {
    role.and_then(|role| ROLES.iter().position(|&r| r == role)).map_or(0, |at| at + 1)
}

impl Exits {
    /// Opens every table that one move of these sides can lead into.
    pub(super) fn open(
        tables: &Tables,
        material: Material,
        movers: &[Color],
        monitor: &Monitor<'_>,
    ) -> Result<Exits, TablesError> {
        let mut exits =
            Exits(std::array::from_fn(|_| std::array::from_fn(|_| [const { None }; 6])));
        for &mover in movers {
            let promoted = PROMOTIONS.into_iter().map(Some);
            for promoted in std::iter::once(None).chain(promoted) {
                let captured = ROLES.into_iter().map(Some);
                for captured in std::iter::once(None).chain(captured) {
                    if let Some(left) = after(material, mover, captured, promoted) {
                        let exit = Exits::one(tables, left, mover, monitor)?;
                        exits.0[side(mover)][place(promoted)][place(captured)] = Some(exit);
                    }
                }
            }
        }
        Ok(exits)
    }

    fn one(
        tables: &Tables,
        left: Material,
        mover: Color,
        monitor: &Monitor<'_>,
    ) -> Result<Exit, TablesError> {
        if left == Material::KINGS {
            return Ok(Exit::Kings);
        }
        let table = tables.table(&left, monitor)?;
        let flip = !left.is_normalized();
        let mover = if flip { mover.other() } else { mover };
        let values = values(&table, tables.metric(), mover, Kind::Conversion);
        Ok(Exit::Smaller { table, flip, values: Box::new(values) })
    }

    /// The way a move takes; none if no move takes it.
    pub(super) fn get(
        &self,
        mover: Color,
        captured: Option<Role>,
        promoted: Option<Role>,
    ) -> Option<&Exit> {
        self.0[side(mover)][place(promoted)][place(captured)].as_ref()
    }
}

/// The men left after a capture, a promotion or both; none if there is nothing to capture or
/// promote, or neither happens.
fn after(
    material: Material,
    mover: Color,
    captured: Option<Role>,
    promoted: Option<Role>,
) -> Option<Material> {
    let own = material.army(mover);
    let own = match promoted {
        Some(role) => own.without(Role::Pawn)?.with(role),
        None => own,
    };
    let theirs: Army = match captured {
        Some(role) => material.army(mover.other()).without(role)?,
        None => material.army(mover.other()),
    };
    (captured.is_some() || promoted.is_some()).then(|| {
        mover
            .fold_wb(Material { white: own, black: theirs }, Material { white: theirs, black: own })
    })
}
