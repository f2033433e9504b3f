//! The shape of a distribution over depth: its bottleneck, and where an error stops all progress.

use value::Depth;

use super::SideSurvey;

/// The depths between the two maxima of a distribution where positions are fewest.
///
/// Jansen 1992, 5.3: whoever starts deeper must pass through it. He reads the region off a plot; here
/// it is every depth around the narrowest that has at most a third of the positions of the lower
/// maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bottleneck {
    /// The depth of the shallow maximum.
    pub shallow: Depth,
    /// The depth of the deep maximum.
    pub deep: Depth,
    /// The depth with the fewest positions between them.
    pub narrowest: Depth,
    /// The least and the greatest depth of the region.
    pub region: (Depth, Depth),
}

/// How many times fewer the positions of a bottleneck are than those of the lower maximum.
const NARROW: u64 = 3;

/// The bottleneck of the positions of each depth; none if there is no such valley.
pub fn bottleneck(positions: &[u64]) -> Option<Bottleneck> {
    let greatest = |range: std::ops::Range<usize>| {
        range.max_by_key(|&depth| (positions[depth], std::cmp::Reverse(depth)))
    };
    let last = positions.iter().rposition(|&n| n > 0)?;
    let first = positions.iter().position(|&n| n > 0)?;
    let valleys = (first + 1..last).filter_map(|depth| {
        let maxima = (greatest(first..depth)?, greatest(depth + 1..last + 1)?);
        let lower = positions[maxima.0].min(positions[maxima.1]);
        (positions[depth] * NARROW <= lower).then_some((depth, maxima, lower))
    });
    // The deepest valley is the one with the least share of its lower maximum.
    let (narrowest, (shallow, deep), lower) = valleys.min_by(|a, b| {
        let share = |&(depth, _, lower): &(usize, _, u64)| positions[depth] as f64 / lower as f64;
        share(a).total_cmp(&share(b))
    })?;
    let narrow = |depth: &usize| positions[*depth] * NARROW <= lower;
    let start = (shallow..=narrowest).rev().take_while(narrow).last().unwrap_or(narrowest);
    let end = (narrowest..=deep).take_while(narrow).last().unwrap_or(narrowest);
    let depth = |at: usize| Depth(at as u16);
    Some(Bottleneck {
        shallow: depth(shallow),
        deep: depth(deep),
        narrowest: depth(narrowest),
        region: (depth(start), depth(end)),
    })
}

impl SideSurvey {
    /// The bottleneck of these positions.
    pub fn bottleneck(&self) -> Option<Bottleneck> {
        bottleneck(&self.0.iter().map(super::Stratum::positions).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Jansen 1992, Table 5.1: White to move from depth 1, Black to move from depth 2.
    const WHITE: [u64; 32] = [
        0, 1_227_933, 187_658, 43_368, 27_579, 23_019, 15_928, 10_652, 7_902, 6_272, 6_098, 6_917,
        8_324, 9_678, 11_109, 12_300, 15_242, 18_027, 21_138, 24_306, 27_990, 32_647, 34_226,
        34_969, 30_852, 23_991, 15_758, 8_835, 3_886, 1_098, 131, 4,
    ];

    #[test]
    fn the_bottleneck_of_the_thesis_is_found() {
        let found = bottleneck(&WHITE).unwrap();
        assert_eq!((found.shallow, found.deep, found.narrowest), (Depth(1), Depth(23), Depth(10)));
        assert_eq!(found.region, (Depth(7), Depth(14)));
    }

    #[test]
    fn no_valley_no_bottleneck() {
        assert_eq!(bottleneck(&[]), None);
        assert_eq!(bottleneck(&[0, 5, 9, 5, 1]), None);
        assert_eq!(bottleneck(&[9, 8, 7, 6]), None);
        assert_eq!(bottleneck(&[9, 5, 9]), None);
        assert_eq!(bottleneck(&[9, 3, 9]).unwrap().region, (Depth(1), Depth(1)));
    }
}
