//! What a shader binds, takes and gives, in the columns of `dxc -dumpbin`.

use dxc_format::Container;
use dxc_format::bindings::Binding;
use dxc_format::signatures::Register;
use serde_json::{Value, json};

/// What it binds: constant buffers, samplers, what is read, what is written, as DXC has them.
pub(crate) fn bindings(container: &Container<'_>) -> dxc_format::Result<Value> {
    let mut bindings: Vec<Binding<'_>> = container.bindings()?.collect();
    bindings.sort_by_key(|binding| ("bstu".find(binding.letter()), binding.space, binding.first));
    let rows = bindings.iter().map(|binding| {
        [
            binding.name.unwrap_or_default().to_owned(),
            binding.dxc_type().to_owned(),
            binding.dxc_format(),
            binding.dxc_dimension().to_owned(),
            binding.dxc_id(),
            binding.dxc_bind(),
            binding.dxc_count(),
        ]
    });
    let rows: Vec<_> = rows.collect();
    let columns = ["Name", "Type", "Format", "Dim", "ID", "HLSL Bind", "Count"];
    Ok(json!({ "columns": columns, "rows": rows }))
}

/// What it takes and gives.
pub(crate) fn signatures(container: &Container<'_>) -> dxc_format::Result<Vec<Value>> {
    let tables = container.signatures()?.map(|(direction, signature)| {
        let rows = signature.elements().iter().map(|element| {
            let name = element.name_in(signature).unwrap_or("?");
            let register = element.dxc_register(name);
            let [mask, used] = match register {
                Register::Number(_) => {
                    [element.components(), element.used(direction)].map(|some| some.to_string())
                }
                _ => {
                    let is_used = element.used(direction).0 != 0;
                    ["N/A", if is_used { "YES" } else { "NO" }].map(str::to_owned)
                }
            };
            [
                name.to_owned(),
                element.index.to_string(),
                mask,
                register.to_string(),
                element.dxc_system_value().to_owned(),
                element.dxc_format().to_owned(),
                used,
                element.stream.to_string(),
            ]
        });
        let rows: Vec<_> = rows.collect();
        let columns = [
            "Name", "Index", "Mask", "Register", "SysValue", "Format", "Used", "Stream",
        ];
        json!({ "title": format!("{direction} signature"), "columns": columns, "rows": rows })
    });
    Ok(tables.collect())
}
