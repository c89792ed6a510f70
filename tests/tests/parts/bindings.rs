//! Tests the bindings of shaders, as in reflection. `reflect` compares them with DXC's dumps.
//!
//! Judge: RDEF, which lists the same bindings. No tool judges the list `LISTED`, of which no stored dump has all kinds.

use dxc_format::constants::{ResourceClass, ResourceKind, ResourceType};
use dxc_format::parts;
use dxc_format::rdef::{
    self, ResourceDefinitions, ResourceReturnType, ShaderInputFlags, ShaderInputType, SrvDimension,
};
use dxc_format::runtime::shape::EnumTable;
use dxc_shader::bindings;

#[test]
fn bindings_come_from_reflection() {
    let mut seen = 0;
    for (path, container) in tests::each_container() {
        let Some(reflection) = container.rdef().unwrap() else {
            continue;
        };
        for (binding, listed) in dxc_shader::bindings(&container)
            .unwrap()
            .zip(reflection.bindings())
        {
            assert_ne!(bindings::letter(binding.class), "?", "{path}");
            assert_eq!(binding.name.as_deref(), listed.name.as_str());
            assert_eq!(binding.first, listed.bind_point);
            assert_eq!(
                bindings::register_count(&binding).unwrap_or(0),
                u64::from(listed.bind_count)
            );
            // Only bindings without a dimension have no kind.
            assert!(binding.kind.is_some(), "{path} {binding:?}");
            seen += 1;
        }
    }
    assert!(tests::corpus("real").is_none() || seen > 100, "{seen}");
}

/// The list of FXC's reflection: for each binding the type, the dimension, the return type, the number of components,
/// the first register and the count; and the output of `dxc -dumpbin`.
const LISTED: [&str; 9] = [
    "SAMPLER UNKNOWN NONE 1 2 1: sampler NA NA s2 1",
    "TEXTURE TEXTURE2D FLOAT 4 0 1: texture float4 2d t0 1",
    "TEXTURE TEXTURE3D UINT 1 5 3: texture uint 3d t5 3",
    "TEXTURE BUFFER SNORM 2 9 0: texture snorm2 buf t9 unbounded",
    "BYTEADDRESS BUFFER MIXED 1 1 1: texture byte r/o t1 1",
    "STRUCTURED BUFFER MIXED 1 3 1: texture struct r/o t3 1",
    "UAV_RWSTRUCTURED BUFFER MIXED 1 4 1: UAV struct r/w u4 1",
    "UAV_RWSTRUCTURED_WITH_COUNTER BUFFER MIXED 1 5 1: UAV struct r/w+cnt u5 1",
    "CBUFFER UNKNOWN NONE 1 7 1: cbuffer NA NA cb7 1",
];

fn definition(listed: &str) -> rdef::Binding {
    let words: Vec<&str> = listed.split([' ', ':']).collect();
    let number = |place: usize| words[place].parse::<u32>().unwrap();
    let mut binding = rdef::Binding::default();
    binding.input_type = ShaderInputType::from_name(words[0]).unwrap();
    binding.dimension = SrvDimension::from_name(words[1]).unwrap();
    binding.return_type = ResourceReturnType::from_name(words[2]).unwrap();
    (binding.bind_point, binding.bind_count) = (number(4), number(5));
    let more = number(3) - 1;
    let flags = &mut binding.flags;
    flags.set(ShaderInputFlags::TEXTURE_COMPONENT_0, more & 1 != 0);
    flags.set(ShaderInputFlags::TEXTURE_COMPONENT_1, more & 2 != 0);
    binding
}

/// The text is like `Texture2D<float4> map : register(t0)`.
#[test]
fn reflection_is_shown_as_in_listings() {
    let mut definitions = ResourceDefinitions::default();
    definitions.bindings.extend(LISTED.map(definition));
    let container = tests::opened(tests::one_value(parts::RDEF, definitions));
    let shown = dxc_shader::bindings(&container).unwrap().map(|binding| {
        let (kind, format) = (bindings::dxc_type(&binding), bindings::dxc_format(&binding));
        let [bind, count] = [bindings::dxc_bind(&binding), bindings::dxc_count(&binding)];
        format!(
            "{kind} {format} {} {bind} {count}",
            bindings::dxc_dimension(&binding)
        )
    });
    let expected = LISTED.map(|listed| listed.split_once(": ").unwrap().1);
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    let registers: Vec<String> = dxc_shader::bindings(&container)
        .unwrap()
        .map(|binding| bindings::Registers::of(&binding).to_string())
        .collect();
    assert_eq!(registers[1..4], ["t0", "t5 to t7", "t9 and up"]);
}

/// Columns of one table contain names of entries in another.
#[test]
fn the_vocabularies_meet() {
    let named = |table: &EnumTable, column: &str, other: &EnumTable| {
        for entry in table.values {
            if let Some(name) = table.text(column, entry.value) {
                assert!(other.by_name(name).is_some(), "{}: {name}", entry.name);
            }
        }
    };
    for table in [ResourceType::TABLE, ShaderInputType::TABLE] {
        named(&table, "class", &ResourceClass::TABLE);
        named(&table, "kind", &ResourceKind::TABLE);
    }
    named(&SrvDimension::TABLE, "kind", &ResourceKind::TABLE);
}
