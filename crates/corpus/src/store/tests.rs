use std::fs;
use std::sync::Arc;

use endgame::rules::Board;
use engine::evaluator::Method;
use engine::score::Score;
use study::pgn::{Game, Games};

use super::*;
use crate::decision::{Decision, GameInfo, Reference};

/// Castling on both sides, en passant, promotions with and without capture, recaptures.
const GAME: &str = "[Event \"Test\"]\n[White \"Doe, J.\"]\n[WhiteElo \"1800\"]\n\n\
    1. e4 d5 2. exd5 c5 3. dxc6 Qxd2+ 4. Bxd2 Nf6 5. cxb7 Nbd7 6. bxa8=Q e5 7. Nc3 Bd6 8. Nf3 O-O \
    9. Bg5 h5 10. Qd2 h4 11. g4 hxg3 12. O-O-O gxh2 13. Rg1 hxg1=Q 14. Nxg1 e4 15. Nxe4 Nxe4 16. Qd4 f5 17. c3 f4 18. Qda4 f3 1-0\n";

fn game() -> Game {
    Games::new("test.pgn", GAME.as_bytes()).next().unwrap().unwrap()
}

/// Every decision of the game, scored by two references in ways that no search would.
fn decisions() -> Vec<Decision> {
    let game = game();
    let info = Arc::new(GameInfo {
        file: "test.pgn".to_owned(),
        number: 1,
        event: Some("Test".to_owned()),
        site: Some("Nowhere".to_owned()),
        players: ["Doe, J.".to_owned(), "?".to_owned()],
        ratings: [Some(1800), None],
        result: "1-0".to_owned(),
        ..GameInfo::default()
    });
    let references = [8, 10].map(|depth| {
        Arc::new(Reference {
            engine: "Fake".to_owned(),
            version: String::new(),
            network: (depth == 8).then(|| "nn.nnue".to_owned()),
            options: "Threads=1".to_owned(),
            method: Method::MultiPv,
            depth,
        })
    });
    let played: Vec<_> = game.moves.iter().map(|played| played.play).collect();
    let mut all = Vec::new();
    for (at, (board, move_made)) in game.replay().enumerate() {
        let moves = board.legal_moves();
        let score = |place: usize| match (at + place) % 7 {
            0 => Score::Mate(place as i32 + 1),
            1 => Score::Mate(-(place as i32) - 1),
            rest => Score::Centipawns(10 * place as i32 - 40 * rest as i32),
        };
        for reference in &references {
            all.push(Decision {
                game: Arc::clone(&info),
                ply: at as u32 + 1,
                answered: at.checked_sub(1).map(|before| played[before]),
                continued: at.checked_sub(2).map(|before| played[before]),
                clock: (at % 3 == 0).then_some(at as f32 + 0.5),
                scores: (0..moves.len()).map(score).collect(),
                played: moves.iter().position(|play| *play == move_made.play).unwrap(),
                moves: moves.clone(),
                board: board.clone(),
                reference: Arc::clone(reference),
                shallower: Vec::new(),
                exact: None,
            });
        }
    }
    all
}

fn write_all(path: &std::path::Path, decisions: &[Decision]) -> u64 {
    let about = [("fallible.filters".to_owned(), "none".to_owned())];
    let mut writer = Writer::create(path, &about).unwrap();
    for decision in decisions {
        writer.push(decision, None).unwrap();
    }
    writer.finish().unwrap()
}

#[test]
fn what_is_written_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    // So many that decisions lie across the borders of batches.
    let some = decisions();
    let many: Vec<Decision> = (0..40).flat_map(|_| some.iter().cloned()).collect();
    let rows = write_all(&path, &many);
    assert_eq!(rows, many.iter().map(|decision| decision.moves.len() as u64).sum::<u64>());
    assert!(rows > 50_000, "{rows}");
    let file = Decisions::open(&path).unwrap();
    assert_eq!(file.rows(), rows);
    assert!(file.about().contains(&("fallible.filters".to_owned(), "none".to_owned())));
    let read: Vec<Decision> = file.map(Result::unwrap).collect();
    assert_eq!(read.len(), many.len());
    for (read, written) in read.iter().zip(&many) {
        assert_eq!(read, written);
    }
    // One copy of what many decisions share.
    assert!(Arc::ptr_eq(&read[0].game, &read[1].game));
    assert!(Arc::ptr_eq(&read[0].reference, &read[2].reference));
    // The same decisions give the same bytes.
    let again = folder.path().join("b.parquet");
    write_all(&again, &many);
    assert_eq!(fs::read(&path).unwrap(), fs::read(&again).unwrap());
}

#[test]
fn files_that_are_not_ours_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    let refused = || Decisions::open(&path).err().map(|error| error.to_string()).unwrap();
    assert!(refused().contains("cannot read"));
    fs::write(&path, "").unwrap();
    assert!(refused().contains("is no Parquet file"));
    fs::write(&path, "1. e4 e5 *").unwrap();
    assert!(refused().contains("is no Parquet file"));
    write_all(&path, &decisions());
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert!(refused().contains("is cut short"));
    fs::write(&path, [&whole[..100], &whole[whole.len() - 8..]].concat()).unwrap();
    assert!(refused().contains("is damaged"));
    // The version stands once in the file, as text.
    let key = FORMAT_KEY.as_bytes();
    let at = whole.windows(key.len()).position(|window| window == key).unwrap() + key.len();
    let digit = at + whole[at..].iter().position(|byte| *byte == b'1').unwrap();
    let mut other = whole.clone();
    other[digit] = b'7';
    fs::write(&path, other).unwrap();
    assert!(refused().contains("has format 7"), "{}", refused());
}

/// Any byte of the file changed: an error or decisions, never a panic.
#[test]
fn damage_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    write_all(&path, &decisions());
    let whole = fs::read(&path).unwrap();
    let mut failed = 0;
    for at in (0..whole.len()).step_by(whole.len() / 300) {
        let mut broken = whole.clone();
        broken[at] ^= 0x55;
        fs::write(&path, broken).unwrap();
        let read = Decisions::open(&path).and_then(|all| all.collect::<Result<Vec<_>, _>>());
        failed += usize::from(read.is_err());
    }
    assert!(failed > 100, "{failed}");
}

#[test]
fn nothing_is_left_of_a_file_that_was_not_finished() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    let mut writer = Writer::create(&path, &[]).unwrap();
    writer.push(&decisions()[0], None).unwrap();
    drop(writer);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    assert!(Writer::create(&folder.path().join("none/a.parquet"), &[]).is_err());
}

/// Chess960: a king's step and castling between the same squares stay two moves.
#[test]
fn castling_of_chess960_comes_back() {
    let fen = "1k6/pppppppp/8/8/8/8/PPPPPPPP/R4K1R w HA - 0 1";
    let board = Board::from_either_fen(fen).unwrap();
    assert!(board.is_chess960());
    let moves = board.legal_moves();
    let castle = moves.iter().position(|play| play.is_castle()).unwrap();
    let one = &decisions()[0];
    let scores = (0..moves.len()).map(|at| Score::Centipawns(at as i32)).collect();
    let (answered, continued) = (None, Some(moves[castle]));
    let decision =
        Decision { board, moves, scores, played: castle, answered, continued, ..one.clone() };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shuffled.parquet");
    write_all(&path, std::slice::from_ref(&decision));
    let read: Vec<Decision> = Decisions::open(&path).unwrap().map(Result::unwrap).collect();
    assert_eq!(read, [Decision { continued: None, ..decision }]);
}

/// Files that were written before the column `site` are read.
#[test]
fn a_file_without_a_newer_column_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, older] = ["whole", "older"].map(|name| folder.path().join(name));
    let all = decisions();
    write_all(&whole, &all);
    let file = std::fs::File::open(&whole).unwrap();
    let rows =
        parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let rows = rows.with_batch_size(1 << 20).build().unwrap().next().unwrap().unwrap();
    let kept: Vec<usize> =
        (0..rows.num_columns()).filter(|at| rows.schema().field(*at).name() != "site").collect();
    let rows = rows.project(&kept).unwrap();
    let file = std::fs::File::create(&older).unwrap();
    let mut writer = parquet::arrow::ArrowWriter::try_new(file, rows.schema(), None).unwrap();
    writer.write(&rows).unwrap();
    writer.close().unwrap();
    let read: Vec<Decision> = Decisions::open(&older).unwrap().map(Result::unwrap).collect();
    assert!(
        !read.is_empty()
            && read.iter().zip(&all).all(|(found, one)| {
                found.game.site.is_none()
                    && (&found.board, &found.scores) == (&one.board, &one.scores)
            })
    );
}
