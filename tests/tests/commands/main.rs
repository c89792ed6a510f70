//! The programs that users run.
#![allow(clippy::unwrap_used, missing_docs)]

mod inspect;
mod rootsig;
