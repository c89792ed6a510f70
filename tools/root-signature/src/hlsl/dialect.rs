#![doc = include_str!("dialects.md")]

use core::fmt;

use dxc_format::constants::RootSignatureVersion;
use dxc_format::runtime::shape::{EnumTable, EnumValue};
use dxc_shader::root_signature::flags::{keyword, only};

/// The compiler whose rules for root signature strings apply.
///
/// ```
/// use dxc_root_signature::hlsl::Dialect;
///
/// assert_eq!(Dialect::default(), Dialect::Clang);
/// assert_eq!(Dialect::DXC.to_string(), "DXC");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// Clang 22. DXC's keywords are also accepted for values that clang spells differently.
    #[default]
    Clang,
    /// DXC: every string that it accepts gives the same bytes.
    DXC,
}

/// The behavior of a compiler, from clang LexHLSLRootSignature.cpp and ParseHLSLRootSignature.cpp, and from DXC
/// HLSLRootSignature.cpp, `RootSignatureTokenizer` and `RootSignatureParser`.
#[derive(Debug)]
pub(super) struct Rules {
    name: &'static str,
    /// The last root signature version of the compiler; `None` if it has all of the schema's.
    last_version: Option<RootSignatureVersion>,
    /// The value of this compiler in the columns `only` of the tables.
    compiler: &'static str,
    /// Whether it also accepts another compiler's keyword for a value that it spells differently.
    synonyms: bool,
    /// Whether omitted `flags` are the clause's default, not 0.
    pub(super) default_flags: bool,
    /// The macros that the compiler defines, which distinguish it from other compilers.
    pub(super) defines: &'static [&'static str],
    /// The macros that the compiler defines to values that describe the target.
    pub(super) target_defines: &'static [&'static str],
    /// The characters that may separate the words of a string.
    pub(super) blanks: &'static [char],
    /// The maximum number of characters of a number.
    pub(super) longest_number: usize,
    /// Whether a number that begins with 0 is octal, like in C.
    pub(super) octal: bool,
    /// Whether blanks may separate a sign from its number.
    pub(super) sign_apart: bool,
    /// Whether a whole number that ends in `f` is a float.
    pub(super) whole_float: bool,
    /// The largest number of a register.
    pub(super) last_register: u32,
    /// Whether letters after the digits of a register are skipped.
    pub(super) register_tail: bool,
    /// Whether a comma may precede `)`.
    pub(super) last_comma: bool,
    /// Whether the parentheses of the root flags may be empty, and a descriptor table may have no ranges.
    pub(super) empty: bool,
    /// Whether `+0` means no flags.
    pub(super) signed_zero: bool,
    /// Whether versions without flags accept the flags that they imply.
    pub(super) early_flags: bool,
    /// Whether only local root signatures may have the flag `LOCAL_ROOT_SIGNATURE`.
    pub(super) local_only: bool,
}

static CLANG: Rules = Rules {
    name: "Clang",
    last_version: None,
    compiler: "clang",
    synonyms: true,
    default_flags: true,
    defines: &["__clang__", "__hlsl_clang"],
    target_defines: &[
        "__HLSL_VERSION",
        "__SHADER_TARGET_MAJOR",
        "__SHADER_TARGET_MINOR",
        "__SHADER_TARGET_STAGE",
    ],
    blanks: &[' ', '\t', '\n', '\r', '\u{b}', '\u{c}'],
    longest_number: 0x7fff_ffff,
    octal: true,
    sign_apart: true,
    whole_float: false,
    last_register: u32::MAX - 1,
    register_tail: false,
    last_comma: true,
    empty: true,
    signed_zero: false,
    early_flags: true,
    local_only: false,
};

static DXC: Rules = Rules {
    name: "DXC",
    last_version: Some(RootSignatureVersion::V1_1),
    compiler: "DXC",
    synonyms: false,
    default_flags: false,
    defines: &["__hlsl_dx_compiler"],
    target_defines: &[
        "__HLSL_VERSION",
        "__SHADER_TARGET_MAJOR",
        "__SHADER_TARGET_MINOR",
        "__SHADER_TARGET_STAGE",
        "__DXC_VERSION_MAJOR",
        "__DXC_VERSION_MINOR",
        "__DXC_VERSION_RELEASE",
        "__DXC_VERSION_COMMITS",
    ],
    blanks: &[' '],
    longest_number: 127,
    octal: false,
    sign_apart: false,
    whole_float: true,
    last_register: u32::MAX,
    register_tail: true,
    last_comma: false,
    empty: false,
    signed_zero: true,
    early_flags: false,
    local_only: true,
};

impl Dialect {
    pub(super) fn rules(self) -> &'static Rules {
        match self {
            Self::Clang => &CLANG,
            Self::DXC => &DXC,
        }
    }

    /// Whether the compiler supports a version of root signatures.
    pub(super) fn has_version(self, version: RootSignatureVersion) -> bool {
        let last = self.rules().last_version;
        version.is_known() && last.is_none_or(|last| version <= last)
    }

    /// Whether the dialect accepts the keyword of an entry of this table.
    pub(super) fn accepts(self, table: &EnumTable, entry: &EnumValue) -> bool {
        let is_synonym =
            || self.rules().synonyms && self.find(table, |own| own.value == entry.value).is_some();
        self.is_own(entry) || is_synonym()
    }

    /// The dialect's keyword for a value.
    pub(super) fn spell(self, table: &EnumTable, value: u32) -> Option<&'static str> {
        let entry = self.find(table, |entry| entry.value == u64::from(value))?;
        Some(keyword(entry))
    }

    /// Another dialect that has a keyword for a value.
    pub(super) fn other(self, table: &EnumTable, value: u32) -> Option<Self> {
        let mut others = [Self::Clang, Self::DXC].into_iter();
        others.find(|other| *other != self && other.spell(table, value).is_some())
    }

    /// The first entry whose keyword the compiler has and that `wanted` accepts.
    fn find(
        self,
        table: &EnumTable,
        wanted: impl Fn(&EnumValue) -> bool,
    ) -> Option<&'static EnumValue> {
        let mut entries = table.values.iter();
        entries.find(|entry| wanted(entry) && self.is_own(entry) && !keyword(entry).is_empty())
    }

    /// Whether the compiler itself accepts the keyword of an entry.
    fn is_own(self, entry: &EnumValue) -> bool {
        ["", self.rules().compiler].contains(&only(entry))
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.rules().name)
    }
}
