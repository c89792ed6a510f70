//! What shaders bind, beside DXC's dumps.

use dxc_format::bindings::Binding;
use dxc_format::constants::{ResourceClass, ResourceKind, ResourceType};
use dxc_format::rdef::{ShaderInputType, SrvDimension};
use dxc_format::shape::EnumTable;
use dxc_format::{Container, parts};

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
fn pipelines_bind_what_dxc_says() {
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

/// What `hlsl/lib_raytracing.hlsl` declares.
#[test]
fn libraries_bind_by_name() {
    let bytes = std::fs::read(tests::data().join("dxc/lib_raytracing.sm66.dxil")).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let shown = container.bindings().unwrap().map(|binding| {
        let [kind, bind] = [binding.dxc_dimension().to_owned(), binding.dxc_bind()];
        format!(
            "{} {kind} {bind} {}",
            binding.name.unwrap(),
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
fn reflection_binds_what_it_lists() {
    let mut seen = 0;
    for path in tests::compiled() {
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let Some(reflection) = container.rdef().unwrap() else {
            continue;
        };
        for (binding, listed) in container.bindings().unwrap().zip(reflection.bindings()) {
            assert_ne!(binding.letter(), "?", "{}", path.display());
            assert_eq!(binding.name, listed.name.as_str());
            assert_eq!(binding.first, listed.bind_point);
            assert_eq!(binding.count().unwrap_or(0), u64::from(listed.bind_count));
            // Only what has no dimension has no kind.
            assert!(binding.kind.is_some(), "{} {binding:?}", path.display());
            seen += 1;
        }
    }
    assert!(tests::corpus("real").is_none() || seen > 100, "{seen}");
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
