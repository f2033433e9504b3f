use value::Depth;
use xxhash_rust::xxh3::xxh3_64;

pub(crate) use super::blocks::write;
use super::*;
use crate::index::{Index, Slot};
use crate::memory::Bytes;
use crate::rules::Color;

/// A table of this endgame's size with bytes nobody solved: runs of equal ones, as in a real one.
pub(crate) fn made_up_table(name: &str) -> Table {
    let index = Index::new(&name.parse().unwrap());
    let codes = Color::ALL.map(|turn| {
        let mut codes = Bytes::zeroed(index.len()).unwrap();
        for (at, code) in codes.iter_mut().enumerate() {
            *code = (xxh3_64(&[turn as u8, (at / 7) as u8, (at / 1792) as u8]) % 40) as u8;
        }
        codes
    });
    Table::new(index, Metric::Dtc, [Some(Depth(36)), None], codes)
}

fn kqk() -> Material {
    "KQK".parse().unwrap()
}

/// The only file of a folder, to be altered.
fn only_file(folder: &Path) -> PathBuf {
    let files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].clone()
}

/// A folder with a table of KQK in it, its file and the file's bytes.
fn stored_kqk() -> (tempfile::TempDir, Store, PathBuf, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    store.save(&made_up_table("KQK")).unwrap();
    let path = only_file(folder.path());
    let bytes = fs::read(&path).unwrap();
    (folder, store, path, bytes)
}

fn corruption(store: &Store) -> Corruption {
    match store.load(&kqk(), Metric::Dtc) {
        Err(StoreError::Corrupt { corruption, .. }) => corruption,
        other => panic!("corruption went unnoticed: {other:?}"),
    }
}

#[test]
fn a_table_comes_back_whole_and_block_by_block() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().join("made").join("on demand"));
    for name in ["KQK", "KPK", "KQKR"] {
        let table = made_up_table(name);
        let material = table.material();
        assert!(store.load(&material, Metric::Dtc).unwrap().is_none());
        assert_eq!(store.save(&table).unwrap(), store.path(&material, Metric::Dtc));
        let loaded = store.load(&material, Metric::Dtc).unwrap().unwrap();
        let stored = store.open(&material, Metric::Dtc).unwrap().unwrap();
        stored.check().unwrap();
        for turn in Color::ALL {
            assert!(loaded.codes(turn) == table.codes(turn));
            assert_eq!(loaded.deepest(turn), table.deepest(turn));
            for index in (0..table.index().len()).step_by(101).chain([table.index().len() - 1]) {
                let slot = Slot { turn, index };
                assert_eq!(stored.outcome_at(slot).unwrap(), table.outcome_at(slot));
            }
        }
        assert!(store.load(&material, Metric::Dtm).unwrap().is_none());
    }
}

#[test]
fn every_truncation_is_noticed() {
    let (_folder, store, path, whole) = stored_kqk();
    for length in (0..200).chain([whole.len() / 2, whole.len() - 1]) {
        fs::write(&path, &whole[..length]).unwrap();
        corruption(&store);
    }
    fs::write(&path, [&whole[..], b"more"].concat()).unwrap();
    assert!(matches!(corruption(&store), Corruption::Length { .. }));
}

#[test]
fn every_flipped_bit_is_noticed() {
    let (_folder, store, path, whole) = stored_kqk();
    let head = 8 * 140;
    for bit in (0..head).chain((head..8 * whole.len()).step_by(whole.len() / 50)) {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &bytes).unwrap();
        corruption(&store);
        // A reader of single blocks may open it, but not read the block nor call it whole.
        if let Ok(Some(stored)) = store.open(&kqk(), Metric::Dtc) {
            assert!(stored.check().is_err(), "bit {bit}");
        }
    }
}

#[test]
fn a_block_altered_under_an_open_table_is_noticed_when_read() {
    let (_folder, store, path, mut bytes) = stored_kqk();
    let stored = store.open(&kqk(), Metric::Dtc).unwrap().unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, &bytes).unwrap();
    assert!(stored.outcome_at(Slot { turn: Color::White, index: 0 }).is_ok());
    let black = stored.outcome_at(Slot { turn: Color::Black, index: 0 }).unwrap_err();
    assert!(
        matches!(&black, StoreError::Corrupt { corruption, .. } if *corruption == Corruption::Block(1)),
        "{black}"
    );
}

#[test]
fn files_of_other_kinds_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let path = store.path(&kqk(), Metric::Dtc);
    fs::write(&path, b"PNG\r\n and so on, for quite some bytes more than a header would have....")
        .unwrap();
    assert!(matches!(corruption(&store), Corruption::Foreign(..)));
    store.save(&made_up_table("KRK")).unwrap();
    fs::rename(store.path(&"KRK".parse().unwrap(), Metric::Dtc), &path).unwrap();
    assert_eq!(corruption(&store), Corruption::OtherTable("KRK (dtc)".to_owned()));
    store.save(&made_up_table("KQK")).unwrap();
    let ours = fs::read(&path).unwrap();
    for (at, expected) in
        [(8, Corruption::Format(FORMAT + 1)), (12, Corruption::Generator(GENERATOR + 1))]
    {
        let mut bytes = ours.clone();
        bytes[at] += 1;
        let sum = xxh3_64(&bytes[..format::HEADER - 8]);
        bytes[format::HEADER - 8..format::HEADER].copy_from_slice(&sum.to_le_bytes());
        fs::write(&path, &bytes).unwrap();
        assert_eq!(corruption(&store), expected);
    }
}

#[test]
fn two_writers_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let table = made_up_table("KQK");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..10 {
                    store.save(&table).unwrap();
                    let loaded = store.load(&kqk(), Metric::Dtc).unwrap().unwrap();
                    assert!(loaded.codes(Color::White) == table.codes(Color::White));
                }
            });
        }
    });
    assert_eq!(only_file(folder.path()), store.path(&kqk(), Metric::Dtc));
}

#[test]
fn a_folder_that_cannot_be_written_is_named_and_left_clean() {
    let folder = tempfile::tempdir().unwrap();
    let in_the_way = folder.path().join("file");
    fs::write(&in_the_way, b"not a folder").unwrap();
    let store = Store::new(&in_the_way);
    for error in [
        store.save(&made_up_table("KQK")).unwrap_err(),
        store.check_writable(&kqk(), Metric::Dtc).unwrap_err(),
    ] {
        let text = error.to_string();
        assert!(text.contains("file/KQK.dtc.fallible") && text.contains("--tables DIR"), "{text}");
    }
    // Renaming onto a folder fails after everything was written: nothing is left behind.
    let store = Store::new(folder.path().join("tables"));
    fs::create_dir_all(store.path(&kqk(), Metric::Dtc)).unwrap();
    assert!(matches!(store.save(&made_up_table("KQK")), Err(StoreError::Write { .. })));
    assert_eq!(only_file(store.folder()), store.path(&kqk(), Metric::Dtc));
    store.check_writable(&kqk(), Metric::Dtc).unwrap();
    assert_eq!(only_file(store.folder()), store.path(&kqk(), Metric::Dtc));
}
