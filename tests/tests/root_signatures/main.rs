//! Tests root signatures: their rules, versions and texts.
#![allow(clippy::unwrap_used, missing_docs)]

mod coverage;
mod dialects;
mod dumps;
mod files;
mod includes;
mod properties;
mod rules;
mod text;
mod versions;
