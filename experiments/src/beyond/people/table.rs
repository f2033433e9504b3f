//! Every model's figures, endgame by endgame.

use endgame::rules::uci;
use plot::{Plot, Series};
use study::people::Standing;
use study::people::decisions::Decision;

use super::FOLDS;
use super::fits::{Fits, Logs};
use super::games::People;
use super::laws::{Open, Regan, slope};
use super::score::{Score, Told, normal};
use crate::Report;
use crate::report::Grid;

/// Bands of ratings that figures are told for, each from and below.
const BANDS: [(u16, u16); 5] =
    [(600, 2000), (2000, 2200), (2200, 2400), (2400, 2600), (2600, 2901)];
/// Games that a band needs.
const ENOUGH: usize = 10;
/// A probability that the network gives no move less than.
const LEAST: f64 = 1e-9;

/// Which decisions of an endgame, and which moves of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The winner's that keep the win, among the moves that do.
    Keeps,
    Wins,
    Resists,
    Drawn,
}

impl Part {
    pub(super) const ALL: [Part; 4] = [Part::Keeps, Part::Wins, Part::Resists, Part::Drawn];

    fn name(self) -> &'static str {
        match self {
            Part::Keeps => "winner, among the moves that keep the win",
            Part::Wins => "winner, all moves",
            Part::Resists => "loser, all moves",
            Part::Drawn => "drawn, all moves",
        }
    }

    /// The moves that count of a decision; none if it is no such decision.
    fn open(self, one: &Decision) -> Option<Vec<bool>> {
        let own = match self {
            Part::Keeps | Part::Wins => one.standing == Standing::Wins,
            Part::Resists => one.standing == Standing::Resists,
            Part::Drawn => matches!(one.standing, Standing::Holds | Standing::Presses),
        };
        let counts = |value: &value::Outcome| self != Part::Keeps || value.sign() > 0;
        let open: Vec<bool> = one.values.iter().map(counts).collect();
        let choice = open.iter().filter(|&&open| open).count() > 1;
        (own && choice && open[one.played]).then_some(open)
    }
}

/// The decisions of one kind: their numbers, and the moves that count.
type Found = Vec<(usize, Vec<bool>)>;

/// What the models say of them, in the order of the columns.
type Models = Vec<(&'static str, Vec<Told>)>;

/// What the report will hold.
pub(super) struct Table<'r> {
    report: &'r mut Report,
    summary: Grid,
    lines: Vec<Series>,
}

impl<'r> Table<'r> {
    pub(super) fn new(report: &'r mut Report) -> Table<'r> {
        Table { report, summary: super::summary(), lines: Vec::new() }
    }

    /// Adds the rows of one endgame and kind of decisions.
    pub(super) fn add(&mut self, people: &People, fits: &Fits, endgame: &str, part: Part) {
        let found = found(people, endgame, part);
        if found.is_empty() {
            return;
        }
        let models = models(people, fits, &found);
        let mut cells = vec![endgame.to_owned(), part.name().to_owned()];
        let scores: Vec<Option<Score>> = models.iter().map(|(_, told)| Score::of(told)).collect();
        if let Some(score) = &scores[0] {
            cells.extend([score.decisions.to_string(), score.games.to_string()]);
        }
        for ((model, _), score) in models.iter().zip(&scores) {
            cells.push(score.as_ref().map_or(String::new(), cell));
            if let Some(score) = score {
                self.row([endgame, part.name(), "all", model], score);
            }
        }
        self.summary.rows.push(cells);
        let of = |name: &str| models.iter().find(|(model, _)| *model == name).map(|(_, told)| told);
        let [learned, network] =
            ["learned", "network"].map(|name| of(name).map_or(&[][..], |told| told));
        let name = format!("{endgame}, {}", part.name());
        for (what, gain) in [
            ("nats", Score::of(learned).map(|score| score.nats)),
            ("less than the network", Score::gain(network, learned)),
        ] {
            if let Some((mean, error)) = gain {
                self.report.compare(format!("{name}: {what}"), mean).error = error;
            }
        }
        self.by_rating(people, (endgame, part), &found, &models);
    }

    /// The same for players of several ratings: what was learned, beside R_c and the network.
    fn by_rating(
        &mut self,
        people: &People,
        (endgame, part): (&str, Part),
        found: &Found,
        models: &Models,
    ) {
        let asked = |(model, told): &&(&str, Vec<Told>)| {
            ["R_c", "learned", "network"].contains(model) && told.len() == found.len()
        };
        for (model, told) in models.iter().filter(asked) {
            let mut points = Vec::new();
            for (low, high) in BANDS {
                let within = |at: usize| {
                    people.decisions[at].rating.is_some_and(|rating| (low..high).contains(&rating))
                };
                let own = found.iter().zip(told).filter(|((at, _), _)| within(*at));
                let score = Score::of(own.map(|(_, told)| told));
                if let Some(score) = score.filter(|score| score.games >= ENOUGH) {
                    let band = format!("{low}-{}", high - 1);
                    self.row([endgame, part.name(), &band, model], &score);
                    points.push((f64::from(low.max(1800)) + 100.0, score.nats.0));
                }
            }
            if part == Part::Wins && *model != "R_c" && !points.is_empty() {
                self.lines.push(Series { name: format!("{endgame}, {model}"), points });
            }
        }
    }

    fn row(&mut self, words: [&str; 4], score: &Score) {
        let Score { decisions, games, nats, top } = score;
        let figures = [nats.0, nats.1, top.0, top.1].map(|figure| format!("{figure:.4}"));
        let counts = [decisions.to_string(), games.to_string()];
        let words = words.map(str::to_owned).into_iter();
        self.report.grid.rows.push(words.chain(counts).chain(figures).collect());
    }

    /// Puts what is shown into the report.
    pub(super) fn finish(self) {
        self.report.summary = Some(self.summary);
        if !self.lines.is_empty() {
            self.report.draw(Plot::new(
                "How well people's moves are foreseen",
                "winner's decisions over all moves, games held out; the fewer nats the better",
                ["rating, the middle of 200 points; below 2000 at 1900", "nats a decision"],
                self.lines,
            ));
        }
    }
}

fn cell(score: &Score) -> String {
    let Score { nats, top, .. } = score;
    format!("{:.3} ± {:.3}, {:.1} %", nats.0, nats.1, 100.0 * top.0)
}

/// The decisions of one kind in an endgame that all models were asked about.
fn found(people: &People, endgame: &str, part: Part) -> Found {
    let asked = |at: usize| {
        // The network was not asked about drawn positions.
        people.network.is_empty() || part == Part::Drawn || people.network.contains_key(&at)
    };
    let all = people.decisions.iter().enumerate();
    let own = all.filter(|(at, _)| people.is_of(*at, endgame) && asked(*at));
    own.filter_map(|(at, one)| part.open(one).map(|open| (at, open))).collect()
}

/// What each model says of decisions.
fn models(people: &People, fits: &Fits, found: &Found) -> Models {
    let opens: Vec<Open> = found
        .iter()
        .map(|(at, open)| Open::new(&people.decisions[*at], open, people.decisions[*at].game))
        .collect();
    let mut models = Models::new();
    for (name, logs) in by_laws(&opens) {
        let each = logs.into_iter().zip(&opens);
        let told = each.map(|(logs, one)| Told { game: one.game, logs, played: one.played });
        models.push((name, told.collect()));
    }
    let told = |at: usize, open: &[bool], logs: Vec<f64>| {
        let one = &people.decisions[at];
        Told { game: one.game, logs, played: one.played }.among(open)
    };
    let learned = |logs: &Logs| -> Vec<Told> {
        let one = |(at, open): &(usize, Vec<bool>)| told(*at, open, logs.get(at)?.clone());
        found.iter().filter_map(one).collect()
    };
    models.push(("learned", learned(&fits.other_games)));
    models.push(("learned elsewhere", learned(&fits.elsewhere)));
    let network = |(at, open): &(usize, Vec<bool>)| {
        let foreseen = people.network.get(at)?;
        let chance = |play: &_| foreseen.get(&uci(*play)).copied().unwrap_or(0.0).max(LEAST).ln();
        let plays = &people.decisions[*at].plays;
        told(*at, open, normal(plays.iter().map(chance).collect()))
    };
    models.push(("network", found.iter().filter_map(network).collect()));
    models
}

/// What the laws say that know only what is given away, each fitted without the part it is asked about.
fn by_laws(opens: &[Open]) -> Vec<(&'static str, Vec<Vec<f64>>)> {
    let mut told: Vec<(&'static str, Vec<Vec<f64>>)> =
        ["uniform", "R_c", "softmax of depth lost", "Regan's"]
            .map(|name| (name, vec![Vec::new(); opens.len()]))
            .into();
    for fold in 0..FOLDS {
        let kept: Vec<&Open> = opens.iter().filter(|one| one.game % FOLDS != fold).collect();
        let fits = [slope(&kept, |one| &one.costs), slope(&kept, |one| &one.lost)];
        let regan = Regan::fitted(&kept);
        for (at, one) in opens.iter().enumerate().filter(|(_, one)| one.game % FOLDS == fold) {
            let by = |figures: &[f64], slope: f64| {
                normal(figures.iter().map(|figure| -slope * figure).collect())
            };
            told[0].1[at] = by(&one.costs, 0.0);
            told[1].1[at] = by(&one.costs, fits[0]);
            told[2].1[at] = by(&one.lost, fits[1]);
            told[3].1[at] = regan.logs(&one.lost);
        }
    }
    told
}
