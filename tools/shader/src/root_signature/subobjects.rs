//! Root signatures that are subobjects of a library.

use dxc_format::Result;
use dxc_format::rdat::{RuntimeDataView, SubobjectKind};
use dxc_format::rts0::RootSignatureView;

/// The root signatures that are subobjects of a library, each with the subobject's name; an error for one that cannot be
/// read. Those that are not within the bytes of RDAT are omitted.
///
/// ```
/// # fn main() -> dxc_format::Result<()> {
/// # let file = &std::fs::read("tests/data/dxc/lib_raytracing.sm66.dxil").unwrap();
/// let library = dxc_format::Container::parse(file)?.rdat()?.unwrap();
/// for (name, signature) in dxc_shader::root_signature::subobjects(&library) {
///     println!("{name}: {}", signature?.flags());
/// }
/// # Ok(())
/// # }
/// ```
pub fn subobjects<'a>(
    library: &RuntimeDataView<'a>,
) -> impl Iterator<Item = (&'a str, Result<RootSignatureView<'a>>)> + use<'a> {
    let (subobjects, lookup) = (library.subobjects().into_iter(), library.lookup());
    subobjects.filter_map(move |subobject| {
        let reference = subobject.content.root_signature(subobject.kind)?;
        let name = lookup.string(subobject.name).unwrap_or_default();
        Some((name, RootSignatureView::parse(lookup.bytes(reference)?)))
    })
}

/// The global root signatures of a library.
pub fn global_subobjects<'a>(
    library: &RuntimeDataView<'a>,
) -> impl Iterator<Item = Result<RootSignatureView<'a>>> + use<'a> {
    let (subobjects, lookup) = (library.subobjects().into_iter(), library.lookup());
    subobjects.filter_map(move |subobject| {
        let reference = subobject.content.root_signature(subobject.kind)?;
        let is_global = subobject.kind == SubobjectKind::GlobalRootSignature;
        let bytes = lookup.bytes(reference).filter(|_| is_global)?;
        Some(RootSignatureView::parse(bytes))
    })
}
