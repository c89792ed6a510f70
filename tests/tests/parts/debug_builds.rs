//! Tests the sources in the bitcode of ILDB and in FXC's PDB.
//!
//! Judge: the HLSL and the arguments that DXC 1.9 and FXC 10.1 were given; and, for damaged files, SECURITY.md.

use dxc_format::msf::PdbStream;
use dxc_format::parts;
use dxc_format::pdb::Streams;
use dxc_shader::sources::{self, Sources, command_line};

fn of(name: &str) -> Sources {
    let container = tests::open(name);
    dxc_shader::sources(&container).unwrap().unwrap()
}

/// The names and the texts of files.
fn files(sources: &Sources) -> Vec<(&str, &str)> {
    let files = sources.files.iter();
    files
        .map(|file| (file.name.as_str(), file.text.as_str()))
        .collect()
}

/// The file was compiled with `dxc -T ps_6_0 -Zi -Qembed_debug -D F=2`; only ILDB was kept.
#[test]
fn sources_in_bitcode_are_those_that_dxc_compiled() {
    let sources = of("debug/ildb_source.dxil");
    let text = "float4 main(float4 c : COLOR) : SV_Target { return c * F; }\n";
    assert_eq!(files(&sources), [("hlsl.hlsl", text)]);
    assert_eq!(command_line(&sources), "-T ps_6_0 -Zi -Qembed_debug -D F=2");
    assert_eq!(sources.argument("D"), Some("F=2"));
    assert_eq!(sources.argument("Zi"), Some(""));
    assert_eq!(sources.argument("E"), None);
}

/// A build of several files, with the arguments that DXC stores in all three places.
#[test]
fn bitcode_and_srci_have_the_same_sources() {
    let embedded = of("dxc/vs_basic.debug-embedded.dxil");
    let stored = of("dxc/vs_basic.pdb-full.dxil");
    assert_eq!(embedded.files, stored.files);
    assert_eq!(embedded.argument("E"), stored.argument("E"));
}

/// The file was compiled with `fxc /T ps_5_0 /Zi`.
#[test]
fn sources_in_spdb_are_those_that_fxc_compiled() {
    let sources = of("debug/fxc_spdb.dxbc");
    let text = "float4 main(float4 c : COLOR) : SV_Target { return c; }\n";
    assert_eq!(files(&sources), [("C:\\s\\small.hlsl", text)]);
    assert_eq!(command_line(&sources), "/T ps_5_0 /E main /Zi");
}

/// The file was compiled by `D3DCompile`: it includes two others, one of which includes a third; there are four macros,
/// and the flags 0x8805.
#[test]
fn fxc_stores_included_files_macros_and_flags() {
    let sources = of("debug/fxc_includes.dxbc");
    let names: Vec<&str> = files(&sources).iter().map(|(name, _)| *name).collect();
    let main = "Z:\\tmp\\files\\oracle\\f\\Shaders\\Main.hlsl";
    assert_eq!(names, [main, "sub/B.hlsli", "sub/C.hlsli", "A.hlsli"]);
    assert_eq!(sources.files[0].text.lines().count(), 3);
    assert_eq!(sources.files[3].text, "float a() { return 1; }\n");
    let expected = "/T ps_5_0 /E main /D F=2 /D G /D H=ab /D 'LONG=\"x\"' /Zi /Od /Ges /O3";
    assert_eq!(command_line(&sources), expected);
}

/// SPDB as a separate file has the same sources. DXC's PDB is not one of FXC.
#[test]
fn a_pdb_of_fxc_is_read_by_itself() {
    let container = tests::open("debug/fxc_includes.dxbc");
    let file = container.find(parts::SPDB).unwrap().data;
    let sources = sources::read_fxc_pdb(file).unwrap();
    assert_eq!(sources, dxc_shader::sources(&container).unwrap());
    let mut streams = Streams::of_bytes(file).unwrap();
    assert_eq!(streams.len(), 19);
    assert_eq!(streams.size(PdbStream::Types.0), Some(148));
    assert_eq!(streams.read(PdbStream::Container.0).unwrap().unwrap(), b"");
    assert_eq!(streams.read(19).unwrap(), None);
    let container = tests::open("dxc/vs_basic.pdb-in-private.dxil");
    let file = container.find(parts::PRIV).unwrap().data;
    assert_eq!(sources::read_fxc_pdb(file).unwrap(), None);
}

/// Reads the sources with every flipped bit in the PDB's tables: the result is an error, or as many bytes as the limits
/// allow.
#[test]
fn damaged_pdbs_are_errors_or_small() {
    let container = tests::open("debug/fxc_spdb.dxbc");
    let file = container.find(parts::SPDB).unwrap().data;
    for at in 0..file.len() {
        let mut damaged = file.to_vec();
        damaged[at] ^= 1 << (at % 8);
        if let Ok(Some(sources)) = sources::read_fxc_pdb(&damaged) {
            let size: usize = sources.files.iter().map(|file| file.text.len()).sum();
            assert!(size <= 4 * file.len(), "byte {at}");
        }
    }
    for len in 0..file.len() {
        let _ = sources::read_fxc_pdb(&file[..len]);
    }
}
