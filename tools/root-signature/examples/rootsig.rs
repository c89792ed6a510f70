//! Shows the root signature of a container as HLSL, or makes a container of the one in a file of HLSL.
//!
//! `cargo run -p dxc-root-signature --example rootsig -- SHADER` or `-- FILE.hlsl OUT`. The command `dxobj rootsig`
//! knows more spellings, and puts root signatures into shaders.
#![allow(clippy::disallowed_macros, reason = "it prints root signatures only")]

use dxc_format::constants::RootSignatureVersion;
use dxc_format::{Builder, Container, parts};
use dxc_root_signature::hlsl::{self, Dialect, Form};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("expected a file")?;
    match arguments.next() {
        None => show(&std::fs::read(path)?),
        Some(output) => make(&path, &std::fs::read_to_string(&path)?, &output),
    }
}

/// Prints what a shader has.
fn show(bytes: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
    let part = Container::parse(bytes)?.rts0()?;
    let signature = part.ok_or("it has no root signature")?.to_value();
    println!("{}", hlsl::print(&signature, Form::Short, Dialect::DXC)?);
    Ok(())
}

/// Writes a container with nothing but the root signature, as `dxc -extractrootsignature` does.
fn make(path: &str, text: &str, output: &str) -> Result<(), Box<dyn std::error::Error>> {
    let parsed = hlsl::parse(text, RootSignatureVersion::V1_1, Dialect::DXC);
    let parsed = parsed.map_err(|wrong| wrong.render(path, text, false))?;
    for finding in dxc_shader::root_signature::validate(&parsed.signature) {
        eprintln!(
            "{}",
            parsed.diagnostic(&finding, text).render(path, text, false)
        );
    }
    let mut builder = Builder::new();
    builder.set_part(parts::RTS0, parsed.signature)?;
    Ok(std::fs::write(output, builder.to_bytes()?)?)
}
