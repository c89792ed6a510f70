//! Tests RDEF: the crate `dxbc` reads the same values; for shader model 5.1, which it misreads, the values are compared
//! with instructions. The effects of hostile bytes are bounded.
//!
//! Judge: the crate `dxbc`, and round trips. No tool judges the document of a part that is made here.

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;

use dxbc::chunks::rdef::{self, ResourceDef, TypeDesc};
use dxc_document::Document;
use dxc_format::rdef::{
    Binding, ReflectionMagic, ResourceDefinitions, ResourceDefinitionsView, SlotRange, Type,
    TypeView,
};
use dxc_format::{
    Container, ErrorKind, TableStyle, parts,
    types::{PoolView, Text, TextView},
};

/// The maximum nesting of types in real shaders.
const DEPTH: usize = 8;

fn text(text: TextView<'_>) -> &str {
    text.as_str().unwrap()
}

fn same_type(types: PoolView<'_, Type>, number: u32, theirs: &TypeDesc<'_>, depth: usize) -> usize {
    assert!(depth < DEPTH);
    let ours: TypeView<'_> = types.get(number).unwrap();
    assert_eq!(ours.class.0, theirs.class);
    assert_eq!(ours.component_type.0, theirs.var_type);
    assert_eq!(ours.rows, theirs.rows);
    assert_eq!(ours.columns, theirs.columns);
    assert_eq!(ours.elements, theirs.elements);
    assert_eq!(text(ours.name), theirs.name);
    let words = ours.interfaces.map(|[count, offset]| {
        let types = [ours.sub_type, ours.base_class].map(|number| number.unwrap_or(0));
        [types[0], types[1], count, offset]
    });
    assert_eq!(words, theirs.sm5_extra);
    assert_eq!(ours.members.len(), theirs.members.len());
    let members = ours.members.iter().zip(&theirs.members);
    let inner = members.map(|(ours, theirs)| {
        assert_eq!(text(ours.name), theirs.name.as_ref());
        assert_eq!(ours.offset, theirs.offset);
        same_type(types, ours.type_index, &theirs.member_type, depth + 1)
    });
    1 + inner.sum::<usize>()
}

fn same_bindings(ours: &ResourceDefinitionsView<'_>, theirs: &ResourceDef<'_>) {
    assert_eq!(ours.bindings().len(), theirs.bindings.len());
    for (ours, theirs) in ours.bindings().iter().zip(&theirs.bindings) {
        assert_eq!(text(ours.name), theirs.name);
        for (ours, theirs) in [
            (ours.input_type.0, theirs.input_type),
            (ours.return_type.0, theirs.return_type),
            (ours.dimension.0, theirs.dimension),
            (ours.num_samples, theirs.num_samples),
            (ours.bind_point, theirs.bind_point),
            (ours.bind_count, theirs.bind_count),
            (ours.flags.0, theirs.flags),
        ] {
            assert_eq!(ours, theirs);
        }
    }
}

/// Compares everything except bindings; returns the number of types, counting those with several names repeatedly.
fn same_buffers(ours: &ResourceDefinitionsView<'_>, theirs: &ResourceDef<'_>) -> usize {
    let mut types = 0;
    assert_eq!(text(ours.creator()), theirs.creator);
    assert_eq!(ours.flags().0, theirs.compile_flags);
    let version = [ours.minor(), ours.major()];
    let version = u32::from(u16::from_le_bytes(version)) | u32::from(ours.stage().0) << 16;
    assert_eq!(version, theirs.target_version);
    assert_eq!(ours.constant_buffers().len(), theirs.constant_buffers.len());
    for (ours_buffer, theirs) in ours.constant_buffers().iter().zip(&theirs.constant_buffers) {
        assert_eq!(text(ours_buffer.name), theirs.name);
        assert_eq!(ours_buffer.size, theirs.size);
        assert_eq!(ours_buffer.flags.0, theirs.flags);
        assert_eq!(ours_buffer.kind.0, theirs.cb_type);
        assert_eq!(ours_buffer.variables.len(), theirs.variables.len());
        for (variable, theirs) in ours_buffer.variables.iter().zip(&theirs.variables) {
            assert_eq!(text(variable.name), theirs.name);
            assert_eq!(variable.offset, theirs.offset);
            assert_eq!(variable.size, theirs.size);
            assert_eq!(variable.flags.0, theirs.flags);
            assert_eq!(
                variable.default_value.unwrap_or(&[]),
                &*theirs.default_value
            );
            let slots = |slots: Option<SlotRange>| slots.map(|slots| (slots.start, slots.count));
            assert_eq!(
                slots(variable.textures),
                theirs.texture_start.zip(theirs.texture_size)
            );
            assert_eq!(
                slots(variable.samplers),
                theirs.sampler_start.zip(theirs.sampler_size)
            );
            types += same_type(ours.types(), variable.type_index, &theirs.var_type, 0);
        }
    }
    types
}

fn is_5_1(definitions: &ResourceDefinitionsView<'_>) -> bool {
    definitions
        .extension()
        .is_some_and(|extension| extension.magic == ReflectionMagic::RD11_1)
}

#[test]
fn the_crate_dxbc_reads_the_same() {
    let (mut compared, mut with_bindings, mut types) = (0, 0, 0);
    for (_, container) in tests::each_container() {
        let Some(ours) = container.rdef().unwrap() else {
            continue;
        };
        // The crate decides by the version, which is wrong in one file.
        if ours.extension().is_some() != (ours.major() >= 5) {
            assert_eq!((ours.major(), ours.minor()), (0, 0x50));
            continue;
        }
        let theirs = rdef::parse_rdef(ours.as_bytes()).unwrap();
        types += same_buffers(&ours, &theirs);
        if !is_5_1(&ours) {
            same_bindings(&ours, &theirs);
            with_bindings += 1;
        }
        compared += 1;
    }
    if tests::corpus("real").is_some() {
        assert_eq!(compared, COMPARED);
        assert_eq!(with_bindings, WITH_BINDINGS);
        assert_eq!(types, TYPES);
    }
}

/// The files of the corpus that have an RDEF which the crate reads as well, those before shader model 5.1, and the types
/// in all of them.
const COMPARED: usize = 135;
const WITH_BINDINGS: usize = 100;
const TYPES: usize = 405;

/// The number of files whose RDEF has the layout of a new one. Of the two others, one is from another assembler, which
/// pads with 0; in the other one, FXC placed the members of an interface type, which has none, at the offset of the
/// type itself.
const SAME_LAYOUT: usize = 134;

/// A shader's reflection: a buffer with a structure that two variables have, and a texture.
const BUILT: &str = "\
Parts:
- Name: RDEF
  ResourceDefinitions:
    Major: 5
    Stage: Pixel
    Flags: {NO_PRESHADER: true}
    Extension: {}
    Bindings:
    - {InputType: CBUFFER, BindCount: 1, Flags: {UNUSED: true}, Name: light}
    - {InputType: TEXTURE, BindCount: 1, Flags: {UNUSED: true}, Name: map}
    ConstantBuffers:
    - Size: 64
      Kind: CBUFFER
      Name: light
      Variables:
      - {Offset: 0, Size: 28, Flags: {USED: true}, Type: 0, Textures: {}, Samplers: {}, Name: sun}
      - {Offset: 32, Size: 28, Flags: {USED: true}, Type: 0, Textures: {}, Samplers: {}, Name: moon,
         DefaultValue: [7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]}
    Types:
    - {Class: STRUCT, Rows: 1, Columns: 6, Interfaces: [0, 0], Name: Light,
       Members: [{Type: 1, Offset: 0, Name: position}, {Type: 1, Offset: 16, Name: color}]}
    - {Class: VECTOR, ComponentType: FLOAT, Rows: 1, Columns: 3, Interfaces: [0, 0], Name: float3}
    Creator: a test
";

pub(crate) fn built() -> ResourceDefinitions {
    let document = Document::from_yaml(BUILT).unwrap();
    let container = tests::opened(document.to_bytes(TableStyle::Dxc).unwrap());
    container.rdef().unwrap().unwrap().to_value()
}

/// Damages one byte at a time. The values that both read are equal, except for texts that are not UTF-8, which the
/// crate omits, and the version and the record sizes of the part, which the crate assumes.
#[test]
fn the_crate_dxbc_reads_the_same_of_damaged_parts() {
    let whole = built().to_bytes().unwrap();
    let (mut same, mut other) = (0, BTreeSet::new());
    for (at, mask) in (0..whole.len()).flat_map(|at| [1, 4, 0x80].map(|mask| (at, mask))) {
        let mut bytes = whole.clone();
        bytes[at] ^= mask;
        let Ok(ours) = ResourceDefinitionsView::parse(&bytes) else {
            continue;
        };
        // The crate may panic, and so may the comparisons.
        let agree = std::panic::catch_unwind(AssertUnwindSafe(|| {
            rdef::parse_rdef(&bytes).map(|theirs| {
                same_bindings(&ours, &theirs);
                same_buffers(&ours, &theirs)
            })
        }));
        match agree {
            Ok(Some(_)) => same += 1,
            Ok(None) => {}
            Err(_) if bytes[at] < 0x80 || mask < 0x80 => drop(other.insert(at)),
            Err(_) => {}
        }
    }
    assert!(same > 800, "{same}");
    // The version, two sizes of records, and bytes that move the start or the end of a name, or all names, into
    // padding, which is no UTF-8.
    let known = [13, 17, 40, 48, 92, 133, 200, 265, 309, 376];
    assert_eq!(other, BTreeSet::from(known));
}

/// An edited part has other names, and fewer variables.
#[test]
fn the_crate_dxbc_reads_our_output_and_edited_parts() {
    let bytes = built().to_bytes().unwrap();
    let mut edited = ResourceDefinitions::parse(&bytes).unwrap();
    edited.constant_buffers[0].variables[0].name = "the_sun_of_noon".into();
    edited.constant_buffers[0].variables.remove(1);
    // Each variable has a structure of two vectors.
    for (value, types) in [(built(), 6), (edited, 3)] {
        let bytes = value.to_bytes().unwrap();
        assert_eq!(ResourceDefinitions::parse(&bytes).unwrap(), value);
        let ours = ResourceDefinitionsView::parse(&bytes).unwrap();
        let theirs = rdef::parse_rdef(&bytes).unwrap();
        same_bindings(&ours, &theirs);
        assert_eq!(same_buffers(&ours, &theirs), types);
    }
    assert_eq!(bytes.len() % 4, 0);
    // Types, names and their padding are stored once.
    let count = |text: &[u8]| {
        let windows = bytes.windows(text.len());
        windows.filter(|window| *window == text).count()
    };
    assert_eq!((count(b"light\0"), count(b"float3\0")), (1, 1));
}

/// Texts are shown by their content, and types by their number, with the offsets of both.
#[test]
fn a_walk_shows_texts_and_types() {
    let bytes = built().to_bytes().unwrap();
    let leaves = tests::field_values(parts::RDEF, &bytes);
    let shown = |end: &str| {
        let leaf = leaves.iter().find(|leaf| leaf.path().ends_with(end));
        leaf.unwrap_or_else(|| panic!("{end}")).value()
    };
    assert_eq!(shown("creator"), "\"a test\"");
    let view = ResourceDefinitionsView::parse(&bytes).unwrap();
    let buffer = view.constant_buffers().get(0).unwrap();
    let first = buffer.variables.get(0).unwrap().type_index;
    assert_eq!(
        shown("variables[0].type_index"),
        format!("types[0] ({first})")
    );
    assert_eq!(shown("types[0].members[0].name"), "\"position\"");
}

/// Texts are compared and displayed as texts.
#[test]
fn texts() {
    let (text, other) = (Text::from("light"), Text(vec![b'l', 0xff]));
    assert!(text == *"light" && text.as_view() == *"light" && text != *"lights");
    assert_eq!((text.as_str(), other.as_str()), (Some("light"), None));
    assert_eq!(format!("{text:>7}|{other}"), "  light|l\u{fffd}");
    assert_eq!(format!("{text:?} {other:?}"), "\"light\" \"l\\xff\"");
    assert_eq!((text.len(), Text::default().is_empty()), (5, true));
}

#[test]
fn a_name_that_many_share_is_not_copied_for_each() {
    let mut definitions = built();
    let long = "n".repeat(1 << 16);
    for _ in 0..1000 {
        let mut binding = Binding::default();
        binding.name = long.as_str().into();
        definitions.bindings.push(binding);
    }
    // It is written once, and would be 64 MiB of values.
    let bytes = definitions.to_bytes().unwrap();
    assert!(bytes.len() < 200_000, "{}", bytes.len());
    let error = ResourceDefinitions::parse(&bytes).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Aliased, "{error}");
}

/// Each type is the base type of the one before it.
#[test]
fn a_chain_of_types_is_written_however_long() {
    let mut definitions = built();
    for index in 0..20_000 {
        let mut derived = Type::default();
        derived.interfaces = Some([0; 2]);
        derived.rows = u16::try_from(index).unwrap();
        derived.base_class = (index + 1 < 20_000).then_some(index + 3);
        definitions.types.0.push(derived);
    }
    definitions.types.0[1].base_class = Some(2);
    let bytes = definitions.to_bytes().unwrap();
    assert_eq!(ResourceDefinitions::parse(&bytes).unwrap(), definitions);
}

#[test]
fn documents_contain_everything() {
    let (mut kept, mut same_layout) = (0, 0);
    for (_, container) in tests::each_container() {
        let Some(ours) = container.rdef().unwrap() else {
            continue;
        };
        // A document does not have offsets, but it has the size that the compiler's layout has.
        let mut value = ours.to_value();
        value.memory.forget();
        let anew = value.to_bytes().unwrap();
        same_layout += usize::from(anew == ours.as_bytes());
        kept += usize::from(rebuilt(&tests::one_part(parts::RDEF, anew)) == value);
    }
    if tests::corpus("real").is_some() {
        assert_eq!(kept, COMPARED + 1);
        assert_eq!(same_layout, SAME_LAYOUT);
    }
}

/// Equal names are stored once: if only one of them is changed, to a name of the same length, it is not stored in the
/// same bytes.
#[test]
fn a_shared_name_is_changed_alone() {
    let read = ResourceDefinitions::parse(&built().to_bytes().unwrap()).unwrap();
    let mut binding = read.clone();
    binding.bindings[0].name = "night".into();
    let mut buffer = read.clone();
    buffer.constant_buffers[0].name = "night".into();
    let mut both = binding.clone();
    both.constant_buffers[0].name = "night".into();
    for changed in [read, binding, buffer, both] {
        let bytes = changed.to_bytes().unwrap();
        assert_eq!(ResourceDefinitions::parse(&bytes).unwrap(), changed);
    }
}

/// The reflection of a container that is shown as a document and built from it.
fn rebuilt(container: &[u8]) -> ResourceDefinitions {
    let container = tests::opened(tests::rebuilt(container));
    container.rdef().unwrap().unwrap().to_value()
}

#[test]
fn built_parts_are_shown_with_indices_and_names() {
    let container = tests::one_value(parts::RDEF, built());
    assert_eq!(rebuilt(&container), built());
    let document = Document::of(&Container::parse(&container).unwrap()).unwrap();
    insta::assert_snapshot!(document.to_yaml().unwrap());
}
