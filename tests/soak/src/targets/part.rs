//! Tests a single part. An input has four characters, then the part's data.

use dxc_format::runtime::walk::{Content, Span};
use dxc_format::{Error, FourCC, Part, PartView, Result, types::FieldValues};

use crate::Maker;
use crate::limits::{LEAVES, VALIDATE, VALUE, VIEW, WRITE};
use crate::spans::{Spans, claims};

pub(crate) fn make(maker: &mut Maker<'_>) -> Vec<u8> {
    let (fourcc, data) = maker.part();
    [&fourcc.0[..], &data].concat()
}

pub(crate) fn try_part(input: &[u8]) {
    if let Some((fourcc, data)) = input.split_first_chunk() {
        try_data(FourCC(*fourcc), data);
    }
}

/// Checks the guarantees for any data of a part.
pub(crate) fn try_data(fourcc: FourCC, bytes: &[u8]) {
    let view = VIEW.hold(bytes.len(), || PartView::parse(fourcc, bytes));
    let mut heard = Spans::default();
    let listened = PartView::walk(fourcc, bytes, &mut heard).is_ok();
    assert_eq!(listened, view.is_ok(), "who listens reads otherwise");
    // Slow checks are done with every fourth input.
    let sum = bytes.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    let is_chosen = sum.is_multiple_of(4);
    if is_chosen {
        try_leaves(fourcc, bytes);
    }
    match (
        &view,
        VALUE.hold(bytes.len(), || Part::parse(fourcc, bytes)),
    ) {
        (Ok(_), Ok(value)) => {
            covers(&heard.0, bytes);
            if is_chosen {
                versions(&value, bytes.len());
            }
            try_value(fourcc, bytes, value, is_aligned(&heard.0));
        }
        (Err(error), Err(again)) => {
            assert_eq!((error.kind(), error.path()), (again.kind(), again.path()));
            try_error(error, fourcc, bytes.len());
        }
        (view, value) => panic!("a view: {view:?}; a value: {value:?}"),
    }
}

fn try_error(error: &Error, fourcc: FourCC, len: usize) {
    assert!(error.offset() <= len, "{error} is behind {len} bytes");
    assert!(!error.path().is_empty(), "{error} names no field");
    assert_eq!(error.part(), Some(fourcc));
}

/// Checks that individual values are within the part.
fn try_leaves(fourcc: FourCC, bytes: &[u8]) {
    let field_values = LEAVES.hold(bytes.len(), || {
        let mut field_values = FieldValues::new(bytes);
        PartView::walk(fourcc, bytes, &mut field_values).map(|_| field_values.into_vec())
    });
    for field_value in field_values.unwrap_or_default() {
        let end = field_value.offset().checked_add(field_value.size());
        assert!(end.is_some_and(|end| end <= bytes.len()), "{field_value:?}");
    }
}

/// Whether the fields have the offsets of a writer, in any order.
fn is_aligned(spans: &[Span]) -> bool {
    let mut spans = spans.iter();
    let is_single = |span: &Span| matches!(span.content, Content::Value(_) | Content::Text);
    spans.all(|span| span.at.is_multiple_of(4) || is_single(span))
}

/// Checks the guarantees for a value that was read.
fn try_value(fourcc: FourCC, bytes: &[u8], mut value: Part, is_aligned: bool) {
    let write = |value: &Part| WRITE.hold(bytes.len(), || value.to_bytes(fourcc));
    assert_eq!(
        write(&value).as_deref(),
        Ok(bytes),
        "a value that was read is written differently"
    );
    // A value that is laid out like a new one may be refused, but it must not change.
    value.forget_layout();
    if let Ok(anew) = write(&value) {
        let mut read = Part::parse(fourcc, &anew);
        // In other layouts, truncated padding may become complete, and a stated size may become the usual one.
        let is_same = !is_aligned || anew.len() != bytes.len() || read.as_ref() == Ok(&value);
        assert!(
            is_same,
            "a value is read differently after a new layout: {read:?} {value:?}"
        );
        assert_eq!(written(&read, fourcc).as_ref(), Ok(&anew));
        read.iter_mut().for_each(Part::forget_layout);
        assert_eq!(written(&read, fourcc), Ok(anew), "a layout is not kept");
    }
}

fn written(part: &Result<Part>, fourcc: FourCC) -> Result<Vec<u8>> {
    part.as_ref().map_err(Clone::clone)?.to_bytes(fourcc)
}

/// Checks that every byte is in a span, or in a gap between placed spans, and that spans are within the part.
fn covers(spans: &[Span], bytes: &[u8]) {
    let steps = 4 * bytes.len() + 64;
    assert!(
        spans.len() <= steps,
        "{} spans of {} bytes",
        spans.len(),
        bytes.len()
    );
    let mut end = 0;
    let (mut in_order, mut claimed) = (true, 0);
    for span in spans {
        let within = span
            .at
            .checked_add(span.size)
            .is_some_and(|end| end <= bytes.len());
        assert!(within, "{span:?} leaves {} bytes", bytes.len());
        in_order &= span.at == end;
        end = span.at + span.size;
        claimed += if claims(span) { span.size } else { 0 };
    }
    // A part with a pool also keeps the bytes after the pool, but not in a field.
    let has_end = spans
        .iter()
        .any(|span| matches!(span.content, Content::Trailing));
    assert!(
        !in_order || !has_end || end == bytes.len(),
        "{} bytes of {end} are no field",
        bytes.len()
    );
    assert!(
        claimed <= 5 * bytes.len() + 64,
        "{claimed} bytes of {} are claimed",
        bytes.len()
    );
}

/// Checks that converting a value to a version twice has no further effect.
fn versions(value: &Part, len: usize) {
    match value {
        Part::PipelineStateValidation(psv) => {
            let _ = VALIDATE.hold(len, || {
                (dxc_shader::psv0::validate(psv), dxc_shader::psv0::lint(psv))
            });
            for version in 0..5 {
                let mut moved = psv.clone();
                let _ = moved.set_version(version);
                let there = moved.to_bytes();
                assert!(there.is_ok(), "version {version} is not written: {there:?}");
                let lost = moved.set_version(version);
                assert!(lost.is_empty(), "{lost:?} is lost on the spot");
                assert_eq!(moved.to_bytes(), there, "version {version} twice");
            }
        }
        Part::RootSignature(signature) => super::root_signature::try_versions(signature, len),
        _ => {}
    }
}
