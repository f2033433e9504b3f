//! What the logs are written on: one large block of memory lent out in sheets, and taken back.
//!
//! A log grows at its own pace. On memory of its own it would be copied each time it outgrows it, and
//! the system would hand it out in small pages.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};

/// Numbers on a sheet.
pub(super) const SHEET: usize = 256;

/// A stock of sheets.
pub(super) struct Paper<'p>(Mutex<Stock<'p>>);

struct Stock<'p> {
    returned: Vec<Sheet<'p>>,
    uncut: &'p mut [u32],
}

/// Numbers to be written; what is on it at first means nothing.
pub(super) enum Sheet<'p> {
    Lent(&'p mut [u32; SHEET]),
    /// One more than the block has room for.
    Own(Box<[u32; SHEET]>),
}

impl<'p> Paper<'p> {
    pub(super) fn new(block: &'p mut [u32]) -> Paper<'p> {
        Paper(Mutex::new(Stock { returned: Vec::new(), uncut: block }))
    }

    pub(super) fn sheet(&self) -> Sheet<'p> {
        let mut stock = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sheet) = stock.returned.pop() {
            return sheet;
        }
        let Some((sheet, uncut)) = std::mem::take(&mut stock.uncut).split_first_chunk_mut() else {
            return Sheet::Own(Box::new([0; SHEET]));
        };
        stock.uncut = uncut;
        Sheet::Lent(sheet)
    }

    pub(super) fn take_back(&self, sheets: &mut Vec<Sheet<'p>>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).returned.append(sheets);
    }
}

impl Deref for Sheet<'_> {
    type Target = [u32; SHEET];

    #[inline(always)]
    fn deref(&self) -> &[u32; SHEET] {
        match self {
            Sheet::Lent(sheet) => sheet,
            Sheet::Own(sheet) => sheet,
        }
    }
}

impl DerefMut for Sheet<'_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u32; SHEET] {
        match self {
            Sheet::Lent(sheet) => sheet,
            Sheet::Own(sheet) => sheet,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_are_cut_returned_and_when_all_are_lent_made() {
        let mut block = vec![0; 2 * SHEET + 7];
        let paper = Paper::new(&mut block);
        let lent = |sheet: &Sheet<'_>| matches!(sheet, Sheet::Lent(_));
        let mut sheets = vec![paper.sheet(), paper.sheet()];
        assert!(sheets.iter().all(lent));
        assert!(matches!(paper.sheet(), Sheet::Own(_)));
        paper.take_back(&mut sheets);
        assert!(lent(&paper.sheet()) && lent(&paper.sheet()) && !lent(&paper.sheet()));
    }
}
