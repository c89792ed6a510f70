//! Tests that the memory of documents is proportional to their content, and limited.
//!
//! Judge: the allocator, which counts, and a round trip to the same bytes.

use allocation_counter::measure;
use dxc_document::Document;
use dxc_format::{Container, TableStyle, parts};

/// The maximum memory for a document of a few words.
const MOST: u64 = 64 << 20;

#[test]
fn memory_is_bounded() {
    for name in [
        "build-2gib-rdef-size.yaml",
        "build-4gib-resourcestride.yaml",
        "build-panic-partoffsets.yaml",
        "build-resourcestride-100m.yaml",
    ] {
        let text = String::from_utf8(tests::read(&format!("hostile/{name}"))).unwrap();
        let document = Document::from_yaml(&text).unwrap();
        let allocated =
            measure(|| assert!(document.to_bytes(TableStyle::Dxc).is_err(), "{name}")).bytes_total;
        assert!(allocated < MOST, "{name}: {allocated} bytes");
    }

    // A blob is stored as bytes, whether the document is shown or read.
    let blob = vec![200; 4 << 20];
    let file = tests::one_part(parts::PRIV, blob.as_slice());
    let container = Container::parse(&file).unwrap();
    let most = 8 * file.len() as u64;
    let mut document = None;
    let shown = measure(|| document = Some(Document::of(&container).unwrap())).bytes_total;
    assert!(shown < most, "{shown} of {}", file.len());
    let document = document.unwrap();
    let built = measure(|| assert_eq!(document.to_bytes(TableStyle::Dxc).unwrap(), file));
    assert!(built.bytes_total < most, "{built:?} of {}", file.len());
}
