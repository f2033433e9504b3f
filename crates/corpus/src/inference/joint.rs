//! Competence and `kappa` together.

use player::preference::NotAnOffset;
use player::{Belief, CompetenceGrid, DepthOffset, JointBelief};

use super::Sample;
use crate::decision::Decision;
use crate::family::Family;

/// What decisions teach about `(c, kappa)`, every pair of these as likely as any other before.
pub fn with_kappa(
    family: &Family,
    decisions: &[&Decision],
    kappas: &[f64],
    grid: CompetenceGrid,
) -> Result<JointBelief, NotAnOffset> {
    let offsets = kappas.iter().map(|kappa| DepthOffset::new(*kappa)).collect::<Result<_, _>>()?;
    let mut joint = JointBelief::new(offsets, &Belief::uniform(grid));
    let logs: Vec<Vec<f64>> = kappas
        .iter()
        .map(|&kappa| {
            let family = Family { kappa, ..*family };
            Sample::new(family, decisions.iter().copied()).log_likelihoods(&grid)
        })
        .collect();
    joint.observe(&logs);
    Ok(joint)
}
