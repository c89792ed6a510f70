//! A function that receives the output of a command in place of standard output, for programs that run commands.

use std::cell::RefCell;
use std::io::{self, ErrorKind, Write};

/// Receives output; returns false if it takes no more.
type Receive = Box<dyn FnMut(&[u8]) -> bool>;

thread_local! {
    /// The receiver of the next command that this thread runs. Commands print in the thread that runs them.
    static RECEIVE: RefCell<Option<Receive>> = const { RefCell::new(None) };
}

/// The receiver in place of standard output.
pub(crate) struct Sink(Receive);

impl Sink {
    /// The receiver that replaces standard output, if there is one.
    pub(crate) fn take() -> Option<Self> {
        RECEIVE.take().map(Self)
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.0)(bytes) {
            Ok(bytes.len())
        } else {
            Err(ErrorKind::BrokenPipe.into())
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs a command of this thread, whose output `receive` receives.
pub(crate) fn run<T>(
    receive: impl FnMut(&[u8]) -> bool + 'static,
    command: impl FnOnce() -> T,
) -> T {
    RECEIVE.set(Some(Box::new(receive)));
    let done = command();
    // A command that printed nothing left it.
    RECEIVE.take();
    done
}
