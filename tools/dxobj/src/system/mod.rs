//! Files as each system has them: which file a path leads to, locks, replacement, and what a new file keeps of an old one.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::{
    INTERRUPTED, begin_like, create_new, identity, is_descriptor, is_device, keep_owner, links,
    lock, open, remove, replace, stamp, stamp_at, standard_input,
};
#[cfg(windows)]
pub(crate) use windows::{
    INTERRUPTED, begin_like, create_new, identity, is_descriptor, is_device, keep_owner, links,
    lock, open, remove, replace, stamp, stamp_at, standard_input,
};

/// What tells a file from all others: its volume, and its number there.
pub(crate) type Identity = (u64, u64);

/// Who may read a new file, where systems have modes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Those who may read any new file.
    Usual,
    /// Its owner alone, until it gets the mode of the file that it replaces.
    Own,
}
