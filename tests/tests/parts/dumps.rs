//! Dumps of DXIL, compared with the output of `dxc -dumpbin` before the LLVM IR.

use std::path::{Path, PathBuf};

use dxc_format::{Container, Limits, parts};

/// The dumps by DXC, next to their containers.
fn dumps() -> Vec<(PathBuf, String)> {
    let folders = [Some(tests::data().join("dxc")), tests::corpus("dxc")];
    let folders = folders.into_iter().flatten();
    let paths = folders.flat_map(|folder| tests::containers(&folder));
    let dumps = paths.filter_map(|path| {
        let dump = std::fs::read_to_string(path.with_extension("dumpbin.txt")).ok()?;
        Some((path, dump))
    });
    dumps.collect()
}

/// Our dump; DXC prints an empty line for a container without DXIL.
fn dump(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap();
    let dump = Container::parse(&bytes).unwrap();
    let dump = dump.dump().unwrap().map(|dump| dump.to_string());
    dump.unwrap_or_else(|| "\n".into())
}

#[test]
fn every_line_equals_the_output_of_dxc() {
    let dumps = dumps();
    assert!(dumps.len() >= 31, "{}", dumps.len());
    for (path, expected) in dumps {
        let printed = dump(&path);
        let lines = printed.lines().zip(expected.lines()).enumerate();
        let different = lines.filter(|(_, (ours, theirs))| ours != theirs);
        let different: Vec<_> = different.collect();
        assert!(different.is_empty(), "{}: {different:#?}", path.display());
        assert_eq!(printed, expected, "{}", path.display());
    }
}

#[test]
fn a_dump_ends_at_the_limit_of_the_output() {
    let path = tests::data().join("dxc/vs_basic.sm60.dxil");
    let whole = dump(&path);
    let bytes = std::fs::read(&path).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let within = |output: usize| {
        let mut limits = Limits::of_input(bytes.len());
        limits.output = output as u64;
        container.dump_within(limits).unwrap().unwrap().to_string()
    };
    assert_eq!(within(whole.len()), whole);
    let cut = within(whole.len() - 1);
    assert!(
        cut.ends_with("\n; The rest exceeds the limit of a dump.\n"),
        "{cut}"
    );
    assert!(cut.len() < whole.len() + 50);
}

#[test]
fn damaged_metadata_is_an_error_with_its_part() {
    let path = tests::data().join("dxc/vs_basic.sm60.dxil");
    let bytes = std::fs::read(path).unwrap();
    let container = Container::parse(&bytes).unwrap();
    for part in [parts::DXIL, parts::STAT] {
        let mut data = container.find(part).unwrap().data.to_vec();
        // Behind the header of the program and the magic of the bitcode.
        data[24 + 4..24 + 68].fill(0xff);
        let mut builder = container.to_builder();
        builder.set(part, data);
        let damaged = builder.to_bytes().unwrap();
        let error = Container::parse(&damaged).unwrap().dump().unwrap_err();
        assert!(error.to_string().starts_with(&part.to_string()), "{error}");
    }
}
