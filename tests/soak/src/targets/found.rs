//! Tests containers within other files: scanning any file, and PDB files.

use dxc_document::encoded;
use dxc_format::{Container, ErrorKind, header, pdb, scan};

use crate::limits::{BUILD, VIEW};
use crate::{Maker, damage};

/// Containers with random bytes between them.
pub(crate) fn make_scan(maker: &mut Maker<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..maker.rng.usize(..4) {
        bytes.extend((0..maker.rng.usize(..40)).map(|_| maker.rng.u8(..)));
        if maker.rng.bool() {
            bytes.extend(header::MAGIC.0);
        }
        let container = maker.container();
        match maker.rng.u8(..3) {
            0 => bytes.extend(
                container
                    .iter()
                    .flat_map(|byte| format!("{byte:#04x},").into_bytes()),
            ),
            _ => bytes.extend(container),
        }
    }
    if maker.rng.bool() {
        damage::bytes(&mut bytes, &mut maker.rng);
    }
    bytes
}

/// Checks that containers that are found are at their offsets, in order, and can be opened.
pub(crate) fn try_scan(bytes: &[u8]) {
    let mut end = 0;
    let _ = VIEW.hold(0, || scan::containers(bytes).count());
    for found in scan::containers(bytes) {
        assert!(found.offset >= end, "{} is before {end}", found.offset);
        let file = found.container.as_bytes();
        end = found.offset + file.len();
        assert_eq!(bytes.get(found.offset..end), Some(file));
        assert!(found.container.trailing().is_empty());
        assert!(Container::parse(file).is_ok());
    }
    let size = |found: &encoded::Encoded| found.bytes.len();
    let texts = encoded::containers(bytes);
    assert!(texts.iter().map(size).sum::<usize>() <= 16 * bytes.len());
}

/// A PDB with some bytes changed, usually in its tables of blocks.
pub(crate) fn make_pdb(maker: &mut Maker<'_>) -> Vec<u8> {
    let pdb = maker.rng.choice(&maker.seeds.pdbs);
    let mut bytes = pdb.cloned().unwrap_or_default();
    for _ in 0..maker.rng.usize(..6) {
        let at = 4 * maker.rng.usize(8..16);
        match bytes.get_mut(at..at + 4) {
            Some(field) if maker.rng.u8(..3) == 0 => {
                crate::kinds::put(field, crate::kinds::number(&mut maker.rng));
            }
            _ => damage::bytes(&mut bytes, &mut maker.rng),
        }
    }
    bytes
}

/// Checks that a PDB file whose content would be larger than the file is refused.
pub(crate) fn try_pdb(bytes: &[u8]) {
    match BUILD.hold(bytes.len(), || pdb::container(bytes)) {
        Ok(inner) => {
            assert!(inner.len() <= bytes.len());
            assert!(pdb::is_pdb(bytes));
        }
        Err(error) => assert!(matches!(error.kind(), ErrorKind::Pdb { .. }), "{error}"),
    }
    if let Ok(Some(sources)) = dxc_shader::sources::read_fxc_pdb(bytes) {
        let sizes = sources.files.iter().map(|file| file.text.len());
        // An invalid byte of UTF-8 becomes three bytes.
        assert!(sizes.sum::<usize>() <= 12 * bytes.len());
    }
}
