//! Root signatures as they are asked for.

use dxc_format::document::{Map, Node, show};
use dxc_format::root_signature::metadata::Entry;
use dxc_format::root_signature::{hlsl, metadata};
use dxc_format::rts0::RootSignature;

use crate::read::{KEY, Read};
use crate::{Arguments, Outcome, Spelling};

pub(crate) fn write(arguments: &Arguments, to: Spelling, read: Vec<Read<'_>>) -> Outcome<Vec<u8>> {
    let entries: Vec<Entry> = read.into_iter().map(|read| read.entry).collect();
    if to == Spelling::Metadata && !entries.is_empty() {
        let printed = metadata::print(&entries).map(String::into_bytes);
        return printed.map_err(|found| arguments.problem(found));
    }
    let [entry] = entries.as_slice() else {
        let names = entries.iter().filter_map(|entry| entry.function.as_deref());
        let names: Vec<&str> = names.collect();
        let (count, names) = (entries.len(), names.join(", "));
        let what = format!("expected one root signature, found {count}: {names}");
        return Err(arguments.problem(format!("{what}; --name chooses")));
    };
    let signature = &entry.signature;
    match to {
        Spelling::Rts0 => signature
            .to_bytes()
            .map_err(|found| arguments.problem(found)),
        Spelling::Yaml => yaml(signature, arguments),
        _ => {
            let form = match arguments.complete {
                true => hlsl::Form::Complete,
                false => hlsl::Form::Short,
            };
            let text = hlsl::print(signature, form, arguments.dialect.into());
            let text = text.map_err(|found| arguments.problem(found))?;
            let text = if text.is_empty() { "\"\"" } else { &text };
            Ok(format!("{text}\n").into_bytes())
        }
    }
}

fn yaml(signature: &RootSignature, arguments: &Arguments) -> Outcome<Vec<u8>> {
    let bytes = signature
        .to_bytes()
        .map_err(|found| arguments.problem(found))?;
    let node = show::<RootSignature>(&bytes, ()).map_err(|found| arguments.problem(found))?;
    let mut document = Map::default();
    document.push(KEY, node);
    let text = Node::Map(document).to_yaml().map(String::into_bytes);
    text.map_err(|found| arguments.problem(found))
}
