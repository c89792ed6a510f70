//! Checks the expressions of a field: each has the type that its key requires, and uses only names that are known when
//! it is evaluated.

use super::measured::undoes;
use crate::check::Checker;
use crate::diagnostic::Mistakes;
use crate::evaluate::{Arguments, evaluate};
use crate::expression::{Expression, Rules, Scope, Type, describe, names};
use crate::model::{Base, Content, Field, Struct};
use crate::span::Spanned;

impl Checker<'_> {
    pub(super) fn expressions(&self, sequence: &Struct, index: usize, field: &Field) {
        let scope = self.scope(names(sequence, index));
        let early = Rules::default();
        let on_writing = Rules {
            on_writing: true,
            ..early
        };
        let is_measured = |expression: &&Expression| !expression.is_rest();
        if let Some(count) = field.count.as_ref().filter(is_measured) {
            let kept_only = !count.is_path() && !undoes(sequence, field, count);
            let rules = Rules {
                kept_only,
                ..on_writing
            };
            scope.number(count, rules);
        }
        let numbers = [&field.size, &field.at].into_iter().flatten();
        for number in numbers.filter(is_measured) {
            scope.number(number, early);
        }
        if let Some((_, end)) = field.each.as_ref().and_then(|each| each.range()) {
            // Another check reports its mistakes.
            let mistakes = &Mistakes::default();
            let scope = Scope {
                mistakes,
                names: scope.names.clone(),
                ..scope
            };
            scope.type_of(end, early);
        }
        if let Some(llvm) = field.shown.llvm_if() {
            if field.shown.show.is_some() {
                let what = "only lists can be hidden from LLVM's documents by a condition";
                self.note(llvm, what);
            }
            scope.condition(llvm, early);
        }
        if let Some(stride) = field.stride.as_ref().filter(is_measured) {
            scope.number(stride, on_writing);
        }
        if let Some(condition) = &field.condition {
            scope.condition(condition, on_writing);
        }
        if let Some(from) = &field.from {
            self.origin(sequence, index, from);
        }
        let late = Rules {
            ahead: true,
            ..on_writing
        };
        for computed in [&field.is, &field.canonical].into_iter().flatten() {
            self.computed_value(&scope, field, computed, late);
        }
        let arguments = self.schema.arguments(&field.ty).enumerate();
        let values = arguments.filter(|(_, (_, is_record))| !is_record);
        for (position, (argument, _)) in values {
            if let Some(found) = scope.number(argument, late) {
                self.enum_passed(&field.ty, position, argument, &found);
                if argument.is_late() {
                    self.late_argument(field, position, argument);
                }
            }
            self.size_is_known(&sequence.fields[index..], argument);
        }
        self.reference(sequence, field);
    }

    /// Checks that a field is computed from stored fields.
    fn computed_value(&self, scope: &Scope<'_>, field: &Field, text: &Expression, rules: Rules) {
        let base = &field.ty.base;
        if *base == Base::FourCC && self.lacks_quotes(scope, text) {
            return;
        }
        let named = self.named_values(base);
        let Some(found) = scope.type_as(text, rules, named.map(|(of, _)| of)) else {
            return;
        };
        let bits = match (&found, base, named) {
            (Type::Unknown, ..) | (Type::FourCC, Base::FourCC, _) => return,
            (Type::FourCC | Type::Bytes(_), Base::Array(of, size), _)
                if **of == Base::Integer(8) =>
            {
                return self.check_length(text, size);
            }
            (Type::Bytes(4), Base::FourCC, _) => return,
            (Type::Int, Base::Integer(bits), _) | (Type::Int, _, Some((_, bits))) => *bits,
            (Type::Enum(found), _, Some((of, _))) if found == of => return,
            (found, ..) => {
                let what = format!("the field cannot store {}", describe(found));
                let noted = self.note(&text.unquoted(), what);
                noted.help(match found {
                    Type::Bytes(count) => format!(
                        "a FourCC has four bytes; a field for these has the type `[u8; {count}]`"
                    ),
                    _ => "a computed field is an integer, an enum, flags or packed bits with the value of a number, a \
                        FourCC, or bytes"
                        .to_owned(),
                });
                return;
            }
        };
        let most = u64::MAX >> (64 - bits);
        // A constant, possibly a computed one.
        let tree = text.typed().filter(|_| text.calls().is_empty());
        let number = tree.and_then(|tree| {
            let nothing = Arguments::new(self.schema, &[], []);
            evaluate(&nothing, tree)
        });
        if let Some(number) = number.filter(|number| *number > most) {
            let what = format!("{number} does not fit into `u{bits}`");
            let noted = self.note(&text.unquoted(), what);
            noted.help(format!("legal values: 0 to {most:#x}"));
        }
    }

    /// Checks that constant bytes have the size of their field.
    fn check_length(&self, text: &Expression, size: &u64) {
        let count = text.bytes().map_or(4, |bytes| bytes.len() as u64);
        if count != *size {
            let what = format!("the value has {count} bytes, and the field has {size}");
            let noted = self.note(&text.unquoted(), what);
            noted.help(format!("write `[u8; {count}]`"));
        }
    }

    /// The name and the bits of a type that is an enum, flags or packed bits.
    fn named_values<'b>(&'b self, base: &'b Base) -> Option<(&'b str, &'b u32)> {
        let of = base.item()?;
        let bits = match self.schema.content(of)? {
            Content::Enum(of) => &of.bits,
            Content::Bits(of) => &of.bits,
            _ => return None,
        };
        Some((of, bits))
    }

    /// Reports four unquoted bytes in place of an expression.
    pub(in crate::check) fn lacks_quotes(&self, scope: &Scope<'_>, text: &Expression) -> bool {
        let is_name = scope.names.iter().any(|known| text.is_field(known.name));
        let is_bytes = text.len() == 4 && text.is_ascii() && !is_name;
        if is_bytes {
            let what = format!("`{text}` is not an expression for a FourCC");
            self.note(&text.unquoted(), what)
                .help(format!("write `'\"{text}\"'`"));
        }
        is_bytes
    }

    /// Reports an argument that needs offsets: a run is measured before they are known, so that they cannot select a
    /// version.
    fn late_argument(&self, field: &Field, position: usize, argument: &Expression) {
        let Base::Item(of) = &field.ty.base else {
            return;
        };
        let Some(versioned) = self.schema.versioned(of) else {
            return;
        };
        let Some(parameter) = versioned.takes.get(position) else {
            return;
        };
        let whens = versioned
            .versions
            .iter()
            .filter_map(|version| version.when.as_ref());
        let mut dependent = whens.filter(|when| when.names(&parameter.name));
        if let Some(when) = dependent.next() {
            let what =
                format!("`{argument}` is not known yet where the version of `{of}` is selected");
            let noted = self.note(argument, what);
            noted
                .other(when, "the version depends on this")
                .help("offsets and sizes are not known yet here; pass a field before the records");
        }
    }

    /// Reports an argument that needs sizes: it is evaluated before its field is read, when the sizes of this field and
    /// later ones are unknown.
    fn size_is_known(&self, later: &[Field], argument: &Expression) {
        let names = later.iter().map(|field| field.name.as_str());
        let mut names = names.chain(["self"]);
        if let Some(name) = names.find(|name| argument.asks("size_of", name)) {
            let what = format!("the size of `{name}` is not known before it is read");
            let noted = self.note(argument, what);
            noted.help("pass the field that stores the size, or an offset: `at(field)`");
        }
    }

    /// Checks that `from` names an earlier field.
    fn origin(&self, sequence: &Struct, index: usize, from: &Spanned<String>) {
        let earlier = sequence.fields[..index].iter();
        let earlier = earlier.map(|field| field.name.as_str());
        let earlier: Vec<&str> = earlier.filter(|name| !name.is_empty()).collect();
        if !earlier.contains(&from.as_str()) {
            let what = format!("`{from}` is not a field before this one");
            self.note(from, what).legal(from, earlier);
        }
    }
}
