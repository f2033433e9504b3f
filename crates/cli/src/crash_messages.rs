//! One sentence instead of an abort or a trace when the system gives no memory or no thread, or when
//! something breaks that never should.

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::PanicHookInfo;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is said when memory runs out outside of the large blocks, which can be refused.
const NO_MEMORY: &[u8] = b"fallible: the system gives no more memory: close other programs, raise the limit (ulimit -v), or allow less with --memory\n";

/// The system's allocator, with a sentence and exit code 1 where it has nothing to give.
///
/// Rust would abort. Nothing is lost by ending at once: tables appear under their names only when they
/// are complete.
pub(crate) struct Careful;

// SAFETY: every call is passed on to the system's allocator as it came, and its answer back; where that is
// null the process ends, and no other block was touched.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Careful {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `GlobalAlloc`.
        granted(unsafe { System.alloc(layout) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        granted(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        granted(unsafe { System.realloc(block, layout, size) })
    }
}

#[inline(always)]
fn granted(block: *mut u8) -> *mut u8 {
    if block.is_null() {
        end_without_memory();
    }
    block
}

/// Says so once, without asking for memory, and ends.
#[cold]
fn end_without_memory() -> ! {
    static SAID: AtomicBool = AtomicBool::new(false);
    if !SAID.swap(true, Ordering::Relaxed) {
        #[cfg(unix)]
        {
            // SAFETY: standard error is open as long as the process lives, or writing fails.
            #[allow(unsafe_code)]
            let stderr = unsafe { std::os::fd::BorrowedFd::borrow_raw(2) };
            // Nobody can be told that telling failed.
            let _ = rustix::io::write(stderr, NO_MEMORY);
        }
        #[cfg(not(unix))]
        {
            use std::io::Write;
            let _ = std::io::stderr().write_all(NO_MEMORY);
        }
    }
    std::process::exit(1)
}

/// From now on a panic is one sentence too; with `RUST_BACKTRACE` it is told as Rust does.
pub(crate) fn announce() {
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|panic| {
            // A damaged file of decisions is an error that its reader tells.
            if !corpus::store::read::is_unpacking() {
                eprintln!("fallible: {}", sentence(panic));
            }
        }));
    }
}

fn sentence(panic: &PanicHookInfo<'_>) -> String {
    let said = panic.payload_as_str().unwrap_or("no reason given");
    if said.contains("failed to spawn thread") {
        return "the system gives no more threads: close other programs, or raise the limits (ulimit -v, ulimit -u)".to_owned();
    }
    let said = said.lines().next().unwrap_or_default();
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    format!("this should not happen: panicked at {place}: {said}; please tell us what you asked")
}
