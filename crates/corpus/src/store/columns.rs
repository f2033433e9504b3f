//! The columns of a file of decisions, in their order.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Text that repeats: stored once, with a number in each row.
    Words,
    /// Text that does not repeat.
    Text,
    Boolean,
    Integer,
    Long,
    Real,
}

/// A column: its name, what it holds, whether a row may have nothing there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) optional: bool,
}

const fn needed(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, optional: false }
}

const fn optional(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, optional: true }
}

/// All columns. `fen`, `line`, `depth`, `knodes`, `cp` and `mate` are Lichess's names.
pub(super) const COLUMNS: [Column; 31] = [
    needed("fen", Kind::Words),
    needed("move", Kind::Words),
    needed("played", Kind::Boolean),
    optional("cp", Kind::Integer),
    optional("mate", Kind::Integer),
    needed("depth", Kind::Integer),
    optional("knodes", Kind::Long),
    optional("line", Kind::Text),
    needed("file", Kind::Words),
    needed("game", Kind::Integer),
    needed("ply", Kind::Integer),
    optional("player", Kind::Words),
    optional("opponent", Kind::Words),
    optional("elo", Kind::Integer),
    optional("opponent_elo", Kind::Integer),
    optional("time_control", Kind::Words),
    optional("clock", Kind::Real),
    needed("result", Kind::Words),
    optional("event", Kind::Words),
    optional("site", Kind::Words),
    optional("eco", Kind::Words),
    optional("date", Kind::Words),
    optional("answered", Kind::Words),
    optional("answered_capture", Kind::Words),
    optional("continued", Kind::Words),
    optional("continued_capture", Kind::Words),
    needed("engine", Kind::Words),
    needed("version", Kind::Words),
    optional("network", Kind::Words),
    needed("options", Kind::Words),
    needed("method", Kind::Words),
];

impl Kind {
    pub(super) fn data_type(self) -> DataType {
        match self {
            Kind::Words => {
                DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
            }
            Kind::Text => DataType::Utf8,
            Kind::Boolean => DataType::Boolean,
            Kind::Integer => DataType::Int32,
            Kind::Long => DataType::Int64,
            Kind::Real => DataType::Float32,
        }
    }
}

/// Columns that files of earlier versions do not have: they are read as if no row had anything there.
pub(super) const NEWER: [&str; 1] = ["site"];

/// The columns as Arrow has them.
pub(super) fn schema() -> Arc<Schema> {
    let field = |column: &Column| Field::new(column.name, column.kind.data_type(), column.optional);
    Arc::new(Schema::new(COLUMNS.iter().map(field).collect::<Vec<_>>()))
}
