//! The views of several engines for people: a table and a picture.

use std::fmt::Write;

use plot::{Plot, Series, Stack};
use study::schema::suite::{SuiteEngine, SuitePlayer, SuitePosition, SuiteReport, SuiteView};

/// Values beyond so many pawns are drawn as this.
const EDGE: f64 = 10.0;
/// From so many pawns on a value is a mate.
const MATES: f64 = 100.0;

/// The whole answer as text.
pub fn text(report: &SuiteReport) -> String {
    let SuiteReport { game, engines, left_out, positions, unanimous, .. } = report;
    let mut said = format!("{} - {}  {}\n\n", game.white, game.black, game.result);
    let width = engines.iter().map(|one| head(one).chars().count() + 2).max().unwrap_or(0).max(17);
    let row = |first: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
        format!("{first:<16}{cells}\n")
    };
    said += &row("", engines.iter().map(head).collect());
    for one in positions {
        let cells = one.views.iter().map(|view| view.as_ref().map_or("-".to_owned(), cell));
        said += &row(&numbered(one), cells.collect());
    }
    said.push('\n');
    for (name, of) in [("White", (|e| e.white.as_ref()) as Side), ("Black", |e| e.black.as_ref())] {
        let each = |cell: &dyn Fn(&SuitePlayer) -> String| {
            engines.iter().map(|one| of(one).map_or("-".to_owned(), cell)).collect()
        };
        said += &row(&format!("{name}: c"), each(&|p| format!("{:.2}", p.competence.mean)));
        let interval = |p: &SuitePlayer| {
            let (low, high) = (p.competence.low, p.competence.high);
            format!("{low:.2} to {high:.2}")
        };
        said += &row("  95 %", each(&interval));
        said += &row("  cp loss", each(&|p| format!("{:.0}", p.centipawn_loss)));
        said += &row("  agreement", each(&|p| format!("{:.0} %", 100.0 * p.agreement)));
    }
    said.push('\n');
    if let Some(share) = unanimous.filter(|_| engines.len() > 1) {
        let _ = writeln!(
            said,
            "All name the same best move in {:.0} % of {} positions.",
            100.0 * share,
            positions.len()
        );
    }
    let _ = writeln!(
        said,
        "Values are of the best move, in pawns for White. Each engine's c has its own scale: compare the players in a column, not the columns."
    );
    for one in left_out {
        let _ = writeln!(said, "Left out: {}, {}", one.asked, one.reason);
    }
    for one in engines {
        let SuiteEngine { name, depth, method, seconds, .. } = one;
        let _ = writeln!(said, "{}: {name}, depth {depth}, {method}, {seconds:.0} s", head(one));
        for failure in &one.failures {
            let _ = writeln!(said, "{}, {failure}", one.name);
        }
    }
    said
}

/// One side of an engine's answer.
type Side = fn(&SuiteEngine) -> Option<&SuitePlayer>;

/// The word it was asked for by, a path without its folders.
fn head(engine: &SuiteEngine) -> String {
    engine.asked.rsplit('/').next().unwrap_or_default().to_owned()
}

/// `17. Nf3` or `17... Nf6`.
fn numbered(one: &SuitePosition) -> String {
    let dots = if one.ply % 2 == 1 { "." } else { "..." };
    format!("{}{dots} {}", one.ply.div_ceil(2), one.played)
}

/// `+0.31 Nf3`.
fn cell(view: &SuiteView) -> String {
    let moves = 2.0 * MATES - view.value.abs();
    match view.value {
        value if value > MATES => format!("#{moves} {}", view.best),
        value if value < -MATES => format!("#-{moves} {}", view.best),
        value => format!("{value:+.2} {}", view.best),
    }
}

/// The balance and the loci of both competences, one line for each engine.
pub fn picture(report: &SuiteReport) -> Stack {
    let SuiteReport { game, engines, positions, .. } = report;
    let lines = |wanted: &dyn Fn(u32) -> bool, of: &dyn Fn(&SuiteView) -> f64| -> Vec<Series> {
        let line = |(at, engine): (usize, &SuiteEngine)| {
            let shown = positions.iter().filter(|one| wanted(one.ply));
            let points = shown.filter_map(|one| {
                let view = one.views[at].as_ref()?;
                Some((f64::from(one.ply) / 2.0 + 0.5, of(view)))
            });
            Series { name: engine.name.clone(), points: points.collect() }
        };
        let lines = engines.iter().enumerate().map(line);
        lines.filter(|line| !line.points.is_empty()).collect()
    };
    let title = format!("{} - {}, {}", game.white, game.black, game.result);
    let mut balance = Plot::new(
        title,
        "value of the best move in pawns, for White",
        ["move", "pawns"],
        lines(&|_| true, &|view| view.value.clamp(-EDGE, EDGE)),
    );
    balance.close_up = true;
    let competence = |name: &str, parity: u32| {
        Plot::new(
            format!("Apparent competence of {name}"),
            format!(
                "after each move, by the law {}; each engine on its own scale",
                report.model.family
            ),
            ["move", "c"],
            lines(&|ply| ply % 2 == parity, &|view| view.competence),
        )
    };
    Stack(vec![balance, competence(&game.white, 1), competence(&game.black, 0)])
}
