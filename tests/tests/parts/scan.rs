//! Tests the search for containers inside of other files.
//!
//! Judge: the containers that were put into the file.
#![allow(clippy::cast_possible_truncation)] // The numbers are small.

use dxc_format::scan;

/// Bytes without a container, sometimes with the characters of the magic number.
fn rubbish(seed: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..seed % 97 + 5)
        .map(|byte| (byte * 31 + seed) as u8)
        .collect();
    if seed.is_multiple_of(3) {
        bytes.extend_from_slice(b"DXBC");
        bytes.extend((0..40).map(|byte| (byte * 7 + seed) as u8));
    }
    bytes
}

#[test]
fn every_container_is_found_and_nothing_else() {
    let (mut file, mut expected) = (Vec::new(), Vec::new());
    for (index, (_, container)) in tests::each_container().enumerate() {
        file.extend(rubbish(index));
        let bytes = container.as_bytes();
        let size = bytes.len() - container.trailing().len();
        expected.push((file.len(), size));
        file.extend_from_slice(&bytes[..size]);
    }
    file.extend(rubbish(6));
    let found = scan::containers(&file);
    let found: Vec<_> = found
        .map(|found| (found.offset, found.container.as_bytes().len()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn headers_without_anything_behind_are_none() {
    for bytes in [
        &b"DXBC"[..],
        &[b'D', b'X', b'B', b'C'].repeat(1000),
        &[0; 100],
    ] {
        assert_eq!(scan::containers(bytes).count(), 0);
    }
    // There are many headers whose size is the rest of the file.
    let mut header = b"DXBC".to_vec();
    header.extend([7; 16]);
    header.extend([1, 0, 0, 0]);
    header.extend(2_000_000u32.to_le_bytes());
    header.extend([0; 4]);
    let file = header.repeat(100_000);
    assert_eq!(scan::containers(&file).count(), 0);
}
