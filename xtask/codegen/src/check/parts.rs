//! Checks parts: their FourCCs and types.

use crate::expression::Rules;
use crate::model::{Base, Magic, Parameter, Part, Type};
use crate::span::Spanned;

use super::Checker;
use super::types::TypeUse;

impl Checker<'_> {
    pub(super) fn parts(&self) {
        for part in &self.schema.parts {
            self.distinct(&part.codes, "FourCC");
            self.distinct_parts(part);
            self.part_key(part);
            if let (Some(last), true) = (&part.last, part.repeats) {
                self.note(last, "a part with `repeats` cannot be `last`");
            }
        }
        let mut seen: Vec<&Spanned<String>> = Vec::new();
        for code in self.schema.parts.iter().flat_map(|part| &part.codes) {
            let same = |other: &&&Spanned<String>| {
                other.value != code.value && other.eq_ignore_ascii_case(code)
            };
            if let Some(other) = seen.iter().find(same) {
                let what = format!("`{code}` and another FourCC have the same constant");
                self.note(code, what).other(*other, "the other one");
            }
            seen.push(code);
            if code.len() != 4 || !code.is_ascii() {
                self.note(code, format!("`{code}` is not a FourCC"))
                    .help("a FourCC is exactly four ASCII characters");
            } else if !code
                .bytes()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
            {
                self.note(code, format!("`{code}` cannot be the name of a constant")).help(
                    "FourCCs in schemas have letters, digits and `_`; parts with other FourCCs are kept as bytes",
                );
            }
        }
        for ty in self.schema.parts.iter().filter_map(|part| part.ty.as_ref()) {
            if self.known_type(ty, TypeUse::Part)
                && let Some(sequence) = self.schema.sequence_of(&ty.base)
            {
                self.constants(ty, &sequence.takes);
            }
        }
    }

    /// Checks that of several parts with one FourCC, all but the last have a magic number.
    fn distinct_parts(&self, part: &Part) {
        let mut is_shared = false;
        for code in &part.codes {
            let Some(next) = self.schema.namesakes(part, code).next() else {
                continue;
            };
            is_shared = true;
            self.distinct_in_documents(part, next, code);
            self.shadowed_by_earlier(part, code);
            let again = next.codes.iter().find(|again| again.value == code.value);
            if let (None, Some(again)) = (self.schema.magic(part), again) {
                let what = format!("this `{code}` and another part begin with the same value");
                self.note(again, what)
                    .other(code, "the other one")
                    .help("use `begins` on the first part, or a FourCC with `is` in its type");
            }
        }
        if let (Some(begins), false) = (&part.begins, is_shared) {
            self.note(begins, "no later part has this FourCC")
                .help("`begins` distinguishes parts that share a FourCC");
        }
    }

    /// Checks the order of magic numbers: the first part whose magic number matches is chosen, so a later one needs a
    /// longer one.
    fn shadowed_by_earlier(&self, part: &Part, code: &Spanned<String>) {
        let Some(magic) = self.schema.magic(part) else {
            return;
        };
        for later in self.schema.namesakes(part, code) {
            let later_magic = self.schema.magic(later);
            let is_implied =
                |later: &Magic| later.at == magic.at && later.bytes.starts_with(&magic.bytes);
            let again = later.codes.iter().find(|again| again.value == code.value);
            if let (true, Some(again)) = (later_magic.as_ref().is_some_and(is_implied), again) {
                let span = |part: &Part, code: &Spanned<String>| {
                    let begins = part.begins.as_ref();
                    begins.map_or(code.span.clone(), |begins| begins.span.clone())
                };
                let what = format!("this part is never selected for `{code}`");
                self.note(&span(later, again), what)
                    .other(&span(part, code), "this part always matches first")
                    .help("the first match is selected; put the longer magic number first");
            }
        }
    }

    /// Checks that documents can distinguish two parts with one FourCC: by their keys, since documents contain no magic
    /// numbers.
    fn distinct_in_documents(&self, part: &Part, other: &Part, code: &Spanned<String>) {
        if let Some(of) = part.item().filter(|_| other.item() != part.item())
            && let Some(sequence) = self.schema.sequence(of)
            && let Some(flatten) = &sequence.flatten
        {
            let what = format!("documents cannot distinguish `{of}` from others of its FourCC");
            self.note(flatten, what)
                .other(code, "the FourCC of several types");
        }
    }

    /// Checks that the arguments of a part are known before the part is read.
    fn constants(&self, ty: &Type, takes: &[Parameter]) {
        for (argument, parameter) in ty.args.iter().zip(takes) {
            let name = &parameter.name.value;
            match (&parameter.ty.base, argument.tree()) {
                (
                    Base::Integer(bits),
                    Some(syn::Expr::Lit(syn::ExprLit {
                        lit: syn::Lit::Int(number),
                        ..
                    })),
                ) => {
                    if number
                        .base10_parse::<u64>()
                        .is_ok_and(|number| number > u64::MAX >> (64 - bits))
                    {
                        let what = format!("{argument} does not fit into `{name}`, a `u{bits}`");
                        self.note(argument, what)
                            .other(&parameter.ty, "declared here");
                    }
                    self.scope(Vec::new()).number(argument, Rules::default());
                }
                (Base::Item(of), Some(syn::Expr::Path(value)))
                    if value.path.segments.len() > 1 && value.path.segments[0].ident == *of =>
                {
                    self.scope(Vec::new()).number(argument, Rules::default());
                }
                (Base::Item(of), _) => {
                    let noted =
                        self.note(argument, format!("`{argument}` is not a value of `{of}`"));
                    noted.help(format!("write `{of}::Value`"));
                }
                _ => {
                    self.note(argument, format!("`{argument}` is not a number"))
                        .help(format!(
                            "`{name}` must be a literal here, since no field has been read"
                        ));
                }
            }
        }
    }
}
