//! Files of HLSL: all root signatures in them, as both compilers read them.

use dxc_format::constants::RootSignatureVersion;
use dxc_format::root_signature::Diagnostic;
use dxc_format::root_signature::hlsl::file::{self, Found, Options};
use dxc_format::root_signature::hlsl::{self, Dialect, Form};

use crate::limits::TEXT;
use crate::{Maker, text};

/// A byte for the dialect and the version, then the file.
pub(crate) fn make(maker: &mut Maker<'_>) -> Vec<u8> {
    let (seeds, rng) = (maker.seeds, &mut maker.rng);
    let real = rng.choice(&seeds.files).map_or("", String::as_str);
    let text = text::damage(real, &seeds.files, rng);
    [&[rng.u8(..8)], text.as_bytes()].concat()
}

pub(crate) fn try_file(input: &[u8]) {
    let Some((choice, text)) = input.split_first() else {
        return;
    };
    let dialect = [Dialect::Clang, Dialect::DXC][usize::from(choice % 2)];
    let version = RootSignatureVersion(u32::from(choice / 2));
    let text = String::from_utf8_lossy(text);
    let options = Options::new(dialect).define("TEXTURED=1");
    let file = match TEXT.hold(text.len(), || file::find(&text, &options)) {
        Ok(file) => file,
        Err(wrong) => return wrong.iter().for_each(|wrong| try_told(wrong, &text)),
    };
    file.notes.iter().for_each(|note| try_told(note, &text));
    for found in &file.found {
        try_found(found, &text, version, dialect);
    }
    if let Err(wrong) = file.only() {
        wrong.iter().for_each(|wrong| try_told(wrong, &text));
    }
}

/// What is told is about a place in the text, and can be shown.
fn try_told(told: &Diagnostic, text: &str) {
    assert!(text.get(told.span()).is_some(), "{told} is not in the text");
    assert!(!told.message().is_empty());
    assert!(!told.render("a.hlsl", text, false).is_empty());
}

/// A root signature is the same when it is spelled and read again.
fn try_found(found: &Found<'_>, text: &str, version: RootSignatureVersion, dialect: Dialect) {
    assert!(text.get(found.place()).is_some(), "{found}");
    let parsed = match TEXT.hold(text.len(), || found.parse(version)) {
        Ok(parsed) => parsed,
        Err(wrong) => return wrong.iter().for_each(|wrong| try_told(wrong, text)),
    };
    for finding in parsed.signature.validate() {
        try_told(&parsed.diagnostic(&finding, text), text);
    }
    let printed = match hlsl::print(&parsed.signature, Form::Short, dialect) {
        Ok(printed) => printed,
        Err(error) => panic!("what was spelled cannot be spelled: {error}"),
    };
    let again = hlsl::parse(&printed, version, dialect).map(|parsed| parsed.signature);
    assert_eq!(again.as_ref().ok(), Some(&parsed.signature), "{printed}");
}
