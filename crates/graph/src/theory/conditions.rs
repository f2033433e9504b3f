//! How many terminal wins a game needs to be interesting: Jansen 1992, section 4.2.

use super::threshold::bisect;
use crate::branching::Branching;

/// The least `t_0` with which some position is lost with Black to move with a probability of one half:
/// equation 4.2, for any branching. `black` are the positions that can be lost: terminal draws are none.
///
/// ```text
/// 1 - (1 - G_B(t_0 / N_W))^N_B >= 1/2
/// ```
///
/// 0 if Black may be without a move often enough.
pub fn interesting(white: u32, black: u32, branching: &Branching) -> f64 {
    // 1 - (1/2)^(1/N), without the loss of figures.
    let needed = -(-std::f64::consts::LN_2 / f64::from(black)).exp_m1();
    let share = match branching.as_fixed() {
        Some(moves) => needed.powf(1.0 / f64::from(moves)),
        None if branching.all_within(0.0) >= needed => 0.0,
        None => bisect(0.0, 1.0, |x| needed - branching.all_within(x)),
    };
    f64::from(white) * share
}

/// The same for large games with `moves` of Black: equation 4.3, `N^((b-1)/b) (ln 2)^(1/b)` where both sides
/// have `N` positions.
pub fn interesting_when_large(white: f64, black: f64, moves: u32) -> f64 {
    white * (std::f64::consts::LN_2 / black).powf(1.0 / f64::from(moves))
}
