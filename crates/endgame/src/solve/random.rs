//! Words without a pattern, for tests: the same ones each time.

pub(super) fn random_words() -> impl FnMut() -> u64 {
    let mut random = 0x2545_f491_4f6c_dd1du64;
    move || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    }
}
