//! Profiles: how competently each group of decisions was taken, with intervals.

mod text;

use plot::{Plot, Series};
use study::schema::whole_games::{JointEstimate, ProfileGroup, ProfileReport};

use crate::decision::Decision;
use crate::exact_zone::EXACT_ZONE;
use crate::family::Family;
use crate::group::GroupBy;
use crate::inference::{Estimate, Sample, with_kappa};
use crate::model_record::{record, reference_of, told, word};
use crate::scale::Scale;

/// The `kappa` thought possible when it is inferred beside the competence.
pub const KAPPAS: [f64; 13] =
    [0.0625, 0.09, 0.125, 0.18, 0.25, 0.35, 0.5, 0.71, 1.0, 1.41, 2.0, 2.83, 4.0];

/// Below this probability a competence is left out of a posterior that is told.
const NEGLIGIBLE: f64 = 1e-6;

/// What to profile, and how.
#[derive(Clone, Copy, Debug)]
pub struct Profiling<'a> {
    /// The law.
    pub family: Family,
    /// What groups are made of.
    pub by: GroupBy,
    /// The least number of decisions that a listed group has.
    pub least: usize,
    /// What turns competences into ratings.
    pub scale: Option<&'a Scale>,
    /// Whether `kappa` is inferred beside the competence.
    pub fits_kappa: bool,
    /// Whether the whole posterior is told.
    pub tells_posterior: bool,
    /// Decisions whose scores are those of tables ([`judge`](crate::exact_zone::judge)).
    pub judged_by_tables: usize,
}

/// Why there is no profile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ProfileError {
    #[error(
        "there is no decision to profile: give a file with at least one position of two legal moves"
    )]
    Nothing,
    #[error("no game says its {0}: group by something else, as in --by all")]
    NoGroups(GroupBy),
    #[error(
        "no {by} has {least} decisions or more, the most is {most}: ask for fewer with --least"
    )]
    TooFew { by: GroupBy, least: usize, most: usize },
}

impl Profiling<'_> {
    /// The profile of these decisions.
    pub fn of(&self, decisions: &[Decision]) -> Result<ProfileReport, ProfileError> {
        if decisions.iter().all(Decision::is_forced) {
            return Err(ProfileError::Nothing);
        }
        let all = self.by.groups(decisions);
        if all.is_empty() {
            return Err(ProfileError::NoGroups(self.by));
        }
        let samples = all.iter().map(|(name, decisions)| {
            (name, decisions, Sample::new(self.family, decisions.iter().copied()))
        });
        let (mut groups, mut most, mut left_out) = (Vec::new(), 0, 0);
        for (name, decisions, sample) in samples {
            most = most.max(sample.len());
            if sample.len() < self.least.max(1) {
                left_out += 1;
                continue;
            }
            groups.push(self.group(name, decisions, &sample));
        }
        if groups.is_empty() {
            return Err(ProfileError::TooFew { by: self.by, least: self.least, most });
        }
        let few_men = |decision: &&Decision| decision.board.count_men() <= EXACT_ZONE;
        Ok(ProfileReport {
            model: record(&self.family, reference_of(decisions)),
            scale: self.scale.map(Scale::name),
            by: word(self.by.word()),
            groups,
            left_out,
            exact_zone: decisions.iter().filter(few_men).count(),
            judged_by_tables: self.judged_by_tables,
        })
    }

    fn group(&self, name: &str, decisions: &[&Decision], sample: &Sample) -> ProfileGroup {
        let grid = self.family.default_grid();
        let estimate = Estimate::new(sample, grid);
        let posterior = || {
            let shares = estimate.posterior.probabilities();
            let pairs = grid.competences().map(|c| c.get()).zip(shares);
            pairs.filter(|(_, share)| *share > NEGLIGIBLE).collect()
        };
        let joint = || {
            let joint = with_kappa(&self.family, decisions, &KAPPAS, grid).ok()?;
            Some(JointEstimate { competence: joint.competence(), kappa: joint.offset() })
        };
        ProfileGroup {
            group: name.to_owned(),
            games: sample.games(),
            decisions: sample.len(),
            competence: told(&estimate),
            design_effect: estimate.design_effect,
            elo: self.scale.map(|scale| scale.rating(&estimate)),
            log_loss: -sample.log_likelihood(estimate.mean()) / sample.len() as f64,
            top1: sample.top1(),
            joint: if self.fits_kappa { joint() } else { None },
            posterior: self.tells_posterior.then(posterior),
        }
    }
}

/// Text for people.
pub fn text(report: &ProfileReport) -> String {
    text::table(report)
}

/// The competence of each group, its interval dashed; over the ratings if groups are bands.
pub fn picture(report: &ProfileReport) -> Plot {
    let place = |at: usize, group: &ProfileGroup| match (&*report.by, group.group.parse::<f64>()) {
        ("band", Ok(band)) => band + 100.0,
        ("depth", Ok(depth)) => depth,
        _ => at as f64 + 1.0,
    };
    let line = |name: &str, of: fn(&ProfileGroup) -> f64| Series {
        name: name.to_owned(),
        points: report
            .groups
            .iter()
            .enumerate()
            .map(|(at, one)| (place(at, one), of(one)))
            .collect(),
    };
    let across = match &*report.by {
        "band" => "rating",
        "depth" => "depth of the search, in plies",
        _ => "group, in the order of the table",
    };
    let title = format!("Apparent competence by {}", report.by);
    let note = format!(
        "{}, {}; dashed: 95 %, clustered by game",
        report.model.family, report.model.reference
    );
    let mut plot =
        Plot::new(title, note, [across, "c"], vec![line("mean", |one| one.competence.mean)]);
    plot.close_up = true;
    plot.guides =
        vec![line("low", |one| one.competence.low), line("high", |one| one.competence.high)];
    plot
}
