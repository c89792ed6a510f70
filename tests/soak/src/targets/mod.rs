//! The targets: each has a function, guarantees and inputs.

mod bitcode;
mod builder;
mod compare;
mod container;
mod document;
mod dump;
mod file;
mod found;
mod linkage;
mod part;
mod printed;
mod reflection;
mod root_signature;
mod schema;
mod tokens;

use crate::Maker;

/// A function that processes untrusted input.
pub struct Target {
    /// The name, which is also the name of the folder of its seeds.
    pub name: &'static str,
    /// The function for an input; it panics if a guarantee is broken.
    pub body: fn(&[u8]),
    /// Makes an input.
    pub make: fn(&mut Maker<'_>) -> Vec<u8>,
    /// The percentage of inputs that are for this target.
    pub share: u32,
}

/// A target: its name, its function, the function that makes its inputs, and its share.
const fn target(
    name: &'static str,
    body: fn(&[u8]),
    make: fn(&mut Maker<'_>) -> Vec<u8>,
    share: u32,
) -> Target {
    Target {
        name,
        body,
        make,
        share,
    }
}

/// All targets.
pub const TARGETS: &[Target] = &[
    target("part", part::try_part, part::make, 32),
    target(
        "container",
        container::try_container,
        |maker| maker.any_container(),
        14,
    ),
    target("tokens", tokens::try_tokens, tokens::make, 6),
    target("builder", builder::try_edits, builder::make, 10),
    target("command", printed::try_command, printed::make_command, 4),
    target("page", printed::try_page, printed::make_page, 2),
    target("compare", compare::try_two, compare::make, 4),
    target("linkage", linkage::try_two, linkage::make, 2),
    target(
        "bitstream",
        bitcode::try_bitstream,
        bitcode::make_bitstream,
        2,
    ),
    target("module", bitcode::try_module, bitcode::make_module, 2),
    target("dump", dump::try_dump, dump::make, 2),
    target(
        "reflection",
        reflection::try_reflection,
        reflection::make,
        2,
    ),
    target("scan", found::try_scan, found::make_scan, 4),
    target("pdb", found::try_pdb, found::make_pdb, 2),
    target(
        "shown",
        document::try_shown,
        |maker| maker.any_container(),
        1,
    ),
    target("document", document::try_document, document::make, 2),
    target(
        "hlsl",
        root_signature::try_hlsl,
        root_signature::make_hlsl,
        2,
    ),
    target("file", file::try_file, file::make, 2),
    target(
        "metadata",
        root_signature::try_metadata,
        root_signature::make_metadata,
        2,
    ),
    target("schema", schema::try_schema, schema::make, 1),
    target("diff", schema::try_diff, schema::make_two, 1),
    target("import", schema::try_import, schema::make_table, 1),
];

/// The target with this name.
pub fn named(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
