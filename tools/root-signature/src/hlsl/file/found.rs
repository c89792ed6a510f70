//! The root signatures that were found in a file.

use alloc::string::String;
use alloc::sync::Arc;
use core::ops::Range;

use dxc_format::constants::{RootFlags, RootSignatureVersion};

use super::Kind;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::hlsl::dialect::Dialect;
use crate::hlsl::parse;
use crate::hlsl::places::Parsed;
use crate::hlsl::source::Source;
use crate::sources::{Location, Sources};

/// A string that is, or may be, a root signature.
#[derive(Clone, Debug)]
pub struct Found<'t> {
    pub(super) file: &'t str,
    pub(super) sources: Arc<Sources>,
    pub(super) item: Item,
    pub(super) place: Location,
    pub(super) dialect: Dialect,
}

/// A string, and the declaration that contains it.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Its range of offsets; offsets count through all files.
    pub(super) place: Range<usize>,
    pub(super) string: Result<Source, Diagnostic>,
    /// Whether other strings contain it.
    pub(super) used: bool,
}

/// The first item, if all are equal.
pub(super) fn one_of<'f, 't>(several: &[&'f Found<'t>]) -> Option<&'f Found<'t>> {
    let (first, others) = several.split_first()?;
    let same = |other: &&Found<'_>| match (&other.item.string, &first.item.string) {
        (Ok(other_string), Ok(string)) => {
            other_string.text() == string.text()
                && (other.kind() == Kind::Local) == (first.kind() == Kind::Local)
        }
        _ => false,
    };
    others.iter().all(same).then_some(first)
}

impl Found<'_> {
    /// The name of the macro, the function or the subobject; empty if the text is only the root signature.
    pub fn name(&self) -> &str {
        &self.item.name
    }

    /// The kind of declaration that contains it.
    pub fn kind(&self) -> Kind {
        self.item.kind
    }

    /// The name of the included file that contains it; `None` for the main file.
    pub fn file(&self) -> Option<&str> {
        self.place.file()
    }

    /// The bytes of its name in its file: of the macro or subobject, or of the attribute.
    pub fn place(&self) -> Range<usize> {
        self.place.span.clone()
    }

    /// The line in its file, counted from 1.
    pub fn line(&self) -> usize {
        self.place.at.0
    }

    /// The string.
    ///
    /// # Errors
    /// The first part of it that is not a string.
    pub fn text(&self) -> Result<&str, Diagnostic> {
        self.source().map(Source::text)
    }

    fn source(&self) -> Result<&Source, Diagnostic> {
        let wrong = |wrong: &Diagnostic| wrong.clone().located(self.file, &self.sources);
        self.item.string.as_ref().map_err(wrong)
    }

    /// Whether it is probably a root signature. A macro is not if other strings contain it, or if it has no clause.
    pub fn is_likely(&self) -> bool {
        let has_clause = |source: &Source| parse::names_clause(source.text());
        match self.item.kind {
            Kind::Macro => !self.item.used && self.item.string.as_ref().map_or(true, has_clause),
            _ => true,
        }
    }

    /// The root signature, parsed like a compiler for `version`; its spans are those of the file.
    ///
    /// # Errors
    /// The error, and its location.
    pub fn parse(&self, version: RootSignatureVersion) -> Result<Parsed, Diagnostics> {
        let source = self.source()?;
        let mut parsed =
            parse::parse_source(source, (self.file, &self.sources), version, self.dialect)?;
        let local = RootFlags::LocalRootSignature;
        match self.item.kind {
            Kind::Local => parsed.signature.flags.insert(local),
            Kind::Function | Kind::Global
                if parsed.signature.flags.contains(local) && self.dialect.rules().local_only =>
            {
                let message = "only a `LocalRootSignature` may have this flag";
                let wrong = Diagnostic::new(parsed.place_in_sources("flags"), message);
                return Err(wrong.located(self.file, &self.sources).into());
            }
            _ => {}
        }
        Ok(parsed)
    }
}

impl core::fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.file() {
            Some(file) => write!(f, "{} ({file}, line {})", self.name(), self.line()),
            None => write!(f, "{} (line {})", self.name(), self.line()),
        }
    }
}
