//! Prints modules like DXC's disassembler.

/// Prints tokens in sequence: texts, numbers, types, values, operands and nodes.
macro_rules! put {
    ($printer:expr, $($token:expr),+ $(,)?) => {{
        $($crate::print::Token::put($token, $printer)?;)+
    }};
}

mod attributes;
mod bodies;
mod comments;
mod constants;
mod debug_info;
mod equal_constants;
mod floats;
mod functions;
mod globals;
mod instructions;
mod metadata;
mod module;
mod nodes;
mod slots;
mod types;
mod unnumbered;
mod used_types;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::mem::take;

use dxc_format::runtime::limits::Budget;

use crate::body::Body;
use crate::budgets::Budgets;
use crate::instruction::Operand;
use crate::module::Module;
use crate::print_error;
use crate::scope::Scope;
use crate::types::TypeId;
use crate::value::ValueId;
pub(crate) use bodies::Bodies;
pub(crate) use debug_info::stored;
use dxc_format::{Error, Result};
use nodes::Node;
pub(crate) use nodes::Nodes;
use slots::{LocalSlots, Slots};
use unnumbered::References;

/// The minimum length of the text that is written to a sink at once.
const FLUSHED: usize = 64 << 10;

/// The maximum nesting of types or constants.
const MAX_DEPTH: u32 = 256;

/// Whether a byte may occur in a name without quotes.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut letter = 0u8;
    while letter < 0x80 {
        plain[letter as usize] =
            letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'.' | b'_');
        letter += 1;
    }
    plain
};

/// The numbers below 100, with two digits each.
const SMALL: &str = {
    const DIGITS: [u8; 200] = {
        let mut digits = [b'0'; 200];
        let mut number = 0;
        while number < 100u8 {
            digits[2 * number as usize] += number / 10;
            digits[2 * number as usize + 1] += number % 10;
            number += 1;
        }
        digits
    };
    match core::str::from_utf8(&DIGITS) {
        Ok(digits) => digits,
        Err(_) => "",
    }
};

/// The text of a module, or its beginning.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Listing {
    /// The text, which consists of whole lines.
    pub text: String,
    /// The offset of each instruction in the text, function by function.
    pub offsets: Vec<usize>,
    /// Whether the text is complete.
    pub is_whole: bool,
}

/// A token: a part of a line.
trait Token {
    fn put(self, printer: &mut Printer<'_, '_>) -> Result<()>;
}

/// A value or an operand, printed after its type.
struct Typed<T>(T);

/// Implements [`Token`] for types, with a method of the printer.
macro_rules! tokens {
    ($($ty:ty: |$printer:ident, $token:ident| $put:block)+) => {$(
        impl Token for $ty {
            #[inline]
            fn put(self, $printer: &mut Printer<'_, '_>) -> Result<()> {
                let $token = self;
                $put
            }
        }
    )+};
}

tokens! {
    &str: |printer, text| { printer.push(text); Ok(()) }
    u32: |printer, number| { printer.push_number(number); Ok(()) }
    u64: |printer, number| { printer.push_number(number); Ok(()) }
    TypeId: |printer, ty| { printer.push_type(ty) }
    ValueId: |printer, id| { printer.push_value_at(id, 0) }
    Typed<ValueId>: |printer, value| { printer.push_typed_at(value.0, 0) }
    Operand: |printer, operand| { printer.push_operand(operand) }
    Typed<Operand>: |printer, operand| { printer.push_typed_operand(operand.0) }
    Node: |printer, node| { printer.push_node(node) }
}

/// The separator before an item of a list.
fn comma(index: usize) -> &'static str {
    if index > 0 { ", " } else { "" }
}

/// A text, if a condition holds.
fn when(condition: bool, text: &'static str) -> &'static str {
    if condition { text } else { "" }
}

/// Prints a module.
pub(crate) struct Printer<'m, 's> {
    module: &'m Module<'m>,
    nodes: &'m Nodes<'m>,
    out: String,
    /// The length of the text that was already removed from `out`.
    taken: usize,
    /// The receiver of whole lines; `None` if all of the text is returned.
    sink: Option<&'s mut (dyn fmt::Write + 's)>,
    /// The references in `out`, if they are collected separately from the text.
    references: Option<References>,
    /// The length of the output before the current line.
    line_start: usize,
    /// The body of the function that is being printed.
    body: Option<&'m Body<'m>>,
    /// The maximum number of bytes of output.
    limit: u64,
    /// The offset of each instruction, if requested.
    offsets: Option<Vec<usize>>,
    /// The text of each type, after it was printed.
    types: Vec<Option<String>>,
    /// The names of functions and global variables, after they were printed.
    symbols: Vec<String>,
    slots: Slots,
    local: LocalSlots,
    /// The remaining limits, after the module and the kept bodies.
    budgets: Budgets,
}

impl<'m, 's> Printer<'m, 's> {
    /// Creates a printer for a module, which writes to the sink.
    pub(crate) fn new(
        bodies: &'m Bodies<'_>,
        nodes: &'m Nodes<'_>,
        sink: Option<&'s mut (dyn fmt::Write + 's)>,
    ) -> Self {
        let module = bodies.module();
        Self {
            module,
            nodes,
            out: String::new(),
            taken: 0,
            sink,
            references: None,
            line_start: 0,
            body: None,
            limit: module.limits.output,
            offsets: None,
            types: Vec::new(),
            symbols: Vec::new(),
            slots: Slots::new(nodes),
            local: LocalSlots::default(),
            budgets: bodies.stream().budgets.clone(),
        }
    }

    /// Prints the module.
    pub(crate) fn print_module(mut self, bodies: &Bodies<'_>) -> Result<String> {
        self.print_all(bodies)?;
        Ok(self.out)
    }

    /// Prints as many lines of the module as the limit allows.
    pub(crate) fn print_listing(mut self, bodies: &Bodies<'_>, most: u64) -> Result<Listing> {
        self.limit = most;
        self.offsets = Some(Vec::new());
        let printed = self.print_all(bodies);
        let is_whole = printed.is_ok();
        if let Err(error) = printed {
            if self.check().is_ok() {
                return Err(error);
            }
            self.cut_off();
        }
        let mut offsets = self.offsets.unwrap_or_default();
        offsets.retain(|offset| *offset < self.out.len());
        Ok(Listing {
            text: self.out,
            offsets,
            is_whole,
        })
    }

    /// Writes the module to the sink. If it exceeds the limit, the lines within the limit are written before the error
    /// is returned.
    pub(crate) fn write_module(mut self, bodies: &Bodies<'_>, most: u64) -> Result<()> {
        self.limit = most;
        let printed = self.print_all(bodies);
        if printed.is_err() && self.check().is_err() {
            self.cut_off();
        }
        self.flush()?;
        printed
    }

    /// Writes one function to the sink like [`write_module`](Self::write_module). The numbers of metadata and attributes are
    /// those of the whole module.
    pub(crate) fn write_function(
        mut self,
        bodies: &Bodies<'_>,
        wanted: usize,
        most: u64,
    ) -> Result<()> {
        self.limit = most;
        self.number_module();
        self.find_structs(bodies)?;
        for index in 0..wanted {
            if let Some(body) = bodies.get(index)? {
                self.with_body(Some(&body), |printer| printer.number_function())?;
            }
        }
        let body = bodies.get(wanted)?;
        let printed = self.with_body(body.as_deref(), |printer| printer.push_function(wanted));
        if printed.is_err() && self.check().is_err() {
            self.cut_off();
        }
        self.flush()?;
        printed
    }

    fn print_all(&mut self, bodies: &Bodies<'_>) -> Result<()> {
        self.number_module();
        let structs = self.find_structs(bodies)?;
        self.print_head(structs)?;
        for index in 0..self.module.functions.len() {
            let body = bodies.get(index)?;
            self.end_line()?;
            self.with_body(body.as_deref(), |printer| printer.push_function(index))?;
        }
        self.print_attribute_groups()?;
        self.print_named_metadata()?;
        self.print_nodes()
    }

    /// Calls a function with a printer for one function of the module; the body is freed afterwards.
    fn with_body<T>(
        &mut self,
        body: Option<&Body<'_>>,
        act: impl FnOnce(&mut Printer<'_, '_>) -> T,
    ) -> T {
        let mut printer = Printer {
            module: self.module,
            nodes: self.nodes,
            out: take(&mut self.out),
            taken: self.taken,
            sink: match &mut self.sink {
                Some(sink) => Some(&mut **sink),
                None => None,
            },
            references: self.references.take(),
            line_start: self.line_start,
            body,
            limit: self.limit,
            offsets: self.offsets.take(),
            types: take(&mut self.types),
            symbols: take(&mut self.symbols),
            slots: take(&mut self.slots),
            local: take(&mut self.local),
            budgets: self.budgets.clone(),
        };
        let result = act(&mut printer);
        self.out = printer.out;
        self.taken = printer.taken;
        self.references = printer.references;
        self.line_start = printer.line_start;
        self.offsets = printer.offsets;
        self.types = printer.types;
        self.symbols = printer.symbols;
        self.slots = printer.slots;
        self.local = printer.local;
        result
    }

    /// Checks that the tables of numbers and the current body do not exceed the limit of memory.
    fn check_memory(&mut self) -> Result<()> {
        let body = self.body.map_or(0, Body::size);
        self.budgets.check_memory(body + self.slots.size())
    }

    /// Removes lines that exceed the limit.
    fn cut_off(&mut self) {
        let most = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let most = most.saturating_sub(self.taken);
        let end = self.out.as_bytes().get(..most);
        let end = end.and_then(|end| end.iter().rposition(|byte| *byte == b'\n'));
        self.out.truncate(end.map_or(0, |end| end + 1));
    }

    /// Writes the text so far to the sink.
    fn flush(&mut self) -> Result<()> {
        if let Some(sink) = &mut self.sink {
            let written = sink.write_str(&self.out);
            written.map_err(|_| print_error("the text is not accepted"))?;
            self.taken += self.out.len();
            self.line_start = 0;
            self.out.clear();
        }
        Ok(())
    }

    /// The scope for the numbers in the current function.
    fn scope(&self) -> Scope<'m> {
        Scope {
            module: self.module,
            body: self.body,
        }
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Ends a line, and checks the limit.
    fn end_line(&mut self) -> Result<()> {
        if self.references.is_none() {
            self.out.push('\n');
        }
        self.line_start = self.out.len();
        self.check()?;
        if self.out.len() >= FLUSHED && self.sink.is_some() {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Checks the limit of the output.
    fn check(&self) -> Result<()> {
        if (self.taken + self.out.len()) as u64 > self.limit {
            self.exceed()
        } else {
            Ok(())
        }
    }

    #[cold]
    fn exceed(&self) -> Result<()> {
        let mut budget = Budget::new("output", self.limit);
        budget
            .take(self.taken + self.out.len())
            .map_err(Error::without_byte)
    }

    /// Pads the line to a column, with at least one blank.
    fn pad_to(&mut self, column: usize) {
        let len = self.out.len() - self.line_start;
        for _ in 0..column.saturating_sub(len).max(1) {
            self.out.push(' ');
        }
    }

    fn push_number(&mut self, number: impl Into<u64>) {
        let mut number = number.into();
        // Most numbers have one or two digits.
        if let Some(small) = usize::try_from(number).ok().filter(|number| *number < 100) {
            let end = 2 * small + 2;
            let start = if small < 10 { end - 1 } else { end - 2 };
            return self.push(SMALL.get(start..end).unwrap_or_default());
        }
        let mut digits = [b'0'; 20];
        let mut start = digits.len();
        loop {
            start -= 1;
            let [digit, ..] = (number % 10).to_le_bytes();
            digits[start] = b'0' + digit;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        // Digits are ASCII.
        self.push(core::str::from_utf8(&digits[start..]).unwrap_or_default());
    }

    fn push_signed(&mut self, number: i64) {
        self.push(when(number < 0, "-"));
        self.push_number(number.unsigned_abs());
    }

    /// Prints a name after its sign, in quotes if it has characters that require them.
    fn push_name(&mut self, sign: &str, name: &[u8]) {
        self.push(sign);
        let is_plain = |letter: &u8| PLAIN[usize::from(*letter)];
        let begins_with_digit = name.first().is_some_and(u8::is_ascii_digit);
        if begins_with_digit || !name.iter().all(is_plain) {
            return self.push_quoted(name);
        }
        // All characters that need no quotes are ASCII.
        self.push(core::str::from_utf8(name).unwrap_or_default());
    }

    /// Prints a text in quotes.
    fn push_quoted(&mut self, text: &[u8]) {
        self.out.push('"');
        self.push_escaped(text);
        self.out.push('"');
    }

    /// Prints a text with escapes: characters that are not printable, quotes and backslashes become hexadecimal
    /// numbers.
    fn push_escaped(&mut self, text: &[u8]) {
        for letter in text {
            match *letter {
                letter @ b' '..=b'~' if letter != b'"' && letter != b'\\' => {
                    self.out.push(char::from(letter));
                }
                letter => self.push_escape(letter),
            }
        }
    }

    fn push_escape(&mut self, letter: u8) {
        const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
        self.out.push('\\');
        for digit in [letter >> 4, letter & 15] {
            self.out.push(char::from(DIGITS[usize::from(digit)]));
        }
    }

    /// Prints a text without escapes; invalid UTF-8 is replaced.
    fn push_lossy(&mut self, text: &[u8]) {
        match core::str::from_utf8(text) {
            Ok(text) => self.push(text),
            Err(_) => self.push(&String::from_utf8_lossy(text)),
        }
    }
}
