//! Section 3.1: how robust the computed `c` is against noise on the engine's values.

use corpus::{Decision, Estimate, Family, Link, Sample};
use engine::score::Score;
use plot::{Plot, Series};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::data;
use crate::{ExperimentError, Lab, Report};

/// Standard deviations of the noise, in pawns.
const NOISE: [f64; 7] = [0.0, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The robustness of the computed c can be tested by adding noise to E_p's values {v_i} (section 3.1).",
        "data | family | noise in pawns | c | sd | share of c without noise | top-1",
    );
    let Some(decisions) = data::decisions(lab, report)? else { return Ok(()) };
    let mut lines = Vec::new();
    for (name, of_set) in data::sets(&decisions) {
        for family in [Family::of(Link::Power), Family::of(Link::Haworth)] {
            lab.check()?;
            let mut points = Vec::new();
            let mut without = None;
            for noise in NOISE {
                let sample = noisy(&family, &of_set, noise);
                let found = Estimate::new(&sample, family.default_grid());
                let share = found.mean() / *without.get_or_insert(found.mean());
                report.grid.figures(
                    &[&name, &family, &noise],
                    [found.mean(), found.sd(), share, sample.top1()],
                );
                points.push((noise, share));
                if noise == 0.3 {
                    report.compare(
                        format!("{name}, {}: share of c left with noise of 0.3 pawns", family.link),
                        share,
                    );
                }
            }
            lines.push(Series { name: format!("{name}, {}", family.link), points });
        }
    }
    report.draw(Plot::new(
        "Noise on the values lowers the apparent competence",
        "share of the competence that is found without noise",
        ["noise, in pawns", "share of c"],
        lines,
    ));
    report.note(&[
        "Every value of every list is moved by an independent normal error; mates stay. Players seem less competent than they are, by the more the larger the noise beside the differences of the best moves.",
        "So competences of two references are not comparable, not even of two depths of one engine: a scale holds for its own reference alone.",
    ]);
    Ok(())
}

fn noisy(family: &Family, decisions: &[&Decision], noise: f64) -> Sample {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    let mut sample = Sample::empty(*family);
    for (one, game) in decisions.iter().zip(data::game_numbers(decisions)) {
        let moved: Vec<Score> = one
            .scores
            .iter()
            .map(|score| match *score {
                Score::Centipawns(cp) => {
                    Score::Centipawns(cp + (100.0 * noise * data::normal(&mut rng)).round() as i32)
                }
                mate => mate,
            })
            .collect();
        sample.push(&family.costs(&moved), one.played, game);
    }
    sample
}
