//! Prints a container as a document, which the example `build` reads.
//!
//! `cargo run -p dxc-document --example show -- FILE`

use dxc_document::Document;
use dxc_format::Container;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file")?;
    let bytes = std::fs::read(path)?;
    let document = Document::of(&Container::parse(&bytes)?)?;
    print!("{}", document.to_yaml()?);
    Ok(())
}
