//! Replaces the value of a field in a container.

use dxc_format::digest::Verdict;
use dxc_format::runtime::shape::{BitField, EnumTable, Shape, ValueForm, number};
use dxc_format::{Container, DigestPolicy, FourCC, Limits, PartView, types::FieldValue};

use crate::File;
use crate::fields::{field_values, stage};

/// The bytes of a container in which a field has another value. The digest is recomputed; a debug digest stays a debug
/// digest.
pub(crate) fn edited(
    file: &File,
    part: usize,
    path: &str,
    bits: Option<&str>,
    text: &str,
) -> Result<Vec<u8>, String> {
    let container = Container::parse(&file.bytes).map_err(|problem| problem.to_string())?;
    let raw = container.part(part).ok_or("there is no such part")?;
    let (field_values, _, _) =
        field_values(stage(&file.bytes), raw.fourcc, raw.data, &Limits::NONE);
    let field_value = field_values
        .into_iter()
        .find(|field_value| field_value.path() == path);
    let field_value = field_value.ok_or("there is no such field")?;
    let value = value(&field_value, bits, text.trim())?;

    let mut builder = container.to_builder();
    let entry = builder
        .parts_mut()
        .get_mut(part)
        .ok_or("there is no such part")?;
    let data = entry.bytes_mut().map_err(|problem| problem.to_string())?;
    let place = data
        .get_mut(field_value.offset()..)
        .and_then(|rest| rest.get_mut(..field_value.size()));
    place
        .ok_or("the field has no place")?
        .copy_from_slice(&value);
    // A part that was readable before must still be readable.
    if PartView::parse(raw.fourcc, raw.data).is_ok() {
        PartView::parse(raw.fourcc, data)
            .map_err(|problem| format!("then the part cannot be read: {problem}"))?;
    }
    if container.verify_digest() != Verdict::Debug {
        builder.set_digest(DigestPolicy::Recompute);
    }
    builder.to_bytes().map_err(|problem| problem.to_string())
}

/// The bytes for a field whose new value is given as text.
fn value(field_value: &FieldValue<'_>, bits: Option<&str>, text: &str) -> Result<Vec<u8>, String> {
    if field_value.is_computed() {
        return Err("it follows from other fields".into());
    }
    let shape = field_value.shape().ok_or("it has no single value")?;
    let width = u32::try_from(field_value.size().saturating_mul(8)).unwrap_or(u32::MAX);
    let value = match (shape, bits) {
        (Shape::Bits(table), Some(name)) => {
            let of_name = |field: &&BitField| field.name == name;
            let field = table
                .fields
                .iter()
                .find(of_name)
                .ok_or("there are no such bits")?;
            let mask = (u64::MAX >> (64 - field.bits)) << field.at;
            let whole = number(field_value.bytes());
            whole & !mask
                | fitting(parsed(field.shape, field.shown.form, text)?, field.bits)? << field.at
        }
        (Shape::Signed, _) => signed(text, width)?,
        (Shape::Float, _) if width == 64 => {
            let value = text.parse().map(f64::to_bits);
            value.map_err(|_| format!("`{text}` is not a number"))?
        }
        (shape, _) => fitting(parsed(shape, field_value.form(), text)?, width)?,
    };
    let bytes = value.to_le_bytes();
    bytes
        .get(..field_value.size())
        .map(<[u8]>::to_vec)
        .ok_or_else(|| "it has no single value".into())
}

fn fitting(value: u64, bits: u32) -> Result<u64, String> {
    match bits {
        1..64 if value >> bits != 0 => Err(format!("{value} does not fit into {bits} bits")),
        _ => Ok(value),
    }
}

/// The bits of a signed number.
fn signed(text: &str, bits: u32) -> Result<u64, String> {
    let value: i64 = text
        .parse()
        .map_err(|_| format!("`{text}` is not a number"))?;
    let unused = 64 - bits.clamp(8, 64);
    if (value << unused) >> unused == value {
        Ok(value.cast_unsigned())
    } else {
        Err(format!("{value} does not fit into {bits} bits"))
    }
}

/// Parses a number.
fn parsed(shape: Shape, form: ValueForm, text: &str) -> Result<u64, String> {
    match shape {
        Shape::Unsigned => form.number(text).map_or_else(|| integer(text), Ok),
        Shape::Float => {
            let value: f32 = text
                .parse()
                .map_err(|_| format!("`{text}` is not a number"))?;
            Ok(value.to_bits().into())
        }
        Shape::Truth => match text {
            "true" => Ok(1),
            "false" => Ok(0),
            _ => integer(text),
        },
        Shape::FourCC => {
            let fourcc: FourCC = text.parse().map_err(|_| "it needs four letters")?;
            Ok(fourcc.to_u32().into())
        }
        Shape::Enum(table) => named(table, text),
        Shape::Flags(_) if text == "None" => Ok(0),
        Shape::Flags(table) => text
            .split('|')
            .try_fold(0, |bits, name| Ok(bits | named(table, name.trim())?)),
        _ => Err("it is not edited alone".into()),
    }
}

fn named(table: &EnumTable, text: &str) -> Result<u64, String> {
    match table.by_name(text) {
        Some(entry) => Ok(entry.value),
        None => integer(text).map_err(|_| format!("{} has no `{text}`", table.name)),
    }
}

fn integer(text: &str) -> Result<u64, String> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.map_err(|_| format!("`{text}` is not a number"))
}
