//! Tests parts of a newer version: what other parts store is read from them, and the difference between bytes of a newer
//! version and a part that ends late is reported.
//!
//! Judge: the results for the same container before its part was changed.

use dxc_format::psv0::{PipelineStateValidation, RuntimeInfo};
use dxc_format::types::Row;
use dxc_format::{Container, FourCC, parts};
use dxc_shader::Finding;

/// A container whose PSV0 has a larger `info`, and 4 bytes of a newer version between `info` and the resources.
fn with_newer_psv(old: &[u8]) -> Vec<u8> {
    let container = Container::parse(old).unwrap();
    let data = container.find(parts::PSV0).unwrap().data;
    let size = u32::from_le_bytes(*data.first_chunk().unwrap()) as usize;
    let (info, rest) = data[4..].split_at(size);
    let grown = RuntimeInfo::NEWEST + 12;
    let mut info = info.to_vec();
    info.resize(grown, 7);
    let size = u32::try_from(grown).unwrap().to_le_bytes();
    let psv = [&size, &info[..], &[0xff; 4], rest].concat();
    with_part(old, parts::PSV0, psv)
}

/// A container with other bytes of a part.
fn with_part(old: &[u8], part: FourCC, data: Vec<u8>) -> Vec<u8> {
    let mut builder = Container::parse(old).unwrap().to_builder();
    builder.set(part, data);
    builder.to_bytes().unwrap()
}

#[test]
fn other_parts_replace_an_unreadable_newer_one() {
    for name in ["ps_textured.sm60", "cs_atomic64.sm66", "ds_patch.sm60"] {
        let old = tests::files::read(&format!("dxc/{name}.dxil"));
        let new = with_newer_psv(&old);
        let [before, after] = [&old, &new].map(|file| Container::parse(file).unwrap());
        assert!(after.psv0().unwrap_err().newer_record().is_some());
        assert_eq!(
            after.shader_stage().unwrap(),
            before.shader_stage().unwrap()
        );
        let bindings = |container: &Container<'_>| {
            let bindings = dxc_shader::bindings(container).unwrap();
            let shown = bindings.map(|binding| {
                let registers = dxc_shader::bindings::Registers::of(&binding).to_string();
                (
                    binding.class,
                    binding.space,
                    registers,
                    binding.name.unwrap_or_default().into_owned(),
                )
            });
            let mut all: Vec<_> = shown.collect();
            all.sort();
            all
        };
        assert_eq!(bindings(&after), bindings(&before), "{name}");
        assert_ne!(dxc_shader::bindings_part(&after), Some(parts::PSV0));
        assert_eq!(
            dxc_shader::signatures(&after).unwrap().count(),
            dxc_shader::signatures(&before).unwrap().count()
        );
        assert!(dxc_shader::reflect(&after).unwrap().is_some());
        assert!(dxc_shader::dump(&after).unwrap().is_some());
        let findings = dxc_shader::validate(&after);
        let shown: Vec<String> = findings.iter().map(Finding::to_string).collect();
        assert!(
            matches!(&shown[..], [one] if one.contains("a newer version may define what follows")),
            "{shown:#?}"
        );
    }
    // An error in a known version is not skipped.
    let old = tests::files::read("dxc/ps_textured.sm60.dxil");
    let data = Container::parse(&old)
        .unwrap()
        .find(parts::PSV0)
        .unwrap()
        .data;
    let broken = with_part(&old, parts::PSV0, data[..60].to_vec());
    let container = Container::parse(&broken).unwrap();
    assert!(dxc_shader::bindings(&container).is_err());
}

/// The findings of all severities about a part with further bytes.
fn with_bytes_behind(name: &str, part: FourCC) -> Vec<String> {
    let old = tests::files::read(&format!("dxc/{name}.dxil"));
    let data = Container::parse(&old).unwrap().find(part).unwrap().data;
    let late = with_part(&old, part, [data, &[1, 2, 3, 4]].concat());
    all_findings(&late)
}

fn all_findings(bytes: &[u8]) -> Vec<String> {
    let findings = dxc_shader::validate_and_lint(&Container::parse(bytes).unwrap());
    findings
        .iter()
        .map(Finding::to_string)
        .filter(|finding| !finding.contains("-order]"))
        .collect()
}

#[test]
fn parts_of_a_known_version_that_end_late_are_reported() {
    for (name, part) in [
        ("rs_full.v1_1", parts::SFI0),
        ("rs_full.v1_1", parts::PSV0),
        ("rs_full.v1_1", parts::RTS0),
        ("lib_raytracing.sm69", parts::RDAT),
        ("vs_basic.pdb-full", parts::SRCI),
        ("vs_basic.pdb-full", parts::ILDN),
        ("vs_basic.pdb-full", parts::VERS),
    ] {
        let found = with_bytes_behind(name, part);
        let expected = format!("{part}: trailing: 4 bytes follow the last field [part-end]");
        assert!(found.contains(&expected), "{name} {part}: {found:#?}");
    }
    // These have rules of their own.
    for (name, part, rule) in [
        ("rs_full.v1_1", parts::ISG1, "[part-layout]"),
        ("rs_full.v1_1", parts::HASH, "[hash-size]"),
        ("lib_raytracing.sm69", parts::VERS, "[part-layout]"),
    ] {
        let found = with_bytes_behind(name, part);
        assert!(
            matches!(&found[..], [one] if one.contains(rule)),
            "{name} {part}: {found:#?}"
        );
    }
}

/// The bytes after the last field belong to a version that is not known.
#[test]
fn bytes_of_a_newer_version_are_no_late_end() {
    let old = tests::files::read("dxc/rs_full.v1_1.dxil");
    let container = Container::parse(&old).unwrap();
    let mut psv: PipelineStateValidation = container.psv0().unwrap().unwrap().to_value();
    psv.set_version(u32::MAX);
    psv.info.tail = vec![1; 4];
    psv.trailing = vec![1, 2, 3, 4];
    let mut builder = container.to_builder();
    builder.set_part(parts::PSV0, psv).unwrap();
    let found = all_findings(&builder.to_bytes().unwrap());
    assert!(
        !found.iter().any(|finding| finding.contains("[part-end]")),
        "{found:#?}"
    );

    let old = tests::files::read("dxc/lib_raytracing.sm69.dxil");
    let data = Container::parse(&old)
        .unwrap()
        .find(parts::RDAT)
        .unwrap()
        .data;
    let mut data = [data, &[1, 2, 3, 4]].concat();
    data[0] += 1;
    let found = all_findings(&with_part(&old, parts::RDAT, data));
    assert!(
        !found.iter().any(|finding| finding.contains("[part-end]")),
        "{found:#?}"
    );
}

/// A string more than this version names belongs to a newer version: a warning.
#[test]
fn further_strings_of_the_compiler_are_of_a_newer_version() {
    let old = tests::files::read("dxc/lib_workgraph.sm68.dxil");
    let container = Container::parse(&old).unwrap();
    let mut version = container.vers().unwrap().unwrap().to_value();
    version.strings.0.extend_from_slice(b"branch\0");
    let mut builder = container.to_builder();
    builder.set_part(parts::VERS, version).unwrap();
    let bytes = builder.to_bytes().unwrap();
    let found = all_findings(&bytes);
    let expected = "VERS: strings: there are 3 strings, of which this version knows 2: a newer version may define the \
        others [newer-strings]";
    assert_eq!(found, [expected]);
    assert_eq!(
        dxc_shader::validate(&Container::parse(&bytes).unwrap()).len(),
        0
    );
}
