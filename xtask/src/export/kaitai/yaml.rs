//! Writes a JSON value as YAML: keys without quotes, all texts in quotes.

use std::fmt::Write;

use serde_json::Value;

pub(super) fn yaml(value: &Value) -> String {
    let mut text = String::new();
    // Writing to a String never fails.
    let _ = write_value(&mut text, value, 0);
    text
}

fn write_value(text: &mut String, value: &Value, indent: usize) -> std::fmt::Result {
    match value {
        Value::Object(all) => {
            for (key, value) in all {
                write!(text, "{:indent$}{key}:", "")?;
                write_below(text, value, indent)?;
            }
            Ok(())
        }
        Value::Array(all) => {
            for value in all {
                let start = text.len();
                write_value(text, value, indent + 2)?;
                // The dash of a list item replaces two spaces.
                let dash = start + indent;
                if text[start..].starts_with(&" ".repeat(indent + 2)) {
                    text.replace_range(dash..dash + 1, "-");
                } else {
                    text.insert_str(start, &format!("{:indent$}- ", ""));
                }
            }
            Ok(())
        }
        scalar => writeln!(text, "{scalar}"),
    }
}

fn write_below(text: &mut String, value: &Value, indent: usize) -> std::fmt::Result {
    match value {
        Value::Object(all) if all.is_empty() => writeln!(text, " {{}}"),
        Value::Array(all) if all.is_empty() => writeln!(text, " []"),
        Value::Object(_) | Value::Array(_) => {
            writeln!(text)?;
            write_value(text, value, indent + 2)
        }
        scalar => writeln!(text, " {scalar}"),
    }
}
