//! Prints root signatures: value to text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use dxc_format::Limits;
use dxc_format::constants::RootFlags;
use dxc_format::rts0::{DescriptorRange, RootParameter, RootPayload, RootSignature, StaticSampler};
use dxc_shader::hlsl::{Argument, RootElement};

use super::dialect::Dialect;
use super::parse::{Clause, argument_of_field};
use super::places::REGISTER;
use super::value::{self, Unspelled};
use crate::clause;
use crate::unspellable::Unspellable;
use dxc_shader::root_signature::clause::SignatureClause;
use dxc_shader::root_signature::fields::{Fields, Slot, VISIBILITY};
use dxc_shader::root_signature::parameter;

/// The arguments to print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// The arguments that differ from the defaults of the version.
    #[default]
    Short,
    /// All arguments of the version.
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
/// use dxc_root_signature::hlsl::{self, Dialect, Form};
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
    let (text, unspellable) = print_commented(signature, form, dialect, &Limits::NONE);
    match unspellable.into_iter().next() {
        Some(first) => Err(first),
        None => Ok(text.unwrap_or_default()),
    }
}

/// Like [`print`], but values that the dialect cannot express are comments with their numbers. These values are returned,
/// too. The text is `None` if it has more than [`limits.output`](Limits::output) bytes.
///
/// ```
/// use dxc_format::Limits;
/// use dxc_format::constants::RootFlags;
/// use dxc_root_signature::hlsl::{Dialect, Form, print_commented};
/// use dxc_format::rts0::RootSignature;
///
/// let mut signature = RootSignature::default();
/// signature.flags = RootFlags::AllowStreamOutput | RootFlags(0x4000);
/// let (text, unspellable) = print_commented(&signature, Form::Short, Dialect::Clang, &Limits::NONE);
/// assert_eq!(text.as_deref(), Some("RootFlags(ALLOW_STREAM_OUTPUT /* 0x4000 */)"));
/// assert_eq!(unspellable[0].to_string(), "flags: 0x4000 cannot be spelled");
///
/// let mut limits = Limits::NONE;
/// limits.output = 42;
/// let (text, _) = print_commented(&signature, Form::Short, Dialect::Clang, &limits);
/// assert_eq!(text, None);
/// ```
pub fn print_commented(
    signature: &RootSignature,
    form: Form,
    dialect: Dialect,
    limits: &Limits,
) -> (Option<String>, Vec<Unspellable>) {
    let mut printer = Printer {
        signature,
        form,
        dialect,
        left: Some(limits.output),
        unspellable: Vec::new(),
    };
    let text = printer.signature();
    let fits = |text: &String| u64::try_from(text.len()).is_ok_and(|len| len <= limits.output);
    (text.filter(fits), printer.unspellable)
}

struct Printer<'s> {
    signature: &'s RootSignature,
    form: Form,
    dialect: Dialect,
    /// The remaining bytes for clauses; `None` if they exceed the limit.
    left: Option<u64>,
    /// The values so far that the dialect cannot express.
    unspellable: Vec<Unspellable>,
}

impl Printer<'_> {
    /// The clauses as text; `None` if they exceed the limit.
    fn signature(&mut self) -> Option<String> {
        let signature = self.signature;
        let mut text = String::new();
        if !self.dialect.has_version(signature.version) {
            let version = Unspellable::new("version", signature.version.to_string());
            text = format!("{}\n", self.comment(version));
        }
        let mut clauses = Vec::new();
        if signature.flags != RootFlags::None || self.form == Form::Complete {
            clauses.push(self.root_flags());
        }
        for (index, parameter) in signature.parameters.iter().enumerate() {
            self.left?;
            let place = format!("parameters[{index}]");
            clauses.push(self.within(&place, |printer| printer.parameter(parameter)));
        }
        for (index, sampler) in signature.samplers.iter().enumerate() {
            self.left?;
            let place = format!("samplers[{index}]");
            clauses.push(self.within(&place, |printer| {
                match clause::of_element(RootElement::StaticSampler) {
                    Ok(clause) => printer.clause(clause, sampler, StaticSampler::default(), &[]),
                    Err(unknown) => printer.comment(unknown),
                }
            }));
        }
        text.push_str(&clauses.join(",\n"));
        Some(text)
    }

    /// Prints a part of the value; the paths of its values that the dialect cannot express begin with `place`.
    fn within(&mut self, place: &str, print: impl FnOnce(&mut Self) -> String) -> String {
        let earlier = core::mem::take(&mut self.unspellable);
        let text = print(self);
        let found = core::mem::replace(&mut self.unspellable, earlier);
        let found = found.into_iter().map(|found| found.within(place));
        self.unspellable.extend(found);
        text
    }

    /// The comment for a value that the dialect cannot express.
    fn comment(&mut self, value: Unspellable) -> String {
        let text = format!("/* {} {} */", value.path, value.found);
        self.unspellable.push(value);
        text
    }

    fn root_flags(&mut self) -> String {
        let flags = value::print_flags(&RootFlags::TABLE, self.signature.flags.0, "flags");
        let flags = flags.unwrap_or_else(|unspelled| {
            let flags = unspelled.flags.unwrap_or_default();
            let text = format!("{flags} /* {} */", unspelled.value.found);
            self.unspellable.push(unspelled.value);
            text
        });
        format!("{}({flags})", RootElement::RootFlags)
    }

    fn parameter(&mut self, value: &RootParameter) -> String {
        let clause = match clause::of_parameter(value) {
            Ok(clause) => clause,
            Err(unknown) => return self.comment(unknown),
        };
        let mut ranges = Vec::new();
        if let RootPayload::DescriptorTable(table) = &value.payload {
            if table.ranges.is_empty() && !self.dialect.rules().empty {
                let none = Unspellable::new("payload.ranges", "an empty table");
                self.unspellable.push(none);
            }
            for (index, range) in table.ranges.iter().enumerate() {
                if self.left.is_none() {
                    break;
                }
                let place = format!("payload.ranges[{index}]");
                ranges.push(
                    self.within(&place, |printer| match clause::of_range(range) {
                        Ok(clause) => {
                            printer.clause(clause, range, DescriptorRange::default(), &[])
                        }
                        Err(unknown) => printer.comment(unknown),
                    }),
                );
            }
        }
        let usual = parameter(value.parameter_type);
        let before = self.unspellable.len();
        let text = self.clause(clause, value, usual, &ranges);
        // All fields except one belong to the payload.
        let own = self.unspellable.split_off(before).into_iter();
        let own = own.map(|found| {
            if found.path == VISIBILITY {
                found
            } else {
                found.within("payload")
            }
        });
        self.unspellable.extend(own);
        text
    }

    /// Prints a clause with the arguments that differ from those of `usual`, or with all arguments; `inner` clauses
    /// come first.
    fn clause<C: Fields>(
        &mut self,
        clause: SignatureClause,
        record: &C,
        usual: C,
        inner: &[String],
    ) -> String {
        let mut usual = Clause::new(clause, usual);
        usual.fill(self.signature.version, self.dialect);
        let mut words: Vec<String> = inner.to_vec();
        let mut comments = String::new();
        let fields = record.fields().into_iter().zip(usual.record.fields());
        let fields: Vec<_> = fields.collect();
        for (slot, usual) in &fields {
            let is_argument = || argument_of_field(slot.name).is_some();
            if slot.name.ends_with(REGISTER) {
                words.insert(0, self.register(clause, slot));
            } else if slot != usual && !is_argument() {
                let unknown = Unspellable::new(slot.name, slot.to_string());
                comments += &format!(" {}", self.comment(unknown));
            }
        }
        // Not every compiler accepts empty parentheses.
        let empty = words.is_empty();
        for argument in Argument::all_values() {
            let is_own = |(slot, _): &&(Slot, Slot)| argument.field() == Some(slot.name);
            let Some((slot, usual)) = fields.iter().find(is_own) else {
                continue;
            };
            let field = slot.name;
            let is_usual = slot.value == usual.value;
            if !record.has(field, self.signature.version) {
                if !is_usual {
                    let value = value::print(slot, argument, self.dialect);
                    let value = value.unwrap_or_else(|unspelled| unspelled.value.found);
                    let later = Unspellable::new(field, value);
                    comments += &format!(" {}", self.comment(later));
                }
                continue;
            }
            if !empty && !argument.required() && is_usual && self.form != Form::Complete {
                continue;
            }
            match value::print(slot, argument, self.dialect) {
                Ok(value) => words.push(format!("{argument} = {value}")),
                Err(Unspelled { flags, value }) => {
                    match flags {
                        Some(flags) => {
                            words.push(format!("{argument} = {flags} /* {} */", value.found));
                        }
                        None => comments += &format!(" /* {argument} = {} */", value.found),
                    }
                    self.unspellable.push(value);
                }
            }
        }
        let text = format!("{}({}{comments})", clause.name(), words.join(", "));
        // Inner clauses were already counted.
        let inner: usize = inner.iter().map(String::len).sum();
        let left = self.left;
        self.left = left.and_then(|left| left.checked_sub((text.len() - inner) as u64));
        text
    }

    /// Prints the register of a clause; the dialect may not be able to express it.
    fn register(&mut self, clause: SignatureClause, slot: &Slot) -> String {
        let text = format!("{}{slot}", clause.letter());
        if slot.value <= self.dialect.rules().last_register {
            return text;
        }
        let beyond = Unspellable::new(slot.name, slot.to_string());
        self.unspellable.push(beyond);
        format!("/* {text} */")
    }
}
