//! The state of a parser, which reads clauses and values.

use alloc::vec::Vec;

use super::dialect::Dialect;
use super::token::Token;
use crate::cursor::Cursor;
use crate::diagnostic::Diagnostic;
use dxc_format::constants::RootSignatureVersion;

/// A text, how far it was read, and how it is understood.
pub(super) struct Parser<'t> {
    pub(super) cursor: Cursor<'t, Token>,
    pub(super) version: RootSignatureVersion,
    pub(super) dialect: Dialect,
    /// The errors so far.
    pub(super) wrong: Vec<Diagnostic>,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str, version: RootSignatureVersion, dialect: Dialect) -> Self {
        Self {
            cursor: Cursor::new(text),
            version,
            dialect,
            wrong: Vec::new(),
        }
    }
}
