//! What a shader binds, takes and gives, in the columns of `dxc -dumpbin`.

use dxc_format::Container;
use dxc_format::bindings::Binding;
use dxc_format::signature::SignatureElement;
use serde_json::{Value, json};

/// What it binds: constant buffers, samplers, what is read, what is written, as DXC has them.
pub(crate) fn bindings(container: &Container<'_>) -> dxc_format::Result<Value> {
    let mut bindings: Vec<Binding<'_>> = container.bindings()?.collect();
    bindings.sort_by_key(Binding::dxc_order);
    let rows: Vec<_> = bindings.iter().map(Binding::dxc_row).collect();
    let part = container.bindings_part().map(|part| part.to_string());
    Ok(json!({ "part": part, "columns": Binding::DXC_COLUMNS, "rows": rows }))
}

/// What it takes and gives.
pub(crate) fn signatures(container: &Container<'_>) -> dxc_format::Result<Vec<Value>> {
    let tables = container.signatures()?.map(|(direction, signature)| {
        let rows = signature.elements().iter().map(|element| {
            let row = element.dxc_row(direction, signature).into_iter();
            row.chain([element.stream.to_string()]).collect()
        });
        let rows: Vec<Vec<String>> = rows.collect();
        let columns: Vec<&str> = SignatureElement::DXC_COLUMNS
            .into_iter()
            .chain(["Stream"])
            .collect();
        json!({ "title": format!("{direction} signature"), "columns": columns, "rows": rows })
    });
    Ok(tables.collect())
}
