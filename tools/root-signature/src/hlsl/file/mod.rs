//! Finds all root signatures in HLSL files.
//!
//! Root signatures are macros (`#define RS "CBV(b0)"`), attributes of entry points (`[RootSignature(RS)]`) and
//! subobjects (`GlobalRootSignature Everything = { "CBV(b0)" };`). Strings are joined, macros that are strings are
//! expanded, and conditionals are evaluated. All other code is skipped. Unsupported code is reported with its line.
//!
//! [`find`] reads one file. [`find_with_includes`] also reads the files that it includes, through a callback.

mod code;
mod condition;
mod conditional;
mod directives;
mod found;
mod include;
mod includes;
mod macros;
mod reading;
mod token;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::dialect::Dialect;
use super::source::Source;
use crate::cursor;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::sources::Sources;
use code::Code;
use found::one_of;
use includes::Includes;
use token::Token;

pub use found::Found;
pub use includes::{Include, IncludedFile};

type Cursor<'t> = cursor::Cursor<'t, Token>;

/// Options for reading a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The compiler whose rules apply; it also defines some macros.
    pub dialect: Dialect,
    /// Macros and their values, like a compiler's options define them.
    pub defines: Vec<(String, String)>,
}

impl Options {
    /// The options of a compiler's default.
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            defines: Vec::new(),
        }
    }

    /// Defines a macro: `NAME=VALUE`, or `NAME`, which becomes 1.
    #[must_use]
    pub fn define(mut self, macro_and_value: &str) -> Self {
        let (name, value) = macro_and_value
            .split_once('=')
            .unwrap_or((macro_and_value, "1"));
        self.defines.push((name.trim().into(), value.into()));
        self
    }
}

/// The kind of declaration of a root signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// In a text that contains nothing else: the grammar itself, or strings.
    Text,
    /// In a macro.
    Macro,
    /// In the attribute of a function.
    Function,
    /// In a subobject that all shaders of a library share.
    Global,
    /// In a subobject of some shaders of a library.
    Local,
}

/// The root signatures of a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct File<'t> {
    found: Vec<Found<'t>>,
    notes: Vec<Diagnostic>,
    skipped: Vec<Diagnostic>,
    /// The first included file that was not read, as the reason for a missing root signature.
    unread: Option<Diagnostic>,
    sources: Arc<Sources>,
}

/// The root signatures of a file.
///
/// # Errors
/// If the file is not HLSL: the errors with their locations. An invalid root signature is reported when it is
/// [parsed](Found::parse).
///
/// ```
/// use dxc_format::constants::RootSignatureVersion;
/// use dxc_root_signature::hlsl::file::{self, Options};
///
/// let text = r#"
/// #define TABLES "DescriptorTable(SRV(t0)),"
/// #define RS TABLES "CBV(b0)"
/// [RootSignature(RS)]
/// float4 main() : SV_Target { return 0; }
/// "#;
/// let file = file::find(text, &Options::default()).unwrap();
/// let names: Vec<(&str, usize)> = file.found().iter().map(|found| (found.name(), found.line())).collect();
/// assert_eq!(names, [("TABLES", 2), ("RS", 3), ("main", 4)]);
/// let main = file.named("main").unwrap();
/// assert_eq!(main.text().unwrap(), "DescriptorTable(SRV(t0)),CBV(b0)");
/// assert_eq!(main.parse(RootSignatureVersion::V1_1).unwrap().signature.parameters.len(), 2);
/// ```
pub fn find<'t>(text: &'t str, options: &Options) -> Result<File<'t>, Diagnostics> {
    read(text, options, Includes::default())
}

/// The root signatures of a file and of the files that it includes.
///
/// `open` provides the file that an `#include` requests; no other files are read. A missing file causes a note, because
/// it may define macros. Include guards and `#pragma once` are respected.
///
/// # Errors
/// If one of the files is not HLSL: the errors with their locations. At most 64 files may be nested, and at most 1024
/// files of 16 MiB together may be included, counting repetitions.
///
/// ```
/// use dxc_format::constants::RootSignatureVersion;
/// use dxc_root_signature::hlsl::file::{self, Include, IncludedFile, Options};
///
/// let text = "#include \"SharedRS.hlsli\"\n[RootSignature(Shared_RootSig)] void main() {}";
/// let mut open = |include: &Include<'_>| {
///     let text = "#pragma once\n#define Shared_RootSig \"CBV(b0)\"";
///     (include.name == "SharedRS.hlsli").then(|| IncludedFile::new("SharedRS.hlsli", text))
/// };
/// let file = file::find_with_includes(text, &Options::default(), &mut open).unwrap();
/// assert_eq!(file.named("main").unwrap().text().unwrap(), "CBV(b0)");
/// assert_eq!(file.named("Shared_RootSig").unwrap().file(), Some("SharedRS.hlsli"));
/// ```
pub fn find_with_includes<'t>(
    text: &'t str,
    options: &Options,
    open: &mut dyn FnMut(&Include<'_>) -> Option<IncludedFile>,
) -> Result<File<'t>, Diagnostics> {
    let shelf = includes::shelf();
    let includes = Includes {
        open: Some(open),
        kept: &shelf,
        bytes: 0,
    };
    read(text, options, includes)
}

fn read<'t: 's, 's>(
    text: &'t str,
    options: &'s Options,
    includes: Includes<'s>,
) -> Result<File<'t>, Diagnostics> {
    let mut code = Code::new(text, options, includes);
    let whole = match holds(text) {
        Holds::Grammar => Some(Ok(grammar(text))),
        Holds::Strings => Some(strings(text, options.dialect)),
        Holds::Code => None,
    };
    match whole {
        Some(string) => code.push("", Kind::Text, 0..text.len(), string),
        None => code.read(),
    }
    code.finish(text)
}

/// The kind of a text.
enum Holds {
    Grammar,
    Strings,
    Code,
}

/// Detects the kind of a text: the grammar has no strings, no brackets other than parentheses, and no directives.
fn holds(text: &str) -> Holds {
    let mut words = Cursor::new(text);
    let (mut strings, mut others) = (false, false);
    while !words.at_end() {
        match words.peek() {
            Some(
                Token::Hash
                | Token::OpenSquare
                | Token::OpenCurly
                | Token::CloseCurly
                | Token::Unclosed,
            ) => return Holds::Code,
            Some(Token::Literal) if others => return Holds::Code,
            Some(Token::Literal) => strings = true,
            Some(Token::LineEnd) => {}
            _ => others = true,
        }
        words.bump();
    }
    if strings {
        Holds::Strings
    } else {
        Holds::Grammar
    }
}

/// A text that is the grammar itself; comments count as blanks.
fn grammar(text: &str) -> Source {
    let mut source = Source::default();
    let mut words = Cursor::new(text);
    let mut end = 0;
    while !words.at_end() {
        let span = words.span();
        if span.start > end {
            source.push(" ", end);
        }
        end = span.end;
        if words.peek() == Some(Token::LineEnd) {
            source.push(" ", span.start);
        } else {
            source.push(words.text(), span.start);
        }
        words.bump();
    }
    source
}

/// A text that consists of adjacent strings.
fn strings(text: &str, dialect: Dialect) -> Result<Source, Diagnostic> {
    let mut source = Source::default();
    let mut words = Cursor::new(text);
    while !words.at_end() {
        match words.peek() {
            Some(Token::Literal) => source.literal(words.text(), words.span().start, dialect)?,
            Some(Token::LineEnd) => {}
            _ => return Err(words.unexpected("a string")),
        }
        words.bump();
    }
    Ok(source)
}

impl<'t> File<'t> {
    /// Its root signatures and all other strings that are macros, in the order of the file.
    pub fn found(&self) -> &[Found<'t>] {
        &self.found
    }

    /// Notes on unsupported code and on assumptions, which may affect the results.
    pub fn notes(&self) -> &[Diagnostic] {
        &self.notes
    }

    /// Root signatures in inactive branches, because a macro is not defined; their help contains the macro. At most 20,
    /// one for each conditional.
    pub fn skipped(&self) -> &[Diagnostic] {
        &self.skipped
    }

    /// The root signature with a name: of a macro, a function or a subobject.
    ///
    /// # Errors
    /// If there is none or, because functions can be overloaded, if there are several that differ.
    pub fn named(&self, name: &str) -> Result<&Found<'t>, Diagnostics> {
        let wanted: Vec<&Found<'_>> = self
            .found
            .iter()
            .filter(|found| found.name() == name)
            .collect();
        one_of(&wanted).ok_or_else(|| match wanted.first() {
            Some(first) => {
                let message = format!("there are several root signatures called `{name}`");
                let other = wanted.last().unwrap_or(first);
                let wrong = Diagnostic::new(other.item.place.clone(), message);
                let wrong = wrong.with_place(first.item.place.clone(), "here");
                wrong.located(first.file, &self.sources).into()
            }
            None => {
                let names = self.found.iter().map(Found::name);
                let wrong = Diagnostic::new(0..0, format!("there is no root signature `{name}`"));
                wrong.meant(name, names).into()
            }
        })
    }

    /// The only one, except for strings that other strings contain, and for macros that are other strings. Those of
    /// included files count if the file itself has none.
    ///
    /// # Errors
    /// If there are several that differ: their names and lines. If there is none: inactive branches that have one, or
    /// included files that were not read.
    pub fn only(&self) -> Result<&Found<'t>, Diagnostics> {
        let filters: [fn(&Found<'_>) -> bool; 3] = [
            |found| found.is_likely() && found.file().is_none(),
            |found| found.is_likely(),
            |found| !found.item.used,
        ];
        let wanted = filters.iter().map(|filter| {
            let wanted = self.found.iter().filter(|found| filter(found));
            wanted.collect()
        });
        let Some(wanted) = { wanted }.find(|wanted: &Vec<&Found<'_>>| !wanted.is_empty()) else {
            return Err(self.absence());
        };
        one_of(&wanted).ok_or_else(|| {
            let shown = wanted.iter().take(10).map(ToString::to_string);
            let mut shown: Vec<String> = shown.collect();
            if wanted.len() > shown.len() {
                shown.push("..".into());
            }
            let second = wanted
                .get(1)
                .map_or(0..0, |second| second.item.place.clone());
            let message = format!("the file has {} root signatures", wanted.len());
            let wrong = Diagnostic::new(second, message);
            let wrong = wrong.with_help(format!("choose one of {}", shown.join(", ")));
            let text = self.found.first().map_or("", |found| found.file);
            wrong.located(text, &self.sources).into()
        })
    }

    /// Whether all files that it includes were read.
    pub fn is_complete(&self) -> bool {
        self.unread.is_none()
    }

    /// The reason why there is no root signature: inactive branches that have one, or else an included file that was
    /// not read.
    fn absence(&self) -> Diagnostics {
        let skipped = Diagnostics::unless_empty(self.skipped.clone());
        let unread = || self.unread.clone();
        let nothing = || Diagnostic::new(0..0, "the file has no root signature");
        skipped
            .err()
            .unwrap_or_else(|| unread().unwrap_or_else(nothing).into())
    }
}
