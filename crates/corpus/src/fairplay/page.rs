//! The report as one HTML file that an arbiter can read and replay: nothing is loaded from elsewhere.

use std::fmt::Write;

use endgame::rules::Board;
use plot::{OnSquare, Plot, Series};
use study::schema::fair_play::{FairPlayMove, FairPlayReport, FairPlaySurvey};

use super::words;

const STYLE: &str = "
:root { color-scheme: light; }
body { font: 16px/1.55 Inter, 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif;
  color: #22252a; background: #f3f3ee; margin: 0; }
main { max-width: 920px; margin: 0 auto; padding: 40px 24px 80px; }
h1 { font-size: 32px; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 21px; margin: 44px 0 8px; border-top: 1px solid #d9d9d2; padding-top: 24px; }
.note { color: #6b7078; margin: 4px 0 24px; }
.cannot { background: #fff8e6; border: 1px solid #e6cf8b; border-radius: 10px; padding: 6px 22px 14px; }
.cannot h2 { border: 0; padding: 0; margin: 14px 0 4px; }
li { margin: 6px 0; }
figure { margin: 20px 0; background: #fdfdfb; border: 1px solid #e4e4df; border-radius: 10px; padding: 10px; }
figure svg { width: 100%; height: auto; display: block; }
.boards { display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 14px; }
.boards figure { margin: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; width: 100%; background: #fdfdfb; }
th, td { text-align: right; padding: 3px 8px; border-bottom: 1px solid #ecece6; }
th { color: #6b7078; font-weight: 600; }
th:first-child, td:first-child, td.left, th.left { text-align: left; }
tr.agreed td.agreed { font-weight: 600; color: #0072b2; }
code { font-size: 11px; overflow-wrap: anywhere; }
@media print { body { background: #fff; } h2 { break-after: avoid; } figure { break-inside: avoid; } }
";

/// Boards drawn: the agreements that were expected least.
const BOARDS: usize = 6;

/// The whole file of one player.
pub fn of_player(report: &FairPlayReport) -> String {
    let mut page = head(&format!("Agreement with an engine: {}", report.player));
    section(&mut page, report);
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// The whole file of several players.
pub fn of_players(survey: &FairPlaySurvey) -> String {
    let mut page = head("Agreement with an engine: several players");
    let _ = writeln!(
        page,
        "<p class=\"note\">{} players. Among many, some are always unusual: the corrected columns allow for that.</p>",
        survey.players.len()
    );
    page.push_str("<div class=\"wide\"><table>\n<tr><th>player</th><th>decisions</th><th>z</th><th>p</th><th>p (Holm)</th><th>false discoveries</th><th>Bayes factor</th></tr>\n");
    for one in &survey.players {
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{:.2}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escaped(&one.player),
            one.decisions,
            one.z,
            words::small(one.p_value),
            words::small(one.many_players.holm),
            words::small(one.many_players.benjamini_hochberg),
            words::factor(one.log10_bayes_factor)
        );
    }
    page.push_str("</table></div>\n");
    for sentence in &survey.left_out {
        let _ = writeln!(page, "<p class=\"note\">Left out: {}</p>", escaped(sentence));
    }
    for one in &survey.players {
        let _ = writeln!(page, "<h1 style=\"margin-top:70px\">{}</h1>", escaped(&one.player));
        section(&mut page, one);
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn head(title: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    )
}

fn section(page: &mut String, report: &FairPlayReport) {
    let _ = writeln!(
        page,
        "<p class=\"note\">{} decisions in {}, scored by {}; expected of {}.</p>",
        report.decisions,
        words::games(report.games),
        escaped(&report.reference),
        escaped(&words::profile(report))
    );
    page.push_str("<div class=\"cannot\"><h2>What this report cannot show</h2>\n<ul>\n");
    for caveat in &report.caveats {
        let _ = writeln!(page, "<li>{}</li>", escaped(caveat));
    }
    page.push_str("</ul></div>\n<h2>What was compared</h2>\n<ul>\n");
    for sentence in words::findings(report) {
        let _ = writeln!(page, "<li>{}</li>", escaped(&sentence));
    }
    page.push_str("</ul>\n");
    figure(page, &agreement_plot(report).svg());
    figure(page, &bayes_plot(report).svg());
    figure(page, &rating_plot(report).svg());
    power(page, report);
    boards(page, report);
    moves(page, report);
}

fn figure(page: &mut String, svg: &str) {
    let _ = writeln!(page, "<figure>{svg}</figure>");
}

/// A line over the decisions, counted from 1.
fn series(name: &str, of: impl Iterator<Item = f64>) -> Series {
    let points = of.enumerate().map(|(at, y)| ((at + 1) as f64, (1000.0 * y).round() / 1000.0));
    Series { name: name.to_owned(), points: points.collect() }
}

fn agreement_plot(report: &FairPlayReport) -> Plot {
    let sum = |sum: &mut f64, of: f64| {
        *sum += of;
        Some(*sum)
    };
    let agreed = report.moves.iter().map(|one| f64::from(u8::from(one.agreed))).scan(0.0, sum);
    let expected: Vec<f64> = report.moves.iter().map(|one| one.expected).scan(0.0, sum).collect();
    // Two standard deviations of the end, growing as a random walk does.
    let n = report.moves.len().max(1) as f64;
    let width = |at: usize| 2.0 * report.agreement.sd * ((at + 1) as f64 / n).sqrt();
    let band = |sign: f64| expected.iter().enumerate().map(move |(at, e)| e + sign * width(at));
    let mut plot = Plot::new(
        "Agreement with the engine, move by move",
        "counted from the first decision; dashed: two standard deviations about what is expected",
        ["decision", "moves that agree"],
        vec![series("observed", agreed), series("expected", expected.iter().copied())],
    );
    plot.guides = vec![
        series("expected and two standard deviations", band(1.0)),
        series("expected less two standard deviations", band(-1.0)),
    ];
    plot
}

fn bayes_plot(report: &FairPlayReport) -> Plot {
    let path = report.moves.iter().map(|one| one.log10_bayes_factor);
    let mut plot = Plot::new(
        "Own profile or assistance, move by move",
        "decimal logarithm of the Bayes factor: below 0 the moves speak for the own profile, above 0 for assistance",
        ["decision", "log10 of the Bayes factor"],
        vec![series("Bayes factor", path)],
    );
    let needed = ((1.0 - report.prior) / report.prior).log10();
    let reached = report.moves.iter().any(|one| one.log10_bayes_factor > needed - 1.5);
    if reached {
        plot.guides = vec![series(
            "what would make it even, for the stated prior",
            report.moves.iter().map(|_| needed),
        )];
    }
    plot
}

fn rating_plot(report: &FairPlayReport) -> Plot {
    let mut plot = Plot::new(
        "The rating that the moves speak for so far",
        "dashed: the rating of the own profile; the first decisions say little",
        ["decision", "rating"],
        vec![series("apparent rating", report.moves.iter().map(|one| one.elo))],
    );
    plot.close_up = true;
    plot.guides = vec![series("own profile", report.moves.iter().map(|_| report.profile.elo))];
    plot
}

fn power(page: &mut String, report: &FairPlayReport) {
    page.push_str("<h2>What could have been seen</h2>\n<p>How often z would be above 3 if each move were the engine's with the probability above the column, from decisions like these; and the least that is seen four times of five.</p>\n<div class=\"wide\"><table>\n<tr><th>decisions</th>");
    let shares: Vec<f64> = report
        .power
        .iter()
        .filter(|row| row.moves == report.decisions)
        .map(|row| row.assistance)
        .take(4)
        .collect();
    for share in &shares {
        let _ = write!(page, "<th>{:.0} %</th>", 100.0 * share);
    }
    page.push_str("<th>least share</th><th>least gain in Elo</th></tr>\n");
    for (row, least) in report.power.chunks(shares.len().max(1)).zip(&report.detectable) {
        let _ = write!(page, "<tr><td>{}</td>", least.moves);
        for cell in row {
            let _ = write!(page, "<td>{:.0} %</td>", 100.0 * cell.power);
        }
        let share =
            least.assistance.map_or("-".to_owned(), |share| format!("{:.0} %", 100.0 * share));
        let gain = least.elo.map_or("-".to_owned(), |gain| format!("{gain:.0}"));
        let _ = writeln!(page, "<td>{share}</td><td>{gain}</td></tr>");
    }
    page.push_str("</table></div>\n");
}

/// `23. Nf3` or `23... Nf6`.
fn numbered(one: &FairPlayMove, san: &str) -> String {
    let dots = if one.ply % 2 == 1 { "." } else { "..." };
    format!("{}{dots} {san}", one.ply.div_ceil(2))
}

fn boards(page: &mut String, report: &FairPlayReport) {
    let mut agreed: Vec<&FairPlayMove> = report.moves.iter().filter(|one| one.agreed).collect();
    agreed.sort_by(|a, b| a.expected.total_cmp(&b.expected));
    if agreed.is_empty() {
        return;
    }
    page.push_str("<h2>The agreements that were expected least</h2>\n<div class=\"boards\">\n");
    for one in agreed.into_iter().take(BOARDS) {
        let Ok(board) = Board::from_either_fen(&one.fen) else { continue };
        let drawing = plot::Board {
            title: numbered(one, &one.san),
            note: format!(
                "expected {:.0} %, {}",
                100.0 * one.expected,
                report.game_names[one.game]
            ),
            legend: String::new(),
            squares: squares(&board),
        };
        figure(page, &drawing.svg());
    }
    page.push_str("</div>\n");
}

/// The men on their squares, from a1 to h8.
fn squares(board: &Board) -> Vec<OnSquare> {
    let placed = board.fen();
    let rows = placed.split(' ').next().unwrap_or_default().split('/').rev();
    let sign = |letter: char| {
        let sign = match letter.to_ascii_lowercase() {
            'k' => "♔♚",
            'q' => "♕♛",
            'r' => "♖♜",
            'b' => "♗♝",
            'n' => "♘♞",
            _ => "♙♟",
        };
        sign.chars().nth(usize::from(letter.is_lowercase())).map(String::from).unwrap_or_default()
    };
    let of_row = |row: &str| -> Vec<OnSquare> {
        row.chars()
            .flat_map(|letter| match letter.to_digit(10) {
                Some(empty) => vec![OnSquare::Word(String::new()); empty as usize],
                None => vec![OnSquare::Man(sign(letter))],
            })
            .collect()
    };
    rows.flat_map(of_row).collect()
}

fn moves(page: &mut String, report: &FairPlayReport) {
    page.push_str("<h2>All decisions</h2>\n<p>Values are in pawns for the player. <em>Expected</em> is the probability that the own profile agrees with the engine there; the last column is the decimal logarithm of the Bayes factor so far.</p>\n");
    for (game, name) in report.game_names.iter().enumerate() {
        let of_game = || report.moves.iter().filter(move |one| one.game == game);
        let _ = writeln!(
            page,
            "<details{}><summary>{} ({} decisions)</summary>",
            if report.games <= 3 { " open" } else { "" },
            escaped(name),
            of_game().count()
        );
        page.push_str("<div class=\"wide\"><table>\n<tr><th>move</th><th class=\"left\">engine</th><th>best</th><th>played</th><th>expected</th><th>agreed</th><th>log10 BF</th><th class=\"left\">position</th></tr>\n");
        for one in of_game() {
            let (class, agreed) =
                if one.agreed { (" class=\"agreed\"", "yes") } else { ("", "no") };
            let _ = writeln!(
                page,
                "<tr{class}><td>{}</td><td class=\"left\">{}</td><td>{:.2}</td><td>{:.2}</td><td>{:.0} %</td><td class=\"agreed\">{agreed}</td><td>{:.2}</td><td class=\"left\"><code>{}</code></td></tr>",
                escaped(&numbered(one, &one.san)),
                escaped(&one.best.join(" ")),
                one.values.0,
                one.values.1,
                100.0 * one.expected,
                one.log10_bayes_factor,
                escaped(&one.fen)
            );
        }
        page.push_str("</table></div></details>\n");
    }
}

/// Text that HTML shows as it is.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
