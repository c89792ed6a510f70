//! Prints the tables that map registers to those of Direct3D 9.

use alloc::format;
use core::fmt;

use crate::level9_instructions::Level9RegisterType;
use dxc_format::level9::{
    ComponentMapping, ConstantMapping, FIRST_CLIP_PLANE, Level9Conversion, Level9ProgramView,
    RuntimeMapping, SamplerMapping,
};
use dxc_format::types::Run;

/// Prints all tables that have a row.
pub(super) fn write_mappings(
    f: &mut dyn fmt::Write,
    program: &Level9ProgramView<'_>,
) -> fmt::Result {
    write_constants(f, program)?;
    write_runtime(f, program.runtime())?;
    write_samplers(f, program.samplers())
}

/// Prints the mappings of constant buffers to registers of booleans, integers and floats.
fn write_constants(f: &mut dyn fmt::Write, program: &Level9ProgramView<'_>) -> fmt::Result {
    let (booleans, integers) = (program.booleans(), program.integers());
    let constants = program.constants();
    if booleans.is_empty() && integers.is_empty() && constants.is_empty() {
        return Ok(());
    }
    f.write_str("// Constant buffer to DX9 shader constant mappings:\n//\n")?;
    let mut is_first = true;
    for (kind, mappings) in [
        (Level9RegisterType::CONSTBOOL, booleans),
        (Level9RegisterType::CONSTINT, integers),
    ] {
        if !mappings.is_empty() {
            f.write_str(if is_first { "" } else { "//\n" })?;
            is_first = false;
            write_components(f, kind.fxc().unwrap_or_default(), mappings)?;
        }
    }
    if !constants.is_empty() {
        f.write_str(if is_first { "" } else { "//\n" })?;
        write_vectors(f, constants)?;
    }
    f.write_str("//\n//\n")
}

fn write_components(
    f: &mut dyn fmt::Write,
    name: &str,
    mappings: Run<'_, ComponentMapping>,
) -> fmt::Result {
    f.write_str("// Target Reg Buffer  Source Reg Component\n")?;
    f.write_str("// ---------- ------- ---------- ---------\n")?;
    for mapping in mappings.iter() {
        let target = format!("{name}{}", mapping.register);
        let buffer = format!("cb{}", mapping.buffer);
        let (vector, component) = (mapping.vector, mapping.component);
        writeln!(f, "// {target:<10} {buffer:<7} {vector:>10} {component:>9}")?;
    }
    Ok(())
}

fn write_vectors(f: &mut dyn fmt::Write, mappings: Run<'_, ConstantMapping>) -> fmt::Result {
    f.write_str("// Target Reg Buffer  Start Reg # of Regs        Data Conversion\n")?;
    f.write_str("// ---------- ------- --------- --------- ----------------------\n")?;
    for mapping in mappings.iter() {
        let target = match u32::from(mapping.register).checked_sub(FIRST_CLIP_PLANE) {
            Some(plane) => format!("clip{plane}"),
            None => constant(mapping.register),
        };
        let buffer = format!("cb{}", mapping.buffer);
        let (first, count) = (mapping.first, mapping.count);
        let name = |conversion: Level9Conversion| conversion.fxc().unwrap_or("UNKN");
        let [x, y, z, w] = mapping.conversions.map(name);
        write!(f, "// {target:<10} {buffer:<7} {first:>9} {count:>9}  ")?;
        writeln!(f, "({x:>4},{y:>4},{z:>4},{w:>4})")?;
    }
    Ok(())
}

/// Prints the constant registers that the runtime sets.
fn write_runtime(f: &mut dyn fmt::Write, mappings: Run<'_, RuntimeMapping>) -> fmt::Result {
    if mappings.is_empty() {
        return Ok(());
    }
    f.write_str("// Runtime generated constant mappings:\n//\n")?;
    f.write_str("// Target Reg                               Constant Description\n")?;
    f.write_str("// ---------- --------------------------------------------------\n")?;
    for mapping in mappings.iter() {
        let target = constant(mapping.register);
        let words = mapping.kind.fxc().unwrap_or("Unknown Value");
        writeln!(f, "// {target:<10} {words:>50}")?;
    }
    f.write_str("//\n//\n")
}

/// Prints the samplers, each with its sampler and its texture in Direct3D 10.
fn write_samplers(f: &mut dyn fmt::Write, mappings: Run<'_, SamplerMapping>) -> fmt::Result {
    if mappings.is_empty() {
        return Ok(());
    }
    f.write_str("// Sampler/Resource to DX9 shader sampler mappings:\n//\n")?;
    f.write_str("// Target Sampler Source Sampler  Source Resource\n")?;
    f.write_str("// -------------- --------------- ----------------\n")?;
    for mapping in mappings.iter() {
        let [target, sampler] =
            [mapping.register, mapping.sampler].map(|number| format!("s{number}"));
        let texture = format!("t{}", mapping.texture);
        writeln!(f, "// {target:<14} {sampler:<15} {texture:<16} ")?;
    }
    f.write_str("//\n//\n")
}

/// The name of a constant register.
fn constant(register: u16) -> alloc::string::String {
    format!(
        "{}{register}",
        Level9RegisterType::CONST.fxc().unwrap_or_default()
    )
}
