//! HLSL's root signature strings, such as `"CBV(b0), SRV(t0, flags = DATA_STATIC)"`, and the files that contain them.
//!
//! [`parse`] accepts the grammar of clang 22 or DXC, and [`print`] returns text that parses to an equal value. Both
//! have a parameter for the [dialect]. [`file::find`] finds all root signatures of an HLSL file.
//!
//! Keywords, defaults, the arguments of each clause and the differences between dialects are in the tables of
//! [`dxc_shader::hlsl`] and [`dxc_format::constants`].

pub mod dialect;
pub mod file;
mod parse;
mod parser_state;
mod places;
mod print;
mod source;
mod token;
mod value;

use dxc_format::constants::RootSignatureVersion;

use super::diagnostic::Diagnostics;

pub use dialect::Dialect;
pub use places::Parsed;
pub use print::{Form, print, print_commented};

/// The root signature in a text, parsed like a compiler for `version`.
///
/// The text is the grammar itself, or string literals, or an HLSL file with one root signature. For files with several,
/// use [`file::find`].
///
/// # Errors
/// The errors and their locations; several at once, if the next clause can be found after an error.
///
/// ```
/// use dxc_format::constants::{RootFlags, RootSignatureVersion};
/// use dxc_root_signature::hlsl::{self, Dialect};
///
/// let text = r#"
///     #define RS "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), " /* the vertex buffers */ \
///                "CBV(b0, visibility = SHADER_VISIBILITY_VERTEX)"
/// "#;
/// let signature = hlsl::parse(text, RootSignatureVersion::V1_1, Dialect::Clang).unwrap().signature;
/// assert_eq!(signature.flags, RootFlags::AllowInputAssemblerInputLayout);
/// assert_eq!(signature.parameters.len(), 1);
/// ```
pub fn parse(
    text: &str,
    version: RootSignatureVersion,
    dialect: Dialect,
) -> Result<Parsed, Diagnostics> {
    let options = file::Options::new(dialect);
    let file = file::find(text, &options)?;
    file.only()?.parse(version)
}
