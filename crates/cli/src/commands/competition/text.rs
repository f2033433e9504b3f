//! The standings of a competition as text.

use std::io::Write;

use player::spec::ModelWords;
use study::schema::competition::{CompetitionReport, CompetitionStanding};

pub(super) fn write(
    report: &CompetitionReport,
    words: &ModelWords,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let CompetitionReport { positions, defender, seed, basis, contestants, .. } = report;
    let metric = basis.metric.to_uppercase();
    writeln!(out, "{positions} positions against {defender}, seed {seed}; {metric}; {words}\n")?;
    let width = contestants.iter().map(|one| one.name.chars().count()).max().unwrap_or(0);
    let width = width.max(10) + 2;
    writeln!(out, "{:<width$}{HEADINGS}", "player")?;
    for one in contestants {
        let CompetitionStanding { name, won, slipped, unfinished, .. } = one;
        write!(out, "{name:<width$}")?;
        let Some(play) = &one.play else {
            writeln!(out, "no move was made")?;
            continue;
        };
        let c = &play.competence;
        let interval = format!("{:.2} to {:.2}", c.low, c.high);
        write!(out, "{:>7.2}{interval:>17}{won:>6}{slipped:>9}{unfinished:>6}", c.mean)?;
        let optimal = 100.0 * play.optimal as f64 / play.moves as f64;
        write!(out, "{:>7}{optimal:>8.1} %{:>10}", play.moves, play.conceded)?;
        let quality = one.quality.as_ref();
        let rates = [quality.and_then(|quality| quality.errors.d), quality.and_then(|q| q.net)];
        let means = [one.length, one.excess].map(|numbers| numbers.map(|numbers| numbers.mean));
        for rate in rates {
            write!(out, "{:>8}", number(rate, 3))?;
        }
        for mean in means {
            write!(out, "{:>8}", number(mean, 1))?;
        }
        writeln!(out)?;
    }
    Ok(writeln!(out, "{LEGEND}")?)
}

fn number(number: Option<f64>, decimals: usize) -> String {
    number.map_or_else(|| "-".to_owned(), |number| format!("{number:.decimals$}"))
}

const HEADINGS: &str = "      c    95 % interval   won  slipped  open  moves   optimal  conceded       d     net  length  excess";

const LEGEND: &str = "
c: apparent competence; slipped: wins given away; open: games unfinished; conceded: moves of depth in all,
d: a move; net: d less the defender's; length: moves of the games won; excess: more than the depth asked for.";
