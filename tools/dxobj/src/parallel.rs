//! Processes items in parallel and returns the results in order. The items in progress and the waiting results are
//! limited.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The maximum total size of files that are processed at once, unless a single file is larger: processing takes a
/// multiple of it.
const MOST_WORK: u64 = 512 << 10;

/// The maximum total size of results that wait for earlier ones to be printed.
const MOST_WAITING: usize = 2 << 20;

/// The maximum number of waiting results for each thread.
const MOST_AHEAD: usize = 32;

/// The state that the threads share.
struct State<I, T, R> {
    items: I,
    /// The next item and its weight, while the limit does not allow it to start.
    pending: Option<(T, u64)>,
    /// The number of the next item.
    next: usize,
    /// The number of the next result.
    printed: usize,
    /// The number of items in progress, and their total weight.
    busy: usize,
    working: u64,
    /// Results that wait for earlier ones, with their sizes.
    waiting: BTreeMap<usize, (R, usize)>,
    held: usize,
    /// The number of running threads.
    threads: usize,
    is_stopped: bool,
}

/// The state, and the signal that it has changed.
struct Shared<I, T, R> {
    state: Mutex<State<I, T, R>>,
    changed: Condvar,
}

/// The function that processes items, with their weights and sizes.
pub(crate) struct Work<W, S, F> {
    /// Returns the size of an item.
    pub(crate) weight: W,
    /// Returns the memory that a result takes while it waits.
    pub(crate) size: S,
    pub(crate) work: F,
}

/// Processes items in parallel, and passes the results on in the order of the items, until the receiver returns false.
pub(crate) fn in_order<T: Send, R: Send>(
    items: impl Iterator<Item = T> + Send,
    work: &Work<impl Fn(&T) -> u64 + Sync, impl Fn(&R) -> usize + Sync, impl Fn(T) -> R + Sync>,
    mut done: impl FnMut(R) -> bool,
) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let shared = Shared {
        state: Mutex::new(State {
            items,
            pending: None,
            next: 0,
            printed: 0,
            busy: 0,
            working: 0,
            waiting: BTreeMap::new(),
            held: 0,
            threads,
            is_stopped: false,
        }),
        changed: Condvar::new(),
    };
    thread::scope(|scope| {
        let shared = &shared;
        for thread in 0..threads {
            scope.spawn(move || shared.run(work, thread, threads));
        }
        while let Some(result) = shared.next_result() {
            if !done(result) {
                shared.lock().is_stopped = true;
                shared.changed.notify_all();
                break;
            }
        }
    });
}

impl<I: Iterator<Item = T>, T, R> Shared<I, T, R> {
    fn lock(&self) -> MutexGuard<'_, State<I, T, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State<I, T, R>>) -> MutexGuard<'s, State<I, T, R>> {
        let state = self.changed.wait(state);
        state.unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a thread: processes items until there are no more.
    fn run(
        &self,
        work: &Work<impl Fn(&T) -> u64, impl Fn(&R) -> usize, impl Fn(T) -> R>,
        thread: usize,
        threads: usize,
    ) {
        // The guard also runs if processing panics; then no thread waits for its result.
        let _ended = Ended(self);
        while let Some((index, item, weight)) = self.next_item(&work.weight, thread, threads) {
            let result = (work.work)(item);
            let size = (work.size)(&result);
            let mut state = self.lock();
            state.busy -= 1;
            state.working -= weight;
            state.held += size;
            state.waiting.insert(index, (result, size));
            drop(state);
            self.changed.notify_all();
        }
    }

    /// Waits until the limits allow the next item to start. Returns its index, the item and its weight.
    fn next_item(
        &self,
        weight: &impl Fn(&T) -> u64,
        thread: usize,
        threads: usize,
    ) -> Option<(usize, T, u64)> {
        let mut state = self.lock();
        loop {
            if state.is_stopped {
                return None;
            }
            // In this case, the next result to print is in progress in another thread, or already waits.
            let is_ahead = state.held > MOST_WAITING || state.waiting.len() > MOST_AHEAD * threads;
            if is_ahead {
                state = self.wait(state);
                continue;
            }
            if state.pending.is_none() {
                let item = state.items.next()?;
                let weight = weight(&item);
                state.pending = Some((item, weight));
            }
            let (busy, working) = (state.busy, state.working);
            // Large items are processed alone and always by the same thread, since each thread keeps memory that it
            // freed.
            let fits = |(_, weight): &(T, u64)| {
                if *weight > MOST_WORK {
                    busy == 0 && thread == 0
                } else {
                    busy == 0 || working.saturating_add(*weight) <= MOST_WORK
                }
            };
            match state.pending.take_if(|pending| fits(pending)) {
                None => state = self.wait(state),
                Some((item, weight)) => {
                    let index = state.next;
                    state.next += 1;
                    state.busy += 1;
                    state.working = state.working.saturating_add(weight);
                    return Some((index, item, weight));
                }
            }
        }
    }

    /// The next result in order; `None` after the last one.
    fn next_result(&self) -> Option<R> {
        let mut state = self.lock();
        loop {
            let printed = state.printed;
            if let Some((result, size)) = state.waiting.remove(&printed) {
                state.printed += 1;
                state.held -= size;
                drop(state);
                self.changed.notify_all();
                return Some(result);
            }
            if state.threads == 0 {
                return None;
            }
            state = self.wait(state);
        }
    }
}

/// Marks a thread as running until it is dropped.
struct Ended<'s, I: Iterator<Item = T>, T, R>(&'s Shared<I, T, R>);

impl<I: Iterator<Item = T>, T, R> Drop for Ended<'_, I, T, R> {
    fn drop(&mut self) {
        self.0.lock().threads -= 1;
        self.0.changed.notify_all();
    }
}
