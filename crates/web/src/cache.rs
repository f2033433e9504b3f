//! Answers that take long: worked out by a job, remembered, and given at once the next time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::app::App;
use crate::errors::{Answer, Failure};
use crate::jobs::{Ended, Job, State};

/// Answers remembered, the latest so many.
pub struct Cache<T> {
    most: usize,
    answers: Mutex<Answers<T>>,
}

struct Answers<T> {
    /// With the order in which they came.
    by_key: HashMap<String, (u64, T)>,
    came: u64,
}

/// How long a request waits before it is told to come back.
const PATIENCE: Duration = Duration::from_millis(1_000);

impl<T: Clone + Send + 'static> Cache<T> {
    /// As many at most.
    pub fn new(most: usize) -> Cache<T> {
        let answers = Answers { by_key: HashMap::new(), came: 0 };
        Cache { most, answers: Mutex::new(answers) }
    }

    // Never left half-changed, whoever panicked while holding it.
    fn lock(&self) -> MutexGuard<'_, Answers<T>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, key: &str) -> Option<T> {
        self.lock().by_key.get(key).map(|(_, answer)| answer.clone())
    }

    fn put(&self, key: String, answer: T) {
        let mut answers = self.lock();
        answers.came += 1;
        let came = answers.came;
        answers.by_key.insert(key, (came, answer));
        while answers.by_key.len() > self.most
            && let Some(oldest) = answers.by_key.iter().min_by_key(|(_, (came, _))| *came)
        {
            let oldest = oldest.0.clone();
            answers.by_key.remove(&oldest);
        }
    }
}

/// Works out an answer beside the others, unless it is known.
pub(crate) async fn cached<T: Clone + Send + 'static>(
    app: &Arc<App>,
    key: String,
    memory: fn(&App) -> &Cache<T>,
    work: impl FnOnce(&App, &Job) -> Result<T, Ended> + Send + 'static,
) -> Answer<T> {
    if let Some(answer) = memory(app).get(&key) {
        return Ok(answer);
    }
    let (inside, own) = (Arc::clone(app), key.clone());
    let job = app.library.jobs().start(key.clone(), false, move |job| {
        let answer = work(&inside, job);
        inside.library.rest();
        memory(&inside).put(own, answer?);
        Ok(())
    });
    match job.wait(PATIENCE).await {
        State::Running(_) => Err(Failure::Solving { job: job.id, what: key }),
        State::Cancelled => Err(Failure::conflict("the work was cancelled: ask again")),
        State::Failed(sentence) => {
            Err(Failure::Said(axum::http::StatusCode::INTERNAL_SERVER_ERROR, sentence.into()))
        }
        State::Done => memory(app)
            .get(&key)
            .ok_or_else(|| Failure::conflict("too much was asked at once: ask again")),
    }
}
