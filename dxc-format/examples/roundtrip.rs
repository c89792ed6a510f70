//! Reads a container, writes every part from its typed value, and compares.
//!
//! `cargo run -p dxc-format --example roundtrip -- FILE...`. The command `dxobj roundtrip` also takes folders.

use dxc_format::{Container, Part};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut ok, mut differ, mut refused) = (0, 0, 0);
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        match rewrite(&bytes) {
            Ok(written) if written == bytes => ok += 1,
            Ok(_) => {
                differ += 1;
                eprintln!("{path}: differs");
            }
            Err(problem) => {
                refused += 1;
                eprintln!("{path}: {problem}");
            }
        }
    }
    println!("{ok} ok, {differ} differ, {refused} refused");
    match differ + refused {
        0 => Ok(()),
        _ => Err("not every file is written as it was read".into()),
    }
}

/// The container anew, each part from its value.
fn rewrite(bytes: &[u8]) -> dxc_format::Result<Vec<u8>> {
    let container = Container::parse(bytes)?;
    let mut builder = container.to_builder();
    for (index, part) in container.parts().enumerate() {
        builder.set_part_at(index, Part::parse(part.fourcc, part.data)?)?;
    }
    builder.to_bytes()
}
