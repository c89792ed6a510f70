//! Tests root signatures as text, and in other versions.

use dxc_format::constants::RootSignatureVersion;
use dxc_format::rts0::RootSignature;
use dxc_format::{Limits, parts};
use dxc_root_signature::hlsl::Dialect;
use dxc_root_signature::{hlsl, metadata};

use crate::limits::{ROOT_SIGNATURES, VALIDATE, VALUE, hold_steps};
use crate::{Maker, multiply, text};

/// The number of versions to try, including unknown ones.
const VERSIONS: u8 = 5;

/// A byte for the version and the dialect, then HLSL.
pub(crate) fn make_hlsl(maker: &mut Maker<'_>) -> Vec<u8> {
    if multiply::is_next(&mut maker.rng) {
        let text = multiply::clauses(&mut maker.rng);
        return [&[maker.rng.u8(..2 * VERSIONS)], text.as_bytes()].concat();
    }
    let lines: Vec<&str> = maker
        .seeds
        .hlsl
        .iter()
        .flat_map(|text| text.lines())
        .collect();
    let line = maker.rng.choice(lines).unwrap_or_default();
    let text = line.splitn(3, ' ').last().unwrap_or_default();
    let text = text::damage(text, &maker.seeds.hlsl, &mut maker.rng);
    [&[maker.rng.u8(..2 * VERSIONS)], text.as_bytes()].concat()
}

pub(crate) fn try_hlsl(input: &[u8]) {
    let Some((version, text)) = input.split_first() else {
        return;
    };
    let dialect = [Dialect::Clang, Dialect::DXC][usize::from(*version / VERSIONS) % 2];
    let version = RootSignatureVersion(u32::from(*version % VERSIONS));
    let text = String::from_utf8_lossy(text);
    let parse = || hold_steps(text.len(), || hlsl::parse(&text, version, dialect));
    let parsed = ROOT_SIGNATURES.hold(text.len(), parse);
    let signature = match parsed {
        Ok(parsed) => parsed.signature,
        Err(problem) => return drop(problem.to_string()),
    };
    try_print(&signature, text.len(), dialect);
    for form in [hlsl::Form::Short, hlsl::Form::Complete] {
        let Ok(printed) = hlsl::print(&signature, form, dialect) else {
            panic!("printed text cannot be printed again: {text}");
        };
        let again = hlsl::parse(&printed, version, dialect).map(|parsed| parsed.signature);
        assert_eq!(again.ok().as_ref(), Some(&signature), "{text}\n{printed}");
    }
    if let Ok(bytes) = signature.to_bytes() {
        assert_eq!(RootSignature::parse(&bytes).as_ref(), Ok(&signature));
    }
}

/// Checks that the text of a root signature, which was read from `len` bytes, does not exceed its limit, and that
/// `None` is only returned for longer texts. Returns the length.
pub(crate) fn try_print(signature: &RootSignature, len: usize, dialect: Dialect) -> usize {
    let limits = Limits::of_input(len);
    let mut most = 0;
    for form in [hlsl::Form::Short, hlsl::Form::Complete] {
        let print = |limits| hlsl::print_commented(signature, form, dialect, limits);
        let hold = || hold_steps(len, || print(&limits));
        match ROOT_SIGNATURES.hold(len, hold).0 {
            Some(text) => {
                assert!(text.len() as u64 <= limits.output);
                most = most.max(text.len());
            }
            None => {
                let (whole, _) = print(&Limits::NONE);
                assert!(whole.is_some_and(|whole| whole.len() as u64 > limits.output));
            }
        }
    }
    most
}

/// Metadata of a generated root signature, with small changes.
pub(crate) fn make_metadata(maker: &mut Maker<'_>) -> Vec<u8> {
    if multiply::is_next(&mut maker.rng) {
        return multiply::metadata(&mut maker.rng).into_bytes();
    }
    let real = maker.real(parts::RTS0);
    let Some(signature) = real.and_then(|data| RootSignature::parse(data).ok()) else {
        return Vec::new();
    };
    let entries = [metadata::Entry::new(Some("main".to_owned()), signature)];
    let shown = metadata::print(&entries).unwrap_or_default();
    let others = std::slice::from_ref(&shown);
    text::damage(&shown, others, &mut maker.rng).into_bytes()
}

pub(crate) fn try_metadata(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let read = || hold_steps(text.len(), || metadata::read(&text));
    let entries = match ROOT_SIGNATURES.hold(text.len(), read) {
        Ok(entries) => entries,
        Err(problem) => return drop(problem.to_string()),
    };
    // Functions that share a root signature share its value, too.
    let mut distinct: Vec<_> = entries.iter().map(|entry| &entry.signature).collect();
    distinct.sort_by_key(|signature| std::sync::Arc::as_ptr(signature));
    distinct.dedup_by_key(|signature| std::sync::Arc::as_ptr(signature));
    for signature in distinct {
        try_print(signature, text.len(), Dialect::Clang);
    }
    let print = || hold_steps(text.len(), || metadata::print(&entries));
    let Ok(printed) = ROOT_SIGNATURES.hold(text.len(), print) else {
        return;
    };
    let most = Limits::of_input(text.len()).output;
    assert!(printed.len() as u64 <= most, "{} bytes", printed.len());
    match metadata::read(&printed) {
        Ok(again) => assert_eq!(again, entries, "{text}\n{printed}"),
        // Equal nodes are printed once, and comments are not printed: a shorter text may allow fewer references.
        Err(problem) => {
            let message = problem.to_string();
            let limited = message.contains("references to nodes exceed the limit");
            assert!(limited && printed.len() < text.len(), "{message}\n{text}");
        }
    }
}

/// Checks that a root signature in another version can be written, and is equal when it is read.
pub(crate) fn try_versions(signature: &RootSignature, len: usize) {
    let _ = VALIDATE.hold(len, || dxc_shader::root_signature::validate(signature));
    for version in (0..VERSIONS.into()).map(RootSignatureVersion) {
        let Ok(there) = VALUE.hold(len, || {
            dxc_shader::root_signature::to_version(signature, version)
        }) else {
            continue;
        };
        let Ok(bytes) = there.signature.to_bytes() else {
            panic!("a converted root signature cannot be written: {there:?}");
        };
        assert_eq!(RootSignature::parse(&bytes).as_ref(), Ok(&there.signature));
        let Ok(back) = dxc_shader::root_signature::to_version(&there.signature, signature.version)
        else {
            panic!("a converted root signature is read differently: {there:?}");
        };
        if version >= signature.version {
            assert_eq!((&back.signature, back.dropped.len()), (signature, 0));
        }
    }
}
