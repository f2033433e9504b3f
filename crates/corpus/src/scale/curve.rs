//! A curve from rating to competence that never falls, and back.

use study::schema::whole_games::ScaleFit;

/// A band of ratings with the competence measured in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The mean rating.
    pub elo: f64,
    /// The competence.
    pub competence: f64,
    /// One over the variance of the competence.
    pub weight: f64,
}

/// How competence grows with the rating `x`, in thousands of points.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// `c = a + b x`.
    Line([f64; 2]),
    /// `c = exp(a + b x)`.
    Exponential([f64; 2]),
    /// Straight between these, ratings and competences.
    Isotonic(Vec<(f64, f64)>),
}

/// A shape between two ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    shape: Shape,
    range: (f64, f64),
}

/// What is no curve.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum CurveError {
    #[error("'{0}' is no curve of a scale: line, exponential or isotonic")]
    Unknown(String),
    #[error(
        "the competence does not rise with the rating, so no rating can be told from it: take more games, or wider ranges of ratings"
    )]
    Flat,
}

impl Curve {
    /// The names of the shapes that are tried.
    pub const SHAPES: [&str; 3] = ["line", "exponential", "isotonic"];

    /// Reads a fit.
    pub fn new(fit: &ScaleFit) -> Result<Curve, CurveError> {
        let pair = || match fit.parameters[..] {
            [a, b] if a.is_finite() && b > 0.0 && b.is_finite() => Ok([a, b]),
            _ => Err(CurveError::Flat),
        };
        let rises = |pairs: &[(f64, f64)]| {
            let rising = pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1);
            rising && pairs.len() > 1
        };
        let shape = match &*fit.curve {
            "line" => Shape::Line(pair()?),
            "exponential" => Shape::Exponential(pair()?),
            "isotonic" if rises(&fit.knots) => Shape::Isotonic(fit.knots.clone()),
            "isotonic" => return Err(CurveError::Flat),
            other => return Err(CurveError::Unknown(other.to_owned())),
        };
        if fit.range.0 < fit.range.1 {
            Ok(Curve { shape, range: fit.range })
        } else {
            Err(CurveError::Flat)
        }
    }

    /// The curve of a shape through points by weighted least squares, the lowest rating first.
    pub fn fitted(shape: &str, points: &[Point], range: (f64, f64)) -> Result<Curve, CurveError> {
        let line = |height: fn(&Point) -> f64, weight: fn(&Point) -> f64| {
            let sum =
                |of: &dyn Fn(&Point) -> f64| points.iter().map(|p| weight(p) * of(p)).sum::<f64>();
            let total = sum(&|_| 1.0);
            let (x, y) = (sum(&|p| p.elo / 1000.0) / total, sum(&|p| height(p)) / total);
            let slope = sum(&|p| (p.elo / 1000.0 - x) * (height(p) - y))
                / sum(&|p| (p.elo / 1000.0 - x).powi(2));
            [y - slope * x, slope]
        };
        let (parameters, knots) = match shape {
            "line" => (line(|p| p.competence, |p| p.weight).to_vec(), Vec::new()),
            // The variance of ln c is that of c over c^2.
            "exponential" => {
                let weight = |p: &Point| p.weight * p.competence.powi(2);
                (line(|p| p.competence.max(1e-9).ln(), weight).to_vec(), Vec::new())
            }
            _ => (Vec::new(), isotonic(points)),
        };
        Curve::new(&ScaleFit { curve: shape.to_owned().into(), parameters, knots, range })
    }

    /// As it is told.
    pub fn record(&self) -> ScaleFit {
        let (curve, parameters, knots) = match &self.shape {
            Shape::Line(pair) => ("line", pair.to_vec(), Vec::new()),
            Shape::Exponential(pair) => ("exponential", pair.to_vec(), Vec::new()),
            Shape::Isotonic(knots) => ("isotonic", Vec::new(), knots.clone()),
        };
        ScaleFit { curve: curve.into(), parameters, knots, range: self.range }
    }

    /// The ratings between which it was measured.
    pub fn range(&self) -> (f64, f64) {
        self.range
    }

    /// The competence of a rating; beyond the range, that of its end.
    pub fn competence(&self, elo: f64) -> f64 {
        let elo = elo.clamp(self.range.0, self.range.1);
        match &self.shape {
            Shape::Line([a, b]) => (a + b * elo / 1000.0).max(0.0),
            Shape::Exponential([a, b]) => (a + b * elo / 1000.0).exp(),
            Shape::Isotonic(knots) => through(knots, elo),
        }
    }

    /// The rating of a competence; beyond the range, its end.
    pub fn elo(&self, c: f64) -> f64 {
        let elo = match &self.shape {
            Shape::Line([a, b]) => 1000.0 * (c - a) / b,
            Shape::Exponential([a, b]) => 1000.0 * (c.max(1e-9).ln() - a) / b,
            Shape::Isotonic(knots) => {
                let turned: Vec<(f64, f64)> = knots.iter().map(|&(elo, c)| (c, elo)).collect();
                through(&turned, c)
            }
        };
        elo.clamp(self.range.0, self.range.1)
    }
}

/// The height at `x` of the line through rising points; beyond the ends, on the last piece prolonged.
fn through(points: &[(f64, f64)], x: f64) -> f64 {
    let right = points.iter().position(|point| x <= point.0).unwrap_or(points.len() - 1).max(1);
    let ((x0, y0), (x1, y1)) = (points[right - 1], points[right]);
    y0 + (y1 - y0) * (x - x0) / (x1 - x0)
}

/// Pool adjacent violators: neighbours that fall are replaced by their common mean, in rating and in
/// competence, until all rise.
fn isotonic(points: &[Point]) -> Vec<(f64, f64)> {
    let mut blocks: Vec<Point> = Vec::new();
    for &point in points {
        let mut block = point;
        while let Some(before) = blocks.pop_if(|before| before.competence >= block.competence) {
            let weight = before.weight + block.weight;
            let mean = |a: f64, b: f64| (before.weight * a + block.weight * b) / weight;
            block = Point {
                elo: mean(before.elo, block.elo),
                competence: mean(before.competence, block.competence),
                weight,
            };
        }
        blocks.push(block);
    }
    blocks.into_iter().map(|block| (block.elo, block.competence)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(pairs: &[(f64, f64)]) -> Vec<Point> {
        pairs.iter().map(|&(elo, competence)| Point { elo, competence, weight: 1.0 }).collect()
    }

    #[test]
    fn curves_go_there_and_back() {
        let points = points(&[(1000.0, 2.0), (1400.0, 2.6), (1800.0, 3.3), (2400.0, 5.0)]);
        for shape in Curve::SHAPES {
            let curve = Curve::fitted(shape, &points, (900.0, 2500.0)).unwrap();
            for elo in (900..=2500).step_by(50).map(f64::from) {
                assert!((curve.elo(curve.competence(elo)) - elo).abs() < 1e-6, "{shape} {elo}");
            }
            assert!((curve.competence(1800.0) - 3.3).abs() < 0.3, "{shape}");
            assert_eq!(curve.elo(1e3), 2500.0);
            assert_eq!(Curve::new(&curve.record()).unwrap(), curve);
        }
    }

    #[test]
    fn what_falls_is_pooled_or_refused() {
        let pooled = isotonic(&points(&[(1.0, 5.0), (2.0, 3.0), (3.0, 4.0), (4.0, 8.0)]));
        assert_eq!(pooled, [(2.0, 4.0), (4.0, 8.0)]);
        for shape in Curve::SHAPES {
            let falling = points(&[(1000.0, 3.0), (2000.0, 2.0)]);
            assert_eq!(Curve::fitted(shape, &falling, (900.0, 2100.0)), Err(CurveError::Flat));
        }
    }
}
