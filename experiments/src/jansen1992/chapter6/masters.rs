//! Figures 6.3 to 6.5: mistakes by depth, beside the random player's.
//!
//! Jansen's 24 master games are not to be had. Ours are the KQKR games of a public collection, blitz
//! included: another sample, so nothing is compared digit by digit.

use endgame::material::Material;
use player::quality::{Equilibrium, Rates};
use player::{Belief, CompetenceGrid, Model};
use plot::{Plot, Series};
use study::assess::profile::{Measure, Profile, ProfileRow, survey_of};
use study::assess::quality::{Qualities, passages};
use study::assess::{Assessor, PlayerRole, Settings};
use study::pgn::Games;

use crate::{ExperimentError, Lab, Report};

fn claim(measure: Measure) -> &'static str {
    match measure {
        Measure::Average => {
            "People concede a fraction of what a random player does at every depth, and yet make no progress against \
             best play over a wide range of depths."
        }
        Measure::Probability => {
            "People err less often in shallow and in deep positions than between; the random player does not."
        }
        Measure::Magnitude => {
            "The random player's mistakes are the larger the shallower the position; people's too, but far less so."
        }
    }
}

pub(super) fn run(
    lab: &Lab<'_>,
    report: &mut Report,
    measure: Measure,
) -> Result<(), ExperimentError> {
    report.begin(
        claim(measure),
        "side | depth | moves | fatal | d | p | delta | random d | random p | random delta",
    );
    let endgame: Material = "KQKR".parse()?;
    let Some(file) = &lab.human_games else {
        report.skip("KQKR");
        return Ok(());
    };
    lab.load(&endgame)?;
    let mut settings = Settings::new(Model::papers(), Belief::uniform(CompetenceGrid::default()));
    settings.men = 4;
    let assessor = Assessor::new(lab.tables, &settings);
    let mut players = Qualities::of(Some(endgame), usize::MAX);
    let mut games = 0;
    for game in Games::open(file)?.take(lab.at_scale(usize::MAX, 60)) {
        lab.check()?;
        let game = game?;
        let assessment = assessor.assess(file, &game)?;
        players.add(&game, &passages(&assessment));
        games += 1;
    }
    let survey = survey_of(lab.tables, &endgame, &lab.monitor)?;
    let profile = |side, smooth| Profile::new(&players, side, &endgame, &survey, smooth);
    for (side, name) in SIDES {
        for row in &profile(side, false).rows {
            let of = |rates| Measure::ALL.map(|measure| measure.of(rates));
            let figures = [row.players, row.random].into_iter().flat_map(of);
            report.grid.figures(&[&name, &row.depth, &row.moves, &row.fatal], figures);
        }
    }
    let smooth = profile(PlayerRole::Attacker, true);
    compare(report, &players, &smooth);
    draw(report, measure, &smooth, games);
    report.note(&[
        "Not the thesis's sample: his 24 games of masters (245 moves with the queen: p = 0.322, delta = 2.24, d = 0.72; 241 with \
         the rook: p = 0.278, delta = 2.99, d = 0.83) are not to be had. Ours are the KQKR games of a public collection, \
         blitz among them; so no verdict is given.",
        "He finds a stable equilibrium at depth 15 and an unstable one at 7, and no large mistakes above depth 15.",
        "Drawn and searched for equilibria with three depths together, every move weighing the same; the grid has each depth \
         alone. Fatal mistakes are left out. The random player takes any move that keeps the win, averaged over positions.",
    ]);
    Ok(())
}

const SIDES: [(PlayerRole, &str); 2] =
    [(PlayerRole::Attacker, "queen"), (PlayerRole::Defender, "rook")];

fn compare(report: &mut Report, players: &Qualities, smooth: &Profile) {
    for (side, name) in SIDES {
        let errors = players.together(side).errors();
        for (what, number) in [
            ("moves", Some(errors.moves as f64)),
            ("p", errors.probability()),
            ("delta", errors.magnitude()),
            ("d", errors.average()),
        ] {
            report.compare(format!("{name}: {what}"), number.unwrap_or(f64::NAN));
        }
    }
    for (whose, equilibria) in
        [("", &smooth.equilibria), (", random player", &smooth.random_equilibria)]
    {
        for Equilibrium { depth, stable } in equilibria {
            let kind = if *stable { "stable" } else { "unstable" };
            report.compare(format!("{kind} equilibrium depth{whose}"), *depth);
        }
    }
}

fn draw(report: &mut Report, measure: Measure, winners: &Profile, games: usize) {
    let line = |name: &str, rates: fn(&ProfileRow) -> Option<Rates>| {
        let point = |row: &ProfileRow| Some((f64::from(row.depth), measure.of(rates(row))?));
        Series { name: name.to_owned(), points: winners.rows.iter().filter_map(point).collect() }
    };
    let still = Series { name: "no progress".to_owned(), points: vec![(0.0, 1.0), (31.0, 1.0)] };
    let plot = Plot::new(
        format!("KQKR, the queen: {}", measure.axis()),
        format!("{games} games, three depths together, beside a random player who keeps the win"),
        ["depth before the move", measure.axis()],
        vec![line("people", |row| row.players), line("random player", |row| row.random)],
    );
    let guides = if matches!(measure, Measure::Average) { vec![still] } else { Vec::new() };
    report.draw(Plot { guides, ..plot });
}
