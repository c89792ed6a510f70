//! Provides a stack for expressions of the maximum depth, whatever stack the caller's thread has.

use std::panic::resume_unwind;
use std::thread;

/// The size of the stack in bytes: a sum of 500 numbers needs 2 MiB in a debug build.
const STACK: usize = 64 << 20;

/// Runs a function on a thread with a large stack.
pub fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK);
        match builder
            .spawn_scoped(scope, work)
            .map(|thread| thread.join())
        {
            Ok(Ok(done)) => done,
            Ok(Err(panicked)) => resume_unwind(panicked),
            Err(problem) => resume_unwind(Box::new(problem)),
        }
    })
}
