//! Answers that take long: worked out by a job, remembered, and given at once the next time.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use crate::app::App;
use crate::errors::{Answer, Failure};
use crate::jobs::{Ended, Job, Queue};
use crate::lock::lock;

/// Answers remembered, the latest so many, the last one last.
pub(crate) struct Cache<T> {
    most: usize,
    answers: Mutex<VecDeque<(String, T)>>,
}

impl<T: Clone + Send + 'static> Cache<T> {
    pub(crate) fn new(most: usize) -> Cache<T> {
        Cache { most, answers: Mutex::default() }
    }

    fn get(&self, key: &str) -> Option<T> {
        let answers = lock(&self.answers);
        answers.iter().find(|(known, _)| known == key).map(|(_, answer)| answer.clone())
    }

    fn put(&self, key: String, answer: T) {
        let mut answers = lock(&self.answers);
        answers.retain(|(known, _)| *known != key);
        answers.push_back((key, answer));
        if answers.len() > self.most {
            answers.pop_front();
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
    let job = app.library.jobs.start(key.clone(), Queue::None, move |job| {
        let answer = work(&inside, job);
        inside.library.rest();
        memory(&inside).put(own, answer?);
        Ok(())
    });
    job.done(&key, "the work was cancelled: ask again").await?;
    memory(app).get(&key).ok_or_else(|| Failure::conflict("too much was asked at once: ask again"))
}
