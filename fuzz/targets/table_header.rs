//! A table file with bytes changed: refused with a sentence, or read without harm. Checksums are made right again if the first byte of
//! the input says so (1 header, 2 directory, 4 blocks), so that what they protect is looked at too; 8 cuts the file short.
#![no_main]

use std::sync::LazyLock;

use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::Position;
use endgame::store::Store;
use endgame::tables::Tables;
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;
use value::Metric;
use xxhash_rust::xxh3::xxh3_64;

/// Bytes of the header and of one entry of the directory: `docs/formats.md`.
const HEADER: usize = 80;
const ENTRY: usize = 16;

struct Sound {
    _folder: TempDir,
    store: Store,
    material: Material,
    metric: Metric,
    bytes: Vec<u8>,
    position: Position,
}

static SOUND: LazyLock<Sound> = LazyLock::new(|| {
    let folder = TempDir::new().expect("a folder");
    let store = Store::new(folder.path());
    let (material, metric): (Material, Metric) = ("KRK".parse().expect("KRK"), Metric::default());
    let tables = Tables::new(metric).with_store(store.clone());
    let stop = std::sync::atomic::AtomicBool::new(false);
    tables.table(&material, &Monitor { stop: &stop, report: &|_| () }).expect("KRK solved");
    let bytes = std::fs::read(store.path(&material, metric)).expect("its file");
    let position = Position::from_fen("8/8/8/3k4/8/8/8/KR6 w - - 0 1").expect("a position");
    Sound { _folder: folder, store, material, metric, bytes, position }
});

/// Where the blocks begin, and each one's bytes.
fn blocks(bytes: &[u8]) -> Option<Vec<(usize, usize)>> {
    let count = usize::try_from(u64::from_le_bytes(bytes.get(56..64)?.try_into().ok()?)).ok()?;
    let offset = |number: usize| -> Option<usize> {
        let at = HEADER + number.checked_mul(ENTRY)?;
        usize::try_from(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?)).ok()
    };
    let end = |number| if number + 1 < count { offset(number + 1) } else { Some(bytes.len()) };
    (0..count.min(64)).map(|number| Some((offset(number)?, end(number)?))).collect()
}

fn seal(bytes: &mut [u8], from: usize, to: usize) {
    if let Some(sum) = bytes.get(from..to).map(xxh3_64)
        && let Some(place) = bytes.get_mut(to..to + 8)
    {
        place.copy_from_slice(&sum.to_le_bytes());
    }
}

fuzz_target!(|input: &[u8]| {
    let Some((&how, edits)) = input.split_first() else { return };
    let sound = &*SOUND;
    let mut bytes = sound.bytes.clone();
    let there = blocks(&bytes).expect("a sound file");
    let directory = HEADER + there.len() * ENTRY;
    for edit in edits.chunks_exact(3) {
        // Most of the file is blocks: half of the changes are in what comes before them.
        let place = usize::from(u16::from_le_bytes([edit[0], edit[1]]));
        let within = if place.is_multiple_of(2) { directory + 8 } else { bytes.len() };
        bytes[place / 2 % within] ^= edit[2];
    }
    if how & 4 != 0 {
        for (number, (from, to)) in blocks(&bytes).unwrap_or_default().into_iter().enumerate() {
            let Some(sum) = bytes.get(from..to).map(xxh3_64) else { continue };
            if let Some(place) =
                bytes.get_mut(HEADER + number * ENTRY + 8..).and_then(|rest| rest.get_mut(..8))
            {
                place.copy_from_slice(&sum.to_le_bytes());
            }
        }
    }
    if how & 2 != 0 {
        seal(&mut bytes, HEADER, directory);
    }
    if how & 1 != 0 {
        seal(&mut bytes, 0, HEADER - 8);
    }
    if how & 8 != 0 {
        let length = edits.first().map_or(0, |&byte| usize::from(byte) * bytes.len() / 256);
        bytes.truncate(length);
    }
    let changed = bytes != sound.bytes;
    std::fs::write(sound.store.path(&sound.material, sound.metric), &bytes).expect("a file");
    let stored = match sound.store.open(&sound.material, sound.metric) {
        Err(error) => {
            assert!(changed && !error.to_string().is_empty());
            return;
        }
        Ok(stored) => stored.expect("it was just written"),
    };
    let (outcome, checked, loaded) =
        (stored.outcome(&sound.position), stored.check(), stored.load());
    assert!(changed || outcome.is_ok() && checked.is_ok() && loaded.is_ok());
});
