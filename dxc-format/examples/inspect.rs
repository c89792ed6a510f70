//! Shows every field of a container: the outline of each part, names beside values.
//!
//! `cargo run -p dxc-format --example inspect -- FILE`. The command `dxobj show` does it for people.

use dxc_format::outline::Outline;
use dxc_format::{Container, PartInfo};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file")?;
    let bytes = std::fs::read(path)?;
    let container = Container::parse(&bytes)?;
    println!(
        "digest {}: {}",
        container.digest(),
        container.verify_digest()
    );
    for part in container.parts() {
        let about = PartInfo::find(part.fourcc, part.data).map_or("not known", |info| info.doc);
        println!("\n{} at {:#x}: {about}", part.fourcc, part.offset);
        print(&Outline::new(&container, &part)?);
    }
    Ok(())
}

/// Prints the fields, then the records of runs.
fn print(outline: &Outline<'_>) {
    for field in outline
        .fields
        .iter()
        .filter(|field| !field.field_value.is_computed())
    {
        println!(
            "  {}: {}",
            field.field_value.path(),
            field.field_value.text()
        );
    }
    let records = outline.runs.iter().flat_map(|run| &run.records);
    records.for_each(|record| print(&record.outline));
}
