//! Prints containers of shader models 4 and 5 like `fxc /dumpbin`: `cargo run --example disassemble shader.dxbc`.

use dxc_format::Container;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let file = std::fs::read(&path)?;
        let container = Container::parse(&file)?;
        if let Some(listing) = container.listing()? {
            print!("{listing}");
        }
    }
    Ok(())
}
