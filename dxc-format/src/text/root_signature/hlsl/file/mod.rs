//! Files of HLSL, and all root signatures in them.
//!
//! Root signatures are macros (`#define RS "CBV(b0)"`), attributes of entry points (`[RootSignature(RS)]`) and
//! subobjects (`GlobalRootSignature Everything = { "CBV(b0)" };`). Strings are joined, macros that are strings expanded,
//! and conditionals evaluated. All other code is skipped. What is not understood is said, with its line.

mod code;
mod condition;
mod conditional;
mod directives;
mod macros;
mod token;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use crate::generated::constants::{RootFlags, RootSignatureVersion};

use super::dialect::{Dialect, does};
use super::parse;
use super::places::Parsed;
use super::source::Source;
use crate::text::root_signature::cursor;
use crate::text::root_signature::diagnostic::{Diagnostic, Diagnostics};
use code::Item;
use token::Token;

type Cursor<'t> = cursor::Cursor<'t, Token>;

/// How a file is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The compiler whose reading is followed; it defines some macros, too.
    pub dialect: Dialect,
    /// Macros and what they stand for, as options of the compiler define them.
    pub defines: Vec<(String, String)>,
}

impl Options {
    /// As a compiler reads a file without options.
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            defines: Vec::new(),
        }
    }

    /// Defines a macro: `NAME=VALUE`, or `NAME`, which is 1 then.
    #[must_use]
    pub fn define(mut self, macro_and_value: &str) -> Self {
        let (name, value) = macro_and_value
            .split_once('=')
            .unwrap_or((macro_and_value, "1"));
        self.defines.push((name.trim().into(), value.into()));
        self
    }
}

/// Where a root signature stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// In a text that is nothing else: the grammar itself, or strings.
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

/// What a file has.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct File<'t> {
    /// Its root signatures and all other strings that are macros, in the order of the file.
    pub found: Vec<Found<'t>>,
    /// What was not understood, and what was taken for granted; it may matter to what was found.
    pub notes: Vec<Diagnostic>,
}

/// A string that is, or may be, a root signature.
#[derive(Clone, Debug)]
pub struct Found<'t> {
    file: &'t str,
    name: String,
    kind: Kind,
    place: Range<usize>,
    line: usize,
    string: Result<Source, Diagnostic>,
    dialect: Dialect,
    /// Whether others are made of it.
    used: bool,
}

/// The root signatures of a file.
///
/// # Errors
/// If the file is no HLSL: what is wrong with it, and where. A root signature that is wrong says so itself when it is
/// [parsed](Found::parse).
///
/// ```
/// use dxc_format::constants::RootSignatureVersion;
/// use dxc_format::root_signature::hlsl::file::{self, Options};
///
/// let text = r#"
/// #define TABLES "DescriptorTable(SRV(t0)),"
/// #define RS TABLES "CBV(b0)"
/// [RootSignature(RS)]
/// float4 main() : SV_Target { return 0; }
/// "#;
/// let file = file::find(text, &Options::default()).unwrap();
/// let names: Vec<(&str, usize)> = file.found.iter().map(|found| (found.name(), found.line())).collect();
/// assert_eq!(names, [("TABLES", 2), ("RS", 3), ("main", 4)]);
/// let main = file.named("main").unwrap();
/// assert_eq!(main.text().unwrap(), "DescriptorTable(SRV(t0)),CBV(b0)");
/// assert_eq!(main.parse(RootSignatureVersion::V1_1).unwrap().signature.parameters.len(), 2);
/// ```
pub fn find<'t>(text: &'t str, options: &Options) -> Result<File<'t>, Diagnostics> {
    let whole = |string| {
        alloc::vec![Item {
            name: String::new(),
            kind: Kind::Text,
            place: 0..text.len(),
            string,
            used: false,
        }]
    };
    let (found, notes) = match holds(text) {
        Holds::Grammar => (whole(Ok(grammar(text))), Vec::new()),
        Holds::Strings => (whole(strings(text, options.dialect)), Vec::new()),
        Holds::Code => code::find(text, options)?,
    };
    let (mut line, mut counted) = (1, 0);
    let found = found.into_iter().map(|item| {
        let between = text.get(counted..item.place.start).unwrap_or_default();
        line += between.matches('\n').count();
        counted = item.place.start;
        Found {
            file: text,
            name: item.name,
            kind: item.kind,
            place: item.place,
            line,
            string: item.string,
            dialect: options.dialect,
            used: item.used,
        }
    });
    let notes = notes.into_iter().map(|note| note.located(text).noted());
    Ok(File {
        found: found.collect(),
        notes: notes.collect(),
    })
}

/// What a text is.
enum Holds {
    Grammar,
    Strings,
    Code,
}

/// What a text is: the grammar has no strings, and neither has brackets but parentheses, nor directives.
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
    match strings {
        true => Holds::Strings,
        false => Holds::Grammar,
    }
}

/// The grammar itself, in which comments are blanks.
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

/// Strings one behind the other.
fn strings(text: &str, dialect: Dialect) -> Result<Source, Diagnostic> {
    let mut source = Source::default();
    let mut words = Cursor::new(text);
    while !words.at_end() {
        match words.peek() {
            Some(Token::Literal) => source.literal(text, &words.span(), dialect)?,
            Some(Token::LineEnd) => {}
            _ => return Err(words.unexpected("a string")),
        }
        words.bump();
    }
    Ok(source)
}

impl<'t> File<'t> {
    /// The one of a name: of a macro, a function or a subobject.
    ///
    /// # Errors
    /// If there is none or, as functions can be overloaded, if there are several that are not the same.
    pub fn named(&self, name: &str) -> Result<&Found<'t>, Diagnostics> {
        let wanted: Vec<&Found<'_>> = self
            .found
            .iter()
            .filter(|found| found.name == name)
            .collect();
        one_of(&wanted).ok_or_else(|| match wanted.first() {
            Some(first) => {
                let message = format!("there are several root signatures of the name `{name}`");
                let other = wanted
                    .last()
                    .map(|last| last.place.clone())
                    .unwrap_or_default();
                let wrong = Diagnostic::new(other, message).with_place(first.place.clone(), "here");
                wrong.located(first.file).into()
            }
            None => {
                let names = self.found.iter().map(Found::name);
                let wrong = Diagnostic::new(0..0, format!("there is no root signature `{name}`"));
                wrong.meant(name, names).into()
            }
        })
    }

    /// The only one: apart from strings that others are made of, and from macros that are other strings.
    ///
    /// # Errors
    /// If there is none, or if there are several that are not the same: their names and lines.
    pub fn only(&self) -> Result<&Found<'t>, Diagnostics> {
        let likely: Vec<&Found<'_>> = self
            .found
            .iter()
            .filter(|found| found.is_likely())
            .collect();
        let unused = self.found.iter().filter(|found| !found.used);
        let wanted = match likely.is_empty() {
            true => unused.collect(),
            false => likely,
        };
        one_of(&wanted).ok_or_else(|| {
            let Some(second) = wanted.get(1) else {
                return Diagnostic::new(0..0, "there is no root signature in it").into();
            };
            let shown = wanted.iter().take(10).map(ToString::to_string);
            let mut shown: Vec<String> = shown.collect();
            if wanted.len() > shown.len() {
                shown.push("..".into());
            }
            let message = format!("there are {} root signatures in it", wanted.len());
            let wrong = Diagnostic::new(second.place.clone(), message);
            let wrong = wrong.with_help(format!("name one of {}", shown.join(", ")));
            wrong.located(second.file).into()
        })
    }
}

/// The first of several, if all are the same.
fn one_of<'f, 't>(several: &[&'f Found<'t>]) -> Option<&'f Found<'t>> {
    let (first, others) = several.split_first()?;
    let same = |other: &&Found<'_>| match (&other.string, &first.string) {
        (Ok(other_string), Ok(string)) => {
            other_string.text() == string.text()
                && (other.kind == Kind::Local) == (first.kind == Kind::Local)
        }
        _ => false,
    };
    others.iter().all(same).then_some(first)
}

impl Found<'_> {
    /// The name of the macro, the function or the subobject; empty, if the text is nothing else.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it stands.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The bytes of the file that say so: the name of a macro or subobject, or an attribute.
    pub fn place(&self) -> Range<usize> {
        self.place.clone()
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The string.
    ///
    /// # Errors
    /// What it is made of that is no string.
    pub fn text(&self) -> Result<&str, Diagnostic> {
        self.source().map(Source::text)
    }

    fn source(&self) -> Result<&Source, Diagnostic> {
        let wrong = |wrong: &Diagnostic| wrong.clone().located(self.file);
        self.string.as_ref().map_err(wrong)
    }

    /// Whether it is a root signature by its looks, and not a piece of another.
    fn is_likely(&self) -> bool {
        let call = |source: &Source| source.text().contains('(');
        match self.kind {
            Kind::Macro => !self.used && self.string.as_ref().map_or(true, call),
            _ => true,
        }
    }

    /// The root signature, as a compiler for `version` reads it; its places are those of the file.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn parse(&self, version: RootSignatureVersion) -> Result<Parsed, Diagnostics> {
        let source = self.source()?;
        let mut parsed = parse::parse_source(source, self.file, version, self.dialect)?;
        let local = RootFlags::LocalRootSignature;
        match self.kind {
            Kind::Local => parsed.signature.flags.insert(local),
            Kind::Function | Kind::Global
                if parsed.signature.flags.contains(local) && does(self.dialect, "local") =>
            {
                let message = "only a `LocalRootSignature` may say that it is local";
                let wrong = Diagnostic::new(parsed.place("flags"), message);
                return Err(wrong.located(self.file).into());
            }
            _ => {}
        }
        Ok(parsed)
    }
}

impl core::fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} (line {})", self.name, self.line())
    }
}
