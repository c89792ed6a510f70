//! The targets: the function, the guarantees and the inputs of each.

mod bitcode;
mod builder;
mod compare;
mod container;
mod document;
mod dump;
mod file;
mod found;
mod part;
mod printed;
mod reflection;
mod root_signature;
mod schema;
mod tokens;

use crate::Maker;

/// Something that takes input from strangers.
pub struct Target {
    /// Its name, and that of its seeds' folder.
    pub name: &'static str,
    /// The function for an input; it panics if a guarantee is broken.
    pub body: fn(&[u8]),
    /// Makes an input.
    pub make: fn(&mut Maker<'_>) -> Vec<u8>,
    /// How many of a hundred inputs are for it.
    pub share: u32,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target {
        name: "part",
        body: part::try_part,
        make: part::make,
        share: 32,
    },
    Target {
        name: "container",
        body: container::try_container,
        make: container::make,
        share: 14,
    },
    Target {
        name: "tokens",
        body: tokens::try_tokens,
        make: tokens::make,
        share: 6,
    },
    Target {
        name: "builder",
        body: builder::try_edits,
        make: builder::make,
        share: 12,
    },
    Target {
        name: "command",
        body: printed::try_command,
        make: printed::make_command,
        share: 4,
    },
    Target {
        name: "page",
        body: printed::try_page,
        make: printed::make_page,
        share: 2,
    },
    Target {
        name: "compare",
        body: compare::try_two,
        make: compare::make,
        share: 4,
    },
    Target {
        name: "bitstream",
        body: bitcode::try_bitstream,
        make: bitcode::make_bitstream,
        share: 2,
    },
    Target {
        name: "module",
        body: bitcode::try_module,
        make: bitcode::make_module,
        share: 2,
    },
    Target {
        name: "dump",
        body: dump::try_dump,
        make: dump::make,
        share: 2,
    },
    Target {
        name: "reflection",
        body: reflection::try_reflection,
        make: reflection::make,
        share: 2,
    },
    Target {
        name: "scan",
        body: found::try_scan,
        make: found::make_scan,
        share: 4,
    },
    Target {
        name: "pdb",
        body: found::try_pdb,
        make: found::make_pdb,
        share: 2,
    },
    Target {
        name: "shown",
        body: document::try_shown,
        make: document::make_shown,
        share: 1,
    },
    Target {
        name: "document",
        body: document::try_document,
        make: document::make,
        share: 2,
    },
    Target {
        name: "hlsl",
        body: root_signature::try_hlsl,
        make: root_signature::make_hlsl,
        share: 2,
    },
    Target {
        name: "file",
        body: file::try_file,
        make: file::make,
        share: 2,
    },
    Target {
        name: "metadata",
        body: root_signature::try_metadata,
        make: root_signature::make_metadata,
        share: 2,
    },
    Target {
        name: "schema",
        body: schema::try_schema,
        make: schema::make,
        share: 1,
    },
    Target {
        name: "diff",
        body: schema::try_diff,
        make: schema::make_two,
        share: 1,
    },
    Target {
        name: "import",
        body: schema::try_import,
        make: schema::make_table,
        share: 1,
    },
];

/// The target of a name.
pub fn named(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
