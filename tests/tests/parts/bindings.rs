//! The bindings of shaders, compared with DXC's dumps.

use dxc_format::bindings::Binding;
use dxc_format::constants::{ResourceClass, ResourceKind, ResourceType};
use dxc_format::rdef::{
    self, ResourceDefinitions, ResourceReturnType, ShaderInputFlags, ShaderInputType, SrvDimension,
};
use dxc_format::runtime::shape::EnumTable;
use dxc_format::{Builder, Container, parts};

/// The resources of one of DXC's dumps: space, first and last register, class and kind.
fn dumped(dump: &str) -> Vec<[String; 5]> {
    let mut resources: Vec<[String; 5]> = Vec::new();
    for line in dump.lines() {
        let Some((key, value)) = line.trim().split_once(": ") else {
            if line.contains("PSVResourceBindInfo:") {
                resources.push(Default::default());
            }
            continue;
        };
        let keys = ["Space", "LowerBound", "UpperBound", "ResType", "ResKind"];
        let place = keys.iter().position(|known| *known == key);
        if let (Some(place), Some(resource)) = (place, resources.last_mut()) {
            resource[place] = value.to_owned();
        }
    }
    resources
}

fn class_of(view: &str) -> ResourceClass {
    match view {
        view if view.starts_with("SRV") => ResourceClass::SRV,
        view if view.starts_with("UAV") => ResourceClass::UAV,
        "CBV" => ResourceClass::CBuffer,
        "Sampler" => ResourceClass::Sampler,
        other => panic!("{other}"),
    }
}

#[test]
fn pipelines_have_the_bindings_of_dxc() {
    let mut seen = 0;
    for path in tests::containers(&tests::data().join("dxc")) {
        let Ok(dump) = std::fs::read_to_string(path.with_extension("psv.txt")) else {
            continue;
        };
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let bindings: Vec<Binding<'_>> = container.bindings().unwrap().collect();
        let dumped = dumped(&dump);
        assert_eq!(bindings.len(), dumped.len(), "{}", path.display());
        for (binding, [space, first, last, view, kind]) in bindings.iter().zip(dumped) {
            assert_eq!(binding.part, parts::PSV0);
            assert_eq!(binding.class, class_of(&view), "{}", path.display());
            assert_eq!(binding.space.to_string(), space);
            assert_eq!(binding.first.to_string(), first);
            assert_eq!(binding.last.unwrap_or(u32::MAX).to_string(), last);
            if !kind.is_empty() {
                assert_eq!(binding.kind.unwrap().to_string(), kind);
            }
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen}");
}

/// The declarations of `hlsl/lib_raytracing.hlsl`.
#[test]
fn libraries_bind_by_name() {
    let bytes = std::fs::read(tests::data().join("dxc/lib_raytracing.sm66.dxil")).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let shown = container.bindings().unwrap().map(|binding| {
        let [kind, bind] = [binding.dxc_dimension().to_owned(), binding.dxc_bind()];
        format!(
            "{} {kind} {bind} {}",
            binding.name.as_deref().unwrap(),
            binding.dxc_count()
        )
    });
    assert_eq!(
        shown.collect::<Vec<_>>(),
        [
            "s NA s2 1",
            "scene ras t0 1",
            "geometry r/o t1,space4 1",
            "textures 2d t0,space5 unbounded",
            "target 2d u0 1",
        ]
    );
}

#[test]
fn bindings_come_from_reflection() {
    let mut seen = 0;
    for path in tests::compiled() {
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let Some(reflection) = container.rdef().unwrap() else {
            continue;
        };
        for (binding, listed) in container.bindings().unwrap().zip(reflection.bindings()) {
            assert_ne!(binding.letter(), "?", "{}", path.display());
            assert_eq!(binding.name.as_deref(), listed.name.as_str());
            assert_eq!(binding.first, listed.bind_point);
            assert_eq!(binding.count().unwrap_or(0), u64::from(listed.bind_count));
            // Only bindings without a dimension have no kind.
            assert!(binding.kind.is_some(), "{} {binding:?}", path.display());
            seen += 1;
        }
    }
    assert!(tests::corpus("real").is_none() || seen > 100, "{seen}");
}

type Listed = (
    ShaderInputType,
    SrvDimension,
    ResourceReturnType,
    [u32; 3],
    &'static str,
);

/// The list of FXC's reflection: of each, the number of components, the first register and the count; and the output of
/// `dxc -dumpbin`.
fn listed() -> [Listed; 9] {
    use ResourceReturnType as Returns;
    use ShaderInputType as Input;
    use SrvDimension as Dimension;
    [
        (
            Input::SAMPLER,
            Dimension::UNKNOWN,
            Returns::NONE,
            [1, 2, 1],
            "sampler NA NA s2 1",
        ),
        (
            Input::TEXTURE,
            Dimension::TEXTURE2D,
            Returns::FLOAT,
            [4, 0, 1],
            "texture float4 2d t0 1",
        ),
        (
            Input::TEXTURE,
            Dimension::TEXTURE3D,
            Returns::UINT,
            [1, 5, 3],
            "texture uint 3d t5 3",
        ),
        (
            Input::TEXTURE,
            Dimension::BUFFER,
            Returns::SNORM,
            [2, 9, 0],
            "texture snorm2 buf t9 unbounded",
        ),
        (
            Input::BYTEADDRESS,
            Dimension::BUFFER,
            Returns::MIXED,
            [1, 1, 1],
            "texture byte r/o t1 1",
        ),
        (
            Input::STRUCTURED,
            Dimension::BUFFER,
            Returns::MIXED,
            [1, 3, 1],
            "texture struct r/o t3 1",
        ),
        (
            Input::UAV_RWSTRUCTURED,
            Dimension::BUFFER,
            Returns::MIXED,
            [1, 4, 1],
            "UAV struct r/w u4 1",
        ),
        (
            Input::UAV_RWSTRUCTURED_WITH_COUNTER,
            Dimension::BUFFER,
            Returns::MIXED,
            [1, 5, 1],
            "UAV struct r/w+cnt u5 1",
        ),
        (
            Input::CBUFFER,
            Dimension::UNKNOWN,
            Returns::NONE,
            [1, 7, 1],
            "cbuffer NA NA cb7 1",
        ),
    ]
}

fn definition(listed: &Listed) -> rdef::Binding {
    let mut binding = rdef::Binding::default();
    let [components, first, count] = listed.3;
    (binding.input_type, binding.dimension, binding.return_type) = (listed.0, listed.1, listed.2);
    (binding.bind_point, binding.bind_count) = (first, count);
    let (low, high) = ((components - 1) & 1, (components - 1) & 2);
    let flags = &mut binding.flags;
    flags.set(ShaderInputFlags::TEXTURE_COMPONENT_0, low != 0);
    flags.set(ShaderInputFlags::TEXTURE_COMPONENT_1, high != 0);
    binding
}

/// Such as `Texture2D<float4> map : register(t0)`.
#[test]
fn reflection_is_shown_as_in_listings() {
    let listed = listed();
    let mut definitions = ResourceDefinitions::default();
    definitions.bindings.extend(listed.iter().map(definition));
    let mut builder = Builder::new();
    builder.set_part(parts::RDEF, definitions).unwrap();
    let bytes = builder.to_bytes().unwrap();
    let container = Container::parse(&bytes).unwrap();
    let shown = container.bindings().unwrap().map(|binding| {
        let (kind, format) = (binding.dxc_type(), binding.dxc_format());
        let [bind, count] = [binding.dxc_bind(), binding.dxc_count()];
        format!("{kind} {format} {} {bind} {count}", binding.dxc_dimension())
    });
    assert_eq!(shown.collect::<Vec<_>>(), listed.map(|(.., shown)| shown));
    let registers: Vec<String> = container
        .bindings()
        .unwrap()
        .map(|binding| binding.registers().to_string())
        .collect();
    assert_eq!(registers[1..4], ["t0", "t5 to t7", "t9 and up"]);
}

/// Columns of one table name entries of another.
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
