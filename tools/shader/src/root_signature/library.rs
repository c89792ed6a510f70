//! Checks that root signatures bind the resources of a library's functions: a global one, and the local ones of the
//! library.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::coverage::{Bound, Unfit, visibility};
use super::resources::{UsedResource, of_binding};
use crate::finding::PartPath;
use dxc_format::constants::{ShaderKind, ShaderStage};
use dxc_format::parts;
use dxc_format::rdat::{RuntimeDataView, SubobjectKind};
use dxc_format::rts0::{RootSignature, RootSignatureView};
use dxc_format::{Container, Limits, Result};
use dxil::budgets::Budgets;

/// The local root signatures of a library, each with the exports that it is associated with; `None` if it applies to
/// all.
type Local = Vec<(RootSignature, Option<Vec<String>>)>;

/// A function of a library, with its resources.
struct Function {
    names: [String; 2],
    stage: ShaderStage,
    resources: Vec<UsedResource>,
}

/// The resources of a library's functions that no root signature binds; `None` if the container is not a library.
pub(super) fn unfit(
    signature: &RootSignature,
    container: &Container<'_>,
) -> Result<Option<Vec<Unfit>>> {
    let kind = crate::target_profile(container)?.map(|profile| profile.kind);
    if kind != Some(ShaderKind::Library) {
        return Ok(None);
    }
    // Functions may share lists of resources, and subobjects may share bytes, so the work is limited.
    let budgets = &mut Budgets::new(&Limits::of_input(container.as_bytes().len()));
    let data = container.rdat()?;
    let functions = match &data {
        Some(data) => of_runtime_data(data, budgets)?,
        None => of_metadata(container, budgets)?,
    };
    let local = data
        .as_ref()
        .map(|data| local_signatures(data, budgets))
        .transpose()?;
    let local = local.unwrap_or_default();
    let mut found = Vec::new();
    for function in functions {
        let visible = visibility(function.stage);
        let mut bound = alloc::vec![Bound::new(signature, visible)];
        for (signature, exports) in &local {
            budgets.take_steps(1)?;
            if function.is_in(exports.as_deref()) {
                let own = Bound::new(signature, visible);
                budgets.take_steps(own.len() as u64)?;
                bound.push(own);
            }
        }
        let unbound = function.resources.into_iter().filter(|resource| {
            let mut bound = bound.iter();
            bound.all(|bound| bound.holder(&resource.registers).is_none())
        });
        found.extend(unbound.map(Unfit::NotBound));
    }
    Ok(Some(found))
}

impl Function {
    /// Whether the function is one of these exports; true if there are none.
    fn is_in(&self, exports: Option<&[String]>) -> bool {
        exports.is_none_or(|exports| exports.iter().any(|name| self.names.contains(name)))
    }
}

/// The functions of RDAT, which lists the resources of each.
fn of_runtime_data(data: &RuntimeDataView<'_>, budgets: &mut Budgets) -> Result<Vec<Function>> {
    let lookup = data.lookup();
    let mut functions = Vec::new();
    for (index, record) in data.functions().into_iter().enumerate() {
        let mut name = |name| budgets.copy(lookup.string(name).unwrap_or_default());
        let names = [name(record.name)?, name(record.unmangled_name)?];
        let mut resources = Vec::new();
        for (place, resource) in lookup.list(record.resources).flatten().enumerate() {
            budgets.take::<UsedResource>()?;
            budgets.take_memory(names[1].len())?;
            let binding = crate::bindings::of_record(&resource, &lookup);
            let path = format!("functions[{index}].resources[{place}]");
            let resource = of_binding(place, &binding);
            resources.extend(resource.and_then(|resource| used(resource, path, &names[1])));
        }
        functions.push(Function {
            resources,
            stage: ShaderStage(u8::try_from(record.shader_kind.0).unwrap_or(u8::MAX)),
            names,
        });
    }
    Ok(functions)
}

/// The functions in the metadata of DXIL.
fn of_metadata(container: &Container<'_>, budgets: &mut Budgets) -> Result<Vec<Function>> {
    let Some(module) = crate::dxil_module(container)? else {
        return Ok(Vec::new());
    };
    let mut functions = Vec::new();
    for (index, entry) in module.entry_points.iter().enumerate() {
        let mut resources = Vec::new();
        for (place, resource) in entry.resources.iter().enumerate() {
            budgets.take::<UsedResource>()?;
            budgets.take_memory(entry.name.len())?;
            let binding = crate::bindings::program::binding(resource, parts::DXIL);
            let path = format!("entry_points[{index}].resources[{place}]");
            let resource = of_binding(place, &binding);
            resources.extend(resource.and_then(|resource| used(resource, path, &entry.name)));
        }
        let kind = entry.shader_kind.unwrap_or(ShaderKind::Library);
        functions.push(Function {
            names: [budgets.copy(&entry.name)?, budgets.copy(&entry.name)?],
            stage: kind.stage().unwrap_or_default(),
            resources,
        });
    }
    Ok(functions)
}

/// A resource that a function uses; `None` if it has no register until it is linked.
fn used(resource: UsedResource, path: String, function: &str) -> Option<UsedResource> {
    let has_register = resource.registers.first != crate::bindings::binding::NO_REGISTER;
    has_register.then(|| UsedResource {
        place: PartPath::new(resource.place.part, path),
        function: Some(function.to_string()),
        ..resource
    })
}

/// The local root signatures of a library. One without an association applies to all exports.
fn local_signatures(data: &RuntimeDataView<'_>, budgets: &mut Budgets) -> Result<Local> {
    let lookup = data.lookup();
    let mut associations = BTreeMap::<&str, Vec<String>>::new();
    for subobject in data.subobjects() {
        let Some(list) = subobject.content.exports_association(subobject.kind) else {
            continue;
        };
        let name = lookup.string(list.subobject).unwrap_or_default();
        for export in lookup.list(list.exports).flatten() {
            budgets.take::<String>()?;
            let exports = associations.entry(name).or_default();
            exports.push(budgets.copy(export)?);
        }
    }
    let mut local = Local::new();
    for subobject in data.subobjects() {
        let reference = subobject.content.root_signature(subobject.kind);
        let bytes = reference.and_then(|reference| lookup.bytes(reference));
        let is_local = subobject.kind == SubobjectKind::LocalRootSignature;
        if let Some(bytes) = bytes.filter(|_| is_local) {
            budgets.take_memory(bytes.len().saturating_mul(size_of::<u64>()))?;
            let name = lookup.string(subobject.name).unwrap_or_default();
            let signature = RootSignatureView::parse(bytes)?.to_value();
            let exports = associations.get(name).map_or(&[][..], |exports| exports);
            for export in exports {
                budgets.take_memory(size_of::<String>() + export.len())?;
            }
            let exports = (!exports.is_empty()).then(|| exports.to_vec());
            local.push((signature, exports));
        }
    }
    Ok(local)
}
