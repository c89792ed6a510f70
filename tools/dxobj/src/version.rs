//! Parses versions of root signatures, such as `1.1`.

use std::sync::LazyLock;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use dxc_format::constants::RootSignatureVersion;
pub(crate) use dxobj_report::root_signatures::version as written;

/// All versions of the format, with their names.
static VERSIONS: LazyLock<Vec<(String, RootSignatureVersion)>> = LazyLock::new(|| {
    let names = RootSignatureVersion::TABLE.values.iter();
    let names = names.filter(|value| !value.alias);
    let versions = names.filter_map(|value| RootSignatureVersion::from_name(value.name));
    versions
        .map(|version| (written(version), version))
        .collect()
});

/// The parser for a version on the command line.
pub(crate) fn parser() -> impl TypedValueParser<Value = RootSignatureVersion> {
    let texts = VERSIONS.iter().map(|(text, _)| text.as_str());
    PossibleValuesParser::new(texts).try_map(|text| {
        let mut versions = VERSIONS.iter();
        let found = versions.find(|(known, _)| *known == text);
        found.map(|(_, version)| *version).ok_or("no such version")
    })
}
