//! File operations that differ between systems: identity, locks, replacement, and the properties that a new file keeps
//! of the one that it replaces.

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

/// The identity of a file: its volume, and its number there.
pub(crate) type Identity = (u64, u64);

/// The initial permissions of a new file, on systems that have modes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// The default permissions of new files.
    Usual,
    /// Only the owner may access it, until it gets the mode of the file that it replaces.
    Own,
}
