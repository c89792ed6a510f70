//! Lists the names that generated code imports from `dxc_runtime`, which items cannot have.

use crate::emit::RUNTIME;
use crate::model::BUILT_IN;

/// The names of each module, separated by spaces. The names of built-in types are in the table of these types.
const EXPORTS: [(&str, &str); 4] = [
    (
        "dxc_runtime",
        "Array BySize IndexTable ListRef OriginalLayout PartInfo Pool Record Required RowRef SizedRecord \
         SignatureOf Strided StringRef Strip Switch bits flags open_enum sequence",
    ),
    ("dxc_runtime::alloc::boxed", "Box"),
    ("dxc_runtime::alloc::vec", "Vec"),
    ("dxc_runtime::int", "Int ToInt element element_of int"),
];

/// Pairs of a module and a name in it.
pub(crate) fn exports() -> impl Iterator<Item = (&'static str, &'static str)> {
    let modules = EXPORTS.into_iter();
    let names =
        modules.flat_map(|(module, names)| names.split(' ').map(move |name| (module, name)));
    let of_runtime = |name: &&str| name.starts_with(char::is_uppercase) && !name.contains('<');
    let built_in = BUILT_IN.into_iter().map(|(.., rust)| rust);
    names.chain(built_in.filter(of_runtime).map(|name| (RUNTIME, name)))
}
