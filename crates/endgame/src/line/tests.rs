//! Each path against the plain one, on whatever this machine has, and the plain one by hand.

use proptest::prelude::*;

use super::*;
use crate::index::squares;

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

proptest! {
    /// Low and width run up to the ends of a byte, where sums wrap around.
    #[test]
    fn places_are_the_same_on_every_path(line in lines(), low in any::<u8>(), width in any::<u8>()) {
        let expected = plain::places(&line, low, width);
        prop_assert_eq!(places(&line, low, width), expected);
        #[cfg(target_arch = "x86_64")]
        prop_assert_eq!(sse2::places(&line, low, width), expected);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512bw") {
            // SAFETY: the instructions were just found on this machine.
            #[allow(unsafe_code)]
            let found = unsafe { avx512::places(&line, low, width) };
            prop_assert_eq!(found, expected);
        }
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
        let apart = others.iter().map(|other| plain::places_apart(&line, other));
        let expected = fewest(apart.clone());
        prop_assert_eq!(most_alike(&line, others.iter()), expected);
        #[cfg(target_arch = "x86_64")]
        prop_assert!(others.iter().map(|other| sse2::places_apart(&line, other)).eq(apart));
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512bw") {
            // SAFETY: the instructions were just found on this machine.
            #[allow(unsafe_code)]
            let found = unsafe { avx512::most_alike(&line, others.iter()) };
            prop_assert_eq!(found, expected);
        }
    }

    /// Bytes move to the front and back again; what lies beyond them does not matter.
    #[test]
    fn bytes_are_gathered_and_scattered_alike_on_every_path(
        line in lines(),
        other in lines(),
        places in sets(),
    ) {
        let count = places.count_ones() as usize;
        let [mut expected, mut back] = [[0; 64]; 2];
        plain::gather(&line, places, &mut expected);
        prop_assert!(squares(places).map(|place| line[usize::from(place)]).eq(expected[..count].to_vec()));
        expected[count..].fill(200);
        plain::scatter(&expected, places, &other, &mut back);
        let by_hand: Line = std::array::from_fn(|n| if places >> n & 1 == 1 { line[n] } else { other[n] });
        prop_assert_eq!(back, by_hand);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512vbmi2") && is_x86_feature_detected!("avx512bw") {
            let [mut gathered, mut scattered] = [[0; 64]; 2];
            // SAFETY: the instructions were just found on this machine.
            #[allow(unsafe_code)]
            unsafe {
                avx512::gather(&line, places, &mut gathered);
                avx512::scatter(&expected, places, &other, &mut scattered);
            }
            prop_assert_eq!(&gathered[..count], &expected[..count]);
            prop_assert_eq!(scattered, back);
        }
    }

    /// Only places that hold `from` are ever asked for.
    #[test]
    fn bytes_are_replaced_alike_on_every_path(line in lines(), places in sets(), from: u8, to: u8) {
        let line: Line = std::array::from_fn(|n| if places >> n & 1 == 1 { from } else { line[n] });
        let by_hand: Line = std::array::from_fn(|n| if places >> n & 1 == 1 { to } else { line[n] });
        let mut replaced = line;
        plain::replace(&mut replaced, places, from, to);
        prop_assert_eq!(replaced, by_hand);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512bw") {
            let mut replaced = line;
            // SAFETY: the instructions were just found on this machine.
            #[allow(unsafe_code)]
            unsafe { avx512::replace(&mut replaced, places, to) };
            prop_assert_eq!(replaced, by_hand);
        }
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
