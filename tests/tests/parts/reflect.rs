//! Reflection of DXIL, beside what `dxc -dumpbin` prints.

use std::path::PathBuf;

use dxc_format::rdef::ConstantBufferType;
use dxc_format::reflection::{ConstantBuffer, VariableType};
use dxc_format::{Container, parts};

/// The dumps of the larger corpus, with the bytes of their containers.
fn dumps() -> Vec<(PathBuf, String, Vec<u8>)> {
    let folder = tests::corpus("dxc").into_iter();
    let paths = folder.flat_map(|folder| tests::containers(&folder));
    let dumps = paths.filter_map(|path| {
        let dump = std::fs::read_to_string(path.with_extension("dumpbin.txt")).ok()?;
        // A container without DXIL has none of it in its dump.
        dump.contains("Buffer Definitions").then_some(())?;
        let bytes = std::fs::read(&path).ok()?;
        Some((path, dump, bytes))
    });
    dumps.collect()
}

/// A declaration: its type without qualifiers, its name, and its offset.
type Declaration = (String, String, u32);

/// The constant buffers of a dump: their names, their declarations, and their sizes.
fn buffers(dump: &str) -> Vec<(String, Vec<Declaration>, u32)> {
    let mut buffers = Vec::new();
    let mut current: Option<(String, Vec<Declaration>)> = None;
    for line in dump.lines().map(|line| line.trim_start_matches([';', ' '])) {
        let name = line.strip_prefix("cbuffer ");
        if let Some(name) = name.or(line.strip_prefix("Resource bind info for ")) {
            current = Some((name.trim().to_owned(), Vec::new()));
        }
        let Some((declared, place)) = line.split_once("; Offset:") else {
            continue;
        };
        let declared = declared.trim().trim_end_matches(';');
        let numbers: Vec<u32> = place
            .split(" Size:")
            .map(|number| number.trim().parse().unwrap())
            .collect();
        let words: Vec<&str> = declared.split([' ', '[']).collect();
        let words = words.into_iter().filter(|word| !word.ends_with(']'));
        let words: Vec<&str> = words.collect();
        match (numbers[..].len(), current.take()) {
            (2, Some((name, mut declarations))) => {
                // The only variable of a structured buffer has the size of an element; a constant buffer is a variable itself.
                if let [.., ty, "$Element"] = words[..] {
                    let ty = ty.trim_start_matches("struct.");
                    declarations.push((ty.to_owned(), "$Element".to_owned(), numbers[0]));
                }
                buffers.push((name, declarations, numbers[1]));
            }
            (1, Some((name, mut declarations))) => {
                let [.., ty, declared] = words[..] else {
                    panic!("{line}");
                };
                declarations.push((ty.to_owned(), declared.to_owned(), numbers[0]));
                current = Some((name, declarations));
            }
            _ => {}
        }
    }
    buffers
}

/// Our declarations in the order of the dump: members come before the structure that they are in.
fn declarations(buffer: &ConstantBuffer) -> Vec<Declaration> {
    fn add(ty: &VariableType, name: &str, base: u32, all: &mut Vec<Declaration>) {
        for member in &ty.members {
            add(&member.ty, &member.name, base + member.ty.offset, all);
        }
        let text = if ty.members.is_empty() { &ty.name } else { "}" };
        all.push((text.to_owned(), name.to_owned(), base));
    }
    let mut all = Vec::new();
    for variable in &buffer.variables {
        add(&variable.ty, &variable.name, variable.offset, &mut all);
    }
    all
}

#[test]
fn constant_buffers_are_those_that_dxc_prints() {
    let mut compared = 0;
    for (path, dump, bytes) in dumps() {
        let container = Container::parse(&bytes).unwrap();
        let Some(reflection) = container.reflect().unwrap() else {
            continue;
        };
        let dumped = buffers(&dump);
        let ours = reflection.constant_buffers.iter();
        let ours: Vec<_> = ours.filter(|buffer| !buffer.variables.is_empty()).collect();
        assert_eq!(ours.len(), dumped.len(), "{}", path.display());
        for (ours, (name, expected, size)) in ours.iter().zip(dumped) {
            assert_eq!(ours.name, name, "{}", path.display());
            assert_eq!(declarations(ours), expected, "{}", path.display());
            let size = match ours.buffer_type {
                ConstantBufferType::RESOURCE_BIND_INFO => size,
                _ => size.next_multiple_of(16),
            };
            assert_eq!(ours.size, size, "{}", path.display());
            compared += expected.len();
        }
    }
    assert!(
        compared > 10 || tests::corpus("dxc").is_none(),
        "{compared}"
    );
}

/// The columns of the table of resources: name, type, format, dimension, ID, first register and space, count.
fn resources(dump: &str) -> Vec<[String; 7]> {
    let table = dump
        .split("; Resource Bindings:")
        .nth(1)
        .unwrap_or_default();
    let lines = table.lines().skip_while(|line| !line.starts_with("; ---"));
    let lines = lines.skip(1).take_while(|line| line.len() > 2);
    let rows = lines.map(|line| {
        // A count that does not fit stands behind the register without a blank.
        let line = line.replace("unbounded", " unbounded");
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        let [name @ .., class, format, dimension, id, bind, count] = &words[..] else {
            panic!("{line}");
        };
        // A resource may have lost its name.
        let name = name.first().unwrap_or(&"");
        [name, class, format, dimension, id, bind, count].map(|word| (*word).to_owned())
    });
    rows.collect()
}

#[test]
fn resources_are_those_that_dxc_prints() {
    let mut compared = 0;
    for (path, dump, bytes) in dumps() {
        let container = Container::parse(&bytes).unwrap();
        let Some(reflection) = container.reflect().unwrap() else {
            continue;
        };
        let ours = reflection.bound_resources.iter();
        let ours = ours.map(|binding| binding.dxc_row());
        let (mut ours, mut theirs): (Vec<_>, Vec<_>) = (ours.collect(), resources(&dump));
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{}", path.display());
        // PSV0 stores registers alone; all else comes from the program.
        if let Some(parts::PSV0) = container.bindings_part() {
            let bound = container.bindings().unwrap();
            let mut bound: Vec<_> = bound.map(|binding| binding.dxc_row()).collect();
            bound.sort();
            assert_eq!(bound, theirs, "{}", path.display());
        }
        compared += ours.len();
    }
    assert!(
        compared > 40 || tests::corpus("dxc").is_none(),
        "{compared}"
    );
}
