//! Tests the limits of documents in SECURITY.md: a value at a limit is accepted, and one beyond it is refused.
//!
//! Judge: SECURITY.md, and a round trip to the same bytes.

use dxc_document::{Document, DocumentError, Map, Node, show};
use dxc_format::psv0::ResourceBinding;
use dxc_format::signature::{Signature, SignatureLayout};
use dxc_format::{Builder, Container, Limits, TableStyle, parts, types::BySize};
use tests::named_alike;

#[test]
fn parts_are_shown_up_to_four_times_the_file() {
    let mut both = [0; 2];
    for entries in 1..20 {
        let bytes = tests::aliased(entries, parts::PRIV, &[7; 1000]);
        let container = Container::parse(&bytes).unwrap();
        assert!(container.parts().all(|part| part.data.len() == 1000));
        // A part also has a directory entry and a header.
        let is_shown = (12 + 1000) * entries as usize <= 4 * bytes.len();
        both[usize::from(is_shown)] += 1;
        assert_eq!(Document::of(&container).is_ok(), is_shown, "{entries}");
    }
    assert!(both[0] > 0 && both[1] > 1, "{both:?}");
}

/// The number of elements of a signature that are shown with their names, and the size of the part.
fn shown_names(signature: &Signature) -> (usize, usize) {
    let layout = SignatureLayout::MinPrecision;
    let bytes = signature.to_bytes(layout).unwrap();
    let node = show::<Signature>(&bytes, (layout,)).unwrap();
    let Some(Node::List(shown)) = map(&node).get("Parameters") else {
        panic!("no elements");
    };
    let has_name = |element: &&Node| matches!(map(element).get("Name"), Some(Node::Text(_)));
    (shown.iter().filter(has_name).count(), bytes.len())
}

/// Beyond the limit, the document has offsets in place of names, and builds the same bytes.
#[test]
fn names_are_shown_up_to_four_times_the_part() {
    const NAME: usize = 1000;
    for elements in 1..10 {
        let signature = named_alike(elements, NAME);
        let (shown, size) = shown_names(&signature);
        assert_eq!(shown, elements.min(4 * size / NAME), "{elements}");
        let file = tests::one_value(parts::ISG1, signature);
        assert_eq!(tests::rebuilt(&file), file, "{elements}");
    }
}

/// 20,000 elements share one name of a mebibyte: its end is searched once, not 20,000 times.
#[test]
fn names_that_are_not_shown_are_not_gone_over() {
    let (shown, size) = shown_names(&named_alike(20_000, 1 << 20));
    assert_eq!(shown, 4 * size / (1 << 20));
}

fn map(node: &Node) -> &Map {
    match node {
        Node::Map(map) => map,
        other => panic!("{other:?}"),
    }
}

/// Whether bytes can be built from a document.
fn builds(text: &str) -> bool {
    let document = Document::from_yaml(text).unwrap();
    document.to_bytes(TableStyle::Llvm).is_ok()
}

/// The bytes that a document may request, a quarter of the memory: 16 MiB by default.
const ASKED: usize = 16 << 20;

#[test]
fn a_document_may_ask_for_16_mebibytes_of_zeros() {
    let text = |size: usize| format!("Parts: [{{Name: NONE, Size: {size}}}]");
    assert!(builds(&text(ASKED)));
    assert!(!builds(&text(ASKED + 1)));
    // The caller may allow more.
    let document = Document::from_yaml(&text(ASKED + 1)).unwrap();
    let mut limits = Limits::NONE;
    for (memory, is_built) in [(4 * ASKED, false), (4 * (ASKED + 1), true)] {
        limits.memory = memory as u64;
        let built = document.to_bytes_within(TableStyle::Llvm, &limits);
        assert_eq!(built.is_ok(), is_built);
    }
}

/// A part with one record whose stride exceeds its fields by this many bytes.
fn long_record(more: usize) -> String {
    let stride = ResourceBinding::size_of_version(u32::MAX) + more;
    format!(
        "{{Name: PSV0, PSVInfo: {{Version: 2, ResourceStride: {stride}, Resources: [{{Type: SRVTyped}}]}}}}"
    )
}

/// Bytes of the records themselves do not count.
#[test]
fn records_may_be_16_mebibytes_longer_than_their_content() {
    let text = |more: usize| format!("Parts: [{}]", long_record(more));
    assert!(builds(&text(ASKED)));
    assert!(!builds(&text(ASKED + 1)));
}

/// The limit applies to the sum over all parts, of records and of zeros.
#[test]
fn parts_of_a_document_ask_for_16_mebibytes_together() {
    let zeros = |size: usize| format!("{{Name: NONE, Size: {size}}}");
    let text = |parts: &[String]| format!("Parts: [{}]", parts.join(", "));
    let most = [long_record(ASKED / 2), zeros(ASKED / 2)];
    assert!(builds(&text(&most)));
    for last in [long_record(1), zeros(1)] {
        let [one, other] = most.clone();
        let text = text(&[one, other, last]);
        assert!(!builds(&text), "{text}");
    }
}

/// A file may have longer gaps than a document may omit: the document lists the last ones.
#[test]
fn documents_list_gaps_beyond_the_limit() {
    const GAP: usize = 1 << 16;
    let mut builder = Builder::new();
    for _ in 0..ASKED / GAP + 2 {
        builder.push(parts::PRIV, vec![0; GAP]);
    }
    let mut bytes = builder.to_bytes().unwrap();
    let container = Container::parse(&bytes).unwrap();
    let headers: Vec<usize> = container.parts().map(|part| part.offset).collect();
    for header in headers {
        bytes[header..][4..8].fill(0);
    }
    let document = Document::of(&Container::parse(&bytes).unwrap()).unwrap();
    let layout = map(document.node()).get("Layout");
    let Some(Node::List(gaps)) = layout.and_then(|layout| map(layout).get("Gaps")) else {
        panic!("{layout:?}");
    };
    assert_eq!(gaps.len(), 2);
    assert!(document.to_bytes(TableStyle::Dxc).unwrap() == bytes);
}

/// Whether a document with so many equal samplers is built within one mebibyte of memory.
fn samplers_are_built(sampler: &str, count: usize) -> Result<(), DocumentError> {
    let samplers = vec![sampler; count].join(", ");
    let text = format!("Parts: [{{ Name: RTS0, RootSignature: {{ Samplers: [{samplers}] }} }}]");
    let mut limits = Limits::of_input(0);
    (limits.memory, limits.output) = (1 << 20, 4 << 20);
    let document = Document::from_yaml(&text).unwrap();
    document.to_bytes_within(TableStyle::Dxc, &limits).map(drop)
}

/// A sampler takes four copies of its 52 bytes, and 64 bytes. One mebibyte more is for small documents.
#[test]
fn records_of_a_document_take_the_memory_of_its_limit() {
    let most = (2 << 20) / (4 * 52 + 64);
    assert!(samplers_are_built("{}", most).is_ok());
    let error = samplers_are_built("{}", most + 1).unwrap_err();
    assert_eq!(error.path(), "Parts[0].RootSignature.Samplers");
    let help = "the limit is `Limits::memory`, or 32 times the text; records that state their keys do not exceed it";
    let message =
        format!("7711 records of 272 bytes of memory exceed the limit of a document; {help}");
    assert!(error.to_string().ends_with(&message), "{error}");
    // Records with their keys have enough text, however many there are.
    assert!(samplers_are_built("{ ShaderRegister: 5 }", 3 * most).is_ok());
}
