//! Does whoever presses keep a drawn game alive, and win it from those who err?

mod best_holder;
mod contest;
mod dead;
mod starts;

use endgame::find::Worth;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::spec::AgentFactory;
use study::any_agent::AnyAgent;
use study::random_games::sample::wilson;

use crate::{ExperimentError, Lab, Report};
use contest::{Holder, Outcome, play};
use dead::Dead;

/// The endgames, the side that presses named first; at reduced scale a small one.
const ENDGAMES: [&str; 5] = ["KRKN", "KRBKR", "KRPKR", "KQKQ", "KNPKN"];
/// Games of each pairing; an engine takes longer over its moves.
const GAMES: usize = 200;
const GAMES_OF_ENGINES: usize = 20;
/// Moves that a game is to live.
const ALIVE: usize = 20;
/// Moves in which a game is to be won, if the fifty-move rule does not end it before.
const MOVES: usize = 100;

/// Who presses: the Predator as people meet it, any move that keeps the draw, an engine without tables.
const PREDATOR: &str = "predator:uniform,concede=all";
const TABLE: &str = "infallible";
const ENGINE: &str = "engine:stockfish,depth=10";

/// Who holds and errs. People show a competence of 3 to 4 in endgames with rooks (`haworth2007/endgames`).
const HOLDERS: [&str; 2] = ["player:10,concede=all", "player:4,concede=all"];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The Predator keeps a drawn game alive for twenty moves against whoever holds it best, and wins it from those who err \
         at least twice as often as somebody who only keeps the draw.",
        "endgame | presses | holds | games | alive after 20 | low | high | won | low | high",
    );
    let pressers: &[&str] = match lab.at_scale(engine_is_there(), false) {
        true => &[PREDATOR, TABLE, ENGINE],
        false => &[PREDATOR, TABLE],
    };
    for &name in lab.at_scale(&ENDGAMES[..], &["KRKN"]) {
        let dead = Dead::default();
        let games = lab.games(GAMES);
        let looked_at = games * starts::LOOKED_AT;
        let found = lab.positions(&name.parse()?, Color::White, Worth::Draw, 2026, looked_at)?;
        let starts = starts::starts(lab.tables, &dead, found, games)?;
        let at = (lab.tables, lab.stop());
        for &presser in pressers {
            let (agent, starts) = (factory(presser)?, some(&starts, presser));
            if presser != ENGINE {
                let games = play(at, &dead, starts, &agent, &Holder::Best, ALIVE)?;
                row(report, (name, presser, "best"), &games);
            }
            for holds in HOLDERS {
                let holder = factory(holds)?;
                let games = play(at, &dead, starts, &agent, &Holder::Agent(&holder), MOVES)?;
                row(report, (name, presser, holds), &games);
            }
        }
    }
    report.note(&[
        "Starts: drawn positions with White, the side named first, to move; fair ones, no check and no capture that keeps the \
         draw; of those the fifth in which White's hardest move leaves the least share of replies that hold. The same for all.",
        "Alive: neither drawn by a rule of chess (stalemate, men that cannot mate, third repetition, fifty moves) nor with men left that \
         are nothing to win with: of opponents who move at random not one in a hundred lets a draw go within fifty moves. \
         See docs/conventions.md, Drawn moves.",
        "The best holder goes for a dead draw at once, then for one in two moves, then leaves the presser the least share of \
         losing replies. Won: within 100 moves, all draws of chess being called. Intervals hold 95 % (Wilson).",
        "Where no Stockfish is installed its rows are missing; it plays fewer games.",
    ]);
    Ok(())
}

/// Fewer games where an engine plays.
fn some<'a>(starts: &'a [Position], presser: &str) -> &'a [Position] {
    let games = if presser == ENGINE { GAMES_OF_ENGINES } else { GAMES };
    &starts[..starts.len().min(games)]
}

fn factory(spec: &str) -> Result<AgentFactory<Tables>, ExperimentError> {
    let agent: AnyAgent = spec.parse().expect("a fixed description");
    Ok(agent.instantiate().map_err(study::matches::MatchError::from)?)
}

fn engine_is_there() -> bool {
    factory(ENGINE).is_ok()
}

fn row(report: &mut Report, (name, presser, holds): (&str, &str, &str), games: &[Outcome]) {
    let all = games.len();
    let lives = |game: &&Outcome| game.died_after.is_none_or(|moves| moves > ALIVE);
    let alive = games.iter().filter(lives).count();
    let won = games.iter().filter(|game| game.won).count();
    let share = |count: usize| count as f64 / all.max(1) as f64;
    let [(low, high), (won_low, won_high)] = [alive, won].map(|count| wilson(count, all));
    let figures = [share(alive), low, high, share(won), won_low, won_high];
    report.grid.figures(&[&name, &presser, &holds, &all], figures);
    let words = match holds {
        "best" => format!("{name}, {presser} against the best holder: alive after {ALIVE} moves"),
        _ => format!("{name}, {presser} against {holds}: won"),
    };
    let figure = if holds == "best" { share(alive) } else { share(won) };
    report.compare(words, figure);
}
