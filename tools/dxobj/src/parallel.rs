//! Work on files in parallel: results come in order, and what is worked on and waits at once is bounded.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// How many bytes of files are worked on at once, unless one file has more: work takes a multiple of them.
const MOST_WORK: u64 = 512 << 10;

/// How many bytes of results wait until those before them are printed.
const MOST_WAITING: usize = 2 << 20;

/// How many results wait for each thread.
const MOST_AHEAD: usize = 32;

/// What threads share.
struct State<I, T, R> {
    items: I,
    /// The next item, with its weight, while others leave no room for it.
    pending: Option<(T, u64)>,
    /// The number of the next item.
    next: usize,
    /// The number of the next result.
    printed: usize,
    /// How many items are worked on, and their weight together.
    busy: usize,
    working: u64,
    /// Results that wait for those before them, with their size.
    waiting: BTreeMap<usize, (R, usize)>,
    held: usize,
    /// How many threads work.
    threads: usize,
    is_stopped: bool,
}

/// The state, and the signal that it changed.
struct Shared<I, T, R> {
    state: Mutex<State<I, T, R>>,
    changed: Condvar,
}

/// How items are worked on.
pub(crate) struct Work<W, S, F> {
    /// The bytes of an item.
    pub(crate) weight: W,
    /// The bytes of a result while it waits.
    pub(crate) size: S,
    pub(crate) work: F,
}

/// Works on items in parallel, and gives the results in the order of the items, until one is answered with false.
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

    /// The work of a thread: items, until there are no more.
    fn run(
        &self,
        work: &Work<impl Fn(&T) -> u64, impl Fn(&R) -> usize, impl Fn(T) -> R>,
        thread: usize,
        threads: usize,
    ) {
        // A guard also runs if the work panics, and no thread waits for its result.
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

    /// The next item, with its number and weight, when there is room for it.
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
            // The result that is printed next is worked on by another thread then, or waits itself.
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
            // Large items are worked on alone, and by one thread: each keeps memory that it freed.
            let fits = |(_, weight): &(T, u64)| match *weight > MOST_WORK {
                true => busy == 0 && thread == 0,
                false => busy == 0 || working.saturating_add(*weight) <= MOST_WORK,
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

/// A thread that works until this is dropped.
struct Ended<'s, I: Iterator<Item = T>, T, R>(&'s Shared<I, T, R>);

impl<I: Iterator<Item = T>, T, R> Drop for Ended<'_, I, T, R> {
    fn drop(&mut self) {
        self.0.lock().threads -= 1;
        self.0.changed.notify_all();
    }
}
