//! Tests the limits in SECURITY.md: a value at a limit is accepted, and one beyond it is refused.
//!
//! Judge: SECURITY.md, whose table names each test.

use dxc_format::constants::RootSignatureVersion;
use dxc_format::psv0::{PipelineElement, PipelineStateValidation, ResourceBinding, RuntimeInfo};
use dxc_format::rdat::RuntimeDataView;
use dxc_format::rdef::{
    ConstantBuffer, ResourceDefinitions, ResourceDefinitionsView, Type, Variable,
};
use dxc_format::signature::{Signature, SignatureElement, SignatureLayout};
use dxc_format::{Builder, Container, ErrorKind, Limits, TableStyle, parts};
use dxc_root_signature::hlsl::file::{self, Options};
use dxc_root_signature::hlsl::{self, Dialect};
use dxc_root_signature::metadata;
use dxc_shader::diff::{Depth, containers};
use dxc_shader::linkage::{Stage, StageElement};
use tests::words;

/// SECURITY.md names existing tests: a renamed test must be renamed there, too.
#[test]
fn every_limit_names_a_test() {
    let security = std::fs::read_to_string(tests::root().join("SECURITY.md")).unwrap();
    let limits = security.lines().skip_while(|line| *line != "## Limits");
    let limits = limits.take_while(|line| *line != "## Memory");
    let mut named = 0;
    for (module, name) in limits
        .flat_map(|line| line.split('`'))
        .filter_map(|code| code.split_once("::"))
    {
        let folders = [
            "tests/tests/parts",
            "tests/tests/parts/assembly",
            "tests/features/cases",
            "tools/dxobj/tests/run",
            "dxc-derive/runtime/src/records",
        ];
        let mut texts = folders.into_iter().filter_map(|folder| {
            let path = tests::root().join(folder).join(format!("{module}.rs"));
            std::fs::read_to_string(path).ok()
        });
        // `Document::of` and similar names are not tests.
        let is_test = module
            .chars()
            .all(|letter| letter.is_lowercase() || letter == '_');
        let test = format!("#[test]\nfn {name}() {{");
        assert!(
            !is_test || texts.any(|text| text.replace("    ", "").contains(&test)),
            "{module}::{name}"
        );
        named += usize::from(is_test);
    }
    assert!(named > 20, "{named}");
}

/// Borrowed parts take no memory, so only the sum is large. A container with one byte less is not tested, because it
/// would be written.
#[test]
fn a_container_has_two_gibibytes() {
    const PART: usize = 1 << 24;
    let data = vec![0; PART];
    let mut builder = Builder::new();
    // The size has the header, and an entry and a header for each part.
    let count = (1usize << 31) / (PART + 12);
    for _ in 0..count {
        builder.push(parts::PRIV, data.as_slice());
    }
    let rest = (1 << 31) + 1 - 32 - count * (PART + 12) - 12;
    builder.push(parts::PRIV, &data[..rest]);
    let error = builder.to_bytes().unwrap_err();
    let value = Some((1 << 31) + 1);
    assert_eq!(*error.kind(), ErrorKind::TooLarge { value, bits: 31 });
    assert_eq!((error.path(), error.offset()), ("header.file_size", 24));
}

/// Untouched zeros take no memory either.
#[cfg(target_pointer_width = "64")]
#[test]
fn a_container_of_two_gibibytes_is_opened() {
    use dxc_format::header::{Header, MAX_FILE_SIZE};
    use dxc_format::types::Fixed;

    let mut file = vec![0; (1 << 31) + 1];
    let empty = Builder::new().to_bytes().unwrap();
    let mut header = Container::parse(&empty).unwrap().header();
    for (size, is_opened) in [(MAX_FILE_SIZE, true), (MAX_FILE_SIZE + 1, false)] {
        header.file_size = size;
        header.encode(&mut file[..Header::SIZE]).unwrap();
        let error = Container::parse(&file).err();
        assert_eq!(error.is_none(), is_opened, "{size}: {error:?}");
        if let Some(error) = error {
            let value = Some(size.into());
            assert_eq!(*error.kind(), ErrorKind::TooLarge { value, bits: 31 });
            assert_eq!((error.path(), error.offset()), ("header.file_size", 24));
        }
    }
}

/// A directory of RDAT whose entries all reference the same table with these words.
fn aliased(entries: u32, table: &[u32]) -> Vec<u8> {
    let offsets = vec![8 + 4 * entries; entries as usize];
    words(&[&[0x10, entries], &*offsets, table].concat())
}

#[test]
fn bytes_are_claimed_four_times() {
    let aliased = |entries| aliased(entries, &[&[5, 400], &[7; 100][..]].concat());
    let refused = (1..20).find(|entries| RuntimeDataView::parse(&aliased(*entries)).is_err());
    let refused = refused.unwrap();
    // In a container, the error has both offsets.
    let container = tests::opened(tests::one_part(parts::RDAT, aliased(refused)));
    let error = container.rdat().unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Aliased);
    let message = " of the part): overlapping references exceed the size limit";
    assert!(error.to_string().ends_with(message), "{error}");
    // The first one is at its usual offset, and no other entry claims it.
    let claimed = |entries: u32| 408 * (entries as usize - 1);
    assert!(claimed(refused) > 4 * aliased(refused).len());
    assert!(claimed(refused - 1) <= 4 * aliased(refused - 1).len());
}

/// A list that extends to the end of a table is also counted: here, all tables share the same bytes and have no rows.
#[test]
fn the_rest_of_a_table_is_claimed() {
    let part = |entries| aliased(entries, &[&[3, 4008, 0, 32], &[7; 1000][..]].concat());
    assert!(RuntimeDataView::parse(&part(3)).is_ok());
    let error = RuntimeDataView::parse(&part(1000)).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Aliased);
}

/// 64 types are recorded without allocating; more are recorded on the heap, and each is still checked.
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
        // The name of the last variable is outside of the part.
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

/// The smallest number that is refused.
fn first_refused(accepts: impl Fn(usize) -> bool) -> usize {
    (1..1000).find(|number| !accepts(*number)).unwrap()
}

fn found(text: &str) -> file::File<'_> {
    file::find(text, &Options::default()).unwrap()
}

#[test]
fn macros_are_nested_64_levels() {
    let refused = first_refused(|count| {
        let chain = (1..count).map(|number| format!("#define A{number} A{}\n", number - 1));
        let chain: String = chain.collect();
        let last = count - 1;
        let text =
            format!("#define A0 \"CBV(b0)\"\n{chain}[RootSignature(A{last})]\nvoid main() {{}}\n");
        found(&text).named("main").unwrap().text().is_ok()
    });
    assert_eq!(refused, 65);
}

/// The messages of the notes on a file.
fn notes(text: &str) -> Vec<String> {
    let found = found(text);
    let notes = found.notes();
    notes.iter().map(|note| note.message().to_owned()).collect()
}

/// Macros expand to four times the file, and to 64 KiB in any case.
#[test]
fn macros_expand_to_so_many_bytes() {
    // Each macro expands to the characters of `A`, and one more.
    let text = |count: usize| {
        let body = "x".repeat(1022);
        let names = "A ".repeat(count);
        format!("#define A \"{body}\"\n#define B {names}\n[RootSignature(B)]\nvoid main() {{}}\n")
    };
    let refused = first_refused(|count| found(&text(count)).named("main").unwrap().text().is_ok());
    let limit = |count: usize| 4 * text(count).len() + (64 << 10);
    let expanded = |count: usize| 1025 * count + 2 * count;
    assert!(expanded(refused) > limit(refused));
    assert!(expanded(refused - 1) <= limit(refused - 1));
}

/// Conditionals count toward this limit, too: each evaluation adds the bytes of a macro.
#[test]
fn macros_of_conditionals_expand_to_so_many_bytes() {
    let not_evaluated = |text: &str| {
        let too_much = |note: &&String| *note == "the macros in `A` expand to too much text";
        notes(text).iter().filter(too_much).count()
    };
    // The body of the macro has 1024 bytes.
    let text = |count: usize| {
        let conditionals = "#if A\n#endif\n".repeat(count);
        let body = "+1".repeat(511);
        format!("#define A ({body})\n{conditionals}#define RS \"CBV(b0)\"\n")
    };
    let limit = |count: usize| 4 * text(count).len() + (64 << 10);
    let most = |count: usize| limit(count) / 1025;
    let refused = first_refused(|count| not_evaluated(&text(count)) == 0);
    assert_eq!(refused, most(refused) + 1);
    assert_eq!(
        not_evaluated(&text(refused + 20)),
        refused + 20 - most(refused + 20)
    );
}

/// Each macro is eight times the one before: evaluating the last one would take a thousand million steps.
#[test]
fn macros_of_conditionals_multiply_no_further() {
    let eight = |number: usize| {
        format!(
            "#define A{} ({}1)\n",
            number + 1,
            format!("A{number}+").repeat(8)
        )
    };
    let chain: String = (0..10).map(eight).collect();
    let text = format!("#define A0 1\n{chain}#if A10\n#endif\n#define RS \"CBV(b0)\"\n");
    let too_much = "the macros in `A10` expand to too much text";
    assert_eq!(notes(&text), [too_much]);
    assert!(found(&text).named("RS").is_ok());
}

#[test]
fn conditions_have_31_nested_brackets() {
    let refused = first_refused(|count| {
        let (open, close) = ("(".repeat(count), ")".repeat(count));
        let text = format!("#if {open}1{close}\n#define RS \"CBV(b0)\"\n#endif\n");
        found(&text).notes().is_empty()
    });
    assert_eq!(refused, 32);
    let refused = first_refused(|count| {
        let (conditions, others) = ("1 ? ".repeat(count), " : 0".repeat(count));
        let text = format!("#if {conditions}1{others}\n#define RS \"CBV(b0)\"\n#endif\n");
        found(&text).notes().is_empty()
    });
    assert_eq!(refused, 32);
}

/// The maximum number of reported errors is twenty.
#[test]
fn twenty_mistakes_of_a_text_are_reported() {
    let reported = |mistakes: usize| {
        let text = vec!["CBV(x1)"; mistakes].join(", ");
        let version = RootSignatureVersion::V1_1;
        hlsl::parse(&text, version, Dialect::Clang)
            .unwrap_err()
            .len()
    };
    assert_eq!([19, 20, 21, 1000].map(reported), [19, 20, 20, 20]);
}

/// The last note says that there would be more.
#[test]
fn a_hundred_notes_of_a_file_are_reported() {
    let notes = |conditions: usize| {
        let text = "#if 1 +\n#endif\n".repeat(conditions) + "#define RS \"CBV(b0)\"\n";
        found(&text).notes().to_vec()
    };
    let left_out = "further notes are left out";
    let last = |conditions| {
        let notes = notes(conditions);
        let last = notes.last().unwrap().render("file", "", false);
        (notes.len(), last.contains(left_out))
    };
    assert_eq!(
        [100, 101, 5000].map(last),
        [(100, false), (101, true), (101, true)]
    );
}

#[test]
fn nodes_of_metadata_are_nested_8_levels() {
    let refused = first_refused(|count| {
        let (open, close) = ("!{".repeat(count), "}".repeat(count));
        let text = format!(
            "!dx.rootsignatures = !{{!0}}\n!0 = !{{ptr @main, !1, i32 2}}\n!1 = !{{{open}{close}}}\n"
        );
        // With less nesting, the text is still not a root signature, which is another error.
        let wrong = metadata::read(&text).unwrap_err();
        !wrong[0].message().contains("found `!`")
    });
    assert_eq!(refused, 9);
}

/// A root signature with this many root views that are all the same node: there is one record for each, and one for the
/// root signature.
fn nodes_named_often(views: usize, spaces: usize) -> String {
    let tables = ["!2"; 300].join(", ");
    let ranges = ", !3".repeat(views);
    format!(
        "{}!dx.rootsignatures = !{{!0}}\n!0 = !{{null, !1, i32 2}}\n!1 = !{{{tables}}}\n\
         !2 = !{{!\"DescriptorTable\", i32 0{ranges}}}\n!3 = !{{!\"SRV\", i32 1, i32 0, i32 0, i32 -1, i32 4}}\n",
        " ".repeat(spaces)
    )
}

/// The limit is one record for each byte of the text, and 32 Ki more: if the text is one byte shorter, it has too many.
#[test]
fn nodes_of_metadata_define_a_limited_number_of_records() {
    // There are a root signature, 300 tables, and 120 ranges in each.
    let records = 1 + 300 + 300 * 120;
    let length = nodes_named_often(120, 0).len();
    let missing = records - (32 << 10) - length;
    let reads = |spaces| metadata::read(&nodes_named_often(120, spaces));
    assert!(reads(missing).is_ok());
    assert_eq!(
        reads(missing - 1).unwrap_err()[0].message(),
        "references to nodes exceed the limit"
    );
}

/// A name is counted for each entry that references its node, by its size.
#[test]
fn names_of_metadata_are_repeated_so_often() {
    let text = |entries: usize| {
        let (entries, name) = (vec!["!0"; entries].join(", "), "f".repeat(1000));
        format!(
            "!dx.rootsignatures = !{{{entries}}}\n!0 = !{{ptr @{name}, !1, i32 2}}\n!1 = !{{}}\n"
        )
    };
    let refused = first_refused(|entries| metadata::read(&text(entries)).is_ok());
    let limit = |entries: usize| text(entries).len() + (32 << 10);
    assert!(1001 * refused > limit(refused));
    assert!(1001 * (refused - 1) <= limit(refused - 1));
    assert_eq!(
        metadata::read(&text(refused)).unwrap_err()[0].message(),
        "references to nodes exceed the limit"
    );
}

/// A part with this many different resources; the first one is `first`.
fn resources(first: u32, count: u32) -> Vec<u8> {
    let mut psv = PipelineStateValidation::default();
    psv.info.record = RuntimeInfo::new(2);
    for register in first..first + count {
        let mut resource = ResourceBinding::new(2);
        (resource.lower_bound, resource.upper_bound) = (register, register);
        psv.resources.push(resource);
    }
    tests::one_value(parts::PSV0, psv)
}

/// Records without names are searched in the other container as long as there are at most 2^20 pairs; beyond that,
/// records with the same index are compared.
#[test]
fn records_are_compared_in_so_many_pairs() {
    let differences = |count: u32| {
        let (old, new) = (resources(0, count), resources(1, count));
        let [old, new] = [&old, &new].map(|file| Container::parse(file).unwrap());
        containers(&old, &new, Depth::Semantic).len()
    };
    // One record is removed, and another one is added.
    assert_eq!(differences(1 << 10), 2);
    assert!(differences((1 << 10) + 1) > 1 << 10);
}

/// Elements with the same name, none of which is equal to one of the other container: those that are most similar are
/// compared, in at most 2^20 pairs.
#[test]
fn similar_records_are_compared_in_so_many_pairs() {
    let part = |count: u32, register: u32, reversed: bool| {
        let mut signature = tests::named_alike(count as usize, 1);
        for (place, element) in signature.elements.iter_mut().enumerate() {
            let place = u32::try_from(place).unwrap();
            element.index = if reversed { count - 1 - place } else { place };
            element.register = register;
        }
        tests::one_value(parts::ISG1, signature)
    };
    let differences = |count: u32| {
        let (old, new) = (part(count, 1, false), part(count, 2, true));
        let [old, new] = [&old, &new].map(|file| Container::parse(file).unwrap());
        containers(&old, &new, Depth::Semantic).len()
    };
    let most = 1 << 10;
    // The register of each record differs; with another record, so does the index.
    assert_eq!(differences(most), most as usize);
    assert!(differences(most + 1) > 2 * most as usize - 2);
}

/// The output for functions with many dependencies; each dependency has a separate name of this length.
fn dependencies(functions: u32, names: u32, letters: u32) -> (Vec<String>, usize) {
    let name = |index: u32| char::from_u32(u32::from('0') + index).unwrap();
    let strings = (0..names).map(|index| name(index).to_string().repeat(letters as usize) + "\0");
    let mut strings = strings.collect::<String>().into_bytes();
    strings.resize(strings.len().next_multiple_of(4), 0);
    let offsets = (0..names).map(|index| index * (letters + 1));
    let list: Vec<u32> = [names].into_iter().chain(offsets).collect();
    let function = [0, 0, u32::MAX, 0, 6, 0, 0, 0, 0, 0, 0];
    let functions = [vec![functions, 44], function.repeat(functions as usize)].concat();
    let bytes = tests::runtime_data(&[(1, strings), (2, words(&list)), (4, words(&functions))]);
    let field_values = tests::field_values(parts::RDAT, &bytes).into_iter();
    let named = field_values.filter(|field_value| field_value.path().ends_with(".dependencies"));
    (
        named
            .map(|field_value| field_value.text().into_owned())
            .collect(),
        bytes.len(),
    )
}

#[test]
fn a_leaf_shows_32_elements_of_a_list() {
    let ends = |names| dependencies(1, names, 1).0[0].ends_with(", ..]");
    assert_eq!([31, 32, 33].map(ends), [false, false, true]);
}

#[test]
fn a_leaf_shows_1024_bytes_of_a_list() {
    // There are two names, and the comma between them.
    let ends = |letters| dependencies(1, 2, letters).0[0].ends_with("0, ..]");
    assert_eq!([510, 511, 512].map(ends), [false, false, true]);
    let (texts, size) = dependencies(100, 32, 200);
    assert_eq!(texts.len(), 100);
    let shown: usize = texts.iter().map(String::len).sum();
    assert!(shown < 16 * size, "{shown} of {size}");
}

/// A signature of this many elements whose names are suffixes of one string, each one character shorter.
fn ends(elements: u32, letters: usize) -> Signature {
    let mut signature = Signature::default();
    signature.names.intern(&"x".repeat(letters));
    let element = |name| SignatureElement {
        name,
        ..SignatureElement::default()
    };
    signature.elements = (0..elements).map(element).collect();
    signature
}

#[test]
fn names_are_laid_out_four_times_the_table() {
    let most = 4 * 4097 + (64 << 10);
    // DXC stores the suffixes of a string as separate strings.
    let taken = |elements| (0..elements).map(|end| 4096 - end).sum::<usize>();
    assert!(taken(20) <= most && most < taken(21));
    for style in [TableStyle::Dxc, TableStyle::Llvm] {
        let mut signature = ends(20, 4096);
        signature
            .lay_out(style, SignatureLayout::MinPrecision)
            .unwrap();
        assert_eq!(signature.names.len(), taken(20) + 20);
        let error = ends(21, 4096)
            .lay_out(style, SignatureLayout::MinPrecision)
            .unwrap_err();
        assert_eq!(*error.kind(), ErrorKind::Aliased);
        assert_eq!(error.path(), "elements[20].name");
    }
    // Any number of elements may share a name that is stored once.
    let mut signature = ends(1, 4096);
    signature.elements = vec![signature.elements[0]; 10_000];
    signature
        .lay_out(TableStyle::Dxc, SignatureLayout::MinPrecision)
        .unwrap();
    assert_eq!(signature.names.len(), 4097);

    // If DXC repeats names, each one counts.
    let mut psv = PipelineStateValidation::default();
    psv.info.record = RuntimeInfo::new(1);
    let mut element = PipelineElement::default();
    element.name = psv.strings.intern(&"x".repeat(4095));
    assert_eq!(most / 4095, 20);
    for index in 0..21 {
        psv.inputs.push(element);
        let mut laid_out = psv.clone();
        laid_out.lay_out(TableStyle::Llvm).unwrap();
        let error = laid_out.lay_out(TableStyle::Dxc).err();
        assert_eq!(error.is_some(), index == 20, "{error:?}");
        if let Some(error) = error {
            assert_eq!(*error.kind(), ErrorKind::Aliased);
            assert_eq!(error.path(), "inputs[20].name");
        }
    }
}

/// The elements of a stage and their names take memory: as much as the limit, and not a byte more.
#[test]
fn elements_of_a_stage_take_the_memory_of_its_limit() {
    let mut builder = Builder::new();
    builder
        .set_part(parts::ISG1, tests::named_alike(3, 5))
        .unwrap();
    builder.push(parts::SHEX, words(&[0x50, 2]));
    let bytes = builder.to_bytes().unwrap();
    let container = Container::parse(&bytes).unwrap();
    let most = 3 * (size_of::<StageElement>() as u64 + 5);
    for (memory, is_read) in [(most, true), (most - 1, false)] {
        let mut limits = Limits::NONE;
        limits.memory = memory;
        let read = Stage::read_within(&container, &limits);
        assert_eq!(read.is_ok(), is_read);
        if let Err(error) = read {
            assert_eq!(tests::limit_of(&error), Some(("memory", memory)));
        }
    }
}
