//! How dark a number is: light for little, dark for much.

/// From paper to deep blue, evenly apart for the eye.
const STOPS: [(u8, u8, u8); 5] = [
    (0xee, 0xf1, 0xee),
    (0xa9, 0xcf, 0xe3),
    (0x4a, 0x9c, 0xc7),
    (0x00, 0x72, 0xb2),
    (0x05, 0x36, 0x5e),
];

/// The colour of a share between 0 and 1.
pub(crate) fn color(share: f64) -> String {
    let at = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let low = (at as usize).min(STOPS.len() - 2);
    let part = at - low as f64;
    let (a, b) = (STOPS[low], STOPS[low + 1]);
    let mix = |a: u8, b: u8| (f64::from(a) + part * (f64::from(b) - f64::from(a))).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// The colour of text that can be read on it.
pub(crate) fn ink(share: f64) -> &'static str {
    if share > 0.45 { "#ffffff" } else { crate::INK }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_go_from_light_to_dark() {
        assert_eq!(color(0.0), "#eef1ee");
        assert_eq!(color(1.0), "#05365e");
        assert_eq!(color(0.5), "#4a9cc7");
        assert_eq!(color(7.0), color(1.0));
    }
}
