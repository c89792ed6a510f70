//! A file: the container, its parts, and what is asked of it as a whole.

use dxc_format::{Container, PartView};

use crate::limits::{BUILD, SOURCES, TEXT, VALIDATE, VIEW};
use crate::{Maker, multiply};

pub(crate) fn make(maker: &mut Maker<'_>) -> Vec<u8> {
    match maker.rng.u8(..64) {
        0 => multiply::container(&mut maker.rng),
        _ => maker.container(),
    }
}

pub(crate) fn try_container(file: &[u8]) {
    let container = match VIEW.hold(0, || Container::parse(file)) {
        Ok(container) => container,
        Err(error) => {
            assert!(
                error.offset() <= file.len(),
                "{error} lies behind {} bytes",
                file.len()
            );
            assert!(!error.path().is_empty(), "{error} names no field");
            return;
        }
    };
    assert_eq!(container.as_bytes(), file);
    for part in container.parts() {
        assert!(part.data_offset() + part.data.len() <= file.len());
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
        "what nobody edited is written otherwise"
    );
    let _ = container.verify_digest();
    let within = |error: dxc_format::Error| {
        assert!(error.file_offset() <= file.len(), "{error}");
    };
    for finding in VALIDATE.hold(file.len(), || container.validate()) {
        assert!(finding.at.is_none_or(|at| at <= file.len()), "{finding}");
    }
    let _ = VALIDATE.hold(file.len(), || container.untidy());
    let _ = SOURCES.hold(file.len(), || container.sources().map(drop));
    container.shader_stage().map(drop).unwrap_or_else(within);
    container.thread_group().map(drop).unwrap_or_else(within);
    if let Ok(Some(listing)) = container.listing() {
        TEXT.hold(file.len(), || listing.to_string());
    }
}
