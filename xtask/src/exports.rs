//! Names that generated code imports from `dxc_runtime`, which items cannot have.

/// The names of each module, with blanks between them.
const EXPORTS: [(&str, &str); 4] = [
    (
        "dxc_runtime",
        "Array BySize Bool8 F32 FourCC IndexTable ListRef OriginalLayout PartInfo Pool Record \
         RowRef SizedRecord Strided StringRef StringTable Strip Switch Text bits \
         flags open_enum sequence",
    ),
    ("dxc_runtime::alloc::boxed", "Box"),
    ("dxc_runtime::alloc::vec", "Vec"),
    ("dxc_runtime::int", "Int ToInt element element_of int"),
];

/// Each module, and a name in it.
pub(crate) fn exports() -> impl Iterator<Item = (&'static str, &'static str)> {
    let modules = EXPORTS.into_iter();
    modules.flat_map(|(module, names)| names.split(' ').map(move |name| (module, name)))
}
