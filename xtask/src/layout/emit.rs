//! Generates the C++ file: its includes, its helpers, then one assertion on each line.

use std::fmt::Write;

use super::facts::{Fact, Facts, Property, TABLES, Table};
use crate::llvm_headers::{self, BITS, HEADER};

/// A C++ file, and the line of its first assertion.
pub(super) struct File {
    pub(super) text: String,
    /// Counted from 1; the assertion of fact N is N lines below.
    pub(super) first: usize,
}

/// The file that asserts all facts.
pub(super) fn file(facts: &Facts) -> File {
    let mut text = format!("#include \"{HEADER}\"\n{BITS}");
    for table in &facts.tables {
        // Writing into a String never fails.
        let _ = write_table(&mut text, &facts.namespace, table);
    }
    let first = text.lines().count() + 1;
    for fact in &facts.all {
        let expected = match fact.expected {
            large if large > i128::from(i64::MAX) => format!("{large}ULL"),
            number => number.to_string(),
        };
        let _ = writeln!(text, "static_assert({} == {expected});", fact.expression());
    }
    File { text, first }
}

/// Writes a column of a macro's rows as the enumerators of an enum.
fn write_table(text: &mut String, namespace: &str, table: &Table) -> std::fmt::Result {
    let Table {
        macro_name,
        parameters,
        column,
    } = table;
    write!(
        text,
        "
namespace {namespace}::{TABLES}::{macro_name} {{
#define {macro_name}({parameters}) name = {column},
enum class {column} : long long {{
#include \"{}\"
}};
#undef {macro_name}
}}
",
        llvm_headers::TABLES
    )
}

impl Fact {
    /// The property in LLVM's terms.
    pub(super) fn expression(&self) -> String {
        expression(&self.property, &self.holder, self.member.as_slice())
    }
}

/// A property of a type, or of a member of it; if bit fields span several members, of all of them.
pub(super) fn expression(property: &Property, holder: &str, members: &[String]) -> String {
    let [member, ..] = members else {
        return format!("sizeof({holder})");
    };
    let object = format!("static_cast<{holder} *>(nullptr)->{member}");
    let set = |member: &String| format!(" all.{member} = static_cast<decltype(all.{member})>(-1);");
    let set: String = members.iter().map(set).collect();
    let set = format!("[](auto &all) {{{set} }}");
    match property {
        Property::Size => format!("sizeof({object})"),
        Property::Offset => format!("__builtin_offsetof({holder}, {member})"),
        Property::FirstBit => format!("layout::first_bit<{holder}>({set})"),
        Property::Bits => format!("layout::bits<{holder}>({set})"),
        Property::Value | Property::Mask => {
            format!("+static_cast<__underlying_type({holder})>({holder}::{member})")
        }
        Property::Type(ty) => format!("__is_same(decltype({object}), {ty})"),
        Property::Float => format!("__is_floating_point(decltype({object}))"),
    }
}
