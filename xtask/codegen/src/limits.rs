//! Limits the size of schemas: a schema that exceeds a limit gets one message with the location, and is not checked
//! further.

/// A limit, for the code that enforces it and for the reference that states it.
pub(crate) struct Limit {
    pub(crate) most: usize,
    pub(crate) what: &'static str,
}

impl Limit {
    const fn new(most: usize, what: &'static str) -> Self {
        Self { most, what }
    }
}

pub(crate) const FILE: Limit = Limit::new(4 << 20, "bytes in a file");
pub(crate) const ITEMS: Limit = Limit::new(4096, "items and parts, in all files together");
pub(crate) const TABLES: Limit = Limit::new(4096, "fields, values, arms or versions in one list");
pub(crate) const NAME: Limit = Limit::new(100, "characters in a name");
pub(crate) const EXPRESSION: Limit = Limit::new(1000, "characters in an expression or a type");
pub(crate) const BRACKETS: Limit = Limit::new(
    32,
    "nested brackets and unary operators in an expression or a type",
);
pub(crate) const RECORD: Limit = Limit::new(1 << 16, "bytes in a record");
pub(crate) const HELD: Limit = Limit::new(
    1024,
    "bytes of fixed fields in memory for each byte that an element of a list has in the file",
);
pub(crate) const DEPTH: Limit = Limit::new(16, "levels of nested records or structures");
pub(crate) const SHOWN: Limit = Limit::new(50, "reported mistakes; the rest is counted");

/// All limits, in the order of the reference.
pub(crate) const ALL: [Limit; 10] = [
    FILE, ITEMS, TABLES, NAME, EXPRESSION, BRACKETS, RECORD, HELD, DEPTH, SHOWN,
];

/// The nesting depth of the brackets, signs and branches of an expression.
pub(crate) fn depth(text: &str) -> usize {
    let (mut open, mut signs, mut most) = (0usize, 0usize, 0);
    for letter in text.chars() {
        match letter {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open = open.saturating_sub(1),
            '!' | '-' | '*' | '&' => signs += 1,
            letter if letter.is_whitespace() => continue,
            _ => signs = 0,
        }
        most = most.max(open + signs);
    }
    most + text.matches("else").count()
}

/// A number with digit separators.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
