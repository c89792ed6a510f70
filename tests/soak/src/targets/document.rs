//! Tests documents: the document of a container, and the container that a text builds.

use dxc_document::Document;
use dxc_format::{Container, PartView, TableStyle};

use crate::limits::{FILL, SHOW, TEXT};
use crate::{Maker, text};

/// Converts a container to a document, and back.
pub(crate) fn try_shown(file: &[u8]) {
    let Ok(container) = Container::parse(file) else {
        return;
    };
    let Ok(document) = SHOW.hold(file.len(), || Document::of(&container)) else {
        return;
    };
    let Ok(text) = document.to_yaml() else {
        panic!("a document has no text");
    };
    let read = Document::from_yaml(&text);
    assert_eq!(
        read.as_ref().ok(),
        Some(&document),
        "a document is read back as another"
    );
    match FILL.hold(text.len(), || document.to_bytes(TableStyle::Dxc)) {
        Ok(bytes) => assert!(bytes == file, "a document makes other bytes"),
        Err(problem) => panic!("a document makes no bytes: {problem}"),
    }
}

/// A byte that selects YAML or JSON, then a text.
pub(crate) fn make(maker: &mut Maker<'_>) -> Vec<u8> {
    let file = maker.container();
    let shown = Container::parse(&file)
        .and_then(|container| Document::of(&container))
        .ok();
    let yaml = maker.rng.bool();
    let shown = shown.and_then(|shown| {
        if yaml {
            shown.to_yaml().ok()
        } else {
            serde_json::to_string_pretty(&shown).ok()
        }
    });
    let shown = shown.unwrap_or_else(|| "Parts: [{ Name: SFI0 }]".to_owned());
    let text = text::damage(&shown, std::slice::from_ref(&shown), &mut maker.rng);
    [&[u8::from(yaml)], text.as_bytes()].concat()
}

pub(crate) fn try_document(input: &[u8]) {
    let Some((kind, text)) = input.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    let read = TEXT.hold(text.len(), || match kind % 2 {
        0 => serde_json::from_str(&text).ok(),
        _ => Document::from_yaml(&text).ok(),
    });
    let Some(document) = read else { return };
    let style = if kind % 4 < 2 {
        TableStyle::Dxc
    } else {
        TableStyle::Llvm
    };
    let Ok(bytes) = FILL.hold(text.len(), || document.to_bytes(style)) else {
        return;
    };
    let container = match Container::parse(&bytes) {
        Ok(container) => container,
        Err(error) => panic!("a document makes a container that is not read: {error}"),
    };
    for part in container.parts() {
        if let Err(error) = PartView::parse(part.fourcc, part.data) {
            panic!("a document makes a part that is not read: {error}");
        }
    }
}
