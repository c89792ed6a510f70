//! Root signatures: their rules, versions and texts.
#![allow(clippy::unwrap_used, missing_docs)]

mod coverage;
mod dumps;
mod properties;
mod rules;
mod text;
mod versions;
