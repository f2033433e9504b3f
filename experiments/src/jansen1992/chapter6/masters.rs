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

use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

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

pub(super) fn report(lab: &Lab<'_>, measure: Measure) -> Result<Report, ExperimentError> {
    let endgame: Material = "KQKR".parse()?;
    let Some(file) = &lab.human_games else { return Ok(Report::skipped(claim(measure))) };
    lab.load(&endgame)?;
    let mut settings = Settings::new(Model::papers(), Belief::uniform(CompetenceGrid::default()));
    settings.men = 4;
    let assessor = Assessor::new(lab.tables, &settings);
    let mut players = Qualities::of(Some(endgame));
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
    let [winners, losers] =
        [PlayerRole::Attacker, PlayerRole::Defender].map(|side| profile(side, false));
    let smooth = profile(PlayerRole::Attacker, true);
    Ok(Report {
        claim: claim(measure).to_owned(),
        grid: grid(&[&winners, &losers]),
        comparisons: comparisons(&players, &smooth),
        plot: Some(drawing(measure, &smooth, games).into()),
        notes: vec![
            "Not the thesis's sample: his 24 games of masters (245 moves with the queen: p = 0.322, delta = 2.24, d = 0.72; 241 with \
             the rook: p = 0.278, delta = 2.99, d = 0.83) are not to be had. Ours are the KQKR games of a public collection, \
             blitz among them; so no verdict is given."
                .to_owned(),
            "He finds a stable equilibrium at depth 15 and an unstable one at 7, and no large mistakes above depth 15.".to_owned(),
            "Drawn and searched for equilibria with three depths together, every move weighing the same; the grid has each depth \
             alone. Fatal mistakes are left out. The random player takes any move that keeps the win, averaged over positions."
                .to_owned(),
        ],
    })
}

fn grid(profiles: &[&Profile]) -> Grid {
    let mut grid = Grid::new(
        "side | depth | moves | fatal | d | p | delta | random d | random p | \
             random delta",
    );
    for profile in profiles {
        for row in &profile.rows {
            let side = if profile.side == PlayerRole::Attacker { "queen" } else { "rook" };
            let mut cells = vec![
                side.to_owned(),
                row.depth.to_string(),
                row.moves.to_string(),
                row.fatal.to_string(),
            ];
            for rates in [row.players, row.random] {
                let numbers = Measure::ALL.map(|measure| measure.of(rates));
                cells.extend(numbers.map(|number| number.map_or(String::new(), figure)));
            }
            grid.row(cells);
        }
    }
    grid
}

fn comparisons(players: &Qualities, smooth: &Profile) -> Vec<Comparison> {
    let mut all = Vec::new();
    for (side, name) in [(PlayerRole::Attacker, "queen"), (PlayerRole::Defender, "rook")] {
        let errors = players.together(side).errors();
        let numbers = [
            ("moves", Some(errors.moves as f64)),
            ("p", errors.probability()),
            ("delta", errors.magnitude()),
            ("d", errors.average()),
        ];
        for (what, number) in numbers {
            let name = format!("{name}: {what}");
            all.push(Comparison::unprinted(name, number.unwrap_or(f64::NAN)));
        }
    }
    for Equilibrium { depth, stable } in &smooth.equilibria {
        let kind = if *stable { "stable" } else { "unstable" };
        all.push(Comparison::unprinted(format!("{kind} equilibrium depth"), *depth));
    }
    for Equilibrium { depth, stable } in &smooth.random_equilibria {
        let kind = if *stable { "stable" } else { "unstable" };
        all.push(Comparison::unprinted(format!("{kind} equilibrium depth, random player"), *depth));
    }
    all
}

fn drawing(measure: Measure, winners: &Profile, games: usize) -> Plot {
    let line = |name: &str, rates: fn(&ProfileRow) -> Option<Rates>| Series {
        name: name.to_owned(),
        points: winners
            .rows
            .iter()
            .filter_map(|row| Some((f64::from(row.depth), measure.of(rates(row))?)))
            .collect(),
    };
    let still = Series { name: "no progress".to_owned(), points: vec![(0.0, 1.0), (31.0, 1.0)] };
    Plot {
        title: format!("KQKR, the queen: {}", measure.axis()),
        note: format!(
            "{games} games, three depths together, beside a random player who keeps the win"
        ),
        across: "depth before the move".to_owned(),
        up: measure.axis().to_owned(),
        series: vec![line("people", |row| row.players), line("random player", |row| row.random)],
        guides: if matches!(measure, Measure::Average) { vec![still] } else { Vec::new() },
        ..Plot::default()
    }
}
