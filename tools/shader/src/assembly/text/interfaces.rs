//! Prints the classes and interfaces of IFCE in FXC's format.

use alloc::format;
use core::fmt;

use dxc_format::interfaces::InterfacesView;
use dxc_text::Printable;

/// The class types, the class instances, and the slots of the interfaces.
pub(super) fn write_interfaces(f: &mut dyn fmt::Write, part: &InterfacesView<'_>) -> fmt::Result {
    f.write_str("//\n// Available Class Types:\n//\n")?;
    f.write_str("// Name                             ID CB Stride Texture Sampler\n")?;
    f.write_str("// ------------------------------ ---- --------- ------- -------\n")?;
    for (id, class) in part.classes().iter().enumerate() {
        let name = Printable(class.name.as_str().unwrap_or("?"));
        let (stride, textures, samplers) =
            (class.constant_buffer_stride, class.textures, class.samplers);
        writeln!(
            f,
            "// {name:<30} {id:>4} {stride:>9} {textures:>7} {samplers:>7}"
        )?;
    }
    f.write_str("//\n")?;
    write_instances(f, part)?;
    write_slots(f, part)
}

fn write_instances(f: &mut dyn fmt::Write, part: &InterfacesView<'_>) -> fmt::Result {
    if part.instances().is_empty() {
        return Ok(());
    }
    f.write_str("// Available Class Instances:\n//\n")?;
    f.write_str("// Name                        Type CB CB Offset Texture Sampler\n")?;
    f.write_str("// --------------------------- ---- -- --------- ------- -------\n")?;
    for instance in part.instances() {
        let name = Printable(instance.name.as_str().unwrap_or("?"));
        let [buffer, offset, texture, sampler] = [
            instance.constant_buffer,
            instance.constant_buffer_offset,
            instance.texture,
            instance.sampler,
        ]
        .map(slot);
        let class = instance.class;
        writeln!(
            f,
            "// {name:<27} {class:>4} {buffer:>2} {offset:>9} {texture:>7} {sampler:>7}"
        )?;
    }
    f.write_str("//\n")
}

/// The text for a slot; a dash if there is none.
fn slot(number: u16) -> alloc::string::String {
    match number {
        u16::MAX => "-".into(),
        number => format!("{number}"),
    }
}

fn write_slots(f: &mut dyn fmt::Write, part: &InterfacesView<'_>) -> fmt::Result {
    const LINE: &str = "// +----------+---------+---------------------------------------\n";
    let total: u64 = part
        .interfaces()
        .iter()
        .map(|each| u64::from(each.slots))
        .sum();
    write!(
        f,
        "// Interface slots, {total} total:\n//\n//             Slots\n{LINE}"
    )?;
    let mut first = 0_u64;
    for interface in part.interfaces() {
        let last = (first + u64::from(interface.slots)).saturating_sub(1);
        let slots = if last > first {
            format!("{first}-{last}")
        } else {
            format!("{first}")
        };
        write!(f, "// | Type ID  |   {slots:<6}|")?;
        write_ids(f, interface.class_ids.iter().map(u32::from))?;
        f.write_str("// | Table ID |         |")?;
        write_ids(f, interface.table_ids.iter())?;
        f.write_str(LINE)?;
        first = last + 1;
    }
    Ok(())
}

fn write_ids(f: &mut dyn fmt::Write, ids: impl Iterator<Item = u32>) -> fmt::Result {
    for id in ids {
        write!(f, "{id:<5}")?;
    }
    f.write_str("\n")
}
