//! A stack for expressions that are as deep as their limit, whatever the stack of the caller's thread.

use std::panic::resume_unwind;
use std::thread;

/// The bytes of the stack: a sum of 500 numbers takes 2 MiB in a debug build.
const STACK: usize = 64 << 20;

/// Runs some work on a thread with a deep stack.
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
