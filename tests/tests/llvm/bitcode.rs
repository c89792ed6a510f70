//! Compares bitstreams with LLVM's `llvm-bcanalyzer`: it finds the same blocks, records and operands.

use std::fmt::Write;
use std::path::Path;

use dxc_format::Container;
use dxil::bitstream::{Bitstream, Event};

use super::tools::tool;

#[test]
fn llvm_finds_the_same_blocks_and_records() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("judged.bc");
    let mut compared = 0;
    for container in tests::every_container() {
        let bytes = std::fs::read(&container).unwrap();
        for (fourcc, program) in dxc_shader::programs(&Container::parse(&bytes).unwrap()).unwrap() {
            let bitcode = program.bitcode();
            std::fs::write(&path, bitcode).unwrap();
            let arguments = ["--dump", "--non-symbolic", path.to_str().unwrap()];
            let theirs = numbers(&tool("llvm-bcanalyzer-22", &arguments));
            let ours = events(bitcode);
            let differs = ours.lines().zip(theirs.lines()).find(|(a, b)| a != b);
            assert!(
                ours == theirs,
                "{} {fourcc}: {differs:?}",
                container.display()
            );
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

/// The events of our reader, one per line.
fn events(bitcode: &[u8]) -> String {
    let mut stream = Bitstream::new(bitcode).unwrap();
    let mut text = String::new();
    while let Some(event) = stream.next().unwrap() {
        match event {
            Event::Enter(id) => writeln!(text, "enter {}", id.0).unwrap(),
            Event::Exit(_) => writeln!(text, "exit").unwrap(),
            Event::Record(record) => {
                write!(text, "{}", record.code).unwrap();
                for operand in record.operands {
                    write!(text, " {operand}").unwrap();
                }
                text.push('\n');
            }
        }
    }
    text
}

/// LLVM's dump in the same form: `<NAME codeid=8 abbrevid=4 op0=1/>`, `<NAME BlockID=8 ..>` and `</NAME>`.
fn numbers(dump: &str) -> String {
    let mut text = String::new();
    for line in dump.lines().map(str::trim_start) {
        let Some(line) = line.strip_prefix('<') else {
            continue;
        };
        if line.starts_with('/') {
            text.push_str("exit\n");
            continue;
        }
        let tag = line.split('>').next().unwrap().trim_end_matches('/');
        // If LLVM has no name for a code, the code is in the name.
        let tag = tag.replacen("UnknownCode", "UnknownCode codeid=", 1);
        let values = tag.split(' ').filter_map(|pair| pair.split_once('='));
        let values = values.filter(|(key, _)| {
            ["codeid", "BlockID"].contains(key) || key.strip_prefix("op").is_some()
        });
        let values: Vec<_> = values.collect();
        match values.first() {
            None => continue,
            Some(("BlockID", id)) => writeln!(text, "enter {id}").unwrap(),
            Some(_) => {
                let values: Vec<_> = values.iter().map(|(_, value)| *value).collect();
                writeln!(text, "{}", values.join(" ")).unwrap();
            }
        }
    }
    text
}
