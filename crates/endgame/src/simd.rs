//! Runs the same Rust code compiled for the best vector instructions the machine has.

/// A piece of work whose `run` is marked `#[inline(always)]`, and so is all that it calls.
pub(crate) trait Kernel {
    fn run(self);
}

/// Runs a kernel, with wide vectors where they exist.
pub(crate) fn dispatch<K: Kernel>(kernel: K) {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("bmi2")
        {
            // SAFETY: the instructions were just found on this machine.
            #[allow(unsafe_code)]
            return unsafe { with_avx512(kernel) };
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
            // SAFETY: the instructions were just found on this machine.
            #[allow(unsafe_code)]
            return unsafe { with_avx2(kernel) };
        }
    }
    kernel.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx512<K: Kernel>(kernel: K) {
    kernel.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<K: Kernel>(kernel: K) {
    kernel.run();
}
