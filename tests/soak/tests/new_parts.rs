//! A new value of everything that a part may hold is a part of the format.
#![allow(clippy::unwrap_used, missing_docs)]

use dxc_format::document::Document;
use dxc_format::parts::PARTS;
use dxc_format::{Container, Part, TableStyle};
use soak::new_parts;

#[test]
fn new_parts_are_written_read_and_shown() {
    for part in new_parts() {
        let codes = PARTS.iter().map(|info| info.fourcc);
        for fourcc in codes.filter(|fourcc| part.goes_with(*fourcc)) {
            let bytes = part.to_bytes(fourcc).unwrap();
            assert_eq!(Part::parse(fourcc, &bytes).unwrap(), part, "{fourcc}");
            let file = tests::one_value(fourcc, part.clone());
            let document = Document::of(&Container::parse(&file).unwrap()).unwrap();
            assert_eq!(
                document.to_bytes(TableStyle::Dxc).unwrap(),
                file,
                "{fourcc}"
            );
        }
    }
}
