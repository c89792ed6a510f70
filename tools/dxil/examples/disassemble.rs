//! Prints programs like DXC's disassembler, from `target datalayout` on. Files are containers, or LLVM bitcode.
//!
//! `cargo run -p dxil --example disassemble -- FILES`
#![allow(
    clippy::disallowed_methods,
    reason = "it prints what `dxil` has made printable"
)]

use std::io::Write;

use dxc_format::Container;
use dxc_format::scan;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args_os().skip(1) {
        let file = std::fs::read(path)?;
        let text = if scan::is_container(&file) {
            let container = Container::parse(&file)?;
            // Like DXC: the program with debug information, if there is one.
            let program = container.ildb()?.or(container.dxil()?);
            let program = program.ok_or("expected a DXIL program")?;
            dxil::Module::parse(program.bitcode())?.print()?
        } else {
            dxil::Module::parse(&file)?.print()?
        };
        std::io::stdout().write_all(text.as_bytes())?;
    }
    Ok(())
}
