//! Rows that an experiment of hours keeps among the results, so that it goes on where it was stopped.

use std::path::PathBuf;

use crate::report::Grid;
use crate::{ExperimentError, Lab};

/// The file of an experiment's rows; nowhere if no results are written.
pub(crate) struct KeptRows {
    path: Option<PathBuf>,
    columns: &'static str,
}

impl KeptRows {
    /// The rows of `beyond/NAME` with a head like `c | mean | sd`.
    pub(crate) fn open(lab: &Lab<'_>, name: &str, columns: &'static str) -> KeptRows {
        let file = |folder: &PathBuf| folder.join("beyond").join(format!("{name}.csv"));
        KeptRows { path: lab.results.as_ref().map(file), columns }
    }

    /// Rows of an earlier run; none if there are none, or they are told otherwise.
    pub(crate) fn rows(&self) -> Vec<Vec<String>> {
        let reader = self.path.as_ref().and_then(|path| csv::Reader::from_path(path).ok());
        let Some(mut reader) = reader else { return Vec::new() };
        let columns: Vec<&str> = self.columns.split(" | ").map(str::trim).collect();
        match reader.headers() {
            Ok(head) if head.iter().eq(columns) => (),
            _ => return Vec::new(),
        }
        let records = reader.records().map_while(Result::ok);
        records.map(|record| record.iter().map(str::to_owned).collect()).collect()
    }

    /// Keeps the rows found so far.
    pub(crate) fn write(&self, grid: &Grid) -> Result<(), ExperimentError> {
        let Some(path) = &self.path else { return Ok(()) };
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = folder.and_then(|()| std::fs::write(path, grid.csv()));
        written.map_err(|source| ExperimentError::Keep { path: path.clone(), source })
    }
}
