//! What is kept in memory, the least recently used going first.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Things of some size under a key, within so many bytes; the one kept last stays, however large.
#[derive(Debug)]
pub(crate) struct Kept<K, T> {
    inside: Mutex<Inside<K, T>>,
    most: usize,
}

#[derive(Debug)]
struct Inside<K, T> {
    things: HashMap<K, Thing<T>>,
    bytes: usize,
    /// Counts every use.
    now: u64,
}

#[derive(Debug)]
struct Thing<T> {
    thing: Arc<T>,
    bytes: usize,
    used: u64,
}

impl<K, T> Default for Kept<K, T> {
    /// As much as comes.
    fn default() -> Kept<K, T> {
        let inside = Inside { things: HashMap::new(), bytes: 0, now: 0 };
        Kept { inside: Mutex::new(inside), most: usize::MAX }
    }
}

impl<K: Eq + Hash + Clone, T> Kept<K, T> {
    /// The same within so many bytes.
    pub(crate) fn within(self, most: usize) -> Kept<K, T> {
        Kept { most, ..self }
    }

    pub(crate) fn get(&self, key: &K) -> Option<Arc<T>> {
        let mut inside = self.locked();
        inside.now += 1;
        let now = inside.now;
        let found = inside.things.get_mut(key)?;
        found.used = now;
        Some(Arc::clone(&found.thing))
    }

    pub(crate) fn keep(&self, key: K, thing: Arc<T>, bytes: usize) {
        let mut inside = self.locked();
        inside.now += 1;
        let used = inside.now;
        if let Some(before) = inside.things.insert(key, Thing { thing, bytes, used }) {
            inside.bytes -= before.bytes;
        }
        inside.bytes += bytes;
        while inside.bytes > self.most && inside.things.len() > 1 {
            let oldest = inside.things.iter().min_by_key(|(_, thing)| thing.used);
            let oldest = oldest.map(|(key, _)| key.clone()).expect("there is more than one");
            let gone = inside.things.remove(&oldest).expect("it was just found");
            inside.bytes -= gone.bytes;
        }
    }

    fn locked(&self) -> MutexGuard<'_, Inside<K, T>> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_goes_first() {
        let kept: Kept<&str, u8> = Kept::default().within(25);
        kept.keep("a", Arc::new(1), 10);
        kept.keep("b", Arc::new(2), 10);
        assert_eq!(kept.get(&"a").as_deref(), Some(&1));
        kept.keep("c", Arc::new(3), 10);
        assert!(kept.get(&"b").is_none() && kept.get(&"a").is_some());
        kept.keep("c", Arc::new(4), 100);
        assert_eq!(kept.get(&"c").as_deref(), Some(&4));
        assert!(kept.get(&"a").is_none());
    }
}
