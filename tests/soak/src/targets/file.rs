//! Tests HLSL files: finds all root signatures in them, by the rules of both compilers.

use std::cell::Cell;

use dxc_format::constants::RootSignatureVersion;
use dxc_root_signature::Diagnostic;
use dxc_root_signature::hlsl::file::{self, Found, Include, IncludedFile, Options};
use dxc_root_signature::hlsl::{self, Dialect, Form};

use super::root_signature::try_print;
use crate::limits::{ROOT_SIGNATURES, hold_steps};
use crate::multiply::{self, CUT};
use crate::{Maker, text};

/// A byte for the dialect and the version, then the file, and files that it may include.
pub(crate) fn make(maker: &mut Maker<'_>) -> Vec<u8> {
    let (seeds, rng) = (maker.seeds, &mut maker.rng);
    let text = if multiply::is_next(rng) {
        multiply::file(rng)
    } else {
        text::one_damaged(&seeds.files, rng)
    };
    [&[rng.u8(..8)], text.as_bytes()].concat()
}

/// Opens ranges of the input as included files; their total size is limited to a small multiple of the input.
fn open<'p>(
    spans: &'p [&'p str],
    served: &'p Cell<usize>,
) -> impl FnMut(&Include<'_>) -> Option<IncludedFile> + 'p {
    let most: usize = 16 * spans.iter().map(|span| span.len()).sum::<usize>();
    move |include| {
        let span = spans.get(include.name.parse::<usize>().ok()?)?;
        served.set(served.get() + span.len());
        (served.get() <= most).then(|| IncludedFile::new(include.name, *span))
    }
}

pub(crate) fn try_file(input: &[u8]) {
    let Some((choice, text)) = input.split_first() else {
        return;
    };
    let dialect = [Dialect::Clang, Dialect::DXC][usize::from(choice % 2)];
    let version = RootSignatureVersion(u32::from(choice / 2));
    let text = String::from_utf8_lossy(text);
    let spans: Vec<&str> = text.split(CUT).collect();
    let text = spans.first().copied().unwrap_or_default();
    let options = Options::new(dialect).define("TEXTURED=1");
    // Included files count as input, too.
    let served = Cell::new(0);
    let read = || file::find_with_includes(text, &options, &mut open(&spans, &served));
    drop(read());
    let len = text.len() + served.take();
    let file = match ROOT_SIGNATURES.hold(len, || hold_steps(len, read)) {
        Ok(file) => file,
        Err(wrong) => return try_diagnostics(wrong.iter(), text, &spans),
    };
    try_diagnostics(file.notes().iter().chain(file.skipped()), text, &spans);
    let parse = || {
        let found = file.found().iter();
        found.for_each(|found| drop(found.parse(version)));
    };
    ROOT_SIGNATURES.hold(len, || hold_steps(len, parse));
    for found in file.found() {
        try_found(found, (text, &spans, len), version, dialect);
    }
    if let Err(wrong) = file.only() {
        try_diagnostics(wrong.iter(), text, &spans);
    }
}

fn try_diagnostics<'d>(
    diagnostics: impl Iterator<Item = &'d Diagnostic>,
    text: &str,
    spans: &[&str],
) {
    diagnostics.for_each(|diagnostic| try_diagnostic(diagnostic, text, spans));
}

/// Checks that a diagnostic has a location in its file, and can be rendered.
fn try_diagnostic(diagnostic: &Diagnostic, text: &str, spans: &[&str]) {
    let file = diagnostic.file().map(|name| name.parse::<usize>().ok());
    let file = file.map_or(Some(text), |number| spans.get(number?).copied());
    let place = file.and_then(|file| file.get(diagnostic.span()));
    assert!(place.is_some(), "{diagnostic} is not in the text");
    assert!(!diagnostic.message().is_empty());
    let shown = diagnostic.render("a.hlsl", text, false);
    assert!(
        !shown.is_empty() && shown.len() < 1 << 14,
        "{}",
        shown.len()
    );
}

/// Checks that a root signature is equal after it is printed and parsed again.
fn try_found(
    found: &Found<'_>,
    (text, spans, len): (&str, &[&str], usize),
    version: RootSignatureVersion,
    dialect: Dialect,
) {
    let parsed = match ROOT_SIGNATURES.hold(len, || found.parse(version)) {
        Ok(parsed) => parsed,
        Err(wrong) => return try_diagnostics(wrong.iter(), text, spans),
    };
    for finding in dxc_shader::root_signature::validate(&parsed.signature)
        .iter()
        .take(20)
    {
        try_diagnostic(&parsed.diagnostic(finding, text), text, spans);
    }
    // A long, expanded root signature is only printed within its limit.
    if try_print(&parsed.signature, len, dialect) > 1 << 14 {
        return;
    }
    let printed = match hlsl::print(&parsed.signature, Form::Short, dialect) {
        Ok(printed) => printed,
        Err(error) => panic!("printed text cannot be printed again: {error}"),
    };
    let again = hlsl::parse(&printed, version, dialect).map(|parsed| parsed.signature);
    assert_eq!(again.as_ref().ok(), Some(&parsed.signature), "{printed}");
}
