//! The state of the parser of root signatures.

use alloc::vec::Vec;

use super::dialect::Dialect;
use super::token::Token;
use crate::cursor::Cursor;
use crate::diagnostic::Diagnostic;
use dxc_format::constants::RootSignatureVersion;

/// A text, the position of the parser, and the dialect.
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
