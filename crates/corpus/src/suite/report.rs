//! What the values of several engines come to.

use std::collections::BTreeSet;

use endgame::rules::{Board, Color};
use study::pgn::Game;
use study::schema::suite::{
    LeftOutEngine, SuiteEngine, SuiteGame, SuitePlayer, SuitePosition, SuiteReport, SuiteView,
};

use super::look::Looked;
use super::{Suite, SuiteError};
use crate::decision::Decision;
use crate::family::Family;
use crate::inference::{Estimate, Sample};
use crate::model_record::{record, told, word};
use crate::select::{Candidate, game_info};

/// Everything about a game; engines that have valued nothing are left out.
pub(super) fn report(
    suite: &Suite,
    game: &Game,
    positions: &[Candidate],
    looked: Vec<Looked>,
) -> Result<SuiteReport, SuiteError> {
    let mut left_out = suite.left_out.clone();
    let (mut engines, mut columns) = (Vec::new(), Vec::new());
    for ((asked, engine), looked) in suite.engines.iter().zip(looked) {
        let Looked { decisions, failures, took } = looked;
        let valued = decisions.iter().flatten().count();
        if valued == 0 {
            let reason = failures.into_iter().next().unwrap_or_default();
            left_out.push(LeftOutEngine { asked: asked.clone(), reason });
            continue;
        }
        let reference = engine.reference(suite.depth_of(asked));
        engines.push(SuiteEngine {
            asked: asked.clone(),
            name: engine.to_string(),
            depth: reference.depth,
            method: word(reference.method.word()),
            valued,
            seconds: took.as_secs_f64(),
            white: player(&suite.family, &decisions, Color::White),
            black: player(&suite.family, &decisions, Color::Black),
            failures,
        });
        columns.push(views(&suite.family, &decisions));
    }
    if engines.is_empty() {
        let reasons: Vec<String> =
            left_out.iter().map(|one| format!("{}: {}", one.asked, one.reason)).collect();
        return Err(SuiteError::NoEngine(reasons.join("; ")));
    }
    let positions: Vec<SuitePosition> = positions
        .iter()
        .enumerate()
        .map(|(at, one)| position(one, columns.iter().map(|column| column[at].clone()).collect()))
        .collect();
    let unanimous = positions.iter().filter(|one| one.opinions == 1).count();
    Ok(SuiteReport {
        game: tags(game),
        model: record(&suite.family, "several".to_owned()),
        engines,
        left_out,
        unanimous: (!positions.is_empty()).then(|| unanimous as f64 / positions.len() as f64),
        positions,
    })
}

fn tags(game: &Game) -> SuiteGame {
    let info = game_info("", game);
    let [white, black] = info.players;
    let (number, event, date, result) = (info.number, info.event, info.date, info.result);
    SuiteGame { number, white, black, event, date, result }
}

/// One side as an engine sees it; none if it has seen no decision of that side.
fn player(family: &Family, decisions: &[Option<Decision>], color: Color) -> Option<SuitePlayer> {
    let own: Vec<&Decision> =
        decisions.iter().flatten().filter(|one| one.board.turn() == color).collect();
    let sample = Sample::new(*family, own.iter().copied());
    let mean = |of: &dyn Fn(&Decision) -> f64| {
        own.iter().map(|one| of(one)).sum::<f64>() / own.len() as f64
    };
    (!sample.is_empty()).then(|| SuitePlayer {
        decisions: sample.len(),
        competence: told(&Estimate::new(&sample, family.default_grid())),
        centipawn_loss: mean(&Decision::centipawn_loss),
        agreement: mean(&|one| f64::from(u8::from(one.scores[one.played] == one.best()))),
    })
}

/// What an engine says of each position, and of the mover by then.
fn views(family: &Family, decisions: &[Option<Decision>]) -> Vec<Option<SuiteView>> {
    let mut samples = [Sample::empty(*family), Sample::empty(*family)];
    let view = |one: &Option<Decision>| {
        let one = one.as_ref()?;
        let turn = one.board.turn();
        let sample = &mut samples[turn.fold_wb(0, 1)];
        sample.push(&family.costs_of(one), one.played, 0);
        let for_white = |pawns: f64| turn.fold_wb(pawns, -pawns);
        let best = one.scores.iter().position(|score| *score == one.best())?;
        Some(SuiteView {
            value: for_white(one.best().pawns()),
            best: one.board.san(one.moves[best]),
            played: for_white(one.scores[one.played].pawns()),
            competence: sample.belief(family.default_grid()).mean(),
        })
    };
    decisions.iter().map(view).collect()
}

fn position(one: &Candidate, views: Vec<Option<SuiteView>>) -> SuitePosition {
    let opinions: BTreeSet<&str> = views.iter().flatten().map(|view| &*view.best).collect();
    let opinions = opinions.len();
    let played =
        Board::from_either_fen(&one.fen).map_or_else(|_| String::new(), |at| at.san(one.play));
    SuitePosition { ply: one.ply, fen: one.fen.clone(), played, views, opinions }
}
