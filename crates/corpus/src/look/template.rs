//! Features numbered: each template has a block of numbers, and a move takes at most one of a block.

/// The features that hold of one move, by number, as the templates put them down one after another.
///
/// Every template must be called for every move and in the same order, whether or not it holds:
/// that is what makes the numbers the same for all moves.
#[derive(Default)]
pub(super) struct Features {
    numbers: Vec<u16>,
    next: u16,
}

impl Features {
    /// A template of so many cases, one of which holds.
    pub(super) fn case(&mut self, cases: u16, holds: u16) {
        self.case_if(cases, Some(holds));
    }

    /// A template of so many cases, none of which need hold.
    pub(super) fn case_if(&mut self, cases: u16, holds: Option<u16>) {
        if let Some(case) = holds {
            debug_assert!(case < cases, "case {case} of {cases}");
            self.numbers.push(self.next + case);
        }
        self.next += cases;
    }

    /// A template of one case.
    pub(super) fn flag(&mut self, holds: bool) {
        self.case_if(1, holds.then_some(0));
    }

    /// What was put down, and how many numbers there are in all.
    pub(super) fn finish(self) -> (Vec<u16>, u16) {
        (self.numbers, self.next)
    }
}

/// A difference by its sign and size: 7 cases, the middle one for none.
pub(super) fn signed(pawns: i32) -> u16 {
    match pawns {
        ..=-6 => 0,
        -5..=-3 => 1,
        -2..=-1 => 2,
        0 => 3,
        1..=2 => 4,
        3..=5 => 5,
        6.. => 6,
    }
}

/// What can be lost, in pawns: 5 cases.
pub(super) fn loss(pawns: i32) -> u16 {
    match pawns {
        ..=0 => 0,
        1 => 1,
        2..=3 => 2,
        4..=5 => 3,
        6.. => 4,
    }
}

/// How much more or less of something that is counted: 7 cases, the middle one for none.
pub(super) fn change(count: i32) -> u16 {
    match count {
        ..=-5 => 0,
        -4..=-2 => 1,
        -1 => 2,
        0 => 3,
        1 => 4,
        2..=4 => 5,
        5.. => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_do_not_depend_on_what_holds() {
        let mut one = Features::default();
        one.case(6, 5);
        one.flag(false);
        one.case_if(3, None);
        one.case(2, 0);
        assert_eq!(one.finish(), (vec![5, 10], 12));
    }
}
