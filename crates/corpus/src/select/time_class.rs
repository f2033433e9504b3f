//! Classes of time control, as Lichess divides them.

/// How fast a game was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TimeClass {
    /// Less than three minutes.
    Bullet,
    /// Less than eight.
    Blitz,
    /// Less than twenty-five.
    Rapid,
    /// Longer.
    Classical,
    /// The game does not tell, or was played by correspondence.
    Unknown,
}

/// Moves by which an increment is counted.
const MOVES: f64 = 40.0;

impl TimeClass {
    /// The classes, the fastest first.
    pub const ALL: [TimeClass; 5] = [
        TimeClass::Bullet,
        TimeClass::Blitz,
        TimeClass::Rapid,
        TimeClass::Classical,
        TimeClass::Unknown,
    ];

    /// The class of a tag `TimeControl`, such as `180+2` or `40/7200:3600`.
    ///
    /// A player is expected to take the base and 40 increments: below 3 minutes bullet, below 8
    /// blitz, below 25 rapid, as Lichess has it (its bounds are 179, 479 and 1499 seconds). Of
    /// several periods each counts once.
    pub fn of(tag: Option<&str>) -> TimeClass {
        match tag.and_then(expected_seconds) {
            None => TimeClass::Unknown,
            Some(seconds) if seconds < 180.0 => TimeClass::Bullet,
            Some(seconds) if seconds < 480.0 => TimeClass::Blitz,
            Some(seconds) if seconds < 1500.0 => TimeClass::Rapid,
            Some(_) => TimeClass::Classical,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            TimeClass::Bullet => "bullet",
            TimeClass::Blitz => "blitz",
            TimeClass::Rapid => "rapid",
            TimeClass::Classical => "classical",
            TimeClass::Unknown => "unknown",
        }
    }
}

/// The seconds of the first period, without increments.
pub fn base_seconds(tag: &str) -> Option<f32> {
    let first = tag.split(':').next()?;
    let time = first.rsplit('/').next()?.trim_start_matches('*');
    time.split('+').next()?.trim().parse().ok()
}

/// The seconds a player is expected to take; none of correspondence chess.
pub fn expected_seconds(tag: &str) -> Option<f64> {
    let period = |text: &str| {
        let (moves, time) = match text.split_once('/') {
            Some((moves, time)) => (Some(moves.trim().parse::<f64>().ok()?), time),
            None => (None, text),
        };
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        let base: f64 = base.trim().trim_start_matches('*').parse().ok()?;
        let increment: f64 = increment.trim().parse().ok()?;
        // A day for a few moves.
        let slow = moves.is_some_and(|moves| base / moves.max(1.0) >= 3600.0);
        (!slow && base >= 0.0 && increment >= 0.0).then_some(base + MOVES * increment)
    };
    tag.split(':').map(period).sum()
}
