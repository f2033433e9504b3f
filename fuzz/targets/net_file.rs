//! A file of a network with bytes changed: refused with a sentence, or read without harm. The checksum is made right again if the first
//! byte of the input says so (1), so that what it protects is looked at too; 2 cuts the file short.
#![no_main]

use std::sync::LazyLock;

use endgame::rules::Position;
use libfuzzer_sys::fuzz_target;
use net::file::{pack, unpack};
use xxhash_rust::xxh3::xxh3_64;

static SOUND: LazyLock<(Vec<u8>, Position)> = LazyLock::new(|| {
    let position = Position::from_fen("8/8/8/3k4/8/8/3P4/3K4 w - - 0 1").expect("a position");
    (pack(&net::built_in()).bytes, position)
});

/// Where the checksum stands: after the mark, the version, the name `KPK` with its length, and the layers.
const CHECKSUM: usize = 12;

fuzz_target!(|input: &[u8]| {
    let Some((&how, edits)) = input.split_first() else { return };
    let (sound, position) = &*SOUND;
    let mut bytes = sound.clone();
    for edit in edits.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % bytes.len();
        bytes[place] ^= edit[2];
    }
    if how & 2 != 0 {
        let length = edits.first().map_or(0, |&byte| usize::from(byte) * bytes.len() / 256);
        bytes.truncate(length);
    }
    if how & 1 != 0 && bytes.len() > CHECKSUM + 4 {
        let sum = xxh3_64(&[&bytes[..CHECKSUM], &bytes[CHECKSUM + 4..]].concat()) as u32;
        bytes[CHECKSUM..CHECKSUM + 4].copy_from_slice(&sum.to_le_bytes());
    }
    match unpack(&bytes) {
        Err(error) => assert!(bytes != *sound && !error.to_string().is_empty()),
        Ok(network) => {
            let value = network.probe(position);
            assert_eq!(network.guess(position).is_some(), value.is_some());
            assert!(bytes != *sound || value == Some(0) || value == Some(1));
        }
    }
});
