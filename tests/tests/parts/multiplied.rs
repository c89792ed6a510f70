//! Small files whose offsets lead to one place over and over: what is made of them stays small.

use dxc_format::document::Document;
use dxc_format::signature::{Signature, SignatureElement};
use dxc_format::{Builder, Container, Leaves, PartView, parts};

/// 200 entries of the directory, all of the same part of 8 KiB.
#[test]
fn parts_that_multiply_are_not_shown() {
    let mut builder = Builder::new();
    for _ in 0..199 {
        builder.push(parts::PRIV, Vec::new());
    }
    builder.push(parts::PRIV, vec![7; 8192]);
    let mut bytes = builder.to_bytes().unwrap();
    let offsets: Vec<_> = Container::parse(&bytes)
        .unwrap()
        .parts()
        .map(|part| part.offset)
        .collect();
    let (first, last) = (offsets[0], *offsets.last().unwrap());
    let directory = first - 4 * offsets.len();
    for entry in bytes[directory..first].as_chunks_mut::<4>().0 {
        *entry = u32::try_from(last).unwrap().to_le_bytes();
    }
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(container.parts().next().unwrap().data.len(), 8192);
    assert!(Document::of(&container).is_err());

    // Left alone, they are written as they were; edited, each gets bytes of its own.
    let mut builder = container.to_builder();
    assert_eq!(builder.to_bytes().unwrap(), bytes);
    builder.remove_at(0);
    let edited = builder.to_bytes().unwrap();
    assert!(edited.len() > 199 * 8192);
    let mut builder = container.to_builder();
    builder.set_version(1, 1);
    let edited = builder.to_bytes().unwrap();
    let edited = Container::parse(&edited).unwrap();
    assert!(edited.parts().all(|part| part.data == [7; 8192]));
}

/// 500 elements with the same name of 64 KiB.
#[test]
fn names_that_multiply_are_not_shown() {
    let mut signature = Signature::default();
    let mut element = SignatureElement::default();
    element.name = signature.names.intern(&"x".repeat(1 << 16));
    signature.elements = vec![element; 500];
    let mut builder = Builder::new();
    builder.set_part(parts::ISG1, signature).unwrap();
    let bytes = builder.to_bytes().unwrap();
    let container = Container::parse(&bytes).unwrap();
    let shown = Document::of(&container).unwrap().to_yaml().unwrap();
    assert!(shown.len() < 8 * bytes.len(), "{}", shown.len());

    let data = container.find(parts::ISG1).unwrap().data;
    let mut leaves = Leaves::new(data);
    PartView::walk(parts::ISG1, data, &mut leaves).unwrap();
    let shown: usize = leaves.into_vec().iter().map(|leaf| leaf.value.len()).sum();
    assert!(shown < 16 * bytes.len(), "{shown}");
}
