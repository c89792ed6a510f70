//! Formats bindings like `dxc -dumpbin`.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};

use super::{Binding, letter, register_count};

/// The class of a binding in the words of `dxc -dumpbin`: `texture`, `UAV`, `cbuffer`, `sampler`.
pub fn dxc_type(binding: &Binding<'_>) -> &'static str {
    binding.class.dxc().unwrap_or("invalid")
}

/// The format of a binding: `NA` if the kind has none, `byte`, `struct`, or the return type; empty if no part stores it.
pub fn dxc_format(binding: &Binding<'_>) -> Cow<'static, str> {
    if let Some(format) = binding.kind.and_then(|kind| kind.dxc_format()) {
        return format.into();
    }
    if let Some(component) = binding.component_type {
        return component.dxc().unwrap_or("invalid").into();
    }
    let Some((what, components)) = binding.returns else {
        return "".into();
    };
    let name = what.fxc().unwrap_or_default();
    match components {
        ..=1 => name.into(),
        _ => alloc::format!("{name}{components}").into(),
    }
}

/// The dimension of a binding: `NA` if the kind has none, `r/o`, `r/w` or `r/w+cnt` for buffers without a format, or the shape;
/// empty if no part stores it.
pub fn dxc_dimension(binding: &Binding<'_>) -> &'static str {
    let Some(kind) = binding.kind else {
        return "";
    };
    binding.by_use(kind.dxc()).unwrap_or("?")
}

/// The ID of a binding with its prefix, such as `CB0`; empty if no part stores it.
pub fn dxc_id(binding: &Binding<'_>) -> String {
    let prefix = binding.class.dxc_id();
    let id = binding
        .id
        .map(|id| alloc::format!("{}{id}", prefix.unwrap_or_default()));
    id.unwrap_or_default()
}

/// The first register of a binding and the space, such as `t3,space1`.
pub fn dxc_bind(binding: &Binding<'_>) -> String {
    let prefix = binding.class.dxc_bind();
    let mut bind = alloc::format!("{}{}", prefix.unwrap_or("?"), binding.first);
    if binding.space != 0 {
        bind.push_str(&alloc::format!(",space{}", binding.space));
    }
    bind
}

/// The number of registers of a binding, or `unbounded`.
pub fn dxc_count(binding: &Binding<'_>) -> String {
    register_count(binding).map_or("unbounded".into(), |count| count.to_string())
}

/// The columns of a table of bindings in the output of `dxc -dumpbin`.
pub const DXC_COLUMNS: [&str; 7] = ["Name", "Type", "Format", "Dim", "ID", "HLSL Bind", "Count"];

/// The text in each of the [columns](DXC_COLUMNS); empty where no part stores it.
pub fn dxc_row(binding: &Binding<'_>) -> [String; 7] {
    [
        binding.name.as_deref().unwrap_or_default().into(),
        dxc_type(binding).into(),
        dxc_format(binding).into(),
        dxc_dimension(binding).into(),
        dxc_id(binding),
        dxc_bind(binding),
        dxc_count(binding),
    ]
}

/// The sort key in such a table: constant buffers, samplers, SRVs and UAVs, each by registers.
pub fn dxc_order(binding: &Binding<'_>) -> impl Ord + use<> {
    (letter(binding.class), binding.space, binding.first)
}
