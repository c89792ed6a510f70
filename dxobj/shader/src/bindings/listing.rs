//! Bindings in the words of `dxc -dumpbin`.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};

use super::Binding;
use dxc_format::runtime::attributes::Attributes;

/// The output of `dxc -dumpbin` for a binding.
impl Binding<'_> {
    /// The class in the words of `dxc -dumpbin`: `texture`, `UAV`, `cbuffer`, `sampler`.
    pub fn dxc_type(&self) -> &'static str {
        self.class.text("dxc").unwrap_or("invalid")
    }

    /// The format: `NA` if the kind has none, `byte`, `struct`, or the return type; empty if no part stores it.
    pub fn dxc_format(&self) -> Cow<'static, str> {
        if let Some(format) = self.kind.and_then(|kind| kind.text("dxc_format")) {
            return format.into();
        }
        if let Some(component) = self.component_type {
            return component.text("dxc").unwrap_or("invalid").into();
        }
        let Some((what, components)) = self.returns else {
            return "".into();
        };
        let name = what.text("fxc").unwrap_or_default();
        match components {
            ..=1 => name.into(),
            _ => alloc::format!("{name}{components}").into(),
        }
    }

    /// The dimension: `NA` if the kind has none, `r/o`, `r/w` or `r/w+cnt` for buffers without a format, or the shape;
    /// empty if no part stores it.
    pub fn dxc_dimension(&self) -> &'static str {
        let Some(kind) = self.kind else {
            return "";
        };
        self.by_use(kind, "dxc").unwrap_or("?")
    }

    /// The ID with its prefix, such as `CB0`; empty if no part stores it.
    pub fn dxc_id(&self) -> String {
        let prefix = self.class.text("dxc_id");
        let id = self
            .id
            .map(|id| alloc::format!("{}{id}", prefix.unwrap_or_default()));
        id.unwrap_or_default()
    }

    /// The first register and the space, such as `t3,space1`.
    pub fn dxc_bind(&self) -> String {
        let prefix = self.class.text("dxc_bind");
        let mut bind = alloc::format!("{}{}", prefix.unwrap_or("?"), self.first);
        if self.space != 0 {
            bind.push_str(&alloc::format!(",space{}", self.space));
        }
        bind
    }

    /// The number of registers, or `unbounded`.
    pub fn dxc_count(&self) -> String {
        self.count()
            .map_or("unbounded".into(), |count| count.to_string())
    }

    /// The columns of its table of bindings.
    pub const DXC_COLUMNS: [&'static str; 7] =
        ["Name", "Type", "Format", "Dim", "ID", "HLSL Bind", "Count"];

    /// The text in each of the [columns](Self::DXC_COLUMNS); empty where no part stores it.
    pub fn dxc_row(&self) -> [String; 7] {
        [
            self.name.as_deref().unwrap_or_default().into(),
            self.dxc_type().into(),
            self.dxc_format().into(),
            self.dxc_dimension().into(),
            self.dxc_id(),
            self.dxc_bind(),
            self.dxc_count(),
        ]
    }

    /// The sort key of its table: constant buffers, samplers, SRVs and UAVs, each by registers.
    pub fn dxc_order(&self) -> impl Ord + use<> {
        (self.letter(), self.space, self.first)
    }
}
