//! What the machine says about us: processor time and peak memory.

use std::fs;
use std::time::Duration;

/// Processor time of this process so far, user and system, all threads.
pub(crate) fn cpu_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok()
    }
    #[cfg(not(unix))]
    None
}

/// The most memory this process has held at once, in bytes.
pub(crate) fn peak_memory() -> Option<u64> {
    kibibytes(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// The number after a name in the way `/proc` writes it, `VmHWM:   1234 kB`, in bytes.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn linux_answers() {
        assert!(cpu_time().unwrap() < Duration::from_secs(86_400));
        assert!(peak_memory().unwrap() > 1 << 16);
        assert_eq!(kibibytes("a: 3 kB\nVmHWM:\t  12 kB\n", "VmHWM:"), Some(12 << 10));
    }
}
