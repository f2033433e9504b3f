//! Section 3.1: the transform error. Shallow engines `E_i` are profiled in `E_p`-space, and play against
//! their own profile.

use std::collections::BTreeMap;

use corpus::{Decision, Estimate, Family, Link, Sample};
use engine::score::Score;

use super::data;
use super::played::Played;
use crate::report::figure;
use crate::{ExperimentError, Lab, Report};

/// The pair of depths that see each other: the paper's 10 and 16.
const PAIR: [u16; 2] = [4, 8];

/// Shallow engines and the deeper ones in whose space they are profiled.
const MATCHES: [(u16, u16); 5] = [(1, 4), (2, 4), (3, 4), (1, 6), (4, 6)];
/// Of tests.
const REDUCED: [(u16, u16); 1] = [(1, 2)];

/// The scores of one position by depth.
type ByDepth<'a> = BTreeMap<u16, &'a Decision>;

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "ELO(EP) is about ELO(P), but the transform error must be estimated: matches of engines E_i, i < p, against their own profile in E_p-space identify it directly (section 3.1).",
        "engine | seen by | positions | c | sd | match | games | wins | draws | losses | points | error",
    );
    let Some(decisions) = data::at_every_depth(lab, report)? else { return Ok(()) };
    let positions = by_position(&decisions);
    let mut played = Played::open(lab)?;
    for &(i, p) in lab.at_scale(&MATCHES[..], &REDUCED) {
        lab.check()?;
        let found = seen(&positions, i, p).or_else(|| at_reduced(lab, &decisions));
        if let Some(found) = found {
            matches(report, &mut played, (i, p), &found)?;
        }
    }
    let [low, high] = PAIR;
    for (player, judge) in [(low, high), (high, low)] {
        let Some(found) = seen(&positions, player, judge) else { continue };
        let blank = "";
        report.grid.figures(
            &[
                &format!("E_{player}"),
                &format!("E_{judge}"),
                &found.decisions,
                &figure(found.mean()),
                &figure(found.sd()),
                &blank,
                &blank,
                &blank,
                &blank,
                &blank,
            ],
            [None, None],
        );
        report.compare(format!("c of E_{player} as E_{judge} sees it"), found.mean()).error =
            found.sd();
    }
    if report.grid.rows.is_empty() {
        report.grid.figures(
            &[&"one depth only", &"", &"", &"", &"", &"", &"", &"", &"", &""],
            [None, None],
        );
        report.note(&["SKIPPED: E_i cannot be profiled without its scores: `fallible evaluate GAMES.pgn --depth 1,2,3,4,8` makes them."]);
        return Ok(());
    }
    report.notes.push(format!("The engine is {}.", played.engine()));
    report.note(&[
        "E_i takes the move of greatest score at depth i, the first of equals, in positions of people's games; c is what these moves come to with the scores of depth p.",
        "The same likelihood of moves is not the same strength: as far as one can tell, a shallow engine errs in quiet positions and by little, its profile in every position as its c says, now and then by a queen. So the transform error is hundreds of points, and ELO(EP) is far below ELO(P).",
        "Deeper is not always better among shallow searches: with a line for every move, Stockfish at depth 4 loses to itself at depth 1, and depth 6 beats both. In such a case E_p is no judge of E_i (section 1 asks that it manifestly plays better).",
        "The distance measure is asymmetric, as the paper says: the last two rows.",
    ]);
    Ok(())
}

/// A shallow engine against its profile, and the deeper one against it.
fn matches(
    report: &mut Report,
    played: &mut Played<'_>,
    (i, p): (u16, u16),
    found: &Estimate,
) -> Result<(), ExperimentError> {
    let profile = played.player(p, Some(found.mean()));
    let [shallow, deep] = [i, p].map(|depth| played.player(depth, None));
    for (first, second, name) in [
        (
            shallow,
            profile,
            format!("transform error in E_{p}-space: points of E_{i} above its profile"),
        ),
        (deep, shallow, format!("points of E_{p} above E_{i}")),
    ] {
        let score = played.score(first, second)?;
        let (elo, error) = score.elo();
        let games = format!("{first} - {second}");
        report.grid.figures(
            &[
                &shallow,
                &deep,
                &found.decisions,
                &figure(found.mean()),
                &figure(found.sd()),
                &games,
                &score.games(),
                &score.wins,
                &score.draws,
                &score.losses,
            ],
            [elo, error],
        );
        report.compare(name, elo).error = error;
    }
    Ok(())
}

/// Scores of the same position at several depths.
fn by_position(decisions: &[Decision]) -> Vec<ByDepth<'_>> {
    let mut positions: BTreeMap<(&str, usize, u32), ByDepth<'_>> = BTreeMap::new();
    for one in decisions.iter().filter(|one| !one.is_forced()) {
        let key = (one.game.file.as_str(), one.game.number, one.ply);
        positions.entry(key).or_default().insert(one.reference.depth, one);
    }
    positions.into_values().collect()
}

/// The competence of `E_i` as `E_p` sees it; none without positions scored by both.
fn seen(positions: &[ByDepth<'_>], player: u16, judge: u16) -> Option<Estimate> {
    let pairs = positions.iter().filter_map(|one| Some((one.get(&player)?, one.get(&judge)?)));
    estimate(pairs.map(|(player, judge)| (&player.scores[..], *judge)))
}

/// Tests have one depth: there E_i's moves are those people played.
fn at_reduced(lab: &Lab<'_>, decisions: &[Decision]) -> Option<Estimate> {
    let some = decisions.iter().filter(|one| !one.is_forced()).take(200);
    lab.at_scale(None, estimate(some.map(|one| (&one.scores[..], one))))
}

/// What the moves of greatest score come to in the scores of others.
fn estimate<'a>(pairs: impl Iterator<Item = (&'a [Score], &'a Decision)>) -> Option<Estimate> {
    let family = Family::of(Link::Power);
    let mut sample = Sample::empty(family);
    let mut games: BTreeMap<(&str, usize), usize> = BTreeMap::new();
    for (scores, judge) in pairs {
        let best = scores.iter().max()?;
        let choice = scores.iter().position(|score| score == best)?;
        let next = games.len();
        let game = *games.entry((&judge.game.file, judge.game.number)).or_insert(next);
        sample.push(&family.costs(&judge.scores), choice, game);
    }
    (!sample.is_empty()).then(|| Estimate::new(&sample, family.default_grid()))
}
