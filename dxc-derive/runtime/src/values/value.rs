//! Single values of documents: numbers, names, lists.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::node::Node;
use super::problem::DocumentError;
use crate::shape::{EnumTable, ValueForm};

type Result<T> = core::result::Result<T, DocumentError>;

/// The elements of a list.
pub fn list(node: &Node) -> Result<Cow<'_, [Node]>> {
    match node {
        Node::List(list) => Ok(Cow::Borrowed(list)),
        Node::Bytes(bytes) => Ok(bytes.iter().map(|byte| Node::from(*byte)).collect()),
        other => wrong("a list", other),
    }
}

/// The length of a list.
pub fn len(node: &Node) -> usize {
    match node {
        Node::List(list) => list.len(),
        Node::Bytes(bytes) => bytes.len(),
        _ => 0,
    }
}

/// Converts each element of a list.
pub fn each<T>(node: &Node, read: impl FnMut(&Node) -> Result<T>) -> Result<Vec<T>> {
    each_of(&list(node)?, read)
}

/// Converts each value.
pub fn each_of<T>(nodes: &[Node], mut read: impl FnMut(&Node) -> Result<T>) -> Result<Vec<T>> {
    let read =
        |(index, node)| read(node).map_err(|problem: DocumentError| problem.within_index(index));
    nodes.iter().enumerate().map(read).collect()
}

/// A list of numbers of one type.
pub fn numbers<T: TryFrom<u64> + From<u8>>(node: &Node) -> Result<Vec<T>> {
    if let Node::Bytes(bytes) = node {
        return Ok(bytes.iter().map(|byte| T::from(*byte)).collect());
    }
    each(node, unsigned)
}

/// A number of one type, without a sign.
pub fn unsigned<T: TryFrom<u64>>(node: &Node) -> Result<T> {
    let number = integer(node, size_of::<T>(), ValueForm::Plain)?;
    T::try_from(number).map_err(|_| too_large(number.into(), size_of::<T>()))
}

/// A number of this many bytes, as its bits.
pub fn integer(node: &Node, size: usize, form: ValueForm) -> Result<u64> {
    match node {
        Node::Number(number) if number.get() < 0 && form == ValueForm::Signed => {
            let (number, bits) = (number.get(), 8 * size.clamp(1, 8));
            let least = -1i128 << (bits - 1);
            if number >= least {
                fits(number & (u64::MAX >> (64 - bits)) as i128, size)
            } else {
                fits(number, size)
            }
        }
        Node::Number(number) => fits(number.get(), size),
        Node::Truth(truth) => Ok((*truth).into()),
        // A float of this size is beyond all integers.
        Node::Float(float) if float.abs() >= u64::MAX as f32 => Err(no_integer(size)),
        Node::Double(float) if float.abs() >= u64::MAX as f64 => Err(no_integer(size)),
        other => wrong("a number", other),
    }
}

/// A signed number of this many bytes, as its bits.
pub fn signed_integer(node: &Node, size: usize) -> Result<u64> {
    let highest = 1i128 << (8 * size.clamp(1, 8) - 1);
    match node {
        Node::Number(number) if number.get() >= highest => Err(too_large(number.get(), size)),
        node => integer(node, size, ValueForm::Signed),
    }
}

/// A number, if it fits into this many bytes.
pub fn fits(number: i128, size: usize) -> Result<u64> {
    let limit = u64::MAX >> (64 - 8 * size.clamp(1, 8));
    u64::try_from(number)
        .ok()
        .filter(|number| *number <= limit)
        .ok_or_else(|| too_large(number, size))
}

fn too_large(number: i128, size: usize) -> DocumentError {
    DocumentError::new(format!("{number} does not fit into {} bits", 8 * size))
}

fn no_integer(size: usize) -> DocumentError {
    DocumentError::new(format!("the number does not fit into {} bits", 8 * size))
}

/// The bits of a floating-point number of this many bytes, or of the text for a NaN.
pub fn float_bits(node: &Node, size: usize) -> Result<u64> {
    let parsed = |text: &str| match size {
        4 => text.parse().map(bits_of_f32).ok(),
        _ => text.parse().map(f64::to_bits).ok(),
    };
    // The conversions are those of YAML readers.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)]
    match node {
        Node::Float(float) if size == 4 => Ok(bits_of_f32(*float)),
        Node::Float(float) => Ok(f64::from(*float).to_bits()),
        Node::Double(float) if size == 4 => Ok(bits_of_f32(*float as f32)),
        Node::Double(float) => Ok(float.to_bits()),
        Node::Number(number) if size == 4 => Ok(bits_of_f32(number.get() as f32)),
        Node::Number(number) => Ok((number.get() as f64).to_bits()),
        Node::Text(text) => parsed(text.trim_start_matches('.'))
            .ok_or_else(|| DocumentError::new(format!("`{text}` is not a number"))),
        Node::Map(map) => match map.get("Bits") {
            Some(bits) => integer(bits, size, ValueForm::Plain),
            None => Err(DocumentError::new("expected a number, or its `Bits`")),
        },
        other => wrong("a number", other),
    }
}

fn bits_of_f32(float: f32) -> u64 {
    float.to_bits().into()
}

/// A text without NUL.
pub fn text(node: &Node) -> Result<String> {
    match node {
        Node::Text(text) if text.contains('\0') => {
            Err(DocumentError::new("a text cannot contain a NUL"))
        }
        Node::Text(text) => Ok(text.to_string()),
        // YAML readers convert some names to numbers.
        Node::Number(number) => Ok(number.get().to_string()),
        other => wrong("a text", other),
    }
}

/// The value with a name.
pub fn named(table: &EnumTable, name: &str) -> Result<u64> {
    let mut shown = table.values.iter();
    let newest = shown.find(|entry| table.shown_name(entry) == name);
    let earlier = || {
        let mut shown = table.values.iter();
        shown.find(|entry| table.shown_names(entry).any(|known| known == name))
    };
    let entry = newest.or_else(|| table.by_name(name)).or_else(earlier);
    let unknown = || {
        let known = table.values.iter().map(|entry| table.shown_name(entry));
        let what = format!("`{}` has no value `{name}`", table.name);
        DocumentError::new(what).meant(name, "values", known)
    };
    entry.map(|entry| entry.value).ok_or_else(unknown)
}

/// The error for a value of another kind than expected.
pub fn wrong<T>(expected: &str, found: &Node) -> Result<T> {
    let what = format!("expected {expected}, found {}", found.what());
    Err(DocumentError::new(what))
}
