//! Compares dumps of DXIL with the output of `dxc -dumpbin` before the LLVM IR.
//!
//! Judge: DXC, by `*.dumpbin.txt`. No tool judges the messages about limits and damage.

use std::path::Path;

use dxc_format::{Container, Limits, parts};

/// DXC's dumps in files with this extension, with their containers and the paths of the containers.
pub(crate) fn dumps(
    extension: &str,
) -> impl Iterator<Item = (&'static str, String, Container<'static>)> {
    tests::each_container().filter_map(move |(path, container)| {
        let dump = Path::new(path).with_extension(extension);
        Some((path, std::fs::read_to_string(dump).ok()?, container))
    })
}

/// Compares the lines of a dump with those of DXC; returns their number.
pub(crate) fn compare_lines(path: &str, found: &str, expected: &str) -> usize {
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "{path}:{}", number + 1);
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "{path}");
    found.lines().count()
}

/// Our dump; DXC prints an empty line for a container without DXIL.
fn dump(container: &Container<'_>) -> String {
    let dump = dxc_shader::dump(container)
        .unwrap()
        .map(|dump| dump.to_string());
    dump.unwrap_or_else(|| "\n".into())
}

#[test]
fn every_line_equals_the_output_of_dxc() {
    let mut compared = 0;
    for (path, expected, container) in dumps("dumpbin.txt") {
        let printed = dump(&container);
        compare_lines(path, &printed, &expected);
        assert_eq!(printed, expected, "{path}");
        compared += 1;
    }
    assert!(compared >= 31, "{compared}");
}

#[test]
fn a_dump_ends_at_the_limit_of_the_output() {
    let container = tests::open("dxc/vs_basic.sm60.dxil");
    let whole = dump(&container);
    let within = |output: usize| {
        let mut limits = Limits::of_input(container.as_bytes().len());
        limits.output = output as u64;
        dxc_shader::dump_within(&container, limits)
            .unwrap()
            .unwrap()
            .to_string()
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
    let container = tests::open("dxc/vs_basic.sm60.dxil");
    for part in [parts::DXIL, parts::STAT] {
        let mut data = container.find(part).unwrap().data.to_vec();
        // The offset is after the header of the program and the magic of the bitcode.
        data[24 + 4..24 + 68].fill(0xff);
        let mut builder = container.to_builder();
        builder.set(part, data);
        let damaged = tests::opened(builder.to_bytes().unwrap());
        let error = dxc_shader::dump(&damaged).unwrap_err();
        assert!(error.to_string().starts_with(&part.to_string()), "{error}");
    }
}
