//! Tests that PSV0 converted to an older version equals the output of DXC for a validator of that version.
//!
//! Judge: DXC, by its PSV0 of each version. No tool judges the list of losses.

use dxc_document::Document;
use dxc_format::constants::ShaderStage;
use dxc_format::psv0::{PipelineStateValidation, RuntimeInfo, RuntimeInfoFlags};
use dxc_format::{
    Container, TableStyle, parts,
    types::{Lost, Row},
};

/// The shader that was compiled for every version.
fn psv0(version: u32) -> (PipelineStateValidation, Vec<u8>) {
    let name = match version {
        4 => "sm60".to_owned(),
        older => format!("psv-v{older}"),
    };
    let container = tests::open(&format!("dxc/vs_basic.{name}.dxil"));
    let view = container.psv0().unwrap().unwrap();
    assert_eq!(view.info().version(), version);
    (view.to_value(), view.as_bytes().to_vec())
}

fn lines(lost: &[Lost]) -> Vec<String> {
    lost.iter().map(Lost::to_string).collect()
}

#[test]
fn down_to_each_older_version() {
    for from in 1..=4 {
        for to in 0..from {
            let mut psv = psv0(from).0;
            psv.set_version(to);
            psv.lay_out(TableStyle::Dxc).unwrap();
            assert!(psv.to_bytes().unwrap() == psv0(to).1, "{from} to {to}");
        }
    }
}

/// DXC's main branch writes 60 bytes in version 4: a word of flags, and tables at the end of the part. The tables are
/// kept, also in documents.
#[test]
fn version_4_may_have_60_bytes() {
    if RuntimeInfo::NEWEST > 60 {
        return; // A rehearsed version knows the tables.
    }
    let small = psv0(4).1;
    let (old, tables) = (56u32.to_le_bytes(), [8, 0, 0, 0, 1, 2, 3, 4]);
    assert_eq!(small[..4], old);
    for word in [0, 1, 0x8000_0001] {
        let mut bytes = small.clone();
        bytes[0] = 60;
        bytes.splice(60..60, u32::to_le_bytes(word));
        bytes.extend(tables);
        let psv = PipelineStateValidation::parse(&bytes).unwrap();
        let info = &psv.info;
        assert_eq!(
            (info.version(), info.size(), &info.tail[..]),
            (4, 60, &[][..])
        );
        assert_eq!(info.flags(), Some(RuntimeInfoFlags(word)));
        assert_eq!(psv.trailing, tables);
        assert!(psv.to_bytes().unwrap() == bytes);
        let mut kept = psv.clone();
        assert_eq!(kept.set_version(4), []);
        assert_eq!(kept.info, psv.info);
        let mut builder = tests::open("dxc/vs_basic.sm60.dxil").to_builder();
        builder.set_part(parts::PSV0, psv).unwrap();
        let file = builder.to_bytes().unwrap();
        let document = Document::of(&Container::parse(&file).unwrap()).unwrap();
        let text = document.to_yaml().unwrap();
        assert!(text.contains("Version: 4"), "{text}");
        let built = Document::from_yaml(&text).unwrap();
        assert!(built.to_bytes(TableStyle::Dxc).unwrap() == file);
    }
    let (mut psv, _) = psv0(4);
    assert_eq!((psv.info.flags(), psv.info.size()), (None, 56));
    psv.info
        .set_flags(RuntimeInfoFlags::LinAlgRuntimeInfoPresent)
        .unwrap();
    assert_eq!((psv.info.version(), psv.info.size()), (4, 60));
    assert_eq!(
        lines(&psv.set_version(3)),
        ["info.flags: LinAlgRuntimeInfoPresent (0x1)"]
    );
    assert!(psv0(3).0.info.set_flags(RuntimeInfoFlags(0)).is_err());
}

#[test]
fn losses_are_reported() {
    let mut psv = psv0(4).0;
    assert_eq!(psv.set_version(4), []);
    assert_eq!(psv.set_version(3), [], "nothing was shared");
    assert_eq!(lines(&psv.set_version(2)), ["info.entry_name: \"main\""]);
    insta::assert_snapshot!(lines(&psv.set_version(0)).join("\n"));
    assert_eq!(psv.set_version(0), []);
}

#[test]
fn up_again() {
    let mut psv = psv0(3).0;
    assert_eq!(psv.set_version(4), []);
    assert!(psv.to_bytes().unwrap() == psv0(4).1);
    // Version 2 does not store the name of the entry.
    let mut psv = psv0(2).0;
    assert_eq!(psv.set_version(3), []);
    let main = psv.strings.intern("main");
    psv.info.set_entry_name(main).unwrap();
    psv.lay_out(TableStyle::Dxc).unwrap();
    assert!(psv.to_bytes().unwrap() == psv0(3).1);
    // Version 0 does not store the stage.
    let mut psv = psv0(0).0;
    assert_eq!(psv.set_version(1), []);
    psv.info.set_shader_stage(ShaderStage::Vertex).unwrap();
    psv.to_bytes().unwrap();
}
