//! The two Browne-BELLE games against what Haworth 2003 prints of them, and against values that were
//! computed by code that shares nothing with ours.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use endgame::rules::Color;
use endgame::tables::Tables;
use player::{Belief, CompetenceGrid, DepthOffset, JointBelief, Model, MoveFilter, PowerLaw};
use study::assess::{
    Assessment, Assessor, MoveAssessment, PlayerRole, Records, Settings, annotated,
};
use study::pgn::{Game, Games, write};
use value::{Depth, Metric, Outcome};

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(Metric::Dtc));

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments/games/browne-belle.pgn")
}

fn games() -> Vec<Game> {
    Games::open(&file()).unwrap().map(Result::unwrap).collect()
}

fn settings(kappa: DepthOffset, grid: &str) -> Settings {
    let model = Model::new(PowerLaw::new(kappa), MoveFilter::default());
    let grid: CompetenceGrid = grid.parse().unwrap();
    Settings::new(model, Belief::uniform(grid))
}

fn assess(settings: &Settings, game: &Game) -> Assessment {
    Assessor::new(&TABLES, settings).assess(&file(), game).unwrap()
}

fn by(color: Color, assessment: &Assessment) -> Vec<&MoveAssessment> {
    assessment.moves.iter().filter(|judged| judged.mover() == color).collect()
}

#[track_caller]
fn close(ours: f64, known: f64) {
    assert!((ours - known).abs() <= 0.000_501, "{ours} is not {known}");
}

/// White's apparent competence after moves 1, 6, 14, 17, 33 and at the end, the standard deviation
/// at the end, and the least after any move.
#[test]
fn apparent_competence_to_three_decimals() {
    let known = [
        (
            DepthOffset::VANISHING,
            0,
            [25.000, 29.723, 42.125, 32.189, 19.018, 18.021],
            2.749,
            17.298,
        ),
        (
            DepthOffset::VANISHING,
            1,
            [25.000, 29.723, 42.428, 31.807, 20.981, 18.390],
            2.969,
            18.367,
        ),
        (DepthOffset::ONE, 0, [25.000, 29.954, 42.380, 33.444, 20.157, 19.175], 2.922, 18.408),
        (DepthOffset::ONE, 1, [25.000, 29.954, 42.676, 33.134, 22.308, 19.843], 3.180, 19.796),
    ];
    for (kappa, game, means, sd, least) in known {
        let assessment = assess(&settings(kappa, "0(1)50"), &games()[game]);
        let white = by(Color::White, &assessment);
        let last = white.len();
        for (number, mean) in [1, 6, 14, 17, 33, last].into_iter().zip(means) {
            close(white[number - 1].competence.0, mean);
        }
        close(white[last - 1].competence.1, sd);
        close(white.iter().map(|judged| judged.competence.0).fold(f64::INFINITY, f64::min), least);
    }
}

#[test]
fn both_games_as_one_sequence() {
    for (kappa, mean) in [(DepthOffset::VANISHING, 17.985), (DepthOffset::ONE, 19.264)] {
        let settings = settings(kappa, "0(1)50");
        let mut records = Records::of_at_most(usize::MAX);
        for game in games() {
            records.add(&game, &assess(&settings, &game));
        }
        assert_eq!(records.players.len(), 2);
        let (name, browne) = &records.players[0];
        assert_eq!((name.as_str(), browne.side), ("Browne, Walter", PlayerRole::Attacker));
        close(browne.belief.mean(), mean);
        assert_eq!((browne.moves, browne.belief.moves()), (95, 95));
        assert_eq!((browne.conceded, browne.value_conceded), (27 + 19, 0));
        let (name, belle) = &records.players[1];
        assert_eq!((name.as_str(), belle.side), ("BELLE", PlayerRole::Defender));
        assert_eq!((belle.moves, belle.optimal, belle.conceded), (94, 94, 0));
    }
}

/// Andrist & Haworth 2005, section 4.1: the step hardly matters until it is coarse.
#[test]
fn the_step_of_the_grid() {
    let end = |kappa, grid: &str| {
        let assessment = assess(&settings(kappa, grid), &games()[0]);
        by(Color::White, &assessment).last().unwrap().competence.0
    };
    for (kappa, coarse) in [(DepthOffset::VANISHING, 19.929), (DepthOffset::ONE, 20.015)] {
        let one = end(kappa, "0(1)50");
        for grid in ["0(0.01)50", "0(0.1)50", "0(2)50"] {
            let other = end(kappa, grid);
            assert!((other - one).abs() < 1e-4, "{grid}: {other} against {one}");
        }
        close(end(kappa, "0(10)50"), coarse);
    }
}

/// Where the tables say something else than the printed page, and what.
const SLIPS: [&str; 3] = [
    "2: 19. Qe2, printed [\"+3/+8; optimal Qc1+\"], is [\"+3/+8; optimal Qc1+; only\"]",
    "2: 44. Qg5+, printed [\"+1/+19; optimal Qe5; only\"], is [\"+1/+19; optimal Qe5+; only\"]",
    "2: 49... Kh3, printed [], is [\"options Kf4 Kh2 Kh3 Kh4\"]",
];

/// Everything printed in appendix B, against the tables.
#[test]
fn the_printed_annotations_hold() {
    let settings = settings(DepthOffset::ONE, "0(1)50");
    let mut slips = Vec::new();
    for (number, game) in games().iter().enumerate() {
        let assessment = assess(&settings, game);
        assert_eq!(assessment.moves[0].before, Outcome::Win(Depth(31)));
        assert_eq!((assessment.outside, assessment.moves.len()), (0, game.moves.len()));
        let mut total = 0;
        for (judged, played) in assessment.moves.iter().zip(&game.moves) {
            let dots = judged.mover().fold_wb(".", "...");
            let place = format!("{}: {}{dots} {}", number + 1, judged.number, judged.san());
            let mut ours = Vec::new();
            let mut names: Vec<String> =
                judged.optimal.iter().map(|&play| judged.position.san(play)).collect();
            names.sort();
            let conceded = judged.conceded().unwrap();
            if conceded > 0 {
                total += conceded;
                let only = if names.len() == 1 { "; only" } else { "" };
                ours.push(format!("+{conceded}/+{total}; optimal {}{only}", names.join(" ")));
            }
            if let Some(sign) = judged.sign() {
                ours.push(format!("sign {sign}"));
            } else if conceded == 0 && judged.mover() == Color::Black {
                ours.push(format!("options {}", names.join(" ")));
            }
            let printed: Vec<String> = played.comments.iter().map(|said| sorted(said)).collect();
            if ours != printed {
                slips.push(format!("{place}, printed {printed:?}, is {ours:?}"));
            }
        }
        assert_eq!(total, [27, 19][number]);
    }
    assert_eq!(slips, SLIPS, "{slips:#?}");
}

/// A printed comment with its options in order and without the model's choice.
fn sorted(said: &str) -> String {
    let said = said.split("; model").next().unwrap();
    let Some(names) = said.strip_prefix("options ") else { return said.to_owned() };
    let mut names: Vec<&str> = names.split(' ').collect();
    names.sort();
    format!("options {}", names.join(" "))
}

#[test]
fn comments_are_as_in_the_paper() {
    let settings = settings(DepthOffset::ONE, "0(1)50");
    let mut game = games().swap_remove(0);
    game.moves.iter_mut().for_each(|played| played.comments.clear());
    let text = write::game(&annotated(&game, &assess(&settings, &game))).replace('\n', " ");
    for part in [
        "6. Qd4 {+1/+1: Qc3, Qc4, Qf8+, Qg1 optimal; win in 26; c 29.95}",
        "33. Qh4 {+2/+20: Kd5'; ",
        "26... Ke7 {°; ",
        "27 moves by Browne, Walter, 0 moves by BELLE",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let back: Vec<Game> = Games::new("back", text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(back[0].moves.len(), game.moves.len());
}

/// A greater kappa asks for a greater competence; the moves themselves say little about kappa.
#[test]
fn competence_and_kappa_together() {
    let kappas: Vec<f64> = (1..=20).map(|n| f64::from(n) * 0.1).collect();
    let mut settings = settings(DepthOffset::ONE, "0(1)50");
    settings.offsets = kappas
        .iter()
        .map(|&kappa| {
            let offset = DepthOffset::new(kappa).unwrap();
            (offset, Model::new(PowerLaw::new(offset), MoveFilter::default()))
        })
        .collect();
    let assessment = assess(&settings, &games()[0]);
    let (_, record) = &assessment.records[0];
    let joint: &JointBelief = record.joint.as_ref().unwrap();
    assert_eq!(joint.moves(), 45);
    let (mean, sd) = joint.competence();
    assert!((18.0..21.5).contains(&mean) && (2.0..4.5).contains(&sd), "{mean} {sd}");
    let (kappa, spread) = joint.offset();
    assert!((0.5..1.6).contains(&kappa) && spread > 0.4, "{kappa} {spread}");
}
