//! The scale behind `UCI_Elo`: how strong our player is over our own searcher, as measured by games.
//!
//! The file is made by `fallible reproduce haworth2007/uci-elo`. It holds for the
//! searcher's default depth and for kappa 1; over another engine or at another depth the same
//! competence is worth more or less.

use serde_json::Value;
use value::Plies;

use crate::calibration::Calibration;

const FILE: &str = include_str!("../data/engine_scale.json");

/// The depth of the searcher that was measured.
pub const DEPTH: Plies = Plies(4);

/// The measured scale: no rating is offered beyond those that games were played at.
pub fn measured() -> Calibration {
    read(FILE).expect("a test reads it")
}

fn read(text: &str) -> Option<Calibration> {
    let record: Value = serde_json::from_str(text).ok()?;
    let anchor = |anchor: &Value| Some((anchor["elo"].as_i64()?, anchor["competence"].as_f64()?));
    let anchors: Option<Vec<(i64, f64)>> =
        record["anchors"].as_array()?.iter().map(anchor).collect();
    let is_ours = record["format"] == "fallible-engine-scale" && record["version"] == 1;
    Calibration::new(anchors.filter(|_| is_ours)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file is that of the default depth, and every rating has its error and its games.
    #[test]
    fn the_scale_is_measured_at_the_depth_that_is_played() {
        let record: Value = serde_json::from_str(FILE).unwrap();
        assert_eq!((&record["depth"], &record["kappa"]), (&DEPTH.0.into(), &1.into()));
        for anchor in record["anchors"].as_array().unwrap() {
            assert!(anchor["error"].as_u64().is_some_and(|error| error > 0), "{anchor}");
            assert!(anchor["games"].as_u64().is_some_and(|games| games >= 10), "{anchor}");
        }
        let scale = measured();
        assert!(scale.min() < scale.max() && scale.max() < 2500, "{scale:?}");
        let c = |elo| scale.competence(elo).get();
        assert!(c(scale.min()) < c(scale.default_elo()) && c(scale.default_elo()) < c(scale.max()));
    }

    #[test]
    fn another_file_is_no_scale() {
        assert_eq!(read("{}"), None);
        assert_eq!(read(&FILE.replace("\"version\": 1", "\"version\": 2")), None);
        assert_eq!(read(&FILE.replace("fallible-engine-scale", "fallible-scale")), None);
    }
}
