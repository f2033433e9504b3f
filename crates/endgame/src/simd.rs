//! Runs the same Rust code compiled for the best vector instructions the machine has.

/// A piece of work whose `run` is marked `#[inline(always)]`, and so is all that it calls; `T` is what
/// comes out of it.
pub trait Kernel<T = ()> {
    /// Does it.
    fn run(self) -> T;
}

/// What code is compiled for, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum InstructionSet {
    /// What every machine of its kind has.
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl InstructionSet {
    /// Whether this machine has it.
    #[inline(always)]
    fn is_available(self) -> bool {
        match self {
            InstructionSet::Baseline => true,
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => {
                is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2")
            }
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("bmi2")
            }
        }
    }

    /// Runs a kernel compiled for this set, which must be available.
    #[inline(always)]
    #[allow(unsafe_code)]
    fn run<T, K: Kernel<T>>(self, kernel: K) -> T {
        match self {
            InstructionSet::Baseline => kernel.run(),
            // SAFETY: the caller has found the instructions on this machine.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { with_avx2(kernel) },
            // SAFETY: the same.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { with_avx512(kernel) },
        }
    }
}

/// Runs a kernel, with wide vectors where they exist.
pub fn dispatch<T, K: Kernel<T>>(kernel: K) -> T {
    best().run(kernel)
}

#[inline(always)]
fn best() -> InstructionSet {
    #[cfg(test)]
    if let Some(forced) = forced::get() {
        return forced;
    }
    #[cfg(target_arch = "x86_64")]
    for set in [InstructionSet::Avx512, InstructionSet::Avx2] {
        if set.is_available() {
            return set;
        }
    }
    InstructionSet::Baseline
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx512<T, K: Kernel<T>>(kernel: K) -> T {
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<T, K: Kernel<T>>(kernel: K) -> T {
    kernel.run()
}

/// Whether the AVX-512 paths of [`line`](crate::line) may be taken: only a test forbids it.
#[inline(always)]
pub(crate) fn is_avx512_allowed() -> bool {
    #[cfg(test)]
    return forced::get()
        .is_none_or(|set| set != InstructionSet::Baseline && set != InstructionSet::Avx2);
    #[cfg(not(test))]
    true
}

/// One instruction set for all kernels, whatever thread they run on: results are the same under each,
/// so that other tests may run meanwhile.
#[cfg(test)]
pub(crate) mod forced {
    use std::sync::{Mutex, PoisonError};

    use super::InstructionSet;

    static FORCED: Mutex<Option<InstructionSet>> = Mutex::new(None);
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

    pub(crate) fn get() -> Option<InstructionSet> {
        *FORCED.lock().unwrap()
    }

    /// Does something under each set that this machine has, and lists what comes out.
    pub(crate) fn under_each<T>(work: impl Fn() -> T) -> Vec<(InstructionSet, T)> {
        let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        #[cfg(target_arch = "x86_64")]
        let sets = [InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512];
        #[cfg(not(target_arch = "x86_64"))]
        let sets = [InstructionSet::Baseline];
        let done = sets.into_iter().filter(|set| set.is_available()).map(|set| {
            *FORCED.lock().unwrap() = Some(set);
            (set, work())
        });
        let done = done.collect();
        *FORCED.lock().unwrap() = None;
        done
    }
}
