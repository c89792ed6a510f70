//! From value to text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::Cell;

use crate::generated::constants::RootFlags;
use crate::generated::hlsl::{Argument, RootElement};
use crate::generated::rts0::{
    DescriptorRange, RootParameter, RootPayload, RootSignature, StaticSampler,
};
use crate::runtime::Limits;
use crate::runtime::shape::EnumValue;

use super::dialect::Dialect;
use super::parse::{Clause, is_required};
use super::places::REGISTER;
use super::value;
use crate::meaning::root_parameter::parameter;
use crate::meaning::root_signature::fields::Fields;
use crate::meaning::root_signature::flags::letter;
use crate::text::root_signature::clause;
use crate::text::root_signature::unspellable::Unspellable;

/// The arguments to print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Arguments that differ from the defaults of the version.
    #[default]
    Short,
    /// Everything that the version has.
    Complete,
}

/// A root signature as HLSL: the flags, the parameters and the samplers, one per line.
///
/// If you parse it for the value's version in the same dialect, you get an equal value. Bytes after the last field and
/// the layout of a file are not printed.
///
/// # Errors
/// If the dialect cannot express the value, or does not support its version.
///
/// ```
/// use dxc_format::constants::RootSignatureVersion;
/// use dxc_format::root_signature::hlsl::{self, Dialect, Form};
///
/// let text = "UAV(u1, space = 2),\nStaticSampler(s0, maxLOD = 0.1)";
/// let signature = hlsl::parse(text, RootSignatureVersion::V1_1, Dialect::Clang).unwrap().signature;
/// assert_eq!(hlsl::print(&signature, Form::Short, Dialect::Clang).unwrap(), text);
/// let dxc = hlsl::print(&signature, Form::Short, Dialect::DXC).unwrap();
/// assert!(dxc.starts_with("UAV(u1, space = 2, flags = DATA_VOLATILE)"));
/// let complete = hlsl::print(&signature, Form::Complete, Dialect::Clang).unwrap();
/// assert!(complete.contains("UAV(u1, space = 2, visibility = SHADER_VISIBILITY_ALL, flags = DATA_VOLATILE)"));
/// ```
pub fn print(
    signature: &RootSignature,
    form: Form,
    dialect: Dialect,
) -> Result<String, Unspellable> {
    let text = print_within(signature, form, dialect, &Limits::NONE)?;
    Ok(text.unwrap_or_default())
}

/// Like [`print`], but `None` if the text has more than [`limits.output`](Limits::output) bytes.
///
/// # Errors
/// Those of [`print`].
///
/// ```
/// use dxc_format::Limits;
/// use dxc_format::constants::RootSignatureVersion;
/// use dxc_format::root_signature::hlsl::{self, Dialect, Form};
///
/// let signature = hlsl::parse("UAV(u1), CBV(b0)", RootSignatureVersion::V1_1, Dialect::Clang).unwrap().signature;
/// let mut limits = Limits::NONE;
/// limits.output = 16;
/// let text = hlsl::print_within(&signature, Form::Short, Dialect::Clang, &limits).unwrap();
/// assert_eq!(text.as_deref(), Some("UAV(u1),\nCBV(b0)"));
/// limits.output = 15;
/// assert_eq!(hlsl::print_within(&signature, Form::Short, Dialect::Clang, &limits).unwrap(), None);
/// ```
pub fn print_within(
    signature: &RootSignature,
    form: Form,
    dialect: Dialect,
    limits: &Limits,
) -> Result<Option<String>, Unspellable> {
    if !dialect.has_version(signature.version) {
        return Err(Unspellable::new("version", signature.version.to_string()));
    }
    let printer = Printer {
        signature,
        form,
        dialect,
        left: Cell::new(Some(limits.output)),
    };
    let mut clauses = Vec::new();
    if signature.flags != RootFlags::None || form == Form::Complete {
        let flags = value::print_flags(&RootFlags::TABLE, signature.flags.0, "flags")?;
        let clause = clause::of_element(RootElement::RootFlags)?;
        clauses.push(format!("{}({flags})", clause.name));
    }
    for (index, parameter) in signature.parameters.iter().enumerate() {
        if printer.left.get().is_none() {
            return Ok(None);
        }
        let text = printer.parameter(parameter);
        clauses.push(text.map_err(|found| found.within(&format!("parameters[{index}]")))?);
    }
    for (index, sampler) in signature.samplers.iter().enumerate() {
        if printer.left.get().is_none() {
            return Ok(None);
        }
        let clause = clause::of_element(RootElement::StaticSampler)?;
        let text = printer.clause(clause, sampler, StaticSampler::default(), &[]);
        clauses.push(text.map_err(|found| found.within(&format!("samplers[{index}]")))?);
    }
    let text = clauses.join(",\n");
    let fits = u64::try_from(text.len()).is_ok_and(|len| len <= limits.output);
    Ok(fits.then_some(text))
}

struct Printer<'s> {
    signature: &'s RootSignature,
    form: Form,
    dialect: Dialect,
    /// The remaining bytes for clauses; none if they exceed the limit.
    left: Cell<Option<u64>>,
}

impl Printer<'_> {
    fn parameter(&self, value: &RootParameter) -> Result<String, Unspellable> {
        let mut ranges = Vec::new();
        if let RootPayload::DescriptorTable(table) = &value.payload {
            for (index, range) in table.ranges.iter().enumerate() {
                if self.left.get().is_none() {
                    break;
                }
                let text = clause::of_range(range)
                    .and_then(|clause| self.clause(clause, range, DescriptorRange::default(), &[]));
                let within = || format!("payload.ranges[{index}]");
                ranges.push(text.map_err(|found| found.within(&within()))?);
            }
        }
        let clause = clause::of_parameter(value)?;
        let text = self.clause(clause, value, parameter(value.parameter_type), &ranges);
        text.map_err(|found| match found.path == "visibility" {
            true => found,
            false => found.within("payload"),
        })
    }

    /// A clause with the arguments that differ from those of `usual`, or with all; `inner` clauses come first.
    fn clause<C: Fields>(
        &self,
        clause: &'static EnumValue,
        record: &C,
        usual: C,
        inner: &[String],
    ) -> Result<String, Unspellable> {
        let version = self.signature.version;
        let mut usual = Clause::new(clause, usual);
        usual.fill(version, self.dialect);
        let mut words: Vec<String> = inner.to_vec();
        let fields = record.fields().into_iter().zip(usual.record.fields());
        let fields: Vec<_> = fields.collect();
        for (slot, usual) in &fields {
            let is_argument = || Argument::TABLE.by_text("field", slot.name).is_some();
            if slot.name.ends_with(REGISTER) {
                words.insert(0, format!("{}{slot}", letter(clause)));
            } else if slot != usual && !is_argument() {
                return Err(Unspellable::new(slot.name, slot.to_string()));
            }
        }
        // Not every compiler accepts empty parentheses.
        let empty = words.is_empty();
        for entry in Argument::TABLE.values {
            let field = entry.text("field");
            let Some((slot, usual)) = fields.iter().find(|(slot, _)| slot.name == field) else {
                continue;
            };
            let value = value::print(slot, entry, self.dialect)?;
            let said = value == value::print(usual, entry, self.dialect)?;
            if !record.has(field, version) {
                if !said {
                    return Err(Unspellable::new(field, value));
                }
                continue;
            }
            if empty || is_required(entry) || !said || self.form == Form::Complete {
                words.push(format!("{} = {value}", entry.name));
            }
        }
        let text = format!("{}({})", clause.name, words.join(", "));
        // Inner clauses are already counted.
        let inner: usize = inner.iter().map(String::len).sum();
        let left = self.left.get();
        let left = left.and_then(|left| left.checked_sub((text.len() - inner) as u64));
        self.left.set(left);
        Ok(text)
    }
}
