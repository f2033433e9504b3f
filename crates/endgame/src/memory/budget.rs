//! How much memory the program takes unless it is told otherwise.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The least that is taken unasked: 512 MiB.
pub const LEAST_BUDGET: usize = 512 << 20;

/// The most that is taken unasked: 4 GiB, with which every endgame of five men can be solved in DTC.
pub const MOST_BUDGET: usize = 4 << 30;

/// Half of the bytes that are available, but no less than [`LEAST_BUDGET`] and no more than
/// [`MOST_BUDGET`]; the latter too where nobody knows what is available.
pub fn budget_of(available: Option<u64>) -> usize {
    let half = available.map(|bytes| usize::try_from(bytes / 2).unwrap_or(usize::MAX));
    half.unwrap_or(usize::MAX).clamp(LEAST_BUDGET, MOST_BUDGET)
}

/// The budget of whoever names none, in bytes: [`budget_of`] what was [`available`] when this was
/// first asked, so that it is the same for the whole life of the process.
pub fn default_budget() -> usize {
    static BUDGET: OnceLock<usize> = OnceLock::new();
    *BUDGET.get_or_init(|| budget_of(available()))
}

/// Bytes that this process could take now without driving others out: the least of what the system
/// estimates, what is left in its container, and what is left of its address space (`ulimit -v`).
/// None where the system does not say.
pub fn available() -> Option<u64> {
    let system = kibibytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")?;
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let container = left_in_container(&groups, &|path| fs::read_to_string(path).ok());
    let bounds = [Some(system), container, address_space_left()];
    bounds.into_iter().flatten().min()
}

/// Bytes of address space that may still be mapped; none if there is no limit.
pub(super) fn address_space_left() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let row = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = row.split_whitespace().next()?.parse().ok()?;
    let taken = kibibytes(&fs::read_to_string("/proc/self/status").ok()?, "VmSize:")?;
    Some(limit.saturating_sub(taken))
}

/// Bytes left in the control groups that a process is in, as `/proc/self/cgroup` lists them: the
/// limit minus what is used, files that the system only caches not counted. None without a limit.
fn left_in_container(groups: &str, read: &dyn Fn(&Path) -> Option<String>) -> Option<u64> {
    // `0::/path` is version 2, where all is in one tree; `9:memory:/path` is version 1.
    let trees = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?);
        let names = match controllers {
            "" => ("/sys/fs/cgroup", ["memory.max", "memory.current"], "inactive_file "),
            named if named.split(',').any(|name| name == "memory") => {
                let names = ["memory.limit_in_bytes", "memory.usage_in_bytes"];
                ("/sys/fs/cgroup/memory", names, "total_inactive_file ")
            }
            _ => return None,
        };
        Some((names, path.trim_start_matches('/').to_owned()))
    });
    let left = trees.flat_map(|((root, [limit, used], cached), path)| {
        // The folder of a container may be mounted as the root: those above it count too.
        let folders: Vec<PathBuf> =
            Path::new(root).join(path).ancestors().map(Path::to_owned).collect();
        let inside = folders.into_iter().filter(move |folder| folder.starts_with(root));
        inside.filter_map(move |folder| {
            let number = |name: &str| read(&folder.join(name))?.trim().parse::<u64>().ok();
            let statistics = read(&folder.join("memory.stat")).unwrap_or_default();
            let cached = statistics.lines().find_map(|line| line.strip_prefix(cached));
            let cached = cached.and_then(|bytes| bytes.trim().parse().ok()).unwrap_or(0);
            let used = number(used).unwrap_or(0).saturating_sub(cached);
            Some(number(limit)?.saturating_sub(used))
        })
    });
    left.min()
}

/// The number after a name in the way `/proc` writes it, `VmHWM:   1234 kB`, in bytes.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    const GIB: u64 = 1 << 30;

    #[test]
    fn the_budget_is_half_of_what_is_available_within_bounds() {
        for (available, budget) in [
            (0, 512 << 20),
            (GIB / 2, 512 << 20),
            (GIB, 512 << 20),
            (3 * GIB, 3 << 29),
            (8 * GIB, 4 << 30),
            (22 * GIB, 4 << 30),
            (u64::MAX, 4 << 30),
        ] {
            assert_eq!(budget_of(Some(available)), budget, "of {available}");
        }
        assert_eq!(budget_of(None), 4 << 30);
    }

    #[test]
    fn a_container_counts_with_all_that_it_is_in() {
        let left = |groups: &str, files: &[(&str, &str)]| {
            let files: HashMap<&str, &str> = files.iter().copied().collect();
            left_in_container(groups, &|path| {
                files.get(path.to_str().unwrap()).map(|text| (*text).to_owned())
            })
        };
        let outer = [
            ("/sys/fs/cgroup/a/memory.max", "1000\n"),
            ("/sys/fs/cgroup/a/memory.current", "700\n"),
            ("/sys/fs/cgroup/a/memory.stat", "anon 400\ninactive_file 100\n"),
            ("/sys/fs/cgroup/a/b/memory.max", "max\n"),
            ("/sys/fs/cgroup/a/b/memory.current", "10\n"),
        ];
        assert_eq!(left("0::/a/b\n", &outer), Some(400));
        assert_eq!(left("0::/c\n", &outer), None, "a neighbour's limit is not ours");
        let own = [("/sys/fs/cgroup/memory.max", "500"), ("/sys/fs/cgroup/memory.current", "600")];
        assert_eq!(left("0::/docker/xyz\n", &own), Some(0));
        let older = [
            ("/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "900"),
            ("/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "300"),
            ("/sys/fs/cgroup/memory/a/memory.stat", "total_inactive_file 50\n"),
        ];
        assert_eq!(left("3:cpu,cpuacct:/a\n2:memory:/a\n", &older), Some(650));
        assert_eq!(left("", &own), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn linux_answers() {
        let all = kibibytes(&fs::read_to_string("/proc/meminfo").unwrap(), "MemTotal:").unwrap();
        assert!((1 << 20..=all).contains(&available().unwrap()));
        assert_eq!(kibibytes("a: 3 kB\nVmHWM:\t  12 kB\n", "VmHWM:"), Some(12 << 10));
    }
}
