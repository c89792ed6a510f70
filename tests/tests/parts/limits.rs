//! The limits that SECURITY.md states: what is at a limit is taken, and what is one past it is refused.

use dxc_format::document::Document;
use dxc_format::psv0::ResourceBinding;
use dxc_format::rdat::RuntimeDataView;
use dxc_format::rdef::{
    ConstantBuffer, ResourceDefinitions, ResourceDefinitionsView, Type, Variable,
};
use dxc_format::root_signature::hlsl::file::{self, Options};
use dxc_format::root_signature::metadata;
use dxc_format::{Builder, BySize, ErrorKind, TableStyle, parts};

/// Parts that are borrowed cost nothing, so that only the sum is large. One byte less is left out: it would be written.
#[test]
fn a_container_has_two_gibibytes() {
    const PART: usize = 1 << 24;
    let data = vec![0; PART];
    let mut builder = Builder::new();
    // The header, and an entry and a header for each part.
    let count = (1usize << 31) / (PART + 12);
    for _ in 0..count {
        builder.push(parts::PRIV, data.as_slice());
    }
    let rest = (1 << 31) + 1 - 32 - count * (PART + 12) - 12;
    builder.push(parts::PRIV, &data[..rest]);
    let error = builder.to_bytes().unwrap_err();
    let value = Some((1 << 31) + 1);
    assert_eq!(*error.kind(), ErrorKind::TooLarge { value, bits: 31 });
}

/// A directory of RDAT whose entries all lead to the same table of bytes.
fn aliased(entries: u32) -> Vec<u8> {
    let at = 8 + 4 * entries;
    let offsets = std::iter::repeat_n(at, entries as usize);
    let words = [0x10, entries].into_iter().chain(offsets).chain([5, 400]);
    let words = words.chain(std::iter::repeat_n(7, 100));
    words.flat_map(u32::to_le_bytes).collect()
}

#[test]
fn bytes_are_claimed_four_times() {
    let refused = (1..20).find(|entries| RuntimeDataView::parse(&aliased(*entries)).is_err());
    let refused = refused.unwrap();
    let error = RuntimeDataView::parse(&aliased(refused)).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Aliased);
    // The first is where a writer would have put it, and is read for nobody else.
    let claimed = |entries: u32| 408 * (entries as usize - 1);
    assert!(claimed(refused) > 4 * aliased(refused).len());
    assert!(claimed(refused - 1) <= 4 * aliased(refused - 1).len());
}

/// What takes the rest of a table is counted, too: here, all tables are the same one, of no rows and many bytes.
#[test]
fn the_rest_of_a_table_is_claimed() {
    let part = |entries: u32| -> Vec<u8> {
        let at = 8 + 4 * entries;
        let offsets = std::iter::repeat_n(at, entries as usize);
        let words = [0x10, entries].into_iter().chain(offsets);
        let words = words.chain([3, 4008, 0, 32]);
        let words = words.chain(std::iter::repeat_n(7, 1000));
        words.flat_map(u32::to_le_bytes).collect()
    };
    assert!(RuntimeDataView::parse(&part(3)).is_ok());
    let error = RuntimeDataView::parse(&part(1000)).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Aliased);
}

/// 64 types are noted without allocating; more are noted elsewhere, and each is checked all the same.
#[test]
fn many_types_are_noted_on_the_heap() {
    for count in [64, 65, 300] {
        let mut definitions = ResourceDefinitions::default();
        let mut buffer = ConstantBuffer::default();
        for index in 0..count {
            let mut ty = Type::default();
            ty.rows = index;
            let mut variable = Variable::default();
            variable.type_index = definitions.types.intern(ty);
            buffer.variables.push(variable);
        }
        definitions.constant_buffers.push(buffer);
        let mut bytes = definitions.to_bytes().unwrap();
        let view = ResourceDefinitionsView::parse(&bytes).unwrap();
        assert_eq!(view.to_value(), definitions);
        // The last variable names what lies outside.
        let buffer = view.constant_buffers().get(0).unwrap();
        let last = buffer.variables.iter().last().unwrap().type_index;
        let field = bytes
            .windows(4)
            .rposition(|word| word == last.to_le_bytes());
        let field = field.unwrap();
        bytes[field..field + 4].copy_from_slice(&0x7fff_0000u32.to_le_bytes());
        let error = ResourceDefinitionsView::parse(&bytes).unwrap_err();
        assert!(
            error.path().starts_with(&format!("types[{}]", count - 1)),
            "{error}"
        );
    }
}

/// The first number that is refused.
fn first_refused(accepts: impl Fn(usize) -> bool) -> usize {
    (1..1000).find(|number| !accepts(*number)).unwrap()
}

#[test]
fn macros_stand_in_one_another_64_times() {
    let refused = first_refused(|count| {
        let chain = (1..count).map(|number| format!("#define A{number} A{}\n", number - 1));
        let chain: String = chain.collect();
        let last = count - 1;
        let text =
            format!("#define A0 \"CBV(b0)\"\n{chain}[RootSignature(A{last})]\nvoid main() {{}}\n");
        let file = file::find(&text, &Options::default()).unwrap();
        file.named("main").unwrap().text().is_ok()
    });
    assert_eq!(refused, 65);
}

/// A file may be made 32 times as long by macros, and 32 KiB longer in any case.
#[test]
fn macros_expand_to_so_many_bytes() {
    // Each stands for as many letters as stand in `A`, and one.
    let text = |count: usize| {
        let body = "x".repeat(1022);
        let names = "A ".repeat(count);
        format!("#define A \"{body}\"\n#define B {names}\n[RootSignature(B)]\nvoid main() {{}}\n")
    };
    let refused = first_refused(|count| {
        let text = text(count);
        let file = file::find(&text, &Options::default()).unwrap();
        file.named("main").unwrap().text().is_ok()
    });
    let limit = |count: usize| 32 * text(count).len() + (32 << 10);
    let expanded = |count: usize| 1025 * count + 2 * count;
    assert!(expanded(refused) > limit(refused));
    assert!(expanded(refused - 1) <= limit(refused - 1));
}

#[test]
fn conditions_have_31_brackets_around_one_another() {
    let refused = first_refused(|count| {
        let (open, close) = ("(".repeat(count), ")".repeat(count));
        let text = format!("#if {open}1{close}\n#define RS \"CBV(b0)\"\n#endif\n");
        file::find(&text, &Options::default())
            .unwrap()
            .notes
            .is_empty()
    });
    assert_eq!(refused, 32);
}

#[test]
fn nodes_of_metadata_stand_in_one_another_8_times() {
    let refused = first_refused(|count| {
        let (open, close) = ("!{".repeat(count), "}".repeat(count));
        let text = format!(
            "!dx.rootsignatures = !{{!0}}\n!0 = !{{ptr @main, !1, i32 2}}\n!1 = !{{{open}{close}}}\n"
        );
        // Shallower ones are no root signature either, which is said otherwise.
        let wrong = metadata::read(&text).unwrap_err();
        !wrong[0].message().contains("found `!`")
    });
    assert_eq!(refused, 9);
}

/// Whether a document becomes bytes.
fn builds(text: &str) -> bool {
    let document = Document::from_yaml(text).unwrap();
    document.to_bytes(TableStyle::Dxc).is_ok()
}

#[test]
fn a_document_may_ask_for_64_mebibytes_of_zeros() {
    let text = |size: usize| format!("Parts: [{{Name: NONE, Size: {size}}}]");
    assert!(builds(&text(64 << 20)));
    assert!(!builds(&text((64 << 20) + 1)));
}

/// What the records hold themselves is given.
#[test]
fn records_may_be_16_mebibytes_longer_than_what_is_in_them() {
    let record = ResourceBinding::size_of_version(u32::MAX);
    let text = |more: usize| {
        format!(
            "Parts: [{{Name: PSV0, PSVInfo: {{Version: 2, ResourceStride: {}, Resources: [{{Type: SRVTyped}}]}}}}]",
            record + more
        )
    };
    assert!(builds(&text(16 << 20)));
    assert!(!builds(&text((16 << 20) + 1)));
}
