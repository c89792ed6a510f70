//! Prints the subobjects of a library, from RDAT.

use alloc::collections::BTreeSet;
use core::fmt;

use dxc_format::rdat::{
    HitGroup, RaytracingPipelineFlags, RuntimeData, RuntimeDataView, StateObjectFlags,
    SubobjectRecord,
};
use dxc_format::runtime::newtype::{BitValue, Bits};
use dxc_format::types::{Lookup, StringRef};
use dxc_text::Printable;

pub(super) fn write(f: &mut dyn fmt::Write, data: &RuntimeDataView<'_>) -> fmt::Result {
    if data.subobjects().is_empty() {
        return Ok(());
    }
    let lookup = data.lookup();
    let is_whole = subobjects(data, &lookup).all(|(_, _, is_sound)| is_sound);
    if !is_whole {
        f.write_str("; error occurred while loading Subobjects from RDAT.\n")?;
    }
    let mut is_first = true;
    for (subobject, name, _) in subobjects(data, &lookup).filter(|(.., is_sound)| *is_sound) {
        if is_first {
            f.write_str(";\n; Subobjects:\n;\n")?;
        }
        is_first = false;
        let kind = subobject.kind.name().unwrap_or("<invalid kind>");
        write!(f, ";  {kind} {} = {{ ", Printable(name))?;
        write_content(f, &subobject, &lookup)?;
        f.write_str(" };\n")?;
    }
    f.write_str(if is_first { "" } else { ";\n" })
}

/// The subobjects with their names, and whether DXC accepts them: it requires unique names.
fn subobjects<'a>(
    data: &RuntimeDataView<'a>,
    lookup: &Lookup<'a, RuntimeData>,
) -> impl Iterator<Item = (SubobjectRecord, &'a str, bool)> {
    let mut names = BTreeSet::new();
    data.subobjects().into_iter().filter_map(move |subobject| {
        subobject.kind.name()?;
        let name = lookup.string(subobject.name).unwrap_or_default();
        let root_signature = subobject.content.root_signature(subobject.kind);
        let is_sound = root_signature.is_none_or(|bytes| lookup.bytes(bytes).is_some());
        let is_sound = is_sound && !name.is_empty() && names.insert(name);
        Some((subobject, name, is_sound))
    })
}

fn write_content(
    f: &mut dyn fmt::Write,
    subobject: &SubobjectRecord,
    lookup: &Lookup<'_, RuntimeData>,
) -> fmt::Result {
    let (content, kind) = (&subobject.content, subobject.kind);
    let string = |name: StringRef| Printable(lookup.string(name).unwrap_or_default());
    if let Some(flags) = content.state_object_config(kind) {
        write_flags(f, StateObjectFlags::dxc, "<invalid StateObjectFlag>", flags)?;
    }
    if let Some(bytes) = content.root_signature(kind) {
        write!(f, "<{} bytes>", bytes.size)?;
    }
    if let Some(association) = content.exports_association(kind) {
        write!(f, "\"{}\", {{ ", string(association.subobject))?;
        for (index, export) in lookup.list(association.exports).enumerate() {
            let gap = if index > 0 { ", " } else { "" };
            write!(f, "{gap}\"{}\"", Printable(export.unwrap_or_default()))?;
        }
        f.write_str(" } ")?;
    }
    if let Some(config) = content.raytracing_shader_config(kind) {
        let (payload, attribute) = (
            config.max_payload_size_in_bytes,
            config.max_attribute_size_in_bytes,
        );
        write!(
            f,
            "MaxPayloadSizeInBytes = {payload}, MaxAttributeSizeInBytes = {attribute}"
        )?;
    }
    if let Some(depth) = content.max_trace_recursion_depth(kind) {
        write!(f, "MaxTraceRecursionDepth = {depth}")?;
    }
    if let Some(group) = content.hit_group(kind) {
        write_hit_group(f, &group, string)?;
    }
    if let Some(config) = content.raytracing_pipeline_config1(kind) {
        let depth = config.max_trace_recursion_depth;
        write!(f, "MaxTraceRecursionDepth = {depth}, Flags = ")?;
        write_flags(
            f,
            RaytracingPipelineFlags::dxc,
            "<invalid RaytracingPipelineFlags>",
            config.flags,
        )?;
    }
    Ok(())
}

fn write_hit_group<'t>(
    f: &mut dyn fmt::Write,
    group: &HitGroup,
    string: impl Fn(StringRef) -> Printable<'t>,
) -> fmt::Result {
    let kind = group.group_type.name().unwrap_or("<invalid HitGroupType>");
    let [any, closest, intersection] =
        [group.any_hit, group.closest_hit, group.intersection].map(string);
    write!(
        f,
        "HitGroupType = {kind}, Anyhit = \"{any}\", Closesthit = \"{closest}\", Intersection = \"{intersection}\""
    )
}

/// Writes the names of flags, the lowest flag first, and `unknown` for flags without a name.
fn write_flags<F: BitValue>(
    f: &mut dyn fmt::Write,
    name: fn(F) -> Option<&'static str>,
    unknown: &str,
    flags: F,
) -> fmt::Result {
    if flags.to_bits() == 0 {
        return f.write_str("0");
    }
    for (index, flag) in Bits::of(flags).enumerate() {
        let gap = if index > 0 { " | " } else { "" };
        write!(f, "{gap}{}", name(flag).unwrap_or(unknown))?;
    }
    Ok(())
}
