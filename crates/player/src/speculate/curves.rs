//! The decision surface as lines to draw: Jansen 1992, figures 1.2 to 1.4.

use super::{Opponent, contour};

/// Where the printed surface is cut off.
pub const CUT: f64 = 15.0;

/// The contour of a ratio as points `(ε, p)`, from small `p` to large: figure 1.4.
pub fn contour_line(ratio: f64) -> Vec<(f64, f64)> {
    let point = |p: f64| contour(p, ratio).map(|epsilon| (epsilon, p));
    steps(0.005, 0.995, 198).filter_map(point).collect()
}

/// The ratio needed as points `(ε, Δ)` for one `p`, up to [`CUT`]: figure 1.3.
pub fn section_of(p: f64) -> Vec<(f64, f64)> {
    let point = |epsilon: f64| Some((epsilon, Opponent::equal(p, epsilon).ok()?.required_ratio()?));
    steps(0.0, 0.48, 96).filter_map(point).filter(|at| at.1 <= CUT).collect()
}

/// The ratio needed as points `(p, Δ)` for one `ε`, up to [`CUT`]: figure 1.2, line by line.
pub fn surface_at(epsilon: f64) -> Vec<(f64, f64)> {
    let point = |p: f64| Some((p, Opponent::equal(p, epsilon).ok()?.required_ratio()?));
    steps(0.02, 0.98, 96).filter_map(point).filter(|at| at.1 <= CUT).collect()
}

/// Numbers from one to another in equal steps.
fn steps(from: f64, to: f64, count: u32) -> impl Iterator<Item = f64> {
    (0..=count).map(move |at| from + (to - from) * f64::from(at) / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_where_they_were() {
        let section = section_of(0.5);
        assert_eq!(section[0], (0.0, 1.0));
        assert!(
            section
                .iter()
                .all(|&(epsilon, ratio)| (ratio - 1.0 / (1.0 - 2.0 * epsilon)).abs() < 1e-9)
        );
        assert!(section.len() < 97 && section.iter().all(|at| at.1 <= CUT));
        assert!(surface_at(0.0).iter().all(|at| (at.1 - 1.0).abs() < 1e-12));
        assert!(section_of(0.0).is_empty());
        assert_eq!(contour_line(2.0).len(), 199);
    }
}
