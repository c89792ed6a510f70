//! Tests a program with a stage that only a newer version supports: everything else is read and printed.
//!
//! Judge: the dump of the same program with its own profile.

use dxc_format::constants::ShaderKind;
use dxc_format::parts::PartView;
use dxc_format::psv0::{PipelineStateValidation, RuntimeInfo};
use dxc_format::runtime::part_type;
use dxc_format::types::Row;
use dxc_format::{Container, parts};
use dxil::DxilModule;

/// The bitcode of a pixel shader in which the profile is changed to `xs`; the text may begin at any bit.
fn with_unknown_profile(bitcode: &[u8]) -> Vec<u8> {
    let bit = |bytes: &[u8], at: usize| bytes[at / 8] >> (at % 8) & 1;
    let is_there = |place: &usize| (0..16).all(|at| bit(bitcode, place + at) == bit(b"ps", at));
    let places = (0..bitcode.len() * 8 - 16).filter(is_there);
    let mut all = places.map(|place| {
        let mut bytes = bitcode.to_vec();
        for at in 0..16 {
            let to = place + at;
            bytes[to / 8] = bytes[to / 8] & !(1 << (to % 8)) | bit(b"xs", at) << (to % 8);
        }
        bytes
    });
    let is_profile = |bytes: &Vec<u8>| {
        let model = DxilModule::parse(bytes).map(|module| module.shader_model);
        model.is_ok_and(|model| !model.kind.is_known() && model.version.major == 6)
    };
    all.find(is_profile).unwrap()
}

/// The lines of the dump, before instructions, of a container.
fn lines(bytes: &[u8]) -> Vec<String> {
    let container = Container::parse(bytes).unwrap();
    let dump = dxc_shader::dump(&container).unwrap().unwrap();
    dump.to_string().lines().map(str::to_owned).collect()
}

#[test]
fn a_program_with_an_unknown_profile_is_printed() {
    let old = tests::files::read("dxc/ps_textured.sm60.dxil");
    let container = Container::parse(&old).unwrap();
    let mut program = container.dxil().unwrap().unwrap().to_value();
    let unknown = ShaderKind((0..).find(|kind| !ShaderKind(*kind).is_known()).unwrap());
    program.version.set_kind(unknown).unwrap();
    program.bitcode = with_unknown_profile(&program.bitcode);
    let mut builder = container.to_builder();
    builder.set_part(parts::DXIL, program).unwrap();
    let new = builder.to_bytes().unwrap();

    assert_eq!(lines(&old), lines(&new));
    let program = Container::parse(&new).unwrap().dxil().unwrap().unwrap();
    let printed = dxil::Module::parse(program.bitcode())
        .unwrap()
        .print()
        .unwrap();
    assert!(printed.contains("!{!\"xs\", i32 6, i32 0}"), "{printed}");

    builder.remove(parts::STAT);
    let new = builder.to_bytes().unwrap();
    let reflection = dxc_shader::reflect(&Container::parse(&new).unwrap()).unwrap();
    let model = reflection.unwrap().shader_model;
    assert_eq!((model.kind, model.version.major), (unknown, 6));
}

/// An unreadable PSV0 whose `info` has 12 more bytes than known, and 4 more bytes after it, is reported as newer, not
/// as damaged.
#[test]
fn a_part_behind_a_larger_record_is_not_said_to_be_damaged() {
    let old = tests::files::read("dxc/ps_textured.sm60.dxil");
    let container = Container::parse(&old).unwrap();
    let data = container.find(parts::PSV0).unwrap().data;
    let size = u32::from_le_bytes(*data.first_chunk().unwrap());
    let (info, rest) = data[4..].split_at(size as usize);
    let newest = RuntimeInfo::NEWEST;
    let grown = u32::try_from(newest + 12).unwrap();
    let mut info = info.to_vec();
    info.resize(newest + 12, 7);
    let newer = [&grown.to_le_bytes(), &info[..], &[0xff; 4], rest].concat();

    let error = PartView::parse(parts::PSV0, &newer).unwrap_err();
    let record = error.newer_record().unwrap();
    assert_eq!(
        (record.field, record.size, record.known),
        ("info", newest + 12, newest)
    );
    let said = error.to_string();
    let known =
        format!("a record of `info` has {grown} bytes, of which this version knows {newest}");
    assert!(said.contains(&known), "{said}");
    let typed = part_type::view_part::<PipelineStateValidation>(parts::PSV0, &newer).map(|_| ());
    assert_eq!(typed.unwrap_err().newer_record(), Some(record));

    // If the size of the record is known, the version is not the reason.
    let broken = [
        &size.to_le_bytes(),
        &data[4..4 + size as usize],
        &[0xff; 4],
        rest,
    ]
    .concat();
    let error = PartView::parse(parts::PSV0, &broken).unwrap_err();
    assert_eq!(error.newer_record(), None);
}
