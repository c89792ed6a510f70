//! Tests that the memory of RDAT is proportional to its size: reading does not copy it, and a value is never larger
//! than its file.
//!
//! Judge: the allocator, which counts.

use allocation_counter::measure;
use dxc_format::rdat::{RuntimeDataContentView, RuntimeDataView};
use dxc_format::{Container, ErrorKind, parts};

/// The bytes of a part: its tables are at these offsets, and `rest` follows them.
fn part(offsets: &[u32], rest: &[u32]) -> Vec<u8> {
    let count = u32::try_from(offsets.len()).unwrap();
    tests::words(&[&[0x10, count], offsets, rest].concat())
}

/// Offsets that reference one table repeatedly do not make a value that is far larger than the file; and a large part
/// is opened without being copied.
#[test]
fn memory_is_bounded() {
    const TABLES: u32 = 1000;
    let at = 8 + 4 * TABLES;
    let raw = vec![0u32; 1000];
    let size = 4 * u32::try_from(raw.len()).unwrap();
    let bytes = part(&vec![at; TABLES as usize], &[&[5, size][..], &raw].concat());
    let error = RuntimeDataView::parse(&bytes).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Aliased);

    let rows = 3_200_000u32;
    let mut bytes = part(&[12], &[3, 8 + 32 * rows, rows, 32]);
    bytes.resize(bytes.len() + 32 * rows as usize, 1);
    let file = tests::one_part(parts::RDAT, &*bytes);
    assert!(file.len() > 100_000_000);
    let allocated = measure(|| {
        let container = Container::parse(&file).unwrap();
        let data = container.rdat().unwrap().unwrap();
        assert_eq!(data.resources().get(3_199_999).unwrap().space, 0x0101_0101);
        assert!(matches!(
            data.contents().next(),
            Some(RuntimeDataContentView::Resources(_))
        ));
    });
    assert_eq!(allocated.count_total, 0, "{allocated:?}");
}
