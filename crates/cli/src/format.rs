//! Numbers as people read them: 1,108,111, 0.03 s, 1.2 GiB.

use std::time::Duration;

pub(crate) use study::format::{counted, decimals, grouped, share};

/// Seconds with as many decimals as tell something.
pub(crate) fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 0.1 => format!("{s:.3} s"),
        s if s < 10.0 => format!("{s:.2} s"),
        s => format!("{s:.1} s"),
    }
}

/// A time to come, as exactly as it can be known: `40 s`, `3 min`, `2 h 5 min`.
pub(crate) fn roughly(time: Duration) -> String {
    let minutes = (time.as_secs() + 30) / 60;
    match (time.as_secs(), minutes) {
        (seconds @ 0..90, _) => format!("{seconds} s"),
        (_, minutes @ 0..90) => format!("{minutes} min"),
        (_, minutes) => format!("{} h {} min", minutes / 60, minutes % 60),
    }
}

/// Bytes in the largest binary unit that leaves a number of at least 1.
pub(crate) fn bytes(n: u64) -> String {
    const UNITS: [(u32, &str); 3] = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    match UNITS.into_iter().find(|&(shift, _)| n >> shift > 0) {
        Some((shift, unit)) => format!("{:.1} {unit}", n as f64 / f64::from(1u32 << shift)),
        None => format!("{n} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_well() {
        assert_eq!(seconds(0.031), "0.031 s");
        assert_eq!(seconds(33.04), "33.0 s");
        let said = [40, 180, 7500].map(|seconds| roughly(Duration::from_secs(seconds)));
        assert_eq!(said, ["40 s", "3 min", "2 h 5 min"]);
        assert_eq!(bytes(400 << 20), "400.0 MiB");
        assert_eq!(bytes(7), "7 bytes");
    }
}
