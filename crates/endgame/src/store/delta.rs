//! Delta coding of a block: most lines are almost a line shortly before them.
//!
//! Each line is coded against the most alike of eight lines before it: which of them, the places where
//! the two differ, and the line's own bytes there. That is a quarter to two fifths as long as the
//! lines, and takes the compressor half the time.
//!
//! ```text
//! n bytes      which of DISTANCES each of the n lines is coded against
//! 8n bytes     for each line the set of places that differ, a little-endian number
//! the rest     the bytes at those places, line after line
//! ```

use crate::codec::DRAW;
use crate::line::{Line, gather, most_alike, scatter};
use crate::simd::{self, Kernel};

/// How many lines back the lines are that a line may be coded against. Mostly the man numbered next
/// before the inner one stands a step or two away there, or the one before that a file or two.
const DISTANCES: [usize; 8] = [1, 2, 7, 8, 9, 16, 64, 128];

/// What stands before a block's first line.
const BEFORE: Line = [DRAW; 64];

/// Bytes written for every line: which line it is like, and where it differs.
const HEAD: usize = 1 + 8;

/// Bytes that so many lines take at most when coded.
pub(super) const fn longest(lines: usize) -> usize {
    lines * (HEAD + 64)
}

/// Codes lines into room for the [`longest`]; returns how many bytes it took.
pub(super) fn encode(lines: &[Line], into: &mut [u8]) -> usize {
    simd::dispatch(Encoding { lines, into })
}

/// Puts lines together again; none if the bytes do not code so many lines and no more.
pub(super) fn decode(encoded: &[u8], lines: &mut [Line]) -> Option<()> {
    simd::dispatch(Decoding { encoded, lines })
}

struct Encoding<'a> {
    lines: &'a [Line],
    into: &'a mut [u8],
}

impl Kernel<usize> for Encoding<'_> {
    #[inline(always)]
    fn run(self) -> usize {
        let Encoding { lines, into } = self;
        let (distances, rest) = into.split_at_mut(lines.len());
        let (sets, bytes) = rest.split_at_mut(8 * lines.len());
        let heads = distances.iter_mut().zip(sets.as_chunks_mut().0);
        let mut encoded = 0;
        for (number, ((which, set), line)) in heads.zip(lines).enumerate() {
            let before = DISTANCES.iter().map(|&distance| line_before(lines, number, distance));
            let (most, places) = most_alike(line, before);
            *which = most;
            *set = places.to_le_bytes();
            let room = bytes[encoded..].first_chunk_mut().expect("room for the longest");
            gather(line, places, room);
            encoded += places.count_ones() as usize;
        }
        HEAD * lines.len() + encoded
    }
}

struct Decoding<'a> {
    encoded: &'a [u8],
    lines: &'a mut [Line],
}

impl Kernel<Option<()>> for Decoding<'_> {
    #[inline(always)]
    fn run(self) -> Option<()> {
        let Decoding { encoded, lines } = self;
        let (distances, rest) = encoded.split_at_checked(lines.len())?;
        let (sets, mut bytes) = rest.split_at_checked(8 * lines.len())?;
        for (number, (&which, &set)) in distances.iter().zip(sets.as_chunks().0).enumerate() {
            let (before, rest) = lines.split_at_mut(number);
            let like = line_before(before, number, *DISTANCES.get(usize::from(which))?);
            let places = u64::from_le_bytes(set);
            let (own, others) = bytes.split_at_checked(places.count_ones() as usize)?;
            match bytes.first_chunk() {
                _ if places == 0 => rest[0] = *like,
                Some(bytes) => scatter(bytes, places, like, &mut rest[0]),
                None => scatter(&padded(own), places, like, &mut rest[0]),
            }
            bytes = others;
        }
        bytes.is_empty().then_some(())
    }
}

#[inline(always)]
fn line_before(lines: &[Line], number: usize, distance: usize) -> &Line {
    number.checked_sub(distance).map_or(&BEFORE, |number| &lines[number])
}

/// The last bytes of a block, as many as a line has.
fn padded(bytes: &[u8]) -> Line {
    let mut line = [0; 64];
    line[..bytes.len()].copy_from_slice(bytes);
    line
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn encoded(lines: &[Line]) -> Vec<u8> {
        let mut encoded = vec![0xaa; longest(lines.len())];
        let length = encode(lines, &mut encoded);
        encoded.truncate(length);
        encoded
    }

    fn comes_back(lines: &[Line]) -> bool {
        let mut back = vec![[0xaa; 64]; lines.len()];
        decode(&encoded(lines), &mut back).is_some() && back == lines
    }

    /// Lines that are earlier ones with some bytes changed, as in a table, or nothing like them.
    fn lines() -> impl Strategy<Value = Vec<Line>> {
        let change = (1..200usize, prop_oneof![Just(0), Just(!0), any::<u64>()], any::<u8>());
        prop::collection::vec(change, 0..300).prop_map(|changes| {
            let mut lines: Vec<Line> = Vec::new();
            for (distance, places, byte) in changes {
                let mut line = *line_before(&lines, lines.len(), distance);
                for (n, code) in line.iter_mut().enumerate().filter(|(n, _)| places >> n & 1 == 1) {
                    *code = byte.wrapping_add(n as u8 / 3);
                }
                lines.push(line);
            }
            lines
        })
    }

    proptest! {
        #[test]
        fn lines_come_back(lines in lines()) {
            prop_assert!(comes_back(&lines));
        }

        #[test]
        fn bytes_that_code_nothing_do_no_harm(
            bytes in prop::collection::vec(prop_oneof![0..8u8, any::<u8>()], 0..2000),
            lines in 0..30usize,
        ) {
            // It may even make sense; then it has the length it says.
            let mut into = vec![BEFORE; lines];
            if decode(&bytes, &mut into).is_some() {
                let sets = bytes[lines..HEAD * lines].iter().map(|byte| byte.count_ones() as usize);
                prop_assert_eq!(bytes.len(), HEAD * lines + sets.sum::<usize>());
            }
        }

        #[test]
        fn more_or_less_than_was_encoded_is_refused(lines in lines(), cut in any::<prop::sample::Index>()) {
            let mut bytes = encoded(&lines);
            let mut back = vec![BEFORE; lines.len()];
            if !bytes.is_empty() {
                prop_assert!(decode(&bytes[..cut.index(bytes.len())], &mut back).is_none());
                let mut altered = bytes.clone();
                altered[cut.index(lines.len())] = 8;
                prop_assert!(decode(&altered, &mut back).is_none());
            }
            bytes.push(0);
            prop_assert!(decode(&bytes, &mut back).is_none());
        }
    }

    #[test]
    fn whole_blocks_come_back() {
        for lines in [1, 7, 1023, 1024] {
            assert!(comes_back(&vec![[0; 64]; lines]));
            assert!(comes_back(&vec![BEFORE; lines]));
            let noise = |n: usize| xxhash_rust::xxh3::xxh3_64(&n.to_le_bytes()) as u8;
            let noisy: Vec<Line> =
                (0..lines).map(|n| std::array::from_fn(|m| noise(64 * n + m))).collect();
            assert!(comes_back(&noisy));
        }
    }

    #[test]
    fn a_repeated_line_takes_nine_bytes() {
        let line = std::array::from_fn(|n| n as u8);
        assert_eq!(encoded(&[line; 100]).len(), 100 * HEAD + 63);
    }
}
