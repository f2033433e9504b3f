//! How well people's moves in endgames are foreseen, without a network, beside simpler laws and beside a published network;
//! and the built-in model, learned anew.
//!
//! ```sh
//! cargo test -p study --release --test people_table -- --ignored --nocapture
//! ```
//!
//! reads the games in `../shared/data/games`, and writes `people.csv` and `people_model.json` into the folder that
//! `PEOPLE_OUT` names, or the system's folder for temporary files.
//!
//! - `score`: nats and first guesses with standard errors by game; `laws`: the laws that know only what a move gives away
//! - `maia`: what the network foresaw of the same decisions

#![allow(clippy::unwrap_used)]
#![allow(clippy::print_stdout, reason = "says how far it has come")]

mod laws;
mod maia;
mod score;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::uci;
use endgame::tables::Tables;
use study::people::decisions::{Decision, Reading};
use study::people::train::Training;
use study::people::{PeopleModel, Standing, strength};
use study::pgn::{Game, Games};
use value::Metric;

use laws::{Open, Regan, slope};
use maia::Foreseen;
use score::{Score, Told, normal};

/// The endgames with games of their own.
const ENDGAMES: [&str; 5] = ["KQKR", "KBNK", "KBBKN", "KRBKR", "KRPKR"];
/// Games of whole collections that reach endgames now and then.
const OTHERS: [&str; 5] = [
    "lichess_by_rating.pgn.gz",
    "fics_standard_by_rating.pgn.gz",
    "fics_stratified.pgn",
    "fide_classical_stratified.pgn",
    "fide_online_rapid_stratified.pgn",
];
const FOLDS: usize = 5;
/// Numbers that the games of one file have.
const FILE: usize = 100_000;

/// Which decisions of an endgame, and which moves of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The winner's that keep the win, among the moves that do.
    Keeps,
    Wins,
    Resists,
    Drawn,
}

impl Part {
    const ALL: [(Part, &'static str); 4] = [
        (Part::Keeps, "winner, among the moves that keep the win"),
        (Part::Wins, "winner, all moves"),
        (Part::Resists, "loser, all moves"),
        (Part::Drawn, "drawn, all moves"),
    ];

    /// The moves that count of a decision; none if it is no such decision.
    fn open(self, one: &Decision) -> Option<Vec<bool>> {
        let standing = one.standing;
        let own = match self {
            Part::Keeps | Part::Wins => standing == Standing::Wins,
            Part::Resists => standing == Standing::Resists,
            Part::Drawn => matches!(standing, Standing::Holds | Standing::Presses),
        };
        let counts = |value: &value::Outcome| self != Part::Keeps || value.sign() > 0;
        let open: Vec<bool> = one.values.iter().map(counts).collect();
        let choice = open.iter().filter(|&&open| open).count() > 1;
        (own && choice && open[one.played]).then_some(open)
    }
}

/// All decisions, and what the network foresaw of some.
struct People {
    decisions: Vec<Decision>,
    network: HashMap<usize, Foreseen>,
}

#[test]
#[ignore = "minutes: makes the table of docs/people.md and the built-in model"]
fn people_foreseen() {
    let Some(games) = real_data::shared("games") else { return };
    let out = std::env::var_os("PEOPLE_OUT").map_or_else(std::env::temp_dir, PathBuf::from);
    let people = read(&games);
    let training = Training::default();
    let all: Vec<&Decision> = people.decisions.iter().collect();
    println!("{} decisions", all.len());
    let model = training.model(&all, SOURCE, |_| true);
    std::fs::write(out.join("people_model.json"), model.text()).unwrap();
    let mut told: HashMap<usize, Vec<f64>> = HashMap::new();
    for fold in 0..FOLDS {
        println!("without part {fold} of the games");
        let kept: Vec<&Decision> =
            all.iter().copied().filter(|one| one.game % FOLDS != fold).collect();
        let model = training.model(&kept, "", |_| true);
        foresee(&model, &all, |one| one.game % FOLDS == fold, &mut told);
    }
    let mut elsewhere: HashMap<usize, Vec<f64>> = HashMap::new();
    for endgame in ENDGAMES {
        println!("without {endgame}");
        let is_of = |one: &Decision| one.material.to_string() == endgame;
        let kept: Vec<&Decision> = all.iter().copied().filter(|one| !is_of(one)).collect();
        let model = training.model(&kept, "", |_| true);
        foresee(&model, &all, is_of, &mut elsewhere);
    }
    let mut report = HEAD.to_owned();
    for endgame in ENDGAMES {
        for (part, name) in Part::ALL {
            table(&mut report, &people, (endgame, part, name), [&told, &elsewhere]);
        }
    }
    std::fs::write(out.join("people.csv"), &report).unwrap();
    println!("{report}written to {}", out.display());
}

const HEAD: &str = "endgame,decisions of,ratings,model,decisions,games,nats,error,first guess,error of first guess\n";

const SOURCE: &str = "games on Lichess, on the Free Internet Chess Server, under FIDE's rules, and of collections that reach KQKR, KBNK, KBBKN, KRBKR and KRPKR";

/// The decisions of every file that is there.
fn read(games: &Path) -> People {
    let tables = Tables::new(Metric::Dtc);
    let network = maia::read(games);
    let mut people = People { decisions: Vec::new(), network: HashMap::new() };
    for (number, endgame) in ENDGAMES.iter().enumerate() {
        let file = format!("etz_{endgame}.pgn");
        let own = endgame.parse::<Material>().unwrap().normalized();
        let from = people.decisions.len();
        let path = games.join(&file);
        add(&tables, (number, &path), &|found| *found == own, &mut people.decisions);
        for at in from..people.decisions.len() {
            let one = &people.decisions[at];
            let place = (file.clone(), one.game % FILE, one.ply);
            if let Some(foreseen) = network.get(&place) {
                people.network.insert(at, foreseen.clone());
            }
        }
    }
    for (number, file) in OTHERS.iter().enumerate() {
        let few = |found: &Material| found.men() <= 4 || is_own(found);
        let path = games.join(file);
        add(&tables, (ENDGAMES.len() + number, &path), &few, &mut people.decisions);
    }
    people
}

fn is_own(material: &Material) -> bool {
    ENDGAMES.contains(&material.to_string().as_str())
}

/// The decisions of the games of one file; nothing if it is not there.
fn add(
    tables: &Tables,
    (number, path): (usize, &Path),
    wanted: &(dyn Fn(&Material) -> bool + Sync),
    into: &mut Vec<Decision>,
) {
    let reading = Reading { tables, wanted, strength: &strength };
    let Ok(games) = Games::open(path) else { return };
    let is_of_people =
        |game: &Game| game.tag("WhiteIsComp").is_none() && game.tag("BlackIsComp").is_none();
    for game in games.filter_map(Result::ok).filter(is_of_people) {
        into.extend(reading.decisions(number * FILE + game.index, &game, &Monitor::NONE).unwrap());
    }
}

/// Adds what a model says of some decisions.
fn foresee(
    model: &PeopleModel,
    all: &[&Decision],
    wanted: impl Fn(&Decision) -> bool,
    told: &mut HashMap<usize, Vec<f64>>,
) {
    let weights = model.all_weights();
    let wanted = all.iter().enumerate().filter(|(_, one)| wanted(one));
    told.extend(wanted.map(|(at, one)| (at, weights.log_probabilities(one))));
}

/// The rows of one endgame and part.
fn table(
    report: &mut String,
    people: &People,
    (endgame, part, name): (&str, Part, &str),
    [told, elsewhere]: [&HashMap<usize, Vec<f64>>; 2],
) {
    let of = |(at, one): (usize, &Decision)| {
        let own = one.material.to_string() == endgame && one.game / FILE < ENDGAMES.len();
        // Drawn positions the network was not asked about.
        let asked =
            people.network.is_empty() || part == Part::Drawn || people.network.contains_key(&at);
        (own && asked).then(|| part.open(one).map(|open| (at, open)))?
    };
    let found: Vec<(usize, Vec<bool>)> =
        people.decisions.iter().enumerate().filter_map(of).collect();
    let opens: Vec<Open> = found
        .iter()
        .map(|(at, open)| Open::new(&people.decisions[*at], open, people.decisions[*at].game))
        .collect();
    if opens.is_empty() {
        return;
    }
    let mut models: BTreeMap<usize, (&str, Vec<Told>)> = BTreeMap::new();
    for (place, (name, logs)) in by_laws(&opens).into_iter().enumerate() {
        let each = logs.into_iter().zip(&opens);
        let told = each.map(|(logs, one)| Told { game: one.game, logs, played: one.played });
        models.insert(place, (name, told.collect()));
    }
    for (place, name, logs) in [(4, "learned", told), (5, "learned elsewhere", elsewhere)] {
        let one = |(at, open): &(usize, Vec<bool>)| {
            let one = &people.decisions[*at];
            let told = Told { game: one.game, logs: logs.get(at)?.clone(), played: one.played };
            told.among(open)
        };
        models.insert(place, (name, found.iter().filter_map(one).collect()));
    }
    let network = |(at, open): &(usize, Vec<bool>)| {
        let (one, foreseen) = (&people.decisions[*at], people.network.get(at)?);
        let chance = |play: &_| foreseen.get(&uci(*play)).copied().unwrap_or(0.0).max(1e-9).ln();
        let logs = normal(one.plays.iter().map(chance).collect());
        Told { game: one.game, logs, played: one.played }.among(open)
    };
    models.insert(6, ("Maia", found.iter().filter_map(network).collect()));
    for (model, told) in models.values() {
        if let Some(score) = Score::of(told) {
            line(report, [&endgame, &name, &"all", model], &score);
        }
    }
    by_rating(report, people, (endgame, name), &found, &models);
}

/// The same for players of several ratings: what was learned, beside R_c.
fn by_rating(
    report: &mut String,
    people: &People,
    (endgame, name): (&str, &str),
    found: &[(usize, Vec<bool>)],
    models: &BTreeMap<usize, (&str, Vec<Told>)>,
) {
    for (low, high) in [(600, 2000), (2000, 2200), (2200, 2400), (2400, 2600), (2600, 2901)] {
        let within = |at: usize| {
            people.decisions[at].rating.is_some_and(|rating| (low..high).contains(&rating))
        };
        for (model, told) in models.values().filter(|(_, told)| told.len() == found.len()) {
            if !["R_c", "learned", "Maia"].contains(model) {
                continue;
            }
            let own = found.iter().zip(told).filter(|((at, _), _)| within(*at));
            if let Some(score) = Score::of(own.map(|(_, told)| told)).filter(|one| one.games >= 10)
            {
                let band = format!("{low}-{}", high - 1);
                line(report, [&endgame, &name, &band, model], &score);
            }
        }
    }
}

fn line(report: &mut String, words: [&dyn std::fmt::Display; 4], score: &Score) {
    let words = words.map(|word| format!("\"{word}\"")).join(",");
    let Score { decisions, games, nats, top } = score;
    let figures = [nats.0, nats.1, top.0, top.1].map(|figure| format!("{figure:.4}")).join(",");
    let _ = writeln!(report, "{words},{decisions},{games},{figures}");
}

/// What the laws say that know only what is given away, each fitted without the fold it is asked about.
fn by_laws(opens: &[Open]) -> Vec<(&'static str, Vec<Vec<f64>>)> {
    let mut told: Vec<(&'static str, Vec<Vec<f64>>)> =
        ["uniform", "R_c", "softmax of depth lost", "Regan"]
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
