//! Each path against plain code, on whatever this machine has.

use std::fmt::Debug;

use proptest::prelude::*;

use super::*;
use crate::index::squares;
use crate::simd::forced::under_each;

/// Bytes that repeat often, as in a table, and some that do not.
fn lines() -> impl Strategy<Value = Line> {
    let bytes = prop_oneof![0..4u8, 250..=255u8, any::<u8>()];
    prop::collection::vec(bytes, 64).prop_map(|bytes| bytes.try_into().expect("64 bytes"))
}

/// Sets of places: none, all, single ones at the edges of a register's parts, and others.
fn sets() -> impl Strategy<Value = u64> {
    let edges = prop_oneof![Just(0), Just(63), Just(15), Just(16), Just(31), Just(32)];
    prop_oneof![Just(0), Just(!0), edges.prop_map(|place| 1 << place), any::<u64>()]
}

/// Checks that something comes out the same with every instruction set, and what it is.
fn on_every_path<T: PartialEq + Debug>(
    work: impl Fn() -> T,
    expected: &T,
) -> Result<(), TestCaseError> {
    for (set, found) in under_each(work) {
        prop_assert_eq!(&found, expected, "{:?}", set);
    }
    Ok(())
}

proptest! {
    /// Low and width run up to the ends of a byte, where sums wrap around.
    #[test]
    fn places_are_the_same_on_every_path(line in lines(), low in any::<u8>(), width in any::<u8>()) {
        on_every_path(|| places(&line, low, width), &plain::places(&line, low, width))?;
    }

    #[test]
    fn ranges_of_their_own_are_the_same_on_every_path(
        line in lines(),
        first in lines(),
        more in lines(),
    ) {
        let expected = (0..64).fold(0u64, |set, at| {
            set | u64::from(line[at].wrapping_sub(first[at]) <= more[at]) << at
        });
        prop_assert_eq!(plain::places_within(&line, &first, &more), expected);
        prop_assert_eq!(places_within(&line, &first, &more), expected);
    }

    #[test]
    fn lines_add_up_the_same_on_every_path(
        numbers in prop::collection::vec(-1e3..1e3f64, 192),
        terms in prop::collection::vec((0..=128usize, sets()), 0..6),
    ) {
        let expected: [f64; 64] = std::array::from_fn(|at| {
            let at_place = terms.iter().filter(|(_, places)| places >> at & 1 == 1);
            at_place.map(|(base, _)| numbers[base + at]).fold(1.0, |sum, number| sum + number)
        });
        let (bases, places): (Vec<u32>, Vec<u64>) =
            terms.iter().map(|&(base, places)| (base as u32, places)).unzip();
        let (mut best, mut simple) = ([1.0; 64], [1.0; 64]);
        Number::add_up(&numbers, &bases, &places, &mut best);
        plain::add_up(&numbers, &bases, &places, &mut simple);
        prop_assert_eq!((best, simple), (expected, expected));
        let singles: Vec<f32> = numbers.iter().map(|&number| number as f32).collect();
        let expected: [f32; 64] = std::array::from_fn(|at| {
            let at_place = terms.iter().filter(|(_, places)| places >> at & 1 == 1);
            at_place.map(|(base, _)| singles[base + at]).fold(1.0, |sum, number| sum + number)
        });
        let (mut best, mut simple) = ([1.0f32; 64], [1.0f32; 64]);
        Number::add_up(&singles, &bases, &places, &mut best);
        plain::add_up(&singles, &bases, &places, &mut simple);
        prop_assert_eq!((best, simple), (expected, expected));
    }

    #[test]
    fn packed_numbers_go_to_their_places_on_every_path(
        packed in prop::collection::vec(-1e3..1e3f32, 64),
        places in sets(),
    ) {
        let mut expected = [0.0; 64];
        let at = (0..64).filter(|at| places >> at & 1 == 1);
        at.zip(&packed).for_each(|(at, &number)| expected[at] = number);
        prop_assert_eq!(Number::expand(&packed, places), expected);
        prop_assert_eq!(plain::expand(&packed, places), expected);
    }

    #[test]
    fn the_most_alike_line_is_the_same_on_every_path(
        line in lines(),
        others in prop::collection::vec((sets(), any::<u8>()), 1..9),
    ) {
        let others: Vec<Line> = others
            .into_iter()
            .map(|(places, byte)| std::array::from_fn(|n| line[n] ^ (byte * (places >> n & 1) as u8)))
            .collect();
        let expected = fewest(others.iter().map(|other| plain::places_apart(&line, other)));
        on_every_path(|| most_alike(&line, others.iter()), &expected)?;
    }

    /// Bytes move to the front and back again; what lies beyond them does not matter.
    #[test]
    fn bytes_are_gathered_and_scattered_alike_on_every_path(
        line in lines(),
        other in lines(),
        places in sets(),
    ) {
        let expected: Vec<u8> = squares(places).map(|place| line[usize::from(place)]).collect();
        let gathered = || {
            let mut gathered = [0; 64];
            gather(&line, places, &mut gathered);
            gathered[..expected.len()].to_vec()
        };
        on_every_path(gathered, &expected)?;
        let scattered = || {
            let [mut bytes, mut back] = [[200; 64]; 2];
            bytes[..expected.len()].copy_from_slice(&expected);
            scatter(&bytes, places, &other, &mut back);
            back
        };
        let by_hand: Line = std::array::from_fn(|n| if places >> n & 1 == 1 { line[n] } else { other[n] });
        on_every_path(scattered, &by_hand)?;
    }

    /// Only places that hold `from` are ever asked for.
    #[test]
    fn bytes_are_replaced_alike_on_every_path(line in lines(), places in sets(), from: u8, to: u8) {
        let with = |code| -> Line { std::array::from_fn(|n| if places >> n & 1 == 1 { code } else { line[n] }) };
        let replaced = || {
            let mut replaced = with(from);
            replace(&mut replaced, places, from, to);
            replaced
        };
        on_every_path(replaced, &with(to))?;
    }
}

#[test]
fn the_most_alike_is_the_first_with_the_fewest_differences() {
    let line: Line = std::array::from_fn(|n| n as u8);
    let but =
        |places: u64| -> Line { std::array::from_fn(|n| line[n] + 100 * (places >> n & 1) as u8) };
    let lines = [but(!0), but(0x70), but(0x8001), but(0x0110), but(7)];
    assert_eq!(most_alike(&line, lines.iter()), (2, 0x8001));
    assert_eq!(most_alike(&line, lines[..1].iter()), (0, !0));
    assert_eq!(most_alike(&line, [but(1), line, line].iter()), (1, 0));
}

#[test]
fn bytes_between_two_are_found_also_where_none_can_be() {
    let line: Line = std::array::from_fn(|n| (n * 37 % 251) as u8);
    for (low, high) in [(0, 255), (3, 3), (10, 200), (200, 255), (9, 3)] {
        let plain =
            (0..64).fold(0u64, |set, n| set | u64::from((low..=high).contains(&line[n])) << n);
        assert_eq!(places_between(&line, (low, high)), plain);
    }
    assert_eq!(places_of(&line, 37), 1 << 1);
    assert_eq!(two_valued(5, 9, 1)[..4], [9, 1, 9, 1]);
}
