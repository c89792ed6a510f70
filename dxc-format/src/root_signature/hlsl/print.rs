//! From value to text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::constants::{DescriptorRangeType, RootFlags};
use crate::hlsl::{Argument, RootElement, TableClause};
use crate::rts0::{DescriptorRange, RootParameter, RootPayload, RootSignature, StaticSampler};
use crate::shape::EnumValue;

use super::super::Unspellable;
use super::super::flags::{has_flags, number, text};
use super::clause::{Clause, field, flags};
use super::parse::{arguments, fill, parameter};

/// How much is spelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// What differs from the defaults of the version.
    #[default]
    Short,
    /// Everything that the version has.
    Complete,
}

/// A root signature as HLSL: the flags, the parameters and the samplers, each in a line of its own.
///
/// Parsed for the version of the value, it gives the same value. Bytes behind the last field are not spelled, nor is a
/// layout that was read.
///
/// # Errors
/// If the value holds what HLSL has no words for.
///
/// ```
/// use dxc_format::constants::RootSignatureVersion;
/// use dxc_format::root_signature::hlsl;
///
/// let text = "UAV(u1, space = 2),\nStaticSampler(s0, maxLOD = 0.1)";
/// let signature = hlsl::parse(text, RootSignatureVersion::V1_1).unwrap().signature;
/// assert_eq!(hlsl::print(&signature, hlsl::Form::Short).unwrap(), text);
/// let complete = hlsl::print(&signature, hlsl::Form::Complete).unwrap();
/// assert!(complete.contains("UAV(u1, space = 2, visibility = SHADER_VISIBILITY_ALL, flags = DATA_VOLATILE)"));
/// ```
pub fn print(signature: &RootSignature, form: Form) -> Result<String, Unspellable> {
    let printer = Printer { signature, form };
    let mut clauses = Vec::new();
    if signature.flags != RootFlags::None || form == Form::Complete {
        let flags = flags(&RootFlags::TABLE, signature.flags.0)?;
        clauses.push(format!("{}({flags})", keyword(RootElement::RootFlags)));
    }
    for (index, parameter) in signature.parameters.iter().enumerate() {
        let text = printer.parameter(parameter);
        clauses.push(text.map_err(|found| found.within(&format!("parameters[{index}]")))?);
    }
    for (index, sampler) in signature.samplers.iter().enumerate() {
        let text = printer.clause(
            entry(RootElement::StaticSampler),
            *sampler,
            StaticSampler::default(),
            &[],
        );
        clauses.push(text.map_err(|found| found.within(&format!("samplers[{index}]")))?);
    }
    Ok(clauses.join(",\n"))
}

fn keyword(element: RootElement) -> &'static str {
    element.name().unwrap_or_default()
}

fn entry(element: RootElement) -> Option<&'static EnumValue> {
    RootElement::TABLE.by_value(element.0.into())
}

struct Printer<'s> {
    signature: &'s RootSignature,
    form: Form,
}

impl Printer<'_> {
    fn parameter(&self, value: &RootParameter) -> Result<String, Unspellable> {
        let element = RootElement(value.parameter_type.0);
        let usual = parameter(element);
        let goes =
            core::mem::discriminant(&usual.payload) == core::mem::discriminant(&value.payload);
        let clause = entry(element).filter(|_| goes && value.parameter_type.name().is_some());
        let mut ranges = Vec::new();
        if let RootPayload::DescriptorTable(table) = &value.payload {
            for (index, range) in table.ranges.iter().enumerate() {
                let text = self.range(range);
                let within = || format!("payload.ranges[{index}]");
                ranges.push(text.map_err(|found| found.within(&within()))?);
            }
        }
        let Some(clause) = clause else {
            return Err(Unspellable::new(
                "parameter_type",
                value.parameter_type.to_string(),
            ));
        };
        let text = self.clause(Some(clause), value.clone(), usual, &ranges);
        text.map_err(|found| match found.path == field(Argument::visibility) {
            true => found,
            false => found.within("payload"),
        })
    }

    fn range(&self, range: &DescriptorRange) -> Result<String, Unspellable> {
        let DescriptorRangeType(number) = range.range_type;
        let clause = TableClause::TABLE.by_value(number.into());
        if clause.is_none() {
            return Err(Unspellable::new("range_type", range.range_type.to_string()));
        }
        self.clause(clause, *range, DescriptorRange::default(), &[])
    }

    /// A clause with the arguments that differ from those of `usual`, or with all; `inner` clauses stand before.
    fn clause<C: Clause>(
        &self,
        clause: Option<&'static EnumValue>,
        mut record: C,
        mut usual: C,
        inner: &[String],
    ) -> Result<String, Unspellable> {
        let Some(clause) = clause else {
            return Ok(String::new());
        };
        let version = self.signature.version;
        // The defaults of the schema are legal, so that nothing is wrong with them.
        let _ = fill(clause, version, &mut usual, |_| false);
        let mut words: Vec<String> = inner.to_vec();
        if let Some(register) = record.register() {
            words.insert(0, format!("{}{register}", text(clause, "register")));
        }
        for entry in arguments(clause) {
            let argument = Argument(number(entry));
            let value = record.print(argument)?;
            let said = value == usual.print(argument)?;
            if argument == Argument::flags && !has_flags(clause, version) {
                if !said {
                    return Err(Unspellable::new(field(argument), value));
                }
                continue;
            }
            let required = text(entry, "default").is_empty() && argument != Argument::flags;
            if required || !said || self.form == Form::Complete {
                words.push(format!("{} = {value}", entry.name));
            }
        }
        Ok(format!("{}({})", clause.name, words.join(", ")))
    }
}
