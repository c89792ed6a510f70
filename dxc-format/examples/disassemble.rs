//! Prints the programs of containers as assembly text: `cargo run --example disassemble shader.dxbc`.

use dxc_format::Container;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let file = std::fs::read(&path)?;
        let container = Container::parse(&file)?;
        for program in [container.shex()?, container.shdr()?].into_iter().flatten() {
            print!("{}", program.assembly());
        }
    }
    Ok(())
}
