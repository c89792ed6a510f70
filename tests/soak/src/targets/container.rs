//! Tests a file: the container, its parts, and queries about the container as a whole.

use dxc_format::{Container, DigestPolicy, ErrorKind, Part, PartView};
use tests::edit::Edit;

use crate::limits::{BUILD, REWRITTEN, SOURCES, TEXT, VALIDATE, VIEW};

pub(crate) fn try_container(file: &[u8]) {
    let container = match VIEW.hold(0, || Container::parse(file)) {
        Ok(container) => container,
        Err(error) => {
            assert!(
                error.offset() <= file.len(),
                "{error} is behind {} bytes",
                file.len()
            );
            assert!(!error.path().is_empty(), "{error} names no field");
            return;
        }
    };
    assert_eq!(container.as_bytes(), file);
    for part in container.parts() {
        assert!(part.data_offset + part.data.len() <= file.len());
        if let Err(error) = PartView::parse(part.fourcc, part.data) {
            assert!(error.offset() <= part.data.len(), "{error}");
        }
        let found = container.find(part.fourcc).map(|found| found.fourcc);
        assert_eq!(found, Some(part.fourcc));
    }
    let again = BUILD.hold(file.len(), || container.to_builder().to_bytes());
    assert_eq!(
        again.as_deref(),
        Ok(file),
        "an unedited container is written differently"
    );
    let kept = BUILD.hold(file.len(), || {
        container.rewrite(DigestPolicy::Auto, |part, out| out.keep(part))
    });
    assert_eq!(
        kept.as_deref(),
        Ok(file),
        "kept parts are written otherwise"
    );
    try_values(&container);
    let _ = container.verify_digest();
    let within = |error: dxc_format::Error| {
        assert!(error.file_offset() <= file.len(), "{error}");
    };
    for finding in VALIDATE.hold(file.len(), || dxc_shader::validate(&container)) {
        assert!(finding.at.is_none_or(|at| at <= file.len()), "{finding}");
    }
    let _ = VALIDATE.hold(file.len(), || dxc_shader::lint(&container));
    let _ = SOURCES.hold(file.len(), || dxc_shader::sources(&container).map(drop));
    container.shader_stage().map(drop).unwrap_or_else(within);
    dxc_shader::thread_group(&container)
        .map(drop)
        .unwrap_or_else(within);
    if let Ok(Some(listing)) = dxc_shader::assembly::listing(&container) {
        TEXT.hold(file.len(), || listing.to_string());
    }
}

/// Replaces each readable part by its value: a rewrite must write the same as a builder.
fn try_values(container: &Container<'_>) {
    let len = container.as_bytes().len();
    let mut limit = None;
    let rewritten = REWRITTEN.hold(len, || {
        container.rewrite(DigestPolicy::Keep, |part, out| {
            if let Err(error) = part.visit(Edit(part, out)) {
                if matches!(error.kind(), ErrorKind::Limit { name: "claims", .. }) {
                    limit = Some(error);
                }
                return out.keep(part);
            }
            Ok(())
        })
    });
    if limit.is_some()
        || container
            .check_claims(&dxc_format::Limits::of_input(len))
            .is_err()
    {
        return;
    }
    let mut builder = container.to_builder();
    builder.set_digest(DigestPolicy::Keep);
    for (index, part) in container.parts().enumerate() {
        if let Ok(value) = Part::parse(part.fourcc, part.data) {
            // A part of the source has the type of its FourCC, so this does not fail.
            let _ = builder.set_part_at(index, value);
        }
    }
    let built = builder.to_bytes();
    assert_eq!(
        rewritten.ok(),
        built.ok(),
        "a rewrite differs from the output of a builder"
    );
}
