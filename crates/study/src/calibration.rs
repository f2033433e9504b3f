//! Competence and Elo: which `c` a rating stands for.

use player::Competence;

/// Ratings with the competence each stands for, both rising; a straight line between two, and past
/// the ends nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    anchors: Vec<(i64, f64)>,
}

/// Pairs that are no calibration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a calibration needs two ratings or more, ratings and competences both rising")]
pub struct NotRising;

impl Calibration {
    /// Elo with competence, at least two pairs, both rising.
    pub fn new(anchors: Vec<(i64, f64)>) -> Result<Calibration, NotRising> {
        let rising = anchors.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1);
        if anchors.len() < 2 || !rising {
            return Err(NotRising);
        }
        Ok(Calibration { anchors })
    }

    /// The least rating.
    pub fn min(&self) -> i64 {
        self.anchors[0].0
    }

    /// The greatest.
    pub fn max(&self) -> i64 {
        self.anchors[self.anchors.len() - 1].0
    }

    /// A rating in the middle of the range.
    pub fn default_elo(&self) -> i64 {
        (self.min() + self.max()) / 2
    }

    /// The competence of a rating.
    pub fn competence(&self, elo: i64) -> Competence {
        let elo = elo.clamp(self.min(), self.max());
        let c = between(elo as f64, self.anchors.iter().map(|&(elo, c)| (elo as f64, c)));
        Competence::new(c).unwrap_or(Competence::RANDOM)
    }

    /// The rating of a competence, rounded.
    pub fn elo(&self, competence: Competence) -> i64 {
        let (least, most) = (self.anchors[0].1, self.anchors[self.anchors.len() - 1].1);
        let c = competence.get().clamp(least, most);
        between(c, self.anchors.iter().map(|&(elo, c)| (c, elo as f64))).round() as i64
    }
}

impl Default for Calibration {
    /// Provisional: nobody has measured yet. Random play at 400, then 80 points for each unit of
    /// competence up to 2800. Only the order means something.
    fn default() -> Calibration {
        Calibration { anchors: vec![(400, 0.0), (2800, 30.0)] }
    }
}

/// The height at `x` of the line through rising points, `x` being among them.
fn between(x: f64, points: impl Iterator<Item = (f64, f64)>) -> f64 {
    let mut before: Option<(f64, f64)> = None;
    for (right, high) in points {
        match before {
            Some((left, low)) if x <= right => {
                return low + (high - low) * (x - left) / (right - left);
            }
            _ => before = Some((right, high)),
        }
    }
    before.map_or(0.0, |(_, high)| high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_rise_with_competence_and_come_back() {
        let measured = Calibration::new(vec![(600, 1.0), (1400, 9.0), (2200, 30.0)]).unwrap();
        for map in [Calibration::default(), measured] {
            assert!((map.min()..=map.max()).contains(&map.default_elo()));
            let mut last = Competence::ANTI_INFALLIBLE;
            for elo in map.min()..=map.max() {
                let c = map.competence(elo);
                assert!(c > last, "{elo}");
                assert_eq!(map.elo(c), elo);
                last = c;
            }
            assert_eq!(map.competence(i64::MAX), map.competence(map.max()));
            assert_eq!(map.elo(Competence::INFALLIBLE), map.max());
        }
        assert_eq!(Calibration::default().competence(1600).get(), 15.0);
    }

    #[test]
    fn what_does_not_rise_is_refused() {
        for wrong in [vec![], vec![(1, 1.0)], vec![(1, 1.0), (2, 1.0)], vec![(2, 1.0), (1, 2.0)]] {
            assert_eq!(Calibration::new(wrong), Err(NotRising));
        }
        assert!(Calibration::new(vec![(1, f64::NAN), (2, 1.0)]).is_err());
    }
}
