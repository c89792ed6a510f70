//! Tests that the memory of documents is proportional to their content, and limited.
//!
//! Judge: the allocator, which counts, and a round trip to the same bytes.

use dxc_document::Document;
use dxc_format::{Container, TableStyle, parts};
use stats_alloc::Region;

use crate::ALLOCATOR;

/// The maximum memory for a document of a few words.
const MOST: usize = 64 << 20;

pub(crate) fn memory_is_bounded() {
    for name in [
        "build-2gib-rdef-size.yaml",
        "build-4gib-resourcestride.yaml",
        "build-panic-partoffsets.yaml",
        "build-resourcestride-100m.yaml",
    ] {
        let text = String::from_utf8(tests::read(&format!("hostile/{name}"))).unwrap();
        let document = Document::from_yaml(&text).unwrap();
        let region = Region::new(ALLOCATOR);
        assert!(document.to_bytes(TableStyle::Dxc).is_err(), "{name}");
        let allocated = region.change().bytes_allocated;
        assert!(allocated < MOST, "{name}: {allocated} bytes");
    }

    // A blob is stored as bytes, whether the document is shown or read.
    let blob = vec![200; 4 << 20];
    let file = tests::one_part(parts::PRIV, blob.as_slice());
    let container = Container::parse(&file).unwrap();
    let region = Region::new(ALLOCATOR);
    let document = Document::of(&container).unwrap();
    let shown = region.change().bytes_allocated;
    assert!(shown < 8 * file.len(), "{shown} of {}", file.len());
    let region = Region::new(ALLOCATOR);
    assert_eq!(document.to_bytes(TableStyle::Dxc).unwrap(), file);
    let built = region.change().bytes_allocated;
    assert!(built < 8 * file.len(), "{built} of {}", file.len());
}
